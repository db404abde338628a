//! A document: a page, a text, or an article that was read before.

use crate::failure::Failure;
use crate::packed::{self, Stream};
use crate::rows::{self, Line};
use offprint::article::NoFingerprintReason;
use offprint::{
    Article, Fingerprint, Metadata, ParsedPage, ReadOptions, Reader, SiteMemory, media_type,
};
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, IgnoredAny};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::str::Utf8Chunk;

/// Bytes read from a page in one step.
const CHUNK: usize = 64 << 10;
/// Bytes at the start of a file that show what it is.
const START: u64 = 512;
/// The most bytes of a text, many times a long book.
const TEXT: u64 = 64 << 20;

/// A document that has not been read yet.
#[derive(Clone)]
pub struct Document {
    pub id: String,
    content: Content,
    line: Option<Box<str>>,
    /// Its place in a list, and the field of its id.
    place: Option<(String, String)>,
}

/// The text of a document, by which two documents are known to be equal.
#[derive(Clone, Copy)]
pub struct Text {
    pub hash: u64,
    /// The same, if the text is whole.
    pub digest: Option<u64>,
}

impl Text {
    pub fn of(article: &Article) -> Text {
        let digest = article.digest();
        let hash = || {
            let text = match &article.fingerprint {
                // A row may hold an article without its text.
                Some(of) if !article.text.contains(char::is_alphanumeric) => &of.to_string(),
                _ => &article.text,
            };
            Article::hash_of(&article.metadata.title, text)
        };
        Text {
            hash: digest.unwrap_or_else(hash),
            digest,
        }
    }
}

#[derive(Clone)]
enum Content {
    File(PathBuf),
    Text {
        title: String,
        text: String,
        url: Option<String>,
    },
    /// A page that came among others, or in a stream.
    Bytes {
        url: Option<String>,
        content_type: Option<String>,
        bytes: Vec<u8>,
    },
    /// Read before.
    Article(Box<Article>),
}

impl Document {
    fn new(id: String, content: Content) -> Document {
        Document {
            id,
            content,
            line: None,
            place: None,
        }
    }

    /// A page fetched from this address.
    pub fn page_of(url: String, content_type: Option<String>, bytes: Vec<u8>) -> Document {
        Document::entry_of(url.clone(), Some(url), content_type, bytes)
    }

    /// A page that came among others; some of these have no address.
    pub fn entry_of(
        id: String,
        url: Option<String>,
        content_type: Option<String>,
        bytes: Vec<u8>,
    ) -> Document {
        let content = Content::Bytes {
            url,
            content_type,
            bytes,
        };
        Document::new(id, content)
    }

    /// The text of the page at this address.
    pub fn text_of(url: String, text: String) -> Document {
        let content = Content::Text {
            title: String::new(),
            text,
            url: Some(url.clone()),
        };
        Document::new(url, content)
    }

    /// A file with this id.
    pub fn named(id: String, path: PathBuf) -> Document {
        Document::new(id, Content::File(path))
    }

    /// Its line, if it comes from a list.
    pub fn line(&self) -> Option<&str> {
        self.line.as_deref()
    }

    /// Its text, if it comes from a list.
    pub fn listed_text(&self) -> Option<Text> {
        match &self.content {
            Content::Text { title, text, .. } if self.line.is_some() => Some(Text {
                hash: Article::hash_of(title, text),
                digest: None,
            }),
            Content::Article(article) => Some(Text::of(article)),
            _ => None,
        }
    }

    /// Gives it another id, also in its line: its place in a list, or a longer id with this number.
    pub fn rename(&mut self, number: usize) {
        let place = self.place.as_mut().map(|(place, _)| std::mem::take(place));
        let longer = || format!("{}:{number}", self.id);
        self.id = place
            .filter(|place| !place.is_empty())
            .unwrap_or_else(longer);
        if let (Some(line), Some((_, field))) = (&self.line, &self.place)
            && let Ok(row) = serde_json::from_str::<HashMap<String, &RawValue>>(line)
            && let Some(id) = row.get(field)
        {
            let at = id.get().as_ptr() as usize - line.as_ptr() as usize;
            let (before, after) = (&line[..at], &line[at + id.get().len()..]);
            self.line = Some(format!("{before}{}{after}", json!(self.id)).into());
        }
    }

