//! Input. Each path that the user names is expanded into [sources](Source): a folder into its files, a feed into the
//! addresses of its pages, anything else into itself. Name and first bytes show of each source whether it is one
//! document, a list or a web archive. [`Input::all`] goes through the sources in their order, and yields the documents
//! of all as one iterator of `Result<Document, Failure>`; every command takes its input from there. A source is opened
//! when its turn comes, and a list or an archive is read as its documents are taken, never held whole. Addresses are
//! fetched a few at a time. A failure is that of one document, unless it is [fatal](Failure::Fatal).

use crate::archive::Pages;
use crate::document::{Document, Documents, ids};
use crate::failure::{Failure, guard, warn};
use crate::folder::{self, Filter, Globs};
use crate::kind::{Kind, PARQUET, is_document, is_feed, kind_of};
use crate::list::{self, EXAMPLE, Fields, Line, Lines};
use crate::packed;
use crate::source::{READ, Source, is_address};
use crate::web::Web;
use offprint::media_type;
use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
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
}

/// What was opened.
pub struct Input {
    pub opener: Opener,
    sources: Vec<Source>,
    /// The failures of what could not be opened or looked at; each was reported.
    pub reported: Vec<Failure>,
    /// Whether it is one file or stream, whatever that holds.
    is_single: bool,
}

impl Opener {
    /// The sources at a path, and the failures of what else is there.
    fn open(&self, path: &Path) -> Result<(Vec<Source>, Vec<Failure>), Failure> {
        if is_address(path) && self.filter != Filter::Named {
            self.fetch(path, self.kind)
        } else if path.is_dir() {
            folder::open(path, self.filter, &self.globs)
        } else {
            self.recognize(Source::new(path)?, self.kind)
        }
    }

    /// The same for one of several paths. Addresses, and files whose names say that they are pages, are opened when
    /// their turn comes.
    fn open_one_of(&self, path: &Path) -> Result<(Vec<Source>, Vec<Failure>), Failure> {
        let is_page = self.kind.is_none() && is_document(path) && !path.is_dir();
        if !is_page && !is_address(path) {
            return self.open(path);
        }
        let kind = if is_address(path) { self.kind } else { Some(Kind::Page) };
        Ok((vec![Source::named(path.to_owned(), kind)], Vec::new()))
    }

    fn fetch(&self, url: &Path, kind: Option<Kind>) -> Result<(Vec<Source>, Vec<Failure>), Failure> {
        self.recognize(self.web.fetch(&url.to_string_lossy())?, kind)
    }

    /// Finds out what a source is: the kind that is stated, that name and first bytes show, or that is read by default.
    /// A list without lines is not recognized.
    fn recognize(&self, mut source: Source, stated: Option<Kind>) -> Result<(Vec<Source>, Vec<Failure>), Failure> {
        let start = source.start()?;
        let url = source.url.as_deref().and_then(|url| url.split(['?', '#']).next());
        let name = url.map_or(&*source.place, Path::new);
        let is_file = source.url.is_none() && source.id != "-";
        let kind = match stated.or_else(|| kind_of(name, is_file, &start, &self.fields.text)) {
            Some(kind) => kind,
            None if is_file && self.filter != Filter::Pages => Kind::List,
            None if is_feed(source.content_type.as_deref()) => Kind::Feed,
            None => Kind::Page,
        };
        if kind == Kind::Feed {
            #[cfg(not(feature = "web"))]
            return Err(Failure::absent("web", source.place.display()));
            #[cfg(feature = "web")]
            return crate::feed::open(&source);
        }
        let media_type = media_type(&start).filter(|_| kind == Kind::List && !start.starts_with(PARQUET));
        if let Some(media_type) = media_type {
            let advice = format!("name a folder of pages, or a file of lines like {EXAMPLE}");
            let what = format!("expected a list of texts, found {media_type}");
            return Err(Failure::new(what, source.place.display(), advice));
        }
        source.kind = Some(kind);
        Ok((vec![source], Vec::new()))
    }

    /// The documents of a source. That it cannot be opened is fatal.
    fn documents(&self, source: Source) -> Documents<'_> {
        let place = source.place.to_string_lossy().into_owned();
        let opened = guard(&place, || self.try_documents(source));
        opened.unwrap_or_else(|failure| Box::new(iter::once(Err(failure.fatal()))))
    }

    fn try_documents(&self, source: Source) -> Result<Documents<'_>, Failure> {
        if source.is_address() {
            let (sources, failures) = self.fetch(&source.place, source.kind)?;
            // The body of a page is fetched at once.
            let documents =
                if let [source] = &sources[..] { self.documents(source.clone()) } else { self.all(sources.into()) };
            return Ok(Box::new(documents.chain(failures.into_iter().map(Err))));
        }
        Ok(match source.kind {
            Some(Kind::List) => Box::new(list::documents(&source, self.fields.clone())?),
            Some(Kind::Warc) => Box::new(Pages::new(source.open()?, source.place, self.max_bytes)?),
            _ => Box::new(iter::once(Ok(source.document(self.max_bytes)?))),
        })
    }

    /// The documents of several sources. A failure in one does not stop the others.
    fn all<'a>(&'a self, sources: Cow<'a, [Source]>) -> Documents<'a> {
        let mut next = 0;
        let opened = iter::from_fn(move || self.open_next(&sources, &mut next));
        Box::new(opened.flatten().flatten().map(|found| found.map_err(Failure::of_one)))
    }

    /// The documents of the next source, or those of several addresses, which are fetched at the same time.
    fn open_next(&self, sources: &[Source], next: &mut usize) -> Option<Vec<Documents<'_>>> {
        let rest = &sources[*next..];
        let addresses = rest.iter().take(FETCHES).take_while(|source| source.is_address()).count();
        let (group, _) = rest.split_at_checked(addresses.max(1))?;
        *next += group.len();
        if let [source] = group {
            return Some(vec![self.documents(source.clone())]);
        }
        Some(thread::scope(|scope| {
            let opening: Vec<_> =
                group.iter().map(|source| scope.spawn(move || self.documents(source.clone()))).collect();
            opening.into_iter().map(|thread| thread.join().expect("panics are caught")).collect()
        }))
    }
}

