//! Makes articles from pages and texts.

use crate::address;
use crate::article::{
    Article, BlockDecision, Direction, Markup, NoFingerprintReason, PageLink, PageType, Script, TextSource,
};
use crate::extract::about::{About, about};
use crate::extract::body::{self, Body};
use crate::extract::embedded;
use crate::extract::model::Scores;
use crate::extract::next_page::next_page;
use crate::extract::page_type::{self, Measures};
use crate::extract::related::related;
use crate::extract::site::SiteMemory;
use crate::extract::{gate, lines, quality};
use crate::facts::{Sketch, SketchInput};
use crate::fingerprint::Fingerprint;
use crate::hash::hash;
#[cfg(feature = "markup")]
use crate::markup;
use crate::metadata::Metadata;
use crate::metadata::candidate::{Candidate, Decision};
use crate::metadata::headline::{candidates, chosen};
use crate::metadata::title::site_name;
use crate::parse::head::{Place, Subject};
use crate::parse::{Page, ReadOptions};
use crate::text::{NormalText, hash_of, normalize, script, words};

/// The blocks of a page.
#[cfg(feature = "internals")]
pub fn page(html: &[u8], options: &ReadOptions) -> Page {
    let mut parser = crate::parse::Parser::new(options, None);
    parser.write(html);
    parser.end()
}

/// The article of a page, given a score for each block that says how surely it is part of the article, and the memory
/// of its site; also the record of the page for that memory.
pub fn article_by(
    page: &Page,
    options: &ReadOptions,
    scores: &Scores,
    site: Option<&SiteMemory>,
) -> (Article, SiteMemory) {
    let headlines = candidates(page);
    let headline = chosen(&headlines).to_owned();
    let (article, size, seen) = read_visible(page, headline, options, scores, site);
    let seen = match article.fingerprint {
        Some(_) => seen,
        None => SiteMemory::default(),
    };
    let mut article = or_embedded(article, size, page, options, scores);
    explained(headlines, &mut article);
    (article, seen)
}

/// The visible article of a page, whose body has `size` bytes, or the longer article in the page's data.
fn or_embedded(article: Article, size: u32, page: &Page, options: &ReadOptions, scores: &Scores) -> Article {
    if article.gated || !embedded::is_stub(size) || page.is_unreadable() {
        return article;
    }
    let is_list = article.page_type == PageType::List;
    let title = &article.metadata.title;
    let Some(found) = embedded::embedded(page, title, size, is_list) else {
        return article;
    };
    let (title, source) = (found.title.clone(), found.source);
    match read_visible(&found.into_page(page), title, options, scores, None) {
        (inner, ..) if inner.length > article.length => Article { text_source: source, ..inner },
        _ => article,
    }
}

// Functions that run once per page are not inlined, here and in the stages. In WebAssembly, one loop in a function
// makes V8 compile everything inlined into it, and that was most of the CPU time of an isolate's first page.

/// The article of a page with this headline, the size of its body in bytes outside links, and the record of the page
/// for the memory of its site.
#[inline(never)]
fn read_visible(
    page: &Page,
    title: String,
    options: &ReadOptions,
    scores: &Scores,
    site: Option<&SiteMemory>,
) -> (Article, u32, SiteMemory) {
    let mut body = body::choose_by(page, &title, scores, site);
    gate::drop_gate(page, &mut body);
    let (article, measures) = measured(page, title, &body, options);
    (article, measures.prose, body.seen)
}

/// The article of a page with a known headline and body, and the measures of the page and its body.
#[inline(never)]
fn measured(page: &Page, title: String, body: &Body, options: &ReadOptions) -> (Article, Measures) {
    let measures = Measures::new(page, body);
    let page_type = page_type::page_type(page, body, &title, &measures);
    let base = address::base(page.head.base.as_deref(), options.url.as_deref());
    let (metadata, candidates) = stated(page, title, body, &base, options.url.clone(), page_type);
    let own = [metadata.url.as_deref(), metadata.canonical.as_deref()];
    let findings = Findings {
        page_type,
        quality: quality::quality(&measures),
        no_fingerprint_reason: quality::no_fingerprint_reason(page, body, page_type, &measures),
        gated: gate::is_gated(page, body),
        other_articles: body.others,
        related: related(page, body, page_type == PageType::List, &base, own),
        #[cfg(feature = "markup")]
        markup: page.marks.as_ref().map(|marks| markup::render(page, marks, body, &base, &options.without)),
        candidates,
        blocks: judged(page, body),
        ..Findings::default()
    };
    (article(page, metadata, body.text(page), body.compared_text(page), findings), measures)
}

