//! Counts the independent origins of articles.

use super::{js_error, metadata, option, to_js, to_js_error};
use offprint::Error;
use offprint::index::{Member, origin, origins};
use std::str::FromStr;
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
pub fn member(article: &JsValue) -> Result<Member, JsValue> {
    if !article.is_object() {
        return Err(js_error("article", "article: not an object"));
    }
    Ok(Member {
        metadata: metadata(article)?,
        fingerprint: parsed(article, "fingerprint")?,
        sketch: parsed(article, "sketch")?,
        ..Member::default()
    })
}

/// A field in its text form.
fn parsed<T: FromStr<Err = Error>>(article: &JsValue, field: &str) -> Result<Option<T>, JsValue> {
    let parsed = option(article, field).map(|value| {
        let text = value.as_string().ok_or(Error::FingerprintText)?;
        text.parse()
    });
    parsed.transpose().map_err(to_js_error)
}
