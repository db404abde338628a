//! An index in memory.

use super::filter::KeyFilter;
use super::store::{backwards, gather};
use super::{ClassId, Entry, Found, Index, Judgement, Limits, Posting, Stats, Stored};
use crate::compare::Signature;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::convert::Infallible;
use std::sync::Arc;

/// An index that lasts as long as the program.
///
/// All three maps are balanced trees, since keys must also be found by their endings. Most keys that are looked up do
/// not exist, and a filter detects this faster than a tree (`docs/index.md`).
#[derive(Debug, Clone)]
pub struct InMemory {
    limits: Limits,
    judged: BTreeMap<Arc<str>, Judged>,
    /// The first article with each digest.
    firsts: HashMap<u64, Arc<str>>,
    /// By number.
    stored: BTreeMap<u64, Article>,
    /// From reversed key and number to class.
    postings: BTreeMap<(Key, u64), ClassId>,
    /// All keys of `postings`.
    filter: KeyFilter,
    /// The number of the next article.
    next: u64,
}

/// A reversed key, preceded by its first eight bytes as a number: searches in the tree rarely read the key itself,
/// which is stored elsewhere. The order is that of the keys.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    start: u64,
    whole: Arc<str>,
}

impl Key {
    fn of(backwards: &str) -> Key {
        let bytes = backwards.as_bytes();
        let mut start = [0; 8];
        let length = bytes.len().min(start.len());
        start[..length].copy_from_slice(&bytes[..length]);
        Key { start: u64::from_be_bytes(start), whole: backwards.into() }
    }
}

#[derive(Debug, Clone)]
struct Judged {
    judgement: Judgement,
    digest: Option<u64>,
    /// If it is stored.
    number: Option<u64>,
}

#[derive(Debug, Clone)]
struct Article {
    id: Arc<str>,
    class: ClassId,
    signature: Signature,
    /// Reversed; shared with the tree that finds the article by them.
    keys: Box<[Key]>,
}

impl Article {
    fn found(&self) -> Found<'_> {
        Found { id: &self.id, class: self.class, signature: &self.signature }
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
            judged: BTreeMap::new(),
            firsts: HashMap::new(),
            stored: BTreeMap::new(),
            postings: BTreeMap::new(),
            filter: KeyFilter::beyond(0),
            next: 0,
        }
    }

    /// Changes the limits from here on.
    pub fn limit(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// The articles that are stored, in the order of arrival.
    ///
    /// ```
    /// use offprint::Fingerprint;
    /// use offprint::compare::{Signature, Verdict};
    /// use offprint::index::{InMemory, Index, Judgement};
    /// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
    /// let signature = Fingerprint::of("", &text).map(Signature::from).expect("a long text has one");
    /// let mut index = InMemory::new();
    /// index.add("a", &Judgement::unique(Verdict::Different), None, Some(signature.into()))?;
    /// assert_eq!(index.iter().map(|found| found.id).collect::<Vec<_>>(), ["a"]);
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Found<'_>> {
        self.stored.values().map(Article::found)
    }

    /// The article with this id; `None` if it is not stored.
    ///
    /// ```
    /// use offprint::Fingerprint;
    /// use offprint::compare::{Signature, Verdict};
    /// use offprint::index::{InMemory, Index, Judgement};
    /// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
    /// let signature = Fingerprint::of("", &text).map(Signature::from).expect("a long text has one");
    /// let mut index = InMemory::new();
    /// index.add("a", &Judgement::unique(Verdict::Different), None, Some(signature.clone().into()))?;
    /// assert_eq!(index.get("a").map(|found| found.signature), Some(&signature));
    /// assert!(index.get("b").is_none());
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    pub fn get(&self, id: &str) -> Option<Found<'_>> {
        Some(self.stored.get(&self.number(id)?)?.found())
    }

    fn number(&self, id: &str) -> Option<u64> {
        self.judged.get(id)?.number
    }

    /// The articles that a key leads to.
    fn postings(&self, key: &Key) -> Vec<Posting> {
        if !self.filter.may_hold(&key.whole) {
            return Vec::new();
        }
        let range = (key.clone(), 0)..=(key.clone(), u64::MAX);
        self.postings.range(range).map(|(&(_, number), &class)| Posting { number, class }).collect()
    }

    fn forget(&mut self, number: u64) {
        if let Some(article) = self.stored.remove(&number) {
            for key in article.keys {
                self.postings.remove(&(key, number));
            }
        }
    }

    fn store(&mut self, id: Arc<str>, stored: Stored) -> u64 {
        let number = self.next;
        self.next += 1;
        let class = stored.class.unwrap_or(ClassId(number));
        let keys = stored.keys.iter().map(|key| Key::of(&backwards(key)));
        let article = Article { id, class, signature: stored.signature, keys: keys.collect() };
        for key in &article.keys {
            if self.limits.extends(&self.postings(key), class) {
                self.postings.insert((key.clone(), number), class);
                self.filter.insert(&key.whole);
            }
        }
        self.stored.insert(number, article);
        if self.filter.is_full() {
            self.filter = KeyFilter::beyond(self.postings.len() as u64);
            for (key, _) in self.postings.keys() {
                self.filter.insert(&key.whole);
            }
        }
        number
    }
}

