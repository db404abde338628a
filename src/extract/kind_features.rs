//! What is known of a page as a whole: whole numbers for the model of [`kinds`](super::kinds).
//!
//! A pure function of the page, before its body is chosen, so that the kind of a page can itself be a
//! feature of its blocks.

use crate::extract::lines;
use crate::metadata::date;
use crate::parse::block::{Block, Page};
use crate::parse::signs::{COUNTED, Stated, WORDS};
use crate::parse::tag::Tag;

/// Size in bytes of a block outside links from which it is a paragraph.
const PARAGRAPH: u32 = 160;
/// Longest line that tells when a post was written, in characters.
const STAMP: u32 = 80;

/// Words of the path and host of an address, by what they tell.
const ADDRESS: [&[&str]; 6] = [
    &["docs", "doc", "documentation", "reference", "guide", "guides", "manual", "api", "wiki", "help", "kb", "learn",
      "tutorial", "tutorials", "handbook", "developer", "developers", "glossary", "userguide", "howto", "support"],
    &["forum", "forums", "thread", "threads", "topic", "topics", "t", "question", "questions", "viewtopic", "showthread",
      "bbs", "discussion", "discussions", "community", "tieba", "answer", "viewthread", "board", "boards", "comments"],
    &["product", "products", "shop", "store", "item", "p", "dp", "buy", "sku", "goods"],
    &["service", "services", "solution", "solutions", "pricing", "platform", "features", "industries", "about", "company",
      "consulting", "plans", "capabilities", "contact"],
    &["category", "categories", "tag", "tags", "collection", "collections", "archive", "archives", "search", "resources",
      "catalog", "directory", "latest", "all", "browse"],
    &["blog", "blogs", "news", "article", "articles", "post", "posts", "story", "stories", "press", "insights"],
];

/// How many numbers there are.
pub const COUNT: usize = 60;

