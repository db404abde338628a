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
    pub nodes: [(u8, i16, u16); NODES],
    /// What each leaf adds to the sum, in thousandths of log odds.
    pub leaves: [i16; LEAVES],
}

/// Decisions of a tree.
pub const NODES: usize = LEAVES - 1;
/// Thousandths of log odds that a step of a packed leaf is worth. Larger: the leaves compress better, and are less exact.
pub const STEP: i16 = 4;
/// Largest limit that fits in a byte, where the unknown value, -1, is 0.
#[cfg(feature = "internals")]
pub const MAX_LIMIT: i16 = u8::MAX as i16 - 1;

/// Bytes of a stored tree.
const STORED: usize = 3 * NODES + LEAVES;

/// The trees in some bytes: the features of all trees, their limits plus 1, for each decision how many leaves values up
/// to the limit can reach (0 after the last decision), and the leaves in steps. With numbers of one kind next to each
/// other, the trees compress to three fifths.
pub fn unpack(bytes: &[u8]) -> Vec<Tree> {
    let count = bytes.len() / STORED;
    let (nodes, leaves) = bytes.split_at(3 * NODES * count);
    let (nodes, leaves) = (nodes.as_chunks().0, leaves.as_chunks().0);
    let trees = (0..count).map(|i| Tree {
        nodes: nodes_of(&nodes[i], &nodes[count + i], &nodes[2 * count + i]),
        leaves: leaves[i].map(|leaf| STEP * i16::from(leaf as i8)),
    });
    trees.collect()
}

/// The bytes that [`unpack`] reads.
#[cfg(any(test, feature = "internals"))]
pub fn pack(trees: &[Tree]) -> Vec<u8> {
    let nodes = || trees.iter().flat_map(|tree| tree.nodes);
    let features = nodes().map(|(feature, ..)| feature);
    let limits = nodes().map(|(_, limit, _)| (limit + 1) as u8);
    let below = nodes().map(|(.., below)| below.count_ones() as u8);
    let leaves = trees.iter().flat_map(|tree| tree.leaves).map(|leaf| (leaf / STEP) as u8);
    features.chain(limits).chain(below).chain(leaves).collect()
}

/// The decisions of a packed tree. They are in the order of a walk that goes left first, so the numbers of leaves tell
/// which leaves each decision can rule out.
fn nodes_of(features: &[u8; NODES], limits: &[u8; NODES], below: &[u8; NODES]) -> [(u8, i16, u16); NODES] {
    let mut nodes = [(0, 0, 0); NODES];
    let count = below.iter().take_while(|&&below| below > 0).count();
    // The first leaf of each part that is still to be walked, and its number of leaves.
    let mut parts = vec![(0, count + 1)];
    for i in 0..count {
        let (first, leaves) = parts.pop().unwrap_or_default();
        let left = usize::from(below[i]);
        let sides = [(first + left, leaves.saturating_sub(left)), (first, left)];
        parts.extend(sides.iter().filter(|(_, leaves)| *leaves > 1));
        nodes[i] = (features[i], i16::from(limits[i]) - 1, ((1 << left) - 1) << first);
    }
    nodes
}

impl Tree {
    /// What the tree adds to the sum.
    #[cfg(any(test, feature = "internals"))]
    pub fn score(&self, evidence: &FeatureVector) -> i32 {
        let beyond = self.nodes.iter().filter(|(which, limit, _)| evidence[usize::from(*which)] > *limit);
        let ruled_out = beyond.fold(0, |leaves, &(.., below)| leaves | below);
        i32::from(self.leaves[ruled_out.trailing_ones() as usize])
    }

    /// The decisions that remain open for blocks within some bounds.
    pub fn within<'a>(&'a self, bounds: &Bounds) -> OpenTree<'a> {
        let mut open = OpenTree { leaves: &self.leaves, ruled_out: 0, decisions: self.nodes, count: 0 };
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
    decisions: [(u8, i16, u16); NODES],
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
        // The last leaf is never ruled out. Setting its bit avoids a bounds check.
        let left = ruled_out.to_array().map(|leaves| !(leaves as u16) | 1 << (LEAVES - 1));
        for (sum, left) in sums.iter_mut().zip(left) {
            *sum += i32::from(self.leaves[left.trailing_zeros() as usize]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers, and 0 for the others.
    fn filled<T: Copy + Default, const N: usize>(first: &[T]) -> [T; N] {
        std::array::from_fn(|i| first.get(i).copied().unwrap_or_default())
    }

    #[test]
    fn packed_trees_are_unpacked() {
        // The second decision concerns values up to the limit of the first, or values above it.
        let tree = |second| Tree { nodes: filled(&[(3, 10, second), (5, -1, 0b010)]), leaves: filled(&[8, -20, 508]) };
        let trees = [0b011, 0b001].map(tree);
        let mut inner = trees.clone();
        inner[0].nodes[1].2 = 0b001;
        assert_eq!(unpack(&pack(&inner)), inner);
        assert!(unpack(&[]).is_empty());
    }
}
