//! Counts documents that could be read and documents that could not.

use crate::failure::{FAILED, Failure, note, warn};
use crate::input::Source;
use std::process::ExitCode;

/// Failures that are repeated at the end.
const REPEATED: usize = 3;

/// Counts documents that were read, reports each failure, and prints the number of failures at the end, since one line
/// among many is overlooked.
pub struct Tally {
    read: usize,
    failed: usize,
    first: Vec<String>,
    pub cut: Cut,
    is_many: bool,
}

impl Tally {
    pub fn of(source: &Source) -> Tally {
        let mut tally = Tally {
            read: 0,
            failed: 0,
            first: Vec::new(),
            cut: Cut::default(),
            is_many: !source.is_one(),
        };
        source
            .reported()
            .into_iter()
            .for_each(|failure| tally.count(failure));
        tally
    }

    pub fn read(&mut self) {
        self.read += 1;
    }

    /// Counts a page that was cleaned, perhaps not to its end.
    pub fn cleaned(&mut self, id: &str, is_cut: bool) {
        self.read();
        if is_cut {
            self.cut.add(id);
        }
    }

    pub fn fail(&mut self, failure: Failure) {
        warn(&failure);
        self.count(&failure);
    }

    fn count(&mut self, failure: &Failure) {
        self.failed += 1;
        if self.first.len() < REPEATED {
            self.first.push(failure.short());
        }
    }

    /// The exit code, after a line about pages that were cut off and, if some of many documents failed, a line about
    /// failures.
    pub fn end(self) -> ExitCode {
        self.cut.note();
        let Tally { read, failed, .. } = self;
        if failed > 0 && self.is_many {
            let first = named(&self.first, failed);
            note(&format!("{read} read, {failed} failed: {first}"));
        }
        ExitCode::from(if failed > 0 { FAILED } else { 0 })
    }
}

/// The first of this many.
fn named(first: &[String], count: usize) -> String {
    let more = if count > first.len() { "; …" } else { "" };
    first.join("; ") + more
}

/// Pages that were cut off at the limit.
#[derive(Default)]
pub struct Cut {
    count: usize,
    first: Vec<String>,
}

impl Cut {
    pub fn add(&mut self, id: &str) {
        self.count += 1;
        if self.first.len() < REPEATED {
            self.first.push(id.to_owned());
        }
    }

    /// Prints how many there are, unless there are 0.
    pub fn note(&self) {
        if self.count > 0 {
            let (count, first) = (self.count, named(&self.first, self.count));
            note(&format!(
                "{count} not read to the end (longer than --max-bytes, more than 50,000 paragraphs, or nested too \
                 deeply): {first}"
            ));
        }
    }
}
