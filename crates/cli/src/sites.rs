//! The memories of the sites that a run meets: which blocks their pages share. A first reading of all pages fills them,
//! and what it finds out about a page is used when the page arrives.

use crate::batch::{Progress, in_chunks};
use crate::dedupe_outputs::Rank;
use crate::document::{Document, Documents, Parsed, text_hash};
use crate::failure::{Failure, guard};
use crate::input::Total;
use offprint::compare::ArticleRecord;
use offprint::{Article, Metadata, ReadOptions, SiteMemory};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

/// Hosts remembered at once; they take 128 MiB at most. Larger: pages of more hosts are judged by each other.
const MOST_SITES: usize = 16_384;
/// Bytes of memory for results of the first reading. Larger: fewer pages are read twice.
const ROOM: usize = 256 << 20;
/// Approximate bytes of a record.
const RECORD: usize = 1 << 10;

/// How the record of an article is made.
pub type ToRecord = fn(&Article) -> ArticleRecord;

/// The part of a document that is looked up.
pub struct Reading {
    pub record: ArticleRecord,
    /// The hash of its text, if the record does not identify the text.
    pub text: Option<u64>,
    /// The page was cut off at the limit.
    pub is_cut: bool,
    pub rank: Rank,
}

impl Reading {
    pub fn new(article: &Article, to_record: ToRecord) -> Reading {
        let record = to_record(article).without_metadata();
        Reading {
            text: (record.digest.is_none() && record.fingerprint.is_none()).then(|| text_hash(article)),
            record,
            is_cut: article.truncated,
            rank: (article.length, article.quality.into()),
        }
    }
}

/// What the first reading of a document leaves in memory.
pub struct FirstReading {
    /// The reading of the document by itself and, if it has a fingerprint, what was seen of the page.
    alone: Option<(Reading, SiteMemory)>,
    parsed: Option<Parsed>,
}

impl FirstReading {
    fn size(&self) -> usize {
        let alone = self.alone.as_ref().map_or(0, |(_, seen)| RECORD + seen.size());
        alone + self.parsed.as_ref().map_or(0, Parsed::size)
    }
}

#[derive(Default)]
pub struct Sites {
    memories: Vec<SiteMemory>,
    /// The numbers of the memories, by host and by the id of a document.
    by_host: HashMap<String, usize>,
    by_id: HashMap<String, usize>,
    /// The results of the first reading by id, and the bytes of memory that are left for more.
    read: Mutex<HashMap<String, FirstReading>>,
    room: usize,
}

impl Sites {
    pub fn new() -> Sites {
        Sites { room: ROOM, ..Sites::default() }
    }

    /// Reads all documents. A document that cannot be read is reported when its turn comes.
    pub fn read(
        &mut self,
        documents: Documents<'_>,
        total: Total,
        options: &ReadOptions,
        to_record: ToRecord,
    ) -> Result<(), Failure> {
        let nothing = SiteMemory::default();
        let mut progress = Progress::new(total);
        let mut asked = HashSet::new();
        let found = documents.take_while(|found| !found.as_ref().is_err_and(Failure::is_fatal)).flatten();
        let new = found.filter(|document| asked.insert(document.id.clone()));
        let work = |document: Document| {
            guard(&document.id, || {
                let parsed = document.parse(options)?;
                let (article, seen) = parsed.judge(Some(&nothing));
                let reading = Reading::new(&article, to_record);
                Ok((document.id.clone(), article, seen, reading, parsed))
            })
        };
        in_chunks(new, work, |chunk| {
            progress.add(chunk.len());
            for (id, article, seen, reading, parsed) in chunk.into_iter().flatten() {
                let site = self.remember(&article.metadata, &seen);
                let is_seen = site.is_none() || article.fingerprint.is_some();
                let reading = FirstReading {
                    alone: is_seen.then_some((reading, seen)),
                    parsed: site.is_some().then_some(parsed),
                };
                self.keep(id, site, reading);
            }
            Ok(())
        })
    }

    /// Remembers what was seen of a page, under the host of its address or, without one, of the address that it states.
    /// Returns the number of the memory, or `None` if the host is unknown or too many others are remembered.
    fn remember(&mut self, about: &Metadata, seen: &SiteMemory) -> Option<usize> {
        let next = self.memories.len();
        let number = match self.by_host.entry(about.host()?) {
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

    fn keep(&mut self, id: String, site: Option<usize>, mut reading: FirstReading) {
        if let Some(number) = site {
            self.by_id.insert(id.clone(), number);
        }
        // Half of the room is kept for small results, since each saves as much work as a large one.
        if self.room < ROOM / 2 + reading.size() {
            reading.parsed = None;
        }
        if let Some(room) = self.room.checked_sub(reading.size()) {
            self.room = room;
            self.read.get_mut().expect("nothing panicked").insert(id, reading);
        }
    }

    /// What the first reading knows of the next document with this id.
    pub fn take(&self, id: &str) -> Option<FirstReading> {
        self.read.lock().expect("nothing panics while it is locked").remove(id)
    }

    /// The reading of a document, given what the first reading knows of it.
    pub fn reading(
        &self,
        document: &Document,
        first: Option<FirstReading>,
        options: &ReadOptions,
        to_record: ToRecord,
    ) -> Result<Reading, Failure> {
        let site = self.memory_of(&document.id);
        let article = match first.map(|first| (first.alone, first.parsed)) {
            Some((Some((reading, seen)), _)) if site.is_none_or(|site| !site.applies_to(&seen)) => return Ok(reading),
            // Its blocks are still to be judged by the other pages of its site.
            Some((_, Some(parsed))) => parsed.judge(site).0,
            _ => self.article(document, options)?,
        };
        Ok(Reading::new(&article, to_record))
    }

    /// The memory of a document's site, if the document was read before.
    fn memory_of(&self, id: &str) -> Option<&SiteMemory> {
        self.memories.get(*self.by_id.get(id)?)
    }

    /// Reads a document, and judges it by the memory of its site.
    pub fn article(&self, document: &Document, options: &ReadOptions) -> Result<Article, Failure> {
        Ok(document.parse(options)?.judge(self.memory_of(&document.id)).0)
    }
}
