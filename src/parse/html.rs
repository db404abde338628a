//! The streaming pass: bytes in, a [`Page`] of blocks out, and on request the page without its noise.
//!
//! Only this folder names `lol_html`. Decoded text is handed to the parser in windows of fixed
//! size, so the parser always sees the same calls however the page was cut into chunks. The parser
//! hands over start tags; what stands between two of them is read where it stands, by their places
//! ([`tokens`](super::tokens)). The stack of open elements is kept here: an element is closed by its
//! end tag, by the end of one around it, or by a start tag that implies its end.

use crate::bytes::{Bytes, WIDTH};
use crate::decode::charset::Decoder;
use crate::decode::entity::{self, Context};
use crate::decode::media_type::{self, SNIFFED};
use crate::error::Error;
use crate::parse::block::{
    Block, Container, ContainerId, Data, DataKind, Link, MAX_ADDRESS, MAX_DATA, MAX_LINKS, Page,
};
use crate::parse::head::{self, Fact, Precedence, Statements};
use crate::parse::marks::{self, Image, ImageAttributes, Inline, Recorder};
use crate::parse::noise::{self, Hints, Rule};
use crate::parse::signs::Signs;
use crate::parse::tag::{Name, Tag};
use crate::parse::tokens::{self, Token, name_of_tag, raw_text_element, tokens};
use crate::parse::words::for_each_word;
use lol_html::html_content::{Attribute, ContentType, Doctype, Element};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HandlerResult, HtmlRewriter, MemorySettings,
    Selector, Settings,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Bytes handed to the parser at a time. Larger: fewer calls, later output.
const WINDOW: usize = 16 * 1024;
/// Elements deeper than this add their text to the one at the limit.
const MAX_DEPTH: usize = 1024;

/// Memory of the parser, which keeps some 80 bytes for each open element, in units of [`ReadOptions::max_bytes`].
/// Larger: elements may be nested more deeply before reading stops (four: 260,000 of them by default).
const PARSER_MEMORY: usize = 4;
/// Blocks read from a page: many times what a long article with its comments has. Larger: a page
/// made of nothing but tags can take more memory, some 400 bytes a block.
const MAX_BLOCKS: usize = 50_000;
/// A link around more blocks than a card has links nothing a reader would call a link.
const MAX_LINK_BLOCKS: usize = 6;
/// JSON-LD read from a page, in bytes; the rest is ignored.
const MAX_JSON_LD: usize = 64 * 1024;

/// Shortest text of an element that can hold an article, in bytes.
const LEAST_DATA: usize = 400;
/// Bytes of code in which it says that data follow.
const CODE_START: usize = 256;

/// What is known of a page before its bytes arrive, and how much of it to read.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// Value of the HTTP `Content-Type` header. Its charset is believed if the bytes bear it out.
    pub content_type: Option<String>,
    /// Address of the page; used for the record only, never for the fingerprint.
    pub url: Option<String>,
    /// Whether `write` returns the page without its noise, as UTF-8. Off by default.
    pub clean: bool,
    /// Bytes of the page that are read, 8 MiB by default; what follows is still passed on in
    /// `clean`. The parser's own memory is bounded by four times this. Larger: longer pages are read whole,
    /// and a hostile page can use more memory (up to 26 times this, if it is nothing but words of one
    /// letter; 18 times of Han characters). Whatever this is, reading stops after 50,000 blocks, about as many
    /// paragraphs; [`Article::truncated`](crate::Article::truncated) reports both.
    pub max_bytes: usize,
    /// Whether the article is wanted as Markdown and HTML, too. Off by default, and then it takes nothing.
    #[cfg(feature = "markup")]
    pub markup: bool,
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            content_type: None,
            url: None,
            clean: false,
            max_bytes: 8 << 20,
            #[cfg(feature = "markup")]
            markup: false,
        }
    }
}

type Sink = Box<dyn FnMut(&[u8])>;
type Rewriter = HtmlRewriter<'static, Sink>;

/// Reads one page, chunk by chunk, into blocks.
///
/// Memory: the text of the page, the windows of decoder and parser (16 KiB each), data of up to
/// [`MAX_DATA`] bytes, and the parser's own buffers, which [`ReadOptions::max_bytes`] bounds.
pub struct Parser {
    /// The first bytes, until there are enough to tell a page from other files.
    start: Option<Vec<u8>>,
    /// The media type, if it is not a page.
    media_type: Option<&'static str>,
    decoder: Decoder,
    source: Rc<RefCell<Source>>,
    /// `None` after the end, and once a limit was hit.
    rewriter: Option<Rewriter>,
    collector: Rc<RefCell<Collector>>,
    cleaned: Rc<RefCell<Vec<u8>>>,
    clean: bool,
    bytes: usize,
    max_bytes: usize,
    truncated: bool,
    finished: bool,
}

