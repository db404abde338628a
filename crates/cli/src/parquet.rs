//! Tables as Parquet.

use crate::failure::{At, Failure};
use parquet::basic::Compression;
use parquet::column::writer::{ColumnWriter, ColumnWriterImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::record::{Field, Row};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::Type;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;
use std::io;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

/// Rows of a group. Larger: engines read the file faster; smaller: less memory.
const GROUP: usize = 5000;

/// Types of columns, as Parquet declares them; `{}` stands for the name.
pub const TEXT: &str = "REQUIRED BYTE_ARRAY {} (UTF8);";
pub const OPTIONAL_TEXT: &str = "OPTIONAL BYTE_ARRAY {} (UTF8);";
pub const NUMBER: &str = "REQUIRED INT32 {};";
pub const DECIMAL: &str = "REQUIRED DOUBLE {};";
pub const FLAG: &str = "REQUIRED BOOLEAN {};";
pub const TEXTS: &str = "REQUIRED GROUP {} (LIST) { REPEATED GROUP list { REQUIRED BYTE_ARRAY element (UTF8); } }";

/// The types of values that a row may lack.
const OPTIONAL_NUMBER: &str = "OPTIONAL INT64 {};";
const OPTIONAL_DECIMAL: &str = "OPTIONAL DOUBLE {};";
const OPTIONAL_FLAG: &str = "OPTIONAL BOOLEAN {};";

/// A column: its name, and its type.
pub type Column = (String, &'static str);

/// A file that rows are written to.
pub struct Writer {
    columns: Vec<Column>,
    file: SerializedFileWriter<File>,
    rows: Vec<Value>,
}

impl Writer {
    pub fn new(file: File, columns: Vec<Column>) -> Result<Writer, ParquetError> {
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        Ok(Writer {
            file: SerializedFileWriter::new(file, schema(&columns)?, Arc::new(properties))?,
            columns,
            rows: Vec::new(),
        })
    }

    /// Adds a row: an object with a field for each column.
    pub fn add(&mut self, row: Value) -> Result<(), ParquetError> {
        self.rows.push(row);
        if self.rows.len() == GROUP {
            self.flush()?;
        }
        Ok(())
    }

    pub fn end(mut self) -> Result<(), ParquetError> {
        self.flush()?;
        self.file.close().map(|_| ())
    }

    fn flush(&mut self) -> Result<(), ParquetError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for (name, _) in &self.columns {
            let Some(mut column) = group.next_column()? else {
                break;
            };
            write(column.untyped(), rows.iter().map(|row| &row[name]))?;
            column.close()?;
        }
        group.close().map(|_| ())
    }
}

/// Writes lines of JSON as rows; the lines are read twice. A column has the type of all its values. If they are of
/// several types, objects or lists, it holds text with JSON in it.
pub fn write_lines<L>(file: File, lines: impl Fn() -> io::Result<L>) -> Result<(), ParquetError>
where
    L: Iterator<Item = io::Result<Vec<u8>>>,
{
    let mut kinds: BTreeMap<String, Option<&'static str>> = BTreeMap::new();
    for line in lines()? {
        for (name, value) in parsed(line)? {
            let kind = match value {
                Value::Null => None,
                Value::Bool(_) => Some(OPTIONAL_FLAG),
                Value::Number(number) if number.is_i64() => Some(OPTIONAL_NUMBER),
                Value::Number(_) => Some(OPTIONAL_DECIMAL),
                _ => Some(OPTIONAL_TEXT),
            };
            let known = kinds.entry(name).or_default();
            *known = match (*known, kind) {
                (None, kind) | (kind, None) => kind,
                (Some(known), Some(kind)) if known == kind => Some(kind),
                (Some(OPTIONAL_NUMBER | OPTIONAL_DECIMAL), Some(OPTIONAL_NUMBER | OPTIONAL_DECIMAL)) => {
                    Some(OPTIONAL_DECIMAL)
                }
                _ => Some(OPTIONAL_TEXT),
            };
        }
    }
    let columns = kinds.into_iter().map(|(name, kind)| (name, kind.unwrap_or(OPTIONAL_TEXT)));
    let mut writer = Writer::new(file, columns.collect())?;
    for line in lines()? {
        let mut row = parsed(line)?;
        for (name, _) in writer.columns.iter().filter(|(_, kind)| *kind == OPTIONAL_TEXT) {
            if let Some(value) = row.get_mut(name).filter(|value| !value.is_null() && !value.is_string()) {
                *value = value.to_string().into();
            }
        }
        writer.add(row.into())?;
    }
    writer.end()
}

fn parsed(line: io::Result<Vec<u8>>) -> Result<Map<String, Value>, ParquetError> {
    serde_json::from_slice(&line?).map_err(|error| ParquetError::General(error.to_string()))
}

fn schema(columns: &[Column]) -> Result<Arc<Type>, ParquetError> {
    let fields = columns.iter().map(|(name, kind)| kind.replace("{}", name));
    let message = format!("message rows {{ {} }}", fields.collect::<String>());
    parse_message_type(&message).map(Arc::new)
}

fn write<'a>(column: &mut ColumnWriter<'_>, values: impl Iterator<Item = &'a Value>) -> Result<(), ParquetError> {
    match column {
        ColumnWriter::Int64ColumnWriter(column) => batch(column, values, Value::as_i64),
        ColumnWriter::Int32ColumnWriter(column) => batch(column, values, |value| value.as_i64()?.try_into().ok()),
        ColumnWriter::DoubleColumnWriter(column) => batch(column, values, Value::as_f64),
        ColumnWriter::BoolColumnWriter(column) => batch(column, values, Value::as_bool),
        ColumnWriter::ByteArrayColumnWriter(column) => {
            let mut texts: Vec<ByteArray> = Vec::new();
            let (mut definitions, mut repetitions) = (Vec::new(), Vec::new());
            for value in values {
                let some = match value {
                    Value::Null => &[],
                    Value::Array(list) => &list[..],
                    one => slice::from_ref(one),
                };
                definitions.extend(vec![i16::from(!some.is_empty()); some.len().max(1)]);
                repetitions.extend((0..some.len().max(1)).map(|at| i16::from(at > 0)));
                texts.extend(cells(some, |value| Some(value.as_str()?.into()))?);
            }
            column.write_batch(&texts, Some(&definitions), Some(&repetitions)).map(|_| ())
        }
        _ => Err(ParquetError::General("a column of another type".to_owned())),
    }
}

