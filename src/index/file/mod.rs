//! An index in a file, using an embedded database.
//!
//! | table | from | to |
//! |---|---|---|
//! | `versions` | `index`, `fingerprint`, `sketch` | the version of these tables, and of what is in them; `facts` is 1 if there are any |
//! | `next` | nothing | the number of the next article; numbers are not reused |
//! | `numbers` | id | number |
//! | `articles` | number | id, class, verdict, id of the earlier article, score, and the record: digest, hash of the host, fingerprint and, if requested, the sketch of its facts |
//! | `postings` | key, and number | class |
//!
//! Most keys that are looked up do not exist. A filter in memory, built when the file is opened, avoids most of these
//! look-ups (`docs/index.md`).

mod error;
mod tables;

pub use error::FileError;

use crate::compare::ArticleRecord;
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;
use crate::index::filter::KeyFilter;
use crate::index::policy::{ClassId, Limits};
use crate::index::store::{Candidate, Entry, Index, Judgement, Ranks, Stats};
use error::{failure, other_version};
use redb::{
    Builder, Database, Error, ReadTransaction, ReadableDatabase, ReadableTable, ReadableTableMetadata, WriteTransaction,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fmt, io};
use tables::{ARTICLES, Article, NEXT, NUMBERS, POSTINGS, Place, VERSIONS, after, article, filter, posting, postings};

/// The versions written by this release.
const WRITTEN: [(&str, u64); 3] =
    [("index", 5), ("fingerprint", Fingerprint::VERSION as u64), ("sketch", Sketch::VERSION as u64)];
/// The key in the versions table that says whether there are facts.
const FACTS: &str = "facts";

/// Memory for caching the file. Larger: fewer reads if the file does not fit.
const CACHE: usize = 256 << 20;

/// An index in a file. [`save`](Index::save) writes additions. The file can be used by one program at a time, or by any
/// number of programs that [only read](Self::read_only) it.
///
/// It stores the facts of records that have them. One file can hold articles with and without facts; an article without
/// facts is found by its words.
///
/// ```
/// use offprint::Article;
/// use offprint::compare::ArticleRecord;
/// use offprint::index::{Index, OnFile};
/// let folder = std::env::temp_dir().join(format!("offprint-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let record = ArticleRecord::from(&Article::of_text(String::new(), text));
/// {
///     let mut index = OnFile::open(&folder.join("seen.offprint"))?;
///     index.insert("first", &record)?;
///     index.save()?;
/// }
/// let mut index = OnFile::open(&folder.join("seen.offprint"))?;
/// assert_eq!(index.insert("second", &record)?.judgement.of.as_deref(), Some("first"));
/// # drop(index);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OnFile {
    path: PathBuf,
    limits: Limits,
    has_facts: bool,
    /// All keys in the file.
    filter: KeyFilter,
    access: Access,
}

enum Access {
    ReadOnly(ReadTransaction),
    /// Has the additions since the last save. `None` only while saving, since only one transaction can be open.
    Writing(Box<Database>, Option<Box<WriteTransaction>>),
}

impl Access {
    fn unsaved(&self) -> Result<&WriteTransaction, Error> {
        match self {
            Access::ReadOnly(_) => Err(refused("it is open for reading only")),
            Access::Writing(_, unsaved) => unsaved.as_deref().ok_or_else(|| refused("an earlier save failed")),
        }
    }
}

fn refused(why: &str) -> Error {
    Error::Io(io::Error::new(io::ErrorKind::Unsupported, why))
}

/// Reads tables, which can be of two types.
macro_rules! read {
    ($index:expr, $tables:ident => $read:block) => {
        match &$index.access {
            Access::ReadOnly($tables) => $read,
            writing => {
                let $tables = writing.unsaved()?;
                $read
            }
        }
    };
}

impl fmt::Debug for OnFile {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("OnFile").field("path", &self.path).field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl OnFile {
    /// Opens an index, or creates the file if it does not exist. Its limits are [`Limits::WITH_FACTS`] if it contains
    /// facts, otherwise the usual ones.
    ///
    /// # Complexity
    /// Reads the whole file once to verify it.
    ///
    /// # Errors
    /// If the file is in use, damaged, of another version, or not an index.
    ///
    /// # Panics
    /// The database may panic, now or later, if the file is damaged in a way that this check does not find.
    pub fn open(path: &Path) -> Result<OnFile, FileError> {
        OnFile::try_open(path, None).map_err(|error| failure(error, path))?
    }

