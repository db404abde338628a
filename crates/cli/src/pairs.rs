//! `offprint pairs`: compares each pair of a list.

use crate::batch::{Progress, in_chunks};
use crate::document::Document;
use crate::failure::{Failure, guard};
use crate::input::{Catalog, Input, Total};
use crate::list::{rows, text_id};
use crate::outcome::{CUT, Count};
use crate::output::Output;
use crate::paths::LimitArgs;
use clap::Args;
use offprint::compare::ArticleRecord;
use offprint::facts::Sketch;
use offprint::{Fingerprint, Metadata, ReadOptions};
use offprint_cli::failure::{LOSSES, warn};
use offprint_report as report;
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pairs compared in one step.
const CHUNK: usize = 4096;

/// Compare the pairs of a list
#[derive(Args)]
#[command(after_help = "\
Prints a line for each pair, in the order of the list, {\"a\", \"b\", \"verdict\", \"score\", \"borderline\", \"gated\", \
\"rewritten\"}. `borderline`: a slightly different measurement would change the \
verdict. `gated`: one of the two is only the beginning of an article, before a paywall, so the verdict is at \
most partial. `rewritten`: how likely one rewrites the other, 0 to 1; absent if this is unknown, as for \
fingerprints without sketches. Each document is read once, and only if a pair names it. Other fields of the list are \
ignored.

Examples:
  offprint pairs --docs pages/ --pairs pairs.jsonl > verdicts.jsonl
  offprint pairs --fingerprints candidates.jsonl > verdicts.jsonl")]
pub struct Arguments {
    /// A folder of pages and .txt files, or a file of lines {"id", "title", "text"}
    #[arg(long, value_name = "FOLDER|FILE", required_unless_present = "fingerprints", requires = "pairs")]
    docs: Option<PathBuf>,
    /// A file of lines {"a", "b"}, the ids of two documents
    #[arg(long, value_name = "FILE", required_unless_present = "fingerprints", requires = "docs")]
    pairs: Option<PathBuf>,
    /// Instead of both, a file of lines {"a", "b", "a_fingerprint", "b_fingerprint"}, perhaps with "a_url", "b_url",
    /// "a_digest", "b_digest", "a_sketch" and "b_sketch", - for standard input, or a .parquet file with such columns
    #[arg(long, value_name = "FILE", conflicts_with_all = ["docs", "pairs"])]
    fingerprints: Option<PathBuf>,
    #[command(flatten)]
    limit: LimitArgs,
    /// Report a pair as unknown if one of its documents is missing or cannot be read, instead of stopping
    #[arg(long)]
    keep_going: bool,
}

#[derive(Deserialize)]
struct PairRow {
    #[serde(deserialize_with = "text_id")]
    a: String,
    #[serde(deserialize_with = "text_id")]
    b: String,
}

/// The list of pairs, with each id stored once.
#[derive(Default)]
struct List {
    /// Each with the line that first names it.
    ids: Vec<(String, u64)>,
    /// Indices of the ids.
    pairs: Vec<(usize, usize)>,
}

impl List {
    fn read(path: &Path) -> Result<List, Failure> {
        let mut list = List::default();
        let mut indices = HashMap::new();
        for row in rows::<PairRow>(path, r#"{"a": "7", "b": "12"}"#)? {
            let (row, number) = row?;
            let mut index = |id: String| {
                *indices.entry(id).or_insert_with_key(|id| {
                    list.ids.push((id.clone(), number));
                    list.ids.len() - 1
                })
            };
            let pair = (index(row.a), index(row.b));
            list.pairs.push(pair);
        }
        Ok(list)
    }
}

/// Two fingerprints, perhaps with facts; a missing fingerprint makes the pair `unknown`.
#[derive(Deserialize)]
struct FingerprintRow {
    #[serde(deserialize_with = "text_id")]
    a: String,
    #[serde(deserialize_with = "text_id")]
    b: String,
    a_fingerprint: Option<Fingerprint>,
    b_fingerprint: Option<Fingerprint>,
    a_sketch: Option<Sketch>,
    b_sketch: Option<Sketch>,
    a_digest: Option<String>,
    b_digest: Option<String>,
    a_url: Option<String>,
    b_url: Option<String>,
}

impl FingerprintRow {
    fn sides(self) -> [(String, ArticleRecord); 2] {
        [
            (self.a, side_record(self.a_fingerprint, self.a_sketch, self.a_url, self.a_digest)),
            (self.b, side_record(self.b_fingerprint, self.b_sketch, self.b_url, self.b_digest)),
        ]
    }
}

/// The record of one side of a row.
fn side_record(
    fingerprint: Option<Fingerprint>,
    sketch: Option<Sketch>,
    url: Option<String>,
    digest: Option<String>,
) -> ArticleRecord {
    let mut record = ArticleRecord::new(fingerprint, Metadata::default());
    record.metadata.url = url;
    record.sketch = sketch;
    record.digest = digest.and_then(|digits| u64::from_str_radix(&digits, 16).ok());
    record
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let mut out = Output::new();
    let (Some(docs), Some(pairs)) = (&arguments.docs, &arguments.pairs) else {
        let path = arguments.fingerprints.as_deref().unwrap_or(Path::new("-"));
        let example = r#"{"a": "7", "b": "12", "a_fingerprint": "…", "b_fingerprint": "…"}"#;
        for row in rows::<FingerprintRow>(path, example)? {
            let [a, b] = row?.0.sides();
            write!(out, "{}", line([(&a.0, &a.1), (&b.0, &b.1)]))?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    let list = List::read(pairs)?;
    let input = Input::named(docs, arguments.limit.options().max_bytes)?;
    let documents = read(&arguments, &input.catalog()?, &list)?;
    for chunk in list.pairs.chunks(CHUNK) {
        let lines = chunk.par_iter().map(|&(a, b)| {
            let side = |at: usize| (&*list.ids[at].0, &documents[at]);
            line([side(a), side(b)])
        });
        for line in lines.collect::<Vec<_>>() {
            write!(out, "{line}")?;
        }
    }
    out.flush()?;
    let is_whole = input.reported.is_empty();
    Ok(ExitCode::from(if is_whole { 0 } else { LOSSES }))
}

/// The line on a pair.
fn line([(id, a), (other, b)]: [(&str, &ArticleRecord); 2]) -> String {
    let comparison = a.compare(b);
    let rewriting = a.rewriting(b, comparison.verdict);
    report::pair([id, other], &comparison, Some(&rewriting))
}

/// What is compared of each document of the list: its words, and its host.
fn read(arguments: &Arguments, catalog: &Catalog, list: &List) -> Result<Vec<ArticleRecord>, Failure> {
    let options = arguments.limit.options();
    let mut progress = Progress::new(Total::Documents(list.ids.len()));
    let mut all = Vec::with_capacity(list.ids.len());
    let mut cut = Count::default();
    // The code below decides whether a missing document ends the run.
    let documents = list.ids.iter().map(|(id, line)| {
        let found = catalog.get(id).map_err(Failure::fatal)?;
        found.ok_or_else(|| missing(arguments, id, *line))
    });
    let work = |found: Result<Document, Failure>| record(&found?, &options);
    in_chunks(documents, work, |chunk| {
        progress.add(chunk.len());
        for read in chunk {
            let (record, is_cut) = match read {
                Err(failure) if arguments.keep_going && !failure.is_fatal() => {
                    warn(&failure);
                    (ArticleRecord::default(), false)
                }
                read => read?,
            };
            if is_cut {
                cut.add(list.ids[all.len()].0.clone());
            }
            all.push(record);
        }
        Ok(())
    })?;
    cut.note(CUT);
    Ok(all)
}

/// The record of a document, and whether reading stopped before its end.
fn record(document: &Document, options: &ReadOptions) -> Result<(ArticleRecord, bool), Failure> {
    let article = guard(&document.id, || document.read(options))?;
    Ok((ArticleRecord::with_facts(&article).without_metadata(), article.truncated))
}

/// The failure if a line names a document that does not exist.
fn missing(arguments: &Arguments, id: &str, line: u64) -> Failure {
    let shown = |path: &Option<PathBuf>| path.as_deref().unwrap_or(Path::new("-")).display().to_string();
    let what = format!("no document with the id `{id}` in {}", shown(&arguments.docs));
    let advice = if arguments.keep_going {
        "its pairs are reported as unknown"
    } else {
        "add it, or pass --keep-going to report its pairs as unknown"
    };
    Failure::new(what, format!("{} line {line}", shown(&arguments.pairs)), advice)
}
