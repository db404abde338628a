//! Web addresses: parsing, comparing and joining, for `http` and `https` only. This module decides for all uses which
//! addresses lead to one page: for comparisons, the edge, and the history of the browser extension.

/// Parameters that only show where a visitor came from, or how the visit was counted. The names are separated by
/// spaces, in JSON for the extension's script in pages. A name that ends in `*` matches all names with this prefix.
const TRACKING: &str = include_str!("tracking.json");

/// An absolute web address in its parts.
pub struct WebAddress<'a> {
    /// `http` or `https`.
    pub scheme: &'static str,
    /// Host and port as written, with user and password if there are any.
    pub authority: &'a str,
    /// In lower case, without the final dot of a fully qualified name.
    pub host: String,
    /// `None` if it is the scheme's default.
    pub port: Option<&'a str>,
    /// Path and query as written: empty, or everything from the character that ends the host.
    pub target: &'a str,
    /// The fragment with its `#`; may be empty.
    pub fragment: &'a str,
}

impl<'a> WebAddress<'a> {
    /// The parts of an address; `None` if it is not an absolute web address.
    // Inlined in many places, it would be large.
    #[inline(never)]
    pub fn parse(url: &'a str) -> Option<WebAddress<'a>> {
        let (_, rest) = url.split_at_checked(4).filter(|(start, _)| start.eq_ignore_ascii_case("http"))?;
        let (scheme, default, rest) = match rest.strip_prefix(['s', 'S']) {
            Some(rest) => ("https", "443", rest),
            None => ("http", "80", rest),
        };
        let rest = rest.strip_prefix("://")?;
        let (rest, fragment) = split_fragment(rest);
        let end = rest.bytes().position(ends_host).unwrap_or(rest.len());
        let (authority, target) = rest.split_at(end);
        let at_host = authority.rsplit('@').next().unwrap_or(authority);
        let without_port = at_host.trim_end_matches(|c: char| c.is_ascii_digit());
        let (host, port) = match without_port.strip_suffix(':') {
            Some(host) => (host, &at_host[without_port.len()..]),
            None => (at_host, ""),
        };
        let port = Some(port).filter(|port| !port.is_empty() && *port != default);
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        (!host.is_empty()).then_some(WebAddress { scheme, authority, host, port, target, fragment })
    }

    /// The path, and the query if the target has a question mark.
    pub fn path_and_query(&self) -> (&'a str, Option<&'a str>) {
        path_and_query(self.target)
    }

    /// One key for all addresses of the page, given the site that its host belongs to.
    pub fn page_key(&self, site: &str) -> String {
        let mut key = with_port(site.to_owned(), self.port);
        key += &page_part(self.target, self.fragment);
        key
    }
}

#[cfg(any(test, feature = "internals"))]
impl<'a> WebAddress<'a> {
    /// The path, which is at least `/`.
    pub fn path(&self) -> &'a str {
        let (path, _) = self.path_and_query();
        if path.is_empty() { "/" } else { path }
    }

    /// The names and values of the query.
    pub fn parameters(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let (_, query) = self.path_and_query();
        parameters(query).map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")))
    }

    /// Scheme, host and port.
    pub fn origin(&self) -> String {
        with_port(format!("{}://{}", self.scheme, self.host), self.port)
    }
}

fn with_port(mut host: String, port: Option<&str>) -> String {
    if let Some(port) = port {
        host.push(':');
        host += port;
    }
    host
}

fn split_fragment(address: &str) -> (&str, &str) {
    address.split_at(address.bytes().position(|byte| byte == b'#').unwrap_or(address.len()))
}

fn path_and_query(target: &str) -> (&str, Option<&str>) {
    match target.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (target, None),
    }
}

fn parameters(query: Option<&str>) -> impl Iterator<Item = &str> {
    query.unwrap_or_default().split('&').filter(|parameter| !parameter.is_empty())
}

/// Whether a parameter, with or without its value, only shows where a visitor came from, or how the visit was counted.
#[inline(never)]
pub fn is_tracking(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default();
    // Leaves out the quotation marks.
    TRACKING[1..TRACKING.len() - 2].split(' ').any(|pattern| {
        let start = pattern.trim_end_matches('*');
        let end = if start == pattern { name.len() } else { start.len() };
        name.get(..end).is_some_and(|name| name.eq_ignore_ascii_case(start))
    })
}

