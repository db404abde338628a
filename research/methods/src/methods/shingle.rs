//! Shingles, sketched: resemblance and containment.
//!
//! Source: Andrei Broder, "On the resemblance and containment of documents" (1997), and Broder,
//! Glassman, Manasse, Zweig, "Syntactic Clustering of the Web" (1997).
//!
//! A document is the set of its *shingles*, the runs of `w = 10` adjoining words. The *resemblance*
//! of two is the Jaccard index of the sets, the *containment* the share of one set that the other
//! holds. Both are estimated from *sketches*: of the shingles' hashes, those that are 0 modulo 25.
//! Two documents are roughly the same from a resemblance of 0.5 on.
//!
//! Others choose differently which hashes to keep: Heintze (1996) the `N` smallest
//! ([`Shingle::heintze`]), Bharat and Broder (1999) the multiples of 25, at most 400
//! ([`Shingle::bharat`]).
//!
//! What the papers leave open is settled as follows: ten words are sixteen Han characters, which carry as much
//! ([`shingles`]). At most 400 means the 400 smallest. A sketch that was cut is complete up to its
//! largest hash only, so both sketches are cut there before they are compared; the rest is a
//! sample by hash of either document, and both estimates hold. Heintze leaves out frequent shingles,
//! which takes a collection to count them in; here all are kept. Containment is taken of the
//! smaller document, and from a threshold of our own on the pair is `partial`.

use super::word_runs::places;
use super::{Finding, Method, containment, jaccard, keys, shingles};
use offprint::Article;
use offprint::compare::{Comparison, Evidence, Verdict};

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shingle {
    /// Words in a shingle, 1 and more. Larger: rarer chance agreement, more shingles lost to each
    /// edit.
    pub words: u32,
    /// Hashes that are multiples of this are kept; 1 keeps all. Larger: smaller sketches, worse
    /// estimates, and short articles without a sketch.
    pub modulus: u64,
    /// Most hashes kept, the smallest. Larger: better estimates for long articles.
    pub most: usize,
    /// Resemblance from which two are `same`, 0 to 1. Larger: fewer edited copies.
    pub resemblance: f64,
    /// Containment from which one holds much of the other, 0 to 1. Larger: fewer quotations.
    pub containment: f64,
}

impl Default for Shingle {
    /// Broder's: ten words, every 25th hash, 0.5.
    fn default() -> Shingle {
        Shingle { words: 10, modulus: 25, most: usize::MAX, resemblance: 0.5, containment: 0.3 }
    }
}

impl Shingle {
    /// Heintze's selection: the `n` smallest hashes.
    pub fn heintze(n: usize) -> Shingle {
        Shingle { modulus: 1, most: n, ..Shingle::default() }
    }

    /// Bharat and Broder's selection: multiples of 25, at most 400.
    pub fn bharat() -> Shingle {
        Shingle { most: 400, ..Shingle::default() }
    }

    /// The sketch of a text; `None` if no shingle is kept.
    ///
    /// ```
    /// use offprint_methods::methods::Shingle;
    /// let all = Shingle { words: 2, modulus: 1, ..Shingle::default() };
    /// assert_eq!(all.sketch("The three dams are full").unwrap().hashes().len(), 4);
    /// assert_eq!(Shingle { most: 3, ..all }.sketch("The three dams are full").unwrap().hashes().len(), 3);
    /// assert!(all.sketch("The").is_none());
    /// ```
    pub fn sketch(&self, text: &str) -> Option<Sketch> {
        let mut hashes = shingles(text, self.words);
        hashes.retain(|hash| hash.is_multiple_of(self.modulus.max(1)));
        let cut = hashes.len() > self.most;
        hashes.truncate(self.most);
        (!hashes.is_empty()).then_some(Sketch { hashes, cut })
    }
}

/// The signature: some of a document's shingles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    hashes: Vec<u64>,
    /// Whether larger hashes were left out.
    cut: bool,
}

impl Sketch {
    /// The hashes that were kept, ascending.
    pub fn hashes(&self) -> &[u64] {
        &self.hashes
    }

    /// Estimates of resemblance and of the smaller document's containment, each 0 to 1.
    ///
    /// # Complexity
    /// Linear in the sketches.
    pub fn compare(&self, other: &Sketch) -> (f64, f64) {
        let complete = self.complete().min(other.complete());
        let [a, b] = [self, other].map(|sketch| {
            let known = sketch.hashes.partition_point(|&hash| hash <= complete);
            &sketch.hashes[..known]
        });
        (jaccard(a, b), containment(a, b))
    }

    /// The hash up to which the sketch is complete.
    fn complete(&self) -> u64 {
        match self.hashes.last() {
            Some(&last) if self.cut => last,
            _ => u64::MAX,
        }
    }
}

