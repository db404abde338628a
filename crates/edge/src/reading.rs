//! Whether a page is read on its way, and how.

use super::classify::{Class, Proof, Who};
use super::settings::Settings;
use serde::Serialize;

/// Longest page that is held back for a crawler until it has been read, in bytes. Larger: more
/// pages are checked before they are forwarded; smaller: less memory and waiting.
pub const HOLD_BYTES: u32 = 2 << 20;

/// Facts about a request.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// HTTP method.
    pub method: String,
    /// Who asks.
    pub class: Class,
    /// How that is known.
    pub by: Option<Proof>,
    /// Whether there is an `Authorization` header: the answer may be private.
    pub authorization: bool,
    /// `Cookie`.
    pub cookie: Option<String>,
    /// Whether only a range of the page is asked for.
    pub range: bool,
    /// Whether it comes through the gateway: then the page is held whoever asks.
    pub gateway: bool,
}

/// Facts about the origin's response.
#[derive(Debug, Clone, Default)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// `Content-Type`.
    pub content_type: Option<String>,
    /// `Cache-Control`.
    pub cache_control: Option<String>,
    /// `Vary`.
    pub vary: Option<String>,
    /// Whether it sets a cookie.
    pub sets_cookie: bool,
    /// `Content-Length`, if stated.
    pub content_length: Option<f64>,
    /// `Content-Encoding`, if stated.
    pub content_encoding: Option<String>,
    /// `ETag`.
    pub etag: Option<String>,
    /// `Last-Modified`.
    pub last_modified: Option<String>,
}

/// How a page is read on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reading {
    /// Held back until it has been read and judged: a crawler asks.
    Before,
    /// Forwarded at once; a copy of the stream is read beside: a person asks, or a crawler whose
    /// answer does not depend on what the page is.
    Beside,
    /// Forwarded and not read.
    Not,
}

/// Why a page is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unread {
    /// It is not HTML.
    Type,
    /// It was asked for with a password.
    Authorization,
    /// It was asked for with a cookie that makes it personal.
    Cookie,
    /// It says by `Vary` that it depends on a cookie, or on what nobody knows.
    Vary,
    /// Its `Cache-Control` says that it is for one client alone, or not to be kept.
    Private,
    /// It sets a cookie.
    SetsCookie,
    /// It was not asked for by GET.
    Method,
    /// A part of it was asked for.
    Range,
    /// It is an error, a redirect, a part, or unchanged.
    Status,
    /// It is compressed in a way that cannot be read here.
    Coding,
    /// It is too long to be held.
    Length,
}

/// What is to be done with a response before anything of its body is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// How it is read.
    pub reading: Reading,
    /// Why it is not.
    pub reason: Option<Unread>,
    /// Whether what was found at an earlier visit answers this one, if the page has not changed.
    pub recall: bool,
    /// What changes whenever the page does; `None` if the origin states nothing of the kind.
    pub validator: Option<String>,
}

/// What is to be done with a response, from the facts about it and its request.
///
/// Only public pages are read: a request with credentials, a response that is private, sets a
/// cookie, is partial, not 200 or not HTML, is passed on untouched. What can be known before the
/// body is: that it is too long to be held, or that no verdict would change the answer.
///
/// ```
/// use offprint_edge::{Class, Reading, Request, Response, Settings, plan};
/// let page = Response { status: 200, content_type: Some("text/html".into()), ..Default::default() };
/// let get = Request { method: "GET".into(), ..Default::default() };
/// let reading = |request: &Request| plan(request, &page, &Settings::default()).reading;
/// assert_eq!(reading(&get), Reading::Beside);
/// assert_eq!(reading(&Request { class: Class::Search, ..get.clone() }), Reading::Before);
/// assert_eq!(reading(&Request { authorization: true, ..get }), Reading::Not);
/// ```
pub fn plan(request: &Request, response: &Response, settings: &Settings) -> Plan {
    let who = Who {
        class: request.class,
        by: request.by,
        claim: None,
    };
    let waits = request.gateway
        || (request.class != Class::Person && !settings.dry_run && !settings.policy.ignores(&who));
    let private = why_private(request, response, settings);
    let length = response.content_length.unwrap_or(0.0);
    let reason = private.or_else(|| {
        let reasons = [
            (request.method != "GET", Unread::Method),
            (request.range, Unread::Range),
            (response.status != 200, Unread::Status),
            (!is_readable(response), Unread::Coding),
            (waits && length > f64::from(HOLD_BYTES), Unread::Length),
        ];
        reasons.iter().find(|(is, _)| *is).map(|(_, why)| *why)
    });
    let reading = match (reason, waits) {
        (Some(_), _) => Reading::Not,
        (None, false) => Reading::Beside,
        (None, true) => Reading::Before,
    };
    let stated = [&response.etag, &response.last_modified];
    let validator = stated.into_iter().flatten().next().cloned();
    let of_page =
        ["GET", "HEAD"].contains(&request.method.as_str()) && [200, 206].contains(&response.status);
    Plan {
        reading,
        reason,
        recall: private.is_none() && of_page && waits && validator.is_some(),
        validator,
    }
}

