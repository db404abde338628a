//! The JavaScript boundary of the product: its only folder that names `wasm_bindgen`. It only converts.
//!
//! Bytes come in, plain objects go out. There is one handle, [`Reader`](reader::Reader), and its `end` empties it.
//! Every failure is an `Error` with a stable `code`.
//!
//! Three modules are built from it, each with the cargo features that it needs; see `tools/xtask/src/wasm.rs`.
#![cfg(target_arch = "wasm32")]

#[cfg(feature = "full")]
mod address;
#[cfg(feature = "browser")]
mod align;
#[cfg(feature = "full")]
mod collection;
#[cfg(feature = "edge")]
mod edge;
#[cfg(feature = "full")]
mod fold;
#[cfg(feature = "full")]
mod layout_map;
#[cfg(feature = "full")]
mod origins;
#[cfg(feature = "browser")]
mod policy;
mod reader;
#[cfg(feature = "full")]
mod rewriting;

use js_sys::Reflect;
#[cfg(feature = "full")]
use offprint::article::NoFingerprintReason;
use offprint::compare::{ArticleRecord, Relation, relate};
use offprint::{Article, Error, Fingerprint, Metadata};
use serde::Serialize;
use std::str::FromStr;
use wasm_bindgen::prelude::*;

/// Reports a panic's message before the instance traps; a trap alone has no message.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&format!("offprint: {info}").into());
    }));
}

/// A property, unless it is undefined.
fn option(options: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(options, &name.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

/// A property that is text.
fn text(object: &JsValue, name: &str) -> Option<String> {
    option(object, name)?.as_string()
}

/// Whether a property is true.
fn flag(object: &JsValue, name: &str) -> bool {
    option(object, name).is_some_and(|value| value.is_truthy())
}

#[derive(Serialize, Default)]
struct Keys {
    read: Vec<String>,
    write: Vec<String>,
}

fn keys_of(fingerprint: &Fingerprint) -> Keys {
    Keys { read: fingerprint.read_keys(), write: fingerprint.write_keys() }
}

/// Compares two articles, or their stored facts; a missing fingerprint makes the verdict `unknown`, unless the two have
/// equal whole texts. Their metadata, which may be replaced, determine the original.
#[wasm_bindgen]
pub fn compare(a: &JsValue, b: &JsValue, metadata_a: &JsValue, metadata_b: &JsValue) -> Result<JsValue, JsValue> {
    written(&relate(&record_with(a, metadata_a)?, &record_with(b, metadata_b)?))
}

fn written(relation: &Relation) -> Result<JsValue, JsValue> {
    let object = to_js(&relation.comparison)?;
    set(&object, "changes", to_js(&relation.changes))?;
    set(&object, "original", to_js(&relation.original))?;
    set(&object, "version", Ok(relation.version.into()))?;
    Ok(object)
}

/// The record of an article, with this metadata if there is any.
fn record_with(article: &JsValue, about: &JsValue) -> Result<ArticleRecord, JsValue> {
    let mut record = record(article)?;
    if !about.is_undefined() && !about.is_null() {
        record.metadata = metadata(about)?;
    }
    Ok(record)
}

/// An article, or its stored facts, without its sketch.
fn record(article: &JsValue) -> Result<ArticleRecord, JsValue> {
    let metadata = metadata(article)?;
    let fingerprint: Option<Fingerprint> = parsed(article, "fingerprint")?;
    // If equal texts have fingerprints, these make them `same`.
    let digest = if fingerprint.is_none() { digest(article, &metadata.title) } else { None };
    let mut record = ArticleRecord::new(fingerprint, metadata);
    record.digest = digest;
    Ok(record)
}

/// The digest of an article's text, if it was kept, or the text is given.
fn digest(article: &JsValue, title: &str) -> Option<u64> {
    if let Some(kept) = text(article, "digest") {
        return u64::from_str_radix(&kept, 16).ok();
    }
    Article::digest_of(title, &text(article, "text")?, flag(article, "gated"), flag(article, "truncated"))
}

/// Why an article has no fingerprint, if that is given.
#[cfg(feature = "full")]
fn reason(article: &JsValue) -> Option<NoFingerprintReason> {
    NoFingerprintReason::from_name(&text(article, "noFingerprintReason")?)
}

/// A field in its text form.
fn parsed<T: FromStr<Err = Error>>(article: &JsValue, field: &str) -> Result<Option<T>, JsValue> {
    let parsed = option(article, field).map(|value| {
        let text = value.as_string().ok_or(Error::FingerprintText)?;
        text.parse()
    });
    parsed.transpose().map_err(to_js_error)
}

fn metadata(about: &JsValue) -> Result<Metadata, JsValue> {
    let wrong = || js_error("facts", "facts: not an object of strings");
    if !about.is_object() {
        return Err(wrong());
    }
    Metadata::try_from_fn(|name| option(about, name).map(|value| value.as_string().ok_or_else(wrong)).transpose())
}

/// The keys of a fingerprint in text form.
#[wasm_bindgen]
pub fn keys(fingerprint: &str) -> Result<JsValue, JsValue> {
    let fingerprint: Fingerprint = fingerprint.parse().map_err(to_js_error)?;
    to_js(&keys_of(&fingerprint))
}

/// A random name for a record: 128 bits in hexadecimal.
#[wasm_bindgen(js_name = randomId)]
pub fn random_id() -> Result<String, JsValue> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        let what = format!("no random bytes here ({error}): call this inside a request handler");
        js_error("random", &what)
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Adds a property to a plain object. `serde` writes flattened fields through a map, with separate code for every type,
/// which makes the module larger.
fn set(object: &JsValue, name: &str, value: Result<JsValue, JsValue>) -> Result<(), JsValue> {
    Reflect::set(object, &name.into(), &value?).map(|_| ())
}

/// A plain object.
fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    // Plain objects instead of `Map`s, so that results can be cloned, posted and stringified.
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|error| js_error("result", &error.to_string()))
}

fn to_js_error(error: Error) -> JsValue {
    js_error(error.code(), &error.to_string())
}

/// An `Error` with a code.
fn js_error(code: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    // Setting a property of a new Error cannot fail.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error.into()
}
