//! All methods on all sets, and the papers' own experiments done again: `research/results/methods.json`.
//!
//! The folder holds the sets that [`verdict`](crate::verdict) is measured on. Every method runs as
//! `docs/methods.md` describes it, on the articles that Offprint's extractor finds; then with other extractors.

mod credits;
mod frequency;
mod networks;
mod plant;
mod plots;
mod sweep;
mod time;

pub use plots::plots;

use self::frequency::CharacterFrequency;
use crate::pairs::pool::{self, Compared};
use crate::pairs::rates::{self, Row, Scores};
use crate::pairs::sets::{self, Arriving, Docs, Pair};
use crate::pairs::sign;
use crate::pairs::stream::{self, Stream};
use crate::results::record;
use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use offprint::Article;
use offprint::compare::Verdict;
use offprint::index::Limits;
use offprint_methods::extractors::Extractor;
use offprint_methods::methods::{LongSentence, Method, Name};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// The sets that methods are measured on.
#[derive(Default)]
struct Bench {
    pages: Docs,
    pairs: Vec<Pair>,
    stream: Vec<Arriving>,
    texts: BTreeMap<String, (Docs, Vec<Pair>)>,
    pool: Docs,
}

/// All that is measured.
#[derive(Serialize, Deserialize)]
pub struct Methods {
    pairs: usize,
    methods: Vec<Measured>,
    networks: Vec<networks::Networks>,
    sweeps: sweep::Sweeps,
    credits: credits::Credits,
}

/// How well one method does.
#[derive(Serialize, Deserialize)]
struct Measured {
    method: String,
    scores: Scores,
    by_language: BTreeMap<String, Scores>,
    /// By kind of pair, the share called same and the share called same or partial.
    by_kind: BTreeMap<String, [f64; 2]>,
    /// By the percentage of edited sentences, the share of Chinese pairs called same or partial.
    by_edits: Vec<(f64, f64)>,
    /// By set of texts.
    texts: BTreeMap<String, Found>,
    stream: Stream,
    /// The share of a pool of unrelated documents that is reported.
    pool: f64,
    /// Bytes of the middle one of the pages' signatures.
    bytes: usize,
    /// Keys that a page is stored under, on average.
    writes: f64,
    micros: time::Times,
    /// With the articles that another extractor finds.
    extractors: BTreeMap<String, Found>,
}

/// F1 of `same` and of any reuse.
#[derive(Serialize, Deserialize)]
struct Found {
    same: f64,
    reuse: f64,
}

impl Found {
    fn of(rows: &[Row]) -> Found {
        let Scores { same, reuse, .. } = Scores::of(rows);
        Found { same, reuse }
    }
}

/// The extractors that methods are also tried with.
const EXTRACTORS: [(&str, Extractor); 3] =
    [("rules", Extractor::Rules), ("format-group", Extractor::FormatGroup), ("no-html", Extractor::NoHtml)];

/// Measures all methods and records the results.
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
    let groups = Docs::of_pages(&reprint.join("pages"), Extractor::FormatGroup)?;
    let mut methods = Vec::new();
    for &name in Name::ALL {
        bar.set_message(name.as_str());
        methods.push(named(name, &bench)?);
        if name == Name::LongSentence {
            methods.extend(variants(&bench, &groups)?);
        }
        bar.inc(1);
    }
    for (extractor, how) in EXTRACTORS {
        bar.set_message(extractor);
        with_extractor(extractor, how, &reprint, &bench, &mut methods)?;
        bar.inc(1);
    }
    bar.set_message("the papers' own experiments");
    let results = Methods {
        pairs: bench.pairs.len(),
        methods,
        networks: networks::measure(&bench.pool.docs),
        sweeps: sweep::run(&bench, &groups)?,
        credits: credits::measure(&reprint)?,
    };
    bar.finish_and_clear();
    record("methods", &results)
}

fn progress() -> ProgressBar {
    let steps = 2 + Name::ALL.len() + EXTRACTORS.len();
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {elapsed}");
    ProgressBar::new(steps as u64).with_style(style.expect("a valid template"))
}

