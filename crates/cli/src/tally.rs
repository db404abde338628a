//! Counts documents that could be read and documents that could not.

use crate::document::{Document, Found};
use crate::failure::{FAILED, Failure, guard, note, warn};
use crate::input::{Input, in_chunks};
use crate::progress::Progress;
use rayon::prelude::*;
use std::fmt;
use std::process::ExitCode;

/// Failures that are repeated at the end.
const REPEATED: usize = 3;

/// Counts documents that were read, reports each failure, and prints the number of failures at the end, since one line
/// among many is overlooked. Every document is read or failed, or repeats an id.
pub struct Tally {
    read: usize,
    failed: First,
    /// Documents with the id of another text, by the ids that they have instead.
    renamed: First,
    repeated: First,
    pub cut: Cut,
    is_many: bool,
}

impl Tally {
    pub fn of(source: &Input) -> Tally {
        let mut tally = Tally {
            read: 0,
            failed: First::default(),
            renamed: First::default(),
            repeated: First::default(),
            cut: Cut::default(),
            is_many: !source.is_one(),
        };
        for failure in source.reported() {
            tally.failed.add(failure.short());
        }
        tally
    }

    /// The documents among what was found; the others are reported.
    pub fn sift(&mut self, found: Vec<Found>) -> Vec<Document> {
        let sifted = found.into_iter().filter_map(|found| match found {
            Ok(document) => Some(document),
            Err(failure) => {
                self.fail(failure);
                None
            }
        });
        sifted.collect()
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

    /// Counts a document that repeats an id with its text.
    pub fn repeat(&mut self, id: &str) {
        self.repeated.add(id.to_owned());
    }

    /// Reports a document that had the id of another text.
    pub fn rename(&mut self, had: &str, id: &str) {
        let what = format!("the id `{had}` belongs to another text");
        let advice = "it has this name instead; give it an id of its own";
        warn(&Failure::new(what, id, advice));
        self.renamed.add(id.to_owned());
    }

    pub fn fail(&mut self, failure: Failure) {
        if let Failure::Repeat(id) = failure {
            return self.repeated.add(id);
        }
        if let Failure::Also = failure {
            self.failed.count += 1;
            return;
        }
        warn(&failure);
        self.failed.add(failure.short());
    }

    /// The exit code, after lines about pages that were cut off, about ids that occurred again and, if some of many
    /// documents failed, about failures.
    pub fn end(self) -> ExitCode {
        self.cut.note();
        let (failed, repeated, renamed) = (self.failed, self.repeated, self.renamed);
        if repeated.count > 0 {
            let count = repeated.count;
            note(&format!(
                "{count} left out, with an id that occurred before: {repeated}"
            ));
        }
        if renamed.count > 0 {
            let count = renamed.count;
            note(&format!("{count} had the id of another text: {renamed}"));
        }
        if failed.count > 0 && self.is_many {
            let (read, count) = (self.read, failed.count);
            note(&format!("{read} read, {count} failed: {failed}"));
        }
        let is_good = failed.count + renamed.count == 0;
        ExitCode::from(if is_good { 0 } else { FAILED })
    }
}

/// Does the work on each document, in parallel, and hands over the results in the order of the documents. Failures are
/// counted.
pub fn for_each<T: Send>(
    input: &Input,
    tally: &mut Tally,
    work: impl Fn(&Document) -> Result<T, Failure> + Sync,
    mut take: impl FnMut(&mut Tally, Document, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut progress = Progress::new(input.len());
    in_chunks(input.all()?, |chunk| {
        progress.add(chunk.len());
        let work = |document: Document| {
            let done = guard(&document.id, || work(&document))?;
            Ok((document, done))
        };
        let done = chunk.into_par_iter().map(|found| found.and_then(work));
        for done in done.collect::<Vec<_>>() {
            match done {
                Ok((document, done)) => take(tally, document, done)?,
                Err(failure) => tally.fail(failure),
            }
        }
        Ok(())
    })
}

/// Counts, and keeps the first few.
#[derive(Default)]
struct First {
    count: usize,
    first: Vec<String>,
}

impl First {
    fn add(&mut self, one: String) {
        self.count += 1;
        if self.first.len() < REPEATED {
            self.first.push(one);
        }
    }
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = self.count > self.first.len();
        f.write_str(&self.first.join("; "))?;
        f.write_str(if more { "; …" } else { "" })
    }
}

/// Pages that were cut off at the limit.
#[derive(Default)]
pub struct Cut(First);

impl Cut {
    pub fn add(&mut self, id: &str) {
        self.0.add(id.to_owned());
    }

    /// Prints how many there are, unless there are 0.
    pub fn note(&self) {
        let Cut(first) = self;
        if first.count > 0 {
            let count = first.count;
            note(&format!(
                "{count} not read to the end (longer than --max-bytes, more than 50,000 paragraphs, or nested too \
                 deeply): {first}"
            ));
        }
    }
}
