//! How a page is answered, once it is known what it is.

use super::classify::{Proof, Who};
use super::decide::Finding;
use super::policy::{Action, Order, Page, Place};
use super::price::Price;
use super::settings::Settings;
use offprint::compare::Verdict;
use offprint::internals::address;
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
    /// HTTP method.
    pub method: String,
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
    /// `Link` of the response.
    pub link: Option<String>,
    /// `crawler-exact-price`: what the client offers to pay, no more and no less.
    pub exact_price: Option<String>,
    /// `crawler-max-price`: the most it offers to pay.
    pub max_price: Option<String>,
    /// Whether a signature of the client's covers what it offers.
    pub price_signed: bool,
    /// Whether the price was paid.
    pub paid: bool,
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
    /// Whether it is sure enough that the page seen first is the original to call it so.
    pub sure: bool,
    /// What the client offers to pay and has to: if that is confirmed, the page is answered anew, as
    /// [`Visit::paid`].
    pub price: Option<String>,
}

/// How a page that was read is answered.
///
/// Whatever is forwarded is forwarded byte for byte: what a crawler reads never differs from what a
/// person does. Of two pages of one text it is only told which is the original where that is sure,
/// and never against what the page states itself.
pub fn answer(finding: &Finding, visit: &Visit, settings: &Settings) -> Answer {
    let place = finding.place.filter(|_| finding.original.is_some());
    let disowned = is_disowned(finding, visit);
    let page = Page {
        verdict: finding.verdict,
        place,
        confidence: finding.confidence,
        disowned,
    };
    let mut order = settings.policy.order(&visit.who, &page);
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
    let field = field(finding, &visit.who, order.sure);
    answer.set.push(("Offprint", field));
    let is_sure = finding.confidence >= order.sure;
    answer.sure = is_sure;
    let original = finding.original.as_deref().filter(|_| is_sure);
    let original = original.map(header_safe);
    if let (Verdict::Same, Some(url)) = (finding.verdict, &original) {
        if !states_canonical(finding, visit) {
            let link = format!("<{url}>; rel=\"canonical\"");
            answer.append.push(("Link", link));
        }
        if order.noindex && place == Some(Place::Cross) && !disowned {
            answer.append.push(("X-Robots-Tag", "noindex".to_owned()));
        }
    }
    answer.vary(visit, settings);
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
        Action::Refuse => answer.refuse(original.as_deref()),
        Action::Charge => answer.charge(order, visit, settings),
    }
    answer
}

/// How a client is answered that a rule keeps out whatever the page is; `None` if none does. Such a
/// rule is asked before the page is, unless one comes before it that depends on the page; `unread`
/// tells that nobody knows what the page is, so that such rules are passed over.
///
/// What crawlers have to read to behave, and what proves whose a host is, is kept from nobody.
pub fn outright(visit: &Visit, unread: bool, settings: &Settings) -> Option<Answer> {
    let order = match unread {
        true => settings.policy.unread(&visit.who),
        false => settings.policy.outright(&visit.who),
    };
    let order = order.filter(|_| !is_for_all(visit))?;
    let mut answer = Answer {
        action: order.action,
        ..Answer::default()
    };
    let mut field = "unknown;unread".to_owned();
    field.push_str(&client(&visit.who));
    answer.set.push(("Offprint", field));
    answer.vary(visit, settings);
    match order.action {
        Action::Charge => answer.charge(order, visit, settings),
        _ => answer.refuse(None),
    }
    Some(answer)
}

/// Whether it is `robots.txt` or under `/.well-known/`: without the one a crawler may think that it
/// may have everything, and certificates are renewed by way of the other. Nothing in the address may
/// lead a site behind to take it for another one.
fn is_for_all(visit: &Visit) -> bool {
    let Some((_, rest)) = address::at_scheme(&visit.url) else {
        return false;
    };
    let path = rest.find('/').map_or("/", |slash| &rest[slash..]);
    let is_plain = path
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b"/._~-".contains(&byte))
        && !path.split('/').any(|segment| segment == "..");
    let is_read = ["GET", "HEAD"].contains(&visit.method.as_str());
    is_read && is_plain && (path == "/robots.txt" || path.starts_with("/.well-known/"))
}

