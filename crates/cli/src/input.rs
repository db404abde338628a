//! Documents: pages, plain texts, and lists of texts, read with bounded memory.

use crate::failure::{Failure, note, warn};
use crate::gzip;
use crate::rows::{At, Row, Rows};
use offprint::decode::{is_html, media_type};
use offprint::extract::Abstention;
use offprint::{Article, Fingerprint, Metadata, ReadOptions, Reader, SiteMemory};
use offprint_baselines::extractors::Extractor;
use offprint_report::Skipped;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::Utf8Chunk;

/// Bytes read from a page at a time.
const CHUNK: usize = 64 << 10;
/// Bytes of a file by which a page is told that its name does not tell.
const START: u64 = 1024;
/// Bytes that a packed text may unpack to: many times a long book.
const TEXT: u64 = 64 << 20;

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
    Text {
        title: String,
        text: String,
    },
    /// Read before.
    Article(Box<Article>),
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

    /// Reads the article: a `.txt` file is nothing but its text, any other is a page. Either may be
    /// packed by gzip, whatever its name.
    pub fn read(&self, options: &ReadOptions, extractor: Extractor) -> Result<Article, Failure> {
        Ok(self.read_on(None, options, extractor)?.0)
    }

    /// The same by the memory of its site, too, if one is given and the extractor is Offprint's own; and what is seen of
    /// the page.
    pub fn read_on(
        &self,
        site: Option<&SiteMemory>,
        options: &ReadOptions,
        extractor: Extractor,
    ) -> Result<(Article, SiteMemory), Failure> {
        let text_alone = |article| (article, SiteMemory::default());
        match &self.content {
            Content::Text { title, text } => {
                Ok(text_alone(Article::of_text(title.clone(), text.clone())))
            }
            Content::Article(article) => Ok(text_alone((**article).clone())),
            Content::Stdin => {
                let place = Path::new("standard input");
                let from = gzip::unpacked(io::stdin().lock());
                page(
                    from.map_err(|error| Failure::unreadable(&error, place))?,
                    place,
                    site,
                    options,
                    extractor,
                )
            }
            Content::File(path) => {
                let unreadable = |error: io::Error| Failure::unreadable(&error, path);
                let file = File::open(path).map_err(unreadable)?;
                let from = gzip::unpacked(file).map_err(unreadable)?;
                match Named::of(path) {
                    Named::Text => text(from, path).map(text_alone),
                    Named::Page | Named::Asset | Named::Other => {
                        page(from, path, site, options, extractor)
                    }
                }
            }
        }
    }
}

/// Reads a page, no further than it counts: piece by piece, unless the extractor needs it whole.
fn page(
    from: impl Read,
    place: &Path,
    site: Option<&SiteMemory>,
    options: &ReadOptions,
    extractor: Extractor,
) -> Result<(Article, SiteMemory), Failure> {
    let unreadable = |error: io::Error| Failure::unreadable(&error, place);
    let mut from = from.take((options.max_bytes as u64).saturating_add(1));
    let read = if extractor != Extractor::Offprint {
        let mut whole = Vec::new();
        from.read_to_end(&mut whole).map_err(unreadable)?;
        let article = extractor.read(&whole, options.clone());
        (article, SiteMemory::default())
    } else {
        let mut reader = Reader::new(options.clone());
        let mut chunk = vec![0; CHUNK];
        loop {
            match from.read(&mut chunk) {
                Ok(0) => break reader.end_by(site).expect("ended once"),
                Ok(bytes) => drop(reader.write(&chunk[..bytes]).expect("not ended yet")),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(error)),
            }
        }
    };
    match read.0.media_type {
        // It holds pages, which must not pass for read.
        Some("application/warc") => {
            let advice = "`npx offprint` reads web archives";
            Err(Failure::new(
                "a web archive, where a page is wanted",
                place.display(),
                advice,
            ))
        }
        _ => Ok(read),
    }
}

fn text(from: gzip::Unpacked<File>, path: &Path) -> Result<Article, Failure> {
    let most = if from.is_packed() { TEXT } else { u64::MAX - 1 };
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::unreadable(&error, path))?;
    if bytes.len() as u64 > most {
        let what = format!("a text of more than {} MiB", TEXT >> 20);
        return Err(Failure::new(
            what,
            path.display(),
            "unpack it first, `gunzip` does",
        ));
    }
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

/// Endings of style sheets, scripts, data, pictures and fonts.
const ASSETS: &[&str] = &[
    "css", "js", "mjs", "map", "json", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico",
    "woff", "woff2", "ttf", "otf", "eot",
];

