//! MinHash with locality-sensitive hashing, which most pipelines for training data use.
//!
//! Source: Broder (1997) for the minima; Piotr Indyk, Rajeev Motwani, "Approximate Nearest
//! Neighbors" (1998) for the bands.
//!
//! The share of equal minima under 128 permutations estimates the Jaccard index of two sets of
//! shingles; from 0.7 on two documents are the same. To find them, the 128 minima are split in
//! `b = 32` bands of `r = 4`: two documents share a key if a band is equal, which has a probability
//! of `1 − (1 − J⁴)³²`. That is the S-curve: 0.05 for `J = 0.2`, 0.56 for 0.4, 0.99 for 0.6 and
//! 0.9998 for 0.7, so of the pairs at the threshold two in ten thousand are lost.
//!
//! Our reading: in practice, shingles have 3 to 13 words. Here they have 3 words or five Han characters, since longer
//! ones lose copies with a few edits. 32 bits of each minimum are kept.

use super::{Method, keys, minima, minima::equal, shingles};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};
use offprint::internals::hash::hash;

/// Permutations. Larger: better estimates; at 128 their standard error is 0.04.
const PERMUTATIONS: usize = 128;
/// Words in a shingle. Larger: rarer chance agreement, more shingles lost to each edit.
const WORDS: u32 = 3;
/// Minima in a band.
const ROWS: usize = 4;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MinHash {
    /// The least Jaccard index at which two are `same`, 0 to 1. Larger: fewer edited copies.
    pub jaccard: f64,
}

impl Default for MinHash {
    fn default() -> MinHash {
        MinHash { jaccard: 0.7 }
    }
}

impl Method for MinHash {
    type Signature = [u32; PERMUTATIONS];

    fn sign(&self, article: &Article) -> Option<[u32; PERMUTATIONS]> {
        let minima: [u64; PERMUTATIONS] = minima(&shingles(&article.text, WORDS))?;
        // The leading bits of a minimum are 0 more often than not.
        Some(minima.map(|minimum| minimum as u32))
    }

    fn compare(&self, a: &[u32; PERMUTATIONS], b: &[u32; PERMUTATIONS]) -> Comparison {
        let jaccard = equal(a, b) as f64 / PERMUTATIONS as f64;
        let evidence = Evidence::at_least("jaccard", jaccard, self.jaccard);
        Comparison::same_if(evidence, jaccard)
    }

    fn read_keys(&self, signature: &[u32; PERMUTATIONS]) -> Vec<String> {
        let bands = signature.chunks(ROWS).enumerate();
        keys(bands.map(|(i, band)| hash([i as u64].into_iter().chain(band.iter().map(|&minimum| u64::from(minimum))))))
    }

    fn size(&self, _: &[u32; PERMUTATIONS]) -> usize {
        PERMUTATIONS * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The S-curve of the module's documentation, met by sets that have the Jaccard index exactly.
    #[test]
    fn keys_are_shared_along_the_curve() {
        const TRIALS: u64 = 500;
        let method = MinHash::default();
        for (shared, probability) in [(20, 0.05), (40, 0.56), (60, 0.99), (70, 1.0)] {
            let own = (100 - shared) / 2;
            let found = (0..TRIALS).filter(|&trial| {
                let keys = |lacking: std::ops::Range<u64>| {
                    let all = (0..100).filter(|x| !lacking.contains(x));
                    let set: Vec<u64> = all.map(|x| hash([trial, x])).collect();
                    let minima: [u64; PERMUTATIONS] = minima(&set).unwrap();
                    method.read_keys(&minima.map(|minimum| minimum as u32))
                };
                let written = keys(0..own);
                keys(own..2 * own).iter().any(|key| written.contains(key))
            });
            let share = found.count() as f64 / TRIALS as f64;
            assert!((share - probability).abs() < 0.06, "{share}, not {probability}");
        }
    }
}
