//! The visible characters of a text: runs of spaces become one space, and invisible characters are removed.

use crate::bytes::{Bytes, WIDTH};
use memchr::memchr;

/// The first occurrence of a short word in a text. [`str::find`] adds much code wherever it is inlined, and its setup
/// costs more than the search in most texts.
#[inline(never)]
pub fn find(text: &str, word: &str) -> Option<usize> {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let first = word.first()?;
    let mut from = 0;
    loop {
        let rest = text.get(from..)?;
        let next =
            if rest.len() < 3 * WIDTH { rest.iter().position(|byte| byte == first) } else { memchr(*first, rest) };
        let at = from + next?;
        if text[at..].starts_with(word) {
            return Some(at);
        }
        from = at + 1;
    }
}

pub fn has_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| find(text, word).is_some())
}

/// Whether a word is one of these, in any case.
pub fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|one| one.eq_ignore_ascii_case(word))
}

/// The first bytes of a text, at most `most`.
pub fn start(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Length of the leading run of visible characters and single spaces, and the number of visible characters. `space`
/// says whether a space precedes the run, and is set to whether the run ends with one. Characters are classified by
/// their first bytes, so the run may end before a visible character, too.
pub fn plain_run(text: &str, space: &mut bool) -> (usize, u32) {
    let bytes = text.as_bytes();
    let (mut run, mut signs) = (0, 0);
    loop {
        // Sixteen bytes at a time, up to the first that is not plain.
        while let Some(next) = Bytes::first(&bytes[run..]) {
            let spaces = next.places(b' ');
            let after_space = spaces << 1 | u32::from(*space);
            let plain = next.places_within(b' ', 0x7E) & !(spaces & after_space);
            let count = plain.trailing_ones() as usize;
            *space = after_space >> count & 1 == 1;
            signs += (((1 << count) - 1) & !spaces).count_ones();
            run += count;
            if count < WIDTH {
                break;
            }
        }
        // Branch-free, since branches at the ends of words cannot be predicted.
        for &byte in &bytes[run..] {
            let is_space = byte == b' ';
            if !matches!(byte, b' '..=0x7E) | (is_space & *space) {
                break;
            }
            *space = is_space;
            signs += u32::from(!is_space);
            run += 1;
        }
        let length = match bytes[run..] {
            // Latin, Greek, Cyrillic, Hebrew and Arabic letters.
            [0xC3..=0xDF, ..] => 2,
            // Indian and Thai letters; Han characters and Hangul.
            [0xE0 | 0xE4..=0xED, ..] => 3,
            // U+3000 is a space, and U+3164 a filler; kana and punctuation are visible.
            [0xE3, 0x80, 0x80, ..] | [0xE3, 0x85, 0xA4, ..] => break,
            [0xE3, ..] => 3,
            // Full-width punctuation, without U+FEFF.
            [0xEF, 0xBC | 0xBD, ..] => 3,
            _ => break,
        };
        *space = false;
        signs += 1;
        run += length;
    }
    (run, signs)
}

/// Invisible characters: zero-width ones, soft hyphens, direction marks, fillers, tags, controls.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{115F}' | '\u{1160}' | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E007F}')
        || c.is_control()
}

/// Invisible characters that shape their neighbors, in Persian and Hindi words and emoji. They have no effect next to a
/// Latin letter or a space.
pub fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Collapses every run of whitespace to one space, and trims both ends.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        // The common case is copied in one piece.
        let (plain, _) = plain_run(word, &mut false);
        out.push_str(&word[..plain]);
        for c in word[plain..].chars() {
            let shapes = is_joiner(c) && out.ends_with(|c: char| !c.is_ascii());
            if shapes || !is_invisible(c) {
                out.push(c);
            }
        }
    }
    out
}

/// Whether a list of words holds one, in capital or small letters.
pub fn has_word(list: &str, word: &str) -> bool {
    let mut words = list.split_ascii_whitespace();
    words.any(|one| one.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn invisible_characters_are_no_spaces() {
        assert_eq!(collapse("the fer\u{FEFF}ry\u{AD} to\u{A0}Skarn"), "the ferry to Skarn");
    }

    proptest! {
        /// Text shorter than a chunk is read byte by byte, and so is each single character.
        #[test]
        fn plain_text_is_read_alike_at_once_and_by_characters(
            text in "([a-z ]{0,12}|[A-Z0-9 ,.]{0,9}|[水é\u{3000}\u{200B}\t ~]{0,2}){0,8}",
            mut space in any::<bool>(),
        ) {
            let mut after = space;
            let mut one_by_one = (0, 0);
            for c in text.chars() {
                let (run, signs) = plain_run(c.encode_utf8(&mut [0; 4]), &mut after);
                one_by_one = (one_by_one.0 + run, one_by_one.1 + signs);
                if run == 0 {
                    break;
                }
            }
            prop_assert_eq!(plain_run(&text, &mut space), one_by_one);
            prop_assert_eq!(space, after);
        }
    }
}
