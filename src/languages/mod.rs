//! What words and phrases mean on pages, in all languages at once.
//!
//! Each language is one file next to this one, such as `de.txt`: a line for each kind of phrase, with `;` between the
//! phrases. The names of months come from CLDR (`data/months.txt`). `tests/languages.rs` packs all of them into one
//! sorted list, so a text is compared in place, in one walk, with all phrases of all kinds. Case, width, diacritics,
//! Chinese variants, spaces and opening brackets do not count; `/`, `|` and `=` count as a colon. A word before `*` may
//! have any ending.

use crate::text::{CharClass, fold};
use crate::unicode::is_alphanumeric;
use std::sync::OnceLock;

/// Separates the texts of inline elements in a line.
pub const PART: char = '\u{1F}';

/// First the beginnings of phrases that lines may hold anywhere, as the bits that [`place`] names, then the packed
/// phrases: see [`Words::find`].
static TABLE: &[u8] = include_bytes!("data/words.bin");
/// Bytes of these bits. Smaller: a text is compared with the phrases at more places.
pub const BEGINNINGS: usize = 2048;

/// The bit for the first four bytes of a phrase or a text.
#[inline]
pub fn place(four: [u8; 4]) -> usize {
    (u32::from_be_bytes(four).wrapping_mul(0x9E37_79B1) >> 18) as usize
}

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
    // Kinds of phrases that lines may hold anywhere.
    PHOTO "photo" "Before the name of a photographer."
    NOTICE_WORD "notice-word" "A word of notices and calls to action: several in a short line make it one."
    CONSENT "consent" "A word of dialogs that ask for consent: several make one."
    GATE "gate" "A phrase of gates; very rare in articles."
    REST "rest" "Before how much of the text is left."
    MESSAGE "message" "A phrase of pages that state an error or ask for a login."
    READ_ON "read-on" "Ends a teaser."
    // Kinds of phrases that begin lines.
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
    // Kinds of phrases that end where a word does.
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
    // Kinds of month names.
    SHORT "short" "An abbreviation."
    ENGLISH "english" "An English word."
    SOLAR "solar" "A month of the Persian calendar."
    // Kinds of whole lines, which no phrase has.
    TEASER "" "It is the beginning of another article with a link to the rest."
    STAMP "" "It states when a message was written."
}

impl Kinds {
    pub const NONE: Kinds = Kinds(0);
    /// Kinds of phrases that lines may hold anywhere.
    pub const ANYWHERE: Kinds = Kinds(Kinds::SOURCE.0 - 1);
    /// Kinds of phrases that fill a line.
    pub const HEADINGS: Kinds = Kinds::RELATED.and(Kinds::COMMENTS).and(Kinds::ADVERTISEMENT);
    /// Kinds of phrases that may end inside a word.
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

/// The phrases that begin with one byte, in order, and their kinds.
#[derive(Default)]
struct Words {
    /// The phrases, one after the other.
    text: Vec<u8>,
    /// Where each phrase begins, and where the last one ends.
    starts: Vec<usize>,
    kinds: Vec<Kinds>,
    /// For each second byte, the first phrase that has it or a greater one.
    seconds: Vec<usize>,
}

/// The phrases for each first byte, unpacked when a text first needs them: see `tools/work`.
static WORDS: [OnceLock<Option<Box<Words>>>; 256] = [const { OnceLock::new() }; 256];

/// The phrases that begin like a text: those from `low` to `high` share the first `depth` bytes.
#[derive(Clone, Copy)]
struct Place {
    words: &'static Words,
    low: usize,
    high: usize,
    depth: usize,
}

/// In the table, precedes the base of the letters that follow.
const BASE: u8 = 0xFF;
/// Precedes another kind of the same phrase.
const AND: u8 = 0xFE;
/// Letters from this base on take two bytes.
const LARGE: u32 = 0x3000;

impl Words {
    /// The phrases that begin with a byte.
    #[inline]
    fn first(byte: u8) -> Option<&'static Words> {
        WORDS[usize::from(byte)].get_or_init(|| Words::find(byte)).as_deref()
    }

    /// The table consists of the number of its parts; for each part the byte that its phrases begin with, and its
    /// length; and the parts.
    #[inline(never)]
    fn find(first: u8) -> Option<Box<Words>> {
        let (&count, parts) = TABLE[BEGINNINGS..].split_first()?;
        let (index, mut parts) = parts.split_at(3 * usize::from(count));
        for &[byte, high, low] in index.as_chunks().0 {
            let (part, after) = parts.split_at(u16::from_be_bytes([high, low]).into());
            if byte == first {
                return Some(Box::new(Words::unpack(part)));
            }
            parts = after;
        }
        None
    }

