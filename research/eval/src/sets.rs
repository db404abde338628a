//! Sets of labelled pages in a folder, and how well they are read.

use crate::files::{lines, name_of, paths_in};
use crate::markdown::{part, row, table};
use crate::measure::{Gold, Meta, Outcome, Page, Place, Sets, counts, worst_tenth};
use crate::score::{self, Summary};
use crate::wcxb;
use anyhow::Result;
use offprint::internals::model::trees as in_use;
use rayon::prelude::*;
use std::path::Path;

/// All pages of a folder, read.
pub fn load(folder: &Path) -> Result<Vec<Page>> {
    places(folder)?.into_par_iter().map(Page::read).collect()
}

/// All pages of a folder of sets, or of the folders `extract`, `wide` and `wide4` in it, or of a split of the published
/// WCXB. Sets of `wide` are called `wide/NAME`, since several folders may hold a set of one name.
pub fn places(folder: &Path) -> Result<Vec<Place>> {
    let mut places = wcxb::places(folder)?;
    for (inner, prefix) in [("extract", ""), ("wide", "wide/"), ("wide4", "wide4/")] {
        let inner = folder.join(inner);
        if inner.is_dir() {
            list_sets(&inner, prefix, &mut places)?;
        }
    }
    if places.is_empty() {
        list_sets(folder, "", &mut places)?;
    }
    Ok(places)
}

/// The pages of every set in a folder.
fn list_sets(folder: &Path, prefix: &str, places: &mut Vec<Place>) -> Result<()> {
    for set in paths_in(folder)?.into_iter().filter(|path| path.join("meta.jsonl").is_file()) {
        let name = name_of(&set);
        for meta in lines::<Meta>(&set.join("meta.jsonl"))? {
            places.push(Place {
                set: format!("{prefix}{name}"),
                html: set.join(format!("pages/{}.html", meta.id)),
                gold: Gold::File(set.join(format!("gold/{}.txt", meta.id))),
                meta,
            });
        }
    }
    Ok(())
}

/// Prints the set, the id and F1 of each page.
pub fn print_each(pages: &[Page]) {
    let f1s: Vec<f64> = pages.par_iter().map(|page| page.outcome(in_use()).counts.f1()).collect();
    for (page, f1) in pages.iter().zip(f1s) {
        println!("{}\t{}\t{f1:.4}", page.set, page.id);
    }
}

/// Prints the figures of each set.
pub fn report(sets: &Sets) {
    let line = |(set, outcomes): (&String, &Vec<Outcome>)| {
        let counts = counts(outcomes);
        let (low, high) = score::f1_interval(&counts);
        let Summary { pages, f1, precision, recall, mean_f1, empty } = Summary::new(&counts);
        let figures = [f1, low, high, precision, recall, mean_f1, empty, worst_tenth(outcomes)].map(part);
        row(set.as_str(), [pages.to_string()].into_iter().chain(figures))
    };
    let head = ["set", "pages", "F1", "95 %: from", "to", "P", "R", "mean F1", "empty", "worst tenth"];
    println!("{}", table(&head, sets.iter().map(line)));
    wcxb::report(sets);
}
