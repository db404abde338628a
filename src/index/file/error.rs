//! Why an index in a file cannot be used.

use redb::Error;
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// Why an index in a file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileError {
    /// What went wrong.
    pub what: String,
    /// The file.
    pub path: PathBuf,
    /// How to fix it.
    pub advice: &'static str,
}

impl FileError {
    fn new(what: String, path: &Path, advice: &'static str) -> FileError {
        FileError { what, path: path.to_owned(), advice }
    }

    /// A panic inside the database means damage that it did not expect.
    pub fn damaged(path: &Path) -> FileError {
        let reason = "its parts contradict each other".to_owned();
        failure(Error::Corrupted(reason), path)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.what, self.path.display(), self.advice)
    }
}

impl std::error::Error for FileError {}

const REMAKE: &str = "name another file, or remove this one to begin a new index";

pub(super) fn other_version(of: &str, found: Option<u64>, written: u64, path: &Path) -> FileError {
    let what = match found {
        Some(found) => format!("{of} version {found}, where this release reads {written}"),
        None => "a database, but no index of offprint".to_owned(),
    };
    FileError::new(what, path, REMAKE)
}

pub(super) fn failure(error: Error, path: &Path) -> FileError {
    let (what, advice) = match error {
        Error::DatabaseAlreadyOpen => ("an index in use".to_owned(), "wait until the other run has ended"),
        Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            (format!("no index of offprint, or a damaged one ({error})"), REMAKE)
        }
        Error::Io(error) if error.kind() == io::ErrorKind::Unsupported => {
            (format!("cannot change the index ({error})"), "open it again, to write")
        }
        Error::RepairAborted => {
            ("an index whose last run was killed".to_owned(), "open it once to write, which mends it")
        }
        Error::Io(error) => (format!("cannot use the index ({error})"), "check the path, its permissions and the disk"),
        Error::Corrupted(reason) => (format!("a damaged index ({reason})"), REMAKE),
        error => (format!("an index of another kind ({error})"), REMAKE),
    };
    FileError::new(what, path, advice)
}
