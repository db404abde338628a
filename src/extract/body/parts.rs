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
    /// Whether its heading is an `<h1>`.
    is_h1: bool,
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
    let credits = page.subtree_sums(&|i| u32::from(measured[i].is_stamp() || rules[i] == Some(Rule::Credit)));
    let mut parts: Vec<Part> = Vec::new();
    for heading in heads {
        let block = &page.blocks[heading];
        let around: Vec<_> = page.up(block.container).take_while(|&id| id != 0 && count[id as usize] == 1).collect();
        let Some(&container) = around.last() else { continue };
        let is_article = around.iter().any(|&id| page.containers[id as usize].tag == Tag::Article);
        if text[container as usize] >= ARTICLE && (is_article || credits[container as usize] > 0) {
            parts.push(Part { container, heading, is_h1: page.tag_of(block) == Tag::H1, is_article });
        }
    }
    let titled = parts.iter().find(|part| rules[part.heading] == Some(Rule::Headline));
    // The title of an article's page may differ from its headline.
    let may_differ = page.signs.is_article && !rules.contains(&Some(Rule::Headline));
    let Some(own) = titled.or(parts.first().filter(|first| first.is_h1 && may_differ)) else {
        return 0;
    };
    let mut others = 0;
    let mut is_apart = vec![false; page.containers.len()];
    for part in &parts {
        if part.heading != own.heading && (part.is_h1 || part.is_article == own.is_article) {
            is_apart[part.container as usize] = true;
            others += 1;
        }
    }
    // Another article in the same row may be shorter.
    let row = page.containers[own.container as usize].parent;
    for (id, container) in page.containers.iter().enumerate().skip(1) {
        let is_next = container.tag == Tag::Article && id != own.container as usize && !is_apart[id];
        if is_next && container.parent == row && own.is_article && others > 0 && count[id] == 0 {
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
