//! The stream of a page's markup to blocks: plain data, of which every later stage is a pure function.

pub(crate) mod block;
pub(crate) mod head;
pub(crate) mod html;
pub(crate) mod json_ld;
pub(crate) mod noise;
pub(crate) mod tag;
#[cfg(all(feature = "internals", not(target_arch = "wasm32")))]
pub(crate) mod visit;

pub use block::{Block, Container, ContainerId, Head, Link, MAX_ADDRESS, MAX_LINKS, Page};
pub use html::{Parser, ReadOptions};
pub use noise::{Hints, Rule};
pub use tag::Tag;
