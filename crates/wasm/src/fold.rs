//! Folds lists of results.

use super::origins::member;
use super::{option, to_js};
use offprint::index::{SearchResult, fold};
use wasm_bindgen::prelude::*;

/// Folds results; see [`fold`].
#[wasm_bindgen(js_name = fold)]
pub fn folded(results: Vec<JsValue>) -> Result<JsValue, JsValue> {
    let results: Result<Vec<_>, _> = results.iter().map(search_result).collect();
    to_js(&fold(&results?))
}

fn search_result(result: &JsValue) -> Result<SearchResult, JsValue> {
    let text = |name: &str| option(result, name).and_then(|value| value.as_string());
    let whole = text("text").filter(|text| !text.is_empty());
    Ok(SearchResult { record: member(result)?, text: whole.or_else(|| text("snippet")).unwrap_or_default() })
}
