//! The tables of the file, and how their rows are read.

use crate::compare::ArticleRecord;
use crate::compare::verdict::Verdict;
use crate::index::filter::KeyFilter;
use crate::index::policy::{ClassId, Posting};
use crate::index::store::Judgement;
use redb::{AccessGuard, Error, ReadableTable, StorageError, TableDefinition, Value};
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};

/// The id, class, verdict, id of the earlier article, score, and record.
pub(super) type Row = (&'static str, Option<u64>, &'static str, Option<&'static str>, f64, &'static [u8]);
/// Key, and number.
pub(super) type Place = (u64, u64);

pub(super) const VERSIONS: TableDefinition<&str, u64> = TableDefinition::new("versions");
pub(super) const NEXT: TableDefinition<(), u64> = TableDefinition::new("next");
pub(super) const NUMBERS: TableDefinition<&str, u64> = TableDefinition::new("numbers");
pub(super) const ARTICLES: TableDefinition<u64, Row> = TableDefinition::new("articles");
pub(super) const POSTINGS: TableDefinition<Place, u64> = TableDefinition::new("postings");

/// An article as the file keeps it.
pub(super) struct Article {
    pub id: String,
    pub judgement: Judgement,
    pub record: ArticleRecord,
}

impl Article {
    pub fn read((id, class, verdict, of, score, record): <Row as Value>::SelfType<'_>) -> Result<Article, Error> {
        let verdict = Verdict::deserialize(StrDeserializer::<ValueError>::new(verdict));
        Ok(Article {
            id: id.to_owned(),
            judgement: Judgement {
                verdict: verdict.map_err(|error| Error::Corrupted(error.to_string()))?,
                of: of.map(str::to_owned),
                score,
                class: class.map(ClassId),
            },
            record: ArticleRecord::from_bytes(record).map_err(|error| Error::Corrupted(error.to_string()))?,
        })
    }
}

pub(super) fn article(table: &impl ReadableTable<u64, Row>, number: u64) -> Result<Article, Error> {
    Article::read(table.get(number)?.ok_or_else(|| Error::Corrupted(format!("no article {number}")))?.value())
}

/// The next number. Numbers run out only in files that another program wrote.
pub(super) fn after(number: u64) -> Result<u64, Error> {
    let next = number.checked_add(1);
    next.ok_or_else(|| Error::Corrupted(format!("no number comes after {number}")))
}

/// A row of [`POSTINGS`].
type PostingRow<'a> = Result<(AccessGuard<'a, Place>, AccessGuard<'a, u64>), StorageError>;

pub(super) fn posting(row: PostingRow) -> Result<(u64, Posting), Error> {
    let (place, class) = row?;
    let (key, number) = place.value();
    Ok((key, Posting { number, class: ClassId(class.value()) }))
}

/// The articles that a key leads to.
pub(super) fn postings(table: &impl ReadableTable<Place, u64>, key: u64) -> Result<Vec<Posting>, Error> {
    table.range((key, 0)..=(key, u64::MAX))?.map(|row| Ok(posting(row)?.1)).collect()
}

/// Builds the filter of all keys.
pub(super) fn filter(table: &impl ReadableTable<Place, u64>) -> Result<KeyFilter, Error> {
    let mut filter = KeyFilter::beyond(table.len()?);
    for row in table.iter()? {
        filter.insert(posting(row)?.0);
    }
    Ok(filter)
}
