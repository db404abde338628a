//! The interface and data types of all article stores.

use crate::compare::Signature;
use crate::compare::verdict::Verdict;
use crate::index::policy::{ClassId, Limits, Posting};
use serde::Serialize;
use std::collections::BTreeMap;

/// The judgement on an article when it arrived.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// The verdict on it, compared with earlier articles.
    pub verdict: Verdict,
    /// Id of the earlier article that it repeats or overlaps.
    pub of: Option<String>,
    /// Similarity of the two, 0 to 1.
    pub score: f64,
}

impl Judgement {
    /// The judgement on an article that is similar to no earlier one.
    ///
    /// ```
    /// use offprint::index::Judgement;
    /// use offprint::compare::Verdict;
    /// let alone = Judgement::unique(Verdict::Different);
    /// assert_eq!((alone.verdict, alone.of, alone.score), (Verdict::Different, None, 0.0));
    /// ```
    pub fn unique(verdict: Verdict) -> Judgement {
        Judgement { verdict, of: None, score: 0.0 }
    }
}

/// The data kept for an article besides its judgement.
#[derive(Debug, Clone, PartialEq)]
pub struct Stored {
    /// The class it belongs to; `None` if it begins one.
    pub class: Option<ClassId>,
    /// The signature for comparisons.
    pub signature: Signature,
    /// The keys for finding it.
    pub keys: Vec<String>,
}

/// An article that begins a class, under the keys of its fingerprint.
impl From<Signature> for Stored {
    fn from(signature: Signature) -> Stored {
        Stored { class: None, keys: signature.write_keys(), signature }
    }
}

/// A stored article that was found.
#[derive(Debug)]
pub struct Found<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its class.
    pub class: ClassId,
    /// The signature for comparisons.
    pub signature: &'a Signature,
}

/// Everything that an index holds about one article.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Its id.
    pub id: &'a str,
    /// The judgement on it.
    pub judgement: &'a Judgement,
    /// The digest of its text, if that is known.
    pub digest: Option<u64>,
    /// Its stored data, always with a class; `None` if it was judged but not stored.
    pub stored: Option<&'a Stored>,
}

/// The size of an index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Articles that were judged.
    pub judged: u64,
    /// Articles that are also stored.
    pub stored: u64,
    /// Classes of the stored articles.
    pub classes: u64,
    /// Distinct keys.
    pub keys: u64,
    /// Keys that lead to too many classes to be followed.
    pub common_keys: u64,
    /// Total number of articles over all keys.
    pub postings: u64,
}

impl Stats {
    /// Counts one key and the articles it leads to.
    pub fn count_key(&mut self, postings: &[Posting], limits: &Limits) {
        self.keys += 1;
        self.common_keys += u64::from(limits.is_common(postings));
        self.postings += postings.len() as u64;
    }
}

