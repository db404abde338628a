//! Web Bot Auth: a request that its client signed (RFC 9421 with the tag `web-bot-auth`).
//!
//! This finds the signature, checks what it says of itself, and builds the text that was signed. The
//! worker fetches the signer's keys and verifies by the platform's cryptography. Nonces are not kept:
//! somebody who can read a request can send it again until it expires.

use offprint::internals::address::at_scheme;
use serde::Serialize;

/// What the parameter `tag` of such a signature is.
const TAG: &str = "web-bot-auth";
/// Longest time from `created` to `expires`, in seconds, as the draft recommends. Larger: somebody
/// who got hold of a request can use it longer.
const LONGEST: i64 = 24 * 3600;
/// By how much clocks may differ, in seconds.
const SKEW: i64 = 60;
/// Longest header that is looked into, in bytes.
const MAX_HEADER: usize = 4096;

/// Facts about a request that may be signed.
#[derive(Debug, Clone, Default)]
pub struct SignedRequest {
    /// HTTP method.
    pub method: String,
    /// The address that was asked for.
    pub url: String,
    /// All headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The time, in seconds since 1970.
    pub now: f64,
}

/// A signature that could be valid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Signature {
    /// The agent that it names: scheme, host and port.
    pub agent: String,
    /// The key: the thumbprint of a JWK (RFC 7638) in base64url.
    pub key_id: String,
    /// The text that was signed.
    pub base: String,
    /// The signature in base64.
    pub signature: String,
    /// Whether it covers the price that the client offers: else anybody on the way could offer one.
    pub price_signed: bool,
}

/// Headers by which a client offers to pay.
const PRICES: [&str; 2] = ["crawler-exact-price", "crawler-max-price"];

/// The signature of a request, or `None` if it has none with our tag.
///
/// # Errors
/// What is wrong with it: not well-formed, too old, or not about enough of the request.
///
/// ```
/// use offprint_edge::{SignedRequest, signature};
/// let plain = SignedRequest::default();
/// assert_eq!(signature(&plain), Ok(None));
/// let input = r#"sig=("@authority");tag="web-bot-auth""#;
/// let signed = SignedRequest { headers: vec![("signature-input".into(), input.into())], ..plain };
/// assert_eq!(signature(&signed), Err("it lacks created, expires or keyid"));
/// ```
pub fn signature(request: &SignedRequest) -> Result<Option<Signature>, &'static str> {
    let input = request.header("signature-input").unwrap_or_default();
    let ours = members(&input)?.into_iter().find_map(|(label, value)| {
        let input = Input::parse(value)?;
        (input.parameter("tag") == Some(TAG)).then_some((label, input))
    });
    let Some((label, input)) = ours else {
        return Ok(None);
    };
    let key_id = input.in_time(request.now as i64)?;
    let signatures = request.header("signature").unwrap_or_default();
    let signature = members(&signatures)?
        .into_iter()
        .find(|(other, _)| *other == label)
        .and_then(|(_, value)| value.strip_prefix(':')?.strip_suffix(':'))
        .ok_or("there is no Signature with its label")?;
    let mut base = String::new();
    let (mut agent, mut covers_host) = (None, false);
    let offers = PRICES.map(|name| request.header(name).is_some());
    let mut unsigned = offers;
    for component in split(input.components, b' ')? {
        let value = request.component(component)?;
        for (i, name) in PRICES.iter().enumerate() {
            unsigned[i] &= unquoted(component) != Some(name);
        }
        covers_host |= ["\"@authority\"", "\"@target-uri\""].contains(&component);
        if component.starts_with("\"signature-agent\"") {
            agent = Some(
                unquoted(&value)
                    .ok_or("Signature-Agent is no string")?
                    .to_owned(),
            );
        }
        base.push_str(&format!("{component}: {value}\n"));
    }
    // What a signature does not cover could be put beside it by anybody.
    let agent = agent.ok_or("it does not cover Signature-Agent")?;
    if !covers_host {
        return Err("it does not cover @authority");
    }
    base.push_str(&format!("\"@signature-params\": {}", input.text));
    Ok(Some(Signature {
        agent: agent.trim_end_matches('/').to_owned(),
        key_id,
        base,
        signature: signature.to_owned(),
        price_signed: offers.contains(&true) && !unsigned.contains(&true),
    }))
}

/// A member of Signature-Input: components in brackets, then parameters.
struct Input<'a> {
    text: &'a str,
    components: &'a str,
    parameters: Vec<(&'a str, &'a str)>,
}

impl<'a> Input<'a> {
    fn parse(text: &'a str) -> Option<Input<'a>> {
        let (components, parameters) = text.strip_prefix('(')?.rsplit_once(')')?;
        let parameters = split(parameters, b';').ok()?;
        let named = |parameter: &'a str| parameter.split_once('=');
        Some(Input {
            text,
            components,
            parameters: parameters.into_iter().filter_map(named).collect(),
        })
    }

    /// A parameter's value, without the quotes of a string.
    fn parameter(&self, name: &str) -> Option<&'a str> {
        let (_, value) = self.parameters.iter().find(|(other, _)| *other == name)?;
        Some(unquoted(value).unwrap_or(value))
    }

