//! Features of a page as a whole, for the model of [page types](super::model).
//!
//! A pure function of the page, computed before its body is chosen, so that the kind of a page can itself be a feature
//! of its blocks. The address is the one that the page states, so a page reads the same wherever it comes from.

use crate::bytes::{WIDTH, chunks};
use crate::metadata::date;
use crate::parse::block::Page;
use crate::parse::head::Subject;
use crate::parse::signs::{COUNTED, DeclaredType, Topic};
use crate::parse::tag::Tag;
use crate::text::ascii_letter;
use std::ops::BitOr;

/// Number of features.
pub const COUNT: usize = NAMES.len();

/// The features of a page, in the order of [`NAMES`].
pub type PageFeatures = [u32; COUNT];

/// The names of the features. The model's weights are in this order: fit it again if one changes.
#[rustfmt::skip]
pub const NAMES: [&str; 51] = [
    // Text: characters, parts per thousand in links, blocks that are one link, blocks after one; most text in one
    // container; headings, parts per thousand in headings, paragraphs and bare divisions, of headings that are links.
    "chars", "linked_share", "links", "teasers", "held", "headings", "heading_share",
    "paragraph_share", "division_share", "linked_headings",
    // Short lines with a date, with a date and a time of day, with a price, with a label that accompanies every post.
    "dates", "clocks", "prices", "post_lines",
    // Words per thousand that address the reader or refer to the company.
    "you", "we", "title",
    // The address: digits and hyphens, segments, words.
    "digits", "hyphens", "depth", "documentation_address", "forum_address", "product_address",
    "button", "code", "img", "section", "svg", "article_type", "technical_type", "thread_type",
    "answer_type", "product_type", "offer_type", "collection_type", "og_product", "forum_software",
    "documentation_software", "shop_software", "cart_words", "product_words", "thread_words",
    "member_words", "reply_words", "post_words", "docs_words", "pitch_words", "item_words",
    "article_words", "single_words", "layout_words",
];

/// Longest line with a date or a price, in characters.
const MAX_LINE_CHARS: u32 = 80;
/// Longest line that can be a label that accompanies every post, in characters.
const MAX_LABEL_CHARS: u32 = 24;
/// Smallest block that counts as text of its container, in bytes outside links.
const MIN_TEXT_BYTES: u32 = 40;
/// Bytes of the page in which words are counted: enough to estimate their share.
const READ: usize = 64 * 1024;

/// Words in addresses of documentation, of forums and of products.
#[rustfmt::skip]
const ADDRESS_WORDS: [&[&str]; 3] = [
    &[
        "docs", "doc", "documentation", "reference", "guide", "guides", "manual", "api", "wiki",
        "help", "kb", "learn", "tutorial", "tutorials", "handbook", "developer", "developers",
        "glossary", "userguide", "howto", "support",
    ],
    &[
        "forum", "forums", "thread", "threads", "topic", "topics", "t", "question", "questions",
        "viewtopic", "showthread", "viewthread", "bbs", "discussion", "discussions", "community",
        "tieba", "answer", "board", "boards",
    ],
    &[
        "product", "products", "shop", "store", "item", "p", "dp", "buy", "sku", "goods",
    ],
];

/// Computes the features of a page.
#[inline(never)]
pub fn page_features(page: &Page) -> PageFeatures {
    let text = of_text(page);
    let address = of_address(page.head.first(Subject::Canonical).unwrap_or_default());
    let signs = &page.signs;
    let counts = signs.elements.iter().chain(&signs.stated).chain(&signs.words);
    let all = text.into_iter().chain(address).chain(counts.map(|&count| u32::from(count)));
    let mut features = [0; COUNT];
    for (feature, value) in features.iter_mut().zip(all) {
        *feature = value;
    }
    features
}

// One value for each name.
const _: () = assert!(COUNT == 17 + 6 + COUNTED.len() + DeclaredType::COUNT + Topic::COUNT);

