//! Whether two web addresses lead to one page or one site, or one of them to a list or another spelling.

use offprint::internals::address::{self, WebAddress};
use offprint::internals::hash::hash_str;

/// Whether two addresses lead to the same page of a site, ignoring scheme and edition. `domains` are the registrable
/// domains of the two, if known.
pub(super) fn is_variant(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    let (Some(a), Some(b)) = (WebAddress::parse(a), WebAddress::parse(b)) else {
        return a == b;
    };
    is_one_site(&a.host, &b.host, domains) && a.page_key("") == b.page_key("")
}

/// The key of an address, of 40 bits: the same for all its variants; `None` if it is not a web address. `domain` is the
/// registrable domain of its host, if known.
///
/// ```
/// use offprint_edge::address_key;
/// let key = |url| address_key(url, Some("a.example"));
/// assert_eq!(key("http://www.a.example/1/"), key("https://a.example/1"));
/// assert_ne!(key("https://a.example/1"), key("https://a.example/2"));
/// assert_eq!(key("1"), None);
/// ```
pub fn address_key(url: &str, domain: Option<&str>) -> Option<u64> {
    let web = WebAddress::parse(url)?;
    let site = domain.unwrap_or_else(|| address::without_edition(&web.host));
    Some(hash_str(&web.page_key(site)) >> 24)
}

/// Whether one of two addresses of one site is a folder that contains the other: a front page, or the list of a
/// section, which shows the newest article for as long as it is the newest.
pub(super) fn is_folder_of_other(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    let (Some(a), Some(b)) = (WebAddress::parse(a), WebAddress::parse(b)) else {
        return false;
    };
    is_one_site(&a.host, &b.host, domains) && (lies_in(a.path(), b.path()) || lies_in(b.path(), a.path()))
}

fn lies_in(folder: &str, path: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    let rest = path.trim_end_matches('/').strip_prefix(folder);
    is_home(folder) || rest.is_some_and(|rest| rest.starts_with('/'))
}

/// An address of a page with the same text as another one of its host.
pub(super) struct Address<'a> {
    pub url: &'a str,
    /// Whether the page states this address as its own.
    pub states_itself: bool,
    /// The headline of the page.
    pub title: &'a str,
}

/// How one of two addresses of a host relates to the other, if both show the same text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Duplicate {
    /// Another spelling of it, which the site also answers.
    Spelling,
    /// A list that shows the other one's article for as long as it is new.
    List,
}

/// Whether `this` is superseded by `to`, and why. Request order is ignored, because lists are crawled before the pages
/// they link to.
///
/// Of two spellings, the one that its page states as its own wins, otherwise the plainer one. A list is recognized by
/// its path. If its path has only one part, it is recognized by what it lacks and the other page has: its own address
/// in its head, or the headline in its address.
pub(super) fn superseded_by(this: &Address<'_>, to: &Address<'_>) -> Option<Duplicate> {
    let (a, b) = (WebAddress::parse(this.url)?, WebAddress::parse(to.url)?);
    let host = address::without_edition(&a.host);
    if host != address::without_edition(&b.host) || a.port != b.port {
        return None;
    }
    let is_better_stated = to.states_itself && !this.states_itself;
    let [query, other_query] = [&a, &b].map(|web| {
        let mut parameters: Vec<_> = web.parameters().collect();
        parameters.sort_unstable();
        parameters
    });
    let are_alike = query.iter().zip(&other_query).all(|(one, other)| one.0 == other.0 && reads_as(one.1, other.1));
    if query.len() == other_query.len() && are_alike && plain(a.path()) == plain(b.path()) {
        let is_plainer = this.states_itself == to.states_itself && oddity(&b) < oddity(&a);
        return (is_better_stated || is_plainer).then_some(Duplicate::Spelling);
    }
    let is_of_one_part = !a.path().trim_matches('/').contains(['/', '.']) && query.is_empty();
    let is_named = || words_in(b.path(), to.title) >= NAMED && words_in(a.path(), to.title) == 0;
    let is_list = is_list(a.path()) || (is_of_one_part && (is_better_stated || is_named()));
    (is_list && !self::is_list(b.path())).then_some(Duplicate::List)
}

/// Whether a site may read two values of a parameter alike.
fn reads_as(value: &str, other: &str) -> bool {
    value == other || plain(value) == plain(other) || reads(value, other) || reads(other, value)
}

/// How many words of the headline in the last part of an address show that the address is the article's. Larger: fewer
/// lists with unknown names are recognized; smaller: more pages are taken for lists.
const NAMED: usize = 3;

/// The most words of a headline and of a part of an address that are compared: both may have any length.
const MOST_WORDS: usize = 64;

/// How many words of a headline are in the last part of a path.
fn words_in(path: &str, title: &str) -> usize {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        text.split(|c: char| !c.is_ascii_alphanumeric()).take(MOST_WORDS)
    }
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    words(last).filter(|word| word.len() > 2 && words(title).any(|other| other.eq_ignore_ascii_case(word))).count()
}

