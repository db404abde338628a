//! Input, in three steps: where bytes come from ([`Opener`]: files, folders, standard input, addresses), what kind they
//! are ([`Kind`]), and the documents in them ([`Input`]), which are read with bounded memory.

use crate::archive;
use crate::document::{Document, Documents, id_of_file, ids};
use crate::failure::{At, Failure, STDIN, guard, warn};
use crate::folder::{self, Filter, Globs};
use crate::kind::{Kind, Name, PARQUET, is_feed, kind_of};
use crate::list::{EXAMPLE, Fields, Lines};
use crate::packed;
use crate::raw_input::RawInput;
use crate::web::{Web, is_address};
use offprint::media_type;
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Addresses fetched at once. Larger: long lists are read sooner; smaller: less load for a site that has many of them.
const FETCHES: usize = 4;

/// Opens paths, as the user's options say.
pub struct Opener {
    pub filter: Filter,
    pub globs: Globs,
    /// The kind, if names and first bytes do not determine it.
    pub kind: Option<Kind>,
    pub max_bytes: usize,
    pub web: Web,
    pub fields: Fields,
    /// Counts the bytes of lists and archives as they are read.
    pub read: Arc<AtomicU64>,
}

/// Where documents come from.
#[derive(Clone)]
enum Source {
    Document(Document),
    /// Lines, one for each document.
    List(RawInput),
    /// A web archive.
    Archive(RawInput),
    /// An address that is fetched when its turn comes, and its kind if that is known.
    Address(String, Option<Kind>),
}

/// What was opened: the documents, and where others are read from.
#[derive(Clone)]
pub struct Input {
    opener: Arc<Opener>,
    sources: Arc<Vec<Source>>,
    /// The failures of what could not be opened or looked at; each was reported.
    pub reported: Vec<Failure>,
    /// Whether it is one file or stream, whatever that holds.
    is_single: bool,
}

impl Opener {
    /// Opens one path.
    fn open(self: &Arc<Opener>, path: &Path) -> Result<Input, Failure> {
        if is_address(path) && self.filter != Filter::Named {
            return self.fetch(&path.to_string_lossy(), self.kind);
        }
        if path.is_dir() {
            return self.folder(path);
        }
        let raw = if path.as_os_str() == "-" {
            RawInput::stream("-", Path::new(STDIN), Box::new(io::stdin()))
        } else if path.exists() && !path.is_file() {
            // A pipe or a device, which can be read only once.
            let file = File::open(path).at(path)?;
            RawInput::stream(&id_of_file(path), path, Box::new(file))
        } else {
            RawInput::file(path)
        };
        self.recognize(raw, self.kind)
    }

    fn one(self: &Arc<Opener>, source: Source) -> Input {
        Input { is_single: true, ..self.many(vec![source], Vec::new()) }
    }

    fn many(self: &Arc<Opener>, sources: Vec<Source>, reported: Vec<Failure>) -> Input {
        Input { opener: Arc::clone(self), sources: Arc::new(sources), reported, is_single: false }
    }

    fn folder(self: &Arc<Opener>, path: &Path) -> Result<Input, Failure> {
        let (documents, files) = folder::open(path, self.filter, &self.globs)?;
        let mut sources: Vec<_> = documents.into_iter().map(Source::Document).collect();
        let archives = files.archives.iter().map(|path| RawInput::file(path));
        sources.extend(archives.map(Source::Archive));
        let lists = files.lists.iter().map(|path| RawInput::file(path));
        sources.extend(lists.map(Source::List));
        Ok(self.many(sources, files.reported))
    }

    /// Fetches an address, and opens the response.
    fn fetch(self: &Arc<Opener>, url: &str, kind: Option<Kind>) -> Result<Input, Failure> {
        self.recognize(self.web.fetch(url)?, kind)
    }

    /// Opens bytes as the kind that is stated, that name and first bytes show, or that is read by default. A list
    /// without lines is not recognized.
    fn recognize(self: &Arc<Opener>, mut raw: RawInput, stated: Option<Kind>) -> Result<Input, Failure> {
        let start = raw.start()?;
        let name = raw.url.as_deref().and_then(|url| url.split(['?', '#']).next());
        let name = Name::new(name.map_or(&raw.place, Path::new));
        let is_file = raw.url.is_none() && raw.id != "-";
        let kind = stated.or_else(|| kind_of(name, is_file, &start, &self.fields.text));
        match kind {
            None if is_file && self.filter != Filter::Pages => self.list(raw, &start),
            None if is_feed(raw.content_type.as_deref()) => self.feed(raw),
            None | Some(Kind::Page) => Ok(self.one(Source::Document(raw.document(self.max_bytes)?))),
            Some(Kind::Warc) => Ok(self.one(Source::Archive(raw))),
            Some(Kind::Feed) => self.feed(raw),
            Some(Kind::List) => self.list(raw, &start),
        }
    }

