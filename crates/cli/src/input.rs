//! Where documents come from: files, folders, lists, archives, feeds, addresses and standard input, read with bounded
//! memory.

use crate::archive::{self, Seen};
use crate::document::{Document, Fields, Found, Named, ids};
use crate::failure::{Failure, warn};
use crate::folder::{self, Globs, Wanted};
use crate::html::{begins_feed, is_feed};
use crate::packed::{self, Stream};
use crate::rows::{self, AllLines, Lines, PARQUET, Row, STDIN, begins_list};
use crate::web::{Web, is_address};
use clap::ValueEnum;
use offprint::media_type;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

/// Addresses fetched at once.
const FETCHES: usize = 4;

/// A line that is read only for its id.
#[derive(Deserialize)]
pub struct IdRow {
    pub id: String,
}

impl Row for IdRow {
    const LIKE: &'static str = r#"{"id": "7"}"#;
}

/// The kinds of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    Page,
    Feed,
    Warc,
    List,
}

/// How paths are read.
#[derive(Clone)]
pub struct Opening {
    pub wanted: Wanted,
    /// The kind, if names and first bytes do not determine it.
    pub kind: Option<Kind>,
    /// Whether the entries of a feed are read from the feed itself.
    #[cfg_attr(not(feature = "web"), expect(dead_code))]
    pub feed_content: bool,
    pub max_bytes: usize,
    pub web: Web,
    pub fields: Fields,
}

/// The bytes of a list or an archive: a file, or a stream that is read once.
#[derive(Clone)]
pub struct Bytes {
    /// The file, or the name that failures print.
    place: PathBuf,
    once: Option<Arc<Mutex<Option<Stream<'static>>>>>,
    opening: Opening,
}

impl Bytes {
    pub fn of(place: &Path, stream: Option<Stream<'static>>, opening: &Opening) -> Bytes {
        Bytes {
            place: place.to_owned(),
            once: stream.map(|stream| Arc::new(Mutex::new(Some(stream)))),
            opening: opening.clone(),
        }
    }

    fn open(&self) -> Result<Stream<'static>, Failure> {
        if let Some(once) = &self.once {
            let stream = once.lock().expect("no panic").take();
            return Ok(stream.expect("a stream is read once"));
        }
        let file = File::open(&self.place);
        let file = file.map_err(|error| Failure::unreadable(&error, &self.place))?;
        Ok(Box::new(file))
    }

    fn lines(&self) -> Result<AllLines, Failure> {
        match self.once {
            Some(_) => Ok(Box::new(Lines::of(self.open()?, &self.place)?)),
            None => rows::lines(&self.place),
        }
    }

    /// The documents of a list, with the offsets and numbers of their lines. If the first line cannot be used, it is not
    /// a list, and that ends it.
    fn listed(self) -> Result<impl Iterator<Item = Result<Listed, Failure>>, Failure> {
        let mut is_list = false;
        Ok(self.lines()?.map(move |line| {
            let line = match line {
                Ok(line) => line,
                Err(failure) => return Ok(Err(failure)),
            };
            let (offset, number) = (line.offset, line.number);
            is_list |= line.is_long;
            let document = Document::listed(line, &self.place, &self.opening.fields);
            is_list |= document.is_ok();
            let found = document.map(|document| (document, offset, number));
            if is_list { Ok(found) } else { found.map(Ok) }
        }))
    }
}

type Listed = Result<(Document, u64, u64), Failure>;

/// Where documents come from.
#[derive(Clone)]
pub enum Input {
    /// A single page, text or article.
    One(Document),
    /// The files of a folder, or the entries of a feed.
    Several(Arc<Vec<Document>>),
    /// Lines, one for each document.
    List(Bytes),
    /// A web archive.
    Archive(Bytes),
    /// Addresses, and how to open them.
    Addresses(Vec<String>, Opening),
    /// Several paths in their order, and the failures of those that could not be opened; each was reported.
    Many(Vec<Input>, Vec<Failure>),
}

/// Documents; an error ends the list.
pub type Documents<'a> = Box<dyn Iterator<Item = Result<Found, Failure>> + Send + 'a>;

