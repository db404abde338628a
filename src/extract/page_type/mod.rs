//! The kind of a page, and the measures of a page and its body that determine it.
//!
//! The [`model`] determines most kinds from the page alone. Anybody can write its features into a page, so they alone
//! never deprive a long page of its fingerprint. A list has no fingerprint only if its body holds little text besides
//! summaries ([`quality::no_fingerprint_reason`](super::quality::no_fingerprint_reason)), and a page is
//! [`PageType::Other`] only if there is nothing to read, or only a message.

pub(crate) mod features;
pub(crate) mod model;

use crate::extract::body::Body;
use crate::extract::lines;
use crate::languages::{self, Kinds};
use crate::parse::block::Page;

use crate::article::PageType;

// Sizes are in bytes of UTF-8, which are free to count and a good measure of the amount of text: a Han character is
// three, a Latin letter one.

/// Smallest size of a block that is a paragraph without ending like a sentence.
const PARAGRAPH: u32 = 160;
/// Size of the shortest sentence that is text and not a call to action or caption.
const SENTENCE: u32 = 40;
/// Size of the shortest sentence under a link to another article that is text.
const SUMMARY: u32 = 20;
/// Largest size of a body that is too short to be recognized: some 50 Han characters.
const MAX_SHORT_BODY: u32 = 150;
/// Largest size of a body that can be the message of an error or a login page.
const MESSAGE: u32 = 600;
/// Largest size of a page that is a wall with an explanation, if its headline is only a message. Larger: more walls are
/// recognized; smaller: fewer articles about them are taken for one.
const WALL: u32 = 1500;
/// Longest headline of such a wall, in bytes. Larger and smaller: as for [`WALL`].
const WALL_HEADLINE: usize = 48;
/// A page with this much text is not a message if the model takes it for anything but an article: a thread asks its
/// readers to log in, too.
const FULL: u64 = 1200;
/// Letters in links per other letter that make a page of links.
const LINKS: u64 = 4;
/// Summaries that make a list.
const SUMMARIES: u32 = 5;
/// Running text may be at most one part in this many of the text of a row of summaries.
const RUNNING: u32 = 4;
/// Letters of the shortest line of verse. Larger: more songs are lists; smaller: more names below each other are verse.
const VERSE: u32 = 8;
/// Fewest standalone links of a list, and fewest lines of verse.
const MIN_LINES: usize = 10;

/// Measures of a page and its body, for its type and for the body's quality. Sizes are in bytes of UTF-8.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Measures {
    /// Size of the body outside links.
    pub prose: u32,
    /// Size of the paragraphs and sentences in it.
    pub text: u32,
    /// How many of those follow a link, as summaries do.
    pub summaries: u32,
    /// Size of the others.
    pub running: u32,
    /// Blocks of the page that may be summaries: long enough, and after a link.
    pub teasers: u32,
    /// Size of those blocks.
    pub teasers_size: u32,
    /// Letters of the body outside links.
    pub letters: u64,
    /// Letters outside links, on the whole page.
    pub unlinked: u64,
    /// Letters inside links, on the whole page.
    pub linked: u64,
    /// Blocks of the page that are one link.
    pub links: usize,
}

impl Measures {
    /// Measures a page and its body.
    pub fn new(page: &Page, body: &Body) -> Measures {
        let mut measures = Measures::default();
        let mut after_link = false;
        for block in &page.blocks {
            let size = block.unlinked();
            if after_link && !block.is_link() && size >= SENTENCE {
                measures.teasers += 1;
                measures.teasers_size += size;
            }
            after_link = block.is_link();
            measures.linked += u64::from(block.linked);
            measures.unlinked += u64::from(block.chars - block.linked);
            measures.links += usize::from(block.is_link());
        }
        for &i in &body.kept {
            let block = &page.blocks[i];
            let follows_link = i > 0 && page.blocks[i - 1].is_link();
            let letters = block.chars - block.linked;
            measures.add(page.text_of(block), block.unlinked(), letters, follows_link);
        }
        measures
    }

    /// Measures a text without its page.
    pub fn of_text(text: &str) -> Measures {
        let mut measures = Measures::default();
        for line in text.lines() {
            let chars = line.chars().filter(|c| !c.is_whitespace()).count() as u32;
            measures.add(line, line.len() as u32, chars, false);
        }
        measures
    }

    /// Adds a block of the body with `prose` bytes and `letters` letters outside links.
    fn add(&mut self, text: &str, prose: u32, letters: u32, follows_link: bool) {
        self.prose += prose;
        self.letters += u64::from(letters);
        let sentence = if follows_link { SUMMARY } else { SENTENCE };
        if prose >= PARAGRAPH || prose >= sentence && ends(text) {
            self.text += prose;
            self.summaries += u32::from(follows_link);
            self.running += if follows_link { 0 } else { prose };
        }
    }
}

/// The kind of a page; `title` is its headline.
#[inline(never)]
pub fn page_type(page: &Page, body: &Body, title: &str, measures: &Measures) -> PageType {
    decide(body.kind, page, body, title, measures)
}

/// The kind of a page that the model takes for `kind`.
pub fn decide(kind: PageType, page: &Page, body: &Body, title: &str, measures: &Measures) -> PageType {
    let is_article = kind == PageType::Article;
    let may_be_message = measures.prose < WALL && (is_article || measures.prose < MESSAGE && measures.unlinked < FULL);
    if page.is_unreadable() {
        PageType::Other
    } else if (kind == PageType::List || is_article && is_links(measures)) && !is_verse(page, body) {
        PageType::List
    } else if measures.prose < MAX_SHORT_BODY
        && (is_article && measures.text == 0 || page.signs.asks_password && measures.unlinked < FULL)
        || may_be_message && is_message(page, body, title, measures.prose < MESSAGE)
    {
        PageType::Other
    } else if kind == PageType::List {
        PageType::Article
    } else {
        kind
    }
}

