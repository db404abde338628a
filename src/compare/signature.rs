//! What is kept of an article to compare it with others.

use crate::article::Article;
use crate::compare::rewriting::{Rewriting, rewriting};
use crate::compare::verdict::{self, Comparison, Verdict};
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;

/// The data kept for an article to find its copies: a fingerprint of its words, and a sketch of its facts if rewritten
/// articles are to be found, too.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signature {
    /// Its words.
    pub fingerprint: Fingerprint,
    /// Its facts, if they are requested and it holds enough of them: up to 400 bytes.
    pub sketch: Option<Sketch>,
}

impl Signature {
    /// A signature from a fingerprint and an optional sketch of the facts.
    pub fn new(fingerprint: Fingerprint, sketch: Option<Sketch>) -> Signature {
        Signature { fingerprint, sketch }
    }

    /// The signature of an article without its facts; `None` if the article has no fingerprint.
    pub fn of(article: &Article) -> Option<Signature> {
        article.fingerprint.clone().map(Signature::from)
    }

    /// The signature of an article with its facts; `None` if the article has no fingerprint.
    ///
    /// An index stores four more keys for an article with facts, and a look-up reads up to eight more.
    pub fn with_facts(article: &Article) -> Option<Signature> {
        let fingerprint = article.fingerprint.clone()?;
        Some(Signature::new(fingerprint, article.sketch()))
    }

    /// Compares the words of two articles.
    pub fn compare(&self, other: &Signature) -> Comparison {
        verdict::compare(&self.fingerprint, &other.fingerprint)
    }

    /// Whether one of two articles rewrites the other, given their verdict; `None` if the facts of one are unknown.
    pub fn rewriting(&self, other: &Signature, verdict: Verdict) -> Option<Rewriting> {
        let (first, second) = (self.sketch.as_ref()?, other.sketch.as_ref()?);
        Some(rewriting(first, second, verdict))
    }

    /// The keys under which copies and rewritings of the article are looked up.
    pub fn read_keys(&self) -> Vec<String> {
        self.keys(Fingerprint::read_keys, Sketch::read_keys)
    }

    /// The keys under which the article is stored.
    pub fn write_keys(&self) -> Vec<String> {
        self.keys(Fingerprint::write_keys, Sketch::write_keys)
    }

    fn keys(&self, of_words: fn(&Fingerprint) -> Vec<String>, of_facts: fn(&Sketch) -> Vec<String>) -> Vec<String> {
        let mut keys = of_words(&self.fingerprint);
        keys.extend(self.sketch.iter().flat_map(of_facts));
        keys
    }
}

impl From<Fingerprint> for Signature {
    fn from(fingerprint: Fingerprint) -> Signature {
        Signature::new(fingerprint, None)
    }
}
