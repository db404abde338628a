//! The body as the largest group of text that looks the same.
//!
//! Source: Liu Siwei, Zhang Yi, Xia Yongming, Qian Songrong (Fudan University), "Web page
//! de-duplication based on HTML tags and long sentences", Microcomputer Applications 25(8), 2009.
//! Furniture and article differ in font, size, colour and style, all set by tags; and of all that
//! looks the same, the article is the most. So links are removed with their text, the rest is grouped
//! by identical format, and the group with the most characters is the body.
//!
//! Two texts have an *identical format* if they look the same, whatever their markup ([`Look`]): size,
//! colour, family, bold and italic type as the tags of HTML set them, `<font>` and `style` among them.
//! A style sheet is not read, so a class does not count. With the tags and classes of all elements
//! around a text as part of its format, and bold and italic type not, the pairs of pages that
//! `evaluate` measures were distinguished better; but that is no longer what the paper has. Characters
//! are counted without white space; of equal groups the earlier is taken.
//!
//! The paper accepts that sub-headings and very short articles are lost. It then drops the first and
//! last tenth of the body, so as to keep a reprinter's additions out of the features; that belongs to
//! the features, not to the text, and is not done here.

use super::look::Look;
use lol_html::DocumentContentHandlers;
use lol_html::html_content::{Element, TextChunk, TextType};
use offprint::ReadOptions;
use offprint::internals::characters::collapse;
use offprint::internals::entity::{self, Context};
use offprint::internals::stream::handled;
use offprint::internals::tag::Tag;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// Elements deeper than this add their text to the one at the limit.
const MAX_DEPTH: usize = 1024;

/// The largest group of text in one format, without links.
///
/// # Complexity
/// Linear in the length of the page, in time and memory.
///
/// ```
/// use offprint_methods::extractors::format_group;
/// let page = "<p style='color:gray'>News</p><p>The <a href=/dam>dam</a> is full.<p>It will hold.";
/// assert_eq!(format_group(page), "The is full.\nIt will hold.");
/// // Not found: text of the article that looks different.
/// assert_eq!(format_group("<p>The dam is <b>nearly</b> full.<h2>Fine!</h2>"), "The dam is full.");
/// ```
pub fn format_group(html: &str) -> String {
    let texts = texts(html);
    let mut groups: HashMap<Look, usize> = HashMap::new();
    for text in &texts {
        *groups.entry(text.look).or_default() += text.text.chars().filter(|c| !c.is_whitespace()).count();
    }
    // The last of the maxima is returned, so the first comes last.
    let Some(largest) = texts.iter().rev().map(|text| text.look).max_by_key(|look| groups[look]) else {
        return String::new();
    };
    let kept: Vec<&Text> = texts.iter().filter(|text| text.look == largest).collect();
    let lines = kept.chunk_by(|a, b| a.line == b.line).map(|line| {
        let parts: String = line.iter().map(|text| text.text.as_str()).collect();
        collapse(&parts)
    });
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// A run of text without a tag in it.
struct Text {
    look: Look,
    /// Texts of one line have neither a block-level tag nor a line break between them.
    line: usize,
    /// Entities decoded, white space as in the source.
    text: String,
}

/// An open element.
struct Open {
    serial: u32,
    tag: Tag,
    look: Look,
    /// Where the nearest block-level element lies in the stack: this one or one around it.
    block: usize,
    /// Whether its text counts: links and scripts do not.
    counts: bool,
}

/// Gathers the texts of a page.
struct Builder {
    texts: Vec<Text>,
    /// The first is the document and stays.
    stack: Vec<Open>,
    /// Start tags so far.
    serial: u32,
    line: usize,
    /// The current text, entities still encoded.
    raw: String,
}

/// The texts of decoded HTML outside links, in document order.
fn texts(html: &str) -> Vec<Text> {
    let document = Open { serial: 0, tag: Tag::Html, look: Look::default(), block: 0, counts: true };
    let builder = Builder { texts: Vec::new(), stack: vec![document], serial: 0, line: 0, raw: String::new() };
    let builder = Rc::new(RefCell::new(builder));
    let elements = {
        let builder = Rc::clone(&builder);
        move |element: &mut Element<'_, '_>| {
            let opened = builder.borrow_mut().open(element);
            if let Some((serial, handlers)) = opened.zip(element.end_tag_handlers()) {
                let builder = Rc::clone(&builder);
                handlers.push(Box::new(move |_| {
                    builder.borrow_mut().close(serial);
                    Ok(())
                }));
            }
            Ok(())
        }
    };
    let text = {
        let builder = Rc::clone(&builder);
        move |chunk: &mut TextChunk<'_>| {
            if chunk.text_type() == TextType::Data {
                builder.borrow_mut().raw.push_str(chunk.as_str());
            }
            Ok(())
        }
    };
    let most = html.len().max(ReadOptions::default().max_bytes);
    let handlers = DocumentContentHandlers::default().text(text);
    let mut rewriter = handled(most, elements, handlers, Box::new(|_| {}));
    // Where the parser gives up, the page ends.
    let _ = rewriter.write(html.as_bytes()).and_then(|()| rewriter.end());
    let mut builder = Rc::into_inner(builder).expect("the rewriter and its handlers are gone").into_inner();
    builder.end_text();
    builder.texts
}

