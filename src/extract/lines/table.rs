//! Finds words of many tables in a text at once.

use crate::text::fold;
use std::sync::OnceLock;

/// A set of tables of words, and of other properties of a line's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Words(u16);

impl Words {
    pub const CREDIT: Words = Words(1);
    pub const EDITOR: Words = Words(2);
    pub const TITLE: Words = Words(4);
    pub const CAPTION: Words = Words(8);
    pub const NOTICE: Words = Words(16);
    pub const CONTACT: Words = Words(32);
    pub const PROMO: Words = Words(64);
    pub const RELATED_HEAD: Words = Words(128);
    pub const COMMENT_HEAD: Words = Words(256);
    pub const PHOTO: Words = Words(512);
    pub const TEASER: Words = Words(1024);
    pub const STAMP: Words = Words(2048);
    pub const GATE: Words = Words(4096);
    pub const CONSENT: Words = Words(8192);
    pub const HEADS: Words = Words(Words::RELATED_HEAD.0 | Words::COMMENT_HEAD.0);

    pub fn has(self, any: Words) -> bool {
        self.0 & any.0 != 0
    }

    pub fn add(&mut self, words: Words) {
        self.0 |= words.0;
    }
}

/// Words of one or more tables, to be found in folded lines.
pub(crate) struct Table {
    lists: &'static [(Words, &'static [&'static str])],
    index: OnceLock<Index>,
}

pub(super) struct Index {
    /// The words, folded and sorted.
    pub words: Vec<Word>,
    /// For each pair among the first three bytes, the pairs that the words have there. They exclude most positions of a
    /// text at once.
    starts: [Pairs; 3],
}

pub(super) struct Word {
    /// Its first two bytes.
    start: u16,
    pub text: String,
    pub table: Words,
}

/// A set of byte pairs that uses only the low six bits of each byte, so it can report pairs that it does not hold but
/// never misses one.
#[derive(Clone, Copy)]
pub(crate) struct Pairs([u64; 64]);

impl Pairs {
    pub const NONE: Pairs = Pairs([0; 64]);

    pub const fn add(&mut self, first: u8, second: u8) {
        self.0[second as usize & 63] |= 1 << (first & 63);
    }

    pub fn may_hold(&self, first: u8, second: u8) -> bool {
        self.0[usize::from(second & 63)] >> (first & 63) & 1 == 1
    }
}

impl Table {
    pub const fn of(lists: &'static [(Words, &'static [&'static str])]) -> Table {
        Table { lists, index: OnceLock::new() }
    }

    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::of(self.lists))
    }

    /// Whether a text contains one of the words.
    pub fn is_in(&self, text: &str) -> bool {
        let mut is_in = false;
        self.each_in(text, |_| is_in = true);
        is_in
    }

    /// Calls `found` with the table of each distinct word that a text contains.
    pub(super) fn each_in(&self, text: &str, mut found: impl FnMut(Words)) {
        let index = self.index();
        let text = text.as_bytes();
        let mut known = 0u128;
        for (at, start) in text.windows(3).enumerate() {
            let is_within_character = start[0] & 0xC0 == 0x80;
            if is_within_character || !index.may_begin(start) {
                continue;
            }
            for (place, word) in index.beginning(&text[at..]) {
                if known >> place & 1 == 0 {
                    found(word.table);
                }
                known |= 1 << place;
            }
        }
    }
}

impl Index {
    fn of(lists: &[(Words, &[&str])]) -> Index {
        let mut words = Vec::new();
        let mut starts = [Pairs::NONE; 3];
        for &(table, list) in lists {
            for word in list {
                let text: String = word.chars().filter_map(fold).collect();
                let bytes = text.as_bytes();
                let (first, second) = (bytes[0], bytes[1]);
                starts[0].add(first, second);
                // Any byte may follow a word of two bytes.
                let thirds = bytes.get(2).map_or(0..=63, |&third| third..=third);
                for third in thirds {
                    starts[1].add(second, third);
                    starts[2].add(first, third);
                }
                let start = u16::from_be_bytes([first, second]);
                // Sorting them all at once would take more code, and they are few.
                let place = words.partition_point(|word: &Word| word.text < text);
                words.insert(place, Word { start, text, table });
            }
        }
        Index { words, starts }
    }

    /// The words that a text begins with, and their indices.
    pub fn beginning(&self, text: &[u8]) -> impl Iterator<Item = (usize, &Word)> {
        let may_begin = self.may_begin(text);
        let start = match *text {
            [first, second, ..] => u16::from_be_bytes([first, second]),
            _ => 0,
        };
        let first = if may_begin { self.words.partition_point(|word| word.start < start) } else { self.words.len() };
        let same = self.words[first..].iter().enumerate();
        same.take_while(move |(_, word)| word.start == start)
            .filter(move |(_, word)| text.starts_with(word.text.as_bytes()))
            .map(move |(i, word)| (first + i, word))
    }

    /// Whether one of the words may begin a text: rarely true if none does.
    #[inline]
    fn may_begin(&self, text: &[u8]) -> bool {
        let [first, second, ref rest @ ..] = *text else {
            return false;
        };
        let third = rest.first().copied().unwrap_or(0);
        self.starts[0].may_hold(first, second)
            && self.starts[1].may_hold(second, third)
            && self.starts[2].may_hold(first, third)
    }
}
