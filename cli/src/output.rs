//! Standard output: lines for people, JSON for programs.

use crate::failure::Failure;
use clap::Args;
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

    /// One object on one line.
    pub fn json_line(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let line = serde_json::to_string(value).expect("strings and numbers are JSON");
        writeln!(self, "{line}")
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

/// Text of a page on its way to a terminal: without the control characters that could steer it.
pub struct Plain<'a>(pub &'a str);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let harmless = |&c: &char| c == '\n' || c == '\t' || !c.is_control();
        self.0
            .chars()
            .filter(harmless)
            .try_for_each(|c| fmt::Write::write_char(f, c))
    }
}

/// The name of a verdict, rule, script or the like, as in JSON.
pub fn name(of: impl Serialize) -> String {
    match serde_json::to_value(of) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}
