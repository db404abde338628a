//! Work on many documents: in parallel, in chunks that bound memory, with a line of progress.

use crate::document::Document;
use crate::failure::{Failure, guard, is_progress_shown};
use crate::input::{Input, Total};
use crate::outcome::{Outcome, grouped};
use crate::source::READ;
use rayon::prelude::*;
use std::io::{Write, stderr};
use std::iter;
use std::panic::resume_unwind;
use std::sync::atomic::Ordering;
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for more items before working on those that are there. Larger: slow input is read in larger chunks;
/// smaller: its results come sooner.
const PATIENCE: Duration = Duration::from_millis(100);
/// The most documents that are read without a line of progress.
const FEW: usize = 50;
/// How often that line changes.
const PAUSE: Duration = Duration::from_millis(100);

/// Does the work on each document, in parallel, and hands over the results in the order of the documents. Failures are
/// counted.
pub fn for_each<T: Send>(
    input: &Input,
    outcome: &mut Outcome,
    work: impl Fn(&Document) -> Result<T, Failure> + Sync,
    mut take: impl FnMut(&mut Outcome, Document, T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut progress = Progress::new(input.total());
    let work = |found: Result<Document, Failure>| {
        let document = found?;
        let done = guard(&document.id, || work(&document))?;
        Ok((document, done))
    };
    in_chunks(input.all(), work, |chunk| {
        progress.add(chunk.len());
        for done in chunk {
            match done {
                Ok((document, done)) => take(outcome, document, done)?,
                Err(failure) => outcome.fail(failure)?,
            }
        }
        Ok(())
    })
}

/// Does the work on each item, in chunks that bound memory, and hands over the results in the order of the items,
/// until `each` fails. With several threads, it looks for the next items and works on them meanwhile.
pub fn in_chunks<T: Send, U: Send>(
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> U + Sync + Send,
    mut each: impl FnMut(Vec<U>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = rayon::current_num_threads();
    let size = 16 * threads;
    let mut items = items.fuse();
    if threads == 1 {
        while let Some(chunk) = chunk(size, |_| items.next()) {
            each(chunk.into_iter().map(&work).collect())?;
        }
        return Ok(());
    }
    thread::scope(|scope| {
        let (send, found) = sync_channel(size);
        let (hand_over, results) = sync_channel(1);
        scope.spawn(move || items.all(|item| send.send(item).is_ok()));
        let worker = scope.spawn(move || {
            let mut chunks = iter::from_fn(|| {
                chunk(size, |wait| wait.map_or_else(|| found.recv().ok(), |wait| found.recv_timeout(wait).ok()))
            });
            // The receiver is gone if `each` failed.
            chunks.all(|chunk| hand_over.send(chunk.into_par_iter().map(&work).collect()).is_ok())
        });
        results.into_iter().try_for_each(each)?;
        worker.join().map_or_else(|panic| resume_unwind(panic), |_| Ok(()))
    })
}

/// The next items, as many as come soon. `next` is the next one, if it comes within this time.
fn chunk<T>(size: usize, mut next: impl FnMut(Option<Duration>) -> Option<T>) -> Option<Vec<T>> {
    let mut chunk = vec![next(None)?];
    let start = Instant::now();
    while chunk.len() < size
        && let Some(left) = PATIENCE.checked_sub(start.elapsed())
        && let Some(item) = next(Some(left))
    {
        chunk.push(item);
    }
    Some(chunk)
}

/// The progress of the work, shown on standard error if that is a terminal and the results go elsewhere.
pub struct Progress {
    total: Total,
    done: usize,
    is_wanted: bool,
    begun: Instant,
    shown: Option<Instant>,
}

impl Progress {
    pub fn new(total: Total) -> Progress {
        Progress { total, done: 0, is_wanted: is_progress_shown(), begun: Instant::now(), shown: None }
    }

    /// Counts finished documents.
    pub fn add(&mut self, documents: usize) {
        self.done += documents;
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() >= PAUSE);
        let is_many = if let Total::Documents(total) = self.total { total } else { self.done } > FEW;
        if self.is_wanted && is_due && is_many {
            let seconds = self.begun.elapsed().as_secs_f64();
            let (of, share) = match &self.total {
                Total::Unknown => (String::new(), None),
                Total::Documents(total) => (format!(" of {}", grouped(*total)), Some(self.done as f64 / *total as f64)),
                Total::Bytes(of) => (String::new(), Some(READ.load(Ordering::Relaxed) as f64 / *of as f64)),
            };
            let rest = share.map_or(String::new(), |share| {
                format!(", {:.0} %, {:.0} s left", 100.0 * share, seconds * (1.0 / share.max(0.001) - 1.0).max(0.0))
            });
            let (done, rate) = (grouped(self.done), grouped((self.done as f64 / seconds.max(0.001)) as usize));
            // The next message also begins at the start of the line.
            let _ = write!(stderr(), "\x1B[K{done}{of} documents, {rate} a second{rest}\r");
            self.shown = Some(Instant::now());
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(stderr(), "\x1B[K");
        }
    }
}
