//! An index in a file, using an embedded database.
//!
//! | table | from | to |
//! |---|---|---|
//! | `versions` | `index`, `fingerprint` | the version of these tables and of the fingerprints in them |
//! | `next` | nothing | the number of the next article; numbers are not reused |
//! | `judged` | id | verdict, id of the earlier article, score, digest of its text, number if it is stored |
//! | `firsts` | digest | id of the first article with it |
//! | `stored` | number | id, class, fingerprint, keys |
//! | `sketches` | number | the sketch of its facts, if requested |
//! | `leads` | reversed key, and number | class |
//!
//! A file without `sketches` is from a release without facts, or facts were never requested for its articles.
//!
//! Most keys that are looked up do not exist. A filter in memory, built when the file is opened, avoids most of these
//! look-ups (`docs/index.md`).

mod error;
mod tables;

pub use error::FileError;

use crate::compare::Signature;
use crate::fingerprint::Fingerprint;
use crate::index::filter::KeyFilter;
use crate::index::policy::{ClassId, Limits};
use crate::index::store::{Entry, Found, Index, Judgement, Stats, Stored, backwards};
use error::{failure, other_version};
use redb::{Builder, Database, Error, ReadableTable, ReadableTableMetadata, WriteTransaction};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use tables::{
    Article, Articles, FIRSTS, JUDGED, Kept, NEXT, POSTINGS, SKETCHES, STORED, VERSIONS, after, each_key, filter,
    judgement, postings,
};

/// The versions written by this release.
const WRITTEN: [(&str, u64); 2] = [("index", 4), ("fingerprint", Fingerprint::VERSION as u64)];
/// The judgement on an article, and the digest of its text.
type Known = (Judgement, Option<u64>);

/// Memory for caching the file. Larger: fewer reads of a file that does not fit.
const CACHE: usize = 256 << 20;

/// An index in a file. Additions are written by [`save`](Index::save); only one program can use the file at a time.
///
/// It stores sketches of facts for signatures that have them. One file serves both kinds: an article that was added
/// without facts is found by its words.
///
/// ```
/// use offprint::Fingerprint;
/// use offprint::compare::Signature;
/// use offprint::index::{Index, OnFile, insert};
/// let folder = std::env::temp_dir().join(format!("offprint-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let article = || Fingerprint::of("", &text).map(Signature::from);
/// {
///     let mut index = OnFile::open(&folder.join("seen.offprint"))?;
///     insert("first", None, article(), &mut index)?;
///     index.save()?;
/// }
/// let mut index = OnFile::open(&folder.join("seen.offprint"))?;
/// assert_eq!(insert("second", None, article(), &mut index)?.judgement.of.as_deref(), Some("first"));
/// # drop(index);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OnFile {
    path: PathBuf,
    limits: Limits,
    /// All keys in the file.
    filter: Option<KeyFilter>,
    database: Database,
    /// The additions since the last save; `None` only while saving, since only one transaction can be open.
    unsaved: Option<WriteTransaction>,
}

impl OnFile {
    /// Opens an index, or creates the file if it does not exist. Its limits are [`Limits::WITH_FACTS`] if it contains
    /// facts, otherwise the usual ones.
    ///
    /// # Complexity
    /// Reads the whole file once to verify it.
    ///
    /// # Errors
    /// If the file is in use, damaged, of another version or not an index.
    ///
    /// # Panics
    /// The database may panic, now or later, if the file is damaged in a way that this check does not find.
    pub fn open(path: &Path) -> Result<OnFile, FileError> {
        OnFile::try_open(path, None).map_err(|error| failure(error, path))?
    }