    /// Opens or creates an index with other limits, which should be the limits of earlier runs.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open).
    pub fn open_with(path: &Path, limits: Limits) -> Result<OnFile, FileError> {
        OnFile::try_open(path, Some(limits)).map_err(|error| failure(error, path))?
    }

    /// Opens an index without changing it, for example on a read-only mount; many programs may do so at a time. Adding
    /// to it is an error.
    ///
    /// # Complexity
    /// Reads the keys of the file once, without verifying it.
    ///
    /// # Errors
    /// The errors of [`open`](Self::open). Also if there is no file, or if the program that last wrote it was killed;
    /// the next `open` repairs that.
    ///
    /// # Panics
    /// As for [`open`](Self::open).
    pub fn read_only(path: &Path) -> Result<OnFile, FileError> {
        OnFile::try_read_only(path).map_err(|error| failure(error, path))?
    }

    /// The outer error comes from the database, the inner one from its contents.
    fn try_open(path: &Path, limits: Option<Limits>) -> Result<Result<OnFile, FileError>, Error> {
        let mut database = Builder::new().set_cache_size(CACHE).create(path)?;
        database.check_integrity()?;
        let unsaved = database.begin_write()?;
        let is_new = unsaved.list_tables()?.next().is_none() && unsaved.list_multimap_tables()?.next().is_none();
        let found = {
            let mut versions = unsaved.open_table(VERSIONS)?;
            if is_new {
                for (of, written) in WRITTEN {
                    versions.insert(of, written)?;
                }
            }
            unsaved.open_table(NEXT)?;
            unsaved.open_table(NUMBERS)?;
            unsaved.open_table(ARTICLES)?;
            found(&versions, &unsaved.open_table(POSTINGS)?, path)?
        };
        Ok(found.map(|found| {
            OnFile::new(path, limits, found, Access::Writing(Box::new(database), Some(Box::new(unsaved))))
        }))
    }

    fn try_read_only(path: &Path) -> Result<Result<OnFile, FileError>, Error> {
        let tables = Builder::new().set_cache_size(CACHE).open_read_only(path)?.begin_read()?;
        let found = found(&tables.open_table(VERSIONS)?, &tables.open_table(POSTINGS)?, path)?;
        Ok(found.map(|found| OnFile::new(path, None, found, Access::ReadOnly(tables))))
    }

    fn new(path: &Path, limits: Option<Limits>, (filter, has_facts): (KeyFilter, bool), access: Access) -> OnFile {
        let limits = limits.unwrap_or(if has_facts { Limits::WITH_FACTS } else { Limits::default() });
        OnFile { path: path.to_owned(), limits, has_facts, filter, access }
    }

    /// Adds the path to an error of the database.
    fn named<T>(&self, result: Result<T, Error>) -> Result<T, FileError> {
        result.map_err(|error| failure(error, &self.path))
    }

    fn try_get(&self, id: &str) -> Result<Option<(Judgement, ArticleRecord)>, Error> {
        read!(self, tables => {
            let Some(number) = tables.open_table(NUMBERS)?.get(id)?.map(|number| number.value()) else {
                return Ok(None);
            };
            let Article { judgement, record, .. } = article(&tables.open_table(ARTICLES)?, number)?;
            Ok(Some((judgement, record)))
        })
    }

