//! Texts that hold data: JSON, code, templates.

use super::Collector;
use crate::decode::entity::{self, Context};
use crate::parse::block::{Data, DataKind, MAX_DATA};
use crate::parse::characters::{collapse, start};
use crate::parse::start_tag::TagReader;

/// JSON-LD read from a page, in bytes; the rest is ignored.
const MAX_JSON_LD: usize = 64 * 1024;

/// Shortest text of an element that can hold an article, in bytes.
const LEAST_DATA: usize = 400;
/// Bytes of code in which it says that data follow.
const CODE_START: usize = 256;

impl Collector {
    /// Bytes of JSON-LD that are still read for facts.
    pub(super) fn facts(&self, kind: DataKind) -> usize {
        match kind {
            DataKind::JsonLd => MAX_JSON_LD - self.json_ld_bytes,
            _ => 0,
        }
    }

    /// Keeps text of an element that holds data, as far as there is room.
    pub(super) fn add_data(&mut self, kind: DataKind, text: &str) {
        // Facts are read even where there is no room for more data.
        let room = self
            .facts(kind)
            .max(MAX_DATA.saturating_sub(self.data_bytes));
        self.data
            .push_str(start(text, room.saturating_sub(self.data.len())));
    }

    /// Keeps the text of an element that holds nothing else, if that is data. Most code is none.
    pub(super) fn keep_data(&mut self, kind: DataKind, text: &str) {
        if kind == DataKind::JsonLd || may_hold_article(kind, text) {
            self.add_data(kind, text);
            self.end_data(kind);
        }
    }

    /// Judges the text of an element that holds data, when it is whole.
    pub(super) fn end_data(&mut self, kind: DataKind) {
        let facts = self.facts(kind);
        if facts > 0 {
            // Past the limit nothing more is read, so that no page is read with gaps.
            let script = start(&self.data, facts);
            self.json_ld_bytes += script.len();
            let text = |raw: &str| collapse(&entity::decode(raw, Context::Text));
            let signs = &mut self.page.signs;
            self.statements.note_json_ld(script, text, signs);
        }
        if may_hold_article(kind, &self.data) {
            let text = std::mem::take(&mut self.data);
            self.data_bytes += text.len();
            self.page.data.push(Data { kind, text });
        }
        self.data.clear();
    }
}

/// What a script holds by its type, if it may be data.
pub fn kind_of_script(read: &TagReader<'_, '_, '_>) -> Option<DataKind> {
    let kind = read.value("type").unwrap_or_default();
    let kind = kind.trim().to_ascii_lowercase();
    match kind.as_str() {
        "application/ld+json" => Some(DataKind::JsonLd),
        "" | "module" => Some(DataKind::Code),
        kind if kind.ends_with("javascript") => Some(DataKind::Code),
        kind if kind.ends_with("json") => Some(DataKind::Json),
        _ => None,
    }
}

/// Whether the text of an element can hold an article. Code is told by what its first bytes do with data.
fn may_hold_article(kind: DataKind, text: &str) -> bool {
    let code = &text.as_bytes()[..text.len().min(CODE_START)];
    let marks: [&[u8]; 4] = [b"__", b"={", b"= {", b"JSON.parse("];
    let does = |at: usize| {
        // The first byte of each mark.
        let may = matches!(code[at], b'_' | b'=' | b'J');
        may && marks.iter().any(|&mark| code[at..].starts_with(mark))
    };
    text.len() >= LEAST_DATA && (kind != DataKind::Code || (0..code.len()).any(does))
}
