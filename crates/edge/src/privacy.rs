//! What of a request is somebody's own: credentials, and addresses that hold such.

use super::classify::contains;
use offprint::internals::address;

/// Cookies that make a page personal. Without names, any cookie does.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SessionCookies(Vec<String>);

impl SessionCookies {
    /// The names in a list with commas between them; one that ends in `*` stands for all that begin
    /// so. An empty list means any cookie.
    pub fn new(names: &str) -> SessionCookies {
        let names = names.split([',', ' ']).filter(|name| !name.is_empty());
        SessionCookies(names.map(str::to_owned).collect())
    }

    /// Whether a `Cookie` header holds one of them.
    pub fn any_in(&self, header: &str) -> bool {
        names_in(header)
            .any(|name| self.0.is_empty() || self.0.iter().any(|own| is_called(own, name)))
    }
}

/// The names of the cookies in a `Cookie` header.
fn names_in(header: &str) -> impl Iterator<Item = &str> {
    let cookies = header.split(';');
    cookies.map(|cookie| cookie.split('=').next().unwrap_or("").trim())
}

/// Cookies that hold a session, by the names that frameworks and access gates give them.
const SESSIONS: [&str; 16] = [
    "session",
    "sessionid",
    "_session_id",
    "sid",
    "phpsessid",
    "jsessionid",
    "asp.net_sessionid",
    "connect.sid",
    "laravel_session",
    "wordpress_logged_in_*",
    "wp-postpass_*",
    "remember_*",
    "auth_token",
    "access_token",
    "cf_authorization",
    "cf_appsession",
];

/// Whether a `Cookie` header holds a session by one of its usual names, whatever the operator lists.
pub fn holds_session(header: &str) -> bool {
    names_in(header).any(|name| {
        let name = name.to_ascii_lowercase();
        SESSIONS.iter().any(|session| is_called(session, &name))
    })
}

fn is_called(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

/// Parameters that only tell where a visitor came from, or how he was counted.
const TRACKING: [&str; 22] = [
    "utm_*", "mtm_*", "pk_*", "hsa_*", "mc_*", "ga_*", "_ga*", "_gl", "gclid", "gclsrc", "gbraid",
    "wbraid", "dclid", "fbclid", "msclkid", "yclid", "twclid", "ttclid", "igsh*", "mkt_tok", "spm",
    "scm",
];

/// Names of parameters that hold who somebody is or what lets him in; what stands between letters
/// and digits is left out.
const PERSONAL: [&str; 24] = [
    "auth",
    "authorization",
    "session",
    "sid",
    "phpsessid",
    "jsessionid",
    "sig",
    "signature",
    "jwt",
    "otp",
    "ticket",
    "csrf",
    "xsrf",
    "email",
    "mail",
    "user",
    "username",
    "uid",
    "userid",
    "login",
    "member",
    "phone",
    "invite",
    "nonce",
];

/// Ends of such names.
const PERSONAL_ENDS: [&str; 8] = [
    "token",
    "sessionid",
    "password",
    "passwd",
    "secret",
    "apikey",
    "accesskey",
    "authkey",
];

/// Names of parameters that tell which page is meant, however random their values look.
const IDENTIFIERS: [&str; 10] = [
    "id",
    "p",
    "aid",
    "articleid",
    "docid",
    "postid",
    "newsid",
    "contentid",
    "uuid",
    "guid",
];

/// Letters and digits in a row from which a value can be a random one. Larger: short tokens are
/// stored; smaller: names of pages are taken for tokens.
const RANDOM: usize = 20;

/// The address that a page goes by for everyone: the one it states, if that is on its own host,
/// else the one that was asked for; without what is personal, and what only tells where a visitor
/// came from.
///
/// A random-looking value counts as personal only in the address that was asked for: what a page
/// states as its address is meant for everyone.
///
/// ```
/// use offprint_edge::public_address;
/// let asked = "https://a.example/1?page=2&utm_source=mail&token=x#top";
/// assert_eq!(public_address(asked, None), "https://a.example/1?page=2");
/// assert_eq!(public_address(asked, Some("https://a.example/one")), "https://a.example/one");
/// assert_eq!(public_address("https://a.example/1?page=2", None), "https://a.example/1?page=2");
/// ```
pub fn public_address(asked: &str, stated: Option<&str>) -> String {
    let own = address::own(asked, stated);
    let is_stated = stated.is_some_and(|stated| stated.starts_with(own));
    public(own, !is_stated)
}

/// An address without what is personal in it; with random-looking values or without.
pub(super) fn public(address: &str, random: bool) -> String {
    let (before, query) = match address.split_once('?') {
        Some((before, query)) => (before, Some(query)),
        None => (address, None),
    };
    let mut out = without_credentials(before);
    let kept = query.unwrap_or_default().split('&').filter(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        !is_dropped(name, value, random)
    });
    let mut separator = '?';
    for parameter in kept.filter(|parameter| !parameter.is_empty()) {
        out.push(separator);
        out.push_str(parameter);
        separator = '&';
    }
    out
}

/// Scheme, host and path without user and password, and without a session in the path.
fn without_credentials(before: &str) -> String {
    let (scheme, rest) = address::at_scheme(before).unwrap_or(("", before));
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let host = host.rsplit('@').next().unwrap_or(host);
    // Java's servers write a session behind a semicolon of the path.
    let path = match path.split_once(';') {
        Some((path, after)) if contains(after, "jsessionid=") => path,
        _ => path,
    };
    if scheme.is_empty() {
        format!("{host}{path}")
    } else {
        format!("{scheme}://{host}{path}")
    }
}

