//! Bytes to UTF-8: the charset of a page, its character references, and what is no page at all.

pub(crate) mod charset;
mod detect;
pub(crate) mod entity;
#[path = "data/entity_names.rs"]
mod entity_names;
pub(crate) mod media_type;

pub use charset::CharsetSource;
pub use media_type::{SNIFFED, is_html, media_type};