impl Opening {
    /// Nothing but what names and first bytes show.
    pub fn plain(max_bytes: usize, web: Web) -> Opening {
        Opening {
            wanted: Wanted::Named,
            kind: None,
            feed_content: false,
            max_bytes,
            web,
            fields: Fields {
                id: "id".to_owned(),
                text: "text".to_owned(),
            },
        }
    }

    /// The same for the links of a feed: pages, whatever they look like.
    pub fn pages(&self) -> Opening {
        let kind = Some(Kind::Page);
        Opening {
            kind,
            ..self.clone()
        }
    }

    /// Opens one path.
    pub fn path(&self, path: &Path, globs: &Globs) -> Result<Input, Failure> {
        let unreadable = |error: io::Error| Failure::unreadable(&error, path);
        if is_address(path) && self.wanted != Wanted::Named {
            return self.ask(&path.to_string_lossy());
        }
        if path.is_dir() {
            let (documents, files) = folder::open(path, self.wanted, globs)?;
            let bytes = |path: &PathBuf| Bytes::of(path, None, self);
            let mut inputs = vec![Input::Several(Arc::new(documents))];
            inputs.extend(
                files
                    .archives
                    .iter()
                    .map(|path| Input::Archive(bytes(path))),
            );
            inputs.extend(files.lists.iter().map(|path| Input::List(bytes(path))));
            return Ok(Input::Many(inputs, files.reported));
        }
        if path.as_os_str() == "-" {
            return self.stream("-", Box::new(io::stdin()), Path::new(STDIN), None, None);
        }
        if path.exists() && !path.is_file() {
            // A pipe or a device, which can be read only once.
            let file = File::open(path).map_err(unreadable)?;
            return self.stream(&Document::file(path).id, Box::new(file), path, None, None);
        }
        let start = packed::start_of(path).map_err(unreadable)?;
        match self.kind_of(&start, path, true) {
            Kind::Page => Ok(Input::One(Document::file(path))),
            kind => self.several(kind, Bytes::of(path, None, self), &start, None),
        }
    }

    /// Opens what an address answers.
    pub fn ask(&self, address: &str) -> Result<Input, Failure> {
        let answer = self.web.ask(address)?;
        let (url, content_type) = (Some(answer.url), answer.content_type);
        self.stream(address, answer.body, Path::new(address), url, content_type)
    }

    fn stream(
        &self,
        id: &str,
        body: Stream<'static>,
        place: &Path,
        url: Option<String>,
        content_type: Option<String>,
    ) -> Result<Input, Failure> {
        let unreadable = |error: io::Error| Failure::unreadable(&error, place);
        let (body, begin) = packed::begun(body, packed::START).map_err(unreadable)?;
        let start = packed::start(&begin[..]).map_err(unreadable)?;
        let name = url.as_deref().and_then(|url| url.split(['?', '#']).next());
        let name = name.map_or(place, Path::new);
        let mut kind = self.kind_of(&start, name, url.is_none() && id != "-");
        if kind == Kind::Page && self.kind.is_none() && is_feed(content_type.as_deref()) {
            kind = Kind::Feed;
        }
        if kind != Kind::Page {
            let bytes = Bytes::of(place, Some(Box::new(body)), self);
            return self.several(kind, bytes, &start, url.as_deref());
        }
        let mut bytes = Vec::new();
        let mut page = body.take((self.max_bytes as u64).saturating_add(1));
        page.read_to_end(&mut bytes).map_err(unreadable)?;
        let document = Document::entry_of(id.to_owned(), url, content_type, bytes);
        Ok(Input::One(document))
    }

    /// The kind of a file or stream, by its name and its first bytes. A list without lines is not recognised.
    fn kind_of(&self, start: &[u8], path: &Path, is_file: bool) -> Kind {
        let named = Named::of(path);
        let is_document = is_file && named.is_document();
        if let Some(kind) = self.kind {
            kind
        } else if archive::is_archive(path) || archive::begins_archive(start) {
            Kind::Warc
        } else if begins_feed(start) && !(is_file && named == Named::Page) {
            Kind::Feed
        } else if is_document {
            Kind::Page
        } else if is_file && self.wanted != Wanted::Pages
            || start.starts_with(PARQUET)
            || begins_list(start, &self.fields.text)
        {
            Kind::List
        } else {
            Kind::Page
        }
    }

