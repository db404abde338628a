//! How well rewritten articles are distinguished from independent reports of the same event:
//! `research/results/rewrites.json`.
//!
//! The folder holds `rewrites/docs.jsonl` and `rewrites/pairs.jsonl`, with `label`, `kind` and `lang` of each pair. It
//! may also hold more reports of the same events in `textpairs/zh_events`, articles that other models rewrote in
//! `rewrites_models`, and strangers in `fp_pool/docs.jsonl`. Figures are cross-validated: the model has seen neither
//! the articles of a pair nor their events. With `--fit` the model is fitted to all of it, and written to
//! `src/compare/data/rewriting_weights.rs`.

mod model;
mod set;
mod strangers;

use crate::floors::{Figure, Figures};
use crate::results::{record, write};
use anyhow::{Result, bail};
use model::{Example, Model};
use offprint::internals::rewriting::{MEDIUM_SCORE, REWRITTEN};
use serde::{Deserialize, Serialize};
use set::{Pair, Set, weights};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use strangers::Strangers;

/// Parts of the cross-validation.
const FOLDS: u64 = 10;
/// Share of the reports of the same event that may be above a threshold.
const RATES: [f64; 2] = [0.002, 0.01];
/// The languages, in the order of the models.
const LANGUAGES: [&str; 2] = ["en", "zh"];
const KINDS: [&str; 4] = ["reword", "rewrite", "digest", "two_versions"];
/// Kinds of rewritings by other writers, all in English.
const OTHERS: [&str; 5] = ["llmmis_paraphrase", "llmmis_rewrite", "f3_minor", "f3_major", "f3_critical"];

/// The figures that documents state.
#[derive(Serialize, Deserialize)]
pub struct Rewrites {
    /// Listed pairs of reports of one event, by language.
    reports: BTreeMap<String, usize>,
    /// Recall at the first of [`RATES`].
    recall: Vec<Recall>,
    calibration: Vec<Fifth>,
    others: Vec<Other>,
    /// The steps of the likelihood, the last one first.
    steps: Vec<Step>,
    /// Pairs of unrelated articles, by the model in use, except those where both articles were collected for an event.
    strangers: Called,
}

/// Recall by kind of rewriting.
#[derive(Serialize, Deserialize)]
struct Recall {
    language: String,
    recall: [f64; KINDS.len()],
}

/// How many rewritings by other writers are recognised.
#[derive(Serialize, Deserialize)]
struct Other {
    kind: String,
    pairs: usize,
    /// Recall at the first of [`RATES`].
    recall: f64,
    /// The same by a model that saw nothing by these writers.
    recall_unseen: f64,
    /// Share that is called rewritten or has a verdict of its own.
    called: f64,
}

/// Pairs with a score in a fifth of the range.
#[derive(Serialize, Deserialize)]
struct Fifth {
    from: f64,
    to: f64,
    rewritten: usize,
    reports: usize,
    /// The share rewritten, as if there were equally many of both.
    share: f64,
}

/// How many pairs reach a step of the likelihood.
#[derive(Serialize, Deserialize)]
struct Step {
    from: f64,
    /// Share of the rewritten articles, and of the reports of one event.
    rewritten: f64,
    reports: f64,
    /// How many of a million unrelated pairs.
    strangers: f64,
}

#[derive(Serialize, Deserialize)]
struct Called {
    pairs: usize,
    called: usize,
}

/// Recall of a kind where at most this share of the reports of one event are above the threshold.
fn recall(set: &Set, odds: &[Option<f64>], language: &str, rate: f64, kind: &str) -> Option<f64> {
    let of = |wanted: &dyn Fn(&Pair) -> bool| -> Vec<f64> {
        let pairs =
            set.pairs.iter().zip(odds).filter(|(pair, _)| pair.is_listed && pair.language == language && wanted(pair));
        pairs.map(|(_, odds)| odds.unwrap_or(f64::NEG_INFINITY)).collect()
    };
    let mut hard = of(&|pair| !pair.is_rewritten && pair.is_of_one_event());
    hard.sort_by(|a, b| b.total_cmp(a));
    let at = (rate * hard.len() as f64) as usize;
    let threshold = *hard.get(at.min(hard.len().saturating_sub(1)))?;
    let found = of(&|pair| pair.is_rewritten && pair.kind == kind);
    let above = found.iter().filter(|&&odds| odds > threshold).count();
    Some(above as f64 / found.len().max(1) as f64)
}

/// Pairs with the odds of models that have not seen them.
struct Judged {
    set: Set,
    odds: Vec<Option<f64>>,
    calibration: Calibration,
}

