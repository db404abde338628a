//! How much of its article and of its noise a page keeps when it is cleaned.

use crate::floors::{Figure, Figures};
use crate::measure::{self, Page, bytes_of};
use crate::score::{Counts, mean};
use anyhow::Result;
use offprint::{ReadOptions, Reader};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Share of its gold text below which a cleaned page has lost its article.
const LOST: f64 = 0.9;

/// What is left of one page.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Left {
    /// Share of the runs of the gold text that the page has.
    text: f64,
    /// Share of its other runs; `None` if it has none.
    noise: Option<f64>,
}

impl Left {
    fn of(page: &Page) -> Result<Option<Left>> {
        let before = page.counts(&vec![true; page.texts.len()]);
        let cleaned = measure::parsed(&cleaned(&bytes_of(&page.path)?));
        let texts = cleaned.blocks.iter().map(|block| cleaned.text_of(block));
        let texts: Vec<&str> = texts.collect();
        let after = Counts::of(&texts.join("\n"), &page.gold, page.unit);
        let share = |after: u32, before: u32| (before > 0).then(|| (f64::from(after) / f64::from(before)).min(1.0));
        let text = share(after.common(), before.common());
        let noise = share(after.others(), before.others());
        Ok(text.map(|text| Left { text, noise }))
    }
}

/// A page without its noise.
fn cleaned(html: &[u8]) -> Vec<u8> {
    let cleaned = Rc::new(RefCell::new(Vec::new()));
    let sink = Rc::clone(&cleaned);
    let mut reader = Reader::with_sink(ReadOptions::new(), move |bytes| {
        sink.borrow_mut().extend_from_slice(bytes);
    });
    reader.write(html);
    reader.end_page();
    cleaned.take()
}

/// The figures of a set.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Cleaning {
    pub pages: usize,
    /// Mean share of the gold text that is kept.
    pub kept: f64,
    /// Mean share of the other text that is removed.
    pub removed: f64,
    /// Share of the pages that lose more than a tenth of their gold text.
    pub lost: f64,
}

/// The figures of each set.
pub fn measured(pages: &[Page]) -> Result<BTreeMap<String, Cleaning>> {
    let left: Vec<Option<Left>> = pages.par_iter().map(Left::of).collect::<Result<_>>()?;
    let mut sets: BTreeMap<String, Vec<Left>> = BTreeMap::new();
    for (page, left) in pages.iter().zip(left) {
        for name in page.set_names() {
            sets.entry(name).or_default().extend(left);
        }
    }
    let figures = |left: &Vec<Left>| Cleaning {
        pages: left.len(),
        kept: mean(left.iter().map(|left| left.text)),
        removed: mean(left.iter().filter_map(|left| Some(1.0 - left.noise?))),
        lost: mean(left.iter().map(|left| f64::from(u8::from(left.text < LOST)))),
    };
    Ok(sets.iter().map(|(set, left)| (set.clone(), figures(left))).collect())
}

/// Prints the figures of each set.
pub fn report(sets: &BTreeMap<String, Cleaning>) {
    println!("{:<24} {:>5} {:>6} {:>8} {:>6}", "cleaned", "pages", "kept", "removed", "lost");
    for (set, Cleaning { pages, kept, removed, lost }) in sets {
        println!("{set:<24} {pages:>5} {kept:>6.4} {removed:>8.4} {lost:>6.4}");
    }
}

/// The figures that must not become worse.
pub fn figures(sets: &BTreeMap<String, Cleaning>) -> Figures {
    let of = |(set, figures): (&String, &Cleaning)| {
        [
            (format!("{set}: text kept"), Figure::least(figures.pages, figures.kept)),
            (format!("{set}: noise removed"), Figure::least(figures.pages, figures.removed)),
        ]
    };
    sets.iter().flat_map(of).collect()
}

/// A line of `research/results/cleaning.json`.
#[derive(Serialize, Deserialize)]
pub struct Row {
    set: String,
    #[serde(flatten)]
    figures: Cleaning,
}

pub fn results(sets: &BTreeMap<String, Cleaning>) -> Vec<Row> {
    let row = |(set, &figures): (&String, _)| Row { set: set.clone(), figures };
    sets.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_all_that_the_gold_text_lacks() {
        let article = "The ferry to Skarn stopped on Sunday night after a storm. ".repeat(3);
        let html = format!("<nav>Home News Sport Weather Contact</nav><p>{article}<p class=share>a b c d e f");
        let cleaned = cleaned(html.as_bytes());
        let left = |html: &[u8]| {
            let page = measure::parsed(html);
            let texts: Vec<&str> = page.blocks.iter().map(|block| page.text_of(block)).collect();
            Counts::of(&texts.join("\n"), &article, crate::score::Unit::Word)
        };
        let (before, after) = (left(html.as_bytes()), left(&cleaned));
        assert_eq!(before.common(), after.common());
        assert!(before.others() > 0 && after.others() == 0);
    }
}
