//! Private look-up: querying an index about a page without revealing which page.
//!
//! The client sends the *ending* of a key, its last few digits; the index answers with everything it holds under keys
//! with that ending; the client discards articles under keys that it does not have, and compares the rest itself. Safe
//! Browsing and Have I Been Pwned work like this, with the beginning of a hash (Gerbet, Kumar, Lauradoux, 2015; Li,
//! Pal, Ali, Sullivan, Chatterjee, Ristenpart, 2019). Here it is the end, because the beginning of a key is not
//! uniformly distributed, so stores keep keys reversed.
//!
//! In JavaScript the last digits of `keys(fingerprint).write` are the endings, and `compare` judges.
//!
//! # What the index learns
//!
//! From one ending of [`Ending::DIGITS`] digits: 16 bits of a 40-bit key. At a million articles they match about 60 of
//! the articles it holds, and one in 16,000 of all articles there are. It does not learn the page's address, headline,
//! text, length or fingerprint, nor the verdict, nor whether it held the page: the answer is the same for every page
//! with such a key. Like any server, it does learn when and from where it is queried.
//!
//! # What is not hidden
//!
//! - Endings that can be linked to one page add up: two of them are 32 bits, and an article that has both of its keys
//!   in the index stands out at once, since by chance two endings have an article in common once in 270 times. Separate
//!   requests help only if they cannot be linked by address, connection or time.
//! - Decoys do not hide a pair: made-up endings have no article in common, the true ones do. Only all the endings of
//!   another real article, requested in the same way, would hide it.
//! - Therefore [`look_up`] requests one ending at a time and stops as soon as one finds a copy. Most copies are found
//!   by the first, which leaves the index with about 60 articles to choose from. If earlier endings found nothing, the
//!   index has no such article under their keys; but for each article that it holds it knows all 16 keys, and the text
//!   if it kept that, so an edited copy that takes several endings can be identified if they can be linked.
//! - A page that the index does not hold takes all [`Ending::MOST`] endings. Linked, they are 64 bits, and anyone who
//!   has the page from elsewhere, or stores it later, can recognise them.
//! - Only a `most` of 1 never reveals more than 16 bits. It is not the default because it misses edited copies that the
//!   others find; `docs/index.md` measures how many.
//! - That the client stopped asking reveals that it probably found something.
//! - An index can lie: omit an article, or invent one. The client compares for itself, so it never believes that two
//!   texts are alike if their fingerprints are not.

use crate::Error;
use crate::compare::Signature;
use crate::compare::verdict::{Comparison, compare};
use crate::fingerprint::Fingerprint;
use crate::fingerprint::sizes::WRITE_KEYS;
use crate::index::{Class, Compared, Index, Nearest, nearest};
use crate::name::serde_as_text;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Digits of a key.
const KEY_DIGITS: usize = 10;

/// The last digits of a key, the only part that an index learns.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ending(String);

impl Ending {
    /// Hexadecimal digits of an ending, for an index of about a million articles: 16 bits, so that with four keys per
    /// article about 60 keys share an ending. Larger: shorter answers, fewer articles to hide among; smaller: the
    /// opposite.
    pub const DIGITS: usize = 4;

    /// Most endings requested: as many as an article has in the index. Larger: finds pages that extend or merge an
    /// article, and a page that is not found reveals more of itself; smaller: the opposite.
    pub const MOST: usize = WRITE_KEYS;

    /// The ending of a key.
    ///
    /// ```
    /// use offprint::index::private::Ending;
    /// let ending = Ending::of("0001fe73ab", 4);
    /// assert_eq!(ending.as_str(), "73ab");
    /// assert_eq!("73ab".parse(), Ok(ending));
    /// assert_eq!("73AB".parse::<Ending>().unwrap_err().code(), "key_ending");
    /// ```
    pub fn of(key: &str, digits: usize) -> Ending {
        let skipped = key.chars().count().saturating_sub(digits);
        Ending(key.chars().skip(skipped).collect())
    }

    /// Its digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Ending {
    type Err = Error;

    /// # Errors
    /// [`Error::KeyEnding`] unless it is 1 to 10 lower-case hexadecimal digits.
    fn from_str(text: &str) -> Result<Ending, Error> {
        let is_digit = |c| matches!(c, b'0'..=b'9' | b'a'..=b'f');
        let valid = (1..=KEY_DIGITS).contains(&text.len()) && text.bytes().all(is_digit);
        valid
            .then(|| Ending(text.to_owned()))
            .ok_or(Error::KeyEnding)
    }
}

serde_as_text!(Ending);

/// One entry of an index's answer: an article under one of its keys.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posting {
    /// The key.
    pub key: String,
    /// Id of the article.
    pub id: String,
    /// Its fingerprint.
    pub fingerprint: Fingerprint,
}

