//! Removes from an address what identifies a person, or only shows where a visitor came from.

use super::url::{ENDINGS, decoded};
use offprint::internals::address::{self, WebAddress, is_tracking};

/// Names of parameters that identify a person or grant access; characters other than letters and digits are left out.
const PERSONAL: [&str; 22] = [
    "auth",
    "authorization",
    "session",
    "sid",
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
const PERSONAL_ENDS: [&str; 9] =
    ["token", "sessionid", "sessid", "password", "passwd", "secret", "apikey", "accesskey", "authkey"];

/// Names of parameters that determine the page, however random their values look.
const IDENTIFIERS: [&str; 10] =
    ["id", "p", "aid", "articleid", "docid", "postid", "newsid", "contentid", "uuid", "guid"];

/// Words of folders that give access to what is below, or hold what belongs to one person: a random name there is a
/// secret.
const GRANTS: &str = " s share shared sharing d doc docs document documents f file files download downloads u user \
    users account accounts profile order orders invoice invoices ticket tickets invite invites invitation invitations \
    guest gift link private secret secure key access reset password token tokens auth oauth sso session sid login \
    signin signup register verify verification confirm confirmation activate activation callback magic unsubscribe \
    optout preview ";

/// Folders of what belongs to one person.
const PEOPLE: &str = " u user users member members profile profiles account accounts customer customers ";

/// Digits of a telephone number after its `+`.
const PHONE: std::ops::RangeInclusive<usize> = 7..=15;

/// Folders in which systems file articles by names of their own making, besides those of dates.
const ARTICLES: &str = " article articles artikel news story stories post posts blog content archive a ";

/// The fewest letters and digits that make a random name a secret, below a folder that gives access: half a UUID.
/// Larger: short keys of shared pages are stored; smaller: short names of public pages are taken for keys.
const SECRET: usize = 16;
/// The same elsewhere, for names of small and capital letters and digits: a UUID in base64.
const TOKEN: usize = 22;

/// The fewest letters and digits in a row that can be a random value. Larger: short tokens are stored; smaller: names
/// of pages are taken for tokens.
const RANDOM: usize = 20;

/// The address that a page goes by for everyone: the one it states, if that is on its own host, or the requested one.
/// It has no personal parts and no parameters that only show where a visitor came from, and no path if that is
/// personal.
///
/// A random-looking value counts as personal only in the requested address: the address that a page states is meant for
/// everyone.
///
/// ```
/// use offprint_edge::public_address;
/// let requested = "https://a.example/1?page=2&utm_source=mail&token=x#top";
/// assert_eq!(public_address(requested, None), "https://a.example/1?page=2");
/// assert_eq!(public_address(requested, Some("https://a.example/one")), "https://a.example/one");
/// assert_eq!(public_address("https://a.example/1?page=2", None), "https://a.example/1?page=2");
/// ```
pub fn public_address(requested: &str, stated: Option<&str>) -> String {
    let (own, random) = canonical_or_requested(requested, stated);
    public(own, random)
}

/// Whether the path of the address that a page goes by identifies a person or grants access. That address is then only
/// the site's.
///
/// ```
/// use offprint_edge::is_personal_address;
/// assert!(is_personal_address("https://a.example/reset/6f1ed002ab5595859014ebf0951522d9", None));
/// assert!(!is_personal_address("https://a.example/news/6f1ed002ab5595859014ebf0951522d9", None));
/// ```
pub fn is_personal_address(requested: &str, stated: Option<&str>) -> bool {
    let (own, random) = canonical_or_requested(requested, stated);
    WebAddress::parse(own).is_some_and(|web| holds_person(without_session(web.path_and_query().0), random))
}

/// The address that a page goes by, and whether random-looking values in it count as personal.
fn canonical_or_requested<'a>(requested: &'a str, stated: Option<&'a str>) -> (&'a str, bool) {
    let own = address::own(requested, stated);
    (own, !stated.is_some_and(|stated| stated.starts_with(own)))
}

