//! All methods on all sets: `docs/methods.md`, the figures in `docs/methods/`, and the papers' own
//! experiments done again.
//!
//! The folder holds what [`verdict`](crate::verdict) is measured on. Every method is run with the
//! parameters of its paper, on the articles that Offprint's extractor finds; then with other
//! extractors.

mod credits;
mod document;
mod frequency;
mod plot;
mod procedures;
mod reversed;
mod sweep;
mod time;

use self::frequency::CharacterFrequency;
use crate::floors::write;
use crate::pairs::pool::{self, Compared};
use crate::pairs::rates::{FalsePositives, Row, Tally, Task};
use crate::pairs::sets::{self, Arriving, Docs, Pair};
use crate::pairs::{sign, stream};
use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use offprint::Article;
use offprint::compare::Verdict;
use offprint::index::Limits;
use offprint_methods::extractors::Extractor;
use offprint_methods::methods::{LongSentence, Method, Name};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// What methods are measured on.
#[derive(Default)]
struct Bench {
    pages: Docs,
    pairs: Vec<Pair>,
    stream: Vec<Arriving>,
    texts: BTreeMap<String, (Docs, Vec<Pair>)>,
    pool: Docs,
}

/// What is measured: a method that has a name, or what only a paper needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Named(Name),
    /// Long sentences of the body that the paper's own extractor finds.
    LongSentenceOfFormatGroup,
    /// The way that the paper on long sentences rejects.
    CharacterFrequency,
}

/// How well one method does.
struct Measured {
    way: Way,
    /// What is said of each pair of pages.
    verdicts: Vec<Verdict>,
    /// By set of texts.
    texts: BTreeMap<String, Vec<Verdict>>,
    stream: stream::Figures,
    pool: pool::Figures,
    /// Bytes of the middle one of the pages' signatures.
    bytes: usize,
    /// Keys that a page is stored under, on the average.
    writes: f64,
    times: time::Times,
    reversed: reversed::Shares,
}

/// F1 of each task on the pairs of pages, and the share of false positives.
#[derive(Clone, Copy)]
struct Scores {
    f1s: [f64; Task::ALL.len()],
    false_positives: f64,
}

impl Scores {
    fn of(rows: &[Row]) -> Scores {
        Scores {
            f1s: Task::ALL.map(|task| Tally::of(rows.iter().copied(), task).f1()),
            false_positives: FalsePositives::of(rows).any,
        }
    }
}

/// An extractor other than Offprint's, and how each method does with it.
struct Elsewhere {
    extractor: &'static str,
    scores: Vec<Scores>,
}

/// The extractors that methods are also tried with.
const EXTRACTORS: [(&str, Extractor); 4] = [
    ("rules", Extractor::Rules),
    ("format-group", Extractor::FormatGroup),
    ("text-density", Extractor::TextDensity),
    ("no-html", Extractor::NoHtml),
];

/// All that was measured.
struct Evaluated<'a> {
    bench: &'a Bench,
    methods: Vec<Measured>,
    elsewhere: Vec<Elsewhere>,
    sweeps: sweep::Sweeps,
    credits: credits::Credits,
    procedures: Vec<procedures::Procedure>,
    staged: Option<procedures::Staged>,
    /// Microseconds for a text, by how many arrive.
    growth: Vec<(usize, f64)>,
}

