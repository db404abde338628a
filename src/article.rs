//! A page read to the end: the article with everything that is known about it.

use crate::decode::charset::CharsetSource;
use crate::decode::entity::{self, Context};
use crate::error::Error;
use crate::extract::body::{self, Body};
use crate::extract::lines;
use crate::extract::page_type::{self, Measures, PageType};
use crate::extract::quality::{self, Abstention};
use crate::fingerprint::Fingerprint;
use crate::metadata::address;
use crate::metadata::date;
use crate::metadata::title::{SOURCE_ENDS, headline};
use crate::parse::block::Head;
use crate::parse::block::Page;
use crate::parse::html::{Parser, ReadOptions};
use crate::parse::noise::Rule;
use crate::text::script::{self, Script};
use crate::text::{CharClass, NormalText, normalize};
use serde::Serialize;

/// Blocks before the body in which its credit and its time are looked for.
const BYLINES: usize = 12;
/// Longest line that is a byline, in characters.
const BYLINE: u32 = 120;
/// Shortest headline that a link to another article has, in bytes: five Han characters.
const LINK_TEXT: usize = 15;
/// Related links that are told of a page.
const MAX_RELATED: usize = 200;

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
    /// What it is, if it is no page but an image, a PDF, an archive or the like, by its first bytes: a
    /// media type. Nothing of such a thing is read.
    pub media_type: Option<&'static str>,
    /// What kind of page it is.
    pub page_type: PageType,
    /// How far the body can be trusted, 0 to 100; 0 if the page abstains for
    /// another reason than being short.
    pub quality: u8,
    /// The source that the page credits: what [`Head::source`] states, else what a line near the
    /// body says.
    pub credit: Option<String>,
    /// The author that the page names.
    pub author: Option<String>,
    /// The site's name.
    pub site: Option<String>,
    /// When it was published, as the page writes it: what [`Head::published`] states, else the time
    /// in a line before the body. [`date::minutes`] makes it comparable.
    pub published: Option<String>,
    /// The canonical address that the page states, absolute if the page's own address is known.
    pub canonical: Option<String>,
    /// Whether the page asks search engines to leave it out, by a `<meta name=robots>`.
    pub noindex: bool,
    /// The address it was read from.
    pub url: Option<String>,
    /// Whether reading stopped before the end of the page.
    pub truncated: bool,
    /// The fingerprint; `None` if [`abstention`](Self::abstention) says why there is none.
    pub fingerprint: Option<Fingerprint>,
    /// Why there is no fingerprint.
    pub abstention: Option<Abstention>,
    /// Links to other articles beside the body or inside it, at most 200: web addresses only, each once, and
    /// not that of the page.
    pub related: Vec<Related>,
    /// Every block of the page in document order, and why it was dropped.
    #[serde(skip)]
    pub blocks: Vec<Judged>,
}

