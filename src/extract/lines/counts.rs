//! Counts over the characters of a line, made once for all rules and features.

use crate::bytes::{Bytes, WIDTH};
use crate::text::full_stop::is_stop;
use crate::text::{CharClass, fold, han};
use crate::unicode::is_capital;

/// Consecutive digits and dashes that make a telephone number.
const TELEPHONE: u32 = 8;

/// First characters of a line in which words and capitals are counted.
const LOOKED_AT: u32 = 400;

/// Counts over the characters of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// The weight of the line.
    pub weight: u32,
    /// Ends of sentences, as many as [`normalize`] finds.
    pub stops: u32,
    /// Commas, colons and semicolons.
    pub commas: u32,
    /// Digits.
    pub digits: u32,
    /// Whether it holds a web or mail address, or a number as long as a telephone number.
    pub has_address: bool,
    /// Words among its first characters.
    pub words: u32,
    /// Letters among its first characters.
    pub letters: u32,
    /// Capitals among its first characters.
    pub capitals: u32,
}

impl Counts {
    pub(super) fn new(text: &str) -> Counts {
        let mut counter = Counter {
            counts: Counts::default(),
            text,
            rest: text,
            number: 0,
            says: false,
            looked_at: 0,
            in_word: false,
        };
        while let Some(first) = counter.rest.bytes().next() {
            if !counter.sixteen() && !counter.run(first) {
                counter.one();
            }
        }
        counter.counts
    }
}

/// Counts over the part of a text before `rest`.
struct Counter<'a> {
    counts: Counts,
    text: &'a str,
    rest: &'a str,
    /// Digits and dashes right before `rest`.
    number: u32,
    /// Whether there are letters or digits after the last stop.
    says: bool,
    looked_at: u32,
    /// Whether `rest` may continue a word.
    in_word: bool,
}

// The methods are inlined so that the state stays in registers.
impl Counter<'_> {
    /// Counts up to sixteen bytes at once, up to the first that is neither an ASCII letter nor a space. Returns whether
    /// there was one.
    #[inline(always)]
    fn sixteen(&mut self) -> bool {
        let is_looked_at = self.looked_at + WIDTH as u32 <= LOOKED_AT;
        if !is_looked_at && self.looked_at != LOOKED_AT {
            return false;
        }
        let Some(next) = Bytes::first(self.rest.as_bytes()) else {
            return false;
        };
        let all = next.letters();
        let count = (all | next.places(b' ')).trailing_ones();
        if count == 0 {
            return false;
        }
        let letters = all & ((1 << count) - 1);
        self.counts.weight += letters.count_ones();
        if is_looked_at {
            let capitals = next.places_within(b'A', b'Z') & letters;
            let before = letters << 1 | u32::from(self.in_word);
            self.counts.letters += letters.count_ones();
            self.counts.words += (letters & !before).count_ones();
            self.counts.capitals += capitals.count_ones();
            self.looked_at += count;
            self.in_word = before >> count & 1 == 1;
        }
        self.number = 0;
        self.says |= letters != 0;
        self.rest = &self.rest[count as usize..];
        true
    }

    /// Counts a run of the characters that most lines consist of: ASCII letters or common Han characters. Returns
    /// whether there was one.
    #[inline(always)]
    fn run(&mut self, first: u8) -> bool {
        let rest = self.rest;
        let (letters, han) = match first {
            b'a'..=b'z' | b'A'..=b'Z' => {
                let letters = rest.bytes().take_while(u8::is_ascii_alphabetic);
                (letters.count(), 0)
            }
            0xE4..=0xE9 => (0, (0..).take_while(|i| han::at(rest, 3 * i).is_some()).count()),
            _ => (0, 0),
        };
        let run = (letters + han) as u32;
        if run == 0 {
            return false;
        }
        self.counts.weight += letters as u32 + 3 * han as u32;
        (self.number, self.says) = (0, true);
        let looked = (LOOKED_AT - self.looked_at).min(run);
        let capitals = rest.bytes().take(looked as usize);
        self.counts.capitals += capitals.filter(u8::is_ascii_uppercase).count() as u32;
        self.counts.letters += looked;
        self.counts.words += u32::from(looked > 0 && !self.in_word);
        self.looked_at += looked;
        self.in_word = true;
        self.rest = &rest[letters + 3 * han..];
        true
    }

    /// Counts one character.
    #[inline(always)]
    fn one(&mut self) {
        let mut chars = self.rest.chars();
        let Some(c) = chars.next() else { return };
        self.rest = chars.as_str();
        let is_digit = c.is_ascii_digit();
        self.number = if is_digit || c == '-' { self.number + 1 } else { 0 };
        self.counts.has_address |= self.number >= TELEPHONE;
        let class = if is_digit { CharClass::Other } else { CharClass::from_char(c) };
        let is_letter = class != CharClass::Other;
        if self.looked_at < LOOKED_AT {
            self.counts.words += u32::from(is_letter && !self.in_word);
            self.counts.letters += u32::from(is_letter);
            self.counts.capitals += u32::from(class == CharClass::Letter && is_capital(c));
            self.looked_at += 1;
            self.in_word = is_letter;
        }
        if is_digit {
            self.counts.weight += 1;
            self.counts.digits += 1;
            self.says = true;
        } else if is_letter {
            self.counts.weight += weight_of(c, class);
            self.says |= fold(c).is_some();
        } else if c != ' ' {
            self.mark(c);
        }
    }

    /// Counts a character that is neither a letter nor a digit.
    #[inline(always)]
    fn mark(&mut self, c: char) {
        self.counts.has_address |= match c {
            '@' => true,
            ':' => self.rest.starts_with("//"),
            '.' => self.text[..self.text.len() - self.rest.len()].ends_with("www."),
            _ => false,
        };
        let comma = matches!(c, '，' | ',' | '、' | '；' | ';' | '：' | ':');
        self.counts.commas += u32::from(comma);
        if self.says
            && let Some(mark) = fold(c)
        {
            let is_stop = is_stop(mark, self.rest.chars().next().unwrap_or(' '));
            self.counts.stops += u32::from(is_stop);
            self.says = !is_stop;
        }
    }
}

