//! The native part of the Python package. It only converts: it returns JSON with Python's names, which
//! `offprint/__init__.py` parses.

mod index;
mod many;

use offprint::Fingerprint;
use offprint::compare::{Relation, SentenceKind, Signature, relate, rewriting as by_facts};
use offprint::facts::{Sketch, SketchInput};
use offprint::index::{Member, SearchResult, copies};
use offprint::positions::units_before;
use offprint::schema::Field;
use offprint::{Article, Error, Metadata, ReadOptions};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;

/// A failure as `[code, message]`, for the class in `offprint/__init__.py`.
fn failed(error: Error) -> PyErr {
    PyValueError::new_err((error.code(), error.to_string()))
}

/// A result as JSON with Python's names. Keys are always names, never data.
fn written(result: impl Serialize) -> String {
    renamed(json!(result), Field::snake_case).to_string()
}

/// Renames all keys of a value.
fn renamed(value: Value, rename: fn(&str) -> String) -> Value {
    match value {
        Value::Array(items) => items.into_iter().map(|item| renamed(item, rename)).collect(),
        Value::Object(object) => {
            object.into_iter().map(|(name, value)| (rename(&name), renamed(value, rename))).collect()
        }
        value => value,
    }
}

/// The opposite of [`Field::snake_case`].
fn camel_case(name: &str) -> String {
    let mut parts = name.split('_');
    let mut camel = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
        camel += &(first.to_ascii_uppercase() + rest);
    }
    camel
}

fn keys_of(signature: &Signature) -> Value {
    json!({ "read": signature.read_keys(), "write": signature.write_keys() })
}

/// How pages are read: `options` is a JSON object, as `offprint/__init__.py` writes it.
struct Settings {
    options: ReadOptions,
    explain: bool,
}

impl Settings {
    fn of(options: &str, explain: bool) -> PyResult<Settings> {
        let options = serde_json::from_str(options)
            .and_then(|value| serde_json::from_value(renamed(value, camel_case)))
            .map_err(|error| PyValueError::new_err(("options", error.to_string())))?;
        Ok(Settings { options, explain })
    }

    /// The article of a page as JSON, with its keys.
    fn read(&self, html: &[u8], url: Option<String>, content_type: Option<String>) -> String {
        let mut options = self.options.clone();
        options.url = url;
        options.content_type = content_type;
        let article = offprint::read(html, options);
        let mut object = json!(article);
        object["keys"] = match Signature::of(&article) {
            Some(signature) => keys_of(&signature),
            None => json!({ "read": [], "write": [] }),
        };
        if self.explain {
            object["candidates"] = json!(article.candidates);
            object["blocks"] = json!(article.blocks);
        }
        written(object)
    }
}

#[pyfunction]
fn read(
    py: Python<'_>,
    html: &[u8],
    url: Option<String>,
    content_type: Option<String>,
    options: &str,
    explain: bool,
) -> PyResult<String> {
    let settings = Settings::of(options, explain)?;
    Ok(py.detach(|| settings.read(html, url, content_type)))
}

/// The most bytes of a page that are read if its text may have this many.
#[pyfunction]
fn most_bytes(max_bytes: usize) -> usize {
    let read = offprint::ReadOptions::new().max_bytes(max_bytes);
    read.most_bytes().min(isize::MAX as usize - 1)
}

#[pyfunction]
fn fingerprint(py: Python<'_>, title: String, text: String) -> Option<String> {
    let article = py.detach(|| Article::of_text(title, text));
    article.fingerprint.map(|fingerprint| fingerprint.to_string())
}

/// The fingerprint of an article, and the digest of its text.
type Whole = (Option<String>, Option<u64>);

