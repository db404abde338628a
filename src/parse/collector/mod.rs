//! Gathers the blocks of a page from its start tags, end tags and texts.
//!
//! It maintains the stack of open elements: an element is closed by its end tag, by the end of an enclosing one, or by
//! a start tag that implies its end.

mod data;
mod formula;
mod head;
mod marks;
mod media;
mod numbers;
mod open;
mod parts;
mod rewrite;
mod text;

use self::open::{Capture, Ended, Formulas, HiddenInline, Links, NextPage, Numbers, RawContent, RawText, ShownButton};
use super::block::{Block, Container, ContainerId, DataKind, Link, MAX_ADDRESS, MAX_LINKS, Page};
use super::characters::has_word;
use super::draft::{Checkpoint, Draft, Spot};
use super::hidden::Sheet;
use super::json_ld::Graph;
use super::marks::Recorder;
use super::next_link::has_page_number;
use super::noise::{self, Hints};
use super::options::ReadOptions;
use super::rewrite::Rewrite;
use super::start_tag::{DATA, KnownTags, StartTag, TagReader, is_line_cell, is_line_number, is_skipped};
use super::tag::{Name, Tag};
use super::tokens::{self, Token, tokens};
use crate::unicode::is_alphanumeric;
use std::ops::Range;

/// Deepest nesting of elements; deeper ones add their text to the one at the limit.
const MAX_DEPTH: usize = 1024;
/// Longest start tag that counts as text, in bytes.
const SHORT_TAG: usize = 1024;
/// Most blocks read from a page: many times what a long article and its comments have. Larger: a page of nothing but
/// tags can take more memory, some 400 bytes per block.
const MAX_BLOCKS: usize = 50_000;
/// Most blocks in a link, enough for a card; an element around more blocks does not count as a link.
const MAX_LINK_BLOCKS: usize = 6;
/// Longest block whose inline elements are distinguished, in letters: longer ones are paragraphs.
const MAX_INLINE_CHARS: u32 = 240;
/// Most links kept that may lead to the next page. Larger: a calendar of many numbers above the text is less likely to
/// hide that link, and leaves less room for statements of other facts.
const MAX_NEXT_PAGES: usize = 64;

struct Open {
    serial: u32,
    tag: Tag,
    start: StartTag,
    /// Its container, once it holds text.
    container: Option<ContainerId>,
}

/// Gathers blocks from parser events.
#[derive(Default)]
pub struct Collector {
    page: Page,
    /// Its text so far.
    draft: Draft,
    stack: Vec<Open>,
    /// Open elements that are tracked only for their ends: those inside a skipped one, and those nested too deep.
    inner: Vec<Tag>,
    /// How many elements of each tag are open.
    open: Vec<u32>,
    /// Bytes of attributes, scripts and styles, which hold no text.
    pub skipped_bytes: usize,
    /// What the text after the last start tag is, if its element holds only text.
    raw_text: Option<RawText>,
    next_serial: u32,
    links: Links,
    /// Serial of the open element whose text is skipped, if any.
    skipped: Option<u32>,
    hidden: Option<HiddenInline>,
    /// What the page's style sheets hide.
    sheet: Sheet,
    /// The start tags of blocks, which repeat.
    known: KnownTags,
    /// The containers that are hidden in a way that a script may undo.
    soft: Vec<ContainerId>,
    /// Serial of the outermost open element whose letters have no size.
    no_size: Option<u32>,
    /// The last end tag, if no text follows it.
    ended: Ended,
    /// Where the last inline element began that may be a sentence.
    inline_start: Spot,
    /// The open quotations, as bits after a leading one: whether each has a mark.
    quotes: u32,
    /// The text of a button, which may be part of a sentence.
    button: Option<ShownButton>,
    /// What its JSON-LD describes.
    graph: Graph,
    /// Where the page was found.
    url: Option<String>,
    /// Open elements whose text is a statement.
    captures: Vec<Capture>,
    /// Text of the data so far.
    data: String,
    data_bytes: usize,
    json_ld_bytes: usize,
    /// The reader's limit was reached: nothing more is read.
    stopped: bool,
    /// The beginning of the current text node, if it arrived in pieces; entities still encoded.
    raw: String,
    /// Counts of the current block.
    chars: u32,
    linked: u32,
    /// The line numbers next to code.
    numbers: Numbers,
    /// Formulas: a page may show several forms of one.
    formulas: Formulas,
    /// Records inline markup, if requested.
    #[cfg_attr(not(feature = "markup"), allow(dead_code))]
    recorder: Option<Recorder>,
    /// Passes on the page, if requested.
    rewrite: Option<Box<dyn Rewrite>>,
    /// Whether the page that is passed on declares its charset.
    has_charset: bool,
}

