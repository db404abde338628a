//! The numbers of single blocks, computed once for all features.

use super::hundredths;
use super::vector::{Neighbor, Own, UNKNOWN};
use crate::extract::lines::{self, Line};
use crate::extract::page_type::model::level;
use crate::parse::block::{Block, ContainerId, Page};
use crate::parse::noise::Rule;
use crate::parse::tag::Tag;
use crate::text::{NormalText, normalize};

/// Smallest weight of a block that is too long for a headline.
const HEADLINE: u32 = 300;

/// Precomputed numbers of a block.
pub(super) struct Known {
    pub weight: u32,
    pub prose: u32,
    /// [`level`] of its prose.
    pub size: u32,
    /// Share of its text in links, in hundredths.
    pub linked: u32,
    pub is_prose: bool,
    pub stops: u32,
    pub commas: u32,
    pub digits: u32,
    pub words: u32,
    /// Share of capitals in its letters, in hundredths.
    pub capitals: u32,
    /// The number of words from notices and calls to action; 0 if it is too long for one.
    pub notices: u32,
    /// Whether it holds a web or mail address, or a number as long as a telephone number.
    pub has_address: bool,
    /// Share of its tokens that also occur in the title, in hundredths; -1 if it is too short to measure.
    pub title: i16,
    /// The nearest container that is more than a paragraph.
    pub base: ContainerId,
    /// The rank of its heading, 1 to 6; 0 if it is not in a heading.
    pub rank: u32,
    /// Prose before it.
    pub before: u32,
}

impl Known {
    pub fn new(page: &Page, block: &Block, line: Line, title: i16, before: u32) -> Known {
        let base = page.up(block.container).find(|&id| id == 0 || !page.containers[id as usize].tag.is_paragraph());
        let counts = line.counts;
        Known {
            weight: line.weight,
            prose: line.prose,
            size: level(line.prose),
            linked: hundredths(block.linked, block.chars),
            is_prose: !block.is_link(),
            stops: counts.stops,
            commas: counts.commas,
            digits: counts.digits,
            words: counts.words,
            capitals: hundredths(counts.capitals, counts.letters),
            notices: line.notices.min(6),
            has_address: counts.has_address,
            title,
            base: base.unwrap_or(0),
            rank: page.heading_rank(block).map_or(0, u32::from),
            before,
        }
    }

    /// The features of this block as a neighbor of another.
    pub fn beside(&self, other: &Known) -> Neighbor {
        Neighbor {
            size: self.size,
            linked: self.linked,
            is_beside: u32::from(self.base == other.base),
            stops: self.stops.min(5),
        }
    }

    /// The features of the block itself; `place` is the share of blocks that precede it, and `whole` the prose of the
    /// page.
    pub fn own(
        &self,
        page: &Page,
        block: &Block,
        rule: Option<Rule>,
        is_repeated: bool,
        place: u32,
        whole: u32,
    ) -> Own {
        let text = page.text_of(block);
        Own {
            size: level(self.weight),
            linked: self.linked,
            stops: self.stops.min(20),
            commas: self.commas.min(40),
            comma_rate: hundredths(self.commas, (self.weight / 3).max(1)).min(300),
            digits: hundredths(self.digits, block.chars),
            tag: tag_group(page.tag_of(block)),
            is_sentence: u32::from(self.stops > 0 || lines::ends_like_sentence(text)),
            ends_with_colon: u32::from(text.ends_with([':', '：'])),
            in_title: self.title as u32,
            place,
            prose_before: hundredths(self.before, whole),
            is_repeated: u32::from(is_repeated),
            notices: self.notices,
            has_address: u32::from(self.has_address),
            rule: rule.map_or(UNKNOWN as u32, Rule::number),
        }
    }
}

/// The title, for measuring which share of a line it holds.
pub(super) struct Title {
    tokens: Vec<u64>,
    /// A set of the low six bits of its tokens, which excludes most other tokens.
    low_bits: u64,
    /// The last line measured; the buffer is reused for all lines.
    line: NormalText,
}

impl Title {
    pub fn new(title: &str) -> Title {
        let tokens = set(&normalize(title));
        Title {
            low_bits: tokens.iter().fold(0, |bits, token| bits | 1 << (token & 63)),
            tokens,
            line: NormalText::default(),
        }
    }

    /// Share of a line's tokens that are also in the title, in hundredths; -1 if it is too short to measure.
    pub fn share_in(&mut self, line: &str, weight: u32) -> i16 {
        match weight {
            0..=10 => return -1,
            // Too long to be a headline.
            HEADLINE.. => return 0,
            _ => {}
        }
        self.line.read_again(line);
        let in_title = |hash: &u64| self.low_bits >> (hash & 63) & 1 == 1 && self.tokens.binary_search(hash).is_ok();
        // Most lines share no token with the title.
        if !self.line.tokens.iter().any(|token| in_title(&token.hash)) {
            return 0;
        }
        let tokens = set(&self.line);
        let common = tokens.iter().filter(|token| in_title(token)).count() as u32;
        hundredths(common, tokens.len() as u32) as i16
    }
}

/// The tokens of a text, sorted and without duplicates.
fn set(text: &NormalText) -> Vec<u64> {
    let mut tokens: Vec<u64> = text.tokens.iter().map(|token| token.hash).collect();
    tokens.sort_unstable();
    tokens.dedup();
    tokens
}

/// A number for tags that are used alike.
pub(super) fn tag_group(tag: Tag) -> u32 {
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