impl Judged {
    fn read(folder: &Path) -> Result<Judged> {
        let set = Set::read(folder)?;
        let odds = set.cross_validated(&set.examples(), |_| true);
        let calibrated = |language| (language, calibration(&set, &odds, language));
        Ok(Judged { calibration: LANGUAGES.into_iter().map(calibrated).collect(), odds, set })
    }

    /// Each pair that has odds, with its score.
    fn scored(&self) -> impl Iterator<Item = (&Pair, f64)> {
        let pairs = self.set.pairs.iter().zip(&self.odds);
        pairs.filter_map(|(pair, odds)| Some((pair, self.score(pair, (*odds)?))))
    }

    /// How likely a pair is rewritten.
    fn score(&self, pair: &Pair, odds: f64) -> f64 {
        let calibration = self.calibration.get(&*pair.language);
        let [base, factor] = calibration.copied().unwrap_or_default();
        1.0 / (1.0 + (-(base + factor * odds)).exp())
    }

    /// The pairs that are called rewritten.
    fn called(&self) -> impl Iterator<Item = &Pair> {
        let called = self.scored().filter(|(_, score)| *score >= REWRITTEN);
        called.map(|(pair, _)| pair)
    }
}

/// The figures with floors: cross-validated recall by language and kind, and how many strangers are called rewritten.
/// Empty if the folder does not hold the pairs.
pub fn figures(folder: &Path) -> Result<Figures> {
    let mut figures = BTreeMap::new();
    if !folder.join("rewrites").exists() {
        return Ok(figures);
    }
    let judged = Judged::read(folder)?;
    let set = &judged.set;
    for language in LANGUAGES {
        for rate in RATES {
            for kind in KINDS.into_iter().chain(OTHERS) {
                let is_it = |pair: &&Pair| pair.kind == kind && pair.language == language && pair.is_listed;
                let of = set.pairs.iter().filter(is_it).count();
                if of > 0
                    && let Some(recall) = recall(set, &judged.odds, language, rate, kind)
                {
                    let name = format!("{language} {kind}: recall at {:.1} %", 100.0 * rate);
                    figures.insert(name, Figure::least(of, recall));
                }
            }
        }
    }
    if let Some(strangers) = Strangers::read(folder)? {
        let share = |[pairs, called]: [usize; 2]| Figure::most(pairs, 1e6 * called as f64 / pairs.max(1) as f64);
        let [all, apart] = strangers.called(REWRITTEN);
        figures.insert("strangers called rewritten, of a million".to_owned(), share(all));
        figures.insert("strangers not of one event called rewritten, of a million".to_owned(), share(apart));
    }
    Ok(figures)
}

/// Records the results; with `--fit` it fits and writes the model instead.
pub fn report(folder: &Path, flags: &[String]) -> Result<()> {
    let judged = Judged::read(folder)?;
    match flags {
        [] => record("rewrites", &Rewrites::new(&judged, folder)?),
        [flag] if flag == "--fit" => {
            let set = &judged.set;
            let values = set.examples();
            let models = LANGUAGES.map(|language| {
                let fitted = set.fitted(&values, language, |_| true);
                fitted.scaled(judged.calibration[language])
            });
            write("src/compare/data/rewriting_weights.rs", model::source(&models))?;
            println!("wrote the model; run this again without --fit for its figures");
            Ok(())
        }
        _ => bail!("{flags:?}: give --fit or nothing"),
    }
}

impl Rewrites {
    fn new(judged: &Judged, folder: &Path) -> Result<Rewrites> {
        let is_report = |pair: &&Pair| pair.is_listed && !pair.is_rewritten && pair.is_of_one_event();
        let mut reports = BTreeMap::new();
        for pair in judged.set.pairs.iter().filter(is_report) {
            *reports.entry(pair.language.clone()).or_default() += 1;
        }
        let strangers = Strangers::read(folder)?;
        // Without pairs where both articles were collected for the events that they report on.
        let called = |limit| strangers.as_ref().map_or([0; 2], |known| known.called(limit)[1]);
        let [pairs, called_rewritten] = called(REWRITTEN);
        let step = |from: f64| {
            let share = |is: &dyn Fn(&Pair) -> bool| {
                let pairs = judged.scored().filter(|(pair, _)| pair.is_listed && is(pair));
                let scores: Vec<f64> = pairs.map(|(_, score)| score).collect();
                let above = scores.iter().filter(|score| **score >= from).count();
                above as f64 / scores.len().max(1) as f64
            };
            Step {
                from,
                rewritten: share(&|pair| pair.is_rewritten),
                reports: share(&|pair| !pair.is_rewritten && pair.is_of_one_event()),
                strangers: 1e6 * called(from)[1] as f64 / pairs.max(1) as f64,
            }
        };
        Ok(Rewrites {
            reports,
            recall: LANGUAGES.map(|language| Recall::new(judged, language)).into(),
            calibration: (0..5).map(|fifth| Fifth::new(judged, fifth)).collect(),
            others: others(judged),
            steps: [REWRITTEN, MEDIUM_SCORE].map(step).into(),
            strangers: Called { pairs, called: called_rewritten },
        })
    }
}

