//! What became of the documents of a run: which were read, which failed, and which repeat an id.

use crate::document::Document;
use crate::failure::{Failure, LOSSES, note, warn};
use crate::input::Input;
use serde::Serialize;
use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::process::ExitCode;
use std::time::Instant;

/// Documents of each kind that are named at the end. Larger: more is seen at a glance; smaller: a shorter line.
const NAMED: usize = 3;

/// What happened to pages that were cut off at the limit.
pub const CUT: &str =
    "not read to the end (longer than --max-bytes, more than 50,000 paragraphs, or nested too deeply)";

/// Counts documents that were read, reports each failure, and prints the numbers at the end, since one line among many
/// is overlooked. Every document is read or failed, or repeats an id.
pub struct Outcome {
    begun: Instant,
    read: usize,
    failed: Count,
    /// Documents whose id another text had, by their new ids.
    renamed: Count,
    repeated: Count,
    cut: Count,
    is_many: bool,
    /// The texts of the ids, all by their hashes.
    texts: HashMap<u64, u64>,
    hasher: RandomState,
}

/// The numbers of `dedupe`. All but the last three count documents: each document read was kept, is a copy, repeats
/// another or failed.
#[derive(Serialize, Default)]
pub struct Numbers {
    pub read: usize,
    pub kept: usize,
    pub copies: usize,
    /// Left out, since their ids and texts occurred before in the run.
    pub repeated: usize,
    pub failed: usize,
    /// How many of the kept documents and the copies an earlier run judged.
    pub known: usize,
    /// Documents whose id another text had.
    pub renamed: usize,
    pub seconds: f64,
}

impl Outcome {
    pub fn new(input: &Input) -> Outcome {
        let mut failed = Count::default();
        input.reported.iter().for_each(|failure| failed.add(failure.short()));
        Outcome {
            begun: Instant::now(),
            read: 0,
            failed,
            renamed: Count::default(),
            repeated: Count::default(),
            cut: Count::default(),
            is_many: !input.is_one(),
            texts: HashMap::new(),
            hasher: RandomState::new(),
        }
    }

    /// Counts a document that was read, perhaps not to its end.
    pub fn read(&mut self, id: &str, is_cut: bool) {
        self.read += 1;
        if is_cut {
            self.cut.add(id.to_owned());
        }
    }

    /// Counts and reports the failure of a document. One that ends the run is returned.
    pub fn fail(&mut self, failure: Failure) -> Result<(), Failure> {
        match failure {
            Failure::Fatal(_) | Failure::Closed => return Err(failure),
            Failure::Also => self.failed.count += 1,
            failure => {
                warn(&failure);
                self.failed.add(failure.short());
            }
        }
        Ok(())
    }

    /// Counts a document that repeats an id with its text.
    pub fn repeat(&mut self, id: &str) {
        self.repeated.add(id.to_owned());
    }

    /// Gives a document another id, since its own belongs to another text.
    pub fn rename(&mut self, document: &mut Document, id: String) {
        document.rename(id);
        self.renamed.add(document.id.clone());
    }

    /// Whether an id occurs for the first time.
    pub fn is_first(&mut self, id: &str) -> bool {
        self.texts.insert(self.hasher.hash_one(id), 0).is_none()
    }

    /// Whether a document is new. One that repeats an id with its text is not; one that has the id of another text gets
    /// an id with the number of its own, as an index names it. Both are counted.
    pub fn is_new(&mut self, document: &mut Document, text: u64) -> bool {
        let mut id = document.id.clone();
        while let Some(&known) = self.texts.get(&self.hasher.hash_one(&id)) {
            if text == known {
                self.repeat(&id);
                return false;
            }
            id = format!("{id}#{text:016x}");
        }
        self.texts.insert(self.hasher.hash_one(&id), text);
        if id != document.id {
            self.rename(document, id);
        }
        true
    }

    /// The exit code, after lines about pages that were cut off, about ids that occurred again and, if some of many
    /// documents failed, about failures.
    pub fn end(self) -> ExitCode {
        self.note();
        if self.failed.count > 0 && self.is_many {
            note(&format!("{} read, {} failed: {}", self.read, self.failed.count, self.failed));
        }
        self.code()
    }

    /// The same for `dedupe`, which has counted what it kept, and the copies; the last line tells all numbers.
    pub fn end_with(self, numbers: &mut Numbers) -> ExitCode {
        self.note();
        (numbers.repeated, numbers.failed, numbers.renamed) =
            (self.repeated.count, self.failed.count, self.renamed.count);
        numbers.read = self.read + numbers.repeated + numbers.failed;
        numbers.seconds = self.begun.elapsed().as_secs_f64();
        let counts = [
            (numbers.kept, "kept"),
            (numbers.copies, if numbers.copies == 1 { "copy" } else { "copies" }),
            (numbers.repeated, "repeated"),
            (numbers.failed, "failed"),
        ];
        let counted = counts.map(|(count, what)| format!("{} {what}", grouped(count))).join(", ");
        let named = if self.failed.count > 0 { format!(": {}", self.failed) } else { String::new() };
        note(&format!("{} read in {:.1} s: {counted}{named}", grouped(numbers.read), numbers.seconds));
        self.code()
    }

    fn note(&self) {
        self.cut.note(CUT);
        self.repeated.note("left out, with an id and a text that occurred before");
        self.renamed.note("renamed, since another text has the same id");
    }

    fn code(&self) -> ExitCode {
        ExitCode::from(if self.failed.count > 0 { LOSSES } else { 0 })
    }
}

/// A number with a comma before every three digits.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Counts, and keeps the names of the first few.
#[derive(Default)]
pub struct Count {
    count: usize,
    first: Vec<String>,
}

impl Count {
    pub fn add(&mut self, one: String) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(one);
        }
    }

    /// Prints the count, unless it is 0.
    pub fn note(&self, what: &str) {
        if self.count > 0 {
            note(&format!("{} {what}: {self}", self.count));
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = self.count > self.first.len();
        f.write_str(&self.first.join("; "))?;
        f.write_str(if more { "; …" } else { "" })
    }
}
