//! The streaming pass: bytes in, a [`Page`] of blocks out, and on request the page itself, changed by a [`Rewrite`].
//!
//! Only this folder uses `lol_html`. Decoded text goes to the rewriter in windows of fixed size, so that the rewriter
//! sees the same calls however the page was split into chunks. The rewriter only notes where start tags are; after each
//! window, the tags and the text between them are read in place ([`tokens`](super::tokens)) into the [`Collector`].
//! The code of both, taken in turns, would not fit in the processor's cache.

use super::block::Page;
use super::collector::Collector;
use super::options::ReadOptions;
use super::rewrite::Rewrite;
use super::source::Source;
use super::start_tag::{NamedAttribute, StartTagPlace, TagReader};
use super::xml;
use crate::decode::charset::{CharsetSource, Decoder};
use crate::decode::media_type::{self, SNIFFED};
use lol_html::html_content::{Doctype, Element};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HandlerResult, HtmlRewriter, MemorySettings, Selector, Settings,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes passed to the parser at a time. Larger: fewer calls, later output.
const WINDOW: usize = 16 * 1024;

/// Bytes decoded at a time: few enough for a copy loop that uses the processor's widest moves.
const PART: usize = 2 * 1024;

/// Memory of the parser, which keeps some 80 bytes for each open element, in units of [`ReadOptions::max_bytes`].
/// Larger: elements may be nested more deeply before reading stops (four: 260,000 of them by default).
const PARSER_MEMORY: usize = 4;

type Sink = Box<dyn FnMut(&[u8])>;
type Rewriter = HtmlRewriter<'static, Sink>;

/// Reads one page, chunk by chunk, into blocks.
///
/// Memory: the text of the page, the windows of decoder and parser (16 KiB each), data of up to
/// `MAX_DATA` bytes, and the parser's own buffers, which [`ReadOptions::max_bytes`] bounds.
pub struct Parser {
    /// The first bytes, until there are enough to distinguish a page from other files.
    start: Option<Vec<u8>>,
    /// The media type, if it is not a page.
    media_type: Option<&'static str>,
    /// Whether it is XML, which is read as a whole: HTML writes empty elements differently.
    is_xml: bool,
    decoder: Decoder,
    source: Source,
    /// `None` after the end, and once a limit was hit.
    rewriter: Option<Rewriter>,
    tags: Tags,
    collector: Collector,
    /// The charset of the page up to the limit, if the page is longer.
    charset: Option<(&'static str, CharsetSource)>,
    bytes: usize,
    max_bytes: usize,
    /// The limit including data that does not count so far, and the most that it can grow to.
    limit: usize,
    most: usize,
    truncated: bool,
}

impl Parser {
    /// A parser for one page, which is also passed to `rewrite`.
    #[inline(never)]
    pub fn new(options: &ReadOptions, rewrite: Option<Box<dyn Rewrite>>) -> Parser {
        let tags = Tags::default();
        Parser {
            start: Some(Vec::new()),
            media_type: None,
            is_xml: false,
            decoder: Decoder::new(options.content_type.as_deref()),
            source: Source { text: String::with_capacity(4 * WINDOW), before: 0, handed: 0, read: 0 },
            rewriter: Some(tags.rewriter(options)),
            tags,
            collector: Collector::new(options, rewrite),
            charset: None,
            bytes: 0,
            max_bytes: options.max_bytes,
            limit: options.max_bytes,
            most: options.most_bytes(),
            truncated: false,
        }
    }

    /// Reads the next bytes.
    #[inline(never)]
    pub fn write(&mut self, mut bytes: &[u8]) {
        while bytes.len() > self.limit - self.bytes && !self.truncated {
            // Read up to the limit first, which may then grow, so that the result does not depend on the chunks.
            let (within, beyond) = bytes.split_at(self.limit - self.bytes);
            self.write_within(within, &[]);
            let limit = self.max_bytes.saturating_add(self.data_so_far());
            self.limit = limit.clamp(self.limit, self.most);
            bytes = beyond;
            if self.limit - self.bytes < WINDOW {
                break;
            }
        }
        let (within, beyond) = bytes.split_at(bytes.len().min(self.limit - self.bytes));
        self.write_within(within, beyond);
    }

