//! The files that `dedupe` writes: the documents that are not copies, and the clusters of all documents.

use crate::document::Document;
use crate::failure::{Failure, guard};
use crate::kind::{ends_in, inner};
use crate::table::{LineFile, check_list};
use clap::ValueEnum;
use offprint::Article;
use offprint::compare::Verdict;
use offprint::index::{Index, Judgement};
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

/// The files of `--keep` and `--clusters`.
pub struct Outputs {
    unique: Option<Unique>,
    /// A table of all documents of a run, each with its cluster; and its form.
    clusters: Option<(LineFile, Form)>,
    /// The first documents of clusters, by the ids of the others.
    firsts: HashMap<String, String>,
}

impl Outputs {
    pub fn create(keep: Option<&Path>, best: Best, clusters: Option<&Path>) -> Result<Outputs, Failure> {
        Ok(Outputs {
            clusters: clusters.map(create_clusters).transpose()?,
            unique: keep.map(|path| Unique::create(path, best)).transpose()?,
            firsts: HashMap::new(),
        })
    }

    /// Adds documents that have arrived. Returns the failures of those that can no longer be read.
    pub fn add<'a, I>(
        &mut self,
        new: impl Iterator<Item = (&'a Document, &'a Judgement, Rank)>,
        index: &I,
        article: impl Fn(&Document) -> Result<Article, Failure> + Sync,
    ) -> Result<Vec<Failure>, Failure>
    where
        I: Index,
        Failure: From<I::Error>,
    {
        if self.unique.is_none() && self.clusters.is_none() {
            return Ok(Vec::new());
        }
        let mut taken = Vec::new();
        for (document, judgement, rank) in new {
            let id = &document.id;
            let cluster = self.cluster(id, judgement, |earlier| Ok(index.judgement(earlier)?))?;
            if let Some((table, form)) = &mut self.clusters {
                table.add(&report::clustered(id, &cluster, judgement, *form))?;
            }
            let is_same = judgement.verdict == Verdict::Same;
            if let Some(unique) = &mut self.unique
                && unique.takes(cluster, is_same, rank)
            {
                taken.push(document);
            }
        }
        let unique = self.unique.as_mut();
        unique.map_or(Ok(Vec::new()), |unique| unique.add(&taken, article))
    }

    /// The cluster of a document with this verdict: the first document that it, or a copy that it repeats, is the same
    /// as. `earlier` looks up the judgement on a document of an earlier run.
    fn cluster(
        &mut self,
        id: &str,
        judgement: &Judgement,
        earlier: impl Fn(&str) -> Result<Option<Judgement>, Failure>,
    ) -> Result<String, Failure> {
        let mut cluster = id.to_owned();
        // An article that was removed and judged again may be a copy of its own copy.
        let mut passed = HashSet::from([cluster.clone()]);
        let mut next = copied(judgement);
        while let Some(source) = next.filter(|source| passed.insert(source.clone())) {
            if let Some(known) = self.firsts.get(&source) {
                cluster.clone_from(known);
                break;
            }
            next = earlier(&source)?.as_ref().and_then(copied);
            cluster = source;
        }
        if cluster != id {
            self.firsts.insert(id.to_owned(), cluster.clone());
        }
        Ok(cluster)
    }

    pub fn end(self) -> Result<(), Failure> {
        self.unique.map_or(Ok(()), Unique::end)?;
        self.clusters.map_or(Ok(()), |(table, _)| table.end_without(&HashSet::new()))
    }
}

/// The document that another one is the same as.
fn copied(judgement: &Judgement) -> Option<String> {
    let is_same = judgement.verdict == Verdict::Same;
    judgement.of.clone().filter(|_| is_same)
}

fn create_clusters(path: &Path) -> Result<(LineFile, Form), Failure> {
    check_list("clusters", path, &["csv"])?;
    let is_csv = ends_in(&inner(path), &["csv"]);
    let mut table = LineFile::create(path)?;
    if is_csv {
        table.add(report::CLUSTER_HEADER)?;
    }
    Ok((table, Form::new(false, !is_csv)))
}

/// The documents of a run that are not the same as an earlier one, each once, in order of insertion; or the best of
/// each cluster instead of its first.
struct Unique {
    lines: LineFile,
    best: Best,
    /// For each cluster, the best rank so far and the number of its line.
    chosen: HashMap<String, (u32, usize)>,
    /// Lines taken so far, and those for which a better one came later.
    taken: usize,
    replaced: HashSet<usize>,
}

impl Unique {
    fn create(path: &Path, best: Best) -> Result<Unique, Failure> {
        check_list("documents", path, &[])?;
        Ok(Unique { lines: LineFile::create(path)?, best, chosen: HashMap::new(), taken: 0, replaced: HashSet::new() })
    }

    /// Whether the next document is kept, at least until a better one of its cluster comes.
    fn takes(&mut self, cluster: String, is_same: bool, (length, quality): Rank) -> bool {
        let rank = match self.best {
            Best::First => return !is_same,
            Best::Longest => length,
            Best::Quality => quality,
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
    fn add(
        &mut self,
        documents: &[&Document],
        article: impl Fn(&Document) -> Result<Article, Failure> + Sync,
    ) -> Result<Vec<Failure>, Failure> {
        let form = PageForm { form: Form::JsonLine, headed: false, explain: false, body: BodyForm::Text };
        let lines = documents.par_iter().map(|document| match document.line() {
            Some(line) => Ok(format!("{line}\n")),
            None => {
                let article = guard(&document.id, || article(document))?;
                Ok(report::page(&document.id, &article, form))
            }
        });
        let mut failures = Vec::new();
        for line in lines.collect::<Vec<_>>() {
            match line {
                Ok(line) => self.lines.add(&line)?,
                Err(failure) => {
                    // Keep an empty line: lines are identified by their numbers.
                    self.lines.add(if self.best == Best::First { "" } else { "\n" })?;
                    failures.push(failure);
                }
            }
        }
        Ok(failures)
    }

    fn end(self) -> Result<(), Failure> {
        self.lines.end_without(&self.replaced)
    }
}
