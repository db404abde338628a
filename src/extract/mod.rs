//! Blocks to the article: which blocks of a page are its body, what kind of page it is, and whether the body can be
//! trusted enough to be compared.

pub(crate) mod about;
pub(crate) mod block_features;
pub(crate) mod body;
pub(crate) mod embedded;
pub(crate) mod gate;
pub(crate) mod lines;
pub(crate) mod model;
pub(crate) mod next_page;
pub(crate) mod page_type;
#[path = "data/page_type_weights.rs"]
mod page_type_weights;
pub(crate) mod quality;
pub(crate) mod related;
pub(crate) mod site;
pub(crate) mod tree;

pub use site::SiteMemory;
