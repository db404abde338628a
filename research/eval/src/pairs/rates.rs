//! How often verdicts are right: precision, recall and F1 of each task, false positives, and the
//! share of each verdict among pairs of a kind.
//!
//! `unknown` is never a false positive and always a miss; grey pairs are not counted in any rate.

use super::sets::{Label, Pair};
use crate::score;
use offprint::compare::Verdict;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

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

/// Counts of one task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    right: u32,
    reported: u32,
    wanted: u32,
}

impl Tally {
    pub fn of<'a>(rows: impl IntoIterator<Item = Row<'a>>, task: Task) -> Tally {
        let mut tally = Tally::default();
        for (pair, verdict) in rows {
            if pair.label != Label::Grey {
                let (wanted, reported) = (task.holds(pair.label), task.is_reported(verdict));
                tally.right += u32::from(wanted && reported);
                tally.reported += u32::from(reported);
                tally.wanted += u32::from(wanted);
            }
        }
        tally
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

    pub fn rates(self) -> Rates {
        Rates { precision: self.precision(), recall: self.recall(), f1: self.f1() }
    }

    fn plus(self, other: Tally) -> Tally {
        Tally {
            right: self.right + other.right,
            reported: self.reported + other.reported,
            wanted: self.wanted + other.wanted,
        }
    }
}

/// The rates of one task.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Rates {
    pub precision: f64,
    pub recall: f64,
    pub f1: f64,
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
    pub fn of(rows: &[Row]) -> Scores {
        let [same, partial, reuse] = Task::ALL.map(|task| Tally::of(rows.iter().copied(), task).f1());
        Scores { same, partial, reuse, false_positives: FalsePositives::of(rows).any }
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

/// The interval that F1 lies in for 95 of 100 such sets, groups drawn with replacement.
pub fn interval(rows: &[Row], task: Task) -> (f64, f64) {
    let mut groups: BTreeMap<&str, Tally> = BTreeMap::new();
    for &row in rows {
        let tally = groups.entry(&row.0.group).or_default();
        *tally = tally.plus(Tally::of([row], task));
    }
    let tallies: Vec<Tally> = groups.into_values().collect();
    score::interval(&tallies, |drawn| drawn.iter().fold(Tally::default(), |sum, &tally| sum.plus(tally)).f1())
}

/// The verdicts on pairs that are different.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FalsePositives {
    pub negatives: usize,
    pub same: f64,
    pub any: f64,
}

impl FalsePositives {
    pub fn of(rows: &[Row]) -> FalsePositives {
        let negatives: Vec<Verdict> =
            rows.iter().filter(|(pair, _)| pair.label == Label::Different).map(|&(_, verdict)| verdict).collect();
        let shares = Shares::of(&negatives);
        FalsePositives { negatives: negatives.len(), same: shares.same, any: shares.same + shares.partial }
    }
}

/// The share of each verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Shares {
    pub n: usize,
    pub same: f64,
    pub partial: f64,
    pub different: f64,
    pub unknown: f64,
}

impl Shares {
    pub fn of(verdicts: &[Verdict]) -> Shares {
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
    grouped(rows, |pair| Some((pair.label, pair.kind.clone())))
}

/// The shares by language and share of edited sentences, in thousandths, of the pairs that were made
/// to show them.
pub fn by_edit_rate(rows: &[Row]) -> BTreeMap<(String, u32), Shares> {
    grouped(rows, |pair| {
        let rate = (pair.intensity * 1000.0).round() as u32;
        (pair.kind.starts_with("sweep")).then(|| (pair.lang.clone(), rate))
    })
}

fn grouped<K: Ord>(rows: &[Row], key: impl Fn(&Pair) -> Option<K>) -> BTreeMap<K, Shares> {
    let mut verdicts: BTreeMap<K, Vec<Verdict>> = BTreeMap::new();
    for &(pair, verdict) in rows {
        if let Some(key) = key(pair) {
            verdicts.entry(key).or_default().push(verdict);
        }
    }
    verdicts.into_iter().map(|(key, verdicts)| (key, Shares::of(&verdicts))).collect()
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
            intensity: 0.15,
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
        let same = Tally::of(rows, Task::Same);
        assert_eq!((same.precision(), same.recall()), (0.5, 1.0 / 3.0));
        assert_eq!(same.f1(), 2.0 / 5.0);
        let reuse = Tally::of(rows, Task::Reuse);
        assert_eq!((reuse.precision(), reuse.recall()), (0.75, 0.75));
        let false_positives = FalsePositives::of(&rows);
        assert_eq!((false_positives.same, false_positives.any), (0.0, 0.5));
        let (low, high) = interval(&rows, Task::Same);
        assert_eq!((low, high), (same.f1(), same.f1()), "one group, always drawn");
    }

    #[test]
    fn what_was_never_seen_may_still_happen() {
        assert_eq!(upper(0, 300), 0.01);
        assert!(upper(3, 300) > 0.02 && upper(3, 300) < 0.03);
    }

    #[test]
    fn shares_are_grouped_by_kind_and_by_edit_rate() {
        let (a, b) = (pair(Label::Same, "sweep_same", "g"), pair(Label::Different, "random", "g"));
        let rows = [(&a, Verdict::Same), (&a, Verdict::Partial), (&b, Verdict::Unknown)];
        let kinds = by_kind(&rows);
        assert_eq!(kinds[&(Label::Same, "sweep_same".to_owned())].same, 0.5);
        let random = kinds[&(Label::Different, "random".to_owned())];
        assert_eq!(random.right(Label::Different), Some(1.0));
        assert_eq!(by_edit_rate(&rows)[&("zh".to_owned(), 150)].n, 2);
    }
}