    /// Unpacks a part. A phrase is the number of bytes that it shares with the one before it, its other characters, and
    /// its kinds, with [`AND`] between them. A non-ASCII letter is written as its distance from the base, or as a zero
    /// and two bytes if it is out of reach.
    fn unpack(part: &[u8]) -> Words {
        let mut words = Words { seconds: vec![0; 257], ..Words::default() };
        words.text.reserve(4 * part.len());
        let (mut at, mut base) = (0, 0);
        let next = |at: &mut usize| {
            *at += 1;
            u32::from(part[*at - 1])
        };
        let wide = |at: &mut usize| next(at) << 8 | next(at);
        let mut before = 0;
        while at < part.len() {
            if part[at] == BASE {
                at += 1;
                base = wide(&mut at);
                continue;
            }
            let shared = next(&mut at) as usize;
            let start = words.text.len();
            words.text.extend_from_within(before..before + shared);
            before = start;
            let mut kinds = Kinds::NONE;
            while kinds == Kinds::NONE {
                let c = match next(&mut at) {
                    0 => wide(&mut at),
                    code @ (..0x20 | 0x40..0x60) => {
                        kinds.add(Kinds::packed(code));
                        continue;
                    }
                    ascii @ ..0x40 => ascii,
                    ascii if base == 0 || base >= LARGE && ascii < 0x80 => ascii,
                    byte if base < LARGE => base + byte,
                    byte => base + ((byte & 0x7F) << 8) + next(&mut at),
                };
                let rest = |shift: u32| (c >> shift & 0x3F) as u8 | 0x80;
                match c {
                    ..0x80 => words.text.push(c as u8),
                    0x80..0x800 => words.text.extend([(c >> 6) as u8 | 0xC0, rest(0)]),
                    _ => words.text.extend([(c >> 12) as u8 | 0xE0, rest(6), rest(0)]),
                }
            }
            while part.get(at) == Some(&AND) {
                at += 1;
                kinds.add(Kinds::packed(next(&mut at)));
            }
            words.starts.push(start);
            words.kinds.push(kinds);
            let second = words.text.get(start + 1);
            words.seconds[second.map_or(0, |&second| usize::from(second) + 1)] += 1;
        }
        words.starts.push(words.text.len());
        let mut low = 0;
        for start in &mut words.seconds {
            low += *start;
            *start = low;
        }
        words
    }

    fn each(&'static self, text: &[u8], found: &mut dyn FnMut(Place, usize)) {
        let mut place = self.all();
        for (at, &byte) in text.iter().enumerate().skip(1) {
            let Some(next) = place.step(byte) else { return };
            place = next;
            if place.is_end() {
                found(place, at + 1);
            }
        }
    }

    fn all(&'static self) -> Place {
        Place { words: self, low: 0, high: self.kinds.len(), depth: 1 }
    }
}

impl Place {
    /// Whether the first of these phrases has no more bytes.
    #[inline]
    fn is_end(self) -> bool {
        self.words.starts[self.low + 1] - self.words.starts[self.low] == self.depth
    }

    /// The phrases among these that continue with a byte.
    #[inline(always)]
    fn step(self, byte: u8) -> Option<Place> {
        let byte = if matches!(byte, b'/' | b'|' | b'=') { b':' } else { byte };
        let Place { words, low, high, depth } = self;
        if depth == 1 {
            let (low, high) = (words.seconds[usize::from(byte)], words.seconds[usize::from(byte) + 1]);
            return (low < high).then_some(Place { words, low, high, depth: 2 });
        }
        let starts = &words.starts[low + usize::from(self.is_end())..high];
        let next = |start: usize| words.text[start + depth];
        // Most texts continue with none of them, and there are usually few phrases.
        let (&first, &last) = (starts.first()?, starts.last()?);
        if byte < next(first) || byte > next(last) {
            return None;
        }
        let before = if next(first) == byte { 0 } else { starts.partition_point(|&start| next(start) < byte) };
        let fitting = &starts[before..];
        let count =
            if next(last) == byte { fitting.len() } else { fitting.partition_point(|&start| next(start) == byte) };
        let low = high - fitting.len();
        (count > 0).then_some(Place { words, low, high: low + count, depth: depth + 1 })
    }

    /// The phrases among these, or among all, that continue with a character.
    fn over(from: Option<Place>, c: char) -> Option<Place> {
        let mut buffer = [0; 4];
        let (&first, rest) = c.encode_utf8(&mut buffer).as_bytes().split_first()?;
        let place = from.map_or_else(|| Some(Words::first(first)?.all()), |place| place.step(first))?;
        rest.iter().try_fold(place, |place, &byte| place.step(byte))
    }

    /// Whether one of these phrases is of one of these kinds, or they are too many to check.
    #[inline]
    fn may_be(self, wanted: Kinds) -> bool {
        let kinds = &self.words.kinds[self.low..self.high];
        kinds.len() > 64 || kinds.iter().fold(Kinds::NONE, |all, kinds| all.and(*kinds)).has(wanted)
    }

    /// The phrases whose last word may have any ending.
    fn open(self) -> Option<Place> {
        let low = self.low + usize::from(self.is_end());
        let is_open = low < self.high && self.words.text[self.words.starts[low] + self.depth] == b'*';
        is_open.then(|| self.step(b'*'))?
    }

    /// The kinds of the phrase that ends here.
    #[inline]
    fn kinds(self) -> Kinds {
        if self.is_end() { self.words.kinds[self.low] } else { Kinds::NONE }
    }
}