    fn list(self: &Arc<Opener>, raw: RawInput, start: &[u8]) -> Result<Input, Failure> {
        match media_type(start).filter(|_| !start.starts_with(PARQUET)) {
            None => Ok(self.one(Source::List(raw))),
            Some(media_type) => {
                let advice = format!("name a folder of pages, or a file of lines like {EXAMPLE}");
                let what = format!("expected a list of texts, found {media_type}");
                Err(Failure::new(what, raw.place.display(), advice))
            }
        }
    }

    #[cfg(not(feature = "web"))]
    fn feed(self: &Arc<Opener>, raw: RawInput) -> Result<Input, Failure> {
        Err(Failure::absent("web", raw.place.display()))
    }

    #[cfg(feature = "web")]
    fn feed(self: &Arc<Opener>, raw: RawInput) -> Result<Input, Failure> {
        let (links, fault) = crate::feed::open(&raw)?;
        let page = |url| Source::Address(url, Some(Kind::Page));
        Ok(self.many(links.into_iter().map(page).collect(), Vec::from_iter(fault)))
    }

    /// The documents of a source.
    fn documents(self: &Arc<Opener>, source: Source) -> Result<Documents<'static>, Failure> {
        let counted = |raw| RawInput { read: Arc::clone(&self.read), ..raw };
        Ok(match source {
            Source::Document(document) => Box::new(std::iter::once(Ok(Ok(document)))),
            Source::List(raw) => counted(raw).listed(self.fields.clone())?,
            Source::Archive(raw) => Box::new(archive::pages(counted(raw.clone()).open()?, raw.place, self.max_bytes)?),
            Source::Address(url, kind) => guard(&url, || self.fetch(&url, kind)?.all())?,
        })
    }

    /// The documents of several sources, which are opened at the same time.
    fn all_documents(self: &Arc<Opener>, sources: &[Source]) -> Vec<Result<Documents<'static>, Failure>> {
        thread::scope(|scope| {
            let open = |source: &Source| {
                let source = source.clone();
                scope.spawn(|| self.documents(source))
            };
            let opening: Vec<_> = sources.iter().map(open).collect();
            let opened = opening.into_iter().map(|thread| thread.join());
            opened.map(|opened| opened.expect("panics are caught")).collect()
        })
    }
}

/// Whether a source is an address.
fn is_fetched(source: &&Source) -> bool {
    matches!(source, Source::Address(..))
}

/// How much work there is.
pub enum Total {
    Unknown,
    Documents(usize),
    /// Bytes of files, and how many of them have been read.
    Bytes {
        of: u64,
        read: Arc<AtomicU64>,
    },
}

impl Input {
    /// Opens the paths that the user has named. If there are several, ids begin with the path as it was given, and a
    /// path that cannot be opened is reported.
    pub fn open(paths: &[PathBuf], opener: &Arc<Opener>) -> Result<Input, Failure> {
        if let [path] = paths {
            return opener.open(path);
        }
        let (mut sources, mut reported) = (Vec::new(), Vec::new());
        for path in paths {
            if is_address(path) {
                let url = path.to_string_lossy().into_owned();
                sources.push(Source::Address(url, opener.kind));
            } else if Name::new(path).is_document() && opener.kind.is_none() && !path.is_dir() {
                // A file that cannot be read is reported when its turn comes.
                let document = Document::file(String::new(), path.to_owned());
                sources.push(Source::Document(document));
            } else {
                match opener.open(path) {
                    Ok(input) => {
                        sources.extend(Arc::unwrap_or_clone(input.sources));
                        reported.extend(input.reported);
                    }
                    Err(failure) => {
                        warn(&failure);
                        reported.push(failure);
                    }
                }
            }
        }
        // Files of several paths might have one id.
        let files = sources.iter_mut().filter_map(|source| match source {
            Source::Document(document) if document.path().is_some() => Some(document),
            _ => None,
        });
        let files: Vec<&mut Document> = files.collect();
        let paths = files.iter().filter_map(|file| Some(file.path()?.to_owned()));
        let paths: Vec<PathBuf> = paths.collect();
        let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
        for (file, id) in files.into_iter().zip(ids(&paths)) {
            file.id = id;
        }
        Ok(opener.many(sources, reported))
    }

    /// Opens a folder of pages and texts, or a file that lists texts, to look up ids in.
    pub fn named(path: &Path, max_bytes: usize) -> Result<Input, Failure> {
        let opener = Opener {
            filter: Filter::Named,
            globs: Globs::default(),
            kind: Some(Kind::List),
            max_bytes,
            web: Web::new(1),
            fields: Fields { id: "id".to_owned(), text: "text".to_owned() },
            read: Arc::default(),
        };
        Arc::new(opener).open(path)
    }

    /// Whether it is a single page.
    pub fn is_one(&self) -> bool {
        self.is_single && matches!(self.sources[0], Source::Document(_))
    }

