//! Normalized text: the definition of "the same text".
//!
//! A text becomes a sequence of *tokens*: one for each Han character, kana or letter of a script written without spaces
//! (Thai, Lao, Khmer, Burmese), and one for each word in other scripts. Normalization removes differences in width (Ｗ →
//! w), case, diacritics, Traditional and Simplified forms, spaces, punctuation, invisible characters and vowel points,
//! and between [letters](letters) that people write in more than one way; it composes Hangul and kana, and reads
//! letters of another script in a word as the letters they look like. So copies that differ only in these have the same
//! tokens. Our own tables, made from Unicode 17.0.0, define letters and their small forms.

pub(crate) mod character;
pub(crate) mod full_stop;
pub(crate) mod han;
pub(crate) mod letters;
pub(crate) mod script;

pub use character::CharClass;
use character::{compose, in_one_script, may_compose};
use letters::further;
pub use letters::{fold, fold_all};
pub use script::Script;

use crate::bytes::{Bytes, WIDTH, chunks};
use crate::hash::{Hasher, hash};
use full_stop::is_stop;
use std::ops::Range;

/// A character or word of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Hash of its folded characters.
    pub hash: u64,
    /// The amount of text that it represents, in tenths of a Han character; eight Han characters equal five words.
    pub weight: u8,
    /// Where it begins in the text, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Letters and digits in it, as far as they can be counted.
    pub letters: u16,
    /// Whether it is a figure: a number, or the number in a date.
    pub is_figure: bool,
    /// Whether it may lie outside the article ([`NormalText::mark_uncertain`]).
    pub is_uncertain: bool,
}

impl Token {
    /// The amount of text that these represent together.
    pub fn weigh(tokens: &[Token]) -> u32 {
        tokens.iter().map(|token| u32::from(token.weight)).sum()
    }
}

/// The number of words of a text: each run of letters without a space, and each character of a script written without
/// spaces.
///
/// ```
/// use offprint::internals::normal::words;
/// assert_eq!(words("The well-known ferry doesn't run – in 2026."), 7);
/// assert_eq!(words("三座水库蓄满 3 次"), 8);
/// ```
pub fn words(text: &str) -> u32 {
    // A word is counted at its end.
    let mut words = 0;
    let mut in_word = 0;
    let mut rest = text;
    loop {
        while let Some(next) = Bytes::first(rest.as_bytes()) {
            let count = next.places_within(0, 0x7F).trailing_ones();
            let spaces = next.places_within(0, b' ');
            let read = (1 << count) - 1;
            // Adding a letter to the gap between two spaces carries into the second of them.
            let letters = (next.letters() | next.digits()) & read;
            let carried = letters + (read & !spaces) + in_word;
            words += (carried & spaces & read).count_ones();
            in_word = carried >> count & 1;
            rest = &rest[count as usize..];
            if (count as usize) < WIDTH {
                break;
            }
        }
        let mut chars = rest.chars();
        let Some(c) = chars.next() else { break };
        rest = chars.as_str();
        match CharClass::from_char(c) {
            CharClass::Letter => in_word = 1,
            CharClass::Other if c > ' ' => {}
            CharClass::Other => words += std::mem::take(&mut in_word),
            CharClass::Han | CharClass::Kana | CharClass::Unspaced => {
                words += 1 + std::mem::take(&mut in_word);
            }
        }
    }
    words + in_word
}

/// The hash of a run of tokens.
pub fn hash_of(tokens: &[Token]) -> u64 {
    hash(tokens.iter().map(|token| token.hash))
}

/// A text as tokens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NormalText {
    /// Its tokens, in order.
    pub tokens: Vec<Token>,
    /// For each sentence end, the number of tokens before it; ascending, without duplicates.
    pub stops: Vec<u32>,
    /// Letters and digits in it, without those of uncertain tokens: the body length.
    pub length: u32,
}

/// Splits a text into tokens.
///
/// # Complexity
/// Linear in the text.
///
/// ```
/// use offprint::internals::normal::normalize;
/// let tokens = |text: &str| normalize(text).tokens.iter().map(|token| token.hash).collect::<Vec<_>>();
/// assert_eq!(tokens("Ｔｈｅ  “Café”"), tokens("the cafe"));
/// assert_eq!(tokens("水库，蓄水。"), tokens("水 庫蓄水"));
/// assert_ne!(tokens("水库"), tokens("库水"));
/// ```
pub fn normalize(text: &str) -> NormalText {
    let mut out = NormalText { tokens: Vec::with_capacity(expected_tokens(text)), ..NormalText::default() };
    out.add(text);
    out
}

