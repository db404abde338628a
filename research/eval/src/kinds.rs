//! Fits the model of page kinds, and measures it on sites that it has not seen.

use crate::files::bytes_of;
use crate::measure::{Place, parsed, set_name, site_of};
use crate::pairs::rates::share;
use crate::results::{record, write};
use crate::sets::places;
use crate::wcxb::page_type;
use anyhow::{Result, ensure};
use offprint::article::NoFingerprintReason;
use offprint::article::PageType;
use offprint::internals::block;
use offprint::internals::body;
use offprint::internals::headline;
use offprint::internals::page_features::{COUNT, NAMES, PageFeatures, page_features};
use offprint::internals::page_model::{self, PAGE_TYPES, Weights};
use offprint::internals::page_type::{Measures, decide};
use offprint::internals::quality;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Parts of the cross-validation.
const FOLDS: u64 = 10;
/// Steps of the fit. More would change the kind of less than a hundredth of the pages.
const STEPS: i32 = 300;
/// How far one step goes at most, in weights of features of deviation 1.
const RATE: f64 = 0.03;
/// How strongly weights are drawn to 0.
const DECAY: f64 = 0.006;
/// All pages of a kind weigh their number to the power of `KIND_POWER`, and each page the number in its set to
/// `SET_POWER`.
const KIND_POWER: f64 = 0.9;
const SET_POWER: f64 = -0.3;

/// The inputs: for each feature, its level and whether it is there, and one input for all pages.
const INPUTS: usize = 2 * COUNT + 1;
type Inputs = [f64; INPUTS];
type Row = [f64; PAGE_TYPES.len()];

struct Page {
    set: String,
    site: u64,
    /// Index in [`PAGE_TYPES`].
    kind: usize,
    features: PageFeatures,
    page: block::Page,
}

/// `research/results/kinds.json`: how well kinds are recognised on sites that the model has not seen.
#[derive(Serialize, Deserialize)]
pub struct Kinds {
    articles: u32,
    /// Articles that are read as lists.
    lists: u32,
    /// Articles that lose their fingerprint for this reason, or because they seem to be empty.
    without_fingerprint: u32,
    wcxb: Confusion,
    all: Confusion,
}

#[derive(Serialize, Deserialize)]
struct Confusion {
    pages: u32,
    sites: usize,
    right: f64,
    kinds: Vec<Kind>,
}

#[derive(Serialize, Deserialize)]
struct Kind {
    kind: String,
    /// How many pages are read as each kind.
    read_as: BTreeMap<String, u32>,
    recall: f64,
    precision: f64,
}

/// Fits the model to all sets in a folder, or in the folders `extract`, `wide` and `wide4` of it, writes its weights,
/// and records how well it recognises kinds on sites that it has not seen.
pub fn fit(folder: &Path) -> Result<()> {
    let pages = load(folder)?;
    ensure!(!pages.is_empty(), "no pages in {}", folder.display());
    let folds: Vec<Weights> = (0..FOLDS)
        .into_par_iter()
        .map(|fold| {
            let seen: Vec<&Page> = pages.iter().filter(|page| page.site % FOLDS != fold).collect();
            fitted(&seen)
        })
        .collect();
    let read: Vec<PageType> = pages
        .iter()
        .map(|page| {
            let weights = &folds[(page.site % FOLDS) as usize];
            page_model::best(&page_model::scores(weights, &page.features))
        })
        .collect();
    let [articles, lists, without_fingerprint] = without_fingerprint(&pages, &read);
    let results = Kinds {
        articles,
        lists,
        without_fingerprint,
        wcxb: Confusion::new(&pages, &read, |page| page.set.starts_with("wcxb")),
        all: Confusion::new(&pages, &read, |_| true),
    };
    record("kinds", &results)?;
    let all: Vec<&Page> = pages.iter().collect();
    write("src/extract/data/page_type_weights.rs", source(&fitted(&all)))
}

fn load(folder: &Path) -> Result<Vec<Page>> {
    let read = |place: Place| {
        let page = parsed(&bytes_of(&place.html)?);
        let set = set_name(&place.set).to_owned();
        Ok(Page {
            kind: kind(&set, place.meta.page_type.as_deref()),
            site: site_of(&place.meta.host),
            features: page_features(&page),
            set,
            page,
        })
    };
    places(folder)?.into_par_iter().map(read).collect()
}