/// A link to another article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Related {
    /// What it says.
    pub text: String,
    /// Where it leads; absolute if the page's own address is known.
    pub href: String,
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
    #[doc(hidden)]
    pub fn of_body(page: &Page, title: String, body: &Body, url: Option<String>) -> Article {
        let measures = Measures::of(page, body);
        let page_type = page_type::page_type(page, body, &title, &measures);
        let bylines = bylines(page, body, &title);
        let time = time(&bylines);
        let base = base(&page.head, url.as_deref());
        let quality = quality::quality(&measures);
        let mut article = Article::stated(page, title, body.text(page), quality, url);
        article.page_type = page_type;
        article.credit =
            credit(page, body).or_else(|| bylines.iter().find_map(|line| source(line)));
        // A time that cannot be read goes behind one that can.
        let stated = article.published.take();
        let readable = stated.clone().filter(|time| date::minutes(time).is_some());
        article.published = readable.or(time).or(stated);
        let own = [article.url.as_deref(), article.canonical.as_deref()];
        article.related = related(page, body, &base, own);
        article.blocks = judged(page, body);
        if let Some(why) = quality::abstention(page, body, page_type, &measures) {
            article.abstain(why);
        }
        article
    }

    /// An article with what its page states about it, and a text found by other means than by
    /// choosing among the page's blocks.
    #[doc(hidden)]
    pub fn stated(
        page: &Page,
        title: String,
        text: String,
        quality: u8,
        url: Option<String>,
    ) -> Article {
        let head = &page.head;
        let base = base(head, url.as_deref());
        let normal = normalize(&text);
        let lang = head.lang.as_deref().unwrap_or("");
        let mut article = Article::new(title, text, &normal, quality, lang);
        article.charset = page.charset;
        article.charset_source = page.charset_source;
        article.media_type = page.media_type;
        article.credit = stated_credit(head);
        article.author.clone_from(&head.author);
        article.site.clone_from(&head.site);
        article.published.clone_from(&head.published);
        let canonical = head.canonical.as_ref();
        article.canonical = canonical.map(|canonical| address::join(&base, canonical));
        article.noindex = head.noindex;
        article.url = url;
        article.truncated = page.truncated;
        if page.is_unreadable() {
            article.abstain(Abstention::Unreadable);
        }
        article
    }

    fn abstain(&mut self, why: Abstention) {
        self.abstention = Some(why);
        self.fingerprint = None;
        self.quality = 0;
    }

    /// An article of which only the text is at hand. Lines of credits, notices and the like stay in
    /// the text, and out of the fingerprint, as with a page.
    pub fn of_text(title: String, text: String) -> Article {
        let body = normalize(&lines::without_furniture(&title, &text));
        let quality = quality::quality(&Measures::of_text(&text));
        Article::new(title, text, &body, quality, "")
    }

    /// `lang` is the language that the page states.
    fn new(title: String, text: String, normal: &NormalText, quality: u8, lang: &str) -> Article {
        let script = Script::of(&text);
        let fingerprint = Fingerprint::of_normal(&title, normal, script);
        Article {
            title,
            length: normal.length,
            language: script::language(lang, script, &text),
            script,
            charset: "UTF-8",
            charset_source: None,
            media_type: None,
            page_type: PageType::Article,
            quality,
            credit: None,
            author: None,
            site: None,
            published: None,
            canonical: None,
            noindex: false,
            url: None,
            truncated: false,
            abstention: fingerprint.is_none().then_some(Abstention::Short),
            fingerprint,
            related: Vec::new(),
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

/// What relative addresses of the page are relative to; empty if neither it nor its address tells.
fn base(head: &Head, url: Option<&str>) -> String {
    let url = url.unwrap_or("");
    head.base
        .as_deref()
        .map_or_else(|| url.to_owned(), |base| address::join(url, base))
}

/// The source that is credited: by the head, else by a line near the body. An address stands for
/// its host.
fn credit(page: &Page, body: &Body) -> Option<String> {
    let first = body.kept.first().copied().unwrap_or(0);
    let last = body.kept.last().copied().unwrap_or(0);
    let line = |i: usize| page.blocks.get(i).map_or("", |block| page.text_of(block));
    let before = (first.saturating_sub(BYLINES)..=first).find_map(|i| lines::credit(line(i)));
    let after = || (last..last + 4).find_map(|i| lines::credit(line(i)));
    stated_credit(&page.head).or(before).or_else(after)
}

fn stated_credit(head: &Head) -> Option<String> {
    let source = head.source.as_ref()?;
    // It may be an address, or hold its label as a line does.
    let name = address::host(source)
        .or_else(|| lines::credit(source))
        .unwrap_or_else(|| source.clone());
    (name.chars().count() <= 40).then_some(name)
}

/// The short lines between headline and body; none where the page has no headline before its body.
fn bylines<'a>(page: &'a Page, body: &Body, title: &str) -> Vec<&'a str> {
    let first = body.kept.first().copied().unwrap_or(0);
    let line = |i: usize| page.text_of(&page.blocks[i]);
    let headline = (first.saturating_sub(BYLINES)..first)
        .rev()
        .find(|&i| !title.is_empty() && line(i).contains(title));
    let after = headline.map_or(first, |i| i + 1);
    (after..first)
        .filter(|&i| page.blocks[i].chars <= BYLINE)
        .map(line)
        .collect()
}

/// The time that one of the lines tells, as written; one with a time of day goes before others.
fn time(lines: &[&str]) -> Option<String> {
    let times = || {
        lines
            .iter()
            .filter_map(|line| Some((line, date::find(line)?)))
    };
    let (line, found) = times()
        .find(|(_, found)| found.has_clock)
        .or_else(|| times().next())?;
    Some(line[found.start..found.end].to_owned())
}

/// The source in a line that tells a time and then a name, and no word that says what the name is:
/// `www.a.example 2006年03月18日11:40 人民晚报`. Only Chinese pages have such lines.
pub fn source(line: &str) -> Option<String> {
    let found = date::find(line).filter(|found| found.has_clock)?;
    let after = line[found.end..].trim_start();
    let name = after.split([' ', '|', '•', '·']).next()?;
    let chars = name.chars().count();
    let is_name = (2..=20).contains(&chars)
        && name.starts_with(|c: char| CharClass::of(c) == CharClass::Han)
        && name.chars().all(char::is_alphabetic);
    // Without such an end a word after the time may be anything, such as a button.
    let names_a_source = SOURCE_ENDS.iter().any(|end| name.ends_with(end));
    (is_name && names_a_source).then(|| name.to_owned())
}

/// The links of blocks that were dropped as other articles: each page once, and not the page itself, which
/// goes by each of the addresses `own`.
fn related(page: &Page, body: &Body, base: &str, own: [Option<&str>; 2]) -> Vec<Related> {
    let rule = |block: u32| {
        let place = body
            .dropped
            .binary_search_by_key(&(block as usize), |&(i, _)| i);
        place.ok().map(|place| body.dropped[place].1)
    };
    let mut related = Vec::new();
    let mut known: Vec<String> = own.into_iter().flatten().map(address::link_key).collect();
    for link in &page.links {
        let text = page.text_of(&page.blocks[link.block as usize]);
        let is_other = matches!(
            rule(link.block),
            Some(Rule::Related | Rule::Teaser | Rule::Links)
        );
        if !is_other || text.len() < LINK_TEXT {
            continue;
        }
        let href = entity::decode(&link.href, Context::Attribute);
        let Some(href) = address::linked(base, &href) else {
            continue;
        };
        let key = address::link_key(&href);
        if known.contains(&key) {
            continue;
        }
        known.push(key);
        let text = text.to_owned();
        related.push(Related { text, href });
        if related.len() == MAX_RELATED {
            break;
        }
    }
    related
}
