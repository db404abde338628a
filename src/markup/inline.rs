//! The contents of a block: text, and spans of it.

use crate::address;
use crate::markup::formula::{self, Formula, Piece};
use crate::parse::block::{Block, Page};
use crate::parse::marks::{Image, Inline, Marks, Span};

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run<'a> {
    Text(&'a str),
    Code(&'a str),
    Formula(Formula<'a>),
    Picture(Picture<'a>),
    Strong(Vec<Run<'a>>),
    Emphasis(Vec<Run<'a>>),
    Subscript(Vec<Run<'a>>),
    Superscript(Vec<Run<'a>>),
    /// Its address, and its text.
    Link(String, Vec<Run<'a>>),
}

/// A picture and its description, or other content of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture<'a> {
    /// Empty if only a script knows it.
    pub src: String,
    pub alt: &'a str,
    pub is_embedded: bool,
}

/// A line of text.
pub type Line<'a> = Vec<Run<'a>>;

/// Whether a run continues the code before it. Marked separately, the two would not end where they should.
pub fn continues_code(line: &[Run], i: usize) -> bool {
    i > 0 && matches!(line[i - 1..=i], [Run::Code(_), Run::Code(_)])
}

/// The code that begins with these runs.
pub fn leading_code(line: &[Run]) -> String {
    let codes = line.iter().map_while(|run| match run {
        Run::Code(text) => Some(*text),
        _ => None,
    });
    codes.collect()
}

impl<'a> Picture<'a> {
    /// A picture, if its address is on the web or unknown.
    pub fn new(image: &'a Image, base: &str) -> Option<Picture<'a>> {
        let src = match image.src.as_str() {
            "" => String::new(),
            src => web_address(base, src)?,
        };
        Some(Picture { src, alt: &image.alt, is_embedded: image.is_embedded })
    }

    /// Its description. The content of a frame is written as a link; without a description, its text is its address.
    pub fn label(&self) -> &str {
        if self.is_embedded && self.alt.is_empty() { &self.src } else { self.alt }
    }
}

/// The address as a URL, including places on the page itself. It is safe to follow, and has no character that could end
/// it in HTML or Markdown.
pub fn web_address(base: &str, address: &str) -> Option<String> {
    let place = address.trim_start();
    let address = match place.strip_prefix('#') {
        Some(name) if !name.is_empty() => address::join(base, place),
        _ => address::linked(base, address)?,
    };
    let mut parts = address.split(['/', '?', '#']);
    let has_scheme = parts.next().is_some_and(|first| first.contains(':'));
    if has_scheme && address::host(&address).is_none() {
        return None;
    }
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        match c {
            ' ' | '"' | '\'' | '(' | ')' | '<' | '>' | '\\' | '`' | '{' | '|' | '}' => {
                push_percent(&mut out, c);
            }
            c if c.is_control() || c.is_whitespace() => push_percent(&mut out, c),
            c => out.push(c),
        }
    }
    Some(out)
}

fn push_percent(out: &mut String, c: char) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    for &byte in c.encode_utf8(&mut [0; 4]).as_bytes() {
        let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
        out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
    }
}

/// The lines of a page's blocks.
pub struct Lines<'a> {
    page: &'a Page,
    base: &'a str,
    /// In the order of their starts, outer ones first.
    spans: Vec<&'a Span>,
    /// Pictures inside blocks.
    images: Vec<&'a Image>,
}

/// The formatting around a run.
#[derive(Clone, Copy, Default)]
struct Around {
    strong: bool,
    emphasis: bool,
    link: bool,
}

impl<'a> Lines<'a> {
    pub fn new(page: &'a Page, marks: &'a Marks, base: &'a str) -> Lines<'a> {
        // Of two spans that begin at the same position, the outer one ends last. This type is already sorted elsewhere,
        // so the module stays small.
        let mut order: Vec<u64> =
            (0..).zip(&marks.spans).map(|(at, span)| u64::from(span.start) << 32 | u64::from(u32::MAX - at)).collect();
        order.sort_unstable();
        let spans = order.into_iter().map(|packed| &marks.spans[(u32::MAX - packed as u32) as usize]).collect();
        let images = marks.images.iter().filter(|image| image.is_inside).collect();
        Lines { page, base, spans, images }
    }

    /// The text of a block. Headings have no strong text, since all of it would be strong.
    pub fn line(&self, block: &Block, is_heading: bool) -> Line<'a> {
        let first = self.spans.partition_point(|span| span.start < block.start);
        let last = self.spans.partition_point(|span| span.start < block.end);
        let around = Around { strong: is_heading, ..Around::default() };
        // A picture at the beginning of a block has the end position of the block before.
        let first_image = self.images.partition_point(|image| image.at <= block.start);
        let last_image = self.images.partition_point(|image| image.at <= block.end);
        let mut images = &self.images[first_image..last_image];
        let mut line = Vec::new();
        let (start, end, spans) = (block.start, block.end, &self.spans[first..last]);
        self.runs(start, end, spans, around, &mut images, &mut line);
        for image in images {
            line.extend(Picture::new(image, self.base).map(Run::Picture));
        }
        line
    }

    /// The runs from one position to another, with the spans inside.
    fn runs(
        &self,
        mut start: u32,
        end: u32,
        mut spans: &[&'a Span],
        around: Around,
        images: &mut &[&'a Image],
        out: &mut Line<'a>,
    ) {
        while let Some((span, rest)) = spans.split_first() {
            let inside = rest.partition_point(|inner| inner.start < span.end);
            let (inside, after) = rest.split_at(inside);
            spans = after;
            let (from, to) = self.trimmed(span.start.max(start), span.end.min(end));
            if from >= to {
                // Everything inside it is also empty.
                continue;
            }
            self.text(start, from, images, out);
            start = to;
            if span.inline == Inline::Code {
                let skipped = images.partition_point(|image| image.at <= to);
                *images = &images[skipped..];
                self.code(from, to, inside, around, out);
                continue;
            }
            let (mut within, mut href) = (around, None);
            match &span.inline {
                Inline::Strong => within.strong = true,
                Inline::Emphasis => within.emphasis = true,
                Inline::Link(address) => {
                    within.link = true;
                    href = web_address(self.base, address);
                }
                Inline::Code | Inline::Subscript | Inline::Superscript => {}
            }
            let mut runs = Vec::new();
            self.runs(from, to, inside, within, images, &mut runs);
            match (&span.inline, href, out.last_mut()) {
                (Inline::Link(_), Some(href), _) if !around.link => out.push(Run::Link(href, runs)),
                (Inline::Strong, _, Some(Run::Strong(before))) => before.append(&mut runs),
                (Inline::Emphasis, _, Some(Run::Emphasis(before))) => before.append(&mut runs),
                (Inline::Strong, ..) if !around.strong => out.push(Run::Strong(runs)),
                (Inline::Emphasis, ..) if !around.emphasis => out.push(Run::Emphasis(runs)),
                (Inline::Subscript, ..) => out.push(Run::Subscript(runs)),
                (Inline::Superscript, ..) => out.push(Run::Superscript(runs)),
                _ => out.append(&mut runs),
            }
        }
        self.text(start, end, images, out);
    }

    /// Code; links in it become links around code.
    fn code(&self, mut start: u32, end: u32, spans: &[&'a Span], around: Around, out: &mut Line<'a>) {
        for span in spans {
            let (from, to) = self.trimmed(span.start.max(start), span.end.min(end));
            if let Inline::Link(address) = &span.inline
                && from < to
                && !around.link
                && let Some(href) = web_address(self.base, address)
            {
                self.push_code(start, from, out);
                let mut inside = Vec::new();
                self.push_code(from, to, &mut inside);
                out.push(Run::Link(href, inside));
                start = to;
            }
        }
        self.push_code(start, end, out);
    }

    /// Code between two links. Spaces at its ends are text, since Markdown may strip them.
    fn push_code(&self, start: u32, end: u32, out: &mut Line<'a>) {
        let (from, to) = self.trimmed(start, end);
        let slice = |from: u32, to: u32| &self.page.text[from as usize..to as usize];
        let mut push = |text, run: fn(&'a str) -> Run<'a>| {
            if !str::is_empty(text) {
                out.push(run(text));
            }
        };
        push(slice(start, from.max(start)), Run::Text);
        push(slice(from, to.max(from)), Run::Code);
        push(slice(to.max(from), end.max(to)), Run::Text);
    }

    /// Text without spans, with the pictures in it.
    fn text(&self, mut start: u32, end: u32, images: &mut &[&'a Image], out: &mut Line<'a>) {
        while let Some((image, rest)) = images.split_first() {
            if image.at >= end {
                break;
            }
            *images = rest;
            let at = image.at.max(start);
            self.push_text(start, at, out);
            start = at;
            out.extend(Picture::new(image, self.base).map(Run::Picture));
        }
        self.push_text(start, end, out);
    }

    /// Text without spans or pictures.
    fn push_text(&self, from: u32, to: u32, out: &mut Line<'a>) {
        let pieces = formula::pieces(&self.page.text[from as usize..to.max(from) as usize]);
        out.extend(pieces.into_iter().map(|piece| match piece {
            Piece::Text(text) => Run::Text(text),
            Piece::Formula(formula) => Run::Formula(formula),
        }));
    }

    /// The range of a span without the spaces at its ends.
    fn trimmed(&self, start: u32, end: u32) -> (u32, u32) {
        if start >= end {
            return (start, start);
        }
        let text = &self.page.text[start as usize..end as usize];
        let from = start + (text.len() - text.trim_start_matches(' ').len()) as u32;
        (from, start + text.trim_end_matches(' ').len() as u32)
    }
}
