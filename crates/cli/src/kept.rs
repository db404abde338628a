//! The files that `dedupe` writes: the documents that are not copies, and the clusters of all documents.

use crate::document::Document;
use crate::failure::{Failure, guard};
use crate::table::{Lines, ends_in, is_json_lines};
use clap::ValueEnum;
use offprint::compare::Verdict;
use offprint::index::Judgement;
use offprint::{Article, SiteMemory};
use offprint_report::{self as report, BodyForm, Form, PageForm};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// Which of several documents that are the same is kept; of equal ones the first.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Best {
    First,
    Longest,
    /// The one whose text is most surely a whole article
    Quality,
}

/// Length and quality of an article.
pub type Rank = (u32, u32);

/// The documents of a run that are not the same as an earlier one, each once, in order of arrival; or the best of each
/// cluster instead of its first.
pub struct Kept {
    lines: Lines,
    best: Best,
    /// For each cluster the best rank so far, and the number of its line.
    chosen: HashMap<String, (u32, usize)>,
    /// Lines taken so far, and those for which a better one came later.
    taken: usize,
    replaced: HashSet<usize>,
}

impl Kept {
    pub fn create(path: &Path, best: Best) -> Result<Kept, Failure> {
        if !is_json_lines(path) {
            let what = "unknown file format for documents";
            let advice = "use a name that ends in .ndjson or .jsonl";
            return Err(Failure::new(what, path.display(), advice));
        }
        Ok(Kept {
            lines: Lines::create(path)?,
            best,
            chosen: HashMap::new(),
            taken: 0,
            replaced: HashSet::new(),
        })
    }

    /// Whether the next document is kept, at least until a better one of its cluster comes.
    pub fn takes(&mut self, cluster: String, is_same: bool, rank: Rank) -> bool {
        if self.best == Best::First {
            return !is_same;
        }
        let rank = if self.best == Best::Longest {
            rank.0
        } else {
            rank.1
        };
        let before = self.chosen.get(&cluster);
        // What an earlier run has is not kept again.
        if is_same && before.is_none_or(|before| rank <= before.0) {
            return false;
        }
        self.replaced.extend(before.map(|before| before.1));
        self.chosen.insert(cluster, (rank, self.taken));
        self.taken += 1;
        true
    }

    /// Adds documents: the line of a list unchanged, a page as `read --jsonl` prints it. Returns the failures of those
    /// that can no longer be read.
    pub fn add<'a>(
        &mut self,
        documents: &[&Document],
        site_of: impl Fn(&str) -> Option<&'a SiteMemory> + Sync,
        read: impl Fn(&Document, Option<&SiteMemory>) -> Result<Article, Failure> + Sync,
    ) -> Result<Vec<Failure>, Failure> {
        let form = PageForm {
            form: Form::JsonLine,
            headed: false,
            explain: false,
            body: BodyForm::Text,
        };
        let lines: Vec<Result<String, Failure>> = documents
            .par_iter()
            .map(|document| {
                let id = &document.id;
                Ok(match document.line() {
                    Some(line) => format!("{line}\n"),
                    None => {
                        let article = guard(id, || read(document, site_of(id)))?;
                        report::page(id, &article, form)
                    }
                })
            })
            .collect();
        let mut failures = Vec::new();
        for line in lines {
            match line {
                Ok(line) => self.lines.add(&line)?,
                Err(failure) => {
                    // An empty line, since lines are known by their numbers.
                    self.lines
                        .add(if self.best == Best::First { "" } else { "\n" })?;
                    failures.push(failure);
                }
            }
        }
        Ok(failures)
    }

    pub fn end(self) -> Result<(), Failure> {
        match self.best {
            Best::First => self.lines.end(),
            _ => self.lines.end_without(&self.replaced),
        }
    }
}

/// The first document of each cluster.
#[derive(Default)]
pub struct Firsts(HashMap<String, String>);

impl Firsts {
    /// The cluster of a document with this verdict: the first document that it, or a copy that it repeats, is the same
    /// as. `earlier` looks up the judgement on a document of an earlier run.
    pub fn cluster(
        &mut self,
        id: &str,
        judgement: &Judgement,
        earlier: impl Fn(&str) -> Result<Option<Judgement>, Failure>,
    ) -> Result<String, Failure> {
        let mut cluster = id.to_owned();
        // An article that was removed and judged again may be a copy of its own copy.
        let mut passed = HashSet::from([cluster.clone()]);
        let mut next = copied(judgement);
        while let Some(of) = next.filter(|of| passed.insert(of.clone())) {
            if let Some(known) = self.0.get(&of) {
                cluster.clone_from(known);
                break;
            }
            next = earlier(&of)?.as_ref().and_then(copied);
            cluster = of;
        }
        if cluster != id {
            self.0.insert(id.to_owned(), cluster.clone());
        }
        Ok(cluster)
    }
}

/// A table of all documents of a run, each with its cluster.
pub struct Clusters {
    lines: Lines,
    is_csv: bool,
}

impl Clusters {
    pub fn create(path: &Path) -> Result<Clusters, Failure> {
        let is_csv = ends_in(path, "csv");
        if !is_csv && !is_json_lines(path) {
            let what = "unknown file format for clusters";
            let advice = "use a name that ends in .csv, .ndjson or .jsonl";
            return Err(Failure::new(what, path.display(), advice));
        }
        let mut lines = Lines::create(path)?;
        if is_csv {
            lines.add(report::CLUSTERED)?;
        }
        Ok(Clusters { lines, is_csv })
    }

    pub fn add(&mut self, id: &str, cluster: &str, judgement: &Judgement) -> Result<(), Failure> {
        let form = Form::of(false, !self.is_csv);
        self.lines
            .add(&report::clustered(id, cluster, judgement, form))
    }

    pub fn end(self) -> Result<(), Failure> {
        self.lines.end()
    }
}

/// The document that another one is the same as.
fn copied(judgement: &Judgement) -> Option<String> {
    let is_same = judgement.verdict == Verdict::Same;
    judgement.of.clone().filter(|_| is_same)
}
