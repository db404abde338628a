//! Whether one article is a rewriting of another.

use super::{js_error, to_js, to_js_error};
use offprint::Fingerprint;
use offprint::compare::{Verdict, rewriting};
use offprint::facts::{SharedFacts, Sketch, SketchInput, shared};
use offprint::positions::units_before;
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

impl From<Option<&Sketch>> for Kept {
    fn from(sketch: Option<&Sketch>) -> Kept {
        let keys = |of: fn(&Sketch) -> Vec<String>| sketch.map(of).unwrap_or_default();
        Kept {
            read_keys: keys(Sketch::read_keys),
            write_keys: keys(Sketch::write_keys),
            sketch: sketch.map(Sketch::to_string),
        }
    }
}

/// The stored facts of an article and the keys that lead to it; its time of publication and its fingerprint may be
/// unknown.
#[wasm_bindgen(js_name = sketch)]
pub fn sketch_of(
    title: &str,
    text: &str,
    published: Option<String>,
    fingerprint: Option<String>,
) -> Result<JsValue, JsValue> {
    let fingerprint = fingerprint.map(|text| text.parse()).transpose();
    let fingerprint: Option<Fingerprint> = fingerprint.map_err(to_js_error)?;
    let sketch = Sketch::of_input(&SketchInput {
        headline: title,
        body: text,
        published: published.as_deref(),
        fingerprint: fingerprint.as_ref(),
    });
    to_js(&Kept::from(sketch.as_ref()))
}

/// The same for a stored sketch.
#[wasm_bindgen(js_name = sketched)]
pub fn sketched(sketch: &str) -> Result<JsValue, JsValue> {
    let sketch: Sketch = sketch.parse().map_err(to_js_error)?;
    to_js(&Kept::from(Some(&sketch)))
}

/// Whether one of two articles is a rewriting of the other, by their sketches, with their facts side by side if both
/// texts are given; see [`rewriting`].
#[wasm_bindgen(js_name = rewriting)]
pub fn result(
    a: Option<String>,
    b: Option<String>,
    verdict: &str,
    text_a: Option<String>,
    published_a: Option<String>,
    text_b: Option<String>,
    published_b: Option<String>,
) -> Result<JsValue, JsValue> {
    let verdict = Verdict::from_name(verdict).ok_or_else(|| {
        let what = format!("{verdict}: give same, partial, different or unknown");
        js_error("verdict", &what)
    })?;
    let parse = |text: Option<String>| text.map(|text| text.parse::<Sketch>()).transpose();
    let a = parse(a).map_err(to_js_error)?;
    let b = parse(b).map_err(to_js_error)?;
    let mut result = rewriting(a.as_ref(), b.as_ref(), verdict);
    if let Some((a, b)) = text_a.zip(text_b) {
        result = result.with_facts((&a, published_a.as_deref()), (&b, published_b.as_deref()));
        if let Some(facts) = &mut result.facts {
            count_utf16(facts, &a, &b);
        }
    }
    to_js(&result)
}

/// The facts of two texts, those that both have and those that only one has, with places as JavaScript counts.
#[wasm_bindgen(js_name = sharedFacts)]
pub fn shared_facts(a: &str, b: &str) -> Result<JsValue, JsValue> {
    let mut sides = shared(a, b);
    count_utf16(&mut sides, a, b);
    to_js(&sides)
}

fn count_utf16(sides: &mut SharedFacts, a: &str, b: &str) {
    let [a, b] = [a, b].map(|text| units_before(text, char::len_utf16));
    sides.count_places(|byte| a[byte], |byte| b[byte]);
}
