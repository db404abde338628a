//! Detects whether the visible text is only the beginning of an article that a gate cuts off: a pure function of the
//! page and its body.
//!
//! Pages with a monthly allowance of free articles state that they are not free, and still ship the whole text; so do
//! pages that lift the gate for crawlers. The length decides: a long body is complete, whatever the page states.

use crate::extract::body::Body;
use crate::extract::lines;
use crate::languages::{self, Kinds};
use crate::parse::block::Page;
use crate::parse::noise::{Hints, Rule};

// Sizes are in bytes, as in `page_type`.

/// Size of a body that is complete whatever the page states: some 400 words. Larger: short articles on metered sites
/// are taken for stubs.
const MIN_WHOLE: u32 = 2600;
/// Largest size for which one sign of a gate is enough: two or three paragraphs.
const MAX_SHORT: u32 = 1000;
/// Blocks after the body that may hold the text of a gate.
const BLOCKS_AFTER: usize = 12;
/// Most blocks at the end of a body that are dropped as the text of a gate.
const GATE_BLOCKS: usize = 3;
/// Longest block that can be the text of a gate, in characters.
const MAX_GATE_CHARS: u32 = 400;

/// Drops the text of a gate at the end of a body.
#[inline(never)]
pub fn drop_gate(page: &Page, body: &mut Body) {
    for _ in 0..GATE_BLOCKS {
        let [_, .., last] = body.kept[..] else { return };
        if page.blocks[last].chars > MAX_GATE_CHARS || !is_of_gate(page.text_of(&page.blocks[last])) {
            return;
        }
        body.kept.pop();
        body.compared.retain(|&(block, _)| block != last);
        body.rules[last] = Some(Rule::Promo);
    }
}

/// Whether a line has the words of a gate.
fn is_of_gate(line: &str) -> bool {
    let line = lines::plain(line);
    let mut is_of_gate = false;
    languages::each_in(&line, &mut |kinds, end, _| {
        is_of_gate |= kinds.has(Kinds::GATE) || kinds.has(Kinds::REST) && begins_with_share(&line[end..]);
    });
    is_of_gate
}

/// Whether the body is the beginning of an article that a gate cuts off. Up to some 150 words (300 Han characters) one
/// sign is enough: the page states that the article is not free, or a line in the body or right after it has the words
/// of a gate. Up to some 400 words two signs are required, or one and a text that breaks off; longer bodies are
/// complete. A container named `paywall` counts only with a text that breaks off, since many sites include one in every
/// page.
#[inline(never)]
pub fn is_gated(page: &Page, body: &Body) -> bool {
    let kept = body.kept.iter().map(|&i| &page.blocks[i]);
    let size: u32 = kept.map(|block| block.end - block.start).sum();
    if size >= MIN_WHOLE {
        return false;
    }
    let stated = page.head.gated;
    let mentioned = mentions_gate(page, body);
    let breaks_off = || {
        let last = body.kept.last().map(|&i| &page.blocks[i]);
        last.is_some_and(|block| breaks_off(page.text_of(block)))
    };
    let has_container = page.containers.iter().any(|container| container.hints.contains(Hints::PAYWALL));
    let one = stated || mentioned || has_container && breaks_off();
    let two = stated && mentioned || (stated || mentioned) && breaks_off();
    two || one && size < MAX_SHORT
}

/// Whether a short block in the body or right after it has the words of a gate.
fn mentions_gate(page: &Page, body: &Body) -> bool {
    let first = body.kept.first().copied().unwrap_or(0);
    let last = body.kept.last().copied().unwrap_or(0);
    let near = &page.blocks[first..page.blocks.len().min(last + 1 + BLOCKS_AFTER)];
    near.iter().filter(|block| block.chars <= MAX_GATE_CHARS).any(|block| is_of_gate(page.text_of(block)))
}

/// Whether a text begins with a share or a number of letters: 剩余82%内容, 残り1234文字.
fn begins_with_share(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    rest.len() < text.len() && ["%", "文字", "자"].iter().any(|unit| rest.starts_with(unit))
}

/// Whether a line ends in the middle of a sentence.
fn breaks_off(line: &str) -> bool {
    let line = line.trim_end_matches([']', ')', ' ', '】', '）']);
    line.ends_with('…') || line.ends_with("...")
}