/// Articles seen so far.
///
/// ```
/// use offprint::Fingerprint;
/// use offprint::compare::{Signature, Verdict};
/// use offprint::index::{Index, InMemory, Judgement, Stored};
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let signature = Fingerprint::of("", &text).map(Signature::from).expect("a long text has one");
/// let stored = Stored { keys: vec!["k1".into(), "k2".into()], ..signature.into() };
/// let mut index = InMemory::new();
/// index.add("a", &Judgement::unique(Verdict::Different), Some(7), Some(stored))?;
/// assert_eq!(index.first_with(7)?.as_deref(), Some("a"));
/// let found = |index: &InMemory, key: &str| {
///     let mut ids = Vec::new();
///     index.visit(&[key.to_owned()], |found| ids.push(found.id.to_owned())).map(|()| ids)
/// };
/// assert_eq!(found(&index, "k2")?, ["a"]);
/// assert!(found(&index, "k3")?.is_empty());
/// index.remove("a")?;
/// assert!(found(&index, "k2")?.is_empty() && index.first_with(7)?.is_none());
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub trait Index {
    /// Errors of the store; an index in memory has no errors.
    type Error;

    /// The judgement on the article with this id; `None` if it has not arrived.
    ///
    /// # Errors
    /// Those of the store, as for all methods of this trait.
    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Self::Error>;

    /// The class and the signature of the article with this id; `None` if it is not stored.
    fn stored(&self, id: &str) -> Result<Option<(ClassId, Signature)>, Self::Error>;

    /// The id of the first article whose text has this [digest](crate::Article::digest).
    fn first_with(&self, digest: u64) -> Result<Option<String>, Self::Error>;

    /// The first article with the same text, and its class, if it is stored. A digest can be forged, so the signatures
    /// must be equal, too, or both be missing.
    ///
    /// # Complexity
    /// Two searches in a tree.
    fn equal(
        &self,
        digest: Option<u64>,
        signature: Option<&Signature>,
    ) -> Result<Option<(String, Option<ClassId>)>, Self::Error> {
        let first = digest.map(|digest| self.first_with(digest)).transpose()?;
        let Some(first) = first.flatten() else {
            return Ok(None);
        };
        Ok(match (self.stored(&first)?, signature) {
            (None, None) => Some((first, None)),
            (Some((class, its)), Some(own)) if *own == its => Some((first, Some(class))),
            _ => None,
        })
    }

    /// Calls `visit` with the articles stored under any of these keys, in the order of arrival, within the [`Limits`].
    ///
    /// # Complexity
    /// A search in a tree for each key, and one for each article found; the number of articles is bounded.
    fn visit(&self, keys: &[String], visit: impl FnMut(Found<'_>)) -> Result<(), Self::Error>;

    /// Calls `visit` with every article: stored ones in the order of arrival, then those that were only judged, by id.
    /// It stops at the first error of either the store or `visit`.
    fn each<E: From<Self::Error>>(&self, visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E>;

    /// Counts the contents of the index.
    ///
    /// # Complexity
    /// Linear in the index.
    fn stats(&self) -> Result<Stats, Self::Error>;

    /// Adds an article: its judgement, the digest of its text if that is known, and its stored data if it can be found
    /// later. Replaces an article with the same id.
    ///
    /// # Complexity
    /// A search in a tree for each key.
    fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        digest: Option<u64>,
        stored: Option<Stored>,
    ) -> Result<(), Self::Error>;

    /// Removes an article; returns whether it existed. Judgements on other articles remain, even if they name this one,
    /// and so does its class. Copies of its text are still found by their
    /// keys, if they are stored.
    ///
    /// # Complexity
    /// A search in a tree for each key.
    fn remove(&mut self, id: &str) -> Result<bool, Self::Error>;

    /// Adds the articles of another index as if they arrived now, and returns how many were new. Articles whose id
    /// exists here are unchanged. Classes that share an article by id are merged; nothing is compared again, so two
    /// classes of the same article stay separate until a page is close to both.
    ///
    /// # Complexity
    /// Adds each article of the other index.
    ///
    /// ```
    /// use offprint::index::{Index, InMemory, Judgement};
    /// use offprint::compare::Verdict;
    /// let (mut index, mut other) = (InMemory::new(), InMemory::new());
    /// let judgement = Judgement::unique(Verdict::Unknown);
    /// index.add("a", &judgement, None, None)?;
    /// other.add("a", &judgement, None, None)?;
    /// other.add("b", &judgement, None, None)?;
    /// assert_eq!(index.merge(&other)?, 1);
    /// assert_eq!(index.judgement("b")?, Some(judgement));
    /// assert_eq!(index.merge(&other)?, 0, "nothing is new the second time");
    /// # Ok::<(), std::convert::Infallible>(())
    /// ```
    fn merge<O>(&mut self, other: &O) -> Result<u64, Self::Error>
    where
        O: Index,
        Self::Error: From<O::Error>,
    {
        let mut classes: BTreeMap<ClassId, ClassId> = BTreeMap::new();
        let mut new = 0;
        other.each(|entry| {
            let theirs = entry.stored.and_then(|stored| stored.class);
            if self.judgement(entry.id)?.is_none() {
                let stored = entry.stored.map(|stored| Stored {
                    class: theirs.and_then(|class| classes.get(&class).copied()),
                    ..stored.clone()
                });
                self.add(entry.id, entry.judgement, entry.digest, stored)?;
                new += 1;
            }
            if let (Some(theirs), Some(ours)) = (theirs, self.stored(entry.id)?.map(|(class, _)| class)) {
                classes.entry(theirs).or_insert(ours);
            }
            Ok::<(), Self::Error>(())
        })?;
        Ok(new)
    }

    /// Makes additions permanent. Does nothing in memory.
    fn save(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// A key in the form that stores keep: reversed. A key is the smallest hash of its stretch of the text, so many keys begin
/// with zeros; the last digits are distributed uniformly.
pub fn backwards(key: &str) -> String {
    key.chars().rev().collect()
}

/// Groups adjacent pairs by key, and calls `each` with all articles that a key leads to.
///
/// # Errors
/// The first error that occurs.
pub fn gather<K: PartialEq, E>(
    pairs: impl IntoIterator<Item = Result<(K, Posting), E>>,
    mut each: impl FnMut(Vec<Posting>),
) -> Result<(), E> {
    let mut gathered: Option<(K, Vec<Posting>)> = None;
    for pair in pairs {
        let (key, posting) = pair?;
        match &mut gathered {
            Some((last, postings)) if *last == key => postings.push(posting),
            _ => {
                let before = gathered.replace((key, vec![posting]));
                before.into_iter().for_each(|(_, postings)| each(postings));
            }
        }
    }
    gathered.into_iter().for_each(|(_, postings)| each(postings));
    Ok(())
}
