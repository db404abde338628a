//! An index that articles are only looked up in.

use offprint::compare::Signature;
use offprint::index::{ClassId, Entry, FileError, Found, Index, Judgement, OnFile, Stats, Stored};
use std::collections::HashMap;

/// An index in a file that stays as it is, and the judgements on the articles that were looked up. These may have ids
/// that the index has, too.
pub struct ReadOnlyIndex {
    index: OnFile,
    judged: HashMap<String, Judgement>,
}

impl ReadOnlyIndex {
    pub fn of(index: OnFile) -> ReadOnlyIndex {
        let judged = HashMap::new();
        ReadOnlyIndex { index, judged }
    }
}

impl Index for ReadOnlyIndex {
    type Error = FileError;

    fn judgement(&self, id: &str) -> Result<Option<Judgement>, FileError> {
        Ok(self.judged.get(id).cloned())
    }

    fn stored(&self, id: &str) -> Result<Option<(ClassId, Signature)>, FileError> {
        self.index.stored(id)
    }

    fn first_with(&self, digest: u64) -> Result<Option<String>, FileError> {
        self.index.first_with(digest)
    }

    fn visit(&self, keys: &[String], visit: impl FnMut(Found<'_>)) -> Result<(), FileError> {
        self.index.visit(keys, visit)
    }

    fn each<E: From<FileError>>(&self, visit: impl FnMut(Entry<'_>) -> Result<(), E>) -> Result<(), E> {
        self.index.each(visit)
    }

    fn stats(&self) -> Result<Stats, FileError> {
        self.index.stats()
    }

    fn add(&mut self, id: &str, judgement: &Judgement, _: Option<u64>, _: Option<Stored>) -> Result<(), FileError> {
        self.judged.insert(id.to_owned(), judgement.clone());
        Ok(())
    }

    fn remove(&mut self, id: &str) -> Result<bool, FileError> {
        Ok(self.judged.remove(id).is_some())
    }

    fn save(&mut self) -> Result<(), FileError> {
        Ok(())
    }
}