fn of_text(page: &Page) -> [u32; 17] {
    let (mut chars, mut prose, mut headings, mut linked) = (0, 0, 0, 0);
    let (mut in_headings, mut in_paragraphs, mut in_divisions) = (0, 0, 0);
    let (mut in_links, mut links, mut teasers, mut after_link) = (0, 0, 0, false);
    let (mut dates, mut clocks, mut prices, mut post_lines) = (0, 0, 0, 0);
    let mut held = vec![0; page.containers.len()];
    for block in &page.blocks {
        let size = block.unlinked();
        chars += block.chars;
        prose += size;
        in_links += block.linked;
        let is_link = block.is_link();
        links += u32::from(is_link);
        teasers += u32::from(after_link && !is_link && size >= MIN_TEXT_BYTES);
        after_link = is_link;
        let tag = page.tag_of(block);
        if tag.is_heading() {
            headings += 1;
            linked += u32::from(is_link);
            in_headings += size;
        } else if tag == Tag::P {
            in_paragraphs += size;
        } else if tag == Tag::Div {
            in_divisions += size;
        }
        if size >= MIN_TEXT_BYTES {
            let around = page.up(block.container).find(|&id| !page.containers[id as usize].tag.is_paragraph());
            held[around.unwrap_or(0) as usize] += size;
        }
        let line = page.text_of(block);
        if block.chars <= MAX_LINE_CHARS && line.bytes().any(|byte| byte.is_ascii_digit()) {
            let found = date::find(line);
            dates += u32::from(found.is_some());
            clocks += u32::from(found.is_some_and(|found| found.has_clock));
            prices += u32::from(has_price(line));
        }
        if block.chars <= MAX_LABEL_CHARS {
            post_lines += u32::from(is_beside_post(line));
        }
    }
    let (you, we) = pronouns(page);
    [
        chars,
        thousandths(in_links, chars),
        links,
        teasers,
        held.into_iter().max().unwrap_or(0),
        headings,
        thousandths(in_headings, prose),
        thousandths(in_paragraphs, prose),
        thousandths(in_divisions, prose),
        thousandths(linked, headings),
        dates,
        clocks,
        prices,
        post_lines,
        you,
        we,
        page.head.title.len() as u32,
    ]
}

/// Words that address the reader.
const YOU: [&[u8]; 2] = [b"you", b"your"];
/// Words that refer to the company.
const WE: [&[u8]; 3] = [b"we", b"our", b"us"];
/// The first letters of [`YOU`] and [`WE`].
const FIRST_OF_PRONOUNS: [u8; 4] = *b"ywou";

/// The second bytes of `您`, `你` and `我`.
const SECOND_OF_PRONOUNS: [u8; 3] = [0x82, 0xBD, 0x88];

/// Words per thousand that address the reader, and that refer to the company.
fn pronouns(page: &Page) -> (u32, u32) {
    let mut ends = (0..=READ.min(page.text.len())).rev();
    let end = ends.find(|&end| page.text.is_char_boundary(end));
    let text = &page.text[..end.unwrap_or(0)];
    let (mut you, mut we, mut words, mut others) = (0, 0, 0, 0);
    let mut in_word = false;
    for (at, next) in chunks(text.as_bytes()) {
        let small = next.small();
        let letters = next.letters() | next.digits();
        let starts = letters & !(letters << 1 | u32::from(in_word));
        in_word = letters >> (WIDTH - 1) == 1;
        words += starts.count_ones();
        let firsts = FIRST_OF_PRONOUNS.map(|letter| small.places(letter));
        let mut pronouns = starts & firsts.into_iter().fold(0, BitOr::bitor);
        while pronouns != 0 {
            let rest = &text.as_bytes()[at + pronouns.trailing_zeros() as usize..];
            let length = rest.iter().position(|&byte| ascii_letter(byte) == 0);
            let word = &rest[..length.unwrap_or(rest.len())];
            let is = |other: &&[u8]| word.eq_ignore_ascii_case(other);
            you += u32::from(YOU.iter().any(is));
            we += u32::from(WE.iter().any(is));
            pronouns &= pronouns - 1;
        }
        others += next.places_within(0x80, 0xFF).count_ones();
        // The second bytes of Chinese pronouns.
        let mut pronouns = SECOND_OF_PRONOUNS.map(|byte| next.places(byte)).into_iter().fold(0, BitOr::bitor);
        while pronouns != 0 {
            let start = (at + pronouns.trailing_zeros() as usize).saturating_sub(1);
            if let Some((pronoun, rest)) = text.get(start..).and_then(|text| text.split_at_checked('我'.len_utf8())) {
                you += u32::from(matches!(pronoun, "您" | "你"));
                we += u32::from(pronoun == "我" && rest.starts_with(['们', '們']));
            }
            pronouns &= pronouns - 1;
        }
    }
    // A Chinese word has about two characters, of three bytes each.
    let all = words + others / 6;
    (thousandths(you, all), thousandths(we, all))
}

