//! Labelled pages: read once, and measured by what is kept of them.

use crate::boost::Example;
use crate::labels;
use crate::score::{self, Counts, Summary, Unit};
use anyhow::{Context, Result};
use offprint::internals::block_features::{self, FeatureVector};
use offprint::internals::body;
use offprint::internals::lines::Line;
use offprint::internals::model::Tree;
use offprint::parse::{self, Parser, Rule};
use offprint::{Article, ReadOptions};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The Chinese sets together.
pub const POOLED: &str = "zh pooled";

/// What was counted of the pages of each set.
pub type Sets = BTreeMap<String, Vec<Counts>>;

/// A labelled page.
pub struct Page {
    set: String,
    /// A number for its site: pages of one site are never on both sides of a test.
    pub site: u64,
    page: parse::Page,
    lines: Vec<Line>,
    rules: Vec<Option<Rule>>,
    gold: String,
    unit: Unit,
    texts: Vec<String>,
    /// Kept by the model in use.
    now: Vec<bool>,
    evidence: Vec<FeatureVector>,
    labels: Vec<bool>,
}

#[derive(Deserialize)]
struct Meta {
    id: String,
    lang: String,
    host: String,
}

/// All pages of a folder of sets, or of the folder `extract` in it.
pub fn load(folder: &Path) -> Result<Vec<Page>> {
    let inner = folder.join("extract");
    let folder = if inner.is_dir() { &inner } else { folder };
    let mut sets: Vec<_> = std::fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("meta.jsonl").is_file())
        .collect();
    sets.sort();
    let mut pages = Vec::new();
    for set in sets {
        let name = set
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let list = set.join("meta.jsonl");
        for (i, line) in std::fs::read_to_string(&list)?.lines().enumerate() {
            let meta: Meta = serde_json::from_str(line)
                .with_context(|| format!("{}:{}", list.display(), i + 1))?;
            let read = |path: String| {
                let path = set.join(path);
                std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
            };
            let html = read(format!("pages/{}.html", meta.id))?;
            let gold = String::from_utf8(read(format!("gold/{}.txt", meta.id))?)?;
            pages.push(Page::new(&name, meta, &html, gold)?);
        }
    }
    Ok(pages)
}

impl Page {
    fn new(set: &str, meta: Meta, html: &[u8], gold: String) -> Result<Page> {
        let mut parser = Parser::new(&ReadOptions::default());
        parser.write(html)?;
        let (page, _): (parse::Page, _) = parser.end()?;
        let article = Article::of(&page, None);
        let lines = body::lines_of(&page);
        let rules = body::rules(&page, &lines, &article.metadata.title);
        let texts: Vec<String> = article
            .blocks
            .iter()
            .map(|block| block.text.clone())
            .collect();
        let letters: Vec<Vec<char>> = texts.iter().map(|text| labels::letters(text)).collect();
        Ok(Page {
            set: set.to_owned(),
            site: offprint::internals::hash::hash_str(site(&meta.host)),
            unit: Unit::of(&meta.lang),
            now: article
                .blocks
                .iter()
                .map(|block| block.rule.is_none())
                .collect(),
            evidence: block_features::block_features(
                &page,
                &lines,
                &article.metadata.title,
                &rules,
            ),
            lines,
            page,
            labels: labels::labels(&letters, &gold, set.starts_with("daniel")),
            texts,
            rules,
            gold,
        })
    }

    /// Its blocks as examples; every page weighs the same, and a block by the root of its length.
    pub fn examples(&self) -> Vec<Example> {
        let weights: Vec<f64> = self
            .texts
            .iter()
            .map(|text| (text.chars().count() as f64 + 1.0).sqrt())
            .collect();
        let whole: f64 = weights.iter().sum();
        (0..self.texts.len())
            .filter(|&i| !body::is_final(self.rules[i]))
            .map(|i| Example {
                evidence: self.evidence[i],
                is_body: self.labels[i],
                weight: weights[i] / whole * 10.0,
            })
            .collect()
    }

    pub fn kept_now(&self) -> Vec<bool> {
        self.now.clone()
    }