    fn try_visit(
        &self,
        record: &ArticleRecord,
        ranks: &Ranks,
        mut visit: impl FnMut(Candidate<'_>),
    ) -> Result<(), Error> {
        let keys = record.read_numbers().into_iter().filter(|key| self.filter.may_hold(*key));
        read!(self, tables => {
            let (table, articles) = (tables.open_table(POSTINGS)?, tables.open_table(ARTICLES)?);
            let found: Result<Vec<_>, Error> = keys.map(|key| postings(&table, key)).collect();
            for number in self.limits.candidates(found?) {
                let Article { id, judgement, record } = article(&articles, number)?;
                if let Some(class) = judgement.class {
                    let record = (!ranks.contains(number)).then_some(record);
                    visit(Candidate { number, id: &id, class, record });
                }
            }
            Ok(())
        })
    }

    /// The first article with this number or a later one, and its number.
    fn try_from_number(&self, number: u64) -> Result<Option<(u64, Article)>, Error> {
        read!(self, tables => {
            let articles = tables.open_table(ARTICLES)?;
            let next = articles.range(number..)?.next().transpose()?;
            next.map(|(number, row)| Ok((number.value(), Article::read(row.value())?))).transpose()
        })
    }

    fn try_stats(&self) -> Result<Stats, Error> {
        read!(self, tables => {
            let articles = tables.open_table(ARTICLES)?;
            let mut classes = BTreeSet::new();
            let mut stats = Stats { judged: articles.len()?, ..Stats::default() };
            for row in articles.iter()? {
                if let Some(class) = row?.1.value().1 {
                    stats.stored += 1;
                    classes.insert(class);
                }
            }
            stats.classes = classes.len() as u64;
            stats.count(tables.open_table(POSTINGS)?.iter()?.map(posting), &self.limits)?;
            Ok(stats)
        })
    }

    fn try_add(&mut self, id: &str, judgement: &Judgement, record: &ArticleRecord) -> Result<(), Error> {
        self.try_remove(id)?;
        let unsaved = self.access.unsaved()?;
        let mut next = unsaved.open_table(NEXT)?;
        let number = next.get(())?.map_or(0, |next| next.value());
        next.insert((), after(number)?)?;
        let keys = record.write_numbers();
        let class = (!keys.is_empty()).then(|| judgement.class.unwrap_or(ClassId(number)));
        let mut table = unsaved.open_table(POSTINGS)?;
        for (key, class) in keys.into_iter().zip(class.into_iter().cycle()) {
            if self.limits.extends(&postings(&table, key)?, class) {
                table.insert((key, number), class.0)?;
                self.filter.insert(key);
            }
        }
        if self.filter.is_full() {
            self.filter = filter(&table)?;
        }
        if record.sketch.is_some() && !self.has_facts {
            unsaved.open_table(VERSIONS)?.insert(FACTS, 1)?;
            self.has_facts = true;
        }
        let Judgement { verdict, of, score, .. } = judgement;
        let bytes = record.to_bytes();
        unsaved.open_table(NUMBERS)?.insert(id, number)?;
        let row = (id, class.map(|class| class.0), verdict.name(), of.as_deref(), *score, &bytes[..]);
        unsaved.open_table(ARTICLES)?.insert(number, row)?;
        Ok(())
    }

    fn try_remove(&mut self, id: &str) -> Result<bool, Error> {
        let unsaved = self.access.unsaved()?;
        let Some(number) = unsaved.open_table(NUMBERS)?.remove(id)?.map(|number| number.value()) else {
            return Ok(false);
        };
        let mut articles = unsaved.open_table(ARTICLES)?;
        let mut table = unsaved.open_table(POSTINGS)?;
        for key in article(&articles, number)?.record.write_numbers() {
            table.remove((key, number))?;
        }
        articles.remove(number)?;
        Ok(true)
    }

    fn try_save(&mut self) -> Result<(), Error> {
        if let Access::Writing(database, unsaved) = &mut self.access {
            if let Some(unsaved) = unsaved.take() {
                unsaved.commit()?;
            }
            *unsaved = Some(Box::new(database.begin_write()?));
        }
        Ok(())
    }
}

/// The filter of all keys, and whether there are facts; an error if another release wrote the tables.
fn found(
    versions: &impl ReadableTable<&'static str, u64>,
    postings: &impl ReadableTable<Place, u64>,
    path: &Path,
) -> Result<Result<(KeyFilter, bool), FileError>, Error> {
    for (of, written) in WRITTEN {
        let found = versions.get(of)?.map(|version| version.value());
        if found != Some(written) {
            return Ok(Err(other_version(of, found, written, path)));
        }
    }
    Ok(Ok((filter(postings)?, versions.get(FACTS)?.is_some())))
}

impl Index for OnFile {
    type Error = FileError;

    fn get(&self, id: &str) -> Result<Option<(Judgement, ArticleRecord)>, FileError> {
        self.named(self.try_get(id))
    }

