//! Files of JSON lines, and Parquet files as such lines.

use crate::failure::Failure;
use crate::packed::{self, Stream};
#[cfg(feature = "parquet")]
use crate::parquet;
use serde::de::{DeserializeOwned, IgnoredAny};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// The longest line, in bytes; of a longer one only the rest of the file is read. Larger: longer texts can be listed; smaller: less memory.
const MOST: u64 = 64 << 20;

/// What failures call standard input.
pub const STDIN: &str = "standard input";

/// The first bytes of a Parquet file.
pub const PARQUET: &[u8] = b"PAR1";

/// A line of a JSONL file.
pub trait Row: DeserializeOwned {
    /// An example of such a line, for the user who has to correct one.
    const LIKE: &'static str;
}

/// Whether these bytes begin a list of documents: the first line is a JSON object with a text, a page or an address, or
/// an object too long to see its end. An array of objects counts, too: it is a list in a wrong form, and no page.
pub fn begins_list(start: &[u8], text_field: &str) -> bool {
    let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
    let text = text.trim_ascii_start();
    if let [b'[', rest @ ..] = text {
        return rest.trim_ascii_start().starts_with(b"{");
    }
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match serde_json::from_slice::<HashMap<String, IgnoredAny>>(line) {
        Ok(fields) => [text_field, "text", "html", "url"]
            .iter()
            .any(|field| fields.contains_key(*field)),
        Err(error) => {
            let is_cut = line.len() == text.len() && start.len() as u64 == packed::START;
            is_cut && line.starts_with(b"{") && error.is_eof()
        }
    }
}

/// The lines of a file, one by one; empty ones are skipped.
pub struct Lines {
    path: PathBuf,
    from: BufReader<Stream<'static>>,
    number: u64,
    offset: u64,
    /// Whether reading failed; nothing more is read after that.
    failed: bool,
}

/// A line and its place.
pub struct Line {
    pub text: Vec<u8>,
    /// Counted from 1.
    pub number: u64,
    /// Its first byte.
    pub offset: u64,
    /// Whether only its beginning is known.
    pub is_long: bool,
}

impl Lines {
    pub fn open(path: &Path) -> Result<Lines, Failure> {
        if path.as_os_str() == "-" {
            return Lines::of(Box::new(io::stdin()), Path::new(STDIN));
        }
        let file = File::open(path).map_err(|error| Failure::unreadable(&error, path))?;
        Lines::of(Box::new(file), path)
    }

    /// The lines of a stream; `place` is what failures print.
    pub fn of(stream: Stream<'static>, place: &Path) -> Result<Lines, Failure> {
        let unpacked = packed::unpacked(stream);
        let unpacked = unpacked.map_err(|error| Failure::unreadable(&error, place))?;
        Ok(Lines::from(unpacked, place))
    }

    fn from(from: Stream<'static>, path: &Path) -> Lines {
        Lines {
            path: path.to_owned(),
            from: BufReader::new(from),
            number: 0,
            offset: 0,
            failed: false,
        }
    }

    /// A line of a file that was at this place before.
    pub fn again(path: &Path, offset: u64, number: u64) -> Result<Option<Line>, Failure> {
        let file = File::open(path).and_then(|mut file| {
            file.seek(SeekFrom::Start(offset))?;
            Ok(file)
        });
        let file = file.map_err(|error| Failure::unreadable(&error, path))?;
        let mut lines = Lines::from(Box::new(file), path);
        lines.number = number - 1;
        lines.next().transpose()
    }

    /// What has not been read yet.
    pub fn rest(&mut self) -> &mut impl BufRead {
        &mut self.from
    }
}

