//! The fixture pages of `tests/pages`, read from disk.

// Each test program uses only part of this.
#![allow(dead_code)]

pub mod score;

use offprint::article::{PageType, TextSource};
use offprint::compare::{ArticleRecord, Comparison};
use offprint::{Article, ReadOptions, Reader};
use serde::Deserialize;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// Fields of an article that are only shown and decide nothing, so no list of facts has them.
pub const SHOWN: [&str; 7] = ["via", "modified", "description", "image", "tags", "favicon", "nextPage"];

/// The verdict on two articles.
pub fn compared(a: &Article, b: &Article) -> Comparison {
    ArticleRecord::from(a).compare(&ArticleRecord::from(b))
}

/// One folder of `tests/pages`.
pub struct Fixture {
    pub slug: String,
    pub html: Vec<u8>,
    pub body: String,
    pub meta: Meta,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    pub title: String,
    pub lang: String,
    pub family: String,
    pub relation: String,
    pub charset: String,
    pub content_type: String,
    pub url: String,
    #[serde(default)]
    pub page_type: PageType,
    #[serde(default)]
    pub text_source: TextSource,
    #[serde(default)]
    pub gated: bool,
}

impl Fixture {
    pub fn options(&self) -> ReadOptions {
        ReadOptions { content_type: Some(self.meta.content_type.clone()), ..ReadOptions::new() }
    }

    pub fn read(&self) -> Article {
        offprint::read(&self.html, self.options())
    }

    /// F1 of the extracted body, compared with the true body.
    pub fn f1(&self, read: &str) -> f64 {
        score::Counts::new(read, &self.body, score::Unit::new(&self.meta.lang)).f1()
    }

    /// The page read in chunks of the given sizes, over and over.
    pub fn read_in_chunks(&self, sizes: &[usize]) -> Article {
        let mut reader = Reader::new(self.options());
        let mut rest = &self.html[..];
        for size in sizes.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (chunk, after) = rest.split_at((*size).clamp(1, rest.len()));
            reader.feed(chunk);
            rest = after;
        }
        reader.end()
    }
}

/// A reader, and the cleaned page that it outputs.
pub fn cleaning(options: ReadOptions) -> (Reader, Rc<RefCell<Vec<u8>>>) {
    let passed = Rc::new(RefCell::new(Vec::new()));
    let sink = Rc::clone(&passed);
    let reader = Reader::with_sink(options, move |bytes| {
        sink.borrow_mut().extend_from_slice(bytes);
    });
    (reader, passed)
}

/// A cleaned page.
pub fn cleaned(html: &[u8], options: &ReadOptions, step: usize) -> Vec<u8> {
    let (mut reader, passed) = cleaning(options.clone());
    for chunk in html.chunks(step) {
        reader.feed(chunk);
    }
    reader.end();
    passed.take()
}

/// A paragraph long enough to count, with punctuation and words of its own.
pub fn paragraph(seed: u32) -> String {
    (0..4)
        .map(|sentence| {
            let word = |n: u32| char::from_u32(0x4E00 + (seed * 7919 + sentence * 613 + n * 97) % 20000);
            (0..24).filter_map(word).chain(['。']).collect::<String>()
        })
        .collect()
}

pub fn paragraphs(n: u32) -> String {
    (0..n).map(|seed| format!("<p>{}", paragraph(seed))).collect()
}

/// All fixtures, in the order of their names.
pub fn fixtures() -> Vec<Fixture> {
    let pages = fixtures_in("tests/pages");
    assert!(pages.len() >= 20, "fixtures are missing");
    pages
}

/// The fixtures of one folder.
pub fn fixtures_in(folder: &str) -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut folders: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a readable entry").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders.iter().map(|path| load(path)).collect()
}

fn load(folder: &Path) -> Fixture {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let text = |name: &str| String::from_utf8(read(name)).expect("UTF-8");
    let slug = folder.file_name().expect("a name").to_string_lossy().into_owned();
    Fixture {
        html: read("page.html"),
        body: text("body.txt"),
        meta: serde_json::from_str(&text("meta.json")).unwrap_or_else(|error| panic!("{slug}: {error}")),
        slug,
    }
}
