//! The record of what reading costs, `record.txt`, for the test that counts instructions and for `cargo xtask work`.

/// By how many percent a figure may exceed the recorded one. Larger: costs creep in unseen; smaller: another version of
/// the compiler fails it.
const MORE: u64 = 1;
/// How many of the figures are instructions; the others are bytes.
pub const INSTRUCTIONS: usize = 4;
const FIGURES: usize = INSTRUCTIONS + 3;

/// The figures of the last line of a record; `None` if it has fewer, or no reason.
pub fn figures(record: &str) -> Option<Vec<u64>> {
    let mut words = record.lines().last()?.split_whitespace().skip(1);
    let figures: Vec<u64> = words.by_ref().take(FIGURES).filter_map(|word| word.parse().ok()).collect();
    (figures.len() == FIGURES && words.next().is_some()).then_some(figures)
}

/// Says what to do if a figure exceeds the recorded one.
pub fn check(name: &str, now: u64, recorded: u64) -> Result<(), String> {
    if 100 * now <= (100 + MORE) * recorded {
        return Ok(());
    }
    Err(format!(
        "{name}: {now}, {recorded} recorded: make it smaller (callgrind of `offprint read` shows what costs instructions), or \
         record it with the reason, what it buys and who asked for it: `cargo xtask work REASON`"
    ))
}
