//! The crawl gateway: which addresses it may fetch for a crawler, and what it forwards of them.
//!
//! Only what the operator lists is fetched, and nothing that leads into a private network, unless
//! the operator wrote out its host and port. Addresses come as the URL parser of the platform
//! writes them, which turns every spelling of an IPv4 address into the plain one; spellings that
//! are left are refused here. What a name resolves to is the platform's affair.

use super::decide::Finding;
use super::policy::VERDICTS;
use super::ranges::is_public;
use super::value::{Fault, Value};
use offprint::compare::Verdict;
use offprint::internals::address::at_scheme;
use serde::Serialize;
use std::net::IpAddr;

/// Most redirects that are followed for one page.
pub const MAX_REDIRECTS: u32 = 5;
/// What is forwarded: pages and plain text, and the feeds by which crawlers find pages, which many
/// sites send as any XML. Nothing that would make the gateway a way to pictures, films or programs.
const FORWARDED: [&str; 7] = [
    "text/html",
    "application/xhtml+xml",
    "text/plain",
    "application/rss+xml",
    "application/atom+xml",
    "application/xml",
    "text/xml",
];
/// Ends of names that only mean something inside a network.
const INNER_NAMES: [&str; 9] = [
    "localhost",
    "local",
    "internal",
    "intranet",
    "lan",
    "corp",
    "home",
    "home.arpa",
    "onion",
];

/// The gateway's settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Gateway {
    #[serde(skip)]
    targets: Vec<Target>,
    /// Whether anybody may have pages fetched, and not only who has a token.
    pub public: bool,
    /// Origins by the host that the gateway is asked under.
    pub hosts: Vec<(String, String)>,
    /// Verdicts whose pages are kept back.
    #[serde(skip)]
    withhold: Vec<Verdict>,
    /// Longest page, in bytes.
    pub max_bytes: u32,
    /// Longest time that fetching a page may take, in ms.
    pub timeout: u32,
    /// Most redirects that are followed.
    pub max_redirects: u32,
}

/// A host that may be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Target {
    /// In lower case. Of `*.a.example` the part behind the star.
    host: String,
    port: Option<u16>,
    with_subdomains: bool,
}

/// Why an address is not fetched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// For programs.
    pub code: &'static str,
    /// For people, with what to do about it.
    pub message: String,
}

fn refusal(code: &'static str, message: impl Into<String>) -> Refusal {
    let message = message.into();
    Refusal { code, message }
}

impl Gateway {
    /// Reads `{ "targets": [host], "hosts": { host: origin }, "access": "token" or "public", "withhold":
    /// [verdict], "maxBytes", "timeout" }`, of which the first or the second is needed.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn read(value: &Value) -> Result<Gateway, Fault> {
        let known = [
            "targets", "hosts", "access", "withhold", "maxBytes", "timeout",
        ];
        let value = value.with_only(&known)?;
        let targets = value.field("targets", |list| {
            list.list(|target| Target::parse(target.text()?))
        })?;
        let hosts = value.field("hosts", |map| {
            let read = |(host, origin): &(String, Value)| match origin.text() {
                Ok(origin) => Ok((host.clone(), origin.to_owned())),
                Err(fault) => Err(fault.within(&format!("[{host}]"))),
            };
            map.map()?
                .iter()
                .map(read)
                .collect::<Result<Vec<_>, Fault>>()
        })?;
        let mut targets = targets.unwrap_or_default();
        for (asked, origin) in hosts.iter().flatten() {
            let host = origin
                .strip_prefix("http://")
                .or(origin.strip_prefix("https://"));
            let at = |message: String| Fault::from(message).within(&format!("hosts[{asked}]"));
            let host = host.ok_or_else(|| {
                at(format!(
                    "`{origin}` is no origin: write one as https://news.example"
                ))
            })?;
            targets.push(Target::parse(host.trim_end_matches('/')).map_err(at)?);
        }
        if targets.is_empty() {
            return Err("list what may be fetched in `targets`, such as [\"news.example\", \"*.paper.example\"]".into());
        }
        let public = value.field("access", |access| {
            access.one_of(
                &[false, true],
                |public| if public { "public" } else { "token" },
            )
        })?;
        let withhold = value.field("withhold", |list| {
            list.list(|name| name.one_of(&VERDICTS, Verdict::name))
        })?;
        Ok(Gateway {
            targets,
            public: public.unwrap_or(false),
            hosts: hosts.unwrap_or_default(),
            withhold: withhold.unwrap_or_else(|| vec![Verdict::Same]),
            max_bytes: value
                .field("maxBytes", |bytes| bytes.number(1 << 10..=1 << 27))?
                .unwrap_or(16 << 20),
            timeout: value
                .field("timeout", |time| time.number(100..=60_000))?
                .unwrap_or(20_000),
            max_redirects: MAX_REDIRECTS,
        })
    }

    /// Whether a page is kept back, and its original named instead.
    pub fn withholds(&self, finding: &Finding) -> bool {
        finding.original.is_some() && self.withhold.contains(&finding.verdict)
    }

    /// Whether an address may be fetched.
    ///
    /// # Errors
    /// Why not.
    ///
    /// ```
    /// use offprint_edge::{Gateway, Value};
    /// let target = Value::List(vec![Value::Text("*.news.example".into())]);
    /// let gateway = Gateway::read(&Value::Map(vec![("targets".into(), target)])).unwrap();
    /// assert!(gateway.check("https://www.news.example/1").is_ok());
    /// assert_eq!(gateway.check("https://b.example/").unwrap_err().code, "not_listed");
    /// assert_eq!(gateway.check("http://127.0.0.1/").unwrap_err().code, "not_public");
    /// ```
    pub fn check(&self, url: &str) -> Result<(), Refusal> {
        let address = Address::parse(url)?;
        if self
            .targets
            .iter()
            .any(|target| target.is_written_out(&address))
        {
            return Ok(());
        }
        address.check_public()?;
        if address.port.is_some() {
            return Err(refusal(
                "port",
                "only ports 80 and 443 are fetched; to allow another, list host and port",
            ));
        }
        if !self
            .targets
            .iter()
            .any(|target| target.covers(address.host))
        {
            let host = address.host;
            return Err(refusal(
                "not_listed",
                format!("{host} is not among the targets of this gateway"),
            ));
        }
        Ok(())
    }
}

