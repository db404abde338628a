//! The paper's index: from each feature to the pages that have it.

use std::collections::BTreeMap;

/// The paper's procedure: a balanced search tree whose nodes are a feature and the numbers of the
/// pages that have it, filled in the order in which pages arrive. The paper takes a red-black tree;
/// a B-tree finds in the same order of time.
///
/// ```
/// use offprint_methods::methods::SentenceTree;
/// let mut tree = SentenceTree::new(0.5);
/// assert_eq!(tree.arrive(&[1, 2, 3]), 0);
/// assert_eq!(tree.arrive(&[2, 3]), 0);
/// assert_eq!(tree.arrive(&[3, 4]), 1);
/// ```
#[derive(Debug, Clone)]
pub struct SentenceTree {
    similarity: f64,
    nodes: BTreeMap<u128, Vec<usize>>,
    /// How many features each page has.
    sizes: Vec<usize>,
}

impl SentenceTree {
    /// An empty tree; pages are the same above this Jaccard index.
    pub fn new(similarity: f64) -> SentenceTree {
        SentenceTree { similarity, nodes: BTreeMap::new(), sizes: Vec::new() }
    }

    /// The class of the next page, given by its features, none twice: that of the page it is most
    /// like, of equals the earliest, if it is like it enough, and then it is not inserted; else a
    /// class of its own, counted from 0.
    ///
    /// # Complexity
    /// `log n` for each feature, and the pages that share one.
    pub fn arrive(&mut self, features: &[u128]) -> usize {
        if let Some((page, similarity)) = self.most_like(features)
            && similarity > self.similarity
        {
            return page;
        }
        let page = self.sizes.len();
        for &feature in features {
            self.nodes.entry(feature).or_default().push(page);
        }
        self.sizes.push(features.len());
        page
    }

    /// The page whose features are most similar to these, and how similar, by counting the shared
    /// features of each page.
    fn most_like(&self, features: &[u128]) -> Option<(usize, f64)> {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        let nodes = features.iter().filter_map(|f| self.nodes.get(f));
        for &page in nodes.flatten() {
            *shared.entry(page).or_default() += 1;
        }
        let similar = shared.into_iter().map(|(page, shared)| {
            let all = features.len() + self.sizes[page] - shared;
            (page, shared as f64 / all as f64)
        });
        similar.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::jaccard;
    use proptest::collection::{btree_set, vec};

    proptest::proptest! {
        /// The tree finds all that comparing with every page finds.
        #[test]
        fn assigns_the_class_that_comparing_every_page_assigns(
            pages in vec(btree_set(0u128..12, 0..8), 0..20), similarity in 0.0..1.0f64,
        ) {
            let mut tree = SentenceTree::new(similarity);
            let mut kept: Vec<Vec<u128>> = Vec::new();
            for page in pages {
                let page = Vec::from_iter(page);
                let mut class = kept.len();
                let mut most = similarity;
                for (i, other) in kept.iter().enumerate() {
                    let index = jaccard(&page, other);
                    if index > most {
                        (class, most) = (i, index);
                    }
                }
                proptest::prop_assert_eq!(tree.arrive(&page), class);
                if class == kept.len() {
                    kept.push(page);
                }
            }
        }
    }
}
