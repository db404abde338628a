//! Failures, reported in one line: what failed, where, and what to do.

use crate::packed;
use anstyle::{AnsiColor, Style};
use std::convert::Infallible;
use std::fmt;
use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Exit code for a wrong command line, as clap has it too.
pub const MISUSE: u8 = 2;
/// Exit code if some documents were left out.
pub const LOSSES: u8 = 3;
/// Exit code if the command stopped.
pub const FAILED: u8 = 4;

/// What failures call standard input.
pub const STDIN: &str = "standard input";

/// Whether notes are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes from now on; failures are still reported.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Whether progress is shown: results that go to the same terminal show it by themselves.
pub fn is_progress_shown() -> bool {
    stderr().is_terminal() && !stdout().is_terminal() && !is_quiet()
}

/// Reports a failure on standard error.
pub fn warn(failure: &Failure) {
    print(&failure.to_string(), AnsiColor::Red.on_default());
}

/// Prints a note on standard error, unless notes are left out.
pub fn note(text: &str) {
    if !is_quiet() {
        print(text, Style::new());
    }
}

/// Prints one line, even if a file name has line breaks. If standard error is closed, nothing is printed.
fn print(text: &str, style: Style) {
    let line = text.replace(char::is_control, "?");
    // `anstream` leaves out colors where the terminal or the user does not want them.
    let _ = writeln!(anstream::stderr(), "{style}offprint:{style:#} {line}");
}

/// Does the work on a document. A panic becomes a failure of that document, and the others are still read.
///
/// # Errors
/// Returns the failures of `work`, and a failure for a panic in it.
pub fn guard<T>(id: &str, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let reason = text.or(panic.downcast_ref::<&str>().copied());
        let what = format!("internal error ({})", reason.unwrap_or("no reason"));
        let advice = "the other documents are still read; please report this with the page";
        Err(Failure::new(what, id, advice))
    })
}

/// A result whose error is about the file, folder or response at a path.
pub trait At<T> {
    fn at(self, path: &Path) -> Result<T, Failure>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T, Failure> {
        self.map_err(|error| Failure::unreadable(&error, path))
    }
}

/// Why a command stopped, or a document was left out.
#[derive(Debug, Clone)]
pub enum Failure {
    /// A message to the user.
    Message { what: String, place: String, advice: String },
    /// The same for a command line that is wrong whatever the input.
    Misuse { what: String, place: String, advice: String },
    /// Another row like the one in the previous failure. It is only counted.
    Also,
    /// Standard output was closed (`offprint … | head`): the program ends without an error.
    Closed,
    /// A failure among documents that ends the run, unlike that of one document.
    Fatal(Box<Failure>),
}

impl Failure {
    pub fn new(what: impl Into<String>, place: impl fmt::Display, advice: impl Into<String>) -> Failure {
        Failure::Message { what: what.into(), place: place.to_string(), advice: advice.into() }
    }

    /// A message about the command line.
    pub fn misuse(what: impl Into<String>, place: impl fmt::Display, advice: impl Into<String>) -> Failure {
        Failure::Misuse { what: what.into(), place: place.to_string(), advice: advice.into() }
    }

    pub fn fatal(self) -> Failure {
        Failure::Fatal(Box::new(self))
    }

    /// The same failure as that of one document.
    pub fn of_one(self) -> Failure {
        if let Failure::Fatal(inner) = self { *inner } else { self }
    }

    pub fn is_fatal(&self) -> bool {
        matches!(self, Failure::Fatal(_) | Failure::Closed)
    }

    /// The exit code of a command that stopped.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Misuse { .. } => MISUSE,
            Failure::Closed => 0,
            Failure::Fatal(inner) => inner.code(),
            _ => FAILED,
        }
    }

    /// What failed and where, without what to do.
    pub fn short(&self) -> String {
        match self {
            Failure::Message { what, place, .. } => format!("{place} ({what})"),
            _ => self.to_string(),
        }
    }

    /// An address could not be fetched.
    #[cfg(feature = "web")]
    pub fn unfetched(error: &ureq::Error, url: impl fmt::Display) -> Failure {
        match error {
            ureq::Error::StatusCode(code) => {
                let advice = "check the address, or try again later";
                Failure::new(format!("the server answered {code}"), url, advice)
            }
            ureq::Error::Timeout(_) => {
                let advice = "try again later, or raise --timeout";
                Failure::new("the request timed out", url, advice)
            }
            other => {
                let what = format!("cannot fetch ({other})");
                Failure::new(what, url, "check the address and the connection")
            }
        }
    }

    /// A file, folder or response could not be read.
    pub fn unreadable(error: &io::Error, path: &Path) -> Failure {
        #[cfg(feature = "web")]
        if let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref()) {
            return Failure::unfetched(error, path.display());
        }
        let (what, advice) = match error.kind() {
            io::ErrorKind::NotFound => ("no such file or folder", "check the path"),
            io::ErrorKind::PermissionDenied => ("permission denied", "ask for permission to read it"),
            io::ErrorKind::IsADirectory => ("expected a file, found a folder", "name a file in it"),
            io::ErrorKind::Unsupported => {
                return Failure::absent(&error.to_string(), path.display());
            }
            io::ErrorKind::UnexpectedEof => ("the compressed file is truncated", "get the whole file"),
            _ if packed::is_damage(error) => ("the compressed file is damaged", "try another copy"),
            _ => {
                let what = format!("cannot read ({error})");
                return Failure::new(what, path.display(), "try another copy");
            }
        };
        Failure::new(what, path.display(), advice)
    }

    /// Input that needs a cargo feature which this program lacks.
    pub fn absent(feature: &str, place: impl fmt::Display) -> Failure {
        let what = format!("this program was built without `{feature}`");
        let advice = format!("build it with `--features {feature}`");
        Failure::new(what, place, advice)
    }

    /// Standard output could not be written.
    pub fn unwritable(error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        let what = format!("cannot write ({error})");
        let advice = "check the destination, then run again";
        Failure::new(what, "standard output", advice)
    }
}

impl From<offprint::index::FileError> for Failure {
    fn from(error: offprint::index::FileError) -> Failure {
        Failure::new(error.what, error.path.display(), error.advice)
    }
}

/// Operations in memory do not fail.
impl From<Infallible> for Failure {
    fn from(never: Infallible) -> Failure {
        match never {}
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Message { what, place, advice } | Failure::Misuse { what, place, advice } => {
                write!(f, "{what}, {place}: {advice}")
            }
            Failure::Fatal(inner) => inner.fmt(f),
            Failure::Also => f.write_str("another row"),
            Failure::Closed => f.write_str("standard output is closed"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn a_panic_is_the_failure_of_one_document() {
        let length = |text: &str| guard("page", || Ok(text.parse::<u32>().expect("a number")));
        assert_eq!(length("7").unwrap(), 7);
        let failure = length("x").unwrap_err().to_string();
        assert!(failure.starts_with("internal error (a number: "), "{failure}");
        assert!(failure.contains("), page: the other documents are still read"), "{failure}");
    }
}
