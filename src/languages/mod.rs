//! What words and phrases mean on pages, in all languages at once.
//!
//! Each language is one file next to this one, such as `de.txt`: a line for each kind of phrase, with `;` between the
//! phrases. The names of months come from CLDR (`data/months.txt`). `tests/languages.rs` packs all of them into one
//! sorted list, in which a text is compared with all phrases of all kinds in one walk, in place. Case, width,
//! diacritics, Chinese variants, spaces and opening brackets do not count; `/`, `|` and `=` are as good as a colon. A
//! word before `*` may have any ending.

use crate::text::{CharClass, fold};
use crate::unicode::is_alphanumeric;
use std::sync::LazyLock;

/// Separates the texts of inline elements in a line.
pub const PART: char = '\u{1F}';

/// The packed phrases: see [`Words::unpack`].
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
    NOBODY "nobody" "Stands where a name does, but names nobody."
    ROLE "role" "A word of a role, an institution, or anything else that is no name."
    FIRST "first" "Before the name of a source, without a colon."
    IN "in" "Between such a phrase and the name."
    SOURCE_END "source-end" "Ends the name of a source."
    OTHER_DAY "other-day" "Before a day of something else."
    NEXT_PAGE "next-page" "The text of a link to the next page of an article."
    NEXT "next" "The text of a link to the next page, or to something else."
    PAGE_AFTER "page-after" "Behind the number of a page."
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

    /// A kind or a month by its byte in the table.
    fn packed(code: u32) -> Kinds {
        Kinds(match code {
            0..0x40 => 1 << (code - 2),
            0x40..0x50 => 1 << (code - 0x40 + 30),
            _ => u64::from(code - 0x50) << Kinds::MONTH,
        })
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

/// All phrases in their order, and their kinds.
struct Words {
    /// The phrases, one behind the other.
    text: Vec<u8>,
    /// Where each phrase begins, and where the last one ends.
    starts: Vec<usize>,
    kinds: Vec<Kinds>,
    /// Those that begin with a byte, and by the byte behind it, where those begin that go on with it or a greater one.
    first: [Option<Box<Branches>>; 256],
    /// The pairs among the first three bytes of what lines may hold anywhere, as three sets of bits.
    pairs: [[u64; 64]; 3],
}

/// Phrases that begin with one byte.
struct Branches {
    all: Place,
    starts: [u16; 257],
}

/// Unpacked when the first text is compared: see `tools/work`.
static WORDS: LazyLock<Words> = LazyLock::new(Words::unpack);

/// The phrases that begin like a text: those from `low` to `high` share the first `depth` bytes.
#[derive(Clone, Copy)]
struct Place {
    low: usize,
    high: usize,
    depth: usize,
}

/// In the table, stands before the base of the letters that follow.
const BASE: u8 = 0xFF;
/// Stands before a further kind of a phrase.
const AND: u8 = 0xFE;
/// Letters from this base on have two bytes.
const LARGE: u32 = 0x3000;

impl Words {
    /// Unpacks the table. A phrase is the number of bytes that it shares with the one before it, its other
    /// characters, and its kinds, with [`AND`] between them. Of letters that are not ASCII, the distance from the base
    /// stands there; a zero stands before characters that have no such place, in two bytes.
    fn unpack() -> Words {
        let mut text: Vec<u8> = Vec::with_capacity(4 * TABLE.len());
        let (mut starts, mut kinds) = (vec![0], Vec::new());
        let (mut at, mut base, mut before) = (0, 0, 0);
        let next = |at: &mut usize| {
            *at += 1;
            u32::from(TABLE[*at - 1])
        };
        let wide = |at: &mut usize| next(at) << 8 | next(at);
        while at < TABLE.len() {
            if TABLE[at] == BASE {
                at += 1;
                base = wide(&mut at);
                continue;
            }
            let shared = next(&mut at) as usize;
            let end = text.len();
            text.extend_from_within(before..before + shared);
            before = end;
            let mut meaning = Kinds::NONE;
            while meaning == Kinds::NONE {
                let c = match next(&mut at) {
                    0 => wide(&mut at),
                    code @ (..0x20 | 0x40..0x60) => {
                        meaning.add(Kinds::packed(code));
                        continue;
                    }
                    ascii @ ..0x40 => ascii,
                    ascii if base == 0 || base >= LARGE && ascii < 0x80 => ascii,
                    byte if base < LARGE => base + byte,
                    byte => base + ((byte & 0x7F) << 8) + next(&mut at),
                };
                match u8::try_from(c) {
                    Ok(ascii @ ..0x80) => text.push(ascii),
                    _ => {
                        let mut buffer = [0; 4];
                        let c = char::from_u32(c).unwrap_or_default();
                        text.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
                    }
                }
            }
            while TABLE.get(at) == Some(&AND) {
                at += 1;
                meaning.add(Kinds::packed(next(&mut at)));
            }
            starts.push(text.len());
            kinds.push(meaning);
        }
        Words { first: branches(&text, &starts), pairs: pairs(&text, &starts, &kinds), text, starts, kinds }
    }

    /// The phrases that begin with a byte.
    #[inline]
    fn first(&self, byte: u8) -> Option<Place> {
        Some(self.first[usize::from(byte)].as_ref()?.all)
    }

    /// Whether the first of these phrases has no more bytes.
    #[inline]
    fn is_end(&self, place: Place) -> bool {
        self.starts[place.low + 1] - self.starts[place.low] == place.depth
    }

    /// Those of these phrases that go on with a byte.
    #[inline]
    fn step(&self, place: Place, byte: u8) -> Option<Place> {
        let byte = if matches!(byte, b'/' | b'|' | b'=') { b':' } else { byte };
        let Place { low, high, depth } = place;
        let next = |start: usize| self.text[start + depth];
        let (low, high) = if depth == 1 {
            let starts = &self.first[usize::from(self.text[self.starts[low]])].as_ref()?.starts;
            (starts[usize::from(byte)].into(), starts[usize::from(byte) + 1].into())
        } else {
            let low = low + usize::from(self.is_end(place));
            let low = low + self.starts[low..high].partition_point(|&start| next(start) < byte);
            // Most texts go on with none.
            if low == high || next(self.starts[low]) != byte {
                return None;
            }
            (low, low + self.starts[low..high].partition_point(|&start| next(start) == byte))
        };
        (low < high).then_some(Place { low, high, depth: depth + 1 })
    }

    /// Those of these phrases, or of all, that go on with a character.
    fn over(&self, from: Option<Place>, c: char) -> Option<Place> {
        let mut buffer = [0; 4];
        let (&first, rest) = c.encode_utf8(&mut buffer).as_bytes().split_first()?;
        let place = from.map_or_else(|| self.first(first), |place| self.step(place, first))?;
        rest.iter().try_fold(place, |place, &byte| self.step(place, byte))
    }

    /// The phrases whose last word may have any ending.
    fn open(&self, place: Place) -> Option<Place> {
        let low = place.low + usize::from(self.is_end(place));
        let is_open = low < place.high && self.text[self.starts[low] + place.depth] == b'*';
        is_open.then(|| self.step(place, b'*'))?
    }

    /// The kinds of the phrase that ends here.
    #[inline]
    fn kinds(&self, place: Place) -> Kinds {
        if self.is_end(place) { self.kinds[place.low] } else { Kinds::NONE }
    }

    /// Whether a phrase that lines may hold anywhere may begin with these bytes: rarely true if none does.
    #[inline]
    fn may_begin(&self, first: u8, second: u8, third: Option<&u8>) -> bool {
        let holds = |set: usize, a: u8, b: u8| self.pairs[set][usize::from(a & 63)] >> (b & 63) & 1 == 1;
        holds(0, first, second) && third.is_none_or(|&third| holds(1, second, third) && holds(2, first, third))
    }

    fn each(&self, text: &[u8], mut found: impl FnMut(Place, usize)) {
        let Some((&first, rest)) = text.split_first() else { return };
        let Some(mut place) = self.first(first) else { return };
        for (at, &byte) in rest.iter().enumerate() {
            let Some(next) = self.step(place, byte) else { return };
            place = next;
            if self.is_end(place) {
                found(place, at + 2);
            }
        }
    }
}

fn branches(text: &[u8], starts: &[usize]) -> [Option<Box<Branches>>; 256] {
    let mut branches = [const { None }; 256];
    let phrases: Vec<&[u8]> = starts.windows(2).map(|ends| &text[ends[0]..ends[1]]).collect();
    let mut low = 0;
    for of_byte in phrases.chunk_by(|a, b| a[0] == b[0]) {
        let mut counts = [0; 257];
        for phrase in of_byte {
            counts[phrase.get(1).map_or(0, |&second| usize::from(second) + 1)] += 1;
        }
        let all = Place { low, high: low + of_byte.len(), depth: 1 };
        let starts = counts.map(|count| {
            low += count;
            low as u16
        });
        branches[usize::from(of_byte[0][0])] = Some(Box::new(Branches { all, starts }));
    }
    branches
}

fn pairs(text: &[u8], starts: &[usize], kinds: &[Kinds]) -> [[u64; 64]; 3] {
    let mut pairs = [[0; 64]; 3];
    for (at, _) in kinds.iter().enumerate().filter(|(_, kinds)| kinds.has(Kinds::ANYWHERE)) {
        let [first, second, ref rest @ ..] = text[starts[at]..starts[at + 1]] else { continue };
        let mut add = |set: usize, a: u8, bits: u64| pairs[set][usize::from(a & 63)] |= bits;
        let third = rest.first().map_or(u64::MAX, |&third| 1 << (third & 63));
        add(0, first, 1 << (second & 63));
        add(1, second, third);
        add(2, first, third);
    }
    pairs
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

/// Calls `found` with each phrase in a text from a place on, the shortest first.
fn walk(text: &str, start: usize, mut found: impl FnMut(Phrase)) {
    let words = &*WORDS;
    let mut place = None;
    for (at, c) in text[start..].char_indices() {
        let Some(small) = folded(c) else { continue };
        let Some(next) = words.over(place, small) else { return };
        place = Some(next);
        let end = start + at + c.len_utf8();
        let rest = &text[end..];
        let kinds = words.kinds(next);
        let is_within = is_spaced(small) && rest.starts_with(is_spaced);
        let kinds = if is_within { Kinds(kinds.0 & Kinds::STEMS.0) } else { kinds };
        if kinds != Kinds::NONE {
            found(Phrase { start, end, kinds });
        }
        if let Some(open) = words.open(next) {
            let rest = rest.trim_start_matches(is_of_word);
            let (end, kinds) = (text.len() - rest.len(), words.kinds(open));
            if kinds != Kinds::NONE {
                found(Phrase { start, end, kinds });
            }
            let after = rest.trim_start();
            if let (Some(colon), Some(mark @ (':' | '：'))) = (words.step(open, b':'), after.chars().next()) {
                let end = text.len() - after.len() + mark.len_utf8();
                found(Phrase { start, end, kinds: words.kinds(colon) });
            }
        }
    }
}

/// Whether a character belongs to the ending of a word: a letter, or a sign of an Indian or another script.
fn is_of_word(c: char) -> bool {
    is_spaced(c) || matches!(c, '\u{900}'..='\u{109F}' | '\u{200C}' | '\u{200D}')
}

/// The longest phrase of one of these kinds that a text begins with, from a place on.
#[inline(never)]
pub fn beginning(text: &str, start: usize, kinds: Kinds) -> Option<Phrase> {
    let mut last = None;
    walk(text, start, |phrase| last = if phrase.kinds.has(kinds) { Some(phrase) } else { last });
    last
}

/// What a text means as a whole.
///
/// ```
/// use offprint::internals::languages::{Kinds, whole};
/// assert!(whole("Geschrieben von").has(Kinds::AUTHOR));
/// assert_eq!(whole("MÄRZ").month(), Some(3));
/// assert_eq!(whole("Märzwetter"), Kinds::NONE);
/// ```
#[inline(never)]
pub fn whole(text: &str) -> Kinds {
    let mut kinds = Kinds::NONE;
    walk(text, 0, |phrase| {
        let is_whole = phrase.end == text.len() || !text[phrase.end..].contains(|c| folded(c).is_some());
        kinds.add(if is_whole { phrase.kinds } else { Kinds::NONE });
    });
    kinds
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
    let words = &*WORDS;
    words.each(line.as_bytes(), |place, end| found(words.kinds(place), end));
}

/// Calls `found` with each phrase that a folded line holds anywhere, where it ends, and whether it is the first time.
pub fn each_in(line: &str, mut found: impl FnMut(Kinds, usize, bool)) {
    let (words, line) = (&*WORDS, line.as_bytes());
    let mut known = Vec::new();
    for (at, start) in line.windows(2).enumerate() {
        let is_within_character = start[0] & 0xC0 == 0x80;
        if is_within_character || !words.may_begin(start[0], start[1], line.get(at + 2)) {
            continue;
        }
        words.each(&line[at..], |place, end| {
            let kinds = Kinds(words.kinds(place).0 & Kinds::ANYWHERE.0);
            if kinds == Kinds::NONE {
                return;
            }
            let is_first = !known.contains(&place.low);
            if is_first {
                known.push(place.low);
            }
            found(kinds, at + end, is_first);
        });
    }
}