impl Collector {
    pub fn new(options: &ReadOptions, rewrite: Option<Box<dyn Rewrite>>) -> Collector {
        let document = Container { parent: 0, tag: Tag::Html, hints: Hints::default(), rule: None, class: 0 };
        Collector {
            page: Page { containers: vec![document], ..Page::default() },
            open: vec![0; Tag::COUNT],
            links: Links { most_next: MAX_NEXT_PAGES, ..Links::default() },
            quotes: 1,
            url: options.url.clone(),
            recorder: options.markup.then(Recorder::default),
            rewrite,
            ..Collector::default()
        }
    }

    #[cfg(feature = "markup")]
    fn recorder(&mut self) -> Option<&mut Recorder> {
        self.recorder.as_mut()
    }

    /// Always `None` without the cargo feature, so that none of the recording code is compiled.
    #[cfg(not(feature = "markup"))]
    #[inline(always)]
    fn recorder(&mut self) -> Option<&mut Recorder> {
        None
    }

    /// Handles a start tag.
    pub fn open(&mut self, read: &TagReader<'_>) {
        if self.stopped {
            return self.pass_markup(read.markup);
        }
        self.skipped_bytes += read.markup.len().saturating_sub(SHORT_TAG);
        let tag = Tag::from_name(&read.name);
        let has_content = !tag.is_void() && read.can_have_content;
        if self.hidden.is_some() && tag.is_block() {
            self.end_unclosed(tag);
        }
        self.raw_text = self.raw_text(read, tag);
        if self.skipped.is_some() {
            self.open_in_skipped(read, tag, has_content);
            return self.pass_markup(read.markup);
        }
        self.page.signs.note_element(&read.name);
        if tag.is_block() || tag == Tag::Br {
            self.end_block();
            self.formulas.end_rendered();
            if let Some(recorder) = self.recorder() {
                recorder.note_boundary(tag == Tag::Br);
            }
        }
        let start = (tag.is_block() && has_content)
            .then(|| self.known.classify(read, tag, &mut self.page.signs, &mut self.sheet));
        self.note_statements(read, tag, start.as_ref());
        let is_head = tag == Tag::Head;
        if !is_head {
            self.declare_charset(tag);
        }
        if !tag.is_tracked() && !self.open_formula(read) {
            if has_content && self.open_hidden(read, tag) {
                return;
            }
            self.open_number(read);
            self.open_part(read, tag);
            self.record_inline(read);
        }
        // Style keeps the links of a bar apart.
        if std::mem::take(&mut self.ended) == Ended::Link && tag == Tag::A && self.linked == self.chars {
            self.add_text(" ");
        }
        if !tag.is_tracked() || !has_content {
            self.pass_tag(read, tag);
            if is_head {
                self.declare_charset(tag);
            }
            return;
        }
        while self.inner.is_empty()
            && let Some(innermost) = self.stack.last()
            && innermost.tag.is_ended_by(tag)
        {
            self.pop_to(self.stack.len() - 1, "");
        }
        if self.stack.len() >= MAX_DEPTH {
            self.open_inner(tag);
            return self.pass_markup(read.markup);
        }
        // Reading the attributes of every inline element would be too slow.
        self.open_element(read, tag, start.unwrap_or_default());
    }

    /// Handles a start tag inside a skipped element. Only the end of that matters, and in a template also where its
    /// paragraphs begin.
    fn open_in_skipped(&mut self, read: &TagReader<'_>, tag: Tag, has_content: bool) {
        if let Some(hidden) = self.hidden.as_mut().filter(|_| has_content) {
            hidden.element.note_start(&read.name);
        }
        self.open_in_formula(read);
        self.record_skipped(read);
        if self.is_in_template() && tag.is_block() {
            self.add_data(DataKind::Inert, "<p>");
        }
        if has_content && tag.is_tracked() {
            self.open_inner(tag);
        }
    }