    /// Its path, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.content {
            Content::File(path) => Some(path),
            _ => None,
        }
    }

    /// A file; its id is the file name, and endings of pages and texts are left out.
    pub fn file(path: &Path) -> Document {
        let name = Path::new(path.file_name().unwrap_or(path.as_os_str()));
        Document::new(id_of(name), Content::File(path.to_owned()))
    }

    /// Reads the article: all of a `.txt` file is text, any other file is a page. Either may be compressed, whatever its
    /// name.
    pub fn read(&self, options: &ReadOptions) -> Result<Article, Failure> {
        Ok(match self.parse(options)? {
            Parsed::Article(article) => *article,
            page => page.judge(None).0,
        })
    }

    /// Reads it as far as that is possible without other pages.
    pub fn parse(&self, options: &ReadOptions) -> Result<Parsed, Failure> {
        let article = match &self.content {
            Content::Text { title, text, url } => {
                let mut article = Article::of_text(title.clone(), text.clone());
                article.metadata.url = options.url.clone().or(url.clone());
                article
            }
            Content::Article(article) => return Ok(Parsed::Article(article.clone())),
            Content::File(path) if Named::of(path) == Named::Text => text(path)?,
            Content::File(_) | Content::Bytes { .. } => {
                let (from, place, options) = self.open(options)?;
                // Up to the limit, and one byte to tell whether there is more.
                let from = from.take((options.most_bytes() as u64).saturating_add(1));
                let mut reader = Reader::new(options);
                let read = io::copy(&mut BufReader::with_capacity(CHUNK, from), &mut reader);
                read.map_err(|error| Failure::unreadable(&error, place))?;
                return Ok(Parsed::Page(Box::new(reader.end_page())));
            }
        };
        Ok(Parsed::Article(Box::new(article)))
    }

    /// Passes on the page without its noise, as UTF-8, and returns whether reading stopped before its end.
    pub fn clean(
        &self,
        options: &ReadOptions,
        mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let (from, place, options) = self.open(options)?;
        let unreadable = |error: io::Error| Failure::unreadable(&error, place);
        let (from, start) = packed::begun(from, START).map_err(unreadable)?;
        if let Some(media_type) = media_type(&start) {
            let what = format!("{media_type} is not a page");
            return Err(Failure::new(what, place.display(), "name a file of HTML"));
        }
        let cleaned = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&cleaned);
        let mut reader = Reader::with_sink(options, move |bytes| {
            sink.borrow_mut().extend_from_slice(bytes)
        });
        let mut from = BufReader::with_capacity(CHUNK, from);
        loop {
            let chunk = from.fill_buf().map_err(unreadable)?;
            if chunk.is_empty() {
                break;
            }
            reader.write(chunk);
            let length = chunk.len();
            from.consume(length);
            write(&cleaned.take())?;
        }
        let is_cut = reader.end_page().is_truncated();
        write(&cleaned.take())?;
        Ok(is_cut)
    }

    /// The bytes of a page up to the limit; `None` if it is a text.
    pub fn page(&self, options: &ReadOptions) -> Option<Result<Vec<u8>, Failure>> {
        let is_page = match &self.content {
            Content::File(path) => Named::of(path) != Named::Text,
            content => matches!(content, Content::Bytes { .. }),
        };
        is_page.then(|| {
            let (from, place, options) = self.open(options)?;
            let mut bytes = Vec::new();
            let read = from
                .take(options.most_bytes() as u64)
                .read_to_end(&mut bytes);
            read.map_err(|error| Failure::unreadable(&error, place))?;
            Ok(bytes)
        })
    }

    /// Opens a page: its bytes, the name that failures print, and how it is read.
    fn open(&self, options: &ReadOptions) -> Result<(Stream<'_>, &Path, ReadOptions), Failure> {
        let mut options = options.clone();
        let (from, place): (Stream, &Path) = match &self.content {
            Content::Bytes {
                url,
                content_type,
                bytes,
            } => {
                // What the user states takes precedence over what the server states.
                options.url = options.url.or_else(|| url.clone());
                options.content_type = options.content_type.or_else(|| content_type.clone());
                let is_stdin = self.id == "-";
                let place = if is_stdin { rows::STDIN } else { &self.id };
                (Box::new(&bytes[..]), Path::new(place))
            }
            Content::File(path) if Named::of(path) != Named::Text => {
                let file = File::open(path);
                let file = file.map_err(|error| Failure::unreadable(&error, path))?;
                (Box::new(file), path)
            }
            _ => {
                let (what, advice) = ("a text is not a page", "name a file of HTML");
                return Err(Failure::new(what, &self.id, advice));
            }
        };
        let from = packed::unpacked(from).map_err(|error| Failure::unreadable(&error, place))?;
        Ok((from, place, options))
    }
}

