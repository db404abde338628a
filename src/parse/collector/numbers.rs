//! Line numbers next to code, which are not part of the page's text.

use super::Collector;
use super::open::{Nested, NumberStart};
use crate::parse::highlight::{count, is_line_number};
use crate::parse::start_tag::TagReader;
use crate::parse::tag::Tag;

impl Collector {
    fn number_start(&mut self) -> NumberStart {
        NumberStart { text: self.checkpoint(), code: self.recorder().map_or(0, |recorder| recorder.code_length()) }
    }

    /// Begins an element that may be a gutter.
    pub(super) fn open_gutter(&mut self, serial: u32) {
        let start = self.number_start();
        self.numbers.gutters.push((serial, start));
    }

    /// Ends the gutters from this serial on, and drops those that hold only numbers. Call it after the block has ended.
    pub(super) fn close_gutters(&mut self, serial: u32) {
        while let Some((_, gutter)) = self.numbers.gutters.pop_if(|open| open.0 >= serial) {
            let inside = &self.page.blocks[self.blocks_before(gutter.text)..];
            if inside.is_empty() {
                self.drop_number(gutter);
                continue;
            }
            let texts = inside.iter().map(|block| self.draft.text_of(block.start..block.end));
            if let Some(last) = count(texts, self.numbers.last) {
                self.numbers.last = last;
                self.drop_number(gutter);
            }
        }
    }

    /// Drops the text and the code from a place on.
    fn drop_number(&mut self, start: NumberStart) {
        self.cut(start.text);
        if let Some(recorder) = self.recorder() {
            recorder.cut_code(start.code);
        }
    }

    /// Begins an inline element in code, which may hold a line number.
    pub(super) fn open_number(&mut self, read: &TagReader<'_>) {
        // Outside code, reading the classes of inline elements would be too slow.
        if self.open[Tag::Pre as usize] == 0 || !read.can_have_content {
            return;
        }
        if let Some((element, _)) = &mut self.numbers.inline {
            element.note_start(&read.name);
        } else if is_line_number(read.value("class").unwrap_or_default()) {
            let start = self.number_start();
            self.numbers.inline = Some((Nested::new(read.name), start));
        }
    }

    /// Handles the end tag of an inline element, and drops the number in it; `held` is the text before it.
    pub(super) fn close_number(&mut self, name: &[u8], held: &mut &str) {
        let Some((_, start)) = self.numbers.inline.take_if(|(element, _)| element.note_end(name)) else {
            return;
        };
        self.end_text_node(std::mem::take(held));
        let text = self.draft.since(start.text.spot);
        if !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit() || c == b' ') {
            self.drop_number(start);
        }
    }
}
