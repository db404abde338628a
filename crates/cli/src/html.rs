//! Recognises pages and feeds in files whose names do not show it.

use crate::records::pattern;
use regex::bytes::Regex;
use std::sync::LazyLock;

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
    pattern(&format!(
        r"(?is)^(\xEF\xBB\xBF)?\s*({before}<(rss|feed|rdf:RDF)[\s>]|{json})"
    ))
});
static FEED_TYPE: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?i)^(application|text)/(rss|atom|rdf|feed)\+(xml|json)\b"));

/// Whether the first bytes of a file are those of a feed.
pub fn begins_feed(start: &[u8]) -> bool {
    FEED.is_match(start)
}

/// Whether a media type is that of a feed.
pub fn is_feed(content_type: Option<&str>) -> bool {
    content_type.is_some_and(|content_type| FEED_TYPE.is_match(content_type.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_documents_are_html() {
        let utf16: Vec<u8> = "\u{FEFF}<html>"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
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
