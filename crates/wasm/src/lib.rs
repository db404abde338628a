//! The JavaScript boundary: the only folder that names `wasm_bindgen`. It converts and nothing else.
//!
//! Bytes come in, plain objects go out; there is one handle, [`Reader`], and its `end` empties it.
//! Every failure is an `Error` with a stable `code`.
//!
//! Three modules are built of it: what everyone needs, that with the decisions of the edge worker
//! (cargo feature `edge`), and that with the methods of the papers and what the command line prints
//! (`report`).
#![cfg(target_arch = "wasm32")]

// The edge shows nothing to anybody.
#[cfg(any(feature = "report", not(feature = "edge")))]
mod align;
#[cfg(feature = "report")]
mod anatomy;
#[cfg(feature = "edge")]
mod edge;
#[cfg(feature = "report")]
mod methods;
// For stores in JavaScript; the others ask the core.
#[cfg(not(any(feature = "edge", feature = "report")))]
mod policy;
#[cfg(feature = "report")]
mod report;

use js_sys::{Reflect, Uint8Array};
use offprint::compare::{Offprint, relate};
use offprint::{Error, Fingerprint, Metadata, ReadOptions, SiteMemory};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Shows a panic's message before the instance traps; a trap alone says nothing.
#[wasm_bindgen(start)]
fn start() {
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&format!("offprint: {info}").into());
    }));
}

/// Reads one page, chunk by chunk.
#[wasm_bindgen]
pub struct Reader {
    /// Empty after the end.
    inner: Option<offprint::Reader>,
    explain: bool,
}

#[wasm_bindgen]
impl Reader {
    /// A reader for one page.
    #[wasm_bindgen(constructor)]
    pub fn new(options: JsValue) -> Result<Reader, JsValue> {
        let explain = flag(&options, "explain")?;
        let options = ReadOptions {
            content_type: text(&options, "contentType")?,
            url: text(&options, "url")?,
            clean: flag(&options, "clean")?,
            max_bytes: count(&options, "maxBytes")?.unwrap_or(ReadOptions::default().max_bytes),
        };
        Ok(Reader {
            inner: Some(offprint::Reader::new(options)),
            explain,
        })
    }

    /// Reads the next bytes; returns what is ready of the cleaned page.
    pub fn write(&mut self, bytes: &[u8]) -> Result<Uint8Array, JsValue> {
        let reader = self
            .inner
            .as_mut()
            .ok_or(Error::Finished)
            .map_err(to_js_error)?;
        let cleaned = reader.write(bytes).map_err(to_js_error)?;
        Ok(Uint8Array::from(&cleaned[..]))
    }

    /// Ends the page and returns the article. Given the memory of its site, it is judged by that, too; `siteMemory` is
    /// then the memory with this page.
    pub fn end(&mut self, site: Option<Uint8Array>) -> Result<JsValue, JsValue> {
        let mut site = site.map(site_memory).transpose()?;
        let mut reader = self
            .inner
            .take()
            .ok_or(Error::Finished)
            .map_err(to_js_error)?;
        let article = match &mut site {
            None => reader.end().map_err(to_js_error)?,
            Some(site) => {
                let (article, seen) = reader.end_on(site).map_err(to_js_error)?;
                site.remember(&seen);
                article
            }
        };
        let object = to_js(&article)?;
        let keys = article.fingerprint.as_ref().map(keys_of);
        set(&object, "keys", to_js(&keys.unwrap_or_default()))?;
        #[cfg(feature = "edge")]
        set(&object, "digest", to_js(&offprint_edge::digest(&article)))?;
        if self.explain {
            set(&object, "blocks", to_js(&article.blocks))?;
        }
        if let Some(site) = site {
            let bytes = Uint8Array::from(&site.to_bytes()[..]);
            set(&object, "siteMemory", Ok(bytes.into()))?;
        }
        let rest = reader.take_rest();
        if !rest.is_empty() {
            Reflect::set(&object, &"rest".into(), &Uint8Array::from(&rest[..]))?;
        }
        Ok(object)
    }
}

/// The memory of a site; no bytes are an empty one.
fn site_memory(bytes: Uint8Array) -> Result<SiteMemory, JsValue> {
    match bytes.length() {
        0 => Ok(SiteMemory::default()),
        _ => SiteMemory::from_bytes(&bytes.to_vec()).map_err(to_js_error),
    }
}

// Options are read one by one: to have `serde` do it for these few takes 8 KiB of the module.

