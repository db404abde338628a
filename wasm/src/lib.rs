//! A module of the package. All that it exports is in the core, in `src/wasm/`.

pub use offprint::*;
