//! Own rules for sites: which elements of their pages hold the text, the headline, the author and the day.

use crate::document::Document;
use crate::failure::{At, Failure, note};
use crate::kind::pattern;
use encoding_rs::{Encoding, UTF_8};
use lol_html::html_content::ContentType;
use lol_html::{RewriteStrSettings, Selector, element, rewrite_str};
use offprint::{Article, Favor, ReadOptions};
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::Path;

/// An example of a file of rules.
const EXAMPLE: &str = r#"{"paper.example": {"keep": ["div.story"], "drop": [".promo"], "headline": "h1"}}"#;

/// CSS selectors.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
struct Rule {
    keep: Vec<String>,
    drop: Vec<String>,
    headline: Option<String>,
    author: Option<String>,
    day: Option<String>,
}

/// The rules by host; they hold for the hosts below, too.
pub struct Rules(HashMap<String, Rule>);

/// The article of a document, by rules if there are any.
pub fn read(rules: Option<&Rules>, document: &Document, options: &ReadOptions) -> Result<Article, Failure> {
    match rules {
        Some(rules) => rules.read(document, options),
        None => document.read(options),
    }
}

impl Rules {
    pub fn open(path: &Path) -> Result<Rules, Failure> {
        let refuse = |reason: String| {
            let what = format!("cannot use these rules ({reason})");
            Failure::new(what, path.display(), format!("write them like {EXAMPLE}"))
        };
        let text = std::fs::read(path).at(path)?;
        let rules: HashMap<String, Rule> = serde_json::from_slice(&text).map_err(|error| refuse(error.to_string()))?;
        for (_, selector) in rules.values().flat_map(Rule::parts) {
            let parsed = selector.parse::<Selector>();
            parsed.map_err(|error| refuse(format!("`{selector}`: {error}")))?;
        }
        let host = |host: String| host.trim_start_matches("www.").to_ascii_lowercase();
        let by_host = rules.into_iter().map(|(name, rule)| (host(name), rule));
        Ok(Rules(by_host.collect()))
    }

    /// The article of a document, by the rule for its host if there is one. The host is known only after the page was
    /// read, so its bytes are kept until then.
    fn read(&self, document: &Document, options: &ReadOptions) -> Result<Article, Failure> {
        let Some((page, options)) = document.bytes(options)? else {
            return document.read(options);
        };
        let article = offprint::read(&page, options.clone());
        let host = article.metadata.host();
        let above = std::iter::successors(host.as_deref(), |host| Some(host.split_once('.')?.1));
        match above.into_iter().find_map(|host| self.0.get(host)) {
            Some(rule) if article.media_type.is_none() => Ok(rule.read(&document.id, article, &page, options)),
            _ => Ok(article),
        }
    }
}

impl Rule {
    /// All selectors, each with the part that it names; none for what is dropped.
    fn parts(&self) -> impl Iterator<Item = (Option<usize>, &String)> {
        let single = [&self.headline, &self.author, &self.day];
        let single = single.into_iter().enumerate();
        let single = single.filter_map(|(part, selector)| Some((Some(part), selector.as_ref()?)));
        let kept = self.keep.iter().map(|selector| (Some(KEPT), selector));
        let dropped = self.drop.iter().map(|selector| (None, selector));
        dropped.chain(kept).chain(single)
    }

    fn read(&self, id: &str, whole: Article, page: &[u8], mut options: ReadOptions) -> Article {
        let charset = Encoding::for_label(whole.charset.as_bytes()).unwrap_or(UTF_8);
        let (page, parts) = self.cut(&charset.decode(page).0);
        let [headline, author, day, kept] = &parts;
        let is_missing = |part: usize| parts[part].is_empty();
        let missing = self.parts().filter(|(part, _)| part.is_some_and(is_missing));
        let missing: Vec<&str> = missing.map(|(_, selector)| &**selector).collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            note(&format!("nothing on the page for the rule {missing}, {id}"));
        }
        let title = &whole.metadata.title;
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        let headline = Some(headline).filter(|headline| !headline.is_empty());
        let headline = headline.unwrap_or(&title);
        let quote = |text: &str| text.replace('"', "&quot;");
        let head = format!(
            "<!doctype html><title>{headline}</title><meta name=author content=\"{}\"><meta \
             property=article:published_time content=\"{}\"><article><h1>{headline}</h1>",
            quote(author),
            quote(day)
        );
        options.content_type = Some("text/html; charset=utf-8".to_owned());
        let stated = offprint::read(head.as_bytes(), options.clone()).metadata;
        let mut article = if kept.is_empty() {
            offprint::read(page.as_bytes(), options)
        } else {
            options.favor = Favor::Recall;
            offprint::read((head + kept).as_bytes(), options)
        };
        article.metadata = whole.metadata;
        (article.charset, article.charset_source) = (whole.charset, whole.charset_source);
        (article.noindex, article.direction) = (whole.noindex, whole.direction);
        article.metadata.title = stated.title;
        if !stated.authors.is_empty() {
            article.metadata.authors = stated.authors;
        }
        if stated.published.is_some() {
            article.metadata.published = stated.published;
            article.metadata.published_text = stated.published_text;
        }
        article
    }

    /// The page without what is dropped, and the HTML of each part.
    fn cut(&self, page: &str) -> (String, [String; KEPT + 1]) {
        let found = RefCell::new(Vec::new());
        let mut settings = RewriteStrSettings::new();
        for (part, selector) in self.parts() {
            let found = &found;
            settings = settings.append_element_content_handler(element!(selector, move |element| {
                let Some(part) = part else {
                    element.remove();
                    return Ok(());
                };
                let mut found = found.borrow_mut();
                let number = found.len();
                element.before(&format!("<!--rule {number}-->"), ContentType::Html);
                element.after(&format!("<!--/rule {number}-->"), ContentType::Html);
                let stated = ["datetime", "content"].map(|name| element.get_attribute(name));
                found.push((part, stated.into_iter().flatten().next()));
                Ok(())
            }));
        }
        let Ok(page) = rewrite_str(page, settings) else {
            return (page.to_owned(), Default::default());
        };
        let mut parts: [String; KEPT + 1] = Default::default();
        let mut end = 0;
        for (number, (part, stated)) in found.into_inner().into_iter().enumerate() {
            let start = page.find(&format!("<!--rule {number}-->"));
            let start = start.unwrap_or(page.len());
            let length = page[start..].find(&format!("<!--/rule {number}-->"));
            let html = &page[start..length.map_or(page.len(), |length| start + length)];
            if part == KEPT && start >= end {
                end = start + html.len();
                parts[part] += html;
            } else if part != KEPT && parts[part].is_empty() {
                parts[part] = stated.unwrap_or_else(|| {
                    let text = pattern("<[^>]*>").replace_all(html.as_bytes(), b"");
                    String::from_utf8_lossy(&text).into_owned()
                });
            }
        }
        (page, parts)
    }
}

/// The number of the part that is kept, behind headline, author and day.
const KEPT: usize = 3;
