//! What is known of the articles seen so far: in memory, or in a file that outlives the run.
//!
//! Every article is *judged* once. It is also *stored* in a class, to be found later, if there is
//! enough text to find it by: articles of one class are the same.

mod file;

pub use file::OnFile;

use crate::failure::Failure;
use offprint::verdict::Kind;
use std::collections::{BTreeSet, HashMap};

/// What was said of an article when it arrived.
#[derive(Debug, Clone)]
pub struct Judgement {
    pub verdict: Kind,
    /// The earlier article it repeats or overlaps.
    pub of: Option<String>,
    pub score: f64,
}

impl Judgement {
    /// On an article that is like no earlier one.
    pub fn alone(verdict: Kind) -> Judgement {
        Judgement {
            verdict,
            of: None,
            score: 0.0,
        }
    }
}

/// What is kept of an article beside what was said of it.
pub struct Stored<S> {
    /// Id of the first article of its class.
    pub class: String,
    pub signature: S,
    /// The keys to find it by.
    pub keys: Vec<String>,
}

/// Articles seen so far, with signatures of type `S`.
pub trait Index<S> {
    /// What was said of the article with this id, if it came before.
    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Failure>;

    /// Calls `visit` with id, class and signature of each article stored under one of these keys, in
    /// the order of arrival.
    fn visit(&self, keys: &[String], visit: impl FnMut(&str, &str, &S)) -> Result<(), Failure>;

    /// Takes in an article: what was said of it, and how it is to be found later, if at all.
    fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        stored: Option<Stored<S>>,
    ) -> Result<(), Failure>;

    /// Makes what was added last, whatever happens afterwards.
    fn save(&mut self) -> Result<(), Failure>;
}

/// An index that ends with the run.
pub struct InMemory<S> {
    judged: HashMap<String, Judgement>,
    stored: Vec<(String, Stored<S>)>,
    by_key: HashMap<String, Vec<usize>>,
}

impl<S> InMemory<S> {
    pub fn new() -> InMemory<S> {
        InMemory {
            judged: HashMap::new(),
            stored: Vec::new(),
            by_key: HashMap::new(),
        }
    }
}

impl<S> Index<S> for InMemory<S> {
    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Failure> {
        Ok(self.judged.get(id).cloned())
    }

    fn visit(&self, keys: &[String], mut visit: impl FnMut(&str, &str, &S)) -> Result<(), Failure> {
        let found: BTreeSet<usize> = keys
            .iter()
            .filter_map(|key| self.by_key.get(key))
            .flatten()
            .copied()
            .collect();
        for number in found {
            let (id, stored) = &self.stored[number];
            visit(id, &stored.class, &stored.signature);
        }
        Ok(())
    }

    fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        stored: Option<Stored<S>>,
    ) -> Result<(), Failure> {
        self.judged.insert(id.to_owned(), judgement.clone());
        if let Some(stored) = stored {
            for key in &stored.keys {
                let found = self.by_key.entry(key.clone()).or_default();
                found.push(self.stored.len());
            }
            self.stored.push((id.to_owned(), stored));
        }
        Ok(())
    }

    fn save(&mut self) -> Result<(), Failure> {
        Ok(())
    }
}
