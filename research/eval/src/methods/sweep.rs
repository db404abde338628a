//! The papers' own experiments on our data.

use super::frequency::CharacterFrequency;
use super::{Bench, Scores, judge, rows, time};
use crate::pairs::rates::{Tally, Task};
use crate::pairs::sets::Docs;
use crate::pairs::{sign, stream};
use anyhow::Result;
use offprint::Article;
use offprint::index::Limits;
use offprint_methods::methods::{
    ConceptNetwork, FeatureCode, LongSentence, Method, Positions, TermVector,
    concepts as concepts_of,
};

/// Length ratios that the first paper tries, and more around them.
const RATIOS: [f64; 9] = [1.02, 1.05, 1.08, 1.10, 1.12, 1.14, 1.20, 1.30, 1.50];

/// Key concepts that are kept: the fourth paper's figure 8.
const KEPT: [usize; 7] = [5, 10, 15, 20, 25, 30, 40];
/// Nodes that may become key concepts: its figure 9.
const CANDIDATES: [usize; 5] = [20, 25, 30, 40, 60];

/// One number of concepts and what comes of it.
pub struct Concepts {
    pub n: usize,
    /// Of `same`.
    pub tally: Tally,
    /// Microseconds to sign a text of 500 to 2,000 characters.
    pub sign: f64,
}

/// One setting and what comes of it.
pub struct Point {
    pub setting: String,
    pub x: f64,
    pub scores: Scores,
    /// Classes of the stream that are wrong.
    pub wrong_classes: usize,
}

/// What was swept.
pub struct Sweeps {
    /// The first paper's table: the length ratio, for the code at the first stop.
    pub ratio_first: Vec<Point>,
    /// The same for codes at sixteen stops.
    pub ratio_all: Vec<Point>,
    /// The code without length, at the first stop and at sixteen.
    pub no_ratio: [Point; 2],
    /// By how many key concepts are kept.
    pub kept: Vec<Concepts>,
    /// By how many nodes may become one.
    pub candidates: Vec<Concepts>,
    /// By the least frequency of a node and by `Rel`, the network of words last.
    pub merged: Vec<Merged>,
    /// By how many terms of a vector are looked up.
    pub queried: Vec<Queried>,
    /// By how many sentences are kept and by the threshold, with the paper's own extractor.
    pub sentences: Vec<Sentences>,
    /// By cosine of the frequencies of characters.
    pub frequencies: Vec<(f64, Scores)>,
}

/// A way to merge words to concepts.
pub struct Merged {
    pub least_frequency: usize,
    pub relatedness: f64,
    /// Share of the English pages' words that are left as concepts.
    pub left: f64,
    /// Of `same`, in Chinese and in English.
    pub tallies: [Tally; 2],
}

pub struct Queried {
    pub n: usize,
    pub stream: stream::Figures,
}

pub struct Sentences {
    pub most: usize,
    pub similarity: f64,
    pub point: Point,
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
    let code = |positions, length_ratio| FeatureCode {
        positions,
        length_ratio,
        ..FeatureCode::default()
    };
    let all = Positions::All { max: 16 };
    let ratios = |positions| -> Result<Vec<Point>> {
        let point = |ratio| {
            point(
                bench,
                format!("{ratio:.2}"),
                ratio,
                &code(positions, Some(ratio)),
            )
        };
        RATIOS.into_iter().map(point).collect()
    };
    let none = |positions| point(bench, "–".to_owned(), 0.0, &code(positions, None));
    Ok(Sweeps {
        ratio_first: ratios(Positions::First)?,
        ratio_all: ratios(all)?,
        no_ratio: [none(Positions::First)?, none(all)?],
        kept: KEPT.into_iter().map(|n| kept(bench, n)).collect(),
        candidates: CANDIDATES
            .into_iter()
            .map(|n| candidates(bench, n))
            .collect(),
        merged: [1, 2]
            .into_iter()
            .flat_map(|least| RELATEDNESS.map(|relatedness| merged(bench, least, relatedness)))
            .collect(),
        queried: QUERIED
            .into_iter()
            .map(|n| queried(bench, n))
            .collect::<Result<_>>()?,
        sentences: sentences(bench, groups)?,
        frequencies: frequencies(bench),
    })
}