/// Whether the body is verse, such as the text of a song: lines without links, most of them in one paragraph.
fn is_verse(page: &Page, body: &Body) -> bool {
    let blocks = body.kept.iter().map(|&i| &page.blocks[i]);
    let lines = blocks.filter(|block| block.linked == 0 && (VERSE..PARAGRAPH).contains(&block.chars)).count();
    let pairs = body.kept.windows(2);
    let joined = pairs.filter(|pair| page.blocks[pair[0]].container == page.blocks[pair[1]].container).count();
    lines >= MIN_LINES && 10 * lines >= 9 * body.kept.len() && 3 * joined >= 2 * lines
}

/// Whether the page consists of links and nothing in the body reads like text, or of links with a summary each.
fn is_links(measures: &Measures) -> bool {
    let many = measures.links >= MIN_LINES && measures.linked >= LINKS * measures.unlinked;
    // The body is a row of summaries, or holds one or two of many and is no longer than they are.
    let all = u64::from(measures.teasers);
    let of_many =
        measures.teasers >= SUMMARIES && u64::from(measures.prose) * all <= 2 * u64::from(measures.teasers_size);
    let row = measures.summaries >= SUMMARIES || measures.summaries > 0 && of_many;
    row && RUNNING * measures.running <= measures.text || measures.text == 0 && many
}

/// Whether a page with little text states that it is an error, a login page or a wall before the site. If the page has
/// more text than a message (`is_short` is false), only a headline that says nothing else counts.
fn is_message(page: &Page, body: &Body, title: &str, is_short: bool) -> bool {
    let says = |text: &str| (is_short || text.len() <= WALL_HEADLINE) && says_message(text);
    // A sentence of an article may mention any of this; a heading or a short line is the message. The line is in the
    // body or right above it.
    let first = body.kept.first().copied().unwrap_or(0);
    let over = page.blocks[first.saturating_sub(2)..first].iter().filter(|block| block.linked == 0);
    let kept = body.kept.iter().map(|&i| &page.blocks[i]);
    let short = over.chain(kept).filter(|block| block.end - block.start < 2 * SENTENCE);
    let headings = page.blocks.iter().filter(|block| page.tag_of(block).is_heading());
    let mut lines = short.chain(headings).map(|block| page.text_of(block));
    says(&page.head.title) || says(title) || is_short && lines.any(says)
}

fn says_message(text: &str) -> bool {
    let mut is_message = false;
    languages::each_in(&lines::plain(text), &mut |kinds, _, _| is_message |= kinds.has(Kinds::MESSAGE));
    is_message
}

/// Whether a line ends like a sentence and is not cut off.
fn ends(line: &str) -> bool {
    lines::ends_like_sentence(line) && !line.ends_with(['…', ':', '：']) && !line.ends_with("...")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Article, ReadOptions};

    fn kind(html: &str) -> PageType {
        let article: Article = crate::read(html.as_bytes(), ReadOptions::default());
        article.page_type
    }

    #[test]
    fn empty_pages_and_messages_are_other() {
        assert_eq!(kind(""), PageType::Other);
        assert_eq!(
            kind(
                "<title>404 Not Found</title><p>We looked in every drawer for the page that you asked for, but it is not here any more, and we cannot say where it went.</p>"
            ),
            PageType::Other
        );
        assert_eq!(
            kind(
                "<title>港口</title><p>请先登录</p><p>登录之后可以继续阅读这一版的全部内容，也可以把它收进自己的夹子里，等有空的时候慢慢看完。</p>"
            ),
            PageType::Other
        );
    }

    #[test]
    fn a_page_that_asks_for_a_password_and_holds_little_else_is_other() {
        let page = |kind: &str| {
            format!(
                "<title>Lock keepers</title><h1>Lock keepers</h1><form><label>Name</label><input><label>Word</label>\
                <input type={kind}></form><p>New here? <a href=/join>Join the keepers</a>. By entering, you accept the rules."
            )
        };
        assert_eq!(kind(&page("PassWord")), PageType::Other);
        assert_ne!(kind(&page("search")), PageType::Other);
        let article =
            "The lock at Amblefoot opened again on Monday, eleven weeks after a coal barge had bent it. ".repeat(3);
        assert_ne!(kind(&format!("{}<p>{article}", page("password"))), PageType::Other);
    }

    #[test]
    fn a_short_notice_is_an_article() {
        let html = "<title>停水通知</title><p>因管道检修，城北片区定于今晚十点至明早六点停水，请居民提前储水。</p>";
        assert_eq!(kind(html), PageType::Article);
    }

    #[test]
    fn links_alone_are_a_list() {
        let links: String =
            (0..30).map(|i| format!("<li><a href=/{i}>The harbour reopens after repair number {i}</a>")).collect();
        assert_eq!(kind(&format!("<title>News</title><ul>{links}</ul>")), PageType::List);
    }

    #[test]
    fn headlines_with_summaries_are_a_list() {
        let teasers: String = (0..8)
            .map(|i| format!("<h3><a href=/{i}>Repair number {i}</a></h3><p>The harbour reopens after {i} weeks, and the first boats have come in with the tide.</p>"))
            .collect();
        assert_eq!(kind(&format!("<title>News</title><div>{teasers}</div>")), PageType::List);
        let one_line = |i: u32| format!("<h3><a href=/{i}>Barge {i} is in</a></h3><p>It took {i} weeks to mend.</p>");
        let teasers: String = (11..27).map(one_line).collect();
        assert_eq!(kind(&format!("<title>Boats</title><h1>Boats</h1>{teasers}")), PageType::List);
    }
}
