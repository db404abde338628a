//! How well rewritten articles are distinguished from independent reports of the same event:
//! `research/results/rewrites.json`.
//!
//! The folder holds `rewrites/docs.jsonl` and `rewrites/pairs.jsonl`, with `label`, `kind` and `lang` of each pair, and
//! may hold more reports of the same events in `textpairs/zh_events` and strangers in `fp_pool/docs.jsonl`. Figures are
//! cross-validated: the model has seen neither the articles of a pair nor their events. With `--fit` the model is
//! fitted to all of it, and written to `src/compare/data/rewriting_weights.rs`.

mod found;
mod model;
mod set;
mod strangers;

use crate::figures::Figure;
use crate::results::{record, write};
use anyhow::{Result, bail};
use found::Found;
use model::{Example, Model};
use offprint::facts::FactKind;
use offprint::internals::rewriting::{MEASURES, NAMES, REWRITTEN};
use offprint_methods::methods::Name;
use serde::{Deserialize, Serialize};
use set::{Pair, Set};
use std::collections::BTreeMap;
use std::path::Path;
use strangers::Strangers;

/// Parts of the cross-validation.
const FOLDS: u64 = 10;
/// Share of the reports of the same event that may be above a threshold.
const RATES: [f64; 2] = [0.002, 0.01];
/// In the order of the models.
const LANGUAGES: [&str; 2] = ["en", "zh"];
const KINDS: [&str; 4] = ["reword", "rewrite", "digest", "two_versions"];

/// The figures that documents state.
#[derive(Serialize, Deserialize)]
pub struct Rewrites {
    /// Listed pairs of reports of one event, by language.
    reports: BTreeMap<String, usize>,
    /// At the first of [`RATES`].
    recall: Vec<Recall>,
    /// The method of comparison that recognises most of each language.
    best_method: Vec<Recall>,
    calibration: Vec<Fifth>,
    /// By language and kind, how many pairs are called rewritten.
    called: BTreeMap<String, BTreeMap<String, usize>>,
    /// Listed pairs of reports of one event that are called rewritten.
    reports_called: usize,
    /// Pairs of unrelated articles, by the model in use.
    strangers: Called,
    /// The nearest of them, by models that have not seen the two.
    near_strangers: Called,
    found: Found,
}