/// The place of a page's kind in [`PAGE_TYPES`], by its label or, without one, by the name of its set.
fn kind(set: &str, label: Option<&str>) -> usize {
    let name = match label {
        Some(label) => page_type(label),
        None if set.contains("forum") => "forum",
        None => "article",
    };
    PAGE_TYPES.iter().position(|&kind| kind.name() == name).unwrap_or(0)
}

fn inputs(features: &PageFeatures) -> Inputs {
    let mut inputs = [1.0; INPUTS];
    for (i, &value) in features.iter().enumerate() {
        inputs[i] = f64::from(page_model::level(value));
        inputs[COUNT + i] = f64::from(u8::from(value > 0));
    }
    inputs
}

/// Logistic regression by Adam, with a weight of every input for each kind, drawn to 0.
fn fitted(pages: &[&Page]) -> Weights {
    let mut rows: Vec<Inputs> = pages.iter().map(|page| inputs(&page.features)).collect();
    let weights = shares(pages);
    let (mut mean, mut deviation) = ([0.0; INPUTS], [1.0; INPUTS]);
    for i in 0..INPUTS - 1 {
        mean[i] = rows.iter().zip(&weights).map(|(row, weight)| row[i] * weight).sum();
        let square = |row: &Inputs| (row[i] - mean[i]).powi(2);
        let variance = rows.iter().map(square).sum::<f64>() / rows.len() as f64;
        deviation[i] = variance.sqrt().max(1e-9);
        rows.iter_mut().for_each(|row| row[i] = (row[i] - mean[i]) / deviation[i]);
    }
    let zero = [[0.0; PAGE_TYPES.len()]; INPUTS];
    let (mut fitted, mut first, mut second) = (zero, zero, zero);
    for step in 1..=STEPS {
        let mut gradient = fitted.map(|row| row.map(|weight| DECAY * weight));
        for ((row, page), weight) in rows.iter().zip(pages).zip(&weights) {
            let mut error = likely(row, &fitted);
            error[page.kind] -= 1.0;
            for (gradient, input) in gradient.iter_mut().zip(row) {
                for (gradient, error) in gradient.iter_mut().zip(error) {
                    *gradient += weight * input * error;
                }
            }
        }
        let (near, far) = (1.0 - 0.9f64.powi(step), 1.0 - 0.999f64.powi(step));
        for i in 0..INPUTS {
            for kind in 0..PAGE_TYPES.len() {
                let gradient = gradient[i][kind];
                first[i][kind] = 0.9 * first[i][kind] + 0.1 * gradient;
                second[i][kind] = 0.999 * second[i][kind] + 0.001 * gradient * gradient;
                let root = (second[i][kind] / far).sqrt() + 1e-8;
                fitted[i][kind] -= RATE * first[i][kind] / near / root;
            }
        }
    }
    let thousandths = |weight: f64| (1000.0 * weight).round();
    let raw = |i: usize| {
        let small = |weight: f64| thousandths(weight / deviation[i]).clamp(-32_000.0, 32_000.0) as i16;
        fitted[i].map(small)
    };
    Weights {
        base: std::array::from_fn(|kind| {
            let moved = (0..INPUTS - 1).map(|i| fitted[i][kind] * mean[i] / deviation[i]);
            thousandths(fitted[INPUTS - 1][kind] - moved.sum::<f64>()) as i32
        }),
        level: std::array::from_fn(raw),
        present: std::array::from_fn(|i| raw(COUNT + i)),
    }
}

/// How likely each kind is.
fn likely(row: &Inputs, weights: &[Row; INPUTS]) -> Row {
    let mut scores = [0.0; PAGE_TYPES.len()];
    for (input, weights) in row.iter().zip(weights) {
        for (score, weight) in scores.iter_mut().zip(weights) {
            *score += input * weight;
        }
    }
    let most = scores.into_iter().fold(f64::MIN, f64::max);
    let shares = scores.map(|score| (score - most).exp());
    let whole: f64 = shares.iter().sum();
    shares.map(|share| share / whole)
}

