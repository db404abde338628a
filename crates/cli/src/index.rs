//! The index that outlives the run, which is the library's.

use crate::failure::{FAILED, Failure, warn};
use offprint::index::Limits;
pub use offprint::index::{FileError, OnFile};
use std::panic;
use std::path::Path;

/// Opens an index, or makes it if there is no file; with limits, if others are wanted than those of what it holds.
///
/// Damage makes the database panic at places where it does not expect any. That too is to end in a
/// message that says what to do; a hook does it whether panics unwind or abort.
pub fn open(path: &Path, limits: Option<Limits>) -> Result<OnFile, Failure> {
    let damaged = Failure::from(FileError::damaged(path));
    let otherwise = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        let in_database = panicked
            .location()
            .is_some_and(|at| at.file().contains("redb"));
        if !in_database {
            return otherwise(panicked);
        }
        warn(&damaged);
        std::process::exit(FAILED.into());
    }));
    Ok(match limits {
        Some(limits) => OnFile::open_with(path, limits)?,
        None => OnFile::open(path)?,
    })
}
