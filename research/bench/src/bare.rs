//! The parser alone, which bounds the speed of any streaming reader.

use lol_html::html_content::{Doctype, Element, TextChunk};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HandlerResult, HtmlRewriter, MemorySettings, Settings,
};
use offprint::ReadOptions;
use std::borrow::Cow;
use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

/// Bytes handed to the parser at a time, as Offprint does.
const WINDOW: usize = 16 * 1024;

/// The parser alone, which reports every start tag and the doctype: all that Offprint needs of it.
pub fn start_tags(page: &[u8]) {
    let seen = Rc::new(Cell::new(0usize));
    let elements = {
        let seen = Rc::clone(&seen);
        move |_: &mut Element<'_, '_>| {
            seen.set(seen.get() + 1);
            Ok(())
        }
    };
    let doctype = |_: &mut Doctype<'_>| Ok(());
    let others = DocumentContentHandlers::default().doctype(doctype);
    parse(page, elements, others);
    black_box(seen.get());
}

/// The parser alone, which reports every start tag, end tag and text.
pub fn all_tokens(page: &[u8]) {
    let seen = Rc::new(Cell::new(0usize));
    let count = |seen: &Cell<usize>, n| seen.set(seen.get() + n);
    let elements = {
        let seen = Rc::clone(&seen);
        move |element: &mut Element<'_, '_>| {
            count(&seen, 1);
            let seen = Rc::clone(&seen);
            if let Some(handlers) = element.end_tag_handlers() {
                handlers.push(Box::new(move |_| {
                    count(&seen, 1);
                    Ok(())
                }));
            }
            Ok(())
        }
    };
    let text = {
        let seen = Rc::clone(&seen);
        move |chunk: &mut TextChunk<'_>| {
            count(&seen, chunk.as_str().len());
            Ok(())
        }
    };
    parse(page, elements, DocumentContentHandlers::default().text(text));
    black_box(seen.get());
}

fn parse(
    page: &[u8],
    elements: impl FnMut(&mut Element<'_, '_>) -> HandlerResult + 'static,
    document: DocumentContentHandlers<'_>,
) {
    let mut rewriter = HtmlRewriter::new(
        Settings::new()
            .with_strict(false)
            .with_memory_settings(
                MemorySettings::new()
                    .with_max_allowed_memory_usage(ReadOptions::default().max_bytes)
                    .with_graceful_bail_out_on_memory_limit_exceeded(true),
            )
            .append_element_content_handler((
                Cow::Owned("*".parse().expect("the universal selector")),
                ElementContentHandlers::default().element(elements),
            ))
            .append_document_content_handler(document),
        |_: &[u8]| {},
    );
    for window in page.chunks(WINDOW) {
        rewriter.write(window).expect("a page within the limits");
    }
    rewriter.end().expect("a page within the limits");
}
