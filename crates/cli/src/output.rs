//! Standard output: lines for people, JSON for programs.

use crate::failure::Failure;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use clap::Args;
use offprint_report::Form;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

/// How the commands that print one result print it.
#[derive(Args)]
pub struct FormArgs {
    /// Print a JSON object
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Print a JSON object in one line
    #[arg(long)]
    jsonl: bool,
}

impl FormArgs {
    pub fn form(&self) -> Form {
        Form::new(self.json, self.jsonl)
    }
}

/// Standard output, buffered. Verdicts are colored on a terminal that allows colors.
pub struct Output {
    out: BufWriter<StdoutLock<'static>>,
    colored: bool,
}

impl Output {
    pub fn new() -> Output {
        let stdout = std::io::stdout();
        Output { colored: AutoStream::choice(&stdout) != ColorChoice::Never, out: BufWriter::new(stdout.lock()) }
    }

    /// Prints lines that may begin with a verdict.
    pub fn verdicts(&mut self, text: &str) -> Result<(), Failure> {
        if self.colored { write!(self, "{}", painted(text)) } else { write!(self, "{text}") }
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        done(self.out.write_all(bytes))
    }

    /// Called by `write!` and `writeln!`.
    pub fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> Result<(), Failure> {
        done(self.out.write_fmt(text))
    }

    pub fn flush(&mut self) -> Result<(), Failure> {
        done(self.out.flush())
    }
}

fn done(written: io::Result<()>) -> Result<(), Failure> {
    written.map_err(|error| Failure::unwritable(&error))
}

/// The verdict at the beginning of a line, in its color.
fn painted(text: &str) -> String {
    text.split_inclusive('\n').map(painted_line).collect()
}

fn painted_line(line: &str) -> String {
    let end = line.find([',', ' ']).unwrap_or(0);
    let (verdict, rest) = line.split_at(end);
    let style = match verdict {
        "same" => AnsiColor::Green.on_default(),
        "partial" => AnsiColor::Yellow.on_default(),
        "different" | "unknown" => Style::new().dimmed(),
        _ => return line.to_owned(),
    };
    format!("{style}{verdict}{style:#}{rest}")
}

#[cfg(test)]
mod tests {
    use super::painted;

    #[test]
    fn verdicts_are_painted_where_they_begin_a_line() {
        let text = "partial, score 0.613\n  same as that\nsame       1.000  a  of b\n\nsameness\n";
        let expected = "\u{1b}[33mpartial\u{1b}[0m, score 0.613\n  same as that\n\
                        \u{1b}[32msame\u{1b}[0m       1.000  a  of b\n\nsameness\n";
        assert_eq!(painted(text), expected);
        let json = "{\"verdict\": \"same\"}\n";
        assert_eq!(painted(json), json);
    }
}
