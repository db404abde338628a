//! Determines which address a page goes by, and whether it may be registered as an original.
//!
//! Anybody can request a page under an address of their own making: with another port, a dot after the host, another
//! host that leads to the same worker, or an arbitrary query. Crawlers are told that a registered address is the
//! original, so the site itself decides which address that is, by the hosts that the operator lists and the address
//! that the page states. A page that neither vouches for is judged, and not registered.

use super::privacy::{contains, holds_person, is_personal, is_word_of, public};
use super::url::{decoded, is_home};
use offprint::internals::address::{self, WebAddress, is_tracking};
use offprint::internals::date;
use offprint::internals::head::{says_noindex, unavailable_after};
use serde::Serialize;

/// Whether rules for robots ask them to leave a page out, or to stop showing it after a time that has passed.
pub fn asks_out(rules: &str, now: &str) -> bool {
    let end = unavailable_after(rules).and_then(|time| date::of_statement(time, "en"));
    says_noindex(rules) || end.zip(date::minutes(now)).is_some_and(|(end, now)| end.minutes < now)
}

/// The operator's settings for the addresses of the site.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Addresses {
    hosts: Vec<OwnHost>,
    parameters: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct OwnHost {
    /// Present only if it was written.
    scheme: Option<&'static str>,
    host: String,
    /// Present only if it was written.
    port: Option<String>,
}

/// Facts about a page that decide whether it is registered.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageFacts {
    /// The requested address.
    pub url: String,
    /// The registrable domain of that address by the Public Suffix List; `None` if its host has none.
    pub domain: Option<String>,
    /// The address that the page states for itself, absolute.
    pub canonical: Option<String>,
    /// Whether the page or the response asks search engines to leave it out.
    pub noindex: bool,
    /// Whether the request went through an access gate, or identifies a person.
    pub restricted: bool,
    /// Whether the operator vouches for the host by listing it among its origins.
    pub listed: bool,
}

/// Why a page is judged but not registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Withheld {
    /// It was requested under a host that is not the site's own.
    Host,
    /// It states that another page of the site is the canonical one: it is an AMP page, a print view, a later part, or
    /// on a staging host.
    Canonical,
    /// Its address has parameters that the page does not state and the operator does not list.
    Query,
    /// Its address identifies a person, or grants access.
    Personal,
    /// It is the site's front page, which shows other articles tomorrow, and no listed parameter selects one.
    Home,
    /// It is another view of an article: AMP, print, a feed, a preview.
    View,
    /// It asks not to be indexed.
    Noindex,
    /// It is behind an access gate, or was requested by a user who is logged in.
    Restricted,
}

/// Where the other article is: the one that a page copies, or its copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// On the site of the page, including other editions such as `www`.
    Same,
    /// On another site.
    Cross,
}

/// The address of a page, and why the page is not registered, if it is not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CanonicalUrl {
    /// The address.
    pub url: String,
    /// Why the page is not registered; `None` if it may be.
    pub withheld: Option<Withheld>,
}

/// First labels of hosts that show pages before publication, or pages that are published elsewhere.
const VIEW_HOSTS: [&str; 20] = [
    "staging", "stage", "stg", "preprod", "preview", "draft", "dev", "develop", "test", "testing", "qa", "uat",
    "sandbox", "demo", "beta", "amp", "print", "origin", "cdn", "cache",
];
/// Segments of paths that show an article in another form, or before it is published.
const VIEW_PATHS: &str =
    " amp print printpage printable feed rss atom preview draft drafts staging embed webcache reader ";

impl OwnHost {
    fn parse(written: &str) -> Option<OwnHost> {
        let scheme = WebAddress::parse(written).map(|web| web.scheme);
        let url = match scheme {
            Some(_) => written.to_owned(),
            None => format!("https://{written}"),
        };
        let web = WebAddress::parse(&url).filter(|web| web.path() == "/" && web.parameters().next().is_none())?;
        Some(OwnHost { scheme, port: web.port.map(str::to_owned), host: web.host })
    }
}

