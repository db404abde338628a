//! How well bodies are read: shares of four-word (Chinese, Japanese: four-letter) shingles, as in
//! the article-extraction-benchmark: precision over pages with a prediction, recall over all, F1 of
//! the two means.

use crate::boost::Example;
use crate::labels;
use anyhow::{Context, Result};
use offprint::block;
use offprint::body::evidence::{self, Evidence};
use offprint::body::model::{self, Tree};
use offprint::lines::Line;
use offprint::noise::Rule;
use offprint::{Article, Parser, ReadOptions, body};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

/// Precision and recall of a page, as far as they are defined.
type Score = (Option<f64>, Option<f64>);

/// A labelled page.
pub struct Page {
    set: String,
    /// A number for its site: pages of one site are never on both sides of a test.
    pub site: u64,
    page: block::Page,
    lines: Vec<Line>,
    rules: Vec<Option<Rule>>,
    gold: String,
    by_letters: bool,
    texts: Vec<String>,
    /// Kept by the model in use.
    now: Vec<bool>,
    evidence: Vec<Evidence>,
    labels: Vec<bool>,
}

#[derive(Deserialize)]
struct Meta {
    id: String,
    lang: String,
    host: String,
}

/// All pages of a folder of sets.
pub fn load(folder: &Path) -> Result<Vec<Page>> {
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
        let (page, _): (block::Page, _) = parser.end()?;
        let article = Article::of(&page, None);
        let lines = body::lines_of(&page);
        let rules = body::rules(&page, &lines, &article.title);
        let texts: Vec<String> = article
            .blocks
            .iter()
            .map(|block| block.text.clone())
            .collect();
        let letters: Vec<Vec<char>> = texts.iter().map(|text| labels::letters(text)).collect();
        Ok(Page {
            set: set.to_owned(),
            site: offprint::hash::hash_str(site(&meta.host)),
            by_letters: ["zh", "ja"].contains(&meta.lang.as_str()),
            now: article
                .blocks
                .iter()
                .map(|block| block.rule.is_none())
                .collect(),
            evidence: evidence::of(&page, &lines, &article.title, &rules),
            lines,
            page,
            labels: labels::of(&letters, &gold, set.starts_with("daniel")),
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
        let score = |evidence| model::sum(trees, evidence);
        let scores: Vec<i32> = self.evidence.iter().map(score).collect();
        body::decide(&self.page, &self.lines, &self.rules, &scores)
    }

    /// Precision and recall, as far as they are defined.
    fn score(&self, kept: &[bool]) -> Score {
        let texts: Vec<&str> = self
            .texts
            .iter()
            .zip(kept)
            .filter(|(_, kept)| **kept)
            .map(|(t, _)| t.as_str())
            .collect();
        let (read, gold) = (self.shingles(&texts.join("\n")), self.shingles(&self.gold));
        let common: u32 = read
            .iter()
            .map(|(s, n)| *n.min(gold.get(s).unwrap_or(&0)))
            .sum();
        let share = |of: &HashMap<String, u32>| {
            let whole: u32 = of.values().sum();
            (whole > 0).then(|| f64::from(common) / f64::from(whole))
        };
        (share(&read), share(&gold))
    }

    fn shingles(&self, text: &str) -> HashMap<String, u32> {
        let is_word = |c: char| c.is_alphanumeric() || (c == '_' && !self.by_letters);
        let units: Vec<String> = if self.by_letters {
            text.chars()
                .filter(|&c| is_word(c))
                .map(String::from)
                .collect()
        } else {
            text.split(|c| !is_word(c))
                .filter(|w| !w.is_empty())
                .map(str::to_owned)
                .collect()
        };
        let mut counts = HashMap::new();
        let size = units.len().clamp(1, 4);
        for shingle in units.windows(size) {
            *counts.entry(shingle.join(" ")).or_insert(0) += 1;
        }
        counts
    }
}

/// The name before the public suffix, as far as two-part suffixes of countries go.
fn site(host: &str) -> &str {
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

/// Prints F1, precision and recall of each set, and of the Chinese sets together.
pub fn report(pages: &[Page], kept: impl Fn(&Page) -> Vec<bool>) {
    let mut sets: BTreeMap<&str, Vec<Score>> = BTreeMap::new();
    for page in pages {
        let score = page.score(&kept(page));
        sets.entry(&page.set).or_default().push(score);
        if page.set.contains("zh") {
            sets.entry("zh, all").or_default().push(score);
        }
    }
    println!(
        "{:<12} {:>5}  {:>5}  {:>5}  {:>5}  empty",
        "set", "pages", "F1", "P", "R"
    );
    for (set, scores) in sets {
        let mean = |values: Vec<f64>| values.iter().sum::<f64>() / values.len().max(1) as f64;
        let p = mean(scores.iter().filter_map(|s| s.0).collect());
        let r = mean(scores.iter().filter_map(|s| s.1).collect());
        let empty = scores.iter().filter(|s| s.0.is_none()).count();
        let f1 = 2.0 * p * r / (p + r);
        println!(
            "{set:<12} {:>5}  {f1:.3}  {p:.3}  {r:.3}  {empty}",
            scores.len()
        );
    }
}
