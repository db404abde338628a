//! A page read to the end: the article with everything that is known about it.

use crate::decode::charset::CharsetSource;
use crate::decode::media_type;
use crate::error::Error;
use crate::extract::body::{self, Body};
use crate::extract::embedded::{self, TextSource};
use crate::extract::model::{self, Scores};
use crate::extract::page_type::{self, Measures, PageType};
#[cfg(feature = "posts")]
use crate::extract::posts::{self, Post};
use crate::extract::quality::{self, Abstention};
use crate::extract::related::{Related, related};
use crate::extract::site::SiteMemory;
use crate::extract::{byline, gate, lines};
use crate::facts::{Known, Sketch};
use crate::fingerprint::Fingerprint;
#[cfg(feature = "markup")]
use crate::markup::Markup;
use crate::metadata::title::{headline, site_name};
use crate::metadata::{Metadata, address};
use crate::parse::block::Page;
use crate::parse::html::{Parser, ReadOptions};
use crate::parse::noise::Rule;
use crate::text::script::{self, Direction, Script};
use crate::text::{NormalText, normalize, words};
use encoding_rs::Encoding;
use serde::de::{Deserializer, Error as _};
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};
use std::io;

/// An article as read from a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Article {
    /// What the page says of it beside its text.
    pub metadata: Metadata,
    /// The body, one paragraph a line.
    pub text: String,
    /// Where the body was found: in what browsers show, unless there is next to nothing to see.
    pub text_source: TextSource,
    /// Letters and digits in the body, as far as it is surely part of the article.
    pub length: u32,
    /// Words in the body ([`words`]).
    pub word_count: u32,
    /// Script most of the body is in.
    pub script: Script,
    /// Which way its lines run, by the page or its script.
    pub direction: Direction,
    /// Charset of the page, its WHATWG name.
    pub charset: &'static str,
    /// How the charset was found.
    pub charset_source: Option<CharsetSource>,
    /// What it is, if it is no page but an image, a PDF, an archive or the like, by its first bytes: a
    /// media type. Nothing of such a thing is read.
    pub media_type: Option<&'static str>,
    /// What kind of page it is.
    pub page_type: PageType,
    /// How far the body can be trusted, 0 to 100; 0 if the page abstains for another reason than being
    /// short.
    pub quality: u8,
    /// Whether the page asks search engines to leave it out, by a `<meta name=robots>`.
    pub noindex: bool,
    /// Whether the body is only the beginning of an article, before a paywall or a login.
    pub gated: bool,
    /// Whether reading stopped before the end of the page.
    pub truncated: bool,
    /// The fingerprint; `None` if [`abstention`](Self::abstention) says why there is none.
    pub fingerprint: Option<Fingerprint>,
    /// Why there is no fingerprint.
    pub abstention: Option<Abstention>,
    /// Links to other articles beside the body or inside it, at most 200: web addresses only, each once, and
    /// not that of the page.
    pub related: Vec<Related>,
    /// The post and the replies of a thread told apart, at most 200; none on other pages, or where they cannot be told
    /// apart.
    #[cfg(feature = "posts")]
    pub posts: Vec<Post>,
    /// The body with its structure, if [`ReadOptions::markup`] asked for it; in JSON `markdown` and `html`.
    #[cfg(feature = "markup")]
    pub markup: Option<Markup>,
    /// Every block of the page in document order, and why it was dropped. It is no part of the JSON.
    pub blocks: Vec<Judged>,
}

