//! Where documents come from: files, folders, lists, archives, feeds and standard input, read with bounded memory.

use crate::archive::{self, Seen};
use crate::document::{Document, Found, Named, ids, row_id};
use crate::failure::{Failure, warn};
use crate::folder::{self, Folder};
use crate::gzip;
use crate::paths::{Globs, Paths};
use crate::rows::{At, Row, Rows};
use crate::stream::{self, Kind, Opened, Opening, Sent};
use crate::web::is_address;
use offprint::media_type;
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A line that is read only for its id.
#[derive(Deserialize)]
pub struct IdRow {
    pub id: String,
}

impl Row for IdRow {
    const LIKE: &'static str = r#"{"id": "7"}"#;

    fn parse(line: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(line)
    }
}

/// A line of a list of documents, read only for its id.
#[derive(Deserialize)]
struct Listed {
    #[serde(default, deserialize_with = "row_id")]
    id: String,
}

impl Row for Listed {
    const LIKE: &'static str = Document::LIKE;

    fn parse(line: &[u8]) -> serde_json::Result<Self> {
        serde_json::from_slice(line)
    }

    fn put(&mut self, place: String) {
        if self.id.is_empty() {
            self.id = place;
        }
    }
}

/// Where documents come from.
pub enum Source {
    Folder(Folder),
    /// A list: a file, or a stream that is read once.
    List(PathBuf, Option<RefCell<Option<Stream>>>),
    /// A single page.
    One(Document),
    /// A web archive: a file, or a stream that is read once.
    Archive(PathBuf, Option<RefCell<Option<Stream>>>, usize),
    /// The entries of a feed.
    Feed(Vec<Document>),
    /// Addresses, and how to open them.
    Addresses(Vec<String>, Opening),
    /// Several paths in their order, and how many could not be opened; each of those was reported.
    Many(Vec<Source>, Vec<Failure>),
}

type Stream = Box<dyn Read + Send>;

/// Documents; an error ends the list.
pub type Documents<'a> = Box<dyn Iterator<Item = Result<Found, Failure>> + 'a>;

/// How paths are read.
#[derive(Clone, Copy)]
pub enum Wanted {
    /// Every file is read as a page, unless it begins like a list.
    Pages,
    /// Pages and texts; a file of any other kind is a list of texts.
    Documents,
}

/// Whether a path is a pipe or a device, which can be read only once.
fn is_special(path: &Path) -> bool {
    path.exists() && !path.is_file() && !path.is_dir()
}

impl Source {
    /// A folder of pages and texts, or a file that lists texts, one per line.
    pub fn open(path: &Path) -> Result<Source, Failure> {
        if path.is_dir() {
            let wanted = folder::Wanted {
                texts: true,
                archives: false,
                globs: &Globs::default(),
            };
            return Ok(Source::Folder(Folder::open(path, wanted)?));
        }
        if is_special(path) {
            return Ok(Source::List(path.to_owned(), None));
        }
        let start = gzip::start_of(path).map_err(|error| Failure::unreadable(&error, path))?;
        if let Some(media_type) = media_type(&start) {
            let like = Document::LIKE;
            let advice = format!("name a folder of pages, or a file of lines like {like}");
            let what = format!("expected a list of texts, found {media_type}");
            return Err(Failure::new(what, path.display(), advice));
        }
        Ok(Source::List(path.to_owned(), None))
    }

    /// Opens the paths that the user has named. If there are several, ids begin with the path as it was given, and a
    /// path that cannot be opened is reported.
    pub fn of(all: &[PathBuf], paths: &Paths, wanted: Wanted) -> Result<Source, Failure> {
        if let [path] = all {
            return Source::of_one(path, paths, wanted);
        }
        let mut reported = Vec::new();
        let mut sources = Vec::new();
        for path in all {
            let opened = if is_address(path) {
                let (address, opening) = (address_of(path), paths.opening());
                if let Some(Source::Addresses(addresses, other)) = sources.last_mut()
                    && other.kind == paths.kind
                {
                    addresses.push(address);
                    continue;
                }
                Ok(Source::Addresses(vec![address], opening))
            } else if Named::of(path).is_document() && paths.kind.is_none() && !path.is_dir() {
                // A file that cannot be read is reported when its turn comes.
                Ok(Source::One(Document::file(path)))
            } else {
                Source::of_one(path, paths, wanted)
            };
            match opened {
                Ok(source) => sources.push(source),
                Err(failure) => {
                    warn(&failure);
                    reported.push(failure);
                }
            }
        }
        name_by_path(&mut sources);
        Ok(Source::Many(sources, reported))
    }