impl Recall {
    fn new(judged: &Judged, language: &str) -> Recall {
        let recall = |kind| recall(&judged.set, &judged.odds, language, RATES[0], kind).unwrap_or_default();
        Recall { language: language.to_owned(), recall: KINDS.map(recall) }
    }
}

/// Who wrote a kind of rewriting.
fn writer(kind: &str) -> &str {
    kind.split_once('_').map_or("", |(writer, _)| writer)
}

fn others(judged: &Judged) -> Vec<Other> {
    let set = &judged.set;
    let values = set.examples();
    let writers: BTreeSet<&str> = OTHERS.into_iter().map(writer).collect();
    let without = |own: &str| set.cross_validated(&values, |pair| !pair.is_rewritten || writer(&pair.kind) != own);
    let unseen: BTreeMap<&str, _> = writers.into_iter().map(|own| (own, without(own))).collect();
    let known = |kind: &&str| set.pairs.iter().any(|pair| pair.kind == *kind);
    OTHERS.into_iter().filter(known).filter_map(|kind| Other::new(judged, &unseen[writer(kind)], kind)).collect()
}

impl Other {
    /// `unseen` are the odds by models that know nothing by the writer of this kind.
    fn new(judged: &Judged, unseen: &[Option<f64>], kind: &str) -> Option<Other> {
        let set = &judged.set;
        let is_it = |pair: &&Pair| pair.kind == kind;
        let pairs = set.pairs.iter().filter(is_it).count();
        let decided = set.pairs.iter().filter(is_it).filter(|pair| !pair.is_open());
        let called = judged.called().filter(is_it).count() + decided.count();
        Some(Other {
            kind: kind.to_owned(),
            pairs,
            recall: recall(set, &judged.odds, "en", RATES[0], kind)?,
            recall_unseen: recall(set, unseen, "en", RATES[0], kind)?,
            called: called as f64 / pairs as f64,
        })
    }
}

impl Fifth {
    fn new(judged: &Judged, fifth: u32) -> Fifth {
        let [from, to] = [fifth, fifth + 1].map(|edge| f64::from(edge) / 5.0);
        let mut counts = [0usize; 2];
        let mut all = [0usize; 2];
        let wanted = |(pair, _): &(&Pair, f64)| pair.is_rewritten || pair.is_of_one_event();
        for (pair, score) in judged.scored().filter(wanted) {
            let class = usize::from(pair.is_rewritten);
            all[class] += 1;
            counts[class] += usize::from(score >= from && (score < to || fifth == 4));
        }
        let [reports, rewritten] = counts;
        let share = |class: usize| counts[class] as f64 / all[class] as f64;
        Fifth { from, to, rewritten, reports, share: share(1) / (share(0) + share(1)).max(1e-9) }
    }
}

/// A base and a factor that turn the odds of models with weights drawn to 0 into the odds of a rewritten article among
/// as many reports of one event and a tenth as many of the nearest strangers.
fn calibration(set: &Set, odds: &[Option<f64>], language: &str) -> [f64; 2] {
    /// The shares of the classes of [`Pair::group`].
    const SHARES: [f64; 4] = [0.5, 0.5, 0.0, 0.05];
    let pairs = || {
        let pairs = set.pairs.iter().zip(odds).filter(|(pair, _)| pair.language == language);
        pairs.filter_map(|(pair, odds)| Some((pair, (*odds)?)))
    };
    let weights = weights(pairs().map(|(pair, _)| pair), SHARES);
    let examples = pairs().zip(weights).map(|((pair, odds), weight)| Example {
        values: vec![odds],
        is_rewritten: pair.is_rewritten,
        weight,
    });
    // With weights drawn to 0, likelihoods would be less sure than they are right.
    let model = Model::fitted(&examples.collect::<Vec<_>>(), 0.0);
    [model.base, model.weights[0]]
}

/// A base and a factor of the odds for each language.
type Calibration = BTreeMap<&'static str, [f64; 2]>;
