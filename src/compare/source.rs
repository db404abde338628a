//! Whether a credit names a site: by the site's own name, by its host, or by a table of agencies, papers and sites that
//! are often reprinted. The table knows, for example, that `新华社` is at `xinhuanet.com`.

use crate::address;
use crate::hash::hash_str;
use crate::text::{CharClass, Token, fold, normalize};

/// Fewest tenths of a Han character that a name must weigh for a longer name that begins with it to be the same source:
/// four Han characters or three words. Larger: fewer departments are recognized by their paper's name; smaller: papers
/// whose names begin alike are merged.
const NAME_WEIGHT: u32 = 40;
/// Shortest label of a host that is compared with a credit, in letters.
const LABEL: usize = 4;

/// One source per line: its names, folded and without spaces, and its hosts. The first name identifies the source.
pub const SOURCES: &str = include_str!("data/sources.txt");

/// Whether a credit names a site; the site's name or its host may be unknown.
pub fn is(credit: &str, site: Option<&str>, host: Option<&str>) -> bool {
    site.is_some_and(|site| is_name(credit, site))
        || host.is_some_and(|host| is_host(credit, host))
        || by_name(credit)
            .is_some_and(|source| site.and_then(by_name) == Some(source) || host.and_then(by_host) == Some(source))
}

/// The first name of the source that has this name.
///
/// ```
/// use offprint::internals::source::by_name;
/// assert_eq!(by_name("新華網"), Some("新华社"));
/// assert_eq!(by_name("The Associated Press"), Some("美联社"));
/// assert_eq!(by_name("江城晚报"), None);
/// ```
pub fn by_name(name: &str) -> Option<&'static str> {
    let name: String = letters(name).collect();
    first_of(&name)
}

/// The first name of the source that owns a host. If several nested hosts match, the longest one wins.
///
/// ```
/// use offprint::internals::source::by_host;
/// assert_eq!(by_host("news.xinhuanet.com"), Some("新华社"));
/// assert_eq!(by_host("paper.people.com.cn"), Some("人民日报"));
/// assert_eq!(by_host("xinhuanet.com.example"), None);
/// ```
pub fn by_host(host: &str) -> Option<&'static str> {
    let inner = host.match_indices('.').map(|(dot, _)| &host[dot + 1..]);
    // An entry without a dot is a name.
    let mut hosts = std::iter::once(host).chain(inner).filter(|host| host.contains('.'));
    hosts.find_map(first_of)
}

fn first_of(known: &str) -> Option<&'static str> {
    let mut sources = SOURCES.lines().map(|line| line.split(' '));
    sources.find_map(|mut names| names.clone().any(|name| name == known).then(|| names.next())?)
}

/// The letters and digits of a text, folded.
pub fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    let folded = text.chars().filter_map(fold);
    folded.filter(|&c| CharClass::from_char(c) != CharClass::Other)
}

/// Whether a credit is a site's name. Either may be longer, such as the name of a department or channel, if their
/// common part is long enough to tell sources apart. A leading "The" is ignored.
pub fn is_name(credit: &str, site: &str) -> bool {
    let (credit, site) = (words_of_name(credit), words_of_name(site));
    let shared = credit.len().min(site.len());
    let alike = (0..shared).all(|i| credit[i].hash == site[i].hash);
    let is_long = Token::weigh(&site[..shared]) >= NAME_WEIGHT;
    alike && shared > 0 && (credit.len() == site.len() || is_long)
}

fn words_of_name(name: &str) -> Vec<Token> {
    let mut words = normalize(name).tokens;
    if words.len() > 1 && words[0].hash == hash_str("the") {
        words.remove(0);
    }
    words
}

/// Whether a credit is the name of a host or of its parent site, or looks like a part of the host: `paper.example` and
/// `The Paper` for `www.the-paper.example`.
fn is_host(credit: &str, host: &str) -> bool {
    let credit = credit.to_ascii_lowercase();
    let named = address::without_edition(&credit);
    let below = host.strip_suffix(named);
    if named.contains('.') && below.is_some_and(|sub| sub.is_empty() || sub.ends_with('.')) {
        return true;
    }
    let name = credit.replace([' ', '-', '.'], "");
    let (labels, _) = host.rsplit_once('.').unwrap_or_default();
    name.len() >= LABEL && labels.split('.').any(|label| label.replace([' ', '-'], "") == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_table_is_folded_and_each_name_means_one_source() {
        let names: Vec<&str> = SOURCES.split_whitespace().collect();
        for name in &names {
            let folded: String = letters(name).collect();
            assert!(name.contains('.') || *name == folded, "{name}");
            assert!(name.chars().count() >= 2, "{name}");
        }
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        assert!(SOURCES.lines().all(|line| !line.starts_with(' ') && line.contains(' ')));
    }

    #[test]
    fn names_and_hosts_are_alike_in_part() {
        let named = |credit, site| is_name(credit, site);
        assert!(named("The Meridian Wire", "Meridian wire") && named("新华网", "新华网"));
        assert!(!named("新华网", "新华网评论") && !named("The Times of the Sea", "The Times"));
        assert!(is_host("Meridian Wire", "news.meridian-wire.example"));
        assert!(!is_host("News", "wire.news") && !is_host("Wir", "wir.example"));
    }

    #[test]
    fn a_credit_names_a_site() {
        let vectors = [
            ("新华网", None, Some("news.cn"), true),
            ("新华网", Some("新华社客户端"), None, true),
            ("Associated Press", None, Some("apnews.com"), true),
            ("AP", Some("AP News"), None, true),
            ("人民网", None, Some("paper.people.com.cn"), false),
            ("人民日报", None, Some("paper.people.com.cn"), true),
            ("AP", Some("Harbour Post"), Some("harbour-post.example"), false),
            ("Harbour Post", None, Some("www.harbour-post.example"), true),
            ("", Some(""), Some(""), false),
        ];
        for (credit, site, host, expected) in vectors {
            assert_eq!(is(credit, site, host), expected, "{credit} {site:?} {host:?}");
        }
    }
}
