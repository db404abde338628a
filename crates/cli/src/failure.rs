//! Failures, told in one line: what, where, and what to do.

use crate::gzip;
use anstyle::{AnsiColor, Style};
use std::convert::Infallible;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;

/// Exit code of everything that failed, and of a wrong command line (clap's choice too).
pub const FAILED: u8 = 2;

/// Tells of a failure on standard error.
pub fn warn(failure: &Failure) {
    tell(&failure.to_string(), AnsiColor::Red.on_default());
}

/// Tells something on standard error, unless that is closed too: one line, whatever a file is called.
pub fn note(text: &str) {
    tell(text, Style::new());
}

fn tell(text: &str, style: Style) {
    let line: String = text
        .chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect();
    // It leaves out colours where they are not wanted.
    let _ = writeln!(anstream::stderr(), "{style}offprint:{style:#} {line}");
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Something to tell the user.
    Told {
        what: String,
        place: String,
        advice: String,
    },
    /// Nobody reads standard output any more (`offprint … | head`): the end, but no error.
    Closed,
}

impl Failure {
    pub fn new(
        what: impl Into<String>,
        place: impl fmt::Display,
        advice: impl Into<String>,
    ) -> Failure {
        Failure::Told {
            what: what.into(),
            place: place.to_string(),
            advice: advice.into(),
        }
    }

    /// Where and what, without what to do.
    pub fn short(&self) -> String {
        match self {
            Failure::Told { what, place, .. } => format!("{place} ({what})"),
            Failure::Closed => self.to_string(),
        }
    }

    /// A file or folder that could not be read.
    pub fn unreadable(error: &io::Error, path: &Path) -> Failure {
        let (what, advice) = match error.kind() {
            io::ErrorKind::NotFound => ("no such file or folder", "check the path"),
            io::ErrorKind::PermissionDenied => {
                ("not allowed to read", "ask for permission to read it")
            }
            io::ErrorKind::IsADirectory => {
                ("a folder, where a file is wanted", "name a file in it")
            }
            io::ErrorKind::UnexpectedEof => ("a gzip file that is cut short", "get the whole file"),
            _ if gzip::is_damage(error) => ("a damaged gzip file", "try another copy"),
            _ => {
                return Failure::new(
                    format!("cannot read ({error})"),
                    path.display(),
                    "try another copy",
                );
            }
        };
        Failure::new(what, path.display(), advice)
    }

    /// Standard output that could not be written.
    pub fn unwritable(error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        let what = format!("cannot write ({error})");
        Failure::new(
            what,
            "standard output",
            "check the place it goes to, then run again",
        )
    }
}

impl From<offprint::index::FileError> for Failure {
    fn from(error: offprint::index::FileError) -> Failure {
        Failure::new(error.what, error.path.display(), error.advice)
    }
}

/// What stays in memory does not fail.
impl From<Infallible> for Failure {
    fn from(never: Infallible) -> Failure {
        match never {}
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Told {
                what,
                place,
                advice,
            } => write!(f, "{what}, {place}: {advice}"),
            Failure::Closed => f.write_str("standard output is closed"),
        }
    }
}
