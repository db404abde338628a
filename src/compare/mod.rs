//! Comparison of two articles. [`compare`] decides by their fingerprints whether one is a copy of the other. [`relate`]
//! also decides which of the two is the original, and [`rewriting()`] decides by their facts whether one rewrites the
//! other. [`align`] and [`passages`] compare their texts in detail.

pub(crate) mod align;
pub(crate) mod changes;
pub(crate) mod original;
pub(crate) mod passages;
#[allow(clippy::exhaustive_structs, reason = "callers build it from what they kept")]
pub(crate) mod record;
pub(crate) mod relation;
pub(crate) mod rewriting;
pub(crate) mod source;
pub(crate) mod verdict;

pub use align::{Sentence, SentenceKind, align};
pub use changes::{Change, ChangeKind};
pub use original::{OriginEvidence, Original, Reason, Which};
pub use passages::passages;
pub use record::ArticleRecord;
pub use relation::{Relation, relate};
pub use rewriting::{Likelihood, Measure, RewriteVerdict, Rewriting, rewriting};
pub use verdict::{Comparison, Evidence, Side, Verdict, compare};