/// What a page states about the article with this headline and body, and the candidates for it. Its addresses are
/// relative to `base`; `url` is its own address.
#[inline(never)]
pub fn stated(
    page: &Page,
    title: String,
    body: &Body,
    base: &str,
    url: Option<String>,
    page_type: PageType,
) -> (Metadata, Vec<Candidate>) {
    let head = &page.head;
    let is_list = page_type == PageType::List;
    let About { credits, authors, published, modified, candidates } =
        about(page, body, &title, url.as_deref(), is_list);
    let credit_place = credits.place;
    let (credit, via) = credits.first_and_others();
    let text = |fact| head.first(fact).map(str::to_owned);
    let linked = |fact| address::linked(base, head.first(fact)?);
    let site = site_name(&head.title, &title).map(str::to_owned);
    let canonical = linked(Subject::Canonical);
    use PageType::{Article, Documentation, Forum};
    let next_page = match page_type {
        Article | Documentation | Forum => next_page(page, body, base, url.as_deref(), canonical.as_deref()),
        _ => None,
    };
    let tags = head
        .list(Subject::Tags)
        .flat_map(|stated| stated.split([',', '，', '、']))
        .map(str::trim)
        .filter(|tag| !tag.is_empty());
    let metadata = Metadata {
        title,
        language: head.lang.clone().unwrap_or_default(),
        credit,
        credit_place,
        via,
        authors,
        site: text(Subject::Site).or(site),
        published: published.as_ref().map(|(iso, _)| iso.clone()),
        published_text: published.map(|(_, written)| written),
        canonical,
        url,
        first_seen: None,
        modified,
        description: text(Subject::Description),
        image: linked(Subject::Image),
        tags: tags.map(str::to_owned).collect(),
        favicon: linked(Subject::Favicon),
        next_page,
    };
    (metadata, candidates)
}

/// What else is found out about an article. By default, nothing speaks against it.
#[derive(Default)]
pub struct Findings {
    pub page_type: PageType,
    pub quality: u8,
    /// Why it has no fingerprint, unless it is only too short.
    pub no_fingerprint_reason: Option<NoFingerprintReason>,
    pub gated: bool,
    pub other_articles: u32,
    pub related: Vec<PageLink>,
    pub markup: Option<Markup>,
    pub candidates: Vec<Candidate>,
    pub blocks: Vec<BlockDecision>,
    pub digest: Option<u64>,
}

/// An article from the page's statements about it, its text, and the part of the text to compare. The language in
/// `metadata` is the one that the page states, if any.
#[inline(never)]
pub fn article(page: &Page, mut metadata: Metadata, text: String, compared: NormalText, findings: Findings) -> Article {
    let script = Script::from_text(&text);
    let length = compared.length;
    let reason = findings.no_fingerprint_reason;
    let mut fingerprint = match reason {
        None => Fingerprint::of_normal(&metadata.title, compared, &text, script),
        Some(_) => None,
    };
    if let Some(fingerprint) = &mut fingerprint {
        fingerprint.gated = findings.gated;
    }
    metadata.language = script::language(&metadata.language, script, &text);
    Article {
        metadata,
        text_source: TextSource::Page,
        length,
        word_count: words(&text),
        script,
        direction: Direction::new(page.head.dir.as_deref(), script),
        charset: page.charset,
        charset_source: page.charset_source,
        media_type: page.media_type,
        page_type: findings.page_type,
        quality: if reason.is_some() { 0 } else { findings.quality },
        noindex: page.head.noindex,
        gated: findings.gated,
        other_articles: findings.other_articles,
        truncated: page.truncated,
        no_fingerprint_reason: reason.or(fingerprint.is_none().then_some(NoFingerprintReason::Short)),
        fingerprint,
        related: findings.related,
        markup: findings.markup,
        candidates: findings.candidates,
        blocks: findings.blocks,
        unavailable_after: page.head.unavailable_after.clone(),
        digest: findings.digest,
        text,
    }
}

