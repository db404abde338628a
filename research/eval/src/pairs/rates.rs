//! How often verdicts are right: F1 of each task, false positives, and the share of each verdict among pairs of a kind.
//!
//! `unknown` is never a false positive and always a miss; grey pairs are not counted in any rate.

use super::sets::{Label, Pair};
use crate::score;
use offprint::compare::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::iter::Sum;

/// A pair and the verdict on it.
pub type Row<'a> = (&'a Pair, Verdict);

/// What a method should distinguish from the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    Same,
    Partial,
    /// Same or partial.
    Reuse,
}

impl Task {
    pub const ALL: [Task; 3] = [Task::Same, Task::Partial, Task::Reuse];

    pub fn name(self) -> &'static str {
        match self {
            Task::Same => "same",
            Task::Partial => "partial",
            Task::Reuse => "any reuse",
        }
    }

    fn holds(self, label: Label) -> bool {
        match self {
            Task::Same => label == Label::Same,
            Task::Partial => label == Label::Partial,
            Task::Reuse => matches!(label, Label::Same | Label::Partial),
        }
    }

    /// Whether a pair belongs to the task and is reported.
    pub fn is_right(self, label: Label, verdict: Verdict) -> bool {
        self.holds(label) && self.is_reported(verdict)
    }

    fn is_reported(self, verdict: Verdict) -> bool {
        match self {
            Task::Same => verdict == Verdict::Same,
            Task::Partial => verdict == Verdict::Partial,
            Task::Reuse => verdict >= Verdict::Partial,
        }
    }
}

/// How many were right, reported, and wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    right: u32,
    reported: u32,
    wanted: u32,
}

impl Tally {
    pub fn new<'a>(rows: impl IntoIterator<Item = Row<'a>>, task: Task) -> Tally {
        let mut tally = Tally::default();
        for (pair, verdict) in rows {
            if pair.label != Label::Grey {
                tally.add(task.is_right(pair.label, verdict), task.is_reported(verdict), task.holds(pair.label));
            }
        }
        tally
    }

    pub fn add(&mut self, is_right: bool, is_reported: bool, is_wanted: bool) {
        self.right += u32::from(is_right);
        self.reported += u32::from(is_reported);
        self.wanted += u32::from(is_wanted);
    }

    pub fn precision(self) -> f64 {
        share(self.right, self.reported)
    }

    pub fn recall(self) -> f64 {
        share(self.right, self.wanted)
    }

    pub fn f1(self) -> f64 {
        share(2 * self.right, self.reported + self.wanted)
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |sum, tally| Tally {
            right: sum.right + tally.right,
            reported: sum.reported + tally.reported,
            wanted: sum.wanted + tally.wanted,
        })
    }
}

/// F1 of each task, and the share of the different pairs that is reported.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Scores {
    pub same: f64,
    pub partial: f64,
    pub reuse: f64,
    pub false_positives: f64,
}

impl Scores {
    pub fn new(rows: &[Row]) -> Scores {
        let [same, partial, reuse] = Task::ALL.map(|task| Tally::new(rows.iter().copied(), task).f1());
        Scores { same, partial, reuse, false_positives: Shares::of_different(rows).reported() }
    }
}

/// The pairs of each language.
pub fn by_language<'a>(rows: &[Row<'a>]) -> BTreeMap<String, Vec<Row<'a>>> {
    let mut languages: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for &row in rows {
        languages.entry(row.0.lang.clone()).or_default().push(row);
    }
    languages
}

/// The interval of F1 for 95 of 100 such sets, with groups drawn with replacement.
pub fn interval(rows: &[Row], task: Task) -> (f64, f64) {
    let mut groups: BTreeMap<&str, Vec<Row>> = BTreeMap::new();
    for &row in rows {
        groups.entry(&row.0.group).or_default().push(row);
    }
    let tallies: Vec<Tally> = groups.into_values().map(|rows| Tally::new(rows, task)).collect();
    score::interval(&tallies, |drawn| drawn.iter().copied().sum::<Tally>().f1())
}

/// The share of each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    pub n: usize,
    pub same: f64,
    pub partial: f64,
    pub different: f64,
    pub unknown: f64,
}