/// What a file is by the ending of its name, before `.gz` if it has that too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    Page,
    Text,
    /// What pages are served with: where a server had none, it may hold the page of an error.
    Asset,
    /// Only its beginning tells.
    Other,
}

impl Named {
    fn of(path: &Path) -> Named {
        let name = path.file_name().map(Path::new).unwrap_or(path);
        let inner = if ends_in(name, &["gz"]) {
            name.with_extension("")
        } else {
            name.to_owned()
        };
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

fn ends_in(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|found| {
        endings
            .iter()
            .any(|ending| found.eq_ignore_ascii_case(ending))
    })
}

/// The id of a file: its path without the ending of a page or text, with `/` between folders.
fn id_of(path: &Path) -> String {
    if !matches!(Named::of(path), Named::Page | Named::Text) {
        return whole(path);
    }
    let mut path = path.to_owned();
    if ends_in(&path, &["gz"]) {
        path.set_extension("");
    }
    whole(&path.with_extension(""))
}

/// A path with `/` between folders.
fn whole(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    // The root is a part, too.
    parts.join("/").replacen("//", "/", 1)
}

/// A path of which no other has the same form: what is no UTF-8 stands in it as `%E9`.
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

/// The ids of files, by their paths in a folder. Those that would have one id in common keep their
/// endings: `a.htm` and `a.html`.
fn ids(paths: &[&Path]) -> Vec<String> {
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

/// What a folder holds to read.
pub struct Folder {
    pub documents: Vec<Document>,
    /// Whether some of it could not be looked at, which was told.
    pub failed: bool,
}

impl Folder {
    /// All files under a folder that are pages, and with `texts` those that are texts, sorted by path;
    /// links to folders are not followed. A page is known by its ending, or else by how it begins. What
    /// was passed over is told, and so is what could not be looked at.
    pub fn open(root: &Path, texts: bool) -> Result<Folder, Failure> {
        let mut search = Search {
            root,
            texts,
            found: Vec::new(),
            skipped: Skipped::default(),
            failed: false,
        };
        let unreadable = |error: io::Error| Failure::unreadable(&error, root);
        let mut folders = search.folder(root).map_err(unreadable)?;
        while let Some(folder) = folders.pop() {
            match search.folder(&folder) {
                Ok(inside) => folders.extend(inside),
                Err(error) => search.fail(&error, &folder),
            }
        }
        let Search {
            mut found,
            skipped,
            failed,
            ..
        } = search;
        if let Some(line) = skipped.line(&root.display().to_string()) {
            note(&line);
        }
        if found.is_empty() {
            let advice = "name a folder that holds pages";
            return Err(Failure::new("nothing to read", root.display(), advice));
        }
        found.sort();
        let inside: Vec<&Path> = found
            .iter()
            .map(|path| path.strip_prefix(root).unwrap_or(path))
            .collect();
        let ids = ids(&inside);
        let documents = ids.into_iter().zip(&found).map(|(id, path)| Document {
            id,
            content: Content::File(path.clone()),
        });
        Ok(Folder {
            documents: documents.collect(),
            failed,
        })
    }
}

/// The pages that several paths name, and whether some could not be looked at, which was told.
pub fn documents(paths: &[PathBuf]) -> Result<(Vec<Document>, bool), Failure> {
    if let [path] = paths {
        let Folder { documents, failed } = Folder::open(path, false)?;
        return Ok((documents, failed));
    }
    let mut failed = false;
    let mut sources = Vec::new();
    for path in paths {
        let opened = match path.is_dir() {
            true => Folder::open(path, false),
            // One that cannot be read is told of when it is its turn.
            false => Ok(Folder {
                documents: vec![Document::file(path)],
                failed: false,
            }),
        };
        match opened {
            Ok(folder) => sources.push(Source::Folder(folder)),
            Err(failure) => {
                warn(&failure);
                failed = true;
            }
        }
    }
    name_by_path(&mut sources);
    let mut documents = Vec::new();
    for source in sources {
        if let Source::Folder(folder) = source {
            documents.extend(folder.documents);
            failed |= folder.failed;
        }
    }
    Ok((documents, failed))
}

/// A search for documents in a folder.
struct Search<'a> {
    root: &'a Path,
    texts: bool,
    found: Vec<PathBuf>,
    skipped: Skipped,
    failed: bool,
}

impl Search<'_> {
    /// Looks at one folder, and returns those inside.
    fn folder(&mut self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut folders = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            let looked = entry.file_type().and_then(|kind| match kind.is_symlink() {
                true => Ok((false, fs::metadata(&path)?)),
                false => Ok((kind.is_dir(), entry.metadata()?)),
            });
            match looked {
                Ok((true, _)) => folders.push(path),
                Ok((false, metadata)) if metadata.is_dir() => {}
                Ok((false, metadata)) => self.file(path, metadata.is_file()),
                Err(error) => self.fail(&error, &path),
            }
        }
        Ok(folders)
    }

    fn file(&mut self, path: PathBuf, is_file: bool) {
        let wanted = match Named::of(&path) {
            _ if !is_file => false,
            Named::Page => true,
            Named::Text => self.texts,
            Named::Asset | Named::Other => false,
        };
        if wanted {
            return self.found.push(path);
        }
        // What is hidden is nothing to read, unless its name says so.
        let hidden = |name: &OsStr| name.as_encoded_bytes().starts_with(b".");
        if path.file_name().is_some_and(hidden) {
            return;
        }
        let inside = path.strip_prefix(self.root).unwrap_or(&path);
        if !is_file {
            return self.skipped.add_special(&whole(inside));
        }
        match start(&path) {
            Err(error) => self.fail(&error, &path),
            Ok(start) if Named::of(&path) == Named::Other && is_html(&start) => {
                self.found.push(path)
            }
            Ok(start) => self.skipped.add(&whole(inside), &start),
        }
    }

    fn fail(&mut self, error: &io::Error, path: &Path) {
        warn(&Failure::unreadable(error, path));
        self.failed = true;
    }
}