/// A document that was read: its article, or a page with blocks that are still to be judged.
pub enum Parsed {
    Article(Box<Article>),
    Page(Box<ParsedPage>),
}

impl Parsed {
    /// Its article, judged also by the memory of its site if one is given and it is a page; and what was seen of the
    /// page.
    pub fn judge(&self, site: Option<&SiteMemory>) -> (Article, SiteMemory) {
        match self {
            Parsed::Article(article) => ((**article).clone(), SiteMemory::default()),
            Parsed::Page(page) => match site {
                Some(site) => page.article_on(site),
                None => (page.article(), SiteMemory::default()),
            },
        }
    }

    /// The approximate bytes of memory it takes.
    pub fn size(&self) -> usize {
        match self {
            Parsed::Article(article) => size_of::<Article>() + 2 * article.text.len(),
            Parsed::Page(page) => page.memory(),
        }
    }
}

/// The article in a file of text.
fn text(path: &Path) -> Result<Article, Failure> {
    let mut bytes = Vec::new();
    let from = File::open(path).and_then(packed::unpacked);
    let read = from.and_then(|from| from.take(TEXT + 1).read_to_end(&mut bytes));
    read.map_err(|error| Failure::unreadable(&error, path))?;
    if bytes.len() as u64 > TEXT {
        let what = format!("the text is longer than {} MiB", TEXT >> 20);
        return Err(Failure::new(what, path.display(), "split it"));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        let advice = "convert it with `iconv -t UTF-8`";
        Failure::new("the text is not UTF-8", path.display(), advice)
    })?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    Ok(Article::of_text(String::new(), text.to_owned()))
}

/// Endings of style sheets, scripts, data, pictures and fonts.
const ASSETS: &[&str] = &[
    "css", "js", "mjs", "map", "json", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico",
    "woff", "woff2", "ttf", "otf", "eot",
];

/// The kind of a file, by the ending of its name before an optional `.gz`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    Page,
    Text,
    /// Something that a page loads. If the server lacked it, the file may hold an HTML error page.
    Asset,
    /// Its first bytes decide.
    Other,
}

impl Named {
    /// Whether it is a page or a text.
    pub fn is_document(self) -> bool {
        matches!(self, Named::Page | Named::Text)
    }

    pub fn of(path: &Path) -> Named {
        let name = path.file_name().map(Path::new).unwrap_or(path);
        let inner = inner(name);
        if ends_in(&inner, &["html", "htm", "xhtml", "xht", "shtml"]) {
            Named::Page
        } else if ends_in(&inner, &["txt"]) {
            Named::Text
        } else if ends_in(&inner, ASSETS) {
            Named::Asset
        } else {
            Named::Other
        }
    }
}

/// Whether a path has one of these endings.
pub fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let is_one = |found: &OsStr| endings.iter().any(|one| found.eq_ignore_ascii_case(one));
    path.extension().is_some_and(is_one)
}

/// The id of a file: its path without the ending of a page or text, with `/` between folders.
fn id_of(path: &Path) -> String {
    if !Named::of(path).is_document() {
        return whole(path);
    }
    whole(&inner(path).with_extension(""))
}

/// A path without the ending of a compressed file.
pub fn inner(path: &Path) -> PathBuf {
    let is_packed = ends_in(path, &["gz", "zst"]);
    if is_packed {
        path.with_extension("")
    } else {
        path.to_owned()
    }
}

/// A path with `/` between folders.
pub fn whole(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    // The root counts as a part.
    parts.join("/").replacen("//", "/", 1)
}

/// A path in a form that no other path shares: bytes that are not UTF-8 appear as `%E9`.
fn exact(path: &Path) -> String {
    let part = |part: &OsStr| {
        let chunks = part.as_encoded_bytes().utf8_chunks();
        let chunk = |chunk: Utf8Chunk| {
            let invalid = chunk.invalid().iter().map(|byte| format!("%{byte:02X}"));
            chunk.valid().to_owned() + &invalid.collect::<String>()
        };
        chunks.map(chunk).collect::<String>()
    };
    let parts: Vec<_> = path.iter().map(part).collect();
    parts.join("/")
}

