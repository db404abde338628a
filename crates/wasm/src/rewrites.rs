//! Whether one article is another in other words.

use super::{js_error, to_js, to_js_error};
use offprint::compare::{Verdict, rewriting};
use offprint::facts::{Sketch, facts, shared};
use offprint::text::utf16_before;
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[derive(Serialize)]
struct Kept {
    sketch: Option<String>,
    #[serde(rename = "readKeys")]
    read_keys: Vec<String>,
    #[serde(rename = "writeKeys")]
    write_keys: Vec<String>,
}

/// What is kept of an article's facts, and the keys that lead to it.
#[wasm_bindgen(js_name = sketch)]
pub fn sketch_of(title: &str, text: &str) -> Result<JsValue, JsValue> {
    let sketch = Sketch::of(title, text);
    let keys = |of: fn(&Sketch) -> Vec<String>| sketch.as_ref().map(of).unwrap_or_default();
    to_js(&Kept {
        read_keys: keys(Sketch::read_keys),
        write_keys: keys(Sketch::write_keys),
        sketch: sketch.as_ref().map(Sketch::to_string),
    })
}

/// Whether one of two articles is the other in other words, by their sketches; see [`rewriting`].
#[wasm_bindgen(js_name = rewriting)]
pub fn rewriting_of(
    a: Option<String>,
    b: Option<String>,
    verdict: &str,
) -> Result<JsValue, JsValue> {
    let known = [
        Verdict::Unknown,
        Verdict::Different,
        Verdict::Partial,
        Verdict::Same,
    ];
    let verdict = known
        .into_iter()
        .find(|known| known.name() == verdict)
        .ok_or_else(|| {
            js_error(
                "verdict",
                &format!("{verdict}: give same, partial, different or unknown"),
            )
        })?;
    let parse = |text: Option<String>| text.map(|text| text.parse::<Sketch>()).transpose();
    let (a, b) = (
        parse(a).map_err(to_js_error)?,
        parse(b).map_err(to_js_error)?,
    );
    to_js(&rewriting(a.as_ref(), b.as_ref(), verdict))
}

/// The facts of two texts, places counted as JavaScript does: which both hold, and which only one.
#[wasm_bindgen(js_name = sharedFacts)]
pub fn shared_facts(a: &str, b: &str) -> Result<JsValue, JsValue> {
    let places = [utf16_before(a), utf16_before(b)];
    let mut found = [facts(a), facts(b)];
    for (facts, before) in found.iter_mut().zip(&places) {
        for fact in facts {
            fact.start = before[fact.start as usize] as u32;
            fact.end = before[fact.end as usize] as u32;
        }
    }
    let [a, b] = found;
    to_js(&shared(a, b))
}
