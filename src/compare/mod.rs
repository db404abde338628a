//! Two articles beside each other. [`compare`] tells from their fingerprints whether one is a copy of the other, and
//! [`original`] which was first; [`rewriting()`] tells from their facts whether one is the other in other words;
//! [`changes`] and [`align`] set their texts side by side.

pub(crate) mod align;
pub(crate) mod changes;
pub(crate) mod method;
pub(crate) mod original;
pub(crate) mod relation;
pub(crate) mod rewriting;
pub(crate) mod source;
pub(crate) mod verdict;
pub(crate) mod with_facts;

pub use align::{Sentence, SentenceKind, align};
pub use changes::{CHANGED, Change, ChangeKind, OWN, changes};
pub use method::{Method, Offprint};
pub use original::{Ground, LEAST_CONFIDENCE, Original, Reason, Which, original};
pub use relation::{Relation, relate};
pub use rewriting::{INDEPENDENT, Measure, REWRITTEN, Rewriting, Telling, rewriting};
pub use verdict::{
    Comparison, Evidence, Likeness, ONE_SITE, Side, THRESHOLDS, Thresholds, Verdict, compare,
    compare_at,
};
pub use with_facts::{Sketched, WithFacts};
