//! Inline markup, pictures, code and tables, kept if the article is requested as Markdown or HTML.
//!
//! They are recorded separately and do not affect the blocks: a page reads the same with or without them.

use super::grid::{Grid, Row};
use super::highlight;
use super::noise::Rule;
use super::picture::{Copies, Picture};

/// Index of a container, as in blocks.
type ContainerId = u32;

/// Most spans, pictures and list marks kept of a page, each; many times what a long article has.
const MAX_MARKS: usize = 50_000;
/// Longest address that is kept, in bytes.
const MAX_ADDRESS: usize = 2048;
/// Most bytes of addresses kept of a page.
const MAX_BYTES: usize = 512 * 1024;
/// Most inline elements open at a time; browsers keep fewer of a kind.
const MAX_OPEN: usize = 64;
/// Longest name of a character reference, in bytes.
const LONGEST_REFERENCE: usize = 40;

/// The marks of a page, in document order.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Spans inside blocks, in the order of their ends.
    pub spans: Vec<Span>,
    pub images: Vec<Image>,
    /// Preformatted text.
    pub codes: Vec<Code>,
    /// The rows of tables, in the order of their ends.
    pub rows: Vec<Row>,
    /// What list elements state.
    pub lists: Vec<(ContainerId, ListMark)>,
    /// Blocks that are separated from the one before by a single line break.
    pub breaks: Vec<u32>,
}

/// What a list or an item states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListMark {
    /// The number of the first item of an ordered list, or of this item.
    Start(u32),
    /// Whether the box of a task is checked.
    Task(bool),
}

/// The kind of a span of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inline {
    /// `b`, `strong`.
    Strong,
    /// `i`, `em`, `cite`, `dfn`, `var`.
    Emphasis,
    /// `code`, `kbd`, `samp`, `tt`.
    Code,
    /// `sub`.
    Subscript,
    /// `sup`.
    Superscript,
    /// `a`: its address, as written, decoded.
    Link(String),
}

/// Text in an inline element, within one block. Two spans are either nested or disjoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// Where it begins in [`Page::text`](super::Page::text), in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Its kind.
    pub inline: Inline,
}

/// A picture.
#[derive(Debug, Clone)]
pub struct Image {
    /// Its position in the text, in bytes.
    pub at: u32,
    /// The block that holds it or, if no block has begun, the next one.
    pub block: u32,
    /// Whether text of its block precedes it.
    pub is_inside: bool,
    /// The nearest enclosing element that already held text.
    pub container: ContainerId,
    /// The rule that makes a nearer enclosing element noise by its start tag.
    pub noise: Option<Rule>,
    /// Whether it is in a figure and not in a link.
    pub is_figure: bool,
    /// Whether it is something else that readers see in a frame, such as a video.
    pub is_embedded: bool,
    /// Its address, as written, decoded; empty if only a script knows it.
    pub src: String,
    /// Its description.
    pub alt: String,
}

/// Preformatted text.
#[derive(Debug, Clone)]
pub struct Code {
    /// The range of its blocks: first, and one past the last.
    pub blocks: (u32, u32),
    /// The language that its class names; empty without one.
    pub language: String,
    /// The text with its line breaks.
    pub text: String,
}

struct OpenSpan {
    serial: u32,
    start: u32,
    inline: Inline,
}

struct OpenCode {
    serial: u32,
    code: Code,
    /// Whether the rows of a table are its lines.
    is_table: bool,
    /// Where the innermost element that is a line begins.
    line: usize,
}

/// Gathers marks while a page is parsed. Every method gets the length of the text at that point.
#[derive(Default)]
pub struct Recorder {
    marks: Marks,
    open: Vec<OpenSpan>,
    code: Option<OpenCode>,
    /// Tables with their rows and cells.
    pub grid: Grid,
    /// What open list elements that hold no text yet state, with their serials.
    lists: Vec<(u32, ListMark)>,
    /// Open elements that name the language of the code in them.
    languages: Vec<(u32, String)>,
    /// Copies of pictures that scripts load.
    pub copies: Copies,
    /// Spans that ended with the last block, and continue if only a line break follows.
    interrupted: Vec<OpenSpan>,
    /// Line breaks since the last block.
    breaks: u32,
    /// Bytes of addresses kept.
    bytes: usize,
}

impl Recorder {
    /// The kind recorded for an inline element of this name; links are handled separately.
    pub fn inline_of(name: &[u8]) -> Option<Inline> {
        Some(match name {
            b"b" | b"strong" => Inline::Strong,
            b"i" | b"em" | b"cite" | b"dfn" | b"var" => Inline::Emphasis,
            b"code" | b"kbd" | b"samp" | b"tt" => Inline::Code,
            b"sub" => Inline::Subscript,
            b"sup" => Inline::Superscript,
            _ => return None,
        })
    }

