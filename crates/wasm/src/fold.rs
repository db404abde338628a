//! Folds lists of results.

use super::{from_js, to_js};
use offprint::index::{SearchResult, fold};
use wasm_bindgen::prelude::*;

/// Folds results; see [`fold`].
#[wasm_bindgen(js_name = fold)]
pub fn folded(results: Vec<JsValue>) -> Result<JsValue, JsValue> {
    let results: Result<Vec<SearchResult>, _> = results.into_iter().map(|result| from_js(result, "result")).collect();
    to_js(&fold(&results?))
}
