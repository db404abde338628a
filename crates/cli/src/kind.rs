//! What a file, stream or response is: by the ending of its name, its first bytes or its media type.

use crate::packed;
use clap::ValueEnum;
use regex::bytes::Regex;
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// What is at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    Page,
    Feed,
    Warc,
    List,
    /// A file that is the text of one article. Only its name shows this.
    #[value(skip)]
    Text,
}

/// Endings of what a page loads: style sheets, scripts, data, pictures and fonts. If the server lacked it, the file may
/// hold an HTML error page.
pub const ASSETS: &[&str] = &[
    "css", "js", "mjs", "map", "json", "svg", "png", "jpg", "jpeg", "gif", "webp", "avif", "ico", "woff", "woff2",
    "ttf", "otf", "eot",
];

impl Kind {
    /// What the name of a file says about it, by its ending before an optional `.gz` or `.zst`.
    pub fn of_name(path: &Path) -> Option<Kind> {
        const ENDINGS: [(Kind, &[&str]); 4] = [
            (Kind::Page, &["html", "htm", "xhtml", "xht", "shtml"]),
            (Kind::Text, &["txt"]),
            (Kind::Warc, &["warc", "wet"]),
            (Kind::List, &["jsonl", "ndjson", "parquet"]),
        ];
        let inner = inner(path);
        ENDINGS.iter().find(|(_, endings)| ends_in(&inner, endings)).map(|(kind, _)| *kind)
    }
}

/// Whether the name of a file says that it is a page or a text.
pub fn is_document(path: &Path) -> bool {
    matches!(Kind::of_name(path), Some(Kind::Page | Kind::Text))
}

pub fn ends_in(path: &Path, endings: &[&str]) -> bool {
    path.extension().is_some_and(|found| endings.iter().any(|one| found.eq_ignore_ascii_case(one)))
}

/// A path without the ending of a compressed file.
pub fn inner(path: &Path) -> PathBuf {
    if ends_in(path, &["gz", "zst"]) { path.with_extension("") } else { path.to_owned() }
}

/// A regular expression on bytes.
pub fn pattern(text: &str) -> Regex {
    Regex::new(&format!("(?-u){text}")).expect("a valid pattern")
}

/// The beginning of a record of a web archive.
pub const RECORD: &[u8] = b"WARC/";
/// The first bytes of a Parquet file.
pub const PARQUET: &[u8] = b"PAR1";

/// Whether a file begins like a complete HTML document, rather than a template or a text with tags in it. Understands
/// charsets that contain ASCII, and UTF-16 with a byte-order mark.
pub fn is_html(start: &[u8]) -> bool {
    match start {
        // In UTF-16, every other byte of ASCII text is zero.
        [0xFF, 0xFE, text @ ..] | [0xFE, 0xFF, text @ ..] => {
            let ascii = text.iter().copied().filter(|&byte| byte != 0);
            BEGIN.is_match(&ascii.collect::<Vec<u8>>())
        }
        _ => BEGIN.is_match(start),
    }
}

/// Comments and processing instructions may precede the document.
static BEGIN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?xis) ^(\xEF\xBB\xBF)? \s* ((<!--.*?-->|<\?.*?\?>)\s*)*
        <(!doctype\x20html|html|head|title|body)([^a-z0-9]|$)",
    )
});

static FEED: LazyLock<Regex> = LazyLock::new(|| {
    let before = r"(<\?xml[^>]*>\s*|<!--.*?-->\s*|<\?[^>]*>\s*)*";
    let json = r#"\{.{0,200}"https://jsonfeed\.org/version/"#;
    pattern(&format!(r"(?is)^(\xEF\xBB\xBF)?\s*({before}<(rss|feed|rdf:RDF)[\s>]|{json})"))
});
static FEED_TYPE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(application|text)/(rss|atom|rdf|feed)\+(xml|json)\b"));

/// The kind of a file or stream, if its name or its first bytes show it. The name of a stream shows only whether it is
/// an archive.
pub fn kind_of(name: &Path, is_file: bool, start: &[u8], text_field: &str) -> Option<Kind> {
    let named = Kind::of_name(name);
    if named == Some(Kind::Warc) || start.starts_with(RECORD) {
        Some(Kind::Warc)
    } else if FEED.is_match(start) && !(is_file && named == Some(Kind::Page)) {
        Some(Kind::Feed)
    } else if is_file && is_document(name) {
        Some(Kind::Page)
    } else if start.starts_with(PARQUET) || begins_list(start, text_field) {
        Some(Kind::List)
    } else {
        None
    }
}

/// Whether a feed has this media type.
pub fn is_feed(content_type: Option<&str>) -> bool {
    content_type.is_some_and(|content_type| FEED_TYPE.is_match(content_type.as_bytes()))
}

/// Whether these bytes begin a list of documents: the first line is a JSON object with a text, a page or an address, or
/// an object too long to see its end. An array of objects also counts: it is a list in the wrong form, not a page.
fn begins_list(start: &[u8], text_field: &str) -> bool {
    let text = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).trim_ascii_start();
    if let [b'[', rest @ ..] = text {
        return rest.trim_ascii_start().starts_with(b"{");
    }
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    match serde_json::from_slice::<HashMap<String, IgnoredAny>>(line) {
        Ok(fields) => [text_field, "text", "html", "url"].iter().any(|field| fields.contains_key(*field)),
        Err(error) => {
            let is_cut = line.len() == text.len() && start.len() as u64 == packed::START;
            is_cut && line.starts_with(b"{") && error.is_eof()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_documents_are_html() {
        let utf16: Vec<u8> = "\u{FEFF}<html>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(is_html(&utf16));
        for page in [
            "\u{FEFF}<!-- saved --> <!DOCTYPE html><title>T</title>",
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>",
            "<HTML lang=zh>",
            "  <!DOCTYPE html>",
            "<title>T",
            "<head>",
            "<?php ?>\n<body class=a>",
        ] {
            assert!(is_html(page.as_bytes()), "{page}");
        }
        for other in [
            "<p align=center>A README",
            "<?xml version='1.0'?><rss>",
            "",
            "<",
            "<header>",
            "<!-- never ended",
            "<?php echo 1;",
            "{}",
            "<!doctype svg",
            "<bodyguard>",
        ] {
            assert!(!is_html(other.as_bytes()), "{other}");
        }
    }
}
