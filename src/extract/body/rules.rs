//! The rules on a page: which container is the body, and which of its blocks look like noise.

use crate::extract::lines::{self, Line, VOTE};
use crate::parse::block::{Block, ContainerId, Page};
use crate::parse::hidden::{MIN_PROSE, is_stuffed};
use crate::parse::noise::{Hints, Rule};
use crate::parse::tag::Tag;

/// The vote of a shorter block. Larger: menus win the vote; smaller: poems lose it.
const SHORT_VOTE: f64 = 0.25;
/// Share of its text that a parent must add for the body to grow to it. Larger: paragraphs next to the chosen container
/// are lost; smaller: furniture around it is included.
const GROW: f64 = 0.30;
/// Heaviest container of credits or captions, in Latin letters of weight. Larger: paragraphs next to a credit are
/// dropped with it.
const MAX_CREDITS_WEIGHT: u32 = 600;
/// Fewest messages in a thread. Larger: short threads stay in the body; smaller: a timeline looks like a thread.
const MESSAGES: usize = 3;
/// Prose outside a thread that makes the page an article with comments, in Latin letters.
const ARTICLE: u32 = 160;
/// Most blocks between two messages of a thread.
const MESSAGE_BLOCKS: u64 = 10;
/// Most letters of a date and a time: 年月日, PM.
const DATE: u32 = 3;
/// Words about consent that make an element a consent dialog. Larger: fewer dialogs are recognized.
pub const CONSENT: u32 = 3;
/// Most prose of a consent dialog, in Latin letters. Larger: more parts of articles are taken for one.
pub const DIALOG: u32 = 3000;
/// Most elements around a consent dialog. Larger: more parts of articles are taken for one.
const AROUND_DIALOG: u32 = 5;
/// A headline among the headings of a container, where each other one is 1.
const TITLE: u32 = 1 << 16;
/// A container with this share of the page's prose is kept, whatever its class suggests.
const OUTWEIGHS: f64 = 0.5;

/// The rule that drops each block, if any.
#[inline(never)]
pub fn rules(page: &Page, measured: &[Line], headline: &str) -> Vec<Option<Rule>> {
    let headline = lines::Headline::new(headline);
    let of_containers = effective_rules(page, measured);
    let mut threads = threads(page, measured);
    let mut article = 0;
    for (i, block) in page.blocks.iter().enumerate() {
        if !threads[i] && of_containers[block.container as usize].is_none() {
            article += voting_prose(block, &measured[i]);
        }
    }
    if article < ARTICLE || is_text(page, measured, &threads, article) {
        // The thread is the content of the page.
        threads.fill(false);
    }
    let blocks = page.blocks.iter().zip(&threads);
    let noise: Vec<Option<Rule>> = blocks
        .map(|(block, &thread)| of_containers[block.container as usize].or(thread.then_some(Rule::Comments)))
        .collect();
    let Some(chosen) = best_container(page, measured, &noise) else {
        return noise.into_iter().map(|rule| rule.or(Some(Rule::Outside))).collect();
    };
    let inside = within(page, chosen);
    let mut rules = Vec::with_capacity(page.blocks.len());
    for (i, block) in page.blocks.iter().enumerate() {
        let hidden = noise[i].filter(|rule| *rule == Rule::Hidden);
        let outside = !inside[block.container as usize];
        rules.push(
            hidden
                .or_else(|| rule_by_words(page, i, measured[i], &headline))
                .or(noise[i])
                .or(outside.then_some(Rule::Outside))
                .or(block.is_link().then_some(Rule::Links)),
        );
    }
    end_at_section(page, measured, &inside, &threads, &mut rules);
    trim(page, measured, &mut rules);
    rules
}

/// The rule on the words of a block.
fn rule_by_words(page: &Page, i: usize, line: Line, headline: &lines::Headline) -> Option<Rule> {
    let is_first = |i: usize| page.blocks.get(i).is_some_and(|block| page.heading_rank(block) == Some(1));
    let text = page.text_of(&page.blocks[i]);
    if line.is_teaser() {
        Some(Rule::Teaser)
    } else if is_first(i) && headline.is_in(text, line.weight, is_first(i + 1) || i > 0 && is_first(i - 1)) {
        Some(Rule::Headline)
    } else {
        lines::rule_of(text, line, headline)
    }
}

/// The prose with which a block votes for what is around it.
fn voting_prose(block: &Block, line: &Line) -> u32 {
    if line.prose >= VOTE && !block.is_link() { line.prose } else { 0 }
}