/// Whether a page is of a type that is forwarded, by its `Content-Type`.
///
/// # Errors
/// Why not.
pub fn check_type(content_type: Option<&str>) -> Result<(), Refusal> {
    let media_type = content_type.and_then(|text| text.split(';').next());
    let media_type = media_type.unwrap_or("").trim().to_ascii_lowercase();
    if FORWARDED.contains(&media_type.as_str()) {
        return Ok(());
    }
    let what = match media_type.as_str() {
        "" => "the page does not say its type",
        other => other,
    };
    let forwarded = FORWARDED.join(", ");
    Err(refusal(
        "media_type",
        format!("{what}: only {forwarded} are forwarded"),
    ))
}

/// Whether keys may be fetched from the address of an agent's directory: over HTTPS and from a
/// public host, unless the operator wrote out a port.
///
/// # Errors
/// Why not.
pub fn check_directory(agent: &str) -> Result<(), Refusal> {
    let address = Address::parse(agent)?;
    if address.port.is_some() {
        return Ok(());
    }
    if address.scheme != "https" {
        return Err(refusal(
            "scheme",
            format!("the keys of {agent} must come over https"),
        ));
    }
    address.check_public()
}

impl Target {
    fn parse(text: &str) -> Result<Target, String> {
        let wrong = |what: &str| format!("target `{text}`: {what}");
        let lower = text.trim().to_ascii_lowercase();
        let with_subdomains = lower.starts_with("*.");
        let plain = lower.strip_prefix("*.").unwrap_or(&lower);
        let url = format!("https://{plain}");
        let address = Address::parse(&url).map_err(|refusal| wrong(&refusal.message))?;
        if plain.contains(['/', '?', '#', '*']) {
            return Err(wrong("write a host, or host and port, without a path"));
        }
        // The default port of the scheme above, which is none to the parser of addresses.
        let port = address.port.or(plain.ends_with(":443").then_some(443));
        if port.is_none() && address.check_public().is_err() {
            return Err(wrong(
                "it is not public; if it is meant, write out its port",
            ));
        }
        Ok(Target {
            host: address.host.to_owned(),
            port,
            with_subdomains,
        })
    }

    /// Whether it is this very host and port that the operator wrote out.
    fn is_written_out(&self, address: &Address) -> bool {
        let default = if address.scheme == "https" { 443 } else { 80 };
        self.port == Some(address.port.unwrap_or(default)) && self.host == address.host
    }

    fn covers(&self, host: &str) -> bool {
        let same = self.host == host;
        let below = || {
            let rest = host.strip_suffix(self.host.as_str());
            rest.is_some_and(|rest| rest.ends_with('.'))
        };
        self.port.is_none() && if self.with_subdomains { below() } else { same }
    }
}

