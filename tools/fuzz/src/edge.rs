//! What the edge worker reads: addresses, headers, settings, and the register's records.

use offprint::compare::Verdict;
use offprint_edge::{
    Action, Addresses, Answer, Asker, Candidate, Class, Finding, Gateway, Listed, Page, PageFacts,
    Place, Proof, Range, Reading, Record, Request, Response, SessionCookies, Settings,
    SignedRequest, Value, Visit, Who, answer, bounded, check_directory, classify, decide,
    is_public, plan, public_address, read_keys, robots_allow, settle, to_origin, unchanged,
};
use std::net::IpAddr;

/// The lines of an input, and empty ones after them.
fn lines(input: &[u8]) -> impl Iterator<Item = String> {
    let text = String::from_utf8_lossy(input).into_owned();
    let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    lines.into_iter().chain(std::iter::repeat(String::new()))
}

fn given(line: String) -> Option<String> {
    (!line.is_empty()).then_some(line)
}

/// Addresses of pages and of clients, ranges of them, and the site's own hosts and domain: one a line. All lines are
/// a robots.txt, too.
pub fn addresses(input: &[u8]) {
    let mut lines = lines(input);
    let mut next = || lines.next().expect("there is no end");
    let (asked, stated) = (next(), next());
    let public = public_address(&asked, given(stated.clone()).as_deref());
    if public.starts_with("https://") || public.starts_with("http://") {
        let again = public_address(&public, None);
        assert_eq!(again, public, "nothing personal is left");
    }
    let target = |host: &str| Value::List(vec![Value::Text(host.into())]);
    for host in ["*.example", stated.as_str()] {
        let targets = Value::Map(vec![("targets".into(), target(host))]);
        if let Ok(gateway) = Gateway::read(&targets) {
            let _ = gateway.check(&asked);
        }
    }
    let _ = check_directory(&asked);
    let (range, address) = (next(), next());
    if let Ok(address) = address.parse::<IpAddr>() {
        is_public(address);
        if let Ok(range) = Range::parse(&range) {
            range.holds(address);
        }
        assert!(
            Range::parse(&address.to_canonical().to_string()).is_ok_and(|own| own.holds(address))
        );
    }
    robots_allow(&String::from_utf8_lossy(input), &stated, &asked);
    let (hosts, domain) = (next(), given(next()));
    let (own, _) = Addresses::read(&hosts, "id");
    let standing = |url: &str, canonical: &str| {
        own.standing(&PageFacts {
            url: url.to_owned(),
            domain: domain.clone(),
            canonical: given(canonical.to_owned()),
            ..PageFacts::default()
        })
    };
    let first = standing(&asked, &stated);
    if first.withheld.is_none() {
        let again = standing(&first.url, &first.url);
        assert_eq!(again.url, first.url, "an address goes by itself");
    }
}

/// A request: method, address, time, and a header a line. What is signed holds every line that it names.
pub fn signature(input: &[u8]) {
    let mut lines = lines(input);
    let mut next = || lines.next().expect("there is no end");
    let (method, url, now) = (next(), next(), next().parse().unwrap_or(0.0));
    let header = |line: String| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_ascii_lowercase(), value.trim().to_owned()))
    };
    let request = SignedRequest {
        method,
        url,
        headers: (0..12).map_while(|_| header(next())).collect(),
        now,
    };
    if let Ok(Some(found)) = offprint_edge::signature(&request) {
        assert!(found.base.contains("\"@signature-params\": ("));
        assert!(
            found.base.contains("\"signature-agent\""),
            "the agent is signed"
        );
        assert!(!found.agent.ends_with('/'));
    }
}

