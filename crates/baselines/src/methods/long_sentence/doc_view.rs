//! The record of a page in the DocView model.

use super::{LongSentence, LongSentences};
use crate::methods::{Method, terms};
use offprint::internals::lines;
use offprint::internals::page_type::PageType;
use offprint::{Article, Related};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Keywords of a page at most.
const KEYWORDS: usize = 10;

/// A page by its elements rather than by its HTML, so that pages on different templates can be
/// matched: identifier, type, category, title, keywords, abstract, body and related links.
///
/// The fragment at hand names these elements and no way to get them. The category is the language.
/// Keywords are the terms of the headline that the body has at least twice, the most frequent
/// first. The abstract is the first line that ends like a sentence. The body stands as its long
/// sentences.
///
/// ```
/// use offprint::Article;
/// use offprint_baselines::methods::{DocView, LongSentence};
/// let text = "来源：江城晚报\n下游三座水库已经蓄满。\n水库的水位昨天又涨了。";
/// let article = Article::of_text("水库蓄满".into(), text.into());
/// let view = DocView::of(&article, &LongSentence::default());
/// assert_eq!(view.keywords, ["水库"]);
/// assert_eq!(view.lead, "下游三座水库已经蓄满。");
/// assert_eq!((view.language.as_str(), view.id), ("zh", None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocView {
    /// The address it was read from.
    pub id: Option<String>,
    /// What kind of page it is.
    pub page_type: PageType,
    /// Its language, which stands for the category of its content.
    pub language: String,
    /// The headline.
    pub title: String,
    /// What it is about, at most ten terms.
    pub keywords: Vec<String>,
    /// The lead, which stands for the abstract; empty if no line ends like a sentence.
    pub lead: String,
    /// The long sentences of the body; `None` if it has none.
    pub body: Option<LongSentences>,
    /// Links to other articles.
    pub related: Vec<Related>,
    /// The address that it gives as its own.
    pub canonical: Option<String>,
}

impl DocView {
    /// The record of an article, its body as the method has it.
    ///
    /// # Complexity
    /// Linear in the article, and sorting its sentences.
    pub fn of(article: &Article, method: &LongSentence) -> DocView {
        let is_sentence = |line: &&str| lines::ends_like_sentence(line);
        DocView {
            id: article.metadata.url.clone(),
            page_type: article.page_type,
            language: article.metadata.language.clone(),
            title: article.metadata.title.clone(),
            keywords: keywords(&article.metadata.title, &article.text),
            lead: article.text.lines().find(is_sentence).unwrap_or("").into(),
            body: method.sign(article),
            related: article.related.clone(),
            canonical: article.metadata.canonical.clone(),
        }
    }
}

/// The terms of a headline that the body has at least twice, the most frequent first, of equals
/// the earlier.
fn keywords(title: &str, body: &str) -> Vec<String> {
    let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
    for term in terms(body) {
        *counts.entry(term.hash).or_default() += 1;
    }
    // What is taken once is counted no more.
    let mut ranked: Vec<(usize, &str)> = terms(title)
        .into_iter()
        .filter_map(|term| {
            let count = counts.remove(&term.hash).filter(|&count| count > 1)?;
            Some((count, &title[term.start as usize..term.end as usize]))
        })
        .collect();
    ranked.sort_by_key(|&(count, _)| Reverse(count));
    let terms = ranked.into_iter().take(KEYWORDS);
    terms.map(|(_, term)| term.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::html::ReadOptions;

    #[test]
    fn the_elements_of_a_page_are_told() {
        let sentences: String = (0..20u32)
            .map(|i| {
                let tail: String = (0..12)
                    .filter_map(|j| char::from_u32(0x4E00 + 97 * i + 7 * j))
                    .collect();
                format!("<p>大坝与水库第{i}次检查，{tail}。</p>")
            })
            .collect();
        let html = format!(
            "<html lang=zh><title>水库与大坝</title><link rel=canonical href=/a.html>\
             <h1>水库与大坝</h1><article>{sentences}</article>"
        );
        let options = ReadOptions {
            url: Some("https://paper.example/a.html?from=x".to_owned()),
            ..ReadOptions::default()
        };
        let article = offprint::read(html.as_bytes(), options);
        let method = LongSentence::default();
        let view = DocView::of(&article, &method);
        assert_eq!(view.id, article.metadata.url);
        assert_eq!(view.page_type, PageType::Article);
        assert_eq!(view.language, "zh");
        assert_eq!(view.title, "水库与大坝");
        assert_eq!(view.keywords, ["水库", "大坝"]);
        assert!(view.lead.starts_with("大坝与水库第0次检查"));
        assert_eq!(view.body, method.sign(&article));
        assert_eq!(view.body.map(|body| body.features.len()), Some(16));
        assert_eq!(view.related, article.related);
        assert_eq!(
            view.canonical.as_deref(),
            Some("https://paper.example/a.html")
        );
    }

    #[test]
    fn an_empty_page_has_an_empty_record() {
        let article = Article::of_text(String::new(), String::new());
        let view = DocView::of(&article, &LongSentence::default());
        assert!(view.keywords.is_empty() && view.lead.is_empty() && view.body.is_none());
    }
}
