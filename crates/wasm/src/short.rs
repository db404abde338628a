//! Short fingerprints; see [`ShortFingerprint`].

use super::{to_js, to_js_error};
use offprint::ShortFingerprint;
use offprint::compare::ShortComparison;
use wasm_bindgen::prelude::*;

/// The short fingerprint, in text form, of a whole one; a short one is its own.
#[wasm_bindgen(js_name = shortFingerprint)]
pub fn short_fingerprint(fingerprint: &str) -> Result<String, JsValue> {
    let short: ShortFingerprint = fingerprint.parse().map_err(to_js_error)?;
    Ok(short.to_string())
}

/// Compares two fingerprints in text form, whole or short, by their short ones; a missing one makes the verdict
/// `unknown`.
#[wasm_bindgen(js_name = compareShort)]
pub fn compare_short(a: Option<String>, b: Option<String>) -> Result<JsValue, JsValue> {
    let parse = |text: Option<String>| text.map(|text| text.parse()).transpose();
    let a: Option<ShortFingerprint> = parse(a).map_err(to_js_error)?;
    let b = parse(b).map_err(to_js_error)?;
    to_js(&ShortComparison::of(a.as_ref(), b.as_ref()))
}