/// The common form of all spellings of a path that sites answer alike: in lower case, without empty parts, names of
/// index pages, file endings and whatever follows a `;`, `,` or `&`.
#[inline(never)]
fn plain(path: &str) -> Vec<u8> {
    let mut path = decoded(path);
    path.make_ascii_lowercase();
    let mut plain = Vec::with_capacity(path.len());
    for name in path.split(|&byte| byte == b'/') {
        let name = name.split(|byte| b";,&".contains(byte)).next().unwrap_or_default().trim_ascii();
        let stem = ENDINGS.iter().find_map(|end| name.strip_suffix(end.as_bytes())).unwrap_or(name);
        if !stem.is_empty() && stem != b"index" {
            plain.push(b'/');
            plain.extend(stem);
        }
    }
    plain
}

/// Whether a site may read a value as a plain number: up to the first character that is not a digit, or without all
/// such characters.
#[inline(never)]
fn reads(value: &str, number: &str) -> bool {
    let value = decoded(value);
    let end = value.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(value.len());
    is_number(number)
        && [&value[..end], &value].iter().any(|part| {
            let digits = part.iter().filter(|byte| byte.is_ascii_digit());
            digits.skip_while(|byte| **byte == b'0').eq(number.as_bytes())
        })
}

fn is_number(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit())
}

/// How odd a spelling is: the smaller, the plainer.
fn oddity<'a>(web: &WebAddress<'a>) -> (usize, usize, &'a str, Option<&'a str>) {
    let (path, query) = web.path_and_query();
    let path = path.trim_end_matches('/');
    let of_values = web.parameters().map(|(_, value)| match is_number(value) {
        true => usize::from(value.starts_with('0')),
        false => 2 + usize::from(plain(value).get(1..) != Some(value.as_bytes())),
    });
    (usize::from(path.as_bytes() != plain(path)) + of_values.sum::<usize>(), path.len(), path, query)
}

/// Endings of files that sites answer with and without.
pub(super) const ENDINGS: [&str; 7] = [".html", ".htm", ".shtml", ".php", ".aspx", ".asp", ".jsp"];
/// Path parts that lists have, and those that the name of a list follows.
const LISTS: [&str; 16] = [
    "blog", "blogs", "news", "latest", "recent", "new", "articles", "posts", "stories", "archive", "archives", "all",
    "home", "search", "start", "today",
];
const LISTS_OF: [&str; 13] = [
    "tag",
    "tags",
    "category",
    "categories",
    "topic",
    "topics",
    "author",
    "authors",
    "section",
    "sections",
    "label",
    "labels",
    "series",
];

/// Whether a path leads to a list of all pages, or of those of a topic, an author or a time.
fn is_list(path: &str) -> bool {
    let is_short_number = |name: &str| name.len() <= 4 && is_number(name);
    let mut names = path.split('/').filter(|name| !name.is_empty());
    let mut has_year = false;
    while let Some(name) = names.next() {
        has_year |= is_number(name) && name.len() == 4 && (name.starts_with("19") || name.starts_with("20"));
        let is_known = match name {
            "page" => names.next().is_none_or(is_short_number),
            _ if LISTS_OF.iter().any(|list| list.eq_ignore_ascii_case(name)) => {
                names.next();
                true
            }
            _ => LISTS.iter().any(|list| list.eq_ignore_ascii_case(name)) || (has_year && is_short_number(name)),
        };
        if !is_known {
            return false;
        }
    }
    true
}

/// Whether two addresses are on one site; see [`is_one_site`].
pub(super) fn is_one_site_of(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    let hosts = WebAddress::parse(a).zip(WebAddress::parse(b));
    hosts.is_some_and(|(a, b)| is_one_site(&a.host, &b.host, domains))
}

/// Whether two hosts are on one site: they have one registrable domain or, if no domain is known, are the same except
/// for prefixes like `www.`.
pub(super) fn is_one_site(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    match domains {
        [Some(a), Some(b)] => a == b,
        _ => address::without_edition(a) == address::without_edition(b),
    }
}

/// Whether a path leads to a front page.
pub(super) fn is_home(path: &str) -> bool {
    let name = path.trim_matches('/').to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    name.is_empty() || (!name.contains('/') && ["index", "home", "default"].contains(&stem))
}