/// For each container, the rule that makes it noise, its own or an inherited one. A container that holds most of the
/// page's prose is not noise, unless it holds comments or hidden text and there is an article next to it.
#[inline(never)]
fn effective_rules(page: &Page, measured: &[Line]) -> Vec<Option<Rule>> {
    let text = page.subtree_sums(&|i| voting_prose(&page.blocks[i], &measured[i]));
    let headings = page.subtree_sums(&|i| match page.tag_of(&page.blocks[i]) {
        Tag::H1 => TITLE,
        tag => u32::from(matches!(tag, Tag::H2 | Tag::H3)),
    });
    // The text before each container.
    let (mut before, mut sum) = (vec![u32::MAX; text.len()], 0);
    for (block, line) in page.blocks.iter().zip(measured) {
        let around = page.up(block.container).map(|id| id as usize);
        for id in around {
            let seen = before[id];
            before[id] = seen.min(sum);
            if seen != u32::MAX {
                break;
            }
        }
        sum += voting_prose(block, line);
    }
    let states_article = page.states_article();
    let held = page.subtree_sums(&|i| measured[i].prose);
    let code = page.subtree_sums(&|i| match page.tag_of(&page.blocks[i]) {
        Tag::Pre => measured[i].prose,
        _ => 0,
    });
    let total = f64::from(held[0]);
    let consent = consent(page, measured);
    let mut rules: Vec<Option<Rule>> = Vec::with_capacity(held.len());
    for (id, container) in page.containers.iter().enumerate() {
        let inherited = if id == 0 { None } else { rules[container.parent as usize] };
        let own = container.rule.filter(|rule| {
            let credit = !container.hints.contains(Hints::FURNITURE) && container.hints.contains(Hints::CREDIT);
            let short = *rule == Rule::Caption || (*rule == Rule::ClassWord && credit);
            // What a caption or chart is called may be a section of the text.
            let is_short = held[id] <= MAX_CREDITS_WEIGHT && (*rule != Rule::Caption || headings[id] == 0);
            // Code has a toolbar around it.
            if *rule == Rule::ClassWord && !credit && 2 * code[id] > held[id] {
                return false;
            }
            let is_beside = headings[id] < TITLE
                && match rule {
                    Rule::Comments => states_article && before[id] >= MIN_PROSE,
                    Rule::Hidden => is_stuffed(text[id], text[0] - text[id]),
                    _ => false,
                };
            is_beside || f64::from(held[id]) < OUTWEIGHS * total && (!short || is_short)
        });
        let is_dialog = consent[id] >= CONSENT && held[id] <= DIALOG && f64::from(held[id]) < OUTWEIGHS * total;
        // An outer element cannot show what an inner one hides.
        let hidden = own.filter(|rule| *rule == Rule::Hidden);
        rules.push(hidden.or(inherited).or(is_dialog.then_some(Rule::Disclaimer)).or(own));
    }
    rules
}

/// The words about consent in each container that has a line with several and is not deep in the page.
#[inline(never)]
fn consent(page: &Page, measured: &[Line]) -> Vec<u32> {
    if measured.iter().map(|line| line.consent).sum::<u32>() < CONSENT {
        return vec![0; page.containers.len()];
    }
    let mut held = page.subtree_sums(&|i| measured[i].consent);
    // A single word may be the subject of a page.
    let several = page.subtree_sums(&|i| u32::from(measured[i].consent > 1));
    for (id, depth) in page.depths().into_iter().enumerate() {
        let container = &page.containers[id];
        if depth > AROUND_DIALOG
            || several[id] == 0
            || matches!(container.tag, Tag::Html | Tag::Body | Tag::Main | Tag::Article)
        {
            held[id] = 0;
        }
    }
    held
}

/// The container that wins the paragraphs' vote, grown to its parents as long as they add much text.
fn best_container(page: &Page, measured: &[Line], noise: &[Option<Rule>]) -> Option<ContainerId> {
    let mut votes = vec![0.0f64; page.containers.len()];
    let may_vote: Vec<bool> = page
        .blocks
        .iter()
        .zip(noise)
        .zip(measured)
        .map(|((block, noise), line)| noise.is_none() && !block.is_link() && !line.is_teaser())
        .collect();
    for (i, block) in page.blocks.iter().enumerate() {
        if !may_vote[i] {
            continue;
        }
        let prose = measured[i].prose;
        let mut share = f64::from(prose);
        if prose < VOTE {
            share *= SHORT_VOTE;
        }
        let containers =
            page.up(block.container).skip_while(|&id| id != 0 && page.containers[id as usize].tag.is_paragraph());
        for id in containers.take(4) {
            votes[id as usize] += share;
            share /= 2.0;
        }
    }
    let held = page.subtree_sums(&|i| match measured[i].prose {
        prose if may_vote[i] && prose >= VOTE => prose,
        _ => 0,
    });
    for (id, container) in page.containers.iter().enumerate() {
        if container.hints.contains(Hints::CONTENT) || container.tag == Tag::Article {
            votes[id] *= 1.25;
        }
    }
    let mut best = 0;
    for id in 1..votes.len() {
        if votes[id] > votes[best] {
            best = id;
        }
    }
    if votes[best] == 0.0 {
        return None;
    }
    while best != 0 {
        let parent = page.containers[best].parent as usize;
        // Text that shares only the document with the body is not part of it.
        if matches!(page.containers[parent].tag, Tag::Html | Tag::Body)
            || f64::from(held[parent]) < f64::from(held[best]) * (1.0 + GROW)
        {
            break;
        }
        best = parent;
    }
    Some(best as ContainerId)
}

