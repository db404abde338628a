//! The decisions of the edge worker, see [`crate::edge`].

use super::{from_js, record_id, set, to_js, to_js_error};
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
    } = edge::decide(&page, &found, policy, now, &record_id()?);
    let object = to_js(&verdict)?;
    set(&object, "changes", to_js(&changes))?;
    set(&object, "original", to_js(&original))?;
    set(&object, "copy", to_js(&copy))?;
    set(&object, "confidence", to_js(&confidence))?;
    set(&object, "reasons", to_js(&reasons))?;
    set(&object, "known", to_js(&known))?;
    set(&object, "status", to_js(&status))?;
    set(&object, "headers", to_js(&headers))?;
    set(&object, "write", to_js(&write))?;
    set(&object, "record", to_js(&record))?;
    set(&object, "damaged", to_js(&damaged))?;
    Ok(object)
}
