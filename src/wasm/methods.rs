//! The methods of the papers and the baselines, see [`crate::methods`].

use super::{from_js, js_error, to_js};
use crate::article::Article;
use crate::methods::{Method, Name};
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
#[derive(Deserialize, Default)]
#[serde(default)]
struct Known {
    title: String,
    text: String,
    site: Option<String>,
    credit: Option<String>,
    published: Option<String>,
}

impl From<Known> for Article {
    fn from(known: Known) -> Article {
        Article {
            site: known.site,
            credit: known.credit,
            published: known.published,
            ..Article::of_text(known.title, known.text)
        }
    }
}

/// Compares two articles, or any objects with a title and a text, by the method of a name.
#[wasm_bindgen(js_name = methodCompare)]
pub fn compare(name: &str, a: JsValue, b: JsValue) -> Result<JsValue, JsValue> {
    let name: Name = name
        .parse()
        .map_err(|error| js_error("method", &format!("{name}: {error}")))?;
    let method = name.method();
    let sign = |value| -> Result<_, JsValue> {
        let known: Known = from_js(value, "article")?;
        Ok(method.sign(&known.into()))
    };
    let (a, b) = (sign(a)?, sign(b)?);
    to_js(&method.compare(a.as_ref(), b.as_ref()))
}