    /// Its key, if it is of the right kind and the time is right.
    fn in_time(&self, now: i64) -> Result<String, &'static str> {
        let number = |name| self.parameter(name)?.parse::<i64>().ok();
        let stated = (
            number("created"),
            number("expires"),
            self.parameter("keyid"),
        );
        let (Some(created), Some(expires), Some(key)) = stated else {
            return Err("it lacks created, expires or keyid");
        };
        if self.parameter("alg").is_some_and(|name| name != "ed25519") {
            return Err("its algorithm is not ed25519");
        }
        if created > now.saturating_add(SKEW) {
            return Err("it was created in the future");
        }
        if expires < now {
            return Err("it has expired");
        }
        if expires.saturating_sub(created) > LONGEST {
            return Err("it is valid for more than a day");
        }
        Ok(key.to_owned())
    }
}

impl SignedRequest {
    /// The values of a header as one, in the way of RFC 9421, section 2.1.
    fn header(&self, name: &str) -> Option<String> {
        let named = self.headers.iter().filter(|(other, _)| other == name);
        let values: Vec<&str> = named.map(|(_, value)| value.trim()).collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// What a component of the signature stands for (RFC 9421, section 2).
    fn component(&self, component: &str) -> Result<String, &'static str> {
        let (name, key) = match component.split_once(';') {
            Some((name, parameter)) => (name, Some(parameter)),
            None => (component, None),
        };
        let name = unquoted(name).ok_or("a component is no string")?;
        if let Some(parameter) = key {
            let key = parameter.strip_prefix("key=").and_then(unquoted);
            let key = key.filter(|_| name == "signature-agent");
            let key = key.ok_or("a component has a parameter that is not known here")?;
            let header = self.header(name).unwrap_or_default();
            let mut members = members(&header)?.into_iter();
            let member = members.find(|(label, _)| *label == key);
            return member
                .map(|(_, value)| value.to_owned())
                .ok_or("it covers a header that is not there");
        }
        let (scheme, rest) = at_scheme(&self.url).ok_or("the address is not absolute")?;
        let (authority, target) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
        let target = target.split('#').next().unwrap_or_default();
        let (path, query) = target.split_at(target.find('?').unwrap_or(target.len()));
        let path = if path.is_empty() { "/" } else { path };
        Ok(match name {
            "@method" => self.method.clone(),
            "@scheme" => scheme.to_ascii_lowercase(),
            "@authority" => authority.to_ascii_lowercase(),
            "@target-uri" => format!("{scheme}://{authority}{path}{query}"),
            "@request-target" => format!("{path}{query}"),
            "@path" => path.to_owned(),
            "@query" if query.is_empty() => "?".to_owned(),
            "@query" => query.to_owned(),
            _ if name.starts_with('@') => return Err("it covers a part that is not known here"),
            _ => self
                .header(name)
                .ok_or("it covers a header that is not there")?,
        })
    }
}

/// The members of a dictionary of Structured Fields (RFC 9651) as they are written.
fn members(header: &str) -> Result<Vec<(&str, &str)>, &'static str> {
    if header.len() > MAX_HEADER {
        return Err("a header is too long");
    }
    let members = split(header, b',')?.into_iter();
    members
        .map(|member| member.split_once('=').ok_or("a header is no dictionary"))
        .collect()
}

/// The parts between separators, none of them empty, blanks around them taken off. Separators in
/// strings and in brackets do not count.
fn split(text: &str, separator: u8) -> Result<Vec<&str>, &'static str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    let mut in_string = false;
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ if byte == separator && depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if in_string || depth != 0 {
        return Err("a string or a bracket is not closed");
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    Ok(parts)
}

