//! Articles in the order of their arrival, each looked up among the earlier ones.
//!
//! Every article is *judged* once. It is also *stored* in a class, to be found later, if there is
//! enough text to find it by: articles of one class are the same.

use crate::compare::method::Method;
use crate::compare::verdict::Verdict;
use crate::index::{Compared, Index, Judgement, Stored, nearest};

/// What became of an article.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrival {
    /// What is said of it.
    pub judgement: Judgement,
    /// Keys looked up; `None` if it had come before.
    pub reads: Option<usize>,
    /// Whether it is only the beginning of an article, before a paywall or a login; `None` if it had come before, or
    /// has no signature to tell.
    pub gated: Option<bool>,
}

/// Judges an article by its signature, if it has one, and takes it into the index.
///
/// # Errors
/// Those of the index.
///
/// ```
/// use offprint::{Fingerprint, index::InMemory};
/// use offprint::index::arrive;
/// use offprint::compare::Offprint;
/// use offprint::compare::Verdict;
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let mut index = InMemory::default();
/// let mut arrive = |id| arrive(id, Fingerprint::of("", &text), &Offprint, &mut index).unwrap();
/// assert_eq!(arrive("first").judgement.verdict, Verdict::Different);
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
            gated: None,
        });
    }
    let Some(signature) = signature else {
        let judgement = Judgement::alone(Verdict::Unknown);
        index.add(id, &judgement, None)?;
        return Ok(Arrival {
            judgement,
            reads: Some(0),
            gated: None,
        });
    };
    let gated = method.is_gated(&signature);
    let keys = method.read_keys(&signature);
    let mut ids = Vec::new();
    let mut candidates = Vec::new();
    index.visit(&keys, |found| {
        let (verdict, score) = method
            .compare(Some(&signature), Some(found.signature))
            .rank();
        ids.push(found.id.to_owned());
        candidates.push(Compared {
            class: found.class,
            verdict,
            score,
        });
    })?;
    let nearest = nearest(&candidates);
    let judgement = nearest.map_or(Judgement::alone(Verdict::Different), |nearest| Judgement {
        verdict: nearest.verdict,
        of: Some(ids.swap_remove(nearest.place)),
        score: candidates[nearest.place].score,
    });
    let copied = nearest.filter(|nearest| nearest.verdict == Verdict::Same);
    let stored = (method.keeps_copies() || copied.is_none()).then(|| Stored {
        class: copied.map(|nearest| candidates[nearest.place].class),
        keys: method.write_keys(&signature),
        signature,
    });
    index.add(id, &judgement, stored)?;
    Ok(Arrival {
        judgement,
        reads: Some(keys.len()),
        gated: Some(gated),
    })
}
