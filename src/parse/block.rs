//! What the stream leaves behind: blocks of text and the containers they stood in, as plain data.
//!
//! Every later stage is a pure function of a [`Page`]. There is no DOM: inline markup is gone, an
//! element without text leaves no trace, and all text lies in one string.

use crate::decode::charset::CharsetSource;
use crate::parse::marks::Marks;
use crate::parse::noise::{Hints, Rule};
use crate::parse::signs::Signs;
use crate::parse::tag::Tag;
use serde::Serialize;

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
    /// What the page states about itself.
    pub head: Head,
    /// What its tags tell of its kind.
    pub signs: Signs,
    /// What the page carries as data, in document order; at most [`MAX_DATA`] bytes.
    pub data: Vec<Data>,
    /// Inline markup, pictures and the like, if they are wanted ([`ReadOptions::markup`](super::ReadOptions)).
    pub marks: Option<Marks>,
    /// Name of the charset in the WHATWG Encoding Standard.
    pub charset: &'static str,
    /// How the charset was found.
    pub charset_source: Option<CharsetSource>,
    /// The media type, if it is not a page ([`media_type`](crate::decode::media_type())); then nothing of it is read.
    pub media_type: Option<&'static str>,
    /// Characters that do not occur in text: controls, and bytes that could not be decoded.
    pub unreadable: u32,
    /// Bytes read, at most the reader's limit.
    pub bytes: usize,
    /// Whether reading stopped before the end of the page, at a limit on bytes, blocks or memory.
    pub truncated: bool,
}

/// One unreadable character in this many makes a page something other than text: an image or an
/// archive sent as HTML, or text in a charset that could not be found. Larger: stricter.
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
    /// How many of `chars` stand inside links.
    pub linked: u32,
}

/// Links kept from a page: as many as a long front page has.
pub const MAX_LINKS: usize = 1000;
/// Longest address of a link that is kept, in bytes.
pub const MAX_ADDRESS: usize = 512;

/// A block that is one link, or a link and a few words more.
#[derive(Debug, Clone)]
pub struct Link {
    /// Its index in [`Page::blocks`].
    pub block: u32,
    /// Where it leads, as written, character references and all.
    pub href: String,
}

/// Bytes of data kept from a page: most pages carry less. Larger: the articles of more pages that are made
/// by scripts are read, and any page can take so much more memory.
pub const MAX_DATA: usize = 512 * 1024;

/// Text of an element that browsers do not show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Data {
    /// What kind of text it is.
    pub kind: DataKind,
    /// As it stands in the page; its end is missing where there was no room.
    pub text: String,
}

/// Kinds of data in a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DataKind {
    /// `<script type="application/ld+json">`.
    JsonLd,
    /// A script of another type of JSON, or an attribute of such.
    Json,
    /// A script that runs and has data in it.
    Code,
    /// The markup in a `<noscript>`, or what of a `<template>` says where its paragraphs begin.
    Inert,
}

/// A block-level element.
#[derive(Debug, Clone)]
pub struct Container {
    /// The container around it; the document is its own parent.
    pub parent: ContainerId,
    /// Its tag.
    pub tag: Tag,
    /// Kinds of content that its class and id words speak of.
    pub hints: Hints,
    /// The rule that takes this element for noise, judged from its start tag alone.
    pub rule: Option<Rule>,
    /// A hash of its class and id words: elements that look alike have the same.
    pub class: u32,
}

/// What a page states about itself outside its body text. Texts are decoded, trimmed and unverified.
///
/// Where a page contradicts itself, the place decides, in this order:
/// `<link rel=canonical>`; JSON-LD, which describes the article; `<meta>` (`name`, `property` or
/// `itemprop`), which may describe the site; `itemprop` with a `content` or `datetime` on another
/// element; `<time datetime>`, which may be that of another article. Of two in
/// equal places the first is taken. A site or an author that is an address is ignored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Head {
    /// `<title>`.
    pub title: String,
    /// JSON-LD `headline`, `og:title` or its like.
    pub headline: Option<String>,
    /// JSON-LD `publisher`, `og:site_name` or its like.
    pub site: Option<String>,
    /// `<link rel=canonical>`, else JSON-LD `mainEntityOfPage` or `url`, else `og:url`; as written.
    pub canonical: Option<String>,
    /// When it was published, as written.
    pub published: Option<String>,
    /// JSON-LD `author`, `<meta name=author>` or its like.
    pub author: Option<String>,
    /// A source that the page credits in JSON-LD or a `<meta>`; a name or an address.
    pub source: Option<String>,
    /// When it was last changed, as written.
    pub modified: Option<String>,
    /// JSON-LD `description`, `og:description`, `<meta name=description>` or their like.
    pub description: Option<String>,
    /// JSON-LD `image`, `og:image` or its like; an address, as written.
    pub image: Option<String>,
    /// JSON-LD `keywords`, `<meta name=keywords>`, all `article:tag`, with commas between them.
    pub tags: Option<String>,
    /// `<link rel=icon>`, as written.
    pub favicon: Option<String>,
    /// `lang` of the `<html>` element.
    pub lang: Option<String>,
    /// `dir` of the `<html>` element.
    pub dir: Option<String>,
    /// Whether a `<meta name=robots>` asks search engines to leave the page out.
    pub noindex: bool,
    /// Whether it says that the article is not accessible for free, in JSON-LD (`isAccessibleForFree`, also of a part
    /// of it) or a `<meta>` of this name or `article:content_tier`.
    pub gated: bool,
    /// `<base href>`, as written: what relative addresses are relative to.
    pub base: Option<String>,
}

impl Page {
    /// The text of a block: whitespace collapsed, entities decoded.
    pub fn text_of(&self, block: &Block) -> &str {
        &self.text[block.start as usize..block.end as usize]
    }

    /// Whether it is something other than text, or text in a charset that could not be found.
    pub(crate) fn is_unreadable(&self) -> bool {
        let chars: u32 = self.blocks.iter().map(|block| block.chars).sum();
        self.media_type.is_some() || self.unreadable * UNREADABLE > chars
    }

    /// A container and all around it, up to the document.
    pub fn up(&self, id: ContainerId) -> impl Iterator<Item = ContainerId> + '_ {
        std::iter::successors(Some(id), |&id| {
            (id != 0).then(|| self.containers[id as usize].parent)
        })
    }

    /// How deep each container stands in the page; the document at 0.
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

    /// The tag of the element that a block stands in.
    pub fn tag_of(&self, block: &Block) -> Tag {
        self.containers[block.container as usize].tag
    }
}

impl Block {
    /// Whether most of it stands inside links.
    pub(crate) fn is_link(&self) -> bool {
        2 * self.linked > self.chars
    }

    /// Its bytes outside links.
    pub(crate) fn unlinked(&self) -> u32 {
        unlinked(self.end - self.start, self.linked, self.chars)
    }
}

/// What of a size is outside links, if `linked` of `chars` characters are inside.
pub(crate) fn unlinked(size: u32, linked: u32, chars: u32) -> u32 {
    let inside = u64::from(size) * u64::from(linked) / u64::from(chars.max(1));
    size - inside as u32
}