    /// The same with other limits, which should be those of earlier runs.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_with(path: &Path, limits: Limits) -> Result<OnFile, FileError> {
        OnFile::try_open(path, Some(limits)).map_err(|error| failure(error, path))?
    }

    /// The same index without its filter, to measure what the filter saves.
    pub fn without_filter(self) -> OnFile {
        OnFile { filter: None, ..self }
    }

    /// The outer error comes from the database, the inner one from its contents.
    fn try_open(path: &Path, limits: Option<Limits>) -> Result<Result<OnFile, FileError>, Error> {
        let mut database = Builder::new().set_cache_size(CACHE).create(path)?;
        database.check_integrity()?;
        let unsaved = database.begin_write()?;
        let is_new = unsaved.list_tables()?.next().is_none() && unsaved.list_multimap_tables()?.next().is_none();
        let (filter, limits) = {
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
            unsaved.open_table(NEXT)?;
            unsaved.open_table(JUDGED)?;
            unsaved.open_table(FIRSTS)?;
            unsaved.open_table(STORED)?;
            let found = if unsaved.open_table(SKETCHES)?.is_empty()? { Limits::default() } else { Limits::WITH_FACTS };
            let filter = filter(&unsaved.open_table(POSTINGS)?)?;
            (filter, limits.unwrap_or(found))
        };
        Ok(Ok(OnFile { path: path.to_owned(), limits, filter: Some(filter), database, unsaved: Some(unsaved) }))
    }

    fn unsaved(&self) -> &WriteTransaction {
        self.unsaved.as_ref().expect("saving leaves a new one")
    }

    /// Adds the path to an error of the database.
    fn named<T>(&self, result: Result<T, Error>) -> Result<T, FileError> {
        result.map_err(|error| failure(error, &self.path))
    }

    fn articles(
        &self,
    ) -> Result<Articles<impl ReadableTable<u64, Kept>, impl ReadableTable<u64, &'static [u8]>>, Error> {
        Ok(Articles { stored: self.unsaved().open_table(STORED)?, sketches: self.unsaved().open_table(SKETCHES)? })
    }

    fn try_judgement(&self, id: &str) -> Result<Option<Judgement>, Error> {
        let judged = self.unsaved().open_table(JUDGED)?;
        let found = judged.get(id)?;
        found.map(|found| judgement(found.value())).transpose()
    }

    fn try_stored(&self, id: &str) -> Result<Option<(ClassId, Signature)>, Error> {
        let judged = self.unsaved().open_table(JUDGED)?;
        let Some(number) = judged.get(id)?.and_then(|found| found.value().4) else {
            return Ok(None);
        };
        let article = self.articles()?.get(number)?;
        Ok(Some((article.class, article.signature)))
    }

    fn try_first_with(&self, digest: u64) -> Result<Option<String>, Error> {
        let firsts = self.unsaved().open_table(FIRSTS)?;
        Ok(firsts.get(digest)?.map(|id| id.value().to_owned()))
    }

    fn try_visit(&self, keys: &[String], mut visit: impl FnMut(Found<'_>)) -> Result<(), Error> {
        let table = self.unsaved().open_table(POSTINGS)?;
        let filter = self.filter.as_ref();
        let keys = keys.iter().map(|key| backwards(key));
        let keys = keys.filter(|key| filter.is_none_or(|filter| filter.may_hold(key)));
        let postings: Result<Vec<_>, Error> = keys.map(|key| postings(&table, &key)).collect();
        let articles = self.articles()?;
        for number in self.limits.candidates(postings?) {
            visit(articles.get(number)?.found());
        }
        Ok(())
    }

    /// The first stored article with this number or a later one, its judgement and digest.
    fn try_stored_from(&self, number: u64) -> Result<Option<(Article, Known)>, Error> {
        let Some(article) = self.articles()?.from(number)? else {
            return Ok(None);
        };
        let judged = self.unsaved().open_table(JUDGED)?;
        let missing = || Error::Corrupted(format!("no judgement on {}", article.id));
        let found = judged.get(&*article.id)?.ok_or_else(missing)?;
        let known = (judgement(found.value())?, found.value().3);
        Ok(Some((article, known)))
    }

    /// The articles that were judged but not stored.
    fn try_judged_only(&self) -> Result<Vec<(String, Known)>, Error> {
        let judged = self.unsaved().open_table(JUDGED)?;
        let mut found = Vec::new();
        for pair in judged.iter()? {
            let (id, judged) = pair?;
            if let (.., digest, None) = judged.value() {
                found.push((id.value().to_owned(), (judgement(judged.value())?, digest)));
            }
        }
        Ok(found)
    }

    fn try_stats(&self) -> Result<Stats, Error> {
        let unsaved = self.unsaved();
        let stored = unsaved.open_table(STORED)?;
        let mut classes = BTreeSet::new();
        for pair in stored.iter()? {
            classes.insert(pair?.1.value().1);
        }
        let mut stats = Stats {
            judged: unsaved.open_table(JUDGED)?.len()?,
            stored: stored.len()?,
            classes: classes.len() as u64,
            ..Stats::default()
        };
        each_key(&unsaved.open_table(POSTINGS)?, |postings| stats.count_key(&postings, &self.limits))?;
        Ok(stats)
    }

    fn try_add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        digest: Option<u64>,
        stored: Option<Stored>,
    ) -> Result<(), Error> {
        self.try_remove(id)?;
        if let Some(digest) = digest {
            let mut firsts = self.unsaved().open_table(FIRSTS)?;
            if firsts.get(digest)?.is_none() {
                firsts.insert(digest, id)?;
            }
        }
        let number = stored.map(|stored| self.try_store(id, stored)).transpose()?;
        let Judgement { verdict, of, score } = judgement;
        let judged = (verdict.name(), of.as_deref(), *score, digest, number);
        self.unsaved().open_table(JUDGED)?.insert(id, judged)?;
        Ok(())
    }

    fn try_store(&mut self, id: &str, stored: Stored) -> Result<u64, Error> {
        let mut next = self.unsaved().open_table(NEXT)?;
        let number = next.get(())?.map_or(0, |next| next.value());
        let mut added = Vec::new();
        next.insert((), after(number)?)?;
        let class = stored.class.unwrap_or(ClassId(number));
        drop(next);
        let mut table = self.unsaved().open_table(POSTINGS)?;
        for key in &stored.keys {
            let key = backwards(key);
            if self.limits.extends(&postings(&table, &key)?, class) {
                table.insert((key.as_str(), number), class.0)?;
                added.push(key);
            }
        }
        let Signature { fingerprint, sketch } = &stored.signature;
        let bytes = fingerprint.to_bytes();
        let keys = stored.keys.iter().map(String::as_str).collect::<Vec<_>>();
        let mut articles = self.unsaved().open_table(STORED)?;
        articles.insert(number, (id, class.0, &bytes[..], keys))?;
        drop((table, articles));
        if let Some(sketch) = sketch {
            let mut sketches = self.unsaved().open_table(SKETCHES)?;
            sketches.insert(number, &sketch.to_bytes()[..])?;
        }
        if let Some(filter) = &mut self.filter {
            added.iter().for_each(|key| filter.insert(key));
        }
        if self.filter.as_ref().is_some_and(KeyFilter::is_full) {
            let larger = filter(&self.unsaved().open_table(POSTINGS)?)?;
            self.filter = Some(larger);
        }
        Ok(number)
    }

    fn try_remove(&mut self, id: &str) -> Result<bool, Error> {
        let mut judged = self.unsaved().open_table(JUDGED)?;
        let Some((digest, number)) = judged.remove(id)?.map(|removed| {
            let (.., digest, number) = removed.value();
            (digest, number)
        }) else {
            return Ok(false);
        };
        if let Some(digest) = digest {
            let mut firsts = self.unsaved().open_table(FIRSTS)?;
            if firsts.get(digest)?.is_some_and(|first| first.value() == id) {
                firsts.remove(digest)?;
            }
        }
        if let Some(number) = number {
            let article = self.articles()?.get(number)?;
            let mut postings = self.unsaved().open_table(POSTINGS)?;
            for key in &article.keys {
                postings.remove((backwards(key).as_str(), number))?;
            }
            drop(postings);
            self.unsaved().open_table(STORED)?.remove(number)?;
            self.unsaved().open_table(SKETCHES)?.remove(number)?;
        }
        Ok(true)
    }

    fn try_save(&mut self) -> Result<(), Error> {
        if let Some(unsaved) = self.unsaved.take() {
            unsaved.commit()?;
        }
        self.unsaved = Some(self.database.begin_write()?);
        Ok(())
    }
}

