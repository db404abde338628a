//! How a page is answered, once it is known what it is.

use super::classify::{Class, Who};
use super::decide::Finding;
use super::policy::{Action, Order, Place};
use super::settings::Settings;
use crate::address;
use crate::verdict::Kind;
use serde::Serialize;

/// What ETags of ours begin with: the way the text is digested, version 1.
const TAG: &str = "W/\"fp1-";
/// Longest ETag of an origin that is carried in one of ours, in bytes.
const MAX_CARRIED: usize = 256;
/// Headers of the page that a 304 does not have, since they are about bytes that are not there.
const OF_BODY: [&str; 5] = [
    "Content-Type",
    "Content-Length",
    "Content-Encoding",
    "Content-Language",
    "Accept-Ranges",
];

/// Facts about a request and the origin's response to it.
#[derive(Debug, Clone, Default)]
pub struct Visit {
    /// The address that was asked for.
    pub url: String,
    /// Who asks.
    pub who: Who,
    /// `If-None-Match`, as the client sent it.
    pub if_none_match: Option<String>,
    /// Status of the response.
    pub status: u16,
    /// `ETag` of the response.
    pub etag: Option<String>,
    /// `Vary` of the response.
    pub vary: Option<String>,
    /// Whether the original was asked for and is not there: then nobody is sent to it.
    pub gone: bool,
    /// Whether it comes through the gateway, for which the policy does not speak.
    pub gateway: bool,
}

