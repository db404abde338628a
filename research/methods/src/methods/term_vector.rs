//! Term vectors: the heaviest terms of a text, compared by cosine and by their positions.
//!
//! Source: Cao Yujuan et al., "DDW" (Detect near-Duplicate WebPages, 2009).
//!
//! 1. The body is found by a classifier of blocks: here that is the reader's own.
//! 2. A text becomes a vector of its terms, each with a weight by TF-IDF. Unlike I-Match the vector
//!    is not hashed: terms, weights and positions are kept.
//! 3. An inverted index leads from each term to the texts that have it.
//! 4. A text is looked up by its `n` heaviest terms. A text found there is a near duplicate if the cosine
//!    of the two vectors exceeds a threshold.
//!
//! What the paper leaves open is settled as follows: the weight of a term is `tf · ln(N ÷ n)`, with the
//! logarithm from an [`IdfTable`](super::IdfTable). The copy of the paper that we have lacks `n` and
//! the threshold; 20 terms in a vector and a cosine of 0.9 are those of the sister paper by the same
//! authors (2011), and of the 20 the heaviest 5 are looked up. It keeps positions and does not say what for; the sister paper does: the places of a
//! shared term must differ by one shift throughout, as far as the mean spread of these differences
//! may be; terms that occur once must move together. Terms are those of [`TermKind`]; the paper prefers
//! words of several characters to single ones, by a dictionary. Of terms of equal weight those with
//! the smaller hash are kept, which are the same ones in every copy, wherever they occur. A text
//! with fewer terms than the vector has dimensions has none.

use super::spread::spread;
use super::terms::places;
use super::{Finding, Method, TermKind, above, keys};
use offprint::Article;
use offprint::compare::{Comparison, Evidence, Verdict};
use std::cmp::Reverse;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TermVector {
    /// What a term is.
    pub terms: TermKind,
    /// Terms in a vector. Larger: survives more edits, and takes more room.
    pub dimensions: usize,
    /// Heaviest terms that a text is looked up by. Smaller: quicker, and copies whose heaviest
    /// terms changed places with others are missed; with all of the dimensions none is.
    pub queried: usize,
    /// Cosine above which two texts can be the same, 0 to 1. Larger: misses edited copies;
    /// smaller: takes texts on one subject for the same.
    pub cosine: f64,
    /// Largest spread of the shared terms' places, as a share of the shorter text's terms. Larger:
    /// re-ordered copies, and other texts on one subject, are the same.
    pub spread: f64,
}

impl Default for TermVector {
    /// Bigrams; 20 terms, the heaviest 5 looked up; a cosine of 0.9; a spread of 0.05.
    fn default() -> TermVector {
        TermVector { terms: TermKind::Bigrams, dimensions: 20, queried: 5, cosine: 0.9, spread: 0.05 }
    }
}

/// The signature: the heaviest terms of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vector {
    /// Terms in the text.
    pub length: u32,
    /// Heaviest first; of equal weight the smaller hash first.
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
    /// That of sorting the terms of the text.
    ///
    /// ```
    /// use offprint_methods::methods::TermVector;
    /// let method = TermVector { dimensions: 2, ..TermVector::default() };
    /// let vector = method.vector("The brooch and the clasp of the brooch").unwrap();
    /// let positions: Vec<_> = vector.dimensions.iter().map(|d| &d.positions[..]).collect();
    /// assert_eq!(positions, [&[1, 7][..], &[4]]);
    /// assert!(method.vector("Brooch, brooch").is_none());
    /// ```
    pub fn vector(&self, text: &str) -> Option<Vector> {
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
        dimensions.truncate(self.dimensions);
        (dimensions.len() == self.dimensions && !dimensions.is_empty()).then_some(Vector { length, dimensions })
    }

    /// The terms by which a text is looked up.
    fn query<'a>(&self, vector: &'a Vector) -> &'a [Dimension] {
        &vector.dimensions[..self.queried.min(vector.dimensions.len())]
    }
}

impl Vector {
    /// The cosine of two vectors, 0 to 1; 0 if they share no term.
    ///
    /// # Complexity
    /// The product of the dimensions.
    pub fn cosine(&self, other: &Vector) -> f64 {
        // Whole numbers, so that the order of the terms does not count.
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

    fn compare(&self, a: Option<&Vector>, b: Option<&Vector>) -> Comparison {
        let (Some(a), Some(b)) = (a, b) else {
            return Comparison::unknown();
        };
        let cosine = above("term-cosine", a.cosine(b), self.cosine);
        let spread = a.spread(b);
        let spread = spread.map(|s| Evidence::at_most("position-spread", s, self.spread));
        let in_place = spread.as_ref().is_some_and(|spread| spread.passed);
        Comparison {
            verdict: if cosine.passed && in_place { Verdict::Same } else { Verdict::Different },
            score: cosine.value * if in_place { 1.0 } else { 0.5 },
            evidence: std::iter::once(cosine).chain(spread).collect(),
            ..Comparison::different()
        }
    }

    fn read_keys(&self, vector: &Vector) -> Vec<String> {
        keys(self.query(vector).iter().map(|dimension| dimension.term))
    }

    fn write_keys(&self, vector: &Vector) -> Vec<String> {
        keys(vector.dimensions.iter().map(|dimension| dimension.term))
    }

    /// Hash, weight and count of each term, four bytes a position; length, kind of terms and version of their table.
    fn size(&self, vector: &Vector) -> usize {
        let dimensions = vector.dimensions.iter();
        let terms: usize = dimensions.map(|d| 8 + 4 + 2 + 4 * d.positions.len()).sum();
        terms + 4 + 1 + 1
    }

    /// The terms of the vector, with their weights.
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let Some(vector) = self.sign(article) else {
            return Vec::new();
        };
        let terms = self.terms.terms(&article.text);
        let finding = |dimension: &Dimension| Finding {
            weight: Some(f64::from(dimension.weight) / 1000.0),
            ..Finding::at("term", dimension.term, places(&terms, &dimension.positions))
        };
        vector.dimensions.iter().map(finding).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        TermVector::default().compare(Some(&vector(a)), Some(&vector(b)))
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
    fn the_heaviest_terms_come_first() {
        let weights: Vec<u32> = vector(TEXT).dimensions.iter().map(|d| d.weight).collect();
        assert_eq!(weights.len(), 20);
        assert!(weights.is_sorted_by(|a, b| a >= b));
    }

    proptest! {
        /// Against the definition, term by term.
        #[test]
        fn cosine_is_that_of_the_definition(a in "[a-e ]{0,80}", b in "[a-e ]{0,80}", n in 1usize..6) {
            let method = TermVector { dimensions: n, ..TermVector::default() };
            let (Some(a), Some(b)) = (method.vector(&a), method.vector(&b)) else { return Ok(()) };
            let weights = |v: &Vector| -> BTreeMap<u64, f64> {
                v.dimensions.iter().map(|d| (d.term, f64::from(d.weight))).collect()
            };
            let (x, y) = (weights(&a), weights(&b));
            let norm = |v: &BTreeMap<u64, f64>| v.values().map(|w| w * w).sum::<f64>().sqrt();
            let dot: f64 = x.iter().map(|(term, w)| w * y.get(term).unwrap_or(&0.0)).sum();
            prop_assert!((a.cosine(&b) - dot / (norm(&x) * norm(&y))).abs() < 1e-12);
        }
    }
}
