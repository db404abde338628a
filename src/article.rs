//! The article: everything that is known of a page after it has been read to the end, as plain data.

pub use crate::decode::charset::CharsetSource;
pub use crate::metadata::CreditPlace;
pub use crate::metadata::candidate::Candidate;
pub use crate::parse::noise::Rule;
pub use crate::text::script::{Direction, Script};

use crate::decode::media_type;
use crate::fingerprint::Fingerprint;
use crate::metadata::Metadata;
use crate::name::Name;
use crate::schema::{self, Field, names, object};
use encoding_rs::Encoding;
use serde::de::{Deserializer, Error as _};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

/// Generates the struct, its JSON and the list of its fields from one list.
macro_rules! article {
    (
        fields {$(
            $(#[doc = $meaning:literal])+
            $(#[serde($($how:tt)+)])?
            $name:ident $written:literal: $type:ty;
        )+}
        asked { $($(#[doc = $of_asked:literal])+ $asked:ident $asked_name:literal: $asked_type:ty;)+ }
    ) => {
        /// An article as read from a page.
        ///
        /// In JSON, the metadata and the other fields form one object. Deserializing leaves
        /// [`candidates`](Self::candidates) and [`blocks`](Self::blocks) empty. It rejects missing fields, damaged
        /// fingerprints, and charsets or media types that no reader reports.
        #[derive(Debug, Clone, PartialEq, Deserialize)]
        #[non_exhaustive]
        pub struct Article {
            /// What the page states apart from its text.
            #[serde(flatten)]
            pub metadata: Metadata,
            $(
                $(#[doc = $meaning])+
                #[serde(rename = $written $(, $($how)+)?)]
                pub $name: $type,
            )+
            /// The body with its structure, if [`ReadOptions::markup`](crate::ReadOptions::markup) asked for it.
            #[serde(flatten)]
            pub markup: Option<Markup>,
            /// Every text that may state one of its fields, and why it was taken or not. Not part of the JSON.
            #[serde(skip)]
            pub candidates: Vec<Candidate>,
            /// Every block of the page in document order, with the rule that dropped it. Not part of the JSON.
            #[serde(skip)]
            pub blocks: Vec<BlockDecision>,
            /// The page's rules for robots, if they state when to stop showing it. Not part of the JSON.
            #[serde(skip)]
            #[doc(hidden)]
            pub unavailable_after: Option<String>,
            /// The digest of headline and text, if the whole text was normalized for the fingerprint.
            #[serde(skip)]
            pub(crate) digest: Option<u64>,
        }

        impl Article {
            /// The JSON fields except [`Metadata::FIELDS`], in the order in which they are written.
            pub const FIELDS: &'static [Field] = &[
                $(schema::field::<$type>($written, concat!($($meaning),+)),)+
                $(Field {
                    optional: true,
                    ..schema::field::<$asked_type>($asked_name, concat!($($of_asked),+))
                },)+
            ];
        }

        // Not derived: `serde` writes flattened structs through a map, which makes the WebAssembly larger.
        impl Serialize for Article {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let asked = self.markup.as_ref().map_or(0, |_| [$($asked_name),+].len());
                let always = Metadata::FIELDS.len() + [$($written),+].len();
                let mut object = serializer.serialize_struct("Article", always + asked)?;
                self.metadata.write(&mut object)?;
                $(object.serialize_field($written, &self.$name)?;)+
                if let Some(markup) = &self.markup {
                    $(object.serialize_field($asked_name, &markup.$asked)?;)+
                }
                object.end()
            }
        }
    };
}

article! {
    fields {
        /// Body, one paragraph per line.
        text "text": String;
        /// Where the body was found: in the visible markup, unless almost nothing is visible.
        text_source "textSource": TextSource;
        /// Letters and digits in the body, counting only what is surely part of the article.
        length "length": u32;
        /// Words in the body; each character of a script written without spaces, such as Chinese, counts as one.
        word_count "wordCount": u32;
        /// Script that most of the body is in, an ISO 15924 code.
        script "script": Script;
        /// Text direction, from the page or its script.
        direction "direction": Direction;
        /// Charset of the page, its name in the WHATWG Encoding Standard.
        #[serde(deserialize_with = "charset")]
        charset "charset": Name;
        /// What determined the charset.
        charset_source "charsetSource": Option<CharsetSource>;
        /// Media type by the first bytes, if this is not a page but an image, a PDF, an archive or the like. Such a
        /// file is not read.
        #[serde(deserialize_with = "media_type")]
        media_type "mediaType": Option<Name>;
        /// Kind of page. A list, or a page with nothing to read, has no fingerprint; a list with as much running text
        /// as a long article has one.
        page_type "pageType": PageType;
        /// How far the body can be trusted, 0 to 100; 0 if there is no fingerprint for another reason than its length.
        quality "quality": u8;
        /// Whether the page asks search engines not to index it, by a `<meta name=robots>`.
        noindex "noindex": bool;
        /// Whether the body is only the beginning of an article, before a paywall or a login. The fingerprint records
        /// this, too, and its verdict against any other is at most `partial`.
        gated "gated": bool;
        /// How many other articles the page shows before or after this one, as with endless scrolling. Their text is
        /// not in the body.
        #[serde(default)]
        other_articles "otherArticles": u32;
        /// Whether reading stopped at a limit before the end of the page.
        truncated "truncated": bool;
        /// Fingerprint; null if the page has none, for the reason in `noFingerprintReason`.
        fingerprint "fingerprint": Option<Fingerprint>;
        /// Why there is no fingerprint.
        no_fingerprint_reason "noFingerprintReason": Option<NoFingerprintReason>;
        /// Links to other articles, next to the body or inside it, and all of a list, at most 200: web addresses,
        /// without duplicates and without the page's own.
        #[serde(default)]
        related "related": Vec<PageLink>;
    }
    asked {
        /// Body as Markdown.
        markdown "markdown": String;
        /// Body as HTML, without scripts and styles.
        html "html": String;
        /// Links in the body, at most 1,000, in their order; not those to other places on the same page.
        links "links": Vec<PageLink>;
        /// Images in the body, at most 200, in their order.
        images "images": Vec<BodyImage>;
        /// Comments of readers below the body, one paragraph per line, at most 200 KB; empty without any.
        comments "comments": String;
    }
}

/// A charset that a reader can report.
fn charset<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    let name = String::deserialize(deserializer)?;
    let charset = Encoding::for_label(name.as_bytes());
    charset.map(Encoding::name).ok_or_else(|| D::Error::custom("an unknown charset"))
}

/// A media type that a reader can report, or null.
fn media_type<'de, D>(deserializer: D) -> Result<Option<Name>, D::Error>
where
    D: Deserializer<'de>,
{
    let name = Option::<String>::deserialize(deserializer)?;
    name.map(|name| media_type::known(&name).ok_or_else(|| D::Error::custom("an unknown media type"))).transpose()
}

names! {
    /// Where the text of an article was found.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum TextSource {
        /// In the markup that browsers show.
        #[default]
        Page = "page",
        /// In JSON-LD.
        JsonLd = "json-ld",
        /// In the data of a script.
        Data = "data",
        /// In a `<noscript>` or `<template>`: markup that browsers show only without scripts, or that scripts insert.
        Inert = "inert",
    }
}

names! {
    /// The kind of a page.
    #[derive(Default)]
    #[non_exhaustive]
    pub enum PageType {
        /// One article, and the default if nothing indicates another kind.
        #[default]
        Article = "article",
        /// A page of a manual, a reference or a tutorial.
        Documentation = "documentation",
        /// A thread, or a question with its answers: posts by several authors.
        Forum = "forum",
        /// Something to buy.
        Product = "product",
        /// The services of a company or an institution.
        Service = "service",
        /// A front page, the index of a section, results of a search: links and summaries.
        List = "list",
        /// Nothing to read: an empty page, an error, a login, or a file that is not text.
        Other = "other",
    }
}

names! {
    /// Why a page has no fingerprint.
    #[non_exhaustive]
    pub enum NoFingerprintReason {
        /// Not text, or in a charset that could not be found.
        Unreadable = "unreadable",
        /// A list of other pages: its content changes, and its summaries belong to other pages.
        List = "list",
        /// An error, a login, an empty page.
        NoArticle = "no-article",
        /// A body of notices and calls to action, which any page of the site may have.
        Boilerplate = "boilerplate",
        /// Too little text to recognize.
        Short = "short",
    }
}

/// The body of an article with its structure.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[non_exhaustive]
pub struct Markup {
    /// As Markdown: CommonMark, with GitHub's tables and tasks, and formulas in TeX between dollar signs. The only HTML
    /// in it is `<sub>`, `<sup>`, `<br>` in cells, and whole tables that have no other form. An image whose address only a
    /// script knows has its description and an empty address.
    pub markdown: String,
    /// As HTML, without scripts and styles, and with no attributes but `href`, `src`, `alt`, the language of code, the
    /// number of a list's first item, the state of a task, and the spans and alignment of cells.
    pub html: String,
    /// The links in the body, at most 1,000, in their order; not those to other places on the same page.
    #[serde(default)]
    pub links: Vec<PageLink>,
    /// The images in the body, at most 200, in their order.
    #[serde(default)]
    pub images: Vec<BodyImage>,
    /// Comments of readers below the body, one paragraph per line, at most 200 KB; empty without any.
    #[serde(default)]
    pub comments: String,
}

object! {
    /// An image in the body.
    #[derive(Eq)]
    pub struct BodyImage {
        /// Its web address, absolute if the page's own is known.
        src "src": String;
        /// Its description; empty without one.
        alt "alt": String;
        /// The text below or next to it.
        caption "caption": Option<String>;
    }
}

object! {
    /// A link on the page: to another article, or in the body.
    #[derive(Eq)]
    pub struct PageLink {
        /// Its text.
        text "text": String;
        /// Where it leads; absolute if the page's own address is known.
        href "href": String;
    }
}

object! {
    /// A block of the page, and whether it is part of the body.
    #[derive(Eq)]
    pub struct BlockDecision {
        /// Its text.
        text "text": String;
        /// The rule that dropped it; null if it is part of the body.
        rule "rule": Option<Rule>;
    }
}