impl Shares {
    pub fn new(verdicts: &[Verdict]) -> Shares {
        let of = |kind| {
            let count = verdicts.iter().filter(|&&verdict| verdict == kind).count();
            share(count as u32, verdicts.len() as u32)
        };
        Shares {
            n: verdicts.len(),
            same: of(Verdict::Same),
            partial: of(Verdict::Partial),
            different: of(Verdict::Different),
            unknown: of(Verdict::Unknown),
        }
    }

    /// The shares among the pairs that are different.
    pub fn of_different(rows: &[Row]) -> Shares {
        let different = rows.iter().filter(|(pair, _)| pair.label == Label::Different);
        Shares::new(&different.map(|&(_, verdict)| verdict).collect::<Vec<_>>())
    }

    /// The share that is same or partial.
    pub fn reported(self) -> f64 {
        self.same + self.partial
    }

    /// The share that is right; grey pairs are neither right nor wrong.
    pub fn right(self, label: Label) -> Option<f64> {
        match label {
            Label::Same => Some(self.same),
            Label::Partial => Some(self.partial),
            Label::Different => Some(self.different + self.unknown),
            Label::Grey => None,
        }
    }
}

/// The shares by label and kind.
pub fn by_kind(rows: &[Row]) -> BTreeMap<(Label, String), Shares> {
    let mut verdicts: BTreeMap<_, Vec<Verdict>> = BTreeMap::new();
    for (pair, verdict) in rows {
        verdicts.entry((pair.label, pair.kind.clone())).or_default().push(*verdict);
    }
    verdicts.into_iter().map(|(kind, verdicts)| (kind, Shares::new(&verdicts))).collect()
}

/// Upper bound of a share with this many hits, in 95 of 100 cases: by the rule of three for no hits.
pub fn upper(hits: usize, of: usize) -> f64 {
    let n = hits as f64;
    let most = if hits == 0 { 3.0 } else { n + 1.96 * n.sqrt() + 1.92 };
    most / of.max(1) as f64
}

/// A share; 0 if there is nothing to divide by.
pub fn share(part: u32, whole: u32) -> f64 {
    f64::from(part) / f64::from(whole.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(label: Label, kind: &str, group: &str) -> Pair {
        Pair {
            label,
            kind: kind.to_owned(),
            lang: "zh".to_owned(),
            group: group.to_owned(),
            docs: [0, 1],
            on_one_site: false,
            likeness: None,
        }
    }

    #[test]
    fn unknown_is_a_miss_but_not_a_false_positive_and_grey_pairs_do_not_count() {
        let [same, partial, different, grey] =
            [Label::Same, Label::Partial, Label::Different, Label::Grey].map(|label| pair(label, "k", "g"));
        let rows = [
            (&same, Verdict::Same),
            (&same, Verdict::Partial),
            (&same, Verdict::Unknown),
            (&partial, Verdict::Same),
            (&different, Verdict::Unknown),
            (&different, Verdict::Partial),
            (&grey, Verdict::Same),
        ];
        let same = Tally::new(rows, Task::Same);
        assert_eq!((same.precision(), same.recall()), (0.5, 1.0 / 3.0));
        assert_eq!(same.f1(), 2.0 / 5.0);
        let reuse = Tally::new(rows, Task::Reuse);
        assert_eq!((reuse.precision(), reuse.recall()), (0.75, 0.75));
        let different = Shares::of_different(&rows);
        assert_eq!((different.same, different.reported()), (0.0, 0.5));
        let (low, high) = interval(&rows, Task::Same);
        assert_eq!((low, high), (same.f1(), same.f1()), "one group, always drawn");
    }

    #[test]
    fn what_was_never_seen_may_still_happen() {
        assert_eq!(upper(0, 300), 0.01);
        assert!(upper(3, 300) > 0.02 && upper(3, 300) < 0.03);
    }

    #[test]
    fn shares_are_grouped_by_kind() {
        let (a, b) = (pair(Label::Same, "sweep_same", "g"), pair(Label::Different, "random", "g"));
        let rows = [(&a, Verdict::Same), (&a, Verdict::Partial), (&b, Verdict::Unknown)];
        let kinds = by_kind(&rows);
        assert_eq!(kinds[&(Label::Same, "sweep_same".to_owned())].same, 0.5);
        let random = kinds[&(Label::Different, "random".to_owned())];
        assert_eq!(random.right(Label::Different), Some(1.0));
    }
}
