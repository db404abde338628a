//! Many pages at a time.

use crate::Settings;
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
    py.detach(|| {
        let next = AtomicUsize::new(0);
        let articles: Mutex<Vec<Option<String>>> = Mutex::new(vec![None; pages.len()]);
        let work = || {
            while let Some((at, page)) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                pages.get(at).map(|page| (at, page))
            } {
                let article = read(page);
                articles.lock().unwrap_or_else(PoisonError::into_inner)[at] = article;
            }
        };
        thread::scope(|scope| {
            // This thread is one of them.
            for _ in 1..threads.min(pages.len()) {
                scope.spawn(work);
            }
            work();
        });
        articles
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    })
}
