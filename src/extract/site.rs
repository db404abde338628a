//! What stands on other pages of the site: disclaimers, "about us", teasers, standing calls to action.
//!
//! A [`SiteMemory`] keeps a hash of each block that may have been part of an article, for the pages of one host that
//! were seen last. That a block stands on another article of the host is evidence against it, added to its score
//! before anything is decided ([`STANDS_ELSEWHERE`]). So a block that reads like the article stays in it, whoever else
//! posts its text on that host, and what the memory says of an article never takes more than the blocks that were
//! doubtful anyway.

use crate::error::Error;
use crate::extract::lines::Line;
use crate::extract::model;
use crate::hash::hash;
use crate::metadata::Metadata;
use crate::parse::block::Page;
use crate::text::normalize;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What it adds to the score of a block that it stands on another article of the host: as much as telling furniture
/// from the article by it is worth where the score alone leaves the question open. Further below zero: more furniture
/// is dropped, and more of what a site's articles really share, like refrains and recurring figures.
const STANDS_ELSEWHERE: i32 = -1300;
/// Score from which a block is remembered. Smaller: more of the menus, which no score saves, fill the memory.
const REMEMBERED: i32 = -1000;
/// Blocks remembered of a host, of 8 bytes each. Larger: what is on fewer pages of a host is still known.
const CAPACITY: usize = 1024;
/// Blocks of one page that are remembered; of a page with more, none. Larger: a few long pages make the host forgotten.
const MOST_OF_A_PAGE: usize = CAPACITY / 4;
/// Share of an article's text that is known from which the page is one that was seen before, at another address or in
/// another version, and no other article: two of three parts. Larger: a shorter new part makes another article.
const KNOWN: [u32; 2] = [2, 3];
/// Other articles on which a block stands from which it is doubtful, however much it reads like the article. Smaller:
/// somebody who posts a text of others on fewer pages of its host makes it doubtful there.
const SEVERAL: u8 = 5;
/// Letters of weight that a block's weight is counted in.
const UNIT: u32 = 8;
/// Hosts remembered at a time, which takes 128 MiB at most.
const MOST_SITES: usize = 16_384;
/// The first byte of the stored form.
const VERSION: u8 = 1;

/// Which blocks the last articles of one host held: hashes of 8 KB at most, and no text.
///
/// ```
/// use offprint::{ReadOptions, Reader, SiteMemory};
/// let mut site = SiteMemory::default();
/// for page in ["<p>The lock opened on Monday.", "<p>The circus lends its crane again."] {
///     let mut reader = Reader::new(ReadOptions::default());
///     reader.write(page.as_bytes())?;
///     let (article, seen) = reader.end_on(&site)?;
///     site.remember(&seen);
/// }
/// assert_eq!(SiteMemory::from_bytes(&site.to_bytes())?, site);
/// # Ok::<(), offprint::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteMemory {
    /// Of each block 48 bits of its hash, 8 of its weight, and 8 for the articles that held it. Those seen last stand
    /// last.
    blocks: Vec<u64>,
}

/// What one of [`SiteMemory::blocks`] is told by.
fn key(block: u64) -> u64 {
    block >> 16
}

fn weight(block: u64) -> u32 {
    u32::from((block >> 8) as u8)
}

impl SiteMemory {
    /// The memory from its bytes.
    ///
    /// # Errors
    /// [`Error::SiteMemory`] if [`to_bytes`](Self::to_bytes) of this release did not make them.
    pub fn from_bytes(bytes: &[u8]) -> Result<SiteMemory, Error> {
        let Some((&VERSION, rest)) = bytes.split_first() else {
            return Err(Error::SiteMemory);
        };
        let (blocks, rest) = rest.as_chunks();
        if !rest.is_empty() || blocks.len() > CAPACITY {
            return Err(Error::SiteMemory);
        }
        Ok(SiteMemory {
            blocks: blocks.iter().copied().map(u64::from_le_bytes).collect(),
        })
    }

    /// A version byte and 8 bytes for each block, 8,193 at most.
    pub fn to_bytes(&self) -> Vec<u8> {
        let blocks = self.blocks.iter().flat_map(|block| block.to_le_bytes());
        [VERSION].into_iter().chain(blocks).collect()
    }

