//! Options and prior knowledge for reading a page.

use crate::schema::names;
use serde::Deserialize;

names! {
    /// A kind of structure that Markdown and HTML can go without.
    #[non_exhaustive]
    pub enum Structure {
        /// Links: their text stays.
        Links = "links",
        /// Images, with their captions.
        Images = "images",
        /// Tables: each cell becomes a paragraph.
        Tables = "tables",
    }
}

/// A page may have this many times [`ReadOptions::max_bytes`] if the rest is data in attributes, scripts and styles,
/// such as pictures saved in the page. Larger: larger such pages are read, and take longer.
const DATA: usize = 8;

/// Information about a page before its bytes arrive, and how much of it to read.
///
/// ```
/// use offprint::{ReadOptions, read};
/// let mut options = ReadOptions::new();
/// options.url = Some("https://news.example/ferry".to_owned());
/// options.max_bytes = 1 << 20;
/// let article = read(b"<h1>No ferry to Skarn</h1>", options);
/// assert_eq!(article.metadata.url.as_deref(), Some("https://news.example/ferry"));
/// ```
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
// Crates of this repository may list its fields.
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct ReadOptions {
    /// Value of the HTTP `Content-Type` header. Its charset is used if the bytes are consistent with it.
    pub content_type: Option<String>,
    /// Address of the page. It is copied to [`Metadata::url`](crate::Metadata::url) and resolves the links of the page;
    /// the fingerprint does not depend on it.
    pub url: Option<String>,
    /// Bytes of the page that are read; 8 MiB by default. Data in long attributes, scripts and styles, such as saved
    /// pictures, does not count, up to eight times this in all. A page that is cleaned passes through unchanged from
    /// there on. The parser's own memory is bounded by four times this. Larger: longer pages are read completely, and a
    /// hostile page can use more memory (up to 26 times this for a text of one-letter words; 18 times for Han
    /// characters). Whatever the limit, reading stops after 50,000 blocks, about as many paragraphs;
    /// [`Article::truncated`](crate::Article::truncated) reports both.
    pub max_bytes: usize,
    /// Whether to produce the article as Markdown and HTML, too ([`Article::markup`](crate::Article::markup)). Off by
    /// default, when it costs nothing; without the cargo feature `markup` it has no effect.
    pub markup: bool,
    /// What to leave out of the Markdown and HTML; nothing by default. The lists of links and images in
    /// [`Markup`](crate::article::Markup) stay as they are.
    pub without: Vec<Structure>,
}

impl ReadOptions {
    /// The default options, without information about the page.
    pub const fn new() -> ReadOptions {
        ReadOptions { content_type: None, url: None, max_bytes: 8 << 20, markup: false, without: Vec::new() }
    }

    /// The most bytes of a page that are read, including data that does not count.
    ///
    /// ```
    /// let mut options = offprint::ReadOptions::new();
    /// options.max_bytes = 100;
    /// assert_eq!(options.most_bytes(), 800);
    /// ```
    pub const fn most_bytes(&self) -> usize {
        self.max_bytes.saturating_mul(DATA)
    }
}

impl Default for ReadOptions {
    fn default() -> ReadOptions {
        ReadOptions::new()
    }
}
