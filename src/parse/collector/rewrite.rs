//! The page passed on while it is read.

use super::Collector;
use crate::parse::start_tag::{StartTag, TagReader};
use crate::parse::tag::Tag;

/// What is passed on is UTF-8, whatever the page was.
const CHARSET: &str = "<meta charset=\"utf-8\">";

impl Collector {
    pub(super) fn pass_markup(&mut self, markup: &str) {
        if let Some(rewrite) = self.rewrite.as_mut().filter(|_| !markup.is_empty()) {
            rewrite.markup(markup);
        }
    }

    /// Passes on a start tag that opens no element of the stack.
    pub(super) fn pass_tag(&mut self, read: &TagReader<'_>, tag: Tag) {
        if self.rewrite.is_some() && tag != Tag::Embed && !(tag == Tag::Meta && declares_charset(read)) {
            self.pass_markup(read.markup);
        }
    }

    /// Passes on the start tag of an element of the stack.
    pub(super) fn pass_open(&mut self, read: &TagReader<'_>, tag: Tag, start: StartTag, is_skipped: bool) {
        if let Some(rewrite) = &mut self.rewrite {
            rewrite.open(read.markup, tag, start, is_skipped);
        }
    }

    /// Declares the charset at the first place where parsers look: where the `<head>` begins.
    pub(super) fn declare_charset(&mut self, tag: Tag) {
        if self.rewrite.is_some() && !self.has_charset && tag != Tag::Html {
            self.has_charset = true;
            self.pass_markup(CHARSET);
        }
    }

    /// Ends the output. What was not read is passed on as it is.
    pub fn end_rewrite(&mut self, unread: &[u8]) {
        if let Some(rewrite) = &mut self.rewrite {
            rewrite.end();
            rewrite.pass(unread);
        }
    }

    /// Whether the page is passed on.
    pub fn rewrites(&self) -> bool {
        self.rewrite.is_some()
    }

    /// Passes on bytes that are not read.
    pub fn pass_unread(&mut self, bytes: &[u8]) {
        if let Some(rewrite) = &mut self.rewrite {
            rewrite.pass(bytes);
        }
    }
}

fn declares_charset(read: &TagReader<'_>) -> bool {
    read.value("charset").is_some()
        || read.value("http-equiv").is_some_and(|value| value.trim().eq_ignore_ascii_case("content-type"))
}
