//! Two texts side by side.

use super::to_js;
use offprint::compare::{self, SentenceKind};
use offprint::positions::units_before;
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// Sets the sentences of two texts side by side, see [`compare::align`].
#[wasm_bindgen(js_name = align)]
pub fn align_texts(a: &str, b: &str) -> Result<JsValue, JsValue> {
    let [first, second] = compare::align(a, b);
    to_js(&(sentences(a, first), sentences(b, second)))
}

/// A sentence, with its place as JavaScript counts.
#[derive(Serialize)]
struct Sentence {
    start: usize,
    end: usize,
    kind: SentenceKind,
    other: Option<usize>,
    moved: bool,
}

/// Byte offsets become offsets in UTF-16 code units, as JavaScript counts.
fn sentences(text: &str, sentences: Vec<compare::Sentence>) -> Vec<Sentence> {
    let before = units_before(text, char::len_utf16);
    let sentence = |sentence: compare::Sentence| Sentence {
        start: before[sentence.range.start],
        end: before[sentence.range.end],
        kind: sentence.kind,
        other: sentence.other,
        moved: sentence.moved,
    };
    sentences.into_iter().map(sentence).collect()
}