#[pyfunction]
fn compare(
    py: Python<'_>,
    a: Whole,
    b: Whole,
    metadata_a: HashMap<String, String>,
    metadata_b: HashMap<String, String>,
) -> PyResult<String> {
    let digests = [a.1, b.1];
    let parse = |text: Option<String>| text.map(|text| text.parse::<Fingerprint>()).transpose();
    let (a, b) = (parse(a.0).map_err(failed)?, parse(b.0).map_err(failed)?);
    let known = [&metadata(metadata_a), &metadata(metadata_b)];
    let related = || Relation::of_texts([a.as_ref(), b.as_ref()], digests, known);
    Ok(py.detach(|| written(related())))
}

/// The digest of an article of which these fields were kept.
#[pyfunction]
fn digest(py: Python<'_>, title: &str, text: &str, gated: bool, truncated: bool) -> Option<u64> {
    py.detach(|| Article::digest_of(title, text, gated, truncated))
}

/// The parts of an article that its facts need: its fingerprint, its text if it is an article, and other known facts.
#[derive(FromPyObject)]
struct Side(Option<String>, Option<String>, HashMap<String, String>);

/// The same, read.
struct ParsedSide {
    fingerprint: Option<Fingerprint>,
    text: String,
    metadata: Metadata,
}

impl Side {
    fn known(self) -> Result<ParsedSide, Error> {
        let Side(fingerprint, text, about) = self;
        Ok(ParsedSide {
            fingerprint: fingerprint.map(|text| text.parse()).transpose()?,
            text: text.unwrap_or_default(),
            metadata: metadata(about),
        })
    }
}

impl ParsedSide {
    /// Uses the words of the text if no fingerprint was kept, since otherwise it is unknown whether the article is a
    /// copy.
    fn of_text(mut self) -> Self {
        if self.fingerprint.is_none() {
            let title = self.metadata.title.clone();
            self.fingerprint = Article::of_text(title, self.text.clone()).fingerprint;
        }
        self
    }

    fn sketch(&self) -> Option<Sketch> {
        Sketch::of_input(&SketchInput {
            headline: &self.metadata.title,
            body: &self.text,
            published: self.metadata.published.as_deref(),
            fingerprint: self.fingerprint.as_ref(),
        })
    }

    /// The text, and when it was published.
    fn dated(&self) -> (&str, Option<&str>) {
        (&self.text, self.metadata.published.as_deref())
    }
}

/// The facts of an article, if it has enough of them.
#[pyfunction]
fn sketch(py: Python<'_>, article: Side) -> PyResult<Option<String>> {
    let known = article.known().map_err(failed)?;
    Ok(py.detach(|| known.sketch().map(|sketch| sketch.to_string())))
}

/// Whether one of two articles is a rewriting of the other.
#[pyfunction]
fn rewriting(py: Python<'_>, a: Side, b: Side) -> PyResult<String> {
    let (a, b) = (a.known().map_err(failed)?, b.known().map_err(failed)?);
    Ok(py.detach(|| {
        let (a, b) = (a.of_text(), b.of_text());
        let fingerprints = [&a, &b].map(|side| side.fingerprint.as_ref());
        let verdict = relate(fingerprints, [&a.metadata, &b.metadata]).comparison;
        let [x, y] = [&a, &b].map(ParsedSide::sketch);
        let mut rewriting = by_facts(x.as_ref(), y.as_ref(), verdict.verdict);
        rewriting = rewriting.with_facts(a.dated(), b.dated());
        if let Some(facts) = &mut rewriting.facts {
            let [first, second] = [&a.text, &b.text].map(|text| units_before(text, |_| 1));
            facts.count_places(|byte| first[byte], |byte| second[byte]);
        }
        written(rewriting)
    }))
}

/// A sentence, with its place as Python counts.
#[derive(Serialize)]
struct Sentence {
    start: usize,
    end: usize,
    kind: SentenceKind,
    other: Option<usize>,
    moved: bool,
}

#[pyfunction]
fn align(py: Python<'_>, a: &str, b: &str) -> String {
    py.detach(|| {
        let [first, second] = offprint::compare::align(a, b);
        written([sentences(a, first), sentences(b, second)])
    })
}