/// An upper bound of the number of tokens in a text: one for each character of three bytes, as in most scripts without
/// spaces, and one for each mark or space that ends a word. Growing a vector would temporarily take up to three times
/// its memory.
fn expected_tokens(text: &str) -> usize {
    let mut is_mark = 1;
    let ends = chunks(text.as_bytes()).map(|(_, next)| {
        let marks = next.places_within(0, 0x7F) & !(next.letters() | next.digits());
        let before = marks << 1 | is_mark;
        is_mark = marks >> (WIDTH - 1);
        (marks & !before | next.places_within(0xE0, 0xFF)).count_ones() as usize
    });
    ends.sum::<usize>() + 1
}

/// The lower-case form of an ASCII letter or digit; 0 for any other byte.
#[inline]
pub(crate) fn ascii_letter(byte: u8) -> u8 {
    static LETTERS: [u8; 256] = {
        let mut letters = [0; 256];
        let mut byte = 0;
        while byte < 128 {
            if (byte as u8).is_ascii_alphanumeric() {
                letters[byte] = (byte as u8).to_ascii_lowercase();
            }
            byte += 1;
        }
        letters
    };
    LETTERS[usize::from(byte)]
}

/// The character at a position, which must be a character boundary.
#[inline]
fn char_at(text: &str, place: usize) -> Option<char> {
    match text.as_bytes().get(place)? {
        &byte if byte.is_ascii() => Some(char::from(byte)),
        _ => han::at(text, place).or_else(|| text[place..].chars().next()),
    }
}

struct Word {
    start: usize,
    end: usize,
    last: char,
    count: u16,
    letters: Hasher,
    /// Whether it has letters that can be mistaken for Latin ones.
    is_confusable: bool,
}

impl Word {
    fn new(start: usize) -> Word {
        Word { start, end: start, last: ' ', count: 0, letters: Hasher::default(), is_confusable: false }
    }

    /// Hashes the letters that a character becomes, given the first; returns their number.
    #[inline(never)]
    fn push(&mut self, c: char, first: char) -> usize {
        self.letters.push(first.into());
        self.last = first;
        let mut count = 1;
        for letter in further(c).chars() {
            self.letters.push(letter.into());
            self.last = letter;
            count += 1;
        }
        count
    }

    /// Adds `count` letters, ending in `last` at `end`.
    fn grow(&mut self, count: usize, last: char, end: usize) {
        let count = count.try_into().unwrap_or(u16::MAX);
        self.count = self.count.saturating_add(count);
        self.last = last;
        self.end = end;
    }
}

impl NormalText {
    /// Reads another text, reusing the memory of this one.
    pub(crate) fn read_again(&mut self, text: &str) {
        self.tokens.clear();
        self.stops.clear();
        self.length = 0;
        self.add(text);
    }

    fn add(&mut self, text: &str) {
        let mut word: Option<Word> = None;
        let mut place = 0;
        // The number of tokens when a word's letters were last changed to another script, and whether it is Latin.
        let mut unmixed = (0, false);
        while let Some(mut c) = char_at(text, place) {
            let at = place;
            if c == ' ' {
                self.end_word(&mut word, text, &mut unmixed);
                place += 1;
                continue;
            }
            if c.is_ascii_alphanumeric() {
                place = self.add_ascii(text, at, c.is_ascii_digit(), &mut word);
                continue;
            }
            place += c.len_utf8();
            if matches!(c, '\u{4E00}'..='\u{9FFF}') {
                // Nothing is composed with these.
                if word.is_some() {
                    self.end_word(&mut word, text, &mut unmixed);
                }
                self.length += 1;
                self.push(hash([u64::from(han::standard(c))]), CharClass::Han, at..place, 1, false);
                continue;
            }
            while may_compose(&text.as_bytes()[place..])
                && let Some(whole) = char_at(text, place).and_then(|next| compose(c, next))
            {
                c = whole;
                place += 3;
            }
            let Some(folded) = fold(c) else { continue };
            let kind = CharClass::from_char(c);
            match kind {
                CharClass::Letter => {
                    let word = word.get_or_insert_with(|| Word::new(at));
                    word.is_confusable |= matches!(folded, '\u{370}'..='\u{58F}');
                    let count = word.push(c, folded);
                    word.grow(count, word.last, place);
                    self.length += count as u32;
                }
                CharClass::Other => {
                    let next = char_at(text, place).unwrap_or(' ');
                    if let Some(word) = &word
                        && joins(word.last, folded, next)
                    {
                        continue;
                    }
                    self.end_word(&mut word, text, &mut unmixed);
                    if is_stop(folded, next) {
                        self.stop();
                    }
                }
                CharClass::Han | CharClass::Kana | CharClass::Unspaced => {
                    self.end_word(&mut word, text, &mut unmixed);
                    self.length += 1;
                    self.push(hash([u64::from(folded)]), kind, at..place, 1, false);
                }
            }
        }
        self.end_word(&mut word, text, &mut unmixed);
    }

