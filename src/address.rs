//! Web addresses: parsing, comparing and joining, for `http` and `https` only.

/// An absolute web address in its parts, as they are written, without its fragment.
pub struct WebAddress<'a> {
    /// `http` or `https`, in any case.
    pub scheme: &'a str,
    /// Host and port, with user and password if there are any.
    pub authority: &'a str,
    /// Path and query: empty, or everything from the character that ends the host.
    pub target: &'a str,
}

impl<'a> WebAddress<'a> {
    /// The parts of an address; `None` if it is not an absolute web address.
    // The substring search is large when it is inlined.
    #[inline(never)]
    pub fn parse(url: &'a str) -> Option<WebAddress<'a>> {
        let (scheme, rest) = url.split_once("://")?;
        if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
            return None;
        }
        let rest = rest.split('#').next()?;
        let (authority, target) = rest.split_at(rest.find(ENDS_HOST).unwrap_or(rest.len()));
        Some(WebAddress { scheme, authority, target })
    }

    /// The path, and the query if the target has a question mark.
    pub fn path_and_query(&self) -> (&'a str, Option<&'a str>) {
        match self.target.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (self.target, None),
        }
    }
}

/// Host and port of an absolute web address, in lower case.
pub fn host(url: &str) -> Option<String> {
    let authority = WebAddress::parse(url)?.authority;
    (!authority.is_empty()).then(|| authority.to_ascii_lowercase())
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

/// Whether two addresses lead to the same page of the same site; scheme and fragment are ignored.
pub fn is_same_page(a: &str, b: &str) -> bool {
    let (a, b) = (page(a), page(b));
    a.is_some() && a == b
}

/// One key for all links to the same page, in the sense of [`is_same_page`]. Links may be relative, even if their base
/// is unknown.
pub fn link_key(link: &str) -> String {
    match page(link) {
        Some((site, path)) => site + path,
        None => link.split('#').next().unwrap_or(link).to_owned(),
    }
}

/// Site and path of an address, without the parts that may differ between two addresses of one page.
fn page(url: &str) -> Option<(String, &str)> {
    let target = WebAddress::parse(url)?.target;
    Some((site(url)?, target.trim_end_matches('/')))
}

/// The address that identifies a page: the one it states if that is on the same host, else the one it was requested
/// from, without the fragment.
pub fn own<'a>(url: &'a str, stated: Option<&'a str>) -> &'a str {
    let stated = stated.filter(|stated| {
        let host = host(stated);
        host.is_some() && host == self::host(url)
    });
    let address = stated.unwrap_or(url);
    address.split('#').next().unwrap_or(address)
}

/// Characters that end the host; browsers treat a backslash as a slash.
const ENDS_HOST: [char; 3] = ['/', '?', '\\'];

/// Resolves `reference` on the page at `base` (RFC 3986, section 5.2). Returns it unchanged if it is absolute or `base`
/// is not a web address.
pub fn join(base: &str, reference: &str) -> String {
    joined(base, reference).unwrap_or_else(|| reference.to_owned())
}

/// The base of relative addresses on a page: the one the page states, else its own address; empty if neither is known.
pub fn base(stated: Option<&str>, url: Option<&str>) -> String {
    let url = url.unwrap_or("");
    stated.map_or_else(|| url.to_owned(), |stated| join(url, stated))
}

/// Where a link on the page at `base` leads; `None` if it does not lead to another page of the web. A relative link is
/// returned unchanged if `base` is not a web address.
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
    if host.is_empty() {
        return None;
    }
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

/// Resolves `.` and `..` in a path; query and fragment stay as they are.
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
        let same = |other| is_same_page("https://www.a.example/1/", other);
        assert!(same("http://a.example/1") && same("http://m.a.example/1#top"));
        for other in ["https://a.example/2", "https://b.example/1", "/1", ""] {
            assert!(!same(other), "{other}");
        }
        assert!(!is_same_page("", ""));
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
        let is_same = |a, b| link_key(a) == link_key(b);
        assert!(is_same("/2.html", "/2.html#end"));
        assert!(is_same("http://a.example/2", "https://www.a.example/2#end"));
        assert!(!is_same("/2.html", "/3.html"));
    }

    proptest! {
        #[test]
        fn any_two_texts_can_be_joined(base in "(https?://)?\\PC{0,20}", reference in "[./?#:a水]{0,20}") {
            join(&base, &reference);
        }
    }
}
