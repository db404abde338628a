//! What became of the documents of a run: which were read, which failed, and which repeat an id.

use crate::document::Document;
use crate::failure::{FAILED, Failure, note, warn};
use crate::input::Input;
use std::collections::HashMap;
use std::fmt;
use std::process::ExitCode;

/// Documents of each kind that are named at the end. Larger: more is seen at a glance; smaller: a shorter line.
const NAMED: usize = 3;

/// What happened to pages that were cut off at the limit.
pub const CUT: &str =
    "not read to the end (longer than --max-bytes, more than 50,000 paragraphs, or nested too deeply)";

/// Counts documents that were read, reports each failure, and prints the number of failures at the end, since one line
/// among many is overlooked. Every document is read or failed, or repeats an id.
pub struct Outcome {
    read: usize,
    failed: Count,
    /// Documents with the id of another text, by the ids that they have instead.
    renamed: Count,
    repeated: Count,
    cut: Count,
    is_many: bool,
    /// The texts by id; `None` for a document that was not read.
    texts: HashMap<String, Option<u64>>,
}

impl Outcome {
    pub fn of(input: &Input) -> Outcome {
        let mut failed = Count::default();
        let short = input.reported.iter().map(Failure::short);
        short.for_each(|short| failed.add(short));
        Outcome {
            read: 0,
            failed,
            renamed: Count::default(),
            repeated: Count::default(),
            cut: Count::default(),
            is_many: !input.is_one(),
            texts: HashMap::new(),
        }
    }

    /// Counts a document that was read, perhaps not to its end.
    pub fn read(&mut self, id: &str, is_cut: bool) {
        self.read += 1;
        if is_cut {
            self.cut.add(id.to_owned());
        }
    }

    pub fn fail(&mut self, failure: Failure) {
        match failure {
            Failure::Repeat(id) => self.repeated.add(id),
            Failure::Also => self.failed.count += 1,
            failure => {
                warn(&failure);
                self.failed.add(failure.short());
            }
        }
    }

    /// Whether a document of this id occurred before.
    pub fn has(&self, id: &str) -> bool {
        self.texts.contains_key(id)
    }

    /// Whether a document is new. One that repeats an id with its text is not; one that has the id of another text gets
    /// another id. Both are counted.
    pub fn is_new(&mut self, document: &mut Document, hash: Option<u64>) -> bool {
        let had = document.id.clone();
        while let Some(&known) = self.texts.get(&document.id) {
            if hash.is_none() || known.is_none() || hash == known {
                self.repeated.add(document.id.clone());
                return false;
            }
            document.rename(self.texts.len());
        }
        if document.id != had {
            let what = format!("the id `{had}` belongs to another text");
            let advice = "renamed; give it a unique id";
            warn(&Failure::new(what, &document.id, advice));
            self.renamed.add(document.id.clone());
        }
        self.texts.insert(document.id.clone(), hash);
        true
    }

    /// The exit code, after lines about pages that were cut off, about ids that occurred again and, if some of many
    /// documents failed, about failures.
    pub fn end(self) -> ExitCode {
        self.cut.note(CUT);
        self.repeated.note("left out, with an id that occurred before");
        self.renamed.note("had the id of another text");
        let (read, failed) = (self.read, &self.failed);
        if failed.count > 0 && self.is_many {
            note(&format!("{read} read, {} failed: {failed}", failed.count));
        }
        let is_good = failed.count + self.renamed.count == 0;
        ExitCode::from(if is_good { 0 } else { FAILED })
    }
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
