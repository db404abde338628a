//! The command line of Offprint: `read`, `compare`, `pairs`, `dedupe`, `origins` and `index`.

mod compare;
mod dedupe;
mod extractor;
mod input;
mod keep;
mod method;
mod origins;
mod output;
mod pairs;
mod paths;
mod progress;
mod read;
mod rows;

use clap::{Parser, Subcommand};
use offprint_cli::failure::{self, FAILED, Failure, warn};
use offprint_cli::{gzip, index};
use std::process::ExitCode;

/// Finds reprints: reads the article off a page, gives it a fingerprint of a few hundred bytes, and
/// says whether two pages carry the same article.
#[derive(Parser)]
#[command(
    name = "offprint",
    version,
    after_help = "\
Verdicts:
  same       the same article, give or take a credit line, captions, a few edits
  partial    one abridges, extends, merges or quotes a large part of the other
  different  different articles, be they on the same event
  unknown    one of the two holds too little text to say

Exit codes: 0 done, 2 failed. `compare` has more: see `offprint compare --help`.

Example:
  offprint read page.html
  offprint compare page.html copy.html"
)]
struct Arguments {
    /// Threads that read and compare; as many as there are cores unless given
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Read(read::Arguments),
    Compare(compare::Arguments),
    Pairs(pairs::Arguments),
    Dedupe(dedupe::Arguments),
    Origins(origins::Arguments),
    Index(keep::Arguments),
}

fn main() -> ExitCode {
    let Arguments { threads, command } = Arguments::parse();
    if let Some(threads) = threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        // It fails only if there is one, and nothing was done yet.
        let _ = pool.build_global();
    }
    let done = match command {
        Command::Read(arguments) => read::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Pairs(arguments) => pairs::run(arguments),
        Command::Dedupe(arguments) => dedupe::run(arguments),
        Command::Origins(arguments) => origins::run(arguments),
        Command::Index(arguments) => keep::run(arguments),
    };
    match done {
        Ok(code) => code,
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            warn(&failure);
            ExitCode::from(FAILED)
        }
    }
}
