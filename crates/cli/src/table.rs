//! Files that a run writes besides its output, with a row for each page.

use crate::failure::Failure;
use crate::kind::{ends_in, inner};
#[cfg(feature = "parquet")]
use crate::parquet::{self, Column, Writer};
#[cfg(feature = "parquet")]
use ::parquet::errors::ParquetError;
use flate2::{Compression, write::GzEncoder};
use offprint::compare::ArticleRecord;
use offprint::schema::Field;
#[cfg(feature = "parquet")]
use offprint::schema::Kind;
use offprint::{Article, Metadata};
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::error::Error;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. It gets its name when it is complete; otherwise it is removed.
pub struct Part {
    path: PathBuf,
    part: PathBuf,
}

impl Part {
    fn create(path: &Path) -> Result<(Part, File), Failure> {
        let part = with_ending(path, ".part");
        let file = File::create(&part).map_err(|error| unwritable(&error, path))?;
        Ok((Part { path: path.to_owned(), part }, file))
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

pub struct LineFile {
    part: Part,
    lines: BufWriter<File>,
}

impl LineFile {
    pub fn create(path: &Path) -> Result<LineFile, Failure> {
        check_form(path)?;
        let (part, file) = Part::create(path)?;
        Ok(LineFile { part, lines: BufWriter::new(file) })
    }

    /// Adds one or more lines, each with its end.
    pub fn add(&mut self, text: &str) -> Result<(), Failure> {
        let written = self.lines.write_all(text.as_bytes());
        written.map_err(|error| unwritable(&error, &self.part.path))
    }

    /// Ends the file without the lines that have these numbers, counted from 0, and without empty ones, in the form
    /// that its name states.
    pub fn end_without(mut self, left_out: &HashSet<usize>) -> Result<(), Failure> {
        let path = self.part.path.clone();
        let failed = |error: Box<dyn Error>| unwritable(&*error, &path);
        self.lines.flush().map_err(|error| failed(error.into()))?;
        if left_out.is_empty() && !ends_in(&path, &["gz", "zst", "parquet"]) {
            return self.part.end();
        }
        let (mut whole, file) = Part::create(&with_ending(&path, ".whole"))?;
        self.write(file, left_out).map_err(failed)?;
        whole.path.clone_from(&path);
        whole.end()
    }

    /// Writes all lines except these in the form that the name states.
    fn write(&self, file: File, left_out: &HashSet<usize>) -> Result<(), Box<dyn Error>> {
        let lines = || -> io::Result<_> {
            let all = BufReader::new(File::open(&self.part.part)?).split(b'\n').enumerate();
            let kept = all.filter(|(number, _)| !left_out.contains(number)).map(|(_, line)| line);
            Ok(kept.filter(|line| line.as_ref().map_or(true, |line| !line.is_empty())))
        };
        let copy = |to: &mut dyn Write| -> io::Result<()> {
            for line in lines()? {
                to.write_all(&line?)?;
                to.write_all(b"\n")?;
            }
            Ok(())
        };
        let path = &self.part.path;
        let mut file = BufWriter::new(file);
        if ends_in(path, &["gz"]) {
            let mut packed = GzEncoder::new(&mut file, Compression::default());
            copy(&mut packed)?;
            packed.finish()?;
        } else if ends_in(path, &["zst"]) {
            #[cfg(feature = "zstd")]
            {
                let mut packed = zstd::Encoder::new(&mut file, 0)?;
                copy(&mut packed)?;
                packed.finish()?;
            }
        } else if ends_in(path, &["parquet"]) {
            #[cfg(feature = "parquet")]
            return Ok(parquet::write_lines(file.into_inner()?, lines)?);
        } else {
            copy(&mut file)?;
        }
        Ok(file.flush()?)
    }
}

/// Refuses a name whose ending is neither one of JSON lines (plain, packed or Parquet) nor one of `others`.
pub fn check_list(what: &str, path: &Path, others: &[&str]) -> Result<(), Failure> {
    if ends_in(path, &["parquet"]) || is_json_lines(&inner(path)) || ends_in(&inner(path), others) {
        return Ok(());
    }
    let others: String = others.iter().map(|ending| format!(".{ending}, ")).collect();
    let advice = format!("use a name that ends in {others}.jsonl, .ndjson (also .gz, .zst) or .parquet");
    Err(Failure::misuse(format!("unknown file format for {what}"), path.display(), advice))
}

/// Refuses a form that this program lacks.
fn check_form(path: &Path) -> Result<(), Failure> {
    for (ending, is_there) in [("parquet", cfg!(feature = "parquet")), ("zst", cfg!(feature = "zstd"))] {
        if !is_there && ends_in(path, &[ending]) {
            return Err(Failure::absent(if ending == "zst" { "zstd" } else { ending }, path.display()));
        }
    }
    Ok(())
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

pub fn unwritable(error: &dyn Error, path: &Path) -> Failure {
    let what = format!("cannot write ({error})");
    let advice = "check the destination, then run again";
    Failure::new(what, path.display(), advice)
}

/// Whether the ending of a file's name says that it holds lines of JSON.
pub fn is_json_lines(path: &Path) -> bool {
    ends_in(path, &["ndjson", "jsonl"])
}

/// A table of pages for query engines, one row each. It gets its name when it is complete.
pub struct Table {
    file: TableFile,
    /// Whether it has the facts of the articles.
    has_facts: bool,
}

enum TableFile {
    Json(LineFile),
    #[cfg(feature = "parquet")]
    Parquet(Part, Box<Writer>),
}

/// The columns in their order: an id, the fields of an article under the names of columns, its keys, and its facts.
#[cfg(feature = "parquet")]
fn columns(has_facts: bool) -> Result<Vec<Column>, ParquetError> {
    let mut columns = vec![("id".to_owned(), parquet::TEXT)];
    for (field, column) in fields() {
        columns.push((column, kind_of(field)?));
    }
    columns.extend(["read_keys", "write_keys"].map(|name| (name.to_owned(), parquet::TEXTS)));
    columns.push((DIGEST.to_owned(), parquet::OPTIONAL_TEXT));
    if has_facts {
        columns.push((SKETCH.to_owned(), parquet::OPTIONAL_TEXT));
    }
    Ok(columns)
}

#[cfg(feature = "parquet")]
fn kind_of(field: &Field) -> Result<&'static str, ParquetError> {
    Ok(match field.kind {
        Kind::Number => parquet::NUMBER,
        Kind::Decimal => parquet::DECIMAL,
        Kind::Flag => parquet::FLAG,
        Kind::Text | Kind::OneOf(_) if field.nullable || field.optional => parquet::OPTIONAL_TEXT,
        Kind::Text | Kind::OneOf(_) => parquet::TEXT,
        Kind::Texts => parquet::TEXTS,
        kind => {
            return Err(ParquetError::General(format!("no column can hold {kind:?}")));
        }
    })
}

/// The fields that have columns, with the names of the columns.
fn fields() -> impl Iterator<Item = (&'static Field, String)> {
    let all = Metadata::FIELDS.iter().chain(Article::FIELDS);
    all.filter_map(|field| Some((field, field.column()?)))
}

/// The row of an article, with its facts if they are wanted.
fn row(id: &str, article: &Article, has_facts: bool) -> Value {
    let mut written = serde_json::to_value(article).expect("strings and numbers are JSON");
    let mut row = Map::new();
    row.insert("id".to_owned(), id.into());
    for (field, column) in fields() {
        row.insert(column, written[field.name].take());
    }
    let record = if has_facts { ArticleRecord::with_facts(article) } else { ArticleRecord::from(article) };
    row.insert("read_keys".to_owned(), record.read_keys().into());
    row.insert("write_keys".to_owned(), record.write_keys().into());
    row.insert(DIGEST.to_owned(), record.digest.map(|digest| format!("{digest:016x}")).into());
    if has_facts {
        let sketch = record.sketch.filter(|_| record.fingerprint.is_some());
        row.insert(SKETCH.to_owned(), sketch.map(|sketch| sketch.to_string()).into());
    }
    Value::Object(row)
}

/// The column of a number of the text, which is equal for equal texts, however short.
const DIGEST: &str = "digest";
/// The column of facts.
const SKETCH: &str = "sketch";

impl Table {
    pub fn create(path: &Path, has_facts: bool) -> Result<Table, Failure> {
        let file = if is_json_lines(path) {
            TableFile::Json(LineFile::create(path)?)
        } else if ends_in(path, &["parquet"]) {
            #[cfg(not(feature = "parquet"))]
            return Err(Failure::absent("parquet", path.display()));
            #[cfg(feature = "parquet")]
            {
                let (part, file) = Part::create(path)?;
                let writer = columns(has_facts)
                    .and_then(|columns| Writer::new(file, columns))
                    .map_err(|error| unwritable(&error, path))?;
                TableFile::Parquet(part, Box::new(writer))
            }
        } else {
            let what = "unknown file format for a table";
            let advice = "use a name that ends in .ndjson, .jsonl or .parquet";
            return Err(Failure::new(what, path.display(), advice));
        };
        Ok(Table { file, has_facts })
    }

    pub fn add(&mut self, id: &str, article: &Article) -> Result<(), Failure> {
        let row = row(id, article, self.has_facts);
        match &mut self.file {
            TableFile::Json(lines) => lines.add(&format!("{row}\n")),
            #[cfg(feature = "parquet")]
            TableFile::Parquet(part, writer) => {
                let added = writer.add(row);
                added.map_err(|error| unwritable(&error, &part.path))
            }
        }
    }

    pub fn end(self) -> Result<(), Failure> {
        match self.file {
            TableFile::Json(lines) => lines.end_without(&HashSet::new()),
            #[cfg(feature = "parquet")]
            TableFile::Parquet(part, writer) => {
                let ended = writer.end();
                ended.map_err(|error| unwritable(&error, &part.path))?;
                part.end()
            }
        }
    }
}
