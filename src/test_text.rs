//! Made-up texts for tests: of any length, all different, and the same in every run.

use std::ops::Range;

/// A report in English.
pub const REPORT: [&str; 4] = [
    "The lock at Amblefoot opened again on Monday, eleven weeks after a coal barge had bent its lower gate.",
    "Until then boats had been lifted around it by a crane that belongs to a circus and winters in the town.",
    "The keeper counted forty boats on the first day and gave each skipper a paper flag from the year 1951.",
    "Next spring the upper gate is to be renewed as well, for which the circus has already offered its crane.",
];

/// Sentences of thirty Han characters, a different one for each number. Two texts share the sentences whose numbers are
/// in both ranges.
pub fn sentences(range: Range<u32>) -> String {
    let sentences = range.map(|i| (0..30).filter_map(move |n| char::from_u32(0x4E00 + (i * 97 + n * 389) % 20_000)));
    sentences.flat_map(|sentence| sentence.chain(['。'])).collect()
}

/// Pseudo-random Han characters, different for each seed.
pub fn characters(seed: u32, length: u32) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9) ^ 0x5DEE_CE66;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from_u32(0x4E00 + (state >> 8) % 20_000)
    };
    (0..length).filter_map(|_| next()).collect()
}

/// The text with every `every`th character replaced, beginning with the first.
pub fn edited(text: &str, every: usize) -> String {
    text.chars().enumerate().map(|(i, c)| if i % every == 0 { '改' } else { c }).collect()
}

/// The rows of a table in `tests/tables`: what is read, and what is expected. Comments and empty lines are skipped.
pub fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).map(|row| {
        let (read, expected) = row.split_once(" =>").unwrap_or_else(|| panic!("not a row: {row}"));
        (read, expected.trim_start())
    })
}