/// The first bytes of a file, unpacked. Of a damaged one, those that are there.
fn start(path: &Path) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    let read = gzip::unpacked(File::open(path)?)?
        .take(START)
        .read_to_end(&mut start);
    match read {
        Err(error) if !gzip::is_damage(&error) => Err(error),
        _ => Ok(start),
    }
}

/// A text in a list of documents, or an article as `read --jsonl` prints it.
pub struct TextRow {
    id: String,
    content: Content,
}

#[derive(Deserialize)]
struct PlainRow {
    id: String,
    title: Option<String>,
    text: String,
}

/// What is known of an article that was read.
#[derive(Deserialize)]
struct KnownRow {
    id: String,
    #[serde(flatten)]
    metadata: Metadata,
    text: Option<String>,
    #[serde(default)]
    length: u32,
    fingerprint: Option<Fingerprint>,
    #[serde(default)]
    abstention: Option<Abstention>,
}

/// Whether a row is of an article that was read: such a row has a fingerprint, be it `null`.
#[derive(Deserialize)]
struct Kind {
    #[serde(default, deserialize_with = "there")]
    fingerprint: bool,
}

fn there<'de, D: Deserializer<'de>>(value: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(value).map(|_| true)
}

impl Row for TextRow {
    const LIKE: &'static str = r#"{"id": "7", "title": "…", "text": "…"}"#;

    fn parse(line: &[u8]) -> serde_json::Result<TextRow> {
        if !serde_json::from_slice::<Kind>(line).is_ok_and(|kind| kind.fingerprint) {
            let PlainRow { id, title, text } = serde_json::from_slice(line)?;
            let title = title.unwrap_or_default();
            let content = Content::Text { title, text };
            return Ok(TextRow { id, content });
        }
        let known: KnownRow = serde_json::from_slice(line)?;
        let article = Article {
            metadata: known.metadata,
            length: known.length,
            fingerprint: known.fingerprint,
            abstention: known.abstention,
            text: known.text.unwrap_or_default(),
            ..Article::of_text(String::new(), String::new())
        };
        Ok(TextRow {
            id: known.id,
            content: Content::Article(Box::new(article)),
        })
    }
}

/// A line of which only the id counts.
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

/// Where documents come from.
pub enum Source {
    Folder(Folder),
    List(PathBuf),
    /// Several paths in their order.
    Many(Vec<Source>, bool),
}

/// A document, or why there is none in its place: that is told, and the others are still read.
pub type Found = Result<Document, Failure>;

impl Source {
    /// A folder of pages and texts, or a file that lists texts, one a line.
    pub fn open(path: &Path) -> Result<Source, Failure> {
        if path.is_dir() {
            return Ok(Source::Folder(Folder::open(path, true)?));
        }
        let start = start(path).map_err(|error| Failure::unreadable(&error, path))?;
        if let Some(media_type) = media_type(&start) {
            let advice = format!(
                "name a folder of pages, or a file of lines like {}",
                TextRow::LIKE
            );
            let what = format!("a file of {media_type}, where a list of texts is wanted");
            return Err(Failure::new(what, path.display(), advice));
        }
        Ok(Source::List(path.to_owned()))
    }

