//! SpotSigs.
//!
//! Source: Martin Theobald, Jonathan Siddharth, Andreas Paepcke, "SpotSigs: Robust and Efficient
//! Near Duplicate Detection in Large Web Collections" (2008).
//!
//! Running text is full of small words; navigation and advertisements are not. At every such *antecedent* a *spot
//! signature* is taken: the antecedent, and a chain of `c` words after it, every `d`-th, antecedents not counted. With
//! `d = 1`, as here, and `c = 2`, "a rally to kick off the campaign" has `a:rally:kick`, `to:kick:off`, and for "the"
//! nothing, since the text ends. Two documents are the same if the Jaccard index of their multi-sets of signatures (the
//! sum of the smaller counts divided by the sum of the larger ones) is at least `τ`.
//!
//! The paper finds the pairs without comparing all. The index is at most the ratio of the two sizes, so only documents
//! of similar sizes are compared. And lists of documents by signature are searched from the rarest on, until those left
//! cannot reach `τ`. The keys here do the latter: they are the first `n − ⌈τn⌉ + 1` of all `n` signatures ordered by
//! hash. Any two documents that reach `τ` share one of these.
//!
//! What the paper leaves open is settled as follows: the antecedents are articles and forms of "be", "do" and
//! "have" and the like. A chain that the text's end cuts is left out. `τ` is 0.7, coarsely
//! calibrated.
//!
//! Chinese is outside the paper. Here antecedents are also single characters in place of such words, 的 了 是 在 和 and so
//! on, wherever they occur, since 和 in 和平 cannot be distinguished from the word. A chain has as many Han characters as
//! carry as much as `c` words, four for two. Texts in other scripts have almost no antecedents, and mostly no
//! signature.

use super::{Finding, Method, jaccard, keys};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};
use offprint::internals::hash::hash;
use offprint::internals::normal::{CharClass, Token, normalize};
use std::ops::Range;
use std::sync::LazyLock;

/// Words that signatures begin at.
const ANTECEDENTS: &str = "a an the this that these those is are was were be been being do does did have has had \
    can could will would said to of in 的 了 是 在 和 有 与 为 对 也 将 从 被 就 这 他 们 不";

/// The hashes of their tokens, ascending.
static ANTECEDENT_HASHES: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let tokens = normalize(ANTECEDENTS).tokens;
    let mut hashes: Vec<u64> = tokens.iter().map(|token| token.hash).collect();
    hashes.sort_unstable();
    hashes
});

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SpotSigs {
    /// Words in a chain, 1 and more. Larger: rarer chance agreement, more chains lost to each edit.
    pub chain: u32,
    /// The least Jaccard index at which two are `same`, 0 to 1. Larger: fewer edited copies.
    pub jaccard: f64,
}

impl Default for SpotSigs {
    fn default() -> SpotSigs {
        SpotSigs { chain: 2, jaccard: 0.7 }
    }
}

impl SpotSigs {
    /// The multi-set of a text's spot signatures as a set, ascending: the hash of a signature and of how often it came
    /// before, so that two such sets have the Jaccard index of the multi-sets.
    ///
    /// # Complexity
    /// `n · chain` for `n` words, and a sort.
    fn spots(&self, text: &str) -> Vec<u64> {
        let found = self.places(text).into_iter();
        let mut spots: Vec<u64> = found.map(|(spot, _)| spot).collect();
        spots.sort_unstable();
        let mut numbered: Vec<u64> = spots
            .chunk_by(|a, b| a == b)
            .flat_map(|equal| (0..).zip(equal).map(|(before, &spot)| hash([spot, before])))
            .collect();
        numbered.sort_unstable();
        numbered
    }

    /// Every signature in the order of the text, and its place, in bytes.
    fn places(&self, text: &str) -> Vec<(u64, Range<usize>)> {
        let tokens = normalize(text).tokens;
        let starts = tokens.iter().enumerate().filter(|(_, token)| is_antecedent(token));
        let spot = |(i, token): (usize, &Token)| self.spot(token, &tokens[i + 1..]);
        starts.filter_map(spot).collect()
    }

