//! A page read to the end: the article with everything that is known about it.

use crate::block::Page;
use crate::body::{self, Body};
use crate::charset::CharsetSource;
use crate::features::Features;
use crate::fingerprint::Fingerprint;
use crate::html::{Parser, ReadOptions};
use crate::lines;
use crate::noise::Rule;
use crate::script::{self, Script};
use crate::text::normalize;
use crate::{Error, block::Head};
use serde::Serialize;

/// One unreadable character in so many makes a page something other than text: an image or an
/// archive sent as HTML, or text in a charset that could not be found. Larger: stricter.
const UNREADABLE: u32 = 30;

/// An article as read from a page.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Article {
    /// The headline.
    pub title: String,
    /// The body, one paragraph a line.
    pub text: String,
    /// Letters and digits in the body.
    pub length: u32,
    /// Language, a BCP 47 primary tag; `und` where neither page nor script tells.
    pub language: String,
    /// Script most of the body is in.
    pub script: Script,
    /// Charset of the page, its WHATWG name.
    pub charset: &'static str,
    /// How the charset was found.
    pub charset_source: Option<CharsetSource>,
    /// The source that the page credits.
    pub credit: Option<String>,
    /// The author that the page names.
    pub author: Option<String>,
    /// The site's name.
    pub site: Option<String>,
    /// When it was published, as the page writes it.
    pub published: Option<String>,
    /// The canonical address that the page states.
    pub canonical: Option<String>,
    /// The address it was read from.
    pub url: Option<String>,
    /// Whether reading stopped before the end of the page.
    pub truncated: bool,
    /// The fingerprint; `None` if there is too little body to recognise.
    pub fingerprint: Option<Fingerprint>,
    /// Every block of the page in document order, and why it was dropped.
    #[serde(skip)]
    pub blocks: Vec<Judged>,
}

/// A block of the page and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Judged {
    /// Its text.
    pub text: String,
    /// The rule that dropped it; `None` if it is part of the body.
    pub rule: Option<Rule>,
}

/// Reads one page, chunk by chunk.
///
/// ```
/// let mut reader = offprint::Reader::new(Default::default());
/// for chunk in "<title>T</title><p>下游三座水库已经蓄满。".as_bytes().chunks(5) {
///     reader.write(chunk)?;
/// }
/// let article = reader.end()?;
/// assert_eq!(article.title, "T");
/// assert!(article.fingerprint.is_none(), "one sentence is too little to recognise");
/// assert_eq!(reader.write(b"more").unwrap_err().code(), "finished");
/// # Ok::<(), offprint::Error>(())
/// ```
pub struct Reader {
    parser: Parser,
    url: Option<String>,
    rest: Vec<u8>,
}

impl Reader {
    /// A reader for one page.
    pub fn new(options: ReadOptions) -> Reader {
        Reader {
            parser: Parser::new(&options),
            url: options.url,
            rest: Vec::new(),
        }
    }

    /// Reads the next bytes; returns what is ready of the cleaned page, nothing unless
    /// [`ReadOptions::clean`] is set.
    ///
    /// # Errors
    /// [`Error::Finished`] after [`end`](Self::end).
    pub fn write(&mut self, bytes: &[u8]) -> Result<Vec<u8>, Error> {
        self.parser.write(bytes)
    }

    /// Ends the page and judges it.
    ///
    /// # Errors
    /// [`Error::Finished`] if it was called before.
    pub fn end(&mut self) -> Result<Article, Error> {
        let (page, rest) = self.parser.end()?;
        self.rest = rest;
        Ok(Article::of(&page, self.url.take()))
    }

    /// The last bytes of the cleaned page, once after [`end`](Self::end).
    pub fn take_rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }
}

/// Reads a whole page.
///
/// ```
/// let article = offprint::read("<h1>T</h1>".as_bytes(), Default::default());
/// assert_eq!(article.text, "");
/// ```
pub fn read(html: &[u8], options: ReadOptions) -> Article {
    let mut reader = Reader::new(ReadOptions {
        clean: false,
        ..options
    });
    let article = reader.write(html).and_then(|_| reader.end());
    article.expect("a new reader has not ended")
}

impl Article {
    /// The article of a page.
    pub fn of(page: &Page, url: Option<String>) -> Article {
        let title = headline(page);
        let body = body::choose(page, &title);
        Article::of_body(page, title, &body, url)
    }

