//! `research/results/verdict.json`.

use super::curves::{Found, Moved, Sampled, Searched, f1s};
use super::{BY_SITE, Measured, Micros, Reprints, Sizes, rows};
use crate::figures::Figure;
use crate::pairs::pool;
use crate::pairs::rates::{self, FalsePositives, Rates, Row, Scores, Shares, Tally, Task};
use crate::pairs::sets::{Label, Pair};
use crate::pairs::stream::Stream;
use crate::score::mean;
use offprint::internals::verdict::THRESHOLDS;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Serialize, Deserialize)]
pub struct Results {
    pairs: usize,
    groups: usize,
    different: usize,
    called_same: f64,
    reported: f64,
    /// What `reported` is below in 95 cases of 100.
    reported_at_most: f64,
    tasks: Vec<OfTask>,
    ways: Vec<Way>,
    streams: BTreeMap<String, Stream>,
    kinds: Vec<Kind>,
    edits: Vec<Edits>,
    texts: Vec<Texts>,
    judged: Vec<Kind>,
    pool: pool::Figures,
    /// Of a million pairs of the pool: what the rates are below in 95 cases of 100.
    pool_same_at_most: f64,
    pool_partial_at_most: f64,
    thresholds: Vec<Moved>,
    searched: Vec<OfThresholds>,
    borderline: Vec<Borderline>,
    samples: Vec<Sampled>,
    keys: Found,
    sizes: Vec<Sizes>,
    micros: Micros,
}

#[derive(Serialize, Deserialize)]
struct OfTask {
    task: String,
    rates: Rates,
    low: f64,
    high: f64,
}

/// The pairs of a set as they were read in one way.
#[derive(Serialize, Deserialize)]
struct Way {
    set: String,
    read: String,
    pairs: usize,
    scores: Scores,
}

/// The share of each verdict among the pairs of a kind.
#[derive(Serialize, Deserialize)]
struct Kind {
    kind: String,
    is: String,
    n: usize,
    same: f64,
    partial: f64,
    different: f64,
    unknown: f64,
    right: Option<f64>,
}

/// The pairs with a share of their sentences edited; precision is that against as many different pairs.
#[derive(Serialize, Deserialize)]
struct Edits {
    language: String,
    percent: f64,
    n: usize,
    same: f64,
    partial: f64,
    precision_same: f64,
    precision_reuse: f64,
}

#[derive(Serialize, Deserialize)]
struct Texts {
    set: String,
    /// Those that are not grey.
    pairs: usize,
    same: Rates,
    partial: Rates,
    reuse: Rates,
    false_positives: f64,
    different: usize,
}

#[derive(Serialize, Deserialize)]
struct OfThresholds {
    thresholds: String,
    same: f64,
    partial: f64,
    reuse: f64,
}

/// How often verdicts are borderline, and how often those and the others are right.
#[derive(Serialize, Deserialize)]
struct Borderline {
    set: String,
    borderline: f64,
    right: f64,
    others_right: f64,
}

impl Results {
    /// The results, with the figures by site of the last time that those were measured.
    pub fn of(measured: &Measured, figures: &BTreeMap<String, Figure>) -> Results {
        let all = measured.reprint.rows();
        let negatives = FalsePositives::of(&all);
        let reported = (negatives.any * negatives.negatives as f64).round() as usize;
        let groups: BTreeSet<&str> = all.iter().map(|row| &*row.0.group).collect();
        let pool = measured.pool;
        let of_a_million = |hits| 1e6 * rates::upper(hits, pool.pairs);
        let streams = measured.reprints().map(|of| (of.name.to_owned(), of.stream));
        Results {
            pairs: all.len(),
            groups: groups.len(),
            different: negatives.negatives,
            called_same: negatives.same,
            reported: negatives.any,
            reported_at_most: rates::upper(reported, negatives.negatives),
            tasks: tasks(&all),
            ways: measured.reprints().flat_map(|of| ways(of, figures)).collect(),
            streams: streams.collect(),
            kinds: kinds(&all),
            edits: edits(&all),
            texts: measured.texts.iter().map(|(name, pairs)| texts(name, pairs)).collect(),
            judged: measured.texts.get("judged").map_or(Vec::new(), |pairs| kinds(&rows(pairs))),
            pool_same_at_most: of_a_million(pool.same),
            pool_partial_at_most: of_a_million(pool.partial),
            pool,
            thresholds: measured.thresholds.clone(),
            searched: searched(&all, measured.searched),
            borderline: measured.sets().map(|(name, pairs)| borderline(name, pairs)).collect(),
            samples: measured.samples.clone(),
            keys: measured.keys.clone(),
            sizes: measured.sizes.to_vec(),
            micros: measured.micros,
        }
    }
}

