//! The short fingerprint beside other small ones, by length of text: `research/results/short.json`.
//!
//! All methods see true texts, so no error is one of reading pages: those put into pages of reprints, the sets of
//! texts, and a pool of strangers.

use crate::pairs::pool::{self, Compared};
use crate::pairs::rates::{Row, Tally, Task};
use crate::pairs::sets::{self, Docs, Label, Pair};
use crate::pairs::sign;
use crate::results::record;
use anyhow::{Result, ensure};
use offprint::compare::{Comparison, Evidence, Method, ShortComparison, Verdict};
use offprint::{Article, ShortFingerprint};
use offprint_methods::methods::{FeatureCode, Iscc, Offprint, SimHash};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Letters and digits of the shorter text of a pair, up to which it is of each class but the last.
const CLASSES: [u32; 3] = [500, 1500, 4000];

/// All that is measured.
#[derive(Serialize, Deserialize)]
pub struct Short {
    classes: Vec<Class>,
    ways: Vec<Way>,
    /// What two short fingerprints say of the pairs with each label, and of strangers.
    verdicts: Vec<Said>,
    /// Pairs of the pool.
    strangers: usize,
}

/// The pairs of a class of lengths.
#[derive(Serialize, Deserialize)]
struct Class {
    letters: String,
    same: usize,
    partial: usize,
    different: usize,
}

/// A method at a limit.
#[derive(Serialize, Deserialize)]
struct Way {
    method: String,
    /// Differing bits up to which two are the same, if it has such a limit.
    bits: Option<u32>,
    /// Bytes of the middle one of the signatures.
    bytes: usize,
    all: Rates,
    /// By class of lengths.
    by_length: Vec<Rates>,
    /// Pairs labelled different that are called the same.
    different: usize,
    /// Pairs of strangers that are.
    strangers: usize,
}

/// Of `same`.
#[derive(Serialize, Deserialize)]
struct Rates {
    precision: f64,
    recall: f64,
    f1: f64,
}

/// Shares of verdicts.
#[derive(Serialize, Deserialize)]
struct Said {
    of: String,
    pairs: usize,
    same: f64,
    different: f64,
    /// Unknown though some sentence ends agree.
    some: f64,
    /// Unknown for other reasons.
    unknown: f64,
}

/// The sets of texts with their pairs.
struct Bench {
    sets: Vec<(Docs, Vec<Pair>)>,
    pool: Docs,
}

/// Measures and records.
pub fn measure(folder: &Path) -> Result<()> {
    let mut sets: Vec<(Docs, Vec<Pair>)> = Vec::new();
    for name in ["reprint", "reprint_modern"] {
        let folder = folder.join(name);
        ensure!(folder.is_dir(), "there is no folder {}", folder.display());
        let docs = Docs::of_true_texts(&folder)?;
        let pairs = sets::pairs(&folder.join("pairs.jsonl"), &docs)?;
        sets.push((docs, pairs));
    }
    sets.extend(sets::text_sets(&folder.join("textpairs"))?.into_values());
    let bench = Bench {
        sets,
        pool: Docs::of_texts(&folder.join("fp_pool/docs.jsonl"))?,
    };
    let bits = |distance| Iscc64 { distance };
    let votes = |distance| SimHash { distance };
    let [best_bits, best_votes] = [best(&bench, bits), best(&bench, votes)];
    let ways = vec![
        way("short fingerprint", None, &OfShort, &bench),
        way("whole fingerprint", None, &Offprint, &bench),
        way(
            "feature code and length",
            None,
            &FeatureCode::with_length(),
            &bench,
        ),
        way("SimHash, 64 bits", Some(3), &votes(3), &bench),
        way(
            "SimHash, 64 bits",
            Some(best_votes),
            &votes(best_votes),
            &bench,
        ),
        way(
            "ISCC Text-Code, 64 bits",
            Some(best_bits),
            &bits(best_bits),
            &bench,
        ),
    ];
    let docs = bench.pool.docs.len();
    let results = Short {
        classes: (0..=CLASSES.len())
            .map(|class| bench.class(class))
            .collect(),
        ways,
        verdicts: said(&bench),
        strangers: docs * (docs - 1) / 2,
    };
    record("short", &results)
}

