//! What a page says of its article beside the text: headline, time and addresses.

pub(crate) mod address;
pub(crate) mod date;
pub(crate) mod title;

pub use date::{Found, find, minutes};
