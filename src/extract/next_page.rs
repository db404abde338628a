//! The next page of an article that its site splits over several pages.
//!
//! Neither `rel=next` nor the word "next" says what is next: blogs mean the next article, and lists their own next
//! page. So the address decides. It must be the address of this page with a page number added, or raised by one.

use crate::address::{self, WebAddress};
use crate::extract::body::Body;
use crate::parse::block::Page;
use crate::parse::characters::has_word;
use crate::parse::head::{PART, Place, Statement, Subject};
use crate::parse::next_link::LinkTarget;
use crate::parse::noise::Hints;
use crate::unicode::is_alphanumeric;

/// Blocks below the body that may link to its pages. Larger: links below long lists of keywords are found, and so are
/// links to pages of comments.
const BLOCKS_AFTER: usize = 20;
/// Characters between an address and the number of a page.
const SEPARATORS: [char; 7] = ['_', '-', ',', '/', '?', '&', '='];
/// The names of page numbers in addresses.
const PAGE: &str =
    "page p pg pn paged pageno pagenum pagenumber pageindex pagina seite sayfa strona currentpage curpage";
/// Words before the number of another article of a series.
const SERIES: &str = "part chapter ch lesson episode ep vol volume day week step issue no unit season book teil kapitel \
    partie chapitre parte capitulo comment";
/// Folders of lists.
const LISTS: &str = "tag tags category categories author authors topic topics search archive archives";
/// Names of pages that stand for their folder.
const FOLDER: &str = "index default list";

/// The address of the next page of the article with this body, if the page's own address is known: `url`, or the
/// canonical address that it states.
///
/// # Complexity
/// Linear in the addresses. The parser keeps few.
pub fn next_page(page: &Page, body: &Body, base: &str, url: Option<&str>, canonical: Option<&str>) -> Option<String> {
    let url = url.or(canonical)?;
    let (host, own) = (address::host(url)?, WebAddress::parse(url)?.target);
    let path = path_of(own);
    let canonical = canonical.and_then(WebAddress::parse);
    let is_canonical = canonical.is_some_and(|canonical| canonical.target == path);
    let is_page = |own: &str, target: &str, link| {
        Numbered::new(own, target).is_some_and(|numbered| numbered.is_page(link, page.states_article()))
    };
    page.head.all(Subject::NextPage).find_map(|statement| {
        let (link, href) = link_target(page, body, statement)?;
        let next = address::linked(base, href)?;
        let target = WebAddress::parse(&next)?.target;
        // The other addresses lack a query that counts visits.
        let is_beside = is_canonical && path_of(target) != path;
        // A fragment leads to something below the article, such as comments.
        let is_next = address::host(&next)? == host
            && !address::is_same_page(url, &next)
            && !next.contains('#')
            && (is_page(own, target, link) || is_beside && is_page(path, target, link));
        is_next.then_some(next)
    })
}

/// What a statement of the next page leads to, and its address; `None` if it is not about the article.
fn link_target<'a>(page: &Page, body: &Body, statement: &'a Statement) -> Option<(LinkTarget, &'a str)> {
    if statement.place == Place::Link {
        return Some((LinkTarget::Next, &statement.value));
    }
    let (text, href) = statement.value.rsplit_once(PART)?;
    let (first, last) = (*body.kept.first()?, *body.kept.last()?);
    let block = page.blocks.get(statement.block)?;
    let of_comments = page.up(block.container).any(|id| page.containers[id as usize].hints.contains(Hints::COMMENTS));
    let is_near = (first..=last + BLOCKS_AFTER).contains(&statement.block);
    (is_near && !of_comments).then_some((LinkTarget::from_text(text), href))
}

/// An address that differs from another one only by an added number, or one that is raised by one.
struct Numbered<'a> {
    /// The text before the number, and after it.
    before: &'a str,
    after: &'a str,
    number: u8,
    is_raised: bool,
}

