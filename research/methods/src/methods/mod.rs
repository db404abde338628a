//! Ways to say whether two articles are the same: Offprint's own, the methods of the papers it grew from, and the
//! field's baselines.
//!
//! A method keeps a *signature* of each article, names the keys under which copies of it can be
//! found, and compares two signatures ([`Method`]). [`Name`] lists them.

mod concept_network;
mod credit;
mod facts;
mod feature_code;
mod idf;
mod index;
mod long_sentence;
mod method;
mod minhash;
mod minima;
mod name;
mod own;
#[cfg(feature = "segmenter")]
mod segmenter;
mod sets;
mod shingle;
mod simhash;
mod spread;
mod term_kind;
mod term_vector;
mod terms;
mod word_runs;

pub use concept_network::{ConceptNetwork, RELATEDNESS_PARTS, stem};
pub use credit::{Credit, sources};
pub use facts::Facts;
pub use feature_code::FeatureCode;
pub use idf::IdfTable;
pub use index::MethodIndex;
pub use long_sentence::LongSentence;
pub use method::Method;
pub use minhash::MinHash;
pub use name::AnySignature;
pub use own::Offprint;
pub use shingle::Shingle;
pub use simhash::SimHash;
pub use term_kind::TermKind;
pub use term_vector::TermVector;

use minima::minima;
use name::names;
use offprint::Article;
use offprint::compare::{Comparison, Evidence, Verdict};
use sets::{containment, jaccard};
use terms::{Term, terms};
use word_runs::shingles;

names! {
    Offprint = "offprint", "Offprint's own fingerprint" => Offprint;
    Facts = "facts", "names, figures and rare words, whatever the words between" => Facts;
    FeatureCode = "feature-code", "the ten characters around the first full stop (Zhang et al.)"
        => FeatureCode::default();
    FeatureCodeLength = "feature-code-length", "the same, and lengths may differ by a tenth (Peng et al.)"
        => FeatureCode { stops: 1, with_length: true };
    FeatureCodeAll = "feature-code-all", "the same at sixteen full stops"
        => FeatureCode { stops: 16, with_length: true };
    Credit = "credit", "the source that a page credits, with its headline (Ge et al.)" => Credit::default();
    CreditSecondChance = "credit-second-chance", "the same, and the code decides where two credits differ"
        => Credit { second_chance: true };
    TermVector = "term-vector", "the twenty heaviest terms and their positions (Cao et al., DDW)"
        => TermVector::default();
    #[cfg(feature = "segmenter")]
    TermVectorWords = "term-vector-words", "the same with Chinese words by a dictionary"
        => TermVector { terms: TermKind::Words };
    LongSentence = "long-sentence", "the sixteen longest sentences (Liu et al.)" => LongSentence::default();
    LongSentenceBins = "long-sentence-bins", "the same among pages of near length"
        => LongSentence { bins: true };
    ConceptNetwork = "concept-network", "the concepts that hold the text together, and their positions (Cao et al.)"
        => ConceptNetwork::default();
    WordNetwork = "word-network", "the same, synonyms not merged"
        => ConceptNetwork { merges_synonyms: false, ..ConceptNetwork::default() };
    #[cfg(feature = "segmenter")]
    ConceptNetworkWords = "concept-network-words", "the same with Chinese words by a dictionary, synonyms merged"
        => ConceptNetwork { terms: TermKind::Words, ..ConceptNetwork::default() };
    Shingle = "shingle", "a sketch of its runs of ten words (Broder)" => Shingle;
    SimHash = "simhash", "64 votes of all its words (Charikar, Manku et al.)" => SimHash;
    MinHash = "minhash", "128 minima of its runs of three words" => MinHash::default();
}

/// Evidence that a value is more than a threshold.
fn above(metric: &'static str, value: f64, threshold: f64) -> Evidence {
    Evidence { passed: value > threshold, ..Evidence::at_least(metric, value, threshold) }
}

/// The verdict on two articles that are the same or, if they are not, share a part.
fn decided(is_same: bool, is_partial: bool, score: f64, evidence: Vec<Evidence>) -> Comparison {
    let verdict = match (is_same, is_partial) {
        (true, _) => Verdict::Same,
        (false, true) => Verdict::Partial,
        (false, false) => Verdict::Different,
    };
    Comparison { verdict, score, evidence, ..Comparison::different() }
}

/// Hashes as keys.
fn keys(hashes: impl Iterator<Item = u64>) -> Vec<String> {
    hashes.map(|hash| format!("{hash:016x}")).collect()
}
