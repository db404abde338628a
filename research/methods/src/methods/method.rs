//! The trait of comparison methods, and Offprint's own method.

use offprint::Article;
use offprint::compare::{Comparison, Signature, compare};
use offprint::internals::verdict::compare_on_one_site;

/// A way to decide whether two articles are the same.
///
/// It derives a *signature* from each article, lists the keys under which its copies can be found, and compares two
/// signatures.
pub trait Method {
    /// The data kept for an article.
    type Signature;

    /// The signature of an article; `None` if it holds too little for this method.
    fn sign(&self, article: &Article) -> Option<Self::Signature>;

    /// Compares two articles by their signatures; the verdict is `unknown` if one has no signature.
    fn compare(&self, a: Option<&Self::Signature>, b: Option<&Self::Signature>) -> Comparison;

    /// Compares two articles of one site. Pages of a site share furniture, so a method may require more in common than
    /// across sites.
    fn compare_on_one_site(&self, a: Option<&Self::Signature>, b: Option<&Self::Signature>) -> Comparison {
        self.compare(a, b)
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

    /// Whether two signatures are known to be equal, so that one verdict applies to both. May return `false` for equal
    /// signatures if comparing them takes long.
    fn is_equal(&self, _a: &Self::Signature, _b: &Self::Signature) -> bool {
        false
    }

    /// Whether an index keeps copies beside the original, so that copies of copies are found. The methods from papers
    /// keep only the first article.
    fn keeps_copies(&self) -> bool {
        false
    }
}

/// Offprint's own method: it compares fingerprints.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offprint;

impl Method for Offprint {
    type Signature = Signature;

    fn sign(&self, article: &Article) -> Option<Signature> {
        Signature::of(article)
    }

    fn compare(&self, a: Option<&Signature>, b: Option<&Signature>) -> Comparison {
        let [a, b] = [a, b].map(|signature| signature.map(|of| &of.fingerprint));
        compare(a, b)
    }

    fn compare_on_one_site(&self, a: Option<&Signature>, b: Option<&Signature>) -> Comparison {
        let [a, b] = [a, b].map(|signature| signature.map(|of| &of.fingerprint));
        compare_on_one_site(a, b)
    }

    fn read_keys(&self, signature: &Signature) -> Vec<String> {
        signature.read_keys()
    }

    fn write_keys(&self, signature: &Signature) -> Vec<String> {
        signature.write_keys()
    }

    fn size(&self, signature: &Signature) -> usize {
        let sketch = signature.sketch.as_ref();
        signature.fingerprint.to_bytes().len() + sketch.map_or(0, |sketch| sketch.to_bytes().len())
    }

    fn is_equal(&self, a: &Signature, b: &Signature) -> bool {
        a == b
    }

    fn keeps_copies(&self) -> bool {
        true
    }
}