/// Recall by kind of rewriting.
#[derive(Serialize, Deserialize)]
struct Recall {
    language: String,
    /// The facts that are used, or the method.
    by: String,
    recall: [f64; KINDS.len()],
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

#[derive(Default, Serialize, Deserialize)]
struct Called {
    pairs: usize,
    called: usize,
}

/// Recall of each of [`KINDS`] where at most this share of the reports of one event are above the threshold.
fn recall(
    set: &Set,
    odds: &[Option<f64>],
    language: &str,
    rate: f64,
) -> Option<[f64; KINDS.len()]> {
    let of = |wanted: &dyn Fn(&Pair) -> bool| -> Vec<f64> {
        let pairs = set.pairs.iter().zip(odds);
        let pairs =
            pairs.filter(|(pair, _)| pair.is_listed && pair.language == language && wanted(pair));
        pairs
            .map(|(_, odds)| odds.unwrap_or(f64::NEG_INFINITY))
            .collect()
    };
    let mut hard = of(&|pair| !pair.is_rewritten && pair.is_of_one_event());
    hard.sort_by(|a, b| b.total_cmp(a));
    let at = (rate * hard.len() as f64) as usize;
    let threshold = *hard.get(at.min(hard.len().saturating_sub(1)))?;
    let share = |kind: &str| {
        let found = of(&|pair| pair.is_rewritten && pair.kind == kind);
        found.iter().filter(|&&odds| odds > threshold).count() as f64 / found.len().max(1) as f64
    };
    Some(KINDS.map(share))
}

/// A subset of the facts, and the measures that are used.
type Ablation = (&'static str, fn(FactKind) -> bool, &'static [&'static str]);

const ABLATIONS: [Ablation; 6] = [
    ("all", |_| true, &NAMES),
    (
        "without quotations and own figures",
        |_| true,
        &[
            "rare-words",
            "figures",
            "details",
            "covered",
            "own-names",
            "order",
            "neighbours",
        ],
    ),
    (
        "nor order",
        |_| true,
        &[
            "rare-words",
            "figures",
            "details",
            "covered",
            "own-names",
            "own-figures",
        ],
    ),
    (
        "names and figures only",
        |kind| kind != FactKind::Word,
        &["figures", "details", "covered", "own-names", "own-figures"],
    ),
    (
        "figures only",
        FactKind::is_figure,
        &["figures", "details", "covered", "own-figures"],
    ),
    (
        "names only",
        |kind| matches!(kind, FactKind::Name),
        &["details", "covered", "own-names"],
    ),
];

/// Pairs with the odds of models that have not seen them.
struct Judged {
    set: Set,
    odds: Vec<Option<f64>>,
    calibration: Calibration,
}

impl Judged {
    fn read(folder: &Path) -> Result<Judged> {
        let set = Set::read(folder)?;
        let all: Vec<usize> = (0..MEASURES).collect();
        let odds = set.cross_validated(&set.examples(|_| true), &all);
        let calibrated = |language| (language, calibration(&set, &odds, language));
        Ok(Judged {
            calibration: LANGUAGES.into_iter().map(calibrated).collect(),
            odds,
            set,
        })
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

/// The figures with floors: cross-validated recall by language and kind, how many of those recognised keys find, and how
/// many strangers are called rewritten. Empty if the folder does not hold the pairs.
pub fn figures(folder: &Path) -> Result<BTreeMap<String, Figure>> {
    let mut figures = BTreeMap::new();
    if !folder.join("rewrites").exists() {
        return Ok(figures);
    }
    let judged = Judged::read(folder)?;
    let set = &judged.set;
    for language in LANGUAGES {
        for rate in RATES {
            let recall = recall(set, &judged.odds, language, rate);
            for (kind, recall) in KINDS.iter().zip(recall.into_iter().flatten()) {
                let is_it = |pair: &&Pair| {
                    pair.kind == *kind && pair.language == language && pair.is_listed
                };
                let of = set.pairs.iter().filter(is_it).count();
                let name = format!("{language} {kind}: recall at {:.1} %", 100.0 * rate);
                figures.insert(name, Figure::least(of, recall));
            }
        }
    }
    let found = Found::of(&judged, folder)?;
    // How many are recognised may change; the pairs stay.
    let rewritten = set.pairs.iter().filter(|pair| pair.is_rewritten).count();
    figures.insert(
        "found by keys among 20,000, of those recognised".to_owned(),
        Figure::least(rewritten, found.share()),
    );
    if let Some(strangers) = Strangers::read(folder)? {
        let ([all, true_ones], [called, falsely]) =
            (strangers.above(0.0), strangers.above(REWRITTEN));
        let of_a_million = |called: usize, of: usize| 1e6 * called as f64 / of.max(1) as f64;
        figures.insert(
            "strangers called rewritten, of a million".to_owned(),
            Figure::most(all, of_a_million(called, all)),
        );
        figures.insert(
            "strangers not of one event called rewritten, of a million".to_owned(),
            Figure::most(true_ones, of_a_million(falsely, true_ones)),
        );
    }
    Ok(figures)
}

/// Records the results; with `--fit` it fits and writes the model instead.
pub fn report(folder: &Path, flags: &[String]) -> Result<()> {
    let judged = Judged::read(folder)?;
    match flags {
        [] => record("rewrites", &Rewrites::of(&judged, folder)?),
        [flag] if flag == "--fit" => {
            let (set, all) = (&judged.set, (0..MEASURES).collect::<Vec<_>>());
            let values = set.examples(|_| true);
            let models = LANGUAGES.map(|language| {
                let fitted = set.fitted(&values, &all, language, None);
                fitted.scaled(judged.calibration[language])
            });
            write(
                "src/compare/data/rewriting_weights.rs",
                &model::source(&models),
            )?;
            println!("wrote the model; run this again without --fit for its figures");
            Ok(())
        }
        _ => bail!("{flags:?}: give --fit or nothing"),
    }
}

impl Rewrites {
    fn of(judged: &Judged, folder: &Path) -> Result<Rewrites> {
        let is_report =
            |pair: &&Pair| pair.is_listed && !pair.is_rewritten && pair.is_of_one_event();
        let mut reports = BTreeMap::new();
        for pair in judged.set.pairs.iter().filter(is_report) {
            *reports.entry(pair.language.clone()).or_default() += 1;
        }
        let mut called: BTreeMap<_, BTreeMap<_, usize>> = BTreeMap::new();
        for pair in judged
            .called()
            .filter(|pair| pair.is_listed && pair.is_rewritten)
        {
            let of_language = called.entry(pair.language.clone()).or_default();
            *of_language.entry(pair.kind.clone()).or_default() += 1;
        }
        let near = judged.scored().filter(|(pair, _)| pair.kind == "stranger");
        let strangers = Strangers::read(folder)?;
        let strangers = strangers.map(|strangers| Called {
            pairs: strangers.above(0.0)[0],
            called: strangers.above(REWRITTEN)[0],
        });
        Ok(Rewrites {
            reports,
            recall: ablations(&judged.set),
            best_method: LANGUAGES
                .iter()
                .filter_map(|language| best_method(&judged.set, language))
                .collect(),
            calibration: (0..5).map(|fifth| Fifth::of(judged, fifth)).collect(),
            called,
            reports_called: judged.called().filter(is_report).count(),
            strangers: strangers.unwrap_or_default(),
            near_strangers: Called {
                pairs: near.count(),
                called: judged
                    .called()
                    .filter(|pair| pair.kind == "stranger")
                    .count(),
            },
            found: Found::of(judged, folder)?,
        })
    }
}

/// Recall with parts of the facts only.
fn ablations(set: &Set) -> Vec<Recall> {
    let ablations = ABLATIONS.iter().flat_map(|(name, keep, weighed)| {
        let weighed: Vec<usize> = (0..MEASURES)
            .filter(|i| weighed.contains(&NAMES[*i]))
            .collect();
        let odds = set.cross_validated(&set.examples(*keep), &weighed);
        LANGUAGES.map(|language| {
            Some(Recall {
                language: language.to_owned(),
                by: (*name).to_owned(),
                recall: recall(set, &odds, language, RATES[0])?,
            })
        })
    });
    ablations.flatten().collect()
}

/// The method whose scores, over whole texts, recognise the most rewritings of a language.
fn best_method(set: &Set, language: &str) -> Option<Recall> {
    let others = Name::ALL
        .iter()
        .filter(|&&name| !matches!(name, Name::Offprint | Name::Facts));
    let of = |&name: &Name| {
        let scores: Vec<Option<f64>> = set.scores(name).into_iter().map(Some).collect();
        Some(Recall {
            language: language.to_owned(),
            by: name.as_str().to_owned(),
            recall: recall(set, &scores, language, RATES[0])?,
        })
    };
    let sum = |of: &Recall| of.recall.iter().sum::<f64>();
    others
        .filter_map(of)
        .max_by(|a, b| sum(a).total_cmp(&sum(b)))
}

impl Fifth {
    fn of(judged: &Judged, fifth: u32) -> Fifth {
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
        Fifth {
            from,
            to,
            rewritten,
            reports,
            share: share(1) / (share(0) + share(1)).max(1e-9),
        }
    }
}

/// What makes the odds of models that were drawn to 0 those of a rewritten article among reports of one event: a base
/// and a factor.
fn calibration(set: &Set, odds: &[Option<f64>], language: &str) -> [f64; 2] {
    let hard = || {
        let pairs = set.pairs.iter().zip(odds);
        let pairs = pairs.filter(|(pair, _)| {
            pair.language == language && (pair.is_rewritten || pair.is_of_one_event())
        });
        pairs.filter_map(|(pair, odds)| Some((pair, (*odds)?)))
    };
    let size = |class: bool| {
        hard()
            .filter(|(pair, _)| pair.is_rewritten == class)
            .count() as f64
    };
    let sizes = [size(false), size(true)];
    let example = |(pair, odds): (&Pair, f64)| Example {
        values: vec![odds],
        is_rewritten: pair.is_rewritten,
        weight: 0.5 / sizes[usize::from(pair.is_rewritten)],
    };
    let model = Model::fitted(&hard().map(example).collect::<Vec<_>>(), &[0]);
    [model.base, model.weights[0]]
}

/// A base and a factor of the odds for each language.
type Calibration = BTreeMap<&'static str, [f64; 2]>;