/// Whether the page states the address of another page than the original as its own.
fn is_disowned(finding: &Finding, visit: &Visit) -> bool {
    let Some(original) = finding.original.as_deref() else {
        return false;
    };
    let stated = finding.stated.as_deref();
    let by_page = stated.is_some_and(|stated| !address::is_same_page(stated, original));
    let by_header = visit
        .link
        .as_deref()
        .is_some_and(|link| has_canonical(link) && !link.contains(&format!("<{original}>")));
    by_page || by_header
}

/// Whether the page states an address as its own.
fn states_canonical(finding: &Finding, visit: &Visit) -> bool {
    finding.stated.is_some() || visit.link.as_deref().is_some_and(has_canonical)
}

/// Whether a `Link` header (RFC 8288) has a link with the relation `canonical`.
fn has_canonical(link: &str) -> bool {
    let mut parameters = link.split(';').filter_map(|part| part.split_once('='));
    parameters.any(|(name, value)| {
        let value = value.trim_start().trim_start_matches('"');
        let value = value.split(['"', ',']).next().unwrap_or_default();
        let mut relations = value.split_ascii_whitespace();
        name.trim().eq_ignore_ascii_case("rel")
            && relations.any(|relation| relation.eq_ignore_ascii_case("canonical"))
    })
}

/// Why a client that is charged does not get the page: status and code, as pay per crawl has them,
/// and for people.
type Unpaid = (u16, &'static str, &'static str);

/// Whether a client offers what is asked, in a way that can be relied on.
fn check_offer(price: Price, visit: &Visit) -> Result<(), Unpaid> {
    let offered = match (&visit.exact_price, &visit.max_price) {
        (None, None) => {
            return Err((
                402,
                "MissingCrawlerPrice",
                "Offer it by crawler-exact-price, or more by crawler-max-price.",
            ));
        }
        (Some(_), Some(_)) => {
            return Err((
                400,
                "ConflictingPriceHeaders",
                "Send crawler-exact-price or crawler-max-price, not both.",
            ));
        }
        (Some(price), None) | (None, Some(price)) => Price::parse(price.trim()),
    };
    let Some(offered) = offered else {
        let what = "The price that you offer is none: write it as `USD 0.01`.";
        return Err((400, "InvalidCrawlerPriceValue", what));
    };
    if visit.exact_price.is_some() && offered != price {
        return Err((402, "InvalidCrawlerExactPrice", "You offer another price."));
    }
    if !offered.covers(&price) {
        return Err((402, "InvalidCrawlerMaxPrice", "You offer less."));
    }
    if !visit.who.is_proven() {
        let what = "Nobody pays by a name alone: sign the request (Web Bot Auth).";
        return Err((400, "StrongAuthRequired", what));
    }
    if visit.who.by == Some(Proof::Signature) && !visit.price_signed {
        let what = "Your signature has to cover the header with the price.";
        return Err((400, "InvalidSignature", what));
    }
    Ok(())
}