/// The bytes of a path without percent-encoding.
pub(super) fn decoded(path: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = if *first == b'%' { address::escaped(after) } else { None };
        out.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::test_text::rows;

    #[test]
    fn variants_and_folders_of_one_site_are_recognized() {
        let domains = [Some("paper.example"); 2];
        let dam = "https://www.paper.example/news/dam";
        assert!(is_variant(dam, "http://m.paper.example/news/dam/", domains));
        assert!(!is_variant(dam, "https://www.paper.example/news/dam?id=1", domains));
        assert!(!is_variant(dam, "https://b.example/news/dam", [Some("paper.example"), Some("b.example")]));
        for folder in ["https://paper.example/", "https://paper.example/news/", "https://paper.example/index.html"] {
            assert!(is_folder_of_other(folder, dam, domains), "{folder}");
            assert!(is_folder_of_other(dam, folder, domains), "{folder}");
        }
        assert!(!is_folder_of_other("https://paper.example/new", dam, domains));
        assert!(!is_folder_of_other("https://b.example/", dam, [Some("b.example"), Some("paper.example")]));
    }

    #[test]
    fn addresses_of_one_page_have_one_key() {
        for (addresses, expected) in rows(include_str!("../../../tests/tables/addresses.txt")) {
            let (a, b) = addresses.split_once(' ').expect("two addresses");
            let keys = [a, b].map(|url| address_key(url, None));
            assert_eq!(keys[0].is_some() && keys[0] == keys[1], expected == "same", "{addresses}");
            assert_eq!(is_variant(a, b, [None; 2]), expected == "same" || a == b, "{addresses}");
        }
    }

    /// Whether the first address gives way to the second; `*` marks those that their pages state.
    fn checked(this: &str, to: &str) -> Option<Duplicate> {
        let urls = [this, to].map(|path| format!("https://paper.example{}", path.trim_start_matches('*')));
        let address = |url, path: &str| Address {
            url,
            states_itself: path.starts_with('*'),
            title: "The river rose above the dam",
        };
        superseded_by(&address(&urls[0], this), &address(&urls[1], to))
    }

    fn duplicates(kind: &str) -> impl Iterator<Item = &'static str> {
        let all = rows(include_str!("../../../tests/tables/duplicates.txt"));
        all.filter(move |(_, other)| *other == kind).map(|(path, _)| path)
    }

    #[test]
    fn a_spelling_gives_way_to_the_plainer_or_stated_one() {
        const DAM: &str = "/news/dam";
        for odd in duplicates("spelling") {
            assert_eq!(checked(odd, DAM), Some(Duplicate::Spelling), "{odd}");
            assert_eq!(checked(DAM, odd), None, "{odd}");
            let stated = format!("*{odd}");
            assert_eq!(checked(&stated, DAM), None, "{odd}");
            assert_eq!(checked(DAM, &stated), Some(Duplicate::Spelling), "{odd}");
            assert_eq!(checked(&stated, "*/news/dam"), Some(Duplicate::Spelling), "{odd}");
        }
        assert_eq!(checked("/dam?x=1&id=7", "/dam?id=7&x=1"), Some(Duplicate::Spelling));
        assert_eq!(checked("/dam?id=7&x=1", "/dam?x=1&id=7"), None);
        let repeated = ["/dam?x=1&x=1&y=2", "/dam?x=1&y=2&y=2"];
        assert_eq!(checked(repeated[0], repeated[1]), None);
        assert_eq!(checked(repeated[1], repeated[0]), None);
        for odd in ["7-dam", "7,dam", "7x", "7e1", "07-dam", "node/7", "7%E2%80%8B", "7_"] {
            let [odd, number] = [format!("/dam?x=1&id={odd}"), "/dam?id=7&x=1".to_owned()];
            assert_eq!(checked(&odd, &number), Some(Duplicate::Spelling), "{odd}");
            assert_eq!(checked(&number, &odd), None, "{odd}");
            assert_eq!(checked(&number, &format!("*{odd}")), Some(Duplicate::Spelling), "{odd}");
        }
        assert_eq!(checked("/dam?id=The-Dam", "/dam?id=the-dam"), Some(Duplicate::Spelling));
        for other in ["8", "70", "17", "8/7", "0xf", "dam", ""] {
            let [a, b] = ["7", other].map(|id| format!("/dam?id={id}"));
            assert_eq!([checked(&a, &b), checked(&b, &a)], [None; 2], "{other}");
        }
        for other in ["/news/dam", "/news/dam/", "/news/dam/the-paper-lies", "/news/dam?id=1", "/news/dyke"] {
            assert_eq!([checked(DAM, other), checked(other, DAM)], [None; 2], "{other}");
        }
    }

    #[test]
    fn a_list_gives_way_to_its_article() {
        for list in duplicates("list") {
            for article in ["/2026/dam", "/p/4711", "/blog/2026/05/the-dam"] {
                assert_eq!(checked(list, article), Some(Duplicate::List), "{list}");
                assert_eq!(checked(article, list), None, "{list}");
            }
        }
        assert_eq!(checked("/notizie", "*/p/4711"), Some(Duplicate::List));
        assert_eq!(checked("/notizie", "/p/river-rose-above-dam"), Some(Duplicate::List));
        for article in ["/news/4711", "/2026/dam", "/category/north/dam", "/dam", "/blog/dam", "/p/tag"] {
            assert_eq!(checked(article, "/evil/claims"), None, "{article}");
            assert_eq!(checked(article, "*/2026/latest-news"), (article == "/dam").then_some(Duplicate::List));
        }
        let other = Address { url: "https://b.example/2026/dam", states_itself: true, title: "" };
        let list = Address { url: "https://paper.example/latest", ..other };
        assert_eq!(superseded_by(&list, &other), None, "of another site");
    }
}