    /// Opens what holds many documents. `url` is the address of a feed.
    fn several(
        &self,
        kind: Kind,
        bytes: Bytes,
        start: &[u8],
        url: Option<&str>,
    ) -> Result<Input, Failure> {
        match kind {
            Kind::Warc => return Ok(Input::Archive(bytes)),
            Kind::Feed => return self.feed(bytes, url),
            Kind::List | Kind::Page => {}
        }
        match media_type(start).filter(|_| !start.starts_with(PARQUET)) {
            None => Ok(Input::List(bytes)),
            Some(media_type) => {
                let like = Document::LIKE;
                let advice = format!("name a folder of pages, or a file of lines like {like}");
                let what = format!("expected a list of texts, found {media_type}");
                Err(Failure::new(what, bytes.place.display(), advice))
            }
        }
    }

    #[cfg(not(feature = "web"))]
    fn feed(&self, bytes: Bytes, _: Option<&str>) -> Result<Input, Failure> {
        Err(Failure::absent("web", bytes.place.display()))
    }

    #[cfg(feature = "web")]
    fn feed(&self, bytes: Bytes, url: Option<&str>) -> Result<Input, Failure> {
        use crate::feed;
        let mut feed = Vec::new();
        let from = packed::unpacked(bytes.open()?);
        let read = from.and_then(|from| from.take(feed::MOST).read_to_end(&mut feed));
        read.map_err(|error| Failure::unreadable(&error, &bytes.place))?;
        let place = bytes.place.to_string_lossy();
        let (documents, links, fault) = feed::open(&feed, &place, url, self.feed_content)?;
        let input = match self.feed_content {
            true => Input::Several(Arc::new(documents)),
            false => Input::Addresses(links, self.pages()),
        };
        match fault {
            Some(fault) => Ok(Input::Many(vec![input], vec![fault])),
            None => Ok(input),
        }
    }

    /// What addresses answer, asked at the same time.
    fn ask_all(&self, addresses: Vec<String>) -> Vec<Result<Input, Failure>> {
        thread::scope(|scope| {
            let asked = addresses
                .iter()
                .map(|address| scope.spawn(move || self.ask(address)));
            let asked: Vec<_> = asked.collect();
            let answers = asked.into_iter().zip(&addresses).map(|(asking, address)| {
                let advice = "please report this with the address";
                let failed = |_| Err(Failure::new("internal error", address, advice));
                asking.join().unwrap_or_else(failed)
            });
            answers.collect()
        })
    }
}

impl Input {
    /// Opens the paths that the user has named. If there are several, ids begin with the path as it was given, and a
    /// path that cannot be opened is reported.
    pub fn of(all: &[PathBuf], opening: &Opening, globs: &Globs) -> Result<Input, Failure> {
        if let [path] = all {
            return opening.path(path, globs);
        }
        let mut reported = Vec::new();
        let mut inputs = Vec::new();
        for path in all {
            let opened = if is_address(path) {
                let address = path.to_string_lossy().into_owned();
                if let Some(Input::Addresses(addresses, other)) = inputs.last_mut()
                    && other.kind == opening.kind
                {
                    addresses.push(address);
                    continue;
                }
                Ok(Input::Addresses(vec![address], opening.clone()))
            } else if Named::of(path).is_document() && opening.kind.is_none() && !path.is_dir() {
                // A file that cannot be read is reported when its turn comes.
                Ok(Input::One(Document::file(path)))
            } else {
                opening.path(path, globs)
            };
            match opened {
                Ok(input) => inputs.push(input),
                Err(failure) => {
                    warn(&failure);
                    reported.push(failure);
                }
            }
        }
        // Files of several paths might have one id.
        let mut held: Vec<_> = inputs.iter_mut().flat_map(Input::held).collect();
        held.retain(|document| document.path().is_some());
        let paths: Vec<PathBuf> = held
            .iter()
            .filter_map(|one| Some(one.path()?.to_owned()))
            .collect();
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        for (document, id) in held.into_iter().zip(ids(&paths)) {
            document.id = id;
        }
        Ok(Input::Many(inputs, reported))
    }

    /// A folder of pages and texts, or a file that lists texts, to look up ids in.
    pub fn named(path: &Path, max_bytes: usize) -> Result<Input, Failure> {
        let mut opening = Opening::plain(max_bytes, Web::new(1));
        opening.kind = Some(Kind::List);
        opening.path(path, &Globs::default())
    }

