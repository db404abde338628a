//! How rare facts are, in steps, by the number of texts that contain them.
//!
//! `cargo research rarities FOLDER` makes the table from a folder of texts; a text contributes only to the counts. For
//! each of the most common facts the table has four little-endian bytes: the leading 29 bits of its hash and three bits
//! for its step, ascending. Facts that are not in it are rare.

/// Steps of ln(N ÷ n), where n of N texts contain the fact; facts below the first step are commonplace. More steps:
/// facts of a common event are distinguished slightly better from facts of one report, but the table grows.
#[cfg_attr(not(feature = "internals"), allow(dead_code))]
pub const STEPS: [f64; 6] = [1.0, 1.75, 2.5, 3.25, 4.0, 4.75];
/// The step of facts that are not in the table.
pub const RAREST: u8 = 5;
/// The weight of a fact of each step, in tenths: ln(N ÷ n) in the middle of the step.
pub const WEIGHTS: [u32; 6] = [14, 21, 29, 36, 44, 63];

static TABLE: &[u8] = include_bytes!("data/rarity.bin");

/// How rare a fact is, from 0 to [`RAREST`]; `None` if it is commonplace.
pub(crate) fn rarity(key: u64) -> Option<u8> {
    let entries = TABLE.as_chunks::<4>().0;
    let step = match entries.binary_search_by_key(&((key >> 35) as u32), |entry| u32::from_le_bytes(*entry) >> 3) {
        Ok(place) => entries[place][0] & 7,
        Err(_) => RAREST + 1,
    };
    step.checked_sub(1)
}

/// The entry of a fact that `of` of `texts` contain; `None` if it is rare.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub fn entry(key: u64, of: usize, texts: usize) -> Option<u32> {
    let idf = ((texts as f64 + 1.0) / (of as f64 + 0.5)).ln();
    let step = STEPS.iter().take_while(|&&step| idf >= step).count() as u32;
    (step < STEPS.len() as u32).then_some(((key >> 35) as u32) << 3 | step)
}
