//! The documents that a run has met: each id names one text.

use crate::document::{Document, Text};
use crate::tally::Tally;
use std::collections::HashMap;

/// The texts of the ids met so far; `None` for a document that was not read.
#[derive(Default)]
pub struct Met(HashMap<String, Option<u64>>);

impl Met {
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }

    /// Whether a document is new. One that repeats an id with its text is not; one that has the id of another text gets
    /// another id. Both are counted.
    pub fn takes(
        &mut self,
        document: &mut Document,
        text: Option<Text>,
        tally: &mut Tally,
    ) -> bool {
        let hash = text.map(|text| text.hash);
        let had = document.id.clone();
        while let Some(&known) = self.0.get(&document.id) {
            if hash.is_none() || known.is_none() || hash == known {
                tally.repeat(&document.id);
                return false;
            }
            document.rename(self.0.len());
        }
        if document.id != had {
            tally.rename(&had, &document.id);
        }
        self.0.insert(document.id.clone(), hash);
        true
    }
}