impl Builder {
    fn innermost(&self) -> &Open {
        self.stack.last().expect("the document is never closed")
    }

    /// A start tag. Returns the number of its element, if that has an end.
    fn open(&mut self, element: &Element<'_, '_>) -> Option<u32> {
        self.end_text();
        self.serial += 1;
        let tag = Tag::from_name(element.tag_name().as_bytes());
        self.line += usize::from(tag.is_block() || tag == Tag::Br);
        loop {
            let block = self.innermost().block;
            if block == 0 || !self.stack[block].tag.is_ended_by(tag) {
                break;
            }
            self.close_from(block);
        }
        if !element.can_have_content() || self.stack.len() >= MAX_DEPTH {
            return None;
        }
        let around = self.innermost();
        let is_link = tag == Tag::A && element.has_attribute("href");
        let open = Open {
            serial: self.serial,
            tag,
            look: around.look.inside(element),
            block: if tag.is_block() { self.stack.len() } else { around.block },
            counts: around.counts && !is_link && !tag.is_skipped(),
        };
        self.stack.push(open);
        Some(self.serial)
    }

    /// The element with this number ends, by its end tag or by that of one around it, inner ones first.
    fn close(&mut self, serial: u32) {
        self.end_text();
        // It is closed already if a start tag implied its end.
        if let Ok(index) = self.stack.binary_search_by_key(&serial, |open| open.serial) {
            self.close_from(index);
        }
    }

    /// Closes the element at this place of the stack, which is not the first, and all inside it.
    fn close_from(&mut self, index: usize) {
        let closed = self.stack.drain(index..);
        self.line += closed.filter(|open| open.tag.is_block()).count();
    }

