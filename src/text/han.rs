//! Han characters that are variants of one another: Traditional and Simplified, Taiwan and Hong Kong forms.
//!
//! The pairs ([`crate::text::han_pairs`]) are part of the fingerprint's definition: changing them calls
//! for a new fingerprint version.

use crate::text::han_pairs::PAIRS;
use std::sync::OnceLock;

/// The Han character of the common block that begins at a place of a text, if one does; it takes three bytes.
#[inline]
pub(crate) fn at(text: &str, place: usize) -> Option<char> {
    let &[a, b, c] = text.as_bytes().get(place..)?.first_chunk()?;
    let bytes = u32::from_be_bytes([0, a, b, c]);
    if !(0xE4_B8_80..=0xE9_BF_BF).contains(&bytes) {
        return None;
    }
    let [a, b, c] = [a & 0x0F, b & 0x3F, c & 0x3F].map(u32::from);
    char::from_u32(a << 12 | b << 6 | c)
}

/// How many bytes a text begins with of such characters that stand for themselves.
pub(crate) fn standard_run(text: &str) -> usize {
    let is_standard = |place: &usize| at(text, *place).is_some_and(|c| standard(c) == c);
    3 * (0..).step_by(3).take_while(is_standard).count()
}

/// The character that stands for all variants of `c`.
///
/// ```
/// use offprint::internals::normal::fold;
/// assert_eq!(fold('於'), fold('于'));
/// assert_ne!(fold('水'), fold('冰'));
/// ```
#[inline]
pub(crate) fn standard(c: char) -> char {
    let place = (c as usize).wrapping_sub(FIRST);
    match VARIANTS.get_or_init(variants).get(place / 64) {
        Some(variants) if variants >> (place % 64) & 1 == 1 => standard_of_variant(c, place / PAGE),
        _ => c,
    }
}

fn standard_of_variant(c: char, page: usize) -> char {
    let (start, end) = (usize::from(STARTS[page]), usize::from(STARTS[page + 1]));
    let low = (c as usize % PAGE) as u8;
    match LOW[start..end].binary_search(&low) {
        Ok(i) => char::from_u32(u32::from(STANDARD[start + i])).unwrap_or(c),
        Err(_) => c,
    }
}

/// For each character whether it is a variant; made when it is first asked for, since it takes more of the WebAssembly
/// than what makes it. Most characters of a text are none, and this tells so at once.
static VARIANTS: OnceLock<[u64; PAGES * PAGE / 64]> = OnceLock::new();

fn variants() -> [u64; PAGES * PAGE / 64] {
    let mut variants = [0; PAGES * PAGE / 64];
    for (page, bounds) in STARTS.windows(2).enumerate() {
        for &low in &LOW[usize::from(bounds[0])..usize::from(bounds[1])] {
            let place = page * PAGE + usize::from(low);
            variants[place / 64] |= 1 << (place % 64);
        }
    }
    variants
}

const FIRST: usize = 0x4E00;
/// Characters that share all but their low byte.
const PAGE: usize = 256;
const PAGES: usize = (0xA000 - FIRST) / PAGE;
const COUNT: usize = PAIRS.len() / 6;

/// Where the variants of each page begin in the two tables below; they take less than half of what
/// a table of all characters does in the WebAssembly.
static STARTS: [u16; PAGES + 1] = {
    let mut starts = [0; PAGES + 1];
    let mut page = 1;
    while page <= PAGES {
        let mut i = starts[page - 1];
        while (i as usize) < COUNT && (scalar(i as usize * 6) as usize - FIRST) / PAGE < page {
            i += 1;
        }
        starts[page] = i;
        page += 1;
    }
    starts
};

/// The low bytes of the variants, in order.
static LOW: [u8; COUNT] = {
    let mut low = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        low[i] = scalar(i * 6) as u8;
        i += 1;
    }
    low
};

/// What stands for each.
static STANDARD: [u16; COUNT] = {
    let mut standard = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        standard[i] = scalar(i * 6 + 3);
        i += 1;
    }
    standard
};

/// The three-byte UTF-8 sequence at `at` of the pairs.
const fn scalar(at: usize) -> u16 {
    let bytes = PAIRS.as_bytes();
    (bytes[at] as u16 & 0xF) << 12
        | (bytes[at + 1] as u16 & 0x3F) << 6
        | bytes[at + 2] as u16 & 0x3F
}
