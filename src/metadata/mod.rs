//! What a page says about its article beside the text. Here are the dates: [`find`] takes one out of a line, and
//! [`minutes`] makes it comparable; headline, author and the rest are fields of [`Article`](crate::Article).

pub(crate) mod address;
pub(crate) mod date;
pub(crate) mod title;

pub use date::{Found, find, minutes};
