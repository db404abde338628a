//! A decision tree, as plain data.

use crate::extract::block_features::{COUNT, FeatureVector};

/// Leaves of a tree.
pub const LEAVES: usize = 16;
/// Blocks that a tree is asked about at once: as many numbers as two registers of SSE2 hold.
pub const LANES: usize = 16;

/// For each feature its values for several blocks, side by side.
pub type Batch = [[i16; LANES]; COUNT];

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

    /// Adds what the tree says of each block of a batch to its sum. All decisions are made for all blocks, and each
    /// rules out the leaves on its other side only, so that one leaf is left: more comparisons than on the way down the
    /// tree, but no branch that a processor could mistake, and one instruction for several blocks.
    pub fn add_scores(&self, batch: &Batch, scores: &mut [i32; LANES]) {
        let (all, sides) = self.sides();
        let mut left = [all; LANES];
        for (&(which, limit, _, _), [below, beyond]) in self.nodes.iter().zip(sides) {
            for (left, value) in left.iter_mut().zip(batch[usize::from(which)]) {
                *left &= if value <= limit { !beyond } else { !below };
            }
        }
        for (score, left) in scores.iter_mut().zip(left) {
            *score += i32::from(self.leaves[left.trailing_zeros() as usize % LEAVES]);
        }
    }

    /// All leaves of the tree, as a set, and those that lie on one side of each node only.
    #[inline]
    fn sides(&self) -> (u16, [[u16; 2]; LEAVES - 1]) {
        let mut leaves = [0; LEAVES - 1];
        let mut sides = [[0; 2]; LEAVES - 1];
        // What a node leads to stands behind it.
        for (node, &(_, _, below, beyond)) in self.nodes.iter().enumerate().rev() {
            let [below, beyond] = [below, beyond].map(|place| match place {
                0.. => leaves[usize::from(place as u8)],
                leaf => 1 << !leaf,
            });
            leaves[node] = below | beyond;
            sides[node] = [below & !beyond, beyond & !below];
        }
        (leaves[0], sides)
    }
}
