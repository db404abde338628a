//! Recognises pages in files whose names do not show it.

/// Whether a file begins like a complete HTML document, rather than a template or a text with tags in it. Understands
/// charsets that contain ASCII, and UTF-16 with a byte-order mark.
pub fn is_html(start: &[u8]) -> bool {
    let start = match start {
        // In UTF-16, every other byte of ASCII text is zero.
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => {
            let ascii = start[2..].iter().copied().filter(|&byte| byte != 0);
            ascii.collect()
        }
        _ => start
            .strip_prefix(b"\xEF\xBB\xBF")
            .unwrap_or(start)
            .to_vec(),
    };
    let mut rest = &start[..];
    loop {
        rest = rest.trim_ascii_start();
        // Comments and processing instructions may precede the document.
        let after = match rest {
            [b'<', b'!', b'-', b'-', ..] => after(rest, b"-->"),
            [b'<', b'?', ..] => after(rest, b"?>"),
            _ => break,
        };
        let Some(after) = after else { return false };
        rest = after;
    }
    ROOTS.iter().any(|root| {
        let (tag, next) = rest.split_at(rest.len().min(root.len()));
        tag.eq_ignore_ascii_case(root) && !next.first().is_some_and(u8::is_ascii_alphanumeric)
    })
}

/// What an HTML document begins with.
const ROOTS: [&[u8]; 5] = [b"<!doctype html", b"<html", b"<head", b"<title", b"<body"];

fn after<'a>(bytes: &'a [u8], end: &[u8]) -> Option<&'a [u8]> {
    let at = bytes.windows(end.len()).position(|window| window == end)?;
    Some(&bytes[at + end.len()..])
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