/// Why it is no page of HTML that anybody may see; `None` if it is one.
fn why_private(request: &Request, response: &Response, settings: &Settings) -> Option<Unread> {
    let html = response.content_type.as_deref().is_some_and(|value| {
        let essence = value.split(';').next().unwrap_or("").trim();
        essence.eq_ignore_ascii_case("text/html")
            || essence.eq_ignore_ascii_case("application/xhtml+xml")
    });
    let private = lists(&response.cache_control, &["private", "no-store"]);
    let cookie = request.cookie.as_deref();
    let reasons = [
        (!html, Unread::Type),
        (request.authorization, Unread::Authorization),
        (
            cookie.is_some_and(|cookie| settings.cookies.any_in(cookie)),
            Unread::Cookie,
        ),
        // The site itself says that the page depends on it.
        (
            cookie.is_some() && lists(&response.vary, &["cookie"]) || lists(&response.vary, &["*"]),
            Unread::Vary,
        ),
        (private, Unread::Private),
        (response.sets_cookie, Unread::SetsCookie),
    ];
    reasons.iter().find(|(is, _)| *is).map(|(_, why)| *why)
}

/// Whether a header, a list, has one of the names.
fn lists(header: &Option<String>, names: &[&str]) -> bool {
    header.as_deref().is_some_and(|value| {
        value.split(',').any(|item| {
            let name = item.split('=').next().unwrap_or("").trim();
            names.iter().any(|wanted| name.eq_ignore_ascii_case(wanted))
        })
    })
}