/// How a page is answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// What is done.
    pub action: Action,
    /// Status of the answer that replaces the page; `None` forwards the page.
    pub status: Option<u16>,
    /// Headers in the place of those of the same name. An answer that replaces the page has none of
    /// the page's, unless it is a 304.
    pub set: Vec<(&'static str, String)>,
    /// Headers beside those of the same name.
    pub append: Vec<(&'static str, String)>,
    /// Headers of the page to leave out.
    pub remove: Vec<&'static str>,
    /// Body of an answer that replaces the page.
    pub body: Option<String>,
}

/// How a page is answered.
///
/// Whatever is forwarded is forwarded byte for byte: what a crawler reads never differs from what a
/// person does.
pub fn answer(finding: &Finding, visit: &Visit, settings: &Settings) -> Answer {
    let place = finding
        .original
        .as_deref()
        .map(|original| place(&visit.url, original));
    let mut order = settings
        .policy
        .order(visit.who.class, finding.verdict, place);
    if visit.gateway {
        order = Order {
            action: Action::NotModified,
            ..Order::default()
        };
    }
    if order.action == Action::Redirect && visit.gone {
        order = Order::default();
    }
    let mut answer = Answer {
        action: order.action,
        ..Answer::default()
    };
    if order.action == Action::Forward {
        return answer;
    }
    answer.set.push(("Offprint", field(finding, &visit.who)));
    let original = finding.original.as_deref().map(header_safe);
    if let (Kind::Same, Some(url)) = (finding.verdict, &original) {
        answer
            .append
            .push(("Link", format!("<{url}>; rel=\"canonical\"")));
        if visit.who.class == Class::Search && place == Some(Place::Cross) {
            answer.append.push(("X-Robots-Tag", "noindex".to_owned()));
        }
    }
    // A shared cache must not give a person what a crawler got.
    let mut varies = vec!["User-Agent"];
    if !settings.agents.signed.is_empty() {
        varies.push("Signature-Agent");
    }
    let vary = visit.vary.as_deref().unwrap_or_default();
    let stated = |name: &&str| {
        vary.split(',')
            .any(|other| other.trim().eq_ignore_ascii_case(name))
    };
    varies.retain(|name| !stated(name) && !stated(&"*"));
    if !varies.is_empty() {
        answer.append.push(("Vary", varies.join(", ")));
    }
    match order.action {
        Action::Annotate | Action::Forward => {}
        Action::NotModified => answer.by_text(finding, visit),
        Action::Redirect => {
            let url = original.unwrap_or_default();
            let link = url.replace('&', "&amp;");
            let body = format!(
                "<!doctype html><title>Copy</title><p>This article is a copy of <a href=\"{link}\">{link}</a>.\n"
            );
            answer.set.push(("Location", url));
            answer.replace(
                order.status.unwrap_or(301),
                "text/html; charset=utf-8",
                "private, max-age=3600",
                body,
            );
        }
        Action::Refuse => {
            let body = match &original {
                Some(url) => format!("This article is known from {url}. It is not for you here.\n"),
                None => "This page is not for you.\n".to_owned(),
            };
            answer.replace(403, "text/plain; charset=utf-8", "private, no-store", body);
        }
        Action::Charge => {
            let price = order.price.unwrap_or_default();
            answer.set.push(("crawler-price", price.to_owned()));
            let body = format!("This page costs {price}.\n");
            answer.replace(402, "text/plain; charset=utf-8", "private, no-store", body);
        }
    }
    answer
}

impl Answer {
    fn replace(&mut self, status: u16, kind: &str, cache: &str, body: String) {
        self.status = Some(status);
        self.set.push(("Content-Type", kind.to_owned()));
        self.set.push(("Cache-Control", cache.to_owned()));
        self.body = Some(body);
    }

    /// Gives the page an ETag made of its text, and leaves out the page for who has that text.
    fn by_text(&mut self, finding: &Finding, visit: &Visit) {
        let Some(digest) = finding.digest.as_deref().filter(|_| visit.status == 200) else {
            return;
        };
        self.set.push(("ETag", tag(digest, visit.etag.as_deref())));
        let sent = visit.if_none_match.as_deref().unwrap_or_default();
        let has = tags(sent).iter().any(|tag| {
            let text = parts(tag).map(|(text, _)| text);
            text == Some(digest)
                || visit
                    .etag
                    .as_deref()
                    .is_some_and(|own| weak(own) == weak(tag))
        });
        if has {
            self.status = Some(304);
            self.remove.extend(OF_BODY);
        }
    }
}

/// Whether an original stands on the site of a page.
fn place(page: &str, original: &str) -> Place {
    match address::site(page) == address::site(original) {
        true => Place::Same,
        false => Place::Cross,
    }
}

/// The header `Offprint`, an Item of Structured Fields (RFC 9651): the verdict as a token, with the
/// parameters `score` (decimal, 0 to 1), `original` or `copy` (string) with its `confidence`
/// (integer, 0 to 100) and when it was first `seen` (string, ISO 8601), `known` (boolean), the
/// `class` of the client (token), `by` what it is known (token), and what it falsely `claims`
/// (string).
fn field(finding: &Finding, who: &Who) -> String {
    // Formatting floating-point numbers would make the module larger.
    let score = (finding.score * 1000.0).round() as u32;
    let name = finding.verdict.name();
    let mut field = format!("{name};score={}.{:03}", score / 1000, score % 1000);
    for (parameter, url) in [("original", &finding.original), ("copy", &finding.copy)] {
        if let Some(url) = url {
            let (url, confidence) = (header_safe(url), finding.confidence);
            field.push_str(&format!(";{parameter}=\"{url}\";confidence={confidence}"));
            if let Some(seen) = &finding.seen {
                field.push_str(&format!(";seen=\"{}\"", header_safe(seen)));
            }
        }
    }
    if finding.known {
        field.push_str(";known");
    }
    field.push_str(";class=");
    field.push_str(who.class.name());
    if let Some(by) = who.by {
        field.push_str(";by=");
        field.push_str(by.name());
    }
    if let Some(claim) = &who.claim {
        field.push_str(&format!(";claims=\"{}\"", header_safe(claim)));
    }
    field
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

/// The ETag of a text. It carries the origin's own, so that a client that has only ours can still
/// be told by the origin that nothing changed. Weak, since the bytes may differ.
fn tag(digest: &str, own: Option<&str>) -> String {
    let own = own.filter(|own| own.len() <= MAX_CARRIED);
    let carried = own.and_then(|own| {
        let opaque = weak(own).strip_prefix('"')?.strip_suffix('"')?;
        let strength = if own.starts_with('"') { 's' } else { 'w' };
        Some(format!(".{strength}.{opaque}"))
    });
    format!("{TAG}{digest}{}\"", carried.unwrap_or_default())
}

/// The digest in an ETag of ours, and the origin's ETag that it carries; `None` for others.
fn parts(tag: &str) -> Option<(&str, Option<String>)> {
    let inner = tag.strip_prefix(TAG)?.strip_suffix('"')?;
    let Some((digest, carried)) = inner.split_once('.') else {
        return Some((inner, None));
    };
    let (strength, opaque) = carried.split_once('.')?;
    let prefix = if strength == "s" { "" } else { "W/" };
    Some((digest, Some(format!("{prefix}\"{opaque}\""))))
}

/// An ETag as weak comparison sees it (RFC 9110, section 8.8.3.2).
fn weak(tag: &str) -> &str {
    tag.strip_prefix("W/").unwrap_or(tag)
}

/// The ETags in an `If-None-Match`; none if it is not well-formed. Unlike a string of a structured field, an
/// ETag ends at the next `"`, whatever stands before (RFC 9110, section 8.8.3).
fn tags(header: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    let mut rest = header;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        if rest.is_empty() {
            return tags;
        }
        let Some((_, after)) = weak(rest)
            .strip_prefix('"')
            .and_then(|opaque| opaque.split_once('"'))
        else {
            return Vec::new();
        };
        let (tag, _) = rest.split_at(rest.len() - after.len());
        tags.push(tag);
        rest = after;
    }
}

/// The `If-None-Match` that the origin is asked with: in the place of our ETags those that it sent
/// itself. `None` if none is left.
///
/// ```
/// use offprint::edge::to_origin;
/// assert_eq!(to_origin(r#"W/"fp1-0.s.a", "b""#).as_deref(), Some(r#""a", "b""#));
/// assert_eq!(to_origin(r#"W/"fp1-0""#), None);
/// ```
pub fn to_origin(if_none_match: &str) -> Option<String> {
    let tags = tags(if_none_match);
    if !tags.iter().any(|tag| tag.starts_with(TAG)) {
        return Some(if_none_match.to_owned());
    }
    let theirs = |tag: &&str| match parts(tag) {
        Some((_, carried)) => carried,
        None => Some((*tag).to_owned()),
    };
    let tags: Vec<String> = tags.iter().filter_map(theirs).collect();
    (!tags.is_empty()).then(|| tags.join(", "))
}

/// The ETag for a client whom the origin told by 304 that nothing changed: the one that it has of
/// us, which carries the origin's; `None` if it has none such.
///
/// ```
/// use offprint::edge::unchanged;
/// let sent = r#""b", W/"fp1-0.s.a""#;
/// assert_eq!(unchanged(sent, Some("W/\"a\"")).as_deref(), Some(r#"W/"fp1-0.s.a""#));
/// assert_eq!(unchanged(sent, Some("\"b\"")), None);
/// ```
pub fn unchanged(if_none_match: &str, etag: Option<&str>) -> Option<String> {
    let ours = tags(if_none_match).into_iter().find(|tag| {
        let Some((_, Some(carried))) = parts(tag) else {
            return false;
        };
        // A 304 need not repeat the ETag if only one was asked for.
        etag.is_none_or(|etag| weak(etag) == weak(&carried))
    });
    ours.map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::{Agents, Policy, Proof, Value};

    fn finding(verdict: Kind, original: Option<&str>) -> Finding {
        Finding {
            verdict,
            score: 0.9514,
            original: original.map(str::to_owned),
            copy: None,
            place: None,
            confidence: 15,
            seen: original.map(|_| "2026-01-01T00:00:00Z".into()),
            known: false,
            stated: None,
            digest: Some("00ab".into()),
        }
    }

    fn settings(rule: &str) -> Settings {
        Settings {
            policy: Policy::read(&Value::of_json(&format!("{{\"rules\": [{rule}]}}"))).unwrap(),
            ..Settings::default()
        }
    }

    fn visit(class: Class) -> Visit {
        Visit {
            url: "https://www.a.example/2".into(),
            who: Who {
                class,
                by: Some(Proof::Agent),
                claim: None,
            },
            status: 200,
            ..Visit::default()
        }
    }

    fn value<'a>(headers: &'a [(&'static str, String)], name: &str) -> Option<&'a str> {
        let mut named = headers.iter().filter(|(other, _)| *other == name);
        named.next().map(|(_, value)| value.as_str())
    }

    #[test]
    fn a_copy_names_its_original() {
        let copy = finding(Kind::Same, Some("https://b.example/1"));
        let plain = Settings::default();
        let told = answer(&copy, &visit(Class::Search), &plain);
        assert_eq!(
            (told.action, told.status, told.body),
            (Action::Annotate, None, None)
        );
        let expected = "same;score=0.951;original=\"https://b.example/1\";confidence=15;seen=\"2026-01-01T00:00:00Z\";class=search;by=agent";
        assert_eq!(value(&told.set, "Offprint"), Some(expected));
        let link = "<https://b.example/1>; rel=\"canonical\"";
        assert_eq!(value(&told.append, "Link"), Some(link));
        assert_eq!(value(&told.append, "X-Robots-Tag"), Some("noindex"));
        assert_eq!(value(&told.append, "Vary"), Some("User-Agent"));
        assert_eq!(value(&told.set, "ETag"), None);

        let archive = answer(&copy, &visit(Class::Archive), &plain);
        assert_eq!(
            value(&archive.append, "X-Robots-Tag"),
            None,
            "not a search engine"
        );
        let same_site = finding(Kind::Same, Some("https://a.example/1"));
        let same_site = answer(&same_site, &visit(Class::Search), &plain);
        assert_eq!(value(&same_site.append, "X-Robots-Tag"), None);
        assert!(value(&same_site.append, "Link").is_some());
        let partial = answer(
            &finding(Kind::Partial, Some("https://b.example/1")),
            &visit(Class::Search),
            &plain,
        );
        assert_eq!(value(&partial.append, "Link"), None);
    }

    #[test]
    fn the_field_tells_all() {
        let mut original = finding(Kind::Same, None);
        original.copy = Some("https://b.example/\u{6C34}\"\r\n".into());
        original.known = true;
        let who = Who {
            claim: Some("Googlebot".into()),
            by: Some(Proof::Address),
            class: Class::OtherBot,
        };
        let told = field(&original, &who);
        let expected = "same;score=0.951;copy=\"https://b.example/%E6%B0%B4%22%0D%0A\";confidence=15;known;class=other-bot;by=address;claims=\"Googlebot\"";
        assert_eq!(told, expected);
        assert_eq!(
            field(&finding(Kind::Unknown, None), &Who::default()),
            "unknown;score=0.951;class=person"
        );
    }

    #[test]
    fn a_redirect_stays_on_the_site_and_needs_an_original_that_is_there() {
        let rule =
            settings(r#"{"verdict": "same", "site": "same", "action": "redirect", "status": 308}"#);
        let copy = finding(Kind::Same, Some("https://a.example/1?a=1&b=2"));
        let told = answer(&copy, &visit(Class::OtherBot), &rule);
        assert_eq!((told.action, told.status), (Action::Redirect, Some(308)));
        assert_eq!(
            value(&told.set, "Location"),
            Some("https://a.example/1?a=1&b=2")
        );
        assert_eq!(
            value(&told.set, "Cache-Control"),
            Some("private, max-age=3600")
        );
        assert!(
            told.body
                .unwrap()
                .contains("<a href=\"https://a.example/1?a=1&amp;b=2\">")
        );
        let gone = Visit {
            gone: true,
            ..visit(Class::OtherBot)
        };
        assert_eq!(answer(&copy, &gone, &rule).status, None);
        let elsewhere = finding(Kind::Same, Some("https://b.example/1"));
        assert_eq!(
            answer(&elsewhere, &visit(Class::OtherBot), &rule).status,
            None
        );
    }

    #[test]
    fn pages_can_be_refused_charged_or_forwarded_in_silence() {
        let copy = finding(Kind::Same, Some("https://b.example/1"));
        let told = |rule| answer(&copy, &visit(Class::AiTraining), &settings(rule));
        let refused = told(r#"{"action": "refuse"}"#);
        assert_eq!(refused.status, Some(403));
        assert!(refused.body.unwrap().contains("https://b.example/1"));
        let charged = told(r#"{"action": "charge", "price": "USD 0.01"}"#);
        assert_eq!(charged.status, Some(402));
        assert_eq!(value(&charged.set, "crawler-price"), Some("USD 0.01"));
        assert_eq!(
            value(&charged.set, "Cache-Control"),
            Some("private, no-store")
        );
        let silent = told(r#"{"action": "forward"}"#);
        assert_eq!(
            silent,
            Answer {
                action: Action::Forward,
                ..Answer::default()
            }
        );
    }

    #[test]
    fn a_text_that_the_client_has_is_not_sent_again() {
        let rule = settings(r#"{"action": "not-modified"}"#);
        let new = finding(Kind::Different, None);
        let ask = |etag: Option<&str>, sent: Option<&str>| {
            let visit = Visit {
                etag: etag.map(str::to_owned),
                if_none_match: sent.map(str::to_owned),
                ..visit(Class::Search)
            };
            let told = answer(&new, &visit, &rule);
            (told.status, value(&told.set, "ETag").unwrap().to_owned())
        };
        let own = Some("\"v2\"");
        let ours = "W/\"fp1-00ab.s.v2\"";
        assert_eq!(ask(own, None), (None, ours.to_owned()));
        for sent in [
            "W/\"fp1-00ab.s.v1\"",
            "W/\"fp1-00ab\"",
            "\"x\", W/\"fp1-00ab.w.,\"",
            "\"v2\"",
            "W/\"v2\"",
        ] {
            assert_eq!(ask(own, Some(sent)), (Some(304), ours.to_owned()), "{sent}");
        }
        for sent in [
            "W/\"fp1-00ac.s.v1\"",
            "\"fp1-00ab\"",
            "\"v1\"",
            "",
            "\"",
            "*",
        ] {
            assert_eq!(ask(own, Some(sent)).0, None, "{sent}");
        }
        assert_eq!(ask(None, None).1, "W/\"fp1-00ab\"");
        assert_eq!(ask(Some("W/\"a.b\""), None).1, "W/\"fp1-00ab.w.a.b\"");
        assert_eq!(ask(Some("unquoted"), None).1, "W/\"fp1-00ab\"");
        let part = Visit {
            status: 206,
            ..visit(Class::Search)
        };
        assert_eq!(value(&answer(&new, &part, &rule).set, "ETag"), None);
        let short = Finding {
            digest: None,
            ..new.clone()
        };
        assert_eq!(
            value(&answer(&short, &visit(Class::Search), &rule).set, "ETag"),
            None
        );
    }

    #[test]
    fn the_gateway_answers_all_by_their_text() {
        let refusing = settings(r#"{"action": "refuse"}"#);
        let ask = Visit {
            gateway: true,
            if_none_match: Some("W/\"fp1-00ab\"".into()),
            ..visit(Class::Archive)
        };
        assert_eq!(
            answer(&finding(Kind::Different, None), &ask, &refusing).status,
            Some(304)
        );
    }

    #[test]
    fn the_origin_is_asked_with_its_own_tags() {
        for (sent, asked) in [
            ("\"a\"", Some("\"a\"")),
            ("*", Some("*")),
            ("W/\"fp1-00ab.w.a.b,c\"", Some("W/\"a.b,c\"")),
            ("W/\"fp1-00ab\", \"x\"", Some("\"x\"")),
            ("W/\"fp1-00ab\"", None),
            ("W/\"fp1-00ab.s\"", Some("W/\"fp1-00ab.s\"")),
            // A backslash escapes nothing.
            (
                r#""a\", W/"fp1-00ab.s.b\",, "c""#,
                Some(r#""a\", "b\", "c""#),
            ),
            (r#"W/"fp1-00ab", "#, None),
            (r#"W/"fp1-00ab", x"#, Some(r#"W/"fp1-00ab", x"#)),
        ] {
            assert_eq!(to_origin(sent).as_deref(), asked, "{sent}");
        }
        let sent = "W/\"fp1-1.s.a\", W/\"fp1-2.w.b\"";
        assert_eq!(
            unchanged(sent, Some("\"b\"")).as_deref(),
            Some("W/\"fp1-2.w.b\"")
        );
        assert_eq!(unchanged(sent, None).as_deref(), Some("W/\"fp1-1.s.a\""));
        assert_eq!(unchanged(sent, Some("\"c\"")), None);
    }

    #[test]
    fn caches_are_told_what_the_answer_depends_on() {
        let told = |vary: &str, settings: &Settings| {
            let visit = Visit {
                vary: Some(vary.into()),
                ..visit(Class::Search)
            };
            let told = answer(&finding(Kind::Different, None), &visit, settings);
            value(&told.append, "Vary").map(str::to_owned)
        };
        let plain = Settings::default();
        assert_eq!(told("Accept", &plain).as_deref(), Some("User-Agent"));
        assert_eq!(told("accept, user-agent", &plain), None);
        assert_eq!(told("*", &plain), None);
        let signed = Settings {
            agents: Agents::read(&Value::of_json(
                r#"{"signed": {"https://a.example": "search"}}"#,
            ))
            .unwrap(),
            ..plain
        };
        assert_eq!(
            told("", &signed).as_deref(),
            Some("User-Agent, Signature-Agent")
        );
    }
}