    fn of_one(path: &Path, paths: &Paths, wanted: Wanted) -> Result<Source, Failure> {
        if is_address(path) {
            let (address, opening) = (address_of(path), paths.opening());
            return Ok(Source::of_opened(opening.ask(&address)?, &address, opening));
        }
        if path.is_dir() {
            let wanted = folder::Wanted {
                texts: matches!(wanted, Wanted::Documents),
                archives: true,
                globs: &paths.globs()?,
            };
            let mut folder = Folder::open(path, wanted)?;
            if folder.archives.is_empty() {
                return Ok(Source::Folder(folder));
            }
            let max_bytes = paths.options().max_bytes;
            let archives = std::mem::take(&mut folder.archives).into_iter();
            let archives = archives.map(|path| Source::Archive(path, None, max_bytes));
            let sources = std::iter::once(Source::Folder(folder)).chain(archives);
            return Ok(Source::Many(sources.collect(), Vec::new()));
        }
        let unreadable = |error: io::Error| Failure::unreadable(&error, path);
        let is_stdin = path.as_os_str() == "-";
        let is_document = Named::of(path).is_document();
        let is_list = matches!(wanted, Wanted::Documents)
            && paths.kind.is_none()
            && !archive::is_archive(path)
            && !is_document;
        if is_list && is_special(path) {
            return Source::open(path);
        }
        if is_stdin || is_special(path) {
            let (id, place, body): (_, _, Stream) = match is_stdin {
                true => (
                    "-".to_owned(),
                    "standard input".to_owned(),
                    Box::new(io::stdin()),
                ),
                false => {
                    let file = File::open(path).map_err(unreadable)?;
                    let place = path.display().to_string();
                    (Document::file(path).id, place, Box::new(file))
                }
            };
            let opening = paths.opening();
            let opened = opening.open(Sent {
                id,
                place: place.clone(),
                url: None,
                content_type: None,
                body,
            });
            return Ok(Source::of_opened(opened?, &place, opening));
        }
        let begin = match paths.kind {
            Some(_) => Vec::new(),
            None => gzip::start_of(path).map_err(unreadable)?,
        };
        let max_bytes = paths.options().max_bytes;
        match paths.kind.or_else(|| stream::kind(&begin, path)) {
            Some(Kind::Warc) => Ok(Source::Archive(path.to_owned(), None, max_bytes)),
            Some(Kind::Feed) if paths.kind.is_some() || Named::of(path) != Named::Page => {
                let (place, opening) = (path.display().to_string(), paths.opening());
                let opened = opening.feed(File::open(path).map_err(unreadable)?, &place, None)?;
                Ok(Source::of_opened(opened, &place, opening))
            }
            Some(Kind::Page) => Ok(Source::One(Document::file(path))),
            Some(Kind::List) if paths.kind.is_some() || !is_document => {
                Ok(Source::List(path.to_owned(), None))
            }
            _ if is_document || matches!(wanted, Wanted::Pages) => {
                Ok(Source::One(Document::file(path)))
            }
            _ => Source::open(path),
        }
    }

    /// Documents of a stream, which is read once.
    fn of_opened(opened: Opened, place: &str, opening: Opening) -> Source {
        let once = |body| Some(RefCell::new(Some(body)));
        match opened {
            Opened::Page(document) => Source::One(document),
            Opened::Entries(documents) => Source::Feed(documents),
            Opened::Links(links) => Source::Addresses(links, opening.pages()),
            Opened::Archive(body) => {
                Source::Archive(PathBuf::from(place), once(body), opening.max_bytes)
            }
            Opened::List(body) => Source::List(PathBuf::from(place), once(body)),
        }
    }

