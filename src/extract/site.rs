//! Blocks repeated on other pages of the site: disclaimers, "about us", teasers, standing calls to action.
//!
//! A [`SiteMemory`] keeps a hash of each block that may have been part of an article, for the most recent pages of one
//! host. If a block is on another article of the host, this is evidence against it and is added to its score before
//! anything is decided ([`STANDS_ELSEWHERE`]). So a block that reads like the article stays in it even if someone else
//! posts its text on that host, and the memory never removes more of an article than blocks that were uncertain anyway.

use crate::error::Error;
use crate::extract::lines::Line;
use crate::extract::model;
use crate::parse::block::Page;
use crate::text::{hash_of, normalize};

/// Added to the score of a block that is on another article of the host: the value of that evidence for blocks that the
/// score alone leaves undecided. Further below zero: more furniture is dropped, and more of what a site's articles
/// really share, such as refrains and recurring figures.
const STANDS_ELSEWHERE: i32 = -1300;
/// Smallest score of a block that is remembered. Smaller: the memory fills with menus, which are dropped in any case.
const REMEMBERED: i32 = -1000;
/// Blocks remembered per host, 8 bytes each. Larger: blocks on fewer pages of a host are still known.
const CAPACITY: usize = 1024;
/// Most blocks of one page that are remembered; a page with more is not remembered at all. Larger: a few long pages
/// displace the rest of the host.
const MOST_OF_A_PAGE: usize = CAPACITY / 4;
/// Share of an article's text that must be known for the page to count as one seen before, at another address or in
/// another version: two of three parts. Larger: a shorter new part makes it another article.
const KNOWN: [u32; 2] = [2, 3];
/// A block on this many other articles is uncertain, however much it reads like the article. Smaller: an attacker who
/// posts someone else's text needs fewer pages of the same host to make it uncertain there.
const SEVERAL: u8 = 5;
/// Unit of a block's weight, in letters.
const UNIT: u32 = 8;
/// The first byte of the stored form.
const VERSION: u8 = 1;

/// The blocks of the most recent articles of one host: hashes of 8 KB at most, and no text. The record of a single page
/// ([`Reader::end_with_site`](crate::Reader::end_with_site)) has the same form, with as many hashes as the page has blocks.
///
/// ```
/// use offprint::{ReadOptions, Reader, SiteMemory};
/// let mut site = SiteMemory::default();
/// for page in ["<p>The lock opened on Monday.", "<p>The circus lends its crane again."] {
///     let mut reader = Reader::new(ReadOptions::default());
///     reader.feed(page.as_bytes());
///     let (article, seen) = reader.end_with_site(&site);
///     site.remember(&seen);
/// }
/// assert_eq!(SiteMemory::from_bytes(&site.to_bytes())?, site);
/// # Ok::<(), offprint::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SiteMemory {
    /// For each block 48 bits of its hash, 8 of its weight, and 8 for the number of articles that held it. The most
    /// recent are last.
    blocks: Vec<u64>,
}

/// The part of an entry of [`SiteMemory::blocks`] that identifies its block.
fn key(block: u64) -> u64 {
    block >> 16
}

impl SiteMemory {
    /// Reads the memory from its bytes.
    ///
    /// # Errors
    /// [`Error::SiteMemory`] if the bytes were not made by [`to_bytes`](Self::to_bytes) of this release.
    pub fn from_bytes(bytes: &[u8]) -> Result<SiteMemory, Error> {
        let Some((&VERSION, rest)) = bytes.split_first() else {
            return Err(Error::SiteMemory);
        };
        let (blocks, rest) = rest.as_chunks();
        if !rest.is_empty() {
            return Err(Error::SiteMemory);
        }
        Ok(SiteMemory { blocks: blocks.iter().copied().map(u64::from_le_bytes).collect() })
    }

    /// A version byte and 8 bytes for each block: at most 8,193 for a host and 400,001 for a page.
    pub fn to_bytes(&self) -> Vec<u8> {
        let blocks = self.blocks.iter().flat_map(|block| block.to_le_bytes());
        [VERSION].into_iter().chain(blocks).collect()
    }

