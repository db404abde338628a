//! Labelled pairs and streams of pages and texts, and how often a method is right about them.

pub mod rates;
pub mod sets;
pub mod stream;

use offprint::Article;
use offprint_methods::methods::Method;
use rayon::prelude::*;

/// The signatures of articles, in their order.
pub fn sign<M>(articles: &[Article], method: &M) -> Vec<Option<M::Signature>>
where
    M: Method + Sync,
    M::Signature: Send,
{
    let signed = articles.par_iter().map(|article| method.sign(article));
    signed.collect()
}