/// The weight of each page; all weights sum to 1. Neither the largest kind nor the largest set decides for all.
fn shares(pages: &[&Page]) -> Vec<f64> {
    let mut sets: BTreeMap<&str, f64> = BTreeMap::new();
    for page in pages {
        *sets.entry(&page.set).or_default() += 1.0;
    }
    let by_set: Vec<f64> = pages.iter().map(|page| sets[page.set.as_str()].powf(SET_POWER)).collect();
    let mut kinds = [(0.0f64, 0.0); PAGE_TYPES.len()];
    for (page, weight) in pages.iter().zip(&by_set) {
        kinds[page.kind].0 += 1.0;
        kinds[page.kind].1 += weight;
    }
    let whole: f64 = kinds.iter().map(|(count, _)| count.powf(KIND_POWER)).sum();
    let share = |(page, weight): (&&Page, f64)| {
        let (count, together) = kinds[page.kind];
        weight * count.powf(KIND_POWER) / together / whole
    };
    pages.iter().zip(by_set).map(share).collect()
}

/// The weights as `src/extract/data/page_type_weights.rs`.
fn source(weights: &Weights) -> String {
    let kinds = PAGE_TYPES.len();
    let mut out = format!(
        "//! The weights of the model of page kinds. Made by `cargo research kinds FOLDER`;\n\
         //! do not edit.\n\npub const BASE: [i32; {kinds}] = {:?};\n",
        weights.base
    );
    for (name, rows) in [("LEVEL", &weights.level), ("PRESENT", &weights.present)] {
        out += &format!("\n#[rustfmt::skip]\npub const {name}: [[i16; {kinds}]; {COUNT}] = [\n");
        for (row, name) in rows.iter().zip(NAMES) {
            out += &format!("    {row:?}, // {name}\n");
        }
        out += "];\n";
    }
    out
}

/// How many articles there are, how many are taken for lists, and how many lose their fingerprint for this reason, or
/// because they seem to be a message or an empty page.
fn without_fingerprint(pages: &[Page], read: &[PageType]) -> [u32; 3] {
    let mut counts = [0; 3];
    let read = pages.iter().zip(read);
    for (page, &read) in read.filter(|(page, _)| PAGE_TYPES[page.kind] == PageType::Article) {
        let title = headline::headline(&page.page);
        let body = body::choose(&page.page, &title);
        let measures = Measures::new(&page.page, &body);
        let kind = decide(read, &page.page, &body, &title, &measures);
        let why = quality::no_fingerprint_reason(&page.page, &body, kind, &measures);
        counts[0] += 1;
        counts[1] += u32::from(kind == PageType::List);
        counts[2] += u32::from(matches!(why, Some(NoFingerprintReason::List | NoFingerprintReason::NoArticle)));
    }
    counts
}

impl Confusion {
    fn new(pages: &[Page], read: &[PageType], chosen: impl Fn(&Page) -> bool) -> Confusion {
        let mut counts = [[0u32; PAGE_TYPES.len()]; PAGE_TYPES.len()];
        let (mut sites, mut whole, mut right) = (BTreeSet::new(), 0, 0);
        for (page, &read) in pages.iter().zip(read).filter(|(page, _)| chosen(page)) {
            let read = PAGE_TYPES.iter().position(|&kind| kind == read).unwrap_or(0);
            counts[page.kind][read] += 1;
            sites.insert(page.site);
            whole += 1;
            right += u32::from(read == page.kind);
        }
        let kind = |(kind, row): (usize, &[u32; PAGE_TYPES.len()])| Kind {
            kind: PAGE_TYPES[kind].name().to_owned(),
            read_as: PAGE_TYPES.iter().map(|kind| kind.name().to_owned()).zip(*row).collect(),
            recall: share(row[kind], row.iter().sum()),
            precision: share(row[kind], counts.iter().map(|row| row[kind]).sum()),
        };
        Confusion {
            pages: whole,
            sites: sites.len(),
            right: share(right, whole),
            kinds: counts.iter().enumerate().map(kind).collect(),
        }
    }
}
