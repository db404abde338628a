//! Replaces `encoding_rs` by a smaller crate with the same names.

pub use offprint_encoding::*;
