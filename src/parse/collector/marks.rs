//! Records inline markup and pictures, if the article is requested as Markdown and HTML.

use super::{Collector, Open};
use crate::parse::grid::{Align, CellAttributes};
use crate::parse::highlight;
use crate::parse::marks::{self, Inline, ListMark, Recorder};
use crate::parse::start_tag::TagReader;
use crate::parse::tag::Tag;

impl Collector {
    /// Records the start of an inline element, or a picture, if requested.
    pub(super) fn record_inline(&mut self, read: &TagReader<'_>) {
        if self.recorder().is_none() {
            return;
        }
        match &*read.name {
            b"img" => self.record_image(read),
            b"source" => self.note_source(read),
            b"input" => self.record_task(read),
            _ => {}
        }
        let (serial, text) = (self.next_serial, self.draft.len());
        if let Some(inline) = Recorder::inline_of(&read.name).filter(|_| read.can_have_content)
            && let Some(recorder) = self.recorder()
        {
            if recorder.is_in_code() {
                recorder.note_language(|| language_of(read));
            } else {
                recorder.open(serial, inline, text);
            }
            self.next_serial += 1;
        }
    }

    /// Records a checkbox with the list item around it.
    fn record_task(&mut self, read: &TagReader<'_>) {
        let kind = read.value("type").unwrap_or_default();
        let mut around = self.stack.iter().rev().take_while(|open| open.tag == Tag::Li || open.tag == Tag::P);
        let item = around.find(|open| open.tag == Tag::Li);
        if kind.eq_ignore_ascii_case("checkbox")
            && let Some(&Open { serial, container, .. }) = item
        {
            let is_checked = read.value("checked").is_some();
            if let Some(recorder) = self.recorder() {
                recorder.list(serial, container, ListMark::Task(is_checked));
            }
        }
    }

    /// Records further properties of an element, if requested.
    pub(super) fn record_element(&mut self, read: &TagReader<'_>, tag: Tag, serial: u32) {
        let (text, blocks) = (self.draft.len(), self.page.blocks.len());
        let Some(recorder) = self.recorder() else {
            return;
        };
        let number = |name| read.value(name).and_then(|value| value.trim().parse().ok());
        match tag {
            Tag::A => {
                let href = read.text("href").and_then(|href| recorder.address(href));
                if let Some(href) = href {
                    recorder.open(serial, Inline::Link(href), text);
                }
            }
            Tag::Pre => recorder.open_code(serial, language_of(read), blocks, false),
            Tag::Div | Tag::Figure => recorder.note_around(serial, language_of(read)),
            Tag::Iframe => self.record_iframe(read),
            Tag::Audio | Tag::Video => self.record_player(read),
            Tag::Ol => {
                if let Some(start) = number("start") {
                    recorder.list(serial, None, ListMark::Start(start));
                }
            }
            Tag::Li => {
                if let Some(value) = number("value") {
                    recorder.list(serial, None, ListMark::Start(value));
                }
            }
            Tag::Table => {
                recorder.note_around(serial, language_of(read));
                recorder.grid.open_table(serial);
            }
            Tag::Tr => recorder.grid.open_row(serial),
            Tag::Td | Tag::Th => {
                let value = |name| read.value(name).unwrap_or_default();
                let attributes = CellAttributes {
                    is_head: tag == Tag::Th,
                    columns: number("colspan"),
                    rows: number("rowspan"),
                    align: Align::from_attributes(value("align"), value("style")),
                };
                recorder.grid.open_cell(serial, attributes);
            }
            _ => {}
        }
    }

    /// Handles the end tag of an inline element, which may be recorded. The text before it is decoded as if the tag
    /// were not there, so a character reference that the tag splits continues after it.
    pub(super) fn close_inline(&mut self, name: &[u8], held: &mut &str) {
        if self.recorder().is_none() {
            return;
        }
        let Some(inline) = Recorder::inline_of(name) else {
            return;
        };
        self.raw.push_str(std::mem::take(held));
        if !marks::ends_in_reference(&self.raw) {
            self.end_text_node("");
        }
        let text = self.draft.len();
        if let Some(recorder) = self.recorder() {
            recorder.close(&inline, text);
        }
    }
}

/// The language that the start tag of code, or of an element around it, names.
fn language_of(read: &TagReader<'_>) -> String {
    let class = highlight::language(read.value("class").unwrap_or_default());
    let attributes = ["data-lang", "data-language", "data-enlighter-language"];
    if class.is_empty() {
        let stated = attributes.iter().find_map(|name| read.value(name));
        highlight::stated(stated.unwrap_or_default())
    } else {
        class
    }
}
