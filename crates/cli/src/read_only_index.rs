//! An index that articles are only looked up in.

use offprint::compare::ArticleRecord;
use offprint::index::{Candidate, Entry, FileError, Index, Judgement, OnFile, Stats};
use std::collections::HashMap;

/// An index in a file that stays as it is, and the judgements on the articles that were looked up. These may have ids
/// that the index has, too.
pub struct ReadOnlyIndex {
    index: OnFile,
    judged: HashMap<String, Judgement>,
}

impl ReadOnlyIndex {
    pub fn new(index: OnFile) -> ReadOnlyIndex {
        ReadOnlyIndex { index, judged: HashMap::new() }
    }
}

impl Index for ReadOnlyIndex {
    type Error = FileError;

    fn judgement(&self, id: &str) -> Result<Option<Judgement>, FileError> {
        Ok(self.judged.get(id).cloned())
    }

    fn visit(&self, record: &ArticleRecord, visit: impl FnMut(Candidate<'_>)) -> Result<(), FileError> {
        self.index.visit(record, visit)
    }

    fn each<E: From<FileError>>(&self, visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        self.index.each(visit)
    }

    fn stats(&self) -> Result<Stats, FileError> {
        self.index.stats()
    }

    fn add(&mut self, id: &str, judgement: &Judgement, _: &ArticleRecord) -> Result<(), FileError> {
        self.judged.insert(id.to_owned(), judgement.clone());
        Ok(())
    }

    fn remove(&mut self, id: &str) -> Result<bool, FileError> {
        Ok(self.judged.remove(id).is_some())
    }
}
