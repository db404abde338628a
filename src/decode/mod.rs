//! Bytes to UTF-8: detects a page's charset, and recognizes files that are not pages, such as images, PDFs and
//! archives.

pub(crate) mod attribute;
pub(crate) mod charset;
mod detect;
pub(crate) mod entity;
pub(crate) mod media_type;
