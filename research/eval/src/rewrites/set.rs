//! The pairs, with the events that their articles report on.

use super::model::{DECAY, Example, Model};
use super::{FOLDS, LANGUAGES};
use crate::files::lines;
use crate::pairs::pairs_of;
use crate::pairs::sets::{self, Docs};
use anyhow::Result;
use offprint::compare::{Verdict, rewriting};
use offprint::facts::Sketch;
use offprint::internals::hash::hash_str;
use offprint::internals::rewriting::measures;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Its label may also be one that no verdict has.
type PairRow = sets::PairRow<String>;

/// A pair with its data.
pub struct Pair {
    docs: [usize; 2],
    pub is_rewritten: bool,
    pub kind: String,
    pub language: String,
    /// Whether figures are measured on it; the others are only fitted to.
    pub is_listed: bool,
    verdict: Verdict,
    /// The parts that its events fall into.
    folds: [u64; 2],
}

impl Pair {
    pub fn is_of_one_event(&self) -> bool {
        self.kind.contains("event")
    }

    /// Whether facts decide it at all.
    pub fn is_open(&self) -> bool {
        matches!(self.verdict, Verdict::Different | Verdict::Unknown)
    }

    /// The group that its weight depends on. Each class has a share, and within rewritings all kinds weigh the same.
    fn group(&self) -> (usize, &str) {
        match (self.is_rewritten, self.is_of_one_event(), self.is_listed) {
            (true, ..) => (0, &self.kind),
            (false, true, _) => (1, ""),
            (false, false, true) => (2, ""),
            (false, false, false) => (3, ""),
        }
    }
}

pub struct Set {
    sketches: Vec<Option<Sketch>>,
    pub pairs: Vec<Pair>,
}

impl Set {
    pub fn read(folder: &Path) -> Result<Set> {
        let mut rows: Vec<(PairRow, bool)> = Vec::new();
        let listed: Vec<PairRow> = lines(&folder.join("rewrites/pairs.jsonl"))?;
        let both = |row: &PairRow| {
            if row.a < row.b { (row.a.clone(), row.b.clone()) } else { (row.b.clone(), row.a.clone()) }
        };
        let known: BTreeSet<(String, String)> = listed.iter().map(both).collect();
        rows.extend(listed.into_iter().map(|row| (row, true)));
        let mut paths = vec![folder.join("rewrites/docs.jsonl")];
        let more = folder.join("textpairs/zh_events");
        if more.exists() {
            let of_one_event = |row: &PairRow| row.label == "different" && row.kind == "same_event";
            let pairs: Vec<PairRow> = lines(&more.join("pairs.jsonl"))?;
            let new = pairs.into_iter().filter(of_one_event).filter(|row| !known.contains(&both(row)));
            rows.extend(new.map(|row| (row, false)));
            paths.push(folder.join("textpairs/zh_events/docs.jsonl"));
        }
        // Rewritings by other models, and many reports of one event.
        let models = folder.join("rewrites_models");
        if models.exists() {
            let is_known = |row: &PairRow| matches!(&*row.label, "rewritten" | "different");
            let listed: Vec<PairRow> = lines(&models.join("pairs.jsonl"))?;
            rows.extend(listed.into_iter().filter(is_known).map(|row| (row, true)));
            paths.push(models.join("docs.jsonl"));
        }
        let pool = folder.join("fp_pool/docs.jsonl");
        if pool.exists() {
            paths.insert(0, pool.clone());
        }
        let docs = Docs::of_texts_in(&paths)?;
        let sketches: Vec<Option<Sketch>> = docs.docs.par_iter().map(sketch_of).collect();
        if pool.exists() {
            // The pool also holds reports of one event.
            let events = Docs::of_texts_in(&paths[1..])?;
            rows.extend(near_strangers(&pool, &events, &docs, &sketches)?);
        }
        let events = Events::new(&docs, &rows)?;
        let pair = |(row, is_listed): (PairRow, bool)| -> Result<Pair> {
            let [a, b] = [docs.place(&row.a)?, docs.place(&row.b)?];
            Ok(Pair {
                is_rewritten: row.label == "rewritten",
                kind: row.kind,
                language: row.lang,
                is_listed,
                verdict: docs.verdict([a, b]),
                folds: [events.fold(a), events.fold(b)],
                docs: [a, b],
            })
        };
        let pairs = rows.into_par_iter().map(pair).collect::<Result<_>>()?;
        Ok(Set { sketches, pairs })
    }