    /// Records what a start tag states about the page.
    fn note_statements(&mut self, read: &TagReader<'_>, tag: Tag, start: Option<&StartTag>) {
        match tag {
            Tag::Meta => self.meta(read),
            Tag::Link => self.link_element(read),
            Tag::Html => {
                let head = &mut self.page.head;
                head.lang = head.lang.take().or_else(|| read.text("lang")).or_else(|| read.text("xml:lang"));
                head.dir = head.dir.take().or_else(|| read.text("dir"));
            }
            Tag::Base => {
                let head = &mut self.page.head;
                head.base = head.base.take().or_else(|| read.text("href"));
            }
            Tag::Title => {}
            Tag::Input => {
                let kind = read.value("type");
                self.page.signs.asks_password |= kind.is_some_and(|kind| kind.eq_ignore_ascii_case("password"));
            }
            _ => self.note_element(read, tag, start),
        }
    }

    /// Opens a block-level element without attributes and returns its place in the stack.
    pub fn open_bare(&mut self, tag: Tag) -> usize {
        self.end_block();
        if let Some(recorder) = self.recorder() {
            recorder.note_boundary(false);
        }
        let start = StartTag { rule: noise::rule_of(tag, "", false, Hints::default()), ..StartTag::default() };
        self.next_serial += 1;
        self.push(tag, self.next_serial - 1, start);
        self.stack.len() - 1
    }

    /// Closes the element at this place in the stack, if it is open, and everything inside it.
    pub fn close_at(&mut self, place: usize) {
        if place < self.stack.len() {
            self.pop_to(place, "");
        }
    }

    /// Adds plain text as an element. Character references in it are decoded.
    pub fn add_line(&mut self, tag: Tag, text: &str) {
        if !self.stopped {
            let place = self.open_bare(tag);
            self.add_text(text);
            self.close_at(place);
        }
    }

    pub fn blocks_before(&self, checkpoint: Checkpoint) -> usize {
        self.draft.held(checkpoint).blocks
    }

    /// Evaluates a start tag and pushes its element onto the stack.
    fn open_element(&mut self, read: &TagReader<'_>, tag: Tag, start: StartTag) {
        let serial = self.next_serial;
        self.next_serial += 1;
        self.note_size(start.size, Some(serial));
        if start.has_data
            && let Some(json) = read.text(DATA)
        {
            self.add_data(DataKind::Json, &json);
            self.end_data(DataKind::Json);
        }
        if tag == Tag::A
            && let Some(href) = read.value("href")
        {
            self.forget_link();
            let start = self.checkpoint();
            let links = &mut self.links;
            (links.open, links.start) = (Some(serial), start);
            links.href.clear();
            links.href.push_str(href);
            links.next = if links.most_next == 0 || !has_page_number(href) {
                NextPage::No
            } else if has_word(read.value("rel").unwrap_or_default(), "next") {
                NextPage::Stated
            } else {
                NextPage::Maybe
            };
        }
        if start.hints.contains(Hints::GUTTER) || start.is_line && is_line_number(read) {
            self.open_gutter(serial);
        }
        if tag == Tag::Math {
            self.formulas.open(read);
        }
        let is_line = matches!(tag, Tag::Td | Tag::Th)
            && self.open[Tag::Pre as usize] == 0
            && (start.is_line || start.hints.contains(Hints::GUTTER) && is_line_cell(read));
        if is_line || tag == Tag::Pre && self.open[Tag::Table as usize] > 0 {
            self.set_code_table(is_line);
        }
        self.record_element(read, tag, serial);
        let is_skipped = is_skipped(read, tag) && !(tag == Tag::Button && self.open_button(read, serial))
            || tag == Tag::A && self.is_hidden(read, true);
        if is_skipped {
            self.skipped = Some(serial);
        }
        // JSON-LD says who wrote the page, and under which terms.
        let is_json_ld = matches!(self.raw_text, Some(RawText { content: RawContent::Data(DataKind::JsonLd), .. }));
        let passes = matches!(tag, Tag::Svg | Tag::Math) || is_json_ld;
        self.pass_open(read, tag, start, is_skipped && !passes);
        self.push(tag, serial, start);
    }

    fn push(&mut self, tag: Tag, serial: u32, start: StartTag) {
        self.open[tag as usize] += 1;
        self.stack.push(Open { serial, tag, start, container: None });
    }

    /// Stops reading: the page is too long.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Whether the text of a script or the like follows.
    pub fn is_in_data(&self) -> bool {
        self.raw_text.is_some()
    }

    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    fn open_inner(&mut self, tag: Tag) {
        self.open[tag as usize] += 1;
        self.inner.push(tag);
    }

