//! How many blocks lie between a block and others.

use super::hundredths;
use super::known::Known;
use super::vector::NONE;
use crate::parse::block::Page;

/// Smallest weight of a paragraph.
const PARAGRAPH: u32 = 80;

/// For each block, the number of blocks back to the last one of a kind.
pub(super) fn since(blocks: impl Iterator<Item = usize>, is: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut gap = NONE;
    let gaps = blocks.map(|i| {
        gap = if is(i) { 0 } else { (gap + 1).min(NONE) };
        gap
    });
    gaps.collect()
}

/// For each block, the number of blocks ahead to the next one of a kind.
pub(super) fn until(blocks: usize, is: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut gaps = since((0..blocks).rev(), is);
    gaps.reverse();
    gaps
}

fn is_paragraph(known: &Known) -> bool {
    known.is_prose && known.prose >= PARAGRAPH
}

/// Distances to the nearest paragraphs.
pub(super) struct Gaps {
    pub since: Vec<u32>,
    pub until: Vec<u32>,
    /// Share of its base container's paragraphs that precede it.
    pub before: Vec<u32>,
}

impl Gaps {
    pub fn new(page: &Page, blocks: &[Known]) -> Gaps {
        let is = |i: usize| is_paragraph(&blocks[i]);
        // Counted from the block before and the block after, at most 99.
        let (since, until) = (since(0..blocks.len(), is), until(blocks.len(), is));
        let since = [NONE].into_iter().chain(since).map(|gap| gap.min(99)).take(blocks.len()).collect();
        let until = until.into_iter().chain([NONE]).skip(1).map(|gap| gap.min(99)).collect();
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
        Gaps { since, until, before }
    }
}