impl<'a> Numbered<'a> {
    fn new(own: &str, next: &'a str) -> Option<Numbered<'a>> {
        let (own, next) = (own.trim_end_matches('/'), next.trim_end_matches('/'));
        let start = shared(own.chars(), next.chars());
        let end = shared(own[start..].chars().rev(), next[start..].chars().rev());
        let mine = &own[..own.len() - end];
        let (its, after) = next.split_at(next.len() - end);
        let its = its.trim_end_matches(['&', '/']);
        let before = its.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = its[before.len()..].parse().ok()?;
        let from = mine.strip_prefix(before).map(str::parse::<u8>);
        let is_raised = (1..100).contains(&number) && from == Some(Ok(number - 1));
        // Some sites count from 0.
        let is_second = number == 2 || number == 1 && before.ends_with(['_', '=']);
        let is_added = start == mine.len() && start <= before.len() && is_second;
        let is_whole = mine.ends_with(['?', '&']) || !after.starts_with(is_alphanumeric);
        let is_last = is_whole && !path_of(after).trim_start_matches('/').contains('/');
        ((is_raised || is_added) && is_last).then_some(Numbered { before, after, number, is_raised })
    }

    /// Whether the number is a page of an article, given what the link says.
    fn is_page(&self, link: LinkTarget, states_article: bool) -> bool {
        let is_sure = match link {
            LinkTarget::Page(of) if of != self.number && of != self.number + 1 => return false,
            LinkTarget::Article => return false,
            LinkTarget::Page(_) | LinkTarget::NextPage => true,
            LinkTarget::Next | LinkTarget::Nothing => false,
        };
        let before = self.before.trim_end_matches(SEPARATORS);
        let separator = &self.before[before.len()..];
        let rest = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let word = &before[rest.len()..];
        let is_named = has_word(PAGE, word) && rest.ends_with(SEPARATORS);
        let article = if is_named { rest.trim_end_matches(SEPARATORS) } else { before };
        let path = path_of(article);
        let has_query = article[path.len()..].contains(|c: char| c.is_ascii_digit());
        let mut folders = path.split('/').filter(|name| !name.is_empty());
        let is_of_list = folders.clone().any(|name| has_word(LISTS, name));
        let name = folders.rfind(|name| !has_word(FOLDER, name.split('.').next().unwrap_or(""))).unwrap_or("");
        let is_slug = name.contains(|c: char| c.is_ascii_digit() || !c.is_ascii() || "-_%.".contains(c));
        let is_article = has_query || is_slug || states_article && !name.is_empty();
        if is_of_list || !is_article || !has_query && may_be_date(name) || name.ends_with("comment") {
            return false;
        }
        let part = name.rsplit(['-', '_', ',']).next().unwrap_or(name);
        let is_series = has_word(SERIES, word) || self.is_raised && may_be_date(part);
        let has_ending = self.after.starts_with('.');
        is_named
            || !is_series
                && match separator {
                    "_" => true,
                    "/" => is_sure || !self.is_raised || has_id(name),
                    "-" | "," => is_sure || has_id(name) || !self.is_raised && has_ending,
                    _ => false,
                }
    }
}

/// The number of bytes that two texts share at their beginning.
fn shared(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    let same = a.zip(b).take_while(|(a, b)| a == b);
    same.map(|(c, _)| c.len_utf8()).sum()
}

fn path_of(target: &str) -> &str {
    target.split(['?', '&']).next().unwrap_or(target)
}

/// Whether a part of an address may be a day, a month or a year.
fn may_be_date(part: &str) -> bool {
    matches!(part.parse(), Ok(1..=31 | 1900..=2099_u32))
}

/// Whether a name holds an article number: blogs add small numbers to names that are taken.
fn has_id(name: &str) -> bool {
    name.bytes().filter(u8::is_ascii_digit).count() >= 5
}

#[cfg(test)]
mod tests {
    use super::{LinkTarget, Numbered};
    use crate::parse::ReadOptions;
    use crate::test_text::rows;
    use proptest::prelude::*;

    const TEXT: &str = "<p>The lock at Amblefoot opened again on Monday, eleven weeks after a coal barge had bent its \
        lower gate and the county had closed the canal.<p>Until then boats had been lifted around it by a crane that \
        belongs to a circus and winters in the town, and the keeper counted four hundred boats.<p>Next spring the upper \
        gate is to be renewed as well, for which the circus has already offered its crane and its two elephants.";

