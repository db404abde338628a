//! Pages in the shape of real themes and systems, scored against what a reader finds on them. Many are read badly. The
//! record shows how well each is read, and no change may make one worse.

mod common;

use common::score::{Counts, Unit};
use offprint::{Article, ReadOptions};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Each page on record: its name, the F1 of its text (`-` if it has none) and how many of its facts are right.
const RECORD: &str = "tests/golden/shapes.txt";
/// How to write the record, and the expectations of new pages.
const UPDATE: &str = "OFFPRINT_RECORD=1 cargo test --test shapes";

/// What a reader finds on a page, as `expected.txt` states it: a line for each fact, a blank line, the text.
struct Expected {
    facts: BTreeMap<String, String>,
    text: String,
}

impl Expected {
    fn parse(stated: &str) -> Expected {
        let (facts, text) = stated.split_once("\n\n").unwrap_or((stated, ""));
        let facts = facts
            .lines()
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
            .collect();
        Expected { facts, text: text.trim().to_owned() }
    }

    /// The same, of what was read.
    fn new(article: &Article) -> Expected {
        let read = &article.metadata;
        let day = read.published.as_deref().unwrap_or("");
        let facts = [
            ("title", read.title.clone()),
            ("authors", read.authors.join("; ")),
            ("day", day.chars().take(10).collect()),
            ("type", article.page_type.name().to_owned()),
            ("language", read.language.clone()),
        ];
        Expected { facts: facts.map(|(name, value)| (name.to_owned(), value)).into(), text: article.text.clone() }
    }

    fn write(&self) -> String {
        let names = ["title", "authors", "day", "type", "language"];
        let fact = |name: &str| self.facts.get(name).map_or("", String::as_str);
        let facts = names.map(|name| format!("{name}: {}", fact(name)).trim_end().to_owned());
        format!("{}\n\n{}\n", facts.join("\n"), self.text)
    }
}

/// The F1 of the text read, if a reader finds one there, and how many facts are right. Both sort as text.
fn score(read: &Expected, expected: &Expected) -> String {
    let right = |(name, value): &(&String, &String)| read.facts.get(*name) == Some(*value);
    let facts = expected.facts.iter().filter(right).count();
    if expected.text.is_empty() {
        return format!("- {facts}");
    }
    let unit = Unit::new(expected.facts.get("language").map_or("", String::as_str));
    let f1 = Counts::new(&read.text, &expected.text, unit).f1();
    format!("{f1:.3} {facts}")
}

#[test]
fn no_shape_is_read_worse_than_before() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let record = fs::read_to_string(root.join(RECORD)).unwrap_or_default();
    let before: BTreeMap<_, _> = record.lines().filter_map(|l| l.split_once(' ')).collect();
    let update = std::env::var_os("OFFPRINT_RECORD").is_some();
    let folder = fs::read_dir(root.join("tests/shapes")).expect("the folder of shapes");
    let mut folders: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    assert!(folders.len() >= 100, "shapes are missing");
    let (mut now, mut worse) = (String::new(), String::new());
    for folder in &folders {
        let name = folder.file_name().expect("a name").to_string_lossy();
        let html = fs::read(folder.join("page.html")).expect("page.html");
        let read = Expected::new(&offprint::read(&html, ReadOptions::new()));
        let file = folder.join("expected.txt");
        if update && !file.exists() {
            fs::write(&file, read.write()).expect("the expectation can be written");
        }
        let stated = fs::read_to_string(&file)
            .unwrap_or_else(|_| panic!("{name} has no expected.txt: run {UPDATE}, and review it"));
        let score = score(&read, &Expected::parse(&stated));
        let old = before.get(&*name).copied().unwrap_or("none");
        let is_worse = |(new, old): (&str, &str)| new < old;
        if score.split(' ').zip(old.split(' ')).any(is_worse) {
            worse += &format!("{name}: {score}, on record {old}\n--- read\n{}", read.write());
        }
        now += &format!("{name} {score}\n");
    }
    if update {
        fs::write(root.join(RECORD), now).expect("the record can be written");
    } else {
        assert!(
            worse.is_empty(),
            "pages of tests/shapes read worse than {RECORD} says, or not in it. To accept: {UPDATE}\n{worse}"
        );
    }
}
