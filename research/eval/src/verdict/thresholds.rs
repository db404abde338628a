//! The thresholds of the verdict: what a search finds that knows nothing of those in use, and which of them would gain by
//! moving.

use crate::markdown::table;
use crate::pairs::rates::{Row, Scores};
use crate::pairs::sets::{Label, Pair};
use offprint::internals::hash::hash_str;
use offprint::internals::verdict::{THRESHOLDS, Thresholds};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// A threshold that can be moved.
struct Dial {
    /// The constant's name.
    name: &'static str,
    get: fn(&Thresholds) -> f64,
    set: fn(&mut Thresholds, f64),
    /// Between which values a search looks.
    range: (f64, f64),
}

macro_rules! dial {
    ($field:ident, $from:expr, $to:expr) => {
        Dial { name: stringify!($field), get: |at| at.$field, set: |at, value| at.$field = value, range: ($from, $to) }
    };
}

/// All thresholds of `src/compare/verdict/conditions.rs`.
const DIALS: [Dial; 17] = [
    dial!(partial_coverage, 0.1, 0.6),
    Dial {
        name: "least_shared",
        get: |at| f64::from(at.least_shared),
        set: |at, value| at.least_shared = value.round() as u32,
        range: (2.0, 22.0),
    },
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
/// Rounds over all thresholds that a search takes at the most.
const ROUNDS: usize = 8;

/// F1 of each task by thresholds that a search found.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Searched {
    same: f64,
    partial: f64,
    reuse: f64,
}

/// How well thresholds do that were searched on four fifths of the groups, measured on the last one.
pub fn cross_validate(pairs: &[Pair]) -> Searched {
    let fold = |pair: &Pair| hash_str(&pair.group) % FOLDS;
    let apart = (0..FOLDS).into_par_iter().flat_map_iter(|held| {
        let (inside, outside): (Vec<&Pair>, Vec<&Pair>) = pairs.iter().partition(|pair| fold(pair) != held);
        judged(outside, &search(&inside))
    });
    let Scores { same, partial, reuse, .. } = Scores::of(&apart.collect::<Vec<Row>>());
    Searched { same, partial, reuse }
}

/// The thresholds with the best F1 of same and of partial, found one after the other, from the middle of their ranges on,
/// so that nothing of those in use is known.
fn search(pairs: &[&Pair]) -> Thresholds {
    let worth = |at: &Thresholds| {
        let scores = Scores::of(&judged(pairs.iter().copied(), at));
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

/// Gain of a threshold that makes it move. Larger: thresholds are steadier; smaller: they follow single pairs.
const LEAST_GAIN: f64 = 0.004;
/// What a false positive costs: a share of one in a hundred as much as so many hundredths of F1. Larger: copies are
/// missed rather than honest pages accused.
const FALSE_POSITIVE: f64 = 3.0;
/// Pairs from which a set counts.
const LEAST_PAIRS: usize = 100;

/// What a threshold would gain elsewhere.
struct Move {
    dial: &'static Dial,
    /// The best value tried, and what it gains.
    best: (f64, f64),
    /// The least and the most of the values that lose no more than [`LEAST_GAIN`].
    as_good: (f64, f64),
}

/// The mean over the sets of the F1 of the three tasks, less what false positives cost; a set weighs the root of its
/// pairs.
fn worth(sets: &[&Vec<Pair>], at: &Thresholds) -> f64 {
    let weight = |pairs: &Vec<Pair>| (pairs.len() as f64).sqrt();
    let of = |pairs: &Vec<Pair>| {
        let Scores { same, partial, reuse, false_positives } = Scores::of(&judged(pairs, at));
        (same + partial + reuse) / 3.0 - FALSE_POSITIVE * false_positives
    };
    let sum: f64 = sets.iter().map(|pairs| weight(pairs) * of(pairs)).sum();
    sum / sets.iter().map(|pairs| weight(pairs)).sum::<f64>()
}

fn moves(sets: &[&Vec<Pair>], at: &Thresholds) -> Vec<Move> {
    let now = worth(sets, at);
    let of = |dial: &'static Dial| {
        let gain = |value: f64| (value, worth(sets, &dial.at(at, value)) - now);
        let gains: Vec<(f64, f64)> = dial.tried().map(gain).collect();
        let best = gains.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        let good = gains.iter().filter(|(_, gain)| *gain >= -LEAST_GAIN);
        let in_use = (dial.get)(at);
        let as_good = good.fold((in_use, in_use), |(low, high), &(value, _)| (low.min(value), high.max(value)));
        Move { dial, best: best.unwrap_or((in_use, 0.0)), as_good }
    };
    DIALS.iter().map(of).collect()
}

/// Prints where each threshold would go, and the thresholds with those that gain by it moved, one after the other.
pub fn fit<'a>(sets: impl Iterator<Item = (String, &'a Vec<Pair>)>) {
    let sets: Vec<(String, &Vec<Pair>)> = sets
        .filter(|(_, pairs)| {
            let labelled = pairs.iter().filter(|pair| pair.label != Label::Grey);
            labelled.count() >= LEAST_PAIRS
        })
        .collect();
    let names: Vec<&str> = sets.iter().map(|(name, _)| &**name).collect();
    let pairs: Vec<&Vec<Pair>> = sets.iter().map(|(_, pairs)| *pairs).collect();
    println!("fitted to {}\n", names.join("; "));
    let mut at = THRESHOLDS;
    let first = moves(&pairs, &at);
    let row = |moved: &Move| {
        vec![
            format!("`{}`", moved.dial.name),
            format!("{:.2}", (moved.dial.get)(&THRESHOLDS)),
            format!("{:.2}", moved.best.0),
            format!("{:+.4}", moved.best.1),
            format!("{:.2} to {:.2}", moved.as_good.0, moved.as_good.1),
        ]
    };
    let head = ["threshold", "in use", "best", "gain", "about as good"];
    print!("{}", table(&head, first.iter().map(row)));
    let mut left = first;
    // Each move gains, so this ends.
    while let Some(most) =
        left.iter().max_by(|a, b| a.best.1.total_cmp(&b.best.1)).filter(|most| most.best.1 > LEAST_GAIN)
    {
        let (value, gain) = most.best;
        println!("{} to {value:.3}: gains {gain:.4}", most.dial.name);
        at = most.dial.at(&at, value);
        left = moves(&pairs, &at);
    }
    if at == THRESHOLDS {
        println!("\nthe thresholds in use stay")
    } else {
        println!("\n{at:#?}")
    }
    for (name, pairs) in sets {
        let [before, after] = [&THRESHOLDS, &at].map(|at| {
            let Scores { same, partial, reuse, false_positives } = Scores::of(&judged(pairs, at));
            format!("{same:.4} {partial:.4} {reuse:.4}, {false_positives:.4}")
        });
        println!("{name:<30} in use {before} · fitted {after}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dial_moves_its_threshold_and_no_other() {
        for (i, dial) in DIALS.iter().enumerate() {
            let moved = dial.at(&THRESHOLDS, 1.0 + 2.0 * (dial.get)(&THRESHOLDS));
            for (j, other) in DIALS.iter().enumerate() {
                let changed = (other.get)(&moved) != (other.get)(&THRESHOLDS);
                assert_eq!(changed, i == j, "{} moves {}", dial.name, other.name);
            }
        }
    }
}
