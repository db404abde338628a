//! Blocks to the article: which of them are its body, what kind of page they make, and how far
//! the result can be trusted.

pub(crate) mod block_features;
pub(crate) mod body;
pub(crate) mod byline;
pub(crate) mod lines;
pub(crate) mod model;
pub(crate) mod page_type;
pub(crate) mod quality;
pub(crate) mod related;
pub(crate) mod tree;
#[path = "data/trees.rs"]
mod trees;

pub use body::{Body, choose};
pub use page_type::PageType;
pub use quality::Abstention;
pub use related::Related;