    /// The article of a page whose headline and body are found.
    pub(crate) fn of_body(page: &Page, title: String, body: &Body, url: Option<String>) -> Article {
        let mut article = Article::stated(page, title, body.text(page), url);
        article.credit = credit(page, body);
        article.blocks = judged(page, body);
        article
    }

    /// An article with what its page states about it, and a text found by other means than by
    /// choosing among the page's blocks.
    pub(crate) fn stated(page: &Page, title: String, text: String, url: Option<String>) -> Article {
        let head = &page.head;
        let mut article = Article::of_text(title, text);
        let stated = head.lang.as_deref().unwrap_or("");
        article.language = script::language(stated, article.script, &article.text);
        article.charset = page.charset;
        article.charset_source = page.charset_source;
        article.credit = stated_credit(head);
        article.author.clone_from(&head.author);
        article.site.clone_from(&head.site);
        article.published.clone_from(&head.published);
        article.canonical.clone_from(&head.canonical);
        article.url = url;
        article.truncated = page.truncated;
        let chars: u32 = page.blocks.iter().map(|block| block.chars).sum();
        if page.unreadable * UNREADABLE > chars {
            article.fingerprint = None;
        }
        article
    }

    /// An article of which only the text is at hand.
    pub fn of_text(title: String, text: String) -> Article {
        let normal = normalize(&text);
        let script = Script::of(&text);
        Article {
            title,
            length: normal.length,
            language: script::language("", script, &text),
            script,
            charset: "UTF-8",
            charset_source: None,
            credit: None,
            author: None,
            site: None,
            published: None,
            canonical: None,
            url: None,
            truncated: false,
            fingerprint: Fingerprint::of(&Features::of(&normal)),
            blocks: Vec::new(),
            text,
        }
    }
}

fn judged(page: &Page, body: &Body) -> Vec<Judged> {
    let mut rules: Vec<Option<Rule>> = vec![None; page.blocks.len()];
    for &(i, rule) in &body.dropped {
        rules[i] = Some(rule);
    }
    let text = |block| page.text_of(block).to_owned();
    page.blocks
        .iter()
        .zip(rules)
        .map(|(block, rule)| Judged {
            text: text(block),
            rule,
        })
        .collect()
}

/// The headline: a heading that the title repeats, if it is about as long as the longest part of
/// the title (the site's name can be a heading too), else that part; without a title, what the
/// head calls the headline, else the first heading.
pub(crate) fn headline(page: &Page) -> String {
    let Head {
        title, headline, ..
    } = &page.head;
    let headings = || {
        page.blocks
            .iter()
            .filter(|block| page.tag_of(block).is_heading())
            .map(|block| page.text_of(block))
    };
    if title.is_empty() {
        let stated = headline.clone().filter(|text| !text.is_empty());
        return stated.unwrap_or_else(|| headings().next().unwrap_or("").to_owned());
    }
    let part = title
        .split(['_', '|', '｜', '–', '—', '·'])
        .flat_map(|part| part.split(" - "))
        .flat_map(|part| {
            if part.is_ascii() {
                vec![part]
            } else {
                part.split('-').collect()
            }
        })
        .map(str::trim)
        .min_by_key(|part| std::cmp::Reverse(part.chars().count()))
        .unwrap_or(title);
    headings()
        .filter(|heading| 2 * heading.len() >= part.len() && title.contains(heading))
        .max_by_key(|heading| heading.len())
        .unwrap_or(part)
        .to_owned()
}

/// The source that is credited: by the head, else by a line near the body.
fn credit(page: &Page, body: &Body) -> Option<String> {
    let first = body.kept.first().copied().unwrap_or(0);
    let last = body.kept.last().copied().unwrap_or(0);
    let line = |i: usize| page.blocks.get(i).map_or("", |block| page.text_of(block));
    let before = (first.saturating_sub(12)..=first).find_map(|i| lines::credit(line(i)));
    let after = || (last..last + 4).find_map(|i| lines::credit(line(i)));
    stated_credit(&page.head).or(before).or_else(after)
}

fn stated_credit(head: &Head) -> Option<String> {
    head.source.clone().filter(|s| s.chars().count() <= 40)
}
