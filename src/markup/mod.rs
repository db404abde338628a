//! The article with its structure, as Markdown and as HTML: a pure function of a [`Page`], its [`Marks`] and its
//! [`Body`].
//!
//! Both are written of one tree ([`tree`]), which holds only what both can say: headings, paragraphs, lists,
//! quotations, code, tables of data, pictures, links, and what is strong or emphasised. So no markup of the page is
//! passed on, and what a page says in its text stays text: it is escaped wherever it could be taken for markup.
//! Addresses are those of the web, or relative where the address of the page is not known.

mod html;
mod inline;
mod markdown;
mod tree;

use crate::article::Markup;
use crate::extract::body::Body;
use crate::parse::block::Page;
use crate::parse::marks::Marks;

/// What is kept of a page, with addresses relative to `base`.
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
