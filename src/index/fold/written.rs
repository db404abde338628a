//! A result as written by other programs.

use super::SearchResult;
use crate::article::{Article, NoFingerprintReason};
use crate::compare::record::ArticleRecord;
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;
use crate::metadata::Metadata;
use crate::parse::ReadOptions;
use crate::reader::read;
use serde::{Deserialize, Deserializer};

/// The fields of a result; all may be missing. An article that was read has its fields here, or in `article`.
#[derive(Debug, Deserialize, Default)]
#[serde(default)]
pub struct WrittenResult {
    #[serde(flatten)]
    pub metadata: Metadata,
    pub address: Option<String>,
    pub snippet: Option<String>,
    pub text: Option<String>,
    pub html: Option<String>,
    pub length: u32,
    pub gated: bool,
    pub truncated: bool,
    pub fingerprint: Option<Fingerprint>,
    pub sketch: Option<Sketch>,
    #[serde(rename = "noFingerprintReason", alias = "no_fingerprint_reason")]
    pub no_fingerprint_reason: Option<NoFingerprintReason>,
    pub article: Option<Box<WrittenResult>>,
}

impl From<WrittenResult> for SearchResult {
    fn from(written: WrittenResult) -> SearchResult {
        let WrittenResult { mut metadata, address, fingerprint, .. } = written;
        metadata.url = metadata.url.or(address);
        // The result's own title and address complete those of the article.
        if let Some(article) = written.article {
            let mut listed = SearchResult::from(*article);
            let about = &mut listed.record.metadata;
            about.url = about.url.take().or(metadata.url);
            if about.title.is_empty() {
                about.title = metadata.title;
            }
            return listed;
        }
        let text = written.text.filter(|text| !text.is_empty());
        if let (Some(html), None, None) = (written.html, &text, &fingerprint) {
            let content_type = Some("text/html; charset=utf-8".to_owned());
            let options = ReadOptions { url: metadata.url, content_type, ..ReadOptions::new() };
            let mut article = read(html.as_bytes(), options);
            if article.fingerprint.is_none() {
                // The list may show more than a page without an article.
                article.metadata.title = metadata.title;
                article.text = written.snippet.unwrap_or_default();
            }
            return SearchResult::from(&article);
        }
        let record = ArticleRecord {
            metadata,
            length: written.length,
            fingerprint,
            no_fingerprint_reason: written.no_fingerprint_reason,
            sketch: written.sketch,
            ..ArticleRecord::default()
        };
        match text {
            Some(text) => {
                let mut result = SearchResult { record, text }.with_fingerprint();
                let SearchResult { record, text } = &mut result;
                if record.fingerprint.is_none() {
                    let title = &record.metadata.title;
                    record.digest = Article::digest_of(title, text, written.gated, written.truncated);
                }
                result
            }
            None => SearchResult { record, text: written.snippet.unwrap_or_default() },
        }
    }
}

impl<'de> Deserialize<'de> for SearchResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SearchResult, D::Error> {
        WrittenResult::deserialize(deserializer).map(SearchResult::from)
    }
}
