//! Lists: files of JSON lines, and Parquet files as such lines.

use crate::document::{Content, Document};
use crate::failure::{At, Failure, STDIN};
use crate::packed::Stream;
#[cfg(feature = "parquet")]
use crate::parquet;
use crate::source::Source;
use offprint::article::NoFingerprintReason;
use offprint::{Article, Fingerprint, Metadata};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error as _, IgnoredAny};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

/// The longest line, in bytes. A longer one is a failure. Larger: longer texts can be listed; smaller: less memory.
const MOST: u64 = 64 << 20;

/// An example of a line of a list of documents.
pub const EXAMPLE: &str = r#"{"id": "7", "title": "…", "text": "…"}"#;

/// The lines of a file, one by one; empty ones are skipped.
pub struct Lines {
    place: Arc<Path>,
    from: BufReader<Stream<'static>>,
    number: u64,
    offset: u64,
    /// Whether reading failed; nothing more is read after that.
    failed: bool,
}

/// A line and its place.
pub struct Line {
    /// The file, or what failures call it.
    pub place: Arc<Path>,
    text: Vec<u8>,
    /// Counted from 1.
    pub number: u64,
    /// Its first byte.
    pub offset: u64,
    /// Whether only its beginning is known.
    is_long: bool,
}

impl Lines {
    /// `place` is what failures print.
    pub fn new(from: BufReader<Stream<'static>>, place: &Path) -> Lines {
        Lines { place: place.into(), from, number: 0, offset: 0, failed: false }
    }

    /// A line of a file that was at this place before.
    pub fn again(path: &Path, offset: u64, number: u64) -> Result<Line, Failure> {
        let mut file = File::open(path).at(path)?;
        file.seek(SeekFrom::Start(offset)).at(path)?;
        let mut lines = Lines::new(BufReader::new(Box::new(file)), path);
        lines.number = number - 1;
        lines.next().unwrap_or_else(|| {
            let what = "the list became shorter during the run";
            let advice = "use a file that does not change meanwhile";
            Err(Failure::new(what, path.display(), advice))
        })
    }

    /// The next line, perhaps an empty one.
    fn read(&mut self) -> io::Result<Option<Line>> {
        let (mut bytes, offset) = (Vec::new(), self.offset);
        self.offset += self.from.by_ref().take(MOST + 1).read_until(b'\n', &mut bytes)? as u64;
        if self.offset == offset {
            return Ok(None);
        }
        let is_long = self.offset - offset > MOST;
        if is_long && bytes.starts_with(b"{") {
            self.offset += self.from.skip_until(b'\n')? as u64;
        } else {
            // A device, or a file that is not a list, may never end its line.
            self.failed = is_long;
        }
        self.number += 1;
        // With its end, an object that is not closed would seem to end on the next line, in column 0.
        let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes).trim_ascii_end().to_vec();
        Ok(Some(Line { place: Arc::clone(&self.place), text, number: self.number, offset, is_long }))
    }
}

impl Iterator for Lines {
    type Item = Result<Line, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.failed {
            let line = self.read().at(&self.place).transpose()?;
            self.failed |= line.is_err();
            if !line.as_ref().is_ok_and(|line| line.text.is_empty()) {
                return Some(line);
            }
        }
        None
    }
}

impl Line {
    fn parse<R>(&self, example: &str, parse: impl Fn(&[u8]) -> serde_json::Result<R>) -> Result<R, Failure> {
        let place = format!("{} line {}", self.place.display(), self.number);
        if self.is_long {
            let what = "the line is longer than 64 MiB";
            return Err(Failure::new(what, place, "name a file with one document per line"));
        }
        if self.text.trim_ascii_start().starts_with(b"[") {
            return Err(Failure::new("the line is an array, not an object", place, format!("write it like {example}")));
        }
        parse(&self.text).map_err(|error| {
            // The parser saw one line only, so its line number is meaningless.
            let message = error.to_string();
            let reason = message.split(" at line ").next().unwrap_or_default();
            let what = format!("cannot use this line ({reason}, column {})", error.column());
            Failure::new(what, place, format!("write it like {example}"))
        })
    }

    /// Its row, and its number. The example is for the user who has to correct it.
    pub fn row<R: DeserializeOwned>(&self, example: &str) -> Result<(R, u64), Failure> {
        Ok((self.parse(example, |text| serde_json::from_slice(text))?, self.number))
    }

    /// Its document: a text, or an article as `read --jsonl` prints it.
    pub fn document(&self, fields: &Fields) -> Result<Document, Failure> {
        let (id, content) = self.parse(EXAMPLE, |line| content(fields.named(line)?.as_deref().unwrap_or(line)))?;
        let name = if *self.place == *Path::new(STDIN) { Path::new("-") } else { &self.place };
        // Another text may be in its place tomorrow, so its text is part of its name: `list.jsonl:17#6b0a91c2`.
        let id = id.unwrap_or_else(|| format!("{}:{}#{:08x}", name.display(), self.number, content.checksum()));
        let row = Some(Box::new((String::from_utf8_lossy(&self.text).into(), fields.id.clone())));
        Ok(Document { id, content, row })
    }

    /// The same of a file that may be no list: a failure is fatal until a line shows that it is one.
    fn listed(&self, fields: &Fields, is_list: &mut bool) -> Result<Document, Failure> {
        let found = self.document(fields);
        *is_list |= self.is_long || found.is_ok();
        found.map_err(|failure| if *is_list { failure } else { failure.fatal() })
    }

    /// The names of the fields of its row; none if it is not a row.
    fn names(&self) -> Vec<String> {
        let row = serde_json::from_slice::<BTreeMap<String, IgnoredAny>>(&self.text);
        row.unwrap_or_default().into_keys().collect()
    }
}

