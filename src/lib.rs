//! Offprint decides whether a page is a copy of an article seen before, in one streaming pass and a few hundred bytes.
//!
//! ```text
//! bytes → blocks → body → normal text → features → fingerprint → verdict
//! ```
//!
//! [`read`] turns a page into an [`Article`], and [`compare()`] two [`Fingerprint`]s into a [`Comparison`]. An
//! [`index`] finds earlier articles by their keys, without comparing all of them.
//!
//! ```
//! use offprint::compare::Verdict;
//! use offprint::index::{InMemory, Index};
//! use offprint::{Fingerprint, ReadOptions, compare, read};
//!
//! let ferry = "The ferry to Skarn stopped running on Sunday night, after a storm had torn away half of its landing \
//!     stage. Divers found two of the four piles broken below the waterline. The county says that repairs will take at \
//!     least six weeks, and that a smaller boat will carry passengers, but no cars, from the old quay until then. \
//!     Farmers on the island fear for their lambs, which were to be shipped to market before Easter.";
//! let choir = "Forty singers who had never met before filled the chapel of Oldmere on Saturday. Their conductor, a \
//!     retired postman, had written to every household in the valley and asked for one song that nobody sang any more. \
//!     He received three hundred letters, some with notes pressed between dried flowers. The concert will be repeated \
//!     in June, and a recording is to be sold for the benefit of the leaking roof.";
//!
//! let original = format!("<title>No ferry to Skarn</title><nav><a href=/>Home</a></nav><article><p>{ferry}</article>");
//! let reprint = format!("<title>Island cut off</title><div class=ad>Buy now!</div><p>{ferry}<p>Source: The Courier");
//! let another = format!("<title>Songs from letters</title><article><p>{choir}</article>");
//! let print = |page: &str| read(page.as_bytes(), ReadOptions::default()).fingerprint.expect("it is long enough");
//! let (original, reprint, another) = (print(&original), print(&reprint), print(&another));
//!
//! assert_eq!(compare(&original, &reprint).verdict, Verdict::Same);
//! assert_eq!(compare(&original, &another).verdict, Verdict::Different);
//!
//! let mut index = InMemory::new();
//! let mut seen = |id, fingerprint: Fingerprint| {
//!     index.insert(id, &fingerprint.into()).map(|insertion| insertion.judgement.of)
//! };
//! assert_eq!(seen("courier", original)?, None);
//! assert_eq!(seen("portal", reprint)?.as_deref(), Some("courier"));
//! assert_eq!(seen("gazette", another)?, None);
//! # Ok::<(), std::convert::Infallible>(())
//! ```
//!
//! A [`Reader`] takes a page in chunks, and is an [`io::Write`](std::io::Write). Articles and verdicts can be
//! serialized and deserialized by `serde`; [`schema`] lists their fields. With the feature `file-index`, an
//! index can be kept in a file (`index::OnFile`).
//!
//! The feature `internals` is for the other crates of this repository; the items it adds may change in any version.
#![deny(rustdoc::broken_intra_doc_links)]
#![cfg_attr(
    not(feature = "internals"),
    deny(missing_docs, missing_debug_implementations),
    warn(clippy::exhaustive_enums, clippy::exhaustive_structs)
)]

mod address;
pub mod article;
mod bytes;
pub mod compare;
mod decode;
mod error;
mod extract;
pub mod facts;
mod fingerprint;
mod hash;
#[allow(clippy::exhaustive_structs, reason = "stores of others build what they keep and find")]
pub mod index;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
mod languages;
#[cfg(feature = "markup")]
mod markup;
mod metadata;
mod name;
mod parse;
mod positions;
mod reader;
pub mod schema;
#[cfg(any(test, feature = "internals"))]
mod test_text;
mod text;
mod unicode;

pub use article::Article;
pub use compare::{Comparison, compare};
pub use decode::media_type::media_type;
pub use error::Error;
pub use extract::SiteMemory;
pub use fingerprint::Fingerprint;
pub use metadata::Metadata;
pub use parse::{ReadOptions, Structure};
pub use reader::{ParsedPage, Reader, read};
