//! An index that articles are only looked up in.

use offprint::Metadata;
use offprint::compare::ArticleRecord;
use offprint::index::{Candidate, Entry, FileError, InMemory, Index, Judgement, OnFile, Ranks, Stats};

/// An index in a file that stays as it is, and the judgements on the articles that were looked up. The ids of these may
/// also be in the index.
pub struct ReadOnlyIndex {
    index: OnFile,
    judged: InMemory,
}

impl ReadOnlyIndex {
    pub fn new(index: OnFile) -> ReadOnlyIndex {
        ReadOnlyIndex { index, judged: InMemory::new() }
    }
}

impl Index for ReadOnlyIndex {
    type Error = FileError;

    fn get(&self, id: &str) -> Result<Option<(Judgement, ArticleRecord)>, FileError> {
        let Ok(found) = self.judged.get(id);
        Ok(found)
    }

    fn visit(&self, record: &ArticleRecord, ranks: &Ranks, visit: impl FnMut(Candidate<'_>)) -> Result<(), FileError> {
        self.index.visit(record, ranks, visit)
    }

    fn each<E: From<FileError>>(&self, visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        self.index.each(visit)
    }

    fn stats(&self) -> Result<Stats, FileError> {
        self.index.stats()
    }

    fn add(&mut self, id: &str, judgement: &Judgement, record: &ArticleRecord) -> Result<(), FileError> {
        // If it has a digest, that alone shows that it repeats an id.
        let fingerprint = record.fingerprint.clone().filter(|_| record.digest.is_none());
        let mut kept = ArticleRecord::new(fingerprint, Metadata::default());
        kept.digest = record.digest;
        let Ok(()) = self.judged.add(id, judgement, &kept);
        Ok(())
    }

    fn remove(&mut self, id: &str) -> Result<bool, FileError> {
        let Ok(is_there) = self.judged.remove(id);
        Ok(is_there)
    }
}