impl Parser {
    /// A parser for one page.
    #[inline(never)]
    pub fn new(options: &ReadOptions) -> Parser {
        let collector = Collector {
            #[cfg(feature = "markup")]
            recorder: options.markup.then(Recorder::default),
            ..Collector::new()
        };
        let collector = Rc::new(RefCell::new(collector));
        let cleaned = Rc::new(RefCell::new(Vec::new()));
        let source = Rc::new(RefCell::new(Source {
            text: String::with_capacity(2 * WINDOW),
            before: 0,
            handed: 0,
        }));
        Parser {
            start: Some(Vec::new()),
            media_type: None,
            decoder: Decoder::new(options.content_type.as_deref()),
            rewriter: Some(rewriter(options, &collector, &source, &cleaned)),
            source,
            collector,
            cleaned,
            clean: options.clean,
            bytes: 0,
            max_bytes: options.max_bytes,
            truncated: false,
            finished: false,
        }
    }

    /// Reads the next bytes; returns what is ready of the cleaned page (nothing unless asked for).
    ///
    /// # Errors
    /// [`Error::Finished`] after [`end`](Self::end).
    #[inline(never)]
    pub fn write(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        if self.finished {
            return Err(Error::Finished);
        }
        let (mut read, beyond) = bytes.split_at(bytes.len().min(self.max_bytes - self.bytes));
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
                self.hand_over(1);
                self.read_rest(false);
                self.truncated = true;
                self.collector.borrow_mut().stopped = true;
            }
            // The text is not read any more, but a cleaned page is still passed on.
            if self.clean {
                self.pass(beyond);
            }
        }
        Ok(self.cleaned.take())
    }

    /// Looks at the first bytes, which were held back, and passes them on.
    fn begin(&mut self) {
        if let Some(start) = self.start.take() {
            self.media_type = media_type::media_type(&start);
            self.pass(&start);
        }
    }

    /// Hands bytes to the parser; what is not a page passes through unread and unchanged.
    fn pass(&mut self, bytes: &[u8]) {
        if self.media_type.is_some() {
            if self.clean {
                self.cleaned.borrow_mut().extend_from_slice(bytes);
            }
            return;
        }
        // In parts, so that the page is not held twice.
        for part in bytes.chunks(WINDOW) {
            self.decoder
                .decode(part, false, &mut self.source.borrow_mut().text);
            self.hand_over(WINDOW);
        }
    }

    /// Ends the page: its blocks, and the rest of the cleaned page.
    ///
    /// # Errors
    /// [`Error::Finished`] if it was called before.
    #[inline(never)]
    pub fn end(&mut self) -> Result<(Page, Vec<u8>), Error> {
        if std::mem::replace(&mut self.finished, true) {
            return Err(Error::Finished);
        }
        self.begin();
        self.decoder
            .decode(b"", true, &mut self.source.borrow_mut().text);
        self.hand_over(1);
        if let Some(rewriter) = self.rewriter.take() {
            self.truncated |= rewriter.end().is_err();
            self.read_rest(true);
        }
        let mut collector = self.collector.borrow_mut();
        let mut page = collector.finish();
        self.truncated |= collector.stopped;
        let (charset, source) = self.decoder.charset();
        page.charset = charset;
        page.charset_source = self.media_type.is_none().then_some(source);
        page.media_type = self.media_type;
        page.bytes = self.bytes;
        page.truncated = self.truncated;
        Ok((page, self.cleaned.take()))
    }

    /// Hands windows of the text to the rewriter until fewer than `least` bytes are left, and forgets what is read.
    fn hand_over(&mut self, least: usize) {
        let source = self.source.borrow();
        let mut rest = &source.text.as_bytes()[source.handed..];
        while rest.len() >= least.max(1) {
            let (window, after) = rest.split_at(rest.len().min(WINDOW));
            rest = after;
            match &mut self.rewriter {
                Some(rewriter) => {
                    let failed = rewriter.write(window).is_err();
                    if failed {
                        // It has flushed the window it failed in; it must not be used again.
                        self.rewriter = None;
                        self.truncated = true;
                    }
                }
                None if self.clean => self.cleaned.borrow_mut().extend_from_slice(window),
                None => {}
            }
        }
        let handed = source.text.len() - rest.len();
        drop(source);
        let mut source = self.source.borrow_mut();
        source.handed = handed;
        let collector = self.collector.borrow();
        let read = match collector.stopped || self.rewriter.is_none() {
            true => handed,
            false => collector.read - source.before,
        };
        source.forget(read);
    }

    /// Reads what stands behind the last start tag; see [`tokens::Context::is_whole`].
    fn read_rest(&mut self, is_whole: bool) {
        let source = self.source.borrow();
        let mut collector = self.collector.borrow_mut();
        if let Some(rest) = source.at(collector.read..source.before + source.handed) {
            collector.between(rest, is_whole);
        }
    }
}

/// The decoded page, from where it is not read yet.
struct Source {
    text: String,
    /// How many bytes stand before it.
    before: usize,
    /// How many of its bytes the rewriter has been given.
    handed: usize,
}

impl Source {
    /// What stands in a place of the decoded page; `None` if it is not held, or no text.
    fn at(&self, place: Range<usize>) -> Option<&str> {
        self.text
            .get(place.start.checked_sub(self.before)?..place.end - self.before)
    }