/// The ids of files, by their paths in a folder. Files that would share an id keep their endings: `a.htm` and `a.html`.
pub fn ids(paths: &[&Path]) -> Vec<String> {
    let mut ids: Vec<String> = paths.iter().map(|path| id_of(path)).collect();
    for form in [whole, exact] {
        let mut count: HashMap<&str, usize> = HashMap::new();
        for id in &ids {
            *count.entry(id).or_default() += 1;
        }
        let shared: Vec<usize> = (0..ids.len()).filter(|&at| count[&*ids[at]] > 1).collect();
        for at in shared {
            ids[at] = form(paths[at]);
        }
    }
    ids
}

/// A document, or the failure that took its place: the failure is reported, and the others are still read.
pub type Found = Result<Document, Failure>;

/// The fields of a list that hold ids and texts.
#[derive(Clone)]
pub struct Fields {
    pub id: String,
    pub text: String,
}

impl Fields {
    /// The line with these fields under their usual names.
    fn named(&self, line: &[u8]) -> serde_json::Result<Option<Vec<u8>>> {
        if self.id == "id" && self.text == "text" {
            return Ok(None);
        }
        let mut row: BTreeMap<String, &RawValue> = serde_json::from_slice(line)?;
        for (name, usual) in [(&self.id, "id"), (&self.text, "text")] {
            if name != usual {
                let value = row.remove(name);
                row.remove(usual);
                row.extend(value.map(|value| (usual.to_owned(), value)));
            }
        }
        serde_json::to_vec(&row).map(Some)
    }
}

/// The id of a row; empty if it is missing or a number, since the numbers of several lists are often the same.
fn row_id<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    match Value::deserialize(value)? {
        Value::String(id) => Ok(id),
        Value::Null | Value::Number(_) => Ok(String::new()),
        _ => Err(D::Error::custom("`id` must be a string")),
    }
}

#[derive(Deserialize)]
struct PlainRow {
    #[serde(default, deserialize_with = "row_id")]
    id: String,
    title: Option<String>,
    text: String,
}

/// An article that was read before, as its row has it.
#[derive(Deserialize)]
struct KnownRow {
    #[serde(default, deserialize_with = "row_id")]
    id: String,
    #[serde(default)]
    gated: bool,
    #[serde(flatten)]
    metadata: Metadata,
    text: Option<String>,
    #[serde(default)]
    length: u32,
    fingerprint: Option<Fingerprint>,
    #[serde(default)]
    no_fingerprint_reason: Option<NoFingerprintReason>,
}

/// Whether a row holds an article that was read: such a row has a fingerprint, even if it is `null`.
#[derive(Deserialize)]
struct RowKind {
    #[serde(default, deserialize_with = "there")]
    fingerprint: bool,
}

fn there<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(value).map(|_| true)
}

/// The content of a row, and its id.
fn row(line: &[u8]) -> serde_json::Result<(String, Content)> {
    if !serde_json::from_slice::<RowKind>(line).is_ok_and(|kind| kind.fingerprint) {
        let PlainRow { id, title, text } = serde_json::from_slice(line)?;
        let title = title.unwrap_or_default();
        return Ok((
            id,
            Content::Text {
                title,
                text,
                url: None,
            },
        ));
    }
    let known: KnownRow = serde_json::from_slice(line)?;
    let mut article = Article::of_text(String::new(), String::new());
    article.metadata = known.metadata;
    article.text = known.text.unwrap_or_default();
    article.length = known.length;
    article.fingerprint = known.fingerprint;
    article.no_fingerprint_reason = known.no_fingerprint_reason;
    article.gated = known.gated;
    Ok((known.id, Content::Article(Box::new(article))))
}

impl Document {
    /// An example of a line of a list.
    pub const LIKE: &'static str = r#"{"id": "7", "title": "…", "text": "…"}"#;

    /// A text in a list of documents, or an article as `read --jsonl` prints it.
    pub fn listed(line: Line, path: &Path, fields: &Fields) -> Result<Document, Failure> {
        let (id, content) = line.parse(path, Document::LIKE, |text| {
            let named = fields.named(text)?;
            row(named.as_deref().unwrap_or(text))
        })?;
        let place = rows::place(path, line.number);
        Ok(Document {
            id: if id.is_empty() { place.clone() } else { id },
            content,
            line: Some(String::from_utf8_lossy(&line.text).into()),
            place: Some((place, fields.id.clone())),
        })
    }
}
