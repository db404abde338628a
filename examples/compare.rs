//! Says whether two pages have the same article, and which of them had it first.
//!
//!     cargo run --example compare -- tests/pages/zh-dam-original/page.html tests/pages/zh-dam-abridged/page.html

use offprint::compare::{ArticleRecord, Verdict, Which, relate};
use offprint::{ReadOptions, read};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [first, second] = &paths[..] else {
        return Err("give the paths of two pages".into());
    };
    let record = |path: &str| -> Result<ArticleRecord, Box<dyn Error>> {
        let page = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        Ok(ArticleRecord::from(&read(&page, ReadOptions::default())))
    };
    let relation = relate(&record(first)?, &record(second)?);
    let comparison = &relation.comparison;
    println!("{} ({:.2})", comparison.verdict.name(), comparison.score);
    if comparison.verdict < Verdict::Partial {
        return Ok(());
    }
    for change in &relation.changes {
        println!("{}: {:.0} %", change.kind.name(), 100.0 * change.share);
    }
    match relation.original.and_then(|original| original.which) {
        Some(Which::First) => println!("original: {first}"),
        Some(Which::Second) => println!("original: {second}"),
        None => println!("original: undetermined"),
    }
    Ok(())
}
