//! Articles seen before, in memory or in a file.

use crate::{Side, failed, written};
use offprint::compare::{ArticleRecord, RewriteVerdict, Signature, Verdict};
use offprint::index::{Compared, FileError, Found, InMemory, Judgement, Limits, OnFile, insert, nearest};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[pyclass]
pub struct Index {
    kind: Mutex<Kind>,
    /// Whether rewritten articles are found, too. Otherwise signatures have no facts.
    rewrites: bool,
}

enum Kind {
    Memory(Box<InMemory>),
    File(Box<OnFile>),
    Closed,
}

/// An article that was seen before.
#[derive(Serialize)]
struct Match {
    id: String,
    verdict: Verdict,
    score: f64,
    /// How likely it is that one is a rewriting of the other, if they are not copies.
    rewritten: Option<f64>,
}

fn to_py_err(error: FileError) -> PyErr {
    PyValueError::new_err(("index", error.to_string()))
}

/// Calls the index in memory or the one in a file.
macro_rules! ask {
    ($kind:expr, $index:ident => $asked:expr) => {
        match &mut *$kind {
            Kind::Memory($index) => $asked.map_err(|never| match never {}),
            Kind::File($index) => $asked.map_err(to_py_err),
            Kind::Closed => Err(PyValueError::new_err(("index_closed", "this index is closed: open it again"))),
        }
    };
}

#[pymethods]
impl Index {
    #[new]
    #[pyo3(signature = (path=None, rewrites=false))]
    fn new(py: Python<'_>, path: Option<PathBuf>, rewrites: bool) -> PyResult<Index> {
        let kind = match (path, rewrites) {
            (None, false) => Kind::Memory(Box::new(InMemory::new())),
            (None, true) => Kind::Memory(Box::new(InMemory::with(Limits::WITH_FACTS))),
            (Some(path), rewrites) => {
                let opened = py.detach(|| {
                    if rewrites { OnFile::open_with(&path, Limits::WITH_FACTS) } else { OnFile::open(&path) }
                });
                Kind::File(Box::new(opened.map_err(to_py_err)?))
            }
        };
        Ok(Index { kind: Mutex::new(kind), rewrites })
    }

    /// Judges an article, and keeps it.
    fn add(&self, py: Python<'_>, id: &str, article: Side, digest: Option<u64>) -> PyResult<String> {
        py.detach(|| {
            let signature = self.signature(article)?;
            let mut kind = self.kind();
            let insertion = ask!(kind, index => insert(id, digest, signature, &mut **index))?;
            let known = insertion.reads.is_none();
            let Judgement { verdict, of, score } = insertion.judgement;
            let answer = json!({
                "id": id, "verdict": verdict, "of": of, "reads": insertion.reads.unwrap_or(0), "score": score,
                "known": known, "gated": insertion.gated, "rewriting": insertion.rewrite_of,
            });
            Ok(written(answer))
        })
    }

    /// Finds what an article repeats, overlaps or rewrites, without keeping it.
    fn find(&self, py: Python<'_>, article: Side, digest: Option<u64>) -> PyResult<String> {
        py.detach(|| {
            let mut kind = self.kind();
            let signature = self.signature(article)?;
            let equal = ask!(kind, index => offprint::index::Index::equal(&**index, digest, signature.as_ref()))?;
            let equal = equal.map(|(id, _)| Match { id, verdict: Verdict::Same, score: 1.0, rewritten: None });
            let Some(signature) = signature else {
                return Ok(written(Vec::from_iter(equal)));
            };
            let mut found: Vec<Match> = Vec::new();
            let mut compared = Vec::new();
            let visit = |other: Found<'_>| {
                let (verdict, score) = signature.compare(other.signature).rank();
                let rewritten = signature
                    .rewriting(other.signature, verdict)
                    .filter(|found| found.verdict == RewriteVerdict::Rewritten)
                    .and_then(|found| found.score);
                compared.push(Compared { class: other.class, verdict, score });
                found.push(Match { id: other.id.to_owned(), verdict, score, rewritten });
            };
            ask!(kind, index => offprint::index::Index::visit(&**index, &signature.read_keys(), visit))?;
            let rank = |found: &Match| match found.rewritten {
                Some(likelihood) => (Verdict::Different, likelihood),
                None => (found.verdict, found.score),
            };
            // The one that `add` names comes first.
            let first = equal.or_else(|| nearest(&compared).map(|nearest| found.remove(nearest.place)));
            let is_first = |other: &Match| first.as_ref().is_some_and(|first| first.id == other.id);
            let is_match = |other: &Match| other.verdict >= Verdict::Partial || other.rewritten.is_some();
            found.retain(|other| is_match(other) && !is_first(other));
            // The sort is stable, so the earliest of equals comes first.
            found.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).expect("scores are numbers"));
            found.splice(0..0, first);
            Ok(written(found))
        })
    }

    fn remove(&self, py: Python<'_>, id: &str) -> PyResult<bool> {
        py.detach(|| {
            let mut kind = self.kind();
            ask!(kind, index => offprint::index::Index::remove(&mut **index, id))
        })
    }

    /// The answer on an article that has been added.
    fn get(&self, py: Python<'_>, id: &str) -> PyResult<Option<String>> {
        py.detach(|| {
            let mut kind = self.kind();
            let judgement = ask!(kind, index => offprint::index::Index::judgement(&**index, id))?;
            Ok(judgement.map(|Judgement { verdict, of, score }| {
                written(json!({ "id": id, "verdict": verdict, "of": of, "score": score }))
            }))
        })
    }

    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let mut kind = self.kind();
            let stats = ask!(kind, index => offprint::index::Index::stats(&**index))?;
            Ok(written(stats))
        })
    }

    /// Writes the additions to the file, if there is one.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let mut kind = self.kind();
            ask!(kind, index => offprint::index::Index::save(&mut **index))
        })
    }

    /// Closes the file without writing.
    fn close(&self) {
        *self.kind() = Kind::Closed;
    }
}

impl Index {
    fn kind(&self) -> MutexGuard<'_, Kind> {
        self.kind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The part of an article that is kept; `None` if it has no fingerprint.
    fn signature(&self, article: Side) -> PyResult<Option<Signature>> {
        let article = article.parsed().map_err(failed)?;
        let article = if self.rewrites { article.with_facts() } else { article };
        let ArticleRecord { fingerprint, sketch, .. } = article.record;
        Ok(fingerprint.map(|fingerprint| Signature::new(fingerprint, sketch)))
    }
}