    /// Whether it is a single page.
    pub fn is_one(&self) -> bool {
        matches!(self, Source::One(_))
    }

    /// The number of documents, if it is known before reading.
    pub fn len(&self) -> Option<usize> {
        match self {
            Source::Folder(folder) => Some(folder.documents.len()),
            Source::One(_) => Some(1),
            Source::Feed(documents) => Some(documents.len()),
            Source::Addresses(addresses, _) => Some(addresses.len()),
            Source::List(..) | Source::Archive(..) => None,
            Source::Many(sources, _) => sources.iter().map(Source::len).sum(),
        }
    }

    /// How many paths could not be opened or looked at; each was reported.
    pub fn reported(&self) -> Vec<&Failure> {
        match self {
            Source::Folder(folder) => folder.reported.iter().collect(),
            Source::Many(sources, reported) => {
                let inside = sources.iter().flat_map(Source::reported);
                reported.iter().chain(inside).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether all documents are pages in files, which can be read again.
    pub fn is_files(&self) -> bool {
        match self {
            Source::Folder(_) | Source::Archive(_, None, _) => true,
            Source::One(document) => document.path().is_some(),
            Source::List(..) | Source::Feed(_) | Source::Addresses(..) | Source::Archive(..) => {
                false
            }
            Source::Many(sources, _) => sources.iter().all(Source::is_files),
        }
    }

    /// All documents: files sorted by path, others as listed. If the first line cannot be used, the file is not a list,
    /// and that is an error.
    pub fn all(&self) -> Result<Documents<'_>, Failure> {
        self.but(&Seen::default())
    }

    /// All documents except those with an address that an archive of this run has had before.
    fn but(&self, seen: &Seen) -> Result<Documents<'_>, Failure> {
        Ok(match self {
            Source::Folder(Folder { documents, .. }) | Source::Feed(documents) => {
                Box::new(documents.iter().cloned().map(|one| Ok(Ok(one))))
            }
            Source::One(document) => Box::new(std::iter::once(Ok(Ok(document.clone())))),
            Source::Archive(path, stream, max_bytes) => {
                let place = path.display().to_string();
                let from: Box<dyn Read> = match stream {
                    Some(stream) => stream.take().expect("a stream is read once"),
                    None => {
                        let file = File::open(path);
                        Box::new(file.map_err(|error| Failure::unreadable(&error, path))?)
                    }
                };
                Box::new(archive::pages(from, place, *max_bytes, Seen::clone(seen))?)
            }
            Source::Addresses(addresses, opening) => opening.documents(addresses.clone(), seen),
            Source::List(path, stream) => Box::new(stream::listed(match stream {
                Some(stream) => Rows::of(stream.take().expect("a stream is read once"), path),
                None => Rows::open(path)?,
            })),
            Source::Many(sources, _) => {
                let seen = Seen::clone(seen);
                // A file that turns out not to be a list does not stop the others.
                Box::new(sources.iter().flat_map(move |source| {
                    let found: Documents<'_> = match source.but(&seen) {
                        Ok(found) => {
                            Box::new(found.map(|found| found.or_else(|failure| Ok(Err(failure)))))
                        }
                        Err(failure) => Box::new(std::iter::once(Ok(Err(failure)))),
                    };
                    found
                }))
            }
        })
    }

    /// The documents that are known before reading.
    fn held(&mut self) -> Vec<&mut Document> {
        match self {
            Source::Folder(folder) => folder.documents.iter_mut().collect(),
            Source::One(document) => vec![document],
            Source::Many(sources, _) => sources.iter_mut().flat_map(Source::held).collect(),
            _ => Vec::new(),
        }
    }

