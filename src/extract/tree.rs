//! A decision tree, as plain data, and what of it is open for the blocks of one page.

use crate::extract::block_features::{COUNT, FeatureVector};

/// Leaves of a tree.
pub const LEAVES: usize = 16;
/// Blocks that a tree is asked about at once: as many as two registers of SSE2 hold numbers.
pub const LANES: usize = 16;

/// For each feature its values for several blocks, side by side.
pub type Batch = [[i16; LANES]; COUNT];

/// The least and the largest value of each feature.
pub struct Bounds {
    pub least: FeatureVector,
    pub most: FeatureVector,
}

/// A decision tree: `(which number, limit, where to go up to the limit, where beyond)`. A place of
/// 0 or more is the next node, which stands behind its parent, one below 0 the leaf of its complement. Leaves are
/// numbered from left to right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The decisions, the first at the root.
    pub nodes: [(u8, i16, i8, i8); LEAVES - 1],
    /// What each leaf adds to the sum, in thousandths of log odds.
    pub leaves: [i16; LEAVES],
}

impl Tree {
    /// What the tree adds to the sum.
    #[cfg(any(test, feature = "internals"))]
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

    /// What is open for blocks within some bounds.
    pub fn within<'a>(&'a self, bounds: &Bounds) -> OpenTree<'a> {
        let mut open = OpenTree {
            leaves: &self.leaves,
            ruled_out: 0,
            decisions: [(0, 0, 0); LEAVES - 1],
            count: 0,
        };
        for (&(which, limit, ..), below) in self.nodes.iter().zip(self.below()) {
            let feature = usize::from(which);
            let (all, some) = (bounds.least[feature] > limit, bounds.most[feature] > limit);
            open.ruled_out |= below & u16::from(all).wrapping_neg();
            open.decisions[open.count] = (which, limit, below);
            open.count += usize::from(all != some);
        }
        open
    }

    /// For each node the leaves that only a number up to its limit leads to, as a set.
    fn below(&self) -> [u16; LEAVES - 1] {
        let mut below = [0; LEAVES - 1];
        let mut leaves = [0u16; LEAVES - 1];
        // What a node leads to stands behind it.
        for (node, &(_, _, left, right)) in self.nodes.iter().enumerate().rev() {
            let [left, right] = [left, right].map(|place| match place < 0 {
                true => 1 << !place,
                false => leaves[usize::from(place as u8)],
            });
            leaves[node] = left | right;
            below[node] = left & !right;
        }
        below
    }
}

/// A tree for blocks of one page, which have much in common: most of its decisions are the same for all of them.
pub struct OpenTree<'a> {
    leaves: &'a [i16; LEAVES],
    /// The leaves that the other decisions rule out, as a set.
    ruled_out: u16,
    /// Of each decision which number, the limit, and the leaves that only a number up to it leads to.
    decisions: [(u8, i16, u16); LEAVES - 1],
    count: usize,
}

impl OpenTree<'_> {
    /// Adds what the tree says of each block of a batch to its sum. All open decisions are made for all blocks, and a
    /// number beyond the limit rules out the leaves on the other side; of the rest the first is the one that the way
    /// down ends at. These are more comparisons than on that way, but no branch that a processor could mistake, and
    /// one instruction for several blocks.
    pub fn add_scores(&self, batch: &Batch, sums: &mut [i32; LANES]) {
        let mut ruled_out = [self.ruled_out; LANES];
        for &(which, limit, below) in &self.decisions[..self.count] {
            let values = &batch[usize::from(which)];
            for (ruled_out, &value) in ruled_out.iter_mut().zip(values) {
                *ruled_out |= below & u16::from(value > limit).wrapping_neg();
            }
        }
        for (sum, ruled_out) in sums.iter_mut().zip(ruled_out) {
            *sum += i32::from(self.leaves[ruled_out.trailing_ones() as usize % LEAVES]);
        }
    }
}
