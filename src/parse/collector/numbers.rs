//! Numbers of lines beside code, which are no text of the page.

use super::Collector;
use super::open::Spot;
use crate::parse::highlight::{count, is_line_number};
use crate::parse::start_tag::TagReader;
use crate::parse::tag::{Name, Tag};

impl Collector {
    fn place(&mut self, serial: u32) -> Spot {
        Spot {
            serial,
            text: self.page.text.len(),
            blocks: self.page.blocks.len(),
            chars: self.chars,
            linked: self.linked,
            code: self.recorder().map_or(0, |recorder| recorder.code_length()),
        }
    }

    /// Begins an element that may be a gutter.
    pub(super) fn open_gutter(&mut self, serial: u32) {
        let place = self.place(serial);
        self.numbers.gutters.push(place);
    }

    /// Ends the gutters from this serial on, and drops those that hold nothing but numbers. A block has ended before.
    pub(super) fn close_gutters(&mut self, serial: u32) {
        while let Some(gutter) = self.numbers.gutters.pop_if(|open| open.serial >= serial) {
            if self.page.blocks.len() == gutter.blocks {
                self.drop_from(gutter);
                continue;
            }
            let texts = self.page.blocks[gutter.blocks..].iter();
            let texts = texts.map(|block| self.page.text_of(block));
            if let Some(last) = count(texts, self.numbers.last) {
                self.numbers.last = last;
                self.drop_from(gutter);
            }
        }
    }

    /// Drops the text from a place on.
    fn drop_from(&mut self, place: Spot) {
        self.page.text.truncate(place.text);
        self.forget_edges(place.text);
        self.page.blocks.truncate(place.blocks);
        let is_left = |link: &crate::parse::block::Link| (link.block as usize) < place.blocks;
        let left = self.page.links.partition_point(is_left);
        self.page.links.truncate(left);
        self.block_start = self.block_start.min(place.text);
        (self.chars, self.linked) = (place.chars, place.linked);
        if let Some(recorder) = self.recorder() {
            recorder.forget(place.text, place.blocks, place.code);
        }
    }

    /// Begins an inline element in code, which may hold the number of a line.
    pub(super) fn open_number(&mut self, read: &TagReader<'_, '_, '_>, name: &[u8]) {
        // Elsewhere, reading the classes of inline elements would be too slow.
        if self.open[Tag::Pre as usize] == 0 || !read.element.can_have_content() {
            return;
        }
        if let Some((of, inside, _)) = &mut self.numbers.inline {
            *inside += u32::from(**of == *name);
        } else if is_line_number(&read.value("class").unwrap_or_default()) {
            let place = self.place(0);
            self.numbers.inline = Some((read.name(), 0, place));
        }
    }

    /// Handles the end tag of an inline element, and drops the number in it; `held` is the text before it.
    pub(super) fn close_number(&mut self, name: &[u8], held: &mut &str) {
        let is_same = |number: &mut (Name, u32, Spot)| *number.0 == *name;
        let Some((name, inside, place)) = self.numbers.inline.take_if(is_same) else {
            return;
        };
        if inside > 0 {
            self.numbers.inline = Some((name, inside - 1, place));
            return;
        }
        self.end_text_node(std::mem::take(held));
        let is_here = self.page.blocks.len() == place.blocks && self.page.text.len() > place.text;
        let is_number = |c: u8| c.is_ascii_digit() || c == b' ';
        if is_here && self.page.text[place.text..].bytes().all(is_number) {
            self.drop_from(place);
        }
    }
}
