//! Tables as Parquet.

use crate::failure::Failure;
use parquet::basic::Compression;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::Type;
use serde_json::Value;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Rows of a group. Larger: engines read the file faster; smaller: less memory.
const GROUP: usize = 5000;

/// The type of a column.
#[derive(Clone, Copy)]
pub enum Kind {
    Text,
    /// Text that may be missing.
    Maybe,
    Number,
    Flag,
    /// A list of texts.
    Texts,
}

/// A file that rows are written to.
pub struct Writer {
    columns: Vec<(String, Kind)>,
    file: SerializedFileWriter<File>,
    rows: Vec<Value>,
}

impl Writer {
    pub fn new(file: File, columns: Vec<(String, Kind)>) -> Result<Writer, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .build();
        Ok(Writer {
            file: SerializedFileWriter::new(file, schema(&columns)?, Arc::new(properties))?,
            columns,
            rows: Vec::new(),
        })
    }

    /// Adds a row: an object with a field for each column.
    pub fn add(&mut self, row: Value) -> Result<(), ParquetError> {
        self.rows.push(row);
        match self.rows.len() == GROUP {
            true => self.flush(),
            false => Ok(()),
        }
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
        for (name, kind) in &self.columns {
            let Some(mut column) = group.next_column()? else {
                break;
            };
            write(column.untyped(), rows.iter().map(|row| &row[name]), *kind)?;
            column.close()?;
        }
        group.close().map(|_| ())
    }
}

fn schema(columns: &[(String, Kind)]) -> Result<Arc<Type>, ParquetError> {
    let fields = columns.iter().map(|(name, kind)| match kind {
        Kind::Text => format!("REQUIRED BYTE_ARRAY {name} (UTF8);"),
        Kind::Maybe => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
        Kind::Number => format!("REQUIRED INT32 {name};"),
        Kind::Flag => format!("REQUIRED BOOLEAN {name};"),
        Kind::Texts => format!(
            "REQUIRED GROUP {name} (LIST) {{ REPEATED GROUP list {{ REQUIRED BYTE_ARRAY element (UTF8); }} }}"
        ),
    });
    let message = format!("message rows {{ {} }}", fields.collect::<String>());
    parse_message_type(&message).map(Arc::new)
}

fn write<'a>(
    column: &mut ColumnWriter<'_>,
    values: impl Iterator<Item = &'a Value>,
    kind: Kind,
) -> Result<(), ParquetError> {
    let text = |value: &Value| ByteArray::from(value.as_str().unwrap_or_default());
    match (column, kind) {
        (ColumnWriter::Int32ColumnWriter(column), _) => {
            let number = |value: &Value| value.as_i64().unwrap_or_default() as i32;
            column.write_batch(&values.map(number).collect::<Vec<_>>(), None, None)?;
        }
        (ColumnWriter::BoolColumnWriter(column), _) => {
            let flag = |value: &Value| value.as_bool().unwrap_or_default();
            column.write_batch(&values.map(flag).collect::<Vec<_>>(), None, None)?;
        }
        (ColumnWriter::ByteArrayColumnWriter(column), Kind::Maybe) => {
            let values: Vec<&Value> = values.collect();
            let levels = values.iter().map(|value| i16::from(!value.is_null()));
            let levels: Vec<i16> = levels.collect();
            let there = values.into_iter().filter(|value| !value.is_null());
            column.write_batch(&there.map(text).collect::<Vec<_>>(), Some(&levels), None)?;
        }
        (ColumnWriter::ByteArrayColumnWriter(column), Kind::Texts) => {
            let (mut texts, mut definitions, mut repetitions) =
                (Vec::new(), Vec::new(), Vec::new());
            for list in values {
                let list = list.as_array().map(Vec::as_slice).unwrap_or_default();
                if list.is_empty() {
                    definitions.push(0);
                    repetitions.push(0);
                }
                for (at, value) in list.iter().enumerate() {
                    texts.push(text(value));
                    definitions.push(1);
                    repetitions.push(i16::from(at > 0));
                }
            }
            column.write_batch(&texts, Some(&definitions), Some(&repetitions))?;
        }
        (ColumnWriter::ByteArrayColumnWriter(column), _) => {
            column.write_batch(&values.map(text).collect::<Vec<_>>(), None, None)?;
        }
        _ => return Err(ParquetError::General("a column of another type".to_owned())),
    }
    Ok(())
}

/// The rows of a file, with these columns as texts, of which it needs the first; a missing value is `None`.
pub fn texts<const N: usize>(
    path: &Path,
    columns: [&'static str; N],
    needed: usize,
) -> Result<impl Iterator<Item = Result<[Option<String>; N], Failure>> + use<N>, Failure> {
    let place = path.to_owned();
    let unusable = move |reason: String| {
        let what = format!("cannot use this Parquet file ({reason})");
        Failure::new(what, place.display(), "rewrite it with text columns")
    };
    let file = File::open(path).map_err(|error| Failure::unreadable(&error, path))?;
    let damaged = |error: ParquetError| unusable(error.to_string());
    let reader = SerializedFileReader::new(file).map_err(damaged)?;
    let schema = reader.metadata().file_metadata().schema();
    let mut fields = Vec::new();
    for (i, name) in columns.into_iter().enumerate() {
        let mut found = schema.get_fields().iter();
        let found = found.find(|field| field.name() == name);
        if i < needed && found.is_none() {
            let all = columns[..needed].join(", ");
            return Err(unusable(format!("no column `{name}`, of {all}")));
        }
        fields.extend(found.map(Arc::clone));
    }
    let projection = Type::group_type_builder(schema.name())
        .with_fields(fields)
        .build();
    let rows = reader
        .into_iter()
        .project(Some(projection.map_err(damaged)?));
    let rows = rows.map_err(damaged)?;
    Ok(rows.map(move |row| {
        let row = row.map_err(|error| unusable(error.to_string()))?;
        let mut values = columns.map(|_| None);
        for (name, field) in row.get_column_iter() {
            let at = columns.iter().position(|column| column == name);
            let Some(at) = at else { continue };
            values[at] = text_of(field).map_err(|()| unusable(format!("`{name}` is not text")))?;
        }
        Ok(values)
    }))
}

fn text_of(field: &Field) -> Result<Option<String>, ()> {
    match field {
        Field::Null => Ok(None),
        Field::Str(text) => Ok(Some(text.clone())),
        Field::Bytes(bytes) => {
            let text = bytes.as_utf8().map_err(|_| ())?;
            Ok(Some(text.to_owned()))
        }
        _ => Err(()),
    }
}
