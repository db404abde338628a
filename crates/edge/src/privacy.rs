//! Removes from an address what identifies a person, or only shows where a visitor came from.

use offprint::internals::address::{self, WebAddress};

/// Parameters that only show where a visitor came from, or how the visit was counted: a list in JSON, which the browser
/// extension reads, too. A name that ends in `*` matches all names with this prefix.
const TRACKING: &str = include_str!("tracking.json");

/// Names of parameters that identify a person or grant access; characters other than letters and digits are left out.
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

/// Names of parameters that determine the page, however random their values look.
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

/// Letters and digits in a row from which a value can be a random one. Larger: short tokens are stored; smaller: names
/// of pages are taken for tokens.
const RANDOM: usize = 20;

/// The address that a page goes by for everyone: the one it states, if that is on its own host, else the requested one,
/// without personal parts and without parameters that only show where a visitor came from.
///
/// A random-looking value counts as personal only in the requested address: the address that a page states is meant for
/// everyone.
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

/// An address without its personal parts, with or without random-looking values.
pub(super) fn public(url: &str, random: bool) -> String {
    let Some(web) = WebAddress::parse(url) else {
        return String::new();
    };
    let (path, query) = web.path_and_query();
    // Java servers write a session behind a semicolon of the path.
    let path = match path.split_once(';') {
        Some((path, after)) if contains(after, "jsessionid=") => path,
        _ => path,
    };
    let host = web.authority.rsplit('@').next().unwrap_or_default();
    let mut out = format!("{}://{host}{path}", web.scheme);
    let kept = query.unwrap_or_default().split('&').filter(|parameter| {
        let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        !parameter.is_empty() && !is_tracking(name) && !is_personal(name, value, random)
    });
    for (i, parameter) in kept.enumerate() {
        out.push(if i == 0 { '?' } else { '&' });
        out.push_str(parameter);
    }
    out
}

/// Whether a parameter only shows where a visitor came from, or how the visit was counted.
pub(super) fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let mut patterns = TRACKING.split('"').skip(1).step_by(2);
    patterns.any(|pattern| match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    })
}

/// Whether a path identifies a person by an email address or a session.
pub(super) fn holds_person(path: &str) -> bool {
    path.contains('@') && path.split('/').any(is_mail)
        || contains(path, "%40")
        || contains(path, ";jsessionid=")
}

/// Whether the text has a name before the `@` and a host behind it; `@name` alone is how sites write accounts.
fn is_mail(segment: &str) -> bool {
    let (name, host) = segment.split_once('@').unwrap_or_default();
    !name.is_empty() && host.contains('.')
}

/// Whether a parameter identifies a person or grants access, by its name or its value; `random` makes random-looking
/// values count.
pub(super) fn is_personal(name: &str, value: &str, random: bool) -> bool {
    let name = name.to_ascii_lowercase();
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let named =
        PERSONAL.contains(&plain.as_str()) || PERSONAL_ENDS.iter().any(|end| plain.ends_with(end));
    named
        || value.contains('@')
        || contains(value, "%40")
        || random && !IDENTIFIERS.contains(&plain.as_str()) && is_random(value)
}

/// Whether a text contains another, ignoring case.
pub(super) fn contains(text: &str, part: &str) -> bool {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    text.windows(part.len())
        .any(|window| window.eq_ignore_ascii_case(part))
}

/// Whether a value is long and looks random: letters and digits are mixed as in no word.
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
    fn the_list_of_tracking_parameters_is_read() {
        let listed: Vec<String> = serde_json::from_str(TRACKING).unwrap();
        let read: Vec<&str> = TRACKING.split('"').skip(1).step_by(2).collect();
        assert_eq!(read, listed);
        assert!(is_tracking("UTM_source") && is_tracking("_ga") && !is_tracking("id"));
    }

    #[test]
    fn addresses_are_stored_without_personal_data() {
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
