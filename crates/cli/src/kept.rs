//! The files that `dedupe` writes: the documents that are not copies, and the clusters of all documents.

use crate::document::Document;
use crate::failure::{Failure, guard};
use crate::table::{Lines, ends_in, is_json_lines};
use offprint::compare::Verdict;
use offprint::index::Judgement;
use offprint::{Article, SiteMemory};
use offprint_report::{self as report, BodyForm, Form, PageForm};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// The documents of a run that are not the same as an earlier one, each once, in order of arrival.
pub struct Kept(Lines);

impl Kept {
    pub fn create(path: &Path) -> Result<Kept, Failure> {
        if !is_json_lines(path) {
            let what = "unknown file format for documents";
            let advice = "use a name that ends in .ndjson or .jsonl";
            return Err(Failure::new(what, path.display(), advice));
        }
        Lines::create(path).map(Kept)
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
                Ok(line) => self.0.add(&line)?,
                Err(failure) => failures.push(failure),
            }
        }
        Ok(failures)
    }

    pub fn end(self) -> Result<(), Failure> {
        self.0.end()
    }
}

/// A table of all documents of a run, each with its cluster: the first document that it, or a copy that it repeats, is
/// the same as.
pub struct Clusters {
    lines: Lines,
    is_csv: bool,
    /// The cluster of each document that is a copy.
    of_copies: HashMap<String, String>,
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
        Ok(Clusters {
            lines,
            is_csv,
            of_copies: HashMap::new(),
        })
    }

    /// Adds a document with its verdict; `earlier` looks up the judgement on a document of an earlier run.
    pub fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        mut earlier: impl FnMut(&str) -> Result<Option<Judgement>, Failure>,
    ) -> Result<(), Failure> {
        let mut cluster = id.to_owned();
        // An article that was removed and judged again may be a copy of its own copy.
        let mut passed = HashSet::from([cluster.clone()]);
        let mut next = copied(judgement);
        while let Some(of) = next.filter(|of| passed.insert(of.clone())) {
            if let Some(known) = self.of_copies.get(&of) {
                cluster.clone_from(known);
                break;
            }
            next = earlier(&of)?.as_ref().and_then(copied);
            cluster = of;
        }
        let form = Form::of(false, !self.is_csv);
        let line = report::clustered(id, &cluster, judgement, form);
        self.lines.add(&line)?;
        if cluster != id {
            self.of_copies.insert(id.to_owned(), cluster);
        }
        Ok(())
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
