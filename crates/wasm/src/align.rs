//! Two texts side by side.

use super::to_js;
use offprint::compare::{Sentence, align};
use wasm_bindgen::prelude::*;

/// Sets the sentences of two texts side by side, see [`align`]. Places count UTF-16 units.
#[wasm_bindgen(js_name = align)]
pub fn align_texts(a: &str, b: &str) -> Result<JsValue, JsValue> {
    let mut aligned = align(a, b);
    Sentence::count_places(&mut aligned, [a, b], char::len_utf16);
    to_js(&aligned)
}
