//! What words and phrases mean on pages, in all languages at once.
//!
//! Each language is one file next to this one, such as `de.txt`: a line for each kind of phrase, with `;` between the
//! phrases. The names of months come from CLDR (`data/months.txt`). `tests/languages.rs` packs all of them into one
//! table, in which a text is compared with all phrases of all kinds in one walk, in place. Case, width, diacritics,
//! Chinese variants, spaces and opening brackets do not count.

use crate::text::{CharClass, fold};
use crate::unicode::is_alphanumeric;

/// Separates the texts of inline elements in a line.
pub const PART: char = '\u{1F}';

/// The packed table: see `tests/languages.rs`.
static TABLE: &[u8] = include_bytes!("data/words.bin");

/// Generates the kinds of phrases.
macro_rules! kinds {
    ($($constant:ident $name:literal $meaning:literal)+) => {
        /// A set of kinds of phrases.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct Kinds(pub u64);

        /// The number of each kind.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Number { $($constant,)+ }

        impl Kinds {
            $(#[doc = $meaning] pub const $constant: Kinds = Kinds(1 << Number::$constant as u64);)+
            /// The name of each kind in the files of languages, in the order of their bits.
            #[cfg(any(test, feature = "internals"))]
            pub const NAMES: &[&str] = &[$($name,)+];
        }
    };
}

kinds! {
    // Those that lines may hold anywhere.
    PHOTO "photo" "Before the name of a photographer."
    NOTICE_WORD "notice-word" "A word of notices and calls to action: several in a short line make it one."
    CONSENT "consent" "A word of dialogs that ask for consent: several make one."
    GATE "gate" "A phrase of gates; very rare in articles."
    REST "rest" "Before how much of the text is left."
    MESSAGE "message" "A phrase of pages that state an error or ask for a login."
    READ_ON "read-on" "Ends a teaser."
    // Those that lines begin with.
    SOURCE "source" "Before a colon and the name of a source."
    BYLINE "byline" "Begins a line with the author or a time."
    EDITOR "editor" "Begins a line with the name of an editor."
    ORIGINAL_TITLE "original-title" "Before the title that a source has."
    CAPTION "caption" "Begins a caption."
    NOTICE "notice" "Begins a notice about rights."
    CONTACT "contact" "Before an address or telephone number."
    PROMO "promo" "Begins a call to action, or a link to another article."
    ADVERTISEMENT "advertisement" "A line that marks an advertisement."
    RELATED "related" "The heading of links to other articles."
    COMMENTS "comments" "The heading of readers' comments."
    PUBLISHED "published" "Before the day of publication."
    CHANGED "changed" "Before that of the last change."
    PAGE "page" "Before the number of a page."
    OTHER_ARTICLE "other-article" "In the text of a link that leads to another article."
    // Those that end where a word does.
    AUTHOR "author" "Before the name of an author."
    AFTER_AUTHOR "after-author" "Behind the name of an author."
    JOINT "joint" "Between two names."
    NAME_END "name-end" "Ends a name."
    PARTICLE "particle" "A word in a name that has no capital."
    NOBODY "nobody" "Stands where a name does, and is none."
    ROLE "role" "A word of a role, an institution, or anything else that is no name."
    FIRST "first" "Before the name of a source, without a colon."
    SOURCE_END "source-end" "Ends the name of a source."
    OTHER_DAY "other-day" "Before a day of something else."
    NEXT_PAGE "next-page" "The text of a link to the next page of an article."
    NEXT "next" "The text of a link to the next page, or to something else."
    PAGE_AFTER "page-after" "Behind the number of a page."
    READING_TIME "reading-time" "Behind the minutes that reading takes."
    AT "at" "Before a time of day."
    AM "am" "Before noon."
    PM "pm" "After noon."
    OF "of" "Between the day, the month and the year, or behind it."
    // Those of months.
    SHORT "short" "An abbreviation."
    ENGLISH "english" "An English word."
    SOLAR "solar" "A month of the Persian calendar."
    // Those that no phrase has, but a line.
    TEASER "" "It is the beginning of another article with a link to the rest."
    STAMP "" "It states when a message was written."
}

impl Kinds {
    pub const NONE: Kinds = Kinds(0);
    /// Kinds of phrases that lines may hold anywhere.
    #[cfg(any(test, feature = "internals"))]
    pub const ANYWHERE: Kinds = Kinds(Kinds::SOURCE.0 - 1);
    /// Kinds of phrases that are lines of their own.
    pub const HEADINGS: Kinds = Kinds::RELATED.and(Kinds::COMMENTS).and(Kinds::ADVERTISEMENT);
    /// Kinds of phrases that may end within a word.
    const STEMS: Kinds = Kinds(Kinds::AUTHOR.0 - 1);
    /// Bits above the kinds: the number of a month.
    pub const MONTH: u32 = 56;

    pub const fn and(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    pub fn add(&mut self, other: Kinds) {
        self.0 |= other.0;
    }

    pub fn without(self, others: Kinds) -> Kinds {
        Kinds(self.0 & !others.0)
    }

    pub fn has(self, any: Kinds) -> bool {
        self.0 & any.0 != 0
    }

    /// The month that a word names.
    pub fn month(self) -> Option<u32> {
        let month = (self.0 >> Kinds::MONTH) as u32;
        (month > 0).then_some(month)
    }
}

/// A phrase in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Phrase {
    /// Where it begins and ends, in bytes.
    pub start: usize,
    pub end: usize,
    pub kinds: Kinds,
}

/// Where the parts of the table begin: the meanings, and the roots of the two tries.
const fn part(number: usize) -> usize {
    let at = 4 * number;
    u32::from_le_bytes([TABLE[at], TABLE[at + 1], TABLE[at + 2], TABLE[at + 3]]) as usize
}
const PAIRS: usize = 16;
const MEANINGS: usize = part(0);
/// The numbers of the tries: of phrases that lines begin with, and labels; of phrases that lines may hold anywhere.
const BEGINNINGS: usize = 0;
const ANYWHERE: usize = 1;

/// A place in a trie.
///
/// A node is a byte, whose highest bit says that a phrase ends here and that the number of its meaning follows. The
/// other bits are the number of branches, whose first bytes follow; from [`SIZED`] on, where all but the first one begin
/// stands next, in two bytes each, and then the branches themselves. From [`CHAIN`] on, the other bits are the number of
/// bytes of a single branch. Numbers of meanings are in LEB128.
#[derive(Clone, Copy, PartialEq)]
struct Node {
    at: usize,
    /// Bytes that follow in a single branch.
    chain: u8,
}

const SIZED: u8 = 16;
const CHAIN: u8 = 100;

/// Reads a number in LEB128, and returns where the next one begins.
fn number(mut at: usize) -> (usize, usize) {
    let (mut number, mut bits) = (0, 0);
    loop {
        let byte = TABLE[at];
        at += 1;
        number |= usize::from(byte & 0x7F) << bits;
        bits += 7;
        if byte < 0x80 {
            return (number, at);
        }
    }
}

/// Where the branches of the roots begin behind them, by their first bytes; 0 without one.
static ROOTS: [[u16; 256]; 2] = [branches_of(part(1)), branches_of(part(2))];

const fn branches_of(root: usize) -> [u16; 256] {
    let mut branches = [0; 256];
    let count = ((TABLE[root] & 0x7F) - SIZED) as usize;
    let first = 1 + count + 2 * (count - 1);
    let mut branch = 0;
    while branch < count {
        let offset = root + 1 + count + 2 * branch;
        let after = if branch == 0 { 0 } else { u16::from_le_bytes([TABLE[offset - 2], TABLE[offset - 1]]) };
        branches[TABLE[root + 1 + branch] as usize] = first as u16 + after;
        branch += 1;
    }
    branches
}

impl Node {
    /// The branch of one of the roots.
    #[inline]
    fn first(root: usize, byte: u8) -> Option<Node> {
        let branch = usize::from(ROOTS[root][usize::from(byte)]);
        (branch > 0).then(|| Node { at: part(1 + root) + branch, chain: 0 })
    }

    /// What the first byte counts, and where it begins.
    fn branches(self) -> (u8, usize) {
        let (head, start) = (TABLE[self.at], self.at + 1);
        (head & 0x7F, if head >> 7 == 0 { start } else { number(start).1 })
    }

    /// Where a small branch ends.
    fn end(self) -> usize {
        let (mut at, mut open) = (self.at, 1);
        while open > 0 {
            let (count, start) = Node { at, chain: 0 }.branches();
            open = if count > CHAIN { open } else { open + usize::from(count) - 1 };
            at = start + usize::from(if count > CHAIN { count - CHAIN } else { count });
        }
        at
    }

    fn step(self, byte: u8) -> Option<Node> {
        let Node { at, chain } = self;
        if chain > 0 {
            return (TABLE[at] == byte).then_some(Node { at: at + 1, chain: chain - 1 });
        }
        let (count, start) = self.branches();
        if count > CHAIN {
            return Node { at: start, chain: count - CHAIN }.step(byte);
        }
        let is_sized = count >= SIZED;
        let count = usize::from(if is_sized { count - SIZED } else { count });
        let branch = TABLE[start..start + count].iter().position(|&first| first == byte)?;
        let mut at = start + count;
        if is_sized {
            let offset = at + 2 * branch.max(1) - 2;
            let first = at + 2 * (count - 1);
            let after = u16::from_le_bytes([TABLE[offset], TABLE[offset + 1]]);
            return Some(Node { at: if branch == 0 { first } else { first + usize::from(after) }, chain: 0 });
        }
        for _ in 0..branch {
            at = Node { at, chain: 0 }.end();
        }
        Some(Node { at, chain: 0 })
    }

    /// The node behind a character: from here, or from the root.
    fn over(from: Option<Node>, c: char) -> Option<Node> {
        let mut buffer = [0; 4];
        let (&first, rest) = c.encode_utf8(&mut buffer).as_bytes().split_first()?;
        let node = from.map_or_else(|| Node::first(BEGINNINGS, first), |node| node.step(first))?;
        rest.iter().try_fold(node, |node, &byte| node.step(byte))
    }

    /// The kinds of the phrase that ends here.
    fn kinds(self) -> Kinds {
        if self.chain > 0 || TABLE[self.at] >> 7 == 0 {
            return Kinds::NONE;
        }
        let place = MEANINGS + 8 * number(self.at + 1).0;
        TABLE[place..place + 8].try_into().map_or(Kinds::NONE, |bytes| Kinds(u64::from_le_bytes(bytes)))
    }
}

/// Whether a letter is of a script in which words are not set off by spaces, or endings join them.
fn is_joined(c: char) -> bool {
    c >= '\u{E00}'
        && (matches!(CharClass::of(c), CharClass::Han | CharClass::Kana | CharClass::Unspaced)
            || matches!(c, '\u{AC00}'..='\u{D7A3}'))
}

/// Whether a letter or digit belongs to a word that spaces set off.
fn is_spaced(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { is_alphanumeric(c) && !is_joined(c) }
}

/// The character that phrases have instead of this one; `None` if it does not count.
pub fn folded(c: char) -> Option<char> {
    match c {
        PART | '(' | '[' | '<' | '（' | '【' | '〔' | '「' | '『' | '《' => None,
        '’' | '‘' | 'ʼ' => Some('\''),
        '丨' | '︱' => Some('|'),
        _ => fold(c).filter(|c| !c.is_whitespace()),
    }
}

/// The phrases that begin at a place in a text, the shortest first.
struct Walk<'a> {
    text: &'a str,
    start: usize,
    at: usize,
    /// `None` at the root.
    node: Option<Node>,
}

