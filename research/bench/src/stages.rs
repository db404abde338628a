//! The cost of each step, page by page.

use offprint::Fingerprint;
use offprint::internals::body;
use offprint::internals::features::Features;
use offprint::internals::make;
use offprint::internals::model;
use offprint::internals::normal::normalize;
use offprint::{ReadOptions, compare};
use offprint_bench::rounded;
use offprint_bench::times::percentile;
use serde_json::{Value as Json, json};
use std::hint::black_box;
use std::time::Instant;

/// The steps, in order. The step for the whole article includes all but the first.
const NAMES: [&str; 7] = [
    "bytes → blocks",
    "blocks → body",
    "body → normal text",
    "normal text → features",
    "blocks → article, in all",
    "fingerprint → bytes → fingerprint",
    "two fingerprints → verdict",
];
/// The two that make up the reading of a page.
const WHOLE: [usize; 2] = [0, 4];

/// The microseconds of each step for a page, each page at its best of this many rounds.
pub fn steps(pages: &[Vec<u8>], rounds: usize) -> Vec<Json> {
    let mut costs: [Vec<f64>; NAMES.len()] = Default::default();
    for page in pages {
        let best = (0..rounds).map(|_| once(page)).reduce(|a, b| std::array::from_fn(|i| a[i].min(b[i])));
        for (costs, cost) in costs.iter_mut().zip(best.unwrap_or_default()) {
            costs.push(cost);
        }
    }
    let sum = |step: usize| costs[step].iter().sum::<f64>();
    let whole: f64 = WHOLE.into_iter().map(sum).sum();
    let step = |(step, name): (usize, &str)| {
        json!({
            "step": name,
            "p50": rounded(percentile(&costs[step], 50)),
            "p95": rounded(percentile(&costs[step], 95)),
            "mean": rounded(sum(step) / pages.len() as f64),
            "share": rounded(sum(step) / whole),
        })
    };
    NAMES.into_iter().enumerate().map(step).collect()
}

/// The microseconds of each step for a page.
fn once(page: &[u8]) -> [f64; NAMES.len()] {
    let (blocks, parsed) = timed(|| make::page(page, &ReadOptions::new()));
    let (article, judged) = timed(|| make::article_by(&blocks, &ReadOptions::new(), &model::scores, None).0);
    let (body, chosen) = timed(|| body::choose(&blocks, &article.metadata.title));
    let text = body.text(&blocks);
    let (normal, normalised) = timed(|| normalize(&text));
    let (_, features) = timed(|| Features::new(&normal));
    let fingerprint = article.fingerprint.as_ref();
    let (_, stored) = timed(|| fingerprint.map(|own| Fingerprint::from_bytes(&own.to_bytes())));
    let (_, compared) = timed(|| fingerprint.map(|own| compare(own, own)));
    [parsed, chosen, normalised, features, judged, stored, compared]
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = black_box(work());
    (result, start.elapsed().as_secs_f64() * 1e6)
}
