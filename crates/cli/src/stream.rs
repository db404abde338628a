//! Reads streams: standard input, a pipe, or the response of an address.

use crate::archive::{self, Seen};
use crate::document::{Document, Found};
use crate::failure::Failure;
use crate::feed;
use crate::gzip;
use crate::rows::{Rows, begins_list};
use crate::web::{Answer, Web};
use clap::ValueEnum;
use std::io::{self, Read};
use std::path::Path;
use std::thread;

/// Addresses fetched at once.
const FETCHES: usize = 4;

/// The kinds of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    Page,
    Feed,
    Warc,
    List,
}

/// How to open a stream.
#[derive(Clone)]
pub struct Opening {
    /// The kind, if the name and the first bytes do not determine it.
    pub kind: Option<Kind>,
    /// Whether the entries of a feed are read from the feed itself.
    pub feed_content: bool,
    pub max_bytes: usize,
    pub web: Web,
}

/// Bytes of a stream, with what is known of them beforehand.
pub struct Sent {
    pub id: String,
    /// The name that failures print.
    pub place: String,
    pub url: Option<String>,
    pub content_type: Option<String>,
    pub body: Box<dyn Read + Send>,
}

/// The contents of a stream.
pub enum Opened {
    Page(Document),
    /// The entries of a feed, read from the feed itself.
    Entries(Vec<Document>),
    /// The pages that a feed links to.
    Links(Vec<String>),
    Archive(Box<dyn Read + Send>),
    List(Box<dyn Read + Send>),
}

/// Documents; an error ends the list.
type Documents = Box<dyn Iterator<Item = Result<Found, Failure>>>;

impl Opening {
    /// The same for the links of a feed: pages, whatever they look like.
    pub fn pages(&self) -> Opening {
        Opening {
            kind: Some(Kind::Page),
            ..self.clone()
        }
    }

    /// The contents, recognised by name, type, or first bytes.
    pub fn open(&self, sent: Sent) -> Result<Opened, Failure> {
        let Sent {
            id,
            place,
            url,
            content_type,
            mut body,
        } = sent;
        let unreadable = |error: io::Error| Failure::unreadable(&error, Path::new(&place));
        let mut begin = Vec::new();
        let read = body.by_ref().take(gzip::START).read_to_end(&mut begin);
        read.map_err(unreadable)?;
        let known = gzip::start(&begin[..]).map_err(unreadable)?;
        let whole = io::Cursor::new(begin).chain(body);
        let name = url.as_deref().unwrap_or(&place).split(['?', '#']).next();
        let by_type = || feed::is_feed(content_type.as_deref()?).then_some(Kind::Feed);
        let by_bytes = || kind(&known, Path::new(name.unwrap_or_default()));
        match self.kind.or_else(by_bytes).or_else(by_type) {
            Some(Kind::Warc) => Ok(Opened::Archive(Box::new(whole))),
            Some(Kind::Feed) => self.feed(whole, &place, url.as_deref()),
            Some(Kind::List) => {
                let unpacked = gzip::unpacked(whole).map_err(unreadable)?;
                Ok(Opened::List(Box::new(unpacked)))
            }
            Some(Kind::Page) | None => {
                let mut bytes = Vec::new();
                let read = whole.take((self.max_bytes as u64).saturating_add(1));
                { read }.read_to_end(&mut bytes).map_err(unreadable)?;
                let page = Document::entry_of(id, url, content_type, bytes);
                Ok(Opened::Page(page))
            }
        }
    }

    /// A feed, and its address if it has one.
    pub fn feed(&self, from: impl Read, place: &str, url: Option<&str>) -> Result<Opened, Failure> {
        let unreadable = |error: io::Error| Failure::unreadable(&error, Path::new(place));
        let from = gzip::unpacked(from).map_err(unreadable)?;
        let mut bytes = Vec::new();
        let read = from.take(feed::MOST).read_to_end(&mut bytes);
        read.map_err(unreadable)?;
        Ok(match self.feed_content {
            true => Opened::Entries(feed::entries(&bytes, place, url)?),
            false => Opened::Links(feed::links(&bytes, place, url)?),
        })
    }

    /// The contents at an address.
    pub fn ask(&self, address: &str) -> Result<Opened, Failure> {
        let Answer {
            url,
            content_type,
            body,
        } = self.web.ask(address)?;
        self.open(Sent {
            id: address.to_owned(),
            place: address.to_owned(),
            url: Some(url),
            content_type,
            body,
        })
    }

    /// The documents of addresses in their order; a few addresses are fetched at once. A failure at one does not stop
    /// the others.
    pub fn documents(&self, addresses: Vec<String>, seen: &Seen) -> Documents {
        let opening = self.clone();
        let seen = Seen::clone(seen);
        let mut addresses = addresses.into_iter().peekable();
        let several = std::iter::from_fn(move || {
            let some: Vec<String> = addresses.by_ref().take(FETCHES).collect();
            (!some.is_empty()).then(|| opening.ask_all(&some))
        });
        let opening = self.clone();
        Box::new(several.flatten().flat_map(move |(address, opened)| {
            let documents = opened.and_then(|opened| opened.documents(&opening, &address, &seen));
            documents.unwrap_or_else(|failure| Box::new(std::iter::once(Ok(Err(failure)))))
        }))
    }

    fn ask_all(&self, addresses: &[String]) -> Vec<(String, Result<Opened, Failure>)> {
        thread::scope(|scope| {
            let asked: Vec<_> = addresses
                .iter()
                .map(|address| (address, scope.spawn(|| self.ask(address))))
                .collect();
            let answers = asked.into_iter().map(|(address, asking)| {
                let opened = asking.join().unwrap_or_else(|_| {
                    let advice = "please report this with the address";
                    Err(Failure::new("internal error", address, advice))
                });
                (address.clone(), opened)
            });
            answers.collect()
        })
    }
}

impl Opened {
    fn documents(self, opening: &Opening, place: &str, seen: &Seen) -> Result<Documents, Failure> {
        Ok(match self {
            Opened::Page(document) => Box::new(std::iter::once(Ok(Ok(document)))),
            Opened::Entries(documents) => Box::new(documents.into_iter().map(|one| Ok(Ok(one)))),
            Opened::Links(links) => opening.pages().documents(links, seen),
            Opened::Archive(body) => {
                let seen = Seen::clone(seen);
                let pages = archive::pages(body, place.to_owned(), opening.max_bytes, seen)?;
                Box::new(pages.map(|found| found.or_else(|failure| Ok(Err(failure)))))
            }
            Opened::List(body) => {
                let rows = Rows::of(body, Path::new(place));
                Box::new(listed(rows).map(|found| found.or_else(|failure| Ok(Err(failure)))))
            }
        })
    }
}

/// The kind of a file, by its name or its first bytes, unless it is a page. A list without lines is not recognised.
pub fn kind(start: &[u8], path: &Path) -> Option<Kind> {
    if archive::is_archive(path) || archive::begins_archive(start) {
        return Some(Kind::Warc);
    }
    if feed::begins_feed(start) {
        return Some(Kind::Feed);
    }
    begins_list(start).then_some(Kind::List)
}

/// The documents of a list. If the first line cannot be used, it is not a list, and that ends it.
pub fn listed(rows: Rows<Document>) -> impl Iterator<Item = Result<Found, Failure>> {
    let mut is_list = false;
    rows.map(move |row| match row {
        Ok(at) => {
            is_list = true;
            Ok(Ok(at.row))
        }
        Err(failure) if is_list => Ok(Err(failure)),
        Err(failure) => Err(failure),
    })
}
