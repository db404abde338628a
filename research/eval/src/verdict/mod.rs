//! How well verdicts are reached: on pairs of pages and of texts, on a pool of strangers, on a stream.
//!
//! The folder holds `reprint/pages/ID.html` with `gold/ID.txt`, `docs.jsonl`, `pairs.jsonl` and
//! `stream.jsonl`, maybe `reprint_modern` with the same, sets of texts `textpairs/SET/docs.jsonl` with
//! `pairs.jsonl`, and `fp_pool/docs.jsonl`.

mod curves;
mod fit;
mod invariants;
mod results;

pub use results::Results;

use crate::figures::Figure;
use crate::measure::{article, compared_text, site_of};
use crate::pairs::pool;
use crate::pairs::rates::{self, Row, Scores};
use crate::pairs::sets::{self, Docs, Pair};
use crate::pairs::sign;
use crate::pairs::stream::{self, Stream};
use anyhow::{Context, Result};
use offprint::Fingerprint;
use offprint::index::Limits;
use offprint::internals::model::Tree;
use offprint::internals::normal::NormalText;
use offprint::internals::verdict::THRESHOLDS;
use offprint_methods::extractors::Extractor;
use offprint_methods::methods::Offprint;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Instant;

/// All that was measured.
pub struct Measured {
    reprint: Reprints,
    /// Reprints in pages of 2014 and later.
    modern: Option<Reprints>,
    /// Sets of texts by name.
    texts: BTreeMap<String, Vec<Pair>>,
    pool: pool::Figures,
    thresholds: Vec<curves::Moved>,
    searched: curves::Searched,
    samples: Vec<curves::Sampled>,
    keys: curves::Found,
    sizes: [Sizes; 2],
    micros: Micros,
}

/// The model that has seen no page of a site, if such models were fitted.
pub type ModelOf<'a> = dyn Fn(u64) -> Option<&'a [Tree]> + Sync + 'a;

/// Measures the verdict, if the folder holds what it is measured on.
pub fn measure(folder: &Path, model_of: &ModelOf) -> Result<Option<Measured>> {
    let [reprint, texts, pool] = ["reprint", "textpairs", "fp_pool"].map(|name| folder.join(name));
    if ![&reprint, &texts, &pool].into_iter().all(|path| path.is_dir()) {
        return Ok(None);
    }
    let (reprint, pages) = Reprints::measure("reprint", &reprint, model_of)?;
    let modern = folder.join(MODERN);
    let modern = if modern.is_dir() { Some(Reprints::measure(MODERN, &modern, model_of)?.0) } else { None };
    let pooled = Docs::of_texts(&pool.join("docs.jsonl"))?;
    invariants::check(&pooled)?;
    let pairs = &reprint.pairs;
    let compared = compared(&folder.join("reprint"), &pages)?;
    Ok(Some(Measured {
        texts: text_sets(&texts)?,
        pool: pool::run(&pooled, &Offprint),
        thresholds: curves::moves(pairs),
        searched: curves::cross_validate(pairs),
        samples: curves::samples(pairs, &pages, &compared),
        keys: curves::keys(pairs, &pages),
        sizes: [Sizes::of("pages", &pages), Sizes::of("texts of the pool", &pooled)],
        micros: Micros::of(&pages, pairs),
        reprint,
        modern,
    }))
}

/// Prints what other thresholds would gain on the pairs of a folder.
pub fn fit_thresholds(folder: &Path, model_of: &ModelOf) -> Result<()> {
    let (reprint, _) = Reprints::measure("reprint", &folder.join("reprint"), model_of)?;
    let (modern, _) = Reprints::measure(MODERN, &folder.join(MODERN), model_of)?;
    let texts = text_sets(&folder.join("textpairs"))?;
    let pages = [&reprint, &modern].into_iter().flat_map(Reprints::ways);
    // What the model has seen is read better than what it has not.
    let unseen = pages.filter(|(name, _)| reprint.by_site.is_none() || name.contains(','));
    fit::fit(unseen.chain(texts.iter().map(|(name, pairs)| (name.clone(), pairs))));
    Ok(())
}

/// The set of reprints in pages of 2014 and later.
const MODERN: &str = "reprint_modern";
/// What the names of the figures have after that of the set.
const TRUE_TEXTS: &str = ", true texts";
const BY_SITE: &str = ", by site";

fn is_by_site(name: &str) -> bool {
    name.contains(BY_SITE)
}

/// Reprints on other sites' pages.
struct Reprints {
    name: &'static str,
    /// Read from the pages.
    pairs: Vec<Pair>,
    /// The same pairs, of the texts that were put into the pages. The difference is lost in reading.
    true_texts: Vec<Pair>,
    /// The same pairs, read by models that have seen no page of the site.
    by_site: Option<Vec<Pair>>,
    stream: Stream,
}

/// A document of a set of reprints.
#[derive(Deserialize)]
struct Source {
    id: String,
    host: String,
}

