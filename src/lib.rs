//! Offprint says whether a page is a copy of an article seen before, in one streaming pass and a
//! few hundred bytes.
//!
//! ```text
//! bytes → blocks → body → normal text → features → fingerprint → verdict
//! ```
#![deny(missing_docs, rustdoc::broken_intra_doc_links)]

mod address;
pub mod align;
pub mod article;
pub mod block;
pub mod body;
mod charset;
pub mod clusters;
pub mod date;
pub mod dedupe;
mod detect;
pub mod edge;
mod entity;
mod entity_names;
mod error;
#[cfg(not(target_arch = "wasm32"))]
pub mod extractors;
pub mod features;
pub mod fingerprint;
mod han;
mod han_pairs;
pub mod hash;
mod head;
mod html;
pub mod index;
#[cfg(feature = "inner")]
#[doc(hidden)]
pub mod inner;
mod json_ld;
pub mod lines;
pub mod media_type;
pub mod method;
#[cfg(feature = "methods")]
pub mod methods;
pub mod noise;
pub mod original;
pub mod page_type;
pub mod private;
pub mod quality;
pub mod relation;
#[cfg(feature = "report")]
pub mod report;
pub mod script;
pub mod text;
mod title;
pub mod verdict;
#[cfg(target_arch = "wasm32")]
mod wasm;

pub use article::{Article, Reader, read};
pub use charset::CharsetSource;
pub use error::Error;
pub use fingerprint::Fingerprint;
pub use html::{Parser, ReadOptions};
pub use page_type::PageType;
pub use verdict::{Verdict, compare};
