//! Labelled pages: read once, then measured by the blocks that are kept.

use crate::boost::Example;
use crate::files::{bytes_of, text_of};
use crate::labels;
use crate::score::{self, Counts, Unit};
use anyhow::Result;
use offprint::article::PageType;
use offprint::article::Rule;
use offprint::internals::block;
use offprint::internals::block_features::{self, FeatureVector};
use offprint::internals::body;
use offprint::internals::hash::hash;
use offprint::internals::headline::headline;
use offprint::internals::lines::Line;
use offprint::internals::make;
use offprint::internals::model::{self, Tree};
use offprint::internals::page_features::page_features;
use offprint::internals::page_model;
use offprint::{Article, ReadOptions};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The Chinese sets of `extract` together.
pub const POOLED: &str = "zh pooled";

/// The results for a page.
#[derive(Debug, Clone, Copy)]
pub struct Outcome {
    pub counts: Counts,
    /// F1 of its words, as WCXB counts them.
    pub words: f64,
}

/// The results for the pages of each set.
pub type Sets = BTreeMap<String, Vec<Outcome>>;

pub fn counts(outcomes: &[Outcome]) -> Vec<Counts> {
    outcomes.iter().map(|outcome| outcome.counts).collect()
}

/// What the mean hides: the mean F1 of the tenth of the pages that are read worst.
pub fn worst_tenth(outcomes: &[Outcome]) -> f64 {
    let mut f1s: Vec<f64> = outcomes.iter().map(|outcome| outcome.counts.f1()).collect();
    f1s.sort_by(f64::total_cmp);
    score::mean(f1s.iter().copied().take(f1s.len().div_ceil(10)))
}

/// A labelled page.
pub struct Page {
    pub set: String,
    pub id: String,
    /// Its file.
    pub path: PathBuf,
    /// The kind of page that it is labelled as, if any, and the kind that it was read as.
    pub kinds: (Option<String>, PageType),
    /// A number for its site: pages of one site are never on both sides of a test.
    pub site: u64,
    page: block::Page,
    headline: String,
    lines: Vec<Line>,
    /// Its kind by the model in use, which the rules depend on.
    pub kind: PageType,
    pub rules: Vec<Option<Rule>>,
    pub gold: String,
    pub unit: Unit,
    /// Its blocks.
    pub texts: Vec<String>,
    evidence: Vec<FeatureVector>,
    labels: Vec<bool>,
}

#[derive(Serialize, Deserialize)]
pub struct Meta {
    pub id: String,
    pub lang: String,
    pub host: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page_type: Option<String>,
}

/// A page that is still to be read.
pub struct Place {
    pub set: String,
    pub meta: Meta,
    pub html: PathBuf,
    pub gold: Gold,
}

/// Where a gold text is.
pub enum Gold {
    File(PathBuf),
    Text(String),
}

impl Page {
    pub fn read(place: Place) -> Result<Page> {
        let Place { set, meta, html: path, gold } = place;
        let html = bytes_of(&path)?;
        let gold = match gold {
            Gold::File(path) => text_of(&path)?,
            Gold::Text(text) => text,
        };
        let page = parsed(&html);
        let headline = headline(&page);
        let alike = block_features::first_alike(&page);
        let lines = body::lines_of(&page, &alike);
        let rules = body::rules(&page, &lines, &headline);
        let blocks = page.blocks.iter();
        let texts: Vec<String> = blocks.map(|block| page.text_of(block).to_owned()).collect();
        let letters: Vec<Vec<char>> = texts.iter().map(|text| labels::letters(text)).collect();
        // Gold texts of DANIEL begin with the headline, even where the page states another title.
        let titles = [&headline[..], &page.head.title];
        let headline_first = set_name(&set).starts_with("daniel") || begins_with_headline(&gold, titles);
        let of_kind = page_features(&page);
        Ok(Page {
            site: site_of(&meta.host),
            unit: Unit::new(&meta.lang),
            evidence: block_features::block_features(&page, &lines, &headline, &rules, &of_kind, &alike),
            kind: page_model::kind(&of_kind),
            headline,
            lines,
            labels: labels::labels(&letters, &gold, headline_first),
            texts,
            rules,
            gold,
            set,
            id: meta.id,
            path,
            kinds: (meta.page_type, make::article_by(&page, &ReadOptions::new(), &model::scores, None).0.page_type),
            page,
        })
    }