/// The metadata and the rest in one object, in the order in which it is printed. Written by hand:
/// what `serde` flattens it writes through a map, which makes the WebAssembly larger.
impl Serialize for Article {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let metadata = &self.metadata;
        #[cfg(feature = "markup")]
        let markup = if self.markup.is_some() { 2 } else { 0 };
        #[cfg(not(feature = "markup"))]
        let markup = 0;
        let fields = 32 + usize::from(cfg!(feature = "posts")) + markup;
        let mut object = serializer.serialize_struct("Article", fields)?;
        object.serialize_field("title", &metadata.title)?;
        object.serialize_field("text", &self.text)?;
        object.serialize_field("textSource", &self.text_source)?;
        object.serialize_field("length", &self.length)?;
        object.serialize_field("wordCount", &self.word_count)?;
        object.serialize_field("language", &metadata.language)?;
        object.serialize_field("script", &self.script)?;
        object.serialize_field("direction", &self.direction)?;
        object.serialize_field("charset", &self.charset)?;
        object.serialize_field("charsetSource", &self.charset_source)?;
        object.serialize_field("mediaType", &self.media_type)?;
        object.serialize_field("pageType", &self.page_type)?;
        object.serialize_field("quality", &self.quality)?;
        object.serialize_field("credit", &metadata.credit)?;
        object.serialize_field("author", &metadata.author)?;
        object.serialize_field("site", &metadata.site)?;
        object.serialize_field("published", &metadata.published)?;
        object.serialize_field("publishedTime", &metadata.published_time())?;
        object.serialize_field("modified", &metadata.modified)?;
        object.serialize_field("modifiedTime", &metadata.modified_time())?;
        object.serialize_field("description", &metadata.description)?;
        object.serialize_field("image", &metadata.image)?;
        object.serialize_field("tags", &metadata.tags)?;
        object.serialize_field("favicon", &metadata.favicon)?;
        object.serialize_field("canonical", &metadata.canonical)?;
        object.serialize_field("noindex", &self.noindex)?;
        object.serialize_field("url", &metadata.url)?;
        object.serialize_field("gated", &self.gated)?;
        object.serialize_field("truncated", &self.truncated)?;
        object.serialize_field("fingerprint", &self.fingerprint)?;
        object.serialize_field("abstention", &self.abstention)?;
        object.serialize_field("related", &self.related)?;
        #[cfg(feature = "posts")]
        object.serialize_field("posts", &self.posts)?;
        #[cfg(feature = "markup")]
        if let Some(markup) = &self.markup {
            object.serialize_field("markdown", &markup.markdown)?;
            object.serialize_field("html", &markup.html)?;
        }
        object.end()
    }
}

/// What the JSON of an article holds beside its metadata.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    text: String,
    text_source: TextSource,
    length: u32,
    word_count: u32,
    script: Script,
    direction: Direction,
    charset: String,
    charset_source: Option<CharsetSource>,
    media_type: Option<String>,
    page_type: PageType,
    quality: u8,
    noindex: bool,
    gated: bool,
    truncated: bool,
    fingerprint: Option<Fingerprint>,
    abstention: Option<Abstention>,
    #[serde(default)]
    related: Vec<Related>,
    #[cfg(feature = "posts")]
    #[serde(default)]
    posts: Vec<Post>,
    #[cfg(feature = "markup")]
    markdown: Option<String>,
    #[cfg(feature = "markup")]
    html: Option<String>,
    #[serde(flatten)]
    metadata: Metadata,
}

/// Reads back what was written as JSON; [`blocks`](Article::blocks) are no part of it. It refuses what lacks a field,
/// charsets and media types that the reader never tells, and damaged fingerprints.
impl<'de> Deserialize<'de> for Article {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Article, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let charset = Encoding::for_label(written.charset.as_bytes());
        let charset = charset.ok_or_else(|| D::Error::custom("an unknown charset"))?;
        let media_type = written.media_type.as_deref().map(|media_type| {
            let known = media_type::known(media_type);
            known.ok_or_else(|| D::Error::custom("an unknown media type"))
        });
        Ok(Article {
            metadata: written.metadata,
            text: written.text,
            text_source: written.text_source,
            length: written.length,
            word_count: written.word_count,
            script: written.script,
            direction: written.direction,
            charset: charset.name(),
            charset_source: written.charset_source,
            media_type: media_type.transpose()?,
            page_type: written.page_type,
            quality: written.quality,
            noindex: written.noindex,
            gated: written.gated,
            truncated: written.truncated,
            fingerprint: written.fingerprint,
            abstention: written.abstention,
            related: written.related,
            #[cfg(feature = "posts")]
            posts: written.posts,
            #[cfg(feature = "markup")]
            markup: written
                .markdown
                .zip(written.html)
                .map(|(markdown, html)| Markup { markdown, html }),
            blocks: Vec::new(),
        })
    }
}

