//! Term vectors: the heaviest terms of a text, compared by cosine and by their positions.
//!
//! Source: Cao Yujuan et al., "DDW" (Detect near-Duplicate WebPages, 2009).
//!
//! 1. The body is found by a classifier of blocks; here it is the reader's own.
//! 2. A text becomes a vector of its terms, each with a weight by TF-IDF. Unlike I-Match the vector
//!    is not hashed: terms, weights and positions are kept.
//! 3. An inverted index leads from each term to the texts that have it.
//! 4. A text is looked up by its `n` heaviest terms. A text found there is a near duplicate if the cosine
//!    of the two vectors exceeds a threshold.
//!
//! What the paper leaves open is settled as follows: the weight of a term is `tf · ln(N ÷ n)`, with the logarithm from
//! an [`IdfTable`](super::IdfTable). The copy of the paper that we have lacks `n` and the threshold. The 20 terms in a
//! vector and the cosine of 0.9 come from the sister paper by the same authors (2011), and the heaviest 5 of the 20 are
//! looked up. The paper keeps positions without saying what for; the sister paper does: the places of a shared term
//! must all differ by one shift, within a mean spread. Here, terms that occur once must also move together. Terms are
//! those of [`TermKind`]; the paper prefers words of several characters to single ones, by a dictionary. Among terms of
//! equal weight those with the smaller hash are kept, which are the same in every copy, wherever they occur. A text
//! with fewer terms than the vector has dimensions has none.

use super::spread::spread;
use super::{Method, TermKind, above, decided, keys};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};
use std::cmp::Reverse;

/// Terms in a vector. Larger: survives more edits, and takes more room.
const DIMENSIONS: usize = 20;
/// How many of the heaviest terms a text is looked up by. Smaller: quicker, but copies whose heaviest terms changed
/// places with others are missed; with all of the dimensions none is.
const QUERIED: usize = 5;
/// Cosine above which two texts can be the same. Larger: misses edited copies; smaller: takes texts on one subject for
/// the same.
const COSINE: f64 = 0.9;
/// Largest spread of the shared terms' places, as a share of the shorter text's terms. Larger: re-ordered copies, and
/// other texts on one subject, are the same.
const SPREAD: f64 = 0.05;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct TermVector {
    /// What a term is.
    pub terms: TermKind,
}

/// The signature: the heaviest terms of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// Terms in the text.
    pub length: u32,
    /// Heaviest first; with equal weight, the smaller hash first.
    pub dimensions: Vec<Dimension>,
}

/// One term of a vector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dimension {
    /// Its hash.
    pub term: u64,
    /// How often it occurs times its IDF in thousandths.
    pub weight: u32,
    /// Which terms of the text it is, ascending, counted from 0.
    pub positions: Vec<u32>,
}

impl TermVector {
    /// The vector of a text; `None` if it has fewer different terms than dimensions.
    ///
    /// # Complexity
    /// As for sorting the terms of the text.
    fn vector(&self, text: &str) -> Option<Vector> {
        let mut terms = self.terms.terms(text);
        let length = terms.len() as u32;
        let table = self.terms.idf();
        terms.sort_unstable_by_key(|term| (term.hash, term.position));
        let mut dimensions: Vec<Dimension> = terms
            .chunk_by(|a, b| a.hash == b.hash)
            .map(|same| Dimension {
                term: same[0].hash,
                weight: (same.len() as u32).saturating_mul(table.idf(same[0].hash).into()),
                positions: same.iter().map(|term| term.position).collect(),
            })
            .collect();
        dimensions.sort_unstable_by_key(|d| (Reverse(d.weight), d.term));
        dimensions.truncate(DIMENSIONS);
        (dimensions.len() == DIMENSIONS).then_some(Vector { length, dimensions })
    }
}

impl Vector {
    /// The cosine of two vectors, 0 to 1; 0 if they share no term.
    ///
    /// # Complexity
    /// The product of the dimensions.
    pub fn cosine(&self, other: &Vector) -> f64 {
        // Whole numbers, so that the order of the terms does not matter.
        let product = |x: &Dimension, y: &Dimension| u128::from(x.weight) * u128::from(y.weight);
        let square = |v: &Vector| v.dimensions.iter().map(|d| product(d, d)).sum::<u128>() as f64;
        let lengths = (square(self) * square(other)).sqrt();
        let dot: u128 = self.shared(other).map(|(x, y)| product(x, y)).sum();
        if lengths > 0.0 {
            // Rounding could put it above.
            (dot as f64 / lengths).min(1.0)
        } else {
            0.0
        }
    }

    /// How far the places of the shared terms are from differing by one shift, as a share of the
    /// shorter text; `None` if no term is shared.
    pub fn spread(&self, other: &Vector) -> Option<f64> {
        let places = self.shared(other).map(|(x, y)| (&x.positions[..], &y.positions[..]));
        let spread = spread(places)?;
        Some(spread / f64::from(self.length.min(other.length).max(1)))
    }