/// Precision, recall and F1 of each task, of all pairs and of each language.
fn tasks(all: &[Row]) -> Vec<OfTask> {
    let of = |prefix: String, rows: &[Row]| {
        Task::ALL.map(|task| {
            let (low, high) = rates::interval(rows, task);
            OfTask {
                task: prefix.clone() + task.name(),
                rates: Tally::of(rows.iter().copied(), task).rates(),
                low,
                high,
            }
        })
    };
    let languages = rates::by_language(all).into_iter();
    let languages = languages.flat_map(|(language, rows)| of(format!("{language}: "), &rows));
    of(String::new(), all).into_iter().chain(languages).collect()
}

fn ways(of: &Reprints, figures: &BTreeMap<String, Figure>) -> Vec<Way> {
    let way =
        |read: &str, scores| Way { set: of.name.to_owned(), read: read.to_owned(), pairs: of.pairs.len(), scores };
    let figure = |name: &str| {
        let figure = figures.get(&format!("{}{BY_SITE}: {name}", of.name));
        figure.map(Figure::value)
    };
    let by_site = || {
        Some(Scores {
            same: figure("F1 same")?,
            partial: figure("F1 partial")?,
            reuse: figure("F1 any reuse")?,
            false_positives: figure("false positives")?,
        })
    };
    let measured = [way("true texts", Scores::of(&rows(&of.true_texts))), way("pages", Scores::of(&of.rows()))];
    let by_site = by_site().map(|scores| way("pages, by site", scores));
    measured.into_iter().chain(by_site).collect()
}

fn kinds(rows: &[Row]) -> Vec<Kind> {
    let kinds = rates::by_kind(rows).into_iter();
    let kind = |((label, kind), of): ((Label, String), Shares)| Kind {
        kind,
        is: label.name().to_owned(),
        n: of.n,
        same: of.same,
        partial: of.partial,
        different: of.different,
        unknown: of.unknown,
        right: of.right(label),
    };
    kinds.map(kind).collect()
}

fn edits(rows: &[Row]) -> Vec<Edits> {
    let languages = rates::by_language(rows);
    let edits = rates::by_edit_rate(rows).into_iter();
    let edits = edits.map(|((language, rate), of)| {
        let wrong = FalsePositives::of(&languages[&language]);
        let precision = |right: f64, wrong: f64| right / (right + wrong).max(f64::MIN_POSITIVE);
        Edits {
            percent: f64::from(rate) / 10.0,
            n: of.n,
            same: of.same,
            partial: of.partial,
            precision_same: precision(of.same, wrong.same),
            precision_reuse: precision(of.same + of.partial, wrong.any),
            language,
        }
    });
    edits.collect()
}

fn texts(name: &str, pairs: &[Pair]) -> Texts {
    let rows = rows(pairs);
    let of = FalsePositives::of(&rows);
    let [same, partial, reuse] = Task::ALL.map(|task| Tally::of(rows.iter().copied(), task).rates());
    Texts {
        set: name.to_owned(),
        pairs: rows.iter().filter(|row| row.0.label != Label::Grey).count(),
        same,
        partial,
        reuse,
        false_positives: of.any,
        different: of.negatives,
    }
}

fn searched(rows: &[Row], searched: Searched) -> Vec<OfThresholds> {
    let compared = [
        ("in use, measured on all pairs", f1s(rows)),
        ("searched and measured on all pairs", searched.on_the_same),
        ("searched on four fifths of the groups, measured on the last", searched.on_others),
    ];
    let of = |(name, [same, partial, reuse]): (&str, [f64; 3])| OfThresholds {
        thresholds: name.to_owned(),
        same,
        partial,
        reuse,
    };
    compared.map(of).into()
}

fn borderline(set: String, pairs: &[Pair]) -> Borderline {
    let known = pairs.iter().filter_map(|pair| {
        let likeness = pair.likeness?;
        let right = Shares::of(&[likeness.verdict(&THRESHOLDS)]).right(pair.label)?;
        Some((likeness.is_borderline(&THRESHOLDS), right))
    });
    let (borderline, others): (Vec<_>, Vec<_>) = known.partition(|(is_borderline, _)| *is_borderline);
    let right = |of: &[(bool, f64)]| mean(of.iter().map(|(_, right)| *right));
    Borderline {
        set,
        borderline: borderline.len() as f64 / (borderline.len() + others.len()).max(1) as f64,
        right: right(&borderline),
        others_right: right(&others),
    }
}
