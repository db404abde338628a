//! The tags that matter for reading a page, and their properties in the HTML standard.

use super::words::{WordTable, count};
use serde::Serialize;

/// The name of a tag or an attribute in lower case; empty if it is longer than any that the parser looks for.
#[derive(Debug, Clone, Copy)]
pub struct Name {
    bytes: [u8; Name::LONGEST],
    length: u8,
}

impl Name {
    pub const LONGEST: usize = 16;

    #[inline]
    pub fn new(written: &str) -> Name {
        let (bytes, length) = (written.as_bytes(), written.len());
        if length > Name::LONGEST {
            return Name { bytes: [0; Name::LONGEST], length: 0 };
        }
        // Two overlapping pieces: a loop over the bytes takes three times as long.
        let packed = if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            u128::from(u64::from_le_bytes(first)) | u128::from(u64::from_le_bytes(last)) << (8 * (length - 8))
        } else if let (Some(&first), Some(&last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            let last = u64::from(u32::from_le_bytes(last)) << (8 * (length - 4));
            (u64::from(u32::from_le_bytes(first)) | last).into()
        } else {
            bytes.iter().rev().fold(0u32, |packed, &byte| packed << 8 | u32::from(byte)).into()
        };
        // Only bytes with one bit and without another may be capitals.
        if packed >> 1 & !packed & (u128::MAX / 255 * 0x20) == 0 {
            return Name { bytes: packed.to_le_bytes(), length: length as u8 };
        }
        // The highest bit of each byte that is a capital.
        let low = packed & (u128::MAX / 255 * 0x7F);
        let is_beyond = |last: u8| low + u128::MAX / 255 * u128::from(0x7F - last);
        let capitals = is_beyond(b'A' - 1) & !is_beyond(b'Z') & !packed & (u128::MAX / 255 * 0x80);
        Name { bytes: (packed | capitals >> 2).to_le_bytes(), length: length as u8 }
    }
}

impl std::ops::Deref for Name {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

macro_rules! tags {
    (
        blocks { $($block:ident = $block_name:literal,)* }
        skipped { $($skipped:ident = $skipped_name:literal,)* }
        others { $($other:ident = $other_name:literal,)* }
    ) => {
        /// The tags that matter for reading a page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "lowercase")]
        #[allow(missing_docs)]
        pub enum Tag { $($block,)* $($skipped,)* $($other,)* Other }

        impl Tag {
            const NAMES: &[(Tag, &[&str])] = &[
                $((Tag::$block, &[$block_name]),)*
                $((Tag::$skipped, &[$skipped_name]),)*
                $((Tag::$other, &[$other_name]),)*
                (Tag::Pre, &["xmp", "listing"]),
            ];

            /// Whether text before and after the tag belongs to different blocks.
            pub fn is_block(self) -> bool {
                matches!(self, $(Tag::$block)|*)
            }

            /// Whether readers never see the text inside as part of the article.
            pub fn is_skipped(self) -> bool {
                matches!(self, $(Tag::$skipped)|*)
            }
        }
    };
}

tags! {
    blocks {
        Html = "html", Body = "body", Article = "article", Section = "section", Main = "main", Nav = "nav",
        Aside = "aside", Header = "header", Footer = "footer", Address = "address", Hgroup = "hgroup",
        H1 = "h1", H2 = "h2", H3 = "h3", H4 = "h4", H5 = "h5", H6 = "h6",
        Div = "div", P = "p", Pre = "pre", Blockquote = "blockquote", Center = "center", Hr = "hr",
        Ul = "ul", Ol = "ol", Li = "li", Dl = "dl", Dt = "dt", Dd = "dd", Menu = "menu", Dir = "dir",
        Table = "table", Caption = "caption", Thead = "thead", Tbody = "tbody", Tfoot = "tfoot",
        Tr = "tr", Td = "td", Th = "th",
        Figure = "figure", Figcaption = "figcaption", Details = "details", Summary = "summary",
        Dialog = "dialog", Form = "form", Fieldset = "fieldset", Legend = "legend", Search = "search",
    }
    skipped {
        Script = "script", Style = "style", Noscript = "noscript", Template = "template",
        Svg = "svg", Math = "math", Iframe = "iframe", Object = "object", Embed = "embed",
        Audio = "audio", Video = "video", Canvas = "canvas", Map = "map",
        Select = "select", Option = "option", Optgroup = "optgroup", Datalist = "datalist",
        Button = "button", Textarea = "textarea",
    }
    others {
        Head = "head", Title = "title", Base = "base", Link = "link", Meta = "meta", Br = "br", A = "a",
        Label = "label", Input = "input", Time = "time",
    }
}

impl Tag {
    pub(super) const COUNT: usize = Tag::Other as usize + 1;

    /// The tag of a lower-case name.
    #[inline]
    pub fn from_name(name: &[u8]) -> Tag {
        static TAGS: WordTable<Tag, { count(Tag::NAMES) }> = WordTable::new(Tag::NAMES);
        TAGS.find_small(name).unwrap_or(Tag::Other)
    }

    /// The rank of a heading, 1 to 6.
    pub fn heading_rank(self) -> Option<u8> {
        use Tag::*;
        let ranks = [H1, H2, H3, H4, H5, H6];
        let place = ranks.iter().position(|&tag| tag == self)?;
        Some(place as u8 + 1)
    }

    /// Whether the element is tracked on the stack, so that its end is known.
    pub(super) fn is_tracked(self) -> bool {
        self.is_block() || self.is_skipped() || self == Tag::A
    }

    /// Whether the element has no content and no end tag.
    pub fn is_void(self) -> bool {
        use Tag::*;
        matches!(self, Base | Link | Meta | Hr | Br | Embed | Input)
    }

    /// Whether it is one of `h1` to `h6`.
    pub fn is_heading(self) -> bool {
        self.heading_rank().is_some()
    }

    /// Whether a start tag of `next` ends an open element of this tag, as the HTML standard implies.
    pub fn is_ended_by(self, next: Tag) -> bool {
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

    pub(crate) fn is_paragraph(self) -> bool {
        use Tag::*;
        self.is_heading() || matches!(self, P | Li | Blockquote | Ul | Ol | Pre | Center | Dd | Dt | Dl)
    }
}
