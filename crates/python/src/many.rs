//! Reads many pages, or compares many pairs, at a time.

use crate::{Settings, Side, failed_at};
use offprint::{Article, Error};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A page, its address, and its Content-Type header.
type Page = (PyBackedBytes, Option<String>, Option<String>);

/// Reads the articles of some pages in their order, on this many threads, while other Python code runs.
///
/// The threads end with the call: threads that outlived it would be missing after a `fork`.
#[pyfunction]
pub fn read_many(
    py: Python<'_>,
    pages: Vec<Option<Page>>,
    options: &str,
    explain: bool,
    threads: usize,
) -> PyResult<Vec<Option<String>>> {
    let settings = Settings::new(options, explain)?;
    let read = |page: &Option<Page>| {
        let (html, url, content_type) = page.as_ref()?;
        Some(settings.read(html, url.clone(), content_type.clone()))
    };
    Ok(py.detach(|| side_by_side(&pages, threads, read)))
}

/// The fingerprint of each headline and text.
#[pyfunction]
pub fn fingerprint_many(py: Python<'_>, texts: Vec<(String, String)>, threads: usize) -> PyResult<Vec<Option<String>>> {
    each(py, &texts, 0, threads, |(title, text)| {
        let article = Article::of_text(title.clone(), text.clone());
        Ok(article.fingerprint.map(|known| known.to_string()))
    })
}

/// The verdict and score of each pair, without the evidence. `first` is the number of the first pair.
#[pyfunction]
pub fn compare_many(
    py: Python<'_>,
    pairs: Vec<(Side, Side)>,
    first: usize,
    threads: usize,
) -> PyResult<Vec<(&'static str, f64)>> {
    each(py, &pairs, first, threads, |(a, b)| {
        let (verdict, score) = a.record(false)?.compare(&b.record(false)?).rank();
        Ok((verdict.name(), score))
    })
}

/// Whether one of each pair rewrites the other, and how likely that is, without the facts.
#[pyfunction]
pub fn rewriting_many(
    py: Python<'_>,
    pairs: Vec<(Side, Side)>,
    first: usize,
    threads: usize,
) -> PyResult<Vec<(&'static str, Option<f64>)>> {
    each(py, &pairs, first, threads, |(a, b)| {
        let (a, b) = (a.record(false)?, b.record(false)?);
        let found = a.rewriting(&b, a.compare(&b).verdict);
        Ok((found.verdict.name(), found.score))
    })
}

/// The result for each row, in their order. The first error ends it, and names its row, counted from `first`.
pub fn each<T: Sync, R: Send>(
    py: Python<'_>,
    rows: &[T],
    first: usize,
    threads: usize,
    judge: impl Fn(&T) -> Result<R, Error> + Sync,
) -> PyResult<Vec<R>> {
    let judged = py.detach(|| side_by_side(rows, threads, |row| Some(judge(row))));
    let numbered = (first..).zip(judged.into_iter().flatten());
    numbered.map(|(at, found)| found.map_err(|error| failed_at(format!("row {at}"), error))).collect()
}

/// Calls a function on each item on this many threads, and returns the results in the order of the items.
pub fn side_by_side<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    work: impl Fn(&T) -> Option<R> + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let work = || {
        while let Some((at, item)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).map(|item| (at, item))
        } {
            let result = work(item);
            done.lock().unwrap_or_else(PoisonError::into_inner)[at] = result;
        }
    };
    thread::scope(|scope| {
        // This thread is one of them.
        for _ in 1..threads.min(items.len()) {
            scope.spawn(work);
        }
        work();
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}
