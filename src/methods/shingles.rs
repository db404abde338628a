//! Shingles (Broder, 1997): the runs of adjoining words of a text.

use crate::features::runs;
use crate::hash::hash;
use crate::text::{Kind, normalize};

/// The shingles of a text as a set of hashes, ascending: every run of `words` words, or of as many
/// Han characters as tell as much, which is 8 for 5 words and 16 for 10. Empty if the text is
/// shorter than one run. Folding is that of [`text`](crate::text), and 0 words are taken for 1.
///
/// # Complexity
/// `n · words` for `n` words, and a sort.
///
/// ```
/// use offprint::methods::shingles;
/// assert_eq!(shingles("All three dams are full", 4).len(), 2);
/// assert_eq!(shingles("下游三座水库已经蓄满", 5).len(), 3);
/// assert_eq!(shingles("The end, the end, the END", 2).len(), 2, "each once");
/// assert!(shingles("too short", 3).is_empty());
/// ```
pub fn shingles(text: &str, words: u32) -> Vec<u64> {
    let units = normalize(text).units;
    let weight = words
        .max(1)
        .saturating_mul(u32::from(Kind::Letter.weight()));
    let mut shingles: Vec<u64> = runs(&units, weight)
        .map(|run| hash(units[run].iter().map(|unit| unit.hash)))
        .collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}
