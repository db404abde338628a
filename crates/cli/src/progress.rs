//! A line of progress for long work.

use crate::failure::is_quiet;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::{Duration, Instant};

/// The most documents that are read without a line of progress.
const FEW: usize = 50;
/// How often the line changes.
const PAUSE: Duration = Duration::from_millis(100);

/// The progress of the work, shown on standard error if that is a terminal and the results go elsewhere.
pub struct Progress {
    total: Option<usize>,
    done: usize,
    wanted: bool,
    shown: Option<Instant>,
}

impl Progress {
    /// Shows progress through `total` documents; `None` if the number is unknown.
    pub fn new(total: Option<usize>) -> Progress {
        Progress {
            total,
            done: 0,
            wanted: stderr().is_terminal() && !stdout().is_terminal() && !is_quiet(),
            shown: None,
        }
    }

    /// Counts finished documents.
    pub fn add(&mut self, documents: usize) {
        self.done += documents;
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= PAUSE);
        if self.wanted && is_due && self.total.unwrap_or(self.done) > FEW {
            let of = self
                .total
                .map_or(String::new(), |total| format!(" of {total}"));
            // The next message begins at the start of the line, too.
            let _ = write!(stderr(), "\x1B[K{}{of} documents\r", self.done);
            self.shown = Some(Instant::now());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(stderr(), "\x1B[K");
        }
    }
}
