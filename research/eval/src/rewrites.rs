//! How well articles that were written anew in other words are told from independent reports of the same event.
//!
//! The folder holds `rewrites/docs.jsonl` and `rewrites/pairs.jsonl`, with `label`, `kind` and `lang` of each pair, and
//! may hold more reports of the same events in `textpairs/zh_events` and strangers in `fp_pool/docs.jsonl`. Figures are
//! cross-validated: the model has seen neither the articles of a pair nor their events. With `--fit` the model is
//! fitted to all of it, and written to `src/compare/data/rewriting_weights.rs`.

mod model;

use crate::figures::Figure;
use crate::markdown::{part, parts, row, table};
use crate::pairs::sets::{Docs, lines};
use crate::pairs::sign;
use anyhow::{Context, Result, bail};
use model::{Example, Model};
use offprint::compare::{Verdict, compare, rewriting};
use offprint::facts::{FactKind, Sketch};
use offprint::index::Limits;
use offprint::internals::hash::hash_str;
use offprint::internals::rewriting::REWRITTEN;
use offprint::internals::rewriting::{MEASURES, NAMES, measures};
use offprint_methods::methods::{Method, Name};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Parts of the cross-validation.
const FOLDS: u64 = 10;
/// Share of the reports of the same event that may be above a threshold.
const RATES: [f64; 2] = [0.002, 0.01];
/// In the order of the models.
const LANGUAGES: [&str; 2] = ["en", "zh"];
const KINDS: [&str; 4] = ["reword", "rewrite", "digest", "two_versions"];

#[derive(Deserialize)]
struct PairRow {
    a: String,
    b: String,
    label: String,
    kind: String,
    lang: String,
}

/// A pair with what is known of it.
struct Pair {
    a: usize,
    b: usize,
    is_rewritten: bool,
    kind: String,
    language: String,
    /// Whether it is one of those that figures are of; the others are only fitted to.
    is_listed: bool,
    verdict: Verdict,
    /// The parts that its events fall into.
    folds: [u64; 2],
}

impl Pair {
    fn is_of_one_event(&self) -> bool {
        self.kind.contains("event")
    }

    /// Whether facts decide it at all.
    fn is_open(&self) -> bool {
        matches!(self.verdict, Verdict::Different | Verdict::Unknown)
    }

    /// What it weighs beside others: each group as much as all of its kind.
    fn group(&self) -> (String, u8) {
        let class = match (self.is_rewritten, self.is_of_one_event(), self.is_listed) {
            (true, ..) => 0,
            (false, true, _) => 1,
            (false, false, true) => 2,
            (false, false, false) => 3,
        };
        (self.language.clone(), class)
    }
}

struct Set {
    docs: Docs,
    sketches: Vec<Option<Sketch>>,
    pairs: Vec<Pair>,
}

impl Set {
    fn read(folder: &Path) -> Result<Set> {
        let mut rows: Vec<(PairRow, bool)> = Vec::new();
        let listed: Vec<PairRow> = lines(&folder.join("rewrites/pairs.jsonl"))?;
        let mut known: BTreeSet<(String, String)> = BTreeSet::new();
        let both = |row: &PairRow| match row.a < row.b {
            true => (row.a.clone(), row.b.clone()),
            false => (row.b.clone(), row.a.clone()),
        };
        known.extend(listed.iter().map(both));
        rows.extend(listed.into_iter().map(|row| (row, true)));
        let mut paths = vec![folder.join("rewrites/docs.jsonl")];
        let more = folder.join("textpairs/zh_events");
        if more.exists() {
            let of_one_event = |row: &PairRow| row.label == "different" && row.kind == "same_event";
            let more: Vec<PairRow> = lines(&more.join("pairs.jsonl"))?;
            let more = more.into_iter().filter(of_one_event);
            rows.extend(
                more.filter(|row| !known.contains(&both(row)))
                    .map(|row| (row, false)),
            );
            paths.push(folder.join("textpairs/zh_events/docs.jsonl"));
        }
        let pool = folder.join("fp_pool/docs.jsonl");
        if pool.exists() {
            paths.insert(0, pool.clone());
        }
        let docs = Docs::of_texts_in(&paths)?;
        let sketches: Vec<Option<Sketch>> = docs.docs.par_iter().map(sketch_of).collect();
        if pool.exists() {
            // Reports of one event are in the pool, too.
            let events = Docs::of_texts_in(&paths[1..])?;
            rows.extend(near_strangers(&pool, &events, &docs, &sketches)?);
        }
        let events = Events::of(&docs, &rows)?;
        let pair = |(row, is_listed): (PairRow, bool)| -> Result<Pair> {
            let [a, b] = [docs.place(&row.a)?, docs.place(&row.b)?];
            let fingerprint = |place: usize| docs.docs[place].fingerprint.as_ref();
            Ok(Pair {
                is_rewritten: row.label == "rewritten",
                kind: row.kind,
                language: row.lang,
                is_listed,
                verdict: compare(fingerprint(a), fingerprint(b)).verdict,
                folds: [events.fold(a), events.fold(b)],
                a,
                b,
            })
        };
        let pairs = rows.into_par_iter().map(pair).collect::<Result<_>>()?;
        Ok(Set {
            docs,
            sketches,
            pairs,
        })
    }

