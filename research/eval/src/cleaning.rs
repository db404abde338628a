//! How much of its article and of its noise a page keeps when it is cleaned.

use crate::files::bytes_of;
use crate::floors::{Figure, Figures};
use crate::markdown::{part, row, table};
use crate::measure::{self, Page};
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
    fn new(page: &Page) -> Result<Option<Left>> {
        let before = page.counts(&vec![true; page.texts.len()]);
        let cleaned = measure::parsed(&cleaned(&bytes_of(&page.path)?));
        let texts: Vec<&str> = cleaned.blocks.iter().map(|block| cleaned.text_of(block)).collect();
        let after = Counts::new(&texts.join("\n"), &page.gold, page.unit);
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
    reader.feed(html);
    reader.end_page();
    cleaned.take()
}

/// A line of `research/results/cleaning.json`: the figures of a set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Row {
    set: String,
    pages: usize,
    /// Mean share of the gold text that is kept.
    kept: f64,
    /// Mean share of the other text that is removed.
    removed: f64,
    /// Share of the pages that lose more than a tenth of their gold text.
    lost: f64,
}

/// The figures of each set.
pub fn measured(pages: &[Page]) -> Result<Vec<Row>> {
    let left: Vec<Option<Left>> = pages.par_iter().map(Left::new).collect::<Result<_>>()?;
    let mut sets: BTreeMap<String, Vec<Left>> = BTreeMap::new();
    for (page, left) in pages.iter().zip(left) {
        for name in page.set_names() {
            sets.entry(name).or_default().extend(left);
        }
    }
    let row = |(set, left): (String, Vec<Left>)| Row {
        set,
        pages: left.len(),
        kept: mean(left.iter().map(|left| left.text)),
        removed: mean(left.iter().filter_map(|left| Some(1.0 - left.noise?))),
        lost: mean(left.iter().map(|left| f64::from(u8::from(left.text < LOST)))),
    };
    Ok(sets.into_iter().map(row).collect())
}

/// Prints the figures of each set.
pub fn report(rows: &[Row]) {
    let line = |of: &Row| row(of.set.as_str(), [of.pages.to_string(), part(of.kept), part(of.removed), part(of.lost)]);
    println!("{}", table(&["cleaned", "pages", "kept", "removed", "lost"], rows.iter().map(line)));
}

/// The figures that must not become worse.
pub fn figures(rows: &[Row]) -> Figures {
    let of = |row: &Row| {
        [("text kept", row.kept), ("noise removed", row.removed)]
            .map(|(name, share)| (format!("{}: {name}", row.set), Figure::least(row.pages, share)))
    };
    rows.iter().flat_map(of).collect()
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
            Counts::new(&texts.join("\n"), &article, crate::score::Unit::Word)
        };
        let (before, after) = (left(html.as_bytes()), left(&cleaned));
        assert_eq!(before.common(), after.common());
        assert!(before.others() > 0 && after.others() == 0);
    }
}