/// Whether the runtime decodes it on the reading side; anything else would be read as rubbish.
fn is_readable(response: &Response) -> bool {
    response.content_encoding.as_deref().is_none_or(|value| {
        ["", "identity", "gzip", "x-gzip", "br"]
            .iter()
            .any(|name| value.trim().eq_ignore_ascii_case(name))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Policy, SessionCookies, Value};

    fn html() -> Response {
        Response {
            status: 200,
            content_type: Some("Text/HTML; charset=gbk".into()),
            etag: Some("\"1\"".into()),
            last_modified: Some("yesterday".into()),
            ..Response::default()
        }
    }

    fn crawler() -> Request {
        Request {
            method: "GET".into(),
            class: Class::Search,
            ..Request::default()
        }
    }

    fn reading(request: &Request, response: &Response, settings: &Settings) -> Reading {
        plan(request, response, settings).reading
    }

    #[test]
    fn only_public_html_is_read() {
        let settings = Settings::default();
        let expected = Plan {
            reading: Reading::Before,
            reason: None,
            recall: true,
            validator: Some("\"1\"".into()),
        };
        assert_eq!(plan(&crawler(), &html(), &settings), expected);
        let text = |text: &str| Some(text.to_owned());
        let not = [
            Response {
                status: 404,
                ..html()
            },
            Response {
                content_type: text("image/png"),
                ..html()
            },
            Response {
                content_type: None,
                ..html()
            },
            Response {
                cache_control: text("max-age=0, Private"),
                ..html()
            },
            Response {
                cache_control: text("no-store"),
                ..html()
            },
            Response {
                vary: text("Accept, *"),
                ..html()
            },
            Response {
                sets_cookie: true,
                ..html()
            },
        ];
        for response in not {
            let plan = plan(&crawler(), &response, &settings);
            assert_eq!(
                (plan.reading, plan.recall),
                (Reading::Not, false),
                "{response:?}"
            );
        }
        let unread = [
            Response {
                content_encoding: text("zstd"),
                ..html()
            },
            Response {
                content_length: Some(1e9),
                ..html()
            },
        ];
        for response in unread {
            let plan = plan(&crawler(), &response, &settings);
            assert_eq!(
                (plan.reading, plan.recall),
                (Reading::Not, true),
                "{response:?}"
            );
        }
        for (request, recall) in [
            (
                Request {
                    method: "HEAD".into(),
                    ..crawler()
                },
                true,
            ),
            (
                Request {
                    range: true,
                    ..crawler()
                },
                true,
            ),
            (
                Request {
                    method: "POST".into(),
                    ..crawler()
                },
                false,
            ),
            (
                Request {
                    authorization: true,
                    ..crawler()
                },
                false,
            ),
            (
                Request {
                    cookie: text("a=1"),
                    ..crawler()
                },
                false,
            ),
        ] {
            let plan = plan(&request, &html(), &settings);
            assert_eq!(
                (plan.reading, plan.recall),
                (Reading::Not, recall),
                "{request:?}"
            );
        }
        let changing = Response {
            etag: None,
            last_modified: None,
            ..html()
        };
        assert!(!plan(&crawler(), &changing, &settings).recall);
    }

    #[test]
    fn it_is_told_why_a_page_is_not_read() {
        let settings = Settings::default();
        let text = |text: &str| Some(text.to_owned());
        let why = |change: &dyn Fn(&mut Request, &mut Response)| {
            let (mut request, mut response) = (crawler(), html());
            change(&mut request, &mut response);
            let plan = plan(&request, &response, &settings);
            assert_eq!(plan.reason.is_some(), plan.reading == Reading::Not);
            plan.reason
        };
        assert_eq!(why(&|_, _| {}), None);
        for (reason, expected) in [
            (
                why(&|_, page| page.content_type = text("image/png")),
                Unread::Type,
            ),
            (
                why(&|asked, _| asked.authorization = true),
                Unread::Authorization,
            ),
            (why(&|asked, _| asked.cookie = text("a=1")), Unread::Cookie),
            (why(&|_, page| page.vary = text("*")), Unread::Vary),
            (
                why(&|_, page| page.cache_control = text("no-store")),
                Unread::Private,
            ),
            (why(&|_, page| page.sets_cookie = true), Unread::SetsCookie),
            (
                why(&|asked, _| asked.method = "POST".into()),
                Unread::Method,
            ),
            (why(&|asked, _| asked.range = true), Unread::Range),
            (why(&|_, page| page.status = 500), Unread::Status),
            (
                why(&|_, page| page.content_encoding = text("zstd")),
                Unread::Coding,
            ),
            (
                why(&|_, page| page.content_length = Some(1e9)),
                Unread::Length,
            ),
        ] {
            assert_eq!(reason, Some(expected));
        }
        let named = serde_json::to_string(&Unread::SetsCookie).unwrap();
        assert_eq!(named, "\"sets-cookie\"");
    }

    #[test]
    fn cookies_that_only_count_visitors_do_not_make_a_page_personal() {
        let settings = Settings {
            cookies: SessionCookies::new("session"),
            ..Settings::default()
        };
        let with = |cookie: &str| Request {
            cookie: Some(cookie.into()),
            ..crawler()
        };
        assert_eq!(reading(&with("_ga=1"), &html(), &settings), Reading::Before);
        assert_eq!(
            reading(&with("_ga=1; session=2"), &html(), &settings),
            Reading::Not
        );
        let varying = Response {
            vary: Some("accept, cookie".into()),
            ..html()
        };
        assert_eq!(reading(&with("_ga=1"), &varying, &settings), Reading::Not);
        assert_eq!(reading(&crawler(), &varying, &settings), Reading::Before);
    }

    #[test]
    fn a_crawler_waits_only_where_a_verdict_could_change_its_answer() {
        let policy = "{\"rules\": [{\"class\": \"search\", \"action\": \"forward\"}]}";
        let forwarding = Settings {
            policy: Policy::read(&Value::of_json(policy)).unwrap(),
            ..Settings::default()
        };
        let dry = Settings {
            dry_run: true,
            ..Settings::default()
        };
        for settings in [forwarding, dry] {
            let told = plan(&crawler(), &html(), &settings);
            assert_eq!((told.reading, told.recall), (Reading::Beside, false));
            let gateway = Request {
                class: Class::Person,
                gateway: true,
                ..crawler()
            };
            assert_eq!(reading(&gateway, &html(), &settings), Reading::Before);
        }
    }
}
