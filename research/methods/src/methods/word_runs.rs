//! Shingles (Broder, 1997): the runs of adjoining words of a text.

use offprint::internals::features::{hash_of, runs};
use offprint::internals::normal::{CharClass, normalize};

/// The shingles of a text as a set of hashes, ascending: every run of `words` words, or of as many Han characters as
/// carry as much, which is 8 for 5 words and 16 for 10. Empty if the text is shorter than one run. Folding is as in
/// [`text`](offprint::internals::normal), and 0 words count as 1.
///
/// # Complexity
/// `n · words` for `n` words, and a sort.
pub(super) fn shingles(text: &str, words: u32) -> Vec<u64> {
    let tokens = normalize(text).tokens;
    let weight = words.max(1).saturating_mul(u32::from(CharClass::Letter.weight()));
    let mut shingles: Vec<u64> = runs(&tokens, weight).map(|run| hash_of(&tokens[run])).collect();
    shingles.sort_unstable();
    shingles.dedup();
    shingles
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
