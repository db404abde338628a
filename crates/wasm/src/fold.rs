//! Folds lists of results.

use super::reader::count;
use super::{flag, js_error, metadata, option, parsed, reason, text, to_js};
use offprint::index::{SearchResult, fold};
use offprint::internals::fold::WrittenResult;
use wasm_bindgen::prelude::*;

/// Folds results; see [`fold`].
#[wasm_bindgen(js_name = fold)]
pub fn folded(results: Vec<JsValue>) -> Result<JsValue, JsValue> {
    let results = results.iter().map(|result| Ok(SearchResult::from(written(result, true)?)));
    to_js(&fold(&results.collect::<Result<Vec<_>, JsValue>>()?))
}

/// A result, read field by field: `serde` would add 18 KiB for the fields that are flattened into it. A result may have
/// an article in it, but an article may not.
fn written(result: &JsValue, is_result: bool) -> Result<WrittenResult, JsValue> {
    if !result.is_object() {
        return Err(js_error("result", "result: not an object"));
    }
    let inner = option(result, "article").filter(|_| is_result);
    let article = inner.map(|article| written(&article, false)).transpose()?;
    Ok(WrittenResult {
        metadata: metadata(result)?,
        address: text(result, "address"),
        snippet: text(result, "snippet"),
        text: text(result, "text"),
        html: text(result, "html"),
        length: count(result, "length")?.unwrap_or_default() as u32,
        gated: flag(result, "gated"),
        truncated: flag(result, "truncated"),
        fingerprint: parsed(result, "fingerprint")?,
        sketch: parsed(result, "sketch")?,
        no_fingerprint_reason: reason(result),
        article: article.map(Box::new),
    })
}
