//! `offprint index`: shows what an index in a file holds, removes articles, and merges another index into it.

use crate::failure::Failure;
use crate::index::{self, OnFile};
use crate::output::Output;
use clap::{Args, Subcommand};
use offprint::index::Index;
use offprint_report as report;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Look after an index that `dedupe --index` keeps
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
    /// Print what it holds, as JSON
    Stats,
    /// Forget an article, so that it is judged anew when it comes again
    Remove {
        /// Its id, as `dedupe` prints it: of a file its path in the folder, without the ending
        id: String,
    },
    /// Take in what another index holds. An id that is here stays what it is, and nothing is
    /// judged anew
    Merge {
        /// The other index, which stays as it is
        #[arg(value_name = "FILE")]
        other: PathBuf,
    },
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let mut index = open(&arguments.index)?;
    let mut out = Output::new();
    match arguments.task {
        Task::Stats => {
            write!(out, "{}", report::held(&index.stats()?))?;
        }
        Task::Remove { id } => {
            if !index.remove(&id)? {
                let what = format!("no article with the id `{id}`");
                let place = arguments.index.display();
                return Err(Failure::new(what, place, "give an id as dedupe prints it"));
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
fn open(path: &Path) -> Result<OnFile, Failure> {
    match std::fs::metadata(path) {
        Ok(_) => index::open(path, None),
        Err(error) => Err(Failure::unreadable(&error, path)),
    }
}
