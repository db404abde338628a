//! Supershingles.
//!
//! Source: Dennis Fetterly, Mark Manasse, Marc Najork, "On the Evolution of Clusters of
//! Near-Duplicate Web Pages" (2003), after Broder.
//!
//! A shingle is five adjoining words. Under each of 84 permutations, the smallest of the shingles' hashes is taken.
//! Every 14 of these are hashed together to one *supershingle*, so there are 6; two documents are the same if 2
//! supershingles are equal. One is equal with a probability of `J¹⁴` for a Jaccard index `J`, so two of six are equal
//! with 0.88 for `J = 0.95`, and with 0.03 for `J = 0.80`.
//!
//! What the paper leaves open is settled as follows: five words are eight Han characters, which carry as much
//! ([`shingles`]). The paper stores the 15 pairs of supershingles, its *megashingles*, to look
//! copies up by; they are the keys here: two articles share one exactly if they compare as
//! the same. An article shorter than one shingle has no signature.

use super::{Method, keys, minima, minima::equal, shingles};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};
use offprint::internals::hash::hash;

/// Permutations. Each gives one minimum.
const SAMPLES: usize = 84;
/// Supershingles, each of [`SAMPLES`] / 6 = 14 minima.
const SUPERSHINGLES: usize = 6;

/// Words in a shingle. Larger: rarer chance agreement, more shingles lost to each edit.
const WORDS: u32 = 5;
/// The fewest equal supershingles at which two are `same`. Larger: fewer edited copies; copies are looked up by two, so
/// with 1 they are not all found.
const EQUAL: usize = 2;

/// The Supershingle.
#[derive(Debug, Clone, Copy)]
pub struct Supershingle;

/// The supershingles of a set of shingles; `None` if it is empty.
fn supershingles(shingles: &[u64]) -> Option<[u64; SUPERSHINGLES]> {
    const EACH: usize = SAMPLES / SUPERSHINGLES;
    let minima: [u64; SAMPLES] = minima(shingles)?;
    Some(std::array::from_fn(|i| hash(minima[i * EACH..(i + 1) * EACH].iter().copied())))
}

impl Method for Supershingle {
    type Signature = [u64; SUPERSHINGLES];

    fn sign(&self, article: &Article) -> Option<[u64; SUPERSHINGLES]> {
        supershingles(&shingles(&article.text, WORDS))
    }

    fn compare(&self, a: &[u64; SUPERSHINGLES], b: &[u64; SUPERSHINGLES]) -> Comparison {
        let equal = equal(a, b) as f64;
        let evidence = Evidence::at_least("supershingles", equal, EQUAL as f64);
        Comparison::same_if(evidence, equal / SUPERSHINGLES as f64)
    }

    fn read_keys(&self, signature: &[u64; SUPERSHINGLES]) -> Vec<String> {
        let pairs = (0..SUPERSHINGLES).flat_map(|i| (0..i).map(move |j| (i, j)));
        keys(pairs.map(|(i, j)| hash([i as u64, j as u64, signature[i], signature[j]])))
    }

    fn size(&self, _: &[u64; SUPERSHINGLES]) -> usize {
        SUPERSHINGLES * 8
    }

    /// The six hashes.
    fn slots(&self, signature: &[u64; SUPERSHINGLES]) -> Vec<u64> {
        signature.to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;
    use proptest::prelude::*;

    /// The specified probabilities of being found alike, met by sets of shingles that have the
    /// Jaccard index exactly.
    #[test]
    fn alike_with_the_specified_probability() {
        const TRIALS: u64 = 1000;
        for (own, probability) in [(5, 0.879), (10, 0.415), (20, 0.026)] {
            let alike = (0..TRIALS).filter(|&trial| {
                // 200 in all; each side lacks those that only the other has.
                let set = |lacking: std::ops::Range<u64>| -> Vec<u64> {
                    let all = (0..200).filter(|x| !lacking.contains(x));
                    all.map(|x| hash([trial, x])).collect()
                };
                let a = supershingles(&set(0..own)).unwrap();
                let b = supershingles(&set(own..2 * own)).unwrap();
                Supershingle.compare(&a, &b).verdict == Verdict::Same
            });
            let share = alike.count() as f64 / TRIALS as f64;
            assert!((share - probability).abs() < 0.04, "{share}, not {probability}");
        }
    }

    proptest! {
        /// The keys lose no pair that reaches the threshold.
        #[test]
        fn sharing_a_key_is_being_alike(a: [bool; 6], b: [bool; 6]) {
            let [a, b] = [a, b].map(|bits| bits.map(u64::from));
            prop_assert_eq!(Supershingle.finds(&a, &b), Supershingle.compare(&a, &b).verdict == Verdict::Same);
        }
    }
}
