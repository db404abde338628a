//! Which articles were seen, what was said of each, and how each is found again. [`arrive`] looks an
//! article up and takes it in; [`origins`] says of many what belongs together, and how many independent origins
//! they have.
//!
//! Every article is *judged* once. It is also *stored* in a class, to be found later, if there is
//! enough text to find it by: articles of one class are the same. An article is stored under a few
//! keys and looked up by a few more; a key leads to the articles that share it, and only those are
//! compared.
//!
//! Which keys are followed, what is compared and what follows from it is the [look-up policy](policy),
//! the same for all stores, which differ in how they fetch. [`Index`] is what native stores have in
//! common: [`InMemory`] is one, and `OnFile` (cargo feature `file-index`) another, in a file.

pub(crate) mod clusters;
pub(crate) mod dedupe;
#[cfg(feature = "file-index")]
mod file;
pub(crate) mod filter;
mod memory;
pub(crate) mod origins;
pub mod policy;
pub mod private;
pub(crate) mod store;

pub use clusters::Member;
pub use dedupe::{Arrival, Copies, CopyCluster, Retold, arrive, copies};
#[cfg(feature = "file-index")]
pub use file::{FileError, OnFile};
pub use memory::InMemory;
pub use origins::{Basis, Cluster, CopyLink, Origin, Origins, origins};
pub use policy::{Class, Compared, Lead, Limits, Nearest, nearest};
pub use store::{Entry, Found, Index, Judgement, Stats, Stored};