impl Addresses {
    /// Takes the site's hosts (`www.paper.example`, also `https://www.paper.example` and `localhost:8080`) and the
    /// parameters of its addresses that determine the page. Invalid hosts are ignored.
    pub fn new(hosts: &[String], parameters: Vec<String>) -> Addresses {
        Addresses { hosts: hosts.iter().filter_map(|host| OwnHost::parse(host)).collect(), parameters }
    }

    /// Determines which address a page goes by, and whether it may be registered.
    ///
    /// If no hosts are listed, the site's own are its registrable domain, with and without `www.`, and any host that
    /// the page itself states.
    ///
    /// ```
    /// use offprint_edge::{Addresses, PageFacts, Withheld};
    /// let page = |url: &str, canonical: Option<&str>| PageFacts {
    ///     url: url.into(),
    ///     domain: Some("paper.example".into()),
    ///     canonical: canonical.map(str::to_owned),
    ///     ..PageFacts::default()
    /// };
    /// let own = Addresses::default();
    /// let canonical_url = own.canonical_url(&page("https://paper.example.:8443/dam?utm_source=x", None));
    /// assert_eq!((canonical_url.url.as_str(), canonical_url.withheld), ("https://paper.example/dam", None));
    /// let canonical_url = own.canonical_url(&page("https://paper.example/dam?buy=pills", None));
    /// assert_eq!(canonical_url.withheld, Some(Withheld::Query));
    /// let canonical_url = own.canonical_url(&page("https://paper.example/dam?buy=pills", Some("https://paper.example/dam")));
    /// assert_eq!((canonical_url.url.as_str(), canonical_url.withheld), ("https://paper.example/dam", None));
    /// ```
    pub fn canonical_url(&self, page: &PageFacts) -> CanonicalUrl {
        let Some(asked) = WebAddress::parse(&page.url) else {
            let url = public(&page.url, true);
            return CanonicalUrl { url, withheld: Some(Withheld::Host) };
        };
        let domain = page.domain.as_deref().unwrap_or(&asked.host);
        let canonical = page.canonical.as_deref().and_then(WebAddress::parse);
        let stated = canonical.filter(|stated| is_under(&stated.host, domain));
        let (mut url, withheld) = match &stated {
            Some(stated) => self.by_statement(&asked, stated, page),
            None => self.as_asked(&asked, page),
        };
        let own = WebAddress::parse(&url);
        let is_front =
            own.as_ref().is_some_and(|web| is_home(web.path()) && !web.parameters().any(|(name, _)| self.lists(name)));
        let path = own.map(|web| web.path().to_owned());
        if path.as_deref().is_some_and(|path| holds_person(path, stated.is_none())) {
            url.truncate(url.len() - path.as_deref().unwrap_or_default().len());
            return CanonicalUrl { url, withheld: Some(Withheld::Personal) };
        }
        let withheld = if page.restricted {
            Some(Withheld::Restricted)
        } else if page.noindex {
            Some(Withheld::Noindex)
        } else if is_front {
            Some(Withheld::Home)
        } else {
            withheld
        };
        CanonicalUrl { url, withheld }
    }

    /// The page states an address on its own site.
    fn by_statement(
        &self,
        asked: &WebAddress<'_>,
        stated: &WebAddress<'_>,
        page: &PageFacts,
    ) -> (String, Option<Withheld>) {
        let origin = self.origin(stated, page);
        let kept = kept_query(stated, |_, _| true);
        let is_listed = origin.is_some();
        let url = format!("{}{}{}", origin.unwrap_or_else(|| default_origin(stated)), stated.path(), kept.query);
        let is_asked = address::without_edition(&stated.host) == address::without_edition(&asked.host)
            && address::page_part(stated.path(), "") == address::page_part(asked.path(), "")
            && stated
                .parameters()
                .filter(|(name, _)| !is_tracking(name))
                .all(|parameter| asked.parameters().any(|other| other == parameter));
        // A page on a host that is not listed can only name listed hosts.
        let is_own = page.domain.as_deref().is_some_and(|domain| !is_view_host(&stated.host, domain));
        let listed = is_listed || (self.hosts.is_empty() && is_own);
        let withheld = match (is_asked, listed) {
            _ if kept.personal => Some(Withheld::Personal),
            (false, _) => Some(Withheld::Canonical),
            (_, false) => Some(Withheld::Host),
            _ => None,
        };
        (url, withheld)
    }

