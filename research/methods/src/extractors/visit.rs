//! The tags and texts of a page as they come, for the extractors that Offprint is measured against.

use lol_html::DocumentContentHandlers;
use lol_html::html_content::{Element, TextChunk, TextType};
use offprint::ReadOptions;
use offprint::internals::stream::handled;
use std::cell::RefCell;
use std::rc::Rc;

/// A start tag as a [`Visitor`] sees it.
pub struct StartTag<'a> {
    /// Grows from tag to tag.
    pub serial: u32,
    /// In lower case.
    pub name: &'a str,
    /// Names in lower case, values with their entities still encoded.
    pub attributes: &'a [(String, String)],
    /// Whether the element can have neither content nor an end tag.
    pub is_empty: bool,
    /// Bytes of the page before it.
    pub place: usize,
}

/// Receives the tags and texts of a page, in document order.
pub trait Visitor: 'static {
    /// A start tag. Returns whether to report the end of its element.
    fn open(&mut self, tag: StartTag<'_>) -> bool;
    /// The element with this serial ends `place` bytes into the page, by its end tag or by that of one
    /// around it, inner ones first. An end that a start tag implies is not reported.
    fn close(&mut self, serial: u32, place: usize);
    /// Part of a text, entities still encoded.
    fn text(&mut self, text: &str);
}

/// Hands the tags and texts of decoded HTML to a visitor and returns it. Texts that are not content
/// (scripts, styles, the title, comments) are left out.
///
/// # Complexity
/// Linear in the length of the page; the parser's memory is bounded by it.
pub fn visit<V: Visitor>(html: &str, visitor: V) -> V {
    let visitor = Rc::new(RefCell::new(visitor));
    let elements = {
        let visitor = Rc::clone(&visitor);
        let mut serial = 0;
        move |element: &mut Element<'_, '_>| {
            serial += 1;
            let attributes: Vec<_> =
                element.attributes().iter().map(|attribute| (attribute.name(), attribute.value())).collect();
            let name = element.tag_name();
            let reports_end = visitor.borrow_mut().open(StartTag {
                serial,
                name: &name,
                attributes: &attributes,
                is_empty: !element.can_have_content(),
                place: element.source_location().bytes().start,
            });
            if reports_end && let Some(handlers) = element.end_tag_handlers() {
                let visitor = Rc::clone(&visitor);
                handlers.push(Box::new(move |end| {
                    let tag = end.source_location().bytes();
                    let place = if end.name() == name { tag.end } else { tag.start };
                    visitor.borrow_mut().close(serial, place);
                    Ok(())
                }));
            }
            Ok(())
        }
    };
    let text = {
        let visitor = Rc::clone(&visitor);
        move |chunk: &mut TextChunk<'_>| {
            if chunk.text_type() == TextType::Data {
                visitor.borrow_mut().text(chunk.as_str());
            }
            Ok(())
        }
    };
    let most = html.len().max(ReadOptions::default().max_bytes);
    let texts = DocumentContentHandlers::default().text(text);
    let mut rewriter = handled(most, elements, texts, Box::new(|_| {}));
    // Where the parser gives up, the page ends.
    let _ = rewriter.write(html.as_bytes()).and_then(|()| rewriter.end());
    let visitor = Rc::into_inner(visitor).expect("the rewriter and its handlers are gone");
    visitor.into_inner()
}
