//! A progress bar for long work.

use crate::failure::is_quiet;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use std::io::{IsTerminal, stderr, stdout};

/// The most documents that are read without a progress bar.
const FEW: usize = 50;

/// The progress of the work, shown on standard error if that is a terminal and the results go elsewhere.
pub struct Progress {
    total: Option<usize>,
    done: usize,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Shows progress through `total` documents; `None` if the number is unknown.
    pub fn new(total: Option<usize>) -> Progress {
        Progress {
            total,
            done: 0,
            wanted: stderr().is_terminal() && !stdout().is_terminal() && !is_quiet(),
            bar: None,
        }
    }

    /// Counts finished documents.
    pub fn add(&mut self, documents: usize) {
        self.done += documents;
        if self.wanted && self.total.unwrap_or(self.done) > FEW {
            let bar = self.bar.get_or_insert_with(|| bar(self.total));
            bar.set_position(self.done as u64);
        }
    }
}

fn bar(total: Option<usize>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (
            ProgressBar::new(total as u64),
            "{bar:40} {pos}/{len} documents, {eta} left",
        ),
        None => (
            ProgressBar::no_length(),
            "{spinner} {pos} documents, {per_sec}",
        ),
    };
    let style = ProgressStyle::with_template(template).expect("a valid template");
    bar.with_style(style).with_finish(ProgressFinish::AndClear)
}
