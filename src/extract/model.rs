//! The model: decides whether a block is part of the article, by a sum of small decision trees.
//!
//! The trees are data, made from labeled pages by `cargo research fit FOLDER`, which also measures them on sites they
//! were not fitted to. They hold whole numbers only, so the sum is the same on every platform.

use crate::article::PageType;
use crate::extract::block_features::{FeatureVector, OF_BLOCK};
use crate::extract::tree::{Batch, Bounds, LANES, NAMED, OpenTree, Tree, unpack};
use std::sync::OnceLock;
use wide::i16x16;

/// Smallest sum of a block that is kept on such a page. Larger: less furniture is kept, and more of the text is lost.
/// The limit balances these two errors, so on pages that are harder to read than articles, blocks that may well be part
/// of the text are kept, too. It was chosen with models that were not fitted to any page of the same site.
pub fn limit(kind: PageType) -> i32 {
    match kind {
        PageType::List => -700,
        PageType::Documentation => -600,
        PageType::Forum | PageType::Service => -300,
        PageType::Article | PageType::Product | PageType::Other => 0,
    }
}

/// Largest sum of a kept block that is uncertain. Larger: differences between two pages with one article are more often
/// attributed to their templates, and additions and cuts are noticed less often.
pub const DOUBTFUL: i32 = 1200;

/// A block is uncertain if its sum is this far below the median of the body. Smaller: the same as a larger [`DOUBTFUL`].
pub const BELOW_MEDIAN: i32 = 1500;

/// Smallest sum of a dropped block that is compared, as an uncertain one. Smaller: lost parts of an article are more
/// often found in the other page, and more furniture is compared.
pub const COMPARED: i32 = -500;

/// Trees after which a block may be decided. Larger: slower, and closer to the result of all trees.
const FIRST_TREES: usize = 50;
/// The first trees decide a block whose score is this far from 0. Smaller: faster, and more blocks are judged hastily.
const DECIDED: i32 = 2500;

/// Computes how surely each of several blocks is part of the article, in thousandths of log odds.
pub type Scores<'a> = dyn Fn(&[FeatureVector]) -> Vec<i32> + 'a;

/// How surely each of several blocks of one page is part of the article, in thousandths of log odds: a block is part of
/// it if its score exceeds [`limit`].
pub fn scores(evidence: &[FeatureVector]) -> Vec<i32> {
    scores_by(trees(), evidence)
}

/// The trees in use.
pub fn trees() -> &'static [Tree] {
    static UNPACKED: OnceLock<Vec<Tree>> = OnceLock::new();
    UNPACKED.get_or_init(|| unpack(include_bytes!("data/trees.bin")))
}

/// The scores by some trees. The first trees decide most blocks; the others are evaluated only for the remaining
/// blocks.
pub fn scores_by(trees: &[Tree], evidence: &[FeatureVector]) -> Vec<i32> {
    let mut scores = vec![0; evidence.len()];
    let (first, rest) = trees.split_at(trees.len().min(FIRST_TREES));
    let mut open: Vec<usize> = (0..evidence.len()).collect();
    add_scores(first, evidence, &open, &mut scores);
    open.retain(|&i| scores[i].abs() < DECIDED);
    add_scores(rest, evidence, &open, &mut scores);
    scores
}

/// Adds the results of some trees for some blocks of a page to their scores.
fn add_scores(trees: &[Tree], evidence: &[FeatureVector], blocks: &[usize], scores: &mut [i32]) {
    let Some((&first, others)) = blocks.split_first() else {
        return;
    };
    let mut bounds = Bounds { least: evidence[first], most: evidence[first] };
    for &i in others {
        let both = parts(&mut bounds.least).iter_mut().zip(parts(&mut bounds.most));
        for ((least, most), values) in both.zip(evidence[i].as_chunks().0) {
            let values = i16x16::new(*values);
            *least = values.min(i16x16::new(*least)).to_array();
            *most = values.max(i16x16::new(*most)).to_array();
        }
    }
    let trees: Vec<OpenTree> = trees.iter().map(|tree| tree.within(&bounds)).collect();
    let mut batch: Batch = [i16x16::ZERO; NAMED];
    for blocks in blocks.chunks(LANES) {
        let vectors = std::array::from_fn(|lane| &evidence[blocks[lane.min(blocks.len() - 1)]]);
        for (feature, values) in batch[..OF_BLOCK].iter_mut().enumerate() {
            if bounds.least[feature] < bounds.most[feature] {
                *values = i16x16::new(vectors.map(|vector| vector[feature]));
            }
        }
        let mut sums = [0; LANES];
        for tree in &trees {
            tree.add_scores(&batch, &mut sums);
        }
        for (&i, &sum) in blocks.iter().zip(&sums) {
            scores[i] += sum;
        }
    }
}

/// The features that may differ between the blocks of a page, in chunks that are each compared at once.
fn parts(vector: &mut FeatureVector) -> &mut [[i16; LANES]] {
    let (parts, _) = vector[..OF_BLOCK.next_multiple_of(LANES)].as_chunks_mut();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::block_features::COUNT;
    use crate::extract::tree::{LEAVES, pack};
    use proptest::collection::vec;
    use proptest::prelude::*;

    #[test]
    fn a_tree_leads_to_one_leaf() {
        let mut nodes = [(0, 0, 0); LEAVES - 1];
        nodes[0] = (3, 10, 0b001);
        nodes[1] = (5, 0, 0b010);
        let tree = Tree { nodes, leaves: std::array::from_fn(|i| [7, -20, 300].get(i).copied().unwrap_or(0)) };
        let score = |third, fifth| {
            let mut evidence = [0; COUNT];
            (evidence[3], evidence[5]) = (third, fifth);
            let score = tree.score(&evidence);
            assert_eq!(scores_by(std::slice::from_ref(&tree), &[evidence]), [score]);
            score
        };
        assert_eq!([score(10, 0), score(11, 0), score(11, 1)], [7, -20, 300]);
    }

    proptest! {
        /// The leaf that remains after all decisions is the one at the end of the path down the tree.
        #[test]
        fn trees_say_the_same_of_one_block_and_of_many(
            mut evidence in vec(any::<[i8; COUNT]>().prop_map(|values| values.map(|value| 8 * i16::from(value))), 0..40)
        ) {
            if let Some((first, others)) = evidence.split_first_mut() {
                for other in others {
                    other[OF_BLOCK..].copy_from_slice(&first[OF_BLOCK..]);
                }
            }
            let mut scores = vec![0; evidence.len()];
            let all: Vec<usize> = (0..evidence.len()).collect();
            add_scores(trees(), &evidence, &all, &mut scores);
            let one_by_one = evidence.iter().map(|evidence| {
                trees().iter().map(|tree| tree.score(evidence)).sum()
            });
            prop_assert_eq!(scores, one_by_one.collect::<Vec<i32>>());
        }
    }

    #[test]
    fn trees_match_their_data_and_use_known_features() {
        assert!(!trees().is_empty());
        assert_eq!(pack(trees()), include_bytes!("data/trees.bin"));
        for tree in trees() {
            for &(which, _, below) in &tree.nodes {
                assert!(usize::from(which) < COUNT);
                assert_eq!(below >> (LEAVES - 1), 0, "the last leaf is right of all");
            }
        }
    }
}
