//! How well verdicts are reached: on pairs of pages and of texts, on a pool of strangers, on a stream.
//!
//! The folder holds `reprint/pages/ID.html` with `gold/ID.txt`, `docs.jsonl`, `pairs.jsonl` and
//! `stream.jsonl`, maybe `reprint_modern` with the same, sets of texts `textpairs/SET/docs.jsonl` with
//! `pairs.jsonl`, and `fp_pool/docs.jsonl`.

mod invariants;
mod results;
mod thresholds;

pub use results::Results;

use crate::files::lines;
use crate::floors::{Figure, Figures};
use crate::markdown::{part, row, table};
use crate::measure::{article, site_of};
use crate::pairs::rates::{self, Row, Scores, Shares, Task, share};
use crate::pairs::sets::{self, Docs, Pair, ReprintSet, Source};
use crate::pairs::stream::{self, Stream};
use crate::pairs::{pairs_of, sign};
use anyhow::{Context, Result};
use offprint::compare::Verdict;
use offprint::index::Limits;
use offprint::internals::model::Tree;
use offprint::internals::verdict::THRESHOLDS;
use offprint_methods::methods::Offprint;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

pub struct Measured {
    reprint: Reprints,
    /// Reprints in pages of 2014 and later.
    modern: Option<Reprints>,
    /// Sets of texts by name.
    texts: BTreeMap<String, Vec<Pair>>,
    pool: Pool,
    searched: thresholds::Searched,
    keys: Found,
    sizes: Sizes,
    /// Pages of `reprint`.
    pages: usize,
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
    let newer = folder.join(MODERN);
    let modern = if newer.is_dir() { Some(Reprints::measure(MODERN, &newer, model_of)?.0) } else { None };
    let pooled = Docs::of_texts(&pool.join("docs.jsonl"))?;
    invariants::check(&pooled)?;
    let pairs = &reprint.pairs;
    Ok(Some(Measured {
        texts: text_sets(&texts)?,
        pool: Pool::new(&pooled),
        searched: thresholds::cross_validate(pairs),
        keys: Found::new(pairs, &pages),
        sizes: Sizes::new(&pages),
        pages: pages.docs.len(),
        reprint,
        modern,
    }))
}

/// The set of reprints in pages of 2014 and later.
const MODERN: &str = sets::REPRINTS[1];
/// What follows the name of the set in the names of these figures.
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
    /// The same pairs, with the texts that were put into the pages. The difference is what reading loses.
    true_texts: Vec<Pair>,
    /// The same pairs, read by models that have seen no page of the site.
    by_site: Option<Vec<Pair>>,
    stream: Stream,
}

impl Reprints {
    fn measure(name: &'static str, folder: &Path, model_of: &ModelOf) -> Result<(Reprints, Docs)> {
        let ReprintSet { sources, pages, texts } = ReprintSet::read(folder)?;
        invariants::check(&pages)?;
        let arriving = lines(&folder.join("stream.jsonl"))?;
        let list = folder.join("pairs.jsonl");
        let reprints = Reprints {
            name,
            pairs: sets::pairs(&list, &pages)?,
            true_texts: sets::pairs(&list, &texts)?,
            by_site: match model_of(0) {
                Some(_) => Some(sets::pairs(&list, &by_site(folder, &sources, model_of)?)?),
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
}

/// The pages, read by models that have seen no page of the site.
fn by_site(folder: &Path, sources: &[Source], model_of: &ModelOf) -> Result<Docs> {
    let sites: HashMap<&str, u64> = sources.iter().map(|of| (&*of.id, site_of(&of.host))).collect();
    Docs::read(&folder.join("pages"), |id, html| {
        let site = sites.get(id).with_context(|| format!("docs.jsonl has no page {id}"))?;
        article(html, model_of(*site).unwrap_or_default())
    })
}

fn text_sets(folder: &Path) -> Result<BTreeMap<String, Vec<Pair>>> {
    let sets = sets::text_sets(folder)?;
    for (docs, _) in sets.values() {
        invariants::check(docs)?;
    }
    let sets = sets.into_iter();
    Ok(sets.map(|(name, (_, pairs))| (name, pairs)).collect())
}

/// The reported pairs of documents that share little with each other: false positives.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Pool {
    docs: usize,
    pairs: usize,
    same: usize,
    partial: usize,
    /// Documents in a pair that was reported.
    touched: usize,
}

impl Pool {
    fn new(docs: &Docs) -> Pool {
        let count = docs.docs.len();
        let judged = pairs_of(count).map(|pair| (docs.verdict(pair), pair));
        let reported: Vec<(Verdict, [usize; 2])> = judged.filter(|(verdict, _)| *verdict >= Verdict::Partial).collect();
        let of = |kind| reported.iter().filter(|(verdict, _)| *verdict == kind).count();
        let touched: BTreeSet<usize> = reported.iter().flat_map(|&(_, pair)| pair).collect();
        Pool {
            docs: count,
            pairs: count * count.saturating_sub(1) / 2,
            same: of(Verdict::Same),
            partial: of(Verdict::Partial),
            touched: touched.len(),
        }
    }
}

/// Bytes of the fingerprints of the pages.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Sizes {
    median: usize,
    most: usize,
}

impl Sizes {
    fn new(docs: &Docs) -> Sizes {
        let fingerprints = docs.docs.iter().filter_map(|doc| doc.fingerprint.as_ref());
        let mut sizes: Vec<usize> = fingerprints.map(|fingerprint| fingerprint.to_bytes().len()).collect();
        sizes.sort_unstable();
        let at = |place: usize| sizes.get(place).copied().unwrap_or(0);
        let last = sizes.len().saturating_sub(1);
        Sizes { median: at(last / 2), most: at(last) }
    }
}

/// How many copies are found by keys.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Found {
    /// Pairs that are and compare as same or partial, each in both orders.
    cases: u32,
    share: f64,
}

