//! The command line of Offprint: `read`, `clean`, `compare`, `pairs`, `clusters`, `dedupe`, `origins`, `fold` and
//! `index`.

mod archive;
mod batch;
mod clean;
mod clusters;
mod compare;
mod dedupe;
mod dedupe_outputs;
mod document;
#[cfg(feature = "web")]
mod feed;
mod fold;
mod folder;
mod follow;
mod index_cmd;
mod input;
mod kind;
mod list;
mod members;
mod origins;
mod outcome;
mod output;
mod pairs;
#[cfg(feature = "parquet")]
mod parquet;
mod paths;
mod read;
mod read_only_index;
mod records;
mod sites;
mod source;
mod table;
mod web;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use offprint_cli::failure::{self, Failure, warn};
use offprint_cli::{index, packed};
use std::io::{self, Write};
use std::process::ExitCode;

/// Reading a page makes many small allocations. Other allocators, musl's above all, take several times as long for
/// them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Finds reprints: reads the article of a page, makes a fingerprint of a few hundred bytes of it, and
/// decides whether two pages hold the same article.
#[derive(Parser)]
#[command(
    name = "offprint",
    version,
    disable_help_flag = true,
    max_term_width = 112,
    after_help = "\
Verdicts:
  same       the same article, except for a credit line, captions or a few edits
  partial    one abridges, extends, merges or quotes a large part of the other
  different  different articles, perhaps on the same event
  unknown    one of the two has too little text to decide, or neither body mentions its
             headline and the headlines differ: what they share may be a notice

Exit codes: 0 done, 1 the answer is no (`compare`), 2 a wrong command line, 3 done, but some documents were left \
out, 4 could not.

Example:
  offprint read page.html
  offprint compare page.html copy.html"
)]
struct Arguments {
    /// Number of threads that read and compare; by default the number of cores
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024),
        display_order = 900)]
    threads: Option<u16>,
    /// Print only failures on standard error, no notes and no progress
    #[arg(long, short, global = true, display_order = 900)]
    quiet: bool,
    /// Print help; after a command, its help
    #[arg(long, short, global = true, action = clap::ArgAction::HelpLong, display_order = 901)]
    help: Option<bool>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Read(read::Arguments),
    Clean(clean::Arguments),
    Compare(compare::Arguments),
    Pairs(pairs::Arguments),
    Clusters(clusters::Arguments),
    Dedupe(dedupe::Arguments),
    Origins(origins::Arguments),
    Fold(fold::Arguments),
    Index(index_cmd::Arguments),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// Prints the description of this program for shells or `man`.
fn describe(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    let written = write(&mut text).and_then(|()| io::stdout().write_all(&text));
    written.map_err(|error| Failure::unwritable(&error))?;
    Ok(ExitCode::SUCCESS)
}

fn main() -> ExitCode {
    let Arguments { threads, quiet, command, .. } = Arguments::parse();
    if quiet {
        failure::be_quiet();
    }
    if let Some(threads) = threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        // This fails only if a pool exists already, and nothing has run yet.
        let _ = pool.build_global();
    }
    let done = match command {
        Command::Read(arguments) => read::run(arguments),
        Command::Clean(arguments) => clean::run(arguments),
        Command::Compare(arguments) => compare::run(arguments),
        Command::Pairs(arguments) => pairs::run(arguments),
        Command::Clusters(arguments) => clusters::run(arguments),
        Command::Dedupe(arguments) => dedupe::run(arguments),
        Command::Origins(arguments) => origins::run(arguments),
        Command::Fold(arguments) => fold::run(arguments),
        Command::Index(arguments) => index_cmd::run(arguments),
        Command::Completions { shell } => describe(|out| {
            clap_complete::generate(shell, &mut Arguments::command(), "offprint", out);
            Ok(())
        }),
        Command::Man => describe(|out| clap_mangen::Man::new(Arguments::command()).render(out)),
    };
    match done {
        Ok(code) => code,
        Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(failure) => {
            warn(&failure);
            ExitCode::from(failure.code())
        }
    }
}