    /// Adds the record of a page ([`Reader::end_with_site`](crate::Reader::end_with_site)). If most of its article is
    /// known, the page counts as one seen before, and its blocks do not count as being on another article.
    pub fn remember(&mut self, seen: &SiteMemory) {
        if seen.blocks.len() > MOST_OF_A_PAGE {
            return;
        }
        let mut page = seen.clone();
        self.count(&mut page);
        let is_new = !page.is_known();
        self.blocks.retain(|&block| page.find(block).is_none());
        for block in &mut page.blocks {
            let articles = *block as u8;
            if articles == 0 || is_new && articles < u8::MAX {
                *block += 1;
            }
        }
        self.blocks.append(&mut page.blocks);
        let over = self.blocks.len().saturating_sub(CAPACITY);
        self.blocks.drain(..over);
    }

    /// Lowers the scores of blocks that are on other articles of the host. Returns the record of this page.
    pub(crate) fn weigh(
        &self,
        page: &Page,
        measured: &[Line],
        asked: &dyn Fn(usize) -> bool,
        scores: &mut [i32],
    ) -> SiteMemory {
        let mut blocks = vec![0; scores.len()];
        let mut seen = SiteMemory::default();
        for (i, block) in blocks.iter_mut().enumerate() {
            if scores[i] > REMEMBERED && asked(i) {
                let text = normalize(page.text_of(&page.blocks[i]));
                let hash = hash_of(&text.tokens);
                let is_sure = u32::from(scores[i] > 0);
                let weight = (measured[i].prose / UNIT).min(0xFF) * is_sure;
                *block = hash >> 16 << 16 | u64::from(weight) << 8;
                seen.blocks.push(*block);
            }
        }
        seen.blocks.sort_unstable();
        seen.blocks.dedup_by_key(|block| key(*block));
        self.count(&mut seen);
        let own = seen.own();
        for (score, block) in scores.iter_mut().zip(blocks) {
            let others = match seen.find(block) {
                Some(at) => (seen.blocks[at] as u8).saturating_sub(own),
                None => 0,
            };
            if others > 0 {
                *score += STANDS_ELSEWHERE;
            }
            if others >= SEVERAL {
                *score = model::DOUBTFUL.min(*score);
            }
        }
        seen
    }

    /// Whether a block in the record of a page is on another article of the host. If not, the page reads as it would
    /// without a memory.
    #[doc(hidden)]
    pub fn applies_to(&self, seen: &SiteMemory) -> bool {
        let mut page = seen.clone();
        self.count(&mut page);
        let own = page.own();
        page.blocks.iter().any(|&block| block as u8 > own)
    }

    /// Its approximate size in bytes.
    #[doc(hidden)]
    pub fn size(&self) -> usize {
        size_of_val(&self.blocks[..])
    }

    /// Sets, for each block of a page, the number of articles in this memory that hold it.
    fn count(&self, page: &mut SiteMemory) {
        for block in &mut page.blocks {
            *block &= !0xFF;
        }
        for &block in &self.blocks {
            if let Some(at) = page.find(block) {
                page.blocks[at] |= block & 0xFF;
            }
        }
    }

    /// The index of a block among those of a page, which are sorted.
    fn find(&self, block: u64) -> Option<usize> {
        self.blocks.binary_search_by_key(&key(block), |&other| key(other)).ok()
    }

    /// How many of the articles that [`count`](Self::count) found for each block are earlier readings of the same page.
    fn own(&self) -> u8 {
        u8::from(self.is_known())
    }

    /// Whether most of a page's article is on articles seen before, after [`count`](Self::count).
    fn is_known(&self) -> bool {
        let (mut known, mut whole) = (0, 0);
        for &block in &self.blocks {
            let weight = u32::from((block >> 8) as u8);
            whole += weight;
            known += if block as u8 > 0 { weight } else { 0 };
        }
        KNOWN[1] * known >= KNOWN[0] * whole
    }
}
