//! A page with its inline elements and its markup measured, as plain data, for extractors that
//! judge elements by their look or by the share of their source that is text.
//!
//! A [`Page`](offprint::internals::block::Page) has neither, and the default extractor needs neither; so this is
//! made on request, from decoded HTML, and never in the WebAssembly.

use super::look::Look;
use super::visit::{StartTag, Visitor, visit};
use offprint::internals::characters::collapse;
use offprint::internals::entity::{self, Context};
use offprint::internals::tag::Tag;

/// Elements deeper than this add their text to the one at the limit.
const MAX_DEPTH: usize = 1024;

/// The elements and texts of a page, in document order.
#[derive(Debug, Clone, Default)]
pub(super) struct Markup {
    /// Parents before children; the first is the document.
    pub elements: Vec<Element>,
    pub texts: Vec<Text>,
}

#[derive(Debug, Clone, Default)]
pub(super) struct Element {
    /// The element around it; the document is its own parent.
    pub parent: usize,
    /// Characters of its source, from its start tag to its end tag.
    pub source: usize,
    /// What its text looks like.
    pub look: Look,
}

/// A run of text without a tag in it.
#[derive(Debug, Clone)]
pub(super) struct Text {
    /// The element around it.
    pub element: usize,
    /// Texts of one line have neither a block-level tag nor a line break between them.
    pub line: usize,
    /// Whether it is in a link.
    pub linked: bool,
    /// Entities decoded, white space as in the source.
    pub text: String,
    /// Characters that are not white space.
    pub chars: usize,
}

impl Markup {
    /// Takes a page apart.
    ///
    /// # Complexity
    /// Linear in the length of the page, in time and memory.
    pub fn of(html: &str) -> Markup {
        visit(html, Builder::new(html)).end()
    }

    /// The texts that are kept, line by line; lines without text are left out.
    pub fn text(&self, kept: impl Fn(&Text) -> bool) -> String {
        let kept: Vec<&Text> = self.texts.iter().filter(|text| kept(text)).collect();
        let lines = kept.chunk_by(|a, b| a.line == b.line).map(|line| {
            let parts: String = line.iter().map(|text| text.text.as_str()).collect();
            collapse(&parts)
        });
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }
}

/// An open element.
struct Open {
    serial: u32,
    tag: Tag,
    element: usize,
    /// Characters of the page before its start tag.
    start: usize,
    /// Where the nearest block-level element lies in the stack: this one or one around it.
    block: usize,
    linked: bool,
    skipped: bool,
}

/// Gathers elements and texts from the tags of a page.
struct Builder {
    markup: Markup,
    html: String,
    /// Bytes of `html` whose characters are counted, and their count.
    place: usize,
    chars: usize,
    /// The first is the document and stays.
    stack: Vec<Open>,
    line: usize,
    /// The current text, entities still encoded.
    raw: String,
}

impl Builder {
    fn new(html: &str) -> Builder {
        let document =
            Open { serial: 0, tag: Tag::Html, element: 0, start: 0, block: 0, linked: false, skipped: false };
        Builder {
            markup: Markup { elements: vec![Element::default()], texts: Vec::new() },
            html: html.to_owned(),
            place: 0,
            chars: 0,
            stack: vec![document],
            line: 0,
            raw: String::new(),
        }
    }

    /// Characters of the page before a place; places only grow.
    fn chars_before(&mut self, place: usize) -> usize {
        if let Some(passed) = self.html.get(self.place..place) {
            self.chars += passed.chars().count();
            self.place = place;
        }
        self.chars
    }

    fn innermost(&self) -> &Open {
        self.stack.last().expect("the document is never closed")
    }

    fn end_text(&mut self) {
        if self.raw.is_empty() {
            return;
        }
        let raw = std::mem::take(&mut self.raw);
        let open = self.innermost();
        let (element, linked) = (open.element, open.linked);
        if open.skipped {
            return;
        }
        let text = entity::decode(&raw, Context::Text).into_owned();
        self.markup.texts.push(Text {
            element,
            line: self.line,
            linked,
            chars: text.chars().filter(|c| !c.is_whitespace()).count(),
            text,
        });
    }