impl Found {
    fn new(pairs: &[Pair], docs: &Docs) -> Found {
        let (mut found, mut cases) = (0, 0);
        for (pair, _) in rows(pairs).iter().filter(|(pair, verdict)| Task::Reuse.is_right(pair.label, *verdict)) {
            let [a, b] = pair.docs.map(|doc| docs.docs[doc].fingerprint.as_ref());
            for (arrives, stored) in [(a, b), (b, a)] {
                let has_key = arrives.zip(stored).is_some_and(|(arrives, stored)| {
                    let read = arrives.read_keys();
                    stored.write_keys().iter().any(|key| read.contains(key))
                });
                found += u32::from(has_key);
                cases += 1;
            }
        }
        Found { cases, share: share(found, cases) }
    }
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

    /// Whether a floor is for figures that were not measured now: those by site, and those of the modern reprints if
    /// these are missing.
    pub fn leaves_out(&self, name: &str) -> bool {
        self.modern.is_none() && name.starts_with(MODERN) || self.reprint.by_site.is_none() && is_by_site(name)
    }

    /// Whether these pairs are all that the figures are of.
    pub fn is_all_of(&self, figures: &Figures) -> bool {
        let own = self.figures();
        figures.keys().all(|name| is_by_site(name) || own.contains_key(name))
    }

    /// The figures that have floors.
    pub fn figures(&self) -> Figures {
        let mut figures: BTreeMap<_, _> = self.reprint.figures("stream").into_iter().collect();
        for (name, pairs) in &self.texts {
            figures.extend(figures_of(name, &rows(pairs)));
        }
        if let Some(modern) = &self.modern {
            figures.extend(modern.figures(&format!("{MODERN}, stream")));
        }
        // The number of found cases is left out, since it changes with the verdict.
        let pairs = self.reprint.pairs.len();
        let (pool, pages) = (&self.pool, self.pages);
        let touched = pool.touched as f64 / pool.docs.max(1) as f64;
        figures.extend(
            [
                ("keys: found", Figure::least(pairs, self.keys.share)),
                ("pool: documents reported", Figure::most(pool.docs, touched)),
                ("size: median", Figure::most(pages, self.sizes.median as f64)),
                ("size: largest", Figure::most(pages, self.sizes.most as f64)),
            ]
            .map(|(name, figure)| (name.to_owned(), figure)),
        );
        figures
    }

    /// Prints the main figures.
    pub fn report(&self) {
        let line = |(name, pairs): (String, &Vec<Pair>)| {
            let Scores { same, partial, reuse, false_positives } = Scores::new(&rows(pairs));
            let figures = [same, partial, reuse, false_positives].map(|figure| format!("{figure:.4}"));
            row(name, [pairs.len().to_string()].into_iter().chain(figures))
        };
        let head = ["F1", "pairs", "same", "partial", "any reuse", "false positives"];
        println!("{}", table(&head, self.sets().map(line)));
        let line = |of: &Reprints| {
            let Stream { classes, wrong_classes, precision, recall, reads, .. } = of.stream;
            let figures = [precision, recall, reads].map(part);
            row(of.name, [classes.to_string(), wrong_classes.to_string()].into_iter().chain(figures))
        };
        let head = ["stream", "classes", "wrong", "precision", "recall", "look-ups"];
        println!("{}", table(&head, self.reprints().map(line)));
        let pool = &self.pool;
        println!("pool: {} same, {} partial of {} pairs", pool.same, pool.partial, pool.pairs);
        println!("keys find {:.4} of what comparison finds", self.keys.share);
    }
}

fn rows(pairs: &[Pair]) -> Vec<Row<'_>> {
    thresholds::judged(pairs, &THRESHOLDS)
}

fn figures_of(name: &str, rows: &[Row]) -> Vec<(String, Figure)> {
    let of = Scores::new(rows);
    let negatives = Shares::of_different(rows).n;
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