    fn examples(&self, keep: fn(FactKind) -> bool) -> Vec<Option<Vec<f64>>> {
        let example = |pair: &Pair| {
            let sketches = [pair.a, pair.b].map(|place| self.sketches[place].as_ref());
            match (pair.is_open(), sketches) {
                (true, [Some(a), Some(b)]) => {
                    rewriting(Some(a), Some(b), pair.verdict).score?;
                    Some(measures(a, b, keep).to_vec())
                }
                _ => None,
            }
        };
        self.pairs.par_iter().map(example).collect()
    }

    /// A model of the pairs of which no event falls into a part.
    fn fitted(
        &self,
        values: &[Option<Vec<f64>>],
        weighed: &[usize],
        language: &str,
        without: Option<u64>,
    ) -> Model {
        let chosen = || {
            let pairs = self.pairs.iter().zip(values);
            let pairs = pairs.filter_map(|(pair, values)| Some((pair, values.as_ref()?)));
            let pairs = pairs.filter(move |(pair, _)| pair.language == language);
            pairs.filter(move |(pair, _)| without.is_none_or(|fold| !pair.folds.contains(&fold)))
        };
        let mut sizes: BTreeMap<(String, u8), f64> = BTreeMap::new();
        for (pair, _) in chosen() {
            *sizes.entry(pair.group()).or_default() += 1.0;
        }
        let examples = chosen().map(|(pair, values)| {
            let share = [1.0, 2.0, 0.25, 0.5][usize::from(pair.group().1)];
            Example {
                values: values.clone(),
                is_rewritten: pair.is_rewritten,
                weight: share / sizes[&pair.group()],
            }
        });
        Model::fitted(&examples.collect::<Vec<_>>(), weighed)
    }

    /// How alike the pairs are by a method of comparison.
    fn scores(&self, name: Name) -> Vec<f64> {
        let method = name.method();
        let signatures = sign(&self.docs.docs, &method);
        let score = |pair: &Pair| {
            let [a, b] = [pair.a, pair.b].map(|place| signatures[place].as_ref());
            method.compare(a, b).score
        };
        self.pairs.par_iter().map(score).collect()
    }

    /// What models say of each pair that have seen nothing of its events.
    fn cross_validated(&self, values: &[Option<Vec<f64>>], weighed: &[usize]) -> Vec<Option<f64>> {
        let models = |language: &str| -> Vec<Model> {
            let fitted = |fold| self.fitted(values, weighed, language, Some(fold));
            (0..FOLDS).into_par_iter().map(fitted).collect()
        };
        let models = LANGUAGES.map(models);
        let odds = |(pair, values): (&Pair, &Option<Vec<f64>>)| {
            let models = &models[LANGUAGES.iter().position(|known| *known == pair.language)?];
            let [first, second] = pair.folds.map(|fold| &models[fold as usize]);
            let values = values.as_ref()?;
            // Only strangers have two events: each model has seen one of them.
            Some((first.odds(values) + second.odds(values)) / 2.0)
        };
        self.pairs.iter().zip(values).map(odds).collect()
    }
}

/// Share of its details that a stranger has in common with another from which the two are fitted to.
const NEAR: f64 = 0.32;