impl Index for InMemory {
    type Error = Infallible;

    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Infallible> {
        Ok(self.judged.get(id).map(|judged| judged.judgement.clone()))
    }

    fn stored(&self, id: &str) -> Result<Option<(ClassId, Signature)>, Infallible> {
        let found = self.get(id);
        Ok(found.map(|found| (found.class, found.signature.clone())))
    }

    fn first_with(&self, digest: u64) -> Result<Option<String>, Infallible> {
        Ok(self.firsts.get(&digest).map(|id| id.to_string()))
    }

    fn visit(&self, keys: &[String], visit: impl FnMut(Found<'_>)) -> Result<(), Infallible> {
        let postings = keys.iter().map(|key| self.postings(&Key::of(&backwards(key))));
        let numbers = self.limits.candidates(postings).into_iter();
        let articles = numbers.filter_map(|number| self.stored.get(&number));
        articles.map(Article::found).for_each(visit);
        Ok(())
    }

    fn each<E: From<Infallible>>(&self, mut visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        for article in self.stored.values() {
            let Some(judged) = self.judged.get(&article.id) else {
                continue;
            };
            let keys = article.keys.iter().map(|key| backwards(&key.whole));
            let stored =
                Stored { class: Some(article.class), signature: article.signature.clone(), keys: keys.collect() };
            visit(Entry {
                id: &article.id,
                judgement: &judged.judgement,
                digest: judged.digest,
                stored: Some(&stored),
            })?;
        }
        for (id, judged) in &self.judged {
            if judged.number.is_none() {
                visit(Entry { id, judgement: &judged.judgement, digest: judged.digest, stored: None })?;
            }
        }
        Ok(())
    }

    fn stats(&self) -> Result<Stats, Infallible> {
        let classes: BTreeSet<ClassId> = self.stored.values().map(|a| a.class).collect();
        let mut stats = Stats {
            judged: self.judged.len() as u64,
            stored: self.stored.len() as u64,
            classes: classes.len() as u64,
            ..Stats::default()
        };
        let pairs = self.postings.iter();
        let pairs = pairs.map(|(&(ref key, number), &class)| Ok((&key.whole, Posting { number, class })));
        gather::<_, Infallible>(pairs, |postings| stats.count_key(&postings, &self.limits))?;
        Ok(stats)
    }

    fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        digest: Option<u64>,
        stored: Option<Stored>,
    ) -> Result<(), Infallible> {
        self.remove(id)?;
        let id: Arc<str> = id.into();
        if let Some(digest) = digest {
            self.firsts.entry(digest).or_insert_with(|| id.clone());
        }
        let judged = Judged {
            judgement: judgement.clone(),
            digest,
            number: stored.map(|stored| self.store(id.clone(), stored)),
        };
        self.judged.insert(id, judged);
        Ok(())
    }

    fn remove(&mut self, id: &str) -> Result<bool, Infallible> {
        let Some(removed) = self.judged.remove(id) else {
            return Ok(false);
        };
        if let Some(digest) = removed.digest
            && self.firsts.get(&digest).is_some_and(|first| **first == *id)
        {
            self.firsts.remove(&digest);
        }
        if let Some(number) = removed.number {
            self.forget(number);
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_order_of_their_texts() {
        let texts = ["", "\0", "a", "a\0", "ab", "abcdefgh", "abcdefgh\0", "abcdefghi", "水库"];
        for one in texts {
            for other in texts {
                let order = Key::of(one).cmp(&Key::of(other));
                assert_eq!(order, one.cmp(other), "{one:?} {other:?}");
            }
        }
    }
}
