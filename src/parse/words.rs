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

/// Calls `found` with each word of a class or id value, in the case that it is written in, and returns a hash of all
/// before it and of these (FNV-1a of the words in lower case, with a space behind each). Digits are no part of a word,
/// so that `post-17` is like `post-18`.
pub(super) fn for_each_word(value: &str, hash: u32, mut found: impl FnMut(&[u8])) -> u32 {
    const PRIME: u32 = 0x0100_0193;
    let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(PRIME);
    let bytes = value.as_bytes();
    let mut hash = hash;
    let mut start = 0;
    let mut was_small = false;
    for (at, &byte) in bytes.iter().enumerate() {
        let small = byte | 0x20;
        let is_letter = small.is_ascii_lowercase();
        if !is_letter || (was_small && byte != small) {
            if at > start {
                found(&bytes[start..at]);
                hash = add(hash, b' ');
            }
            start = at + usize::from(!is_letter);
        }
        if is_letter {
            hash = add(hash, small);
        }
        was_small = is_letter && byte == small;
    }
    if bytes.len() > start {
        found(&bytes[start..]);
        hash = add(hash, b' ');
    }
    hash
}