    /// Begins an inline element.
    pub fn open(&mut self, serial: u32, inline: Inline, text: usize) {
        if matches!(inline, Inline::Link(_)) {
            // A link ends the one before, closed or not.
            if let Some(before) = self.open.iter().position(|span| matches!(span.inline, Inline::Link(_))) {
                self.end_from(before, text);
            }
        }
        if self.open.len() < MAX_OPEN {
            let start = text as u32;
            self.open.push(OpenSpan { serial, start, inline });
        }
    }

    /// The address of a link, if it is not too long to be kept.
    pub fn address(&mut self, address: String) -> Option<String> {
        let fits = address.len() <= MAX_ADDRESS && self.bytes + address.len() <= MAX_BYTES;
        fits.then(|| {
            self.bytes += address.len();
            address
        })
    }

    /// Handles the end tag of an inline element: ends the innermost of its kind and everything inside it.
    pub fn close(&mut self, inline: &Inline, text: usize) {
        if let Some(at) = self.open.iter().rposition(|span| span.inline == *inline) {
            self.end_from(at, text);
        }
    }

    /// Ends the element with this serial and all inline elements inside it, whose serials are higher.
    pub fn close_to(&mut self, serial: u32, text: usize) {
        if let Some(at) = self.open.iter().position(|span| span.serial >= serial) {
            self.end_from(at, text);
        }
    }

    fn end_from(&mut self, at: usize, text: usize) {
        let end = text as u32;
        for span in self.open.drain(at..).rev() {
            if span.start < end && self.marks.spans.len() < MAX_MARKS {
                let OpenSpan { start, inline, .. } = span;
                self.marks.spans.push(Span { start, end, inline });
            }
        }
    }

    /// Shortens all marks of text beyond this length, which was removed with the blocks from this number on.
    pub fn cut(&mut self, text: usize, blocks: usize) {
        let (text, blocks) = (text as u32, blocks as u32);
        let Marks { spans, images, codes, breaks, rows: _, lists: _ } = &mut self.marks;
        for span in spans.iter_mut().rev().take_while(|span| span.end > text) {
            (span.start, span.end) = (span.start.min(text), text);
        }
        for span in &mut self.open {
            span.start = span.start.min(text);
        }
        for image in images.iter_mut().rev().take_while(|image| image.at > text || image.block > blocks) {
            (image.at, image.block) = (image.at.min(text), image.block.min(blocks));
        }
        codes.truncate(codes.partition_point(|code| code.blocks.1 <= blocks));
        breaks.truncate(breaks.partition_point(|&number| number < blocks));
    }

    /// Drops the open preformatted text beyond this length.
    pub fn cut_code(&mut self, length: usize) {
        if let Some(OpenCode { code, line, .. }) = &mut self.code {
            code.text.truncate(length);
            *line = (*line).min(length);
        }
    }

    /// Ends a block, which gets this number if it holds anything. Spans end with it, except empty ones. Links do not
    /// continue: one that is never closed would reach to the end of the page.
    pub fn end_block(&mut self, start: u32, end: u32, number: usize) {
        // The trailing space of the block was removed.
        self.cut(end as usize, number);
        self.interrupted.clear();
        if let Some(at) = self.open.iter().position(|span| span.start < end) {
            let spans = self.open[at..].iter();
            let others = spans.filter(|span| !matches!(span.inline, Inline::Link(_)));
            self.interrupted.extend(others.map(|span| OpenSpan { start: end, inline: span.inline.clone(), ..*span }));
            self.end_from(at, end as usize);
        }
        for span in &mut self.open {
            span.start = end;
        }
        if end > start && std::mem::take(&mut self.breaks) == 1 && self.marks.breaks.len() < MAX_MARKS {
            self.marks.breaks.push(number as u32);
        }
    }

    /// Records a block tag or a line break, after the end of the block before it.
    pub fn note_boundary(&mut self, is_break: bool) {
        if is_break {
            self.open.append(&mut self.interrupted);
        }
        // Any other boundary separates more than a line break does.
        self.breaks = self.breaks.saturating_add(if is_break { 1 } else { 2 });
        if let Some(OpenCode { code, line, .. }) = &mut self.code {
            if is_break || !code.text.is_empty() && !code.text.ends_with('\n') {
                code.text.push('\n');
            }
            *line = code.text.len();
        }
    }

    /// A block ends: in code, it is one or more lines.
    pub fn end_line(&mut self) {
        if let Some(OpenCode { code, line, .. }) = &mut self.code
            && (code.text.len() == *line || !code.text.ends_with('\n'))
        {
            code.text.push('\n');
        }
    }

