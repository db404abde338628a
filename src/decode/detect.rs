//! Statistical charset detection: which charset turns the bytes into the most plausible text.
//!
//! Each candidate decodes the bytes, and the result is scored: characters of ordinary text add points; rare characters,
//! and bytes that do not decode, subtract them. It is meant for pages, whose ASCII markup says nothing, and favors
//! Chinese. A detector with tables for every language would be more reliable for European languages in undeclared
//! single-byte charsets, at thirty times the size.

use crate::unicode::{is_letter, lowercase};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, KOI8_U, SHIFT_JIS, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256,
};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// The candidates; the first of several with equal scores wins.
#[rustfmt::skip]
const CANDIDATES: [&Encoding; 14] = [
    WINDOWS_1252, GB18030, BIG5, SHIFT_JIS, EUC_JP, EUC_KR, WINDOWS_1251, KOI8_U,
    WINDOWS_1250, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_874,
];

/// The most probable charset of bytes that are not UTF-8.
pub fn guess(bytes: &[u8]) -> &'static Encoding {
    if bytes.is_ascii() && bytes.contains(&0x1B) {
        return ISO_2022_JP;
    }
    let mut best = (WINDOWS_1252, i32::MIN);
    for candidate in CANDIDATES {
        let score = score(candidate, bytes);
        if score > best.1 {
            best = (candidate, score);
        }
    }
    best.0
}

/// How plausible the decoded text is: points per non-ASCII byte, in thousandths.
fn score(encoding: &'static Encoding, bytes: &[u8]) -> i32 {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let mut points = 0;
    let mut previous = ' ';
    for c in text.chars() {
        if !c.is_ascii() {
            points += if encoding.is_single_byte() {
                single_byte_points(encoding, c, previous)
            } else {
                multi_byte_points(encoding, c, previous)
            };
        }
        previous = c;
    }
    let evidence = bytes.iter().filter(|b| !b.is_ascii()).count().max(1);
    points * 10 / evidence as i32
}

/// Points for a character of (usually) two bytes, 200 at most.
fn multi_byte_points(encoding: &'static Encoding, c: char, previous: char) -> i32 {
    match c {
        '\u{FFFD}' => -2000,
        '，' | '。' | '、' | '「' | '」' | '：' | '；' | '“' | '”' | '！' | '？' | '　' | '（' | '）' | '《' | '》' => {
            200
        }
        // GBK, Big5 and KS X 1001 contain kana too, but no ordinary text in them uses it.
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FC}' if encoding == SHIFT_JIS || encoding == EUC_JP => 200,
        // Half-width kana: what other charsets' bytes decode to in Shift_JIS.
        '\u{FF61}'..='\u{FF9F}' => -150,
        '\u{AC00}'..='\u{D7A3}' => 200,
        '\u{4E00}'..='\u{9FFF}' if encoding == EUC_KR => 0,
        // An accented letter inside a word, read as one character together with the next letter.
        '\u{4E00}'..='\u{9FFF}' if previous.is_ascii_alphabetic() => -60,
        '\u{4E00}'..='\u{9FFF}' if is_common(encoding, c) => 190,
        '\u{4E00}'..='\u{9FFF}' => -60,
        '\u{FF01}'..='\u{FF5E}' | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{3020}' => 120,
        '\u{E000}'..='\u{F8FF}' => -600,
        _ => -100,
    }
}

/// Whether a Han character belongs to its charset's first level, which covers almost all of any text.
fn is_common(encoding: &'static Encoding, c: char) -> bool {
    static LEVELS: [OnceLock<Vec<u64>>; 4] = [const { OnceLock::new() }; 4];
    let (level, leads, trails) = if encoding == GB18030 {
        (0, 0xB0..=0xD7, 0xA1..=0xFE)
    } else if encoding == BIG5 {
        (1, 0xA4..=0xC6, 0x40..=0xFE)
    } else if encoding == SHIFT_JIS {
        (2, 0x88..=0x97, 0x40..=0xFC)
    } else {
        (3, 0xB0..=0xCF, 0xA1..=0xFE)
    };
    let characters = LEVELS[level].get_or_init(|| characters(encoding, leads, trails));
    let place = c as usize - HAN;
    characters[place / 64] >> (place % 64) & 1 == 1
}

/// The first of the common Han characters, and their number.
const HAN: usize = 0x4E00;
const HAN_COUNT: usize = 0xA000 - HAN;

