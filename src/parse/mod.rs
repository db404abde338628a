//! Markup to blocks. [`Parser`] takes a page in chunks and produces a [`Page`]: its [`Block`]s of text and its
//! [`Head`], plain data from which every later stage is computed. [`Rule`] names why a block was dropped.

pub(crate) mod block;
pub(crate) mod characters;
pub(crate) mod collector;
mod draft;
#[cfg_attr(not(feature = "markup"), allow(dead_code))]
pub(crate) mod grid;
pub(crate) mod head;
pub(crate) mod hidden;
#[cfg_attr(not(feature = "markup"), allow(dead_code))]
mod highlight;
pub(crate) mod json;
pub(crate) mod json_ld;
#[cfg_attr(not(feature = "markup"), allow(dead_code))]
pub(crate) mod marks;
pub(crate) mod next_link;
pub(crate) mod noise;
mod options;
#[cfg_attr(not(feature = "markup"), allow(dead_code))]
mod picture;
pub(crate) mod rewrite;
pub(crate) mod signs;
mod source;
pub(crate) mod start_tag;
pub(crate) mod stream;
pub(crate) mod tag;
mod tokens;
mod words;
mod xml;

pub(crate) use block::Page;
pub use options::{ReadOptions, Structure};
pub(crate) use stream::Parser;