/// Whether a letter belongs to a script that does not separate words with spaces, or joins endings to them.
fn is_joined(c: char) -> bool {
    c >= '\u{E00}'
        && (matches!(CharClass::from_char(c), CharClass::Han | CharClass::Kana | CharClass::Unspaced)
            || matches!(c, '\u{AC00}'..='\u{D7A3}'))
}

/// Whether a letter or digit belongs to a word between spaces.
fn is_spaced(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { is_alphanumeric(c) && !is_joined(c) }
}

/// The character that phrases use for this one; `None` if it does not count.
pub fn folded(c: char) -> Option<char> {
    match c {
        PART | '(' | '[' | '<' | '（' | '【' | '〔' | '「' | '『' | '《' => None,
        '’' | '‘' | 'ʼ' => Some('\''),
        '丨' | '︱' => Some('|'),
        _ => fold(c).filter(|c| !c.is_whitespace()),
    }
}

/// Calls `found` with each phrase in a text from a place on, the shortest first, while phrases of these kinds may
/// follow.
fn walk(text: &str, start: usize, wanted: Kinds, mut found: impl FnMut(Phrase)) {
    let mut place = None;
    for (at, c) in text[start..].char_indices() {
        let Some(small) = folded(c) else { continue };
        let Some(next) = Place::over(place, small).filter(|next| next.may_be(wanted)) else { return };
        place = Some(next);
        let end = start + at + c.len_utf8();
        let rest = &text[end..];
        let mut kinds = next.kinds();
        if kinds != Kinds::NONE && is_spaced(small) && rest.starts_with(is_spaced) {
            kinds = Kinds(kinds.0 & Kinds::STEMS.0);
        }
        if kinds != Kinds::NONE {
            found(Phrase { start, end, kinds });
        }
        if let Some(open) = next.open() {
            let rest = rest.trim_start_matches(is_of_word);
            let (end, kinds) = (text.len() - rest.len(), open.kinds());
            if kinds != Kinds::NONE {
                found(Phrase { start, end, kinds });
            }
            let after = rest.trim_start();
            if let (Some(colon), Some(mark @ (':' | '：'))) = (open.step(b':'), after.chars().next()) {
                let end = text.len() - after.len() + mark.len_utf8();
                found(Phrase { start, end, kinds: colon.kinds() });
            }
        }
    }
}

/// Whether a character can be part of a word's ending: a letter, or a sign of an Indian or another script.
fn is_of_word(c: char) -> bool {
    is_spaced(c) || matches!(c, '\u{900}'..='\u{109F}' | '\u{200C}' | '\u{200D}')
}

/// The longest phrase of these kinds that begins a text, from a place on.
#[inline(never)]
pub fn beginning(text: &str, start: usize, kinds: Kinds) -> Option<Phrase> {
    let mut last = None;
    walk(text, start, kinds, |phrase| last = if phrase.kinds.has(kinds) { Some(phrase) } else { last });
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
    walk(text, 0, Kinds(u64::MAX), |phrase| {
        let is_whole = phrase.end == text.len() || !text[phrase.end..].contains(|c| folded(c).is_some());
        kinds.add(if is_whole { phrase.kinds } else { Kinds::NONE });
    });
    kinds
}

/// What a word means in a language: its own meaning there, if it has one, or as in [`whole`].
#[inline(never)]
pub fn whole_in(text: &str, language: &str) -> Kinds {
    let own = whole(&[language, "|", text].concat());
    if own == Kinds::NONE { whole(text) } else { own }
}

/// The phrases of some kinds that begin where words do; the longest at each place.
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
        // Few characters begin a phrase.
        let begins = at >= end && !is_within && folded(c).is_some_and(|c| Place::over(None, c).is_some());
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

/// Calls `found` with each phrase that begins a folded line, and where it ends.
pub fn each_at_start(line: &str, mut found: impl FnMut(Kinds, usize)) {
    if let Some(words) = line.bytes().next().and_then(Words::first) {
        words.each(line.as_bytes(), &mut |place, end| found(place.kinds(), end));
    }
}

/// Calls `found` with each phrase anywhere in a folded line, where it ends, and whether it is new; the last phrase
/// first.
pub fn each_in(line: &str, found: &mut dyn FnMut(Kinds, usize, bool)) {
    let line = line.as_bytes();
    let mut known = Vec::new();
    // From the end, so that the four bytes at a place follow from the four after it.
    let mut four = 0;
    for (at, &first) in line.iter().enumerate().rev() {
        four = four >> 8 | u32::from(first) << 24;
        // Rarely set if no phrase begins here.
        let bit = place(four.to_be_bytes());
        let may_begin = TABLE[bit / 8] >> (bit % 8) & 1 == 1;
        let Some(words) = may_begin.then(|| Words::first(first)).flatten() else { continue };
        words.each(&line[at..], &mut |place, end| {
            let kinds = Kinds(place.kinds().0 & Kinds::ANYWHERE.0);
            if kinds == Kinds::NONE {
                return;
            }
            let is_first = !known.contains(&(first, place.low));
            if is_first {
                known.push((first, place.low));
            }
            found(kinds, at + end, is_first);
        });
    }
}
