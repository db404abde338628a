//! Ways to say whether two articles are the same: Offprint's own, those of the papers it grew from,
//! and the field's baselines.
//!
//! A method keeps a *signature* of each article, names the keys under which copies of it can be
//! found, and compares two signatures ([`Method`]). [`Name`] lists them.
//!
//! | family | methods |
//! |---|---|
//! | characters around a full stop | [`FeatureCode`] |
//! | the source that a page credits | [`Credit`] |
//! | the longest sentences | [`LongSentence`] |
//! | terms by how rare they are | [`TermVector`], [`IMatch`] |
//! | concepts that hold a text together | [`ConceptNetwork`] |
//! | runs of words | [`Shingle`], [`Supershingle`], [`MinHash`], [`Iscc`] |
//! | chains of words after small words | [`SpotSigs`] |
//! | votes of all words | [`SimHash`] |
//! | what survives other words | [`Facts`] |

mod concept_network;
mod credit;
mod explain;
mod facts;
mod feature_code;
mod i_match;
mod idf;
mod iscc;
mod long_sentence;
mod minhash;
mod minima;
mod name;
#[cfg(feature = "segmenter")]
mod segmenter;
mod sets;
mod shingle;
mod simhash;
mod spotsigs;
mod spread;
mod supershingle;
mod term_kind;
mod term_vector;
mod terms;
mod word_runs;

pub use concept_network::{
    ConceptIndex, ConceptNetwork, Concepts, KeyConcept, KeyConcepts, Network, Node,
    RELATEDNESS_PARTS, concepts, stem,
};
pub use credit::{Credit, CreditGroups, Credited, Occurrences, sources};
pub use explain::{Explain, Explanation, Finding, Held, Mark};
pub use facts::Facts;
pub use feature_code::{
    Codes, FeatureCode, FeatureCodeTree, Positions, Tolerance, length_ratio_within,
    longest_common_subsequence,
};
pub use i_match::{IMatch, TermsHash};
pub use idf::IdfTable;
pub use iscc::{Iscc, iscc_text_code};
pub use long_sentence::{
    LongSentence, LongSentences, Sentence, SentenceHash, SentenceTree, TwoStage, length_bin,
    sentences,
};
pub use minhash::MinHash;
pub use minima::minima;
pub use name::{AnyMethod, AnySignature, Name};
pub use sets::{containment, jaccard};
pub use shingle::{Shingle, Sketch};
pub use simhash::{SimHash, simhash};
pub use spotsigs::SpotSigs;
pub use supershingle::{Supershingle, supershingles};
pub use term_kind::TermKind;
pub use term_vector::{Dimension, TermIndex, TermVector, Vector};
pub use terms::{Term, terms};
pub use word_runs::shingles;

use offprint::compare::Evidence;
pub use offprint::compare::{Method, Offprint};

/// Evidence that a value is more than a threshold.
fn above(channel: &'static str, value: f64, threshold: f64) -> Evidence {
    Evidence {
        fired: value > threshold,
        ..Evidence::at_least(channel, value, threshold)
    }
}

/// Hashes as keys.
fn keys(hashes: impl Iterator<Item = u64>) -> Vec<String> {
    hashes.map(|hash| format!("{hash:016x}")).collect()
}
