//! Stored fingerprints outlive the code: for the same text the bytes must stay the same.

mod common;

use offprint::internals::hash::hash;
use offprint::internals::make;
use offprint::internals::page_features::page_features;
use offprint::internals::{block_features, body, headline};
use offprint::{Article, Fingerprint, ReadOptions};
use std::collections::HashMap;
use std::fs;
use std::path::Path;

/// What to do when one of these tests fails.
const CHANGED: &str = "\
the fingerprint of a known text has changed. Stored fingerprints and keys would no longer match.
If that was not intended, undo it. If it was: raise VERSION in src/fingerprint/mod.rs, describe the new
layout there, keep reading the old one, note it in bold in CHANGELOG.md, and only then put the new
values here";

#[test]
fn the_fingerprint_of_a_chinese_text_is_unchanged() {
    let text: String = (0..12u32)
        .map(|sentence| {
            let word = |n: u32| char::from_u32(0x4E00 + (sentence * 7919 + n * 389) % 20000);
            (0..12).filter_map(word).chain(['。']).collect::<String>()
        })
        .collect();
    let fingerprint = Article::of_text(String::new(), text).fingerprint.expect("long enough");
    assert_eq!(fingerprint.to_string(), include_str!("golden/chinese.txt").trim(), "{CHANGED}");
}

#[test]
fn the_fingerprint_of_an_english_text_is_unchanged() {
    let text: String = (0..12u32)
        .map(|sentence| {
            let word = |n: u32| format!("word{} ", sentence * 31 + n * 7);
            (0..9).map(word).collect::<String>().trim().to_owned() + ". "
        })
        .collect();
    let fingerprint = Article::of_text(String::new(), text).fingerprint.expect("long enough");
    assert_eq!(fingerprint.to_string(), include_str!("golden/english.txt").trim(), "{CHANGED}");
    assert_eq!(fingerprint.write_keys().join(" "), include_str!("golden/english-keys.txt").trim(), "{CHANGED}");
}

/// What to do when another of them fails.
const FEATURE_CHANGED: &str =
    "a feature of the blocks has changed: mend it, or fit the model again (docs/datasets.md) and record the digests";

/// Compares a value of each fixture with its line in a file. Recording adds the lines of new fixtures only.
fn check_fixtures(file: &str, changed: &str, value: impl Fn(&common::Fixture) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    let recorded = fs::read_to_string(&path).expect("a file of values");
    let known: HashMap<&str, &str> = recorded.lines().filter_map(|line| line.split_once(' ')).collect();
    let mut lines = String::new();
    for page in common::fixtures() {
        let value = value(&page);
        let expected = known.get(&*page.slug).copied().unwrap_or(&value);
        assert_eq!(value, expected, "{}: {changed}", page.slug);
        lines += &format!("{} {value}\n", page.slug);
    }
    if std::env::var_os("OFFPRINT_RECORD").is_some() {
        fs::write(&path, lines).unwrap();
    } else {
        assert!(lines == recorded, "OFFPRINT_RECORD=1 cargo test --test golden adds new pages to tests/golden/{file}");
    }
}

/// By the true body, so that better extraction does not change them.
#[test]
fn the_fingerprints_of_the_fixture_texts_are_unchanged() {
    check_fixtures("bodies.txt", CHANGED, |page| {
        let fingerprint = Fingerprint::new(&page.meta.title, &page.body);
        fingerprint.map_or("too short".to_owned(), |fingerprint| fingerprint.to_string())
    });
}

/// The features of the model have the order and scale with which it was trained.
#[test]
fn the_features_of_the_fixture_pages_are_what_the_model_was_fitted_to() {
    check_fixtures("features.txt", FEATURE_CHANGED, |page| {
        let read = make::page(&page.html, &ReadOptions::default());
        let title = headline::headline(&read);
        let alike = block_features::first_alike(&read);
        let lines = body::lines_of(&read, &alike);
        let rules = body::rules(&read, &lines, &title);
        let of_kind = page_features(&read);
        let vectors = block_features::block_features(&read, &lines, &title, &rules, &of_kind, &alike);
        format!("{:016x}", hash(vectors.as_flattened().iter().map(|&value| value as u64)))
    });
}
