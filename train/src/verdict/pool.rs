//! A pool of documents of which no two share much: every pair reported is a false positive.

use super::sets::Docs;
use offprint::Fingerprint;
use offprint::verdict::{Kind, Likeness, Thresholds};
use rayon::prelude::*;
use std::collections::BTreeSet;

/// What was reported of a pool, all of its pairs compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    pub docs: usize,
    /// Documents without a fingerprint.
    pub unknown: usize,
    pub pairs: usize,
    pub same: usize,
    pub partial: usize,
    /// Documents in a pair that was reported.
    pub touched: usize,
}

pub fn run(docs: &Docs) -> Figures {
    let fingerprints: Vec<&Fingerprint> = docs.fingerprints().collect();
    let reported: Vec<(usize, usize, Kind)> = (0..fingerprints.len())
        .into_par_iter()
        .flat_map_iter(|a| {
            let fingerprints = &fingerprints;
            (a + 1..fingerprints.len()).filter_map(move |b| {
                let likeness = Likeness::of(fingerprints[a], fingerprints[b]);
                let kind = likeness.kind(&Thresholds::default());
                (kind >= Kind::Partial).then_some((a, b, kind))
            })
        })
        .collect();
    let of = |kind| reported.iter().filter(|found| found.2 == kind).count();
    let touched: BTreeSet<usize> = reported.iter().flat_map(|&(a, b, _)| [a, b]).collect();
    let all = docs.docs.len();
    Figures {
        docs: all,
        unknown: all - fingerprints.len(),
        pairs: all * all.saturating_sub(1) / 2,
        same: of(Kind::Same),
        partial: of(Kind::Partial),
        touched: touched.len(),
    }
}
