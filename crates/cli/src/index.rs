//! Opens the library's index in a file, which outlives the run.

use crate::failure::{At, FAILED, Failure, warn};
use offprint::index::Limits;
pub use offprint::index::{FileError, OnFile};
use std::panic;
use std::path::Path;

/// Opens an index, or creates it if the file does not exist. `limits` replace those of the index, if given.
pub fn open(path: &Path, limits: Option<Limits>) -> Result<OnFile, Failure> {
    expect_damage(path);
    Ok(limits.map_or_else(|| OnFile::open(path), |limits| OnFile::open_with(path, limits))?)
}

/// Opens an index that stays as it is, while others do the same.
pub fn read_only(path: &Path) -> Result<OnFile, Failure> {
    std::fs::metadata(path).at(path)?;
    expect_damage(path);
    Ok(OnFile::read_only(path)?)
}

/// A damaged file makes the database panic where it does not expect damage. The user still needs a message that says
/// what to do; a panic hook prints it whether panics unwind or abort.
fn expect_damage(path: &Path) {
    let damaged = Failure::from(FileError::damaged(path));
    let otherwise = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        let in_database = panicked.location().is_some_and(|at| at.file().contains("redb"));
        if !in_database {
            return otherwise(panicked);
        }
        warn(&damaged);
        std::process::exit(FAILED.into());
    }));
}