/// Writes values that are not lists; some may be missing if the column says so.
fn batch<'a, T: DataType>(
    column: &mut ColumnWriterImpl<'_, T>,
    values: impl Iterator<Item = &'a Value>,
    cell: impl Fn(&Value) -> Option<T::T>,
) -> Result<(), ParquetError> {
    if column.get_descriptor().max_def_level() == 0 {
        return column.write_batch(&cells(values, cell)?, None, None).map(|_| ());
    }
    let all: Vec<&Value> = values.collect();
    let definitions: Vec<i16> = all.iter().map(|value| i16::from(!value.is_null())).collect();
    let there = all.into_iter().filter(|value| !value.is_null());
    column.write_batch(&cells(there, cell)?, Some(&definitions), None).map(|_| ())
}

/// The values of a column; an error if one is of another type.
fn cells<'a, T>(
    values: impl IntoIterator<Item = &'a Value>,
    cell: impl Fn(&Value) -> Option<T>,
) -> Result<Vec<T>, ParquetError> {
    values
        .into_iter()
        .map(|value| cell(value).ok_or_else(|| ParquetError::General(format!("{value} in a column of another type"))))
        .collect()
}

/// The rows of a file as lines of JSON. Damage ends its group of rows; the other groups are still read.
pub fn lines(path: &Path) -> Result<impl Iterator<Item = Result<Vec<u8>, Failure>> + Send + use<>, Failure> {
    let (place, file) = (path.to_owned(), File::open(path).at(path)?);
    let reader = SerializedFileReader::new(file).map_err(|error| damaged(path, "this Parquet file", &error))?;
    let mut last = 0;
    Ok((0..reader.num_row_groups()).flat_map(move |at| {
        let first = last + 1;
        last += reader.metadata().row_group(at).num_rows().max(0);
        group(&reader, at, first..=last, place.clone())
    }))
}

fn damaged(path: &Path, part: &str, error: &dyn Display) -> Failure {
    let what = format!("cannot use {part} ({error})");
    Failure::new(what, path.display(), "the rest is still read; try another copy")
}

/// The rows of a group, which have these numbers in the file.
fn group(
    reader: &SerializedFileReader<File>,
    at: usize,
    numbers: RangeInclusive<i64>,
    place: PathBuf,
) -> impl Iterator<Item = Result<Vec<u8>, Failure>> + Send + use<> {
    let columns = reader.metadata().file_metadata().schema_descr_ptr();
    let group = reader.get_row_group(at);
    let mut rows =
        group.and_then(|group| TreeBuilder::new().as_iter(columns, &*group)).map_err(|error| error.to_string());
    let (end, mut is_lost) = (*numbers.end(), false);
    numbers.map_while(move |number| {
        if is_lost {
            return Some(Err(Failure::Also));
        }
        let line = next(&mut rows)?;
        is_lost = line.is_err();
        Some(line.map_err(|error| damaged(&place, &format!("rows {number} to {end}"), &error)))
    })
}

/// The next row of a group, unless the group cannot be opened.
fn next(rows: &mut Result<ReaderIter, String>) -> Option<Result<Vec<u8>, String>> {
    // The library may panic where it does not expect damage.
    let caught = catch_unwind(AssertUnwindSafe(|| match rows {
        Ok(rows) => Some(rows.next()?.map_err(|error| error.to_string())),
        Err(error) => Some(Err(error.clone())),
    }));
    let row = caught.unwrap_or_else(|_| Some(Err("a value is damaged".to_owned())))?;
    Some(row.map(|row| json_of(&row).to_string().into_bytes()))
}

/// A row as JSON; bytes that are text are text.
fn json_of(row: &Row) -> Value {
    let columns = row.get_column_iter().map(|(name, field)| {
        let text = if let Field::Bytes(bytes) = field { bytes.as_utf8().ok() } else { None };
        (name.clone(), text.map_or_else(|| field.to_json_value(), Value::from))
    });
    Value::Object(columns.collect())
}
