//! The native part of the Python package. It converts and nothing else: what it returns is JSON, which
//! `offprint/__init__.py` makes objects of, so that they are those that the command line prints.

use offprint::compare::{Offprint, relate};
use offprint::fingerprint::Fingerprint;
use offprint::index::Member;
use offprint::{Article, Error, Metadata, ReadOptions};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::convert::Infallible;

/// A failure as `[code, message]`, for the class in `offprint/__init__.py`.
fn failed(error: Error) -> PyErr {
    PyValueError::new_err((error.code(), error.to_string()))
}

fn keys_of(fingerprint: &Fingerprint) -> Value {
    json!({ "read": fingerprint.read_keys(), "write": fingerprint.write_keys() })
}

#[pyfunction]
fn read(
    py: Python<'_>,
    html: &[u8],
    url: Option<String>,
    content_type: Option<String>,
    max_bytes: Option<usize>,
) -> String {
    let mut options = ReadOptions {
        url,
        content_type,
        ..ReadOptions::default()
    };
    options.max_bytes = max_bytes.unwrap_or(options.max_bytes);
    py.detach(|| {
        let article = offprint::read(html, options);
        let mut object = json!(article);
        object["keys"] = match &article.fingerprint {
            Some(fingerprint) => keys_of(fingerprint),
            None => json!({ "read": [], "write": [] }),
        };
        object.to_string()
    })
}

#[pyfunction]
fn fingerprint(py: Python<'_>, title: String, text: String) -> Option<String> {
    let article = py.detach(|| Article::of_text(title, text));
    article
        .fingerprint
        .map(|fingerprint| fingerprint.to_string())
}

#[pyfunction]
fn compare(
    a: Option<&str>,
    b: Option<&str>,
    about_a: HashMap<String, String>,
    about_b: HashMap<String, String>,
) -> PyResult<String> {
    let parse = |text: Option<&str>| text.map(str::parse::<Fingerprint>).transpose();
    let (a, b) = (parse(a).map_err(failed)?, parse(b).map_err(failed)?);
    let known = [&metadata(about_a), &metadata(about_b)];
    let relation = relate(&Offprint, [a.as_ref(), b.as_ref()], known);
    Ok(json!(relation).to_string())
}

/// Of each article its fingerprint and what else is known of it.
#[pyfunction]
fn origins(
    py: Python<'_>,
    articles: Vec<(Option<String>, HashMap<String, String>)>,
) -> PyResult<String> {
    let member = |(fingerprint, about): (Option<String>, _)| -> Result<Member, Error> {
        Ok(Member {
            fingerprint: fingerprint.map(|text| text.parse()).transpose()?,
            metadata: metadata(about),
            ..Member::default()
        })
    };
    let members: Result<Vec<Member>, Error> = articles.into_iter().map(member).collect();
    let members = members.map_err(failed)?;
    Ok(py.detach(|| json!(offprint::index::origins(&members)).to_string()))
}

fn metadata(mut about: HashMap<String, String>) -> Metadata {
    let Ok(metadata) = Metadata::try_from_fn(|name| Ok::<_, Infallible>(about.remove(name)));
    metadata
}

#[pyfunction]
fn keys(fingerprint: &str) -> PyResult<String> {
    let fingerprint: Fingerprint = fingerprint.parse().map_err(failed)?;
    Ok(keys_of(&fingerprint).to_string())
}

#[pymodule]
mod _offprint {
    #[pymodule_export]
    use super::{compare, fingerprint, keys, origins, read};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MAX_BYTES", offprint::ReadOptions::default().max_bytes)?;
        module.add("METADATA", offprint::Metadata::FIELDS)
    }
}
