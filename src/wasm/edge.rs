//! The decisions of the edge worker, see [`crate::edge`].

use super::{from_js, js_error, record_id, set, to_js, to_js_error};
use crate::edge::{self, Candidate, Decision, Policy, Record};
use crate::fingerprint::Fingerprint;
use wasm_bindgen::prelude::*;

/// How a page is read on its way: `before`, `beside` or `not`.
#[wasm_bindgen(js_name = edgeReading)]
pub fn edge_reading(request: JsValue, response: JsValue) -> Result<JsValue, JsValue> {
    to_js(&edge::reading(
        &from_js(request, "request")?,
        &from_js(response, "response")?,
    ))
}

/// Longest page held back for a crawler, in bytes.
#[wasm_bindgen(js_name = edgeHoldBytes)]
pub fn edge_hold_bytes() -> u32 {
    edge::HOLD_BYTES
}

/// The store's keys to read for a fingerprint in text form.
#[wasm_bindgen(js_name = edgeReadKeys)]
pub fn edge_read_keys(fingerprint: &str) -> Result<JsValue, JsValue> {
    let fingerprint: Fingerprint = fingerprint.parse().map_err(to_js_error)?;
    to_js(&edge::read_keys(&fingerprint))
}

/// Judges a page. `found` is an array of `[key, value]` with the store's values as they were
/// written; a damaged value is left out, and `damaged` in the result counts these.
#[wasm_bindgen(js_name = edgeDecide)]
pub fn edge_decide(
    page: JsValue,
    found: JsValue,
    policy: JsValue,
    now: &str,
) -> Result<JsValue, JsValue> {
    let page: Candidate = from_js(page, "page")?;
    let policy: Policy = if policy.is_undefined() {
        Policy::default()
    } else {
        from_js(policy, "policy")?
    };
    let values = js_sys::Array::from(&found);
    let found: Vec<(String, Record)> = values
        .iter()
        .filter_map(|value| serde_wasm_bindgen::from_value(value).ok())
        .collect();
    let damaged = values.length() - found.len() as u32;
    let id = record_id()?;
    let decision = edge::decide(&page, &found, policy, now, &id);
    let Decision {
        verdict,
        changes,
        original,
        copy,
        confidence,
        reasons,
        known,
        status,
        headers,
        write,
        record,
    } = &decision;
    let object = to_js(verdict)?;
    set(&object, "changes", to_js(changes))?;
    set(&object, "original", to_js(original))?;
    set(&object, "copy", to_js(copy))?;
    set(&object, "confidence", to_js(confidence))?;
    set(&object, "reasons", to_js(reasons))?;
    set(&object, "known", to_js(known))?;
    set(&object, "status", to_js(status))?;
    set(&object, "headers", to_js(headers))?;
    set(&object, "write", to_js(write))?;
    set(&object, "record", to_js(record))?;
    set(&object, "damaged", to_js(&damaged))?;
    let claim = edge::claim(&page, &decision, now, &id);
    set(&object, "claim", to_js(&claim))?;
    Ok(object)
}

/// Settles a claim's record against the register, see [`edge::settle`]. `held` is an array of
/// `[key, record]`, `own` one of records, both as they were stored.
#[wasm_bindgen(js_name = edgeSettle)]
pub fn edge_settle(
    record: JsValue,
    held: JsValue,
    own: JsValue,
    now: &str,
) -> Result<JsValue, JsValue> {
    let record: Record = from_js(record, "record")?;
    let held: Vec<(String, Record)> = from_js(held, "held")?;
    let own: Vec<Record> = from_js(own, "own")?;
    to_js(&edge::settle(record, &held, &own, now))
}

/// A record that someone hands in, cut to what is kept, with the shard it belongs to.
#[wasm_bindgen(js_name = edgeBounded)]
pub fn edge_bounded(record: JsValue) -> Result<JsValue, JsValue> {
    let record: Record = from_js(record, "record")?;
    let record = edge::bounded(record)
        .ok_or_else(|| js_error("address", "url: not a web address of at most 2048 bytes"))?;
    let shard = edge::shard(&record.fingerprint);
    to_js(&(shard, record))
}

/// The names of the register's objects.
#[wasm_bindgen(js_name = edgeShards)]
pub fn edge_shards() -> Result<JsValue, JsValue> {
    to_js(&edge::shards())
}
