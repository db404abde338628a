//! The methods of the papers and the baselines in WebAssembly, for the site; see [`offprint_methods::methods`].
#![cfg(target_arch = "wasm32")]

pub use offprint_wasm::*;

use offprint::article::NoFingerprintReason;
use offprint::{Article, Fingerprint, Metadata};
use offprint_methods::methods::{Method, Name};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
}

/// All methods: names, and what they compare.
#[wasm_bindgen(js_name = methodList)]
pub fn list() -> Result<JsValue, JsValue> {
    let listed = Name::ALL.iter().map(|name| Listed { name: name.as_str(), about: name.about() });
    to_js(&listed.collect::<Vec<_>>())
}

/// The parts of an article that methods compare.
struct Known {
    metadata: Metadata,
    rest: Rest,
}

/// What methods compare besides the metadata.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Rest {
    text: String,
    /// Whether it was read before: then it has this fingerprint, or the reason why it has none.
    read: bool,
    fingerprint: Option<Fingerprint>,
    #[serde(rename = "noFingerprintReason", alias = "no_fingerprint_reason")]
    no_fingerprint_reason: Option<NoFingerprintReason>,
}

impl Known {
    /// Both are read from one object, one after the other: flattening them with `serde` adds 10 KB to the compressed
    /// module.
    fn of_js(object: JsValue) -> Result<Known, JsValue> {
        Ok(Known { metadata: from_js(object.clone(), "article")?, rest: from_js(object, "article")? })
    }
}

impl From<Known> for Article {
    fn from(Known { metadata, rest }: Known) -> Article {
        let mut article = Article::of_text(metadata.title.clone(), rest.text);
        let language = std::mem::take(&mut article.metadata.language);
        if rest.read {
            article.fingerprint = rest.fingerprint;
            article.no_fingerprint_reason = rest.no_fingerprint_reason;
        }
        article.metadata = metadata;
        if article.metadata.language.is_empty() {
            article.metadata.language = language;
        }
        article
    }
}

/// The method with a name.
fn named(name: &str) -> Result<Name, JsValue> {
    name.parse().map_err(|error: String| js_error("method", &error))
}

fn article(value: JsValue) -> Result<Article, JsValue> {
    Known::of_js(value).map(Article::from)
}

/// Compares two articles, or any objects with a title and a text, with a method by its name.
#[wasm_bindgen(js_name = methodCompare)]
pub fn compare(name: &str, a: JsValue, b: JsValue) -> Result<JsValue, JsValue> {
    let method = named(name)?;
    let (a, b) = (method.sign(&article(a)?), method.sign(&article(b)?));
    to_js(&method.judge(a.as_ref(), b.as_ref()))
}

/// The same, with the parts of the two that the method compares.
#[wasm_bindgen(js_name = methodExplain)]
pub fn explain(name: &str, a: JsValue, b: JsValue) -> Result<JsValue, JsValue> {
    to_js(&named(name)?.explain(&article(a)?, &article(b)?))
}
