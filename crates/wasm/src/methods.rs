//! The methods of the papers and the baselines, see [`offprint_baselines::methods`].

use super::{from_js, js_error, to_js};
use offprint::{Article, Fingerprint, Metadata};
use offprint_baselines::methods::{Method, Name};
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    about: &'static str,
}

/// All methods: names, and what they look at.
#[wasm_bindgen(js_name = methodList)]
pub fn list() -> Result<JsValue, JsValue> {
    let listed = Name::ALL.iter().map(|name| Listed {
        name: name.as_str(),
        about: name.about(),
    });
    to_js(&listed.collect::<Vec<_>>())
}

/// What of an article methods look at.
#[derive(Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Known {
    #[serde(flatten)]
    metadata: Metadata,
    text: String,
    /// Whether it was read before: then its fingerprint is this one, if it has any.
    read: bool,
    fingerprint: Option<Fingerprint>,
}

impl From<Known> for Article {
    fn from(known: Known) -> Article {
        let mut article = Article::of_text(known.metadata.title.clone(), known.text);
        let language = std::mem::take(&mut article.metadata.language);
        if known.read {
            article.fingerprint = known.fingerprint;
        }
        article.metadata = known.metadata;
        if article.metadata.language.is_empty() {
            article.metadata.language = language;
        }
        article
    }
}

#[cfg(feature = "report")]
impl From<&Article> for Known {
    fn from(article: &Article) -> Known {
        Known {
            metadata: article.metadata.clone(),
            text: article.text.clone(),
            read: true,
            fingerprint: article.fingerprint.clone(),
        }
    }
}

/// The method of a name.
pub fn named(name: &str) -> Result<Name, JsValue> {
    name.parse()
        .map_err(|error| js_error("method", &format!("{name}: {error}")))
}

fn article(value: JsValue) -> Result<Article, JsValue> {
    from_js::<Known>(value, "article").map(Article::from)
}

/// Compares two articles, or any objects with a title and a text, by the method of a name.
#[wasm_bindgen(js_name = methodCompare)]
pub fn compare(name: &str, a: JsValue, b: JsValue) -> Result<JsValue, JsValue> {
    let method = named(name)?.method();
    let (a, b) = (method.sign(&article(a)?), method.sign(&article(b)?));
    to_js(&method.compare(a.as_ref(), b.as_ref()))
}

/// The same, and what the method looks at in the two.
#[wasm_bindgen(js_name = methodExplain)]
pub fn explain(name: &str, a: JsValue, b: JsValue) -> Result<JsValue, JsValue> {
    let method = named(name)?.method();
    to_js(&method.explain(&article(a)?, &article(b)?))
}
