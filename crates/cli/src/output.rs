//! Standard output: lines for people, JSON for programs.

use crate::failure::Failure;
use clap::Args;
use offprint_report::Form;
use serde::Serialize;
use std::fmt;
use std::io::{BufWriter, StdoutLock, Write};

/// How the commands that judge many documents print.
#[derive(Args)]
pub struct Lines {
    /// Print lines for people
    #[arg(long)]
    pub plain: bool,
    /// Print one JSON object a line: what it does without being told
    #[arg(long, conflicts_with = "plain")]
    jsonl: bool,
}

impl Lines {
    pub fn form(&self) -> Form {
        Form::of(false, !self.plain)
    }
}

/// Standard output, buffered.
pub struct Output(BufWriter<StdoutLock<'static>>);

impl Output {
    pub fn new() -> Output {
        Output(BufWriter::new(std::io::stdout().lock()))
    }

    /// What `write!` and `writeln!` call.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> Result<(), Failure> {
        self.0
            .write_fmt(text)
            .map_err(|error| Failure::unwritable(&error))
    }

    /// One object for programs and people.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).expect("strings and numbers are JSON");
        writeln!(self, "{text}")
    }

    /// Hands over what is buffered.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.0.flush().map_err(|error| Failure::unwritable(&error))
    }
}