/// Parts of an address.
struct Address<'a> {
    scheme: &'a str,
    /// In lower case, without the brackets of IPv6.
    host: &'a str,
    /// If it is not the scheme's own.
    port: Option<u16>,
    ip: Option<IpAddr>,
}

impl<'a> Address<'a> {
    fn parse(url: &'a str) -> Result<Address<'a>, Refusal> {
        let (scheme, rest) = at_scheme(url).ok_or_else(|| {
            refusal(
                "address",
                "give an absolute address, such as https://news.example/1",
            )
        })?;
        let default = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(refusal("scheme", "only http and https are fetched")),
        };
        let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or("");
        if authority.contains('@') {
            return Err(refusal(
                "credentials",
                "leave user and password out of the address",
            ));
        }
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (authority, None),
        };
        let wrong = || refusal("address", format!("`{authority}` is no host"));
        let port = port
            .map(|port| port.parse::<u16>().map_err(|_| wrong()))
            .transpose()?;
        let bracketed = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'));
        let host = bracketed.unwrap_or(host);
        let ip: Option<IpAddr> = host.parse().ok();
        let is_name = !host.is_empty()
            && host.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._".contains(&byte))
            // Browsers take a name that ends in a number for an IPv4 address.
            && !host.rsplit('.').next().is_some_and(is_number)
            && !host.ends_with('.');
        let is_right = match ip {
            Some(ip) => ip.is_ipv6() == bracketed.is_some(),
            None => is_name && bracketed.is_none(),
        };
        if !is_right {
            return Err(wrong());
        }
        let port = port.filter(|port| *port != default);
        Ok(Address {
            scheme,
            host,
            port,
            ip,
        })
    }

    fn check_public(&self) -> Result<(), Refusal> {
        let inner = || {
            let below = |name: &&str| {
                self.host
                    .strip_suffix(name)
                    .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
            };
            INNER_NAMES.iter().any(below) || !self.host.contains('.')
        };
        if self.ip.map_or_else(inner, |ip| !is_public(ip)) {
            return Err(refusal(
                "not_public",
                format!("{} is not on the public Internet", self.host),
            ));
        }
        Ok(())
    }
}