impl Iterator for Walk<'_> {
    type Item = Phrase;

    fn next(&mut self) -> Option<Phrase> {
        loop {
            let c = self.text[self.at..].chars().next()?;
            self.at += c.len_utf8();
            let Some(small) = folded(c) else { continue };
            let Some(node) = Node::over(self.node, small) else {
                self.at = self.text.len();
                return None;
            };
            self.node = Some(node);
            let mut kinds = node.kinds();
            if kinds == Kinds::NONE {
                continue;
            }
            // Signs that are no letters of their own, as the virama, belong to the letter before them.
            let rest = self.text[self.at..].trim_start_matches(|c| fold(c).is_none());
            self.at = self.text.len() - rest.len();
            if is_spaced(small) && rest.starts_with(is_spaced) {
                kinds.0 &= Kinds::STEMS.0;
            }
            if kinds != Kinds::NONE {
                return Some(Phrase { start: self.start, end: self.at, kinds });
            }
        }
    }
}

/// The phrases at the beginning of a text, from a place on, the shortest first.
fn walk(text: &str, start: usize) -> Walk<'_> {
    Walk { text, start, at: start, node: None }
}

/// The longest phrase of one of these kinds that a text begins with, from a place on.
#[inline(never)]
pub fn beginning(text: &str, start: usize, kinds: Kinds) -> Option<Phrase> {
    walk(text, start).filter(|phrase| phrase.kinds.has(kinds)).last()
}

