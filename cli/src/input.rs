//! Documents: pages, plain texts, and lists of texts, read with bounded memory.

use crate::failure::Failure;
use crate::rows::{At, Row, Rows};
use offprint::extractors::Extractor;
use offprint::{Article, ReadOptions, Reader};
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Endings of pages.
pub const PAGES: &[&str] = &["html", "htm"];
/// Endings of pages and of plain texts.
pub const DOCUMENTS: &[&str] = &["html", "htm", "txt"];

/// Bytes read from a page at a time.
const CHUNK: usize = 64 << 10;

/// A document that has not been read yet.
#[derive(Clone)]
pub struct Document {
    pub id: String,
    content: Content,
}

#[derive(Clone)]
enum Content {
    Stdin,
    File(PathBuf),
    Text { title: String, text: String },
}

impl Document {
    /// The page on standard input.
    pub fn stdin() -> Document {
        Document {
            id: "-".to_owned(),
            content: Content::Stdin,
        }
    }

    /// A file; its id is the file name without the ending of a page or text.
    pub fn file(path: &Path) -> Document {
        let name = Path::new(path.file_name().unwrap_or(path.as_os_str()));
        Document {
            id: id_of(name),
            content: Content::File(path.to_owned()),
        }
    }

    /// Reads the article: a `.txt` file is nothing but its text, any other is a page.
    pub fn read(&self, options: &ReadOptions, extractor: Extractor) -> Result<Article, Failure> {
        match &self.content {
            Content::Text { title, text } => Ok(Article::of_text(title.clone(), text.clone())),
            Content::Stdin => {
                let place = Path::new("standard input");
                page(io::stdin().lock(), place, options, extractor)
            }
            Content::File(path) if ends_in(path, &["txt"]) => text(path),
            Content::File(path) => {
                let file = File::open(path).map_err(|error| Failure::unreadable(&error, path))?;
                page(file, path, options, extractor)
            }
        }
    }
}

/// Reads a page, no further than it counts: piece by piece, unless the extractor needs it whole.
fn page(
    from: impl Read,
    place: &Path,
    options: &ReadOptions,
    extractor: Extractor,
) -> Result<Article, Failure> {
    let mut from = from.take((options.max_bytes as u64).saturating_add(1));
    if extractor != Extractor::Offprint {
        let mut whole = Vec::new();
        from.read_to_end(&mut whole)
            .map_err(|error| Failure::unreadable(&error, place))?;
        return Ok(extractor.read(&whole, options.clone()));
    }
    let mut reader = Reader::new(options.clone());
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk) {
            Ok(0) => return Ok(reader.end().expect("ended once")),
            Ok(bytes) => drop(reader.write(&chunk[..bytes]).expect("not ended yet")),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Failure::unreadable(&error, place)),
        }
    }
}

fn text(path: &Path) -> Result<Article, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::unreadable(&error, path))?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::new(
            "a text that is not UTF-8",
            path.display(),
            "convert it, `iconv -t UTF-8` does",
        )
    })?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    Ok(Article::of_text(String::new(), text.to_owned()))
}

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|found| {
        endings
            .iter()
            .any(|ending| found.eq_ignore_ascii_case(ending))
    })
}

/// The id of a file: its path without the ending, with `/` between folders.
fn id_of(path: &Path) -> String {
    let path = if ends_in(path, DOCUMENTS) {
        path.with_extension("")
    } else {
        path.to_owned()
    };
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

/// All files under a folder that have one of these endings, sorted by path; links to folders are
/// not followed. The id of each is its path in the folder without the ending.
pub fn folder(root: &Path, endings: &[&str]) -> Result<Vec<Document>, Failure> {
    let unreadable = |error: io::Error, path: &Path| Failure::unreadable(&error, path);
    let mut folders = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| unreadable(error, &folder))? {
            let entry = entry.map_err(|error| unreadable(error, &folder))?;
            let kind = entry
                .file_type()
                .map_err(|error| unreadable(error, &folder))?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if ends_in(&path, endings) && path.is_file() {
                files.push(path);
            }
        }
    }
    if files.is_empty() {
        let what = format!("nothing to read (.{})", endings.join(", ."));
        return Err(Failure::new(
            what,
            root.display(),
            "name a folder that holds pages",
        ));
    }
    files.sort();

    let mut documents: Vec<Document> = Vec::with_capacity(files.len());
    let mut seen = HashMap::new();
    for path in files {
        let id = id_of(path.strip_prefix(root).unwrap_or(&path));
        if let Some(other) = seen.insert(id.clone(), path.clone()) {
            let what = format!("two documents with the id `{id}`");
            let place = format!("{} and {}", other.display(), path.display());
            return Err(Failure::new(what, place, "rename or remove one of them"));
        }
        documents.push(Document {
            id,
            content: Content::File(path),
        });
    }
    Ok(documents)
}