/// Whether a label is a number as the URL standard writes them: decimal, octal or `0x…`.
fn is_number(label: &str) -> bool {
    let hex = label.strip_prefix("0x");
    hex.is_some_and(|hex| hex.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || (!label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn gateway(json: &str) -> Result<Gateway, String> {
        Gateway::read(&Value::of_json(json)).map_err(String::from)
    }

    #[test]
    fn only_what_is_listed_is_fetched() {
        let gateway = gateway(
            r#"{"targets": ["News.example", "*.paper.example", "127.0.0.1:8080", "[::1]:8080", "b.example:8443", "93.184.216.34"],
                "hosts": {"g.example": "https://mapped.example"}}"#,
        )
        .unwrap();
        for url in [
            "http://news.example/1?x#y",
            "https://news.example",
            "https://news.example:443/",
            "https://a.b.paper.example/",
            "http://127.0.0.1:8080/x",
            "http://[::1]:8080/",
            "https://b.example:8443/",
            "http://93.184.216.34/",
            "https://mapped.example/",
        ] {
            assert_eq!(gateway.check(url), Ok(()), "{url}");
        }
        for (url, code) in [
            ("", "address"),
            ("news.example", "address"),
            ("//news.example/", "address"),
            ("http://", "address"),
            ("http:///x", "address"),
            ("file:///etc/passwd", "scheme"),
            ("ftp://news.example/", "scheme"),
            ("gopher://127.0.0.1:8080/", "scheme"),
            ("http://a@news.example/", "credentials"),
            ("http://news.example@127.0.0.1/", "credentials"),
            ("http://news.example:8080/", "port"),
            ("http://news.example:443/", "port"),
            ("https://news.example:22/", "port"),
            ("http://news.example:99999/", "address"),
            ("https://paper.example/", "not_listed"),
            ("https://notpaper.example/", "not_listed"),
            ("https://b.example/", "not_listed"),
            ("http://8.8.8.8/", "not_listed"),
            ("http://news.example.evil.example/", "not_listed"),
            ("http://news.example./", "address"),
            ("http://localhost./", "address"),
            ("http://NEWS.example/", "address"),
            ("http://2130706433/", "address"),
            ("http://0x7f.1/", "address"),
            ("http://0x7f000001/", "address"),
            ("http://0177.0.0.1/", "address"),
            ("http://127.1/", "address"),
            ("http://1.2.3.4.5/", "address"),
            ("http://::1/", "address"),
            ("http://[127.0.0.1]/", "address"),
            ("http://[::1%25lo]/", "address"),
            ("http://\u{2488}.example/", "address"),
            ("http://127.0.0.1/", "not_public"),
            ("http://127.0.0.1:8081/", "not_public"),
            ("http://169.254.169.254/latest/meta-data/", "not_public"),
            ("http://10.0.0.1/", "not_public"),
            ("http://[::1]/", "not_public"),
            ("http://[::ffff:127.0.0.1]:8080/", "not_public"),
            ("http://[64:ff9b::7f00:1]/", "not_public"),
            ("http://[fe80::1]/", "not_public"),
            ("http://localhost:8080/", "not_public"),
            ("http://a.localhost/", "not_public"),
            ("http://metadata.google.internal/", "not_public"),
            ("http://printer.local/", "not_public"),
            ("http://router/", "not_public"),
        ] {
            let refused = gateway.check(url).unwrap_err();
            assert_eq!(refused.code, code, "{url}: {}", refused.message);
        }
    }

    #[test]
    fn only_pages_text_and_feeds_are_forwarded() {
        for text in [
            "text/html",
            "Text/HTML; charset=gbk",
            "application/xhtml+xml;charset=utf-8",
            " text/plain ;x",
            "application/rss+xml",
            "application/atom+xml",
            "text/xml",
        ] {
            assert_eq!(check_type(Some(text)), Ok(()), "{text}");
        }
        for text in [
            "image/gif",
            "image/svg+xml",
            "application/pdf",
            "application/json",
            "application/octet-stream",
            "text/javascript",
            "text/htmlx",
            "multipart/mixed; boundary=text/html",
            "image/png, text/html",
            "*/*",
            "",
        ] {
            let refused = check_type(Some(text)).unwrap_err();
            assert_eq!(refused.code, "media_type", "{text}");
        }
        let unsaid = check_type(None).unwrap_err().message;
        assert!(unsaid.starts_with("the page does not say its type: only text/html,"));
    }

    #[test]
    fn a_wrong_setting_says_what_is_wrong() {
        for (json, expected) in [
            ("{}", "list what may be fetched in `targets`"),
            (
                r#"{"targets": ["localhost"]}"#,
                "target `localhost`: it is not public; if it is meant, write out its port",
            ),
            (r#"{"targets": ["10.0.0.1"]}"#, "it is not public"),
            (r#"{"targets": ["*"]}"#, "target `*`"),
            (r#"{"targets": ["*.com/x"]}"#, "without a path"),
            (
                r#"{"targets": ["https://a.example"]}"#,
                "target `https://a.example`",
            ),
            (
                r#"{"targets": ["a.example"], "withhold": ["copy"]}"#,
                "withhold[0]: there is no `copy`, only same, partial",
            ),
            (
                r#"{"targets": ["a.example"], "access": "open"}"#,
                "access: there is no `open`, only token, public",
            ),
            (
                r#"{"target": "a.example"}"#,
                "there is no `target` here, only targets",
            ),
            (
                r#"{"hosts": {"g.example": "a.example"}}"#,
                "`a.example` is no origin",
            ),
        ] {
            let error = gateway(json).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        let plain = gateway(r#"{"targets": ["a.example"]}"#).unwrap();
        assert_eq!(
            (plain.withhold, plain.max_bytes, plain.timeout),
            (vec![Verdict::Same], 16 << 20, 20_000)
        );
        assert!(!plain.public, "strangers may not");
        let public = gateway(r#"{"targets": ["a.example"], "access": "public"}"#).unwrap();
        assert!(public.public);
    }

    #[test]
    fn keys_come_over_https_from_public_hosts() {
        assert_eq!(check_directory("https://agent.example"), Ok(()));
        assert_eq!(
            check_directory("http://127.0.0.1:8080"),
            Ok(()),
            "written out"
        );
        for agent in [
            "http://agent.example",
            "https://localhost",
            "https://10.0.0.1",
            "agent.example",
        ] {
            assert!(check_directory(agent).is_err(), "{agent}");
        }
    }

    proptest! {
        #[test]
        fn no_address_panics(url in "(https?://)?[a-z0-9.:@/\\[\\]%水-]{0,40}") {
            let gateway = gateway(r#"{"targets": ["*.a.example"]}"#).unwrap();
            let _ = gateway.check(&url);
            let _ = check_directory(&url);
        }
    }
}