    /// Bytes read so far that are data, not text; an unfinished tag counts.
    fn data_so_far(&self) -> usize {
        let (source, collector) = (&self.source, &self.collector);
        let unread = source.unread(source.before + source.text.len()).unwrap_or_default();
        let tag = collector.is_in_data().then_some(0).or_else(|| unread.rfind('<'));
        let unfinished = tag.map_or(0, |tag| unread.len() - tag);
        // It is held in memory until it ends.
        collector.skipped_bytes + unfinished.min(self.max_bytes)
    }

    fn write_within(&mut self, mut read: &[u8], beyond: &[u8]) {
        self.bytes += read.len();
        if let Some(start) = &mut self.start {
            let (first, rest) = read.split_at(read.len().min(SNIFFED - start.len()));
            start.extend_from_slice(first);
            read = rest;
            if start.len() == SNIFFED || !beyond.is_empty() {
                self.begin();
            }
        }
        self.pass(read);
        if !beyond.is_empty() {
            if !self.truncated {
                // The rest is not part of the article, so it does not influence the charset.
                self.decoder.settle(&mut self.source.text);
                self.charset = Some(self.decoder.charset());
                self.end_xml();
                self.hand_over(1);
                self.read_rest(false);
                self.truncated = true;
                self.rewriter = None;
                self.collector.stop();
                self.collector.end_rewrite(b"");
            }
            if self.collector.rewrites() {
                self.pass(beyond);
            }
        }
    }

    /// Examines the first bytes, which were held back, and passes them on.
    fn begin(&mut self) {
        if let Some(start) = self.start.take() {
            self.media_type = media_type::media_type(&start);
            let written = start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&start);
            self.is_xml = written.trim_ascii_start().starts_with(b"<?xml");
            self.pass(&start);
        }
    }

    /// Passes bytes to the parser; files that are not pages pass through unread and unchanged.
    fn pass(&mut self, bytes: &[u8]) {
        if self.media_type.is_some() {
            self.collector.pass_unread(bytes);
            return;
        }
        // In chunks, so that the page is not held twice.
        for window in bytes.chunks(WINDOW) {
            for part in window.chunks(PART) {
                self.decoder.decode(part, false, &mut self.source.text);
            }
            if !self.is_xml {
                self.hand_over(WINDOW);
            }
        }
    }

    /// Ends the page and returns its blocks.
    #[inline(never)]
    pub fn end(mut self) -> Page {
        self.begin();
        self.decoder.decode(b"", true, &mut self.source.text);
        self.end_xml();
        self.hand_over(1);
        if let Some(rewriter) = self.rewriter.take() {
            self.truncated |= rewriter.end().is_err();
            self.tags.read(&mut self.source, &mut self.collector);
            self.read_rest(true);
        }
        let mut page = self.collector.finish();
        self.collector.end_rewrite(b"");
        let (charset, source) = self.charset.unwrap_or_else(|| self.decoder.charset());
        page.charset = charset;
        page.charset_source = self.media_type.is_none().then_some(source);
        page.media_type = self.media_type;
        page.bytes = self.bytes;
        page.truncated = self.truncated || self.collector.is_stopped();
        page
    }

    /// Ends the text of a page in XML.
    fn end_xml(&mut self) {
        if std::mem::take(&mut self.is_xml) {
            self.source.text = xml::as_html(&self.source.text);
        }
    }

