//! `tests/vectors.json` holds pages with their articles, and pairs of them with their verdicts. Every binding must give
//! the same: the crate here, JavaScript in `tests/parity.test.mjs`, and Python, C and the worker in their own tests.

mod common;

use common::{Fixture, fixtures, fixtures_in};
use offprint::compare::relate;
use offprint::{Article, Fingerprint, ReadOptions};
use serde_json::{Value, json};
use std::path::Path;

const FILE: &str = "tests/vectors.json";
const CHANGED: &str = "\
what is read of a page, or the verdict on a pair, has changed. If that was not intended, undo it. If it was, record it:
OFFPRINT_RECORD=1 cargo test --test vectors";

/// A page, the options that it is read with, and its article.
struct Vector {
    path: String,
    content_type: Option<String>,
    url: Option<String>,
    article: Article,
}

impl Vector {
    fn new(path: String, content_type: Option<String>, url: Option<String>) -> Vector {
        let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).unwrap();
        let known = (content_type.clone(), url.clone());
        let options = ReadOptions { markup: true, content_type: known.0, url: known.1, ..ReadOptions::new() };
        let article = offprint::read(&bytes, options);
        Vector { path, content_type, url, article }
    }

    fn of_fixture(folder: &str, page: &Fixture) -> Vector {
        let path = format!("{folder}/{}/page.html", page.slug);
        let url = page.meta.url.clone();
        Vector::new(path, Some(page.meta.content_type.clone()), Some(url))
    }

    fn json(&self) -> Value {
        let keys = |keys: fn(&Fingerprint) -> Vec<String>| {
            let fingerprint = self.article.fingerprint.as_ref();
            fingerprint.map(keys).unwrap_or_default()
        };
        json!({
            "page": self.path,
            "contentType": self.content_type,
            "url": self.url,
            "article": self.article,
            "keys": { "read": keys(Fingerprint::read_keys), "write": keys(Fingerprint::write_keys) },
        })
    }
}

/// Each page with the original of its family, and each original with the one before it.
fn pairs(pages: &[(Fixture, Vector)]) -> Vec<Value> {
    let is_original = |page: &Fixture| page.meta.relation == "original";
    let mut before = None;
    let mut pairs = Vec::new();
    for (page, vector) in pages {
        let first = if is_original(page) {
            before.replace(vector)
        } else {
            pages.iter().find_map(|(other, vector)| {
                let is_it = is_original(other) && other.meta.family == page.meta.family;
                is_it.then_some(vector)
            })
        };
        let Some(first) = first else { continue };
        let relation = relate(&(&first.article).into(), &(&vector.article).into());
        pairs.push(json!({ "first": first.path, "second": vector.path, "verdict": relation }));
    }
    pairs
}

/// The vectors, one per line.
fn vectors() -> String {
    let mut pages = Vec::new();
    for (folder, fixtures) in [("tests/pages", fixtures()), ("tests/stubs", fixtures_in("tests/stubs"))] {
        pages.extend(fixtures.into_iter().map(|page| {
            let vector = Vector::of_fixture(folder, &page);
            (page, vector)
        }));
    }
    let files = ["photo.jpg", "paper.pdf", "markup/page.html"]
        .map(|name| Vector::new(format!("tests/files/{name}"), None, None).json());
    let pairs = pairs(&pages);
    let articles = pages.iter().map(|(_, vector)| vector.json()).chain(files);
    let lines = |values: Vec<Value>| {
        let lines: Vec<String> = values.iter().map(Value::to_string).collect();
        lines.join(",\n")
    };
    format!("{{\"pages\": [\n{}\n], \"pairs\": [\n{}\n]}}\n", lines(articles.collect()), lines(pairs))
}

#[test]
fn pages_and_pairs_are_read_and_compared_as_recorded() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    let now = vectors();
    if std::env::var_os("OFFPRINT_RECORD").is_some() {
        std::fs::write(&path, now).unwrap();
        return;
    }
    for (recorded, now) in recorded.lines().zip(now.lines()) {
        assert_eq!(recorded, now, "{CHANGED}");
    }
    assert_eq!(recorded.len(), now.len(), "{CHANGED}");
}
