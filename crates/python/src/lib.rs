//! The native part of the Python package. It only converts: it returns JSON with Python's names, which
//! `offprint/__init__.py` parses.

mod index;
mod many;

use offprint::compare::{ArticleRecord, Sentence, relate};
use offprint::facts::{Sketch, SketchInput};
use offprint::index::SearchResult;
use offprint::schema::{Field, Kind};
use offprint::{Article, Error, Fingerprint, Metadata, ReadOptions};

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

/// The same, with what it is about.
fn failed_at(place: String, error: Error) -> PyErr {
    PyValueError::new_err((error.code(), format!("{place}: {error}")))
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

/// The keys of the words, the facts and the text of an article.
fn keys_of(fingerprint: Option<Fingerprint>, sketch: Option<Sketch>, digest: Option<u64>) -> Value {
    let mut record = ArticleRecord::new(fingerprint, Metadata::default());
    (record.sketch, record.digest) = (sketch, digest);
    json!({ "read": record.read_keys(), "write": record.write_keys() })
}

/// How pages are read: `options` is a JSON object, as `offprint/__init__.py` writes it.
struct Settings {
    options: ReadOptions,
    explain: bool,
}

impl Settings {
    fn new(options: &str, explain: bool) -> PyResult<Settings> {
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
        object["keys"] = keys_of(article.fingerprint.clone(), None, None);
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
    let settings = Settings::new(options, explain)?;
    Ok(py.detach(|| settings.read(html, url, content_type)))
}

/// The most bytes of a page that are read if its text may have `max_bytes`.
#[pyfunction]
fn most_bytes(max_bytes: usize) -> usize {
    let mut options = ReadOptions::new();
    options.max_bytes = max_bytes;
    options.most_bytes().min(isize::MAX as usize - 1)
}

#[pyfunction]
fn fingerprint(py: Python<'_>, title: String, text: String) -> Option<String> {
    let article = py.detach(|| Article::of_text(title, text));
    article.fingerprint.map(|fingerprint| fingerprint.to_string())
}

#[pyfunction]
fn compare(py: Python<'_>, a: Side, b: Side) -> PyResult<String> {
    py.detach(|| Ok(written(relate(&a.record(false)?, &b.record(false)?)))).map_err(failed)
}

#[pyfunction]
fn digest(py: Python<'_>, article: Side) -> PyResult<Option<String>> {
    let record = py.detach(|| article.record(false)).map_err(failed)?;
    Ok(record.digest.map(|digest| format!("{digest:016x}")))
}

/// What is known of an article.
#[derive(FromPyObject, Clone)]
struct Side {
    fingerprint: Option<String>,
    /// If false, this is a text without a page, whose fingerprint is not made yet.
    is_read: bool,
    digest: Option<u64>,
    sketch: Option<String>,
    title: String,
    text: Option<String>,
    /// Whether some of the text is missing.
    is_cut: bool,
    /// Whether the text belongs to an article, so that it has facts.
    is_article: bool,
    about: HashMap<String, String>,
}

impl Side {
    /// What is kept of it, with its facts if rewritings are also to be found.
    fn record(&self, facts: bool) -> Result<ArticleRecord, Error> {
        let (text, metadata) = (self.text.as_deref(), metadata(self.about.clone()));
        let mut record = match text.filter(|_| !self.is_read) {
            Some(text) => {
                let mut article = Article::of_text(self.title.clone(), text.to_owned());
                (article.truncated, article.metadata) = (self.is_cut, metadata);
                if facts { ArticleRecord::with_facts(&article) } else { ArticleRecord::from(&article) }
            }
            None => {
                let fingerprint = self.fingerprint.as_deref().map(str::parse).transpose()?;
                let mut record = ArticleRecord::new(fingerprint, metadata);
                record.sketch = self.sketch.as_deref().map(str::parse).transpose()?;
                record.digest = text.and_then(|text| Article::digest_of(&self.title, text, false, self.is_cut));
                if facts { self.with_text(record).with_facts().record } else { record }
            }
        };
        record.digest = self.digest.or(record.digest);
        Ok(record)
    }

    fn with_text(&self, record: ArticleRecord) -> SearchResult {
        let text = self.text.clone().filter(|_| self.is_article);
        SearchResult { record, text: text.unwrap_or_default() }
    }

    fn searched(&self) -> Result<SearchResult, Error> {
        Ok(self.with_text(self.record(false)?))
    }
}

/// What is kept of articles. They are read on this many threads, with some thousands at a time in memory.
fn records(py: Python<'_>, sides: &Bound<'_, PyAny>, facts: bool, threads: usize) -> PyResult<Vec<ArticleRecord>> {
    let mut sides = sides.try_iter()?;
    let mut records = Vec::new();
    loop {
        let some: Vec<Side> =
            sides.by_ref().take(1024 * threads).map(|side| side?.extract()).collect::<PyResult<_>>()?;
        if some.is_empty() {
            return Ok(records);
        }
        records.extend(many::each(py, &some, records.len(), threads, |side| side.record(facts))?);
    }
}

fn sketch_of(article: &SearchResult) -> Option<Sketch> {
    Sketch::of_input(&SketchInput::from(article))
}

/// The facts of an article, if it has enough of them.
#[pyfunction]
fn sketch(py: Python<'_>, article: Side) -> PyResult<Option<String>> {
    py.detach(|| Ok(sketch_of(&article.searched()?).map(|sketch| sketch.to_string()))).map_err(failed)
}

/// Whether one of two articles is a rewriting of the other.
#[pyfunction]
fn rewriting(py: Python<'_>, a: Side, b: Side) -> PyResult<String> {
    py.detach(|| {
        // If no fingerprint was kept, only the words of the text show whether the article is a copy.
        let (mut a, mut b) = (a.searched()?.with_fingerprint(), b.searched()?.with_fingerprint());
        (a.record.sketch, b.record.sketch) = (sketch_of(&a), sketch_of(&b));
        let verdict = a.record.compare(&b.record).verdict;
        let mut rewriting = a.record.rewriting(&b.record, verdict).with_facts(&(&a).into(), &(&b).into());
        if let Some(facts) = &mut rewriting.facts {
            facts.count_places([&a.text, &b.text], |_| 1);
        }
        Ok(written(rewriting))
    })
    .map_err(failed)
}

/// Places count characters.
#[pyfunction]
fn align(py: Python<'_>, a: &str, b: &str) -> String {
    py.detach(|| {
        let mut aligned = offprint::compare::align(a, b);
        Sentence::count_places(&mut aligned, [a, b], |_| 1);
        written(aligned)
    })
}

#[pyfunction]
fn origins(py: Python<'_>, articles: &Bound<'_, PyAny>, rewrites: bool, threads: usize) -> PyResult<String> {
    let records = records(py, articles, rewrites, threads)?;
    Ok(py.detach(|| written(offprint::index::origins(&records))))
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
fn dedupe(py: Python<'_>, articles: &Bound<'_, PyAny>, threads: usize) -> PyResult<String> {
    let records = records(py, articles, false, threads)?;
    Ok(py.detach(|| written(offprint::index::dedupe(&records))))
}

fn metadata(mut about: HashMap<String, String>) -> Metadata {
    let Ok(metadata) = Metadata::try_from_fn(|name| Ok::<_, Infallible>(about.remove(&Field::snake_case(name))));
    metadata
}

#[pyfunction]
fn keys(fingerprint: Option<&str>, sketch: Option<&str>, digest: Option<u64>) -> PyResult<String> {
    let fingerprint = fingerprint.map(str::parse).transpose().map_err(failed)?;
    let sketch = sketch.map(str::parse).transpose().map_err(failed)?;
    Ok(written(keys_of(fingerprint, sketch, digest)))
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
        let texts = super::Metadata::FIELDS.iter().filter(|field| field.kind != super::Kind::Texts);
        let names = texts.map(|field| super::Field::snake_case(field.name));
        module.add("METADATA", names.collect::<Vec<_>>())
    }
}
