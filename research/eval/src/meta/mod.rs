//! How often what an article states about itself is right: its title, its authors and its day of publication.
//!
//! `FOLDER/meta` holds `pages/ID.html` and `gold.jsonl`, with `id`, `set`, `url`, `title`, `authors` and `date` of each
//! page. A field that a line lacks is not judged; an empty list of authors means that the page names none. Other
//! extractors are judged by files of lines `{"id", "tool", "title", "author", "date"}`, which `research/eval/meta.py`
//! and the program `metadata` of `research/bench/peers` write.

mod rules;
mod tally;

use crate::files::{bytes_of, lines};
use crate::floors::{Figure, Figures};
use crate::markdown::{part, row, table};
use crate::results::results;
use anyhow::{Context, Result};
use offprint::{Article, ReadOptions};
use rayon::prelude::*;
use rules::Authors;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use tally::Tally;

pub use tally::Row;

/// The name of the rows of Offprint.
const OFFPRINT: &str = "Offprint";

#[derive(Deserialize)]
struct Gold {
    id: String,
    set: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    title: String,
    authors: Option<Vec<String>>,
    #[serde(default)]
    date: String,
}

/// What an extractor states about a page.
#[derive(Default, Deserialize)]
struct Stated {
    id: String,
    /// Its name and version.
    tool: String,
    title: Option<String>,
    author: Option<Authors>,
    /// The time may follow the day.
    date: Option<String>,
}

/// What an article states.
fn prediction(article: &Article) -> Stated {
    let metadata = &article.metadata;
    Stated {
        title: Some(metadata.title.clone()),
        author: Some(Authors::Names(metadata.authors.clone())),
        date: metadata.published.clone(),
        ..Stated::default()
    }
}

fn rows(golds: &[Gold], tool: &str, stated: &HashMap<String, Stated>) -> Vec<Row> {
    let mut sets: BTreeMap<&str, Tally> = BTreeMap::new();
    let nothing = Stated::default();
    for gold in golds {
        for set in ["all", &gold.set] {
            let stated = stated.get(&gold.id).unwrap_or(&nothing);
            sets.entry(set).or_default().add(gold, stated);
        }
    }
    sets.iter().map(|(set, tally)| tally.row(set, tool)).collect()
}

/// The figures of Offprint on the pages of `FOLDER/meta`, by set; none if there is no such folder.
pub fn measured(folder: &Path) -> Result<Vec<Row>> {
    let Some(golds) = golds(folder)? else {
        return Ok(Vec::new());
    };
    let read = |gold: &Gold| -> Result<(String, Stated)> {
        let html = bytes_of(&folder.join(format!("meta/pages/{}.html", gold.id)))?;
        let url = Some(gold.url.clone()).filter(|url| !url.is_empty());
        let options = ReadOptions { url, ..ReadOptions::new() };
        Ok((gold.id.clone(), prediction(&offprint::read(&html, options))))
    };
    let stated = golds.par_iter().map(read).collect::<Result<_>>()?;
    Ok(rows(&golds, OFFPRINT, &stated))
}

fn golds(folder: &Path) -> Result<Option<Vec<Gold>>> {
    let path = folder.join("meta/gold.jsonl");
    path.is_file().then(|| lines(&path)).transpose()
}

/// The figures of other extractors, each by the file of what it states of the same pages.
pub fn peers(folder: &Path, files: &[String]) -> Result<Vec<Row>> {
    let golds = golds(folder)?.context("no meta/gold.jsonl in the folder")?;
    let peer = |file: &String| -> Result<Vec<Row>> {
        let stated: Vec<Stated> = lines(Path::new(file))?;
        let tool = stated.first().context("an empty file")?.tool.clone();
        let by_id = stated.into_iter().map(|stated| (stated.id.clone(), stated));
        Ok(rows(&golds, &tool, &by_id.collect()))
    };
    let peers: Vec<Vec<Row>> = files.iter().map(peer).collect::<Result<_>>()?;
    Ok(peers.concat())
}

pub fn report(rows: &[Row]) {
    let share = |share: Option<f64>| share.map_or("–".to_owned(), part);
    let line = |of: &Row| {
        let [title, p, r, f1] = [of.title, of.author_precision, of.author_recall, of.author_f1].map(share);
        let [day, wrong, missing] = [of.day, of.day_wrong, of.day_missing].map(share);
        let [titles, names, days] = [of.titles, of.authors, of.days].map(|count| count.to_string());
        let cells = [of.tool.clone(), titles, title, names, p, r, f1, days, day, wrong, missing];
        row(of.set.as_str(), cells)
    };
    let head = ["stated", "by", "titles", "right", "names", "P", "R", "F1", "days", "right", "wrong", "missing"];
    println!("{}", table(&head, rows.iter().map(line)));
}

/// The figures that must not become worse.
pub fn figures(rows: &[Row]) -> Figures {
    let of = |row: &Row| {
        let least = |of, share: Option<f64>| share.map(|share| Figure::least(of, share));
        let wrong = row.day_wrong.map(|share| Figure::most(row.days, share));
        let figures = [
            ("titles right", least(row.titles, row.title)),
            ("F1 of authors", least(row.authors, row.author_f1)),
            ("days right", least(row.days, row.day)),
            ("days wrong", wrong),
        ];
        let set = row.set.clone();
        figures.into_iter().filter_map(move |(name, figure)| Some((format!("{set}: {name}"), figure?)))
    };
    rows.iter().flat_map(of).collect()
}

/// The results, with the rows of others, or with their earlier rows if they were not measured now.
pub fn results_of(own: &[Row], peers: Option<Vec<Row>>) -> Result<Vec<Row>> {
    let others = |mut rows: Vec<Row>| {
        rows.retain(|row| row.tool != OFFPRINT);
        rows
    };
    let peers = peers.map_or_else(|| results("meta").map(others), Ok)?;
    let mut rows = [own, &peers].concat();
    rows.sort_by_key(|row| row.set.clone());
    Ok(rows)
}