    /// Removes the first bytes, or as many as whole characters have.
    fn forget(&mut self, bytes: usize) {
        let bytes = start(&self.text, bytes).len();
        self.text.drain(..bytes);
        self.before += bytes;
        self.handed -= bytes;
    }
}

/// A start tag, read where it stands: the parser itself hands out names and values as copies only.
struct TagReader<'a, 'r, 't> {
    element: &'a Element<'r, 't>,
    source: &'a Source,
}

impl<'a> TagReader<'a, '_, '_> {
    /// Whether it is an element of HTML, not of SVG or MathML.
    fn is_html(&self) -> bool {
        self.element.namespace_uri() == "http://www.w3.org/1999/xhtml"
    }

    /// Its name.
    fn name(&self) -> Name {
        let tag = self.source.at(self.element.source_location().bytes());
        let name = tag.map(|tag| Cow::Borrowed(name_of_tag(&tag[1..])));
        Name::of(&name.unwrap_or_else(|| Cow::Owned(self.element.tag_name())))
    }

    /// The name of one of its attributes, in the case that it is written in.
    #[inline]
    fn name_of(&self, attribute: &Attribute<'_>) -> Cow<'a, str> {
        let place = attribute.name_source_location();
        let name = place.and_then(|place| self.source.at(place.bytes()));
        name.map_or_else(|| Cow::Owned(attribute.name()), Cow::Borrowed)
    }

    /// The value of one of its attributes, entities still encoded.
    fn value_of(&self, attribute: &Attribute<'_>) -> Cow<'a, str> {
        let place = attribute.value_source_location();
        let value = place.and_then(|place| self.source.at(place.bytes()));
        value.map_or_else(|| Cow::Owned(attribute.value()), Cow::Borrowed)
    }

    /// The value of the attribute of this name, entities still encoded.
    fn value(&self, name: &str) -> Option<Cow<'a, str>> {
        let mut attributes = self.element.attributes().iter();
        let found = attributes.find(|attribute| self.name_of(attribute).eq_ignore_ascii_case(name));
        found.map(|attribute| self.value_of(attribute))
    }

    /// The value of the attribute of this name, entities decoded and whitespace collapsed.
    fn text(&self, name: &str) -> Option<String> {
        let value = self.value(name)?;
        Some(collapse(&entity::decode(&value, Context::Attribute)))
    }
}

fn rewriter(
    options: &ReadOptions,
    collector: &Rc<RefCell<Collector>>,
    source: &Rc<RefCell<Source>>,
    cleaned: &Rc<RefCell<Vec<u8>>>,
) -> Rewriter {
    let clean = options.clean;
    let elements = {
        let collector = Rc::clone(collector);
        let source = Rc::clone(source);
        move |element: &mut Element<'_, '_>| {
            let source = &source.borrow();
            let mut collector = collector.borrow_mut();
            let place = element.source_location().bytes();
            if let Some(before) = source.at(collector.read..place.start) {
                collector.between(before, true);
            }
            collector.read = place.end;
            collector.open(&TagReader { element, source });
            if clean {
                clean_element(element, source);
            }
            Ok(())
        }
    };
    let sink: Sink = if clean {
        let cleaned = Rc::clone(cleaned);
        Box::new(move |bytes| cleaned.borrow_mut().extend_from_slice(bytes))
    } else {
        Box::new(|_| {})
    };
    // As long as it is to tell of a doctype, the parser reads everything once; else it looks for the next tag that
    // somebody waits for, and goes back to read that again.
    let others = DocumentContentHandlers::default().doctype(|_: &mut Doctype<'_>| Ok(()));
    let most = options.max_bytes.saturating_mul(PARSER_MEMORY);
    handled(most, elements, others, sink)
}

/// A rewriter that hands every start tag to a handler, and what else is wanted to others, in memory of about `most`
/// bytes.
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
            .append_element_content_handler((
                Cow::Owned(any),
                ElementContentHandlers::default().element(elements),
            ))
            .append_document_content_handler(others),
        sink,
    )
}

/// Removes an element that its start tag shows to be noise; the output is UTF-8 and says so.
fn clean_element(element: &mut Element<'_, '_>, source: &Source) {
    let name = element.tag_name();
    let tag = Tag::from_name(name.as_bytes());
    if tag == Tag::Meta {
        if element.has_attribute("charset") {
            let _ = element.set_attribute("charset", "utf-8");
        } else if element
            .get_attribute("http-equiv")
            .is_some_and(|v| v.eq_ignore_ascii_case("content-type"))
        {
            let _ = element.set_attribute("content", "text/html; charset=utf-8");
        }
        return;
    }
    let read = TagReader { element, source };
    let StartTag { hints, rule, .. } = judge(&read, tag, &mut Signs::default());
    let content = hints.contains(Hints::CONTENT) && rule != Some(Rule::Hidden);
    let rewrites =
        tag.is_block() && rule.is_some() && !content && !matches!(tag, Tag::Html | Tag::Body);
    if is_skipped(element, tag) || rewrites {
        if tag == Tag::Svg || tag == Tag::Math {
            // Foreign content may hold what a person reads as a picture or formula.
            return;
        }
        element.replace("", ContentType::Html);
    }
}

/// The attribute in which Discourse hands its data over.
const DATA: &str = "data-preloaded";