    /// Several paths, each as [`open`](Self::open) takes it, or a page or a text by its name. Ids begin with the path as
    /// it was given. What cannot be opened is told.
    pub fn of(paths: &[PathBuf]) -> Result<Source, Failure> {
        if let [path] = paths {
            return Source::open(path);
        }
        let mut failed = false;
        let mut sources = Vec::new();
        for path in paths {
            let opened = match Named::of(path) {
                Named::Page | Named::Text if path.is_file() => Ok(Source::Folder(Folder {
                    documents: vec![Document::file(path)],
                    failed: false,
                })),
                _ => Source::open(path),
            };
            match opened {
                Ok(source) => sources.push(source),
                Err(failure) => {
                    warn(&failure);
                    failed = true;
                }
            }
        }
        name_by_path(&mut sources);
        Ok(Source::Many(sources, failed))
    }

    /// How many documents there are, if that is known before reading.
    pub fn len(&self) -> Option<usize> {
        match self {
            Source::Folder(folder) => Some(folder.documents.len()),
            Source::List(_) => None,
            Source::Many(sources, _) => sources.iter().map(Source::len).sum(),
        }
    }

    /// Whether some of a folder could not be looked at, which was told.
    pub fn failed(&self) -> bool {
        match self {
            Source::Folder(folder) => folder.failed,
            Source::List(_) => false,
            Source::Many(sources, failed) => *failed || sources.iter().any(Source::failed),
        }
    }

    /// Whether all documents are files, which can be read again.
    pub fn is_files(&self) -> bool {
        match self {
            Source::Folder(_) => true,
            Source::List(_) => false,
            Source::Many(sources, _) => sources.iter().all(Source::is_files),
        }
    }

    /// All documents: files sorted by path, texts as listed. A line that cannot be used is an error
    /// if it is the first, since then this is no list.
    pub fn all(self) -> Result<Box<dyn Iterator<Item = Result<Found, Failure>>>, Failure> {
        let path = match self {
            Source::Folder(folder) => {
                return Ok(Box::new(
                    folder
                        .documents
                        .into_iter()
                        .map(|document| Ok(Ok(document))),
                ));
            }
            Source::List(path) => path,
            Source::Many(sources, _) => {
                // A list that turns out to be none does not keep the others out.
                let each = |source: Source| match source.all() {
                    Ok(found) => {
                        Box::new(found.map(|found| found.or_else(|failure| Ok(Err(failure)))))
                    }
                    Err(failure) => {
                        Box::new(std::iter::once(Ok(Err(failure)))) as Box<dyn Iterator<Item = _>>
                    }
                };
                return Ok(Box::new(sources.into_iter().flat_map(each)));
            }
        };
        let mut is_list = false;
        Ok(Box::new(Rows::open(&path)?.map(move |row| match row {
            Ok(at) => {
                is_list = true;
                Ok(Ok(of_row(at.row)))
            }
            Err(failure) if is_list => Ok(Err(failure)),
            Err(failure) => Err(failure),
        })))
    }

    /// The documents by id.
    pub fn catalogue(self) -> Result<Catalogue, Failure> {
        let path = match self {
            Source::Folder(folder) => {
                let by_id = folder
                    .documents
                    .into_iter()
                    .map(|document| (document.id.clone(), document));
                return Ok(Catalogue::Files(by_id.collect()));
            }
            Source::List(path) => path,
            Source::Many(sources, _) => {
                let mut by_id = HashMap::new();
                for source in sources {
                    match source.catalogue()? {
                        Catalogue::Files(documents) => by_id.extend(documents),
                        Catalogue::List { rows, .. } => {
                            let what = "a list among other paths";
                            let advice = "name it alone where documents are asked for by id";
                            return Err(Failure::new(what, rows.path().display(), advice));
                        }
                    }
                }
                return Ok(Catalogue::Files(by_id));
            }
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

/// Gives the files of several paths ids that no two of them share.
fn name_by_path(sources: &mut [Source]) {
    let mut documents: Vec<&mut Document> = sources
        .iter_mut()
        .flat_map(|source| match source {
            Source::Folder(folder) => &mut folder.documents[..],
            _ => &mut [],
        })
        .collect();
    let paths: Vec<PathBuf> = documents
        .iter()
        .map(|document| match &document.content {
            Content::File(path) => path.clone(),
            _ => PathBuf::from(&document.id),
        })
        .collect();
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    for (document, id) in documents.iter_mut().zip(ids(&paths)) {
        document.id = id;
    }
}

fn of_row(row: TextRow) -> Document {
    Document {
        id: row.id,
        content: row.content,
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
