//! What kind of page it is: a pure function of the page and its body.
//!
//! Made to err on the side of the article, since a page that is taken for another kind may lose its
//! fingerprint: a list is one only if nothing in its body reads like text, or if its body is a row
//! of headlines with their summaries; a thread only if posts of several authors make up its body.

use crate::extract::body::Body;
use crate::extract::lines;
use crate::metadata::date;
use crate::parse::block::{Block, Page};
use serde::{Deserialize, Serialize};

// Sizes are in bytes of UTF-8, which cost nothing to count and serve as the measure of how much a
// text says: a Han character is three, a Latin letter one.

/// Size from which a block is a paragraph even if it ends like no sentence.
const PARAGRAPH: u32 = 160;
/// Size of the shortest sentence that is text and no call or caption.
const SENTENCE: u32 = 40;
/// Size of a body that is too short to be recognised by: some 50 Han characters.
const SHORT: u32 = 150;
/// Size up to which a body can be the message of an error or a login page.
const MESSAGE: u32 = 600;
/// Letters of links for each letter of body from which links are what the page is about.
const LINKS: u64 = 4;
/// One part in so many of a list's body may be text, at most.
const TEXT: u32 = 4;
/// Links that stand alone, from which a page can be a list.
const LINES: usize = 10;
/// Summaries with their headlines from which they are a list.
const TEASERS: u32 = 5;
/// Posts from which a page can be a thread.
const POSTS: usize = 3;
/// Longest line that tells when a post was written, in characters.
const POST_LINE: u32 = 80;

/// What kind of page it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PageType {
    /// One article, or nothing that shows otherwise.
    #[default]
    Article,
    /// A page of a manual, a reference or a tutorial.
    Documentation,
    /// A front page, the index of a section, results of a search: links and summaries.
    List,
    /// A thread, or a question with its answers: posts by several authors.
    Forum,
    /// Something to buy.
    Product,
    /// What a company or an institution offers.
    Service,
    /// Nothing to read: an empty page, an error, a login, or what is no text.
    Other,
}

/// What is measured of a page and its body, for this and for [`crate::extract::quality`]. Sizes are in bytes
/// of UTF-8.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Measures {
    /// Size of the body outside links.
    pub prose: u32,
    /// Size of the paragraphs and sentences in it.
    pub text: u32,
    /// Letters of the body outside links.
    pub letters: u64,
    /// Letters inside links, on the whole page.
    pub linked: u64,
    /// Blocks of the page that are one link.
    pub links: usize,
    /// Blocks of the page that are long enough for a summary and follow one that is a link.
    pub teasers: Teasers,
    /// Those of them that are in the body.
    pub teased: Teasers,
}

impl Measures {
    /// Measures a page and its body.
    pub fn of(page: &Page, body: &Body) -> Measures {
        let mut measures = Measures {
            linked: page
                .blocks
                .iter()
                .map(|block| u64::from(block.linked))
                .sum(),
            links: page.blocks.iter().filter(|block| is_link(block)).count(),
            teasers: Teasers::of(page, 0..page.blocks.len()),
            teased: Teasers::of(page, body.kept.iter().copied()),
            ..Measures::default()
        };
        for &i in &body.kept {
            let block = &page.blocks[i];
            measures.add(page.text_of(block), block.linked, block.chars);
        }
        measures
    }

    /// Measures a text of which nothing else is at hand.
    pub fn of_text(text: &str) -> Measures {
        let mut measures = Measures::default();
        for line in text.lines() {
            measures.add(
                line,
                0,
                line.chars().filter(|c| !c.is_whitespace()).count() as u32,
            );
        }
        measures
    }

    /// Adds a block of the body, of which `linked` of `chars` characters stand in links.
    fn add(&mut self, text: &str, linked: u32, chars: u32) {
        let prose = outside(text.len() as u32, linked, chars);
        self.prose += prose;
        self.letters += u64::from(chars - linked);
        if prose >= PARAGRAPH || prose >= SENTENCE && ends(text) {
            self.text += prose;
        }
    }
}

