//! Folds lists of results.

use super::origins::member;
use super::{option, to_js};
use offprint::index::{SearchResult, fold};
use wasm_bindgen::prelude::*;

/// Folds results; see [`fold`].
#[wasm_bindgen(js_name = fold)]
pub fn folded(results: Vec<JsValue>) -> Result<JsValue, JsValue> {
    let listed = |result: &JsValue| -> Result<SearchResult, JsValue> {
        let text = |name: &str| option(result, name).and_then(|value| value.as_string());
        let text_of = |name: &str| text(name).filter(|text| !text.is_empty());
        Ok(SearchResult {
            member: member(result)?,
            text: text_of("text")
                .or_else(|| text("snippet"))
                .unwrap_or_default(),
        })
    };
    let results = results.iter().map(listed);
    to_js(&fold(&results.collect::<Result<Vec<_>, _>>()?))
}