/// Whether a parameter only tells where a visitor came from, or how he was counted.
pub(super) fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    TRACKING.iter().any(|pattern| is_called(pattern, &name))
}

/// Whether a path holds who somebody is: an address of mail, or a session.
pub(super) fn holds_person(path: &str) -> bool {
    path.contains('@') && path.split('/').any(is_mail)
        || contains(path, "%40")
        || contains(path, ";jsessionid=")
}

/// Whether it has a name before the `@` and a host behind; `@name` alone is how sites write accounts.
fn is_mail(segment: &str) -> bool {
    let (name, host) = segment.split_once('@').unwrap_or_default();
    !name.is_empty() && host.contains('.')
}

fn is_dropped(name: &str, value: &str, random: bool) -> bool {
    if is_tracking(name) {
        return true;
    }
    let name = name.to_ascii_lowercase();
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let named =
        PERSONAL.contains(&plain.as_str()) || PERSONAL_ENDS.iter().any(|end| plain.ends_with(end));
    named
        || value.contains('@')
        || contains(value, "%40")
        || random && !IDENTIFIERS.contains(&plain.as_str()) && is_random(value)
}

/// Whether a value is long and looks drawn by lot: letters and digits mixed, as no word is.
fn is_random(value: &str) -> bool {
    let hex: Vec<u8> = value.bytes().filter(|byte| *byte != b'-').collect();
    let is_hex = hex.len() >= 32 && hex.iter().all(u8::is_ascii_hexdigit);
    let mixed = value
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|run| run.len() >= RANDOM)
        .any(|run| {
            let kinds = run.as_bytes().windows(2);
            kinds
                .filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit())
                .count()
                >= 4
        });
    is_hex || mixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn cookies_of_a_session_are_told_from_others() {
        let all = SessionCookies::default();
        assert!(all.any_in("_ga=1") && all.any_in(""));
        let named = SessionCookies::new("session, wordpress_logged_in_*");
        for header in [
            "session=1",
            "_ga=1; session=2",
            "wordpress_logged_in_ab=x",
            "a=b;session",
        ] {
            assert!(named.any_in(header), "{header}");
        }
        for header in ["_ga=1", "", "sessions=1", "a=session; wordpress=1"] {
            assert!(!named.any_in(header), "{header}");
        }
    }

    #[test]
    fn a_session_is_told_by_the_usual_names() {
        for header in [
            "PHPSESSID=1",
            "_ga=1; wordpress_logged_in_ab=x",
            "CF_Authorization=jwt",
        ] {
            assert!(holds_session(header), "{header}");
        }
        for header in ["", "_ga=1; consent=session", "sessions=1"] {
            assert!(!holds_session(header), "{header}");
        }
    }

    #[test]
    fn addresses_are_stored_without_what_is_personal() {
        for (asked, stored) in [
            (
                "https://a.example/1?a=1&b=2#c",
                "https://a.example/1?a=1&b=2",
            ),
            ("https://u:p@a.example/1", "https://a.example/1"),
            (
                "https://a.example/1;jsessionid=ABC?a=1",
                "https://a.example/1?a=1",
            ),
            (
                "https://a.example/1?utm_source=x&a=1&fbclid=y",
                "https://a.example/1?a=1",
            ),
            (
                "https://a.example/1?access_token=1&Session-Id=2&x=1",
                "https://a.example/1?x=1",
            ),
            (
                "https://a.example/1?to=me@b.example&who=me%40b",
                "https://a.example/1",
            ),
            (
                "https://a.example/1?x=eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIx",
                "https://a.example/1",
            ),
            (
                "https://a.example/1?v=6f1ed002ab5595859014ebf0951522d9",
                "https://a.example/1",
            ),
            (
                "https://a.example/1?v=550e8400-e29b-41d4-a716-446655440000",
                "https://a.example/1",
            ),
            (
                "https://a.example/1?id=6f1ed002ab5595859014ebf0951522d9",
                "https://a.example/1?id=6f1ed002ab5595859014ebf0951522d9",
            ),
            (
                "https://a.example/?s=the-dam-that-broke-in-2026-and-why",
                "https://a.example/?s=the-dam-that-broke-in-2026-and-why",
            ),
            (
                "https://a.example/?d=20260101123456789012&&",
                "https://a.example/?d=20260101123456789012",
            ),
        ] {
            assert_eq!(public_address(asked, None), stored);
        }
        let random = "https://a.example/1?v=6f1ed002ab5595859014ebf0951522d9";
        assert_eq!(
            public_address(random, Some(random)),
            random,
            "stated for everyone"
        );
        let token = "https://a.example/1?token=1";
        assert_eq!(public_address(token, Some(token)), "https://a.example/1");
        assert_eq!(
            public_address(token, Some("https://b.example/")),
            "https://a.example/1"
        );
    }

    proptest! {
        #[test]
        fn any_text_has_an_address(asked in "(https?://)?\\PC{0,30}", stated in "[a-z:/?&=;@.]{0,20}") {
            public_address(&asked, Some(&stated));
        }
    }
}
