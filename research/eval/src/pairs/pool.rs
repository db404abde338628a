//! A pool of documents, no two of which share much: every pair reported is a false positive.

use super::sets::Docs;
use super::sign;
use offprint::compare::Verdict;
use offprint_methods::methods::Method;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};

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

/// Which pairs are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compared {
    /// All pairs.
    All,
    /// Those that share a key, as an index finds them.
    ByKey,
}

pub fn run<M>(docs: &Docs, method: &M, compared: Compared) -> Figures
where
    M: Method + Sync,
    M::Signature: Send + Sync,
{
    let signatures = sign(&docs.docs, method);
    let signed: Vec<&M::Signature> = signatures.iter().flatten().collect();
    let pairs: Vec<Vec<usize>> = match compared {
        Compared::All => (0..signed.len()).map(|a| (0..a).collect()).collect(),
        Compared::ByKey => sharing(&signed, method),
    };
    let reported: Vec<(usize, usize, Verdict)> = (0..signed.len())
        .into_par_iter()
        .flat_map_iter(|a| {
            let signed = &signed;
            pairs[a].iter().filter_map(move |&b| {
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

/// For each document the earlier ones under a key that it reads.
fn sharing<M: Method>(signed: &[&M::Signature], method: &M) -> Vec<Vec<usize>> {
    let mut under: HashMap<String, Vec<usize>> = HashMap::new();
    let mut all = Vec::with_capacity(signed.len());
    for (a, signature) in signed.iter().enumerate() {
        let keys = method.read_keys(signature);
        let met = keys.iter().filter_map(|key| under.get(key)).flatten();
        let met: BTreeSet<usize> = met.copied().collect();
        all.push(met.into_iter().collect());
        for key in method.write_keys(signature) {
            under.entry(key).or_default().push(a);
        }
    }
    all
}
