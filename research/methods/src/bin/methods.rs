//! Sets methods side by side: `cargo methods compare a.html b.html` prints the verdict of each on two articles.

use anyhow::{Context, Result};
use clap::Parser;
use offprint::compare::Comparison;
use offprint::{Article, ReadOptions, read};
use offprint_methods::methods::{Method, Name};
use std::fs;
use std::io::Write;
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
}

fn main() -> Result<()> {
    let out = &mut std::io::stdout().lock();
    let Command::Compare { a, b, method } = Command::parse();
    let articles = [article(&a)?, article(&b)?];
    for name in named(&method)? {
        let [a, b] = articles.each_ref().map(|article| name.sign(article));
        let Comparison { verdict, score, .. } = name.judge(a.as_ref(), b.as_ref());
        let (verdict, about) = (verdict.name(), name.about());
        writeln!(out, "{verdict:<9}  {score:.3}  {:<22}  {about}", name.as_str())?;
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
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    if path.extension().is_some_and(|ending| ending == "txt") {
        let text = String::from_utf8(bytes).with_context(|| format!("{} is not UTF-8", path.display()))?;
        return Ok(Article::of_text(String::new(), text));
    }
    Ok(read(&bytes, ReadOptions::default()))
}
