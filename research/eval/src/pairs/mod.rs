//! Labelled pairs and streams of pages and texts, and how often a method is right about them.

pub mod rates;
pub mod sets;
pub mod stream;

use offprint::compare::{Verdict, compare};
use offprint::{Article, Fingerprint};
use offprint_methods::methods::Method;
use rayon::prelude::*;

/// The verdict on two texts, `unknown` if one has no fingerprint.
pub fn verdict(a: Option<&Fingerprint>, b: Option<&Fingerprint>) -> Verdict {
    a.zip(b).map_or(Verdict::Unknown, |(a, b)| compare(a, b).verdict)
}

/// All pairs of `count` documents, by their places.
pub fn pairs_of(count: usize) -> impl ParallelIterator<Item = [usize; 2]> {
    (0..count).into_par_iter().flat_map_iter(|a| (0..a).map(move |b| [a, b]))
}

/// The signatures of articles, in their order.
pub fn sign<M>(articles: &[Article], method: &M) -> Vec<Option<M::Signature>>
where
    M: Method + Sync,
    M::Signature: Send,
{
    let signed = articles.par_iter().map(|article| method.sign(article));
    signed.collect()
}