/// Byte offsets become character offsets, as Python counts.
fn sentences(text: &str, sentences: Vec<offprint::compare::Sentence>) -> Vec<Sentence> {
    let (mut at, mut characters) = (0, 0);
    let mut before = |place: usize| {
        characters += text[at..place].chars().count();
        at = place;
        characters
    };
    sentences
        .into_iter()
        .map(|sentence| Sentence {
            start: before(sentence.range.start),
            end: before(sentence.range.end),
            kind: sentence.kind,
            other: sentence.other,
            moved: sentence.moved,
        })
        .collect()
}

fn member(Side(fingerprint, text, about): Side) -> Result<Member, Error> {
    let member = Member {
        fingerprint: fingerprint.map(|text| text.parse()).transpose()?,
        metadata: metadata(about),
        ..Member::default()
    };
    Ok(match text {
        None => member,
        Some(text) => SearchResult { member, text }.with_facts().member,
    })
}

/// The fingerprint of each article, and other known facts.
#[pyfunction]
fn origins(py: Python<'_>, articles: Vec<Side>) -> PyResult<String> {
    let members: Result<Vec<Member>, Error> = articles.into_iter().map(member).collect();
    let members = members.map_err(failed)?;
    Ok(py.detach(|| written(offprint::index::origins(&members))))
}

#[pyfunction]
fn fold(py: Python<'_>, results: Vec<String>, rewrites: bool) -> PyResult<String> {
    py.detach(|| {
        let mut listed: Vec<SearchResult> = Vec::with_capacity(results.len());
        for (number, json) in results.iter().enumerate() {
            let result = serde_json::from_str(json)
                .and_then(|value| serde_json::from_value(renamed(value, camel_case)))
                .map_err(|error| PyValueError::new_err(("result", format!("result {number}: {error}"))))?;
            listed.push(result);
        }
        if rewrites {
            listed = listed.into_iter().map(SearchResult::with_facts).collect();
        }
        Ok(written(offprint::index::fold(&listed)))
    })
}

#[pyfunction]
fn dedupe(py: Python<'_>, articles: Vec<Whole>) -> PyResult<String> {
    let parse = |(text, digest): (Option<String>, _)| {
        let parsed = text.map(|text| text.parse()).transpose()?;
        Ok((digest, parsed))
    };
    let parsed: Result<Vec<(_, Option<Fingerprint>)>, Error> = articles.into_iter().map(parse).collect();
    let parsed = parsed.map_err(failed)?;
    let articles = || parsed.iter().map(|(digest, of)| (*digest, of.as_ref()));
    Ok(py.detach(|| written(copies(articles()))))
}

fn metadata(mut about: HashMap<String, String>) -> Metadata {
    let Ok(metadata) = Metadata::try_from_fn(|name| Ok::<_, Infallible>(about.remove(&Field::snake_case(name))));
    metadata
}

#[pyfunction]
fn keys(fingerprint: &str, sketch: Option<&str>) -> PyResult<String> {
    let fingerprint = fingerprint.parse().map_err(failed)?;
    let sketch = sketch.map(str::parse).transpose().map_err(failed)?;
    Ok(written(keys_of(&Signature::new(fingerprint, sketch))))
}

#[pymodule]
mod _offprint {
    #[pymodule_export]
    use super::index::Index;
    #[pymodule_export]
    use super::many::{compare_many, fingerprint_many, read_many, rewriting_many};
    #[pymodule_export]
    use super::{
        align, compare, dedupe, digest, fingerprint, fold, keys, most_bytes, origins, read, rewriting, sketch,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        module.add("MAX_BYTES", offprint::ReadOptions::default().max_bytes)?;
        let names = super::Metadata::FIELDS.iter();
        let names = names.map(|field| super::Field::snake_case(field.name));
        module.add("METADATA", names.collect::<Vec<_>>())
    }
}
