//! Offprint's method with facts beside the words.

use super::method::{Method, Offprint};
use super::rewriting::{Rewriting, rewriting};
use super::verdict::{Comparison, Verdict};
use crate::article::Article;
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;

/// What is kept of an article to find copies of it in its own and in other words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketched {
    /// Its words.
    pub fingerprint: Fingerprint,
    /// Its facts, if it holds enough.
    pub sketch: Option<Sketch>,
}

/// [`Offprint`]'s method, and facts where the words say `different`: in an index of it, articles in other words are
/// found too.
///
/// An index holds up to 400 bytes and four keys more of each article, and a look-up reads up to eight more.
#[derive(Debug, Clone, Copy, Default)]
pub struct WithFacts;

impl Method for WithFacts {
    type Signature = Sketched;

    fn sign(&self, article: &Article) -> Option<Sketched> {
        Some(Sketched {
            fingerprint: article.fingerprint.clone()?,
            sketch: article.sketch(),
        })
    }

    fn compare(&self, a: Option<&Sketched>, b: Option<&Sketched>) -> Comparison {
        let [x, y] = [a, b].map(|side| side.map(|side| &side.fingerprint));
        Offprint.compare(x, y)
    }

    fn compare_on_one_site(&self, a: Option<&Sketched>, b: Option<&Sketched>) -> Comparison {
        let [x, y] = [a, b].map(|side| side.map(|side| &side.fingerprint));
        Offprint.compare_on_one_site(x, y)
    }

    fn rewriting(&self, a: &Sketched, b: &Sketched, verdict: Verdict) -> Option<Rewriting> {
        Some(rewriting(a.sketch.as_ref(), b.sketch.as_ref(), verdict))
    }

    fn read_keys(&self, signature: &Sketched) -> Vec<String> {
        let of_facts = signature.sketch.as_ref().map(Sketch::read_keys);
        let mut keys = signature.fingerprint.read_keys();
        keys.extend(of_facts.into_iter().flatten());
        keys
    }

    fn write_keys(&self, signature: &Sketched) -> Vec<String> {
        let of_facts = signature.sketch.as_ref().map(Sketch::write_keys);
        let mut keys = signature.fingerprint.write_keys();
        keys.extend(of_facts.into_iter().flatten());
        keys
    }

    fn size(&self, signature: &Sketched) -> usize {
        let sketch = signature.sketch.as_ref();
        Offprint.size(&signature.fingerprint) + sketch.map_or(0, |sketch| sketch.to_bytes().len())
    }

    fn is_gated(&self, signature: &Sketched) -> bool {
        signature.fingerprint.gated
    }

    fn is_equal(&self, a: &Sketched, b: &Sketched) -> bool {
        a == b
    }

    fn keeps_copies(&self) -> bool {
        true
    }
}