    /// The page states no address on its own site.
    fn as_asked(&self, asked: &WebAddress<'_>, page: &PageFacts) -> (String, Option<Withheld>) {
        let kept = kept_query(asked, |name, value| {
            self.lists(name) && is_plain(value) && asked.parameters().filter(|(other, _)| *other == name).count() == 1
        });
        let origin = self.origin(asked, page);
        let is_listed = origin.is_some();
        let url = format!("{}{}{}", origin.unwrap_or_else(|| default_origin(asked)), asked.path(), kept.query);
        let is_zone = page.domain.as_deref() == Some(asked.host.strip_prefix("www.").unwrap_or(&asked.host));
        let is_own = is_listed || (self.hosts.is_empty() && is_zone);
        let withheld = if !is_own {
            Some(Withheld::Host)
        } else if kept.personal {
            Some(Withheld::Personal)
        } else if kept.dropped {
            Some(Withheld::Query)
        } else if is_view(asked.path()) {
            Some(Withheld::View)
        } else {
            None
        };
        (url, withheld)
    }

    /// Whether the operator lists a parameter as one that determines the page.
    fn lists(&self, parameter: &str) -> bool {
        self.parameters.iter().any(|own| own == parameter)
    }

    /// Scheme and host as the operator lists them, if they are listed.
    fn origin(&self, web: &WebAddress<'_>, page: &PageFacts) -> Option<String> {
        if page.listed {
            return Some(web.origin());
        }
        let named = self
            .hosts
            .iter()
            .filter(|own| own.host == web.host && (own.port.is_none() || own.port.as_deref() == web.port));
        let own = named.min_by_key(|own| own.port.is_none())?;
        let scheme = own.scheme.unwrap_or(web.scheme);
        let port = own.port.as_deref().map(|port| format!(":{port}"));
        Some(format!("{scheme}://{}{}", own.host, port.unwrap_or_default()))
    }
}

/// Scheme and host, without a port that the visitor may have chosen.
fn default_origin(web: &WebAddress<'_>) -> String {
    format!("{}://{}", web.scheme, web.host)
}

/// The remaining part of a query.
struct QueryParts {
    /// With its question mark, unless it is empty.
    query: String,
    /// Whether a dropped part may distinguish pages.
    dropped: bool,
    /// Whether a dropped part identifies a person.
    personal: bool,
}

/// Marks within names and numbers.
const MARKS: &[u8] = b"-_.~/:,=@";

/// Whether a value has the one spelling in which it is registered: sites read `7`, `07`, `-7`, `7.0`, `7e0`, `0x7`,
/// `７`, `7;x`, `%37` and `7%20` alike.
#[inline(never)]
fn is_plain(value: &str) -> bool {
    let mut escapes = value.split('%').skip(1);
    let decoded = decoded(value);
    let text = String::from_utf8_lossy(&decoded);
    let has_letter = text.contains(|c: char| c.is_alphabetic() || c == char::REPLACEMENT_CHARACTER);
    escapes.all(|escape| escape.as_bytes().first().is_some_and(|byte| *byte >= b'8'))
        && text.chars().all(is_of_name)
        && if text.is_ascii() { !is_odd_number(&decoded) } else { has_letter }
}

/// Whether a name or a number can have this character.
fn is_of_name(c: char) -> bool {
    match u8::try_from(c) {
        Ok(byte) if c.is_ascii() => byte.is_ascii_alphanumeric() || MARKS.contains(&byte),
        _ => !c.is_whitespace() && c != '\u{feff}',
    }
}

