//! Records inline markup and pictures, if the article is requested as Markdown and HTML.

use super::{Collector, Open};
use crate::parse::marks::{self, Image, ImageAttributes, Inline, Recorder};
use crate::parse::noise::Rule;
use crate::parse::start_tag::TagReader;
use crate::parse::tag::Tag;

impl Collector {
    /// Records the start of an inline element, or a picture, if requested.
    pub(super) fn record_inline(
        &mut self,
        read: &TagReader<'_, '_, '_>,
        name: &[u8],
    ) -> Option<()> {
        self.recorder()?;
        let text = self.page.text.len();
        if name == b"img" {
            let size = |name| read.value(name).and_then(|size| size.trim().parse().ok());
            let attribute = |name: &str| read.text(name).unwrap_or_default();
            let later = ["data-src", "data-original", "data-lazy-src"];
            let attributes = ImageAttributes {
                src: attribute("src"),
                later: later
                    .iter()
                    .find_map(|name| read.text(name))
                    .unwrap_or_default(),
                srcset: attribute("srcset"),
                alt: attribute("alt"),
                size: size("width").into_iter().chain(size("height")).min(),
            };
            let around = self.stack.iter().rposition(|open| open.container.is_some());
            let nearer = &self.stack[around.map_or(0, |at| at + 1)..];
            let noise = |open: &Open| open.start.rule.is_some_and(|rule| rule != Rule::Caption);
            let image = Image {
                at: text as u32,
                block: self.page.blocks.len() as u32,
                is_inside: text > self.block_start,
                container: around.and_then(|at| self.stack[at].container).unwrap_or(0),
                is_noise: nearer.iter().any(noise),
                src: String::new(),
                alt: String::new(),
            };
            self.recorder()?.image(attributes, image);
            return None;
        }
        let inline = Recorder::inline_of(name).filter(|_| read.element.can_have_content())?;
        let serial = self.next_serial;
        self.next_serial += 1;
        let recorder = self.recorder()?;
        match recorder.is_in_code() {
            true => recorder.note_class(&read.value("class").unwrap_or_default()),
            false => recorder.open(serial, inline, text),
        }
        None
    }

    /// Records further properties of an element, if requested.
    pub(super) fn record_element(&mut self, read: &TagReader<'_, '_, '_>, tag: Tag, serial: u32) {
        let (text, blocks) = (self.page.text.len(), self.page.blocks.len());
        let Some(recorder) = self.recorder() else {
            return;
        };
        match tag {
            Tag::A => {
                let href = read.text("href").and_then(|href| recorder.address(href));
                if let Some(href) = href {
                    recorder.open(serial, Inline::Link(href), text);
                }
            }
            Tag::Pre => {
                recorder.open_code(serial, &read.value("class").unwrap_or_default(), blocks);
            }
            Tag::Tr => recorder.open_row(serial),
            Tag::Td | Tag::Th => {
                let spans = read.value("colspan");
                recorder.open_cell(serial, spans.and_then(|spans| spans.trim().parse().ok()));
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
        let text = self.page.text.len();
        if let Some(recorder) = self.recorder() {
            recorder.close(&inline, text);
        }
    }
}
