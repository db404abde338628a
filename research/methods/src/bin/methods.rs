//! Sets methods side by side: `cargo methods compare a.html b.html` prints the verdict of each on two articles.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use offprint::compare::Comparison;
use offprint::{Article, ReadOptions, read};
use offprint_methods::methods::{Method, Name};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};

/// Set the methods of the papers, the usual baselines and Offprint's own side by side
#[derive(Parser)]
#[command(name = "methods")]
enum Command {
    /// Print the verdict of each method on two pages or texts (.txt)
    Compare {
        a: PathBuf,
        b: PathBuf,
        /// Only these methods
        #[arg(long, value_name = "NAME")]
        method: Vec<String>,
    },
    /// Print the verdict of each method on the pairs of a list, as lines of JSON
    Pairs {
        /// Lines {"id", "title", "text"}
        docs: PathBuf,
        /// Lines {"a", "b"}
        pairs: PathBuf,
        /// Only these methods
        #[arg(long, value_name = "NAME")]
        method: Vec<String>,
    },
}

#[derive(Deserialize)]
struct Document {
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

#[derive(Deserialize)]
struct Pair {
    a: String,
    b: String,
}

#[derive(Serialize)]
struct Said<'a> {
    method: &'a str,
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    comparison: Comparison,
}

fn main() -> Result<()> {
    let out = &mut std::io::stdout().lock();
    match Command::parse() {
        Command::Compare { a, b, method } => {
            let articles = [article(&a)?, article(&b)?];
            for name in named(&method)? {
                let [a, b] = articles.each_ref().map(|article| name.sign(article));
                let Comparison { verdict, score, .. } = name.judge(a.as_ref(), b.as_ref());
                let (verdict, about) = (verdict.name(), name.about());
                writeln!(out, "{verdict:<9}  {score:.3}  {:<22}  {about}", name.as_str())?;
            }
        }
        Command::Pairs { docs, pairs, method } => {
            let documents = lines::<Document>(&docs)?;
            let articles: HashMap<String, Article> =
                documents.into_iter().map(|one| (one.id, Article::of_text(one.title, one.text))).collect();
            let pairs = lines::<Pair>(&pairs)?;
            for name in named(&method)? {
                // Signing takes longer than comparing, and an article may be in many pairs.
                let signed: HashMap<&str, _> =
                    articles.iter().map(|(id, article)| (id.as_str(), name.sign(article))).collect();
                let signature = |id: &str| {
                    let found = signed.get(id).map(Option::as_ref);
                    found.with_context(|| format!("no document with the id `{id}` in {}", docs.display()))
                };
                for Pair { a, b } in &pairs {
                    let said =
                        Said { method: name.as_str(), a, b, comparison: name.judge(signature(a)?, signature(b)?) };
                    serde_json::to_writer(&mut *out, &said)?;
                    writeln!(out)?;
                }
            }
        }
    }
    Ok(())
}

fn named(names: &[String]) -> Result<Vec<Name>> {
    if names.is_empty() {
        return Ok(Name::ALL.to_vec());
    }
    names.iter().map(|name| name.parse().map_err(anyhow::Error::msg)).collect()
}

fn article(path: &Path) -> Result<Article> {
    let bytes = bytes(path)?;
    if path.extension().is_some_and(|ending| ending == "txt") {
        let text = String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
        return Ok(Article::of_text(String::new(), text));
    }
    Ok(read(&bytes, ReadOptions::default()))
}

fn bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn lines<T: for<'a> Deserialize<'a>>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut rows = Vec::new();
    for (at, line) in BufReader::new(file).lines().enumerate() {
        let row = serde_json::from_str(&line?);
        rows.push(row.with_context(|| format!("{} line {}", path.display(), at + 1))?);
    }
    ensure!(!rows.is_empty(), "{} is empty", path.display());
    Ok(rows)
}