/// How many summaries there are, and their size.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Teasers {
    /// How many.
    pub count: u32,
    /// Their size.
    pub size: u32,
}

impl Teasers {
    /// The summaries among some blocks of a page.
    fn of(page: &Page, blocks: impl Iterator<Item = usize>) -> Teasers {
        let mut teasers = Teasers::default();
        for i in blocks.filter(|&i| is_teaser(page, i)) {
            teasers.count += 1;
            teasers.size += size(&page.blocks[i]);
        }
        teasers
    }
}

/// What kind of page it is. `title` is its headline.
pub fn page_type(page: &Page, body: &Body, title: &str, measures: &Measures) -> PageType {
    if page.is_unreadable() {
        PageType::Other
    } else if is_list(measures) {
        PageType::List
    } else if is_other(page, body, title, measures) {
        PageType::Other
    } else if is_forum(page, body) {
        PageType::Forum
    } else {
        PageType::Article
    }
}

/// Whether links are what there is, or headlines with a summary each.
pub fn is_list(measures: &Measures) -> bool {
    let links = measures.links >= LINES
        && measures.linked >= LINKS * measures.letters
        && TEXT * measures.text <= measures.prose;
    // The body is a row of summaries, or one or two of many and no longer than these are.
    let (all, held) = (measures.teasers, measures.teased);
    let row = held.count >= TEASERS;
    let one_of_many = all.count >= TEASERS
        && u64::from(measures.prose) * u64::from(all.count) <= 2 * u64::from(all.size);
    links || (row || one_of_many) && 2 * held.size >= measures.prose && held.count > 0
}

/// Whether there is nothing to read, or a short body that says so.
fn is_other(page: &Page, body: &Body, title: &str, measures: &Measures) -> bool {
    let empty = measures.text == 0 && measures.prose < SHORT;
    let message = || {
        let says = |text: &str| {
            let text = lines::plain(text);
            MESSAGES.iter().any(|words| text.contains(words))
        };
        // A sentence of an article may speak of any of this; a heading or a short line is the message.
        // It stands in the body or right over it.
        let first = body.kept.first().copied().unwrap_or(0);
        let over = page.blocks[first.saturating_sub(2)..first].iter();
        let over = over.filter(|block| block.linked == 0);
        let kept = body.kept.iter().map(|&i| &page.blocks[i]);
        let short = over
            .chain(kept)
            .filter(|block| block.end - block.start < 2 * SENTENCE);
        let headings = page
            .blocks
            .iter()
            .filter(|block| page.tag_of(block).is_heading());
        let mut lines = short.chain(headings).map(|block| page.text_of(block));
        says(&page.head.title) || says(title) || lines.any(says)
    };
    empty || measures.prose < MESSAGE && message()
}

/// What errors and logins say, folded and without spaces; each hardly ever a part of a
/// headline or of a line by itself.
const MESSAGES: &[&str] = &[
    "404notfound",
    "404error",
    "error404",
    "error403",
    "error500",
    "pagenotfound",
    "403forbidden",
    "pagecannotbefound",
    "pagecouldnotbefound",
    "pagedoesn'texist",
    "pagedoesnotexist",
    "accessdenied",
    "internalservererror",
    "badgateway",
    "serviceunavailable",
    "logintocontinue",
    "signintocontinue",
    "pleaselogin",
    "pleasesignin",
    "loginrequired",
    "页面不存在",
    "页面找不到",
    "找不到页面",
    "页面未找到",
    "您访问的页面",
    "您要查看的页",
    "您请求的页面",
    "请先登录",
    "请先登入",
    "请登录后",
    "用户登录",
    "会员登入",
    "会员登录",
];

