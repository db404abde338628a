//! All methods side by side: `research/results/methods.json`.
//!
//! Every method runs as `docs/methods.md` describes it, on the articles that Offprint's extractor finds on the pages of
//! `FOLDER/reprint`, then on the text of the whole pages. How long a signature takes is measured on texts of
//! `FOLDER/fp_pool`.

use crate::files::lines;
use crate::pairs::rates::{Row, Scores};
use crate::pairs::sets::{self, Arriving, Docs, Pair};
use crate::pairs::sign;
use crate::pairs::stream::{self, Stream};
use crate::results::record;
use anyhow::{Result, ensure};
use offprint::compare::Verdict;
use offprint::{Article, ReadOptions};
use offprint_methods::methods::{Method, Name};
use offprint_methods::no_html;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::path::Path;
use std::time::Instant;

/// Characters of the texts that are timed.
const CHARACTERS: Range<usize> = 500..2_000;
/// How many of them.
const TEXTS: usize = 60;
/// Rounds; the fastest counts, since the machine may have other work.
const ROUNDS: usize = 3;

/// What methods are measured on.
#[derive(Default)]
struct Bench {
    pages: Docs,
    /// The same pages with all their text.
    whole: Docs,
    pairs: Vec<Pair>,
    stream: Vec<Arriving>,
    timed: Vec<Article>,
}

#[derive(Serialize, Deserialize)]
pub struct Methods {
    pairs: usize,
    methods: Vec<Measured>,
}

/// How well one method does.
#[derive(Serialize, Deserialize)]
struct Measured {
    method: String,
    scores: Scores,
    /// F1 of `same` if all the text of a page is compared.
    whole_page: f64,
    stream: Stream,
    /// Median bytes of the signatures of the pages.
    bytes: usize,
    /// Microseconds to make a signature, on one core.
    micros: f64,
}

/// Measures all methods and records the results.
pub fn evaluate(folder: &Path) -> Result<()> {
    let [reprint, pool] = ["reprint", "fp_pool"].map(|name| folder.join(name));
    for needed in [&reprint, &pool] {
        ensure!(needed.is_dir(), "there is no folder {}", needed.display());
    }
    let pages = Docs::of_pages(&reprint.join("pages"))?;
    let texts = Docs::of_texts(&pool.join("docs.jsonl"))?.docs.into_iter();
    let bench = Bench {
        whole: Docs::read(&reprint.join("pages"), |_, html| Ok(no_html::read(html, ReadOptions::default())))?,
        pairs: sets::pairs(&reprint.join("pairs.jsonl"), &pages)?,
        stream: lines(&reprint.join("stream.jsonl"))?,
        timed: texts.filter(|text| CHARACTERS.contains(&text.text.chars().count())).take(TEXTS).collect(),
        pages,
    };
    let measured = Name::ALL.iter().map(|&name| {
        println!("{}", name.as_str());
        measure(name, &bench)
    });
    record("methods", &Methods { pairs: bench.pairs.len(), methods: measured.collect::<Result<_>>()? })
}

fn measure(name: Name, bench: &Bench) -> Result<Measured> {
    // An article already has Offprint's signature when it is read, so its cost shows only when it is read again.
    let sign_anew = |article: &Article| match name {
        Name::Offprint => name.sign(&Article::of_text(article.metadata.title.clone(), article.text.clone())),
        _ => name.sign(article),
    };
    let scores = |signatures: &[Option<_>]| {
        let verdict = |pair: &Pair| {
            let [a, b] = pair.docs.map(|doc| signatures[doc].as_ref());
            name.judge(a, b).verdict
        };
        let verdicts: Vec<Verdict> = bench.pairs.par_iter().map(verdict).collect();
        Scores::new(&bench.pairs.iter().zip(verdicts).collect::<Vec<Row>>())
    };
    let signatures = sign(&bench.pages.docs, &name);
    let mut bytes: Vec<usize> = signatures.iter().flatten().map(|signature| name.size(signature)).collect();
    bytes.sort_unstable();
    Ok(Measured {
        method: name.as_str().to_owned(),
        scores: scores(&signatures),
        whole_page: scores(&sign(&bench.whole.docs, &name)).same,
        stream: stream::run(&bench.stream, &bench.pages, signatures, &name, name.limits())?,
        bytes: bytes.get(bytes.len() / 2).copied().unwrap_or(0),
        micros: fastest(&bench.timed, sign_anew),
    })
}

/// Mean microseconds for one article.
fn fastest<T>(articles: &[Article], work: impl Fn(&Article) -> T) -> f64 {
    let round = || {
        let started = Instant::now();
        for article in articles {
            std::hint::black_box(work(article));
        }
        started.elapsed().as_secs_f64() * 1e6 / articles.len().max(1) as f64
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_measured_even_on_nothing() {
        let bench = Bench::default();
        for &name in Name::ALL {
            let measured = measure(name, &bench).unwrap();
            assert_eq!((&*measured.method, measured.bytes), (name.as_str(), 0));
        }
    }
}
