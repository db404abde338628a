//! A document: a page, a text, or an article that was read before.

use crate::failure::{At, Failure, STDIN};
use crate::kind::{Kind, inner, is_document};
use crate::packed::{self, Stream};
use encoding_rs::{DecoderResult, Encoding, UTF_8};
use flate2::Crc;
use offprint::{Article, ParsedPage, ReadOptions, Reader, SiteMemory, media_type};
use serde_json::json;
use serde_json::value::RawValue;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::str::Utf8Chunk;

/// Bytes read from a page in one step.
const CHUNK: usize = 64 << 10;
/// Bytes at the start of a file that show what it is.
const START: u64 = 512;

/// A document that has not been read yet.
#[derive(Clone)]
pub struct Document {
    pub id: String,
    pub content: Content,
    /// The line of the list that it comes from, and the name of the field with its id there.
    pub row: Option<Box<(String, String)>>,
}

#[derive(Clone)]
pub enum Content {
    /// All of a `.txt` file is text, any other file is a page.
    File(PathBuf),
    Text {
        title: String,
        text: String,
        url: Option<String>,
        /// Whether it was longer than the limit.
        is_cut: bool,
    },
    /// A page that came among others, or in a stream.
    Page { url: Option<String>, content_type: Option<String>, bytes: Vec<u8> },
    /// Read before.
    Article(Box<Article>),
}

impl Content {
    /// A checksum of the text, which names it together with its place in a list.
    pub fn checksum(&self) -> u32 {
        let mut sum = Crc::new();
        match self {
            Content::Text { title, text, .. } => {
                sum.update(title.as_bytes());
                sum.update(text.as_bytes());
            }
            Content::Article(article) => sum.update(&text_hash(article).to_be_bytes()),
            _ => {}
        }
        sum.sum()
    }
}

/// The hash of an article's text, by which two documents are known to be equal.
pub fn text_hash(article: &Article) -> u64 {
    article.digest().unwrap_or_else(|| {
        let text = match &article.fingerprint {
            // A row may hold an article without its text.
            Some(of) if !article.text.contains(char::is_alphanumeric) => &of.to_string(),
            _ => &article.text,
        };
        Article::hash_of(&article.metadata.title, text)
    })
}

/// Documents, and failures in their places.
pub type Documents<'a> = Box<dyn Iterator<Item = Result<Document, Failure>> + Send + 'a>;

impl Document {
    pub fn new(id: String, content: Content) -> Document {
        Document { id, content, row: None }
    }

    /// A page of this address that came among others, or in a stream.
    pub fn page(id: &str, url: Option<&str>, content_type: Option<&str>, bytes: Vec<u8>) -> Document {
        let (url, content_type) = (url.map(str::to_owned), content_type.map(str::to_owned));
        Document::new(id.to_owned(), Content::Page { url, content_type, bytes })
    }

    /// Its line, if it comes from a list.
    pub fn line(&self) -> Option<&str> {
        self.row.as_ref().map(|row| &*row.0)
    }

    /// Gives it another id, also in its line.
    pub fn rename(&mut self, id: String) {
        self.id = id;
        if let Some((line, id_field)) = self.row.as_deref_mut()
            && let Ok(fields) = serde_json::from_str::<HashMap<String, &RawValue>>(line)
            && let Some(old) = fields.get(id_field)
        {
            let at = old.get().as_ptr() as usize - line.as_ptr() as usize;
            let (before, after) = (&line[..at], &line[at + old.get().len()..]);
            *line = format!("{before}{}{after}", json!(self.id));
        }
    }

