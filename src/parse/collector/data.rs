//! Texts that hold data: JSON, code, templates.

use super::Collector;
use crate::decode::entity::{self, Context};
use crate::parse::block::{Data, DataKind, MAX_DATA};
use crate::parse::characters::{collapse, start};
use crate::parse::start_tag::TagReader;

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

    /// The kind of data in a script, by its type; `None` if it cannot be data.
    pub(super) fn kind_of_script(&mut self, read: &TagReader<'_>) -> Option<DataKind> {
        let kind = read.value("type").unwrap_or_default().trim().to_ascii_lowercase();
        self.formulas.note_script(&kind);
        match kind.split(';').next().unwrap_or_default().trim() {
            "application/ld+json" => Some(DataKind::JsonLd),
            "" | "module" => Some(DataKind::Code),
            kind if kind.ends_with("javascript") => Some(DataKind::Code),
            kind if kind.ends_with("json") => Some(DataKind::Json),
            kind if kind.ends_with("template") || kind == "text/html" => Some(DataKind::Inert),
            _ => None,
        }
    }

    /// Keeps text of an element that holds data, as far as there is room.
    pub(super) fn add_data(&mut self, kind: DataKind, text: &str) {
        // Facts are read even when there is no room for more data.
        let room = self.facts(kind).max(MAX_DATA.saturating_sub(self.data_bytes));
        self.data.push_str(start(text, room.saturating_sub(self.data.len())));
    }

    /// Keeps the text of an element that holds nothing else, if it is data. Most code is not.
    pub(super) fn keep_data(&mut self, kind: DataKind, text: &str) {
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
            let text = |raw: &str| collapse(&entity::decode(raw, Context::Text));
            let signs = &mut self.page.signs;
            self.graph.read(script, text, |name| signs.note_types(name));
        }
        if may_hold_article(kind, &self.data) {
            let text = std::mem::take(&mut self.data);
            self.data_bytes += text.len();
            self.page.data.push(Data { kind, text });
        }
        self.data.clear();
    }
}

/// Whether the text of an element can hold an article. Code is recognized by how its first bytes handle data.
fn may_hold_article(kind: DataKind, text: &str) -> bool {
    let code = &text.as_bytes()[..text.len().min(CODE_START)];
    let marks: [&[u8]; 4] = [b"__", b"={", b"= {", b"JSON.parse("];
    let does = |at: usize| {
        // The first byte of each marker.
        let may = matches!(code[at], b'_' | b'=' | b'J');
        may && marks.iter().any(|&mark| code[at..].starts_with(mark))
    };
    text.len() >= LEAST_DATA && (kind != DataKind::Code || (0..code.len()).any(does))
}
