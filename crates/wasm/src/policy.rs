//! The look-up policy for stores in JavaScript; see [`offprint::index::policy`]. They pass plain numbers. One that
//! cannot be the number of an article counts as 0.

use super::{Keys, digest, option, record, set, to_js, written};
use js_sys::Array;
use offprint::compare::relate;
use offprint::index::{ClassId, Compared, Limits, Posting, Ranked, rank};
use wasm_bindgen::prelude::*;

/// The keys of an article, or of its stored facts, and the digest of its text in hexadecimal, if it is known.
#[wasm_bindgen(js_name = recordKeys)]
pub fn record_keys(article: &JsValue) -> Result<JsValue, JsValue> {
    let mut record = record(article)?;
    record.digest = record.digest.or_else(|| digest(article, &record.metadata.title));
    let keys = to_js(&Keys { read: record.read_keys(), write: record.write_keys() })?;
    let digest = record.digest.map(|digest| format!("{digest:016x}"));
    set(&keys, "digest", Ok(digest.into()))?;
    Ok(keys)
}

/// Selects the articles to compare, by number, from those that a page's keys lead to: `counts` states how many of
/// `numbers` and `classes` belong to each key.
#[wasm_bindgen]
pub fn candidates(counts: &[u32], numbers: &[f64], classes: &[f64]) -> Vec<f64> {
    let limits = Limits::default();
    let mut offered = numbers
        .iter()
        .zip(classes)
        .map(|(&number, &class)| Posting { number: number as u64, class: ClassId(class as u64) });
    let keys = counts.iter().map(|&count| limits.truncate_postings(offered.by_ref().take(count as usize)));
    let numbers = limits.candidates(keys);
    numbers.into_iter().map(|number| number as f64).collect()
}

/// The relations of an article to the candidates that it is similar to; `candidates` are in the order of their arrival.
/// The relation that decides comes first, with the verdict on the article, then the others, the most similar first. A
/// candidate whose `class` is not a number decides nothing; a damaged one is left out.
#[wasm_bindgen]
pub fn judge(article: &JsValue, others: &Array) -> Result<Array, JsValue> {
    let article = record(article)?;
    let mut related = Vec::new();
    for (place, other) in others.iter().enumerate() {
        if let Ok(other_record) = record(&other) {
            let class = option(&other, "class").and_then(|class| class.as_f64()).map(|class| ClassId(class as u64));
            let relation = relate(&other_record, &article);
            let (verdict, score) = relation.comparison.rank();
            related.push((place, relation, Compared { class, verdict, score, rewriting: None }));
        }
    }
    let compared: Vec<Compared> = related.iter().map(|(.., compared)| *compared).collect();
    let matches = Array::new();
    for Ranked { place, verdict } in rank(&compared) {
        let (place, relation, _) = &mut related[place];
        relation.comparison.verdict = verdict;
        let object = written(relation)?;
        set(&object, "place", Ok((*place as f64).into()))?;
        matches.push(&object);
    }
    Ok(matches)
}