/// Pairs of strangers that have more in common than most: reports made by one formula, or on one subject.
fn near_strangers(
    pool: &Path,
    events: &Docs,
    docs: &Docs,
    sketches: &[Option<Sketch>],
) -> Result<Vec<(PairRow, bool)>> {
    #[derive(Deserialize)]
    struct Row {
        id: String,
        lang: String,
    }
    let rows: Vec<Row> = lines(pool)?;
    let strangers = rows.iter().filter(|row| events.place(&row.id).is_err());
    let strangers = strangers.map(|row| Ok((row, sketches[docs.place(&row.id)?].as_ref())));
    let strangers: Vec<(&Row, Option<&Sketch>)> = strangers.collect::<Result<_>>()?;
    let near = |&[(a, first), (b, second)]: &[(&Row, Option<&Sketch>); 2]| {
        let details = measures(first?, second?, |_| true)[2];
        (details >= NEAR).then(|| {
            let row = PairRow {
                a: a.id.clone(),
                b: b.id.clone(),
                label: "different".to_owned(),
                kind: "stranger".to_owned(),
                lang: a.lang.clone(),
            };
            (row, false)
        })
    };
    let pairs = (0..strangers.len()).into_par_iter().flat_map_iter(|i| {
        let strangers = &strangers;
        (0..i).filter_map(move |j| near(&[strangers[i], strangers[j]]))
    });
    Ok(pairs.collect())
}

/// The sketch of an article.
fn sketch_of(article: &offprint::Article) -> Option<Sketch> {
    Sketch::of(&article.metadata.title, &article.text)
}

/// Which documents report on one event, as far as pairs tell.
struct Events {
    parents: Vec<usize>,
    folds: Vec<u64>,
}

impl Events {
    fn of(docs: &Docs, rows: &[(PairRow, bool)]) -> Result<Events> {
        let mut events = Events {
            parents: (0..docs.docs.len()).collect(),
            folds: Vec::new(),
        };
        for (row, _) in rows.iter().filter(|(row, _)| row.kind != "stranger") {
            let [a, b] = [docs.place(&row.a)?, docs.place(&row.b)?].map(|place| events.root(place));
            events.parents[a.max(b)] = a.min(b);
        }
        // An event falls where the least hash of its reports does, so that their order in the files does not count.
        let mut least: BTreeMap<usize, u64> = BTreeMap::new();
        for id in rows.iter().flat_map(|(row, _)| [&row.a, &row.b]) {
            let hash = least
                .entry(events.root(docs.place(id)?))
                .or_insert(u64::MAX);
            *hash = (*hash).min(hash_str(id));
        }
        let fold = |place| {
            least
                .get(&events.root(place))
                .map_or(0, |hash| hash / 7 % FOLDS)
        };
        events.folds = (0..docs.docs.len()).map(fold).collect();
        Ok(events)
    }

    fn root(&self, mut place: usize) -> usize {
        while self.parents[place] != place {
            place = self.parents[place];
        }
        place
    }

    fn fold(&self, place: usize) -> u64 {
        self.folds[place]
    }
}

/// Recall by kind where at most this share of the reports of one event are above the threshold.
fn recall(set: &Set, odds: &[Option<f64>], language: &str, rate: f64) -> BTreeMap<String, f64> {
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
    let Some(&threshold) = hard.get(at.min(hard.len().saturating_sub(1))) else {
        return BTreeMap::new();
    };
    let share = |kind: &str| {
        let found = of(&|pair| pair.is_rewritten && pair.kind == kind);
        found.iter().filter(|&&odds| odds > threshold).count() as f64 / found.len().max(1) as f64
    };
    KINDS
        .iter()
        .map(|kind| ((*kind).to_owned(), share(kind)))
        .collect()
}

