//! A module of the npm package. All that it exports is in the crate around it.

pub use offprint_wasm::*;