/// What a string says; `None` if it is none, or has anything escaped, which no name here needs.
fn unquoted(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains(['"', '\\'])).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PARAMS: &str = r#"("@authority" "signature-agent");created=1735689600;keyid="poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";alg="ed25519";expires=1735693200;nonce="abc";tag="web-bot-auth""#;

    fn request(params: &str, agent: &str, now: f64) -> SignedRequest {
        let headers = [
            (
                "signature-input",
                format!("other=();tag=\"x\", sig1={params}"),
            ),
            ("signature", "other=:AAAA:, sig1=:BBBB==:".to_owned()),
            ("signature-agent", agent.to_owned()),
        ];
        SignedRequest {
            method: "GET".into(),
            url: "https://Example.com/path?x=1".into(),
            headers: headers.map(|(name, value)| (name.into(), value)).into(),
            now,
        }
    }

    #[test]
    fn the_text_that_was_signed_is_built() {
        let asked = request(PARAMS, "\"https://signature-agent.test\"", 1735689601.5);
        let found = signature(&asked).unwrap().unwrap();
        assert_eq!(found.agent, "https://signature-agent.test");
        assert_eq!(found.key_id, "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U");
        assert_eq!(found.signature, "BBBB==");
        let expected = format!(
            "\"@authority\": example.com\n\"signature-agent\": \"https://signature-agent.test\"\n\"@signature-params\": {PARAMS}"
        );
        assert_eq!(found.base, expected);
    }

    #[test]
    fn an_agent_may_be_a_member_of_a_dictionary() {
        let params = PARAMS.replace("\"signature-agent\"", "\"signature-agent\";key=\"a2\"");
        let asked = request(
            &params,
            "a1=\"https://a.example\", a2=\"https://b.example/\"",
            1735689600.0,
        );
        let found = signature(&asked).unwrap().unwrap();
        assert_eq!(found.agent, "https://b.example");
        let line = "\"signature-agent\";key=\"a2\": \"https://b.example/\"\n";
        assert!(found.base.contains(line), "{}", found.base);
    }

    #[test]
    fn all_parts_of_a_request_can_be_signed() {
        let params = PARAMS.replace(
            "\"@authority\"",
            r#""@method" "@scheme" "@target-uri" "@request-target" "@path" "@query" "x-two""#,
        );
        let mut asked = request(&params, "\"https://a.example\"", 1735689600.0);
        asked.headers.push(("x-two".into(), " one ".into()));
        asked.headers.push(("x-two".into(), "two".into()));
        let base = signature(&asked).unwrap().unwrap().base;
        for line in [
            "\"@method\": GET\n",
            "\"@scheme\": https\n",
            "\"@target-uri\": https://Example.com/path?x=1\n",
            "\"@request-target\": /path?x=1\n",
            "\"@path\": /path\n",
            "\"@query\": ?x=1\n",
            "\"x-two\": one, two\n",
        ] {
            assert!(base.contains(line), "{line} not in {base}");
        }
    }

    #[test]
    fn a_price_is_signed_if_its_header_is_covered() {
        let told = |components: &str, header: &str| {
            let params = PARAMS.replace("\"@authority\"", components);
            let mut asked = request(&params, "\"https://a.example\"", 1735689600.0);
            asked.headers.push((header.into(), "USD 0.01".into()));
            signature(&asked).unwrap().unwrap().price_signed
        };
        let both = r#""@authority" "crawler-max-price""#;
        assert!(told(both, "crawler-max-price"));
        assert!(!told("\"@authority\"", "crawler-max-price"));
        assert!(!told("\"@authority\"", "x-other"));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let at = |now: f64| signature(&request(PARAMS, "\"https://a.example\"", now)).unwrap_err();
        assert_eq!(at(1735693201.0), "it has expired");
        assert_eq!(at(1735689500.0), "it was created in the future");
        for (from, to, error) in [
            (
                "expires=1735693200",
                "expires=1735789200",
                "it is valid for more than a day",
            ),
            (
                "created=1735689600;",
                "",
                "it lacks created, expires or keyid",
            ),
            (
                "created=1735689600",
                "created=x",
                "it lacks created, expires or keyid",
            ),
            (
                "\"ed25519\"",
                "\"hmac-sha256\"",
                "its algorithm is not ed25519",
            ),
            (
                " \"signature-agent\"",
                "",
                "it does not cover Signature-Agent",
            ),
            ("\"@authority\" ", "", "it does not cover @authority"),
            (
                "\"@authority\"",
                "\"@authority\" \"@status\"",
                "it covers a part that is not known here",
            ),
            (
                "\"@authority\"",
                "\"@authority\" \"x-not\"",
                "it covers a header that is not there",
            ),
            (
                "\"@authority\"",
                "\"@authority\";req",
                "a component has a parameter that is not known here",
            ),
            ("sig1=", "sig2=", "there is no Signature with its label"),
            ("\"abc\"", "\"abc", "a string or a bracket is not closed"),
        ] {
            let mut asked = request(PARAMS, "\"https://a.example\"", 1735689600.0);
            asked.headers[0].1 = asked.headers[0].1.replace(from, to);
            assert_eq!(signature(&asked), Err(error), "{from} {to}");
        }
        let unquoted = request(PARAMS, "https://a.example", 1735689600.0);
        assert_eq!(signature(&unquoted), Err("Signature-Agent is no string"));
        let other = request(&PARAMS.replace(TAG, "payment"), "x", 1735689600.0);
        assert_eq!(signature(&other), Ok(None));
    }

    proptest! {
        #[test]
        fn nothing_panics(input in "[a-z(\")=;:, 0-9\\\\水]{0,60}", url in "\\PC{0,20}") {
            let mut asked = request(&input, &input, 0.0);
            let _ = signature(&asked);
            asked.url = url;
            asked.headers[0].1 = input;
            let _ = signature(&asked);
        }
    }
}
