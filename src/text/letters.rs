//! Folds letters, so that letters that differ only in width, case or diacritics, or that people write in more than one
//! way, are equal.
//!
//! Looks do not decide. What matters is whether keyboards, input methods, encodings or habits of writing give two codes
//! for one text (`tests/tables/letters.txt`). These decisions are part of the fingerprint's version:
//!
//! | script | equal | not equal |
//! |---|---|---|
//! | all | what Unicode decomposes: composed letters, widths, raised, circled, mathematical and Roman figures, ligatures; digits of all scripts; invisible characters, and marks that are not vowels | symbols and fractions, which are not letters |
//! | all | apostrophes inside words, as marks and as letters; a dot between two l (Catalan) | |
//! | Latin | ß ss, æ ae, œ oe, ĳ ij; strokes and hooks of đ ħ ı ł ø ŧ ɓ ɗ ƙ ƴ; ǝ ə; º ª and nothing | ä ae, ö oe, ü ue, å aa: other languages have both; đ ð, þ th |
//! | Greek | final σ, symbols (µ ϐ ϑ ϕ ϖ ϰ ϱ ϵ), all accents | |
//! | Cyrillic | е ё, и й, ӕ æ, ҫ ç, ә ə; palochka and І | ґ г; letters of another script, which [`in_one_script`](super::character::in_one_script) reads as they look |
//! | Armenian | և եւ | եվ |
//! | Arabic | ي ى ی, ك ک, ه ة ہ ھ ە ۃ, ا أ إ آ ٱ, و ؤ, گ ګ, ݢ ڬ; marks, tatweel, presentation forms | ء, ں ن, ے ی, پ ب, ڪ ک (Sindhi has both) |
//! | Hebrew | points, presentation forms, Yiddish װ ױ ײ as two letters | maqaf, which is a hyphen |
//! | Devanagari and others of India | dots below, viramas, vowels and their parts (आ, ो), candrabindu and anusvara (Hindi), ৎ ত্, chillus, ൌ ൗ, ௌ ெள, ஸ்ரீ ஶ்ரீ | nasals before consonants (हिन्दी हिंदी), which are spelling |
//! | Thai, Lao, Burmese | ำ as its parts, แ เเ, ๅ า; ໜ ຫນ; ဦ ဦ, ဉ ဥ | tone marks; Burmese in the encoding of Zawgyi |
//! | Ethiopic | homophones: ሀ ሐ ኀ ሃ, ሰ ሠ, አ ዐ ኣ, ጸ ፀ | ኸ |
//! | Hangul | decomposed; units (㎡); ㆍ and the middle dot | jamo that stand alone |
//! | kana | half width and composed; ヶ ケ, ヵ カ | ヘ and へ, small kana; ㌔, ㍻, several tokens |
//! | Han | [variants](super::han), compatibility ideographs of Korean and Japanese encodings, radicals | 〇 and ○, which is also a bullet |

use super::han;
use crate::unicode::{for_each_capital, is_alphanumeric, lowercase};
use std::sync::OnceLock;

/// What characters of the basic plane become, except small letters, made by `tools/scripts/letters.mjs`. Runs are
/// written as numbers in LEB128: how many characters lie between a run and the one before; four times its length plus
/// its kind: 0, they become one letter; 1, letters in a row; 2, any letters; 3, they are dropped. The letter follows,
/// or for kind 2 all letters, each as the difference from the letter before, zigzag-encoded.
const LETTERS: &[u8] = include_bytes!("data/letters.bin");
/// Lines of a character and the letters that it becomes, made by the same script.
const LIGATURES: &str = include_str!("data/ligatures.txt");