    fn visit(&self, record: &ArticleRecord, ranks: &Ranks, visit: impl FnMut(Candidate<'_>)) -> Result<(), FileError> {
        self.named(self.try_visit(record, ranks, visit))
    }

    /// Empty: only one thread at a time can read a transaction that writes.
    fn ranks(&self, _: &ArticleRecord) -> Result<Ranks, FileError> {
        Ok(Ranks::default())
    }

    fn each<E: From<FileError>>(&self, mut visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut from = 0;
        while let Some((number, Article { id, judgement, record })) = self.named(self.try_from_number(from))? {
            visit(Entry { id: &id, judgement: &judgement, record: &record })?;
            from = self.named(after(number))?;
        }
        Ok(())
    }

    fn stats(&self) -> Result<Stats, FileError> {
        self.named(self.try_stats())
    }

    fn add(&mut self, id: &str, judgement: &Judgement, record: &ArticleRecord) -> Result<(), FileError> {
        let added = self.try_add(id, judgement, record);
        self.named(added)
    }

    fn remove(&mut self, id: &str) -> Result<bool, FileError> {
        let removed = self.try_remove(id);
        self.named(removed)
    }

    fn save(&mut self) -> Result<(), FileError> {
        let saved = self.try_save();
        self.named(saved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::Article;
    use crate::compare::verdict::Verdict;
    use crate::index::Insertion;

    const COURIER: &str = "The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing \
        stage. Divers found two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs \
        cost 180,000 crowns and take at least six weeks; until then the Havsula carries passengers from the old quay.";
    const PORTAL: &str = "No boats for Skarn: half of the landing stage was wrecked by a storm during the night to \
        Monday. Of its four piles, divers report, two are broken below the waterline. Ines Dahl, who speaks for the \
        county, reckons with repairs for 180,000 crowns that need six weeks. Passengers meanwhile board the Havsula.";

    fn record(text: &str) -> ArticleRecord {
        ArticleRecord::with_facts(&Article::of_text(String::new(), text.to_owned()))
    }

    fn insert_rewriting(id: &str, text: &str, path: &Path) -> Insertion {
        let mut index = OnFile::open_with(path, Limits::WITH_FACTS).expect("it can be opened");
        let insertion = index.insert(id, &record(text)).expect("it can be asked");
        index.save().expect("it can be written");
        insertion
    }

    #[test]
    fn an_article_with_facts_is_found_in_other_words_until_it_is_removed() {
        let folder = std::env::temp_dir().join(format!("offprint-facts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let path = folder.join("seen");
        {
            let mut index = OnFile::open(&path).expect("it can be made");
            let without = ArticleRecord { sketch: None, ..record(COURIER) };
            index.insert("old", &without).expect("it can be asked");
            index.save().expect("it can be written");
        }
        assert_eq!(OnFile::open(&path).expect("it can be opened").limits, Limits::default());
        let insertion = insert_rewriting("portal", PORTAL, &path);
        assert_eq!((insertion.judgement.verdict, insertion.rewriting), (Verdict::Different, None));
        let insertion = insert_rewriting("courier", &COURIER.replace("two of the", "2 of the"), &path);
        assert_eq!(insertion.judgement.of.as_deref(), Some("old"), "by its words");
        let brief = PORTAL.replace("Passengers meanwhile board", "Until then passengers board");
        let found = |path: &Path| insert_rewriting("brief", &brief, path).judgement.of;
        assert_eq!(found(&path).as_deref(), Some("portal"));
        let again = "A storm has broken two of the four piles of the landing stage at Skarn below the waterline, so \
            that the ferry stopped on Sunday night. The county, says Ines Dahl, must pay 180,000 crowns for repairs of \
            at least six weeks. From the old quay the Havsula carries passengers meanwhile.";
        let found = insert_rewriting("again", again, &path).rewriting.map(|earlier| earlier.of);
        assert!(found.is_some_and(|of| of != "old"), "it has no facts");
        let mut index = OnFile::open(&path).expect("it can be opened");
        assert_eq!(index.limits, Limits::WITH_FACTS);
        let postings = index.stats().expect("they are there").postings;
        assert_eq!(index.remove("again"), Ok(true));
        assert!(index.stats().expect("they are there").postings < postings);
        let found = index.insert("again", &record(again)).expect("it can be asked").rewriting;
        assert!(found.is_some(), "what was there is left alone");
        drop(index);
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
