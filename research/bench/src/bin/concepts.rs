//! `cargo research offprint-bench --bin concepts -- FOLDER-OF-TEXTS`: what finding the key concepts
//! of a body costs, by its length as in the paper's table 1: by a search from each node by itself, and
//! from all at once. The folder, and folders in it, hold texts in `.txt` files.
//!
//! Each text is measured both ways, one after the other, so that whatever else the machine does
//! meets both alike.

use anyhow::{Context, Result, ensure};
use offprint::article::Script;
use offprint_methods::methods::{ConceptNetwork, Network, concepts};
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// Characters from which the classes of the paper begin.
const CLASSES: [(&str, usize); 4] = [
    ("<500", 0),
    ("500–2,000", 500),
    ("2,000–5,000", 2_000),
    (">5,000", 5_000),
];
/// Runs of each way; the fastest counts.
const ROUNDS: usize = 3;

const HEAD: &str = "\
Mean of the texts of a length, *p95* what 95 of 100 stay below; nodes are those of the giant component; ms on the wall.
*One by one* and *at once* are the contributions of the 30 candidates; *signature* is everything, from the text to
its key concepts. *Sampled* is the share of texts in which paths are counted from a sample of the nodes, *moved* how
many of the 20 key concepts that changes in these.

| script | characters | mean | texts | nodes, words | nodes, concepts | one by one | at once | times | signature | p95 | sampled | moved |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// The measurements of a text, or the average of several.
#[derive(Default)]
struct Row {
    characters: Vec<f64>,
    words: Vec<f64>,
    concepts: Vec<f64>,
    one_by_one: Vec<f64>,
    at_once: Vec<f64>,
    signature: Vec<f64>,
    moved: Vec<f64>,
}

fn main() -> Result<()> {
    let folder = std::env::args().nth(1);
    let folder = folder.context("usage: concepts FOLDER-OF-TEXTS")?;
    let mut texts = Vec::new();
    read(Path::new(&folder), &mut texts)?;
    ensure!(!texts.is_empty(), "no .txt files in {folder}");
    println!("{HEAD}");
    for (name, script) in [("Han", Script::Hani), ("Latin", Script::Latn)] {
        let of_script = texts.iter().filter(|text| Script::of(text) == script);
        let of_script: Vec<(&String, usize)> =
            of_script.map(|text| (text, text.chars().count())).collect();
        for (i, (class, from)) in CLASSES.into_iter().enumerate() {
            let to = CLASSES.get(i + 1).map_or(usize::MAX, |next| next.1);
            let mut row = Row::default();
            for (text, length) in &of_script {
                if (from..to).contains(length) {
                    row.characters.push(*length as f64);
                    row.measure(text);
                }
            }
            if !row.words.is_empty() {
                row.print(name, class);
            }
        }
    }
    Ok(())
}

fn read(folder: &Path, texts: &mut Vec<String>) -> Result<()> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths = entries
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            read(&path, texts)?;
        } else if path.extension().is_some_and(|ending| ending == "txt") {
            texts.push(std::fs::read_to_string(&path).context("cannot read a text")?);
        }
    }
    Ok(())
}

impl Row {
    fn measure(&mut self, text: &str) {
        let method = ConceptNetwork::default();
        let nodes = |method: ConceptNetwork| {
            let found = concepts(text, method.terms, method.relatedness);
            method.network(&found).0.nodes() as f64
        };
        self.words.push(nodes(ConceptNetwork::of_words()));
        self.concepts.push(nodes(method));

        let (network, nodes) = method.network(&concepts(text, method.terms, method.relatedness));
        let (one_by_one, time) =
            best(|| method.key_nodes(&network, &nodes, Network::paths_one_by_one));
        self.one_by_one.push(time);
        let (at_once, time) = best(|| method.key_nodes(&network, &nodes, Network::paths));
        self.at_once.push(time);
        assert_eq!(at_once, one_by_one, "both ways find the same");
        let (signature, time) = best(|| method.key_concepts(text));
        self.signature.push(time);
        let exact = ConceptNetwork {
            most_work: usize::MAX,
            ..method
        };
        if network.nodes() * network.ends() > method.most_work
            && let (Some(sampled), Some(exact)) = (signature, exact.key_concepts(text))
        {
            let kept = |concept| exact.keys.iter().any(|key| key.concept == concept);
            let moved = sampled.keys.iter().filter(|key| !kept(key.concept));
            self.moved.push(moved.count() as f64);
        }
    }

    fn print(&mut self, script: &str, class: &str) {
        self.signature.sort_by(f64::total_cmp);
        let texts = self.signature.len();
        println!(
            "| {script} | {class} | {:.0} | {texts} | {:.0} | {:.0} | {:.2} | {:.3} | {:.0} | {:.3} | {:.3} | {:.0} % | {:.1} |",
            mean(&self.characters),
            mean(&self.words),
            mean(&self.concepts),
            mean(&self.one_by_one),
            mean(&self.at_once),
            mean(&self.one_by_one) / mean(&self.at_once),
            mean(&self.signature),
            self.signature[texts * 95 / 100],
            100.0 * self.moved.len() as f64 / texts as f64,
            mean(&self.moved),
        );
    }
}

/// The result of a run, and the milliseconds of the fastest.
fn best<T>(run: impl Fn() -> T) -> (T, f64) {
    let time = || {
        let start = Instant::now();
        black_box(run());
        start.elapsed().as_secs_f64() * 1e3
    };
    let fastest = (0..ROUNDS).map(|_| time()).fold(f64::MAX, f64::min);
    (run(), fastest)
}

/// The mean; 0 for an empty list.
fn mean(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |sum, value| sum + value) / values.len().max(1) as f64
}
