//! What the edge worker decides: who asks, whether the page is read, and how it is answered.
//!
//! The worker gathers facts, moves bytes and carries the decisions out; nothing here does I/O.
//! Every decision fails open: what is not understood is forwarded untouched.

use crate::address;
use crate::fingerprint::Fingerprint;
use crate::verdict::{Kind, Verdict, compare};
use serde::{Deserialize, Serialize};

/// Longest page that is held back for a crawler until it has been read, in bytes. Larger: more
/// pages are checked before they are forwarded; smaller: less memory and waiting.
pub const HOLD_BYTES: u32 = 2 << 20;
/// What keys in the store begin with: version of the fingerprint, then a stroke.
const PREFIX: &str = "fp1/";

/// Facts about a request.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Request {
    /// HTTP method.
    pub method: String,
    /// Whether the user agent (or a stronger proof that the platform has) is a crawler's.
    pub crawler: bool,
    /// Whether there is an `Authorization` or `Cookie` header: the answer may be private.
    pub personal: bool,
    /// Whether only a range of the page is asked for.
    pub range: bool,
}

/// Facts about the origin's response.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: Option<String>,
    /// `Cache-Control`.
    pub cache_control: Option<String>,
    /// Whether it sets a cookie.
    pub sets_cookie: bool,
    /// `Content-Length`, if stated.
    pub content_length: Option<f64>,
    /// `Content-Encoding`, if stated.
    pub content_encoding: Option<String>,
}

/// How a page is read on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// Held back until it has been read and judged: a crawler asks.
    Before,
    /// Forwarded at once; a copy of the stream is read beside: a person asks.
    Beside,
    /// Forwarded and not read.
    Not,
}

/// How the page is to be read, from the facts about request and response.
///
/// Only public pages are read: a request with credentials, a response that is private, sets a
/// cookie, is partial, not 200 or not HTML, is passed on untouched.
///
/// ```
/// use offprint::edge::{Reading, Request, Response, reading};
/// let page = Response { status: 200, content_type: Some("text/html".into()), ..Default::default() };
/// let get = Request { method: "GET".into(), ..Default::default() };
/// assert_eq!(reading(&get, &page), Reading::Beside);
/// assert_eq!(reading(&Request { crawler: true, ..get.clone() }, &page), Reading::Before);
/// assert_eq!(reading(&Request { personal: true, ..get }, &page), Reading::Not);
/// ```
pub fn reading(request: &Request, response: &Response) -> Reading {
    let html = response.content_type.as_deref().is_some_and(|value| {
        let essence = value.split(';').next().unwrap_or("").trim();
        essence.eq_ignore_ascii_case("text/html")
            || essence.eq_ignore_ascii_case("application/xhtml+xml")
    });
    let private = response.cache_control.as_deref().is_some_and(|value| {
        value.split(',').any(|directive| {
            let name = directive.split('=').next().unwrap_or("").trim();
            name.eq_ignore_ascii_case("private") || name.eq_ignore_ascii_case("no-store")
        })
    });
    // What the runtime decodes on the reading side; anything else would be read as rubbish.
    let readable = response.content_encoding.as_deref().is_none_or(|value| {
        ["", "identity", "gzip", "x-gzip", "br"]
            .iter()
            .any(|name| value.trim().eq_ignore_ascii_case(name))
    });
    let public = !request.personal && !private && !response.sets_cookie;
    let whole = request.method == "GET" && !request.range && response.status == 200;
    if !(html && readable && public && whole) {
        return Reading::Not;
    }
    if !request.crawler {
        return Reading::Beside;
    }
    if response
        .content_length
        .is_some_and(|length| length > f64::from(HOLD_BYTES))
    {
        return Reading::Not;
    }
    Reading::Before
}

/// What the store holds of an article, under each of its keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// Random name of the record.
    pub id: String,
    /// Address of the article.
    pub url: String,
    /// Its headline.
    #[serde(default)]
    pub title: String,
    /// The source it credits.
    #[serde(default)]
    pub credit: Option<String>,
    /// When it was published, as the page writes it.
    #[serde(default)]
    pub published: Option<String>,
    /// When the worker first saw it: UTC, ISO 8601, so that text order is time order.
    pub first_seen: String,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
}

