//! The methods of the papers and the baselines, see [`crate::methods`].

use super::{js_error, to_js};
use crate::article::Article;
use crate::methods::{Method, Name};
use serde::Serialize;
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

/// Compares two articles, given by headline and body, by the method of a name.
#[wasm_bindgen(js_name = methodCompare)]
pub fn compare(
    name: &str,
    title_a: String,
    text_a: String,
    title_b: String,
    text_b: String,
) -> Result<JsValue, JsValue> {
    let name: Name = name
        .parse()
        .map_err(|error| js_error("method", &format!("{name}: {error}")))?;
    let method = name.method();
    let sign = |title, text| method.sign(&Article::of_text(title, text));
    let (a, b) = (sign(title_a, text_a), sign(title_b, text_b));
    to_js(&method.compare(a.as_ref(), b.as_ref()))
}