/// A block of the page and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
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
/// assert_eq!(article.metadata.title, "T");
/// assert!(article.fingerprint.is_none(), "one sentence is too little to recognise");
/// assert_eq!(reader.write(b"more").unwrap_err().code(), "finished");
/// # Ok::<(), offprint::Error>(())
/// ```
///
/// It is an [`io::Write`], too, so a page can be copied into it from wherever it comes:
///
/// ```
/// let mut page = "<title>T</title><p>下游三座水库已经蓄满。".as_bytes();
/// let mut reader = offprint::Reader::new(Default::default());
/// std::io::copy(&mut page, &mut reader)?;
/// assert_eq!(reader.end()?.metadata.title, "T");
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
        Ok(self.end_by(None)?.0)
    }

    /// Ends the page and judges it by what other pages of its site hold, too. Returns the article, and what is seen of
    /// the page: [`SiteMemory::remember`] adds it to the memory. That is nothing if the page has no fingerprint, so
    /// lists and errors are no other articles.
    ///
    /// By an empty memory the article is the same as by [`end`](Self::end).
    ///
    /// # Errors
    /// [`Error::Finished`] if it was called before.
    pub fn end_on(&mut self, site: &SiteMemory) -> Result<(Article, SiteMemory), Error> {
        self.end_by(Some(site))
    }

    /// The one or the other: [`end`](Self::end) without a memory, and [`end_on`](Self::end_on) with one.
    // Twice inlined it takes more of the WebAssembly.
    #[doc(hidden)]
    #[inline(never)]
    pub fn end_by(&mut self, site: Option<&SiteMemory>) -> Result<(Article, SiteMemory), Error> {
        let page = self.end_page()?;
        let url = self.url.take();
        Ok(Article::of_by(&page, url, &model::scores, site))
    }

    /// Ends the page, and leaves it to others to judge it ([`Article::of_by`]).
    #[doc(hidden)]
    pub fn end_page(&mut self) -> Result<Page, Error> {
        let (page, rest) = self.parser.end()?;
        self.rest = rest;
        Ok(page)
    }

    /// The last bytes of the cleaned page, once after [`end`](Self::end).
    pub fn take_rest(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }
}

/// Reads the next bytes. It refuses what comes of [`ReadOptions::clean`], which would be lost: [`Reader::write`]
/// returns it.
impl io::Write for Reader {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let cleaned = self.parser.write(bytes).map_err(io::Error::other)?;
        match cleaned.is_empty() {
            true => Ok(bytes.len()),
            false => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
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
        Article::of_by(page, url, &model::scores, None).0
    }

    /// The article of a page, by how surely each of its blocks is part of it and by what other pages of its site hold;
    /// and what is seen of the page by the memory of its site.
    #[doc(hidden)]
    pub fn of_by(
        page: &Page,
        url: Option<String>,
        scores: &Scores,
        site: Option<&SiteMemory>,
    ) -> (Article, SiteMemory) {
        let (article, size, seen) = Article::shown(page, headline(page), url, scores, site);
        let seen = match article.fingerprint {
            Some(_) => seen,
            None => SiteMemory::default(),
        };
        (Article::or_embedded(article, size, page, scores), seen)
    }

    /// The article that a page shows, of so many bytes, or the longer one in its data.
    fn or_embedded(article: Article, size: u32, page: &Page, scores: &Scores) -> Article {
        if article.gated || !embedded::is_stub(size) || page.is_unreadable() {
            return article;
        }
        let is_list = article.page_type == PageType::List;
        let title = &article.metadata.title;
        let Some(found) = embedded::embedded(page, title, size, is_list) else {
            return article;
        };
        let url = article.metadata.url.clone();
        match Article::shown(&found.page, found.title, url, scores, None) {
            (inner, ..) if inner.length > article.length => Article {
                text_source: found.source,
                ..inner
            },
            _ => article,
        }
    }

    /// The article of a page with this headline, the size of its body in bytes outside links, and what is seen of the
    /// page by the memory of its site.
    #[inline(never)]
    fn shown(
        page: &Page,
        title: String,
        url: Option<String>,
        scores: &Scores,
        site: Option<&SiteMemory>,
    ) -> (Article, u32, SiteMemory) {
        let body = body::choose_by(page, &title, scores, site);
        let (article, measures) = Article::measured(page, title, &body, url);
        (article, measures.prose, body.seen)
    }

    /// The article of a page whose headline and body are found.
    #[doc(hidden)]
    pub fn of_body(page: &Page, title: String, body: &Body, url: Option<String>) -> Article {
        Article::measured(page, title, body, url).0
    }

