//! The decisions of the edge worker, see [`offprint_edge`].

use super::{js_error, record_id, set, to_js, to_js_error};
use js_sys::Reflect;
use offprint::compare::Verdict;
use offprint::{Fingerprint, Metadata};
use offprint_edge::{
    Addresses, Candidate, Class, Decision, Fault, Finding, Place, Proof, Record, SessionCookies,
    Settings, Value,
};
use serde::Serialize;
use std::cell::RefCell;
use std::convert::Infallible;
use wasm_bindgen::prelude::*;

thread_local! {
    static SETTINGS: RefCell<Settings> = RefCell::default();
}

/// A setting that is wrong.
#[derive(Serialize)]
struct Wrong {
    setting: &'static str,
    message: String,
}

/// Takes the operator's settings: `policy`, `agents`, `gateway` (objects, or text in JSON),
/// `cookies` (text), `dryRun` and `payments`. What is wrong has no effect, and is returned.
#[wasm_bindgen(js_name = edgeConfigure)]
pub fn edge_configure(settings: &JsValue) -> Result<JsValue, JsValue> {
    let mut configured = Settings {
        cookies: SessionCookies::new(&text(settings, "cookies").unwrap_or_default()),
        dry_run: flag(settings, "dryRun"),
        payments: flag(settings, "payments"),
        ..Settings::default()
    };
    let list = |name| text(settings, name).unwrap_or_default();
    let (addresses, faults) = Addresses::read(&list("hosts"), &list("parameters"));
    configured.addresses = addresses;
    let mut wrong: Vec<Wrong> = Vec::new();
    wrong.extend(faults.into_iter().map(|message| Wrong {
        setting: "hosts",
        message: format!("OFFPRINT_HOSTS: {message}"),
    }));
    type Take = fn(&mut Settings, &Value) -> Vec<Fault>;
    let takes: [(&'static str, Take); 3] = [
        ("policy", Settings::read_policy),
        ("agents", Settings::read_agents),
        ("gateway", Settings::read_gateway),
    ];
    for (setting, take) in takes {
        let faults = match json(&property(settings, setting)) {
            Ok(Some(value)) => take(&mut configured, &value),
            Ok(None) => Vec::new(),
            Err(error) => {
                let message = text(&error, "message").unwrap_or_default();
                vec![format!("{setting}: this is no JSON: {message}").into()]
            }
        };
        wrong.extend(faults.iter().map(|fault| Wrong {
            setting,
            message: fault.to_string(),
        }));
    }
    if configured.policy.charges() && !configured.payments {
        wrong.push(Wrong {
            setting: "payments",
            message: "payments: rules charge, and nobody takes payments: nothing is charged, and \
                      402 stays whatever is offered; set OFFPRINT_PAYMENTS"
                .to_owned(),
        });
    }
    SETTINGS.set(configured);
    to_js(&wrong)
}

/// Objects nested deeper than this are no settings.
const MAX_DEPTH: u32 = 8;

/// What a setting says, if it is set.
fn json(setting: &JsValue) -> Result<Option<Value>, JsValue> {
    if setting.is_falsy() {
        return Ok(None);
    }
    Ok(Some(match setting.as_string() {
        Some(text) => to_value(&js_sys::JSON::parse(&text)?, 0),
        None => to_value(setting, 0),
    }))
}

fn to_value(value: &JsValue, depth: u32) -> Value {
    if let Some(text) = value.as_string() {
        Value::Text(text)
    } else if let Some(number) = value.as_f64() {
        Value::Number(number)
    } else if let Some(is) = value.as_bool() {
        Value::Bool(is)
    } else if !value.is_object() || depth == MAX_DEPTH {
        Value::Null
    } else if js_sys::Array::is_array(value) {
        let members = js_sys::Array::from(value);
        Value::List(
            members
                .iter()
                .map(|member| to_value(&member, depth + 1))
                .collect(),
        )
    } else {
        let fields = js_sys::Object::entries(value.unchecked_ref());
        let fields = fields.iter().filter_map(|field| {
            let field = js_sys::Array::from(&field);
            let (name, value) = (field.get(0).as_string()?, field.get(1));
            (!value.is_undefined()).then(|| (name, to_value(&value, depth + 1)))
        });
        Value::Map(fields.collect())
    }
}

// Facts are taken field by field: deserialisers made by `serde` would be several times as large.

fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

fn text(object: &JsValue, name: &str) -> Option<String> {
    property(object, name).as_string()
}

fn number(object: &JsValue, name: &str) -> Option<f64> {
    property(object, name).as_f64()
}

fn flag(object: &JsValue, name: &str) -> bool {
    property(object, name).is_truthy()
}

fn texts(list: &JsValue) -> Vec<String> {
    let members = js_sys::Array::from(list);
    members
        .iter()
        .filter_map(|member| member.as_string())
        .collect()
}

/// What is called so.
fn named<T: Copy>(
    object: &JsValue,
    field: &str,
    all: &[T],
    name: fn(T) -> &'static str,
) -> Option<T> {
    let text = text(object, field)?;
    all.iter().copied().find(|value| name(*value) == text)
}

fn class_of(object: &JsValue) -> Class {
    named(object, "class", &Class::ALL, Class::name).unwrap_or_default()
}

/// Who asks: class, how that is known, and what is falsely claimed.
#[wasm_bindgen(js_name = edgeClassify)]
pub fn edge_classify(asker: &JsValue) -> Result<JsValue, JsValue> {
    let listed = js_sys::Array::from(&property(asker, "listed"));
    let listed = listed.iter().map(|entry| offprint_edge::Listed {
        pattern: text(&entry, "pattern").unwrap_or_default(),
        description: text(&entry, "description").unwrap_or_default(),
        tags: texts(&property(&entry, "tags")),
    });
    let facts = offprint_edge::Asker {
        user_agent: text(asker, "userAgent").unwrap_or_default(),
        bot: flag(asker, "bot"),
        listed: listed.collect(),
        category: text(asker, "category"),
        verified: property(asker, "verified").as_bool(),
        score: number(asker, "score"),
        address: text(asker, "address"),
        signer: text(asker, "signer"),
        signed: property(asker, "signed").as_bool(),
    };
    SETTINGS.with_borrow(|settings| to_js(&offprint_edge::classify(&facts, &settings.agents)))
}

/// The signature of a request, if its agent is one that the operator trusts.
#[wasm_bindgen(js_name = edgeSignature)]
pub fn edge_signature(request: &JsValue) -> Result<JsValue, JsValue> {
    let headers = js_sys::Array::from(&property(request, "headers"));
    let headers = headers.iter().filter_map(|header| {
        let mut header = texts(&header).into_iter();
        Some((header.next()?, header.next()?))
    });
    let facts = offprint_edge::SignedRequest {
        method: text(request, "method").unwrap_or_default(),
        url: text(request, "url").unwrap_or_default(),
        headers: headers.collect(),
        now: number(request, "now").unwrap_or_default(),
    };
    let found = offprint_edge::signature(&facts).map_err(|error| js_error("signature", error))?;
    SETTINGS.with_borrow(|settings| {
        let known =
            |found: &offprint_edge::Signature| settings.agents.signed_class(&found.agent).is_some();
        to_js(&found.filter(known))
    })
}

/// What is to be done with a response before its body is known.
#[wasm_bindgen(js_name = edgePlan)]
pub fn edge_plan(request: &JsValue, response: &JsValue) -> Result<JsValue, JsValue> {
    let request = offprint_edge::Request {
        method: text(request, "method").unwrap_or_default(),
        class: class_of(request),
        by: named(request, "by", &Proof::ALL, Proof::name),
        authorization: flag(request, "authorization"),
        cookie: text(request, "cookie"),
        range: flag(request, "range"),
        gateway: flag(request, "gateway"),
    };
    let response = offprint_edge::Response {
        status: number(response, "status").unwrap_or_default() as u16,
        content_type: text(response, "contentType"),
        cache_control: text(response, "cacheControl"),
        vary: text(response, "vary"),
        sets_cookie: flag(response, "setsCookie"),
        content_length: number(response, "contentLength"),
        content_encoding: text(response, "contentEncoding"),
        etag: text(response, "etag"),
        last_modified: text(response, "lastModified"),
    };
    SETTINGS.with_borrow(|settings| to_js(&offprint_edge::plan(&request, &response, settings)))
}

/// Longest page held back for a crawler, in bytes.
#[wasm_bindgen(js_name = edgeHoldBytes)]
pub fn edge_hold_bytes() -> u32 {
    offprint_edge::HOLD_BYTES
}

/// The store's keys to read for a fingerprint in text form.
#[wasm_bindgen(js_name = edgeReadKeys)]
pub fn edge_read_keys(fingerprint: &str) -> Result<JsValue, JsValue> {
    let fingerprint: Fingerprint = fingerprint.parse().map_err(to_js_error)?;
    to_js(&offprint_edge::read_keys(&fingerprint))
}

/// Judges a page. Beside the fields of an article `page` has what decides whether it is registered: `domain`,
/// `noindex`, `robots` (the header `X-Robots-Tag`), `access`, `cookie`, `listed`; or `trusted`, of a page
/// whose address the operator gives himself. `found` is an array of `[key, value]` with the store's values as they were
/// written; a damaged value is left out, and `damaged` in the result counts these.
#[wasm_bindgen(js_name = edgeDecide)]
pub fn edge_decide(page: &JsValue, found: &JsValue, now: &str) -> Result<JsValue, JsValue> {
    let page = candidate_of(page)?;
    let values = js_sys::Array::from(found);
    let found: Vec<_> = values.iter().filter_map(pair_of).collect();
    let damaged = values.length() - found.len() as u32;
    let id = record_id()?;
    let decision = offprint_edge::decide(&page, &found, now, &id);
    let Decision {
        comparison,
        changes,
        reasons,
        finding,
        write,
        record,
    } = &decision;
    let object = to_js(comparison)?;
    set(&object, "changes", to_js(changes))?;
    set(&object, "reasons", to_js(reasons))?;
    set(&object, "finding", to_js(finding))?;
    set(&object, "write", to_js(write))?;
    set(&object, "record", to_js(record))?;
    set(&object, "damaged", to_js(&damaged))?;
    set(&object, "url", to_js(&page.url()))?;
    set(&object, "withheld", to_js(&page.withheld))?;
    let claim = offprint_edge::claim(&page, &decision, now, &id);
    set(&object, "claim", to_js(&claim))?;
    Ok(object)
}

/// Settles a claim's record against the register, see [`offprint_edge::settle`]. `held` is an array of
/// `[key, record]`, `own` one of records, both as they were stored; what is damaged is left out.
#[wasm_bindgen(js_name = edgeSettle)]
pub fn edge_settle(
    record: &JsValue,
    held: &JsValue,
    own: &JsValue,
    now: &str,
) -> Result<JsValue, JsValue> {
    let record = handed_in(record)?;
    let held: Vec<_> = js_sys::Array::from(held)
        .iter()
        .filter_map(pair_of)
        .collect();
    let own = js_sys::Array::from(own);
    let own: Vec<_> = own.iter().filter_map(|own| record_of(&own)).collect();
    to_js(&offprint_edge::settle(record, &held, &own, now))
}

/// A record that someone hands in, cut to what is kept, with the shard it belongs to.
#[wasm_bindgen(js_name = edgeBounded)]
pub fn edge_bounded(record: &JsValue) -> Result<JsValue, JsValue> {
    let record = offprint_edge::bounded(handed_in(record)?)
        .ok_or_else(|| js_error("address", "url: not a web address of at most 2048 bytes"))?;
    let shard = offprint_edge::shard(&record.fingerprint);
    to_js(&(shard, record))
}

fn handed_in(record: &JsValue) -> Result<Record, JsValue> {
    record_of(record).ok_or_else(|| {
        js_error(
            "record",
            "record: not as it was stored, with id, url, firstSeen and fingerprint",
        )
    })
}

/// A number that is drawn by an address, the same everywhere, in 16 digits: which copies of an article
/// are kept is decided by it.
#[wasm_bindgen(js_name = edgeRank)]
pub fn edge_rank(url: &str) -> String {
    format!("{:016x}", offprint::internals::hash::hash_str(url))
}

/// The names of the register's objects.
#[wasm_bindgen(js_name = edgeShards)]
pub fn edge_shards() -> Result<JsValue, JsValue> {
    to_js(&offprint_edge::shards())
}

/// A key of the store and its record.
fn pair_of(value: JsValue) -> Option<(String, Record)> {
    let pair = js_sys::Array::from(&value);
    Some((pair.get(0).as_string()?, record_of(&pair.get(1))?))
}

fn candidate_of(page: &JsValue) -> Result<Candidate, JsValue> {
    let fingerprint = text(page, "fingerprint").map(|text| text.parse());
    let Metadata { url, canonical, .. } = metadata(page);
    let url = url.ok_or_else(|| js_error("page", "page: it has no url"))?;
    let domain = text(page, "domain");
    let standing = match flag(page, "trusted") {
        true => offprint_edge::Standing {
            url: offprint_edge::public_address(&url, canonical.as_deref()),
            withheld: None,
        },
        false => {
            let facts = offprint_edge::PageFacts {
                url,
                domain: domain.clone(),
                canonical: canonical.clone(),
                noindex: flag(page, "noindex")
                    || text(page, "robots")
                        .is_some_and(|robots| offprint_edge::says_noindex(&robots)),
                restricted: flag(page, "access")
                    || text(page, "cookie")
                        .is_some_and(|cookie| offprint_edge::holds_session(&cookie)),
                listed: flag(page, "listed"),
            };
            SETTINGS.with_borrow(|settings| settings.addresses.standing(&facts))
        }
    };
    Ok(Candidate {
        metadata: Metadata {
            url: Some(standing.url),
            ..metadata(page)
        },
        domain,
        withheld: standing.withheld,
        fingerprint: fingerprint.transpose().map_err(to_js_error)?,
        digest: text(page, "digest"),
    })
}

/// A record as it was stored; `None` if it is damaged.
fn record_of(value: &JsValue) -> Option<Record> {
    let metadata = metadata(value);
    (metadata.url.as_ref()).zip(metadata.first_seen.as_ref())?;
    Some(Record {
        id: text(value, "id")?,
        metadata,
        imported: text(value, "imported"),
        domain: text(value, "domain"),
        fingerprint: text(value, "fingerprint")?.parse().ok()?,
    })
}

/// What an object says of an article; what is no text is passed over.
fn metadata(object: &JsValue) -> Metadata {
    let Ok(metadata) = Metadata::try_from_fn(|name| Ok::<_, Infallible>(text(object, name)));
    metadata
}

/// How a page is answered, from what was found out about it and the facts about the visit.
#[wasm_bindgen(js_name = edgeAnswer)]
pub fn edge_answer(finding: &JsValue, visit: &JsValue) -> Result<JsValue, JsValue> {
    let (finding, visit) = (finding_of(finding), visit_of(visit));
    SETTINGS.with_borrow(|settings| to_js(&offprint_edge::answer(&finding, &visit, settings)))
}

/// How a client is answered that is kept out whatever the page is; null if it is not. `unread` tells
/// that the page was asked for, and that nobody knows what it is.
#[wasm_bindgen(js_name = edgeOutright)]
pub fn edge_outright(visit: &JsValue, unread: bool) -> Result<JsValue, JsValue> {
    let visit = visit_of(visit);
    SETTINGS.with_borrow(|settings| to_js(&offprint_edge::outright(&visit, unread, settings)))
}

/// Whether anybody is kept out whatever the page is.
#[wasm_bindgen(js_name = edgeHasOutright)]
pub fn edge_has_outright() -> bool {
    SETTINGS.with_borrow(|settings| settings.policy.has_outright())
}

fn visit_of(visit: &JsValue) -> offprint_edge::Visit {
    let who = property(visit, "who");
    offprint_edge::Visit {
        url: text(visit, "url").unwrap_or_default(),
        method: text(visit, "method").unwrap_or_default(),
        who: offprint_edge::Who {
            class: class_of(&who),
            by: named(&who, "by", &Proof::ALL, Proof::name),
            claim: text(&who, "claim"),
        },
        if_none_match: text(visit, "ifNoneMatch"),
        status: number(visit, "status").unwrap_or_default() as u16,
        etag: text(visit, "etag"),
        vary: text(visit, "vary"),
        link: text(visit, "link"),
        exact_price: text(visit, "exactPrice"),
        max_price: text(visit, "maxPrice"),
        price_signed: flag(visit, "priceSigned"),
        paid: flag(visit, "paid"),
        gone: flag(visit, "gone"),
        gateway: flag(visit, "gateway"),
    }
}

fn finding_of(finding: &JsValue) -> Finding {
    let verdicts = [Verdict::Same, Verdict::Partial, Verdict::Different];
    Finding {
        verdict: named(finding, "verdict", &verdicts, Verdict::name).unwrap_or(Verdict::Unknown),
        score: number(finding, "score").unwrap_or_default(),
        original: text(finding, "original"),
        copy: text(finding, "copy"),
        place: named(finding, "place", &Place::ALL, Place::name),
        confidence: number(finding, "confidence").unwrap_or_default() as u8,
        seen: text(finding, "seen"),
        known: flag(finding, "known"),
        stated: text(finding, "stated"),
        digest: text(finding, "digest"),
    }
}

/// The `If-None-Match` that the origin is asked with, if any is left of the client's.
#[wasm_bindgen(js_name = edgeToOrigin)]
pub fn edge_to_origin(if_none_match: &str) -> Option<String> {
    offprint_edge::to_origin(if_none_match)
}

/// The ETag of ours that a client has of a page of which the origin says that it did not change.
#[wasm_bindgen(js_name = edgeUnchanged)]
pub fn edge_unchanged(if_none_match: &str, etag: Option<String>) -> Option<String> {
    offprint_edge::unchanged(if_none_match, etag.as_deref())
}

/// An address without what is personal in it.
#[wasm_bindgen(js_name = edgePublicAddress)]
pub fn edge_public_address(url: &str) -> String {
    offprint_edge::public_address(url, None)
}

/// Whether two addresses are variants of one page's.
#[wasm_bindgen(js_name = edgeIsSamePage)]
pub fn edge_is_same_page(a: &str, b: &str) -> bool {
    offprint_edge::is_same_page(a, b)
}

/// The gateway's settings, if there is one.
#[wasm_bindgen(js_name = edgeGateway)]
pub fn edge_gateway() -> Result<JsValue, JsValue> {
    SETTINGS.with_borrow(|settings| to_js(&settings.gateway))
}

/// Whether the gateway keeps a page back and names its original instead.
#[wasm_bindgen(js_name = edgeWithholds)]
pub fn edge_withholds(finding: &JsValue) -> bool {
    let finding = finding_of(finding);
    SETTINGS.with_borrow(|settings| {
        let gateway = settings.gateway.as_ref();
        gateway.is_some_and(|gateway| gateway.withholds(&finding))
    })
}

/// Why the gateway does not fetch an address; null if it does.
#[wasm_bindgen(js_name = edgeRefusal)]
pub fn edge_refusal(url: &str) -> Result<JsValue, JsValue> {
    SETTINGS.with_borrow(|settings| {
        let check = |gateway: &offprint_edge::Gateway| gateway.check(url).err();
        to_js(&settings.gateway.as_ref().and_then(check))
    })
}

/// Why the gateway does not forward a page of this type; null if it does.
#[wasm_bindgen(js_name = edgeTypeRefusal)]
pub fn edge_type_refusal(content_type: Option<String>) -> Result<JsValue, JsValue> {
    to_js(&offprint_edge::check_type(content_type.as_deref()).err())
}

/// Longest robots.txt that is read, in bytes.
#[wasm_bindgen(js_name = edgeRobotsBytes)]
pub fn edge_robots_bytes() -> u32 {
    offprint_edge::ROBOTS_BYTES
}

/// Whether a robots.txt allows an address to the crawler of a user agent.
#[wasm_bindgen(js_name = edgeRobotsAllow)]
pub fn edge_robots_allow(robots: &str, user_agent: &str, url: &str) -> bool {
    offprint_edge::robots_allow(robots, user_agent, url)
}