/// The signatures of the documents of each set.
type Signed<M> = Vec<Vec<Option<<M as Method>::Signature>>>;

impl Bench {
    fn sign<M>(&self, method: &M) -> Signed<M>
    where
        M: Method + Sync,
        M::Signature: Send,
    {
        let sets = self.sets.iter();
        sets.map(|(docs, _)| sign(&docs.docs, method)).collect()
    }

    /// The pairs with their classes, and the verdicts of a method on them.
    fn judge<M: Method>(&self, signed: &Signed<M>, method: &M) -> Vec<(usize, Row<'_>)> {
        let mut rows = Vec::new();
        for ((docs, pairs), signatures) in self.sets.iter().zip(signed) {
            rows.extend(pairs.iter().map(|pair| {
                let [a, b] = pair.docs.map(|doc| signatures[doc].as_ref());
                (class_of(docs, pair), (pair, method.compare(a, b).verdict))
            }));
        }
        rows
    }

    fn class(&self, class: usize) -> Class {
        let of = |label| {
            let all = self.sets.iter().flat_map(|(docs, pairs)| {
                let of_class = move |pair: &&Pair| class_of(docs, pair) == class;
                pairs.iter().filter(of_class)
            });
            all.filter(|pair| pair.label == label).count()
        };
        let letters = match (
            class.checked_sub(1).map(|below| CLASSES[below]),
            CLASSES.get(class),
        ) {
            (None, Some(most)) => format!("up to {most}"),
            (Some(least), Some(most)) => format!("{least}–{most}"),
            (least, None) => format!("over {}", least.unwrap_or_default()),
        };
        Class {
            letters,
            same: of(Label::Same),
            partial: of(Label::Partial),
            different: of(Label::Different),
        }
    }
}

/// The class of a pair, by its shorter text.
fn class_of(docs: &Docs, pair: &Pair) -> usize {
    let [a, b] = pair.docs.map(|doc| docs.docs[doc].length);
    CLASSES.partition_point(|&most| most < a.min(b))
}

fn way<M>(name: &str, bits: Option<u32>, method: &M, bench: &Bench) -> Way
where
    M: Method + Sync,
    M::Signature: Send + Sync,
{
    let judged = bench.judge(&bench.sign(method), method);
    let signatures = sign(&bench.pool.docs, method);
    let sizes = signatures.iter().flatten();
    let mut sizes: Vec<usize> = sizes.map(|signature| method.size(signature)).collect();
    sizes.sort_unstable();
    let rates = |chosen: &dyn Fn(usize) -> bool| {
        let rows = judged.iter().filter(|(class, _)| chosen(*class));
        let tally = Tally::of(rows.map(|&(_, row)| row), Task::Same);
        Rates {
            precision: tally.precision(),
            recall: tally.recall(),
            f1: tally.f1(),
        }
    };
    let is_wrong = |row: &Row| row.0.label == Label::Different && row.1 == Verdict::Same;
    Way {
        method: name.to_owned(),
        bits,
        bytes: sizes.get(sizes.len() / 2).copied().unwrap_or(0),
        all: rates(&|_| true),
        by_length: (0..=CLASSES.len())
            .map(|class| rates(&|of| of == class))
            .collect(),
        different: judged.iter().filter(|(_, row)| is_wrong(row)).count(),
        strangers: pool::run(&bench.pool, method, Compared::All).same,
    }
}

/// The limit with the highest F1 on all pairs: the method is at its best, since the limit is fitted to them.
fn best<M>(bench: &Bench, at: impl Fn(u32) -> M) -> u32
where
    M: Method + Sync,
    M::Signature: Send,
{
    let signed = bench.sign(&at(0));
    let f1 = |distance: u32| {
        let rows = bench.judge(&signed, &at(distance));
        Tally::of(rows.into_iter().map(|(_, row)| row), Task::Same).f1()
    };
    let limits = 0..=24;
    let best = limits.max_by(|&a, &b| f1(a).total_cmp(&f1(b)));
    best.unwrap_or_default()
}

