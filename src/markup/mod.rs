//! The article with its structure, as Markdown and as HTML: a pure function of a [`Page`], its [`Marks`] and its
//! [`Body`].
//!
//! Both are written from one tree ([`tree`]), which holds only what both formats can express: headings, paragraphs,
//! lists, quotations, code, data tables, pictures, links, and strong or emphasised text. So no markup of the page is
//! passed on, and its text remains text: it is escaped wherever it could be taken for markup. Addresses are web
//! addresses, or relative if the address of the page is unknown.

mod html;
mod inline;
mod markdown;
mod tree;

use crate::article::Markup;
use crate::extract::body::Body;
use crate::parse::block::Page;
use crate::parse::marks::Marks;

/// The kept parts of a page, with addresses relative to `base`.
///
/// # Complexity
/// As [`choose`](crate::extract::body::choose()): linear in the blocks times the depth of their containers.
pub fn of(page: &Page, marks: &Marks, body: &Body, base: &str) -> Markup {
    let nodes = tree::nodes(page, marks, body, base);
    Markup {
        markdown: markdown::write(&nodes),
        html: html::write(&nodes),
    }
}