/// An address without its personal parts, with or without random-looking values.
pub(super) fn public(url: &str, random: bool) -> String {
    let Some(web) = WebAddress::parse(url) else {
        return String::new();
    };
    let (path, query) = web.path_and_query();
    let host = web.authority.rsplit('@').next().unwrap_or_default();
    let path = without_session(path);
    if holds_person(path, random) {
        return format!("{}://{host}", web.scheme);
    }
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

/// A path up to the first parameter in it that identifies a person: Java servers write a session after a semicolon.
pub(super) fn without_session(path: &str) -> &str {
    let mut end = 0;
    for piece in path.split([';', '&']) {
        if end > 0 && is_personal_pair(piece) {
            return &path[..end - 1];
        }
        end += piece.len() + 1;
    }
    path
}

/// Whether a path identifies a person or grants access: by a mail address, a session, or a name that is a secret. With
/// `random`, names that only look like secrets count too: a page that states its address means it for everyone.
///
/// A hash or UUID alone can be an article's name, since content systems make such names, in any folder that does not
/// give access; pages directly below the host are not in a folder. A longer name, or one of small and capital letters,
/// can be an article's only in a folder of articles or of a date.
pub(super) fn holds_person(path: &str, random: bool) -> bool {
    let decoded = decoded(path);
    let plain = String::from_utf8_lossy(&decoded);
    let (mut folder, mut grants) = ("", false);
    for segment in plain.split('/').filter(|segment| !segment.is_empty()) {
        let is_filed = is_word_of(ARTICLES, folder) || is_day(folder);
        let mut names = segment.split('.');
        if is_mail(segment)
            || holds_session(segment)
            || is_json_token(segment)
            || is_phone(segment)
            || random && is_word_of(PEOPLE, folder) && is_full_name(segment)
            || grants && names.clone().any(is_secret)
            || random && !is_filed && names.any(|name| is_token(name, folder.is_empty()))
        {
            return true;
        }
        let words = segment.split(['-', '_']);
        grants |= words.clone().count() <= 3 && words.into_iter().any(|word| is_word_of(GRANTS, word));
        folder = segment;
    }
    contains(path, "%40")
}

/// Whether a segment holds a session: a parameter, or in brackets, as ASP.NET writes it.
fn holds_session(segment: &str) -> bool {
    let inner = segment.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
    let is_session = inner.is_some_and(|inner| {
        inner.as_bytes().get(1) == Some(&b'(') && inner.ends_with(')') || inner.len() >= RANDOM && is_secret(inner)
    });
    is_session || segment.split([';', '&']).any(is_personal_pair)
}

fn is_personal_pair(piece: &str) -> bool {
    piece.split_once('=').is_some_and(|(name, value)| is_personal(name, value, false))
}

/// Whether a segment is a telephone number, with its country.
fn is_phone(segment: &str) -> bool {
    let number = segment.strip_prefix('+').filter(|rest| rest.bytes().all(|byte| b"0123456789-. ()".contains(&byte)));
    number.is_some_and(|number| PHONE.contains(&number.bytes().filter(u8::is_ascii_digit).count()))
}

/// Whether a segment is a first and a last name with a dot between them, and not a file.
fn is_full_name(segment: &str) -> bool {
    let names = segment.split_once('.');
    names.is_some_and(|names| {
        <[&str; 2]>::from(names).iter().all(|name| name.chars().count() > 1 && name.chars().all(char::is_alphabetic))
            && !ENDINGS.iter().any(|end| segment.ends_with(end))
    })
}

/// Whether a segment is a signed token of JSON objects: base64 of `{"`.
fn is_json_token(segment: &str) -> bool {
    segment.len() >= RANDOM && segment.starts_with("eyJ") && is_base64(segment)
}

/// Whether a name below a folder that gives access is a secret.
fn is_secret(name: &str) -> bool {
    let shape = Shape::new(name);
    is_base64(name)
        && shape.letters_and_digits >= SECRET
        && (is_hex(name, SECRET) || shape.is_dense() && shape.changes >= 3 || shape.is_mixed())
}

/// Whether a name elsewhere looks like a secret. A hash or UUID does so only directly below the host.
fn is_token(name: &str, at_root: bool) -> bool {
    if is_hex(name, 32) {
        return at_root || Shape::new(name).letters_and_digits > 32;
    }
    let shape = Shape::new(name);
    let is_run = shape.letters_and_digits == name.len();
    is_base64(name)
        && (shape.letters_and_digits >= TOKEN && shape.is_mixed()
            || is_run && name.len() >= 32 && shape.changes * 4 >= name.len())
}

/// How the characters of a name change.
#[derive(Default)]
struct Shape {
    letters_and_digits: usize,
    /// Characters between them.
    others: usize,
    /// How often a letter and a digit meet.
    changes: usize,
    /// Words and numbers: a capital letter after a small one begins a word.
    words: usize,
    /// Capital letters within words.
    inner_capitals: usize,
}

impl Shape {
    fn new(name: &str) -> Shape {
        let mut shape = Shape::default();
        let mut before = b'-';
        for byte in name.trim_end_matches('=').bytes() {
            if !byte.is_ascii_alphanumeric() {
                shape.others += 1;
            } else {
                let follows = before.is_ascii_alphanumeric();
                let changes = follows && before.is_ascii_digit() != byte.is_ascii_digit();
                let rises = before.is_ascii_lowercase() && byte.is_ascii_uppercase();
                shape.letters_and_digits += 1;
                shape.changes += usize::from(changes);
                shape.words += usize::from(!follows || changes || rises);
                shape.inner_capitals += usize::from(follows && byte.is_ascii_uppercase());
            }
            before = byte;
        }
        shape
    }

    /// Whether small letters, capitals and digits alternate more than in any title. The words of CamelCase titles have
    /// three characters or more on average, those of random names two. Few other characters may stand between them.
    fn is_mixed(&self) -> bool {
        self.inner_capitals >= 3 && self.changes >= 1 && self.words * 3 > self.letters_and_digits && self.is_dense()
    }

    fn is_dense(&self) -> bool {
        self.others * 8 <= self.letters_and_digits + self.others
    }
}

/// Whether a name is a hash or UUID with at least that many digits.
fn is_hex(name: &str, digits: usize) -> bool {
    let hex = || name.bytes().filter(|byte| *byte != b'-');
    hex().count() >= digits
        && hex().all(|byte| byte.is_ascii_hexdigit())
        && hex().any(|byte| byte.is_ascii_digit())
        && hex().any(|byte| byte.is_ascii_alphabetic())
}

fn is_base64(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_+=~.".contains(&byte))
}

/// Whether a folder can be a date or a part of one.
fn is_day(folder: &str) -> bool {
    (1..=10).contains(&folder.len()) && folder.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
}

/// Whether a list, with spaces around its words, contains a word, ignoring case.
pub(super) fn is_word_of(list: &str, word: &str) -> bool {
    !word.is_empty() && !word.contains(' ') && contains(list, &format!(" {word} "))
}

/// Whether the text has a name before the `@` and a host after it. Sites write accounts as `@name` alone.
fn is_mail(segment: &str) -> bool {
    let (name, host) = segment.split_once('@').unwrap_or_default();
    !name.is_empty() && host.contains('.')
}

/// Whether a parameter identifies a person or grants access, by its name or its value. With `random`, random-looking
/// values count.
pub(super) fn is_personal(name: &str, value: &str, random: bool) -> bool {
    let name = name.to_ascii_lowercase();
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    let named = PERSONAL.contains(&plain.as_str()) || PERSONAL_ENDS.iter().any(|end| plain.ends_with(end));
    named
        || value.contains('@')
        || contains(value, "%40")
        || random && !IDENTIFIERS.contains(&plain.as_str()) && is_random(value)
}

/// Whether a text contains another, ignoring case.
pub(super) fn contains(text: &str, part: &str) -> bool {
    let (text, part) = (text.as_bytes(), part.as_bytes());
    text.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part))
}