    /// The same, and what was measured of the page and its body.
    fn measured(
        page: &Page,
        title: String,
        body: &Body,
        url: Option<String>,
    ) -> (Article, Measures) {
        let measures = Measures::of(page, body);
        let page_type = page_type::page_type(page, body, &title, &measures);
        let quality = quality::quality(&measures);
        let compared = body.compared_text(page);
        let mut article = Article::stated(page, title, body.text(page), compared, quality, url);
        article.page_type = page_type;
        article.gated = gate::is_gated(page, body);
        if let Some(fingerprint) = &mut article.fingerprint {
            fingerprint.gated = article.gated;
        }
        let metadata = &mut article.metadata;
        metadata.credit = byline::credit(page, body, &metadata.title);
        metadata.published = byline::published(page, body, &metadata.title);
        let base = address::base(page.head.base.as_deref(), metadata.url.as_deref());
        let own = [metadata.url.as_deref(), metadata.canonical.as_deref()];
        article.related = related(page, body, &base, own);
        #[cfg(feature = "markup")]
        {
            article.markup = page
                .marks
                .as_ref()
                .map(|marks| Markup::of(page, marks, body, &base));
        }
        #[cfg(feature = "posts")]
        if page_type == PageType::Forum {
            article.posts = posts::posts(page, body);
        }
        article.blocks = judged(page, body);
        if let Some(why) = quality::abstention(page, body, page_type, &measures) {
            article.abstain(why);
        }
        (article, measures)
    }

    /// An article with what its page states about it, its text, and what of that is compared.
    #[doc(hidden)]
    pub fn stated(
        page: &Page,
        title: String,
        text: String,
        compared: NormalText,
        quality: u8,
        url: Option<String>,
    ) -> Article {
        let head = &page.head;
        let base = address::base(head.base.as_deref(), url.as_deref());
        let canonical = head.canonical.as_ref();
        let site = site_name(&head.title, &title).map(str::to_owned);
        let linked = |address: &Option<String>| address::linked(&base, address.as_deref()?);
        let metadata = Metadata {
            title,
            language: head.lang.clone().unwrap_or_default(),
            credit: byline::stated_credit(head),
            author: byline::author(head),
            site: head.site.clone().or(site),
            published: head.published.clone(),
            canonical: canonical.map(|canonical| address::join(&base, canonical)),
            url,
            first_seen: None,
            modified: head.modified.clone(),
            description: head.description.clone(),
            image: linked(&head.image),
            tags: head.tags.clone(),
            favicon: linked(&head.favicon),
        };
        let mut article = Article {
            charset: page.charset,
            charset_source: page.charset_source,
            media_type: page.media_type,
            noindex: head.noindex,
            truncated: page.truncated,
            ..Article::new(metadata, text, compared, quality)
        };
        article.direction = Direction::of(head.dir.as_deref(), article.script);
        if page.is_unreadable() {
            article.abstain(Abstention::Unreadable);
        }
        article
    }

    /// What is kept of its facts, to tell by whether another article says the same in other words; `None` if it holds
    /// too few, or is no article. It is made when it is asked for.
    ///
    /// # Complexity
    /// That of sorting the facts of the text.
    pub fn sketch(&self) -> Option<Sketch> {
        match self.abstention {
            None | Some(Abstention::Short) => Sketch::of_known(&Known {
                headline: &self.metadata.title,
                body: &self.text,
                published: self.metadata.published.as_deref(),
                fingerprint: self.fingerprint.as_ref(),
            }),
            Some(_) => None,
        }
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
        let metadata = Metadata {
            title,
            ..Metadata::default()
        };
        Article::new(metadata, text, body, quality)
    }

    /// The language in `metadata` is the one that the page states, if it does.
    fn new(mut metadata: Metadata, text: String, normal: NormalText, quality: u8) -> Article {
        let script = Script::of(&text);
        let length = normal.length;
        let fingerprint = Fingerprint::of_normal(&metadata.title, normal, script);
        metadata.language = script::language(&metadata.language, script, &text);
        Article {
            metadata,
            text_source: TextSource::Page,
            length,
            word_count: words(&text),
            script,
            direction: Direction::of(None, script),
            charset: "UTF-8",
            charset_source: None,
            media_type: None,
            page_type: PageType::Article,
            quality,
            noindex: false,
            gated: false,
            truncated: false,
            abstention: fingerprint.is_none().then_some(Abstention::Short),
            fingerprint,
            related: Vec::new(),
            #[cfg(feature = "posts")]
            posts: Vec::new(),
            #[cfg(feature = "markup")]
            markup: None,
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
