//! Files of JSON lines.

use crate::failure::Failure;
use crate::gzip;
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// The longest line, in bytes. A device, or a file that is not a list, may never end its line. Larger: longer texts can
/// be listed; smaller: less memory.
const MOST: u64 = 64 << 20;

/// What failures call standard input.
const STDIN: &str = "standard input";

/// What to do about a file with endless lines.
const LIST: &str = "name a file with one document per line";

/// A line of a JSONL file.
pub trait Row: Sized {
    /// An example of such a line, for the user who has to correct one.
    const LIKE: &'static str;

    /// Reads a line.
    fn parse(line: &[u8]) -> serde_json::Result<Self>;

    /// Takes its place, such as `list.jsonl:17`, which names a row without an id.
    fn put(&mut self, _place: String) {}
}

/// Whether these bytes begin a list of documents: the first line is a JSON object with a text, a page or an address, or
/// an object too long to see its end. An array of objects counts, too: it is a list in a wrong form, and no page.
pub fn begins_list(start: &[u8]) -> bool {
    let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start);
    let text = text.trim_ascii_start();
    if let [b'[', rest @ ..] = text {
        return rest.trim_ascii_start().starts_with(b"{");
    }
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match serde_json::from_slice::<HashMap<String, IgnoredAny>>(line) {
        Ok(fields) => ["text", "html", "url"]
            .iter()
            .any(|field| fields.contains_key(*field)),
        Err(error) => {
            let is_cut = line.len() == text.len() && start.len() as u64 == gzip::START;
            is_cut && line.starts_with(b"{") && error.is_eof()
        }
    }
}

/// The rows of a JSONL file, one by one; empty lines are skipped.
pub struct Rows<R> {
    path: PathBuf,
    from: From,
    line: Vec<u8>,
    number: u64,
    offset: u64,
    /// Whether reading failed; nothing more is read after that.
    failed: bool,
    row: PhantomData<R>,
}

/// A list is a file, or a stream that is read once.
enum From {
    File(BufReader<File>),
    Stream(Box<dyn BufRead>),
}

impl From {
    fn lines(&mut self) -> &mut dyn BufRead {
        match self {
            From::File(file) => file,
            From::Stream(stream) => stream,
        }
    }
}

/// A row and its place.
pub struct At<R> {
    pub row: R,
    /// Counted from 1.
    pub number: u64,
    /// First byte of its line.
    pub offset: u64,
}

impl<R: Row> Rows<R> {
    pub fn open(path: &Path) -> Result<Rows<R>, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Rows::of(io::stdin(), Path::new(STDIN)));
        }
        let unreadable = |error: io::Error| Failure::unreadable(&error, path);
        let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
        let begin = file.fill_buf().map_err(unreadable)?;
        if begin.starts_with(gzip::MAGIC) {
            let unpacked = gzip::unpacked(file).map_err(unreadable)?;
            return Ok(Rows::of(unpacked, path));
        }
        Ok(Rows::from(From::File(file), path))
    }

    /// The rows of a stream; `place` is what failures print.
    pub fn of(stream: impl Read + 'static, place: &Path) -> Rows<R> {
        Rows::from(From::Stream(Box::new(BufReader::new(stream))), place)
    }

    fn from(from: From, path: &Path) -> Rows<R> {
        Rows {
            path: path.to_owned(),
            from,
            line: Vec::new(),
            number: 0,
            offset: 0,
            failed: false,
            row: PhantomData,
        }
    }

    /// The bytes at the beginning, which are read again with the rows.
    pub fn begin(&mut self) -> Result<&[u8], Failure> {
        let begin = self.from.lines().fill_buf();
        begin.map_err(|error| Failure::unreadable(&error, &self.path))
    }

    /// What has not been read yet.
    pub fn rest(&mut self) -> &mut dyn BufRead {
        self.from.lines()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Goes to the row that was at this place before.
    pub fn seek(&mut self, offset: u64, number: u64) -> Result<(), Failure> {
        let sought = match &mut self.from {
            From::File(file) => file.seek(SeekFrom::Start(offset)),
            From::Stream(_) => Err(io::ErrorKind::NotSeekable.into()),
        };
        sought.map_err(|error| Failure::unreadable(&error, &self.path))?;
        (self.offset, self.number) = (offset, number - 1);
        Ok(())
    }
}

impl<R: Row> Iterator for Rows<R> {
    type Item = Result<At<R>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            self.line.clear();
            let offset = self.offset;
            let mut from = self.from.lines().take(MOST + 1);
            match from.read_until(b'\n', &mut self.line) {
                Ok(0) => return None,
                Ok(bytes) => self.offset += bytes as u64,
                Err(error) => {
                    self.failed = true;
                    return Some(Err(Failure::unreadable(&error, &self.path)));
                }
            }
            self.number += 1;
            if self.line.len() as u64 > MOST {
                self.failed = true;
                let place = format!("{} line {}", self.path.display(), self.number);
                let what = "the line is longer than 64 MiB";
                return Some(Err(Failure::new(what, place, LIST)));
            }
            let line = self
                .line
                .strip_prefix(b"\xEF\xBB\xBF")
                .unwrap_or(&self.line)
                // Without it, an object that is not closed would seem to end on the next line, in column 0.
                .trim_ascii_end();
            if line.is_empty() {
                continue;
            }
            let number = self.number;
            let row = R::parse(line)
                .map(|mut row| {
                    let name = match self.path == Path::new(STDIN) {
                        true => Path::new("-"),
                        false => &self.path,
                    };
                    row.put(format!("{}:{number}", name.display()));
                    At {
                        row,
                        number,
                        offset,
                    }
                })
                .map_err(|error| malformed::<R>(&error, &self.path, self.number));
            return Some(row);
        }
        None
    }
}

fn malformed<R: Row>(error: &serde_json::Error, path: &Path, number: u64) -> Failure {
    // The parser saw one line only, so its line number is meaningless.
    let told = error.to_string();
    let reason = told.split(" at line ").next().unwrap_or_default();
    let what = format!("cannot use this line ({reason}, column {})", error.column());
    let place = format!("{} line {number}", path.display());
    Failure::new(what, place, format!("write it like {}", R::LIKE))
}