/// The lines of a JSONL file, or the rows of a Parquet file as such lines.
pub fn lines(source: &Source) -> Result<Box<dyn Iterator<Item = Result<Line, Failure>> + Send>, Failure> {
    if !source.is_parquet() {
        return Ok(Box::new(Lines::new(BufReader::new(source.unpacked()?), &source.place)));
    }
    #[cfg(not(feature = "parquet"))]
    return Err(Failure::absent("parquet", source.place.display()));
    #[cfg(feature = "parquet")]
    {
        let place: Arc<Path> = source.place.as_path().into();
        let rows = (1..).zip(parquet::lines(&source.place)?);
        Ok(Box::new(rows.map(move |(number, row)| {
            let place = Arc::clone(&place);
            Ok(Line { place, text: row?, number, offset: 0, is_long: false })
        })))
    }
}

/// The rows of a file, each with the number of its line.
pub fn rows<R: DeserializeOwned>(
    path: &Path,
    example: &'static str,
) -> Result<impl Iterator<Item = Result<(R, u64), Failure>> + Send + use<R>, Failure> {
    Ok(lines(&Source::new(path)?)?.map(|line| line?.row(example)))
}

/// The documents of a list.
pub fn documents(
    source: &Source,
    fields: Fields,
) -> Result<impl Iterator<Item = Result<Document, Failure>> + Send + use<>, Failure> {
    let mut lines = lines(source)?;
    let mut ahead = Vec::new();
    // One row may lack a field, but not all.
    if fields.id != "id" {
        require(&mut ahead, &mut lines, "--id-field", &[&fields.id])?;
    }
    let texts = [&fields.text, "fingerprint"];
    // Articles that were read may lack texts.
    let wanted = if fields.text == "text" { &texts[..] } else { &texts[..1] };
    require(&mut ahead, &mut lines, "--text-field", wanted)?;
    let mut is_list = ahead.len() > 1;
    Ok(ahead.into_iter().chain(lines).map(move |line| line?.listed(&fields, &mut is_list)))
}

/// The most rows that are read ahead for one with a field.
const MOST_AHEAD: usize = 1000;

/// Fails if the first rows have fields, but none has one of these. Other faults of a line are reported when its turn
/// comes.
fn require(
    ahead: &mut Vec<Result<Line, Failure>>,
    lines: &mut impl Iterator<Item = Result<Line, Failure>>,
    option: &str,
    wanted: &[&str],
) -> Result<(), Failure> {
    let mut found = BTreeSet::new();
    for at in 0..MOST_AHEAD {
        if at == ahead.len() {
            let Some(line) = lines.next() else { break };
            ahead.push(line);
        }
        let names = ahead[at].as_ref().map_or_else(|_| Vec::new(), Line::names);
        if names.is_empty() || names.iter().any(|name| wanted.contains(&&**name)) {
            return Ok(());
        }
        found.extend(names);
    }
    let Some(Ok(Line { place, .. })) = ahead.first() else {
        return Ok(());
    };
    let what = format!("no row has the field `{}`, but {}", wanted[0], Vec::from_iter(found).join(", "));
    Err(Failure::misuse(what, place.display(), format!("name one of them by {option}")))
}

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

/// The id of a row, if it has one.
fn row_id<'de, D: Deserializer<'de>>(value: D) -> Result<Option<String>, D::Error> {
    match Value::deserialize(value)? {
        Value::String(id) => Ok(Some(id).filter(|id| !id.is_empty())),
        Value::Number(id) => Ok(Some(id.to_string())),
        Value::Null => Ok(None),
        _ => Err(D::Error::custom("`id` must be text or a number")),
    }
}

/// An id that must be there; a number is its text.
pub fn text_id<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    row_id(value)?.ok_or_else(|| D::Error::custom("an id is missing"))
}

/// A text, which may be empty or `null`.
fn row_text<'de, D: Deserializer<'de>>(value: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(value)?.unwrap_or_default())
}

#[derive(Deserialize)]
struct TextRow {
    #[serde(default, deserialize_with = "row_id")]
    id: Option<String>,
    title: Option<String>,
    #[serde(deserialize_with = "row_text")]
    text: String,
    url: Option<String>,
}

/// An article that was read before, as its row has it.
#[derive(Deserialize)]
struct ArticleRow {
    #[serde(default, deserialize_with = "row_id")]
    id: Option<String>,
    #[serde(default)]
    gated: bool,
    #[serde(default)]
    truncated: bool,
    #[serde(flatten)]
    metadata: Metadata,
    text: Option<String>,
    #[serde(default)]
    length: u32,
    fingerprint: Option<Fingerprint>,
    #[serde(default, rename = "noFingerprintReason", alias = "no_fingerprint_reason")]
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

/// The id of a row, and its content.
fn content(line: &[u8]) -> serde_json::Result<(Option<String>, Content)> {
    if !serde_json::from_slice::<RowKind>(line).is_ok_and(|kind| kind.fingerprint) {
        let TextRow { id, title, text, url } = serde_json::from_slice(line)?;
        return Ok((id, Content::Text { title: title.unwrap_or_default(), text, url, is_cut: false }));
    }
    let row: ArticleRow = serde_json::from_slice(line)?;
    let mut article = Article::of_text(String::new(), String::new());
    article.metadata = row.metadata;
    article.text = row.text.unwrap_or_default();
    article.length = row.length;
    article.fingerprint = row.fingerprint;
    article.no_fingerprint_reason = row.no_fingerprint_reason;
    article.gated = row.gated;
    article.truncated = row.truncated;
    Ok((row.id, Content::Article(Box::new(article))))
}
