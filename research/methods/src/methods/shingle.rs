//! Shingles, sketched: resemblance and containment.
//!
//! Source: Andrei Broder, "On the resemblance and containment of documents" (1997), and Broder,
//! Glassman, Manasse, Zweig, "Syntactic Clustering of the Web" (1997).
//!
//! A document is the set of its *shingles*, the runs of `w = 10` adjoining words. The *resemblance* of two is the
//! Jaccard index of the sets, the *containment* the share of one set that the other holds. Both are estimated from
//! *sketches*: the shingles' hashes that are 0 modulo 25. Two documents are roughly the same from a resemblance of 0.5
//! on.
//!
//! What the papers leave open is settled as follows: ten words are sixteen Han characters, which carry as much
//! ([`shingles`]). Containment is taken of the smaller document. From a threshold of our own on, it makes the pair
//! `partial`.

use super::{Method, containment, decided, jaccard, keys, shingles};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};

/// Words in a shingle. Larger: rarer chance agreement, more shingles lost to each edit.
const WORDS: u32 = 10;
/// Hashes that are multiples of this are kept. Larger: smaller sketches, worse estimates, and short articles without a
/// sketch.
const MODULUS: u64 = 25;
/// The least resemblance at which two are `same`. Larger: fewer edited copies.
const RESEMBLANCE: f64 = 0.5;
/// The least containment at which one holds much of the other. Larger: fewer quotations.
const CONTAINMENT: f64 = 0.3;

/// The method.
#[derive(Debug, Clone, Copy, Default)]
pub struct Shingle;

impl Method for Shingle {
    /// The sketch: the hashes that are kept, ascending.
    type Signature = Vec<u64>;

    fn sign(&self, article: &Article) -> Option<Vec<u64>> {
        let mut hashes = shingles(&article.text, WORDS);
        hashes.retain(|hash| hash.is_multiple_of(MODULUS));
        (!hashes.is_empty()).then_some(hashes)
    }

    fn compare(&self, a: &Vec<u64>, b: &Vec<u64>) -> Comparison {
        let (resemblance, containment) = (jaccard(a, b), containment(a, b));
        let same = Evidence::at_least("resemblance", resemblance, RESEMBLANCE);
        let partial = Evidence::at_least("containment", containment, CONTAINMENT);
        decided(same.passed, partial.passed, resemblance, vec![same, partial])
    }

    /// Every hash that is kept, as the paper's clustering sorts pairs of hash and document.
    fn read_keys(&self, sketch: &Vec<u64>) -> Vec<String> {
        keys(sketch.iter().copied())
    }

    /// Eight bytes a hash.
    fn size(&self, sketch: &Vec<u64>) -> usize {
        sketch.len() * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;

    #[test]
    fn a_sketch_keeps_every_25th_shingle() {
        let text: String = (0..30_000).map(|i| format!("word{} ", i * 7919 % 5000 + i % 7)).collect();
        let multiples: Vec<u64> = shingles(&text, 10).into_iter().filter(|hash| hash % 25 == 0).collect();
        assert!(multiples.len() > 1000);
        assert_eq!(Shingle.sign(&Article::of_text(String::new(), text)), Some(multiples));
    }

    #[test]
    fn what_holds_the_other_is_partial() {
        let verdict =
            |a: std::ops::Range<u64>, b: std::ops::Range<u64>| Shingle.compare(&a.collect(), &b.collect()).verdict;
        assert_eq!(verdict(0..100, 0..50), Verdict::Same);
        assert_eq!(verdict(0..100, 0..49), Verdict::Partial);
        assert_eq!(verdict(0..100, 90..190), Verdict::Different);
    }
}