    /// Whether it is a single page.
    pub fn is_one(&self) -> bool {
        matches!(self, Input::One(_))
    }

    /// The number of documents, if it is known before reading.
    pub fn len(&self) -> Option<usize> {
        match self {
            Input::One(_) => Some(1),
            Input::Several(documents) => Some(documents.len()),
            Input::Addresses(addresses, _) => Some(addresses.len()),
            Input::List(_) | Input::Archive(_) => None,
            Input::Many(inputs, _) => inputs.iter().map(Input::len).sum(),
        }
    }

    /// The failures of what could not be opened or looked at; each was reported.
    pub fn reported(&self) -> Vec<&Failure> {
        let Input::Many(inputs, reported) = self else {
            return Vec::new();
        };
        let inside = inputs.iter().flat_map(Input::reported);
        reported.iter().chain(inside).collect()
    }

    /// Whether all documents are pages in files, which can be read again.
    pub fn is_files(&self) -> bool {
        match self {
            Input::One(document) => document.path().is_some(),
            Input::Several(documents) => documents.iter().all(|one| one.path().is_some()),
            Input::Archive(bytes) => bytes.once.is_none(),
            Input::List(_) | Input::Addresses(..) => false,
            Input::Many(inputs, _) => inputs.iter().all(Input::is_files),
        }
    }

    /// All documents: files sorted by path, others as listed. If the first line cannot be used, the file is not a list,
    /// and that is an error.
    pub fn all(&self) -> Result<Documents<'static>, Failure> {
        self.clone().but(&Seen::default())
    }

    /// All documents except those with an address that an archive of this run has had before.
    fn but(self, seen: &Seen) -> Result<Documents<'static>, Failure> {
        let seen = Seen::clone(seen);
        Ok(match self {
            Input::One(document) => Box::new(std::iter::once(Ok(Ok(document)))),
            Input::Several(documents) => {
                Box::new((0..documents.len()).map(move |at| Ok(Ok(documents[at].clone()))))
            }
            Input::List(bytes) => {
                Box::new(bytes.listed()?.map(|found| Ok(found?.map(|found| found.0))))
            }
            Input::Archive(bytes) => {
                let place = bytes.place.display().to_string();
                Box::new(archive::pages(
                    bytes.open()?,
                    place,
                    bytes.opening.max_bytes,
                    seen,
                )?)
            }
            Input::Addresses(addresses, opening) => {
                let mut addresses = addresses.into_iter();
                let several = std::iter::from_fn(move || {
                    let some: Vec<String> = addresses.by_ref().take(FETCHES).collect();
                    (!some.is_empty()).then(|| opening.ask_all(some))
                });
                let opened = several.flatten();
                Box::new(
                    opened.flat_map(move |opened| each(opened.and_then(|input| input.but(&seen)))),
                )
            }
            Input::Many(inputs, _) => Box::new(
                inputs
                    .into_iter()
                    .flat_map(move |input| each(input.but(&seen))),
            ),
        })
    }

    /// The documents that are known before reading.
    fn held(&mut self) -> Vec<&mut Document> {
        match self {
            Input::One(document) => vec![document],
            Input::Several(documents) => Arc::make_mut(documents).iter_mut().collect(),
            Input::Many(inputs, _) => inputs.iter_mut().flat_map(Input::held).collect(),
            _ => Vec::new(),
        }
    }

    /// The documents by id.
    pub fn catalogue(self) -> Result<Catalogue, Failure> {
        let unordered = |place: String| {
            let what = "--order works only with a folder or a list";
            Err(Failure::new(what, place, "leave out --order"))
        };
        let mut catalogue = Catalogue::default();
        match self {
            Input::One(document) => catalogue.add(document),
            Input::Several(documents) => {
                documents.iter().cloned().for_each(|one| catalogue.add(one))
            }
            Input::List(bytes) => catalogue.add_list(bytes)?,
            Input::Addresses(addresses, _) => return unordered(addresses.join(" ")),
            Input::Archive(bytes) => return unordered(bytes.place.display().to_string()),
            Input::Many(inputs, _) => {
                for input in inputs {
                    catalogue.0.extend(input.catalogue()?.0);
                }
            }
        }
        Ok(catalogue)
    }
}