/// Whether a value is long and looks random: it mixes letters and digits more than any word.
fn is_random(value: &str) -> bool {
    let mixed = value.split(|c: char| !c.is_ascii_alphanumeric()).filter(|run| run.len() >= RANDOM).any(|run| {
        let kinds = run.as_bytes().windows(2);
        kinds.filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count() >= 4
    });
    is_hex(value, 32) || mixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::test_text::rows;
    use proptest::prelude::*;

    #[test]
    fn addresses_are_stored_without_personal_data() {
        for (requested, stored) in rows(include_str!("../../../tests/tables/public-addresses.txt")) {
            assert_eq!(public_address(requested, None), stored);
        }
        let random = "https://a.example/1?v=6f1ed002ab5595859014ebf0951522d9";
        assert_eq!(public_address(random, Some(random)), random, "stated for everyone");
        let token = "https://a.example/1?token=1";
        assert_eq!(public_address(token, Some(token)), "https://a.example/1");
        assert_eq!(public_address(token, Some("https://b.example/")), "https://a.example/1");
    }

    #[test]
    fn secrets_in_paths_are_personal_and_names_of_articles_are_not() {
        for (path, expected) in rows(include_str!("../../../tests/tables/paths.txt")) {
            // Whether the page states the path.
            let withheld = [true, false].map(|stated| holds_person(path, !stated));
            let found = match withheld {
                [true, true] => "withheld",
                [false, true] => "unless stated",
                [false, false] => "public",
                [true, false] => panic!("{path}: withheld only if stated"),
            };
            assert_eq!(found, expected, "{path}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_an_address(requested in "(https?://)?\\PC{0,30}", stated in "[a-z:/?&=;@.]{0,20}") {
            public_address(&requested, Some(&stated));
        }
    }
}
