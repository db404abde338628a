//! The papers' own experiments on our data.

use super::{Bench, Scores, judge, rows};
use crate::pairs::stream;
use anyhow::Result;
use offprint::index::Limits;
use offprint::methods::{FeatureCode, Method, Positions};

/// Length ratios that the first paper tries, and more around them.
const RATIOS: [f64; 9] = [1.02, 1.05, 1.08, 1.10, 1.12, 1.14, 1.20, 1.30, 1.50];

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
    })
}

fn point<M>(bench: &Bench, setting: String, x: f64, method: &M) -> Result<Point>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    let verdicts = judge(&bench.pages, &bench.pairs, method);
    let stream = stream::run(&bench.stream, &bench.pages, method, Limits::NONE)?;
    Ok(Point {
        setting,
        x,
        scores: Scores::of(&rows(&bench.pairs, &verdicts)),
        wrong_classes: stream.wrong_classes,
    })
}
