//! Figures and their floors.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Figures that can be compared with those recorded before.
pub trait Held: Sized {
    /// On how many pages or pairs it was measured. The floor holds for these only; another number
    /// means other pages or pairs.
    fn of(&self) -> usize;

    /// Each figure that is worse than in `floor`, in words.
    fn below(&self, floor: &Self) -> Vec<String>;
}

/// Figures below their floor, and floors without a figure.
pub fn regressions<T: Held>(figures: &BTreeMap<String, T>, floors: &BTreeMap<String, T>) -> Vec<String> {
    let mut regressions = Vec::new();
    for (name, floor) in floors {
        match figures.get(name) {
            Some(now) if now.of() == floor.of() => {
                regressions.extend(now.below(floor).iter().map(|what| format!("{name}: {what}")));
            }
            Some(now) => {
                regressions.push(format!("{name}: measured on {}, and the floor is that of {}", now.of(), floor.of()))
            }
            None => regressions.push(format!("{name}: not in this folder")),
        }
    }
    regressions
}

/// Whether the figures were measured on the pages and pairs of the floors. Others, such as the
/// other half of a benchmark, are only measured.
pub fn are_of_the_same<T: Held>(figures: &BTreeMap<String, T>, floors: &BTreeMap<String, T>) -> bool {
    floors.iter().all(|(name, floor)| figures.get(name).is_some_and(|now| now.of() == floor.of()))
}

/// One figure of another kind, to four places.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figure {
    of: usize,
    #[serde(flatten)]
    bound: Bound,
}

/// Which way is worse.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Bound {
    Least(f64),
    Most(f64),
}

impl Figure {
    /// One that must not sink, measured on `of`.
    pub fn least(of: usize, figure: f64) -> Figure {
        let bound = Bound::Least(rounded(figure));
        Figure { of, bound }
    }

    /// One that must not rise.
    pub fn most(of: usize, figure: f64) -> Figure {
        let bound = Bound::Most(rounded(figure));
        Figure { of, bound }
    }
}

impl Figure {
    pub fn value(&self) -> f64 {
        match self.bound {
            Bound::Least(figure) | Bound::Most(figure) => figure,
        }
    }
}

fn rounded(figure: f64) -> f64 {
    (figure * 10_000.0).round() / 10_000.0
}

impl Held for Figure {
    fn of(&self) -> usize {
        self.of
    }

    fn below(&self, floor: &Figure) -> Vec<String> {
        let worse = match (self.bound, floor.bound) {
            (Bound::Least(now), Bound::Least(floor)) if now < floor => Some((now, '<', floor)),
            (Bound::Most(now), Bound::Most(floor)) if now > floor => Some((now, '>', floor)),
            (Bound::Least(now), Bound::Most(floor)) | (Bound::Most(now), Bound::Least(floor)) => {
                Some((now, '?', floor))
            }
            _ => None,
        };
        worse.map(|(now, than, floor)| format!("{now:.4} {than} {floor:.4}")).into_iter().collect()
    }
}
