//! Han characters that are variants of one another: Traditional and Simplified, Taiwan and Hong Kong forms.
//!
//! The pairs ([`crate::text::han_pairs`]) are part of the fingerprint's definition: changing them calls
//! for a new fingerprint version.

use crate::text::han_pairs::PAIRS;

/// The character that stands for all variants of `c`.
///
/// ```
/// use offprint::text::fold;
/// assert_eq!(fold('於'), fold('于'));
/// assert_ne!(fold('水'), fold('冰'));
/// ```
pub(crate) fn standard(c: char) -> char {
    let page = (c as usize).wrapping_sub(FIRST) / PAGE;
    let Some(bounds) = STARTS.get(page..page + 2) else {
        return c;
    };
    let (start, end) = (usize::from(bounds[0]), usize::from(bounds[1]));
    let low = (c as usize % PAGE) as u8;
    match LOW[start..end].binary_search(&low) {
        Ok(i) => char::from_u32(u32::from(STANDARD[start + i])).unwrap_or(c),
        Err(_) => c,
    }
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
