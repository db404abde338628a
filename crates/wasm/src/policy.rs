//! The look-up policy for stores in JavaScript; see [`offprint::index::policy`]. They pass plain numbers; a number that
//! is not one of an article counts as 0.

use offprint::compare::Verdict;
use offprint::index::{ClassId, Compared, Limits, Posting, nearest};
use wasm_bindgen::prelude::*;

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

/// Selects which of the candidates, in order of arrival, decides the verdict on a page: its position, counted from 1,
/// if the page is `same`; the negative position if it is `partial`; else 0. A verdict is 2 for `same`, 1 for `partial`,
/// else 0.
#[wasm_bindgen(js_name = nearest)]
pub fn nearest_of(classes: &[f64], verdicts: &[u8], scores: &[f64]) -> i32 {
    let compared = classes.iter().zip(verdicts).zip(scores);
    let compared = compared.map(|((&class, &verdict), &score)| Compared {
        class: ClassId(class as u64),
        verdict: match verdict {
            2 => Verdict::Same,
            1 => Verdict::Partial,
            _ => Verdict::Different,
        },
        score,
    });
    nearest(&compared.collect::<Vec<_>>()).map_or(0, |nearest| {
        let place = nearest.place as i32 + 1;
        let is_same = nearest.verdict == Verdict::Same;
        if is_same { place } else { -place }
    })
}