fn of_address(address: &str) -> [u32; 6] {
    let address = address.to_ascii_lowercase();
    let rest = address.split_once("://").map_or("", |(_, rest)| rest);
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let segments: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let (last, inner) = segments.split_last().unwrap_or((&"", &[]));
    // The last segment names the page itself, in words of any kind.
    let [documentation, forum, product] =
        ADDRESS_WORDS.map(|words| 2 * named(host, words) + inner.iter().map(|part| named(part, words)).sum::<u32>());
    [
        path.bytes().filter(u8::is_ascii_digit).count() as u32,
        last.bytes().filter(|byte| matches!(byte, b'-' | b'_')).count() as u32,
        if rest.is_empty() { 0 } else { 1 + segments.len() as u32 },
        documentation,
        forum,
        product,
    ]
}

/// The number of these words in a part of an address.
fn named(part: &str, words: &[&str]) -> u32 {
    let found = part.split(|c: char| !c.is_ascii_alphanumeric());
    found.filter(|word| words.contains(word)).count() as u32
}

/// Labels that accompany every post of a forum, in lower case.
#[rustfmt::skip]
const POST_WORDS: &[&str] = &[
    "joined", "posts:", "reply", "quote", "report", "registered", "member", "reputation", "likes",
    "回复", "回覆", "引用", "举报", "只看该作者", "只看此人", "楼", "帖子", "发帖", "积分",
    "注册时间", "发表于", "等级", "倒序浏览",
];

/// A set of byte pairs that uses only the low six bits of each byte, so it can report pairs that it does not hold but
/// never misses one.
#[derive(Clone, Copy)]
struct Pairs([u64; 64]);

impl Pairs {
    const fn add(&mut self, first: u8, second: u8) {
        self.0[second as usize & 63] |= 1 << (first & 63);
    }

    fn may_hold(&self, first: u8, second: u8) -> bool {
        self.0[usize::from(second & 63)] >> (first & 63) & 1 == 1
    }
}

/// Beginnings of [`POST_WORDS`]: the first two bytes, and the second and third.
static BEGIN_POST_WORDS: [Pairs; 2] = {
    let mut pairs = [Pairs([0; 64]); 2];
    let mut i = 0;
    while i < POST_WORDS.len() {
        let word = POST_WORDS[i].as_bytes();
        pairs[0].add(small(word[0]), small(word[1]));
        pairs[1].add(small(word[1]), small(word[2]));
        i += 1;
    }
    pairs
};

/// A byte with ASCII letters in lower case.
const fn small(byte: u8) -> u8 {
    byte | 0x20
}

/// Whether a line contains one of [`POST_WORDS`]; the case of ASCII letters is ignored.
fn is_beside_post(line: &str) -> bool {
    let [first_two, next_two] = &BEGIN_POST_WORDS;
    let mut starts = line.as_bytes().windows(3).enumerate();
    starts.any(|(at, start)| {
        let (first, second, third) = (small(start[0]), small(start[1]), small(start[2]));
        let may_begin = first_two.may_hold(first, second) && next_two.may_hold(second, third);
        may_begin && begins_post_word(&line.as_bytes()[at..])
    })
}

fn begins_post_word(text: &[u8]) -> bool {
    POST_WORDS.iter().any(|word| {
        let start = text.get(..word.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
    })
}

fn thousandths(part: u32, whole: u32) -> u32 {
    (u64::from(part) * 1000 / u64::from(whole.max(1))) as u32
}

/// Whether a line has a currency sign next to a digit.
fn has_price(line: &str) -> bool {
    if !line.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let mut chars = line.chars().filter(|&c| c != ' ');
    let mut before = chars.next().unwrap_or(' ');
    chars.any(|c| {
        let found = is_currency(before) && c.is_ascii_digit() || before.is_ascii_digit() && is_currency(c);
        before = c;
        found
    })
}

fn is_currency(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '￥' | '₹' | '₽' | '元')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pronouns_are_counted_as_in_words(
            text in "((you|Your|YOU|we|our|us|use|i|wolves|yours|2)[ .,'水-]|[a-z0-9]{0,20}|我们|我|您|é){0,60}",
        ) {
            let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
            let among = |pronouns: &[&[u8]]| {
                let is = |word: &&&str| pronouns.iter().any(|other| word.as_bytes().eq_ignore_ascii_case(other));
                words.iter().filter(is).count()
            };
            let you = among(&YOU) + text.matches('您').count();
            let we = among(&WE) + text.matches("我们").count();
            let all = words.len() + text.bytes().filter(|byte| !byte.is_ascii()).count() / 6;
            let page = Page { text, ..Page::default() };
            let share = |part| thousandths(part as u32, all as u32);
            prop_assert_eq!(pronouns(&page), (share(you), share(we)));
        }
    }
}
