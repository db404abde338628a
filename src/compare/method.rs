//! What a method of comparison is, and Offprint's own.
//!
//! A method keeps a *signature* of each article, names the keys under which copies of it can be
//! found, and compares two signatures. The crate `offprint-methods` has those of the papers and the
//! usual baselines.

use crate::article::Article;
use crate::compare::rewriting::{Rewriting, rewriting};
use crate::compare::verdict::{self, Comparison, Verdict};
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;

/// A way to say whether two articles are the same.
pub trait Method {
    /// What is kept of an article.
    type Signature;

    /// The signature of an article; `None` if it holds too little for this method.
    fn sign(&self, article: &Article) -> Option<Self::Signature>;

    /// Compares two articles by their signatures; one without a signature is `unknown`.
    fn compare(&self, a: Option<&Self::Signature>, b: Option<&Self::Signature>) -> Comparison;

    /// Compares two articles of one site. Their pages share furniture, so a method may ask for more than
    /// of pages of different sites.
    fn compare_on_one_site(
        &self,
        a: Option<&Self::Signature>,
        b: Option<&Self::Signature>,
    ) -> Comparison {
        self.compare(a, b)
    }

    /// Whether one of two articles is the other in other words, given the verdict on them; most methods do not ask.
    fn rewriting(
        &self,
        _a: &Self::Signature,
        _b: &Self::Signature,
        _verdict: Verdict,
    ) -> Option<Rewriting> {
        None
    }

    /// Keys to look copies of an article up by.
    fn read_keys(&self, signature: &Self::Signature) -> Vec<String>;

    /// Keys to store an article under. Two articles that compare as alike should share a key, one
    /// of them reading and the other writing.
    fn write_keys(&self, signature: &Self::Signature) -> Vec<String>;

    /// Bytes that a signature takes in a store, its keys left out.
    fn size(&self, signature: &Self::Signature) -> usize;

    /// Whether a signature says that it is of the beginning of an article only, before a paywall or a login.
    /// Those of the papers do not know.
    fn is_gated(&self, _signature: &Self::Signature) -> bool {
        false
    }

    /// Whether two signatures are known to be equal, so that one verdict goes for both. Where it takes long to tell,
    /// they may be called unequal.
    fn is_equal(&self, _a: &Self::Signature, _b: &Self::Signature) -> bool {
        false
    }

    /// Whether copies of an article are kept beside it, so that copies of copies are found. The
    /// papers keep the first.
    fn keeps_copies(&self) -> bool {
        false
    }
}

/// What is kept of an article to find its copies: by its words, and by its facts if articles in other words are to be
/// found, too.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Signature {
    /// Its words.
    pub fingerprint: Fingerprint,
    /// Its facts, if they are wanted and it holds enough of them: up to 400 bytes.
    pub sketch: Option<Sketch>,
}

impl Signature {
    /// The signature with what is kept of the facts, if anything.
    pub fn new(fingerprint: Fingerprint, sketch: Option<Sketch>) -> Signature {
        Signature {
            fingerprint,
            sketch,
        }
    }

    /// The signature of an article with its facts; `None` if the article has no fingerprint.
    ///
    /// An index keeps four keys more of an article with facts, and a look-up reads up to eight more.
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

/// Offprint's own method: the [`Fingerprint`], and facts where both signatures have them and the words differ.
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
