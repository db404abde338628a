//! Files that a run writes beside what it prints, a line for each page.

use crate::failure::Failure;
use crate::parquet::{Kind, Writer};
use offprint::Article;
use offprint_report::Row;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. It has its name only when it is whole, and nothing of it stays behind otherwise.
pub struct Part {
    path: PathBuf,
    part: PathBuf,
}

impl Part {
    fn create(path: &Path) -> Result<(Part, File), Failure> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let file = File::create(&part).map_err(|error| unwritable(&error, path))?;
        let path = path.to_owned();
        Ok((Part { path, part }, file))
    }

    fn end(self) -> Result<(), Failure> {
        fs::rename(&self.part, &self.path).map_err(|error| unwritable(&error, &self.path))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.part);
    }
}

/// A file of lines.
pub struct Lines {
    part: Part,
    lines: BufWriter<File>,
}

impl Lines {
    pub fn create(path: &Path) -> Result<Lines, Failure> {
        let (part, file) = Part::create(path)?;
        let lines = BufWriter::new(file);
        Ok(Lines { part, lines })
    }

    /// Adds a line, or several, each with its end.
    pub fn add(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.lines.write_all(text.as_bytes());
        written.map_err(|error| unwritable(&error, &self.part.path))
    }

    pub fn end(mut self) -> Result<(), Failure> {
        let written = self.lines.flush();
        written.map_err(|error| unwritable(&error, &self.part.path))?;
        self.part.end()
    }
}

fn unwritable(error: &dyn Error, path: &Path) -> Failure {
    let what = format!("cannot write ({error})");
    let advice = "check the place it goes to, then run again";
    Failure::new(what, path.display(), advice)
}

/// Whether a file holds lines of JSON by the ending of its name.
pub fn is_json_lines(path: &Path) -> bool {
    ends_in(path, "ndjson") || ends_in(path, "jsonl")
}

pub fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension()
        .is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

/// A table of pages for query engines, a row each. It has its name only when it is whole.
pub enum Table {
    Json(Lines),
    Parquet(Part, Writer),
}

/// The columns of a row in their order: those of [`Row`].
const COLUMNS: &[(&str, Kind)] = &[
    ("id", Kind::Text),
    ("url", Kind::Maybe),
    ("title", Kind::Text),
    ("length", Kind::Number),
    ("script", Kind::Text),
    ("read_keys", Kind::Texts),
    ("write_keys", Kind::Texts),
    ("fingerprint", Kind::Maybe),
    ("canonical", Kind::Maybe),
    ("site", Kind::Maybe),
    ("credit", Kind::Maybe),
    ("author", Kind::Maybe),
    ("published", Kind::Maybe),
    ("published_time", Kind::Maybe),
    ("modified_time", Kind::Maybe),
    ("language", Kind::Text),
    ("direction", Kind::Text),
    ("page_type", Kind::Text),
    ("quality", Kind::Number),
    ("gated", Kind::Flag),
    ("word_count", Kind::Number),
    ("description", Kind::Maybe),
    ("image", Kind::Maybe),
    ("tags", Kind::Maybe),
    ("favicon", Kind::Maybe),
    ("text", Kind::Text),
    ("markdown", Kind::Maybe),
];

impl Table {
    pub fn create(path: &Path) -> Result<Table, Failure> {
        if is_json_lines(path) {
            return Lines::create(path).map(Table::Json);
        }
        if !ends_in(path, "parquet") {
            let what = "a table of an unknown kind";
            let advice = "let it end in .ndjson, .jsonl or .parquet";
            return Err(Failure::new(what, path.display(), advice));
        }
        let (part, file) = Part::create(path)?;
        let writer = Writer::new(file, COLUMNS).map_err(|error| unwritable(&error, path))?;
        Ok(Table::Parquet(part, writer))
    }

    pub fn add(&mut self, id: &str, article: &Article) -> Result<(), Failure> {
        let row = serde_json::to_value(Row::of(id, article)).expect("strings and numbers are JSON");
        match self {
            Table::Json(lines) => lines.add(&format!("{row}\n")),
            Table::Parquet(part, writer) => writer
                .add(row)
                .map_err(|error| unwritable(&error, &part.path)),
        }
    }

    pub fn end(self) -> Result<(), Failure> {
        match self {
            Table::Json(lines) => lines.end(),
            Table::Parquet(part, writer) => {
                writer
                    .end()
                    .map_err(|error| unwritable(&error, &part.path))?;
                part.end()
            }
        }
    }
}
