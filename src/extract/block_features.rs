//! What is known of each block, as small whole numbers: what the model decides by.
//!
//! Whole numbers only, so that every platform sees the same. Shares are in hundredths; sizes are
//! in quarter powers of two; distances count elements upwards and end at 15.

use crate::extract::lines::Line;
use crate::extract::lines::{self, VOTE};
use crate::hash::hash;
use crate::parse::block::{Block, ContainerId, LINKED, Page};
use crate::parse::noise::{Hints, Rule};
use crate::parse::tag::Tag;
use crate::text::{NormalText, normalize};

/// Numbers known of a block.
pub const COUNT: usize = 98;
/// The numbers known of a block.
pub type FeatureVector = [i16; COUNT];

/// The longest distance told.
const FAR: i16 = 15;
/// Weight from which a block is a paragraph that others are measured by.
const PARAGRAPH: u32 = 80;

/// Weight from which a block is too long for a headline.
const HEADLINE: u32 = 300;

/// Sums over a container and all inside it.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    prose: u32,
    /// Prose of blocks that are long enough to vote.
    good: u32,
    linked: u32,
    blocks: u32,
    stops: u32,
    /// Blocks directly in it.
    own: u32,
}

/// What is known of the blocks of a page. `rules` holds what the rules say of each.
pub fn block_features(
    page: &Page,
    measured: &[Line],
    title: &str,
    rules: &[Option<Rule>],
) -> Vec<FeatureVector> {
    let title = set(&normalize(title));
    let blocks: Vec<Known> = page
        .blocks
        .iter()
        .zip(measured)
        .map(|(block, &line)| Known::of(page, block, line, &title))
        .collect();
    let containers = page.containers.len();
    let mut sums = vec![Sums::default(); containers];
    let mut votes = vec![0u64; containers];
    for (block, known) in page.blocks.iter().zip(&blocks) {
        let sum = &mut sums[block.container as usize];
        sum.prose += known.prose;
        sum.linked += known.weight - known.prose;
        sum.blocks += 1;
        sum.own += 1;
        sum.stops += known.stops;
        if known.is_prose && known.prose >= VOTE {
            sum.good += known.prose;
        }
        if known.is_prose {
            let mut vote = u64::from(known.prose) * if known.prose >= VOTE { 4 } else { 1 };
            for id in page.up(known.base).take(4) {
                votes[id as usize] += vote;
                vote /= 2;
            }
        }
    }
    for id in (1..containers).rev() {
        let inner = sums[id];
        let outer = &mut sums[page.containers[id].parent as usize];
        outer.prose += inner.prose;
        outer.good += inner.good;
        outer.linked += inner.linked;
        outer.blocks += inner.blocks;
        outer.stops += inner.stops;
    }
    let Some(best) = (0..containers).rev().max_by_key(|&id| votes[id]) else {
        return Vec::new();
    };
    let mut chain = vec![-1i16; containers];
    for (i, id) in page.up(best as ContainerId).enumerate() {
        chain[id as usize] = i.min(100) as i16;
    }
    let whole = sums[0];
    let distances = distances(page);
    let gaps = Gaps::of(page, &blocks);

    let repeated = repeated(page);
    // What is known of a container and the two around it, and of the way up to the container with most
    // votes or to one around it.
    let parent = |id: ContainerId| page.containers[id as usize].parent;
    let place_of = |base: ContainerId| {
        let mut row = Row::default();
        let outer = parent(base);
        for id in [base, outer, parent(outer)] {
            let sum = sums[id as usize];
            row.push(hundredths(sum.prose, whole.prose));
            row.push(hundredths(sum.good, whole.good));
            row.push(hundredths(sum.linked, sum.prose + sum.linked));
            row.push(sum.own.min(50));
            row.push(sum.blocks.min(200));
            row.push(magnitude(sum.prose / sum.blocks.max(1)));
            row.push(hundredths(votes[id as usize], votes[best]));
            row.push(sum.stops.min(50));
        }
        let above = page.up(base).take_while(|&id| chain[id as usize] < 0);
        let (steps, top) = above.fold((0, None), |(steps, _), id| (steps + 1, Some(id)));
        let meet = top.map_or(base, parent);
        row.push(u32::min(steps, 10));
        row.push(chain[meet as usize].min(10) as u32);
        row.push(hundredths(sums[meet as usize].prose, whole.prose));
        row
    };
    let mut of_page = Row::default();
    of_page.push(magnitude(whole.prose));
    of_page.push(hundredths(whole.linked, whole.prose + whole.linked));
    of_page.push((blocks.len() as u32).min(500));
    of_page.push(magnitude(whole.good));
    of_page.push(hundredths(whole.good, whole.prose));
    of_page.push(hundredths(sums[best].prose, whole.prose));
    of_page.push(sums[best].own.min(50));

    let mut around = Row::default();
    let mut before = 0;
    let mut evidence = Vec::with_capacity(blocks.len());
    for (i, (block, known)) in page.blocks.iter().zip(&blocks).enumerate() {
        let mut row = Row::default();
        let text = page.text_of(block);
        row.push(magnitude(known.weight));
        row.push(known.linked);
        row.push(known.stops.min(20));
        row.push(known.commas.min(40));
        row.push(hundredths(known.commas, (known.weight / 3).max(1)).min(300));
        row.push(hundredths(known.digits, block.chars));
        row.push(tag_group(page.tag_of(block)));
        row.push(u32::from(
            known.stops > 0 || lines::ends_like_sentence(text),
        ));
        row.push(u32::from(text.ends_with([':', '：'])));
        row.push_signed(known.title);
        row.push(hundredths(i as u64, blocks.len() as u64));
        row.push(hundredths(before, whole.prose));
        row.push(u32::from(repeated[i]));
        row.push(known.notices);
        row.push(u32::from(known.has_address));
        row.push_signed(rules[i].map_or(-1, |rule| rule as i16));
        before += known.prose;

        // Blocks side by side mostly stand in the same container.
        if i == 0 || blocks[i - 1].base != known.base {
            around = place_of(known.base);
        }
        row.extend(around.filled());
        row.extend(&distances[block.container as usize]);
        for step in [-3i64, -2, -1, 1, 2, 3] {
            let neighbour = usize::try_from(i as i64 + step)
                .ok()
                .and_then(|j| blocks.get(j));
            let Some(neighbour) = neighbour else {
                row.skip(4);
                continue;
            };
            row.push(neighbour.size);
            row.push(neighbour.linked);
            row.push(u32::from(neighbour.base == known.base));
            row.push(neighbour.stops.min(5));
        }
        row.push(gaps.since[i]);
        row.push(gaps.until[i]);
        row.push(gaps.before[i]);
        row.extend(of_page.filled());
        evidence.push(row.finish());
    }
    evidence
}

