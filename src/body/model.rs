//! The model: whether a block is part of the article, by a sum of small decision trees.
//!
//! The trees are data, made from labelled pages by `cargo run --release -p offprint-train -- fit
//! FOLDER`, which also tells how well they do on sites they have not seen. They hold whole numbers
//! only, so every platform comes to the same sum.

use super::evidence::Evidence;
use super::trees::TREES;

/// Sum from which a block is kept. Larger: less furniture is kept, and more of the article lost.
pub const LIMIT: i32 = 0;
/// Leaves of a tree.
pub const LEAVES: usize = 8;

/// A decision tree: `(which number, limit, where to go up to the limit, where beyond)`. A place of
/// 0 or more is the next node, one below 0 the leaf of its complement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The decisions, the first at the root.
    pub nodes: [(u8, i16, i8, i8); LEAVES - 1],
    /// What each leaf adds to the sum, in thousandths of log odds.
    pub leaves: [i16; LEAVES],
}

impl Tree {
    /// What the tree adds to the sum.
    pub fn score(&self, evidence: &Evidence) -> i32 {
        let mut node = 0;
        // A tree has fewer levels than leaves.
        for _ in 0..LEAVES {
            let (which, limit, below, beyond) = self.nodes[node];
            let place = if evidence[usize::from(which)] <= limit {
                below
            } else {
                beyond
            };
            if place < 0 {
                return i32::from(self.leaves[usize::from(!place as u8)]);
            }
            node = usize::from(place as u8);
        }
        0
    }
}

/// How surely a block is part of the article, in thousandths of log odds: above [`LIMIT`] it is.
pub fn score(evidence: &Evidence) -> i32 {
    sum(TREES, evidence)
}

/// The scores of several blocks, tree by tree: a processor foresees the way through a tree better
/// if it has just gone it for a block much like this one.
pub fn scores(evidence: &[Evidence]) -> Vec<i32> {
    let mut scores = vec![0; evidence.len()];
    for tree in TREES {
        for (score, evidence) in scores.iter_mut().zip(evidence) {
            *score += tree.score(evidence);
        }
    }
    scores
}

/// What some trees say together.
pub fn sum(trees: &[Tree], evidence: &Evidence) -> i32 {
    trees.iter().map(|tree| tree.score(evidence)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::evidence::COUNT;

    #[test]
    fn a_tree_leads_to_one_leaf() {
        let mut nodes = [(0, 0, -1, -1); LEAVES - 1];
        nodes[0] = (3, 10, -1, 1);
        nodes[1] = (5, 0, -2, -3);
        let tree = Tree {
            nodes,
            leaves: [7, -20, 300, 0, 0, 0, 0, 0],
        };
        let mut evidence = [0; COUNT];
        evidence[3] = 10;
        assert_eq!(tree.score(&evidence), 7);
        evidence[3] = 11;
        assert_eq!(tree.score(&evidence), -20);
        evidence[5] = 1;
        assert_eq!(tree.score(&evidence), 300);
    }

    #[test]
    fn the_trees_are_whole() {
        assert!(!TREES.is_empty());
        for tree in TREES {
            for &(which, _, below, beyond) in &tree.nodes {
                assert!(usize::from(which) < COUNT);
                for place in [below, beyond] {
                    let leaf = place < 0 && usize::from(!place as u8) < LEAVES;
                    assert!(leaf || (place > 0 && (place as usize) < LEAVES - 1));
                }
            }
        }
    }
}
