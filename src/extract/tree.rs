//! A decision tree, as plain data.

use crate::extract::block_features::FeatureVector;

/// Leaves of a tree.
pub const LEAVES: usize = 16;

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
    pub fn score(&self, evidence: &FeatureVector) -> i32 {
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