impl Reprints {
    fn measure(name: &'static str, folder: &Path, model_of: &ModelOf) -> Result<(Reprints, Docs)> {
        let pages = Docs::of_pages(&folder.join("pages"), Extractor::Offprint)?;
        invariants::check(&pages)?;
        let arriving = sets::lines(&folder.join("stream.jsonl"))?;
        let list = folder.join("pairs.jsonl");
        let reprints = Reprints {
            name,
            pairs: sets::pairs(&list, &pages)?,
            true_texts: sets::pairs(&list, &Docs::of_true_texts(folder)?)?,
            by_site: match model_of(0) {
                Some(_) => Some(sets::pairs(&list, &by_site(folder, model_of)?)?),
                None => None,
            },
            stream: stream::run(&arriving, &pages, sign(&pages.docs, &Offprint), &Offprint, Limits::default())?,
        };
        Ok((reprints, pages))
    }

    fn rows(&self) -> Vec<Row<'_>> {
        rows(&self.pairs)
    }

    /// The pairs as they were read in each way, by name.
    fn ways(&self) -> impl Iterator<Item = (String, &Vec<Pair>)> {
        let name = self.name;
        let by_site = self.by_site.iter().map(move |pairs| (format!("{name}{BY_SITE}"), pairs));
        [(name.to_owned(), &self.pairs), (format!("{name}{TRUE_TEXTS}"), &self.true_texts)].into_iter().chain(by_site)
    }

    /// The figures that have floors; those of the stream are called `stream`.
    fn figures(&self, stream: &str) -> Vec<(String, Figure)> {
        let name = self.name;
        let ways = self.ways();
        let mut figures: Vec<_> = ways.flat_map(|(name, pairs)| figures_of(&name, &rows(pairs))).collect();
        for (language, rows) in rates::by_language(&self.rows()) {
            figures.extend(figures_of(&format!("{name} {language}"), &rows));
        }
        let of = &self.stream;
        let right = 1.0 - of.wrong_classes as f64 / of.classes.max(1) as f64;
        figures.extend(
            [
                ("right classes", Figure::least(of.classes, right)),
                ("precision", Figure::least(of.pages, of.precision)),
                ("recall", Figure::least(of.pages, of.recall)),
                ("reads", Figure::most(of.pages, of.reads)),
            ]
            .map(|(name, figure)| (format!("{stream}: {name}"), figure)),
        );
        figures
    }

    fn report_stream(&self) {
        let stream = &self.stream;
        println!(
            "{}, stream: {} of {} classes wrong; precision {:.4}, recall {:.4}; {:.2} reads a page",
            self.name, stream.wrong_classes, stream.classes, stream.precision, stream.recall, stream.reads
        );
    }
}

/// The pages, read by models that have seen no page of the site.
fn by_site(folder: &Path, model_of: &ModelOf) -> Result<Docs> {
    let sources: Vec<Source> = sets::lines(&folder.join("docs.jsonl"))?;
    let sites: HashMap<&str, u64> = sources.iter().map(|of| (&*of.id, site_of(&of.host))).collect();
    Docs::read(&folder.join("pages"), |id, html| {
        let site = sites.get(id).with_context(|| format!("docs.jsonl has no page {id}"))?;
        article(html, model_of(*site).unwrap_or_default())
    })
}

/// The text of each page of a set that is compared, in the order of its documents.
fn compared(set: &Path, pages: &Docs) -> Result<Vec<NormalText>> {
    let mut texts = vec![NormalText::default(); pages.docs.len()];
    for source in sets::lines::<Source>(&set.join("docs.jsonl"))? {
        let html = std::fs::read(set.join(format!("pages/{}.html", source.id)))?;
        texts[pages.place(&source.id)?] = compared_text(&html)?;
    }
    Ok(texts)
}

fn text_sets(folder: &Path) -> Result<BTreeMap<String, Vec<Pair>>> {
    let sets = sets::text_sets(folder)?;
    for (docs, _) in sets.values() {
        invariants::check(docs)?;
    }
    let sets = sets.into_iter();
    Ok(sets.map(|(name, (_, pairs))| (name, pairs)).collect())
}

/// Bytes of fingerprints.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Sizes {
    of: String,
    docs: usize,
    fingerprints: usize,
    least: usize,
    median: usize,
    /// Nine of ten are no larger.
    p90: usize,
    most: usize,
}

impl Sizes {
    fn of(name: &str, docs: &Docs) -> Sizes {
        let mut sizes: Vec<usize> = docs.fingerprints().map(|f| f.to_bytes().len()).collect();
        sizes.sort_unstable();
        let at = |tenths: usize| {
            let last = sizes.len().saturating_sub(1);
            sizes.get(last * tenths / 10).copied().unwrap_or(0)
        };
        Sizes {
            of: name.to_owned(),
            docs: docs.docs.len(),
            fingerprints: sizes.len(),
            least: at(0),
            median: at(5),
            p90: at(9),
            most: at(10),
        }
    }
}

/// Microseconds to make a fingerprint of a text, and to compare two; on one core, one after the other.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Micros {
    make: f64,
    compare: f64,
}

/// Rounds; the fastest counts, since the machine may have other work.
const ROUNDS: usize = 5;

