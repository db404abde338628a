//! Whether one article is a rewriting of another.

use super::{Keys, js_error, parsed, reason, record, text, to_js, to_js_error};
use js_sys::Reflect;
use offprint::Fingerprint;
use offprint::article::NoFingerprintReason;
use offprint::compare::{ArticleRecord, Verdict};
use offprint::facts::{SharedFacts, Sketch, SketchInput};
use offprint::index::SearchResult;
use wasm_bindgen::prelude::*;

/// The stored facts of an article; its time of publication and its fingerprint may be unknown.
#[wasm_bindgen]
pub fn sketch(
    title: &str,
    text: &str,
    published: Option<String>,
    fingerprint: Option<String>,
) -> Result<Option<String>, JsValue> {
    let fingerprint: Option<Fingerprint> = fingerprint.map(|text| text.parse()).transpose().map_err(to_js_error)?;
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

/// Whether one of two articles rewrites the other, with their facts side by side if both texts are given. Each is an
/// article, its stored facts, or null. Sketches and fingerprints that are not given are made from the texts. The
/// fingerprints decide the verdict unless it is given.
#[wasm_bindgen]
pub fn rewriting(a: &JsValue, b: &JsValue, verdict: Option<String>) -> Result<JsValue, JsValue> {
    let [mut one, mut other] = [by_words(a)?, by_words(b)?];
    let verdict = match verdict {
        None => one.compare(&other).verdict,
        Some(verdict) => Verdict::from_name(&verdict).ok_or_else(|| {
            let what = format!("{verdict}: give same, partial, different or unknown");
            js_error("verdict", &what)
        })?,
    };
    let [first, second] = [a, b].map(Text::new);
    // Copies are not tested for rewriting, so no sketch is made.
    let makes = verdict < Verdict::Partial;
    (one.sketch, other.sketch) = (first.sketch(a, makes)?, second.sketch(b, makes)?);
    let mut result = one.rewriting(&other, verdict);
    if let (Some(a), Some(b)) = (&first.body, &second.body) {
        result = result.with_facts(&first.input(a), &second.input(b));
        if let Some(facts) = &mut result.facts {
            facts.count_places([a, b], char::len_utf16);
        }
    }
    to_js(&result)
}

/// What is known of the words of an article, which may be null.
fn by_words(article: &JsValue) -> Result<ArticleRecord, JsValue> {
    if article.is_undefined() || article.is_null() {
        return Ok(ArticleRecord::default());
    }
    let mut record = record(article)?;
    record.no_fingerprint_reason = reason(article);
    let text = Text::new(article).body.unwrap_or_default();
    Ok(SearchResult { record, text }.with_fingerprint().record)
}

/// The given parts of an article's text.
struct Text {
    title: String,
    body: Option<String>,
    published: Option<String>,
}

impl Text {
    fn new(article: &JsValue) -> Text {
        Text {
            title: text(article, "title").unwrap_or_default(),
            body: text(article, "text"),
            published: text(article, "published"),
        }
    }

    fn input<'a>(&'a self, body: &'a str) -> SketchInput<'a> {
        SketchInput { headline: &self.title, body, published: self.published.as_deref(), fingerprint: None }
    }

    /// The sketch that was kept of the article, or null if it has none. If nothing was kept, the sketch of its text, if
    /// one is to be made.
    fn sketch(&self, article: &JsValue, makes: bool) -> Result<Option<Sketch>, JsValue> {
        let is_known = Reflect::get(article, &"sketch".into()).is_ok_and(|kept| !kept.is_undefined());
        let is_article = || matches!(reason(article), None | Some(NoFingerprintReason::Short));
        match &self.body {
            Some(body) if makes && !is_known && is_article() => Ok(Sketch::of_input(&self.input(body))),
            _ => parsed(article, "sketch"),
        }
    }
}

/// The facts that two texts share and those that only one has, with places as JavaScript counts.
#[wasm_bindgen(js_name = sharedFacts)]
pub fn shared_facts(a: &str, b: &str) -> Result<JsValue, JsValue> {
    let mut sides = SharedFacts::new(a, b);
    sides.count_places([a, b], char::len_utf16);
    to_js(&sides)
}