    /// Its blocks as examples; every page weighs the same, and a block by the root of its length. A page with very many
    /// blocks is sampled.
    pub fn examples(&self) -> Vec<Example> {
        /// Blocks of a page that are examples. Larger: slower.
        const MOST: usize = 150;
        /// The least F1 of the blocks that were found in the gold text. Below it, most of that text is in no block, or
        /// the blocks hold much else, so the page would be a wrong example.
        const FOUND: f64 = 0.5;
        if self.counts(&self.labels).f1() < FOUND {
            return Vec::new();
        }
        let weight = |i: &usize| (self.texts[*i].chars().count() as f32 + 1.0).sqrt();
        let asked = (0..self.texts.len()).filter(|&i| !self.is_final(i));
        let order = |i: &usize| hash([self.site, *i as u64]);
        let mut chosen: Vec<usize> = asked.collect();
        if chosen.len() > MOST {
            chosen.sort_by_key(order);
            chosen.truncate(MOST);
        }
        let whole: f32 = chosen.iter().map(weight).sum();
        let example = |&i: &usize| Example {
            evidence: self.evidence[i],
            is_body: self.labels[i],
            weight: weight(&i) / whole * 10.0,
        };
        chosen.iter().map(example).collect()
    }

    /// Whether a rule drops a block without asking the model.
    pub fn is_final(&self, block: usize) -> bool {
        body::is_final(self.rules[block], self.lines[block], self.kind)
    }

    /// Which blocks a model keeps of it.
    pub fn kept(&self, trees: &[Tree]) -> Vec<bool> {
        let scores = |evidence: &[FeatureVector]| model::scores_by(trees, evidence);
        let body = body::choose_by(&self.page, &self.headline, &scores, None);
        let mut kept = vec![false; self.texts.len()];
        for i in body.kept {
            kept[i] = true;
        }
        kept
    }

