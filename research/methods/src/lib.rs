//! What Offprint is measured against: the methods of five papers and the usual baselines for
//! comparing articles ([`methods`]), and for finding the article on a page ([`extractors`]).
#![deny(missing_docs, rustdoc::broken_intra_doc_links)]

#[cfg(not(target_arch = "wasm32"))]
pub mod extractors;
pub mod methods;
