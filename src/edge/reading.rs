//! Whether a page is read on its way, and how.

use serde::{Deserialize, Serialize};

/// Longest page that is held back for a crawler until it has been read, in bytes. Larger: more
/// pages are checked before they are forwarded; smaller: less memory and waiting.
pub const HOLD_BYTES: u32 = 2 << 20;

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

#[cfg(test)]
mod tests {
    use super::*;

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
