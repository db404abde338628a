//! Whether one article is a rewriting of another.

use super::{Keys, js_error, to_js, to_js_error};
use offprint::Fingerprint;
use offprint::compare::{self, Rewriting, Verdict};
use offprint::facts::{SharedFacts, Sketch, SketchInput, shared};
use offprint::positions::units_before;
use wasm_bindgen::prelude::*;

/// The stored facts of an article; its time of publication and its fingerprint may be unknown.
#[wasm_bindgen]
pub fn sketch(
    title: &str,
    text: &str,
    published: Option<String>,
    fingerprint: Option<String>,
) -> Result<Option<String>, JsValue> {
    let fingerprint = fingerprint.map(|text| text.parse()).transpose();
    let fingerprint: Option<Fingerprint> = fingerprint.map_err(to_js_error)?;
    let sketch = Sketch::of_input(&SketchInput {
        headline: title,
        body: text,
        published: published.as_deref(),
        fingerprint: fingerprint.as_ref(),
    });
    Ok(sketch.map(|sketch| sketch.to_string()))
}

/// The keys of a sketch in text form.
#[wasm_bindgen(js_name = sketchKeys)]
pub fn sketch_keys(sketch: &str) -> Result<JsValue, JsValue> {
    let sketch: Sketch = sketch.parse().map_err(to_js_error)?;
    to_js(&Keys { read: sketch.read_keys(), write: sketch.write_keys() })
}

/// Whether one of two articles is a rewriting of the other, by their sketches, with their facts side by side if both
/// texts are given.
#[wasm_bindgen]
pub fn rewriting(
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
    let (a, b) = (parse(a).map_err(to_js_error)?, parse(b).map_err(to_js_error)?);
    let mut result = match a.zip(b) {
        Some((a, b)) => compare::rewriting(&a, &b, verdict),
        None => Rewriting::without_facts(verdict),
    };
    if let Some((a, b)) = text_a.zip(text_b) {
        let input = |body, published| SketchInput { headline: "", body, published, fingerprint: None };
        result = result.with_facts(&input(&a, published_a.as_deref()), &input(&b, published_b.as_deref()));
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