/// Whether a fragment selects what a program shows (`#/news/1`), rather than naming a place in the page.
fn is_route(fragment: &str) -> bool {
    matches!(fragment.as_bytes(), [b'#', b'/' | b'!', b'/', c, ..] | [b'#', b'/' | b'!', c, ..] if *c != b'/')
}

/// A path with the part of a query that matters, and a route.
#[inline(never)]
fn kept(path: &str, query: Option<&str>, fragment: &str) -> String {
    let mut kept = path.to_owned();
    for parameter in parameters(query).filter(|parameter| !is_tracking(parameter)) {
        kept.push(if kept.len() == path.len() { '?' } else { '&' });
        kept += parameter;
    }
    if is_route(fragment) {
        kept += fragment;
    }
    kept
}

/// The part of a page's key after the site, from the path with its query and a fragment with its `#`, in one spelling
/// of each character. Escapes are in capital letters. They are used only for spaces, control characters and
/// characters outside ASCII, and for characters that separate parts of addresses and are already escaped.
pub fn page_part(target: &str, fragment: &str) -> String {
    let (path, query) = path_and_query(target);
    let kept = kept(path.trim_end_matches('/'), query, fragment);
    let mut part = Vec::with_capacity(kept.len());
    let mut rest = kept.as_bytes();
    while let [first, after @ ..] = rest {
        let escaped = if *first == b'%' { escaped(after) } else { None };
        let byte = escaped.unwrap_or(*first);
        rest = if escaped.is_some() { &after[2..] } else { after };
        if byte.is_ascii_graphic() && !(escaped.is_some() && b"/?#&=+;%\\".contains(&byte)) {
            part.push(byte);
        } else {
            let digits = b"0123456789ABCDEF";
            part.extend([b'%', digits[usize::from(byte >> 4)], digits[usize::from(byte & 15)]]);
        }
    }
    String::from_utf8(part).unwrap_or_default()
}

/// The byte for two hexadecimal digits at the beginning of a text, if it begins with two.
pub fn escaped(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let &[high, low, ..] = digits else { return None };
    Some((digit(high)? << 4 | digit(low)?) as u8)
}

/// Host and port of an absolute web address, in lower case, without the scheme's default port.
pub fn host(url: &str) -> Option<String> {
    let web = WebAddress::parse(url)?;
    Some(with_port(web.host, web.port))
}

/// The site of an address: its host, without the prefixes of mobile and `www` editions.
pub fn site(url: &str) -> Option<String> {
    host(url).map(|host| without_edition(&host).to_owned())
}

/// A host's name without the prefix of an edition of the site: `www`, or one for mobile devices.
pub fn without_edition(host: &str) -> &str {
    let mut editions = ["www.", "m.", "wap.", "mobile."].iter();
    let site = editions.find_map(|edition| host.strip_prefix(edition));
    // `m.example` is a site of its own, not an edition of `example`.
    site.filter(|site| site.contains('.')).unwrap_or(host)
}

/// Whether two addresses lead to the same page of the same site, because they have the same [key](page_key).
pub fn is_same_page(a: &str, b: &str) -> bool {
    let key = web_page_key(a);
    key.is_some() && key == web_page_key(b)
}

/// One key for all addresses of a page, with each character in one spelling. It leaves out the scheme, the edition, the
/// default port, final slashes, tracking parameters, and a fragment that names a place in the page. Addresses may be
/// relative, even if their base is unknown.
pub fn page_key(address: &str) -> String {
    web_page_key(address).unwrap_or_else(|| {
        let (target, fragment) = split_fragment(address);
        page_part(target, fragment)
    })
}

fn web_page_key(address: &str) -> Option<String> {
    let web = WebAddress::parse(address)?;
    Some(web.page_key(without_edition(&web.host)))
}

/// The address of a page for display and storage: as written, without tracking parameters or a fragment that names a
/// place in the page.
#[cfg(any(test, feature = "internals"))]
pub fn page_address(url: &str) -> String {
    let Some(web) = WebAddress::parse(url) else {
        return split_fragment(url).0.to_owned();
    };
    let (_, query) = web.path_and_query();
    web.origin() + &kept(web.path(), query, web.fragment)
}

