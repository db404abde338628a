//! `offprint index`: shows what an index in a file holds, removes articles, and merges another index into it.

use crate::failure::{At, Failure};
use crate::index::{self, OnFile};
use crate::output::Output;
use clap::{Args, Subcommand};
use offprint::index::Index;
use offprint_report as report;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// List or change an index of `dedupe --index`
#[derive(Args)]
#[command(after_help = "\
Examples:
  offprint index seen.offprint stats
  offprint index seen.offprint remove 7
  offprint index seen.offprint merge other.offprint")]
pub struct Arguments {
    /// The index
    #[arg(value_name = "FILE")]
    index: PathBuf,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Print what the index holds, as JSON
    Stats,
    /// Remove an article, so that it is judged again when it next arrives
    Remove {
        /// Its id, as `dedupe` prints it: for a file, its path in the folder without the ending
        id: String,
    },
    /// Add the articles of another index. Ids that are already here keep their verdicts, and
    /// nothing is judged again
    Merge {
        /// The other index; it is not changed
        #[arg(value_name = "FILE")]
        other: PathBuf,
    },
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let mut index = open(&arguments.index)?;
    let mut out = Output::new();
    match arguments.task {
        Task::Stats => {
            write!(out, "{}", report::index_stats(&index.stats()?))?;
        }
        Task::Remove { id } => {
            if !index.remove(&id)? {
                let what = format!("no article with the id `{id}`");
                let place = arguments.index.display();
                return Err(Failure::new(what, place, "use an id that dedupe printed"));
            }
            index.save()?;
        }
        Task::Merge { other } => {
            let new = index.merge(&open(&other)?)?;
            index.save()?;
            writeln!(out, "{new} new articles")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Opens an existing index, with the facts that it holds.
pub fn open(path: &Path) -> Result<OnFile, Failure> {
    std::fs::metadata(path).at(path)?;
    index::open(path, None)
}
