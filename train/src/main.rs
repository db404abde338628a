//! Fits the body model to labelled pages, or measures how well it reads them.
//!
//! The folder holds sets of pages: `SET/pages/ID.html`, `SET/gold/ID.txt`, and `SET/meta.jsonl` with
//! `id`, `lang` and `host` of each. `fit` writes `src/body/trees.rs`; `measure` prints precision,
//! recall and F1 of each set for the model in use; `fit` also prints them by cross-validation, with
//! the pages of a site always in one part, which is what to expect on sites not seen.

mod boost;
mod labels;
mod measure;

use anyhow::{Context, Result, bail, ensure};
use boost::{Example, Settings};
use measure::Page;
use std::path::Path;

/// Parts of the cross-validation.
const FOLDS: u64 = 10;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [verb, folder] = &arguments[..] else {
        bail!("usage: offprint-train fit|measure FOLDER");
    };
    let pages = measure::load(Path::new(folder))?;
    ensure!(!pages.is_empty(), "no pages with gold texts in {folder}");
    match verb.as_str() {
        "measure" => measure::report(&pages, |page| page.kept_now()),
        "fit" => fit(&pages)?,
        other => bail!("{other}: give fit or measure"),
    }
    Ok(())
}

fn fit(pages: &[Page]) -> Result<()> {
    let settings = Settings::default();
    let examples: Vec<Vec<Example>> = pages.iter().map(Page::examples).collect();
    let of = |chosen: &dyn Fn(u64) -> bool| -> Vec<Example> {
        let chosen = pages
            .iter()
            .zip(&examples)
            .filter(|(page, _)| chosen(page.site));
        chosen
            .flat_map(|(_, examples)| examples.iter().cloned())
            .collect()
    };
    let folds: Vec<_> = (0..FOLDS)
        .map(|fold| boost::fit(&of(&|site| site % FOLDS != fold), &settings))
        .collect();
    println!("cross-validated by site:");
    measure::report(pages, |page| {
        page.kept(&folds[(page.site % FOLDS) as usize])
    });

    let trees = boost::fit(&of(&|_| true), &settings);
    println!("\non the pages it was fitted to:");
    measure::report(pages, |page| page.kept(&trees));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/body/trees.rs");
    std::fs::write(path, boost::source(&trees)).with_context(|| format!("cannot write {path}"))
}
