//! An index in a file, an embedded database.
//!
//! | table | from | to |
//! |---|---|---|
//! | `versions` | `index`, `fingerprint` | the version of these tables and of the fingerprints in them |
//! | `judged` | id | verdict, id of the earlier article, score |
//! | `stored` | number of arrival | id, class, fingerprint |
//! | `keys` | key | numbers of arrival |

use super::Kept;
use crate::failure::Failure;
use crate::output::name;
use crate::{FAILED, warn};
use offprint::dedupe::{Index, Judgement, Stored};
use offprint::verdict::Kind;
use offprint::{Fingerprint, fingerprint};
use redb::{
    Builder, Database, Error, MultimapTableDefinition, ReadableMultimapTable, ReadableTable,
    TableDefinition, WriteTransaction,
};
use serde::Deserialize;
use serde::de::value::{Error as ValueError, StrDeserializer};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{io, panic};

/// The versions written by this release.
const WRITTEN: [(&str, u64); 2] = [("index", 2), ("fingerprint", fingerprint::VERSION as u64)];
/// Memory for parts of the file.
const CACHE: usize = 64 << 20;

const VERSIONS: TableDefinition<&str, u64> = TableDefinition::new("versions");
const JUDGED: TableDefinition<&str, (&str, Option<&str>, f64)> = TableDefinition::new("judged");
const STORED: TableDefinition<u64, (&str, &str, &[u8])> = TableDefinition::new("stored");
const KEYS: MultimapTableDefinition<&str, u64> = MultimapTableDefinition::new("keys");

/// An index in a file.
pub struct OnFile {
    path: PathBuf,
    database: Database,
    /// What was added since the last save; `None` only while saving, as there can be but one.
    unsaved: Option<WriteTransaction>,
}

impl OnFile {
    /// Opens an index, or makes it if there is no file.
    ///
    /// # Complexity
    /// Reads the whole file once, to be sure that all of it is as it was written.
    pub fn open(path: &Path) -> Result<OnFile, Failure> {
        report_panics_as_damage(path);
        OnFile::try_open(path).map_err(|error| failure(error, path))?
    }

    /// The outer error is one of the database, the inner one of what it holds.
    fn try_open(path: &Path) -> Result<Result<OnFile, Failure>, Error> {
        let mut database = Builder::new().set_cache_size(CACHE).create(path)?;
        database.check_integrity()?;
        let unsaved = database.begin_write()?;
        let is_new = unsaved.list_tables()?.next().is_none()
            && unsaved.list_multimap_tables()?.next().is_none();
        {
            let mut versions = unsaved.open_table(VERSIONS)?;
            for (of, written) in WRITTEN {
                if is_new {
                    versions.insert(of, written)?;
                }
                let found = versions.get(of)?.map(|version| version.value());
                if found != Some(written) {
                    return Ok(Err(other_version(of, found, written, path)));
                }
            }
            unsaved.open_table(JUDGED)?;
            unsaved.open_table(STORED)?;
            unsaved.open_multimap_table(KEYS)?;
        }
        Ok(Ok(OnFile {
            path: path.to_owned(),
            database,
            unsaved: Some(unsaved),
        }))
    }

    fn unsaved(&self) -> &WriteTransaction {
        self.unsaved.as_ref().expect("saving leaves a new one")
    }

    fn try_judgement(&self, id: &str) -> Result<Option<Judgement>, Error> {
        let judged = self.unsaved().open_table(JUDGED)?;
        let Some(found) = judged.get(id)? else {
            return Ok(None);
        };
        let (verdict, of, score) = found.value();
        let kind = Kind::deserialize(StrDeserializer::<ValueError>::new(verdict));
        Ok(Some(Judgement {
            verdict: kind.map_err(|error| Error::Corrupted(error.to_string()))?,
            of: of.map(str::to_owned),
            score,
        }))
    }

