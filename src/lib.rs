//! Offprint says whether a page is a copy of an article seen before, in one streaming pass and a
//! few hundred bytes.
//!
//! ```text
//! bytes → blocks → body → normal text → features → fingerprint → verdict
//! ```
#![deny(rustdoc::broken_intra_doc_links)]
#![cfg_attr(not(feature = "internals"), deny(missing_docs))]

mod article;
pub mod compare;
pub mod decode;
mod error;
pub mod extract;
pub mod fingerprint;
mod hash;
pub mod index;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
#[cfg(any(test, feature = "internals"))]
mod made_up;
pub mod metadata;
pub mod parse;
pub mod text;
mod unicode;

pub use article::{Article, Judged, Reader, read};
pub use compare::{Comparison, compare};
pub use error::Error;
pub use extract::{PageType, Related};
pub use fingerprint::Fingerprint;
pub use metadata::Metadata;
pub use parse::ReadOptions;
