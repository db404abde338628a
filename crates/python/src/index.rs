//! Articles seen before, in memory or in a file.

use crate::failed;
use offprint::Fingerprint;
use offprint::compare::{Offprint, Verdict, compare};
use offprint::index::{FileError, InMemory, Judgement, OnFile, arrive};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[pyclass]
pub struct Index(Mutex<Kind>);

enum Kind {
    Memory(Box<InMemory<Fingerprint>>),
    File(Box<OnFile>),
    Closed,
}

/// An article that was seen before.
#[derive(Serialize)]
struct Match {
    id: String,
    verdict: Verdict,
    score: f64,
}

fn told(error: FileError) -> PyErr {
    PyValueError::new_err(("index", error.to_string()))
}

/// Asks the one index or the other.
macro_rules! ask {
    ($kind:expr, $index:ident => $asked:expr) => {
        match &mut *$kind {
            Kind::Memory($index) => $asked.map_err(|never| match never {}),
            Kind::File($index) => $asked.map_err(told),
            Kind::Closed => Err(PyValueError::new_err((
                "index_closed",
                "this index was closed: open it again",
            ))),
        }
    };
}

#[pymethods]
impl Index {
    #[new]
    #[pyo3(signature = (path=None))]
    fn new(py: Python<'_>, path: Option<PathBuf>) -> PyResult<Index> {
        let kind = match path {
            None => Kind::Memory(Box::new(InMemory::new())),
            Some(path) => {
                let opened = py.detach(|| OnFile::open(&path));
                Kind::File(Box::new(opened.map_err(told)?))
            }
        };
        Ok(Index(Mutex::new(kind)))
    }

    /// Judges an article, and keeps it.
    fn add(&self, py: Python<'_>, id: &str, fingerprint: Option<&str>) -> PyResult<String> {
        let fingerprint = fingerprint.map(str::parse::<Fingerprint>).transpose();
        let fingerprint = fingerprint.map_err(failed)?;
        py.detach(|| {
            let mut kind = self.kind();
            let arrival = ask!(kind, index => arrive(id, fingerprint, &Offprint, &mut **index))?;
            let known = arrival.reads.is_none();
            let Judgement { verdict, of, score } = arrival.judgement;
            let said = json!({
                "id": id, "verdict": verdict, "of": of, "reads": arrival.reads.unwrap_or(0), "score": score,
                "known": known, "gated": arrival.gated,
            });
            Ok(said.to_string())
        })
    }

    /// What an article repeats or overlaps, without keeping it.
    fn find(&self, py: Python<'_>, fingerprint: &str) -> PyResult<String> {
        let fingerprint: Fingerprint = fingerprint.parse().map_err(failed)?;
        py.detach(|| {
            let mut found: Vec<Match> = Vec::new();
            let visit = |other: offprint::index::Found<'_, Fingerprint>| {
                let (verdict, score) = compare(Some(&fingerprint), Some(other.signature)).rank();
                if verdict >= Verdict::Partial {
                    let id = other.id.to_owned();
                    found.push(Match { id, verdict, score });
                }
            };
            let mut kind = self.kind();
            ask!(kind, index => offprint::index::Index::visit(&**index, &fingerprint.read_keys(), visit))?;
            // Stable: of equals that which came first.
            found.sort_by(|a, b| (b.verdict, b.score).partial_cmp(&(a.verdict, a.score)).expect("scores are numbers"));
            Ok(json!(found).to_string())
        })
    }

    fn remove(&self, py: Python<'_>, id: &str) -> PyResult<bool> {
        py.detach(|| {
            let mut kind = self.kind();
            ask!(kind, index => offprint::index::Index::remove(&mut **index, id))
        })
    }

    /// What was said of an article that has come.
    fn get(&self, py: Python<'_>, id: &str) -> PyResult<Option<String>> {
        py.detach(|| {
            let mut kind = self.kind();
            let said = ask!(kind, index => offprint::index::Index::judgement(&**index, id))?;
            Ok(said.map(|Judgement { verdict, of, score }| {
                json!({ "id": id, "verdict": verdict, "of": of, "score": score }).to_string()
            }))
        })
    }

    fn stats(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| {
            let mut kind = self.kind();
            let stats = ask!(kind, index => offprint::index::Index::stats(&**index))?;
            let said = json!({
                "judged": stats.judged, "stored": stats.stored, "classes": stats.classes, "keys": stats.keys,
                "commonKeys": stats.common_keys, "leads": stats.leads,
            });
            Ok(said.to_string())
        })
    }

    /// Writes what was added to the file, if there is one.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| {
            let mut kind = self.kind();
            ask!(kind, index => offprint::index::Index::save(&mut **index))
        })
    }

    /// Lets go of the file without writing.
    fn close(&self) {
        *self.kind() = Kind::Closed;
    }
}

impl Index {
    fn kind(&self) -> MutexGuard<'_, Kind> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