/// The weight of a character, in Latin letters.
pub(crate) fn weight(c: char) -> u32 {
    weight_of(c, CharClass::from_char(c))
}

fn weight_of(c: char, class: CharClass) -> u32 {
    match class {
        CharClass::Han => 3,
        CharClass::Kana => 2,
        // Hangul is classified with the letters of words, but each one is a syllable.
        CharClass::Letter if ('\u{AC00}'..='\u{D7A3}').contains(&c) => 2,
        CharClass::Unspaced | CharClass::Letter => 1,
        CharClass::Other => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalize;
    use proptest::prelude::*;

    /// Weight, digits and commas; and words, letters and capitals among the first characters.
    fn naive(text: &str) -> [u32; 6] {
        let is_letter = |c: &char| CharClass::from_char(*c) != CharClass::Other && !c.is_ascii_digit();
        let first: Vec<char> = text.chars().take(LOOKED_AT as usize).collect();
        let words = first.split(|c| !is_letter(c)).filter(|word| !word.is_empty());
        let count = |chars: &[char], is: &dyn Fn(&char) -> bool| chars.iter().filter(|c| is(c)).count() as u32;
        let all: Vec<char> = text.chars().collect();
        [
            all.iter().map(|&c| weight(c)).sum(),
            count(&all, &char::is_ascii_digit),
            count(&all, &|&c| "，,、；;：:".contains(c)),
            words.count() as u32,
            count(&first, &is_letter),
            count(&first, &|&c| is_letter(&c) && is_capital(c)),
        ]
    }

    proptest! {
        #[test]
        fn lines_are_counted_as_their_characters_are(
            text in "([a-zA-Z ]{0,40}|[a-zA-Z0-9 ,:;.\"]{0,30}|[水。！？…é，Ж ]{0,4}){0,40}",
        ) {
            let Counts { weight, digits, commas, words, letters, capitals, stops, .. } = Counts::new(&text);
            prop_assert_eq!([weight, digits, commas, words, letters, capitals], naive(&text));
            prop_assert_eq!(stops as usize, normalize(&text).stops.len());
        }
    }
}
