//! What could be read, and what could not.

use crate::failure::{FAILED, Failure, note, warn};
use crate::input::Source;
use std::process::ExitCode;

/// Failures that are told once more at the end.
const REPEATED: usize = 3;

/// Counts what was read, tells each failure, and at the end how many there were: among many lines one is
/// overlooked.
pub struct Tally {
    read: usize,
    failed: usize,
    first: Vec<String>,
    /// Whether some of a folder could not be looked at, which was told.
    incomplete: bool,
    is_many: bool,
}

impl Tally {
    pub fn of(source: &Source) -> Tally {
        Tally {
            read: 0,
            failed: 0,
            first: Vec::new(),
            incomplete: source.failed(),
            is_many: !source.is_one(),
        }
    }

    pub fn read(&mut self) {
        self.read += 1;
    }

    pub fn fail(&mut self, failure: Failure) {
        warn(&failure);
        self.failed += 1;
        if self.first.len() < REPEATED {
            self.first.push(failure.short());
        }
    }

    /// The exit code, after a line about failures if there were some among many.
    pub fn end(self) -> ExitCode {
        if self.failed > 0 && self.is_many {
            let more = match self.failed > REPEATED {
                true => "; …",
                false => "",
            };
            let Tally { read, failed, .. } = self;
            note(&format!(
                "{read} read, {failed} failed: {}{more}",
                self.first.join("; ")
            ));
        }
        ExitCode::from(if self.failed > 0 || self.incomplete {
            FAILED
        } else {
            0
        })
    }
}
