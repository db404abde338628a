//! A decision tree, as plain data, and the decisions of it that remain open for the blocks of one page.

use crate::extract::block_features::FeatureVector;
use wide::i16x16;

/// Leaves of a tree.
pub const LEAVES: usize = 16;

/// Number of features that a decision can name: an array of this length needs no bounds checks.
pub const NAMED: usize = 1 << u8::BITS;

/// Blocks in a batch: the number of values that two 128-bit vectors hold.
pub const LANES: usize = 16;

/// For each feature, its values for several blocks, side by side.
pub type Batch = [i16x16; NAMED];

/// The smallest and the largest value of each feature.
pub struct Bounds {
    pub least: FeatureVector,
    pub most: FeatureVector,
}

/// A decision tree. Each decision has a feature, a limit, and the set of leaves that only values up to the limit can
/// reach. Leaves are numbered from left to right. A value above a limit rules out that decision's leaves; once all
/// decisions have been made, in any order, the first remaining leaf is the end of the path down the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// The decisions.
    pub nodes: [(u8, i16, u16); LEAVES - 1],
    /// What each leaf adds to the sum, in thousandths of log odds.
    pub leaves: [i16; LEAVES],
}

impl Tree {
    /// What the tree adds to the sum.
    #[cfg(any(test, feature = "internals"))]
    pub fn score(&self, evidence: &FeatureVector) -> i32 {
        let beyond = |node: &&(u8, i16, u16)| evidence[usize::from(node.0)] > node.1;
        let decisions = self.nodes.iter().filter(beyond);
        let ruled_out = decisions.fold(0, |leaves, &(.., below)| leaves | below);
        i32::from(self.leaves[ruled_out.trailing_ones() as usize])
    }

    /// The decisions that remain open for blocks within some bounds.
    pub fn within<'a>(&'a self, bounds: &Bounds) -> OpenTree<'a> {
        let mut open = OpenTree {
            leaves: &self.leaves,
            ruled_out: 0,
            decisions: self.nodes,
            count: 0,
        };
        for &(which, limit, below) in &self.nodes {
            let feature = usize::from(which);
            let (all, some) = (bounds.least[feature] > limit, bounds.most[feature] > limit);
            open.ruled_out |= below & u16::from(all).wrapping_neg();
            open.decisions[open.count] = (which, limit, below);
            open.count += usize::from(all != some);
        }
        open
    }
}

/// A tree for blocks of one page, which have much in common: most of its decisions are the same for all of them.
pub struct OpenTree<'a> {
    leaves: &'a [i16; LEAVES],
    /// The set of leaves that the settled decisions rule out.
    ruled_out: u16,
    /// The open decisions, followed by unused entries.
    decisions: [(u8, i16, u16); LEAVES - 1],
    count: usize,
}

impl OpenTree<'_> {
    /// Adds the tree's result for each block of a batch to its sum. All open decisions are made for all blocks. This
    /// takes more comparisons than the path down the tree, but has no branch to mispredict, and handles several blocks
    /// with one instruction.
    pub fn add_scores(&self, batch: &Batch, sums: &mut [i32; LANES]) {
        let mut ruled_out = i16x16::splat(self.ruled_out as i16);
        for &(which, limit, below) in &self.decisions[..self.count] {
            let beyond = batch[usize::from(which)].simd_gt(i16x16::splat(limit));
            ruled_out |= beyond & i16x16::splat(below as i16);
        }
        // The last leaf is never ruled out. Setting its bit spares a bounds check.
        let left = ruled_out
            .to_array()
            .map(|leaves| !(leaves as u16) | 1 << (LEAVES - 1));
        for (sum, left) in sums.iter_mut().zip(left) {
            *sum += i32::from(self.leaves[left.trailing_zeros() as usize]);
        }
    }
}
