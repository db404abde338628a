//! Shingles (Broder, 1997): the runs of adjoining words of a text.

use offprint::internals::features::{hash_of, runs};
use offprint::internals::normal::{CharClass, normalize};
use std::ops::Range;

/// The shingles of a text as a set of hashes, ascending: every run of `words` words, or of as many Han characters as
/// carry as much, which is 8 for 5 words and 16 for 10. Empty if the text is shorter than one run. Folding is as in
/// [`text`](offprint::internals::normal), and 0 words count as 1.
///
/// # Complexity
/// `n · words` for `n` words, and a sort.
pub(super) fn shingles(text: &str, words: u32) -> Vec<u64> {
    let found = places(text, words).into_iter();
    let mut shingles: Vec<u64> = found.map(|(hash, _)| hash).collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles
}

/// Every shingle in the order of the text: its hash and its place, in bytes.
pub(super) fn places(text: &str, words: u32) -> Vec<(u64, Range<usize>)> {
    let tokens = normalize(text).tokens;
    let weight = words.max(1).saturating_mul(u32::from(CharClass::Letter.weight()));
    let shingle = |run: Range<usize>| {
        let tokens = &tokens[run];
        let place = tokens[0].start as usize..tokens[tokens.len() - 1].end as usize;
        (hash_of(tokens), place)
    };
    runs(&tokens, weight).map(shingle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shingle_of_han_characters_carries_as_much_as_one_of_words() {
        assert_eq!(shingles("All three dams are full", 4).len(), 2);
        assert_eq!(shingles("下游三座水库已经蓄满", 5).len(), 3);
        assert_eq!(shingles("The end, the end, the END", 2).len(), 2, "each once");
        assert!(shingles("too short", 3).is_empty());
    }
}
