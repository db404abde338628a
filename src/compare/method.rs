//! What a method of comparison is, and Offprint's own.
//!
//! A method keeps a *signature* of each article, names the keys under which copies of it can be
//! found, and compares two signatures. The crate `offprint-methods` has those of the papers and the
//! usual baselines.

use crate::article::Article;
use crate::compare::rewriting::Rewriting;
use crate::compare::verdict::{self, Comparison, Verdict};
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

/// Offprint's own method: the [`Fingerprint`].
#[derive(Debug, Clone, Copy, Default)]
pub struct Offprint;

impl Method for Offprint {
    type Signature = Fingerprint;

    fn sign(&self, article: &Article) -> Option<Fingerprint> {
        article.fingerprint.clone()
    }

    fn compare(&self, a: Option<&Fingerprint>, b: Option<&Fingerprint>) -> Comparison {
        verdict::compare(a, b)
    }

    fn compare_on_one_site(&self, a: Option<&Fingerprint>, b: Option<&Fingerprint>) -> Comparison {
        verdict::compare_at(a, b, &verdict::ONE_SITE)
    }

    fn read_keys(&self, fingerprint: &Fingerprint) -> Vec<String> {
        fingerprint.read_keys()
    }

    fn write_keys(&self, fingerprint: &Fingerprint) -> Vec<String> {
        fingerprint.write_keys()
    }

    fn size(&self, fingerprint: &Fingerprint) -> usize {
        fingerprint.to_bytes().len()
    }

    fn is_gated(&self, fingerprint: &Fingerprint) -> bool {
        fingerprint.gated
    }

    fn is_equal(&self, a: &Fingerprint, b: &Fingerprint) -> bool {
        a == b
    }

    fn keeps_copies(&self) -> bool {
        true
    }
}