    fn try_visit(
        &self,
        keys: &[String],
        mut visit: impl FnMut(&str, &str, &Fingerprint),
    ) -> Result<(), Error> {
        let by_key = self.unsaved().open_multimap_table(KEYS)?;
        let mut found = BTreeSet::new();
        for key in keys {
            for number in by_key.get(key.as_str())? {
                found.insert(number?.value());
            }
        }
        let stored = self.unsaved().open_table(STORED)?;
        for number in found {
            let missing = || Error::Corrupted(format!("no article {number}"));
            let article = stored.get(number)?.ok_or_else(missing)?;
            let (id, class, bytes) = article.value();
            let fingerprint = Fingerprint::from_bytes(bytes)
                .map_err(|error| Error::Corrupted(error.to_string()))?;
            visit(id, class, &fingerprint);
        }
        Ok(())
    }

    fn try_add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        stored: Option<Stored<Fingerprint>>,
    ) -> Result<(), Error> {
        let verdict = name(judgement.verdict);
        let judged = (verdict.as_str(), judgement.of.as_deref(), judgement.score);
        self.unsaved().open_table(JUDGED)?.insert(id, judged)?;
        if let Some(Stored {
            class,
            signature,
            keys,
        }) = stored
        {
            let mut stored = self.unsaved().open_table(STORED)?;
            let number = stored.last()?.map_or(0, |(last, _)| last.value() + 1);
            stored.insert(number, (id, class.as_str(), &signature.to_bytes()[..]))?;
            let mut by_key = self.unsaved().open_multimap_table(KEYS)?;
            for key in &keys {
                by_key.insert(key.as_str(), number)?;
            }
        }
        Ok(())
    }

    fn try_save(&mut self) -> Result<(), Error> {
        if let Some(unsaved) = self.unsaved.take() {
            unsaved.commit()?;
        }
        self.unsaved = Some(self.database.begin_write()?);
        Ok(())
    }
}

impl Index<Fingerprint> for OnFile {
    type Error = Failure;

    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Failure> {
        self.try_judgement(id)
            .map_err(|error| failure(error, &self.path))
    }

    fn visit(
        &self,
        keys: &[String],
        visit: impl FnMut(&str, &str, &Fingerprint),
    ) -> Result<(), Failure> {
        self.try_visit(keys, visit)
            .map_err(|error| failure(error, &self.path))
    }

    fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        stored: Option<Stored<Fingerprint>>,
    ) -> Result<(), Failure> {
        self.try_add(id, judgement, stored)
            .map_err(|error| failure(error, &self.path))
    }
}

impl Kept<Fingerprint> for OnFile {
    fn save(&mut self) -> Result<(), Failure> {
        self.try_save().map_err(|error| failure(error, &self.path))
    }
}

/// Damage makes the database panic at places where it does not expect any. That too is to end in a
/// message that says what to do; a hook does it whether panics unwind or abort.
fn report_panics_as_damage(path: &Path) {
    let path = path.to_owned();
    let otherwise = panic::take_hook();
    panic::set_hook(Box::new(move |panicked| {
        let in_database = panicked
            .location()
            .is_some_and(|at| at.file().contains("redb"));
        if !in_database {
            return otherwise(panicked);
        }
        warn(&failure(
            Error::Corrupted("its parts contradict each other".to_owned()),
            &path,
        ));
        std::process::exit(FAILED.into());
    }));
}

const REMAKE: &str = "name another file, or remove this one to begin a new index";

fn other_version(of: &str, found: Option<u64>, written: u64, path: &Path) -> Failure {
    let what = match found {
        Some(found) => format!("{of} version {found}, where this release reads {written}"),
        None => "a database, but no index of offprint".to_owned(),
    };
    Failure::new(what, path.display(), REMAKE)
}

fn failure(error: Error, path: &Path) -> Failure {
    let (what, advice) = match error {
        Error::DatabaseAlreadyOpen => (
            "an index in use".to_owned(),
            "wait until the other run has ended",
        ),
        Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => (
            format!("no index of offprint, or a damaged one ({error})"),
            REMAKE,
        ),
        Error::Io(error) => (
            format!("cannot use the index ({error})"),
            "check the path, its permissions and the disk",
        ),
        Error::Corrupted(reason) => (format!("a damaged index ({reason})"), REMAKE),
        error => (format!("an index of another kind ({error})"), REMAKE),
    };
    Failure::new(what, path.display(), advice)
}
