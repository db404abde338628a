//! Tables for query engines: files of JSON lines.

use crate::failure::Failure;
use offprint::Article;
use offprint_report::Row;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that pages are written to, a row each. It has its name only when it is whole.
pub struct Table {
    path: PathBuf,
    part: PathBuf,
    rows: Option<BufWriter<File>>,
}

impl Table {
    pub fn create(path: &Path) -> Result<Table, Failure> {
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        match ending.to_str() {
            Some("ndjson" | "jsonl") => {}
            Some("parquet") => {
                let what = "a Parquet file, which this program does not write";
                let advice = "let it end in .ndjson, or use `npx offprint read … --output`";
                return Err(Failure::new(what, path.display(), advice));
            }
            _ => {
                let advice = "let it end in .ndjson or .jsonl; `npx offprint` writes .parquet, too";
                return Err(Failure::new(
                    "a table of an unknown kind",
                    path.display(),
                    advice,
                ));
            }
        }
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let rows = File::create(&part).map_err(|error| unwritable(&error, path))?;
        Ok(Table {
            path: path.to_owned(),
            part,
            rows: Some(BufWriter::new(rows)),
        })
    }

    pub fn add(&mut self, id: &str, article: &Article) -> Result<(), Failure> {
        let row = serde_json::to_string(&Row::of(id, article));
        let row = row.expect("strings and numbers are JSON");
        let rows = self.rows.as_mut().expect("open until its end");
        writeln!(rows, "{row}").map_err(|error| unwritable(&error, &self.path))
    }

    pub fn end(mut self) -> Result<(), Failure> {
        let mut rows = self.rows.take().expect("ended once");
        let written = rows
            .flush()
            .and_then(|()| fs::rename(&self.part, &self.path));
        written.map_err(|error| unwritable(&error, &self.path))
    }
}

/// Leaves nothing behind.
impl Drop for Table {
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
