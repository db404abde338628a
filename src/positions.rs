//! Positions in a text in the units of other languages.

/// For each byte of a text at which a character begins, and for its end: the number of UTF-16 code units before it, as
/// JavaScript counts.
///
/// ```
/// use offprint::positions::utf16_before;
/// let before = utf16_before("水😀a");
/// assert_eq!([0, 3, 7, 8].map(|byte| before[byte]), [0, 1, 3, 4]);
/// ```
pub fn utf16_before(text: &str) -> Vec<usize> {
    units_before(text, char::len_utf16)
}

/// The same in characters, as Python counts.
///
/// ```
/// use offprint::positions::characters_before;
/// let before = characters_before("水😀a");
/// assert_eq!([0, 3, 7, 8].map(|byte| before[byte]), [0, 1, 2, 3]);
/// ```
pub fn characters_before(text: &str) -> Vec<usize> {
    units_before(text, |_| 1)
}

fn units_before(text: &str, units: impl Fn(char) -> usize) -> Vec<usize> {
    let mut before = vec![0; text.len() + 1];
    let mut count = 0;
    for (at, c) in text.char_indices() {
        before[at] = count;
        count += units(c);
    }
    before[text.len()] = count;
    before
}