    /// Reads the characters that most words consist of, and the space after them; returns where it ends.
    #[inline]
    fn add_ascii(&mut self, text: &str, at: usize, is_figure: bool, word: &mut Option<Word>) -> usize {
        let mut place = at;
        let (mut last, mut letters) = (0, word.as_ref().map_or_else(Hasher::default, |word| word.letters));
        while let Some(letter) = text.as_bytes().get(place).map(|&byte| ascii_letter(byte))
            && letter != 0
        {
            place += 1;
            last = letter;
            letters.push(letter.into());
        }
        self.length += (place - at) as u32;
        if word.is_none() && text.as_bytes().get(place) == Some(&b' ') {
            self.push(letters.finish(), CharClass::Letter, at..place, place - at, is_figure);
            return place + 1;
        }
        let word = word.get_or_insert_with(|| Word::new(at));
        word.letters = letters;
        word.grow(place - at, last.into(), place);
        place
    }

    fn end_word(&mut self, word: &mut Option<Word>, text: &str, unmixed: &mut (usize, bool)) {
        if let Some(mut word) = word.take() {
            if word.is_confusable {
                let count = self.tokens.len();
                let after_latin = match *unmixed {
                    (changed, is_latin) if changed == count => is_latin,
                    _ => {
                        let last = self.tokens.last();
                        last.is_some_and(|last| has_latin(&text[last.start as usize..last.end as usize]))
                    }
                };
                let word_text = &text[word.start..word.end];
                if (after_latin || has_latin(word_text))
                    && let Some((letters, is_latin)) = in_one_script(word_text, after_latin)
                {
                    *unmixed = (count + 1, is_latin);
                    word.letters = Hasher::default();
                    for c in letters.chars().filter(|&c| CharClass::from_char(c) == CharClass::Letter) {
                        if let Some(folded) = fold(c) {
                            word.push(c, folded);
                        }
                    }
                }
            }
            let first = char_at(text, word.start).and_then(fold);
            let is_figure = first.is_some_and(|first| first.is_ascii_digit());
            let (hash, place) = (word.letters.finish(), word.start..word.end);
            self.push(hash, CharClass::Letter, place, word.count.into(), is_figure);
        }
    }

    #[inline]
    fn push(&mut self, hash: u64, class: CharClass, place: Range<usize>, count: usize, is_figure: bool) {
        let (start, end) = (place.start as u32, place.end as u32);
        let letters = count.try_into().unwrap_or(u16::MAX);
        self.tokens.push(Token { hash, weight: class.weight(), start, end, letters, is_figure, is_uncertain: false });
    }

    fn stop(&mut self) {
        let at = self.tokens.len() as u32;
        if at > 0 && self.stops.last() != Some(&at) {
            self.stops.push(at);
        }
    }

    /// Marks the tokens in some stretches of the text, given in bytes and in order, as uncertain: they may lie outside
    /// the article.
    ///
    /// ```
    /// let text = "水库蓄满。 相关阅读";
    /// let mut normal = offprint::internals::normal::normalize(text);
    /// normal.mark_uncertain([text.find("相关").unwrap()..text.len()]);
    /// let uncertain: Vec<bool> = normal.tokens.iter().map(|token| token.is_uncertain).collect();
    /// assert_eq!(uncertain, [false, false, false, false, true, true, true, true]);
    /// ```
    pub fn mark_uncertain(&mut self, stretches: impl IntoIterator<Item = Range<usize>>) {
        let mut tokens = self.tokens.iter_mut().peekable();
        for stretch in stretches {
            while let Some(token) = tokens.next_if(|token| (token.start as usize) < stretch.end) {
                token.is_uncertain = token.start as usize >= stretch.start;
                if token.is_uncertain {
                    self.length -= u32::from(token.letters);
                }
            }
        }
    }

    /// Removes the uncertain tokens, and the stops after them.
    pub(crate) fn forget_uncertain(&mut self) {
        if !self.tokens.iter().any(|token| token.is_uncertain) {
            return;
        }
        let (mut at, mut sure) = (0, 0);
        self.stops.retain_mut(|stop| {
            let stretch = &self.tokens[at..*stop as usize];
            sure += stretch.iter().filter(|token| !token.is_uncertain).count() as u32;
            at = std::mem::replace(stop, sure) as usize;
            stretch.last().is_some_and(|token| !token.is_uncertain)
        });
        self.tokens.retain(|token| !token.is_uncertain);
    }