    /// Remembers what was seen of a page ([`Reader::end_on`](crate::Reader::end_on)). If most of its article was known,
    /// the page is taken for one that was seen before: then its blocks are on no article more than they were.
    pub fn remember(&mut self, seen: &SiteMemory) {
        if seen.blocks.len() > MOST_OF_A_PAGE {
            return;
        }
        let articles = self.articles(seen);
        let is_new = !is_known(seen, &articles);
        self.blocks.retain(|&block| find(seen, block).is_none());
        let again = seen.blocks.iter().zip(articles);
        self.blocks.extend(again.map(|(block, articles)| {
            let more = u8::from(is_new || articles == 0);
            block >> 8 << 8 | u64::from(articles.saturating_add(more))
        }));
        let over = self.blocks.len().saturating_sub(CAPACITY);
        self.blocks.drain(..over);
    }

    /// Weighs the blocks that may be part of the article by whether they stand on other articles of the host. Returns
    /// what is seen of this page.
    pub(crate) fn weigh(
        &self,
        page: &Page,
        measured: &[Line],
        asked: impl Fn(usize) -> bool,
        scores: &mut [i32],
    ) -> SiteMemory {
        let block = |i: usize| {
            let text = normalize(page.text_of(&page.blocks[i]));
            let weight = match scores[i] > 0 {
                true => (measured[i].prose / UNIT).min(0xFF),
                false => 0,
            };
            let hash = hash(text.tokens.iter().map(|token| token.hash));
            hash >> 16 << 16 | u64::from(weight) << 8
        };
        let asked = (0..scores.len()).filter(|&i| asked(i) && scores[i] > REMEMBERED);
        let blocks: Vec<(usize, u64)> = asked.map(|i| (i, block(i))).collect();
        let mut seen = SiteMemory {
            blocks: blocks.iter().map(|&(_, block)| block).collect(),
        };
        seen.blocks.sort_unstable();
        seen.blocks.dedup_by_key(|block| key(*block));
        let articles = self.articles(&seen);
        // Its own earlier reading is none of another article.
        let own = u8::from(is_known(&seen, &articles));
        for (i, block) in blocks {
            let others = find(&seen, block).map_or(0, |at| articles[at].saturating_sub(own));
            if others > 0 {
                scores[i] += STANDS_ELSEWHERE;
            }
            if others >= SEVERAL {
                scores[i] = scores[i].min(model::DOUBTFUL);
            }
        }
        seen
    }

    /// On how many articles each block of a page was.
    fn articles(&self, seen: &SiteMemory) -> Vec<u8> {
        let mut articles = vec![0; seen.blocks.len()];
        for &block in &self.blocks {
            if let Some(at) = find(seen, block) {
                articles[at] = block as u8;
            }
        }
        articles
    }
}

/// The memories of several hosts.
#[derive(Debug, Default)]
pub struct Sites {
    memories: Vec<SiteMemory>,
    numbers: HashMap<String, usize>,
}

impl Sites {
    /// Remembers what was seen of a page, under the host of its address or else of the one that it states. Returns the
    /// number of the host: `None` if nobody tells it, or if there are 16,384 others.
    pub fn remember(&mut self, about: &Metadata, seen: &SiteMemory) -> Option<usize> {
        let next = self.memories.len();
        let host = about.host()?;
        let number = match self.numbers.entry(host) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(_) if next == MOST_SITES => return None,
            Entry::Vacant(new) => {
                self.memories.push(SiteMemory::default());
                *new.insert(next)
            }
        };
        self.memories[number].remember(seen);
        Some(number)
    }

    /// The memory of the host with this number.
    pub fn memory(&self, number: usize) -> Option<&SiteMemory> {
        self.memories.get(number)
    }
}

/// Where a block stands among those of a page, which are sorted.
fn find(seen: &SiteMemory, block: u64) -> Option<usize> {
    let at = seen
        .blocks
        .binary_search_by_key(&key(block), |&block| key(block));
    at.ok()
}

/// Whether most of an article stands on articles seen before.
fn is_known(seen: &SiteMemory, articles: &[u8]) -> bool {
    let (mut known, mut whole) = (0, 0);
    for (&block, &articles) in seen.blocks.iter().zip(articles) {
        whole += weight(block);
        known += if articles > 0 { weight(block) } else { 0 };
    }
    KNOWN[1] * known >= KNOWN[0] * whole
}
