//! Where documents come from.

use crate::document::{Content, Document, id_of_file};
use crate::failure::{At, Failure, STDIN};
use crate::kind::{Kind, PARQUET};
use crate::packed::{self, Stream};
use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// A file, an address, or a stream that is read once.
#[derive(Clone)]
pub struct Source {
    pub id: String,
    /// The file or address, or the name that failures print.
    pub place: PathBuf,
    /// What it is, if that is known.
    pub kind: Option<Kind>,
    /// The address that a response came from, and the media type that it stated.
    pub url: Option<String>,
    pub content_type: Option<String>,
    /// What is read once.
    pub stream: Option<Arc<Mutex<Stream<'static>>>>,
}

/// Bytes read of files so far, for the line of progress.
pub static READ: AtomicU64 = AtomicU64::new(0);

/// A file whose bytes are counted.
struct Counted(File);

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.read(into)?;
        READ.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// Whether a path is an address of the web.
pub fn is_address(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let begins = |scheme: &[u8]| bytes.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    begins(b"http://") || begins(b"https://")
}

impl Source {
    /// A file or an address, which is opened when its turn comes.
    pub fn named(place: PathBuf, kind: Option<Kind>) -> Source {
        Source { id: id_of_file(&place), place, kind, url: None, content_type: None, stream: None }
    }

    pub fn stream(id: String, place: &Path, stream: Stream<'static>) -> Source {
        Source { id, stream: Some(Arc::new(Mutex::new(stream))), ..Source::named(place.to_owned(), None) }
    }

    /// A file, a pipe or a device, or standard input for `-`.
    pub fn new(path: &Path) -> Result<Source, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Source::stream("-".to_owned(), Path::new(STDIN), Box::new(io::stdin())));
        }
        if path.exists() && !path.is_file() {
            // It can be read only once.
            let file = File::open(path).at(path)?;
            return Ok(Source::stream(id_of_file(path), path, Box::new(file)));
        }
        Ok(Source::named(path.to_owned(), None))
    }

    /// Whether it is an address that is still to be fetched.
    pub fn is_address(&self) -> bool {
        self.stream.is_none() && is_address(&self.place)
    }

    /// Whether it can be read again.
    pub fn is_file(&self) -> bool {
        self.stream.is_none() && !is_address(&self.place)
    }

    /// Whether it is a page or a text.
    pub fn is_document(&self) -> bool {
        matches!(self.kind, Some(Kind::Page | Kind::Text)) && !self.is_address()
    }

    pub fn is_parquet(&self) -> bool {
        self.is_file() && packed::start_of(&self.place).is_ok_and(|start| start.starts_with(PARQUET))
    }

    /// Its bytes; of a stream, those that were not read before.
    pub fn open(&self) -> Result<Stream<'static>, Failure> {
        Ok(match &self.stream {
            Some(stream) => mem::replace(&mut *stream.lock().expect("no panic"), Box::new(io::empty())),
            None => Box::new(Counted(File::open(&self.place).at(&self.place)?)),
        })
    }

    /// Its bytes, unpacked if they are compressed.
    pub fn unpacked(&self) -> Result<Stream<'static>, Failure> {
        packed::unpacked(self.open()?).at(&self.place)
    }

    /// Its first bytes, unpacked. They stay in a stream.
    pub fn start(&mut self) -> Result<Vec<u8>, Failure> {
        if self.is_file() {
            return packed::start_of(&self.place).at(&self.place);
        }
        let (stream, start) = packed::begun(self.open()?, packed::START).at(&self.place)?;
        self.stream = Some(Arc::new(Mutex::new(Box::new(stream))));
        packed::start(&start[..]).at(&self.place)
    }

    /// Its single page or text. A stream is read up to the limit, plus one byte that tells whether there is more.
    pub fn document(self, max_bytes: usize) -> Result<Document, Failure> {
        if self.is_file() {
            return Ok(Document::new(self.id, Content::File(self.place)));
        }
        let mut bytes = Vec::new();
        let most = (max_bytes as u64).saturating_add(1);
        self.open()?.take(most).read_to_end(&mut bytes).at(&self.place)?;
        Ok(Document::page(&self.id, self.url.as_deref(), self.content_type.as_deref(), bytes))
    }

    /// The size of a file that is read from start to end, unlike a Parquet file.
    pub fn size(&self) -> Option<u64> {
        let is_in_order = self.is_file() && !self.is_parquet();
        std::fs::metadata(&self.place).ok().filter(|_| is_in_order).map(|about| about.len())
    }
}