fn named(name: Name, bench: &Bench) -> Result<Measured> {
    // An article has Offprint's signature when it is read, so its cost shows only when it is read again.
    let sign = |article: &Article| match name {
        Name::Offprint => {
            let Article { metadata, text, .. } = article;
            name.sign(&Article::of_text(metadata.title.clone(), text.clone()))
        }
        _ => name.sign(article),
    };
    let mut measured = measure(name.as_str(), &name, name.limits(), bench, &bench.pages)?;
    measured.micros = time::measure(&name, sign, &bench.pool.docs);
    Ok(measured)
}

/// Long sentences of the body that the paper's own extractor finds, and the way that the paper rejects.
fn variants(bench: &Bench, groups: &Docs) -> Result<[Measured; 2]> {
    let (sentences, frequency) = (LongSentence::default(), CharacterFrequency::default());
    let of_groups = "long-sentence, format-group";
    Ok([
        measure(of_groups, &sentences, Limits::NONE, bench, groups)?,
        measure("character-frequency", &frequency, Limits::NONE, bench, &bench.pages)?,
    ])
}

/// Measures every method of a name with the articles that an extractor finds.
fn with_extractor(
    extractor: &str,
    how: Extractor,
    reprint: &Path,
    bench: &Bench,
    methods: &mut [Measured],
) -> Result<()> {
    let docs = Docs::of_pages(&reprint.join("pages"), how)?;
    for &name in Name::ALL {
        let verdicts = judge(&sign(&docs.docs, &name), &bench.pairs, &name);
        let found = Found::of(&rows(&bench.pairs, &verdicts));
        let of_name = methods.iter_mut().filter(|measured| measured.method == name.as_str());
        for measured in of_name {
            let Found { same, reuse } = found;
            measured.extractors.insert(extractor.to_owned(), Found { same, reuse });
        }
    }
    Ok(())
}

/// Measures a method on the pages as they were read, and on the texts.
fn measure<M>(name: &str, method: &M, limits: Limits, bench: &Bench, pages: &Docs) -> Result<Measured>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
{
    let signatures = sign(&pages.docs, method);
    let signed = || signatures.iter().flatten();
    let mut bytes: Vec<usize> = signed().map(|s| method.size(s)).collect();
    bytes.sort_unstable();
    let writes: usize = signed().map(|s| method.write_keys(s).len()).sum();
    let texts = bench.texts.iter().map(|(set, (docs, pairs))| {
        let verdicts = judge(&sign(&docs.docs, method), pairs, method);
        (set.clone(), Found::of(&rows(pairs, &verdicts)))
    });
    let verdicts = judge(&signatures, &bench.pairs, method);
    let rows = rows(&bench.pairs, &verdicts);
    let by_kind = rates::by_kind(&rows).into_iter();
    let by_edits = rates::by_edit_rate(&rows).into_iter();
    let pool = pool::run(&bench.pool, method, Compared::ByKey);
    Ok(Measured {
        method: name.to_owned(),
        scores: Scores::of(&rows),
        by_language: rates::by_language(&rows)
            .into_iter()
            .map(|(language, rows)| (language, Scores::of(&rows)))
            .collect(),
        by_kind: by_kind.map(|((_, kind), of)| (kind, [of.same, of.same + of.partial])).collect(),
        by_edits: by_edits
            .filter(|((language, _), _)| language == "zh")
            .map(|((_, rate), of)| (f64::from(rate) / 10.0, of.same + of.partial))
            .collect(),
        texts: texts.collect(),
        pool: pool.touched as f64 / pool.docs.max(1) as f64,
        writes: writes as f64 / bytes.len().max(1) as f64,
        bytes: bytes.get(bytes.len() / 2).copied().unwrap_or(0),
        micros: time::measure(method, |article| method.sign(article), &bench.pool.docs),
        stream: stream::run(&bench.stream, pages, signatures, method, limits)?,
        extractors: BTreeMap::new(),
    })
}

/// The verdict of a method on each pair.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_is_measured_even_on_nothing() {
        let bench = Bench::default();
        for &name in Name::ALL {
            let measured = named(name, &bench).unwrap();
            assert_eq!((&*measured.method, measured.bytes), (name.as_str(), 0));
            assert_eq!(measured.micros.sign, [None; 4]);
        }
    }
}