/// Whether a value is a number that is not written in plain digits, or holds nothing but marks.
fn is_odd_number(value: &[u8]) -> bool {
    let is_of_number = |byte: &u8| !MARKS.contains(byte);
    let Some((first, last)) = value.iter().position(is_of_number).zip(value.iter().rposition(is_of_number)) else {
        return true;
    };
    let number = &value[first..=last];
    let mut at = leading_digits(number);
    if at == value.len() {
        return number[0] == b'0' && at > 1;
    }
    if let [b'0', base @ (b'x' | b'X' | b'o' | b'b'), rest @ ..] = number {
        let zeros = rest.iter().take_while(|byte| **byte == b'0').count();
        return rest.len() - zeros <= 8
            && (leading_digits(rest) == rest.len()
                || base.eq_ignore_ascii_case(&b'x') && rest.iter().all(u8::is_ascii_hexdigit));
    }
    if at > 0 && number.get(at) == Some(&b'.') {
        at += 1 + leading_digits(&number[at + 1..]);
    }
    if let [b'e' | b'E', exponent @ ..] = &number[at..] {
        let digits = exponent.strip_prefix(b"-").unwrap_or(exponent);
        let is_whole = matches!(digits.len(), 1..=2) && leading_digits(digits) == digits.len();
        return at > 0 && is_whole;
    }
    at == number.len()
}

fn leading_digits(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

fn kept_query(web: &WebAddress<'_>, listed: impl Fn(&str, &str) -> bool) -> QueryParts {
    let mut kept = QueryParts { query: String::new(), dropped: false, personal: web.authority.contains('@') };
    for (name, value) in web.parameters() {
        let whole = match value {
            "" => format!("?{name}"),
            _ => format!("?{name}={value}"),
        };
        // Some sites also read a parameter after a semicolon.
        if is_tracking(name) && !value.contains(';') {
            continue;
        }
        if is_personal(name, value, false) {
            kept.personal = true;
        } else if listed(name, value) {
            let separator = if kept.query.is_empty() { '?' } else { '&' };
            kept.query.push(separator);
            kept.query.push_str(&whole[1..]);
        } else {
            kept.dropped = true;
        }
    }
    kept
}

fn is_under(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|below| below.is_empty() || below.ends_with('.'))
}

/// Whether a host below the site's domain is named like a staging host. The name of the domain itself does not count.
fn is_view_host(host: &str, domain: &str) -> bool {
    let below = host.strip_suffix(domain).unwrap_or_default();
    let label = below.split('.').next().unwrap_or_default();
    VIEW_HOSTS.iter().any(|view| {
        label.strip_prefix(view).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'))
    })
}

fn is_view(path: &str) -> bool {
    let mut segments = path.split('/').filter(|segment| !segment.is_empty());
    segments.any(|segment| {
        let segment = segment.to_ascii_lowercase();
        let stem = segment.split('.').next().unwrap_or_default();
        is_word_of(VIEW_PATHS, stem) || contains(&segment, ".amp.") || segment.ends_with(".amp")
    })
}

#[cfg(test)]
mod tests {
    use super::super::url::is_variant;
    use super::*;
    use offprint::internals::test_text::rows;

    fn page(url: &str, canonical: Option<&str>) -> PageFacts {
        let host = WebAddress::parse(url).map(|web| web.host).unwrap_or_default();
        let labels: Vec<&str> = host.rsplit('.').take(2).collect();
        let is_name = host.contains('.') && !host.ends_with(|c: char| c.is_ascii_digit());
        PageFacts {
            url: url.into(),
            domain: is_name.then(|| format!("{}.{}", labels[1], labels[0])),
            canonical: canonical.map(str::to_owned),
            ..PageFacts::default()
        }
    }

    fn canonical_url(own: &Addresses, url: &str, canonical: Option<&str>) -> (String, Option<Withheld>) {
        let canonical_url = own.canonical_url(&page(url, canonical));
        (canonical_url.url, canonical_url.withheld)
    }

