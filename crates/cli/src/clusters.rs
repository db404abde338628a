//! `offprint clusters`: puts pages that are the same into clusters, by the verdicts on pairs of them.

use crate::failure::Failure;
use crate::list::{rows, text_id};
use crate::output::Output;
use crate::paths::check_outputs;
use crate::table::{LineFile, check_list};
use clap::Args;
use serde::Deserialize;
use serde_json::json;
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::process::ExitCode;

/// Put pages into clusters, by verdicts on pairs
#[derive(Args)]
#[command(after_help = "\
Whatever a chain of `same` connects is one cluster, named by its smallest id. Prints a line {\"id\", \"cluster\"} for \
each page of the pairs, in the order of the ids; a page that no pair names is alone.

Examples:
  offprint pairs --fingerprints candidates.parquet > verdicts.jsonl
  offprint clusters verdicts.jsonl --output clusters.parquet")]
pub struct Arguments {
    /// Lines {"a", "b", "verdict"}, as `pairs` prints them, - for standard input, or a .parquet file with such columns
    #[arg(value_name = "FILE")]
    verdicts: PathBuf,
    /// Write them to this file instead (.jsonl, .ndjson, also .gz or .zst; or .parquet)
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Deserialize)]
struct VerdictRow {
    #[serde(deserialize_with = "text_id")]
    a: String,
    #[serde(deserialize_with = "text_id")]
    b: String,
    verdict: String,
}

const EXAMPLE: &str = r#"{"a": "7", "b": "12", "verdict": "same"}"#;

/// A union-find: for each page the number of another page of its cluster, or its own if it is the root.
#[derive(Default)]
struct Forest(Vec<usize>);

impl Forest {
    /// Adds a page that is alone.
    fn add(&mut self) -> usize {
        self.0.push(self.0.len());
        self.0.len() - 1
    }

    /// The root of a page's cluster. Shortens the way to it.
    fn root(&mut self, mut page: usize) -> usize {
        while self.0[page] != page {
            self.0[page] = self.0[self.0[page]];
            page = self.0[page];
        }
        page
    }
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    arguments.output.as_deref().map_or(Ok(()), |path| check_list("clusters", path, &[]))?;
    check_outputs(std::slice::from_ref(&arguments.verdicts), &[arguments.output.as_deref()])?;
    let (mut numbers, mut forest) = (BTreeMap::new(), Forest::default());
    for row in rows(&arguments.verdicts, EXAMPLE)? {
        let VerdictRow { a, b, verdict } = row?.0;
        let a = *numbers.entry(a).or_insert_with(|| forest.add());
        let b = *numbers.entry(b).or_insert_with(|| forest.add());
        if verdict == "same" {
            let root = forest.root(a);
            forest.0[root] = forest.root(b);
        }
    }
    let mut file = arguments.output.as_deref().map(LineFile::create).transpose()?;
    let mut out = Output::new();
    // The first of a cluster, in the order of ids, names it.
    let mut names = BTreeMap::new();
    for (id, &number) in &numbers {
        let cluster = *names.entry(forest.root(number)).or_insert(id);
        let line = format!("{}\n", json!({"id": id, "cluster": cluster}));
        match &mut file {
            Some(file) => file.add(&line)?,
            None => write!(out, "{line}")?,
        }
    }
    file.map_or(Ok(()), |file| file.end_without(&HashSet::new()))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