fn merged(bench: &Bench, least_frequency: usize, relatedness: f64) -> Merged {
    let method = ConceptNetwork {
        least_frequency,
        relatedness,
        ..ConceptNetwork::default()
    };
    let verdicts = judge(&sign(&bench.pages.docs, &method), &bench.pairs, &method);
    let of = |language: &str| {
        let rows = rows(&bench.pairs, &verdicts);
        Tally::of(
            rows.into_iter().filter(|(pair, _)| pair.lang == language),
            Task::Same,
        )
    };
    let english = bench
        .pages
        .docs
        .iter()
        .filter(|doc| doc.metadata.language == "en");
    let counts = |relatedness| {
        let count = |doc: &Article| {
            concepts_of(&doc.text, method.terms, relatedness)
                .concepts
                .len()
        };
        english.clone().map(count).sum::<usize>() as f64
    };
    Merged {
        least_frequency,
        relatedness,
        left: counts(relatedness) / counts(1.0).max(1.0),
        tallies: ["zh", "en"].map(of),
    }
}

fn queried(bench: &Bench, n: usize) -> Result<Queried> {
    let method = TermVector {
        queried: n,
        ..TermVector::default()
    };
    let signatures = sign(&bench.pages.docs, &method);
    let stream = stream::run(
        &bench.stream,
        &bench.pages,
        signatures,
        &method,
        Limits::NONE,
    )?;
    Ok(Queried { n, stream })
}

fn sentences(bench: &Bench, groups: &Docs) -> Result<Vec<Sentences>> {
    let mut all = Vec::new();
    for most in SENTENCES {
        for similarity in SIMILARITIES {
            let method = LongSentence {
                most,
                similarity,
                ..LongSentence::default()
            };
            let point = point_of(bench, groups, String::new(), 0.0, &method)?;
            all.push(Sentences {
                most,
                similarity,
                point,
            });
        }
    }
    Ok(all)
}

fn frequencies(bench: &Bench) -> Vec<(f64, Scores)> {
    let signatures = sign(&bench.pages.docs, &CharacterFrequency::default());
    let at = |cosine| {
        let verdicts = judge(&signatures, &bench.pairs, &CharacterFrequency { cosine });
        (cosine, Scores::of(&rows(&bench.pairs, &verdicts)))
    };
    COSINES.into_iter().map(at).collect()
}

fn point<M>(bench: &Bench, setting: String, x: f64, method: &M) -> Result<Point>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    point_of(bench, &bench.pages, setting, x, method)
}

/// The same of the pages as another extractor reads them.
fn point_of<M>(bench: &Bench, pages: &Docs, setting: String, x: f64, method: &M) -> Result<Point>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    let signatures = sign(&pages.docs, method);
    let verdicts = judge(&signatures, &bench.pairs, method);
    let stream = stream::run(&bench.stream, pages, signatures, method, Limits::NONE)?;
    Ok(Point {
        setting,
        x,
        scores: Scores::of(&rows(&bench.pairs, &verdicts)),
        wrong_classes: stream.wrong_classes,
    })
}

/// Half of the key concepts must be shared, as of the paper's twenty.
fn kept(bench: &Bench, n: usize) -> Concepts {
    let default = ConceptNetwork::default();
    let method = ConceptNetwork {
        key_concepts: n,
        shared: n.div_ceil(2),
        candidates: default.candidates.max(n),
        ..default
    };
    concepts(bench, n, &method)
}

fn candidates(bench: &Bench, n: usize) -> Concepts {
    let method = ConceptNetwork {
        candidates: n,
        ..ConceptNetwork::default()
    };
    concepts(bench, n, &method)
}

fn concepts(bench: &Bench, n: usize, method: &ConceptNetwork) -> Concepts {
    let verdicts = judge(&sign(&bench.pages.docs, method), &bench.pairs, method);
    let [_, ordinary, ..] =
        time::measure(method, |article| method.sign(article), &bench.pool.docs).sign;
    Concepts {
        n,
        tally: Tally::of(rows(&bench.pairs, &verdicts), Task::Same),
        sign: ordinary.unwrap_or(0.0),
    }
}