/// A way to ask for less: what is kept of the facts, and what is weighed.
type Ablation = (&'static str, fn(FactKind) -> bool, &'static [&'static str]);

const ABLATIONS: [Ablation; 6] = [
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
    (
        "names and figures",
        |kind| kind != FactKind::Word,
        &["figures", "details", "covered", "own-names", "own-figures"],
    ),
    (
        "and rare words",
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
        "and order",
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
    ("and quotations: all", |_| true, &NAMES),
];

/// Methods whose scores are tried as measures beside the nine.
const CHANNELS: [(&str, &[Name]); 2] = [
    ("all, and the term vector", &[Name::TermVector]),
    ("all, and the concept network", &[Name::ConceptNetwork]),
];

/// How the methods of comparison do on the same pairs by their scores, over whole texts.
fn methods(set: &Set) -> String {
    let lines = Name::ALL.iter().map(|&name| {
        let scores: Vec<Option<f64>> = set.scores(name).into_iter().map(Some).collect();
        let of = |language| {
            let recall = recall(set, &scores, language, RATES[0]);
            KINDS.map(|kind| recall.get(kind).copied().unwrap_or(0.0))
        };
        row(name.as_str(), parts(["zh", "en"].map(of).concat()))
    });
    let head = [
        "other methods",
        "zh reword",
        "rewrite",
        "digest",
        "two versions",
        "en reword",
        "rewrite",
        "digest",
        "two versions",
    ];
    table(&head, lines)
}

/// What the gate holds: cross-validated recall by language and kind, how many of those recognised keys find, and how
/// many strangers are called rewritten. Empty if the folder does not hold the pairs.
pub fn figures(folder: &Path) -> Result<BTreeMap<String, Figure>> {
    let mut figures = BTreeMap::new();
    if !folder.join("rewrites").exists() {
        return Ok(figures);
    }
    let set = Set::read(folder)?;
    let all: Vec<usize> = (0..MEASURES).collect();
    let odds = set.cross_validated(&set.examples(|_| true), &all);
    for language in LANGUAGES {
        for rate in RATES {
            for (kind, recall) in recall(&set, &odds, language, rate) {
                let is_it =
                    |pair: &&Pair| pair.kind == kind && pair.language == language && pair.is_listed;
                let of = set.pairs.iter().filter(is_it).count();
                let name = format!("{language} {kind}: recall at {:.1} %", 100.0 * rate);
                figures.insert(name, Figure::least(of, recall));
            }
        }
    }
    let calibration = calibrations(&set, &odds);
    let others = others(folder)?;
    let found = Found::of(&set, &odds, &calibration, &others, MOST_CANDIDATES);
    let [by_keys, of] = found.total();
    let share = by_keys as f64 / of.max(1) as f64;
    // How many are recognised may change; the pairs stay.
    let rewritten = set.pairs.iter().filter(|pair| pair.is_rewritten).count();
    figures.insert(
        "found by keys among 20,000, of those recognised".to_owned(),
        Figure::least(rewritten, share),
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

fn calibrations(set: &Set, odds: &[Option<f64>]) -> Calibration {
    let calibrated = |language| (language, calibration(set, odds, language));
    LANGUAGES.into_iter().map(calibrated).collect()
}

/// Prints the figures; with `--fit` it writes the model first.
pub fn report(folder: &Path, flags: &[String]) -> Result<()> {
    let fit = match flags {
        [] => false,
        [flag] if flag == "--fit" => true,
        _ => bail!("{flags:?}: give --fit or nothing"),
    };
    let set = Set::read(folder)?;
    let values = set.examples(|_| true);
    let all: Vec<usize> = (0..MEASURES).collect();
    let odds = set.cross_validated(&values, &all);
    let calibration = calibrations(&set, &odds);
    if fit {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../src/compare/data/rewriting_weights.rs"
        );
        let models = LANGUAGES.map(|language| {
            set.fitted(&values, &all, language, None)
                .scaled(calibration[language])
        });
        std::fs::write(path, model::source(&models))
            .with_context(|| format!("cannot write {path}"))?;
        println!("wrote the model; run this again without --fit for its figures\n");
    }
    let without_fit: Vec<(&str, Vec<Option<f64>>)> = ABLATIONS
        .iter()
        .map(|(name, keep, weighed)| {
            let weighed: Vec<usize> = (0..MEASURES)
                .filter(|i| weighed.contains(&NAMES[*i]))
                .collect();
            (*name, set.cross_validated(&set.examples(*keep), &weighed))
        })
        .collect();
    let with_methods = CHANNELS.map(|(title, names)| {
        let scores: Vec<Vec<f64>> = names.iter().map(|name| set.scores(*name)).collect();
        let mut values = values.clone();
        for (place, values) in values.iter_mut().enumerate() {
            let more = scores.iter().map(|scores| scores[place]);
            values
                .iter_mut()
                .for_each(|values| values.extend(more.clone()));
        }
        let weighed: Vec<usize> = (0..MEASURES + names.len()).collect();
        (title, set.cross_validated(&values, &weighed))
    });
    let without_fit: Vec<_> = without_fit.into_iter().chain(with_methods).collect();
    for language in LANGUAGES {
        for rate in RATES {
            let lines = without_fit.iter().map(|(name, odds)| {
                let recall = recall(&set, odds, language, rate);
                row(
                    *name,
                    parts(KINDS.map(|kind| recall.get(kind).copied().unwrap_or(0.0))),
                )
            });
            println!(
                "{language}, recall with at most {:.1} % of same-event pairs above:\n",
                100.0 * rate
            );
            println!(
                "{}",
                table(&["", "reword", "rewrite", "digest", "two versions"], lines)
            );
        }
    }
    println!("{}", methods(&set));
    println!("{}", calibrated(&set, &odds, &calibration));
    println!("{}", verdicts(&set, &odds, &calibration));
    let others = others(folder)?;
    let found = |most| Found::of(&set, &odds, &calibration, &others, most);
    println!("{}", found(MOST_CANDIDATES).table());
    println!("{}", by_limits(others.len(), found));
    println!("{}", near_strangers_told(&set, &odds, &calibration));
    if let Some(strangers) = Strangers::read(folder)? {
        println!("{}", strangers.told());
    }
    Ok(())
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

/// How likely a pair is rewritten.
fn score(odds: f64, calibration: &Calibration, pair: &Pair) -> f64 {
    let [base, factor] = calibration
        .get(&*pair.language)
        .copied()
        .unwrap_or_default();
    1.0 / (1.0 + (-(base + factor * odds)).exp())
}

fn calibrated(set: &Set, odds: &[Option<f64>], calibration: &Calibration) -> String {
    let lines = (0..5).map(|fifth| {
        let bounds = [f64::from(fifth) / 5.0, f64::from(fifth + 1) / 5.0];
        let mut counts = [0.0f64; 2];
        let mut all = [0.0f64; 2];
        for (pair, odds) in set.pairs.iter().zip(odds) {
            let Some(odds) = odds.filter(|_| pair.is_rewritten || pair.is_of_one_event()) else {
                continue;
            };
            all[usize::from(pair.is_rewritten)] += 1.0;
            let score = score(odds, calibration, pair);
            if score >= bounds[0] && (score < bounds[1] || fifth == 4) {
                counts[usize::from(pair.is_rewritten)] += 1.0;
            }
        }
        let [reports, rewritten] = [counts[0] / all[0], counts[1] / all[1]];
        let share = rewritten / (reports + rewritten).max(1e-9);
        row(
            format!("{:.1}–{:.1}", bounds[0], bounds[1]),
            [counts[1].to_string(), counts[0].to_string(), part(share)],
        )
    });
    table(
        &[
            "score",
            "rewritten",
            "reports of one event",
            "share, as if equally many",
        ],
        lines,
    )
}

fn verdicts(set: &Set, odds: &[Option<f64>], calibration: &Calibration) -> String {
    let mut counts: BTreeMap<(&str, &str), [usize; 3]> = BTreeMap::new();
    for (pair, odds) in set
        .pairs
        .iter()
        .zip(odds)
        .filter(|(pair, _)| pair.is_listed)
    {
        let count = counts.entry((&pair.language, &pair.kind)).or_default();
        count[2] += 1;
        match odds {
            Some(odds) => {
                let called = score(*odds, calibration, pair) >= REWRITTEN;
                count[0] += usize::from(called);
            }
            None => count[1] += usize::from(pair.is_open()),
        }
    }
    let lines = counts.into_iter().map(|((language, kind), count)| {
        row(
            format!("{language} {kind}"),
            count.map(|count| count.to_string()),
        )
    });
    table(&["kind", "called rewritten", "unknown", "of"], lines)
}

/// Most articles that a key may lead to before it is passed over: those of an index, all of them being different.
const MOST_CANDIDATES: usize = Limits::WITH_FACTS.classes;
/// Articles that one is to be found among. Fewer are at hand, so a key is passed over that leads to as large a share of
/// them as that limit is of these.
const AMONG: usize = 20_000;

/// How many of the pairs recognised are also found by keys among other articles.
struct Found {
    /// By language and kind: how many are found, and of how many.
    counts: BTreeMap<(String, String), [usize; 2]>,
    /// Articles that each look-up compares, ascending.
    candidates: Vec<usize>,
    /// How many would be found if a key led to the first article alone, the others being there before.
    by_own_keys: usize,
    others: usize,
}

impl Found {
    fn total(&self) -> [usize; 2] {
        let sum = |at: usize| self.counts.values().map(|count| count[at]).sum();
        [sum(0), sum(1)]
    }

    fn of(
        set: &Set,
        odds: &[Option<f64>],
        calibration: &Calibration,
        others: &[Sketch],
        most: usize,
    ) -> Found {
        let most = most * others.len().min(AMONG) / AMONG;
        let mut postings: BTreeMap<String, usize> = BTreeMap::new();
        for key in others.iter().flat_map(Sketch::write_keys) {
            *postings.entry(key).or_default() += 1;
        }
        let mut counts: BTreeMap<(String, String), [usize; 2]> = BTreeMap::new();
        let mut candidates = Vec::new();
        let mut by_own_keys = 0;
        for (pair, odds) in set.pairs.iter().zip(odds) {
            let recognised = odds.is_some_and(|odds| score(odds, calibration, pair) >= REWRITTEN);
            let [Some(a), Some(b)] = [pair.a, pair.b].map(|place| &set.sketches[place]) else {
                continue;
            };
            if !pair.is_rewritten || !recognised {
                continue;
            }
            let written: BTreeSet<String> = a.write_keys().into_iter().collect();
            let crowd = |key: &String| postings.get(key).copied().unwrap_or(0);
            let followed: Vec<String> = b
                .read_keys()
                .into_iter()
                .filter(|key| crowd(key) <= most)
                .collect();
            let count = counts
                .entry((pair.language.clone(), pair.kind.clone()))
                .or_default();
            count[0] += usize::from(followed.iter().any(|key| written.contains(key)));
            count[1] += 1;
            let is_own = |key: &&String| crowd(key) == 0 && written.contains(*key);
            by_own_keys += usize::from(followed.iter().any(|key| is_own(&key)));
            let compared: usize = followed.iter().map(crowd).sum();
            candidates.push(compared * AMONG / others.len().clamp(1, AMONG));
        }
        candidates.sort_unstable();
        Found {
            counts,
            candidates,
            by_own_keys,
            others: others.len(),
        }
    }

    /// The share found, and how many articles a look-up compares: in the median, and at most in 95 of 100.
    fn summary(&self) -> [String; 3] {
        let [found, of] = self.total();
        let at = |share: usize| {
            let place = self.candidates.len() * share / 100;
            self.candidates.get(place).copied().unwrap_or(0).to_string()
        };
        [part(found as f64 / of.max(1) as f64), at(50), at(95)]
    }

    fn table(&self) -> String {
        let lines = self.counts.iter().map(|((language, kind), [found, of])| {
            let share = part(*found as f64 / (*of).max(1) as f64);
            row(
                format!("{language} {kind}"),
                [found.to_string(), of.to_string(), share],
            )
        });
        let head = ["found by keys", "found", "of those recognised", "share"];
        let [found, of] = self.total();
        format!(
            "{}\n{found} of {of} among {AMONG} other articles, as {} tell; {} by keys that lead to no other article\n",
            table(&head, lines),
            self.others,
            self.by_own_keys
        )
    }
}

/// What more and less strict limits find, and what that costs.
fn by_limits(others: usize, found: impl Fn(usize) -> Found) -> String {
    // As many as are at hand, for which nothing is reckoned.
    let at_hand = MOST_CANDIDATES * AMONG / others.clamp(1, AMONG);
    let limits = [128, 256, 512, 1024, at_hand];
    let lines = limits.map(|most| row(most.to_string(), found(most).summary()));
    let head = [
        "most articles under a key",
        "share found",
        "compared, median",
        "95 of 100 at most",
    ];
    table(&head, lines)
}

/// How many true strangers are called rewritten by models that have not seen either of the two.
fn near_strangers_told(set: &Set, odds: &[Option<f64>], calibration: &Calibration) -> String {
    let strangers = set.pairs.iter().zip(odds);
    let strangers = strangers.filter(|(pair, _)| pair.kind == "stranger");
    let scored =
        strangers.filter_map(|(pair, odds)| Some((pair, score((*odds)?, calibration, pair))));
    let scored: Vec<(&Pair, f64)> = scored.collect();
    let called = scored.iter().filter(|(_, score)| *score >= REWRITTEN);
    let ids = |pair: &Pair| {
        [pair.a, pair.b]
            .map(|place| set.docs.id(place).to_owned())
            .join("  ")
    };
    let lines: String = called
        .map(|(pair, score)| format!("{score:.3}  {}\n", ids(pair)))
        .collect();
    format!(
        "of {} strangers listed or near, by models without them:\n{lines}",
        scored.len()
    )
}

/// The sketches of all texts at hand, each once: those listed by line, and those in folders `gold`.
fn others(folder: &Path) -> Result<Vec<Sketch>> {
    let folders = |name: &str| -> Result<Vec<PathBuf>> {
        let folder = folder.join(name);
        let entries = match folder.exists() {
            true => std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?,
            false => Vec::new(),
        };
        Ok(entries.into_iter().map(|entry| entry.path()).collect())
    };
    let mut lists = vec![folder.join("fp_pool/docs.jsonl")];
    let sets = folders("textpairs")?;
    lists.extend(sets.into_iter().map(|set| set.join("docs.jsonl")));
    lists.retain(|list| list.exists());
    let docs = Docs::of_texts_in(&lists)?;
    let mut sketches: Vec<Sketch> = docs.docs.par_iter().filter_map(sketch_of).collect();
    let mut golds = Vec::new();
    for name in ["extract", "wide"] {
        for set in folders(name)? {
            golds.extend(folders(&set.join("gold").to_string_lossy())?);
        }
    }
    let sketch = |path: &PathBuf| Sketch::of("", &std::fs::read_to_string(path).ok()?);
    sketches.par_extend(golds.par_iter().filter_map(sketch));
    sketches.par_sort_by_cached_key(Sketch::to_bytes);
    sketches.dedup();
    Ok(sketches)
}

/// Pairs of documents of which no two share much, and what the model in use says of each.
struct Strangers {
    /// By place: the id, and whether it was collected with others for the event that it reports on.
    docs: Vec<(String, bool)>,
    scored: Vec<(f64, [usize; 2])>,
}

impl Strangers {
    /// `None` if the folder holds no such documents.
    fn read(folder: &Path) -> Result<Option<Strangers>> {
        #[derive(Deserialize)]
        struct Row {
            id: String,
            source: String,
        }
        let path = folder.join("fp_pool/docs.jsonl");
        if !path.exists() {
            return Ok(None);
        }
        let rows: Vec<Row> = lines(&path)?;
        let docs = Docs::of_texts(&path)?;
        let sketches: Vec<Option<Sketch>> = docs.docs.par_iter().map(sketch_of).collect();
        let scored = (0..sketches.len()).into_par_iter().flat_map_iter(|a| {
            let sketches = &sketches;
            let docs = &docs.docs;
            (0..a).filter_map(move |b| {
                let [x, y] = [&sketches[a], &sketches[b]].map(Option::as_ref);
                let score = rewriting(x, y, Verdict::Different).score?;
                let fingerprint = |place: usize| docs[place].fingerprint.as_ref();
                let verdict = || compare(fingerprint(a), fingerprint(b)).verdict;
                let is_copy = score >= 0.5 && matches!(verdict(), Verdict::Same | Verdict::Partial);
                Some((if is_copy { 0.0 } else { score }, [b, a]))
            })
        });
        Ok(Some(Strangers {
            scored: scored.collect(),
            docs: rows
                .into_iter()
                .map(|row| (row.id, row.source == "zh_events"))
                .collect(),
        }))
    }

    /// How many score so much and more: of all pairs, and of those that are not both of reports collected by event.
    fn above(&self, limit: f64) -> [usize; 2] {
        let is_collected = |place: &usize| self.docs[*place].1;
        let above = self.scored.iter().filter(|(score, _)| *score >= limit);
        let true_ones = above
            .clone()
            .filter(|(_, pair)| !pair.iter().all(is_collected));
        [above.count(), true_ones.count()]
    }

    /// The counts, and which pairs are called rewritten.
    fn told(&self) -> String {
        let limits = [0.0, 0.5, 0.9, 0.95, 0.99];
        let counts = limits.map(|limit| {
            let counts = self.above(limit).map(|count| count.to_string());
            row(format!("{limit:.2}"), counts)
        });
        let head = ["score", "pairs of strangers", "not both collected by event"];
        let is_called = |(score, _): &&(f64, [usize; 2])| *score >= REWRITTEN;
        let mut called: Vec<_> = self.scored.iter().filter(is_called).collect();
        called.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let line = |(score, pair): &(f64, [usize; 2])| {
            let [a, b] = pair.map(|place| &self.docs[place].0);
            format!("{score:.3}  {a}  {b}\n")
        };
        let lines = called.into_iter().map(line);
        format!("{}\n{}", table(&head, counts), lines.collect::<String>())
    }
}