    /// Handles an end tag. `held` is the text before it, which follows [`raw`](Self::raw).
    fn close(&mut self, name: &str, markup: &str, held: &mut &str) {
        let name = &*Name::new(name);
        let tag = Tag::from_name(name);
        self.end_part(tag, name, held);
        if !tag.is_tracked() {
            if self.close_hidden(name, markup) {
                return;
            }
            self.close_number(name, held);
            self.close_quote(name, held);
            self.close_formula(name);
            self.close_inline(name, held);
            return self.pass_markup(markup);
        }
        // End tags of elements that are not open must cost nothing.
        if self.open[tag as usize] == 0 {
            return self.pass_markup(markup);
        }
        if let Some(at) = self.inner.iter().rposition(|&inner| inner == tag) {
            self.truncate_inner(at);
            return self.pass_markup(markup);
        }
        let Some(at) = self.stack.iter().rposition(|open| open.tag == tag) else {
            return self.pass_markup(markup);
        };
        self.end_text_node(std::mem::take(held));
        let serial = self.stack[at].serial;
        self.end_button(serial);
        let text = self.draft.len();
        if let Some(recorder) = self.recorder() {
            recorder.close_to(serial, text);
        }
        if self.links.open == Some(serial) {
            self.note_next_page();
            self.drop_decoration();
            self.links.open = None;
        }
        self.pop_to(at, markup);
    }

    fn truncate_inner(&mut self, at: usize) {
        for tag in self.inner.drain(at..) {
            self.open[tag as usize] -= 1;
        }
    }

    /// Drops the text of the open link if it leads to a place on this page and holds only signs, such as the pilcrow
    /// after a heading, or if it leads from a footnote back to the text.
    fn drop_decoration(&mut self) {
        let Links { href, start, .. } = &self.links;
        if href.starts_with('#')
            && self.open[Tag::Pre as usize] == 0
            && self.is_in_block(*start)
            && (href.starts_with("#fnref")
                // These signs mark footnotes.
                || !self.draft.since(start.spot).contains(|c| is_alphanumeric(c) || matches!(c, '*' | '†' | '‡')))
        {
            self.cut(*start);
        }
    }

    /// Drops a link that was never closed: only the block where it began is linked.
    fn forget_link(&mut self) {
        if self.links.open.take().is_none() {
            return;
        }
        let first = self.blocks_before(self.links.start);
        if let Some((_, others)) = self.page.blocks[first..].split_first_mut() {
            others.iter_mut().for_each(|block| block.linked = 0);
            self.linked = 0;
        }
    }

    /// Closes the element at this position of the stack and everything inside it. `end_tag` is empty if it is implied.
    fn pop_to(&mut self, at: usize, end_tag: &str) {
        let (mut ends_block, mut is_math) = (false, false);
        for open in &self.stack[at..] {
            ends_block |= open.tag.is_block();
            is_math |= open.tag == Tag::Math;
        }
        if ends_block {
            self.end_block();
            self.formulas.end_rendered();
        }
        if self.is_in_template() {
            self.end_data(DataKind::Inert);
        }
        let serial = self.stack[at].serial;
        let blocks = self.page.blocks.len();
        if let Some(recorder) = self.recorder() {
            if ends_block {
                recorder.end_line();
            }
            recorder.pop_to(serial, blocks);
        }
        self.close_gutters(serial);
        self.truncate_inner(0);
        if let Some(rewrite) = &mut self.rewrite {
            (at + 1..self.stack.len()).for_each(|_| rewrite.close(""));
            rewrite.close(end_tag);
        }
        for open in self.stack.drain(at..) {
            self.open[open.tag as usize] -= 1;
        }
        if self.links.open >= Some(serial) {
            self.forget_link();
        }
        self.skipped = self.skipped.filter(|&open| open < serial);
        self.hidden.take_if(|open| open.serial >= serial);
        self.no_size = self.no_size.filter(|&open| open < serial);
        if is_math {
            self.end_formula();
        }
    }

