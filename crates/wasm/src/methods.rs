//! The methods of the papers and the baselines, see [`offprint_baselines::methods`].

#[cfg(feature = "report")]
use super::set;
use super::{from_js, js_error, to_js};
use offprint::extract::Abstention;
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
pub struct Known {
    metadata: Metadata,
    rest: Rest,
}

/// What methods look at beside the metadata.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Rest {
    text: String,
    /// Whether it was read before: then its fingerprint is this one, if it has any, or else why it has none.
    read: bool,
    fingerprint: Option<Fingerprint>,
    abstention: Option<Abstention>,
}

impl Known {
    /// Both are read from one object, one after the other: to have `serde` flatten them takes 10 KB of the
    /// module with gzip.
    pub fn of_js(object: JsValue) -> Result<Known, JsValue> {
        Ok(Known {
            metadata: from_js(object.clone(), "article")?,
            rest: from_js(object, "article")?,
        })
    }

    /// The same of an article that may be missing.
    #[cfg(feature = "report")]
    pub fn if_any(object: JsValue) -> Result<Option<Known>, JsValue> {
        let is_missing = object.is_undefined() || object.is_null();
        (!is_missing).then(|| Known::of_js(object)).transpose()
    }

    #[cfg(feature = "report")]
    pub fn to_js(&self) -> Result<JsValue, JsValue> {
        let object = to_js(&self.metadata)?;
        set(&object, "text", to_js(&self.rest.text))?;
        set(&object, "read", to_js(&self.rest.read))?;
        set(&object, "fingerprint", to_js(&self.rest.fingerprint))?;
        set(&object, "abstention", to_js(&self.rest.abstention))?;
        Ok(object)
    }
}

impl From<Known> for Article {
    fn from(Known { metadata, rest }: Known) -> Article {
        let mut article = Article::of_text(metadata.title.clone(), rest.text);
        let language = std::mem::take(&mut article.metadata.language);
        if rest.read {
            article.fingerprint = rest.fingerprint;
            article.abstention = rest.abstention;
        }
        article.metadata = metadata;
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
            rest: Rest {
                text: article.text.clone(),
                read: true,
                fingerprint: article.fingerprint.clone(),
                abstention: article.abstention,
            },
        }
    }
}

/// The method of a name.
pub fn named(name: &str) -> Result<Name, JsValue> {
    name.parse()
        .map_err(|error| js_error("method", &format!("{name}: {error}")))
}

fn article(value: JsValue) -> Result<Article, JsValue> {
    Known::of_js(value).map(Article::from)
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
