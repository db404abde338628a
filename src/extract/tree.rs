//! A decision tree, as plain data, and what of it is open for the blocks of one page.

use crate::extract::block_features::FeatureVector;
use wide::i16x16;

/// Leaves of a tree.
pub const LEAVES: usize = 16;

/// As many features as a decision can name: with room for all of them no place has to be checked.
pub const NAMED: usize = 1 << u8::BITS;

/// How many blocks are a batch: as many as two vectors of 128 bits hold numbers.
pub const LANES: usize = 16;

/// For each feature its values for several blocks, side by side.
pub type Batch = [i16x16; NAMED];

/// The least and the largest value of each feature.
pub struct Bounds {
    pub least: FeatureVector,
    pub most: FeatureVector,
}

/// A decision tree: of each decision which number, the limit, and the leaves that only a number up to it leads to, as
/// a set. Leaves are numbered from left to right. A number beyond a limit rules out such leaves, and where all decisions
/// have been made, in whatever order, the first that is left is where the way down the tree ends.
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

    /// What is open for blocks within some bounds.
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
    /// The leaves that the other decisions rule out, as a set.
    ruled_out: u16,
    /// The open decisions, before what is no longer of use.
    decisions: [(u8, i16, u16); LEAVES - 1],
    count: usize,
}

impl OpenTree<'_> {
    /// Adds what the tree says of each block of a batch to its sum. All open decisions are made for all blocks. These are
    /// more comparisons than on the way down, but no branch that a processor could mistake, and one instruction for
    /// several blocks.
    pub fn add_scores(&self, batch: &Batch, sums: &mut [i32; LANES]) {
        let mut ruled_out = i16x16::splat(self.ruled_out as i16);
        for &(which, limit, below) in &self.decisions[..self.count] {
            let beyond = batch[usize::from(which)].simd_gt(i16x16::splat(limit));
            ruled_out |= beyond & i16x16::splat(below as i16);
        }
        // Nothing rules out the last leaf. To say so spares a check of the place.
        let left = ruled_out
            .to_array()
            .map(|leaves| !(leaves as u16) | 1 << (LEAVES - 1));
        for (sum, left) in sums.iter_mut().zip(left) {
            *sum += i32::from(self.leaves[left.trailing_zeros() as usize]);
        }
    }
}
