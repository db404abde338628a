//! Bytes from anywhere, of unknown type.

use crate::document::{Document, Documents, id_of_file};
use crate::failure::{At, Failure};
use crate::kind::PARQUET;
use crate::list::{self, AllLines, Fields, Line, Lines};
use crate::packed::{self, Stream};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Bytes that are not known yet to be a page or many: a file, or a stream that is read once.
#[derive(Clone)]
pub struct RawInput {
    pub id: String,
    /// The file, or the name that failures print.
    pub place: PathBuf,
    pub url: Option<String>,
    pub content_type: Option<String>,
    pub stream: Option<Arc<Mutex<Stream<'static>>>>,
    /// Counts the bytes of the file as they are read.
    pub read: Arc<AtomicU64>,
}

struct Counted {
    file: File,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.file.read(into)?;
        self.read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

impl RawInput {
    pub fn file(path: &Path) -> RawInput {
        let (id, place, read) = (id_of_file(path), path.to_owned(), Arc::default());
        RawInput { id, place, url: None, content_type: None, stream: None, read }
    }

    pub fn stream(id: &str, place: &Path, stream: Stream<'static>) -> RawInput {
        RawInput { id: id.to_owned(), stream: Some(Arc::new(Mutex::new(stream))), ..RawInput::file(place) }
    }

    pub fn open(&self) -> Result<Stream<'static>, Failure> {
        Ok(match &self.stream {
            Some(stream) => {
                let mut stream = stream.lock().expect("no panic");
                std::mem::replace(&mut *stream, Box::new(io::empty()))
            }
            None => {
                let read = Arc::clone(&self.read);
                Box::new(Counted { file: File::open(&self.place).at(&self.place)?, read })
            }
        })
    }

    /// Its first bytes, unpacked.
    pub fn start(&mut self) -> Result<Vec<u8>, Failure> {
        if self.stream.is_none() {
            return packed::start_of(&self.place).at(&self.place);
        }
        let (stream, start) = packed::begun(self.open()?, packed::START).at(&self.place)?;
        self.stream = Some(Arc::new(Mutex::new(Box::new(stream))));
        packed::start(&start[..]).at(&self.place)
    }

    /// The input as a single page or text. A stream is read up to the limit, plus one byte that tells whether there is
    /// more.
    pub fn document(self, max_bytes: usize) -> Result<Document, Failure> {
        if self.stream.is_none() {
            return Ok(Document::file(self.id, self.place));
        }
        let mut bytes = Vec::new();
        let most = (max_bytes as u64).saturating_add(1);
        let read = self.open()?.take(most).read_to_end(&mut bytes);
        read.at(&self.place)?;
        Ok(Document::page(self.id, self.url, self.content_type, bytes))
    }

    pub fn lines(&self) -> Result<AllLines, Failure> {
        if self.is_parquet() { list::lines(&self.place) } else { Ok(Box::new(Lines::new(self.open()?, &self.place)?)) }
    }

    fn is_parquet(&self) -> bool {
        self.stream.is_none() && packed::start_of(&self.place).is_ok_and(|start| start.starts_with(PARQUET))
    }

    /// The size of a file that is read from start to end, unlike a Parquet file.
    pub fn size(&self) -> Option<u64> {
        let is_in_order = self.stream.is_none() && !self.is_parquet();
        std::fs::metadata(&self.place).ok().filter(|_| is_in_order).map(|about| about.len())
    }

    /// The documents of a list. If its first line cannot be used, it is not a list, and that ends it.
    pub fn listed(self, fields: Fields) -> Result<Documents<'static>, Failure> {
        let mut lines = self.lines()?;
        let mut ahead = Vec::new();
        // One row may lack a field, but not all.
        for (option, wanted) in fields.required() {
            let names = missing(&mut ahead, &mut lines, &wanted);
            if !names.is_empty() {
                let what = format!("no row has the field `{}`, but {}", wanted[0], names.join(", "));
                return Err(Failure::misuse(what, self.place.display(), format!("name one of them by {option}")));
            }
        }
        let mut is_list = ahead.len() > 1;
        let lines = ahead.into_iter().chain(lines);
        Ok(Box::new(lines.map(move |line| {
            let line = match line {
                Ok(line) => line,
                Err(failure) => return Ok(Err(failure)),
            };
            is_list |= line.is_long;
            let found = line.document(&self.place, &fields);
            is_list |= found.is_ok();
            if is_list { Ok(found) } else { found.map(Ok) }
        })))
    }
}

/// The most rows that are read ahead for one with a field.
const MOST_AHEAD: usize = 1000;

/// The names of the fields that the first rows have, if none has one of these. Other faults of a line are reported when
/// its turn comes.
fn missing(ahead: &mut Vec<Result<Line, Failure>>, lines: &mut AllLines, wanted: &[&str]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for at in 0..MOST_AHEAD {
        if at == ahead.len() {
            let Some(line) = lines.next() else { break };
            ahead.push(line);
        }
        let names = ahead[at].as_ref().map_or_else(|_| Vec::new(), Line::names);
        if names.is_empty() || names.iter().any(|name| wanted.contains(&&**name)) {
            return Vec::new();
        }
        found.extend(names);
    }
    found.into_iter().collect()
}
