//! Inline markup, pictures, code and tables, kept if the article is requested as Markdown or HTML.
//!
//! They are recorded beside the blocks, which they do not affect: a page reads the same with or without them.

/// Index of a container, as in blocks.
type ContainerId = u32;

/// Most spans, pictures and cells kept of a page, each; many times what a long article has.
const MAX_MARKS: usize = 50_000;
/// Longest address that is kept, in bytes.
const MAX_ADDRESS: usize = 2048;
/// Most bytes of addresses kept of a page.
const MAX_BYTES: usize = 512 * 1024;
/// Most inline elements open at a time; browsers keep fewer of a kind.
const MAX_OPEN: usize = 64;
/// Most columns that one cell may span.
const MAX_SPANNED: u32 = 50;
/// Longest name of a character reference, in bytes.
const LONGEST_REFERENCE: usize = 40;

/// The marks of a page, in document order.
#[derive(Debug, Clone, Default)]
pub struct Marks {
    /// Spans inside blocks, in the order of their ends.
    pub spans: Vec<Span>,
    /// Pictures.
    pub images: Vec<Image>,
    /// Preformatted text.
    pub codes: Vec<Code>,
    /// The column of each cell in its table, from 0.
    pub cells: Vec<(ContainerId, u32)>,
    /// Blocks that are separated from the one before by a single line break.
    pub breaks: Vec<u32>,
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
    /// Whether a nearer enclosing element is noise by its start tag.
    pub is_noise: bool,
    /// Its address, as written, decoded.
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

/// The attributes used for a picture.
#[derive(Debug, Default)]
pub struct ImageAttributes {
    /// `src`.
    pub src: String,
    /// An attribute by which scripts load it later.
    pub later: String,
    /// `srcset`.
    pub srcset: String,
    /// `alt`.
    pub alt: String,
    /// `width` or `height`, the smaller.
    pub size: Option<u32>,
}

struct OpenSpan {
    serial: u32,
    start: u32,
    inline: Inline,
}

struct OpenCode {
    serial: u32,
    code: Code,
}

/// Gathers marks while a page is parsed. Every method gets the length of the text at that point.
#[derive(Default)]
pub struct Recorder {
    marks: Marks,
    open: Vec<OpenSpan>,
    code: Option<OpenCode>,
    /// Open rows with their next column.
    rows: Vec<(u32, u32)>,
    /// Open cells that hold no text yet, with their columns.
    cells: Vec<(u32, u32)>,
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
            _ => return None,
        })
    }

    /// Begins an inline element.
    pub fn open(&mut self, serial: u32, inline: Inline, text: usize) {
        if matches!(inline, Inline::Link(_)) {
            // A link ends the one before, closed or not.
            let open = |span: &OpenSpan| matches!(span.inline, Inline::Link(_));
            if let Some(before) = self.open.iter().position(open) {
                self.end_from(before, text);
            }
        }
        if self.open.len() < MAX_OPEN {
            let start = text as u32;
            self.open.push(OpenSpan {
                serial,
                start,
                inline,
            });
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

    /// Ends the element with this serial and all inline elements inside it, which have higher serials.
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

    /// Ends a block, which gets this number if it holds anything. Spans end with it, except those that are still empty.
    pub fn end_block(&mut self, start: usize, end: usize, number: usize) {
        // The trailing space of the block was removed, so spans that end there are shortened first.
        let spans = self.marks.spans.iter_mut().rev();
        for span in spans.take_while(|span| span.end as usize > end) {
            span.end = end as u32;
        }
        let images = self.marks.images.iter_mut().rev();
        for image in images.take_while(|image| image.at as usize > end) {
            image.at = end as u32;
        }
        let begun = |span: &OpenSpan| (span.start as usize) < end;
        if let Some(at) = self.open.iter().position(begun) {
            self.end_from(at, end);
        }
        for span in &mut self.open {
            span.start = end as u32;
        }
        if end > start
            && std::mem::take(&mut self.breaks) == 1
            && self.marks.breaks.len() < MAX_MARKS
        {
            self.marks.breaks.push(number as u32);
        }
    }

    /// Records the tag of a block or a line break, after the block before it has ended.
    pub fn note_boundary(&mut self, is_break: bool) {
        // Any other boundary separates more than a line break does.
        self.breaks = self.breaks.saturating_add(if is_break { 1 } else { 2 });
        if is_break && let Some(open) = &mut self.code {
            open.code.text.push('\n');
        }
    }

    /// Begins preformatted text, unless it is nested in such.
    pub fn open_code(&mut self, serial: u32, class: &str, blocks: usize) {
        if self.code.is_none() {
            let code = Code {
                blocks: (blocks as u32, 0),
                language: language(class),
                text: String::new(),
            };
            self.code = Some(OpenCode { serial, code });
        }
    }

    /// Whether preformatted text is open.
    pub fn is_in_code(&self) -> bool {
        self.code.is_some()
    }

    /// Records the class of an element inside preformatted text, which may name its language.
    pub fn note_class(&mut self, class: &str) {
        if let Some(open) = &mut self.code
            && open.code.language.is_empty()
        {
            open.code.language = language(class);
        }
    }

    /// Appends to preformatted text.
    pub fn add_code(&mut self, text: impl Iterator<Item = char>) {
        if let Some(open) = &mut self.code {
            open.code.text.extend(text);
        }
    }

    /// Begins a row.
    pub fn open_row(&mut self, serial: u32) {
        self.rows.push((serial, 0));
    }

    /// Begins a cell that spans `spans` columns.
    pub fn open_cell(&mut self, serial: u32, spans: Option<u32>) {
        if let Some((_, column)) = self.rows.last_mut() {
            self.cells.push((serial, *column));
            *column += spans.unwrap_or(1).clamp(1, MAX_SPANNED);
        }
    }

    /// Records that an element holds text and is now a container.
    pub fn note_container(&mut self, serial: u32, id: ContainerId) {
        let cell = self.cells.iter().rev().find(|cell| cell.0 == serial);
        if let Some(&(_, column)) = cell
            && self.marks.cells.len() < MAX_MARKS
        {
            self.marks.cells.push((id, column));
        }
    }

    /// Ends the element with this serial and all inside it; `blocks` blocks precede this point.
    pub fn pop_to(&mut self, serial: u32, blocks: usize) {
        self.rows.retain(|row| row.0 < serial);
        self.cells.retain(|cell| cell.0 < serial);
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

    /// Records a picture. One whose stated size is no larger than an icon's is ignored.
    pub fn image(&mut self, attributes: ImageAttributes, mut image: Image) {
        const ICON: u32 = 48;
        let ImageAttributes {
            src,
            later,
            srcset,
            alt,
            size,
        } = attributes;
        if size.is_some_and(|size| size < ICON) || self.marks.images.len() >= MAX_MARKS {
            return;
        }
        let is_address = |text: &String| !text.is_empty() && !starts_with(text, "data:");
        let first_of_set = || srcset.split([' ', ',']).find(|part| !part.is_empty());
        let src = [later, src].into_iter().find(is_address);
        let src = src.or_else(|| first_of_set().map(str::to_owned));
        if let Some(src) = src.filter(is_address).and_then(|src| self.address(src)) {
            (image.src, image.alt) = (src, self.address(alt).unwrap_or_default());
            self.marks.images.push(image);
        }
    }

    /// All marks, at the end of the page.
    pub fn finish(mut self, blocks: usize) -> Marks {
        self.end_code(blocks);
        self.marks
    }
}

/// Whether text ends in what may be the beginning of a character reference.
pub fn ends_in_reference(raw: &str) -> bool {
    let bytes = raw.as_bytes();
    let tail = &bytes[bytes.len().saturating_sub(LONGEST_REFERENCE)..];
    let begun = tail.iter().rposition(|&byte| byte == b'&');
    begun.is_some_and(|at| {
        let rest = &tail[at + 1..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'#';
        rest.iter().all(is_part)
    })
}

fn starts_with(text: &str, scheme: &str) -> bool {
    let start = text.trim_start().get(..scheme.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
}

/// The language that a class names by HTML's convention: `language-rust`.
fn language(class: &str) -> String {
    let mut words = class.split_ascii_whitespace();
    let language = words.find_map(|word| {
        ["language-", "lang-"]
            .iter()
            .find_map(|start| word.strip_prefix(start))
    });
    let is_name = |name: &&str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "+#-_.".contains(c);
        name.len() <= 20 && name.chars().all(is_part)
    };
    language.filter(is_name).unwrap_or_default().to_owned()
}
