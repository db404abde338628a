//! What Offprint is measured against: the methods of five papers and the usual baselines for
//! comparing articles ([`methods`]), and all the text of a page in place of the article ([`no_html`]).
#![deny(missing_docs, rustdoc::broken_intra_doc_links)]

pub mod methods;
pub mod no_html;