/// The documents of one of several inputs: what ends it does not stop the others.
fn each(found: Result<Documents<'static>, Failure>) -> Documents<'static> {
    match found {
        Ok(found) => Box::new(found.map(|found| found.or_else(|failure| Ok(Err(failure))))),
        Err(failure) => Box::new(std::iter::once(Ok(Err(failure)))),
    }
}

/// Documents by id. Of a list in a file, memory holds only the places of its lines, unless it is compressed.
#[derive(Default)]
pub struct Catalogue(HashMap<String, Place>);

enum Place {
    Here(Box<Document>),
    Line {
        of: Arc<Bytes>,
        offset: u64,
        number: u64,
    },
}

impl Catalogue {
    fn add(&mut self, document: Document) {
        self.0
            .insert(document.id.clone(), Place::Here(Box::new(document)));
    }

    fn add_list(&mut self, bytes: Bytes) -> Result<(), Failure> {
        let start = match bytes.once {
            None => File::open(&bytes.place).and_then(|file| packed::begun(file, 4)),
            Some(_) => Err(io::ErrorKind::NotSeekable.into()),
        };
        let is_plain = start.is_ok_and(|(_, start)| !packed::is_packed(&start) && start != PARQUET);
        let (path, of) = (bytes.place.clone(), Arc::new(bytes.clone()));
        let mut numbers = HashMap::new();
        for found in bytes.listed()? {
            let (document, offset, number) = found??;
            let id = document.id.clone();
            if let Some(other) = numbers.insert(id.clone(), number) {
                let what = format!("two documents have the id `{id}`");
                let place = format!("{} lines {other} and {number}", path.display());
                return Err(Failure::new(what, place, "give one of them another id"));
            }
            let of = Arc::clone(&of);
            let line = Place::Line { of, offset, number };
            self.0.insert(
                id,
                if is_plain {
                    line
                } else {
                    Place::Here(Box::new(document))
                },
            );
        }
        Ok(())
    }

    pub fn get(&self, id: &str) -> Result<Option<Document>, Failure> {
        let (of, offset, number) = match self.0.get(id) {
            None => return Ok(None),
            Some(Place::Here(document)) => return Ok(Some(Document::clone(document))),
            Some(Place::Line { of, offset, number }) => (of, *offset, *number),
        };
        let Some(line) = Lines::again(&of.place, offset, number)? else {
            let what = "the list became shorter during the run";
            let advice = "use a file that does not change meanwhile";
            return Err(Failure::new(what, of.place.display(), advice));
        };
        Document::listed(line, &of.place, &of.opening.fields).map(Some)
    }
}

/// How long to wait for more items before working on those that are there.
const PATIENCE: Duration = Duration::from_millis(100);

/// Hands items over in chunks, so that each chunk can be processed in parallel while memory stays bounded. Items before
/// a failure are still handed over. With several threads, one more finds the items meanwhile.
pub fn in_chunks<T: Send>(
    items: impl Iterator<Item = Result<T, Failure>> + Send,
    each: impl FnMut(Vec<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let threads = rayon::current_num_threads();
    let size = 16 * threads;
    let mut items = items.fuse();
    if threads == 1 {
        return chunked(size, |_| items.next(), each);
    }
    thread::scope(|scope| {
        let (send, found): (_, Receiver<Result<T, Failure>>) = sync_channel(size);
        scope.spawn(move || items.all(|item| send.send(item).is_ok()));
        let next = |wait: Option<Duration>| match wait {
            None => found.recv().ok(),
            Some(wait) => found.recv_timeout(wait).ok(),
        };
        chunked(size, next, each)
    })
}

/// `next` is the next item, if it comes within this time.
fn chunked<T>(
    size: usize,
    mut next: impl FnMut(Option<Duration>) -> Option<Result<T, Failure>>,
    mut each: impl FnMut(Vec<T>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    while let Some(first) = next(None) {
        let start = Instant::now();
        let mut chunk = vec![first?];
        let mut failure = None;
        while chunk.len() < size && failure.is_none() {
            let Some(left) = PATIENCE.checked_sub(start.elapsed()) else {
                break;
            };
            match next(Some(left)) {
                Some(Ok(item)) => chunk.push(item),
                Some(Err(error)) => failure = Some(error),
                None => break,
            }
        }
        each(chunk)?;
        failure.map_or(Ok(()), Err)?;
    }
    Ok(())
}
