//! The trait of comparison methods, and Offprint's own method.
//!
//! A method derives a *signature* from each article, lists the keys under which its copies can be found, and compares two
//! signatures. The crate `offprint-methods` implements methods from papers and the usual baselines.

use crate::article::Article;
use crate::compare::rewriting::{Rewriting, rewriting};
use crate::compare::verdict::{self, Comparison, Verdict};
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;

/// A way to decide whether two articles are the same.
pub trait Method {
    /// The data kept for an article.
    type Signature;

    /// The signature of an article; `None` if it holds too little for this method.
    fn sign(&self, article: &Article) -> Option<Self::Signature>;

    /// Compares two articles by their signatures; the verdict is `unknown` if one has no signature.
    fn compare(&self, a: Option<&Self::Signature>, b: Option<&Self::Signature>) -> Comparison;

    /// Compares two articles of one site. Pages of a site share furniture, so a method may require more in common than
    /// across sites.
    fn compare_on_one_site(
        &self,
        a: Option<&Self::Signature>,
        b: Option<&Self::Signature>,
    ) -> Comparison {
        self.compare(a, b)
    }

    /// Whether one of two articles rewrites the other, given their verdict; most methods do not decide this.
    fn rewriting(
        &self,
        _a: &Self::Signature,
        _b: &Self::Signature,
        _verdict: Verdict,
    ) -> Option<Rewriting> {
        None
    }

    /// Keys for looking up copies of an article.
    fn read_keys(&self, signature: &Self::Signature) -> Vec<String>;

    /// Keys for storing an article, the read keys unless a method defines others. Two articles that compare as alike
    /// should have a key in common: a read key of one that is a write key of the other.
    fn write_keys(&self, signature: &Self::Signature) -> Vec<String> {
        self.read_keys(signature)
    }

    /// Bytes that a signature takes in a store, without its keys.
    fn size(&self, signature: &Self::Signature) -> usize;

    /// Whether a signature records that it covers only the beginning of an article, before a paywall or a login. The
    /// methods from papers do not record this.
    fn is_gated(&self, _signature: &Self::Signature) -> bool {
        false
    }

    /// Whether two signatures are known to be equal, so that one verdict applies to both. May return `false` for equal
    /// signatures if comparing them takes long.
    fn is_equal(&self, _a: &Self::Signature, _b: &Self::Signature) -> bool {
        false
    }

    /// Whether the index keeps copies beside the original, so that copies of copies are found. The methods from papers
    /// keep only the first article.
    fn keeps_copies(&self) -> bool {
        false
    }
}

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
        Signature {
            fingerprint,
            sketch,
        }
    }

    /// The signature of an article with its facts; `None` if the article has no fingerprint.
    ///
    /// An index stores four more keys for an article with facts, and a look-up reads up to eight more.
    pub fn with_facts(article: &Article) -> Option<Signature> {
        let fingerprint = article.fingerprint.clone()?;
        Some(Signature::new(fingerprint, article.sketch()))
    }

    fn keys(
        &self,
        of_words: fn(&Fingerprint) -> Vec<String>,
        of_facts: fn(&Sketch) -> Vec<String>,
    ) -> Vec<String> {
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

/// Offprint's own method: it compares [`Fingerprint`]s, and sketches of facts if both signatures have one and the words
/// differ.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offprint;

impl Method for Offprint {
    type Signature = Signature;

    fn sign(&self, article: &Article) -> Option<Signature> {
        article.fingerprint.clone().map(Signature::from)
    }

    fn compare(&self, a: Option<&Signature>, b: Option<&Signature>) -> Comparison {
        verdict::compare(fingerprint(a), fingerprint(b))
    }

    fn compare_on_one_site(&self, a: Option<&Signature>, b: Option<&Signature>) -> Comparison {
        verdict::compare_on_one_site(fingerprint(a), fingerprint(b))
    }

    fn rewriting(&self, a: &Signature, b: &Signature, verdict: Verdict) -> Option<Rewriting> {
        let (first, second) = (a.sketch.as_ref()?, b.sketch.as_ref()?);
        Some(rewriting(Some(first), Some(second), verdict))
    }

    fn read_keys(&self, signature: &Signature) -> Vec<String> {
        signature.keys(Fingerprint::read_keys, Sketch::read_keys)
    }

    fn write_keys(&self, signature: &Signature) -> Vec<String> {
        signature.keys(Fingerprint::write_keys, Sketch::write_keys)
    }

    fn size(&self, signature: &Signature) -> usize {
        let sketch = signature.sketch.as_ref();
        signature.fingerprint.to_bytes().len() + sketch.map_or(0, |sketch| sketch.to_bytes().len())
    }

    fn is_gated(&self, signature: &Signature) -> bool {
        signature.fingerprint.gated
    }

    fn is_equal(&self, a: &Signature, b: &Signature) -> bool {
        a == b
    }

    fn keeps_copies(&self) -> bool {
        true
    }
}

fn fingerprint(signature: Option<&Signature>) -> Option<&Fingerprint> {
    signature.map(|signature| &signature.fingerprint)
}