impl Method for Shingle {
    type Signature = Sketch;

    fn sign(&self, article: &Article) -> Option<Sketch> {
        self.sketch(&article.text)
    }

    fn compare(&self, a: Option<&Sketch>, b: Option<&Sketch>) -> Comparison {
        let (Some(a), Some(b)) = (a, b) else {
            return Comparison::unknown();
        };
        let (resemblance, containment) = a.compare(b);
        let same = Evidence::at_least("resemblance", resemblance, self.resemblance);
        let partial = Evidence::at_least("containment", containment, self.containment);
        Comparison {
            borderline: false,
            verdict: match (same.passed, partial.passed) {
                (true, _) => Verdict::Same,
                (false, true) => Verdict::Partial,
                (false, false) => Verdict::Different,
            },
            score: resemblance,
            sides: None,
            evidence: vec![same, partial],
        }
    }

    /// Every hash that is kept, as the paper's clustering sorts pairs of hash and document.
    fn read_keys(&self, sketch: &Sketch) -> Vec<String> {
        keys(sketch.hashes.iter().copied())
    }

    fn write_keys(&self, sketch: &Sketch) -> Vec<String> {
        self.read_keys(sketch)
    }

    /// Eight bytes a hash.
    fn size(&self, sketch: &Sketch) -> usize {
        sketch.hashes.len() * 8
    }

    /// The shingles of the sketch.
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let kept = self.sign(article).map_or(Vec::new(), |sketch| sketch.hashes);
        let mut found = places(&article.text, self.words);
        found.retain(|(hash, _)| kept.binary_search(hash).is_ok());
        let finding = |(hash, place)| Finding::at("shingle", hash, vec![place]);
        found.into_iter().map(finding).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::hash::hash;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_selection_keeps_what_it_says() {
        let text: String = (0..30_000).map(|i| format!("word{} ", hash([i]) % 5000)).collect();
        let all = shingles(&text, 10);
        let multiples: Vec<u64> = all.iter().copied().filter(|h| h % 25 == 0).collect();
        let kept = |method: Shingle| method.sketch(&text).unwrap().hashes;
        assert_eq!(kept(Shingle::default()), multiples);
        assert!(multiples.len() > 1000);
        assert_eq!(kept(Shingle::bharat()), multiples[..400]);
        assert_eq!(kept(Shingle::heintze(100)), all[..100]);
    }

    fn sketch(hashes: &BTreeSet<u64>, most: usize) -> Sketch {
        Sketch { hashes: hashes.iter().copied().take(most).collect(), cut: hashes.len() > most }
    }

    proptest! {
        /// Sketches that are not cut give the exact values; cut ones give those of the sets up to
        /// the hash that both know of.
        #[test]
        fn sketches_compare_as_sets(
            a in prop::collection::btree_set(0u64..60, 1..40),
            b in prop::collection::btree_set(0u64..60, 1..40),
            most in 1usize..50,
        ) {
            let bound = [&a, &b]
                .into_iter()
                .filter(|set| set.len() > most)
                .filter_map(|set| set.iter().nth(most - 1))
                .min();
            let below = |set: &BTreeSet<u64>| -> BTreeSet<u64> {
                set.iter().filter(|&x| bound.is_none_or(|bound| x <= bound)).copied().collect()
            };
            let (x, y) = (below(&a), below(&b));
            let shared = x.intersection(&y).count();
            let share = |all: usize| if all == 0 { 0.0 } else { shared as f64 / all as f64 };
            let expected = (share(x.union(&y).count()), share(x.len().min(y.len())));
            prop_assert_eq!(sketch(&a, most).compare(&sketch(&b, most)), expected);
        }
    }

    /// Both estimates from sketches are near the truth.
    #[test]
    fn sketches_estimate_the_whole() {
        let set = |range: std::ops::Range<u64>| range.map(|x| hash([x])).collect();
        let (long, short): (BTreeSet<u64>, BTreeSet<u64>) = (set(0..20_000), set(0..5_000));
        let (resemblance, containment) = sketch(&long, 1000).compare(&sketch(&short, 1000));
        assert!((resemblance - 0.25).abs() < 0.05, "{resemblance}");
        assert!(containment > 0.99, "{containment}");
    }

    #[test]
    fn what_holds_the_other_is_partial() {
        let method = Shingle::default();
        let of = |range: std::ops::Range<u64>| sketch(&range.collect(), usize::MAX);
        let verdict = |a: &Sketch, b: &Sketch| method.compare(Some(a), Some(b)).verdict;
        let whole = of(0..100);
        assert_eq!(verdict(&whole, &of(0..50)), Verdict::Same);
        assert_eq!(verdict(&whole, &of(0..49)), Verdict::Partial);
        assert_eq!(verdict(&whole, &of(90..190)), Verdict::Different);
    }
}