/// A bit for each Han character: whether a charset has it for these lead and trail bytes.
fn characters(encoding: &'static Encoding, leads: RangeInclusive<u8>, trails: RangeInclusive<u8>) -> Vec<u64> {
    let bytes: Vec<u8> = leads.flat_map(|lead| trails.clone().flat_map(move |trail| [lead, trail])).collect();
    let (text, _) = encoding.decode_without_bom_handling(&bytes);
    let mut characters = vec![0; HAN_COUNT / 64];
    let places = text.chars().map(|c| (c as usize).wrapping_sub(HAN));
    for place in places.filter(|place| *place < HAN_COUNT) {
        characters[place / 64] |= 1 << (place % 64);
    }
    characters
}

/// Points for a character of one byte, 100 at most.
fn single_byte_points(encoding: &'static Encoding, c: char, previous: char) -> i32 {
    let ascii_letter = previous.is_ascii_alphabetic();
    // A capital after a small letter is typical of the wrong Cyrillic charset.
    let script = |small: bool| match (ascii_letter, small, is_small_letter(previous)) {
        (true, _, _) | (_, false, true) => -100,
        (_, true, _) => 100,
        _ => 60,
    };
    match c {
        '\u{FFFD}' | '\u{80}'..='\u{9F}' => -1000,
        '\u{410}'..='\u{44F}' | 'Ё' | 'ё' | 'і' | 'ї' | 'є' | 'І' | 'ў' => script(is_small_letter(c)),
        '\u{386}'..='\u{3CE}' => script(is_small_letter(c)),
        // Small Cyrillic letters use the same bytes, but Cyrillic text also has capitals and a few more letters, whose
        // bytes are not letters in Hebrew.
        '\u{5D0}'..='\u{5EA}' if !ascii_letter => 105,
        '\u{621}'..='\u{64A}' | 'پ' | 'چ' | 'ژ' | 'گ' | 'ک' | 'ی' => script(true),
        '\u{E01}'..='\u{E3A}' | '\u{E40}'..='\u{E4E}' if !ascii_letter => 85,
        '\u{E01}'..='\u{E4E}' => -100,
        // Quotes and dashes have the same bytes in all windows charsets.
        '\u{A0}' | '«' | '»' | '’' | '‘' | '“' | '”' | '„' | '–' | '—' | '…' | '•' | '·' | '©' | '®' | '€' | '°'
        | '№' => 30,
        _ if encoding == WINDOWS_1252 => latin_points(c, previous, "àáâãäåæçèéêëìíîïñòóôõöøùúûüßÀÁÂÃÄÅÆÇÈÉÊÑÖØÜ"),
        _ if encoding == WINDOWS_1250 => latin_points(c, previous, "ąćęłńśźżŁŚŻčďěňřšťůýžČŘŠŽáéíóúöüőűâăîșțşţđ") - 2,
        _ if encoding == WINDOWS_1254 => latin_points(c, previous, "çğıöşüÇĞİÖŞÜâî") - 2,
        _ => -40,
    }
}

/// Whether a character is a small letter of a Cyrillic or Greek charset, beyond ASCII.
fn is_small_letter(c: char) -> bool {
    let is_letter = matches!(c, 'µ' | 'ƒ' | '\u{37A}' | '\u{386}'..='\u{491}') && is_letter(c);
    is_letter && lowercase(c) == c
}

/// An accented letter is expected next to plain ones.
fn latin_points(c: char, previous: char, letters: &str) -> i32 {
    match (letters.contains(c), previous.is_ascii_alphabetic()) {
        (true, true) => 70,
        (true, false) => 25,
        _ => -50,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_characters_are_those_encoded_in_the_first_level() {
        for c in '\u{4E00}'..='\u{9FFF}' {
            for (encoding, leads, trails) in [
                (GB18030, 0xB0..=0xD7, 0xA1),
                (BIG5, 0xA4..=0xC6, 0),
                (SHIFT_JIS, 0x88..=0x97, 0),
                (EUC_JP, 0xB0..=0xCF, 0),
            ] {
                let mut buffer = [0; 4];
                let (bytes, _, lossy) = encoding.encode(c.encode_utf8(&mut buffer));
                let common = !lossy && leads.contains(&bytes[0]) && bytes[1] >= trails;
                assert_eq!(is_common(encoding, c), common, "{c} in {}", encoding.name());
            }
        }
    }

    #[test]
    fn texts_are_recognized_in_their_charsets() {
        for line in include_str!("../../tests/golden/charsets.txt").lines() {
            let (label, text) = line.split_once(' ').expect("label, space, text");
            let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
            let (bytes, _, lossy) = encoding.encode(text);
            assert!(!lossy, "{line}");
            // GB 18030 holds all of GBK.
            let expected = if encoding == encoding_rs::GBK { GB18030 } else { encoding };
            assert_eq!(guess(&bytes).name(), expected.name(), "{line}");
        }
    }
}
