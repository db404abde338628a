//! What a table of pages holds, for query engines.

use offprint::fingerprint::Fingerprint;
use offprint::text::{Direction, Script};
use offprint::{Article, PageType};
use serde::Serialize;

/// A row of a table of pages. Its columns are documented in `docs/sql/README.md`.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct Row<'a> {
    pub id: &'a str,
    pub url: Option<&'a str>,
    pub title: &'a str,
    pub length: u32,
    pub script: Script,
    pub read_keys: Vec<String>,
    pub write_keys: Vec<String>,
    pub fingerprint: Option<String>,
    pub canonical: Option<&'a str>,
    pub site: Option<&'a str>,
    pub credit: Option<&'a str>,
    pub author: Option<&'a str>,
    pub published: Option<&'a str>,
    pub published_time: Option<String>,
    pub modified_time: Option<String>,
    pub language: &'a str,
    pub direction: Direction,
    pub page_type: PageType,
    pub quality: u8,
    pub gated: bool,
    pub word_count: u32,
    pub description: Option<&'a str>,
    pub image: Option<&'a str>,
    pub tags: Option<&'a str>,
    pub favicon: Option<&'a str>,
    pub text: &'a str,
    pub markdown: Option<&'a str>,
}

impl<'a> Row<'a> {
    /// The row of an article.
    pub fn of(id: &'a str, article: &'a Article) -> Row<'a> {
        let metadata = &article.metadata;
        let fingerprint = article.fingerprint.as_ref();
        let keys =
            |keys: fn(&Fingerprint) -> Vec<String>| fingerprint.map(keys).unwrap_or_default();
        let markup = article.markup.as_ref();
        Row {
            id,
            url: metadata.url.as_deref(),
            title: &metadata.title,
            length: article.length,
            script: article.script,
            read_keys: keys(Fingerprint::read_keys),
            write_keys: keys(Fingerprint::write_keys),
            fingerprint: fingerprint.map(Fingerprint::to_string),
            canonical: metadata.canonical.as_deref(),
            site: metadata.site.as_deref(),
            credit: metadata.credit.as_deref(),
            author: metadata.author.as_deref(),
            published: metadata.published.as_deref(),
            published_time: metadata.published_time(),
            modified_time: metadata.modified_time(),
            language: &metadata.language,
            direction: article.direction,
            page_type: article.page_type,
            quality: article.quality,
            gated: article.gated,
            word_count: article.word_count,
            description: metadata.description.as_deref(),
            image: metadata.image.as_deref(),
            tags: metadata.tags.as_deref(),
            favicon: metadata.favicon.as_deref(),
            text: &article.text,
            markdown: markup.map(|markup| markup.markdown.as_str()),
        }
    }
}
