//! The papers' own experiments on our data.

use super::{Bench, Scores, judge, rows, time};
use crate::pairs::rates::{Tally, Task};
use crate::pairs::{sign, stream};
use anyhow::Result;
use offprint::index::Limits;
use offprint_baselines::methods::{ConceptNetwork, FeatureCode, Method, Positions};

/// Length ratios that the first paper tries, and more around them.
const RATIOS: [f64; 9] = [1.02, 1.05, 1.08, 1.10, 1.12, 1.14, 1.20, 1.30, 1.50];

/// Key concepts that are kept: the fourth paper's figure 8.
const KEPT: [usize; 7] = [5, 10, 15, 20, 25, 30, 40];
/// Nodes that may become key concepts: its figure 9.
const CANDIDATES: [usize; 6] = [20, 25, 30, 40, 60, 100];

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
}

pub fn run(bench: &Bench) -> Result<Sweeps> {
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
    })
}

fn point<M>(bench: &Bench, setting: String, x: f64, method: &M) -> Result<Point>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    let signatures = sign(&bench.pages.docs, method);
    let verdicts = judge(&signatures, &bench.pairs, method);
    let stream = stream::run(
        &bench.stream,
        &bench.pages,
        signatures,
        method,
        Limits::NONE,
    )?;
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