/// A character without its width, case and diacritics, in the form that stands for all ways to write it; `None` if it
/// is invisible. If it becomes several letters, this is the first; see [`fold_all`].
///
/// ```
/// use offprint::internals::normal::fold;
/// assert_eq!(fold('Ｑ'), Some('q'));
/// assert_eq!(fold('é'), Some('e'));
/// assert_eq!(fold('水'), Some('水'));
/// assert_eq!(fold('\u{200B}'), None);
/// ```
#[inline]
pub fn fold(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7F}' => Some(c.to_ascii_lowercase()),
        '\u{4E00}'..='\u{9FFF}' => Some(han::standard(c)),
        _ => fold_rarer(c),
    }
}

fn fold_rarer(c: char) -> Option<char> {
    if c > '\u{FFFF}' {
        return fold_astral(c);
    }
    match entry(c) {
        SAME => Some(c),
        DROPPED => None,
        entry @ SEVERAL..=LAST_OF_SEVERAL => ligature(entry).chars().next(),
        letter => char::from_u32(letter.into()),
    }
}

/// All letters that a character becomes.
///
/// ```
/// use offprint::internals::normal::fold_all;
/// assert_eq!(fold_all('ß').collect::<String>(), "ss");
/// assert_eq!(fold_all('É').collect::<String>(), "e");
/// ```
pub fn fold_all(c: char) -> impl Iterator<Item = char> {
    fold(c).into_iter().chain(further(c).chars())
}

/// The letters after the first.
#[inline]
pub(super) fn further(c: char) -> &'static str {
    match c {
        '\u{80}'..'\u{4E00}' | '\u{A000}'..='\u{FFFF}' => match entry(c) {
            entry @ SEVERAL..=LAST_OF_SEVERAL => {
                let mut letters = ligature(entry).chars();
                letters.next();
                letters.as_str()
            }
            _ => "",
        },
        _ => "",
    }
}

fn fold_astral(c: char) -> Option<char> {
    match c {
        // Mathematical letters in thirteen styles, and digits in five.
        '\u{1D400}'..='\u{1D6A3}' if is_alphanumeric(c) => Some(char::from(b'a' + ((c as u32 - 0x1D400) % 26) as u8)),
        '\u{1D7CE}'..='\u{1D7FF}' => Some(char::from(b'0' + ((c as u32 - 0x1D7CE) % 10) as u8)),
        // Musical marks without a form, and tags.
        '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}' => None,
        // Variants in names, which are often written with the other character.
        '𠮷' => Some('吉'),
        '𠮟' => Some('叱'),
        _ => Some(lowercase(c)),
    }
}

/// What a character of the basic plane becomes: a letter, or one of the values below.
type Entry = u16;
const SAME: Entry = 0;
const DROPPED: Entry = 0xFFFF;
/// The first value for several letters: the rest of the value is their offset in [`LIGATURES`]. These values are for
/// private use, so no letter has them.
const SEVERAL: Entry = 0xE000;
const LAST_OF_SEVERAL: Entry = 0xF8FF;

/// The letters of a line of [`LIGATURES`].
fn ligature(entry: Entry) -> &'static str {
    let letters = LIGATURES.get(usize::from(entry - SEVERAL)..);
    letters.and_then(|letters| letters.split('\n').next()).unwrap_or_default()
}

/// Characters in a block.
const BLOCK: usize = 64;

/// Entries of all characters of the basic plane.
struct Table {
    /// The block that has the entries of each group of characters.
    places: [u8; 0x1_0000 / BLOCK],
    /// The first block is for characters without entries.
    blocks: Vec<[Entry; BLOCK]>,
}

// Without this, it would be compiled twice where it is used twice.
#[inline(never)]
fn entry(c: char) -> Entry {
    // Built on first use, since it would take more of the WebAssembly than the code that builds it.
    static TABLE: OnceLock<Table> = OnceLock::new();
    let table = TABLE.get_or_init(Table::new);
    let block = table.places.get(c as usize / BLOCK).map_or(0, |&place| usize::from(place));
    table.blocks[block][c as usize % BLOCK]
}