impl Answer {
    /// A shared cache must not give a person what a crawler got.
    fn vary(&mut self, visit: &Visit, settings: &Settings) {
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
            self.append.push(("Vary", varies.join(", ")));
        }
    }

    fn refuse(&mut self, original: Option<&str>) {
        let body = match original {
            Some(url) => format!("This article is known from {url}. It is not for you here.\n"),
            None => "This page is not for you.\n".to_owned(),
        };
        self.replace(403, "text/plain; charset=utf-8", "private, no-store", body);
    }

    /// 402 with the price, or the page if that was paid.
    fn charge(&mut self, order: Order, visit: &Visit, settings: &Settings) {
        let Some(price) = order.price else {
            return;
        };
        let written = price.to_string();
        if visit.paid {
            self.set.push(("crawler-charged", written));
            // What one has paid for is not for the next.
            self.set.push(("Cache-Control", "private".to_owned()));
            return;
        }
        let (status, error, what) = match check_offer(price, visit) {
            _ if !settings.payments => {
                self.set[0].1.push_str(";unpayable");
                (
                    402,
                    None,
                    "Nothing can be paid here, and nothing is charged.",
                )
            }
            _ if visit.method != "GET" => (402, None, "Pages are paid for by GET."),
            Err((status, code, what)) => (status, Some(code), what),
            Ok(()) => {
                self.price = Some(written.clone());
                (
                    402,
                    Some("PaymentFailed"),
                    "The payment was not confirmed, and nothing is charged.",
                )
            }
        };
        if let Some(code) = error {
            self.set.push(("crawler-error", code.to_owned()));
        }
        let body = format!("This page costs {written}. {what}\n");
        self.set.push(("crawler-price", written));
        self.replace(
            status,
            "text/plain; charset=utf-8",
            "private, no-store",
            body,
        );
    }

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

