//! `research/results/verdict.json`.

use super::thresholds::Searched;
use super::{BY_SITE, Found, Measured, Pool, Reprints, Sizes, rows};
use crate::floors::{Figure, Figures};
use crate::pairs::rates::{self, Row, Scores, Shares, Tally, Task};
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
    /// Upper bound of `reported` in 95 cases of 100.
    reported_at_most: f64,
    tasks: Vec<OfTask>,
    ways: Vec<Way>,
    searched: Searched,
    streams: BTreeMap<String, Stream>,
    kinds: Vec<Kind>,
    texts: Vec<Texts>,
    pool: Pool,
    /// Upper bounds of the rates in 95 cases of 100, per million pairs of the pool.
    pool_same_at_most: f64,
    pool_partial_at_most: f64,
    borderline: Borderline,
    keys: Found,
    sizes: Sizes,
}

#[derive(Serialize, Deserialize)]
struct OfTask {
    task: String,
    f1: f64,
    low: f64,
    high: f64,
}

/// The pairs of a set as they were read in one way.
#[derive(Serialize, Deserialize)]
struct Way {
    set: String,
    read: String,
    scores: Scores,
}

/// The share of each verdict among the pairs of a kind.
#[derive(Serialize, Deserialize)]
struct Kind {
    kind: String,
    is: String,
    #[serde(flatten)]
    shares: Shares,
    right: Option<f64>,
}

#[derive(Serialize, Deserialize)]
struct Texts {
    set: String,
    /// Those that are not grey.
    pairs: usize,
    scores: Scores,
    different: usize,
}

/// How often verdicts are borderline, and how often those and the others are right.
#[derive(Serialize, Deserialize)]
struct Borderline {
    share: f64,
    right: f64,
    others_right: f64,
}

impl Results {
    /// The results, with the figures by site from the last time that these were measured.
    pub fn new(measured: &Measured, figures: &Figures) -> Results {
        let all = measured.reprint.rows();
        let different = Shares::of_different(&all);
        let reported = (different.reported() * different.n as f64).round() as usize;
        let groups: BTreeSet<&str> = all.iter().map(|row| &*row.0.group).collect();
        let pool = measured.pool;
        let of_a_million = |hits| 1e6 * rates::upper(hits, pool.pairs);
        let streams = measured.reprints().map(|of| (of.name.to_owned(), of.stream));
        Results {
            pairs: all.len(),
            groups: groups.len(),
            different: different.n,
            called_same: different.same,
            reported: different.reported(),
            reported_at_most: rates::upper(reported, different.n),
            tasks: Task::ALL.map(|task| OfTask::new(task, &all)).into(),
            ways: measured.reprints().flat_map(|of| ways(of, figures)).collect(),
            searched: measured.searched,
            streams: streams.collect(),
            kinds: rates::by_kind(&all).into_iter().map(Kind::new).collect(),
            texts: measured.texts.iter().map(|(name, pairs)| Texts::new(name, pairs)).collect(),
            pool_same_at_most: of_a_million(pool.same),
            pool_partial_at_most: of_a_million(pool.partial),
            pool,
            borderline: Borderline::new(&measured.reprint.pairs),
            keys: measured.keys,
            sizes: measured.sizes,
        }
    }
}

impl OfTask {
    fn new(task: Task, rows: &[Row]) -> OfTask {
        let (low, high) = rates::interval(rows, task);
        OfTask { task: task.name().to_owned(), f1: Tally::new(rows.iter().copied(), task).f1(), low, high }
    }
}

fn ways(of: &Reprints, figures: &Figures) -> Vec<Way> {
    let way = |read: &str, scores| Way { set: of.name.to_owned(), read: read.to_owned(), scores };
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
    let measured = [way("true texts", Scores::new(&rows(&of.true_texts))), way("pages", Scores::new(&of.rows()))];
    let by_site = by_site().map(|scores| way("pages, by site", scores));
    measured.into_iter().chain(by_site).collect()
}

impl Kind {
    fn new(((label, kind), shares): ((Label, String), Shares)) -> Kind {
        Kind { kind, is: label.name().to_owned(), shares, right: shares.right(label) }
    }
}

impl Texts {
    fn new(name: &str, pairs: &[Pair]) -> Texts {
        let rows = rows(pairs);
        Texts {
            set: name.to_owned(),
            pairs: rows.iter().filter(|row| row.0.label != Label::Grey).count(),
            scores: Scores::new(&rows),
            different: Shares::of_different(&rows).n,
        }
    }
}

impl Borderline {
    fn new(pairs: &[Pair]) -> Borderline {
        let known = pairs.iter().filter_map(|pair| {
            let likeness = pair.likeness?;
            let right = Shares::new(&[likeness.verdict(&THRESHOLDS)]).right(pair.label)?;
            Some((likeness.is_borderline(&THRESHOLDS), right))
        });
        let (borderline, others): (Vec<_>, Vec<_>) = known.partition(|(is_borderline, _)| *is_borderline);
        let right = |of: &[(bool, f64)]| mean(of.iter().map(|(_, right)| *right));
        Borderline {
            share: borderline.len() as f64 / (borderline.len() + others.len()).max(1) as f64,
            right: right(&borderline),
            others_right: right(&others),
        }
    }
}
