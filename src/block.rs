//! What the stream leaves behind: blocks of text and the containers they stood in, as plain data.
//!
//! Every later stage is a pure function of a [`Page`]. There is no DOM: inline markup is gone, an
//! element without text leaves no trace, and all text lies in one string.

use crate::charset::CharsetSource;
use crate::noise::{Hints, Rule};
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
    /// Name of the charset in the WHATWG Encoding Standard.
    pub charset: &'static str,
    /// How the charset was found.
    pub charset_source: Option<CharsetSource>,
    /// What it is, if it is no page at all, by [`crate::media_type::of`]; then nothing of it is read.
    pub media_type: Option<&'static str>,
    /// Characters that no text holds: controls, and bytes that could not be decoded.
    pub unreadable: u32,
    /// Bytes read, at most the reader's limit.
    pub bytes: usize,
    /// Whether reading stopped before the end of the page, at a limit on bytes, blocks or memory.
    pub truncated: bool,
}

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

/// Links that are kept of a page: those of a long front page.
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
}

/// What a page states about itself outside its body text. Texts are decoded, trimmed and unverified.
///
/// Where a page states a thing more than once and not alike, the place decides, in this order:
/// `<link rel=canonical>`; JSON-LD, which describes the article; `<meta>` (`name`, `property` or
/// `itemprop`), which may describe the site; `itemprop` with a `content` or `datetime` on another
/// element; `<time datetime>`, which may be that of another article. Of two alike in place the
/// first in the page is taken. A site or an author that is an address is passed over.
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
    /// `lang` of the `<html>` element.
    pub lang: Option<String>,
    /// Whether a `<meta name=robots>` asks search engines to leave the page out.
    pub noindex: bool,
    /// `<base href>`, as written: what relative addresses are relative to.
    pub base: Option<String>,
}

impl Page {
    /// The text of a block: whitespace collapsed, entities decoded.
    pub fn text_of(&self, block: &Block) -> &str {
        &self.text[block.start as usize..block.end as usize]
    }

    /// A container and all around it, up to the document.
    pub fn up(&self, id: ContainerId) -> impl Iterator<Item = ContainerId> + '_ {
        std::iter::successors(Some(id), |&id| {
            (id != 0).then(|| self.containers[id as usize].parent)
        })
    }

    /// The tag of the element that a block stands in.
    pub fn tag_of(&self, block: &Block) -> Tag {
        self.containers[block.container as usize].tag
    }
}

macro_rules! tags {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// The tags that matter to reading a page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "lowercase")]
        #[allow(missing_docs)]
        pub enum Tag { $($variant,)* Other }

        impl Tag {
            /// The tag of a lower-case name.
            pub fn from_name(name: &str) -> Tag {
                match name { $($name => Tag::$variant,)* _ => Tag::Other }
            }
        }
    };
}

tags! {
    Html = "html", Head = "head", Body = "body", Title = "title", Base = "base", Link = "link", Meta = "meta",
    Article = "article", Section = "section", Main = "main", Nav = "nav", Aside = "aside",
    Header = "header", Footer = "footer", Address = "address", Hgroup = "hgroup",
    H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6",
    Div = "div", P = "p", Pre = "pre", Blockquote = "blockquote", Center = "center", Hr = "hr", Br = "br",
    Ul = "ul", Ol = "ol", Li = "li", Dl = "dl", Dt = "dt", Dd = "dd", Menu = "menu", Dir = "dir",
    Table = "table", Caption = "caption", Thead = "thead", Tbody = "tbody", Tfoot = "tfoot",
    Tr = "tr", Td = "td", Th = "th",
    Figure = "figure", Figcaption = "figcaption", Details = "details", Summary = "summary", Dialog = "dialog",
    Form = "form", Fieldset = "fieldset", Legend = "legend", Search = "search",
    A = "a", Script = "script", Style = "style", Noscript = "noscript", Template = "template",
    Svg = "svg", Math = "math", Iframe = "iframe", Object = "object", Embed = "embed",
    Audio = "audio", Video = "video", Canvas = "canvas", Map = "map",
    Select = "select", Option = "option", Optgroup = "optgroup", Datalist = "datalist",
    Button = "button", Textarea = "textarea", Label = "label", Input = "input", Time = "time",
}

impl Tag {
    /// Whether text before and after the tag belongs to different blocks.
    pub fn is_block(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Html | Body
                | Article
                | Section
                | Main
                | Nav
                | Aside
                | Header
                | Footer
                | Address
                | Hgroup
                | H1
                | H2
                | H3
                | H4
                | H5
                | H6
                | Div
                | P
                | Pre
                | Blockquote
                | Center
                | Hr
                | Ul
                | Ol
                | Li
                | Dl
                | Dt
                | Dd
                | Menu
                | Dir
                | Table
                | Caption
                | Thead
                | Tbody
                | Tfoot
                | Tr
                | Td
                | Th
                | Figure
                | Figcaption
                | Details
                | Summary
                | Dialog
                | Form
                | Fieldset
                | Legend
                | Search
        )
    }

    /// Whether the text inside is never part of what a person reads as the article.
    pub fn is_skipped(self) -> bool {
        use Tag::*;
        matches!(
            self,
            Script
                | Style
                | Noscript
                | Template
                | Svg
                | Math
                | Iframe
                | Object
                | Embed
                | Audio
                | Video
                | Canvas
                | Map
                | Select
                | Option
                | Optgroup
                | Datalist
                | Button
                | Textarea
        )
    }

    /// Whether the element has no content and no end tag.
    pub fn is_void(self) -> bool {
        use Tag::*;
        matches!(self, Base | Link | Meta | Hr | Br | Embed | Input)
    }

    /// Whether it is one of `h1` to `h6`.
    pub fn is_heading(self) -> bool {
        use Tag::*;
        matches!(self, H1 | H2 | H3 | H4 | H5 | H6)
    }

    /// Whether a start tag of `next` ends an open element of this tag, as the HTML standard implies.
    pub(crate) fn is_ended_by(self, next: Tag) -> bool {
        use Tag::*;
        match self {
            P => next.is_block(),
            Li => next == Li,
            Dt | Dd => matches!(next, Dt | Dd),
            Td | Th => matches!(next, Td | Th | Tr | Tbody | Tfoot),
            Tr => matches!(next, Tr | Tbody | Tfoot),
            Thead | Tbody => matches!(next, Tbody | Tfoot),
            A => next == A,
            H1 | H2 | H3 | H4 | H5 | H6 => next.is_heading(),
            _ => false,
        }
    }
}