/// For each container, whether it is `root` or inside it.
fn within(page: &Page, root: ContainerId) -> Vec<bool> {
    let mut inside = vec![false; page.containers.len()];
    for (id, container) in page.containers.iter().enumerate() {
        inside[id] = id == root as usize || (id != 0 && inside[container.parent as usize]);
    }
    inside
}

/// Drops everything after a thread of messages or a heading of other articles or of comments, if most of the body
/// precedes it.
fn end_at_section(page: &Page, measured: &[Line], inside: &[bool], threads: &[bool], rules: &mut [Option<Rule>]) {
    let total: u32 = (0..rules.len()).filter(|&i| rules[i].is_none()).map(|i| measured[i].prose).sum();
    let mut before = 0;
    let mut section = None;
    for (i, block) in page.blocks.iter().enumerate() {
        if section.is_none() && inside[block.container as usize] && 5 * before >= 3 * total {
            let message = threads[i].then_some(Rule::Comments);
            section = message.or_else(|| measured[i].section_rule());
        }
        if rules[i].is_none() {
            before += measured[i].prose;
            rules[i] = section;
        }
    }
}

/// For each block, whether it is part of a thread of messages or of a list of dated items. They are recognized by a
/// date and time in an element of the same kind in each.
#[inline(never)]
fn threads(page: &Page, measured: &[Line]) -> Vec<bool> {
    let depths = page.depths();
    // The kind (tag and depth) and index of each.
    let mut stamps: Vec<u64> = page
        .blocks
        .iter()
        .enumerate()
        // In code, numbers with dots and colons are addresses and versions.
        .filter(|&(i, block)| measured[i].is_stamp() && page.tag_of(block) != Tag::Pre)
        .map(|(i, block)| {
            let kind = u64::from(depths[block.container as usize]) << 8 | page.tag_of(block) as u64;
            kind << 32 | i as u64
        })
        .collect();
    stamps.sort_unstable();
    let mut inside = vec![false; page.blocks.len()];
    let threads = stamps.chunk_by(|&a, &b| a >> 32 == b >> 32 && b - a <= MESSAGE_BLOCKS);
    for thread in threads.filter(|thread| thread.len() >= MESSAGES) {
        let (first, last) = (thread[0] as u32 as usize, thread[thread.len() - 1] as u32 as usize);
        // The last message is at most as long as the others.
        let longest = thread.windows(2).map(|pair| (pair[1] - pair[0]) as usize).max();
        let end = (last + longest.unwrap_or(0)).min(inside.len());
        inside[first..end].fill(true);
    }
    inside
}

/// Whether what looks like threads is the text of the page, such as notes with a time next to each: it outweighs the
/// other paragraphs, and nothing names it comments or says who wrote it.
fn is_text(page: &Page, measured: &[Line], threads: &[bool], article: u32) -> bool {
    let (mut text, mut notes, mut others) = (0, 0, 0);
    for (i, block) in page.blocks.iter().enumerate().filter(|&(i, _)| threads[i]) {
        let line = &measured[i];
        let mut around = page.up(block.container);
        let is_comment = around.any(|id| page.containers[id as usize].hints.contains(Hints::COMMENTS));
        let is_note = line.prose >= VOTE && !block.is_link();
        // A sentence may hold a year and the number of a verse.
        let is_named = line.is_stamp() && line.counts.letters > DATE && !(is_note && line.counts.stops > 0);
        if is_comment || is_named || line.section_rule().is_some() {
            return false;
        }
        text += u32::from(is_note) * line.prose;
        notes += u32::from(is_note);
        others += u32::from(!is_note && !line.is_stamp() && page.heading_rank(block).is_none());
    }
    text > article && 4 * others <= notes
}

/// Drops short lines before the first and after the last paragraph, unless they are sentences.
fn trim(page: &Page, measured: &[Line], rules: &mut [Option<Rule>]) {
    let mut texts = (0..rules.len()).filter(|&i| rules[i].is_none() && is_paragraph(page, i, &measured[i]));
    let Some(first) = texts.next() else { return };
    let last = texts.next_back().unwrap_or(first);
    for (i, rule) in rules.iter_mut().enumerate() {
        if (i < first || i > last) && rule.is_none() {
            *rule = Some(Rule::Outside);
        }
    }
}

/// Whether a line is long, or a sentence that is not very short.
fn is_paragraph(page: &Page, block: usize, line: &Line) -> bool {
    line.prose >= 2 * VOTE
        || line.prose >= VOTE / 2
            && (line.counts.stops > 0 || lines::ends_like_sentence(page.text_of(&page.blocks[block])))
}
