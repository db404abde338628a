//! Properties that hold for any input, as functions that panic if one does not.
//!
//! `fuzz_targets/any.rs` passes each to cargo-fuzz; `tests/targets.rs` runs them without it on a few thousand inputs,
//! and on every input that has ever broken one (`found/`).
#![forbid(unsafe_code)]

mod edge;
mod fold;
mod index;
mod page;
mod pieces;
mod print;
mod seeds;
mod text;

pub use edge::{addresses, register};
pub use fold::folded;
pub use index::index;
pub use page::{markup, reader, small};
pub use print::{fingerprint, verdict};
pub use seeds::{MUTATIONS, mutated, plant, seeds};
pub use text::{align, charset, entities, json_ld, lines};

/// A function, its name and its initial inputs.
pub struct Target {
    /// The name of the function.
    pub name: &'static str,
    /// Panics if the core treats an input wrongly.
    pub run: fn(&[u8]),
}

macro_rules! targets {
    ($($name:ident),*) => {
        &[$(Target { name: stringify!($name), run: $name }),*]
    };
}

/// All targets, the quickest first.
pub const TARGETS: &[Target] = targets![
    fingerprint,
    entities,
    addresses,
    json_ld,
    lines,
    align,
    charset,
    verdict,
    folded,
    register,
    small,
    reader,
    markup,
    index
];