    /// The path of the next page of an article at `path`, with this in its head and this below its text.
    fn next(path: &str, head: &str, below: &str) -> Option<String> {
        let html = format!(
            "<!doctype html><title>The lock</title>{head}<body><nav><a href=/>Home</a></nav><article><h1>The lock</h1>\
             {TEXT}{below}</article><footer>All rights reserved</footer>"
        );
        let options = ReadOptions { url: Some(format!("https://a.example{path}")), ..ReadOptions::new() };
        let next = crate::read(html.as_bytes(), options).metadata.next_page?;
        Some(next.strip_prefix("https://a.example").unwrap_or(&next).to_owned())
    }

    fn rel(path: &str, href: &str) -> Option<String> {
        let of_head = next(path, &format!("<link rel=next href='{href}'>"), "");
        let of_link = next(path, "", &format!("<div><a rel='nofollow next' href='{href}'>»</a></div>"));
        assert_eq!(of_head, of_link, "{path} {href}");
        of_head
    }

    fn link(path: &str, text: &str, href: &str) -> Option<String> {
        next(path, "", &format!("<div>1 <a href='{href}'>{text}</a></div>"))
    }

    #[test]
    fn pages_of_one_article_are_linked() {
        for (row, is_page) in rows(include_str!("../../tests/tables/next-pages.txt")) {
            let (path, rest) = row.split_once(" [").expect("a path");
            let (text, href) = rest.strip_suffix(')').and_then(|rest| rest.split_once("](")).expect("a link");
            let found = if text == "rel=next" { rel(path, href) } else { link(path, text, href) };
            assert_eq!(found.as_deref(), (is_page == "yes").then_some(href), "{row}");
        }
    }

    #[test]
    fn the_address_of_the_page_must_be_known() {
        let of = |head: &str, url: Option<&str>| {
            let html = format!("<title>The lock</title>{head}<h1>The lock</h1>{TEXT}");
            let options = ReadOptions { url: url.map(str::to_owned), ..ReadOptions::new() };
            crate::read(html.as_bytes(), options).metadata.next_page
        };
        let link = "<link rel=next href=https://a.example/old-lock_2.html>";
        let canonical = "<link rel=canonical href=https://a.example/old-lock.html>";
        let stated = format!("{canonical}{link}");
        let expected = Some("https://a.example/old-lock_2.html".to_owned());
        assert_eq!(of(&stated, None), expected);
        assert_eq!(of(link, None), None);
        let shared = "https://a.example/old-lock.html?from=app";
        assert_eq!(of(link, Some(shared)), None);
        assert_eq!(of(&stated, Some(shared)), expected);
        // On a later page, the first one is canonical.
        assert_eq!(of(&stated, Some("https://a.example/old-lock_3.html")), None);
        let first = canonical.replace(".html", "") + "<link rel=next href='?page=2'>";
        assert_eq!(of(&first, Some("https://a.example/old-lock?page=3")), None);
    }

    #[test]
    fn comments_and_menus_do_not_count() {
        let at = |below: &str| next("/old-lock", "", below);
        let pager = "<a href='?page=2'>2</a> <a href='?page=3'>3</a> <a href='?page=2'>Next</a>";
        assert_eq!(at(pager).as_deref(), Some("/old-lock?page=2"));
        assert_eq!(at(&format!("<div class=comments><p>Well said, keeper.{pager}</div>")), None);
        let items: String = (0..30).map(|i| format!("<li><a href=/entry-{i}>Entry {i} of the harbour</a>")).collect();
        assert_eq!(at(&format!("<ul>{items}</ul>{pager}")), None);
        assert_eq!(next("/old-lock", &format!("<ul><li>{pager}</ul>"), ""), None);
    }

    proptest! {
        #[test]
        fn any_two_addresses_can_be_compared(own in "[/a水_?=&.0-9-]{0,9}", more in "[/a水_?=&.0-9-]{0,9}") {
            for (own, next) in [(&own, &more), (&own, &(own.clone() + &more)), (&more, &(own.clone() + &more))] {
                if let Some(numbered) = Numbered::new(own, next) {
                    prop_assert_ne!(own, next);
                    numbered.is_page(LinkTarget::NextPage, true);
                }
            }
        }
    }
}
