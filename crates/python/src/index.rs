//! Articles seen before, in memory or in a file.

use crate::many::side_by_side;
use crate::{Side, failed, failed_at, written};
use offprint::index::{FileError, InMemory, Index as _, Judgement, Limits, OnFile};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[pyclass]
pub struct Index {
    kind: Mutex<Kind>,
    /// Whether rewritten articles are also found. Otherwise records have no facts.
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
    fn new(py: Python<'_>, path: Option<PathBuf>, rewrites: bool, read_only: bool) -> PyResult<Index> {
        let limits = if rewrites { Limits::WITH_FACTS } else { Limits::default() };
        let opened = |path: PathBuf| match (read_only, rewrites) {
            (true, _) => OnFile::read_only(&path),
            (false, true) => OnFile::open_with(&path, limits),
            (false, false) => OnFile::open(&path),
        };
        let kind = match path {
            None => Kind::Memory(Box::new(InMemory::with(limits))),
            Some(path) => Kind::File(Box::new(py.detach(|| opened(path)).map_err(to_py_err)?)),
        };
        Ok(Index { kind: Mutex::new(kind), rewrites })
    }

    /// Judges articles in their order, and keeps them. Makes their records and compares them with earlier articles in
    /// memory, on this many threads.
    fn add(&self, py: Python<'_>, articles: Vec<(String, Side)>, threads: usize) -> PyResult<Vec<String>> {
        py.detach(|| {
            let records = side_by_side(&articles, threads, |(_, side)| Some(side.record(self.rewrites)));
            let mut kind = self.kind();
            // With one thread, this would only find everything twice.
            let ranks = side_by_side(&records, threads, |record| match (&*kind, record) {
                (Kind::Memory(index), Some(Ok(record))) if threads > 1 => index.ranks(record).ok(),
                _ => None,
            });
            let rows = articles.iter().zip(records.into_iter().flatten()).zip(ranks);
            let added = rows.map(|(((id, _), record), ranks)| {
                let record = record.map_err(|error| failed_at(format!("the article {id:?}"), error))?;
                let ranks = ranks.unwrap_or_default();
                let insertion = ask!(kind, index => index.insert_ranked(id, &record, &ranks))?;
                let Judgement { of, score, .. } = &insertion.judgement;
                Ok(written(json!({
                    "id": insertion.id, "verdict": insertion.judgement.name(), "of": of, "score": score,
                    "known": insertion.known, "gated": insertion.gated, "rewriting": insertion.rewriting,
                })))
            });
            added.collect()
        })
    }

    /// Finds what an article repeats, overlaps or rewrites, without keeping it.
    fn find(&self, py: Python<'_>, article: Side) -> PyResult<String> {
        py.detach(|| {
            let record = article.record(self.rewrites).map_err(failed)?;
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
}