/// The address that identifies a page: the one it states if that is on the same host, otherwise the one it was
/// requested from, without a fragment that names a place in it.
pub fn own<'a>(url: &'a str, stated: Option<&'a str>) -> &'a str {
    let stated = stated.filter(|stated| {
        let host = host(stated);
        host.is_some() && host == self::host(url)
    });
    let address = stated.unwrap_or(url);
    let (target, fragment) = split_fragment(address);
    if is_route(fragment) { address } else { target }
}

/// Whether a character ends the host; browsers treat a backslash as a slash.
fn ends_host(byte: u8) -> bool {
    matches!(byte, b'/' | b'?' | b'\\')
}

/// Resolves `reference` on the page at `base` (RFC 3986, section 5.2). Returns it unchanged if it is absolute or if
/// `base` is not a web address.
pub fn join(base: &str, reference: &str) -> String {
    joined(base, reference).unwrap_or_else(|| reference.to_owned())
}

/// Longest base, in bytes. Larger: each of the links of a hostile page can become so much longer.
const MAX_BASE: usize = 512;

/// The base of relative addresses on a page: the one the page states, otherwise its own address; empty if neither is
/// known. One that is too long loses what follows its path, or is not used.
pub fn base(stated: Option<&str>, url: Option<&str>) -> String {
    let url = url.unwrap_or_default();
    let mut base = stated.map_or_else(|| url.to_owned(), |stated| join(url, stated));
    if base.len() > MAX_BASE {
        base.truncate(base.find(['?', '#']).unwrap_or(base.len()));
    }
    if base.len() > MAX_BASE {
        base.clear();
    }
    base
}

/// The target of a link on the page at `base`; `None` if it does not lead to another page of the web. A relative link
/// is returned unchanged if `base` is not a web address.
pub fn linked(base: &str, reference: &str) -> Option<String> {
    // Browsers ignore these anywhere in an address.
    let reference = reference.trim().replace(['\t', '\n', '\r'], "");
    if reference.is_empty() || reference.starts_with('#') {
        return None;
    }
    let link = join(base, &reference);
    let is_of_the_web = !has_scheme(&link) || host(&link).is_some();
    is_of_the_web.then_some(link)
}

fn joined(base: &str, reference: &str) -> Option<String> {
    if has_scheme(reference) {
        return None;
    }
    let base = WebAddress::parse(base)?;
    let (scheme, host, path) = (base.scheme, base.authority, base.target);
    if let Some(other_host) = reference.strip_prefix("//") {
        return Some(format!("{scheme}://{other_host}"));
    }
    let (base_path, _) = base.path_and_query();
    let joined = match reference.chars().next() {
        None => path.to_owned(),
        Some('#') => format!("{path}{reference}"),
        Some('?') => format!("{base_path}{reference}"),
        Some('/') => without_dots(reference),
        Some(_) => {
            let folder = base_path.rfind('/').map_or("/", |slash| &base_path[..=slash]);
            without_dots(&format!("{folder}{reference}"))
        }
    };
    let slash = if joined.starts_with('/') { "" } else { "/" };
    Some(format!("{scheme}://{host}{slash}{joined}"))
}