    /// Its path, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        if let Content::File(path) = &self.content { Some(path) } else { None }
    }

    /// Reads the article. A file may be compressed, whatever its name.
    pub fn read(&self, options: &ReadOptions) -> Result<Article, Failure> {
        Ok(match self.parse(options)? {
            Parsed::Article(article) => *article,
            page => page.judge(None).0,
        })
    }

    /// Reads it as far as that is possible without other pages.
    pub fn parse(&self, options: &ReadOptions) -> Result<Parsed, Failure> {
        Ok(match &self.content {
            Content::Text { title, text, url, is_cut } => {
                let mut article = Article::of_text(title.clone(), text.clone());
                article.truncated = *is_cut;
                article.metadata.url = options.url.clone().or(url.clone());
                Parsed::Article(Box::new(article))
            }
            Content::Article(article) => Parsed::Article(article.clone()),
            Content::File(path) if is_text(path) => Parsed::Article(Box::new(text(path, options.max_bytes)?)),
            Content::File(_) | Content::Page { .. } => {
                let (from, place, options) = self.open(options)?;
                let most = (options.most_bytes() as u64).saturating_add(1);
                let mut reader = Reader::new(options);
                // One byte more than the limit tells whether there are more.
                let mut limited = BufReader::with_capacity(CHUNK, from.take(most));
                io::copy(&mut limited, &mut reader).at(place)?;
                Parsed::Page(Box::new(reader.end_page()))
            }
        })
    }

    /// Passes on the page without its noise, as UTF-8, and returns whether reading stopped before its end.
    pub fn clean(
        &self,
        options: &ReadOptions,
        mut write: impl FnMut(&[u8]) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let (page, place, page_options) = self.open(options)?;
        let (mut whole, start) = packed::begun(page, START).at(place)?;
        if let Some(media_type) = media_type(&start) {
            let what = format!("{media_type} is not a page");
            return Err(Failure::new(what, place.display(), "name a file of HTML"));
        }
        let cleaned = Rc::new(RefCell::new(Vec::new()));
        let sink = Rc::clone(&cleaned);
        let mut reader = Reader::with_sink(page_options, move |bytes| sink.borrow_mut().extend_from_slice(bytes));
        let mut chunk = vec![0; CHUNK];
        loop {
            let count = whole.read(&mut chunk).at(place)?;
            if count == 0 {
                break;
            }
            reader.feed(&chunk[..count]);
            write(&cleaned.take())?;
        }
        let is_cut = reader.end_page().is_truncated();
        write(&cleaned.take())?;
        Ok(is_cut)
    }

    /// The bytes of a page, what failures call it, and the options to read it with.
    fn open(&self, options: &ReadOptions) -> Result<(Stream<'_>, &Path, ReadOptions), Failure> {
        let mut options = options.clone();
        let (from, place): (Stream, &Path) = match &self.content {
            Content::Page { url, content_type, bytes } => {
                // What the user states takes precedence over what the server states.
                options.url = options.url.or_else(|| url.clone());
                options.content_type = options.content_type.or_else(|| content_type.clone());
                let place = if self.id == "-" { STDIN } else { &self.id };
                (Box::new(&bytes[..]), Path::new(place))
            }
            Content::File(path) if !is_text(path) => (Box::new(File::open(path).at(path)?), path),
            _ => return Err(Failure::new("a text is not a page", &self.id, "name a file of HTML")),
        };
        Ok((packed::unpacked(from).at(place)?, place, options))
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
        match (self, site) {
            (Parsed::Article(article), _) => (Article::clone(article), SiteMemory::default()),
            (Parsed::Page(page), Some(site)) => page.article_with_site(site),
            (Parsed::Page(page), None) => (page.article(), SiteMemory::default()),
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

/// A text in UTF-8, or in UTF-16 with a mark of its order. Of one that was cut off, the whole characters.
fn decoded(bytes: &[u8], is_cut: bool) -> Option<String> {
    let (charset, mark) = Encoding::for_bom(bytes).unwrap_or((UTF_8, 0));
    let mut decoder = charset.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(decoder.max_utf8_buffer_length_without_replacement(bytes.len())?);
    // Half a character is a fault only at the end of UTF-8: some programs add a single byte to UTF-16.
    let is_end = !is_cut && charset == UTF_8;
    let (result, _) = decoder.decode_to_string_without_replacement(&bytes[mark..], &mut text, is_end);
    (result == DecoderResult::InputEmpty).then_some(text)
}

fn is_text(path: &Path) -> bool {
    Kind::of_name(path) == Some(Kind::Text)
}

/// The article in a file of text, cut off after `max_bytes`.
fn text(path: &Path, max_bytes: usize) -> Result<Article, Failure> {
    let mut bytes = Vec::new();
    let from = File::open(path).and_then(packed::unpacked).at(path)?;
    from.take((max_bytes as u64).saturating_add(1)).read_to_end(&mut bytes).at(path)?;
    let is_cut = bytes.len() > max_bytes;
    bytes.truncate(max_bytes);
    let text = decoded(&bytes, is_cut).ok_or_else(|| {
        let advice = "convert it with `iconv -t UTF-8`";
        Failure::new("the text is not UTF-8", path.display(), advice)
    })?;
    let mut article = Article::of_text(String::new(), text);
    article.truncated = is_cut;
    Ok(article)
}

/// The id of a file that is named alone: its name, without the ending of a page or text.
pub fn id_of_file(path: &Path) -> String {
    id_of(Path::new(path.file_name().unwrap_or(path.as_os_str())))
}

/// The id of a file: its path without the ending of a page or text, with `/` between folders.
fn id_of(path: &Path) -> String {
    if is_document(path) { whole(&inner(path).with_extension("")) } else { whole(path) }
}

/// A path with `/` between folders.
pub fn whole(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    // The root counts as a part.
    parts.join("/").replacen("//", "/", 1)
}

/// A path in a form that no other path shares: bytes that are not UTF-8 appear as `%E9`.
fn exact(path: &Path) -> String {
    fn chunk(chunk: Utf8Chunk) -> String {
        let invalid = chunk.invalid().iter().map(|byte| format!("%{byte:02X}"));
        chunk.valid().to_owned() + &invalid.collect::<String>()
    }
    let parts = path.iter().map(|part| part.as_encoded_bytes().utf8_chunks().map(chunk).collect::<String>());
    parts.collect::<Vec<_>>().join("/")
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
