//! The trait of comparison methods.

use offprint::Article;
use offprint::compare::Comparison;

/// A way to decide whether two articles are the same.
///
/// It derives a *signature* from each article, lists the keys under which its copies can be found, and compares two
/// signatures.
pub trait Method {
    /// The data kept for an article.
    type Signature;

    /// The signature of an article; `None` if it holds too little for this method.
    fn sign(&self, article: &Article) -> Option<Self::Signature>;

    /// Compares two articles by their signatures.
    fn compare(&self, a: &Self::Signature, b: &Self::Signature) -> Comparison;

    /// The same; the verdict is `unknown` if one has no signature.
    fn judge(&self, a: Option<&Self::Signature>, b: Option<&Self::Signature>) -> Comparison {
        a.zip(b).map_or_else(Comparison::unknown, |(a, b)| self.compare(a, b))
    }

    /// Keys for looking up copies of an article.
    fn read_keys(&self, signature: &Self::Signature) -> Vec<String>;

    /// Keys for storing an article: the read keys, unless a method defines others. Two articles that compare as alike
    /// should share a key: a read key of one that is a write key of the other.
    fn write_keys(&self, signature: &Self::Signature) -> Vec<String> {
        self.read_keys(signature)
    }

    /// Whether looking up the one finds the other.
    #[cfg(test)]
    fn finds(&self, a: &Self::Signature, b: &Self::Signature) -> bool {
        let written = self.write_keys(b);
        self.read_keys(a).iter().any(|key| written.contains(key))
    }

    /// Bytes that a signature takes in a store, without its keys.
    fn size(&self, signature: &Self::Signature) -> usize;

    /// Whether an index keeps copies as well as the original, so that copies of copies are found. The methods from
    /// papers keep only the first article.
    fn keeps_copies(&self) -> bool {
        false
    }
}