/// Whether posts by several authors make up the page. A post begins with a line that tells its time
/// of day; the article of a page with comments is one post among them, is all of the body, and is
/// no small part of the whole.
fn is_forum(page: &Page, body: &Body) -> bool {
    let mut kept = vec![false; page.blocks.len()];
    for &i in &body.kept {
        kept[i] = true;
    }
    // Letters and letters of the body, of what stands before the first post and of each post.
    let mut posts = vec![(0u32, 0u32)];
    for (block, &kept) in page.blocks.iter().zip(&kept) {
        if !kept && tells_time(page, block) {
            posts.push((0, 0));
        }
        let prose = block.chars - block.linked;
        let post = posts.last_mut().expect("one at least");
        post.0 += prose;
        post.1 += if kept { prose } else { 0 };
    }
    if posts.len() <= POSTS {
        return false;
    }
    let whole: u32 = posts.iter().map(|post| post.0).sum();
    let longest = posts.iter().map(|post| post.0).max().unwrap_or(0);
    let in_body: u32 = posts.iter().map(|post| post.1).sum();
    let most_in_body = posts.iter().map(|post| post.1).max().unwrap_or(0);
    let several = 4 * most_in_body < 3 * in_body || 3 * most_in_body < whole;
    2 * longest < whole && several && speaks_of_posts(page)
}

/// Whether a block is a short line with a date and a time of day.
fn tells_time(page: &Page, block: &Block) -> bool {
    if block.chars > POST_LINE {
        return false;
    }
    let line = page.text_of(block);
    line.contains([':', '：']) && date::find(line).is_some_and(|found| found.has_clock)
}

/// Whether the page uses several words of forums, each at more than one place.
fn speaks_of_posts(page: &Page) -> bool {
    let lines: Vec<String> = page
        .blocks
        .iter()
        .filter(|block| block.chars <= POST_LINE)
        .map(|block| lines::plain(page.text_of(block)))
        .collect();
    let often = |word: &&&str| lines.iter().filter(|line| line.contains(**word)).count() >= POSTS;
    FORUM_WORDS.iter().filter(often).count() >= 2
}

/// What stands beside every post of a forum, folded and without spaces.
const FORUM_WORDS: &[&str] = &[
    "joined",
    "posts:",
    "reply",
    "quote",
    "report",
    "registered",
    "member",
    "reputation",
    "likes",
    "回复",
    "回覆",
    "引用",
    "举报",
    "只看该作者",
    "只看此人",
    "楼",
    "帖子",
    "发帖",
    "积分",
    "注册时间",
    "发表于",
    "等级",
    "倒序浏览",
];

/// Whether a block may be the summary of what the link before it leads to.
fn is_teaser(page: &Page, i: usize) -> bool {
    let block = &page.blocks[i];
    size(block) >= SENTENCE && !is_link(block) && i > 0 && is_link(&page.blocks[i - 1])
}

/// Size of a block outside links.
fn size(block: &Block) -> u32 {
    outside(block.end - block.start, block.linked, block.chars)
}

/// Of so many bytes, those outside links, if `linked` of `chars` characters are inside.
fn outside(bytes: u32, linked: u32, chars: u32) -> u32 {
    let inside = u64::from(bytes) * u64::from(linked) / u64::from(chars.max(1));
    bytes - inside as u32
}

/// Whether a block is one link and little more.
fn is_link(block: &Block) -> bool {
    2 * block.linked > block.chars
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
                "<title>404 Not Found</title><p>We looked in every drawer for the page that you asked for, but it is not here any more, and nobody knows where it went.</p>"
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
    fn a_short_notice_is_an_article() {
        let html = "<title>停水通知</title><p>因管道检修，城北片区定于今晚十点至明早六点停水，请居民提前储水。</p>";
        assert_eq!(kind(html), PageType::Article);
    }

    #[test]
    fn links_alone_are_a_list() {
        let links: String = (0..30)
            .map(|i| format!("<li><a href=/{i}>The harbour reopens after repair number {i}</a>"))
            .collect();
        assert_eq!(
            kind(&format!("<title>News</title><ul>{links}</ul>")),
            PageType::List
        );
    }

    #[test]
    fn headlines_with_summaries_are_a_list() {
        let teasers: String = (0..8)
            .map(|i| format!("<h3><a href=/{i}>Repair number {i}</a></h3><p>The harbour reopens after {i} weeks, and the first boats have come in with the tide.</p>"))
            .collect();
        assert_eq!(
            kind(&format!("<title>News</title><div>{teasers}</div>")),
            PageType::List
        );
    }
}