    /// The dimensions that two vectors share.
    fn shared<'a>(&'a self, other: &'a Vector) -> impl Iterator<Item = (&'a Dimension, &'a Dimension)> {
        self.dimensions.iter().filter_map(|x| {
            let same = other.dimensions.iter().find(|y| y.term == x.term);
            same.map(|y| (x, y))
        })
    }
}

impl Method for TermVector {
    type Signature = Vector;

    fn sign(&self, article: &Article) -> Option<Vector> {
        self.vector(&article.text)
    }

    fn compare(&self, a: &Vector, b: &Vector) -> Comparison {
        let cosine = above("term-cosine", a.cosine(b), COSINE);
        let spread = a.spread(b).map(|spread| Evidence::at_most("position-spread", spread, SPREAD));
        let in_place = spread.as_ref().is_some_and(|spread| spread.passed);
        let score = cosine.value * if in_place { 1.0 } else { 0.5 };
        decided(cosine.passed && in_place, false, score, std::iter::once(cosine).chain(spread).collect())
    }

    fn read_keys(&self, vector: &Vector) -> Vec<String> {
        keys(vector.dimensions[..QUERIED].iter().map(|dimension| dimension.term))
    }

    fn write_keys(&self, vector: &Vector) -> Vec<String> {
        keys(vector.dimensions.iter().map(|dimension| dimension.term))
    }

    /// Hash, weight and count of each term, four bytes per position; length, kind of terms and version of their table.
    fn size(&self, vector: &Vector) -> usize {
        let dimensions = vector.dimensions.iter();
        let terms: usize = dimensions.map(|d| 8 + 4 + 2 + 4 * d.positions.len()).sum();
        terms + 4 + 1 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;
    use offprint::internals::hash::hash_str;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    const TEXT: &str = "The ferry to the outer islands runs again from Monday, the harbour office said. \
        The engine of the ferry was rebuilt over the winter at a yard in the north, and its crew \
        has practised docking in cross winds. Fares for the ferry stay as they were. The islands had asked \
        for a later ferry on Fridays; the harbour office wants to decide in May.";

    const OTHER: &str = "A baker in the old town has won this year's prize for rye bread, which the guild \
        awards every spring to the one who bakes it best without any yeast. The jury of five praised its \
        crust. He learned the trade from his aunt and means to spend the money on a second oven.";

    fn vector(text: &str) -> Vector {
        TermVector::default().vector(text).expect("text enough")
    }

    fn verdict(a: &str, b: &str) -> Comparison {
        TermVector::default().compare(&vector(a), &vector(b))
    }

    #[test]
    fn a_copy_with_a_credit_is_the_same() {
        let copy = format!("By our own reporter. {TEXT}");
        assert_eq!(verdict(TEXT, &copy).verdict, Verdict::Same);
        assert_eq!(verdict(TEXT, TEXT).score, 1.0);
    }

    /// Only terms that occur more than once are evidence: each may have a shift of its own.
    #[test]
    fn another_order_of_the_same_terms_is_different() {
        let turned = verdict(&format!("{TEXT} {OTHER} {TEXT}"), &format!("{TEXT} {TEXT} {OTHER}"));
        assert_eq!([turned.evidence[0].passed, turned.evidence[1].passed], [true, false]);
        assert_eq!(turned.verdict, Verdict::Different);
        assert!(turned.score < verdict(TEXT, TEXT).score);
    }

    #[test]
    fn another_text_is_different() {
        let verdict = verdict(TEXT, OTHER);
        assert_eq!(verdict.verdict, Verdict::Different);
        assert!(verdict.score < 0.3);
    }

    #[test]
    fn the_heaviest_terms_come_first_with_all_their_positions() {
        let dimensions = vector(TEXT).dimensions;
        assert_eq!(dimensions.len(), 20);
        assert!(dimensions.is_sorted_by(|a, b| a.weight >= b.weight));
        let ferry = dimensions.iter().find(|dimension| dimension.term == hash_str("ferry"));
        assert_eq!(ferry.map(|ferry| &ferry.positions[..]), Some(&[1, 18, 42, 54][..]));
        assert!(TermVector::default().vector("Brooch, brooch").is_none());
    }

    proptest! {
        /// Against the definition, term by term.
        #[test]
        fn cosine_is_that_of_the_definition(
            a in prop::collection::btree_map(0u64..9, 1u32..50, 1..6), b in prop::collection::btree_map(0u64..9, 1u32..50, 1..6),
        ) {
            let norm = |v: &BTreeMap<u64, u32>| v.values().map(|&w| f64::from(w * w)).sum::<f64>().sqrt();
            let dot: u32 = a.iter().map(|(term, w)| w * b.get(term).unwrap_or(&0)).sum();
            let expected = f64::from(dot) / (norm(&a) * norm(&b));
            let vector = |weights: BTreeMap<u64, u32>| {
                let dimension = |(term, weight)| Dimension { term, weight, positions: Vec::new() };
                Vector { length: 9, dimensions: weights.into_iter().map(dimension).collect() }
            };
            prop_assert!((vector(a).cosine(&vector(b)) - expected).abs() < 1e-12);
        }
    }
}
