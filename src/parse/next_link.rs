//! What the text of a link says about the next page of an article.

use crate::bytes::chunks;
use crate::languages::{self, Kinds};
use crate::unicode::is_alphanumeric;
use memchr::{memchr, memrchr};

/// Longest text of a link that says so, in bytes. Larger: sentences are compared with the words below.
pub const MAX_TEXT: usize = 40;
/// What a link says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkTarget {
    /// The page of this number.
    Page(u8),
    /// The next page.
    NextPage,
    /// The next, of pages or of articles.
    Next,
    /// Another article.
    Article,
    Nothing,
}

impl LinkTarget {
    pub fn from_text(text: &str) -> Self {
        let text = text.trim_matches(|c| !is_alphanumeric(c));
        if text.is_empty() || text.len() > MAX_TEXT {
            return Self::Nothing;
        }
        if let Some(number) = number(text) {
            return Self::Page(number);
        }
        let kinds = languages::whole(text);
        if kinds.has(Kinds::NEXT_PAGE) || is_next_page(text) {
            Self::NextPage
        } else if kinds.has(Kinds::NEXT) {
            Self::Next
        } else if languages::has(text, Kinds::OTHER_ARTICLE) {
            Self::Article
        } else {
            Self::Nothing
        }
    }
}

/// Whether a text is a word for the next and one for a page, in either order: `página siguiente`.
fn is_next_page(text: &str) -> bool {
    let (first, second) = text.split_once(' ').unwrap_or_default();
    let rest = languages::beginning(text, 0, Kinds::NEXT).map_or("", |next| text[next.end..].trim_start());
    languages::whole(first).has(Kinds::PAGE) && languages::whole(second).has(Kinds::NEXT)
        || languages::whole(rest).has(Kinds::PAGE)
}

/// Whether the address has a page number, at most 99, in its last folder or after it. Most addresses have none, so the
/// texts of their links need no comparison.
pub fn has_page_number(href: &str) -> bool {
    let address = up_to(href.as_bytes(), b'#');
    let path = up_to(address, b'?');
    let folders = path.iter().rposition(|&byte| byte != b'/').map_or(path, |last| &path[..last]);
    let end = &address[memrchr(b'/', folders).unwrap_or(0)..];
    let has_digit = chunks(end).any(|(_, chunk)| chunk.digits() != 0);
    has_digit && end.split(|byte| !byte.is_ascii_digit()).any(|number| matches!(number.len(), 1 | 2))
}

fn up_to(text: &[u8], end: u8) -> &[u8] {
    &text[..memchr(end, text).unwrap_or(text.len())]
}

/// The number of a page, from 2 to 99: `2`, `page2`, `第2页`.
fn number(text: &str) -> Option<u8> {
    let before = languages::beginning(text, 0, Kinds::PAGE);
    let rest = before.map_or(text, |before| text[before.end..].trim_start());
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let number: u8 = rest[..rest.len() - after.len()].parse().ok()?;
    let is_page = after.is_empty() || languages::whole(after.trim_start()).has(Kinds::PAGE_AFTER);
    (is_page && (2..100).contains(&number)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::{LinkTarget, has_page_number};
    use crate::test_text::rows;

    #[test]
    fn addresses_have_numbers_of_pages() {
        for href in ["/a_2.html", "/a/2/", "?page=12", "/a/2/?b", "2", "/a?id=1234&p=2"] {
            assert!(has_page_number(href), "{href}");
        }
        for href in ["", "/", "/a", "/2026/03/18/lock", "/t20260318_1234.html", "/a#2"] {
            assert!(!has_page_number(href), "{href}");
        }
    }

    #[test]
    fn links_say_where_they_lead() {
        for (text, target) in rows(include_str!("../../tests/tables/next-links.txt")) {
            assert_eq!(format!("{:?}", LinkTarget::from_text(text)), target, "{text}");
        }
    }
}
