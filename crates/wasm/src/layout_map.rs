//! Which parts of a text are in its fingerprint; see [`LayoutMap`].

use super::{to_js, to_js_error};
use offprint::Fingerprint;
use offprint::internals::layout_map::LayoutMap;
use wasm_bindgen::prelude::*;

/// What a fingerprint in text form, if given, holds of a text. Places count UTF-16 units.
#[wasm_bindgen(js_name = layoutMap)]
pub fn layout_map(fingerprint: Option<String>, text: &str) -> Result<JsValue, JsValue> {
    let fingerprint = fingerprint.map(|text| text.parse::<Fingerprint>()).transpose().map_err(to_js_error)?;
    let mut found = LayoutMap::new(fingerprint.as_ref(), text);
    found.count_places(text, char::len_utf16);
    to_js(&found)
}
