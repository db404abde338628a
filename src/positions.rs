//! Positions in a text in the units of other languages.

/// For each byte of a text where a character begins, and for the end of the text: the number of units before it.
/// `units` gives the units of one character: JavaScript counts in UTF-16 code units, [`char::len_utf16`], Python in
/// characters.
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