/// A text in a list of documents.
#[derive(Deserialize)]
pub struct TextRow {
    id: String,
    title: Option<String>,
    text: String,
}

impl Row for TextRow {
    const LIKE: &'static str = r#"{"id": "7", "title": "…", "text": "…"}"#;
}

/// A line of which only the id counts.
#[derive(Deserialize)]
pub struct IdRow {
    pub id: String,
}

impl Row for IdRow {
    const LIKE: &'static str = r#"{"id": "7"}"#;
}

/// Where documents come from.
pub enum Source {
    Folder(Vec<Document>),
    List(PathBuf),
}

impl Source {
    /// A folder of pages and texts, or a file that lists texts, one a line.
    pub fn open(path: &Path) -> Result<Source, Failure> {
        if path.is_dir() {
            return Ok(Source::Folder(folder(path, DOCUMENTS)?));
        }
        Ok(Source::List(path.to_owned()))
    }

    /// How many documents there are, if that is known before reading.
    pub fn len(&self) -> Option<usize> {
        match self {
            Source::Folder(documents) => Some(documents.len()),
            Source::List(_) => None,
        }
    }

    /// All documents: files sorted by path, texts as listed.
    pub fn all(self) -> Result<Box<dyn Iterator<Item = Result<Document, Failure>>>, Failure> {
        Ok(match self {
            Source::Folder(documents) => Box::new(documents.into_iter().map(Ok)),
            Source::List(path) => Box::new(Rows::open(&path)?.map(|row| Ok(of_row(row?.row)))),
        })
    }

    /// The documents by id.
    pub fn catalogue(self) -> Result<Catalogue, Failure> {
        let path = match self {
            Source::Folder(documents) => {
                let by_id = documents
                    .into_iter()
                    .map(|document| (document.id.clone(), document));
                return Ok(Catalogue::Files(by_id.collect()));
            }
            Source::List(path) => path,
        };
        let mut places = HashMap::new();
        for at in Rows::<IdRow>::open(&path)? {
            let At {
                row: IdRow { id },
                number,
                offset,
            } = at?;
            if let Some((_, other)) = places.insert(id.clone(), (offset, number)) {
                let what = format!("two documents with the id `{id}`");
                let place = format!("{} lines {other} and {number}", path.display());
                return Err(Failure::new(what, place, "give one of them another id"));
            }
        }
        Ok(Catalogue::List {
            places,
            rows: Rows::open(&path)?,
        })
    }
}

fn of_row(row: TextRow) -> Document {
    let title = row.title.unwrap_or_default();
    Document {
        id: row.id,
        content: Content::Text {
            title,
            text: row.text,
        },
    }
}

/// Documents by id. Of a list only the places of its lines are kept in memory, and the documents
/// are read again from its file, which therefore has to be a real one.
pub enum Catalogue {
    Files(HashMap<String, Document>),
    List {
        places: HashMap<String, (u64, u64)>,
        rows: Rows<TextRow>,
    },
}

impl Catalogue {
    pub fn get(&mut self, id: &str) -> Result<Option<Document>, Failure> {
        match self {
            Catalogue::Files(documents) => Ok(documents.get(id).cloned()),
            Catalogue::List { places, rows } => {
                let Some(&(offset, number)) = places.get(id) else {
                    return Ok(None);
                };
                rows.seek(offset, number)?;
                match rows.next() {
                    Some(at) => Ok(Some(of_row(at?.row))),
                    None => Err(Failure::new(
                        "the list ends sooner than before",
                        rows.path().display(),
                        "give a file that stays as it is meanwhile",
                    )),
                }
            }
        }
    }
}

/// Hands items over in chunks, so that each can be worked on in parallel while memory stays
/// bounded. What stands before a failure is still handed over.
pub fn in_chunks<T>(
    items: impl Iterator<Item = Result<T, Failure>>,
    mut each: impl FnMut(Vec<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let size = 16 * rayon::current_num_threads();
    let mut items = items.fuse();
    loop {
        let mut chunk = Vec::with_capacity(size);
        let mut failure = None;
        for item in items.by_ref().take(size) {
            match item {
                Ok(item) => chunk.push(item),
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        if chunk.is_empty() && failure.is_none() {
            return Ok(());
        }
        each(chunk)?;
        if let Some(failure) = failure {
            return Err(failure);
        }
    }
}
