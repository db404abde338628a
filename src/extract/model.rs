//! The model: whether a block is part of the article, by a sum of small decision trees.
//!
//! The trees are data, made from labelled pages by `cargo run --release -p offprint-eval -- fit
//! FOLDER`, which also measures them on sites they were not fitted to. They hold whole numbers only, so the
//! sum is the same on every platform.

use crate::extract::block_features::FeatureVector;
use crate::extract::tree::Tree;
use crate::extract::trees::TREES;

/// Sum from which a block is kept. Larger: less furniture is kept, and more of the article lost.
pub const LIMIT: i32 = 0;

/// Sum up to which a block that is kept is doubtful. Larger: what differs between two pages with one article is more
/// often put down to their templates, and what was added to an article or cut from it less often seen.
pub const DOUBTFUL: i32 = 1200;

/// How far below that of half of the body a block's sum makes it doubtful. Smaller: the same.
pub const BELOW_MEDIAN: i32 = 1500;

/// Sum from which a block that is not kept is compared, as a doubtful one. Smaller: what was lost of an article is more
/// often found in the other one, and more furniture is compared.
pub const COMPARED: i32 = -500;

/// Trees after which a block may be decided. Larger: slower, and closer to what all trees say.
const FIRST: usize = 50;
/// Score, either way, from which the first trees decide. Smaller: faster, and more blocks are judged hastily.
const DECIDED: i32 = 2500;

/// What tells how surely each of several blocks is part of the article, in thousandths of log odds.
pub type Scores<'a> = dyn Fn(&[FeatureVector]) -> Vec<i32> + 'a;

/// How surely each of several blocks is part of the article, in thousandths of log odds: above [`LIMIT`] it
/// is.
pub fn scores(evidence: &[FeatureVector]) -> Vec<i32> {
    scores_by(TREES, evidence)
}

/// The scores by some trees. Most blocks are decided by the first of them; the others are asked about what
/// is left. Blocks are scored tree by tree, since branch prediction is better if the processor has just
/// taken the same tree for a similar block.
pub fn scores_by(trees: &[Tree], evidence: &[FeatureVector]) -> Vec<i32> {
    let mut scores = vec![0; evidence.len()];
    let (first, rest) = trees.split_at(trees.len().min(FIRST));
    for tree in first {
        for (score, evidence) in scores.iter_mut().zip(evidence) {
            *score += tree.score(evidence);
        }
    }
    let mut open: Vec<(&mut i32, &FeatureVector)> = scores.iter_mut().zip(evidence).collect();
    open.retain(|(score, _)| score.abs() < DECIDED);
    for tree in rest {
        for (score, evidence) in &mut open {
            **score += tree.score(evidence);
        }
    }
    scores
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::block_features::COUNT;
    use crate::extract::tree::LEAVES;

    #[test]
    fn a_tree_leads_to_one_leaf() {
        let mut nodes = [(0, 0, -1, -1); LEAVES - 1];
        nodes[0] = (3, 10, -1, 1);
        nodes[1] = (5, 0, -2, -3);
        let tree = Tree {
            nodes,
            leaves: std::array::from_fn(|i| [7, -20, 300].get(i).copied().unwrap_or(0)),
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
