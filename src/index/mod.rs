//! Stores which articles were seen, the judgement on each, and the keys to find them. [`Index::insert`] looks an
//! article up and adds it. [`origins`] clusters many articles and counts their independent origins. [`fold`] does so
//! for a list of search results, even if some are known only by title and snippet.
//!
//! Every article is *judged* once. If it has keys, it also belongs to a *class*; articles of one class are the same. An
//! article is stored under a few keys and looked up by a few more. A key leads to the articles that share it, and only
//! those are compared.
//!
//! The [look-up policy](policy) decides which keys are followed, what is compared and what follows from it. It is the
//! same for all stores, which differ in how they fetch. [`Index`] is the interface of native stores: [`InMemory`]
//! implements it in memory, and `OnFile` (cargo feature `file-index`) in a file.

pub(crate) mod clusters;
pub(crate) mod dedupe;
#[cfg(feature = "file-index")]
mod file;
pub(crate) mod filter;
pub(crate) mod fold;
mod memory;
pub(crate) mod origins;
pub mod policy;
pub(crate) mod rewritings;
pub(crate) mod store;

pub use dedupe::{Copies, dedupe};
#[cfg(feature = "file-index")]
pub use file::{FileError, OnFile};
pub use fold::{FoldedResults, GroupedResult, Likeness, ResultGroup, SearchResult, fold};
pub use memory::InMemory;
pub use origins::{Cluster, ClusterEvidence, CopyLink, Origin, Origins, origin, origins};
pub use policy::{ClassId, Compared, Limits, Posting, Ranked, rank};
pub use rewritings::RewritingLink;
pub use store::{Candidate, Entry, Index, Insertion, Judgement, Match, Ranks, RewriteOf, Stats};
