//! How well other thresholds do: a search that knows nothing of those in use finds them.

use crate::pairs::rates::{Row, Scores};
use crate::pairs::sets::Pair;
use offprint::internals::hash::hash_str;
use offprint::internals::verdict::{THRESHOLDS, Thresholds};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// A threshold that can be moved.
struct Dial {
    set: fn(&mut Thresholds, f64),
    /// Between which values a search looks.
    range: (f64, f64),
}

macro_rules! dial {
    ($field:ident, $from:expr, $to:expr) => {
        Dial { set: |at, value| at.$field = value, range: ($from, $to) }
    };
}

/// All thresholds of `src/compare/verdict/conditions.rs`.
const DIALS: [Dial; 17] = [
    dial!(partial_coverage, 0.1, 0.6),
    Dial { set: |at, value| at.least_shared = value.round() as u32, range: (2.0, 22.0) },
    dial!(shared_facts, 0.3, 0.9),
    dial!(replaced_facts, 0.5, 1.0),
    dial!(same_facts, 0.6, 1.0),
    dial!(updated, 0.6, 1.0),
    dial!(same_long_coverage, 0.0, 0.5),
    dial!(same_inside, 0.0, 0.4),
    dial!(same_tail, 0.0, 0.4),
    dial!(same_length_ratio, 1.0, 1.6),
    dial!(same_length_ratio_head, 1.0, 2.0),
    dial!(short_head, 0.0, 0.2),
    dial!(same_unedited, 0.5, 1.0),
    dial!(unique_before_shared_tail, 0.0, 0.4),
    dial!(notice, 0.0, 1000.0),
    dial!(even_coverage, 0.3, 0.9),
    dial!(even_clustering, 0.0, 0.6),
];

/// Steps from one end of a range to the other.
const STEPS: u32 = 20;

impl Dial {
    /// The thresholds with another value of this one.
    fn at(&self, thresholds: &Thresholds, value: f64) -> Thresholds {
        let mut moved = *thresholds;
        (self.set)(&mut moved, value);
        moved
    }

    /// The values that a search tries.
    fn tried(&self) -> impl Iterator<Item = f64> {
        let (from, to) = self.range;
        (0..=STEPS).map(move |i| from + (to - from) * f64::from(i) / f64::from(STEPS))
    }
}

/// The verdicts at these thresholds.
pub fn judged<'a>(pairs: impl IntoIterator<Item = &'a Pair>, at: &Thresholds) -> Vec<Row<'a>> {
    pairs.into_iter().map(|pair| (pair, pair.verdict(at))).collect()
}

/// Parts of the cross-validation.
const FOLDS: u64 = 5;
/// The most rounds over all thresholds that a search takes.
const ROUNDS: usize = 8;

/// F1 of each task by thresholds that a search found.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Searched {
    same: f64,
    partial: f64,
    reuse: f64,
}

/// How well thresholds that were searched on four fifths of the groups do on the last fifth.
pub fn cross_validate(pairs: &[Pair]) -> Searched {
    let fold = |pair: &Pair| hash_str(&pair.group) % FOLDS;
    let apart = (0..FOLDS).into_par_iter().flat_map_iter(|held| {
        let (inside, outside): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().partition(|pair| fold(pair) != held);
        judged(outside, &search(&inside))
    });
    let Scores { same, partial, reuse, .. } = Scores::new(&apart.collect::<Vec<Row>>());
    Searched { same, partial, reuse }
}

/// The thresholds with the best F1 of same and of partial, found one after the other, starting from the middle of their
/// ranges, so that the search knows nothing of those in use.
fn search(pairs: &[&Pair]) -> Thresholds {
    let worth = |at: &Thresholds| {
        let scores = Scores::new(&judged(pairs.iter().copied(), at));
        scores.same + scores.partial
    };
    let mut best = THRESHOLDS;
    for dial in &DIALS {
        let (from, to) = dial.range;
        best = dial.at(&best, (from + to) / 2.0);
    }
    let mut most = worth(&best);
    for _ in 0..ROUNDS {
        let before = most;
        for dial in &DIALS {
            for value in dial.tried() {
                let tried = dial.at(&best, value);
                let found = worth(&tried);
                if found > most {
                    (best, most) = (tried, found);
                }
            }
        }
        if most <= before {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_dial_moves_a_threshold_of_its_own() {
        let moved: Vec<String> = DIALS.iter().map(|dial| format!("{:?}", dial.at(&THRESHOLDS, -1.0))).collect();
        assert_eq!(moved.iter().collect::<std::collections::HashSet<_>>().len(), DIALS.len());
        assert!(!moved.contains(&format!("{THRESHOLDS:?}")));
    }
}
