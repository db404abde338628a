//! The curves beside the tables of the methods.

use super::Methods;
use super::sweep::{Concepts, Ratio};
use crate::plot::{Curve, Plot};

/// Methods whose curves are drawn in one plot: ours with those of the papers, and with the baselines.
const PAPERS: [&str; 7] =
    ["offprint", "feature-code", "feature-code-all", "credit", "term-vector", "long-sentence", "concept-network"];
const BASELINES: [&str; 8] =
    ["offprint", "shingle", "supershingle", "i-match", "simhash", "minhash", "spotsigs", "iscc"];

/// Every plot with its name.
pub fn plots(methods: &Methods) -> [(&'static str, Plot); 4] {
    [
        ("edits-papers", edits(methods, &PAPERS)),
        ("edits-baselines", edits(methods, &BASELINES)),
        ("length-ratio", ratios(methods)),
        ("concepts", concepts(methods)),
    ]
}

fn curve(name: &str, points: impl Iterator<Item = (f64, f64)>) -> Curve {
    Curve { name: name.to_owned(), points: points.collect() }
}

fn edits(methods: &Methods, names: &[&str]) -> Plot {
    let named = methods.methods.iter().filter(|of| names.contains(&&*of.method));
    Plot {
        title: "Found at a share of edited sentences",
        x: "edited sentences, %",
        y: "same or partial",
        range: Some((0.0, 1.0)),
        curves: named.map(|of| curve(&of.method, of.by_edits.iter().copied())).collect(),
    }
}

fn ratios(methods: &Methods) -> Plot {
    let of = |name, ratios: &[Ratio]| {
        let points = ratios.iter().filter_map(|of| Some((of.ratio?, of.wrong_classes as f64)));
        curve(name, points)
    };
    Plot {
        title: "Wrong classes by length ratio",
        x: "largest ratio of lengths",
        y: "wrong classes",
        range: None,
        curves: vec![
            of("code at the first stop", &methods.sweeps.ratio_first),
            of("codes at sixteen stops", &methods.sweeps.ratio_all),
        ],
    }
}

fn concepts(methods: &Methods) -> Plot {
    let of = |name, of: &[Concepts], value: fn(&Concepts) -> f64| {
        curve(name, of.iter().map(|point| (point.n as f64, value(point))))
    };
    let (kept, candidates) = (&methods.sweeps.kept, &methods.sweeps.candidates);
    Plot {
        title: "Same, by numbers of concepts",
        x: "key concepts p, or candidates l",
        y: "precision, recall",
        range: Some((0.0, 1.0)),
        curves: vec![
            of("precision, by p", kept, |point| point.rates.precision),
            of("recall, by p", kept, |point| point.rates.recall),
            of("precision, by l", candidates, |point| point.rates.precision),
            of("recall, by l", candidates, |point| point.rates.recall),
        ],
    }
}