    /// How much there is to read, if it is all of one kind. Counts its bytes from zero.
    pub fn total(&self) -> Total {
        let files = self.sources.iter().filter_map(|source| match source {
            Source::List(raw) | Source::Archive(raw) => Some(raw.size()),
            Source::Document(_) | Source::Address(..) => None,
        });
        let (files, all) = (files.collect::<Vec<_>>(), self.sources.len());
        self.opener.read.store(0, Ordering::Relaxed);
        match files.iter().copied().sum() {
            _ if files.is_empty() => Total::Documents(all),
            Some(of) if files.len() == all => Total::Bytes { of, read: Arc::clone(&self.opener.read) },
            _ => Total::Unknown,
        }
    }

    /// Whether all documents are pages in files, which can be read again.
    pub fn is_files(&self) -> bool {
        self.sources.iter().all(|source| match source {
            Source::Document(document) => document.path().is_some(),
            Source::Archive(raw) => raw.stream.is_none(),
            Source::List(_) | Source::Address(..) => false,
        })
    }

    /// All documents: files sorted by path, others as listed. If the first line of a single file cannot be used, the
    /// file is not a list, and that is an error.
    pub fn all(&self) -> Result<Documents<'static>, Failure> {
        if self.is_single {
            return self.opener.documents(self.sources[0].clone());
        }
        let (opener, sources) = (Arc::clone(&self.opener), Arc::clone(&self.sources));
        let mut next = 0;
        let groups = std::iter::from_fn(move || {
            let rest = &sources[next..];
            let addresses = rest.iter().take(FETCHES).take_while(is_fetched).count();
            let (group, _) = rest.split_at_checked(addresses.max(1))?;
            next += group.len();
            Some(match group {
                [source] => vec![opener.documents(source.clone())],
                addresses => opener.all_documents(addresses),
            })
        });
        Ok(Box::new(groups.flatten().flat_map(each)))
    }

    /// The documents by id.
    pub fn catalog(&self) -> Result<Catalog, Failure> {
        let mut catalog = Catalog { places: HashMap::new(), fields: self.opener.fields.clone() };
        for source in self.sources.iter().cloned() {
            let place = match source {
                Source::Document(document) => {
                    catalog.add(document);
                    continue;
                }
                Source::List(raw) => {
                    catalog.add_list(raw)?;
                    continue;
                }
                Source::Address(url, _) => url,
                Source::Archive(raw) => raw.place.display().to_string(),
            };
            let what = "--order works only with a folder or a list";
            return Err(Failure::new(what, place, "leave out --order"));
        }
        Ok(catalog)
    }
}

/// The documents of one of several inputs. An error in it does not stop the others.
fn each(found: Result<Documents<'static>, Failure>) -> Documents<'static> {
    match found {
        Ok(found) => Box::new(found.map(|found| found.or_else(|failure| Ok(Err(failure))))),
        Err(failure) => Box::new(std::iter::once(Ok(Err(failure)))),
    }
}

/// Documents by id. For a list in a file, memory holds only the places of its lines, unless it is compressed.
pub struct Catalog {
    places: HashMap<String, Place>,
    fields: Fields,
}

enum Place {
    Here(Box<Document>),
    Line { path: Arc<Path>, offset: u64, number: u64 },
}

impl Catalog {
    fn add(&mut self, document: Document) {
        let id = document.id.clone();
        self.places.insert(id, Place::Here(Box::new(document)));
    }

    fn add_list(&mut self, raw: RawInput) -> Result<(), Failure> {
        let path: Arc<Path> = raw.place.as_path().into();
        let start = match raw.stream {
            None => File::open(&path).and_then(|file| packed::begun(file, 4)),
            Some(_) => Err(io::ErrorKind::NotSeekable.into()),
        };
        let is_plain = start.is_ok_and(|(_, start)| !packed::is_packed(&start) && start != PARQUET);
        let mut numbers = HashMap::new();
        for line in raw.lines()? {
            let line = line?;
            let (offset, number) = (line.offset, line.number);
            let document = line.document(&path, &self.fields)?;
            let id = document.id.clone();
            if let Some(other) = numbers.insert(id.clone(), number) {
                let what = format!("two documents have the id `{id}`");
                let place = format!("{} lines {other} and {number}", path.display());
                return Err(Failure::new(what, place, "give one of them another id"));
            }
            if is_plain {
                let path = Arc::clone(&path);
                let line = Place::Line { path, offset, number };
                self.places.insert(id, line);
            } else {
                self.add(document);
            }
        }
        Ok(())
    }

    pub fn get(&self, id: &str) -> Result<Option<Document>, Failure> {
        let (path, offset, number) = match self.places.get(id) {
            None => return Ok(None),
            Some(Place::Here(document)) => return Ok(Some(Document::clone(document))),
            Some(Place::Line { path, offset, number }) => (path, *offset, *number),
        };
        let Some(line) = Lines::again(path, offset, number)? else {
            let what = "the list became shorter during the run";
            let advice = "use a file that does not change meanwhile";
            return Err(Failure::new(what, path.display(), advice));
        };
        line.document(path, &self.fields).map(Some)
    }
}