impl Index for OnFile {
    type Error = FileError;

    fn judgement(&self, id: &str) -> Result<Option<Judgement>, FileError> {
        self.named(self.try_judgement(id))
    }

    fn stored(&self, id: &str) -> Result<Option<(ClassId, Signature)>, FileError> {
        self.named(self.try_stored(id))
    }

    fn first_with(&self, digest: u64) -> Result<Option<String>, FileError> {
        self.named(self.try_first_with(digest))
    }

    fn visit(&self, keys: &[String], visit: impl FnMut(Found<'_>)) -> Result<(), FileError> {
        self.named(self.try_visit(keys, visit))
    }

    fn each<E: From<FileError>>(&self, mut visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        let mut from = 0;
        while let Some((article, (judgement, digest))) = self.named(self.try_stored_from(from))? {
            from = self.named(after(article.number))?;
            let stored = Stored { class: Some(article.class), signature: article.signature, keys: article.keys };
            visit(Entry { id: &article.id, judgement: &judgement, digest, stored: Some(&stored) })?;
        }
        for (id, (judgement, digest)) in &self.named(self.try_judged_only())? {
            visit(Entry { id, judgement, digest: *digest, stored: None })?;
        }
        Ok(())
    }

    fn stats(&self) -> Result<Stats, FileError> {
        self.named(self.try_stats())
    }

    fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        digest: Option<u64>,
        stored: Option<Stored>,
    ) -> Result<(), FileError> {
        let added = self.try_add(id, judgement, digest, stored);
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
    use crate::compare::verdict::Verdict;
    use crate::facts::Sketch;
    use crate::index::{Insertion, insert};

    const COURIER: &str = "The ferry to Skarn stopped on Sunday night after a storm had torn away half of its landing \
        stage. Divers found two of the four piles broken below the waterline, said Ines Dahl of the county. Repairs \
        cost 180,000 crowns and take at least six weeks; until then the Havsula carries passengers from the old quay.";
    const PORTAL: &str = "No boats for Skarn: half of the landing stage was wrecked by a storm during the night to \
        Monday. Of its four piles, divers report, two are broken below the waterline. Ines Dahl, who speaks for the \
        county, reckons with repairs for 180,000 crowns that need six weeks. Passengers meanwhile board the Havsula.";

    fn sketched(text: &str) -> Option<Signature> {
        Some(Signature::new(Fingerprint::of("", text)?, Sketch::of("", text)))
    }

    fn insert_rewriting(id: &str, text: &str, path: &Path) -> Insertion {
        let mut index = OnFile::open_with(path, Limits::WITH_FACTS).expect("it can be opened");
        let insertion = insert(id, None, sketched(text), &mut index).expect("it can be asked");
        index.save().expect("it can be written");
        insertion
    }

    #[test]
    fn facts_stay_in_a_file_and_a_file_without_them_is_read() {
        let folder = std::env::temp_dir().join(format!("offprint-facts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder can be made");
        let path = folder.join("seen");
        {
            // As written by a release without facts.
            let mut index = OnFile::open(&path).expect("it can be made");
            insert("old", None, Fingerprint::of("", COURIER).map(Signature::from), &mut index)
                .expect("it can be asked");
            let unsaved = index.unsaved.take().expect("it is open");
            unsaved.delete_table(SKETCHES).expect("it is there");
            unsaved.commit().expect("it can be written");
        }
        let insertion = insert_rewriting("portal", PORTAL, &path);
        assert_eq!((insertion.judgement.verdict, insertion.rewrite_of), (Verdict::Different, None));
        let insertion = insert_rewriting("courier", &COURIER.replace("two of the", "2 of the"), &path);
        assert_eq!(insertion.judgement.of.as_deref(), Some("old"), "by its words");
        let brief = PORTAL.replace("Passengers meanwhile board", "Until then passengers board");
        let found = |path: &Path| insert_rewriting("brief", &brief, path).judgement.of;
        assert_eq!(found(&path).as_deref(), Some("portal"));
        let again = "A storm has broken two of the four piles of the landing stage at Skarn below the waterline, so \
            that the ferry stopped on Sunday night. The county, says Ines Dahl, must pay 180,000 crowns for repairs of \
            at least six weeks. From the old quay the Havsula carries passengers meanwhile.";
        let found = insert_rewriting("again", again, &path).rewrite_of.map(|earlier| earlier.of);
        assert!(found.is_some_and(|of| of != "old"), "it has no facts");
        {
            let mut index: OnFile = OnFile::open(&path).expect("it can be opened");
            assert_eq!(index.remove("again"), Ok(true));
            index.save().expect("it can be written");
        }
        let found = insert_rewriting("again", again, &path).rewrite_of;
        assert!(found.is_some(), "what was there is left alone");
        let index: OnFile = OnFile::open(&path).expect("it can be opened");
        let kept = index.articles().expect("they are there");
        assert_eq!(kept.sketches.len().expect("it is a table"), 4, "the removed one is gone");
        drop(kept);
        drop(index);
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
