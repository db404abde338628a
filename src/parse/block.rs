//! The result of the streaming pass: blocks of text and their containers, as plain data.
//!
//! Every later stage is a pure function of a [`Page`]. There is no DOM: inline markup is dropped, elements without text
//! leave no trace, and all text is in one string.

use crate::decode::charset::CharsetSource;
use crate::parse::head::Head;
use crate::parse::marks::Marks;
use crate::parse::noise::{Hints, Rule};
use crate::parse::signs::{DeclaredType, Signs};
use crate::parse::tag::Tag;
use std::ops::Range;

/// Index of a [`Container`] in [`Page::containers`].
pub type ContainerId = u32;

/// A page after the streaming pass.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The text of all blocks, one after the other.
    pub text: String,
    /// Runs of text between block-level tags or line breaks, in document order.
    pub blocks: Vec<Block>,
    /// The block-level elements that hold text, parents before children; the first is the document.
    pub containers: Vec<Container>,
    /// The links that blocks consist of, in document order; at most [`MAX_LINKS`].
    pub links: Vec<Link>,
    /// Where inline elements begin or end inside short blocks, in bytes of [`text`](Self::text).
    pub edges: Vec<u32>,
    /// What the page states about itself.
    pub head: Head,
    /// What its tags indicate about its kind.
    pub signs: Signs,
    /// The data that the page carries, in document order; at most [`MAX_DATA`] bytes.
    pub data: Vec<Data>,
    /// If the blocks come from the page's data: those that state who wrote each post, and when.
    pub bylines: Vec<Range<usize>>,
    /// Inline markup, pictures and the like, if requested ([`ReadOptions::markup`](super::ReadOptions)).
    pub marks: Option<Marks>,
    /// Name of the charset in the WHATWG Encoding Standard.
    pub charset: &'static str,
    /// What determined the charset.
    pub charset_source: Option<CharsetSource>,
    /// The media type if it is not a page ([`media_type`](crate::media_type)); then none of it is read.
    pub media_type: Option<&'static str>,
    /// Characters that do not occur in text: controls, and bytes that could not be decoded.
    pub unreadable: u32,
    /// Bytes read, at most the reader's limit.
    pub bytes: usize,
    /// Whether reading stopped before the end of the page, at a limit on bytes, blocks or memory.
    pub truncated: bool,
}

/// A page is not text if one character in this many is unreadable: it is an image or an archive sent as HTML, or text
/// in a charset that could not be detected. Larger: stricter.
const UNREADABLE: u32 = 30;

/// A run of text between block-level tags or line breaks.
#[derive(Debug, Clone)]
pub struct Block {
    /// Where the text begins in [`Page::text`], in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// The nearest block-level element around it.
    pub container: ContainerId,
    /// Letters, digits and signs, without spaces.
    pub chars: u32,
    /// How many of `chars` are inside links.
    pub linked: u32,
}

/// Most links kept from a page: enough for a long front page.
pub const MAX_LINKS: usize = 1000;
/// Longest address of a link that is kept, in bytes.
pub const MAX_ADDRESS: usize = 512;

/// A block that is one link, or a link and a few more words.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its index in [`Page::blocks`].
    pub block: u32,
    /// Its address, as written, with character references.
    pub href: String,
}

/// Most bytes of data kept from a page; most pages carry less. Larger: the articles of more script-generated pages are
/// read, and any page can take this much more memory.
pub const MAX_DATA: usize = 512 * 1024;

/// Text of an element that browsers do not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// The kind of text.
    pub kind: DataKind,
    /// As in the page; cut off if there was no room.
    pub text: String,
}

/// Kinds of data in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataKind {
    /// `<script type="application/ld+json">`.
    JsonLd,
    /// A script of another JSON type, or an attribute that holds JSON.
    Json,
    /// Executable code that contains data.
    Code,
    /// The markup in a `<noscript>`, or those parts of a `<template>` that mark where its paragraphs begin.
    Inert,
}