    /// Closes the element at this place of the stack, which is not the first, and all inside it.
    fn close_from(&mut self, index: usize, end: usize) {
        for open in self.stack.drain(index..) {
            self.markup.elements[open.element].source = end - open.start;
            self.line += usize::from(open.tag.is_block());
        }
    }

    fn end(mut self) -> Markup {
        self.end_text();
        let end = self.chars_before(self.html.len());
        self.close_from(1, end);
        self.markup.elements[0].source = end;
        self.markup
    }
}

impl Visitor for Builder {
    fn open(&mut self, start: StartTag<'_>) -> bool {
        self.end_text();
        let tag = Tag::from_name(start.name.as_bytes());
        let chars = self.chars_before(start.place);
        self.line += usize::from(tag.is_block() || tag == Tag::Br);
        loop {
            let block = self.innermost().block;
            if block == 0 || !self.stack[block].tag.is_ended_by(tag) {
                break;
            }
            self.close_from(block, chars);
        }
        if start.is_empty || self.stack.len() >= MAX_DEPTH {
            return false;
        }
        let around = self.innermost();
        let parent = around.element;
        let open = Open {
            serial: start.serial,
            tag,
            element: self.markup.elements.len(),
            start: chars,
            block: if tag.is_block() { self.stack.len() } else { around.block },
            linked: around.linked || tag == Tag::A && start.attributes.iter().any(|(name, _)| name == "href"),
            skipped: around.skipped || tag.is_skipped(),
        };
        let look = self.markup.elements[parent].look.inside(&start);
        self.markup.elements.push(Element { parent, source: 0, look });
        self.stack.push(open);
        true
    }

    fn close(&mut self, serial: u32, place: usize) {
        self.end_text();
        let end = self.chars_before(place);
        // It is closed already if a start tag implied its end.
        if let Ok(index) = self.stack.binary_search_by_key(&serial, |open| open.serial) {
            self.close_from(index, end);
        }
    }

    fn text(&mut self, text: &str) {
        self.raw.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(html: &str) -> String {
        Markup::of(html).text(|_| true)
    }

    fn sources(html: &str) -> Vec<usize> {
        let elements = Markup::of(html).elements;
        elements.iter().map(|element| element.source).collect()
    }

    #[test]
    fn lines_end_at_blocks_and_breaks() {
        assert_eq!(all("a <b>b</b>c<br>d<div>e</div>f<p>g<p>h"), "a bc\nd\ne\nf\ng\nh");
        assert_eq!(all("a&amp;b &#20013;\n c"), "a&b 中 c");
        assert_eq!(all("a<select><option>b</select><svg><text>c</text></svg><noscript>d</noscript>e"), "ae");
    }

    #[test]
    fn the_source_of_an_element_is_measured_in_characters() {
        assert_eq!(sources("<p>水库</p>a"), [10, 9]);
        // An end that is implied lies where the next start tag begins, or at the end of the page.
        assert_eq!(sources("<p>ab<p>c"), [9, 5, 4]);
        assert_eq!(sources("<ul><li><b>a<li>b</ul>c"), [23, 22, 8, 4, 5]);
        assert_eq!(sources("a<br><img>b"), [11]);
    }

    #[test]
    fn a_link_ends_with_its_element() {
        let linked = |html: &str| -> Vec<bool> {
            let texts = Markup::of(html).texts;
            texts.iter().map(|text| text.linked).collect()
        };
        assert_eq!(linked("<p>a<a href=/>b<b>c</b></a>d<a name=x>e"), [false, true, true, false, false]);
        assert_eq!(linked("<p><a href=/>b</p>c"), [true, false]);
    }

    #[test]
    fn hostile_pages_take_linear_time() {
        for part in ["<b>", "<p>", "<div>", "<a href=/>", "<li><b>", "</b>", "<p><b></p>", "水<"] {
            all(&part.repeat(1 << 14));
        }
    }
}