/// The page that is being judged: the fields of an [`Article`](crate::Article) that matter here.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// The address it was asked for.
    pub url: String,
    /// The address it states for itself.
    #[serde(default)]
    pub canonical: Option<String>,
    /// Its headline.
    #[serde(default)]
    pub title: String,
    /// The source it credits.
    #[serde(default)]
    pub credit: Option<String>,
    /// When it was published, as the page writes it.
    #[serde(default)]
    pub published: Option<String>,
    /// Its fingerprint, if there was enough body.
    pub fingerprint: Option<Fingerprint>,
}

impl Candidate {
    /// The address the page goes by: the one it states if that is on the same host, else the one
    /// it was asked for, without the fragment.
    fn address(&self) -> &str {
        let stated = self.canonical.as_deref().filter(|stated| {
            let host = address::host(stated);
            host.is_some() && host == address::host(&self.url)
        });
        let address = stated.unwrap_or(&self.url);
        address.split('#').next().unwrap_or(address)
    }
}

/// What a crawler gets for a copy of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// The page, with headers that name the original: cannot hurt.
    #[default]
    Annotate,
    /// 303 to the original instead of the page.
    Answer,
}

/// What is to be done with a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// What the page is to the likeliest article of the store.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// That article, if the verdict is `same` or `partial`.
    pub original: Option<String>,
    /// Whether the store holds this very page already.
    pub known: bool,
    /// Status of the answer that replaces the page; `None` forwards the page.
    pub status: Option<u16>,
    /// Headers to add.
    pub headers: Vec<(&'static str, String)>,
    /// Keys to write [`record`](Self::record) under; those taken already are left out.
    pub write: Vec<String>,
    /// What to write, if anything.
    pub record: Option<Record>,
}

/// The store's keys for one article, to read: at most 16.
pub fn read_keys(fingerprint: &Fingerprint) -> Vec<String> {
    prefixed(fingerprint.read_keys())
}

fn prefixed(keys: Vec<String>) -> Vec<String> {
    keys.into_iter()
        .map(|key| format!("{PREFIX}{key}"))
        .collect()
}

/// Judges a page against what the store holds under its [`read_keys`].
///
/// `found` pairs each key with its record; `now` is the time, UTC in ISO 8601; `id` names the
/// record that is written if the page is new.
pub fn decide(
    page: &Candidate,
    found: &[(String, Record)],
    policy: Policy,
    now: &str,
    id: &str,
) -> Decision {
    let address = page.address();
    let own = found
        .iter()
        .map(|(_, record)| record)
        .find(|record| record.url == address);
    // A page registered before its copy is not a copy of it.
    let before = own.map_or("\u{10FFFF}", |own| own.first_seen.as_str());
    let best = found
        .iter()
        .map(|(_, record)| record)
        .filter(|record| record.url != address && record.first_seen.as_str() < before)
        .map(|record| {
            (
                compare(page.fingerprint.as_ref(), Some(&record.fingerprint)),
                record,
            )
        })
        .filter(|(verdict, _)| verdict.verdict >= Kind::Partial)
        .max_by(|(a, x), (b, y)| {
            let earlier = y.first_seen.cmp(&x.first_seen);
            a.verdict
                .cmp(&b.verdict)
                .then(a.score.total_cmp(&b.score))
                .then(earlier)
        });

    let original = best.as_ref().map(|(_, record)| record.url.clone());
    let verdict = match best {
        Some((verdict, _)) => verdict,
        None if page.fingerprint.is_none() => Verdict::unknown(),
        None => Verdict::different(),
    };
    let copy = verdict.verdict == Kind::Same;
    let known = own.is_some();
    let record = page
        .fingerprint
        .as_ref()
        .filter(|_| !copy && !known)
        .map(|fingerprint| Record {
            id: id.to_owned(),
            url: address.to_owned(),
            title: page.title.clone(),
            credit: page.credit.clone(),
            published: page.published.clone(),
            first_seen: now.to_owned(),
            fingerprint: fingerprint.clone(),
        });
    let write = match &record {
        Some(record) => prefixed(record.fingerprint.write_keys())
            .into_iter()
            .filter(|key| !found.iter().any(|(taken, _)| taken == key))
            .collect(),
        None => Vec::new(),
    };
    Decision {
        status: (copy && policy == Policy::Answer).then_some(303),
        headers: headers(&verdict, original.as_deref(), known, policy),
        original,
        known,
        write,
        record,
        verdict,
    }
}

