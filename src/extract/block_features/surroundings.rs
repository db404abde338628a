//! What is around a block: the headline, its section, the nearest blocks of some kinds, and elements like its own.

use super::containers::Sums;
use super::gaps::{since, until};
use super::hundredths;
use super::kinds::Kinds;
use super::known::Known;
use super::vector::{Headline, More, NONE, Nearest, Section, VectorWriter};
use crate::extract::lines::Line;
use crate::extract::page_type::model::level;
use crate::parse::block::Page;
use crate::parse::noise::Rule;

/// The surroundings of the blocks of a page.
pub(super) struct Surroundings<'a> {
    page: &'a Page,
    blocks: &'a [Known],
    headline: Option<usize>,
    /// The section of each block, and the sections: their prose, blocks, weight in links and rank.
    section_of: Vec<usize>,
    sections: Vec<[u32; 4]>,
    until_heading: Vec<u32>,
    nearest: [Vec<u32>; Nearest::NAMES.len()],
    depths: Vec<u32>,
    kinds: Kinds,
}

impl<'a> Surroundings<'a> {
    pub fn new(page: &'a Page, measured: &[Line], blocks: &'a [Known], sums: &[Sums]) -> Surroundings<'a> {
        let mut section_of = Vec::with_capacity(blocks.len());
        let mut sections = vec![[0; 4]];
        for known in blocks {
            if known.rank > 0 {
                sections.push([0, 0, 0, known.rank]);
            }
            let section = sections.len() - 1;
            section_of.push(section);
            let [in_section, count, linked, _] = &mut sections[section];
            *in_section += known.prose;
            *count += 1;
            *linked += known.weight - known.prose;
        }
        let is_head = |i: usize, rule| measured[i].section_rule() == Some(rule);
        let stamp = |i: usize| measured[i].is_stamp();
        let link = |i: usize| !blocks[i].is_prose;
        let all = blocks.len();
        Surroundings {
            page,
            blocks,
            headline: headline(blocks),
            section_of,
            sections,
            until_heading: until(all, |i| blocks[i].rank > 0),
            nearest: [
                since(0..all, |i| is_head(i, Rule::Related)),
                since(0..all, |i| is_head(i, Rule::Comments)),
                since(0..all, stamp),
                until(all, stamp),
                since(0..all, link),
                until(all, link),
            ],
            depths: page.depths(),
            kinds: Kinds::new(page, sums),
        }
    }

    /// Writes the features of a block's surroundings; `whole` is the prose of the page.
    pub fn write(&self, i: usize, whole: u32, vector: &mut VectorWriter) {
        let known = &self.blocks[i];
        let after_headline = match self.headline {
            Some(h) if h < i => known.before - self.blocks[h].before - self.blocks[h].prose,
            _ => 0,
        };
        let headline = Headline {
            since: distance(self.headline.and_then(|h| i.checked_sub(h))),
            until: distance(self.headline.and_then(|h| h.checked_sub(i)).filter(|&blocks| blocks > 0)),
            prose: hundredths(after_headline, whole),
        };
        let [prose, blocks, linked, rank] = self.sections[self.section_of[i]];
        let section = Section {
            prose: level(prose),
            blocks: blocks.min(100),
            linked: hundredths(linked, prose + linked),
            rank,
            until: self.until_heading[i],
        };
        let [alike, alike_prose, alike_linked, alike_size] = self.kinds.features(known.base);
        let own = self.page.blocks[i].container;
        let [_, own_prose, own_linked, own_size] = self.kinds.features(own);
        let around = self.page.containers[known.base as usize].parent;
        let more = More {
            words: known.words.min(100),
            capitals: known.capitals,
            prose_after: hundredths(whole - known.before - known.prose, whole),
            depth: self.depths[known.base as usize].min(40),
            alike,
            alike_prose,
            alike_linked,
            alike_size,
            own_prose,
            own_linked,
            own_size,
            alike_around: self.kinds.beside[around as usize],
        };
        vector.write(&headline.values());
        vector.write(&section.values());
        let [since_related, since_comments, since_stamp, until_stamp, since_link, until_link] =
            self.nearest.each_ref().map(|gaps| gaps[i]);
        let nearest = Nearest { since_related, since_comments, since_stamp, until_stamp, since_link, until_link };
        vector.write(&nearest.values());
        vector.write(&more.values());
    }
}

fn distance(blocks: Option<usize>) -> u32 {
    blocks.map_or(NONE, |blocks| blocks.min(NONE as usize - 1) as u32)
}

/// The block most similar to the title; headings are preferred, and blocks of links come last.
fn headline(blocks: &[Known]) -> Option<usize> {
    // `max_by_key` takes the last of several equally similar ones, so the order is reversed.
    let candidates = (0..blocks.len()).rev().filter(|&i| blocks[i].title >= 60 || blocks[i].rank == 1);
    candidates.max_by_key(|&i| likeness_to_title(&blocks[i]))
}

fn likeness_to_title(block: &Known) -> i32 {
    let by_rank = [0, 60, 30][usize::from(block.rank > 0) + usize::from(block.rank > 1)];
    let by_link = if block.is_prose { 0 } else { 30 };
    i32::from(block.title) + by_rank - by_link
}