/// What short fingerprints say.
fn said(bench: &Bench) -> Vec<Said> {
    let compare = |[a, b]: [&Article; 2]| {
        let [a, b] = [a, b].map(|article| OfShort.sign(article));
        ShortComparison::of(a.as_ref(), b.as_ref())
    };
    let labels = [Label::Same, Label::Partial, Label::Different];
    let of_label = labels.map(|label| {
        let of = |(docs, pairs): &(Docs, Vec<Pair>)| -> Vec<ShortComparison> {
            let pairs = pairs.iter().filter(|pair| pair.label == label);
            pairs
                .map(|pair| compare(pair.docs.map(|doc| &docs.docs[doc])))
                .collect()
        };
        Said::of(
            label.name(),
            &bench.sets.iter().flat_map(of).collect::<Vec<_>>(),
        )
    });
    let pool = sign(&bench.pool.docs, &OfShort);
    let strangers = (0..pool.len()).into_par_iter().flat_map_iter(|a| {
        let pool = &pool;
        (0..a).map(move |b| ShortComparison::of(pool[a].as_ref(), pool[b].as_ref()))
    });
    let strangers: Vec<ShortComparison> = strangers.collect();
    of_label
        .into_iter()
        .chain([Said::of("strangers", &strangers)])
        .collect()
}

impl Said {
    fn of(of: &str, comparisons: &[ShortComparison]) -> Said {
        let share = |is: &dyn Fn(&ShortComparison) -> bool| {
            let count = comparisons
                .iter()
                .filter(|comparison| is(comparison))
                .count();
            count as f64 / comparisons.len().max(1) as f64
        };
        let is = |verdict| share(&|of| of.verdict == verdict);
        let agrees = |of: &ShortComparison| of.verdict == Verdict::Unknown && of.agreeing > 0;
        Said {
            of: of.to_owned(),
            pairs: comparisons.len(),
            same: is(Verdict::Same),
            different: is(Verdict::Different),
            some: share(&agrees),
            unknown: is(Verdict::Unknown) - share(&agrees),
        }
    }
}

/// The short fingerprint as a method.
struct OfShort;

impl Method for OfShort {
    type Signature = ShortFingerprint;

    fn sign(&self, article: &Article) -> Option<ShortFingerprint> {
        article.fingerprint.as_ref().map(|whole| whole.short())
    }

    fn compare(&self, a: Option<&ShortFingerprint>, b: Option<&ShortFingerprint>) -> Comparison {
        Comparison {
            verdict: ShortComparison::of(a, b).verdict,
            ..Comparison::unknown()
        }
    }

    /// It has none.
    fn read_keys(&self, _: &ShortFingerprint) -> Vec<String> {
        Vec::new()
    }

    fn size(&self, signature: &ShortFingerprint) -> usize {
        signature.to_bytes().len()
    }
}

/// The Text-Code of the usual length: the first 64 bits of [`Iscc`]'s.
struct Iscc64 {
    distance: u32,
}

impl Method for Iscc64 {
    type Signature = u64;

    fn sign(&self, article: &Article) -> Option<u64> {
        let long = Iscc::default().sign(article)?;
        long.first_chunk().copied().map(u64::from_be_bytes)
    }

    fn compare(&self, a: Option<&u64>, b: Option<&u64>) -> Comparison {
        let (Some(a), Some(b)) = (a, b) else {
            return Comparison::unknown();
        };
        let differing = f64::from((a ^ b).count_ones());
        let evidence = Evidence::at_most("hamming-distance", differing, self.distance.into());
        Comparison::same_if(evidence, 1.0 - differing / 64.0)
    }

    /// None, since all pairs are compared.
    fn read_keys(&self, _: &u64) -> Vec<String> {
        Vec::new()
    }

    fn size(&self, _: &u64) -> usize {
        8
    }
}
