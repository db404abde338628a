//! Words of class and id values, and tables of them.
//!
//! Values are split into words at anything that is not a letter and at each change from lower to upper case
//! (`relatedPosts-list` → `related posts list`), and only whole words count.

/// Words and their meanings.
pub(super) struct WordTable<T, const WORDS: usize> {
    words: [(&'static str, T); WORDS],
    /// A hash table: the index of a word plus one, or 0. With this many slots, most words that are not in it hit an
    /// empty slot at once.
    slots: [u8; SLOTS],
}

const SLOTS: usize = 512;

/// The slot of a word of letters in any case, computed from its first and last letters and its length.
const fn slot(word: &[u8]) -> usize {
    let (Some(first), Some(last)) = (word.first(), word.last()) else { return 0 };
    let (first, last) = ((*first | 0x20) as usize, (*last | 0x20) as usize);
    (first + 81 * last + 89 * word.len()) % SLOTS
}

/// The number of words in some lists.
pub(super) const fn count<T>(lists: &[(T, &[&str])]) -> usize {
    let (mut count, mut list) = (0, 0);
    while list < lists.len() {
        count += lists[list].1.len();
        list += 1;
    }
    count
}

/// Whether two words are the same. `==` cannot compare them in a constant.
const fn is_same(a: &[u8], b: &[u8]) -> bool {
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

impl<T: Copy, const WORDS: usize> WordTable<T, WORDS> {
    /// A table of at most 255 different words in lower case, in a list for each meaning.
    pub const fn new(lists: &[(T, &[&'static str])]) -> WordTable<T, WORDS> {
        assert!(WORDS <= u8::MAX as usize);
        let mut words = [("", lists[0].0); WORDS];
        let mut slots = [0; SLOTS];
        let (mut list, mut of_list, mut i) = (0, 0, 0);
        while i < WORDS {
            let (meaning, of_meaning) = lists[list];
            if of_list == of_meaning.len() {
                (list, of_list) = (list + 1, 0);
                continue;
            }
            let word = of_meaning[of_list];
            let mut slot = slot(word.as_bytes());
            while slots[slot] != 0 {
                let other = words[slots[slot] as usize - 1].0;
                assert!(!is_same(word.as_bytes(), other.as_bytes()));
                slot = (slot + 1) % SLOTS;
            }
            words[i] = (word, meaning);
            (i, of_list) = (i + 1, of_list + 1);
            slots[slot] = i as u8;
        }
        WordTable { words, slots }
    }

    /// The meaning of a word in any case.
    pub fn find(&self, word: &[u8]) -> Option<T> {
        self.find_by(word, <[u8]>::eq_ignore_ascii_case)
    }

    /// The meaning of a word in lower case.
    pub fn find_small(&self, word: &[u8]) -> Option<T> {
        self.find_by(word, <[u8]>::eq)
    }

    #[inline(always)]
    fn find_by(&self, word: &[u8], is_same: fn(&[u8], &[u8]) -> bool) -> Option<T> {
        let mut slot = slot(word);
        while let Some(place) = self.slots[slot].checked_sub(1) {
            let (other, meaning) = self.words[usize::from(place)];
            if is_same(other.as_bytes(), word) {
                return Some(meaning);
            }
            slot = (slot + 1) % SLOTS;
        }
        None
    }
}

/// Calls `found` with each word of a class or id value, in its original case, and returns `hash` extended by these
/// words (FNV-1a of the words in lower case, each followed by a space). Digits are not part of a word, so that
/// `post-17` equals `post-18`.
pub(super) fn for_each_word(value: &str, hash: u32, mut found: impl FnMut(&[u8])) -> u32 {
    const PRIME: u32 = 0x0100_0193;
    let add = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(PRIME);
    let mut rest = value.as_bytes();
    let mut hash = hash;
    while let Some(start) = rest.iter().position(u8::is_ascii_alphabetic) {
        let mut was_small = false;
        rest = &rest[start..];
        let mut length = 0;
        for &byte in rest {
            let small = byte | 0x20;
            let is_small = byte == small;
            if !small.is_ascii_lowercase() || was_small && !is_small {
                break;
            }
            hash = add(hash, small);
            was_small = is_small;
            length += 1;
        }
        let (word, after) = rest.split_at(length);
        found(word);
        hash = add(hash, b' ');
        rest = after;
    }
    hash
}
