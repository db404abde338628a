//! Files that a run writes beside what it prints, a line for each page.

use crate::failure::Failure;
use offprint::Article;
use offprint_report::Row;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file of lines. It has its name only when it is whole.
pub struct Lines {
    path: PathBuf,
    part: PathBuf,
    lines: Option<BufWriter<File>>,
}

impl Lines {
    pub fn create(path: &Path) -> Result<Lines, Failure> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let lines = File::create(&part).map_err(|error| unwritable(&error, path))?;
        Ok(Lines {
            path: path.to_owned(),
            part,
            lines: Some(BufWriter::new(lines)),
        })
    }

    /// Adds a line, or several, each with its end.
    pub fn add(&mut self, text: &str) -> Result<(), Failure> {
        let lines = self.lines.as_mut().expect("open until its end");
        let written = lines.write_all(text.as_bytes());
        written.map_err(|error| unwritable(&error, &self.path))
    }

    pub fn end(mut self) -> Result<(), Failure> {
        let mut lines = self.lines.take().expect("ended once");
        let written = lines
            .flush()
            .and_then(|()| fs::rename(&self.part, &self.path));
        written.map_err(|error| unwritable(&error, &self.path))
    }
}

/// Leaves nothing behind.
impl Drop for Lines {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

fn unwritable(error: &io::Error, path: &Path) -> Failure {
    let what = format!("cannot write ({error})");
    Failure::new(
        what,
        path.display(),
        "check the place it goes to, then run again",
    )
}

/// Whether a file holds lines of JSON by the ending of its name.
pub fn is_json_lines(path: &Path) -> bool {
    ends_in(path, "ndjson") || ends_in(path, "jsonl")
}

pub fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// A table for query engines: a row of JSON for each page.
pub struct Table(Lines);

impl Table {
    pub fn create(path: &Path) -> Result<Table, Failure> {
        if ends_in(path, "parquet") {
            let what = "a Parquet file, which this program does not write";
            let advice = "let it end in .ndjson, or use `npx offprint read … --output`";
            return Err(Failure::new(what, path.display(), advice));
        }
        if !is_json_lines(path) {
            let what = "a table of an unknown kind";
            let advice = "let it end in .ndjson or .jsonl; `npx offprint` writes .parquet, too";
            return Err(Failure::new(what, path.display(), advice));
        }
        Lines::create(path).map(Table)
    }

    pub fn add(&mut self, id: &str, article: &Article) -> Result<(), Failure> {
        let row = serde_json::to_string(&Row::of(id, article));
        self.0
            .add(&(row.expect("strings and numbers are JSON") + "\n"))
    }

    pub fn end(self) -> Result<(), Failure> {
        self.0.end()
    }
}