/// What a start tag says of its element.
#[derive(Debug, Clone, Copy, Default)]
struct StartTag {
    hints: Hints,
    rule: Option<Rule>,
    /// The hash of its class and id words.
    class: u32,
    /// Whether it has an `itemprop`.
    has_property: bool,
    /// Whether it has [`DATA`].
    has_data: bool,
}

/// Judges a start tag, and counts its words.
fn judge(read: &TagReader<'_, '_, '_>, tag: Tag, signs: &mut Signs) -> StartTag {
    let mut start = StartTag::default();
    let mut role = Cow::Borrowed("");
    let mut streamed = false;
    let mut hidden = false;
    for attribute in read.element.attributes() {
        let value = || read.value_of(attribute);
        match &*Name::of(&read.name_of(attribute)) {
            name @ (b"class" | b"id" | b"itemprop") => {
                let words = value();
                start.class = for_each_word(&words, start.class, |word| {
                    start.hints.add(word);
                    signs.note_word(word);
                });
                streamed |= name == b"id" && is_streamed(&words);
                start.has_property |= name == b"itemprop";
            }
            b"itemtype" => signs.note_types(&value()),
            b"role" => role = value(),
            b"hidden" => hidden = true,
            b"aria-hidden" => hidden |= value() == "true",
            b"style" => {
                let is_none = |value: &[u8]| {
                    let start = value.trim_ascii_start().get(..4);
                    start.is_some_and(|start| start.eq_ignore_ascii_case(b"none"))
                };
                hidden |= value().split(';').any(|declaration| {
                    let parts = declaration.split_once(':');
                    parts.is_some_and(|(property, value)| {
                        property.trim().eq_ignore_ascii_case("display") && is_none(value.as_bytes())
                    })
                });
            }
            name => start.has_data |= name == DATA.as_bytes(),
        }
    }
    start.rule = noise::rule_of(tag, &role, hidden && !streamed, start.hints);
    start
}

/// Whether the text inside is never part of what a person reads as the article. The template of a shadow
/// tree is read where it stands.
fn is_skipped(element: &Element<'_, '_>, tag: Tag) -> bool {
    tag.is_skipped() && !(tag == Tag::Template && element.has_attribute("shadowrootmode"))
}

