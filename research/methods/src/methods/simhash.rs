//! Simhash.
//!
//! Source: Moses Charikar, "Similarity Estimation Techniques from Rounding Algorithms" (2002), as
//! used by Gurmeet Singh Manku, Arvind Jain, Anish Das Sarma, "Detecting Near-Duplicates for Web
//! Crawling" (2007).
//!
//! Every feature of a document has a weight and a hash of 64 bits. For each bit, the weights of the features that have
//! it set are added and the weights of the others subtracted; the bit of the fingerprint is 1 if the sum is positive.
//! Two documents are near-duplicates if their fingerprints differ in at most `k = 3` bits. To find them, the 64 bits
//! are split in four blocks of 16: three differing bits leave one block as it is.
//!
//! What the paper leaves open is settled as follows: features are [`terms()`], pairs of Han characters or words, and
//! the weight is how often a term occurs, so that no collection is needed. A sum of 0 gives a bit of 0. The keys are
//! the four blocks, which is exact for `k = 3`. But 16 bits are short for a key, so beyond a million articles the
//! paper's tables of longer keys are the better choice.
//!
//! The implementation is our own since it is only a few lines, and must give the same bits on every platform.

use super::{Method, keys, terms};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};

/// Blocks that keys are made of, of 16 bits each.
const BLOCKS: u32 = 4;

/// The most differing bits at which two are `same`. Larger: more edited copies, and more chance agreement; beyond 3 the
/// keys lose some.
const DISTANCE: u32 = 3;

/// The method.
#[derive(Debug, Clone, Copy)]
pub struct SimHash;

/// The simhash of features, each a hash and a weight.
///
/// # Complexity
/// 64 additions per feature.
fn simhash(features: impl IntoIterator<Item = (u64, i64)>) -> u64 {
    let mut sums = [0i64; 64];
    for (hash, weight) in features {
        for (bit, sum) in sums.iter_mut().enumerate() {
            *sum += if hash >> bit & 1 == 1 { weight } else { -weight };
        }
    }
    let set = |bit: usize| u64::from(sums[bit] > 0) << bit;
    (0..64).map(set).sum()
}

impl Method for SimHash {
    type Signature = u64;

    fn sign(&self, article: &Article) -> Option<u64> {
        let terms = terms(&article.text);
        // A term that occurs twice is added twice: that is its weight.
        (!terms.is_empty()).then(|| simhash(terms.iter().map(|term| (term.hash, 1))))
    }

    fn compare(&self, a: &u64, b: &u64) -> Comparison {
        let differing = (a ^ b).count_ones();
        let evidence = Evidence::at_most("hamming-distance", f64::from(differing), f64::from(DISTANCE));
        // Half of the bits differ between unrelated texts.
        Comparison::same_if(evidence, 1.0 - f64::from(differing.min(32)) / 32.0)
    }

    fn read_keys(&self, signature: &u64) -> Vec<String> {
        let block = |i: u32| u64::from(i) << 16 | (signature >> (16 * i) & 0xFFFF);
        keys((0..BLOCKS).map(block))
    }

    fn size(&self, _: &u64) -> usize {
        8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn four_differing_bits_can_spoil_all_blocks() {
        assert!(!SimHash.finds(&0, &(1 | 1 << 16 | 1 << 32 | 1 << 48)));
    }

    proptest! {
        #[test]
        fn any_two_within_three_bits_share_a_key(a: u64, i in 0..64u32, j in 0..64u32, k in 0..64u32) {
            prop_assert!(SimHash.finds(&a, &(a ^ (1u64 << i | 1 << j | 1 << k))));
        }

        /// Bit by bit, by the definition.
        #[test]
        fn every_bit_is_a_vote(features in prop::collection::vec((any::<u64>(), 1i64..9), 1..20)) {
            let hash = simhash(features.clone());
            for bit in 0..64 {
                let (set, all) = features.iter().fold((0, 0), |(set, all), (h, w)| {
                    (set + (h >> bit & 1) as i64 * w, all + w)
                });
                prop_assert_eq!(hash >> bit & 1 == 1, 2 * set > all);
            }
        }
    }
}
