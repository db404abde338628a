//! The decoded page, as far as it is held.

use super::characters::start;
use std::ops::Range;

/// The decoded page, from where it is not read yet.
pub struct Source {
    pub text: String,
    /// How many bytes stand before it.
    pub before: usize,
    /// How many of its bytes the rewriter has been given.
    pub handed: usize,
}

impl Source {
    /// What stands in a place of the decoded page; `None` if it is not held, or no text.
    pub fn at(&self, place: Range<usize>) -> Option<&str> {
        self.text
            .get(place.start.checked_sub(self.before)?..place.end - self.before)
    }

    /// Removes the first bytes, or as many as whole characters have.
    pub fn forget(&mut self, bytes: usize) {
        let bytes = start(&self.text, bytes).len();
        self.text.drain(..bytes);
        self.before += bytes;
        self.handed -= bytes;
    }
}