impl Line {
    /// The row that a line of this file holds.
    pub fn parse<R>(
        &self,
        path: &Path,
        like: &str,
        parse: impl Fn(&[u8]) -> serde_json::Result<R>,
    ) -> Result<R, Failure> {
        let place = format!("{} line {}", path.display(), self.number);
        if self.is_long {
            let advice = "name a file with one document per line";
            return Err(Failure::new(
                "the line is longer than 64 MiB",
                place,
                advice,
            ));
        }
        parse(&self.text).map_err(|error| {
            // The parser saw one line only, so its line number is meaningless.
            let told = error.to_string();
            let reason = told.split(" at line ").next().unwrap_or_default();
            let what = format!("cannot use this line ({reason}, column {})", error.column());
            Failure::new(what, place, format!("write it like {like}"))
        })
    }
}

/// What names a row without an id, such as `list.jsonl:17`.
pub fn place(path: &Path, number: u64) -> String {
    let is_stdin = path == Path::new(STDIN);
    let name = if is_stdin { Path::new("-") } else { path };
    format!("{}:{number}", name.display())
}

impl Iterator for Lines {
    type Item = Result<Line, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            let (mut text, offset, mut is_long) = (Vec::new(), self.offset, false);
            let read = self
                .from
                .by_ref()
                .take(MOST + 1)
                .read_until(b'\n', &mut text);
            let read = read.and_then(|bytes| {
                // A device, or a file that is not a list, may never end its line.
                let is_list = text.starts_with(b"{");
                is_long = bytes as u64 > MOST;
                self.failed = is_long && !is_list;
                let rest = if is_long && is_list {
                    self.from.skip_until(b'\n')?
                } else {
                    0
                };
                Ok(bytes + rest)
            });
            match read {
                Ok(0) => return None,
                Ok(bytes) => self.offset += bytes as u64,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(Failure::unreadable(&error, &self.path)));
                }
            }
            self.number += 1;
            let line = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&text);
            // Without it, an object that is not closed would seem to end on the next line, in column 0.
            let line = line.trim_ascii_end();
            if !line.is_empty() {
                let (text, number) = (line.to_vec(), self.number);
                return Some(Ok(Line {
                    text,
                    number,
                    offset,
                    is_long,
                }));
            }
        }
        None
    }
}

/// A row and its place.
pub struct At<R> {
    pub row: R,
    /// Counted from 1.
    pub number: u64,
}

/// The lines of a file of any form.
pub type AllLines = Box<dyn Iterator<Item = Result<Line, Failure>> + Send>;

/// The lines of a JSONL file, or the rows of a Parquet file as such lines.
pub fn lines(path: &Path) -> Result<AllLines, Failure> {
    let begins = || packed::start_of(path).is_ok_and(|start| start.starts_with(PARQUET));
    if !path.is_file() || !begins() {
        return Ok(Box::new(Lines::open(path)?));
    }
    #[cfg(not(feature = "parquet"))]
    return Err(Failure::absent("parquet", path.display()));
    #[cfg(feature = "parquet")]
    Ok(Box::new((1..).zip(parquet::lines(path)?).map(
        |(number, row)| {
            let (offset, is_long) = (0, false);
            row.map(|text| Line {
                text,
                number,
                offset,
                is_long,
            })
        },
    )))
}

/// The rows of a file.
pub struct Rows<R>(PathBuf, AllLines, PhantomData<fn() -> R>);

impl<R: Row> Rows<R> {
    pub fn open(path: &Path) -> Result<Rows<R>, Failure> {
        Ok(Rows::of(path, lines(path)?))
    }

    pub fn of(path: &Path, lines: AllLines) -> Rows<R> {
        let path = if path.as_os_str() == "-" {
            Path::new(STDIN)
        } else {
            path
        };
        Rows(path.to_owned(), lines, PhantomData)
    }
}

impl<R: Row> Iterator for Rows<R> {
    type Item = Result<At<R>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.1.next()?.and_then(|line| {
            let row = line.parse(&self.0, R::LIKE, |text| serde_json::from_slice(text))?;
            let number = line.number;
            Ok(At { row, number })
        }))
    }
}
