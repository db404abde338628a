//! What rs-trafilatura states of the pages of `FOLDER/meta`: the lines of `research/eval/meta.py`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use offprint_bench_peers::locked;
use rs_trafilatura::{Options, extract_bytes_with_options};
use serde_json::{Value, json};

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("name a folder")?;
    let folder = PathBuf::from(folder).join("meta");
    let tool = format!("rs-trafilatura {}", locked("rs-trafilatura").unwrap_or("?"));
    for line in fs::read_to_string(folder.join("gold.jsonl"))?.lines() {
        let gold: Value = serde_json::from_str(line)?;
        let id = gold["id"].as_str().context("a line without an id")?;
        let html = fs::read(folder.join(format!("pages/{id}.html")))?;
        let url = gold["url"].as_str().filter(|url| !url.is_empty());
        let options = Options { url: url.map(str::to_owned), ..Options::default() };
        // It states nothing of a page that it cannot read.
        let stated = match extract_bytes_with_options(&html, &options) {
            Ok(read) => read.metadata,
            Err(_) => Default::default(),
        };
        let date = stated.date.map(|date| date.to_string());
        println!("{}", json!({ "id": id, "tool": tool, "title": stated.title, "author": stated.author, "date": date }));
    }
    Ok(())
}