/// Whether an address begins with a scheme (`mailto:`, `https:`).
fn has_scheme(address: &str) -> bool {
    address.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// Resolves `.` and `..` in a path; query and fragment stay unchanged.
fn without_dots(path: &str) -> String {
    let (path, after) = path.split_at(path.find(['?', '#']).unwrap_or(path.len()));
    let mut kept: Vec<&str> = Vec::new();
    let mut segments = path.split('/').skip(1).peekable();
    while let Some(segment) = segments.next() {
        match segment {
            "." | ".." => {
                if segment == ".." {
                    kept.pop();
                }
                if segments.peek().is_none() {
                    kept.push("");
                }
            }
            _ => kept.push(segment),
        }
    }
    format!("/{}{after}", kept.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;
    use proptest::prelude::*;

    #[test]
    fn references_are_joined() {
        for (reference, expected) in rows(include_str!("../tests/tables/references.txt")) {
            assert_eq!(join("http://a/b/c/d;p?q", reference), expected, "{reference}");
        }
        assert_eq!(join("https://a.example", "x"), "https://a.example/x");
        assert_eq!(join("https://a.example?q", "#x"), "https://a.example/?q#x");
        assert_eq!(join("file:///a", "x"), "x");
        assert_eq!(join("", "/x"), "/x");
    }

    #[test]
    fn hosts_are_found() {
        assert_eq!(host("HTTPS://A.example:8080/x").as_deref(), Some("a.example:8080"));
        assert_eq!(host("ftp://a.example/"), None);
        assert_eq!(host("/x"), None);
        assert_eq!(site("http://WWW.a.example/1").as_deref(), Some("a.example"));
        assert_eq!(site("http://m.example/1").as_deref(), Some("m.example"));
    }

    #[test]
    fn one_page_has_many_addresses() {
        for (addresses, expected) in rows(include_str!("../tests/tables/addresses.txt")) {
            let (a, b) = addresses.split_once(' ').expect("two addresses");
            assert_eq!(is_same_page(a, b), expected == "same", "{addresses}");
            assert_eq!(is_same_page(b, a), expected == "same", "{addresses}");
        }
    }

    #[test]
    fn the_list_of_tracking_parameters_is_read() {
        for parameter in ["utm_id=1", "UTM_source", "scm", "_ga=x", "_gaid"] {
            assert!(is_tracking(parameter), "{parameter}");
        }
        for parameter in ["id=utm_source", "utm", "scms=1", "", "xutm_id"] {
            assert!(!is_tracking(parameter), "{parameter}");
        }
    }

    #[test]
    fn an_address_is_shown_as_it_is_written() {
        for (url, shown) in [
            ("https://www.a.example/a/?utm_source=x&id=5&fbclid=y#top", "https://www.a.example/a/?id=5"),
            ("HTTP://u@A.example:80?b=%20c&d", "http://a.example/?b=%20c&d"),
            ("https://a.example:8443/#!/news/2", "https://a.example:8443/#!/news/2"),
            ("https://a.example/a#/", "https://a.example/a"),
            ("about:blank#x", "about:blank"),
        ] {
            assert_eq!(page_address(url), shown);
            assert_eq!(page_address(shown), shown);
        }
    }

    #[test]
    fn links_lead_to_the_web() {
        let on = |base, reference| linked(base, reference);
        let page = "https://a.example/news/1.html";
        for (reference, expected) in [
            (" 2.html ", "https://a.example/news/2.html"),
            ("//b.example/x", "https://b.example/x"),
            ("HTTP://b.example/x", "HTTP://b.example/x"),
            ("/a\n/b", "https://a.example/a/b"),
        ] {
            assert_eq!(on(page, reference).as_deref(), Some(expected));
        }
        for reference in [
            "",
            " ",
            "#top",
            "mailto:desk@a.example",
            "MailTo:desk@a.example",
            "tel:+861",
            "java\nscript:void(0)",
            "weixin://scan",
            "data:text/html,x",
            "https:",
            "http:///x",
        ] {
            assert_eq!(on(page, reference), None, "{reference}");
            assert_eq!(on("", reference), None, "{reference}");
        }
        assert_eq!(on("", "/2.html").as_deref(), Some("/2.html"));
        let is_same = |a, b| page_key(a) == page_key(b);
        assert!(is_same("/2.html", "/2.html#end"));
        assert!(is_same("http://a.example/2", "https://www.a.example/2#end"));
        assert!(!is_same("/2.html", "/3.html"));
    }

    proptest! {
        #[test]
        fn any_two_texts_can_be_joined(base in "(https?://)?\\PC{0,20}", reference in "[./?#:a水]{0,20}") {
            join(&base, &reference);
        }

        #[test]
        fn the_address_that_is_shown_is_of_the_same_page(url in "https?://(u@)?[a-cA-C]{1,3}(\\.[aB])?\\.?(:(80|443|8443)?)?([/?#]([/?&#!%=a水]|utm_|%2F|%41){0,20})?") {
            let shown = page_address(&url);
            prop_assert_eq!(page_key(&shown), page_key(&url));
            prop_assert_eq!(page_address(&shown), shown);
        }
    }
}
