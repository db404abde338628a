//! Markup to blocks. [`Parser`] takes a page in chunks and leaves a [`Page`]: its [`Block`]s of text and its [`Head`],
//! plain data from which every later stage is computed. [`Rule`] names what dropped a block.

pub(crate) mod block;
pub(crate) mod head;
pub(crate) mod html;
pub(crate) mod json;
pub(crate) mod json_ld;
#[cfg_attr(not(feature = "markup"), allow(dead_code))]
pub(crate) mod marks;
pub(crate) mod noise;
pub(crate) mod signs;
pub(crate) mod tag;
mod tokens;
#[cfg(all(feature = "internals", not(target_arch = "wasm32")))]
pub(crate) mod visit;
mod words;

pub use block::{
    Block, Container, ContainerId, Data, DataKind, Head, Link, MAX_ADDRESS, MAX_DATA, MAX_LINKS,
    Page,
};
pub use html::{Parser, ReadOptions};
pub use noise::{Hints, Rule};
pub use signs::Signs;
pub use tag::Tag;
