//! The tags that matter to reading a page, and what the HTML standard says of them.

use serde::Serialize;

macro_rules! tags {
    ($($variant:ident = $name:literal),* $(,)?) => {
        /// The tags that matter to reading a page.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
        #[serde(rename_all = "lowercase")]
        #[allow(missing_docs)]
        pub enum Tag { $($variant,)* Other }

        impl Tag {
            /// How many there are.
            pub(super) const COUNT: usize = Tag::Other as usize + 1;

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
    /// The rank of a heading, 1 to 6.
    pub fn heading_rank(self) -> Option<u8> {
        use Tag::*;
        let ranks = [H1, H2, H3, H4, H5, H6];
        let place = ranks.iter().position(|&tag| tag == self)?;
        Some(place as u8 + 1)
    }

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

    /// Whether the element is kept among the open ones, so that its end is known.
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
        self.is_heading()
            || matches!(
                self,
                P | Li | Blockquote | Ul | Ol | Pre | Center | Dd | Dt | Dl
            )
    }
}
