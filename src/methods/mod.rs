//! Ways to say whether two articles are the same: Offprint's own, those of the papers it grew from,
//! and the field's baselines.
//!
//! A method keeps a *signature* of each article, names the keys under which copies of it can be
//! found, and compares two signatures. All but Offprint's own need the cargo feature `methods`;
//! [`Name`] lists them.
//!
//! | family | methods |
//! |---|---|
//! | characters around a full stop | [`FeatureCode`] |
//! | concepts that hold a text together | [`ConceptNetwork`] |

#[cfg(feature = "methods")]
mod concept_network;
#[cfg(feature = "methods")]
mod feature_code;
#[cfg(feature = "methods")]
mod name;
#[cfg(feature = "methods")]
mod sets;
#[cfg(feature = "methods")]
mod spread;
#[cfg(feature = "methods")]
mod terms;

#[cfg(feature = "methods")]
pub use concept_network::{
    ConceptIndex, ConceptNetwork, Concepts, KeyConcept, KeyConcepts, Network, Node,
    RELATEDNESS_PARTS, concepts, stem,
};
#[cfg(feature = "methods")]
pub use feature_code::{
    Codes, FeatureCode, FeatureCodeTree, Positions, Tolerance, length_ratio_within,
    longest_common_subsequence,
};
#[cfg(feature = "methods")]
pub use name::{AnyMethod, AnySignature, Name};
#[cfg(feature = "methods")]
pub use sets::{containment, jaccard};
#[cfg(feature = "methods")]
pub use terms::{Term, terms};

use crate::article::Article;
use crate::fingerprint::Fingerprint;
use crate::verdict::{self, Verdict};

/// A way to say whether two articles are the same.
pub trait Method {
    /// What is kept of an article.
    type Signature;

    /// The signature of an article; `None` if it holds too little for this method.
    fn sign(&self, article: &Article) -> Option<Self::Signature>;

    /// Compares two articles by their signatures; one without a signature is `unknown`.
    fn compare(&self, a: Option<&Self::Signature>, b: Option<&Self::Signature>) -> Verdict;

    /// Keys to look copies of an article up by.
    fn read_keys(&self, signature: &Self::Signature) -> Vec<String>;

    /// Keys to store an article under. Two articles that compare as alike should share a key, one
    /// of them reading and the other writing.
    fn write_keys(&self, signature: &Self::Signature) -> Vec<String>;

    /// Bytes that a signature takes in a store, its keys left out.
    fn size(&self, signature: &Self::Signature) -> usize;

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

    fn compare(&self, a: Option<&Fingerprint>, b: Option<&Fingerprint>) -> Verdict {
        verdict::compare(a, b)
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

    fn keeps_copies(&self) -> bool {
        true
    }
}