/// What a text means as a whole.
///
/// ```
/// use offprint::internals::languages::{Kinds, whole};
/// assert!(whole("Geschrieben von").has(Kinds::AUTHOR));
/// assert_eq!(whole("MÄRZ").month(), Some(3));
/// assert_eq!(whole("Märzen"), Kinds::NONE);
/// ```
#[inline(never)]
pub fn whole(text: &str) -> Kinds {
    walk(text, 0).last().filter(|phrase| phrase.end == text.len()).map_or(Kinds::NONE, |phrase| phrase.kinds)
}

/// What a word means in a language, if it means something else there than elsewhere, or as [`whole`] says.
#[inline(never)]
pub fn whole_in(text: &str, language: &str) -> Kinds {
    let own = whole(&[language, "|", text].concat());
    if own == Kinds::NONE { whole(text) } else { own }
}

/// The phrases of some kinds in a text, where words begin; of several at a place, the longest.
///
/// ```
/// use offprint::internals::languages::{Kinds, all};
/// let found = all("2026-03-18 来源：江城晚报 作 者：林一", Kinds::SOURCE.and(Kinds::AUTHOR));
/// assert_eq!(found.len(), 2);
/// ```
#[inline(never)]
pub fn all(text: &str, kinds: Kinds) -> Vec<Phrase> {
    let mut found = Vec::new();
    let (mut is_in_word, mut end) = (false, 0);
    for (at, c) in text.char_indices() {
        let is_within = std::mem::replace(&mut is_in_word, is_spaced(c)) && is_in_word;
        let begins = at >= end && !is_within && folded(c).is_some();
        if let Some(phrase) = begins.then(|| beginning(text, at, kinds)).flatten() {
            end = phrase.end;
            found.push(phrase);
        }
    }
    found
}

