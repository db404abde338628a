//! The part of the decoded page that is held in memory.

use super::characters::start;
use std::ops::Range;

/// The decoded page, from the first unread byte on.
pub struct Source {
    pub text: String,
    /// Number of bytes before it.
    pub before: usize,
    /// Number of its bytes that have been passed to the rewriter.
    pub handed: usize,
    /// Number of bytes of the decoded page that have been read.
    pub read: usize,
}

impl Source {
    /// The text at a range of the decoded page; `None` if it is not held, or splits a character.
    pub fn at(&self, place: Range<usize>) -> Option<&str> {
        self.text.get(place.start.checked_sub(self.before)?..place.end - self.before)
    }

    /// The text from the first unread byte to a place of the decoded page; as [`Source::at`].
    pub fn unread(&self, end: usize) -> Option<&str> {
        self.at(self.read..end)
    }

    /// The text from a place of the decoded page on, as far as it is held.
    pub fn from(&self, place: usize) -> Option<&str> {
        self.text.get(place.checked_sub(self.before)?..)
    }

    /// Removes the first bytes, rounded to whole characters.
    pub fn forget(&mut self, bytes: usize) {
        let bytes = start(&self.text, bytes).len();
        self.text.drain(..bytes);
        self.before += bytes;
        self.handed -= bytes;
    }
}
