//! Articles in the order of their arrival, each looked up among the earlier ones: the policy, and
//! what it asks of a store.
//!
//! Every article is *judged* once. It is also *stored* in a class, to be found later, if there is
//! enough text to find it by: articles of one class are the same.

use crate::methods::Method;
use crate::verdict::Kind;
use std::collections::{BTreeSet, HashMap};
use std::convert::Infallible;

/// What was said of an article when it arrived.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// What it is to the articles before it.
    pub verdict: Kind,
    /// The earlier article it repeats or overlaps.
    pub of: Option<String>,
    /// How alike the two are.
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
#[derive(Debug, Clone, PartialEq)]
pub struct Stored<S> {
    /// Id of the first article of its class.
    pub class: String,
    /// What it is compared by.
    pub signature: S,
    /// The keys to find it by.
    pub keys: Vec<String>,
}

/// Articles seen so far, with signatures of type `S`.
pub trait Index<S> {
    /// What may go wrong.
    type Error;

    /// What was said of the article with this id, if it came before.
    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Self::Error>;

    /// Calls `visit` with id, class and signature of each article stored under one of these keys, in
    /// the order of arrival.
    fn visit(&self, keys: &[String], visit: impl FnMut(&str, &str, &S)) -> Result<(), Self::Error>;

    /// Takes in an article: what was said of it, and how it is to be found later, if at all.
    fn add(
        &mut self,
        id: &str,
        judgement: &Judgement,
        stored: Option<Stored<S>>,
    ) -> Result<(), Self::Error>;
}

/// An index in memory.
#[derive(Debug, Clone)]
pub struct InMemory<S> {
    judged: HashMap<String, Judgement>,
    stored: Vec<(String, Stored<S>)>,
    by_key: HashMap<String, Vec<usize>>,
}

impl<S> Default for InMemory<S> {
    fn default() -> InMemory<S> {
        InMemory {
            judged: HashMap::new(),
            stored: Vec::new(),
            by_key: HashMap::new(),
        }
    }
}

impl<S> Index<S> for InMemory<S> {
    type Error = Infallible;

    fn judgement(&self, id: &str) -> Result<Option<Judgement>, Infallible> {
        Ok(self.judged.get(id).cloned())
    }

    fn visit(
        &self,
        keys: &[String],
        mut visit: impl FnMut(&str, &str, &S),
    ) -> Result<(), Infallible> {
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
    ) -> Result<(), Infallible> {
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
}

/// What became of an article.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrival {
    /// What is said of it.
    pub judgement: Judgement,
    /// Keys looked up; `None` if it had come before.
    pub reads: Option<usize>,
}

/// Judges an article by its signature, if it has one, and takes it into the index.
///
/// # Errors
/// Those of the index.
///
/// ```
/// use offprint::{Fingerprint, dedupe::{InMemory, arrive}, methods::Offprint, verdict::Kind};
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let mut index = InMemory::default();
/// let mut arrive = |id| arrive(id, Fingerprint::of("", &text), &Offprint, &mut index).unwrap();
/// assert_eq!(arrive("first").judgement.verdict, Kind::Different);
/// assert_eq!(arrive("second").judgement.of.as_deref(), Some("first"));
/// assert_eq!(arrive("second").reads, None);
/// ```
pub fn arrive<M: Method, I: Index<M::Signature>>(
    id: &str,
    signature: Option<M::Signature>,
    method: &M,
    index: &mut I,
) -> Result<Arrival, I::Error> {
    if let Some(judgement) = index.judgement(id)? {
        return Ok(Arrival {
            judgement,
            reads: None,
        });
    }
    let Some(signature) = signature else {
        let judgement = Judgement::alone(Kind::Unknown);
        index.add(id, &judgement, None)?;
        return Ok(Arrival {
            judgement,
            reads: Some(0),
        });
    };
    let keys = method.read_keys(&signature);
    let mut candidates = Vec::new();
    index.visit(&keys, |of, class, candidate| {
        let (verdict, score) = method.compare(Some(&signature), Some(candidate)).rank();
        candidates.push(Candidate {
            of: of.to_owned(),
            class: class.to_owned(),
            verdict,
            score,
        });
    })?;
    let (judgement, class) = judge(&candidates);
    let copy = judgement.verdict == Kind::Same;
    let stored = (M::KEEPS_COPIES || !copy).then(|| Stored {
        class: class.unwrap_or(id).to_owned(),
        keys: method.write_keys(&signature),
        signature,
    });
    index.add(id, &judgement, stored)?;
    Ok(Arrival {
        judgement,
        reads: Some(keys.len()),
    })
}

/// An earlier article that shares a key.
struct Candidate {
    of: String,
    class: String,
    verdict: Kind,
    score: f64,
}

/// What the candidates say of an article, and the class it belongs to. The nearest decides; but for
/// `same`, at least half of those of its class must agree, since copies of copies drift apart.
fn judge(candidates: &[Candidate]) -> (Judgement, Option<&str>) {
    let reused = candidates
        .iter()
        .filter(|candidate| candidate.verdict >= Kind::Partial);
    // Of equals the earliest.
    let nearest = reused.reduce(|best, other| match other.score > best.score {
        true => other,
        false => best,
    });
    let Some(nearest) = nearest else {
        return (Judgement::alone(Kind::Different), None);
    };
    let class = || candidates.iter().filter(|c| c.class == nearest.class);
    let agreeing = class().filter(|c| c.verdict == Kind::Same).count();
    let same = nearest.verdict == Kind::Same && 2 * agreeing >= class().count();
    let judgement = Judgement {
        verdict: if same { Kind::Same } else { Kind::Partial },
        of: Some(nearest.of.clone()),
        score: nearest.score,
    };
    (judgement, same.then_some(nearest.class.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(of: &str, class: &str, verdict: Kind, score: f64) -> Candidate {
        Candidate {
            of: of.to_owned(),
            class: class.to_owned(),
            verdict,
            score,
        }
    }

    #[test]
    fn the_nearest_decides_unless_its_class_disagrees() {
        let of = |candidates: &[Candidate]| {
            let (judgement, class) = judge(candidates);
            (judgement.verdict, judgement.of, class.map(str::to_owned))
        };
        let same = |of, class, score| candidate(of, class, Kind::Same, score);
        let partial = |of, class, score| candidate(of, class, Kind::Partial, score);
        let some = |text: &str| Some(text.to_owned());

        assert_eq!(of(&[]), (Kind::Different, None, None));
        let other = candidate("a", "a", Kind::Different, 0.9);
        assert_eq!(of(&[other]), (Kind::Different, None, None));
        assert_eq!(
            of(&[partial("a", "a", 0.5), same("b", "b", 0.9)]),
            (Kind::Same, some("b"), some("b"))
        );
        assert_eq!(
            of(&[same("a", "a", 0.6), partial("b", "b", 0.7)]),
            (Kind::Partial, some("b"), None)
        );
        assert_eq!(
            of(&[same("a", "a", 0.8), same("b", "a", 0.8)]),
            (Kind::Same, some("a"), some("a")),
            "of equals the earliest"
        );
        assert_eq!(
            of(&[
                partial("a", "a", 0.6),
                partial("b", "a", 0.7),
                same("c", "a", 0.8)
            ]),
            (Kind::Partial, some("c"), None),
            "one of three of the class is too few"
        );
    }
}
