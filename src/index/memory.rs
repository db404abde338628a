//! An index in memory.

use super::filter::KeyFilter;
use super::{Candidate, ClassId, Entry, Index, Judgement, Limits, Posting, Stats};
use crate::compare::ArticleRecord;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::sync::Arc;

/// An index that lasts as long as the program.
///
/// Most keys that are looked up do not exist, and a filter detects this faster than a tree (`docs/index.md`).
#[derive(Debug, Clone)]
pub struct InMemory {
    limits: Limits,
    /// The numbers of articles, by id.
    numbers: BTreeMap<Arc<str>, u64>,
    articles: BTreeMap<u64, Article>,
    /// From key and number to class.
    postings: BTreeMap<(u64, u64), ClassId>,
    /// All keys of `postings`.
    filter: KeyFilter,
    /// The number of the next article.
    next: u64,
}

#[derive(Debug, Clone)]
struct Article {
    id: Arc<str>,
    judgement: Judgement,
    /// Its record in bytes, which take a third of its memory.
    record: Box<[u8]>,
}

impl Article {
    fn record(&self) -> ArticleRecord {
        ArticleRecord::from_bytes(&self.record).expect("it was written here")
    }
}

impl Default for InMemory {
    fn default() -> InMemory {
        InMemory::new()
    }
}

impl InMemory {
    /// An empty index with the usual limits.
    pub fn new() -> InMemory {
        InMemory::with(Limits::default())
    }

    /// An empty index with other limits.
    pub fn with(limits: Limits) -> InMemory {
        InMemory {
            limits,
            numbers: BTreeMap::new(),
            articles: BTreeMap::new(),
            postings: BTreeMap::new(),
            filter: KeyFilter::beyond(0),
            next: 0,
        }
    }

    /// The articles that a key leads to.
    fn postings(&self, key: u64) -> Vec<Posting> {
        if !self.filter.may_hold(key) {
            return Vec::new();
        }
        let postings = self.postings.range((key, 0)..=(key, u64::MAX));
        postings.map(|(&(_, number), &class)| Posting { number, class }).collect()
    }

    fn post(&mut self, key: u64, posting: Posting) {
        if !self.limits.extends(&self.postings(key), posting.class) {
            return;
        }
        self.postings.insert((key, posting.number), posting.class);
        self.filter.insert(key);
        if self.filter.is_full() {
            self.filter = KeyFilter::beyond(self.postings.len() as u64);
            for &(key, _) in self.postings.keys() {
                self.filter.insert(key);
            }
        }
    }
}

impl Index for InMemory {
    type Error = Infallible;

    fn get(&self, id: &str) -> Result<Option<(Judgement, ArticleRecord)>, Infallible> {
        let article = self.numbers.get(id).and_then(|number| self.articles.get(number));
        Ok(article.map(|article| (article.judgement.clone(), article.record())))
    }

    fn visit(&self, record: &ArticleRecord, mut visit: impl FnMut(Candidate<'_>)) -> Result<(), Infallible> {
        let keys = record.read_numbers().into_iter();
        for number in self.limits.candidates(keys.map(|key| self.postings(key))) {
            if let Some(article) = self.articles.get(&number)
                && let Some(class) = article.judgement.class
            {
                visit(Candidate { id: &article.id, class, record: &article.record() });
            }
        }
        Ok(())
    }

    fn each<E: From<Infallible>>(&self, mut visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut articles = self.articles.values();
        articles.try_for_each(|article| {
            visit(Entry { id: &article.id, judgement: &article.judgement, record: &article.record() })
        })
    }

    fn stats(&self) -> Result<Stats, Infallible> {
        let classes = || self.articles.values().filter_map(|article| article.judgement.class);
        let mut stats = Stats {
            judged: self.articles.len() as u64,
            stored: classes().count() as u64,
            classes: classes().collect::<BTreeSet<_>>().len() as u64,
            ..Stats::default()
        };
        let postings = self.postings.iter().map(|(&(key, number), &class)| Ok((key, Posting { number, class })));
        stats.count::<Infallible>(postings, &self.limits)?;
        Ok(stats)
    }

    fn add(&mut self, id: &str, judgement: &Judgement, record: &ArticleRecord) -> Result<(), Infallible> {
        self.remove(id)?;
        let number = self.next;
        self.next += 1;
        let keys = record.write_numbers();
        let class = (!keys.is_empty()).then(|| judgement.class.unwrap_or(ClassId(number)));
        for (key, class) in keys.into_iter().zip(class.into_iter().cycle()) {
            self.post(key, Posting { number, class });
        }
        let id: Arc<str> = id.into();
        let judgement = Judgement { class, ..judgement.clone() };
        self.numbers.insert(id.clone(), number);
        self.articles.insert(number, Article { id, judgement, record: record.to_bytes().into() });
        Ok(())
    }

    fn remove(&mut self, id: &str) -> Result<bool, Infallible> {
        let number = self.numbers.remove(id);
        let removed = number.and_then(|number| Some((number, self.articles.remove(&number)?)));
        if let Some((number, article)) = &removed {
            for key in article.record().write_numbers() {
                self.postings.remove(&(key, *number));
            }
        }
        Ok(removed.is_some())
    }
}
