//! The tables of the file, and how their rows are read.

use crate::compare::Signature;
use crate::compare::verdict::Verdict;
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;
use crate::index::filter::KeyFilter;
use crate::index::policy::{ClassId, Posting};
use crate::index::store::{Found, Judgement, gather};
use redb::{AccessGuard, Error, ReadableTable, StorageError, TableDefinition, Value};
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

/// Comparison, id of the earlier article, score, digest of the text, number.
pub(super) type Judged = (&'static str, Option<&'static str>, f64, Option<u64>, Option<u64>);
/// Id, class, fingerprint, keys.
pub(super) type Kept = (&'static str, u64, &'static [u8], Vec<&'static str>);

/// Reversed key, and number.
pub(super) type Place = (&'static str, u64);

pub(super) const VERSIONS: TableDefinition<&str, u64> = TableDefinition::new("versions");
pub(super) const NEXT: TableDefinition<(), u64> = TableDefinition::new("next");
pub(super) const JUDGED: TableDefinition<&str, Judged> = TableDefinition::new("judged");
pub(super) const FIRSTS: TableDefinition<u64, &str> = TableDefinition::new("firsts");
pub(super) const STORED: TableDefinition<u64, Kept> = TableDefinition::new("stored");
pub(super) const SKETCHES: TableDefinition<u64, &[u8]> = TableDefinition::new("sketches");
/// Files keep the name that postings had at first.
pub(super) const POSTINGS: TableDefinition<Place, u64> = TableDefinition::new("leads");

/// An article as the file keeps it.
pub(super) struct Article {
    pub number: u64,
    pub id: String,
    pub class: ClassId,
    pub signature: Signature,
    pub keys: Vec<String>,
}

impl Article {
    pub fn found(&self) -> Found<'_> {
        Found { id: &self.id, class: self.class, signature: &self.signature }
    }
}

/// The articles of the file by number, and the sketches of their facts.
pub(super) struct Articles<T, U> {
    pub stored: T,
    pub sketches: U,
}

impl<T: ReadableTable<u64, Kept>, U: ReadableTable<u64, &'static [u8]>> Articles<T, U> {
    pub fn get(&self, number: u64) -> Result<Article, Error> {
        let missing = || Error::Corrupted(format!("no article {number}"));
        let kept = self.stored.get(number)?.ok_or_else(missing)?;
        self.article(number, kept.value())
    }

    /// The article with this number, or the next one after it.
    pub fn from(&self, number: u64) -> Result<Option<Article>, Error> {
        let Some(kept) = self.stored.range(number..)?.next() else {
            return Ok(None);
        };
        let (number, kept) = kept?;
        self.article(number.value(), kept.value()).map(Some)
    }

    fn article(&self, number: u64, (id, class, bytes, keys): (&str, u64, &[u8], Vec<&str>)) -> Result<Article, Error> {
        let sketch = self.sketches.get(number)?;
        let sketch = sketch.map(|bytes| Sketch::from_bytes(bytes.value()));
        let sketch = match sketch.transpose() {
            // From another release: the article can still be found by its words.
            Err(crate::Error::FingerprintVersion { .. }) => None,
            read => read.map_err(corrupted)?,
        };
        let fingerprint = Fingerprint::from_bytes(bytes).map_err(corrupted)?;
        Ok(Article {
            number,
            id: id.to_owned(),
            class: ClassId(class),
            signature: Signature::new(fingerprint, sketch),
            keys: keys.into_iter().map(str::to_owned).collect(),
        })
    }
}

fn corrupted(error: crate::Error) -> Error {
    Error::Corrupted(error.to_string())
}

/// The next number. Numbers run out only in files that this library did not write.
pub(super) fn after(number: u64) -> Result<u64, Error> {
    let next = number.checked_add(1);
    next.ok_or_else(|| Error::Corrupted(format!("no number comes after {number}")))
}

pub(super) fn judgement((verdict, of, score, ..): <Judged as Value>::SelfType<'_>) -> Result<Judgement, Error> {
    let kind = Verdict::deserialize(StrDeserializer::<ValueError>::new(verdict));
    Ok(Judgement {
        verdict: kind.map_err(|error| Error::Corrupted(error.to_string()))?,
        of: of.map(str::to_owned),
        score,
    })
}

/// A row of [`POSTINGS`].
type Row<'a> = Result<(AccessGuard<'a, Place>, AccessGuard<'a, u64>), StorageError>;

/// The articles that a reversed key leads to.
pub(super) fn postings(table: &impl ReadableTable<Place, u64>, key: &str) -> Result<Vec<Posting>, Error> {
    let posting = |row: Row| {
        let (place, class) = row?;
        Ok(Posting { number: place.value().1, class: ClassId(class.value()) })
    };
    table.range((key, 0)..=(key, u64::MAX))?.map(posting).collect()
}

/// Builds the filter of all keys.
pub(super) fn filter(table: &impl ReadableTable<Place, u64>) -> Result<KeyFilter, Error> {
    let mut filter = KeyFilter::beyond(table.len()?);
    for pair in table.iter()? {
        filter.insert(pair?.0.value().0);
    }
    Ok(filter)
}

/// Calls `each` with the articles that each key leads to.
pub(super) fn each_key(table: &impl ReadableTable<Place, u64>, each: impl FnMut(Vec<Posting>)) -> Result<(), Error> {
    let pair = |row: Row| {
        let (place, class) = row?;
        let (key, number) = place.value();
        let class = ClassId(class.value());
        Ok((key.to_owned(), Posting { number, class }))
    };
    gather(table.iter()?.map(pair), each)
}