/// Measures all methods and writes the documents.
pub fn evaluate(folder: &Path) -> Result<()> {
    let [reprint, texts, pool] = ["reprint", "textpairs", "fp_pool"].map(|name| folder.join(name));
    for needed in [&reprint, &texts, &pool] {
        ensure!(needed.is_dir(), "there is no folder {}", needed.display());
    }
    let bar = progress();
    bar.set_message("reading");
    let pages = Docs::of_pages(&reprint.join("pages"), Extractor::Offprint)?;
    let bench = Bench {
        pairs: sets::pairs(&reprint.join("pairs.jsonl"), &pages)?,
        stream: sets::lines(&reprint.join("stream.jsonl"))?,
        texts: sets::text_sets(&texts)?,
        pool: Docs::of_texts(&pool.join("docs.jsonl"))?,
        pages,
    };
    bar.inc(1);
    let mut methods = Vec::new();
    for &name in Name::ALL {
        bar.set_message(name.as_str());
        methods.push(measure(name, &bench)?);
        bar.inc(1);
    }
    let mut elsewhere = Vec::new();
    for (name, extractor) in EXTRACTORS {
        bar.set_message(name);
        let docs = Docs::of_pages(&reprint.join("pages"), extractor)?;
        let of = |name: &Name| {
            let method = name.method();
            let verdicts = judge(&sign(&docs.docs, &method), &bench.pairs, &method);
            Scores::of(&rows(&bench.pairs, &verdicts))
        };
        elsewhere.push(Elsewhere {
            extractor: name,
            scores: Name::ALL.iter().map(of).collect(),
        });
        bar.inc(1);
    }
    bar.set_message("the papers' own ways");
    let groups = Docs::of_pages(&reprint.join("pages"), Extractor::FormatGroup)?;
    let frequency = CharacterFrequency::default();
    let of_groups = measure_as(
        Way::LongSentenceOfFormatGroup,
        &LongSentence::default(),
        Limits::NONE,
        &bench,
        &groups,
    )?;
    let after = methods
        .iter()
        .position(|m| m.way == Way::Named(Name::LongSentence));
    let after = after.map_or(methods.len(), |at| at + 1);
    let rejected = measure_as(
        Way::CharacterFrequency,
        &frequency,
        Limits::NONE,
        &bench,
        &bench.pages,
    )?;
    methods.splice(after..after, [of_groups, rejected]);
    bar.inc(1);
    bar.set_message("credits");
    let credits = credits::measure(&reprint)?;
    bar.inc(1);
    bar.set_message("procedures");
    let (procedures, staged) = (procedures::run(&bench)?, procedures::staged(&bench)?);
    let growth = procedures::growth(&bench.pool.docs);
    bar.inc(1);
    bar.set_message("sweeps");
    let sweeps = sweep::run(&bench, &groups)?;
    bar.finish_and_clear();
    let evaluated = Evaluated {
        bench: &bench,
        methods,
        elsewhere,
        sweeps,
        credits,
        procedures,
        staged: Some(staged),
        growth,
    };
    for (path, content) in document::documents(&evaluated)? {
        write(&path, &content)?;
        println!("{path}");
    }
    Ok(())
}

fn progress() -> ProgressBar {
    let steps = 5 + Name::ALL.len() + EXTRACTORS.len();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {elapsed}");
    ProgressBar::new(steps as u64).with_style(style.expect("a valid template"))
}

fn measure(name: Name, bench: &Bench) -> Result<Measured> {
    measure_as(
        Way::Named(name),
        &name.method(),
        name.limits(),
        bench,
        &bench.pages,
    )
}

/// Measures a method on the pages as they were read, and on the texts.
fn measure_as<M>(
    way: Way,
    method: &M,
    limits: Limits,
    bench: &Bench,
    pages: &Docs,
) -> Result<Measured>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    let signatures = sign(&pages.docs, method);
    let mut bytes: Vec<usize> = signatures
        .iter()
        .flatten()
        .map(|s| method.size(s))
        .collect();
    bytes.sort_unstable();
    let writes = signatures
        .iter()
        .flatten()
        .map(|s| method.write_keys(s).len());
    let texts = bench
        .texts
        .iter()
        .map(|(set, (docs, pairs))| (set.clone(), judge(&sign(&docs.docs, method), pairs, method)));
    // An article has Offprint's signature when it is read: only reading it again tells the time.
    let sign_anew = |article: &Article| match way {
        Way::Named(Name::Offprint) => method.sign(&Article::of_text(
            article.metadata.title.clone(),
            article.text.clone(),
        )),
        _ => method.sign(article),
    };
    let writes = writes.sum::<usize>() as f64;
    Ok(Measured {
        way,
        verdicts: judge(&signatures, &bench.pairs, method),
        texts: texts.collect(),
        stream: stream::run(&bench.stream, pages, signatures, method, limits)?,
        pool: pool::run(&bench.pool, method, Compared::ByKey),
        writes: writes / bytes.len().max(1) as f64,
        bytes: bytes.get(bytes.len() / 2).copied().unwrap_or(0),
        times: time::measure(method, sign_anew, &bench.pool.docs),
        reversed: reversed::measure(method, &bench.pool.docs),
    })
}

/// What a method says of each pair.
fn judge<M>(signatures: &[Option<M::Signature>], pairs: &[Pair], method: &M) -> Vec<Verdict>
where
    M: Method + Sync,
    M::Signature: Sync,
{
    let verdict = |pair: &Pair| {
        let [a, b] = pair.docs.map(|doc| signatures[doc].as_ref());
        method.compare(a, b).verdict
    };
    pairs.par_iter().map(verdict).collect()
}

fn rows<'a>(pairs: &'a [Pair], verdicts: &[Verdict]) -> Vec<Row<'a>> {
    pairs.iter().zip(verdicts.iter().copied()).collect()
}