/// The endings of a fingerprint's keys, at most `most`, in the order to request them, without duplicates.
///
/// The keys that the article would be stored under come first, since complete copies are stored under them; among these
/// the smallest first, since a small hash is more likely to be the smallest of a stretch in another version too. With a
/// `most` of 16 the other keys follow.
///
/// # Complexity
/// Sorts 16 keys.
pub(crate) fn endings(fingerprint: &Fingerprint, digits: usize, most: usize) -> Vec<Ending> {
    let mut seen = BTreeSet::new();
    let keys = [fingerprint.write_keys(), fingerprint.read_keys()].concat();
    let endings = keys.iter().map(|key| Ending::of(key, digits));
    let endings = endings.filter(|ending| seen.insert(ending.clone()));
    endings.take(most).collect()
}

/// An index's answer to one ending: all articles under keys with this ending, except boilerplate keys.
///
/// # Complexity
/// A search in a tree, and one for each article of the answer.
///
/// # Errors
/// Those of the index.
///
/// ```
/// use offprint::Fingerprint;
/// use offprint::index::private::{self, Ending};
/// use offprint::index::{Index, InMemory, Judgement};
/// use offprint::compare::{Signature, Verdict};
/// let text: String = (0..400).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
/// let fingerprint = Fingerprint::of("", &text).unwrap();
/// let mut index = InMemory::new();
/// index.add("a", &Judgement::alone(Verdict::Different), None, Some(Signature::from(fingerprint.clone()).into()))?;
/// let ending: Ending = fingerprint.write_keys()[0][6..].parse().unwrap();
/// assert_eq!(private::answer(&index, &ending)?[0].id, "a");
/// let other = if ending.as_str() == "0000" { "0001" } else { "0000" };
/// assert!(private::answer(&index, &other.parse().unwrap())?.is_empty());
/// # Ok::<(), std::convert::Infallible>(())
/// ```
pub fn answer<I: Index<Signature>>(index: &I, ending: &Ending) -> Result<Vec<Posting>, I::Error> {
    let mut records = Vec::new();
    index.under(ending.as_str(), |key, found| {
        records.push(Posting {
            key: key.to_owned(),
            id: found.id.to_owned(),
            fingerprint: found.signature.fingerprint.clone(),
        });
    })?;
    Ok(records)
}

/// The articles of an answer under keys that the fingerprint has, without duplicates.
///
/// # Complexity
/// Linear in the answer.
pub(crate) fn filter<'a>(fingerprint: &Fingerprint, answer: &'a [Posting]) -> Vec<&'a Posting> {
    let keys = fingerprint.read_keys();
    let mut seen = BTreeSet::new();
    let found = answer.iter().filter(|record| keys.contains(&record.key));
    found.filter(|record| seen.insert(&record.id)).collect()
}

/// Looks a page up by one ending after the other, at most `most`, and stops at the first that finds an article which
/// the page repeats or overlaps: the [nearest] of that answer. `None` if no ending does.
///
/// `ask` sends an ending to the index, which replies with [`answer`].
///
/// # Complexity
/// A comparison for each article of the answers that shares a key.
///
/// # Errors
/// The first error of `ask`.
///
/// ```
/// use offprint::Fingerprint;
/// use offprint::index::private::{Ending, Posting, look_up};
/// use offprint::compare::Verdict;
/// let text = |n: u32| -> String { (0..400).filter_map(|i| char::from_u32(0x4E00 + n * i)).collect() };
/// let held = Fingerprint::of("", &text(31)).unwrap();
/// let ask = |ending: &Ending| -> Result<Vec<Posting>, ()> {
///     let keys = held.write_keys().into_iter();
///     let records = keys.map(|key| Posting { key, id: "a".into(), fingerprint: held.clone() });
///     Ok(records.filter(|record| record.key.ends_with(ending.as_str())).collect())
/// };
/// let (found, comparison) = look_up(&held, Ending::DIGITS, Ending::MOST, ask)?.unwrap();
/// assert_eq!((found.id.as_str(), comparison.verdict), ("a", Verdict::Same));
/// let other = Fingerprint::of("", &text(37)).unwrap();
/// assert_eq!(look_up(&other, Ending::DIGITS, Ending::MOST, ask)?, None);
/// # Ok::<(), ()>(())
/// ```
pub fn look_up<E>(
    fingerprint: &Fingerprint,
    digits: usize,
    most: usize,
    mut ask: impl FnMut(&Ending) -> Result<Vec<Posting>, E>,
) -> Result<Option<(Posting, Comparison)>, E> {
    for ending in endings(fingerprint, digits, most) {
        let records = ask(&ending)?;
        let records = filter(fingerprint, &records);
        let comparison = |of: &&Posting| compare(Some(fingerprint), Some(&of.fingerprint));
        let comparisons: Vec<Comparison> = records.iter().map(comparison).collect();
        let compared = (0..).zip(&comparisons).map(|(number, of)| Compared {
            class: Class(number),
            verdict: of.verdict,
            score: of.score,
        });
        let compared: Vec<Compared> = compared.collect();
        if let Some(Nearest { place, .. }) = nearest(&compared) {
            return Ok(Some((records[place].clone(), comparisons[place].clone())));
        }
    }
    Ok(None)
}
