//! The containers of a page: what each holds, which wins the votes of the paragraphs, and how far up each mark is.

use super::hundredths;
use super::known::Known;
use super::vector::{Around, CONTAINERS, HINTS, MARKS, PathFeatures, RULES, TAGS};
use crate::extract::lines::VOTE;
use crate::extract::page_type::model::level;
use crate::parse::block::{ContainerId, Page};
use crate::parse::noise::Hints;

/// The longest distance; longer ones are capped.
const FAR: i16 = 15;

/// Sums over a container and everything inside it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sums {
    pub prose: u32,
    /// Prose of blocks that are long enough to vote.
    pub good: u32,
    pub linked: u32,
    pub blocks: u32,
    pub stops: u32,
    /// Blocks directly in it.
    pub own: u32,
}

/// The values of the features of the containers around a block.
pub(super) type Surrounding = ([[i16; Around::NAMES.len()]; CONTAINERS.len()], [i16; PathFeatures::NAMES.len()]);

/// The sums and votes of all containers.
pub(super) struct Containers<'a> {
    page: &'a Page,
    pub sums: Vec<Sums>,
    votes: Vec<u64>,
    /// The container with most votes.
    pub best: usize,
    /// For each container around the best one, how far above it that is; -1 for all others.
    above_best: Vec<i16>,
}

impl<'a> Containers<'a> {
    /// `None` for a page without containers.
    pub fn new(page: &'a Page, blocks: &[Known]) -> Option<Containers<'a>> {
        let containers = page.containers.len();
        let mut sums = vec![Sums::default(); containers];
        let mut votes = vec![0u64; containers];
        for (block, known) in page.blocks.iter().zip(blocks) {
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
        let best = (0..containers).rev().max_by_key(|&id| votes[id])?;
        let mut above_best = vec![-1i16; containers];
        for (i, id) in page.up(best as ContainerId).enumerate() {
            above_best[id as usize] = i.min(100) as i16;
        }
        Some(Containers { page, sums, votes, best, above_best })
    }

    /// The features of the containers around a block in `base`, and of the way from there to the best one.
    pub fn around(&self, base: ContainerId) -> Surrounding {
        let (page, whole) = (self.page, self.sums[0]);
        let parent = |id: ContainerId| page.containers[id as usize].parent;
        let outer = parent(base);
        let containers = [base, outer, parent(outer)].map(|id| {
            let sum = self.sums[id as usize];
            Around {
                prose: hundredths(sum.prose, whole.prose),
                voting_prose: hundredths(sum.good, whole.good),
                linked: hundredths(sum.linked, sum.prose + sum.linked),
                own_blocks: sum.own.min(50),
                blocks: sum.blocks.min(200),
                block_size: level(sum.prose / sum.blocks.max(1)),
                votes: hundredths(self.votes[id as usize], self.votes[self.best]),
                stops: sum.stops.min(50),
            }
            .values()
        });
        let above = page.up(base).take_while(|&id| self.above_best[id as usize] < 0);
        let (steps, top) = above.fold((0, None), |(steps, _), id| (steps + 1, Some(id)));
        let meet = top.map_or(base, parent);
        let way = PathFeatures {
            steps: u32::min(steps, 10),
            above_best: self.above_best[meet as usize].min(10) as u32,
            prose: hundredths(self.sums[meet as usize].prose, whole.prose),
        };
        (containers, way.values())
    }
}

/// For each container, the distance up to the nearest one with each mark.
pub(super) fn distances(page: &Page) -> Vec<[i16; MARKS]> {
    let mut all: Vec<[i16; MARKS]> = Vec::with_capacity(page.containers.len());
    for (id, container) in page.containers.iter().enumerate() {
        let mut distances = match id {
            0 => [FAR; MARKS],
            _ => all[container.parent as usize].map(|distance| (distance + 1).min(FAR)),
        };
        let (hints, others) = distances.split_at_mut(HINTS.len());
        let (rules, tags) = others.split_at_mut(RULES.len());
        if container.hints != Hints::default() {
            for (distance, (_, hint)) in hints.iter_mut().zip(HINTS) {
                if container.hints.contains(hint) {
                    *distance = 0;
                }
            }
        }
        let rule = container.rule.and_then(|own| RULES.iter().position(|&(_, rule)| own == rule));
        if let Some(rule) = rule {
            rules[rule] = 0;
        }
        if let Some(tag) = TAGS.iter().position(|&(_, tag)| container.tag == tag) {
            tags[tag] = 0;
        }
        all.push(distances);
    }
    all
}
