//! Articles seen before, in memory or in a file.

use crate::{Side, failed, written};
use offprint::compare::ArticleRecord;
use offprint::index::{FileError, InMemory, Index as _, Judgement, Limits, OnFile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[pyclass]
pub struct Index {
    kind: Mutex<Kind>,
    /// Whether rewritten articles are found, too. Otherwise records have no facts.
    rewrites: bool,
}

enum Kind {
    Memory(Box<InMemory>),
    File(Box<OnFile>),
    Closed,
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
    fn add(&self, py: Python<'_>, id: &str, article: Side) -> PyResult<String> {
        py.detach(|| {
            let record = self.record(article)?;
            let mut kind = self.kind();
            let insertion = ask!(kind, index => index.insert(id, &record))?;
            let Judgement { of, score, .. } = &insertion.judgement;
            let answer = json!({
                "id": insertion.id, "verdict": insertion.judgement.name(), "of": of, "score": score,
                "known": insertion.known, "gated": insertion.gated, "rewriting": insertion.rewriting,
            });
            Ok(written(answer))
        })
    }

    /// Finds what an article repeats, overlaps or rewrites, without keeping it.
    fn find(&self, py: Python<'_>, article: Side) -> PyResult<String> {
        py.detach(|| {
            let record = self.record(article)?;
            let mut kind = self.kind();
            Ok(written(ask!(kind, index => index.find(&record))?))
        })
    }

    fn remove(&self, py: Python<'_>, id: &str) -> PyResult<bool> {
        py.detach(|| {
            let mut kind = self.kind();
            ask!(kind, index => index.remove(id))
        })
    }

    /// The answer on an article that has been added.
    fn get(&self, py: Python<'_>, id: &str) -> PyResult<Option<String>> {
        py.detach(|| {
            let mut kind = self.kind();
            let judgement = ask!(kind, index => index.judgement(id))?;
            Ok(judgement.map(|judgement| {
                let (verdict, of, score) = (judgement.name(), judgement.of, judgement.score);
                written(json!({ "id": id, "verdict": verdict, "of": of, "score": score }))
            }))
        })
    }

    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let mut kind = self.kind();
            let stats = ask!(kind, index => index.stats())?;
            Ok(written(stats))
        })
    }

    /// Writes the additions to the file, if there is one.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let mut kind = self.kind();
            ask!(kind, index => index.save())
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

    /// The part of an article that is kept.
    fn record(&self, article: Side) -> PyResult<ArticleRecord> {
        let article = article.parsed().map_err(failed)?;
        Ok(if self.rewrites { article.with_facts() } else { article }.record)
    }
}