/// The answer's headers. `Offprint` is an Item of Structured Fields (RFC 9651): the verdict as a
/// token, with parameters `score` (decimal, 0 to 1), `original` (string) and `known` (boolean).
fn headers(
    verdict: &Verdict,
    original: Option<&str>,
    known: bool,
    policy: Policy,
) -> Vec<(&'static str, String)> {
    // Formatting floating-point numbers would make the module larger.
    let score = (verdict.score * 1000.0).round() as u32;
    let name = verdict.verdict.name();
    let mut field = format!("{name};score={}.{:03}", score / 1000, score % 1000);
    let original = original.map(header_safe);
    if let Some(url) = &original {
        field.push_str(&format!(";original=\"{url}\""));
    }
    if known {
        field.push_str(";known");
    }
    // A shared cache must not give a person what a crawler got.
    let mut headers = vec![("Offprint", field), ("Vary", "User-Agent".to_owned())];
    if let (Kind::Same, Some(url)) = (verdict.verdict, original) {
        headers.push(("Link", format!("<{url}>; rel=\"canonical\"")));
        headers.push(("X-Robots-Tag", "noindex".to_owned()));
        if policy == Policy::Answer {
            headers.push(("Location", url));
        }
    }
    headers
}

/// A URL in which nothing can end a header's string or line: other than visible ASCII, and
/// `"`, `\`, `<`, `>`, percent-encoded.
fn header_safe(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for byte in url.bytes() {
        if byte.is_ascii_graphic() && !b"\"\\<>".contains(&byte) {
            out.push(byte as char);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Article;

    /// An article of sentences `from..to`, each its own.
    fn fingerprint(from: u32, to: u32) -> Fingerprint {
        let sentence = |i| {
            let word = |n: u32| char::from_u32(0x4E00 + (i * 97 + n * 389) % 20000).unwrap();
            (0..30).map(word).chain(['。']).collect::<String>()
        };
        let text = (from..to).map(sentence).collect();
        Article::of_text(String::new(), text).fingerprint.unwrap()
    }

    fn page(url: &str, from: u32, to: u32) -> Candidate {
        Candidate {
            url: url.into(),
            canonical: None,
            title: "T".into(),
            credit: None,
            published: None,
            fingerprint: Some(fingerprint(from, to)),
        }
    }

    /// A store that does what the worker does with KV.
    #[derive(Default)]
    struct Store(std::collections::BTreeMap<String, Record>, u32);

    impl Store {
        fn visit(&mut self, page: &Candidate) -> Decision {
            let keys = read_keys(page.fingerprint.as_ref().unwrap());
            let found: Vec<_> = keys
                .iter()
                .filter_map(|key| Some((key.clone(), self.0.get(key)?.clone())))
                .collect();
            self.1 += 1;
            let now = format!("2026-01-01T00:00:{:02}Z", self.1);
            let decision = decide(page, &found, Policy::Annotate, &now, "id");
            for key in &decision.write {
                self.0.insert(key.clone(), decision.record.clone().unwrap());
            }
            decision
        }
    }

    #[test]
    fn a_new_page_is_registered_and_its_copy_names_it() {
        let mut store = Store::default();
        let first = store.visit(&page("https://a.example/1", 0, 20));
        assert_eq!(
            (first.verdict.verdict, first.write.len()),
            (Kind::Different, 4)
        );
        let copy = store.visit(&page("https://b.example/2", 0, 20));
        assert_eq!(copy.verdict.verdict, Kind::Same);
        assert_eq!(copy.original.as_deref(), Some("https://a.example/1"));
        assert!(copy.write.is_empty() && copy.status.is_none());
        let value = |name| {
            copy.headers
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, v)| v.as_str())
        };
        assert_eq!(
            value("Offprint"),
            Some("same;score=1.000;original=\"https://a.example/1\"")
        );
        assert_eq!(
            value("Link"),
            Some("<https://a.example/1>; rel=\"canonical\"")
        );
        assert_eq!(value("X-Robots-Tag"), Some("noindex"));
    }

    #[test]
    fn a_page_is_no_copy_of_itself_nor_of_a_later_one() {
        let mut store = Store::default();
        store.visit(&page("https://a.example/1", 0, 30));
        let again = store.visit(&page("https://a.example/1", 0, 30));
        assert!(again.known && again.record.is_none());
        assert_eq!(again.verdict.verdict, Kind::Different);
        let abridged = store.visit(&page("https://b.example/2", 0, 15));
        assert_eq!(abridged.verdict.verdict, Kind::Partial);
        let original = store.visit(&page("https://a.example/1", 0, 30));
        assert_eq!(
            original.verdict.verdict,
            Kind::Different,
            "the abridgement came later"
        );
    }

    #[test]
    fn a_page_goes_by_the_address_it_states_on_its_own_host() {
        let stating = |canonical: &str| {
            let page = Candidate {
                canonical: Some(canonical.into()),
                ..page("https://a.example/1?session=9#top", 0, 20)
            };
            page.address().to_owned()
        };
        assert_eq!(stating("https://A.example/1"), "https://A.example/1");
        for other in [
            "https://b.example/1",
            "/1",
            "javascript:alert(1)",
            "ftp://a.example/",
            "https://a.example@b.example/",
        ] {
            assert_eq!(stating(other), "https://a.example/1?session=9", "{other}");
        }
    }

    #[test]
    fn an_answer_sends_the_crawler_to_the_original() {
        let copied = Record {
            id: "1".into(),
            url: "https://a.example/\u{6C34}\"\r\n".into(),
            title: String::new(),
            credit: None,
            published: None,
            first_seen: "2026".into(),
            fingerprint: fingerprint(0, 20),
        };
        let found = [("k".to_owned(), copied)];
        let decision = decide(
            &page("https://b.example/", 0, 20),
            &found,
            Policy::Answer,
            "2027",
            "2",
        );
        assert_eq!(decision.status, Some(303));
        let location = decision
            .headers
            .iter()
            .find(|(name, _)| *name == "Location")
            .unwrap();
        assert_eq!(location.1, "https://a.example/%E6%B0%B4%22%0D%0A");
    }

    #[test]
    fn too_little_body_is_unknown_and_not_registered() {
        let short = Candidate {
            fingerprint: None,
            ..page("https://a.example/", 0, 20)
        };
        let decision = decide(&short, &[], Policy::Annotate, "2026", "1");
        assert_eq!(decision.verdict.verdict, Kind::Unknown);
        assert!(decision.record.is_none() && decision.write.is_empty());
    }

    #[test]
    fn only_public_html_is_read() {
        let html = Response {
            status: 200,
            content_type: Some("Text/HTML; charset=gbk".into()),
            ..Response::default()
        };
        let crawler = Request {
            method: "GET".into(),
            crawler: true,
            ..Request::default()
        };
        assert_eq!(reading(&crawler, &html), Reading::Before);
        let not = [
            Response {
                status: 404,
                ..html.clone()
            },
            Response {
                content_type: Some("image/png".into()),
                ..html.clone()
            },
            Response {
                content_type: None,
                ..html.clone()
            },
            Response {
                cache_control: Some("max-age=0, Private".into()),
                ..html.clone()
            },
            Response {
                cache_control: Some("no-store".into()),
                ..html.clone()
            },
            Response {
                sets_cookie: true,
                ..html.clone()
            },
            Response {
                content_encoding: Some("zstd".into()),
                ..html.clone()
            },
            Response {
                content_length: Some(1e9),
                ..html.clone()
            },
        ];
        for response in not {
            assert_eq!(reading(&crawler, &response), Reading::Not, "{response:?}");
        }
        for request in [
            Request {
                method: "HEAD".into(),
                ..crawler.clone()
            },
            Request {
                method: "POST".into(),
                ..crawler.clone()
            },
            Request {
                range: true,
                ..crawler.clone()
            },
            Request {
                personal: true,
                ..crawler
            },
        ] {
            assert_eq!(reading(&request, &html), Reading::Not, "{request:?}");
        }
    }
}