/// What a request and a response say of themselves, one header a line.
pub fn headers(input: &[u8]) {
    let mut lines = lines(input);
    let mut next = || lines.next().expect("there is no end");
    let (names, cookie, tags, etag) = (next(), next(), next(), next());
    let cookies = SessionCookies::new(&names);
    cookies.any_in(&cookie);
    if let Some(theirs) = to_origin(&tags) {
        // One of ours may carry another of ours: that of a worker nearer to the origin.
        assert!(
            to_origin(&theirs).is_some_and(|again| again == theirs) || tags.contains(".fp1-"),
            "only theirs is left"
        );
    }
    if let Some(ours) = unchanged(&tags, given(etag.clone()).as_deref()) {
        assert!(tags.contains(&ours), "it is one that the client has");
    }
    let request = Request {
        method: "GET".into(),
        cookie: given(cookie),
        class: Class::Search,
        ..Request::default()
    };
    let response = Response {
        status: 200,
        content_type: given(next()),
        cache_control: given(next()),
        vary: given(next()),
        content_encoding: given(next()),
        content_length: next().parse().ok(),
        etag: given(etag.clone()),
        last_modified: given(next()),
        ..Response::default()
    };
    let settings = Settings {
        cookies,
        ..Settings::default()
    };
    let planned = plan(&request, &response, &settings);
    let secret = Request {
        authorization: true,
        ..request
    };
    assert_eq!(plan(&secret, &response, &settings).reading, Reading::Not);
    assert!(
        !planned.recall || planned.validator.is_some(),
        "nothing is recalled by nothing"
    );
    let asker = Asker {
        user_agent: next(),
        bot: true,
        listed: vec![Listed {
            pattern: next(),
            description: next(),
            tags: vec![next()],
        }],
        category: given(next()),
        address: given(next()),
        ..Asker::default()
    };
    let visit = Visit {
        url: next(),
        who: classify(&asker, &settings.agents),
        if_none_match: given(tags),
        status: 200,
        etag: given(etag),
        vary: response.vary,
        ..Visit::default()
    };
    let finding = Finding {
        verdict: Verdict::Same,
        score: 0.9,
        original: Some(next()),
        copy: None,
        place: None,
        confidence: 75,
        seen: given(next()),
        known: false,
        stated: None,
        digest: Some(next()),
    };
    well_formed(&answer(&finding, &visit, &settings));
}

/// No header of an answer can end it and begin another.
fn well_formed(answer: &Answer) {
    for (name, value) in answer.set.iter().chain(&answer.append) {
        assert!(!value.contains(['\r', '\n', '\0']), "{name}: {value:?}");
    }
}

/// Settings, as JSON, are read or refused with a reason.
pub fn settings(input: &[u8]) {
    let Ok(json) = serde_json::from_slice(input) else {
        return;
    };
    let value = value(json);
    let mut settings = Settings::default();
    let faults = [
        settings.read_policy(&value),
        settings.read_agents(&value),
        settings.read_gateway(&value),
    ];
    assert!(
        faults
            .iter()
            .flatten()
            .all(|fault| !fault.message.is_empty())
    );
    for (class, by) in Class::ALL.into_iter().zip(Proof::ALL.into_iter().cycle()) {
        let by = Some(by);
        let who = Who {
            class,
            by,
            claim: None,
        };
        settings.policy.ignores(&who);
        let outright = settings.policy.outright(&who);
        for verdict in [
            Verdict::Same,
            Verdict::Partial,
            Verdict::Different,
            Verdict::Unknown,
        ] {
            for place in [None, Some(Place::Same), Some(Place::Cross)] {
                let page = Page {
                    verdict,
                    place,
                    confidence: 59,
                    disowned: true,
                };
                let order = settings.policy.order(&who, &page);
                assert_ne!(order.action, Action::Redirect, "the page says otherwise");
                assert!(
                    outright.is_none_or(|outright| outright == order),
                    "nothing lifts it"
                );
            }
        }
    }
    let agent = "a".to_owned();
    let asker = Asker {
        user_agent: agent,
        ..Asker::default()
    };
    classify(&asker, &settings.agents);
}

fn value(json: serde_json::Value) -> Value {
    match json {
        serde_json::Value::Null => Value::Null,
        serde_json::Value::Bool(is) => Value::Bool(is),
        serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
        serde_json::Value::String(text) => Value::Text(text),
        serde_json::Value::Array(members) => Value::List(members.into_iter().map(value).collect()),
        serde_json::Value::Object(fields) => Value::Map(
            fields
                .into_iter()
                .map(|(name, field)| (name, value(field)))
                .collect(),
        ),
    }
}

/// Records as they come back from a store: JSON, the page first. Whatever they hold, a page is
/// judged and a claim is settled.
pub fn register(input: &[u8]) {
    let Ok(records) = serde_json::from_slice::<Vec<Record>>(input) else {
        return;
    };
    let Some((page, held)) = records.split_first() else {
        return;
    };
    let keys = read_keys(&page.fingerprint);
    let found: Vec<(String, Record)> = keys.iter().cloned().zip(held.iter().cloned()).collect();
    let decision = decide(&Candidate::from(page), &found, "2026-11-20T00:00:00Z", "id");
    let visit = Visit {
        url: page.url().to_owned(),
        who: Who::default(),
        status: 200,
        ..Visit::default()
    };
    well_formed(&answer(&decision.finding, &visit, &Settings::default()));
    let settled = settle(page.clone(), &found, held, "2026-11-20T00:00:00Z");
    assert!(
        settled.write.iter().all(|key| keys.contains(key)),
        "only its own keys are written"
    );
    if let Some(record) = bounded(page.clone()) {
        assert_eq!(
            bounded(record.clone()),
            Some(record),
            "what is bounded stays"
        );
    }
}