    /// Reads the markup before a start tag or the end of the page; see [`tokens::Context::is_whole`].
    pub fn between(&mut self, markup: &str, is_whole: bool) {
        if self.stopped {
            return self.pass_markup(markup);
        }
        let skipped = self.skipped.and(self.stack.last());
        let raw = self.raw_text.take();
        let context = tokens::Context {
            raw: raw.map(|raw| raw.element),
            is_foreign: skipped.is_some_and(|open| matches!(open.tag, Tag::Svg | Tag::Math)),
            is_whole,
        };
        // The last text is usually a complete text node, and is read in place.
        let mut held = "";
        let mut tokens = tokens(markup, context);
        let mut unpassed = markup;
        while let Some(token) = tokens.next() {
            let mut end_tag = "";
            if self.rewrite.is_some() {
                let (rest, length) = tokens.rest();
                let length = if matches!(token, Token::End(_)) { length } else { 0 };
                let (read, _) = unpassed.split_at(unpassed.len() - rest.len());
                let (before, end) = read.split_at(read.len() - length);
                self.pass_markup(before);
                (end_tag, unpassed) = (end, rest);
            }
            match token {
                Token::Text(_) if self.formulas.is_rendered() => {}
                Token::Text(text) if self.skipped.is_none() => {
                    self.ended.note_text(text);
                    let before = std::mem::replace(&mut held, text);
                    if !before.is_empty() {
                        self.raw.push_str(before);
                    }
                }
                Token::Text(text) if self.is_in_template() => {
                    self.add_data(DataKind::Inert, text);
                }
                Token::Text(text) => self.formulas.text(text),
                Token::RawText(text) => {
                    let content = raw.map_or(RawContent::Other, |raw| raw.content);
                    self.read_raw_text(content, text, is_whole || text.len() < markup.len());
                }
                Token::End(name) => {
                    self.ended = Ended::from_name(name);
                    self.close(name, end_tag, &mut held);
                }
            }
        }
        self.pass_markup(unpassed);
        self.end_text_node(held);
    }

    /// Whether the current text is in a `<template>`.
    fn is_in_template(&self) -> bool {
        let innermost = self.stack.last();
        self.skipped.is_some() && innermost.is_some_and(|open| open.tag == Tag::Template)
    }

    /// Ends the block, if it is not empty.
    fn end_block(&mut self) {
        self.end_text_node("");
        self.drop_controls();
        while self.quotes > 1 {
            self.end_quote();
        }
        self.numbers.inline = None;
        let Range { start, end } = self.draft.end_block(self.chars > MAX_INLINE_CHARS);
        let number = self.page.blocks.len();
        if let Some(recorder) = self.recorder() {
            recorder.end_block(start, end, number);
        }
        if start < end {
            if let Some(rewrite) = &mut self.rewrite {
                rewrite.block(self.draft.text_of(start..end), self.linked, self.chars);
            }
            self.keep_link();
            let container = self.container();
            let (chars, linked) = (self.chars, self.linked);
            self.page.blocks.push(Block { start, end, container, chars, linked });
            if self.links.open.is_some() && number >= self.blocks_before(self.links.start) + MAX_LINK_BLOCKS {
                self.forget_link();
            }
        }
        self.stopped |= self.page.blocks.len() >= MAX_BLOCKS;
        self.chars = 0;
        self.linked = 0;
    }

    /// Keeps the link of a block that is mostly one link.
    fn keep_link(&mut self) {
        let href = &mut self.links.block_href;
        let is_link = 2 * self.linked > self.chars && !href.is_empty();
        if is_link && href.len() <= MAX_ADDRESS && self.page.links.len() < MAX_LINKS {
            let block = self.page.blocks.len() as u32;
            self.page.links.push(Link { block, href: std::mem::take(href) });
        }
    }

    /// The container of the innermost open block-level element, created together with its ancestors if missing.
    fn container(&mut self) -> ContainerId {
        let around = self.stack.iter().rposition(|open| open.container.is_some());
        let first_new = around.map_or(0, |i| i + 1);
        let mut parent = match first_new {
            0 => 0,
            i => self.stack[i - 1].container.unwrap_or(0),
        };
        for open in &mut self.stack[first_new..] {
            if !open.tag.is_block() {
                continue;
            }
            let id = self.page.containers.len() as ContainerId;
            let is_code = open.start.is_code;
            self.page.containers.push(Container {
                parent,
                tag: if is_code { Tag::Pre } else { open.tag },
                hints: open.start.hints,
                rule: open.start.rule,
                class: open.start.class,
            });
            open.container = Some(id);
            if open.start.is_soft {
                self.soft.push(id);
            }
            parent = id;
            #[cfg(feature = "markup")]
            if let Some(recorder) = &mut self.recorder {
                recorder.note_container(open.serial, id);
            }
        }
        parent
    }

    /// Ends the page.
    pub fn finish(&mut self) -> Page {
        if self.is_in_template() {
            self.end_data(DataKind::Inert);
        }
        self.end_block();
        (self.page.text, self.page.edges) = std::mem::take(&mut self.draft).finish();
        self.show_most();
        self.note_graph();
        #[cfg(feature = "markup")]
        if let Some(recorder) = self.recorder.take() {
            self.page.marks = Some(recorder.finish(self.page.blocks.len()));
        }
        std::mem::take(&mut self.page)
    }
}