    /// The documents by id.
    pub fn catalogue(self) -> Result<Catalogue, Failure> {
        let unordered = |place: String| {
            let what = "--order works only with a folder or a list";
            Err(Failure::new(what, place, "leave out --order"))
        };
        let documents = match self {
            Source::Folder(folder) => folder.documents,
            Source::Feed(documents) => documents,
            Source::One(document) => vec![document],
            Source::List(path, None) => return Catalogue::of_list(&path),
            Source::Addresses(addresses, _) => return unordered(addresses.join(" ")),
            Source::Archive(path, ..) | Source::List(path, Some(_)) => {
                return unordered(path.display().to_string());
            }
            Source::Many(sources, _) => {
                let mut by_id = HashMap::new();
                for source in sources {
                    match source.catalogue()? {
                        Catalogue::Files(documents) => by_id.extend(documents),
                        Catalogue::List { rows, .. } => {
                            let what = "cannot look up ids in a list among other paths";
                            let advice = "name the list alone";
                            return Err(Failure::new(what, rows.path().display(), advice));
                        }
                    }
                }
                return Ok(Catalogue::Files(by_id));
            }
        };
        let by_id = documents.into_iter().map(|one| (one.id.clone(), one));
        Ok(Catalogue::Files(by_id.collect()))
    }
}

/// Gives the files of several paths unique ids.
fn name_by_path(sources: &mut [Source]) {
    let documents = sources.iter_mut().flat_map(Source::held);
    let files = documents.filter_map(|document| Some((document.path()?.to_owned(), document)));
    let (paths, documents): (Vec<PathBuf>, Vec<&mut Document>) = files.unzip();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    for (document, id) in documents.into_iter().zip(ids(&paths)) {
        document.id = id;
    }
}

fn address_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Documents by id. Memory holds only the places of a list's lines, and the documents are read again from its file, so
/// the list cannot be a pipe.
pub enum Catalogue {
    Files(HashMap<String, Document>),
    List {
        places: HashMap<String, (u64, u64)>,
        rows: Rows<Document>,
    },
}

impl Catalogue {
    fn of_list(path: &Path) -> Result<Catalogue, Failure> {
        let mut places = HashMap::new();
        for at in Rows::<Listed>::open(path)? {
            let At {
                row: Listed { id },
                number,
                offset,
            } = at?;
            if let Some((_, other)) = places.insert(id.clone(), (offset, number)) {
                let what = format!("two documents have the id `{id}`");
                let place = format!("{} lines {other} and {number}", path.display());
                return Err(Failure::new(what, place, "give one of them another id"));
            }
        }
        let rows = Rows::open(path)?;
        Ok(Catalogue::List { places, rows })
    }

    pub fn get(&mut self, id: &str) -> Result<Option<Document>, Failure> {
        match self {
            Catalogue::Files(documents) => Ok(documents.get(id).cloned()),
            Catalogue::List { places, rows } => {
                let Some(&(offset, number)) = places.get(id) else {
                    return Ok(None);
                };
                rows.seek(offset, number)?;
                match rows.next() {
                    Some(at) => Ok(Some(at?.row)),
                    None => {
                        let what = "the list became shorter during the run";
                        let advice = "use a file that does not change meanwhile";
                        Err(Failure::new(what, rows.path().display(), advice))
                    }
                }
            }
        }
    }
}

/// How long to wait for more items before working on those that are there.
const PATIENCE: Duration = Duration::from_millis(100);

/// Hands items over in chunks, so that each chunk can be processed in parallel while memory stays bounded. Items before
/// a failure are still handed over.
pub fn in_chunks<T>(
    items: impl Iterator<Item = Result<T, Failure>>,
    mut each: impl FnMut(Vec<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let size = 16 * rayon::current_num_threads();
    let mut items = items.fuse();
    loop {
        let mut chunk = Vec::with_capacity(size);
        let mut failure = None;
        let start = Instant::now();
        for item in items.by_ref().take(size) {
            match item {
                Ok(item) => chunk.push(item),
                Err(error) => failure = Some(error),
            }
            if failure.is_some() || start.elapsed() > PATIENCE {
                break;
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