    /// Passes windows of the text to the rewriter until fewer than `least` bytes are left, and drops what was read.
    fn hand_over(&mut self, least: usize) {
        let (source, collector) = (&mut self.source, &mut self.collector);
        let all = source.text.len();
        while all - source.handed >= least.max(1) {
            let from = source.handed;
            source.handed = all.min(from + WINDOW);
            let window = &source.text.as_bytes()[from..source.handed];
            let Some(rewriter) = &mut self.rewriter else {
                collector.pass_unread(window);
                continue;
            };
            // It must not be used again once it has failed.
            let has_failed = rewriter.write(window).is_err();
            self.truncated |= has_failed;
            self.tags.read(source, collector);
            if has_failed || collector.is_stopped() {
                self.rewriter = None;
                let unread = source.read - source.before..source.handed;
                collector.end_rewrite(&source.text.as_bytes()[unread]);
            }
        }
        let is_over = collector.is_stopped() || self.rewriter.is_none();
        source.forget(if is_over { source.handed } else { source.read - source.before });
    }

    /// Reads the text after the last start tag; see [`tokens::Context::is_whole`].
    fn read_rest(&mut self, is_whole: bool) {
        let (source, collector) = (&self.source, &mut self.collector);
        if let Some(rest) = source.unread(source.before + source.handed) {
            collector.between(rest, is_whole);
        }
    }
}

/// Reads HTML into the innermost open element of a page.
pub fn read_part(html: &str, options: &ReadOptions, collector: &mut Collector) {
    let mut source = Source { text: html.to_owned(), before: 0, handed: html.len(), read: 0 };
    let mut tags = Tags::default();
    let mut rewriter = tags.rewriter(options);
    let mut windows = html.as_bytes().chunks(WINDOW);
    let is_read = windows.all(|window| {
        let result = rewriter.write(window);
        tags.read(&mut source, collector);
        result.is_ok()
    });
    if is_read && rewriter.end().is_ok() {
        tags.read(&mut source, collector);
        collector.between(source.unread(html.len()).unwrap_or_default(), true);
    }
}

/// The start tags that a rewriter found and that are not read yet.
#[derive(Default)]
struct Tags {
    found: Rc<RefCell<Vec<StartTagPlace>>>,
    /// Room for the attributes of one of them.
    attributes: Vec<NamedAttribute>,
}

impl Tags {
    /// A rewriter that notes them.
    fn rewriter(&self, options: &ReadOptions) -> Rewriter {
        let found = Rc::clone(&self.found);
        let elements = move |element: &mut Element<'_, '_>| {
            found.borrow_mut().push(StartTagPlace::new(element));
            Ok(())
        };
        // With a handler for the doctype the rewriter scans everything once; without one it looks ahead for the next
        // tag that has a handler, and then goes back to scan it again.
        let others = DocumentContentHandlers::default().doctype(|_: &mut Doctype<'_>| Ok(()));
        let most = options.max_bytes.saturating_mul(PARSER_MEMORY);
        handled(most, elements, others, Box::new(|_| {}))
    }

    /// Reads them, and the text before each.
    fn read(&mut self, source: &mut Source, collector: &mut Collector) {
        for tag in self.found.borrow_mut().drain(..) {
            if let Some(before) = source.unread(tag.place.start) {
                collector.between(before, true);
            }
            source.read = tag.place.end;
            if let Some(text) = source.from(tag.place.start) {
                collector.open(&TagReader::new(text, tag, &mut self.attributes));
            }
        }
    }
}

/// A rewriter that calls a handler for every start tag, and the given other handlers, in about `most` bytes of memory.
pub fn handled(
    most: usize,
    elements: impl FnMut(&mut Element<'_, '_>) -> HandlerResult + 'static,
    others: DocumentContentHandlers<'static>,
    sink: Sink,
) -> Rewriter {
    let any: Selector = "*".parse().expect("the universal selector");
    HtmlRewriter::new(
        Settings::new()
            .with_strict(false)
            .with_memory_settings(
                MemorySettings::new()
                    .with_max_allowed_memory_usage(most.max(64 * 1024))
                    .with_graceful_bail_out_on_memory_limit_exceeded(true),
            )
            .append_element_content_handler((Cow::Owned(any), ElementContentHandlers::default().element(elements)))
            .append_document_content_handler(others),
        sink,
    )
}
