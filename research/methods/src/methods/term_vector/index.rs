//! The paper's inverted index.

use super::{Method, TermVector, Vector};
use offprint::compare::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// An inverted index: from each term to the texts that have it among their heaviest, for each
/// category of articles on its own.
///
/// A category is what the caller separates articles by, such as the language or the section
/// of a paper: texts of other categories are not even looked at. `()` if there is but one.
///
/// ```
/// use offprint_methods::methods::{TermIndex, TermVector};
/// let method = TermVector { dimensions: 3, ..TermVector::default() };
/// let mut index = TermIndex::new(method);
/// let vector = |text| method.vector(text).unwrap();
/// let first = index.add("en", vector("the ferry runs to the islands again"));
/// let copy = vector("today: the ferry runs to the islands again");
/// assert_eq!(index.query(&"en", &copy), [first]);
/// assert!(index.query(&"de", &copy).is_empty());
/// assert!(index.query(&"en", &vector("a baker won the prize for rye bread")).is_empty());
/// ```
#[derive(Debug, Clone)]
pub struct TermIndex<C> {
    method: TermVector,
    vectors: Vec<Vector>,
    /// By category and term the numbers of the vectors, ascending.
    postings: BTreeMap<C, BTreeMap<u64, Vec<usize>>>,
}

impl<C: Ord> TermIndex<C> {
    /// An empty index.
    pub fn new(method: TermVector) -> TermIndex<C> {
        TermIndex { method, vectors: Vec::new(), postings: BTreeMap::new() }
    }

    /// Adds a text; its number, counted from 0.
    ///
    /// # Complexity
    /// The logarithm of the terms in the category, for each dimension.
    pub fn add(&mut self, category: C, vector: Vector) -> usize {
        let number = self.vectors.len();
        let postings = self.postings.entry(category).or_default();
        for dimension in &vector.dimensions {
            postings.entry(dimension.term).or_default().push(number);
        }
        self.vectors.push(vector);
        number
    }

    /// The texts of a category that a text is the same as, ascending.
    ///
    /// # Complexity
    /// A comparison for each text of the category that has one of the terms looked up.
    pub fn query(&self, category: &C, vector: &Vector) -> Vec<usize> {
        let Some(postings) = self.postings.get(category) else {
            return Vec::new();
        };
        let terms = self.method.query(vector).iter();
        let hits: BTreeSet<usize> =
            terms.filter_map(|dimension| postings.get(&dimension.term)).flatten().copied().collect();
        let is_same = |&hit: &usize| {
            let verdict = self.method.compare(Some(&self.vectors[hit]), Some(vector));
            verdict.verdict == Verdict::Same
        };
        hits.into_iter().filter(is_same).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The index finds what comparing with every text of the category finds, if it looks up
        /// all dimensions, and no more than that if it looks up some.
        #[test]
        fn it_finds_what_comparing_with_all_finds(
            texts in prop::collection::vec((0u8..2, "([a-f] ){3,12}"), 1..20),
            cosine in 0.1f64..1.0,
            queried in 1usize..=3,
        ) {
            let method = TermVector { dimensions: 3, queried, cosine, spread: 0.3, ..TermVector::default() };
            let vectors: Vec<(u8, Vector)> = texts
                .iter()
                .filter_map(|(category, text)| Some((*category, method.vector(text)?)))
                .collect();
            let mut index = TermIndex::new(method);
            for (number, (category, vector)) in vectors.iter().enumerate() {
                let found = index.query(category, vector);
                let all: Vec<usize> = (0..number)
                    .filter(|&earlier| vectors[earlier].0 == *category)
                    .filter(|&earlier| {
                        method.compare(Some(&vectors[earlier].1), Some(vector)).verdict == Verdict::Same
                    })
                    .collect();
                if queried == method.dimensions {
                    prop_assert_eq!(&found, &all);
                }
                prop_assert!(found.iter().all(|number| all.contains(number)));
                prop_assert_eq!(index.add(*category, vector.clone()), number);
            }
        }
    }
}
