//! Positions in a text in the units of other languages.

/// For each byte of a text at which a character begins, and for its end: the number of units before it, where `units`
/// are those of one character. JavaScript counts in UTF-16 code units, [`char::len_utf16`], Python in characters.
///
/// ```
/// use offprint::internals::positions::units_before;
/// let before = units_before("水😀a", char::len_utf16);
/// assert_eq!([0, 3, 7, 8].map(|byte| before[byte]), [0, 1, 3, 4]);
/// let before = units_before("水😀a", |_| 1);
/// assert_eq!([0, 3, 7, 8].map(|byte| before[byte]), [0, 1, 2, 3]);
/// ```
pub fn units_before(text: &str, units: fn(char) -> usize) -> Vec<usize> {
    let mut before = vec![0; text.len() + 1];
    let mut count = 0;
    for (at, c) in text.char_indices() {
        before[at] = count;
        count += units(c);
    }
    before[text.len()] = count;
    before
}
