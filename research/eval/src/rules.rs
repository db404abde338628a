//! What each rule gains and loses: all pages are read without it, too.

use crate::files::{bytes_of, text_of};
use crate::markdown::{row, table};
use crate::measure::{self, Gold, Place};
use crate::score::{Counts, Unit, mean};
use crate::sets;
use anyhow::{Result, ensure};
use offprint::article::Rule;
use offprint::internals::model;
use offprint::internals::switch::OFF;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// The names of the rules that are no [`Rule`]: steps of the choice, and ways in which text is hidden.
#[rustfmt::skip]
const STEPS: [&str; 33] = [
    "consent", "comments beside", "comments alone", "threads", "threads of text", "end at section", "trim",
    "article of a thread", "copies", "others", "dateline", "short captions",
    "fragment", "rules alone", "under the headline", "outvotes", "between", "contents", "galleries",
    "shown by scripts", "slides", "hidden inline", "buttons", "decoration", "unread", "unseen words",
    "panels", "d-none", "amp", "sheets", "soft styles", "stuffed", "gate",
];

/// Prints a table: on how many pages a rule changes F1, the sums of what it gains and loses there, and what it adds to
/// the mean F1 of all sets and of those of `wide5`.
pub fn report(folder: &Path) -> Result<()> {
    let mut places = sets::places(folder)?;
    if folder.join("wide5").is_dir() {
        sets::list_sets(&folder.join("wide5"), "wide5/", &mut places)?;
    }
    let pages: Vec<Page> = places.iter().map(Page::read).collect::<Result<_>>()?;
    ensure!(!pages.is_empty(), "no pages with gold texts in {}", folder.display());
    let with: Vec<f64> = pages.par_iter().map(|page| page.f1("")).collect();
    let of_rule = |rule: &&'static str| {
        let gains = pages.par_iter().zip(&with).map(|(page, with)| with - page.f1(rule));
        let gains: Vec<f64> = gains.collect();
        let mut sets: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (page, &gain) in pages.iter().zip(&gains) {
            sets.entry(page.set).or_default().push(gain);
        }
        let all = mean(sets.values().map(|gains| mean(gains.iter().copied())));
        let wide5 =
            sets.iter().filter(|(set, _)| set.starts_with("wide5")).flat_map(|(_, gains)| gains.iter().copied());
        let changed = gains.iter().filter(|gain| **gain != 0.0).count();
        let sum = |sign: f64| -> f64 { gains.iter().map(|gain| (sign * gain).max(0.0)).sum() };
        let means = [all, mean(wide5)].map(|mean| format!("{mean:+.5}"));
        let sums = [sum(1.0), sum(-1.0)].map(|sum| format!("{sum:.2}"));
        row(*rule, [changed.to_string()].into_iter().chain(sums).chain(means))
    };
    let rules = Rule::NAMES.iter().chain(&STEPS);
    println!("{}", table(&["rule", "pages", "gains", "loses", "mean of sets", "wide5"], rules.map(of_rule)));
    Ok(())
}

struct Page<'a> {
    set: &'a str,
    html: Vec<u8>,
    gold: String,
    unit: Unit,
}

impl Page<'_> {
    fn read(place: &Place) -> Result<Page<'_>> {
        let gold = match &place.gold {
            Gold::File(path) => text_of(path)?,
            Gold::Text(text) => text.clone(),
        };
        let unit = Unit::of(&place.meta.lang);
        Ok(Page { set: &place.set, html: bytes_of(&place.html)?, gold, unit })
    }

    /// F1 without a rule.
    fn f1(&self, off: &'static str) -> f64 {
        OFF.set(off);
        let text = measure::article(&self.html, model::trees()).map(|article| article.text);
        OFF.set("");
        Counts::of(&text.unwrap_or_default(), &self.gold, self.unit).f1()
    }
}
