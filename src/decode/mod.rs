//! Bytes to UTF-8. Here is how a page's charset was found ([`CharsetSource`]), and whether some bytes are a page at
//! all or an image, a PDF, an archive ([`media_type`]).

pub(crate) mod charset;
mod detect;
pub(crate) mod entity;
#[path = "data/entity_names.rs"]
mod entity_names;
pub(crate) mod media_type;

pub use charset::CharsetSource;
pub use media_type::{SNIFFED, is_html, media_type};
