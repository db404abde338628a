//! Sets methods side by side: what each says of two articles, or what each extractor finds on a page.
//!
//! ```text
//! cargo xtask methods compare a.html b.html
//! cargo xtask methods extract page.html
//! ```

use anyhow::{Context, Result, ensure};
use clap::Parser;
use offprint::compare::Comparison;
use offprint::{Article, ReadOptions, read};
use offprint_methods::extractors::Extractor;
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
    /// Print what each method says of two pages or texts (.txt)
    Compare {
        a: PathBuf,
        b: PathBuf,
        /// Only these methods
        #[arg(long, value_name = "NAME")]
        method: Vec<String>,
    },
    /// Print what each method says of the pairs of a list, as lines of JSON
    Pairs {
        /// Lines {"id", "title", "text"}
        docs: PathBuf,
        /// Lines {"a", "b"}
        pairs: PathBuf,
        /// Only these methods
        #[arg(long, value_name = "NAME")]
        method: Vec<String>,
    },
    /// Print the text that each extractor finds on a page
    Extract { page: PathBuf },
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
                let Comparison { verdict, score, .. } = compare(name, articles.each_ref());
                let (verdict, about) = (verdict.name(), name.about());
                writeln!(
                    out,
                    "{verdict:<9}  {score:.3}  {:<22}  {about}",
                    name.as_str()
                )?;
            }
        }
        Command::Pairs {
            docs,
            pairs,
            method,
        } => {
            let documents = lines::<Document>(&docs)?;
            let articles: HashMap<String, Article> = documents
                .into_iter()
                .map(|one| (one.id, Article::of_text(one.title, one.text)))
                .collect();
            let pairs = lines::<Pair>(&pairs)?;
            let article = |id: &str| {
                let found = articles.get(id);
                found.with_context(|| {
                    format!("no document with the id `{id}` in {}", docs.display())
                })
            };
            for name in named(&method)? {
                for Pair { a, b } in &pairs {
                    let comparison = compare(name, [article(a)?, article(b)?]);
                    let method = name.as_str();
                    serde_json::to_writer(
                        &mut *out,
                        &Said {
                            method,
                            a,
                            b,
                            comparison,
                        },
                    )?;
                    writeln!(out)?;
                }
            }
        }
        Command::Extract { page } => {
            let html = bytes(&page)?;
            for extractor in Extractor::ALL {
                let article = extractor.read(&html, ReadOptions::default());
                let (name, text) = (extractor.name(), article.text);
                writeln!(
                    out,
                    "=== {name}: {} letters and digits ===\n\n{text}\n",
                    article.length
                )?;
            }
        }
    }
    Ok(())
}

fn named(names: &[String]) -> Result<Vec<Name>> {
    if names.is_empty() {
        return Ok(Name::ALL.to_vec());
    }
    let parse = |name: &String| {
        name.parse()
            .map_err(|error| anyhow::anyhow!("{name}: {error}"))
    };
    names.iter().map(parse).collect()
}

fn compare(name: Name, articles: [&Article; 2]) -> Comparison {
    let method = name.method();
    let [a, b] = articles.map(|article| method.sign(article));
    method.compare(a.as_ref(), b.as_ref())
}

fn article(path: &Path) -> Result<Article> {
    let bytes = bytes(path)?;
    if path.extension().is_some_and(|ending| ending == "txt") {
        let text =
            String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
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