    /// What a model keeps of it.
    pub fn kept(&self, trees: &[Tree]) -> Vec<bool> {
        let score = |evidence| trees.iter().map(|tree| tree.score(evidence)).sum();
        let scores: Vec<i32> = self.evidence.iter().map(score).collect();
        body::decide(&self.page, &self.lines, &self.rules, &scores)
    }

    /// What is kept of it against its gold text.
    fn counts(&self, kept: &[bool]) -> Counts {
        let texts: Vec<&str> = self
            .texts
            .iter()
            .zip(kept)
            .filter(|(_, kept)| **kept)
            .map(|(text, _)| text.as_str())
            .collect();
        Counts::of(&texts.join("\n"), &self.gold, self.unit)
    }
}

/// The name before the public suffix, as far as two-part suffixes of countries go.
pub fn site(host: &str) -> &str {
    let parts: Vec<&str> = host.split('.').collect();
    match parts[..] {
        [
            ..,
            name,
            "com" | "co" | "org" | "net" | "gov" | "edu" | "ac",
            country,
        ] if country.len() == 2 => name,
        [.., name, _] => name,
        _ => host,
    }
}

/// The pages of each set as they are measured, and the Chinese sets together.
pub fn sets(pages: &[Page], kept: impl Fn(&Page) -> Vec<bool>) -> Sets {
    let mut sets = Sets::new();
    for page in pages {
        let counts = page.counts(&kept(page));
        sets.entry(page.set.clone()).or_default().push(counts);
        if page.set.contains("zh") {
            sets.entry(POOLED.to_owned()).or_default().push(counts);
        }
    }
    sets
}

/// Prints the figures of each set.
pub fn report(sets: &Sets) {
    println!(
        "{:<12} {:>5} {:>6}  [95 % interval] {:>6} {:>6} {:>6} {:>6}",
        "set", "pages", "F1", "P", "R", "mean", "empty"
    );
    for (set, counts) in sets {
        let (low, high) = score::f1_interval(counts);
        let Summary {
            pages,
            f1,
            precision,
            recall,
            mean_f1,
            empty,
        } = Summary::of(counts);
        println!(
            "{set:<12} {pages:>5}  {f1:.3}  [{low:.3}   {high:.3}]  {precision:.3}  {recall:.3}  {mean_f1:.3}  {empty:.3}"
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_counted_as_the_benchmark_does() {
        let counts = |read, gold, unit| Counts::of(read, gold, unit);
        // One of the two runs of what was read is one of the three of the gold text.
        let half = counts(
            "x two three four_5, six",
            "two three four_5 six 7 8",
            Unit::Word,
        );
        assert_eq!(half.f1(), 2.0 * 1.0 / 5.0);
        let summary = Summary::of(&[half, counts("", "gold", Unit::Word)]);
        assert_eq!(
            (summary.precision, summary.recall),
            (0.5, (1.0 / 3.0) / 2.0)
        );
        assert_eq!((summary.mean_f1, summary.empty), (0.2, 0.5));
        // Signs and spaces do not count among letters.
        assert_eq!(counts("水库，蓄 满。", "水库蓄满", Unit::Letter).f1(), 1.0);
        assert_eq!(counts("", "", Unit::Letter).f1(), 1.0);
        assert_eq!(Unit::of("zh"), Unit::Letter);
    }

    #[test]
    fn an_interval_holds_its_figure_and_is_always_the_same() {
        let pages: Vec<Counts> = ["a b c d", "a b c d e", "x"]
            .map(|read| Counts::of(read, "a b c d", Unit::Word))
            .to_vec();
        let (low, high) = score::f1_interval(&pages);
        assert!(low <= Summary::of(&pages).f1 && Summary::of(&pages).f1 <= high);
        assert_eq!(score::f1_interval(&pages), (low, high));
    }

    #[test]
    fn a_site_is_the_name_before_the_suffix() {
        assert_eq!(site("news.example.com.cn"), "example");
        assert_eq!(site("www.example.org"), "example");
    }
}
