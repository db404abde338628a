//! Articles in the order of their arrival, each looked up among the earlier ones.
//!
//! Every article is *judged* once. It is also *stored* in a class, to be found later, if there is
//! enough text to find it by: articles of one class are the same.

use crate::compare::method::Method;
use crate::compare::verdict::Verdict;
use crate::index::{Class, Index, Judgement, Stored};

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
        });
    }
    let Some(signature) = signature else {
        let judgement = Judgement::alone(Verdict::Unknown);
        index.add(id, &judgement, None)?;
        return Ok(Arrival {
            judgement,
            reads: Some(0),
        });
    };
    let keys = method.read_keys(&signature);
    let mut candidates = Vec::new();
    index.visit(&keys, |found| {
        let (verdict, score) = method
            .compare(Some(&signature), Some(found.signature))
            .rank();
        candidates.push(Candidate {
            of: found.id.to_owned(),
            class: found.class,
            verdict,
            score,
        });
    })?;
    let (judgement, class) = judge(&candidates);
    let copy = judgement.verdict == Verdict::Same;
    let stored = (method.keeps_copies() || !copy).then(|| Stored {
        class,
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
    class: Class,
    verdict: Verdict,
    score: f64,
}

/// What the candidates say of an article, and the class it belongs to. The nearest decides; but for
/// `same`, at least half of those of its class must agree, since copies of copies drift apart.
fn judge(candidates: &[Candidate]) -> (Judgement, Option<Class>) {
    let reused = candidates
        .iter()
        .filter(|candidate| candidate.verdict >= Verdict::Partial);
    // Of equals the earliest.
    let nearest = reused.reduce(|best, other| match other.score > best.score {
        true => other,
        false => best,
    });
    let Some(nearest) = nearest else {
        return (Judgement::alone(Verdict::Different), None);
    };
    let class = || candidates.iter().filter(|c| c.class == nearest.class);
    let agreeing = class().filter(|c| c.verdict == Verdict::Same).count();
    let same = nearest.verdict == Verdict::Same && 2 * agreeing >= class().count();
    let judgement = Judgement {
        verdict: if same {
            Verdict::Same
        } else {
            Verdict::Partial
        },
        of: Some(nearest.of.clone()),
        score: nearest.score,
    };
    (judgement, same.then_some(nearest.class))
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Class = Class(0);
    const B: Class = Class(1);

    fn candidate(of: &str, class: Class, verdict: Verdict, score: f64) -> Candidate {
        Candidate {
            of: of.to_owned(),
            class,
            verdict,
            score,
        }
    }

    #[test]
    fn the_nearest_decides_unless_its_class_disagrees() {
        let of = |candidates: &[Candidate]| {
            let (judgement, class) = judge(candidates);
            (judgement.verdict, judgement.of, class)
        };
        let same = |of, class, score| candidate(of, class, Verdict::Same, score);
        let partial = |of, class, score| candidate(of, class, Verdict::Partial, score);
        let some = |text: &str| Some(text.to_owned());

        assert_eq!(of(&[]), (Verdict::Different, None, None));
        let other = candidate("a", A, Verdict::Different, 0.9);
        assert_eq!(of(&[other]), (Verdict::Different, None, None));
        assert_eq!(
            of(&[partial("a", A, 0.5), same("b", B, 0.9)]),
            (Verdict::Same, some("b"), Some(B))
        );
        assert_eq!(
            of(&[same("a", A, 0.6), partial("b", B, 0.7)]),
            (Verdict::Partial, some("b"), None)
        );
        assert_eq!(
            of(&[same("a", A, 0.8), same("b", A, 0.8)]),
            (Verdict::Same, some("a"), Some(A)),
            "of equals the earliest"
        );
        assert_eq!(
            of(&[
                partial("a", A, 0.6),
                partial("b", A, 0.7),
                same("c", A, 0.8)
            ]),
            (Verdict::Partial, some("c"), None),
            "one of three of the class is too few"
        );
    }
}
