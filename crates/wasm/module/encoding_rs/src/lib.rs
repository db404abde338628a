//! In the place of `encoding_rs`: the same names for what is smaller.

pub use offprint_encoding::*;