/// The header `Offprint`, an Item of Structured Fields (RFC 9651): the verdict as a token, with the
/// parameters `score` (decimal, 0 to 1), `original`, `first` or `copy` (string) with its `confidence`
/// (integer, 0 to 100) and when it was first `seen` (string, ISO 8601), `known` (boolean), the
/// `class` of the client (token), `by` what it is known (token), and what it falsely `claims`
/// (string). `first` is the page seen first, of which it is not `sure` that it is the original.
fn field(finding: &Finding, who: &Who, sure: u8) -> String {
    // Formatting floating-point numbers would make the module larger.
    let score = (finding.score * 1000.0).round() as u32;
    let name = finding.verdict.name();
    let mut field = format!("{name};score={}.{:03}", score / 1000, score % 1000);
    let original = match finding.confidence >= sure {
        true => "original",
        false => "first",
    };
    for (parameter, url) in [(original, &finding.original), ("copy", &finding.copy)] {
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
    field.push_str(&client(who));
    field
}

/// What the client was taken for.
fn client(who: &Who) -> String {
    let mut field = format!(";class={}", who.class.name());
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
/// use offprint_edge::to_origin;
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
/// use offprint_edge::unchanged;
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
    use crate::{Agents, Class, Policy, Value};

    fn finding(verdict: Verdict, original: Option<&str>) -> Finding {
        Finding {
            verdict,
            score: 0.9514,
            original: original.map(str::to_owned),
            copy: None,
            place: original.map(|url| match url.contains("a.example/") {
                true => Place::Same,
                false => Place::Cross,
            }),
            confidence: 75,
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
            method: "GET".into(),
            who: Who {
                class,
                by: Some(Proof::Address),
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

    const NOINDEX: &str =
        r#"{"verdict": "same", "site": "cross", "action": "annotate", "noindex": true}"#;

    #[test]
    fn a_copy_names_its_original() {
        let copy = finding(Verdict::Same, Some("https://b.example/1"));
        let plain = Settings::default();
        let told = answer(&copy, &visit(Class::Search), &plain);
        assert_eq!(
            (told.action, told.status, told.body),
            (Action::Annotate, None, None)
        );
        let expected = "same;score=0.951;original=\"https://b.example/1\";confidence=75;seen=\"2026-01-01T00:00:00Z\";class=search;by=address";
        assert_eq!(value(&told.set, "Offprint"), Some(expected));
        let link = "<https://b.example/1>; rel=\"canonical\"";
        assert_eq!(value(&told.append, "Link"), Some(link));
        assert_eq!(value(&told.append, "X-Robots-Tag"), None, "nobody said so");
        assert_eq!(value(&told.append, "Vary"), Some("User-Agent"));
        assert_eq!(value(&told.set, "ETag"), None);

        let hidden = answer(&copy, &visit(Class::Search), &settings(NOINDEX));
        assert_eq!(value(&hidden.append, "X-Robots-Tag"), Some("noindex"));
        assert_eq!(value(&hidden.append, "Link"), Some(link));
        let same_site = finding(Verdict::Same, Some("https://a.example/1"));
        let same_site = answer(&same_site, &visit(Class::Search), &settings(NOINDEX));
        assert_eq!(value(&same_site.append, "X-Robots-Tag"), None);
        assert!(value(&same_site.append, "Link").is_some());
        let partial = finding(Verdict::Partial, Some("https://b.example/1"));
        let partial = answer(&partial, &visit(Class::Search), &settings(NOINDEX));
        assert_eq!(value(&partial.append, "Link"), None);
        assert_eq!(value(&partial.append, "X-Robots-Tag"), None);
    }

    #[test]
    fn a_page_of_which_it_is_not_sure_is_told_which_was_first_and_no_more() {
        for (rule, confidence, sure) in [
            ("", 59, false),
            ("", 60, true),
            (NOINDEX, 15, false),
            (
                r#"{"action": "not-modified", "minConfidence": 90}"#,
                89,
                false,
            ),
            (
                r#"{"action": "not-modified", "minConfidence": 90}"#,
                90,
                true,
            ),
            (r#"{"action": "annotate", "minConfidence": 15}"#, 15, true),
        ] {
            let copy = Finding {
                confidence,
                ..finding(Verdict::Same, Some("https://b.example/1"))
            };
            let told = answer(&copy, &visit(Class::Search), &settings(rule));
            assert_eq!(told.status, None);
            assert_eq!(
                value(&told.append, "Link").is_some(),
                sure,
                "{rule} {confidence}"
            );
            assert_eq!(value(&told.append, "X-Robots-Tag"), None);
            let name = if sure { "original" } else { "first" };
            let expected =
                format!("same;score=0.951;{name}=\"https://b.example/1\";confidence={confidence};");
            assert!(
                value(&told.set, "Offprint").unwrap().starts_with(&expected),
                "{told:?}"
            );
        }
    }

    #[test]
    fn a_page_is_not_told_another_address_than_it_states() {
        let hiding = settings(NOINDEX);
        let told = |stated: Option<&str>, link: Option<&str>| {
            let copy = Finding {
                stated: stated.map(str::to_owned),
                ..finding(Verdict::Same, Some("https://b.example/1"))
            };
            let visit = Visit {
                link: link.map(str::to_owned),
                ..visit(Class::Search)
            };
            let told = answer(&copy, &visit, &hiding);
            let is = |name| value(&told.append, name).is_some();
            (is("Link"), is("X-Robots-Tag"))
        };
        assert_eq!(told(None, None), (true, true));
        assert_eq!(told(None, Some("</style.css>; rel=preload")), (true, true));
        assert_eq!(told(Some("https://www.a.example/2"), None), (false, false));
        assert_eq!(told(Some("https://c.example/1"), None), (false, false));
        assert_eq!(
            told(Some("https://b.example/1/"), None),
            (false, true),
            "it says so itself"
        );
        for link in [
            "<https://www.a.example/2>; rel=canonical",
            "</a.css>; rel=preload, </2>; title=\"x;y\"; REL=\"nofollow Canonical\"",
        ] {
            assert_eq!(told(None, Some(link)), (false, false), "{link}");
        }
        let own = "<https://b.example/1>; rel=\"canonical\"";
        assert_eq!(told(None, Some(own)), (false, true));

        let rule = settings(r#"{"verdict": "same", "site": "same", "action": "redirect"}"#);
        for (stated, status) in [
            (None, Some(301)),
            (Some("https://a.example/1"), Some(301)),
            (Some("https://a.example/2"), None),
        ] {
            let copy = Finding {
                stated: stated.map(str::to_owned),
                ..finding(Verdict::Same, Some("https://a.example/1"))
            };
            let told = answer(&copy, &visit(Class::Search), &rule);
            assert_eq!(told.status, status, "{stated:?}");
        }
    }

    #[test]
    fn the_field_tells_all() {
        let mut original = finding(Verdict::Same, None);
        original.copy = Some("https://b.example/\u{6C34}\"\r\n".into());
        original.known = true;
        let who = Who {
            claim: Some("Googlebot".into()),
            by: Some(Proof::Address),
            class: Class::OtherBot,
        };
        let told = field(&original, &who, 60);
        let expected = "same;score=0.951;copy=\"https://b.example/%E6%B0%B4%22%0D%0A\";confidence=75;known;class=other-bot;by=address;claims=\"Googlebot\"";
        assert_eq!(told, expected);
        assert_eq!(
            field(&finding(Verdict::Unknown, None), &Who::default(), 60),
            "unknown;score=0.951;class=person"
        );
    }

    #[test]
    fn a_redirect_stays_on_the_site_and_needs_an_original_that_is_there() {
        let rule =
            settings(r#"{"verdict": "same", "site": "same", "action": "redirect", "status": 308}"#);
        let copy = finding(Verdict::Same, Some("https://a.example/1?a=1&b=2"));
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
        let elsewhere = finding(Verdict::Same, Some("https://b.example/1"));
        assert_eq!(
            answer(&elsewhere, &visit(Class::OtherBot), &rule).status,
            None
        );
        let nowhere = Visit {
            url: "about:blank".into(),
            ..visit(Class::OtherBot)
        };
        let odd = finding(Verdict::Same, Some("mailto:a@b.example"));
        assert_eq!(answer(&odd, &nowhere, &rule).status, None);
    }

    #[test]
    fn pages_can_be_refused_charged_or_forwarded_in_silence() {
        let copy = finding(Verdict::Same, Some("https://b.example/1"));
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
    fn who_is_kept_out_is_answered_without_the_page() {
        let refusing = settings(r#"{"action": "refuse"}"#);
        let told = |url: &str, method: &str| {
            let visit = Visit {
                url: url.into(),
                method: method.into(),
                ..visit(Class::AiTraining)
            };
            outright(&visit, false, &refusing).and_then(|answer| answer.status)
        };
        for method in ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"] {
            assert_eq!(told("https://a.example/2", method), Some(403), "{method}");
        }
        for url in [
            "https://a.example/robots.txt",
            "https://a.example/.well-known/acme-challenge/x_-~1",
        ] {
            assert_eq!(told(url, "GET"), None, "{url}");
            assert_eq!(told(url, "HEAD"), None, "{url}");
            assert_eq!(told(url, "POST"), Some(403), "{url}");
        }
        for url in [
            "https://a.example",
            "https://a.example/robots.txt/2",
            "https://a.example/robots.txt?p=2",
            "https://a.example/robots.txt;2",
            "https://a.example/robots%2etxt",
            "https://a.example/2?/robots.txt",
            "https://a.example//robots.txt",
            "https://a.example/.well-known",
            "https://a.example/.well-known/../2",
            "https://a.example/.well-known/..%2f2",
            "https://a.example/.well-known/..;/2",
            "https://a.example/.well-known/%2e%2e/2",
            "https://a.example/.well-known/..\\2",
            "",
        ] {
            assert_eq!(told(url, "GET"), Some(403), "{url}");
        }
        let answer = outright(&visit(Class::Archive), false, &refusing).unwrap();
        let field = Some("unknown;unread;class=archive;by=address");
        assert_eq!(value(&answer.set, "Offprint"), field);
        assert_eq!(value(&answer.append, "Vary"), Some("User-Agent"));
        assert_eq!(
            value(&answer.set, "Cache-Control"),
            Some("private, no-store")
        );
        assert_eq!(outright(&visit(Class::Person), false, &refusing), None);
    }

    #[test]
    fn a_price_is_paid_by_who_is_proven_and_offers_it() {
        let rule = r#"{"action": "charge", "price": "USD 0.010"}"#;
        let taking = Settings {
            payments: true,
            ..settings(rule)
        };
        let told = |change: &dyn Fn(&mut Visit)| {
            let mut visit = visit(Class::AiTraining);
            change(&mut visit);
            outright(&visit, false, &taking).unwrap()
        };
        let text = |text: &str| Some(text.to_owned());
        let exact =
            |price: &'static str| told(&move |visit: &mut Visit| visit.exact_price = text(price));
        let max =
            |price: &'static str| told(&move |visit: &mut Visit| visit.max_price = text(price));
        let signed = |covered| {
            told(&move |visit: &mut Visit| {
                visit.max_price = text("USD 1");
                visit.who.by = Some(Proof::Signature);
                visit.price_signed = covered;
            })
        };
        for (answer, status, error) in [
            (told(&|_| {}), 402, "MissingCrawlerPrice"),
            (exact("USD 0.02"), 402, "InvalidCrawlerExactPrice"),
            (exact("EUR 0.01"), 402, "InvalidCrawlerExactPrice"),
            (exact("0.01"), 400, "InvalidCrawlerPriceValue"),
            (exact("USD 0.009999999"), 400, "InvalidCrawlerPriceValue"),
            (max("USD 0.009999"), 402, "InvalidCrawlerMaxPrice"),
            (max("EUR 1"), 402, "InvalidCrawlerMaxPrice"),
            (max("USD 1e9"), 400, "InvalidCrawlerPriceValue"),
            (
                told(&|visit| {
                    visit.exact_price = text("USD 0.01");
                    visit.max_price = text("USD 0.01");
                }),
                400,
                "ConflictingPriceHeaders",
            ),
            (
                told(&|visit| {
                    visit.exact_price = text("USD 0.01");
                    visit.who.by = Some(Proof::Agent);
                }),
                400,
                "StrongAuthRequired",
            ),
            (signed(false), 400, "InvalidSignature"),
        ] {
            assert_eq!(answer.status, Some(status), "{error}");
            assert_eq!(value(&answer.set, "crawler-error"), Some(error));
            assert_eq!(value(&answer.set, "crawler-price"), Some("USD 0.01"));
            assert_eq!(value(&answer.set, "crawler-charged"), None);
            assert_eq!(answer.price, None);
        }
        // As long as nobody confirms the payment, it is 402.
        for answer in [exact("USD 0.0100"), max(" USD 5"), signed(true)] {
            assert_eq!(
                (answer.status, answer.price.as_deref()),
                (Some(402), Some("USD 0.01"))
            );
            assert_eq!(value(&answer.set, "crawler-error"), Some("PaymentFailed"));
        }
        let paid = told(&|visit| {
            visit.max_price = text("USD 5");
            visit.paid = true;
        });
        assert_eq!((paid.status, paid.price), (None, None));
        assert_eq!(value(&paid.set, "crawler-charged"), Some("USD 0.01"));
        let by_head = told(&|visit| {
            visit.max_price = text("USD 5");
            visit.method = "HEAD".into();
        });
        assert_eq!((by_head.status, by_head.price), (Some(402), None));

        let nobody = settings(rule);
        let offering = Visit {
            max_price: text("USD 5"),
            ..visit(Class::AiTraining)
        };
        let told = outright(&offering, false, &nobody).unwrap();
        assert_eq!((told.status, told.price), (Some(402), None));
        assert!(
            value(&told.set, "Offprint")
                .unwrap()
                .ends_with(";unpayable")
        );
        assert!(told.body.unwrap().contains("nothing is charged"));
    }

    #[test]
    fn a_text_that_the_client_has_is_not_sent_again() {
        let rule = settings(r#"{"action": "not-modified"}"#);
        let new = finding(Verdict::Different, None);
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
            answer(&finding(Verdict::Different, None), &ask, &refusing).status,
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
            let told = answer(&finding(Verdict::Different, None), &visit, settings);
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
