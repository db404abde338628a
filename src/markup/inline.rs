//! What stands inside a block: text, and spans of it.

use crate::metadata::address;
use crate::parse::block::{Block, Page};
use crate::parse::marks::{Image, Inline, Marks, Span};
use std::cmp::Reverse;

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Run<'a> {
    Text(&'a str),
    Code(&'a str),
    Picture(Picture<'a>),
    Strong(Vec<Run<'a>>),
    Emphasis(Vec<Run<'a>>),
    /// Where it leads, and its text.
    Link(String, Vec<Run<'a>>),
}

/// A picture and what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture<'a> {
    pub src: String,
    pub alt: &'a str,
}

/// A line of text.
pub type Line<'a> = Vec<Run<'a>>;

impl<'a> Picture<'a> {
    /// A picture, if it stands somewhere on the web.
    pub fn of(image: &'a Image, base: &str) -> Option<Picture<'a>> {
        Some(Picture {
            src: web_address(base, &image.src)?,
            alt: &image.alt,
        })
    }
}

/// Where an address leads that is safe to follow and holds no character that could end it, in whatever it is written.
pub fn web_address(base: &str, address: &str) -> Option<String> {
    let address = address::linked(base, address)?;
    let is_relative = || !address.split(['/', '?']).next().unwrap_or("").contains(':');
    if address::host(&address).is_none() && !is_relative() {
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
    /// By where they begin, outer ones first.
    spans: Vec<&'a Span>,
    /// Those that stand inside blocks.
    images: Vec<&'a Image>,
}

/// What is around a run.
#[derive(Clone, Copy, Default)]
struct Around {
    strong: bool,
    emphasis: bool,
    link: bool,
}

impl<'a> Lines<'a> {
    pub fn of(page: &'a Page, marks: &'a Marks, base: &'a str) -> Lines<'a> {
        let mut spans: Vec<(usize, &Span)> = marks.spans.iter().enumerate().collect();
        spans.sort_by_key(|&(at, span)| (span.start, Reverse(span.end), Reverse(at)));
        Lines {
            page,
            base,
            spans: spans.into_iter().map(|(_, span)| span).collect(),
            images: marks
                .images
                .iter()
                .filter(|image| image.is_inside)
                .collect(),
        }
    }

    /// The text of a block; of a heading nothing is strong, since all of it is.
    pub fn line(&self, block: &Block, is_heading: bool) -> Line<'a> {
        let first = self.spans.partition_point(|span| span.start < block.start);
        let last = self.spans.partition_point(|span| span.start < block.end);
        let around = Around {
            strong: is_heading,
            ..Around::default()
        };
        let first_image = self.images.partition_point(|image| image.at <= block.start);
        let last_image = self.images.partition_point(|image| image.at <= block.end);
        let mut images = &self.images[first_image..last_image];
        let mut line = Vec::new();
        let (start, end) = (block.start, block.end);
        self.runs(
            start,
            end,
            &self.spans[first..last],
            around,
            &mut images,
            &mut line,
        );
        for image in images {
            line.extend(Picture::of(image, self.base).map(Run::Picture));
        }
        line
    }

    /// The runs from one place to another, with these spans inside.
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
                // All that is inside is empty, too.
                continue;
            }
            self.text(start, from, images, out);
            start = to;
            let whole = |around, images: &mut _| {
                let mut runs = Vec::new();
                self.runs(from, to, inside, around, images, &mut runs);
                runs
            };
            match &span.inline {
                Inline::Strong if !around.strong => {
                    let around = Around {
                        strong: true,
                        ..around
                    };
                    let runs = whole(around, images);
                    match out.last_mut() {
                        Some(Run::Strong(before)) => before.extend(runs),
                        _ => out.push(Run::Strong(runs)),
                    }
                }
                Inline::Emphasis if !around.emphasis => {
                    let around = Around {
                        emphasis: true,
                        ..around
                    };
                    let runs = whole(around, images);
                    match out.last_mut() {
                        Some(Run::Emphasis(before)) => before.extend(runs),
                        _ => out.push(Run::Emphasis(runs)),
                    }
                }
                Inline::Code => {
                    let skipped = images.partition_point(|image| image.at <= to);
                    *images = &images[skipped..];
                    let code = &self.page.text[from as usize..to as usize];
                    out.push(Run::Code(code));
                }
                Inline::Link(href) if !around.link => {
                    let around = Around {
                        link: true,
                        ..around
                    };
                    let runs = whole(around, images);
                    match web_address(self.base, href) {
                        Some(href) => out.push(Run::Link(href, runs)),
                        None => out.extend(runs),
                    }
                }
                _ => out.extend(whole(around, images)),
            }
        }
        self.text(start, end, images, out);
    }

    /// Text without spans, with the pictures in it.
    fn text(&self, mut start: u32, end: u32, images: &mut &[&'a Image], out: &mut Line<'a>) {
        let push = |from: u32, to: u32, out: &mut Line<'a>| {
            if from < to {
                out.push(Run::Text(&self.page.text[from as usize..to as usize]));
            }
        };
        while let Some((image, rest)) = images.split_first() {
            if image.at >= end {
                break;
            }
            *images = rest;
            let at = image.at.max(start);
            push(start, at, out);
            start = at;
            out.extend(Picture::of(image, self.base).map(Run::Picture));
        }
        push(start, end, out);
    }

    /// A span without the spaces at its ends.
    fn trimmed(&self, start: u32, end: u32) -> (u32, u32) {
        if start >= end {
            return (start, start);
        }
        let text = &self.page.text[start as usize..end as usize];
        let from = start + (text.len() - text.trim_start_matches(' ').len()) as u32;
        (from, start + text.trim_end_matches(' ').len() as u32)
    }
}
