//! The links and images of an article as lists, from the same tree as its Markdown.

use crate::article::{BodyImage, PageLink};
use crate::markup::inline::{Line, Picture, Run};
use crate::markup::nodes::Node;

const MAX_LINKS: usize = 1000;
const MAX_IMAGES: usize = 200;

/// The links and images found so far, in document order.
pub struct Lists<'a> {
    base: &'a str,
    pub links: Vec<PageLink>,
    pub images: Vec<BodyImage>,
}

impl Lists<'_> {
    /// Lists the links and images of a page at `base`.
    pub fn new<'a>(nodes: &[Node], base: &'a str) -> Lists<'a> {
        let mut lists = Lists { base, links: Vec::new(), images: Vec::new() };
        lists.nodes(nodes);
        lists
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Heading(_, line) => self.line(line),
            Node::Paragraph(lines) => self.lines(lines),
            Node::Code(_) => {}
            Node::Figure(picture, captions) => {
                let caption: Vec<String> = captions.iter().map(|line| text(line)).collect();
                self.image(picture, Some(caption.join(" ")));
                self.lines(captions);
            }
            Node::Quote(nodes) => self.nodes(nodes),
            Node::List { items, .. } => items.iter().for_each(|item| self.nodes(&item.nodes)),
            Node::Description(parts) => parts.iter().for_each(|part| self.nodes(&part.nodes)),
            Node::Table(table) => {
                self.nodes(&table.caption);
                let cells = table.rows.iter().flatten();
                cells.for_each(|cell| self.nodes(&cell.nodes));
            }
        }
    }

    fn nodes(&mut self, nodes: &[Node]) {
        nodes.iter().for_each(|node| self.node(node));
    }

    fn lines(&mut self, lines: &[Line]) {
        lines.iter().for_each(|line| self.line(line));
    }

    fn line(&mut self, line: &[Run]) {
        for run in line {
            match run {
                Run::Text(_) | Run::Code(_) | Run::Formula(_) => {}
                Run::Picture(picture) => self.image(picture, None),
                Run::Strong(inside) | Run::Emphasis(inside) | Run::Subscript(inside) | Run::Superscript(inside) => {
                    self.line(inside)
                }
                Run::Link(href, inside) => {
                    self.link(href, text(inside));
                    self.line(inside);
                }
            }
        }
    }

    /// Whether an address leads to another place on the same page.
    fn is_inside(&self, href: &str) -> bool {
        href.starts_with('#') || href.contains('#') && href.split('#').next() == self.base.split('#').next()
    }

    fn link(&mut self, href: &str, text: String) {
        if self.links.len() < MAX_LINKS && !self.is_inside(href) {
            let href = href.to_owned();
            self.links.push(PageLink { text, href });
        }
    }

    fn image(&mut self, picture: &Picture, caption: Option<String>) {
        if picture.is_embedded {
            self.link(&picture.src, picture.label().to_owned());
        } else if !picture.src.is_empty() && self.images.len() < MAX_IMAGES {
            self.images.push(BodyImage {
                src: picture.src.clone(),
                alt: picture.alt.to_owned(),
                caption: caption.filter(|caption| !caption.is_empty()),
            });
        }
    }
}

/// The text of a line; a picture counts with its description.
fn text(line: &[Run]) -> String {
    line.iter()
        .map(|run| match run {
            Run::Text(text) | Run::Code(text) => (*text).to_owned(),
            Run::Formula(formula) => formula.written.to_owned(),
            Run::Picture(picture) => picture.alt.to_owned(),
            Run::Strong(inside)
            | Run::Emphasis(inside)
            | Run::Subscript(inside)
            | Run::Superscript(inside)
            | Run::Link(_, inside) => text(inside),
        })
        .collect()
}