/// An option that was given; names that there are none of are refused in `pkg/api.js`.
fn option(options: &JsValue, name: &str) -> Option<JsValue> {
    let value = Reflect::get(options, &name.into()).ok()?;
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

fn text(options: &JsValue, name: &str) -> Result<Option<String>, JsValue> {
    let text = |value: JsValue| value.as_string().ok_or_else(|| not(name, "text"));
    option(options, name).map(text).transpose()
}

fn flag(options: &JsValue, name: &str) -> Result<bool, JsValue> {
    let flag = |value: JsValue| value.as_bool().ok_or_else(|| not(name, "true or false"));
    option(options, name).map_or(Ok(false), flag)
}

fn count(options: &JsValue, name: &str) -> Result<Option<usize>, JsValue> {
    let count = |value: JsValue| {
        let number = value.as_f64().unwrap_or(f64::NAN);
        // What is no such number is another after it was one.
        let count = number as u32;
        (f64::from(count) == number)
            .then_some(count as usize)
            .ok_or_else(|| not(name, "a whole number below 4,294,967,296"))
    };
    option(options, name).map(count).transpose()
}

fn not(name: &str, kind: &str) -> JsValue {
    js_error("options", &format!("options: {name} is not {kind}"))
}

#[derive(Serialize, Default)]
struct Keys {
    read: Vec<String>,
    write: Vec<String>,
}

fn keys_of(fingerprint: &Fingerprint) -> Keys {
    Keys {
        read: fingerprint.read_keys(),
        write: fingerprint.write_keys(),
    }
}

/// Compares two fingerprints in text form; one that is missing makes it `unknown`. What else is
/// known of the two articles, if anything, tells the original.
#[wasm_bindgen]
pub fn compare(
    a: Option<String>,
    b: Option<String>,
    about_a: JsValue,
    about_b: JsValue,
) -> Result<JsValue, JsValue> {
    let parse = |text: Option<String>| text.map(|text| text.parse::<Fingerprint>()).transpose();
    let a = parse(a).map_err(to_js_error)?;
    let b = parse(b).map_err(to_js_error)?;
    let known = [&metadata(&about_a)?, &metadata(&about_b)?];
    let relation = relate(&Offprint, [a.as_ref(), b.as_ref()], known);
    let object = to_js(&relation.comparison)?;
    set(&object, "changes", to_js(&relation.changes))?;
    set(&object, "original", to_js(&relation.original))?;
    set(&object, "version", Ok(relation.version.into()))?;
    Ok(object)
}

fn metadata(about: &JsValue) -> Result<Metadata, JsValue> {
    if about.is_undefined() || about.is_null() {
        return Ok(Metadata::default());
    }
    let wrong = || js_error("facts", "facts: not an object of strings");
    if !about.is_object() {
        return Err(wrong());
    }
    Metadata::try_from_fn(|name| {
        option(about, name)
            .map(|value| value.as_string().ok_or_else(wrong))
            .transpose()
    })
}

/// The keys of a fingerprint in text form.
#[wasm_bindgen]
pub fn keys(fingerprint: &str) -> Result<JsValue, JsValue> {
    let fingerprint: Fingerprint = fingerprint.parse().map_err(to_js_error)?;
    to_js(&keys_of(&fingerprint))
}

/// A random name for a record: 128 bits in hexadecimal.
#[wasm_bindgen(js_name = recordId)]
pub fn record_id() -> Result<String, JsValue> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        js_error(
            "random",
            &format!("no random bytes here ({error}): call this inside a request handler"),
        )
    })?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Gives a plain object one more property. What is flattened by `serde` is written through a map,
/// by code of its own for every type, which makes the module larger.
fn set(object: &JsValue, name: &str, value: Result<JsValue, JsValue>) -> Result<(), JsValue> {
    Reflect::set(object, &name.into(), &value?).map(|_| ())
}

fn to_js<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    // Plain objects instead of `Map`s, so that results can be cloned, posted and stringified.
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value
        .serialize(&serializer)
        .map_err(|error| js_error("result", &error.to_string()))
}

#[cfg(feature = "report")]
fn from_js<T: serde::de::DeserializeOwned>(value: JsValue, what: &str) -> Result<T, JsValue> {
    serde_wasm_bindgen::from_value(value)
        .map_err(|error| js_error(what, &format!("{what}: {error}")))
}

fn to_js_error(error: Error) -> JsValue {
    js_error(error.code(), &error.to_string())
}

fn js_error(code: &str, message: &str) -> JsValue {
    let error = js_sys::Error::new(message);
    // Setting a property of a fresh Error cannot fail.
    let _ = Reflect::set(&error, &"code".into(), &code.into());
    error.into()
}
