//! The article with its structure, as Markdown and as HTML: a pure function of a [`Page`], its [`Marks`] and its
//! [`Body`].
//!
//! Both are written from one tree ([`tree`]), which has only what both formats can express: headings, paragraphs,
//! lists, quotations, code, formulas, data tables, pictures, links, and marked text. No markup of the page is passed
//! on, and its text remains text: it is escaped wherever it could be taken for markup. Addresses are web addresses, or
//! relative if the address of the page is unknown.

mod escape;
mod formula;
mod html;
mod inline;
mod lists;
mod markdown;
mod nodes;
mod table;
mod tree;

use crate::article::Markup;
use crate::extract::body::Body;
use crate::markup::lists::Lists;
use crate::markup::nodes::Node;
use crate::parse::Structure;
use crate::parse::block::Page;
use crate::parse::marks::{Inline, Marks};

/// Renders the kept parts of a page, with addresses relative to `base`. The lists contain all links and images, even if
/// Markdown and HTML omit some.
///
/// # Complexity
/// The complexity of [`choose`](crate::extract::body::choose()): linear in the blocks times the depth of their
/// containers.
pub fn render(page: &Page, marks: &Marks, body: &Body, base: &str, without: &[Structure]) -> Markup {
    let nodes = tree::nodes(page, marks, body, base, true);
    let Lists { links, images, .. } = Lists::new(&nodes, base);
    let markup = |nodes: &[Node]| Markup {
        markdown: markdown::write(nodes),
        html: html::write(nodes),
        links,
        images,
        comments: body.comments(page),
    };
    if without.is_empty() {
        return markup(&nodes);
    }
    let mut marks = marks.clone();
    if without.contains(&Structure::Links) {
        marks.spans.retain(|span| !matches!(span.inline, Inline::Link(_)));
    }
    if without.contains(&Structure::Images) {
        marks.images.clear();
    }
    let has_tables = !without.contains(&Structure::Tables);
    markup(&tree::nodes(page, &marks, body, base, has_tables))
}
