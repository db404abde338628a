//! Words of class and id values, and tables of them.
//!
//! Values are split into words at anything that is not a letter and at a change from lower to upper case
//! (`relatedPosts-list` → `related posts list`), and only whole words count.

/// Words, and what each of them means.
pub(super) struct WordTable<T: 'static> {
    words: &'static [(&'static str, T)],
    /// Where the words of each first letter begin and end, and the lengths that they have, as a set.
    starts: [(u8, u8, u16); 26],
}

impl<T: Copy> WordTable<T> {
    /// A table of at most 255 words: sorted, in lower case, of at most 15 letters each.
    pub const fn of(words: &'static [(&'static str, T)]) -> WordTable<T> {
        assert!(words.len() <= u8::MAX as usize);
        let mut starts = [(0, 0, 0); 26];
        let mut i = 0;
        while i < words.len() {
            let word = words[i].0.as_bytes();
            let letter = (word[0] - b'a') as usize;
            if starts[letter].1 == 0 {
                starts[letter].0 = i as u8;
            }
            i += 1;
            starts[letter].1 = i as u8;
            starts[letter].2 |= 1 << word.len();
        }
        WordTable { words, starts }
    }

    /// What a word in any case means.
    pub fn find(&self, word: &[u8]) -> Option<T> {
        let (start, end, lengths) = self.starts[usize::from(word[0].to_ascii_lowercase() - b'a')];
        if word.len() > 15 || lengths >> word.len() & 1 == 0 {
            return None;
        }
        let same = &self.words[usize::from(start)..usize::from(end)];
        let mut same = same.iter();
        let found = same.find(|(other, _)| other.as_bytes().eq_ignore_ascii_case(word));
        found.map(|&(_, meaning)| meaning)
    }

    #[cfg(test)]
    pub fn is_sorted(&self) -> bool {
        self.words.is_sorted_by(|a, b| a.0 < b.0)
    }
}

/// Adds a word to a hash of words (FNV-1a).
pub(super) fn hash_word(hash: u32, word: &[u8]) -> u32 {
    let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    add(
        word.iter().map(u8::to_ascii_lowercase).fold(hash, add),
        b' ',
    )
}

/// Calls `found` with each word of a class or id value, in the case that it is written in. Digits are no part of one,
/// so that `post-17` is like `post-18`.
pub(super) fn for_each_word(value: &str, mut found: impl FnMut(&[u8])) {
    let bytes = value.as_bytes();
    let mut start = 0;
    let mut previous = 0u8;
    for (at, &byte) in bytes.iter().enumerate() {
        let letter = byte.is_ascii_alphabetic();
        if !letter || (byte.is_ascii_uppercase() && previous.is_ascii_lowercase()) {
            if at > start {
                found(&bytes[start..at]);
            }
            start = at + usize::from(!letter);
        }
        previous = byte;
    }
    if bytes.len() > start {
        found(&bytes[start..]);
    }
}
