//! Input that is not a page is not read as one, however it arrives.

mod common;

use offprint::article::PageType;
use offprint::{Article, ReadOptions, Reader, read};

fn file(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/files/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(path).expect("a test file")
}

/// A text long enough to be recognized, stored in gzip's format without compression.
fn stored_in_gzip() -> Vec<u8> {
    let page = format!("<title>T</title>{}", "<p>The harbour reopens, and the boats come in.".repeat(40));
    let length = u16::try_from(page.len()).expect("a short page");
    let mut bytes = b"\x1F\x8B\x08\0\0\0\0\0\0\xFF\x01".to_vec();
    bytes.extend(length.to_le_bytes());
    bytes.extend((!length).to_le_bytes());
    bytes.extend(page.as_bytes());
    bytes
}

fn binaries() -> Vec<(&'static str, Vec<u8>)> {
    let warc = "WARC/1.0\r\nWARC-Type: response\r\n\r\n<p>The harbour reopens.".repeat(99);
    let unknown: Vec<u8> = (0..90_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    vec![
        ("image/jpeg", file("photo.jpg")),
        ("application/pdf", file("paper.pdf")),
        ("application/gzip", stored_in_gzip()),
        ("application/warc", warc.into_bytes()),
        ("application/octet-stream", unknown),
    ]
}

#[track_caller]
fn is_no_page(article: &Article, media_type: &str) {
    assert_eq!(article.media_type, Some(media_type));
    assert_eq!(article.page_type, PageType::Other);
    assert_eq!((article.metadata.title.as_str(), article.text.as_str(), article.length), ("", "", 0));
    assert_eq!((article.quality, article.charset_source), (0, None));
    assert!(article.fingerprint.is_none() && article.related.is_empty());
    let json = serde_json::to_value(article).expect("an article is JSON");
    assert_eq!((&json["noFingerprintReason"], &json["mediaType"]), (&"unreadable".into(), &media_type.into()));
}

#[test]
fn a_file_that_is_not_a_page_has_a_media_type_and_no_article() {
    for (media_type, bytes) in binaries() {
        // Servers send this type for anything.
        let content_type = Some("text/html; charset=utf-8".to_owned());
        let options = ReadOptions { content_type, ..ReadOptions::new() };
        is_no_page(&read(&bytes, options), media_type);
    }
}

#[test]
fn it_is_the_same_however_it_is_cut() {
    for (media_type, bytes) in binaries() {
        for size in [1, 7, 511, 512, 513, 4096] {
            let mut reader = Reader::new(ReadOptions::default());
            for chunk in bytes.chunks(size) {
                reader.feed(chunk);
            }
            is_no_page(&reader.end(), media_type);
        }
    }
}

#[test]
fn where_pages_are_cleaned_it_passes_as_it_is() {
    for (_, bytes) in binaries() {
        for (size, max_bytes) in [(1, 1 << 20), (300, 600), (700, 1000), (1 << 20, 1 << 20)] {
            let options = ReadOptions { max_bytes, ..ReadOptions::new() };
            let (mut reader, passed) = common::cleaning(options);
            for chunk in bytes.chunks(size) {
                reader.feed(chunk);
            }
            reader.end();
            assert!(*passed.borrow() == bytes, "{size} bytes at a time, {max_bytes} at most");
        }
    }
}

#[test]
fn a_page_that_only_speaks_of_files_is_one() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pages/en-barrage-original/page.html");
    let page = std::fs::read_to_string(path).expect("a fixture");
    let page = format!("BM and ID3, PK and RIFF, and %PDF- are what files begin with.\n{page}");
    let article = read(page.as_bytes(), ReadOptions::default());
    assert_eq!((article.media_type, article.page_type), (None, PageType::Article));
    assert!(article.fingerprint.is_some());
}

#[test]
fn text_in_no_charset_is_other() {
    // Private-use characters of a font: some sites encode their articles in them to prevent copying.
    let page = format!("<title>T</title><p>{}</p>", "\u{FFFD}harbour ".repeat(200));
    let article = read(page.as_bytes(), ReadOptions::default());
    assert_eq!(article.page_type, PageType::Other);
    assert!(article.fingerprint.is_none());
}