    #[test]
    fn the_site_decides_if_the_operator_lists_no_host() {
        let own = Addresses::default();
        for (row, expected) in rows(include_str!("../../../tests/tables/canonical-urls.txt")) {
            let (asked, stated) = row.split_once(' ').expect("two addresses");
            let (url, withheld) = canonical_url(&own, asked, Some(stated).filter(|stated| *stated != "-"));
            assert_eq!(withheld.map_or(url, |why| format!("{why:?}")), expected, "{row}");
        }
    }

    #[test]
    fn listed_hosts_are_the_sites_own_and_no_others() {
        let hosts = ["https://www.paper.example", "localhost:8787", "a/b"].map(str::to_owned);
        let own = Addresses::new(&hosts, vec!["id".into()]);
        assert_eq!(own.hosts.len(), 2);
        let canonical_url = |asked: &str, canonical| canonical_url(&own, asked, canonical);
        let dam = || "https://www.paper.example/dam".to_owned();
        assert_eq!(canonical_url("http://www.paper.example:8443/dam", None), (dam(), None));
        assert_eq!(canonical_url("https://paper.example/dam", None).1, Some(Withheld::Host));
        assert_eq!(canonical_url("https://paper.example/dam", Some("https://www.paper.example/dam")), (dam(), None));
        let stated = Some("https://old.paper.example/dam");
        assert_eq!(canonical_url("https://old.paper.example/dam", stated).1, Some(Withheld::Host));
        assert_eq!(
            canonical_url("http://localhost:8787/dam?x=1&id=7", None),
            ("http://localhost:8787/dam?id=7".into(), Some(Withheld::Query))
        );
        assert_eq!(canonical_url("http://localhost:8787/dam?id=7", None).1, None);
        for (value, expected) in rows(include_str!("../../../tests/tables/parameters.txt")) {
            let withheld = canonical_url(&format!("http://localhost:8787/dam?id={value}"), None).1;
            assert_eq!(withheld, (expected == "odd").then_some(Withheld::Query), "{value}");
        }
        for article in ["/?id=7", "/index.php?id=7"] {
            assert_eq!(canonical_url(&format!("http://localhost:8787{article}"), None).1, None, "{article}");
        }
        assert_eq!(canonical_url("http://localhost:8787/?x=7", None).1, Some(Withheld::Home));
    }

    #[test]
    fn a_page_that_is_not_for_everybody_is_not_registered() {
        let own = Addresses::default();
        let public = page("https://paper.example/dam", None);
        let noindex = PageFacts { noindex: true, ..public.clone() };
        let restricted = PageFacts { restricted: true, ..public.clone() };
        assert_eq!(own.canonical_url(&public).withheld, None);
        assert_eq!(own.canonical_url(&noindex).withheld, Some(Withheld::Noindex));
        assert_eq!(own.canonical_url(&restricted).withheld, Some(Withheld::Restricted));
    }

    #[test]
    fn a_page_asks_to_be_left_out_once_its_time_is_over() {
        for rules in [
            "none",
            "unavailable_after: 25 Jun 2026 14:59:00 GMT",
            "noarchive, Unavailable_After: Thursday, 25-Jun-2026 14:59:00 GMT",
            "otherbot: unavailable_after:2026-06-25T16:59:00+02:00, nofollow",
            "unavailable_after: 2026-06-25",
        ] {
            assert!(asks_out(rules, "2026-06-25T15:00:00Z"), "{rules}");
        }
        for rules in [
            "unavailable_after: 25 Jun 2026 15:01:00 GMT",
            "unavailable_after: 2026-06-26",
            "unavailable_after: soon",
            "unavailable_after",
            "2020-01-01",
        ] {
            assert!(!asks_out(rules, "2026-06-25T15:00:00Z"), "{rules}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_has_a_standing(url in "(https?://)?\\PC{0,40}", canonical in "(https?://)?[a-z0-9:/?&=;@.%\\[\\]#-]{0,30}") {
            let own = Addresses::new(&["a.example".to_owned()], vec!["id".to_owned()]);
            own.canonical_url(&page(&url, Some(&canonical)));
            is_variant(&url, &canonical, [None; 2]);
        }
    }
}
