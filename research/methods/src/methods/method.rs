//! The trait of comparison methods.

use super::explain::{Finding, Held, Mark, shown};
use offprint::Article;
use offprint::compare::Comparison;

/// A way to decide whether two articles are the same.
///
/// It derives a *signature* from each article, lists the keys under which its copies can be found, and compares two
/// signatures. It can also show what it looks at in an article.
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

    /// The parts of an article that it looks at; empty if it takes a text as a whole.
    fn findings(&self, _article: &Article) -> Vec<Finding> {
        Vec::new()
    }

    /// Whether two findings are the same to it.
    fn alike(&self, a: &Finding, b: &Finding) -> bool {
        a.role == b.role && a.key == b.key
    }

    /// What it looks at in two articles.
    fn marks(&self, articles: [&Article; 2]) -> [Vec<Mark>; 2] {
        let found = articles.map(|article| self.findings(article));
        [0, 1].map(|side| {
            let other = &found[1 - side];
            let held = |finding: &Finding| Held::from(other.iter().any(|other| self.alike(finding, other)));
            shown(articles[side], &found[side], held)
        })
    }

    /// The slots of a signature, each compared with the same slot of the other's; empty if its signature has no slots.
    fn slots(&self, _signature: &Self::Signature) -> Vec<u64> {
        Vec::new()
    }
}
