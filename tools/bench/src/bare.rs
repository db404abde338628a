//! What bounds a reader that streams: its parser, alone.

use lol_html::html_content::{Element, TextChunk};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, MemorySettings, Settings,
};
use offprint::ReadOptions;
use std::borrow::Cow;
use std::cell::Cell;
use std::hint::black_box;
use std::rc::Rc;

/// Bytes handed to the parser at a time, as Offprint does.
const WINDOW: usize = 16 * 1024;

/// The parser alone, told of every start tag, end tag and text.
pub fn bare(page: &[u8]) {
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
            .append_document_content_handler(DocumentContentHandlers::default().text(text)),
        |_: &[u8]| {},
    );
    for window in page.chunks(WINDOW) {
        rewriter.write(window).expect("a page within the limits");
    }
    rewriter.end().expect("a page within the limits");
    black_box(seen.get());
}
