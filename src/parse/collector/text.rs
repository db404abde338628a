//! Decodes text and adds it to the block.

use super::Collector;
use crate::decode::entity::{self, Context};
use crate::parse::characters::{is_invisible, is_joiner, plain_run};
use crate::parse::tag::Tag;

impl Collector {
    /// Ends the text node; `held` is its last part.
    #[inline]
    pub(super) fn end_text_node(&mut self, held: &str) {
        if !held.is_empty() || !self.raw.is_empty() {
            self.end_text(held);
        }
    }

    #[inline(never)]
    fn end_text(&mut self, held: &str) {
        if self.raw.is_empty() {
            self.add_text(held);
        } else {
            let mut raw = std::mem::take(&mut self.raw);
            raw.push_str(held);
            self.add_text(&raw);
            raw.clear();
            self.raw = raw;
        }
    }

    /// Decodes a text node and adds it to the block.
    pub(super) fn add_text(&mut self, raw: &str) {
        self.record_code(raw);
        let text = &mut self.draft;
        let (mut chars, mut unreadable) = (0, 0);
        let mut space = text.is_spaced();
        // Much of a page is indentation, so whitespace comes first.
        let written = raw.trim_ascii_start();
        if written.len() < raw.len() && !space {
            text.push(' ');
            space = true;
        }
        if written.is_empty() {
            return;
        }
        let decoded = entity::decode(written, Context::Text);
        let mut rest = &decoded[..];
        loop {
            // The common case is copied in one piece.
            let (run, signs) = plain_run(rest, &mut space);
            text.push_str(&rest[..run]);
            chars += signs;
            let mut others = rest[run..].chars();
            let Some(c) = others.next() else { break };
            rest = others.as_str();
            if c.is_whitespace() {
                if !space {
                    text.push(' ');
                }
                space = true;
                rest = rest.trim_ascii_start();
            } else if is_joiner(c) {
                if !space && text.block().ends_with(|c: char| !c.is_ascii()) {
                    text.push(c);
                }
            } else if !is_invisible(c) {
                text.push(c);
                chars += 1;
                space = false;
                unreadable += u32::from(c == char::REPLACEMENT_CHARACTER);
            } else {
                unreadable += u32::from(c.is_control());
            }
        }
        self.chars += chars;
        self.page.unreadable += unreadable;
        let links = &mut self.links;
        if links.open.is_some() && chars > 0 {
            if self.linked == 0 {
                links.block_href.clone_from(&links.href);
            } else if links.block_href != links.href {
                links.block_href.clear();
            }
            self.linked += chars;
        }
    }

    /// Adds text to the code that it is in, if requested.
    fn record_code(&mut self, raw: &str) {
        use Tag::{Table, Tbody, Thead, Tr};
        // Spaces between the rows of a table of code are not part of it.
        let is_between = matches!(self.stack.last(), Some(open) if matches!(open.tag, Table | Tbody | Thead | Tr))
            && raw.trim_ascii().is_empty();
        if let Some(recorder) = self.recorder()
            && recorder.is_in_code()
            && !is_between
        {
            let code = entity::decode(raw, Context::Text);
            recorder.add_code(code.chars().filter(|&c| matches!(c, '\n' | '\t') || !is_invisible(c)));
        }
    }
}