/// A block's own numbers.
struct Known {
    weight: u32,
    prose: u32,
    /// [`magnitude`] of its prose.
    size: u32,
    /// Share of its text in links, in hundredths.
    linked: u32,
    is_prose: bool,
    stops: u32,
    commas: u32,
    digits: u32,
    /// Words of notices and calls to action, if it is not too long for one.
    notices: u32,
    /// Whether it holds a web or mail address, or a number as long as that of a telephone.
    has_address: bool,
    /// Share of its tokens that the title has too, in hundredths; -1 if it is too short to tell.
    title: i16,
    /// The nearest container that is more than a paragraph.
    base: ContainerId,
}

impl Known {
    fn of(page: &Page, block: &Block, line: Line, title: &[u64]) -> Known {
        let text = page.text_of(block);
        let base = page
            .up(block.container)
            .find(|&id| id == 0 || !page.containers[id as usize].tag.is_paragraph());
        let counts = line.counts;
        Known {
            weight: line.weight,
            prose: line.prose,
            size: magnitude(line.prose),
            linked: hundredths(block.linked, block.chars),
            is_prose: block.linked_share() <= LINKED,
            stops: counts.stops,
            commas: counts.commas,
            digits: counts.digits,
            notices: line.notices.min(6),
            has_address: counts.has_address,
            title: match line.weight {
                // Too short to tell, or no headline.
                0..=10 => -1,
                HEADLINE.. => 0,
                _ => share_in(title, text),
            },
            base: base.unwrap_or(0),
        }
    }
}

/// Share of a text's tokens that are among those of the title, in hundredths.
fn share_in(title: &[u64], text: &str) -> i16 {
    let text = normalize(text);
    let in_title = |hash: &u64| title.binary_search(hash).is_ok();
    // Most lines share nothing with it.
    if !text.tokens.iter().any(|token| in_title(&token.hash)) {
        return 0;
    }
    let tokens = set(&text);
    let common = tokens.iter().filter(|token| in_title(token)).count() as u32;
    hundredths(common, tokens.len() as u32) as i16
}

/// For each block whether one before has the same text.
fn repeated(page: &Page) -> Vec<bool> {
    const INDEX: u32 = 20;
    // Hash above, place below: equal texts come to lie side by side in the order of the page.
    let mut places: Vec<u64> = page
        .blocks
        .iter()
        .zip(0u64..1 << INDEX)
        .map(|(block, i)| hash_of(page.text_of(block)) >> INDEX << INDEX | i)
        .collect();
    places.sort_unstable();
    let mut repeated = vec![false; page.blocks.len()];
    for pair in places.windows(2) {
        if pair[0] >> INDEX == pair[1] >> INDEX {
            repeated[(pair[1] & ((1 << INDEX) - 1)) as usize] = true;
        }
    }
    repeated
}

/// A hash of a text that takes eight bytes at a time.
fn hash_of(text: &str) -> u64 {
    let (whole, rest) = text.as_bytes().as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let values = whole.iter().chain([&last]);
    hash(
        values
            .map(|&bytes| u64::from_le_bytes(bytes))
            .chain([text.len() as u64]),
    )
}