/// A block-level element.
#[derive(Debug, Clone)]
pub struct Container {
    /// The container around it; the document is its own parent.
    pub parent: ContainerId,
    /// Its tag.
    pub tag: Tag,
    /// Kinds of content that its class and id words indicate.
    pub hints: Hints,
    /// The rule that classifies this element as noise by its start tag alone.
    pub rule: Option<Rule>,
    /// A hash of its class and id words, equal for elements that look alike.
    pub class: u32,
}

impl Page {
    /// Whether the page states that it is an article and does not state that it is a thread.
    pub fn states_article(&self) -> bool {
        let states = |kind: DeclaredType| self.signs.stated[kind as usize] > 0;
        let is_thread = states(DeclaredType::Thread) || states(DeclaredType::ForumSoftware);
        (self.signs.is_article || states(DeclaredType::Article)) && !is_thread
    }

    /// The text of a block: whitespace collapsed, entities decoded.
    pub fn text_of(&self, block: &Block) -> &str {
        &self.text[block.start as usize..block.end as usize]
    }

    /// The texts inside and between the inline elements of a short block; the whole text of a long one.
    pub fn parts(&self, block: &Block) -> impl Iterator<Item = &str> {
        let first = self.edges.partition_point(|&edge| edge <= block.start);
        let inside = self.edges[first..].iter().take_while(|&&edge| edge < block.end);
        let mut start = block.start;
        let ends = inside.copied().chain([block.end]);
        ends.map(move |end| &self.text[std::mem::replace(&mut start, end) as usize..end as usize])
    }

    /// Whether it is not text, or text in a charset that could not be detected.
    pub fn is_unreadable(&self) -> bool {
        let chars: u32 = self.blocks.iter().map(|block| block.chars).sum();
        self.media_type.is_some() || self.unreadable * UNREADABLE > chars
    }

    /// A container and all of its ancestors, up to the document.
    pub fn up(&self, id: ContainerId) -> impl Iterator<Item = ContainerId> + '_ {
        std::iter::successors(Some(id), |&id| (id != 0).then(|| self.containers[id as usize].parent))
    }

    /// The depth of each container in the page; the document is at 0.
    pub(crate) fn depths(&self) -> Vec<u32> {
        let mut depths: Vec<u32> = Vec::with_capacity(self.containers.len());
        for (id, container) in self.containers.iter().enumerate() {
            depths.push(match id {
                0 => 0,
                _ => depths[container.parent as usize] + 1,
            });
        }
        depths
    }

    /// The sum of the blocks' values in each container and all inside it.
    pub(crate) fn subtree_sums(&self, value: &dyn Fn(usize) -> u32) -> Vec<u32> {
        let mut sums = vec![0; self.containers.len()];
        for (i, block) in self.blocks.iter().enumerate() {
            sums[block.container as usize] += value(i);
        }
        // Parents precede their children, so one backward pass sums up every subtree.
        for id in (1..sums.len()).rev() {
            sums[self.containers[id].parent as usize] += sums[id];
        }
        sums
    }

    /// The rank of the heading that a block is in, 1 to 6.
    pub(crate) fn heading_rank(&self, block: &Block) -> Option<u8> {
        let mut containers = self.up(block.container).take(3);
        containers.find_map(|id| self.containers[id as usize].tag.heading_rank())
    }

    /// The tag of the element that holds a block.
    pub fn tag_of(&self, block: &Block) -> Tag {
        self.containers[block.container as usize].tag
    }
}

impl Block {
    /// Whether most of it is inside links.
    pub(crate) fn is_link(&self) -> bool {
        2 * self.linked > self.chars
    }

    /// The number of its bytes outside links.
    pub(crate) fn unlinked(&self) -> u32 {
        unlinked(self.end - self.start, self.linked, self.chars)
    }
}

/// The part of a size that is outside links, if `linked` of `chars` characters are inside.
pub(crate) fn unlinked(size: u32, linked: u32, chars: u32) -> u32 {
    let inside = u64::from(size) * u64::from(linked) / u64::from(chars.max(1));
    size - inside as u32
}
