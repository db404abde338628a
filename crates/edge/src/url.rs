//! Web addresses by their parts, and whether two of them lead to one page or one site.

use offprint::internals::address::{self, WebAddress};
use offprint::internals::hash::hash;

/// The parts of a web address.
pub(super) struct Parts<'a> {
    /// `http` or `https`.
    pub(super) scheme: &'static str,
    /// In lower case, without the final dot of a fully qualified name.
    pub(super) host: String,
    /// `None` if it is the scheme's default.
    pub(super) port: Option<&'a str>,
    pub(super) path: &'a str,
    pub(super) query: Option<&'a str>,
    pub(super) has_user: bool,
}

impl<'a> Parts<'a> {
    pub(super) fn of(url: &'a str) -> Option<Parts<'a>> {
        let address = WebAddress::parse(url)?;
        let (scheme, own) = match address.scheme.eq_ignore_ascii_case("http") {
            true => ("http", "80"),
            false => ("https", "443"),
        };
        let at_host = address.authority.rsplit('@').next()?;
        let (host, port) = match at_host.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
                (host, Some(port))
            }
            _ => (at_host, None),
        };
        let host = host.trim_end_matches('.').to_ascii_lowercase();
        let (path, query) = address.path_and_query();
        (!host.is_empty()).then_some(Parts {
            scheme,
            host,
            port: port.filter(|port| !port.is_empty() && *port != own),
            path: if path.is_empty() { "/" } else { path },
            query: query.filter(|query| !query.is_empty()),
            has_user: address.authority.contains('@'),
        })
    }

    pub(super) fn origin(&self) -> String {
        format!("{}://{}", self.scheme, self.host)
    }

    pub(super) fn parameters(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.query
            .unwrap_or_default()
            .split('&')
            .filter(|parameter| !parameter.is_empty())
            .map(|parameter| parameter.split_once('=').unwrap_or((parameter, "")))
    }
}

/// Whether two addresses lead to one page of one site, whatever scheme and edition. `domains` are the registrable
/// domains of the two, if known.
pub(super) fn is_variant(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    let (Some(a), Some(b)) = (Parts::of(a), Parts::of(b)) else {
        return a == b;
    };
    is_one_site(&a.host, &b.host, domains)
        && is_same_path(a.path, b.path)
        && a.query.unwrap_or_default() == b.query.unwrap_or_default()
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
    let parts = Parts::of(url)?;
    let site = domain.unwrap_or_else(|| address::without_edition(&parts.host));
    let path = decoded(parts.path.trim_end_matches('/'));
    let query = parts.query.unwrap_or_default().bytes();
    // No byte, so moving text from one part to the other changes the key.
    let end = [u64::MAX];
    let bytes = site.bytes().map(u64::from).chain(end);
    let bytes = bytes.chain(path.into_iter().map(u64::from)).chain(end);
    Some(hash(bytes.chain(query.map(u64::from))) >> 24)
}

/// Whether two addresses lead to one page of one site, whatever scheme and edition (`www.`).
///
/// ```
/// use offprint_edge::is_same_page;
/// assert!(is_same_page("http://www.a.example/1/", "https://a.example/1"));
/// assert!(!is_same_page("https://a.example/1", "https://a.example/2"));
/// ```
pub fn is_same_page(a: &str, b: &str) -> bool {
    is_variant(a, b, [None; 2])
}

/// Whether one of two addresses of one site is a folder that contains the other: a front page, or the list of a
/// section, which shows the newest article for as long as it is the newest.
pub(super) fn is_folder_of_other(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    let (Some(a), Some(b)) = (Parts::of(a), Parts::of(b)) else {
        return false;
    };
    let lies_in = |folder: &str, path: &str| {
        let folder = folder.trim_end_matches('/');
        let rest = path.trim_end_matches('/').strip_prefix(folder);
        is_home(folder) || rest.is_some_and(|rest| rest.starts_with('/'))
    };
    is_one_site(&a.host, &b.host, domains) && (lies_in(a.path, b.path) || lies_in(b.path, a.path))
}

/// Whether two addresses are of one site; see [`is_one_site`].
pub(super) fn is_one_site_of(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    let hosts = Parts::of(a).zip(Parts::of(b));
    hosts.is_some_and(|(a, b)| is_one_site(&a.host, &b.host, domains))
}

/// Whether two hosts are of one site: of one registrable domain or, if no domain is known, the same except for prefixes
/// like `www.`.
pub(super) fn is_one_site(a: &str, b: &str, domains: [Option<&str>; 2]) -> bool {
    match domains {
        [Some(a), Some(b)] => a == b,
        _ => address::without_edition(a) == address::without_edition(b),
    }
}

/// Whether a path is that of a front page.
pub(super) fn is_home(path: &str) -> bool {
    let name = path.trim_matches('/').to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    name.is_empty() || (!name.contains('/') && ["index", "home", "default"].contains(&stem))
}

/// Whether two paths are the same, however their characters are encoded, with or without a trailing slash.
pub(super) fn is_same_path(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|path| decoded(path.trim_end_matches('/')));
    a == b
}

/// The bytes of a path without percent-encoding.
pub(super) fn decoded(path: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
    let bytes = path.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    while i < bytes.len() {
        let pair = bytes.get(i + 1).zip(bytes.get(i + 2));
        let byte = pair.and_then(|(&high, &low)| Some(digit(high)? << 4 | digit(low)?));
        match byte.filter(|_| bytes[i] == b'%') {
            Some(byte) => {
                out.push(byte);
                i += 3;
            }
            None => {
                out.push(bytes[i]);
                i += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_and_folders_of_one_site_are_recognised() {
        let domains = [Some("paper.example"); 2];
        let dam = "https://www.paper.example/news/dam";
        assert!(is_variant(dam, "http://m.paper.example/news/dam/", domains));
        assert!(!is_variant(
            dam,
            "https://www.paper.example/news/dam?id=1",
            domains
        ));
        assert!(!is_variant(
            dam,
            "https://b.example/news/dam",
            [Some("paper.example"), Some("b.example")]
        ));
        for folder in [
            "https://paper.example/",
            "https://paper.example/news/",
            "https://paper.example/index.html",
        ] {
            assert!(is_folder_of_other(folder, dam, domains), "{folder}");
            assert!(is_folder_of_other(dam, folder, domains), "{folder}");
        }
        assert!(!is_folder_of_other(
            "https://paper.example/new",
            dam,
            domains
        ));
        assert!(!is_folder_of_other(
            "https://b.example/",
            dam,
            [Some("b.example"), Some("paper.example")]
        ));
    }
}