/// What is known of a page, by name.
pub fn named(page: &Page) -> Vec<(&'static str, i64)> {
    let mut out: Vec<(&'static str, i64)> = Vec::new();
    let blocks = &page.blocks;
    let n = blocks.len() as i64;
    let chars: i64 = blocks.iter().map(|b| i64::from(b.chars)).sum();
    let linked: i64 = blocks.iter().map(|b| i64::from(b.linked)).sum();
    out.push(("blocks", n));
    out.push(("chars", chars));
    out.push(("prose", chars - linked));
    out.push(("linked_share", 1000 * linked / chars.max(1)));
    let is_link = |b: &Block| 2 * b.linked > b.chars;
    let links = blocks.iter().filter(|b| is_link(b)).count() as i64;
    out.push(("links", links));
    out.push(("links_share", 1000 * links / n.max(1)));
    let size = |b: &Block| {
        let bytes = b.end - b.start;
        bytes - (u64::from(bytes) * u64::from(b.linked) / u64::from(b.chars.max(1))) as u32
    };
    let paragraphs: Vec<i64> = blocks.iter().map(|b| size(b)).filter(|&s| s >= PARAGRAPH).map(i64::from).collect();
    let total: i64 = paragraphs.iter().sum();
    out.push(("paragraphs", paragraphs.len() as i64));
    out.push(("paragraph_size", total));
    out.push(("paragraph_mean", total / (paragraphs.len() as i64).max(1)));
    out.push(("paragraph_max", paragraphs.iter().copied().max().unwrap_or(0)));
    let prose: i64 = blocks.iter().map(|b| i64::from(size(b))).sum();
    out.push(("paragraph_share", 1000 * total / prose.max(1)));
    out.push(("block_mean", prose / n.max(1)));
    let teasers = (1..blocks.len()).filter(|&i| size(&blocks[i]) >= 40 && !is_link(&blocks[i]) && is_link(&blocks[i - 1]));
    let (mut tn, mut ts) = (0i64, 0i64);
    for i in teasers { tn += 1; ts += i64::from(size(&blocks[i])); }
    out.push(("teasers", tn));
    out.push(("teaser_share", 1000 * ts / prose.max(1)));
    // The run of paragraphs with nothing but short lines between.
    let sentence = |b: &Block| size(b) >= 40 && lines::ends_like_sentence(page.text_of(b));
    let sentences = blocks.iter().filter(|b| sentence(b)).count() as i64;
    out.push(("sentences", sentences));
    out.push(("sentence_share", 1000 * sentences / n.max(1)));
    let (mut run, mut best, mut runs) = (0i64, 0i64, 0i64);
    for b in blocks {
        if size(b) >= PARAGRAPH || sentence(b) { run += i64::from(size(b)); }
        else if is_link(b) || tag_heading(page, b) {
            if run > 300 { runs += 1; }
            best = best.max(run); run = 0;
        }
    }
    out.push(("run_max", best.max(run)));
    out.push(("runs", runs));
    out.push(("run_share", 1000 * best.max(run) / prose.max(1)));
    // The container of one paragraph element that holds the most.
    let mut held = vec![0i64; page.containers.len()];
    for b in blocks {
        if size(b) >= 40 { held[page_around(page, b) as usize] += i64::from(size(b)); }
    }
    let most = held.iter().copied().max().unwrap_or(0);
    out.push(("held_max", most));
    out.push(("held_share", 1000 * most / prose.max(1)));
    out.push(("holders", held.iter().filter(|&&h| 4 * h >= most && h > 0).count() as i64));
    let mut tags = [0i64; 16];
    let mut sizes = [0i64; 16];
    for b in blocks {
        let t = match page.tag_of(b) {
            Tag::H1 => 0, Tag::H2 => 1, Tag::H3 => 2, Tag::H4 | Tag::H5 | Tag::H6 => 3, Tag::P => 4, Tag::Li => 5,
            Tag::Td | Tag::Th => 6, Tag::Dd | Tag::Dt => 7, Tag::Pre => 8, Tag::Blockquote => 9, Tag::Div => 10,
            Tag::Summary | Tag::Details => 11, Tag::Label | Tag::Form | Tag::Fieldset | Tag::Legend => 12, _ => 13,
        };
        tags[t] += 1;
        sizes[t] += i64::from(size(b));
    }
    const NAMES: [(&str, &str); 14] = [("h1", "h1_s"), ("h2", "h2_s"), ("h3", "h3_s"), ("h4", "h4_s"), ("p", "p_s"),
        ("li", "li_s"), ("td", "td_s"), ("dd", "dd_s"), ("pre", "pre_s"), ("quote", "quote_s"), ("div", "div_s"),
        ("details", "details_s"), ("formt", "formt_s"), ("othert", "othert_s")];
    for (t, &(a, s)) in NAMES.iter().enumerate() {
        out.push((a, tags[t]));
        out.push((s, 1000 * sizes[t] / prose.max(1)));
    }
    let h = tags[0] + tags[1] + tags[2] + tags[3];
    out.push(("headings", h));
    out.push(("heading_each", prose / (h + 1)));
    let mut linked_heads = 0;
    let (mut prices, mut stamps, mut clocks, mut dates, mut questions, mut exclaims) = (0, 0, 0, 0, 0, 0);
    for b in blocks {
        let text = page.text_of(b);
        if tag_heading(page, b) {
            linked_heads += i64::from(is_link(b));
            questions += i64::from(text.ends_with(['?', '？']));
        }
        if b.chars <= STAMP {
            prices += i64::from(has_price(text));
            exclaims += i64::from(text.ends_with(['!', '！']));
            if text.bytes().any(|b| b.is_ascii_digit()) {
                stamps += i64::from(lines::is_stamp(text));
                if let Some(found) = date::find(text) {
                    dates += 1;
                    clocks += i64::from(found.has_clock);
                }
            }
        }
    }
    out.push(("linked_heads", linked_heads));
    out.push(("linked_heads_share", 1000 * linked_heads / h.max(1)));
    out.push(("prices", prices));
    out.push(("stamps", stamps));
    out.push(("dates", dates));
    out.push(("clocks", clocks));
    out.push(("questions", questions));
    out.push(("exclaims", exclaims));
    let title = &page.head.title;
    out.push(("title_question", i64::from(title.contains(['?', '？']))));
    out.push(("title_size", title.len() as i64));
    let (mut we, mut you, mut i, mut words) = (0i64, 0i64, 0i64, 0i64);
    for w in page.text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()) {
        words += 1;
        if w.len() <= 4 {
            match w.to_ascii_lowercase().as_str() {
                "we" | "our" | "us" => we += 1,
                "you" | "your" => you += 1,
                "i" | "my" | "me" | "im" => i += 1,
                _ => {}
            }
        }
    }
    out.push(("we", 1000 * we / words.max(1)));
    out.push(("you", 1000 * you / words.max(1)));
    out.push(("i", 1000 * i / words.max(1)));
    let address = page.head.canonical.as_deref().unwrap_or("").to_ascii_lowercase();
    let rest = address.split_once("://").map_or("", |(_, rest)| rest);
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    out.push(("address", i64::from(!rest.is_empty())));
    let path = path.split(['?', '#']).next().unwrap_or("");
    let segments: Vec<&str> = path.split('/').filter(|s| !s.is_empty()).collect();
    out.push(("depth", if rest.is_empty() { -1 } else { segments.len() as i64 }));
    let last = segments.last().copied().unwrap_or("");
    out.push(("last", last.len() as i64));
    out.push(("hyphens", last.bytes().filter(|&b| b == b'-' || b == b'_').count() as i64));
    out.push(("digits", path.bytes().filter(u8::is_ascii_digit).count() as i64));
    const PATHS: [(&str, &str); 6] = [("a_docs", "l_docs"), ("a_forum", "l_forum"), ("a_product", "l_product"),
        ("a_service", "l_service"), ("a_list", "l_list"), ("a_article", "l_article")];
    for (group, &(a, l)) in ADDRESS.iter().zip(&PATHS) {
        let split = |s: &str| s.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| group.contains(w)).count() as i64;
        let inner = segments.split_last().map_or(0, |(_, rest)| rest.iter().map(|s| split(s)).sum::<i64>());
        out.push((a, 2 * split(host) + inner));
        out.push((l, split(last)));
    }
    out.push(("published", i64::from(page.head.published.is_some())));
    out.push(("author_stated", i64::from(page.head.author.is_some())));
    out.push(("headline_stated", i64::from(page.head.headline.is_some())));
    out
}

fn page_around(page: &Page, b: &Block) -> u32 {
    page.up(b.container).find(|&id| id == 0 || !page.containers[id as usize].tag.is_paragraph()).unwrap_or(0)
}

fn tag_heading(page: &Page, b: &Block) -> bool {
    page.tag_of(b).is_heading()
}

/// Whether a line names a price: a sign of money beside a digit.
fn has_price(text: &str) -> bool {
    const SIGNS: [char; 7] = ['$', '€', '£', '¥', '￥', '₹', '元'];
    let mut before = ' ';
    let mut signed = false;
    for c in text.chars() {
        if c == ' ' { continue; }
        if signed && c.is_ascii_digit() { return true; }
        signed = SIGNS.contains(&c);
        if signed && before.is_ascii_digit() { return true; }
        before = c;
    }
    false
}

/// For experiments: the words, statements and elements counted.
pub fn raw(page: &Page) -> (&[u16], &[u16], &[u16]) {
    let _ = (COUNTED, WORDS, Stated::COUNT);
    (&page.signs.words, &page.signs.stated, &page.signs.elements)
}