    /// The text of its kept blocks.
    fn text(&self, kept: &[bool]) -> String {
        let kept = self.texts.iter().zip(kept).filter(|(_, kept)| **kept);
        kept.map(|(text, _)| text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Its kept blocks against its gold text.
    pub fn counts(&self, kept: &[bool]) -> Counts {
        Counts::new(&self.text(kept), &self.gold, self.unit)
    }

    /// The sets that it is measured in: its own, and the pooled one of all Chinese sets of `extract`.
    pub fn set_names(&self) -> impl Iterator<Item = String> {
        let is_pooled = self.set.contains("zh") && !is_wide(&self.set);
        std::iter::once(self.set.clone()).chain(is_pooled.then(|| POOLED.to_owned()))
    }

    /// How well a model reads it.
    pub fn outcome(&self, trees: &[Tree]) -> Outcome {
        let text = article_of(&self.page, trees, &ReadOptions::new()).text;
        Outcome { counts: Counts::new(&text, &self.gold, self.unit), words: score::word_f1(&text, &self.gold) }
    }
}

/// Whether a set is one of the folders `wide` and `wide4`.
pub fn is_wide(set: &str) -> bool {
    set.starts_with("wide")
}

/// The article that a model reads from a page.
pub fn article(html: &[u8], trees: &[Tree]) -> Result<Article> {
    Ok(article_of(&parsed(html), trees, &ReadOptions::new()))
}

/// The same, with its structure.
pub fn structured(html: &[u8], trees: &[Tree]) -> Article {
    let options = ReadOptions { markup: true, ..ReadOptions::new() };
    article_of(&make::page(html, &options), trees, &options)
}

pub fn parsed(html: &[u8]) -> block::Page {
    make::page(html, &ReadOptions::new())
}

fn article_of(page: &block::Page, trees: &[Tree], options: &ReadOptions) -> Article {
    make::article_by(page, options, &|evidence| model::scores_by(trees, evidence), None).0
}

/// A number for the site of a host.
pub fn site_of(host: &str) -> u64 {
    offprint::internals::hash::hash_str(site(host))
}

/// Whether a gold text begins with one of these titles, which does not belong to the body.
fn begins_with_headline(gold: &str, titles: [&str; 2]) -> bool {
    /// Letters of the shortest line that counts.
    const LEAST: usize = 6;
    let first: String = labels::letters(gold.lines().next().unwrap_or_default()).iter().collect();
    let is_in = |title: &str| labels::letters(title).iter().collect::<String>().contains(&first);
    first.chars().count() >= LEAST && titles.into_iter().any(is_in)
}

/// A set's name without its folder.
pub fn set_name(set: &str) -> &str {
    set.rsplit('/').next().unwrap_or(set)
}

/// The name before the public suffix, as far as two-part suffixes of countries go.
pub fn site(host: &str) -> &str {
    let parts: Vec<&str> = host.split('.').collect();
    match parts[..] {
        [.., name, "com" | "co" | "org" | "net" | "gov" | "edu" | "ac", country] if country.len() == 2 => name,
        [.., name, _] => name,
        _ => host,
    }
}

/// The pages of each set as they are measured, and the Chinese sets together.
pub fn sets<'a>(pages: &[Page], model_of: impl Fn(u64) -> &'a [Tree] + Sync) -> Sets {
    let outcomes: Vec<Outcome> = pages.par_iter().map(|page| page.outcome(model_of(page.site))).collect();
    let mut sets = Sets::new();
    for (page, outcome) in pages.iter().zip(outcomes) {
        for name in page.set_names() {
            sets.entry(name).or_default().push(outcome);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Summary;

    #[test]
    fn runs_are_counted_as_the_benchmark_does() {
        let counts = |read, gold, unit| Counts::new(read, gold, unit);
        // One of the two runs of what was read is one of the three of the gold text.
        let half = counts("x two three four_5, six", "two three four_5 six 7 8", Unit::Word);
        assert_eq!(half.f1(), 2.0 * 1.0 / 5.0);
        let summary = Summary::new(&[half, counts("", "gold", Unit::Word)]);
        assert_eq!((summary.precision, summary.recall), (0.5, (1.0 / 3.0) / 2.0));
        assert_eq!((summary.mean_f1, summary.empty), (0.2, 0.5));
        // Signs and spaces do not count among letters.
        assert_eq!(counts("水库，蓄 满。", "水库蓄满", Unit::Letter).f1(), 1.0);
        assert_eq!(counts("", "", Unit::Letter).f1(), 1.0);
        assert_eq!(Unit::new("zh"), Unit::Letter);
    }

    #[test]
    fn words_are_counted_as_wcxb_does() {
        // Two of three words that were read are two of the four of the gold text.
        let f1 = score::word_f1("Dam, dam filled", "The dam is FILLED");
        assert_eq!(f1, 2.0 * 2.0 / 7.0);
        assert_eq!(score::word_f1("", ""), 1.0);
        assert_eq!(score::word_f1("", "gold"), 0.0);
    }

    #[test]
    fn the_worst_tenth_is_that_of_the_pages() {
        let outcome = |read: &str| Outcome { counts: Counts::new(read, "a b c d", Unit::Word), words: 0.0 };
        let outcomes: Vec<Outcome> = std::iter::once("x").chain(["a b c d"; 10]).map(outcome).collect();
        assert_eq!(worst_tenth(&outcomes), 0.5);
        assert_eq!(worst_tenth(&outcomes[1..]), 1.0);
    }

    #[test]
    fn an_interval_holds_its_figure_and_is_always_the_same() {
        let pages: Vec<Counts> =
            ["a b c d", "a b c d e", "x"].map(|read| Counts::new(read, "a b c d", Unit::Word)).to_vec();
        let (low, high) = score::f1_interval(&pages);
        assert!(low <= Summary::new(&pages).f1 && Summary::new(&pages).f1 <= high);
        assert_eq!(score::f1_interval(&pages), (low, high));
    }

    #[test]
    fn a_site_is_the_name_before_the_suffix() {
        assert_eq!(site("news.example.com.cn"), "example");
        assert_eq!(site("www.example.org"), "example");
    }
}
