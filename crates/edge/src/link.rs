//! The canonical address that a page states in its header `Link` (RFC 8288).

use offprint::internals::address::{is_same_page, linked};

/// The address that a page states for itself, in its head or, without one there, in the header `Link` of the response
/// for `url`.
///
/// If the two differ, the head wins: it is about this page alone, while a server may send one header for many pages.
/// Several links in the header count only if they all lead to one page.
///
/// ```
/// use offprint_edge::canonical;
/// let stated = |head: Option<&str>, link| canonical("https://a.example/print/1", head.map(str::to_owned), link);
/// let link = Some("</style.css>; rel=preload, <../1>; rel=\"canonical\"");
/// assert_eq!(stated(None, link).as_deref(), Some("https://a.example/1"));
/// assert_eq!(stated(Some("https://a.example/2"), link).as_deref(), Some("https://a.example/2"));
/// assert_eq!(stated(None, Some("</1>; rel=shortlink")), None);
/// ```
pub fn canonical(url: &str, head: Option<String>, link: Option<&str>) -> Option<String> {
    head.or_else(|| in_header(url, link?))
}

fn in_header(url: &str, header: &str) -> Option<String> {
    let mut found: Option<String> = None;
    let mut rest = header;
    while let Some((target, after)) = rest.split_once('<').and_then(|(_, at)| at.split_once('>')) {
        let (parameters, next) = cut(after, b',');
        rest = next;
        if !is_canonical(parameters) {
            continue;
        }
        let stated = linked(url, target)?;
        if found.as_ref().is_some_and(|other| !is_same_page(other, &stated)) {
            return None;
        }
        found.get_or_insert(stated);
    }
    found
}

/// Whether a link with these parameters states the page's own address. Only the first `rel` counts, and a link with an
/// `anchor` is about another page.
fn is_canonical(parameters: &str) -> bool {
    let (mut rest, mut rel) = (parameters, None);
    while !rest.is_empty() {
        let (parameter, next) = cut(rest, b';');
        rest = next;
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        let name = name.trim();
        if name.eq_ignore_ascii_case("anchor") {
            return false;
        }
        if name.eq_ignore_ascii_case("rel") {
            rel.get_or_insert(value.trim().trim_matches('"'));
        }
    }
    let mut relations = rel.unwrap_or_default().split_ascii_whitespace();
    relations.any(|relation| relation.eq_ignore_ascii_case("canonical"))
}

/// The text before and after a separator that is not in quotes.
fn cut(text: &str, separator: u8) -> (&str, &str) {
    let (mut quoted, mut escaped) = (false, false);
    for (i, byte) in text.bytes().enumerate() {
        if escaped {
            escaped = false;
        } else if byte == b'"' {
            quoted = !quoted;
        } else if quoted {
            escaped = byte == b'\\';
        } else if byte == separator {
            return (&text[..i], &text[i + 1..]);
        }
    }
    (text, "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::test_text::rows;
    use proptest::prelude::*;

    #[test]
    fn the_header_states_an_address_as_the_head_does() {
        const ASKED: &str = "https://paper.example/print/dam?x=1";
        for (header, expected) in rows(include_str!("../../../tests/tables/link-headers.txt")) {
            assert_eq!(in_header(ASKED, header).unwrap_or_default(), expected, "{header}");
        }
    }

    proptest! {
        #[test]
        fn any_header_is_read(url in "(https?://)?\\PC{0,20}", header in "[<>a-z;=\", \\\\é/]{0,60}") {
            canonical(&url, None, Some(&header));
        }
    }
}
