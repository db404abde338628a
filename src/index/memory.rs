//! An index in memory.

use super::filter::KeyFilter;
use super::{Candidate, ClassId, Entry, Index, Judgement, Limits, Posting, Ranks, Stats};
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
    numbers: BTreeMap<Arc<str>, u32>,
    /// By number; `None` if it was removed.
    articles: Vec<Option<Article>>,
    /// Keys, each with the number of an article.
    postings: BTreeSet<Place>,
    /// All keys of `postings`.
    filter: KeyFilter,
}

/// The two halves of a key, and a number: four bytes less than a tuple of a key and a number.
type Place = [u32; 3];

fn place(key: u64, number: u32) -> Place {
    [(key >> 32) as u32, key as u32, number]
}

fn key_of([high, low, _]: Place) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[derive(Debug, Clone)]
struct Article {
    id: Arc<str>,
    judgement: Judgement,
    /// Its record in bytes, which takes a third of the memory.
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
            articles: Vec::new(),
            postings: BTreeSet::new(),
            filter: KeyFilter::beyond(0),
        }
    }

    /// The articles that a key leads to.
    fn postings(&self, key: u64) -> Vec<Posting> {
        if !self.filter.may_hold(key) {
            return Vec::new();
        }
        self.postings.range(place(key, 0)..=place(key, u32::MAX)).filter_map(|place| self.posting(*place)).collect()
    }

    fn posting(&self, [_, _, number]: Place) -> Option<Posting> {
        let class = self.article(number)?.judgement.class?;
        Some(Posting { number: number.into(), class })
    }

    fn article(&self, number: u32) -> Option<&Article> {
        self.articles.get(number as usize)?.as_ref()
    }

    fn post(&mut self, key: u64, number: u32, class: ClassId) {
        if !self.limits.extends(&self.postings(key), class) {
            return;
        }
        self.postings.insert(place(key, number));
        self.filter.insert(key);
        if self.filter.is_full() {
            self.filter = KeyFilter::beyond(self.postings.len() as u64);
            self.postings.iter().for_each(|place| self.filter.insert(key_of(*place)));
        }
    }
}

impl Index for InMemory {
    type Error = Infallible;

    fn get(&self, id: &str) -> Result<Option<(Judgement, ArticleRecord)>, Infallible> {
        let article = self.numbers.get(id).and_then(|&number| self.article(number));
        Ok(article.map(|article| (article.judgement.clone(), article.record())))
    }

    fn visit(
        &self,
        record: &ArticleRecord,
        ranks: &Ranks,
        mut visit: impl FnMut(Candidate<'_>),
    ) -> Result<(), Infallible> {
        let keys = record.read_numbers().into_iter();
        for number in self.limits.candidates(keys.map(|key| self.postings(key))) {
            if let Some(article) = self.article(number as u32)
                && let Some(class) = article.judgement.class
            {
                let record = (!ranks.contains(number)).then(|| article.record());
                visit(Candidate { number, id: &article.id, class, record });
            }
        }
        Ok(())
    }

    fn each<E: From<Infallible>>(&self, mut visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut articles = self.articles.iter().flatten();
        articles.try_for_each(|article| {
            visit(Entry { id: &article.id, judgement: &article.judgement, record: &article.record() })
        })
    }

    fn stats(&self) -> Result<Stats, Infallible> {
        let classes = || self.articles.iter().flatten().filter_map(|article| article.judgement.class);
        let mut stats = Stats {
            judged: self.numbers.len() as u64,
            stored: classes().count() as u64,
            classes: classes().collect::<BTreeSet<_>>().len() as u64,
            ..Stats::default()
        };
        let postings = self.postings.iter().filter_map(|place| Some(Ok((key_of(*place), self.posting(*place)?))));
        stats.count::<Infallible>(postings, &self.limits)?;
        Ok(stats)
    }

    fn add(&mut self, id: &str, judgement: &Judgement, record: &ArticleRecord) -> Result<(), Infallible> {
        self.remove(id)?;
        let number = u32::try_from(self.articles.len()).expect("they have no room in memory before that");
        let keys = record.write_numbers();
        let class = (!keys.is_empty()).then(|| judgement.class.unwrap_or(ClassId(number.into())));
        let id: Arc<str> = id.into();
        let judgement = Judgement { class, ..judgement.clone() };
        self.numbers.insert(id.clone(), number);
        // A copy, since a vector that grew has room for twice as much.
        self.articles.push(Some(Article { id, judgement, record: record.to_bytes().as_slice().into() }));
        for (key, class) in keys.into_iter().zip(class.into_iter().cycle()) {
            self.post(key, number, class);
        }
        Ok(())
    }

    fn remove(&mut self, id: &str) -> Result<bool, Infallible> {
        let number = self.numbers.remove(id);
        let removed = number.and_then(|number| Some((number, self.articles[number as usize].take()?)));
        if let Some((number, article)) = &removed {
            for key in article.record().write_numbers() {
                self.postings.remove(&place(key, *number));
            }
        }
        Ok(removed.is_some())
    }
}
