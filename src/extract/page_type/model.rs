//! The model of page kinds: a linear score of whole numbers for each kind; the highest score wins.
//!
//! The weights are data, made from labeled pages by `cargo research kinds FOLDER`, which also measures them on sites
//! they were not fitted to. Despite its simplicity, the model does as well as decision trees on the same features.

use crate::article::PageType;
use crate::extract::page_type::features::{COUNT, PageFeatures};
use crate::extract::page_type_weights;

/// The kinds that the model distinguishes, in the order of the scores.
pub const PAGE_TYPES: [PageType; 6] =
    [PageType::Article, PageType::Documentation, PageType::Forum, PageType::Product, PageType::Service, PageType::List];

/// What each feature adds to the score of each kind, in thousandths of log odds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights {
    /// The score of every page.
    pub base: [i32; PAGE_TYPES.len()],
    /// Added for each step of [`level`].
    pub level: [[i16; PAGE_TYPES.len()]; COUNT],
    /// Added if the number is not 0.
    pub present: [[i16; PAGE_TYPES.len()]; COUNT],
}

/// The weights in use.
const WEIGHTS: Weights =
    Weights { base: page_type_weights::BASE, level: page_type_weights::LEVEL, present: page_type_weights::PRESENT };

/// The magnitude of a number, in quarters of a doubling: `4 * log2(1 + value)` as a whole number.
pub fn level(value: u32) -> u32 {
    let value = u64::from(value) + 1;
    let doublings = value.ilog2();
    4 * doublings + ((4 * value) >> doublings) as u32 - 4
}

/// How well a page fits each kind, in thousandths of log odds.
pub fn scores(weights: &Weights, features: &PageFeatures) -> [i32; PAGE_TYPES.len()] {
    let mut scores = weights.base;
    let rows = weights.level.iter().zip(&weights.present);
    for (&value, (by_level, if_present)) in features.iter().zip(rows).filter(|(value, _)| **value > 0) {
        let level = level(value) as i32;
        for (kind, score) in scores.iter_mut().enumerate() {
            *score += level * i32::from(by_level[kind]) + i32::from(if_present[kind]);
        }
    }
    scores
}

/// The kind that a page fits best according to the model in use; in a tie, the first.
pub fn kind(features: &PageFeatures) -> PageType {
    best(&scores(&WEIGHTS, features))
}

/// The kind with the highest score.
pub fn best(scores: &[i32; PAGE_TYPES.len()]) -> PageType {
    let mut best = 0;
    for i in 1..scores.len() {
        if scores[i] > scores[best] {
            best = i;
        }
    }
    PAGE_TYPES[best]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_levels_double_a_number() {
        assert_eq!([0, 1, 2, 3, 4, 5, 7, 15].map(level), [0, 4, 6, 8, 9, 10, 12, 16]);
        assert_eq!(level(u32::MAX), 128);
        assert!((0..1000).all(|value| level(value) <= level(value + 1)));
    }

    #[test]
    fn the_first_of_equals_wins() {
        assert_eq!(best(&[0; PAGE_TYPES.len()]), PageType::Article);
        assert_eq!(best(&[0, 0, 7, 7, 0, 0]), PageType::Forum);
    }

    #[test]
    fn no_page_is_beyond_the_range_of_a_score() {
        for value in [0, u32::MAX] {
            scores(&WEIGHTS, &[value; COUNT]);
        }
    }
}