    /// Begins preformatted text, or a table whose rows are lines of code, unless it is inside another.
    pub fn open_code(&mut self, serial: u32, language: String, blocks: usize, is_table: bool) {
        if self.code.as_ref().is_none_or(|open| open.is_table && open.code.text.trim().is_empty()) {
            let around = self.languages.last().map(|(_, language)| language.clone());
            let own = Some(language).filter(|own| !own.is_empty());
            let code =
                Code { blocks: (blocks as u32, 0), language: own.or(around).unwrap_or_default(), text: String::new() };
            self.code = Some(OpenCode { serial, code, is_table, line: 0 });
        }
    }

    /// Records the language that an element names for the code in it.
    pub fn note_around(&mut self, serial: u32, language: String) {
        if highlight::is_known(&language) && self.languages.len() < MAX_OPEN {
            self.languages.push((serial, language));
        }
    }

    /// Whether preformatted text is open.
    pub fn is_in_code(&self) -> bool {
        self.code.is_some()
    }

    /// Records the language that an element inside preformatted text names.
    pub fn note_language(&mut self, language: impl FnOnce() -> String) {
        if let Some(open) = &mut self.code
            && open.code.text.trim().is_empty()
        {
            let language = language();
            if !language.is_empty() {
                open.code.language = language;
            }
        }
    }

    /// Length of the open preformatted text.
    pub fn code_length(&self) -> usize {
        self.code.as_ref().map_or(0, |open| open.code.text.len())
    }

    /// Appends to preformatted text.
    pub fn add_code(&mut self, text: impl Iterator<Item = char>) {
        if let Some(open) = &mut self.code {
            open.code.text.extend(text);
        }
    }

    /// Records what an open list element states; `container` is its own, if it already holds text.
    pub fn list(&mut self, serial: u32, container: Option<ContainerId>, mark: ListMark) {
        match container {
            Some(id) => self.keep_list(id, mark),
            // One mark per element is enough: one for each box would make every end tag slow.
            None if self.lists.iter().any(|(open, _)| *open == serial) => {}
            None => self.lists.push((serial, mark)),
        }
    }

    fn keep_list(&mut self, id: ContainerId, mark: ListMark) {
        if self.marks.lists.len() < MAX_MARKS {
            self.marks.lists.push((id, mark));
        }
    }

    /// Records that an element holds text and is now a container.
    pub fn note_container(&mut self, serial: u32, id: ContainerId) {
        self.grid.note_container(serial, id);
        let own = self.lists.iter().position(|(open, _)| *open == serial);
        if let Some(own) = own {
            let (_, mark) = self.lists.remove(own);
            self.keep_list(id, mark);
        }
    }

    /// Ends the element with this serial and everything inside it; `blocks` blocks precede this point.
    pub fn pop_to(&mut self, serial: u32, blocks: usize) {
        self.languages.retain(|language| language.0 < serial);
        self.grid.pop_to(serial);
        self.lists.retain(|list| list.0 < serial);
        if self.code.as_ref().is_some_and(|open| open.serial >= serial) {
            self.end_code(blocks);
        }
    }

    fn end_code(&mut self, blocks: usize) {
        let Some(OpenCode { mut code, .. }) = self.code.take() else {
            return;
        };
        code.blocks.1 = blocks as u32;
        if code.blocks.0 < code.blocks.1 {
            self.marks.codes.push(code);
        }
    }

    pub fn image(&mut self, picture: Picture, mut image: Image) {
        if self.marks.images.len() < MAX_MARKS
            && let Some(src) = self.address(picture.src)
        {
            (image.src, image.alt) = (src, self.address(picture.alt).unwrap_or_default());
            self.marks.images.push(image);
        }
    }

    /// Sets the address of the last picture, if it has none.
    pub fn locate_image(&mut self, src: String) {
        let last = self.marks.images.last();
        if last.is_some_and(|image| image.src.is_empty())
            && let Some(src) = self.address(src)
            && let Some(image) = self.marks.images.last_mut()
        {
            image.src = src;
        }
    }

    /// All marks, at the end of the page.
    pub fn finish(mut self, blocks: usize) -> Marks {
        self.end_code(blocks);
        self.marks.rows = self.grid.finish();
        self.marks
    }
}

/// Whether text ends in what may be the beginning of a character reference.
pub fn ends_in_reference(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let tail = &bytes[bytes.len().saturating_sub(LONGEST_REFERENCE)..];
    let begun = tail.iter().rposition(|&byte| byte == b'&');
    begun.is_some_and(|at| tail[at + 1..].iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'#'))
}