/// Whether an id is one by which React moves a part of the page that was sent late to its place: `S:1f`.
fn is_streamed(id: &str) -> bool {
    let number = id.strip_prefix("S:").unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// An open element.
struct Open {
    serial: u32,
    tag: Tag,
    start: StartTag,
    /// Its container, once it holds text.
    container: Option<ContainerId>,
}

/// Gathers blocks from parser events.
struct Collector {
    page: Page,
    stack: Vec<Open>,
    /// Open elements of which only the ends matter: those inside a skipped one, and those that stand too deep.
    inner: Vec<Tag>,
    /// How many elements of each tag are open.
    open: [u32; Tag::COUNT],
    /// How many bytes of the decoded page are read.
    read: usize,
    /// The element whose start tag was read last, if it holds nothing but text.
    raw_element: Option<&'static str>,
    next_serial: u32,
    /// Serial of the open link, if any.
    link: Option<u32>,
    /// The block it began in.
    link_start: usize,
    /// Serial of the open element whose text is skipped, if any.
    skipped: Option<u32>,
    /// Whether the start tag that was read last is that of the title.
    in_title: bool,
    /// What the page states about itself so far.
    statements: Statements,
    /// What the script or `<noscript>` holds whose start tag was read last, if it is data.
    in_data: Option<DataKind>,
    /// Text of the data so far.
    data: String,
    /// Bytes of data read of the page.
    data_bytes: usize,
    /// Bytes of JSON-LD read of the page.
    json_ld_bytes: usize,
    /// Past the reader's limit: nothing more is read.
    stopped: bool,
    /// The beginning of the current text node, if it does not stand in one piece; entities still encoded.
    raw: String,
    /// Counts of the current block; its text is the end of `page.text`.
    block_start: usize,
    chars: u32,
    linked: u32,
    /// Address of the open link, entities still encoded.
    href: String,
    /// The one address that all linked text of the current block leads to; empty if there are two.
    block_href: String,
    /// What records inline markup, if it is wanted.
    #[cfg(feature = "markup")]
    recorder: Option<Recorder>,
}

impl Collector {
    fn new() -> Collector {
        let document = Container {
            parent: 0,
            tag: Tag::Html,
            hints: Hints::default(),
            rule: None,
            class: 0,
        };
        Collector {
            page: Page {
                containers: vec![document],
                ..Page::default()
            },
            stack: Vec::new(),
            inner: Vec::new(),
            open: [0; Tag::COUNT],
            read: 0,
            raw_element: None,
            next_serial: 0,
            link: None,
            link_start: 0,
            skipped: None,
            in_title: false,
            statements: Statements::default(),
            in_data: None,
            data: String::new(),
            data_bytes: 0,
            json_ld_bytes: 0,
            stopped: false,
            raw: String::new(),
            block_start: 0,
            chars: 0,
            linked: 0,
            href: String::new(),
            block_href: String::new(),
            #[cfg(feature = "markup")]
            recorder: None,
        }
    }

    #[cfg(feature = "markup")]
    fn recorder(&mut self) -> Option<&mut Recorder> {
        self.recorder.as_mut()
    }

    /// Where there is none, nothing of what would be recorded is compiled.
    #[cfg(not(feature = "markup"))]
    #[inline(always)]
    fn recorder(&mut self) -> Option<&mut Recorder> {
        None
    }

    /// A start tag.
    fn open(&mut self, read: &TagReader<'_, '_, '_>) {
        if self.stopped {
            return;
        }
        let name = &*read.name();
        let tag = Tag::from_name(name);
        self.raw_element = raw_text_element(name).filter(|_| read.is_html());
        let has_content = !tag.is_void() && read.element.can_have_content();
        if self.skipped.is_some() {
            // Only the end of the skipped element matters, and of a template where its paragraphs begin.
            if self.is_in_template() && tag.is_block() {
                self.add_data(DataKind::Inert, "<p>");
            }
            if has_content && tag.is_tracked() {
                self.open_inner(tag);
            }
            return;
        }
        self.page.signs.note_element(name);
        self.in_data = match tag {
            Tag::Script => kind_of_script(read),
            Tag::Noscript => Some(DataKind::Inert),
            _ => None,
        };
        match tag {
            Tag::Meta => self.meta(read),
            Tag::Link => self.link_element(read),
            Tag::Html => {
                let head = &mut self.page.head;
                head.lang = head.lang.take().or_else(|| read.text("lang"));
                head.dir = head.dir.take().or_else(|| read.text("dir"));
            }
            Tag::Base => {
                let head = &mut self.page.head;
                head.base = head.base.take().or_else(|| read.text("href"));
            }
            Tag::Time => {
                self.item_property(read);
                if let Some(time) = read.text("datetime") {
                    self.statements
                        .note(Fact::Published, Precedence::Time, time);
                }
            }
            Tag::Title => self.in_title = self.page.head.title.is_empty(),
            _ => {}
        }
        if tag.is_block() || tag == Tag::Br {
            self.end_block();
            if let Some(recorder) = self.recorder() {
                recorder.note_boundary(tag == Tag::Br);
            }
        }
        if !tag.is_tracked() {
            self.record_inline(read, name);
            return;
        }
        if !has_content {
            return;
        }
        while self.inner.is_empty()
            && let Some(innermost) = self.stack.last()
            && innermost.tag.is_ended_by(tag)
        {
            self.pop_to(self.stack.len() - 1);
        }
        if self.stack.len() >= MAX_DEPTH {
            self.open_inner(tag);
            return;
        }
        let serial = self.next_serial;
        self.next_serial += 1;
        let start = if tag.is_block() {
            judge(read, tag, &mut self.page.signs)
        } else {
            // Reading the attributes of every inline element would cost too much.
            StartTag::default()
        };
        if start.has_property {
            self.item_property(read);
        }
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
            self.href.clear();
            self.href.push_str(&href);
            self.link = Some(serial);
            self.link_start = self.page.blocks.len();
        }
        self.record_element(read, tag, serial);
        if is_skipped(read.element, tag) {
            self.skipped = Some(serial);
        }
        self.open[tag as usize] += 1;
        self.stack.push(Open {
            serial,
            tag,
            start,
            container: None,
        });
    }

    /// The start tag of an element of which only the end matters.
    fn open_inner(&mut self, tag: Tag) {
        self.open[tag as usize] += 1;
        self.inner.push(tag);
    }

    /// Records the start of an inline element, or a picture, if that is wanted.
    fn record_inline(&mut self, read: &TagReader<'_, '_, '_>, name: &[u8]) -> Option<()> {
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

    /// Records what an element is beside its tag, if that is wanted.
    fn record_element(&mut self, read: &TagReader<'_, '_, '_>, tag: Tag, serial: u32) {
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

    /// An end tag. `held` is the text before it, which stands behind [`raw`](Self::raw).
    fn close(&mut self, name: &str, held: &mut &str) {
        let name = &*Name::of(name);
        let tag = Tag::from_name(name);
        if !tag.is_tracked() {
            return self.close_inline(name, held);
        }
        // So that end tags of elements that are not open cost nothing.
        if self.open[tag as usize] == 0 {
            return;
        }
        if let Some(at) = self.inner.iter().rposition(|&inner| inner == tag) {
            return self.truncate_inner(at);
        }
        let Some(at) = self.stack.iter().rposition(|open| open.tag == tag) else {
            return;
        };
        self.end_text_node(std::mem::take(held));
        let (serial, text) = (self.stack[at].serial, self.page.text.len());
        if let Some(recorder) = self.recorder() {
            recorder.close_to(serial, text);
        }
        if self.link == Some(serial) {
            self.link = None;
        }
        self.pop_to(at);
    }

    /// The end tag of an inline element, which may be recorded. The text before it is decoded as if it were not, so a
    /// reference that it cuts in two goes on behind it.
    fn close_inline(&mut self, name: &[u8], held: &mut &str) {
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

    fn truncate_inner(&mut self, at: usize) {
        for tag in self.inner.drain(at..) {
            self.open[tag as usize] -= 1;
        }
    }

    /// A link that was never closed: only the block it began in is linked.
    fn forget_link(&mut self) {
        if self.link.take().is_some() && self.link_start < self.page.blocks.len() {
            for block in &mut self.page.blocks[self.link_start + 1..] {
                block.linked = 0;
            }
            self.linked = 0;
        }
    }

    /// Closes the element at this place of the stack and all inside it.
    fn pop_to(&mut self, at: usize) {
        if self.stack[at..].iter().any(|open| open.tag.is_block()) {
            self.end_block();
        }
        if self.is_in_template() {
            self.end_data(DataKind::Inert);
        }
        let (serial, blocks) = (self.stack[at].serial, self.page.blocks.len());
        if let Some(recorder) = self.recorder() {
            recorder.pop_to(serial, blocks);
        }
        self.truncate_inner(0);
        for open in self.stack.drain(at..) {
            self.open[open.tag as usize] -= 1;
        }
        if self.link >= Some(serial) {
            self.forget_link();
        }
        self.skipped = self.skipped.filter(|&open| open < serial);
    }

    /// Reads what stands before a start tag or the end of the page; see [`tokens::Context::is_whole`].
    fn between(&mut self, markup: &str, is_whole: bool) {
        if self.stopped {
            return;
        }
        let (kind, in_title) = (self.in_data.take(), std::mem::take(&mut self.in_title));
        let skipped = self.skipped.and(self.stack.last());
        let context = tokens::Context {
            raw: self.raw_element.take(),
            is_foreign: skipped.is_some_and(|open| matches!(open.tag, Tag::Svg | Tag::Math)),
            is_whole,
        };
        // The last text: most often it is a whole text node, and is read where it stands.
        let mut held = "";
        for token in tokens(markup, context) {
            match token {
                Token::Text(text) if self.skipped.is_none() => {
                    self.raw.push_str(std::mem::replace(&mut held, text));
                }
                Token::Text(text) if self.is_in_template() => {
                    self.add_data(DataKind::Inert, text);
                }
                Token::Text(_) => {}
                Token::RawText(text) if in_title => {
                    let title = entity::decode(text, Context::Text);
                    self.page.head.title = collapse(&title);
                }
                Token::RawText(text) => {
                    let is_cut = !is_whole && text.len() == markup.len();
                    if let Some(kind) = kind.filter(|_| !is_cut) {
                        self.keep_data(kind, text);
                    }
                }
                Token::End(name) => self.close(name, &mut held),
            }
        }
        self.end_text_node(held);
    }

    /// Whether the text that is read stands in a `<template>`.
    fn is_in_template(&self) -> bool {
        let innermost = self.stack.last();
        self.skipped.is_some() && innermost.is_some_and(|open| open.tag == Tag::Template)
    }

    /// Bytes of JSON-LD that are still read for facts.
    fn facts(&self, kind: DataKind) -> usize {
        match kind {
            DataKind::JsonLd => MAX_JSON_LD - self.json_ld_bytes,
            _ => 0,
        }
    }

    /// Keeps text of an element that holds data, as far as there is room.
    fn add_data(&mut self, kind: DataKind, text: &str) {
        // Facts are read even where there is no room for more data.
        let room = self
            .facts(kind)
            .max(MAX_DATA.saturating_sub(self.data_bytes));
        self.data
            .push_str(start(text, room.saturating_sub(self.data.len())));
    }

    /// Keeps the text of an element that holds nothing else, if that is data. Most code is none.
    fn keep_data(&mut self, kind: DataKind, text: &str) {
        if kind == DataKind::JsonLd || may_hold_article(kind, text) {
            self.add_data(kind, text);
            self.end_data(kind);
        }
    }

    /// Judges the text of an element that holds data, when it is whole.
    fn end_data(&mut self, kind: DataKind) {
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

    /// Ends the text node: `held` is the end of it.
    fn end_text_node(&mut self, held: &str) {
        if self.raw.is_empty() {
            self.add_text(held);
        } else {
            let mut raw = std::mem::take(&mut self.raw);
            raw.push_str(held);
            self.add_text(&raw);
            raw.clear();
            self.raw = raw;
        }
    }

    /// Decodes a text node and adds it to the block.
    fn add_text(&mut self, raw: &str) {
        if raw.is_empty() {
            return;
        }
        if let Some(recorder) = self.recorder()
            && recorder.is_in_code()
        {
            let text = entity::decode(raw, Context::Text);
            let is_shown = |c: &char| matches!(c, '\n' | '\t') || !is_invisible(*c);
            recorder.add_code(text.chars().filter(is_shown));
        }
        let text = &mut self.page.text;
        let (mut chars, mut unreadable) = (0, 0);
        // A block neither begins with a space nor holds two in a row.
        let mut space = text.len() == self.block_start || text.ends_with(' ');
        // Much of a page is indentation, so spaces are handled first.
        let written = raw.trim_ascii_start();
        if written.len() < raw.len() && !space {
            text.push(' ');
            space = true;
        }
        if written.is_empty() {
            return;
        }
        let decoded = entity::decode(written, Context::Text);
        let mut rest = &decoded[..];
        loop {
            // The common case is copied in one piece.
            let (run, signs) = plain_run(rest, &mut space);
            text.push_str(&rest[..run]);
            chars += signs;
            let mut others = rest[run..].chars();
            let Some(c) = others.next() else { break };
            rest = others.as_str();
            if is_space(c) {
                if !space {
                    text.push(' ');
                }
                space = true;
                rest = rest.trim_ascii_start();
            } else if is_joiner(c) {
                if !space && text.ends_with(|c: char| !c.is_ascii()) {
                    text.push(c);
                }
            } else if !is_invisible(c) {
                text.push(c);
                chars += 1;
                space = false;
                unreadable += u32::from(c == char::REPLACEMENT_CHARACTER);
            } else {
                unreadable += u32::from(c.is_control());
            }
        }
        self.chars += chars;
        self.page.unreadable += unreadable;
        if self.link.is_some() && chars > 0 {
            if self.linked == 0 {
                self.block_href.clone_from(&self.href);
            } else if self.block_href != self.href {
                self.block_href.clear();
            }
            self.linked += chars;
        }
    }

    /// Ends the block, if it holds anything.
    fn end_block(&mut self) {
        self.end_text_node("");
        if self.page.text.ends_with(' ') && self.page.text.len() > self.block_start {
            self.page.text.pop();
        }
        let end = self.page.text.len();
        let (start, number) = (self.block_start, self.page.blocks.len());
        if let Some(recorder) = self.recorder() {
            recorder.end_block(start, end, number);
        }
        if end > self.block_start {
            self.keep_link();
            let container = self.container();
            self.page.blocks.push(Block {
                start: self.block_start as u32,
                end: end as u32,
                container,
                chars: self.chars,
                linked: self.linked,
            });
            if self.page.blocks.len() > self.link_start + MAX_LINK_BLOCKS {
                self.forget_link();
            }
        }
        self.stopped |= self.page.blocks.len() >= MAX_BLOCKS;
        self.block_start = end;
        self.chars = 0;
        self.linked = 0;
    }

    /// Keeps the link of a block that is mostly one link.
    fn keep_link(&mut self) {
        let href = &self.block_href;
        let is_link = 2 * self.linked > self.chars && !href.is_empty();
        if is_link && href.len() <= MAX_ADDRESS && self.page.links.len() < MAX_LINKS {
            self.page.links.push(Link {
                block: self.page.blocks.len() as u32,
                href: std::mem::take(&mut self.block_href),
            });
        }
    }

    /// The container of the innermost open block-level element, recorded with all around it.
    fn container(&mut self) -> ContainerId {
        let first_new = self
            .stack
            .iter()
            .rposition(|open| open.container.is_some())
            .map_or(0, |i| i + 1);
        let mut parent = match first_new {
            0 => 0,
            i => self.stack[i - 1].container.unwrap_or(0),
        };
        for open in &mut self.stack[first_new..] {
            if !open.tag.is_block() {
                continue;
            }
            let id = self.page.containers.len() as ContainerId;
            self.page.containers.push(Container {
                parent,
                tag: open.tag,
                hints: open.start.hints,
                rule: open.start.rule,
                class: open.start.class,
            });
            open.container = Some(id);
            parent = id;
            #[cfg(feature = "markup")]
            if let Some(recorder) = &mut self.recorder {
                recorder.note_container(open.serial, id);
            }
        }
        parent
    }

    fn meta(&mut self, read: &TagReader<'_, '_, '_>) {
        let key = ["property", "name", "itemprop"]
            .iter()
            .find_map(|name| read.value(name));
        let Some(key) = key else {
            return;
        };
        if let Some(fact) = head::fact_of_meta(&key)
            && let Some(content) = read.text("content")
        {
            self.statements.note(fact, Precedence::Meta, content);
        } else if head::is_for_robots(&key)
            && let Some(content) = read.text("content")
        {
            self.page.head.noindex |= head::says_noindex(&content);
        } else if let gate @ [_, ..] = head::gate_of_meta(&key)
            && let Some(content) = read.text("content")
            && gate.iter().any(|value| content.eq_ignore_ascii_case(value))
        {
            self.statements.note_gate();
        } else if let Some(content) = read.value("content") {
            self.page.signs.note_meta(&key, &content);
        }
    }

    /// An `itemprop` whose value stands in another attribute.
    fn item_property(&mut self, read: &TagReader<'_, '_, '_>) {
        let fact = read
            .value("itemprop")
            .and_then(|properties| head::fact_of_property(&properties));
        let value = || read.text("content").or_else(|| read.text("datetime"));
        if let Some(fact) = fact
            && let Some(value) = value()
        {
            self.statements.note(fact, Precedence::ItemProp, value);
        }
    }

    fn link_element(&mut self, read: &TagReader<'_, '_, '_>) {
        let rel = read.value("rel").unwrap_or_default();
        let is = |name: &str| {
            let mut names = rel.split_ascii_whitespace();
            names.any(|rel| rel.eq_ignore_ascii_case(name))
        };
        let fact = match () {
            () if is("canonical") => Fact::Canonical,
            () if is("icon") => Fact::Favicon,
            () => return,
        };
        if let Some(href) = read.text("href") {
            self.statements.note(fact, Precedence::Link, href);
        }
    }

    fn finish(&mut self) -> Page {
        if self.is_in_template() {
            self.end_data(DataKind::Inert);
        }
        self.end_block();
        std::mem::take(&mut self.statements).fill(&mut self.page.head);
        #[cfg(feature = "markup")]
        if let Some(recorder) = self.recorder.take() {
            self.page.marks = Some(recorder.finish(self.page.blocks.len()));
        }
        std::mem::take(&mut self.page)
    }
}

/// Where a word first stands in a text. [`str::find`] is large wherever it is used, so it is used here.
#[inline(never)]
pub fn find(text: &str, word: &str) -> Option<usize> {
    text.find(word)
}

/// The first bytes of a text, at most so many.
fn start(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// What a script holds by its type, if it may be data.
fn kind_of_script(read: &TagReader<'_, '_, '_>) -> Option<DataKind> {
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

/// Length of the visible signs and single spaces that a text begins with, and how many signs they are; `space` tells
/// whether a space stands before, and is told whether the last of them is one. Signs are told by their first bytes, so
/// it ends before some that are visible, too.
fn plain_run(text: &str, space: &mut bool) -> (usize, u32) {
    let bytes = text.as_bytes();
    let (mut run, mut signs) = (0, 0);
    loop {
        // Sixteen bytes at once, up to the first that is not plain.
        while let Some(next) = Bytes::first(&bytes[run..]) {
            let spaces = next.places(b' ');
            let after_space = spaces << 1 | u32::from(*space);
            let plain = next.places_within(b' ', 0x7E) & !(spaces & after_space);
            let count = plain.trailing_ones() as usize;
            *space = after_space >> count & 1 == 1;
            signs += (((1 << count) - 1) & !spaces).count_ones();
            run += count;
            if count < WIDTH {
                break;
            }
        }
        // Without a branch at each end of a word, which no processor foresees.
        for &byte in &bytes[run..] {
            let is_space = byte == b' ';
            if !matches!(byte, b' '..=0x7E) | (is_space & *space) {
                break;
            }
            *space = is_space;
            signs += u32::from(!is_space);
            run += 1;
        }
        let length = match bytes[run..] {
            // Letters of Latin, Greek, Cyrillic, Hebrew, Arabic.
            [0xC3..=0xDF, ..] => 2,
            // Letters of India and Thailand; Han characters and Hangul.
            [0xE0 | 0xE4..=0xED, ..] => 3,
            // U+3000 is a space, kana and marks are none.
            [0xE3, 0x80, 0x80, ..] => break,
            [0xE3, ..] => 3,
            // Marks of full width, without U+FEFF.
            [0xEF, 0xBC | 0xBD, ..] => 3,
            _ => break,
        };
        *space = false;
        signs += 1;
        run += length;
    }
    (run, signs)
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{FEFF}'
}

/// Characters that show nothing: zero-width ones, soft hyphens, direction marks, controls.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}')
        || c.is_control()
}

/// Characters that show nothing themselves and shape what they stand between: words of Persian and Hindi, emoji. They
/// do nothing beside a Latin letter or a space.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Text with every run of whitespace made one space, and none at the ends.
pub fn collapse(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split(is_space).filter(|word| !word.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        // The common case is copied in one piece.
        let (plain, _) = plain_run(word, &mut false);
        out.push_str(&word[..plain]);
        for c in word[plain..].chars() {
            let shapes = is_joiner(c) && out.ends_with(|c: char| !c.is_ascii());
            if shapes || !is_invisible(c) {
                out.push(c);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// What fits no chunk is read byte by byte, and so is each character by itself.
        #[test]
        fn plain_text_is_read_alike_at_once_and_by_characters(
            text in "([a-z ]{0,12}|[A-Z0-9 ,.]{0,9}|[水é\u{3000}\u{200B}\t ~]{0,2}){0,8}",
            mut space in any::<bool>(),
        ) {
            let mut after = space;
            let mut one_by_one = (0, 0);
            for c in text.chars() {
                let (run, signs) = plain_run(c.encode_utf8(&mut [0; 4]), &mut after);
                one_by_one = (one_by_one.0 + run, one_by_one.1 + signs);
                if run == 0 {
                    break;
                }
            }
            prop_assert_eq!(plain_run(&text, &mut space), one_by_one);
            prop_assert_eq!(space, after);
        }
    }

    #[test]
    fn joiners_stay_where_they_shape_a_word() {
        let mut parser = Parser::new(&ReadOptions::default());
        let html = "<title>کتاب\u{200C}ها</title><p>\u{200C}می\u{200C}خوانم dam\u{200D}s be\u{AD}gin \u{200C}</p>";
        parser.write(html.as_bytes()).unwrap();
        let (page, _) = parser.end().unwrap();
        assert_eq!(page.head.title, "کتاب\u{200C}ها");
        assert_eq!(page.text, "می\u{200C}خوانم dams begin");
        assert_eq!(page.blocks[0].chars, 16);
    }
}