impl Article {
    /// A sketch of its facts, for deciding whether another article rewrites it; `None` if it has too few facts, or is
    /// not an article. Computed on each call.
    ///
    /// # Complexity
    /// Sorts the facts of the text.
    pub fn sketch(&self) -> Option<Sketch> {
        match self.no_fingerprint_reason {
            None | Some(NoFingerprintReason::Short) => Sketch::of_input(&SketchInput::from(self)),
            Some(_) => None,
        }
    }

    /// A hash of a headline and a text that ignores what [normal text](mod@crate::compare) leaves out: case,
    /// punctuation, width and the like. Equal hashes mean the same text, except for a chance of 1 in 2⁶⁴, or if
    /// somebody built the texts for it.
    ///
    /// # Complexity
    /// Linear in the text.
    ///
    /// ```
    /// use offprint::Article;
    /// assert_eq!(Article::hash_of("", "Accept all cookies?"), Article::hash_of("", "accept ALL cookies"));
    /// assert_ne!(Article::hash_of("", "Accept cookies"), Article::hash_of("Accept", "cookies"));
    /// ```
    pub fn hash_of(title: &str, text: &str) -> u64 {
        hash([title, text].map(|part| hash_of(&normalize(part).tokens)))
    }

    /// The [digest](Self::digest) of an article from these kept fields.
    ///
    /// ```
    /// use offprint::Article;
    /// assert!(Article::digest_of("", "Accept all cookies?", false, false).is_some());
    /// assert_eq!(Article::digest_of("", "Accept all cookies?", true, false), None);
    /// ```
    pub fn digest_of(title: &str, text: &str, gated: bool, truncated: bool) -> Option<u64> {
        let is_whole = !gated && !truncated && text.contains(char::is_alphanumeric);
        is_whole.then(|| Article::hash_of(title, text))
    }

    /// The hash of its headline and text, which shows that it repeats another article, however short both are. `None`
    /// if it has no letters or digits, or if some of it is missing, before a gate or behind a limit.
    ///
    /// ```
    /// use offprint::Article;
    /// let digest = |text: &str| Article::of_text(String::new(), text.to_owned()).digest();
    /// assert_eq!(digest("Accept all cookies?"), digest("accept ALL cookies"));
    /// assert_eq!(digest("…"), None);
    /// ```
    pub fn digest(&self) -> Option<u64> {
        let is_gated = self.gated || self.fingerprint.as_ref().is_some_and(|fingerprint| fingerprint.gated);
        self.digest
            .filter(|_| !is_gated && !self.truncated)
            .or_else(|| Article::digest_of(&self.metadata.title, &self.text, is_gated, self.truncated))
    }

    /// An article from its text alone. Lines of credits, notices and the like stay in the text, but are not in the
    /// fingerprint, as with a page.
    pub fn of_text(title: String, text: String) -> Article {
        let kept = lines::without_furniture(&title, &text);
        let body = normalize(&kept);
        let is_kept = kept == text.trim_end_matches('\n');
        let text_hash = if is_kept { hash_of(&body.tokens) } else { hash_of(&normalize(&text).tokens) };
        let digest = hash([hash_of(&normalize(&title).tokens), text_hash]);
        let findings = Findings {
            quality: quality::quality(&Measures::of_text(&text)),
            digest: text.contains(char::is_alphanumeric).then_some(digest),
            ..Findings::default()
        };
        let page = Page { charset: "UTF-8", ..Page::default() };
        article(&page, Metadata { title, ..Metadata::default() }, text, body, findings)
    }
}

#[inline(never)]
fn judged(page: &Page, body: &Body) -> Vec<BlockDecision> {
    let blocks = page.blocks.iter().zip(&body.rules);
    blocks.map(|(block, &rule)| BlockDecision { text: page.text_of(block).to_owned(), rule }).collect()
}

/// The candidates of a page. Its article may be in its data and have a headline of its own.
fn explained(mut headlines: Vec<Candidate>, article: &mut Article) {
    let title = article.metadata.title.as_str();
    if chosen(&headlines) != title {
        for candidate in &mut headlines {
            if candidate.decision == Decision::Taken {
                candidate.decision = Decision::OfPage;
            }
        }
        headlines.insert(
            0,
            Candidate { decision: Decision::Taken, ..Candidate::new(Subject::Headline, title, Place::Data) },
        );
    }
    article.candidates.splice(0..0, headlines);
}