    /// The sentences as ranges of tokens: the stretches between stops.
    #[cfg(any(test, feature = "internals"))]
    pub fn sentences(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let ends = self.stops.iter().map(|&s| s as usize);
        let mut start = 0;
        ends.chain([self.tokens.len()]).filter_map(move |end| {
            let range = start..end;
            start = end;
            (!range.is_empty()).then_some(range)
        })
    }
}

/// Whether a word has a Latin letter.
fn has_latin(word: &str) -> bool {
    // Or a two-byte letter up to U+027F.
    word.bytes().any(|byte| byte.is_ascii_alphabetic() || matches!(byte, 0xC3..=0xC9))
}

/// Whether a punctuation mark inside a word belongs to it: the apostrophe of "don’t", the comma of "1,000", the dot of
/// Catalan "col·legi".
fn joins(last: char, mark: char, next: char) -> bool {
    match mark {
        '\'' | '`' => CharClass::from_char(next) == CharClass::Letter,
        '.' | ',' => last.is_ascii_digit() && fold(next).is_some_and(|n| n.is_ascii_digit()),
        '·' => last == 'l' && fold(next) == Some('l'),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_counted_as_by_characters(text in "([a-z' ]{0,20}|[A-Z0-9.\t\u{7F}-]{0,9}|[水カÉж‘— ]{0,3}){0,12}") {
            let (mut naive, mut in_word) = (0, false);
            for c in text.chars() {
                match CharClass::from_char(c) {
                    CharClass::Letter => {
                        naive += u32::from(!in_word);
                        in_word = true;
                    }
                    CharClass::Other => in_word &= c > ' ',
                    _ => {
                        naive += 1;
                        in_word = false;
                    }
                }
            }
            prop_assert_eq!(words(&text), naive);
        }
    }

    fn pieces(text: &str) -> Vec<&str> {
        normalize(text).tokens.iter().map(|token| &text[token.start as usize..token.end as usize]).collect()
    }

    #[test]
    fn tokens_are_characters_or_words() {
        assert_eq!(pieces("水库 Reservoir 3 座"), ["水", "库", "Reservoir", "3", "座"]);
        assert_eq!(pieces("don’t pay 1,000.50 now."), ["don’t", "pay", "1,000.50", "now"]);
        assert_eq!(pieces("ダムの水"), ["ダ", "ム", "の", "水"]);
        assert_eq!(pieces("저수량이 회복됐다"), ["저수량이", "회복됐다"]);
        assert!(pieces("——。，！").is_empty());
    }

    /// An ideographic variation sequence shows another form of the same character, as in Japanese names.
    #[test]
    fn variation_selectors_show_nothing() {
        let hashes = |text: &str| {
            let tokens = normalize(text).tokens.into_iter();
            tokens.map(|token| token.hash).collect::<Vec<_>>()
        };
        assert_eq!(hashes("葛\u{E0100}城市の辻\u{E0101}さん"), hashes("葛城市の辻さん"));
        assert_eq!(fold('\u{E01EF}'), None);
        assert_eq!(hashes("1\u{FE0F}2"), hashes("12"));
    }

    /// Letters of other scripts that look alike, and invisible characters, do not hide a copy.
    #[test]
    fn words_read_as_they_look() {
        let hashes = |text: &str| {
            let tokens = normalize(text).tokens.into_iter();
            tokens.map(|token| token.hash).collect::<Vec<_>>()
        };
        for (text, disguised) in [
            ("The lock opened once a year", "Thе lосk оpеnеd оnсе а yеаr"),
            ("The lock opened again", "Τhe lοck οpenеd аgain"),
            ("HARBOUR Town", "НАRВОUR Тоwn"),
            ("шлюз открыли молоко", "шлюз oткpыли мoлокo"),
            ("ο νερόμυλος", "ο νεpόμυλoς"),
            ("mill", "m\u{3164}i\u{180E}l\u{2066}l\u{E0061}"),
            ("мельница", "мель\u{115F}ни\u{2069}ца"),
        ] {
            assert_eq!(hashes(text), hashes(disguised), "{disguised}");
        }
        // Words of one script keep their letters.
        assert_ne!(hashes("сор"), hashes("cop"));
        assert_ne!(hashes("вода и а"), hashes("вода и a"));
    }

    #[test]
    fn sentences_end_at_stops_only() {
        let stops = |text: &str| normalize(text).stops;
        assert_eq!(stops("一二。三四！？五"), [2, 4]);
        assert_eq!(stops("It rose 3.5 percent. At example.com it fell."), [4, 9]);
        assert_eq!(stops("\"It ended.\" So did I."), [2, 5]);
        assert_eq!(stops("。。"), [0u32; 0]);
    }
}