/// How much work there is.
pub enum Total {
    Unknown,
    Documents(usize),
    /// Bytes of files.
    Bytes(u64),
}

impl Input {
    /// Opens the paths that the user has named. If there are several, ids begin with the path as it was given, and a
    /// path that cannot be opened is reported.
    pub fn open(paths: &[PathBuf], opener: Opener) -> Result<Input, Failure> {
        if let [path] = paths {
            let (sources, reported) = opener.open(path)?;
            reported.iter().for_each(warn);
            let is_single = !path.is_dir() && matches!(&sources[..], [source] if !source.is_address());
            return Ok(Input { opener, sources, reported, is_single });
        }
        let (mut sources, mut reported) = (Vec::new(), Vec::new());
        for path in paths {
            let opened = opener.open_one_of(path);
            let (found, failures) = opened.unwrap_or_else(|failure| (Vec::new(), vec![failure]));
            failures.iter().for_each(warn);
            sources.extend(found);
            reported.extend(failures);
        }
        // Files of several paths might have one id.
        let mut files: Vec<&mut Source> =
            sources.iter_mut().filter(|source| source.is_document() && source.is_file()).collect();
        let ids = ids(&files.iter().map(|file| &*file.place).collect::<Vec<_>>());
        files.iter_mut().zip(ids).for_each(|(file, id)| file.id = id);
        Ok(Input { opener, sources, reported, is_single: false })
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
        };
        Input::open(&[path.to_owned()], opener)
    }

    /// Whether it is a single page.
    pub fn is_one(&self) -> bool {
        self.is_single && self.sources[0].is_document()
    }

    /// How much there is to read, if it is all of one kind. Counts its bytes from zero.
    pub fn total(&self) -> Total {
        let is_many = |source: &&Source| matches!(source.kind, Some(Kind::List | Kind::Warc)) && !source.is_address();
        let (files, all) = (self.sources.iter().filter(is_many).count(), self.sources.len());
        READ.store(0, Ordering::Relaxed);
        if files == 0 {
            Total::Documents(all)
        } else if files < all {
            Total::Unknown
        } else {
            self.sources.iter().map(Source::size).sum::<Option<_>>().map_or(Total::Unknown, Total::Bytes)
        }
    }

    /// Whether all documents are pages in files, which can be read again.
    pub fn is_files(&self) -> bool {
        self.sources.iter().all(|source| source.is_file() && source.kind != Some(Kind::List))
    }

    /// All documents: files sorted by path, others as listed. If the first line of a single file cannot be used, the
    /// file is not a list, and that is fatal.
    pub fn all(&self) -> Documents<'_> {
        if self.is_single {
            self.opener.documents(self.sources[0].clone())
        } else {
            self.opener.all((&self.sources).into())
        }
    }

    /// The documents by id.
    pub fn catalog(&self) -> Result<Catalog, Failure> {
        let mut catalog = Catalog { places: HashMap::new(), fields: self.opener.fields.clone() };
        for source in &self.sources {
            if source.is_document() {
                let document = source.clone().document(self.opener.max_bytes)?;
                catalog.places.insert(document.id.clone(), Place::Here(Box::new(document)));
            } else if source.kind == Some(Kind::List) && !source.is_address() {
                catalog.add_list(source)?;
            } else {
                let what = "--order works only with a folder or a list";
                return Err(Failure::new(what, source.place.display(), "leave out --order"));
            }
        }
        Ok(catalog)
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
    fn add_list(&mut self, list: &Source) -> Result<(), Failure> {
        let mut numbers = HashMap::new();
        let is_plain = list.is_file() && {
            let start = File::open(&list.place).and_then(|file| packed::begun(file, 4));
            start.is_ok_and(|(_, start)| !packed::is_packed(&start) && start != PARQUET)
        };
        for line in list::lines(list)? {
            let line = line?;
            let document = line.document(&self.fields)?;
            if let Some(other) = numbers.insert(document.id.clone(), line.number) {
                let what = format!("two documents have the id `{}`", document.id);
                let place = format!("{} lines {other} and {}", list.place.display(), line.number);
                return Err(Failure::new(what, place, "give one of them another id"));
            }
            let id = document.id.clone();
            let Line { place: path, offset, number, .. } = line;
            let place = if is_plain { Place::Line { path, offset, number } } else { Place::Here(Box::new(document)) };
            self.places.insert(id, place);
        }
        Ok(())
    }

    pub fn get(&self, id: &str) -> Result<Option<Document>, Failure> {
        Ok(match self.places.get(id) {
            None => None,
            Some(Place::Here(document)) => Some(Document::clone(document)),
            Some(Place::Line { path, offset, number }) => {
                Some(Lines::again(path, *offset, *number)?.document(&self.fields)?)
            }
        })
    }
}