    fn end_text(&mut self) {
        let raw = std::mem::take(&mut self.raw);
        let &Open { look, counts, .. } = self.innermost();
        if counts && !raw.is_empty() {
            let text = entity::decode(&raw, Context::Text).into_owned();
            self.texts.push(Text { look, line: self.line, text });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_look_with_most_characters_is_the_body() {
        let page = "<h1>News of the day</h1><div><p>One two three.</p><p>Four five six.</p></div>";
        assert_eq!(format_group(page), "One two three.\nFour five six.");
        let page = "<h1>News of the day and of all days</h1><div><p>One two.</p></div>";
        assert_eq!(format_group(page), "News of the day and of all days");
    }

    #[test]
    fn links_go_with_their_text() {
        let page = "<p><a href=/1>A very long title of another article</a></p><p>One <a>two</a> three.</p>";
        assert_eq!(format_group(page), "One two three.");
        assert_eq!(format_group("<p><a href=/><b>All of it</b></a>"), "");
    }

    #[test]
    fn an_unequal_look_is_another_format() {
        for other in [
            "<font color=red>Long and red it is</font>",
            "<font size=5>Long and large it is</font>",
            "<font face=Arial>Long and plain it is</font>",
            "<span style='FONT-SIZE: 9px'>Long and small it is</span>",
            "<span style='color: red'>Long and red it is</span>",
            "<b>Long and bold it is</b>",
            "<span style='font-weight: bold'>Long and bold it is</span>",
            "<em>Long and slanted it is</em>",
            "<h2>Long and large it is</h2>",
        ] {
            assert_eq!(format_group(&format!("<p>Short. {other}")), collapsed(other), "{other}");
        }
        for same in [
            "<span>Long as it is</span>",
            "<font size=3>Long as it is</font>",
            "<font color=#000000>Long as it is</font>",
            "<span style='font-weight: normal'>Long as it is</span>",
            "<span class=name style='margin: 0'>Long as it is</span>",
            "<font>Long as it is</font>",
            "<a name=x>Long as it is</a>",
        ] {
            let text = format!("Short. {}", collapsed(same));
            assert_eq!(format_group(&format!("<p>Short. {same}")), text);
        }
    }

    #[test]
    fn one_look_may_be_written_in_many_ways() {
        for [a, b] in [
            ["<font color=black>X</font>", "<font color='#000000'>X</font>"],
            ["<font color=red>X</font>", "<span style='color:rgb(255, 0, 0)'>X</span>"],
            ["<font color=#F00>X</font>", "<span style='COLOR: #ff0000 !important'>X</span>"],
            ["<b>X</b>", "<span style='font-weight: 700'>X</span>"],
            ["<strong><i>X</i></strong>", "<em><b>X</b></em>"],
            ["<i>X</i>", "<span style='font: italic 16px/24px'>X</span>"],
            ["<font size=2>X</font>", "<span style='font-size: 13px'>X</span>"],
            ["<font size='-1'>X</font>", "<span style='font-size:small'>X</span>"],
            ["<span style='font-size:12pt'>X</span>", "<span style='font-size:1em'>X</span>"],
            ["<font face=\"Arial, sans\">X</font>", "<span style='font-family:\"arial\"'>X</span>"],
            ["<font color=red><p>X</p></font>", "<p><font color=red>X</font></p>"],
        ] {
            let page = format!("<h3>Short it is.</h3><div>{a}</div><div>{b}</div>");
            let group = format_group(&page.replace('X', "Long as it is"));
            assert_eq!(group, "Long as it is\nLong as it is", "{a} {b}");
        }
    }

    /// The text of one element without others in it.
    fn collapsed(element: &str) -> String {
        let text = element.split(['<', '>']).nth(2).expect("an element");
        text.to_owned()
    }

    #[test]
    fn order_and_case_of_what_is_stated_do_not_count() {
        let page = "<p style='color:red;font-size:9px'>One.</p>\
            <p style='font-size: 9px; color: RED;'>Two.</p><b>Six.</b>";
        assert_eq!(format_group(page), "One.\nTwo.");
    }

    #[test]
    fn lines_end_at_blocks_and_breaks() {
        assert_eq!(format_group("a <span>b</span>c<br>d<div>e</div>f<p>g<p>h"), "a bc\nd\ne\nf\ng\nh");
        assert_eq!(format_group("a&amp;b &#20013;\n c"), "a&b 中 c");
        let skipped = "a<select><option>b</select><svg><text>c</text></svg><noscript>d</noscript>e";
        assert_eq!(format_group(skipped), "ae");
    }

    #[test]
    fn a_link_ends_with_its_element() {
        assert_eq!(format_group("<p><a href=/>b</p>c"), "c");
        assert_eq!(format_group("<p>a<a href=/>b<i>c</i></a>d<a name=x>e"), "ade");
    }

    #[test]
    fn hostile_pages_take_linear_time() {
        for part in ["<b>", "<p>", "<div>", "<a href=/>", "<li><b>", "</b>", "<p><b></p>", "水<"] {
            format_group(&part.repeat(1 << 14));
        }
    }

    #[test]
    fn of_equal_groups_the_earlier_is_taken() {
        assert_eq!(format_group("<p>abc</p><h2>abd</h2>"), "abc");
        assert_eq!(format_group(""), "");
    }
}
