//! Finds the other articles of a document that shows several in a row, as pages with endless scrolling do.

use crate::extract::lines::{Line, MAX_CREDIT_WEIGHT};
use crate::parse::block::{ContainerId, Page};
use crate::parse::noise::Rule;
use crate::parse::tag::Tag;

/// Least text of an article that follows another, in Latin letters of weight. Larger: short articles are read together
/// with the one before them; smaller: summaries of other articles end an article.
const ARTICLE: u32 = 400;

/// The element of an article, and the block of its heading.
struct Part {
    container: ContainerId,
    heading: usize,
    /// Whether the container is an `<article>`, or the largest part of one.
    is_article: bool,
}

/// Drops the articles of the document other than the page's own. Its own article is the one under the page's headline,
/// or the first, under an `<h1>`, if the page states that it is an article and no heading repeats its title. Returns
/// how many were dropped: 0 if the page's own article cannot be identified. Their blocks keep their scores, so their
/// text is compared as uncertain, and nobody can hide a copy after an article.
///
/// An article has an element of its own without the heading of another article. Its heading is the first in an
/// `<article>`, or an `<h1>` with a line that states when or by whom it was written. Chapters under an `<h1>` each have
/// no such line, and elements of another kind than the page's own article may be its sections.
#[inline(never)]
pub fn drop_others(page: &Page, measured: &[Line], rules: &mut [Option<Rule>], kept: &mut [bool]) -> u32 {
    let text = page.subtree_sums(&|i| u32::from(kept[i]) * measured[i].prose);
    let heads = heads(page, measured, &text);
    if heads.len() < 2 {
        return 0;
    }
    let count = page.subtree_sums(&|i| u32::from(heads.binary_search(&i).is_ok()));
    let is_credit = |i: usize| measured[i].is_stamp() || rules[i] == Some(Rule::Credit);
    let credits = page.subtree_sums(&|i| u32::from(is_credit(i)));
    let part = |heading: usize| {
        let mut is_article = false;
        let container = page
            .up(page.blocks[heading].container)
            .take_while(|&id| id != 0 && count[id as usize] == 1)
            .inspect(|&id| is_article |= page.containers[id as usize].tag == Tag::Article)
            .last()? as usize;
        let is_part = text[container] >= ARTICLE && (is_article || credits[container] > 0);
        is_part.then_some(Part { container: container as ContainerId, heading, is_article })
    };
    let parts: Vec<Part> = heads.into_iter().filter_map(part).collect();
    let is_own = |part: &&Part| rules[part.heading] == Some(Rule::Headline);
    let is_h1 = |part: &&Part| page.tag_of(&page.blocks[part.heading]) == Tag::H1;
    // The title of an article's page may differ from its headline.
    let first = || {
        let is_titled = rules.contains(&Some(Rule::Headline));
        let first = parts.first().filter(is_h1);
        first.filter(|_| page.signs.is_article && !is_titled)
    };
    let Some(own) = parts.iter().find(is_own).or_else(first) else {
        return 0;
    };
    let is_other = |part: &&Part| part.heading != own.heading && (is_h1(part) || part.is_article == own.is_article);
    let mut others = 0;
    let mut is_apart = vec![false; page.containers.len()];
    for part in parts.iter().filter(is_other) {
        is_apart[part.container as usize] = true;
        others += 1;
    }
    // Another article in the same row may be shorter.
    let around = |id: usize| page.containers[id].parent;
    for id in 1..is_apart.len() {
        let is_next = page.containers[id].tag == Tag::Article && id != own.container as usize && !is_apart[id];
        if is_next && around(id) == around(own.container as usize) && own.is_article && others > 0 && count[id] == 0 {
            is_apart[id] = true;
            others += u32::from(text[id] > 0);
        }
    }
    // Parents precede their children.
    for id in 1..is_apart.len() {
        is_apart[id] |= is_apart[page.containers[id].parent as usize];
    }
    for (i, block) in page.blocks.iter().enumerate() {
        if kept[i] && is_apart[block.container as usize] {
            kept[i] = false;
            rules[i] = Some(Rule::Another);
        }
    }
    others
}

/// The blocks that may be the heading of an article, given the text in each container.
fn heads(page: &Page, measured: &[Line], text: &[u32]) -> Vec<usize> {
    let mut is_begun = vec![false; text.len()];
    let mut heads: Vec<usize> = Vec::new();
    for (i, block) in page.blocks.iter().enumerate() {
        let tag = page.tag_of(block);
        if !tag.is_heading() || measured[i].weight > 4 * MAX_CREDIT_WEIGHT {
            continue;
        }
        // A heading may have several lines.
        let is_new = i == 0 || page.blocks[i - 1].container != block.container;
        let article = page
            .up(block.container)
            .map(|id| id as usize)
            .find(|&id| page.containers[id].tag == Tag::Article && text[id] >= ARTICLE);
        let begins = article.is_some_and(|id| !std::mem::replace(&mut is_begun[id], true));
        if is_new && (tag == Tag::H1 || begins) {
            heads.push(i);
        }
    }
    heads
}