/// Whether a text has a phrase of one of these kinds.
pub fn has(text: &str, kinds: Kinds) -> bool {
    !all(text, kinds).is_empty()
}

/// Calls `found` with each phrase that a folded line begins with, and where it ends.
pub fn each_at_start(line: &str, mut found: impl FnMut(Kinds, usize)) {
    each(BEGINNINGS, line.as_bytes(), |node, end| found(node.kinds(), end));
}

/// Calls `found` with each phrase that a folded line holds anywhere, where it ends, and whether it is the first time.
pub fn each_in(line: &str, mut found: impl FnMut(Kinds, usize, bool)) {
    let line = line.as_bytes();
    let mut known = Vec::new();
    for (at, start) in line.windows(2).enumerate() {
        let is_within_character = start[0] & 0xC0 == 0x80;
        if is_within_character || !may_begin(start[0], start[1], line.get(at + 2)) {
            continue;
        }
        each(ANYWHERE, &line[at..], |node, end| {
            let is_first = !known.contains(&node.at);
            if is_first {
                known.push(node.at);
            }
            found(node.kinds(), at + end, is_first);
        });
    }
}

/// Whether a phrase may begin with these bytes: rarely true if none does.
#[inline]
fn may_begin(first: u8, second: u8, third: Option<&u8>) -> bool {
    let holds = |set: usize, first: u8, second: u8| {
        let bit = usize::from(first & 63) * 64 + usize::from(second & 63);
        TABLE[PAIRS + 512 * set + bit / 8] >> (bit % 8) & 1 == 1
    };
    holds(0, first, second) && third.is_none_or(|&third| holds(1, second, third) && holds(2, first, third))
}

fn each(root: usize, text: &[u8], mut found: impl FnMut(Node, usize)) {
    let Some((&first, rest)) = text.split_first() else { return };
    let Some(mut node) = Node::first(root, first) else { return };
    for (at, &byte) in rest.iter().enumerate() {
        let Some(next) = node.step(byte) else { return };
        node = next;
        if node.chain == 0 && TABLE[node.at] >> 7 == 1 {
            found(node, at + 2);
        }
    }
}
