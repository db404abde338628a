//! Fits the thresholds of the verdict to labelled pairs: each stays where it is unless another value is clearly better.

use super::curves::{DIALS, Dial, f1s, judged};
use crate::markdown::table;
use crate::pairs::rates::FalsePositives;
use crate::pairs::sets::{Label, Pair};
use offprint::internals::verdict::{THRESHOLDS, Thresholds};

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
        let rows = judged(pairs, at);
        let f1s = f1s(&rows);
        f1s.iter().sum::<f64>() / f1s.len() as f64 - FALSE_POSITIVE * FalsePositives::of(&rows).any
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
            let rows = judged(pairs, at);
            let [same, partial, any] = f1s(&rows);
            let false_positives = FalsePositives::of(&rows).any;
            format!("{same:.4} {partial:.4} {any:.4}, {false_positives:.4}")
        });
        println!("{name:<30} in use {before} · fitted {after}");
    }
}
