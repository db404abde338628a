//! The papers' own experiments on our data.

use super::frequency::CharacterFrequency;
use super::{Bench, judge, rows, time};
use crate::pairs::rates::{Rates, Row, Scores, Tally, Task, by_language, without_partial};
use crate::pairs::sets::Docs;
use crate::pairs::sign;
use crate::pairs::stream::{self, Stream};
use anyhow::Result;
use offprint::Article;
use offprint::index::Limits;
use offprint_methods::methods::{
    ConceptNetwork, FeatureCode, LongSentence, Method, TermVector, concepts as concepts_of,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Length ratios that the first paper tries, and more around them.
const RATIOS: [f64; 9] = [1.02, 1.05, 1.08, 1.10, 1.12, 1.14, 1.20, 1.30, 1.50];

/// Key concepts that are kept: the fourth paper's figure 8.
const KEPT: [usize; 7] = [5, 10, 15, 20, 25, 30, 40];
/// Nodes that may become key concepts: its figure 9.
const CANDIDATES: [usize; 5] = [20, 25, 30, 40, 60];

/// The sweeps.
#[derive(Serialize, Deserialize)]
pub struct Sweeps {
    /// The first paper's table: the length ratio, for the code at the first stop; the last is without it.
    pub ratio_first: Vec<Ratio>,
    /// The same for codes at sixteen stops.
    pub ratio_all: Vec<Ratio>,
    /// By how many key concepts are kept.
    pub kept: Vec<Concepts>,
    /// By how many nodes may become one.
    pub candidates: Vec<Concepts>,
    /// By the least frequency of a node and by `Rel`.
    merged: Vec<Merged>,
    /// By how many terms of a vector are looked up.
    queried: Vec<Queried>,
    /// By how many sentences are kept and by the threshold, with the paper's own extractor.
    sentences: Vec<Sentences>,
    /// By cosine of the frequencies of characters.
    frequencies: Vec<Frequency>,
}

#[derive(Serialize, Deserialize)]
pub struct Ratio {
    pub ratio: Option<f64>,
    pub same: f64,
    pub partial: f64,
    pub wrong_classes: usize,
}

/// `same` by one number of concepts.
#[derive(Serialize, Deserialize)]
pub struct Concepts {
    pub n: usize,
    pub rates: Rates,
    /// To sign a text of 500 to 2,000 characters.
    micros: f64,
}

/// A way to merge words to concepts.
#[derive(Serialize, Deserialize)]
struct Merged {
    least_frequency: usize,
    /// 1 for the network of words.
    relatedness: f64,
    /// Share of the English pages' words that are left as concepts.
    left: f64,
    /// Of `same`, by language.
    rates: BTreeMap<String, Rates>,
    /// The same without the pairs of partial copies.
    whole: BTreeMap<String, Rates>,
}

#[derive(Serialize, Deserialize)]
struct Queried {
    n: usize,
    wrong_classes: usize,
    precision: f64,
    recall: f64,
}

#[derive(Serialize, Deserialize)]
struct Sentences {
    most: usize,
    threshold: f64,
    same: f64,
    partial: f64,
    reuse: f64,
    wrong_classes: usize,
}

#[derive(Serialize, Deserialize)]
struct Frequency {
    cosine: f64,
    same: f64,
    false_positives: f64,
}

/// `Rel` above which words are merged, the network of words first.
const RELATEDNESS: [f64; 3] = [1.0, 0.66, 0.54];
/// Terms of a vector that are looked up.
const QUERIED: [usize; 6] = [1, 2, 3, 5, 10, 20];
/// Long sentences that are kept, and Jaccard indices.
const SENTENCES: [usize; 5] = [4, 8, 16, 32, 64];
const SIMILARITIES: [f64; 5] = [0.3, 0.4, 0.5, 0.6, 0.7];
/// Cosines of the frequencies of characters.
const COSINES: [f64; 7] = [0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995];

pub fn run(bench: &Bench, groups: &Docs) -> Result<Sweeps> {
    let code = |stops, length_ratio| FeatureCode { stops, length_ratio };
    let ratios = |stops| -> Result<Vec<Ratio>> {
        let with = RATIOS.into_iter().map(Some).chain([None]);
        let ratio = |ratio| {
            let (scores, wrong_classes) = tried(bench, &bench.pages, &code(stops, ratio))?;
            Ok(Ratio { ratio, same: scores.same, partial: scores.partial, wrong_classes })
        };
        with.map(ratio).collect()
    };
    let merged = |least| RELATEDNESS.map(|relatedness| merged(bench, least, relatedness));
    Ok(Sweeps {
        ratio_first: ratios(1)?,
        ratio_all: ratios(16)?,
        kept: KEPT.map(|n| kept(bench, n)).into(),
        candidates: CANDIDATES.map(|n| candidates(bench, n)).into(),
        merged: [1, 2].into_iter().flat_map(merged).collect(),
        queried: QUERIED.into_iter().map(|n| queried(bench, n)).collect::<Result<_>>()?,
        sentences: sentences(bench, groups)?,
        frequencies: frequencies(bench),
    })
}

fn merged(bench: &Bench, least_frequency: usize, relatedness: f64) -> Merged {
    let method = ConceptNetwork { least_frequency, relatedness, ..ConceptNetwork::default() };
    let verdicts = judge(&sign(&bench.pages.docs, &method), &bench.pairs, &method);
    let rows = rows(&bench.pairs, &verdicts);
    let rates = |rows: &[Row]| {
        let same = |(language, rows)| (language, Tally::of(rows, Task::Same).rates());
        by_language(rows).into_iter().map(same).collect()
    };
    let english = bench.pages.docs.iter().filter(|doc| doc.metadata.language == "en");
    let counts = |relatedness| {
        let count = |doc: &Article| concepts_of(&doc.text, method.terms, relatedness).concepts.len();
        english.clone().map(count).sum::<usize>() as f64
    };
    Merged {
        least_frequency,
        relatedness,
        left: counts(relatedness) / counts(1.0).max(1.0),
        rates: rates(&rows),
        whole: rates(&without_partial(&rows)),
    }
}

fn queried(bench: &Bench, n: usize) -> Result<Queried> {
    let method = TermVector { queried: n, ..TermVector::default() };
    let signatures = sign(&bench.pages.docs, &method);
    let Stream { wrong_classes, precision, recall, .. } =
        stream::run(&bench.stream, &bench.pages, signatures, &method, Limits::NONE)?;
    Ok(Queried { n, wrong_classes, precision, recall })
}

fn sentences(bench: &Bench, groups: &Docs) -> Result<Vec<Sentences>> {
    let mut all = Vec::new();
    for most in SENTENCES {
        for similarity in SIMILARITIES {
            let method = LongSentence { most, similarity, ..LongSentence::default() };
            let (scores, wrong_classes) = tried(bench, groups, &method)?;
            all.push(Sentences {
                most,
                threshold: similarity,
                same: scores.same,
                partial: scores.partial,
                reuse: scores.reuse,
                wrong_classes,
            });
        }
    }
    Ok(all)
}

fn frequencies(bench: &Bench) -> Vec<Frequency> {
    let signatures = sign(&bench.pages.docs, &CharacterFrequency::default());
    let at = |cosine| {
        let verdicts = judge(&signatures, &bench.pairs, &CharacterFrequency { cosine });
        let scores = Scores::of(&rows(&bench.pairs, &verdicts));
        Frequency { cosine, same: scores.same, false_positives: scores.false_positives }
    };
    COSINES.into_iter().map(at).collect()
}

/// The scores of a method on the pages as they were read, and the wrong classes of the stream.
fn tried<M>(bench: &Bench, pages: &Docs, method: &M) -> Result<(Scores, usize)>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    let signatures = sign(&pages.docs, method);
    let verdicts = judge(&signatures, &bench.pairs, method);
    let stream = stream::run(&bench.stream, pages, signatures, method, Limits::NONE)?;
    Ok((Scores::of(&rows(&bench.pairs, &verdicts)), stream.wrong_classes))
}

/// Half of the key concepts must be shared, as of the paper's twenty.
fn kept(bench: &Bench, n: usize) -> Concepts {
    let default = ConceptNetwork::default();
    let method =
        ConceptNetwork { key_concepts: n, shared: n.div_ceil(2), candidates: default.candidates.max(n), ..default };
    concepts(bench, n, &method)
}

fn candidates(bench: &Bench, n: usize) -> Concepts {
    let method = ConceptNetwork { candidates: n, ..ConceptNetwork::default() };
    concepts(bench, n, &method)
}

fn concepts(bench: &Bench, n: usize, method: &ConceptNetwork) -> Concepts {
    let verdicts = judge(&sign(&bench.pages.docs, method), &bench.pairs, method);
    let [_, ordinary, ..] = time::measure(method, |article| method.sign(article), &bench.pool.docs).sign;
    Concepts { n, rates: Tally::of(rows(&bench.pairs, &verdicts), Task::Same).rates(), micros: ordinary.unwrap_or(0.0) }
}