/// The tokens of a text, sorted, each once.
fn set(text: &NormalText) -> Vec<u64> {
    let mut tokens: Vec<u64> = text.tokens.iter().map(|token| token.hash).collect();
    tokens.sort_unstable();
    tokens.dedup();
    tokens
}

/// Where the nearest paragraphs are.
struct Gaps {
    since: Vec<u32>,
    until: Vec<u32>,
    /// Share of its base container's paragraphs that stand before it.
    before: Vec<u32>,
}

impl Gaps {
    fn of(page: &Page, blocks: &[Known]) -> Gaps {
        let is_paragraph = |known: &Known| known.is_prose && known.prose >= PARAGRAPH;
        let count = |known: Vec<&Known>| {
            let mut gap = 99;
            let gaps = known.into_iter().map(|known| {
                let now = gap;
                gap = if is_paragraph(known) {
                    0
                } else {
                    (gap + 1).min(99)
                };
                now
            });
            gaps.collect::<Vec<u32>>()
        };
        let since = count(blocks.iter().collect());
        let mut until = count(blocks.iter().rev().collect());
        until.reverse();
        let mut sums = vec![0u32; page.containers.len()];
        let mut before = Vec::with_capacity(blocks.len());
        for known in blocks {
            let sum = &mut sums[known.base as usize];
            before.push(*sum);
            if is_paragraph(known) {
                *sum += known.prose;
            }
        }
        for (before, known) in before.iter_mut().zip(blocks) {
            *before = hundredths(*before, sums[known.base as usize]);
        }
        Gaps {
            since,
            until,
            before,
        }
    }
}

const DISTANCES: usize = 21;

/// For each container how far up the nearest one of each kind is.
fn distances(page: &Page) -> Vec<[i16; DISTANCES]> {
    let hints = [
        Hints::CONTENT,
        Hints::FURNITURE,
        Hints::COMMENTS,
        Hints::RELATED,
        Hints::CAPTION,
        Hints::CREDIT,
    ];
    let rules = [
        Rule::Landmark,
        Rule::ClassWord,
        Rule::Comments,
        Rule::Related,
        Rule::Hidden,
        Rule::Caption,
        Rule::Credit,
    ];
    let tags = [
        Tag::Li,
        Tag::Td,
        Tag::Article,
        Tag::Section,
        Tag::Figure,
        Tag::Blockquote,
        Tag::Form,
        Tag::Main,
    ];
    let mut all: Vec<[i16; DISTANCES]> = Vec::with_capacity(page.containers.len());
    for (id, container) in page.containers.iter().enumerate() {
        let mut row = match id {
            0 => [FAR; DISTANCES],
            _ => all[container.parent as usize].map(|distance| (distance + 1).min(FAR)),
        };
        let (by_hints, rest) = row.split_at_mut(hints.len());
        let (by_rule, by_tag) = rest.split_at_mut(rules.len());
        for (distance, &hint) in by_hints.iter_mut().zip(&hints) {
            if container.hints.contains(hint) {
                *distance = 0;
            }
        }
        if let Some(i) = rules.iter().position(|&rule| container.rule == Some(rule)) {
            by_rule[i] = 0;
        }
        if let Some(i) = tags.iter().position(|&tag| container.tag == tag) {
            by_tag[i] = 0;
        }
        all.push(row);
    }
    all
}

fn tag_group(tag: Tag) -> u32 {
    match tag {
        Tag::P => 0,
        Tag::Div => 1,
        Tag::Td | Tag::Th => 2,
        Tag::Li => 3,
        _ if tag.is_heading() => 4,
        Tag::Article | Tag::Section | Tag::Main => 5,
        _ => 6,
    }
}

/// `part` of `whole` in hundredths.
fn hundredths(part: impl Into<u64>, whole: impl Into<u64>) -> u32 {
    (part.into() * 100 / whole.into().max(1)) as u32
}

/// Four times the binary logarithm, roughly: 0 for 0, 4 more for each doubling.
fn magnitude(value: u32) -> u32 {
    let value = u64::from(value) + 1;
    let power = value.ilog2();
    4 * power + ((value << 2 >> power) & 3) as u32
}

/// Fills an [`FeatureVector`] from its first number to its last.
struct Row {
    values: FeatureVector,
    at: usize,
}

impl Default for Row {
    fn default() -> Row {
        Row {
            values: [-1; COUNT],
            at: 0,
        }
    }
}

impl Row {
    fn push(&mut self, value: u32) {
        self.push_signed(value.min(i16::MAX as u32) as i16);
    }

    fn push_signed(&mut self, value: i16) {
        self.values[self.at] = value;
        self.at += 1;
    }

    fn skip(&mut self, count: usize) {
        self.at += count;
    }

    fn extend(&mut self, values: &[i16]) {
        self.values[self.at..][..values.len()].copy_from_slice(values);
        self.at += values.len();
    }

    fn filled(&self) -> &[i16] {
        &self.values[..self.at]
    }

    fn finish(self) -> FeatureVector {
        debug_assert_eq!(self.at, COUNT);
        self.values
    }
}