impl Table {
    fn new() -> Table {
        let mut table = Table { places: [0; 0x1_0000 / BLOCK], blocks: vec![[SAME; BLOCK]] };
        for_each_capital(|capital, small| table.set(capital, small as Entry));
        let mut numbers = numbers();
        let (mut end, mut letter) = (0, 0u32);
        while let (Some(before), Some(number)) = (numbers.next(), numbers.next()) {
            let (first, kind) = (end + before, number % 4);
            end = first + number / 4;
            for c in first..end {
                match kind {
                    3 => {}
                    0 if c > first => {}
                    1 if c > first => letter += 1,
                    _ => letter = letter.wrapping_add(numbers.next().map_or(0, unzigzag)),
                }
                table.set(c, if kind == 3 { DROPPED } else { letter as Entry });
            }
        }
        let mut place = 0;
        for line in LIGATURES.split_inclusive('\n') {
            let c = line.chars().next().unwrap_or_default();
            table.set(c.into(), SEVERAL + (place + c.len_utf8()) as Entry);
            place += line.len();
        }
        table
    }

    #[inline(never)]
    fn set(&mut self, c: u32, entry: Entry) {
        let Some(place) = self.places.get_mut(c as usize / BLOCK) else {
            return;
        };
        if *place == 0 {
            *place = self.blocks.len() as u8;
            self.blocks.push([SAME; BLOCK]);
        }
        self.blocks[usize::from(*place)][c as usize % BLOCK] = entry;
    }
}

fn unzigzag(number: u32) -> u32 {
    number >> 1 ^ (number & 1).wrapping_neg()
}

/// The numbers of [`LETTERS`].
fn numbers() -> impl Iterator<Item = u32> {
    let numbers = LETTERS.split_inclusive(|byte| byte & 0x80 == 0);
    numbers.map(|bytes| bytes.iter().rev().fold(0, |number, byte| number << 7 | u32::from(byte & 0x7F)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;
    use crate::text::{CharClass, normalize};

    /// A row's text, with `\u{…}` for characters.
    fn unescaped(text: &str) -> String {
        let mut parts = text.split("\\u{");
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let (digits, rest) = part.split_once('}').expect("a character");
            out.extend(u32::from_str_radix(digits, 16).ok().and_then(char::from_u32));
            out += rest;
        }
        out
    }

    #[test]
    fn texts_written_in_two_ways_are_the_same() {
        let read = |text: &str| {
            let normal = normalize(&unescaped(text));
            let hashes: Vec<u64> = normal.tokens.iter().map(|token| token.hash).collect();
            (hashes, normal.length)
        };
        let differing =
            rows(include_str!("../../tests/tables/letters.txt")).filter(|(one, other)| read(one) != read(other));
        assert_eq!(differing.collect::<Vec<_>>(), []);
    }

    #[test]
    fn letters_that_mean_something_else_differ() {
        let letters = |text: &str| text.chars().flat_map(fold_all).collect::<String>();
        for (one, other) in [("ن", "ں"), ("ے", "ی"), ("đ", "ð"), ("г", "ґ"), ("か", "が"), ("ฐ", "ถ"), ("ক", "খ")]
        {
            assert_ne!(letters(one), letters(other), "{one} {other}");
        }
    }

    /// What a character becomes has its class, and does not become anything else.
    #[test]
    fn folding_is_done_once() {
        for c in '\0'..=char::MAX {
            for letter in fold_all(c) {
                assert_eq!(CharClass::from_char(letter), CharClass::from_char(c), "{c:?}");
                assert!(fold_all(letter).eq([letter]), "{c:?}");
            }
            assert!(further(c).is_empty() || CharClass::from_char(c) == CharClass::Letter, "{c:?}: one token");
        }
    }

    /// If this fails, the tables have changed, and fingerprints with them: they need a new version.
    #[test]
    fn the_tables_are_those_of_the_fingerprint() {
        let mut all = crate::hash::Hasher::default();
        for c in '\0'..=char::MAX {
            all.push(c.into());
            for letter in fold_all(c) {
                all.push(letter.into());
            }
        }
        assert_eq!(all.finish(), 1_488_348_681_686_540_909);
    }
}
