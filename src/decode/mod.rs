//! Bytes to UTF-8: how a page's charset is found, and whether the bytes are a page at all or an image, a PDF, an
//! archive.

pub(crate) mod charset;
mod detect;
pub(crate) mod entity;
#[path = "data/entity_names.rs"]
mod entity_names;
pub(crate) mod media_type;
