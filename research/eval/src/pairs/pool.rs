//! A pool of documents, no two of which share much: every pair reported is a false positive.

use super::sets::Docs;
use super::sign;
use offprint::compare::Verdict;
use offprint_methods::methods::Method;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// The reported pairs of a pool.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    pub docs: usize,
    /// Documents without a signature.
    pub unknown: usize,
    pub pairs: usize,
    pub same: usize,
    pub partial: usize,
    /// Documents in a pair that was reported.
    pub touched: usize,
}

/// Compares all pairs of the documents.
pub fn run<M>(docs: &Docs, method: &M) -> Figures
where
    M: Method + Sync,
    M::Signature: Send + Sync,
{
    let signatures = sign(&docs.docs, method);
    let signed: Vec<&M::Signature> = signatures.iter().flatten().collect();
    let reported: Vec<(usize, usize, Verdict)> = (0..signed.len())
        .into_par_iter()
        .flat_map_iter(|a| {
            let signed = &signed;
            (0..a).filter_map(move |b| {
                let kind = method.compare(Some(signed[a]), Some(signed[b])).verdict;
                (kind >= Verdict::Partial).then_some((a, b, kind))
            })
        })
        .collect();
    let of = |kind| reported.iter().filter(|found| found.2 == kind).count();
    let touched: BTreeSet<usize> = reported.iter().flat_map(|&(a, b, _)| [a, b]).collect();
    let all = docs.docs.len();
    Figures {
        docs: all,
        unknown: all - signed.len(),
        pairs: all * all.saturating_sub(1) / 2,
        same: of(Verdict::Same),
        partial: of(Verdict::Partial),
        touched: touched.len(),
    }
}
