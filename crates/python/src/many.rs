//! Many pages or pairs at a time.

use crate::{Settings, failed};
use offprint::Fingerprint;
use offprint::compare::compare;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// A page, its address, and the header that came with it.
type Page = (PyBackedBytes, Option<String>, Option<String>);

/// The articles of some pages in their order, read by so many threads while other Python runs.
///
/// The threads end with the call: what is kept between calls would not be there any more after a `fork`.
#[pyfunction]
pub fn read_many(
    py: Python<'_>,
    pages: Vec<Option<Page>>,
    max_bytes: usize,
    markup: bool,
    explain: bool,
    threads: usize,
) -> Vec<Option<String>> {
    let settings = Settings {
        max_bytes,
        markup,
        explain,
    };
    let read = |page: &Option<Page>| {
        let (html, url, content_type) = page.as_ref()?;
        Some(settings.read(html, url.clone(), content_type.clone()))
    };
    py.detach(|| side_by_side(&pages, threads, read))
}

/// What each pair of fingerprints is to each other, and how alike: the verdict without its evidence.
#[pyfunction]
pub fn compare_many(
    py: Python<'_>,
    pairs: Vec<(Option<String>, Option<String>)>,
    threads: usize,
) -> PyResult<Vec<(&'static str, f64)>> {
    let parse = |text: &Option<String>| text.as_deref().map(str::parse::<Fingerprint>).transpose();
    let judge = |(a, b): &(Option<String>, Option<String>)| {
        let (verdict, score) = compare(parse(a)?.as_ref(), parse(b)?.as_ref()).rank();
        Ok((verdict.name(), score))
    };
    let judged = py.detach(|| side_by_side(&pairs, threads, |pair| Some(judge(pair))));
    let judged: Result<_, offprint::Error> = judged.into_iter().flatten().collect();
    judged.map_err(failed)
}

/// Does something with each on so many threads, and returns what came of it in their order.
fn side_by_side<T: Sync, R: Send>(
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
