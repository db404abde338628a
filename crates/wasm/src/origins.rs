//! Counts the independent origins of articles.

use super::{js_error, parsed, record, to_js};
use offprint::compare::ArticleRecord;
use offprint::index::{origin, origins};
use wasm_bindgen::prelude::*;

/// Clusters articles, or their stored facts, and counts their origins; see [`origins`].
#[wasm_bindgen(js_name = origins)]
pub fn origins_of(articles: Vec<JsValue>) -> Result<JsValue, JsValue> {
    let members = articles.iter().map(member);
    to_js(&origins(&members.collect::<Result<Vec<_>, _>>()?))
}

/// The origin of articles that share their text; see [`origin`].
#[wasm_bindgen(js_name = origin)]
pub fn origin_of(articles: Vec<JsValue>) -> Result<JsValue, JsValue> {
    let members = articles.iter().map(member);
    to_js(&origin(&members.collect::<Result<Vec<_>, _>>()?))
}

/// An article, or its stored facts.
pub fn member(article: &JsValue) -> Result<ArticleRecord, JsValue> {
    if !article.is_object() {
        return Err(js_error("article", "article: not an object"));
    }
    let mut record = record(article)?;
    record.sketch = parsed(article, "sketch")?;
    Ok(record)
}