    /// The signature of an antecedent and what follows it; `None` if that is too short.
    fn spot(&self, antecedent: &Token, after: &[Token]) -> Option<(u64, Range<usize>)> {
        let least = self.chain.saturating_mul(u32::from(CharClass::Letter.weight()));
        let words = after.iter().filter(|token| !is_antecedent(token));
        let mut weight = 0;
        let mut spot = vec![antecedent.hash];
        for token in words {
            weight += u32::from(token.weight);
            spot.push(token.hash);
            if weight >= least {
                return Some((hash(spot), antecedent.start as usize..token.end as usize));
            }
        }
        None
    }
}

fn is_antecedent(token: &Token) -> bool {
    ANTECEDENT_HASHES.binary_search(&token.hash).is_ok()
}

impl Method for SpotSigs {
    type Signature = Vec<u64>;

    fn sign(&self, article: &Article) -> Option<Vec<u64>> {
        Some(self.spots(&article.text)).filter(|spots| !spots.is_empty())
    }

    fn compare(&self, a: &Vec<u64>, b: &Vec<u64>) -> Comparison {
        let jaccard = jaccard(a, b);
        let evidence = Evidence::at_least("spots", jaccard, self.jaccard);
        Comparison::same_if(evidence, jaccard)
    }

    fn read_keys(&self, spots: &Vec<u64>) -> Vec<String> {
        // A share of exactly the threshold counts, however binary fractions round it.
        let shared = (self.jaccard * spots.len() as f64 - 1e-9).ceil() as usize;
        let prefix = (spots.len() + 1).saturating_sub(shared.max(1));
        keys(spots[..prefix].iter().copied())
    }

    /// Eight bytes per signature.
    fn size(&self, spots: &Vec<u64>) -> usize {
        spots.len() * 8
    }

    /// The spot signatures.
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let found = self.places(&article.text).into_iter();
        found.map(|(spot, place)| Finding::at("spot", spot, vec![place])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;
    use proptest::prelude::*;

    #[test]
    fn chains_skip_antecedents() {
        let spot = |chain, text| SpotSigs { chain, ..SpotSigs::default() }.spots(text);
        // Only "the" begins a chain in all of these; "of" begins one that the end cuts.
        let near = spot(2, "the dam of Hill");
        assert_eq!(near.len(), 1);
        assert_eq!(near, spot(2, "the dam Hill"));
        assert_ne!(near, spot(2, "a dam Hill"));
        assert!(spot(3, "the dam of Hill").is_empty());
        assert_eq!(spot(2, "At a rally to kick off the campaign").len(), 2);
        assert_eq!(spot(2, "水库的蓄水已经恢复").len(), 1);
        assert!(spot(2, "Home | News | Sport | Weather | Contact").is_empty());
    }

    #[test]
    fn a_signature_that_comes_twice_counts_twice() {
        let method = SpotSigs { chain: 1, ..SpotSigs::default() };
        let [a, b] = ["the x the x the y", "the x the y the y the z"].map(|text| method.spots(text));
        // x and y of x, x, y, y, z.
        assert_eq!(jaccard(&a, &b), 2.0 / 5.0);
    }

    proptest! {
        /// The keys lose no pair that reaches the threshold.
        #[test]
        fn alike_share_a_key(
            a in prop::collection::btree_set(0u64..40, 1..30),
            b in prop::collection::btree_set(0u64..40, 1..30),
            jaccard in 0.01f64..1.0,
        ) {
            let method = SpotSigs { jaccard, ..SpotSigs::default() };
            let [a, b] = [a, b].map(|set| set.into_iter().collect::<Vec<_>>());
            prop_assert!(method.finds(&a, &b) || method.compare(&a, &b).verdict != Verdict::Same);
        }
    }
}
