//! The features of each block, which are the input of the model.
//!
//! Whole numbers only, so that every platform gets the same values. Shares are in hundredths, sizes in quarter powers
//! of two; distances count elements upwards and are capped at 15.

mod alike;
mod containers;
mod gaps;
mod kinds;
mod known;
mod surroundings;
mod vector;

pub use alike::first_alike;
pub use vector::{COUNT, FeatureVector, OF_BLOCK};

use crate::extract::lines::Line;
use crate::extract::page_type::features::PageFeatures;
use crate::extract::page_type::model::level;
use crate::parse::block::Page;
use crate::parse::noise::Rule;
use crate::parse::tag::Tag;
use containers::{Containers, distances};
use gaps::Gaps;
use known::{Known, Title};
use surroundings::Surroundings;
use vector::{Counts, Gap, NEIGHBORS, Neighbor, UNKNOWN, VectorWriter, Whole};

/// The features of the blocks of a page. `rules` holds the rule that drops each block, if any, `of_kind` the features
/// of the page as a whole, and `first_alike` for each block [the first one with the same text](first_alike).
pub fn block_features(
    page: &Page,
    measured: &[Line],
    title: &str,
    rules: &[Option<Rule>],
    of_kind: &PageFeatures,
    first_alike: &[usize],
) -> Vec<FeatureVector> {
    let blocks = known_blocks(page, measured, title, rules, first_alike);
    let Some(containers) = Containers::new(page, &blocks) else {
        return Vec::new();
    };
    let whole = containers.sums[0].prose;
    let distances = distances(page);
    let gaps = Gaps::new(page, &blocks);
    let of_page: Vec<i16> = of_page(&containers, blocks.len())
        .values()
        .into_iter()
        .chain(counts(page, measured, &blocks).values())
        .chain(of_kind.map(|value| level(value) as i16))
        .collect();

    let surroundings = Surroundings::new(page, measured, &blocks, &containers.sums);
    let mut around = containers.around(blocks.first().map_or(0, |known| known.base));
    let mut common = [UNKNOWN; COUNT];
    common[OF_BLOCK..].copy_from_slice(&of_page);
    let mut vectors = vec![common; blocks.len()];
    for (i, (block, known)) in page.blocks.iter().zip(&blocks).enumerate() {
        let place = hundredths(i as u32, blocks.len() as u32);
        let own = known.own(page, block, rules[i], first_alike[i] < i, place, whole);
        // Adjacent blocks are usually in the same container.
        if i > 0 && blocks[i - 1].base != known.base {
            around = containers.around(known.base);
        }
        let (nearest, way) = &around;
        let gap = Gap { since: gaps.since[i], until: gaps.until[i], before: gaps.before[i] };
        let mut vector = VectorWriter { rest: &mut vectors[i] };
        vector.write(&own.values());
        vector.write(nearest.as_flattened());
        vector.write(way);
        vector.write(&distances[block.container as usize]);
        for step in NEIGHBORS {
            let neighbor = usize::try_from(i as i64 + step).ok().and_then(|j| blocks.get(j));
            let values = neighbor.map(|neighbor| neighbor.beside(known).values());
            vector.write(&values.unwrap_or([UNKNOWN; Neighbor::NAMES.len()]));
        }
        vector.write(&gap.values());
        surroundings.write(i, whole, &mut vector);
        debug_assert_eq!(vector.rest.len(), of_page.len());
    }
    vectors
}

/// What is known of each block by itself.
fn known_blocks(
    page: &Page,
    measured: &[Line],
    title: &str,
    rules: &[Option<Rule>],
    first_alike: &[usize],
) -> Vec<Known> {
    let mut title = Title::new(title);
    let mut before = 0;
    let is_hidden = |i: usize| rules[i] == Some(Rule::Hidden);
    let all: u64 = measured.iter().map(|line| u64::from(line.prose)).sum();
    let hidden: u64 = (0..measured.len()).filter(|&i| is_hidden(i)).map(|i| u64::from(measured[i].prose)).sum();
    // Next to so much hidden text, no other text would seem to be much of the page.
    let hides = 10 * hidden > 9 * all;
    let mut blocks: Vec<Known> = Vec::with_capacity(page.blocks.len());
    for (i, block) in page.blocks.iter().enumerate() {
        let alike = blocks.get(first_alike[i]).map(|first| first.title);
        let in_title = alike.unwrap_or_else(|| title.share_in(page.text_of(block), measured[i].weight));
        let mut known = Known::new(page, block, measured[i], in_title, before);
        if hides && is_hidden(i) {
            (known.weight, known.prose) = (0, 0);
        }
        before += known.prose;
        blocks.push(known);
    }
    blocks
}

fn of_page(containers: &Containers, blocks: usize) -> Whole {
    let whole = containers.sums[0];
    let best = containers.sums[containers.best];
    Whole {
        prose: level(whole.prose),
        linked: hundredths(whole.linked, whole.prose + whole.linked),
        blocks: (blocks as u32).min(250),
        voting_prose: level(whole.good),
        voting_share: hundredths(whole.good, whole.prose),
        in_best: hundredths(best.prose, whole.prose),
        best_blocks: best.own.min(50),
    }
}

fn counts(page: &Page, measured: &[Line], blocks: &[Known]) -> Counts {
    let count = |is: &dyn Fn(usize) -> bool| (0..blocks.len()).filter(|&i| is(i)).count() as u32;
    let of_tag = |tag: Tag| page.containers.iter().filter(|c| c.tag == tag).count() as u32;
    Counts {
        stamps: count(&|i| measured[i].is_stamp()).min(100),
        headings: count(&|i| blocks[i].rank > 0).min(200),
        articles: of_tag(Tag::Article).min(50),
        sections: of_tag(Tag::Section).min(50),
        items: hundredths(count(&|i| page.tag_of(&page.blocks[i]) == Tag::Li), blocks.len() as u32),
    }
}

/// `part` of `whole` in hundredths.
fn hundredths(part: impl Into<u64>, whole: impl Into<u64>) -> u32 {
    (part.into() * 100 / whole.into().max(1)) as u32
}
