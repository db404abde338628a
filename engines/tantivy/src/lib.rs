//! A collector for [Tantivy](https://docs.rs/tantivy) that shows each article once, however many sites have it.
//!
//! When a page is indexed, `offprint::index` finds the article that it is a copy of. The number of that article goes into
//! a fast field beside the page's text. [`Folded`] then keeps the best ranked page of each number and counts the others:
//! `tests/search.rs` does both.

use std::cmp::Ordering;
use std::collections::HashMap;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::columnar::Column;
use tantivy::{DocAddress, DocId, Score, SegmentOrdinal, SegmentReader};

/// Collects the best articles of all that a query finds.
///
/// Takes time linear in the number of pages that are found, and memory in the number of their articles.
#[derive(Debug, Clone)]
pub struct Folded {
    /// Name of a fast field of `u64`. Pages with one number are one article; a page without a number is one alone.
    pub cluster: String,
    /// How many articles are returned. Larger: a longer list for nearly the same time.
    pub limit: usize,
}

/// An article that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FoldedDoc {
    /// The score of its best page.
    pub score: Score,
    /// That page; of equal scores, the first in the index.
    pub doc: DocAddress,
    /// How many other pages of the article the query finds.
    pub copies: usize,
}

impl FoldedDoc {
    /// The better one first.
    fn order(&self, other: &FoldedDoc) -> Ordering {
        let by_score = other.score.total_cmp(&self.score);
        by_score.then_with(|| self.doc.cmp(&other.doc))
    }

    /// The better of two pages of one article stands for both.
    fn join(&mut self, other: FoldedDoc) {
        let copies = self.copies + other.copies + 1;
        let best = if other.order(self).is_lt() {
            other
        } else {
            *self
        };
        *self = FoldedDoc { copies, ..best };
    }
}

impl Collector for Folded {
    type Fruit = Vec<FoldedDoc>;
    type Child = FoldedSegment;

    fn for_segment(
        &self,
        segment: SegmentOrdinal,
        reader: &SegmentReader,
    ) -> tantivy::Result<FoldedSegment> {
        Ok(FoldedSegment {
            clusters: reader.fast_fields().u64(&self.cluster)?,
            segment,
            found: Found::default(),
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, segments: Vec<Found>) -> tantivy::Result<Vec<FoldedDoc>> {
        let mut all = Found::default();
        for segment in segments {
            all.alone.extend(segment.alone);
            for (cluster, doc) in segment.articles {
                all.add(Some(cluster), doc);
            }
        }
        let mut found = all.alone;
        found.extend(all.articles.into_values());
        found.sort_by(FoldedDoc::order);
        found.truncate(self.limit);
        Ok(found)
    }
}

/// What [`Folded`] finds in one segment of an index.
pub struct FoldedSegment {
    clusters: Column<u64>,
    segment: SegmentOrdinal,
    found: Found,
}

impl SegmentCollector for FoldedSegment {
    type Fruit = Found;

    fn collect(&mut self, doc: DocId, score: Score) {
        let found = FoldedDoc {
            score,
            doc: DocAddress::new(self.segment, doc),
            copies: 0,
        };
        self.found.add(self.clusters.first(doc), found);
    }

    fn harvest(self) -> Found {
        self.found
    }
}

/// The articles of a segment by their numbers, and the pages without one.
#[derive(Debug, Default)]
pub struct Found {
    articles: HashMap<u64, FoldedDoc>,
    alone: Vec<FoldedDoc>,
}

impl Found {
    fn add(&mut self, cluster: Option<u64>, doc: FoldedDoc) {
        let Some(cluster) = cluster else {
            self.alone.push(doc);
            return;
        };
        let known = self.articles.entry(cluster);
        known.and_modify(|known| known.join(doc)).or_insert(doc);
    }
}