impl Micros {
    fn of(docs: &Docs, pairs: &[Pair]) -> Micros {
        Micros {
            make: fastest(&docs.docs, |doc| Fingerprint::of(&doc.metadata.title, &doc.text)),
            compare: fastest(pairs, |pair| {
                let [a, b] = pair.docs.map(|doc| docs.docs[doc].fingerprint.as_ref());
                offprint::compare(a, b)
            }),
        }
    }
}

/// Mean microseconds for one of them.
fn fastest<T, R>(all: &[T], work: impl Fn(&T) -> R) -> f64 {
    let round = || {
        let started = Instant::now();
        for one in all {
            std::hint::black_box(work(one));
        }
        started.elapsed().as_secs_f64() * 1e6 / all.len().max(1) as f64
    };
    (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min)
}

impl Measured {
    fn reprints(&self) -> impl Iterator<Item = &Reprints> {
        std::iter::once(&self.reprint).chain(&self.modern)
    }

    /// The pairs of pages, those of their true texts, then each set of texts.
    fn sets(&self) -> impl Iterator<Item = (String, &Vec<Pair>)> {
        let reprints = self.reprints().flat_map(Reprints::ways);
        reprints.chain(self.texts.iter().map(|(name, pairs)| (name.clone(), pairs)))
    }

    /// The figures that have floors, with those of before that were not measured now: of the modern reprints if they
    /// are not there, and by site.
    pub fn figures_with(&self, before: &BTreeMap<String, Figure>) -> BTreeMap<String, Figure> {
        let is_left_out = |name: &str| {
            self.modern.is_none() && name.starts_with(MODERN) || self.reprint.by_site.is_none() && is_by_site(name)
        };
        let left_out = before.iter().filter(|(name, _)| is_left_out(name));
        let mut figures: BTreeMap<_, _> = left_out.map(|(name, figure)| (name.clone(), *figure)).collect();
        figures.extend(self.figures());
        figures
    }

    /// Whether these pairs are all that the figures are of.
    pub fn is_all_of(&self, figures: &BTreeMap<String, Figure>) -> bool {
        let own = self.figures();
        figures.keys().all(|name| is_by_site(name) || own.contains_key(name))
    }

    /// The figures that have floors.
    pub fn figures(&self) -> BTreeMap<String, Figure> {
        let mut figures: BTreeMap<_, _> = self.reprint.figures("stream").into_iter().collect();
        for (name, pairs) in &self.texts {
            figures.extend(figures_of(name, &rows(pairs)));
        }
        if let Some(modern) = &self.modern {
            figures.extend(modern.figures(&format!("{MODERN}, stream")));
        }
        // Not the cases found: they change with the verdict.
        let pairs = self.reprint.pairs.len();
        let [sizes, _] = &self.sizes;
        let pool = &self.pool;
        let touched = pool.touched as f64 / pool.docs.max(1) as f64;
        figures.extend(
            [
                ("keys: found", Figure::least(pairs, self.keys.in_use)),
                ("pool: documents reported", Figure::most(pool.docs, touched)),
                ("size: median", Figure::most(sizes.docs, sizes.median as f64)),
                ("size: largest", Figure::most(sizes.docs, sizes.most as f64)),
            ]
            .map(|(name, figure)| (name.to_owned(), figure)),
        );
        figures
    }

    /// Prints the main figures.
    pub fn report(&self) {
        println!("{:<28} {:>5}  F1 same partial   any    false positives", "set", "pairs");
        for (name, pairs) in self.sets() {
            let of = Scores::of(&rows(pairs));
            println!(
                "{name:<28} {:>5}    {:.4}  {:.4}  {:.4}  {:.4}",
                pairs.len(),
                of.same,
                of.partial,
                of.reuse,
                of.false_positives,
            );
        }
        self.reprints().for_each(Reprints::report_stream);
        let (pool, Micros { make, compare }) = (&self.pool, self.micros);
        println!("pool: {} same, {} partial of {} pairs", pool.same, pool.partial, pool.pairs);
        println!("keys find {:.4} of what comparison finds", self.keys.in_use);
        println!("{make:.0} µs to make a fingerprint, {compare:.1} µs to compare two");
    }
}

fn rows(pairs: &[Pair]) -> Vec<Row<'_>> {
    curves::judged(pairs, &THRESHOLDS)
}

fn figures_of(name: &str, rows: &[Row]) -> Vec<(String, Figure)> {
    let of = Scores::of(rows);
    let negatives = rates::FalsePositives::of(rows).negatives;
    let all = rows.len();
    [
        ("F1 same", Figure::least(all, of.same)),
        ("F1 partial", Figure::least(all, of.partial)),
        ("F1 any reuse", Figure::least(all, of.reuse)),
        ("false positives", Figure::most(negatives, of.false_positives)),
    ]
    .map(|(figure, value)| (format!("{name}: {figure}"), value))
    .into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_without_pairs_is_not_measured() {
        assert!(measure(Path::new("no such folder"), &|_| None).unwrap().is_none());
    }
}