    /// The measures of each pair that facts decide.
    pub fn examples(&self) -> Vec<Option<Vec<f64>>> {
        let example = |pair: &Pair| {
            let sketches = pair.docs.map(|place| self.sketches[place].as_ref());
            match (pair.is_open(), sketches) {
                (true, [Some(a), Some(b)]) => {
                    rewriting(a, b, pair.verdict).score?;
                    Some(measures(a, b).to_vec())
                }
                _ => None,
            }
        };
        self.pairs.par_iter().map(example).collect()
    }

    /// A model of the chosen pairs of a language.
    pub fn fitted(&self, values: &[Option<Vec<f64>>], language: &str, is_chosen: impl Fn(&Pair) -> bool) -> Model {
        let pairs = self.pairs.iter().zip(values);
        let known = pairs.filter_map(|(pair, values)| Some((pair, values.as_ref()?)));
        let chosen: Vec<_> = known.filter(|(pair, _)| pair.language == language && is_chosen(pair)).collect();
        let weights = weights(chosen.iter().map(|(pair, _)| *pair), [1.0, 2.0, 0.25, 0.5]);
        let examples = chosen.iter().zip(weights).map(|((pair, values), weight)| Example {
            values: (*values).clone(),
            is_rewritten: pair.is_rewritten,
            weight,
        });
        Model::fitted(&examples.collect::<Vec<_>>(), DECAY)
    }

    /// The odds of each pair by models that have seen none of its events, nor any pair that is not chosen.
    pub fn cross_validated(
        &self,
        values: &[Option<Vec<f64>>],
        is_chosen: impl Fn(&Pair) -> bool + Sync,
    ) -> Vec<Option<f64>> {
        let models = |language: &str| -> Vec<Model> {
            let fitted = |fold| self.fitted(values, language, |pair| is_chosen(pair) && !pair.folds.contains(&fold));
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

/// The weight of each pair, if each class of [`Pair::group`] has such a share.
pub fn weights<'a>(pairs: impl Iterator<Item = &'a Pair> + Clone, shares: [f64; 4]) -> Vec<f64> {
    let mut sizes: BTreeMap<(usize, &str), f64> = BTreeMap::new();
    for pair in pairs.clone() {
        *sizes.entry(pair.group()).or_default() += 1.0;
    }
    let kinds = |class| sizes.keys().filter(|group| group.0 == class).count() as f64;
    let weight = |pair: &Pair| {
        let group = pair.group();
        shares[group.0] / kinds(group.0) / sizes[&group]
    };
    pairs.map(weight).collect()
}

/// The share of its details that a stranger must share with another for the model to be fitted to the two.
const NEAR: f64 = 0.32;

/// Pairs of strangers that share more than most: reports made by one formula, or on one subject.
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
    let strangers = rows
        .iter()
        .filter(|row| events.place(&row.id).is_err())
        .map(|row| Ok((row, sketches[docs.place(&row.id)?].as_ref())));
    let strangers: Vec<(&Row, Option<&Sketch>)> = strangers.collect::<Result<_>>()?;
    let near = |pair: [usize; 2]| {
        let [(a, first), (b, second)] = pair.map(|place| strangers[place]);
        let details = measures(first?, second?)[2];
        (details >= NEAR).then(|| {
            let row = PairRow {
                a: a.id.clone(),
                b: b.id.clone(),
                label: "different".to_owned(),
                kind: "stranger".to_owned(),
                lang: a.lang.clone(),
                group: None,
            };
            (row, false)
        })
    };
    Ok(pairs_of(strangers.len()).filter_map(near).collect())
}

/// The sketch of an article.
pub fn sketch_of(article: &offprint::Article) -> Option<Sketch> {
    Sketch::new(&article.metadata.title, &article.text)
}

/// Which documents report on one event, as far as pairs show it.
struct Events {
    parents: Vec<usize>,
    folds: Vec<u64>,
}

impl Events {
    fn new(docs: &Docs, rows: &[(PairRow, bool)]) -> Result<Events> {
        let mut events = Events { parents: (0..docs.docs.len()).collect(), folds: Vec::new() };
        for (row, _) in rows.iter().filter(|(row, _)| row.kind != "stranger") {
            let [a, b] = [docs.place(&row.a)?, docs.place(&row.b)?].map(|place| events.root(place));
            events.parents[a.max(b)] = a.min(b);
        }
        // The least hash of its reports decides the part of an event, so that their order in the files does not matter.
        let mut least: BTreeMap<usize, u64> = BTreeMap::new();
        for id in rows.iter().flat_map(|(row, _)| [&row.a, &row.b]) {
            let hash = least.entry(events.root(docs.place(id)?)).or_insert(u64::MAX);
            *hash = (*hash).min(hash_str(id));
        }
        let fold = |place| least.get(&events.root(place)).map_or(0, |hash| hash / 7 % FOLDS);
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
