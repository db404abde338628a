//! Texts that hold data: JSON, code, templates.

use super::Collector;
use super::open::{LONGEST, RawContent, RawText};
use crate::decode::entity::{self, Context};
use crate::parse::block::{Data, DataKind, MAX_DATA};
use crate::parse::characters::{collapse, find, start};
use crate::parse::start_tag::{TagReader, is_for_screens};
use crate::parse::tag::Tag;
use crate::parse::tokens::raw_text_element;

/// Most bytes of JSON-LD read from a page; the rest is ignored.
const MAX_JSON_LD: usize = 64 * 1024;

/// Shortest text of an element that can hold an article, in bytes.
const LEAST_DATA: usize = 400;
/// Bytes at the start of code that are checked for the start of data.
const CODE_START: usize = 256;

impl Collector {
    /// Bytes of JSON-LD that may still be read for facts.
    pub(super) fn facts(&self, kind: DataKind) -> usize {
        match kind {
            DataKind::JsonLd => MAX_JSON_LD - self.json_ld_bytes,
            _ => 0,
        }
    }

    /// What the text of an element is that holds nothing else; `None` if it may hold other elements.
    pub(super) fn raw_text(&self, read: &TagReader<'_>, tag: Tag) -> Option<RawText> {
        let element = raw_text_element(&read.name).filter(|_| read.is_html)?;
        let content = match tag {
            _ if self.skipped.is_some() => RawContent::Other,
            Tag::Title if self.page.head.title.is_empty() => RawContent::Title,
            Tag::Style if is_for_screens(read) => RawContent::Sheet,
            Tag::Script => content_of_script(read),
            Tag::Noscript => RawContent::Data(DataKind::Inert),
            _ if element == "noframes" => RawContent::Data(DataKind::Inert),
            _ if element == "xmp" => RawContent::Shown,
            _ => RawContent::Other,
        };
        Some(RawText { element, content })
    }

    /// Reads the text of an element that holds nothing else. `is_whole`: its end was reached.
    pub(super) fn read_raw_text(&mut self, content: RawContent, text: &str, is_whole: bool) {
        match content {
            RawContent::Title => {
                self.page.head.title = collapse(&entity::decode(text, Context::Text));
                return;
            }
            RawContent::Shown => return self.add_text(&text.replace('&', "&amp;")),
            RawContent::Sheet => self.sheet.read(text),
            RawContent::Tex { is_display } if is_whole && text.len() <= LONGEST => self.add_formula(text, is_display),
            RawContent::Data(kind) => {
                if kind == DataKind::Inert {
                    self.record_noscript(text);
                }
                if is_whole {
                    self.keep_data(kind, text);
                }
            }
            RawContent::Tex { .. } | RawContent::Other => {}
        }
        self.skipped_bytes += text.len();
    }

    /// Keeps text of an element that holds data, as far as there is room.
    pub(super) fn add_data(&mut self, kind: DataKind, text: &str) {
        // Facts are read even when there is no room for more data.
        let room = self.facts(kind).max(MAX_DATA.saturating_sub(self.data_bytes));
        self.data.push_str(start(text, room.saturating_sub(self.data.len())));
    }

    /// Keeps the text of an element that holds nothing else, if it is data. Most code is not.
    fn keep_data(&mut self, kind: DataKind, text: &str) {
        if kind == DataKind::JsonLd || may_hold_article(kind, text) {
            self.add_data(kind, text);
            self.end_data(kind);
        }
    }

    /// Evaluates the text of an element that holds data, once it is complete.
    pub(super) fn end_data(&mut self, kind: DataKind) {
        let facts = self.facts(kind);
        if facts > 0 {
            // Nothing past the limit is read, so that no page is read with gaps.
            let script = start(&self.data, facts);
            self.json_ld_bytes += script.len();
            let signs = &mut self.page.signs;
            self.graph.read(script, |raw| collapse(&entity::decode(raw, Context::Text)), |name| signs.note_types(name));
        }
        if may_hold_article(kind, &self.data) {
            let text = std::mem::take(&mut self.data);
            self.data_bytes += text.len();
            self.page.data.push(Data { kind, text });
        }
        self.data.clear();
    }
}

/// What the text of a script is, by its type.
fn content_of_script(read: &TagReader<'_>) -> RawContent {
    let kind = read.value("type").unwrap_or_default().trim().to_ascii_lowercase();
    RawContent::Data(match kind.split(';').next().unwrap_or_default().trim() {
        "application/ld+json" => DataKind::JsonLd,
        "" | "module" => DataKind::Code,
        essence if essence.ends_with("javascript") => DataKind::Code,
        essence if essence.ends_with("json") => DataKind::Json,
        essence if essence.ends_with("template") || essence == "text/html" => DataKind::Inert,
        essence if essence.starts_with("math/tex") => {
            return RawContent::Tex { is_display: find(&kind, "display").is_some() };
        }
        _ => return RawContent::Other,
    })
}

/// Whether the text of an element can hold an article. Code is recognized by how its first bytes handle data.
fn may_hold_article(kind: DataKind, text: &str) -> bool {
    let code = &text.as_bytes()[..text.len().min(CODE_START)];
    let marks: [&[u8]; 4] = [b"__", b"={", b"= {", b"JSON.parse("];
    text.len() >= LEAST_DATA
        && (kind != DataKind::Code
            || (0..code.len()).any(|at| {
                // The first byte of each marker.
                matches!(code[at], b'_' | b'=' | b'J') && marks.iter().any(|&mark| code[at..].starts_with(mark))
            }))
}
