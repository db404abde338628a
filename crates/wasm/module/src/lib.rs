//! A module of the npm package. The crate around it defines all of its exports.

pub use offprint_wasm::*;
