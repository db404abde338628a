//! Deduplicates articles in the order of their arrival: each is looked up among the earlier ones.

use crate::compare::method::{Method, Offprint, Signature};
use crate::compare::rewriting::Telling;
use crate::compare::verdict::Verdict;
use crate::fingerprint::Fingerprint;
use crate::index::{Compared, InMemory, Index, Judgement, Stored, nearest};
use serde::Serialize;

/// An earlier article that a new one rewrites.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Retold {
    /// Its id.
    pub of: String,
    /// The probability, 0 to 1; see [`Rewriting`](crate::compare::Rewriting).
    pub score: f64,
}

/// The result for an article that arrived.
#[derive(Debug, Clone, PartialEq)]
pub struct Arrival {
    /// The judgement on it.
    pub judgement: Judgement,
    /// Keys looked up; `None` if it had arrived before.
    pub reads: Option<usize>,
    /// Whether it is only the beginning of an article, before a paywall or a login; `None` if it had arrived before, or
    /// has no signature.
    pub gated: Option<bool>,
    /// The earlier article that it most likely rewrites, if it is not a copy. Set only by methods that compare facts,
    /// and only when the article first arrives.
    pub retold: Option<Retold>,
}

impl Arrival {
    fn without_look_up(judgement: Judgement, reads: Option<usize>) -> Arrival {
        Arrival {
            judgement,
            reads,
            gated: None,
            retold: None,
        }
    }
}

/// Judges an article by its signature, if it has one, and adds it to the index.
///
/// # Errors
/// Those of the index.
///
/// ```
/// use offprint::{Fingerprint, index::InMemory};
/// use offprint::index::arrive;
/// use offprint::compare::{Offprint, Signature};
/// use offprint::compare::Verdict;
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let mut index = InMemory::default();
/// let article = || Fingerprint::of("", &text).map(Signature::from);
/// let mut arrive = |id| arrive(id, article(), &Offprint, &mut index).unwrap();
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
        return Ok(Arrival::without_look_up(judgement, None));
    }
    let Some(signature) = signature else {
        let judgement = Judgement::alone(Verdict::Unknown);
        index.add(id, &judgement, None)?;
        return Ok(Arrival::without_look_up(judgement, Some(0)));
    };
    let gated = method.is_gated(&signature);
    let keys = method.read_keys(&signature);
    let mut ids = Vec::new();
    let mut candidates = Vec::new();
    // Exact copies all compare alike, and a story may have hundreds of them.
    let mut of_equals = None;
    let mut retold: Option<Retold> = None;
    index.visit(&keys, |found| {
        let (own, other) = (Some(&signature), Some(found.signature));
        let compare = || method.compare(own, other).rank();
        let (verdict, score) = match method.is_equal(&signature, found.signature) {
            true => *of_equals.get_or_insert_with(compare),
            false => compare(),
        };
        let rewriting = method.rewriting(&signature, found.signature, verdict);
        let rewriting = rewriting.filter(|rewriting| rewriting.verdict == Telling::Rewritten);
        let likelihood = rewriting.and_then(|rewriting| rewriting.score);
        // The earliest of several equal ones.
        if let Some(likelihood) = likelihood
            && retold.as_ref().is_none_or(|most| likelihood > most.score)
        {
            retold = Some(Retold {
                of: found.id.to_owned(),
                score: likelihood,
            });
        }
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
    let retold = retold.filter(|_| nearest.is_none());
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
        retold,
    })
}

/// Which of many articles are copies of each other; articles are given by index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Copies {
    /// The largest first; among equal ones, the one that began first.
    pub clusters: Vec<CopyCluster>,
    /// Articles without copies.
    pub alone: Vec<usize>,
    /// Articles without a fingerprint.
    pub unknown: Vec<usize>,
}

/// Articles that are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CopyCluster {
    /// In the order of their arrival; at least two.
    pub members: Vec<usize>,
}

/// Clusters articles that arrive in this order and are the same, using the results of [`arrive`].
///
/// ```
/// use offprint::{Fingerprint, index::copies};
/// let text = |step: u32| (0..600).filter_map(|i| char::from_u32(0x4E00 + i * step % 20000)).collect::<String>();
/// let [a, b] = [7919, 104729].map(|step| Fingerprint::of("", &text(step)));
/// let found = copies([a.as_ref(), b.as_ref(), None, a.as_ref()]);
/// assert_eq!(found.clusters[0].members, [0, 3]);
/// assert_eq!((found.alone, found.unknown), (vec![1], vec![2]));
/// ```
pub fn copies<'a>(fingerprints: impl IntoIterator<Item = Option<&'a Fingerprint>>) -> Copies {
    let mut index = InMemory::new();
    let mut found = Copies::default();
    // For each article, the first article of its cluster.
    let mut firsts: Vec<usize> = Vec::new();
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    for (place, fingerprint) in fingerprints.into_iter().enumerate() {
        let (id, signature) = (place.to_string(), fingerprint.cloned().map(Signature::from));
        let Ok(arrival) = arrive(&id, signature, &Offprint, &mut index);
        let Judgement { verdict, of, .. } = arrival.judgement;
        let of = of.filter(|_| verdict == Verdict::Same);
        let first = of.and_then(|of| firsts.get(of.parse::<usize>().ok()?).copied());
        firsts.push(first.unwrap_or(place));
        clusters.push(Vec::new());
        match (verdict, first) {
            (Verdict::Unknown, _) => found.unknown.push(place),
            (_, first) => clusters[first.unwrap_or(place)].push(place),
        }
    }
    for members in clusters {
        match members[..] {
            [] => {}
            [alone] => found.alone.push(alone),
            _ => found.clusters.push(CopyCluster { members }),
        }
    }
    // The sort is stable: equal ones keep their order.
    let clusters = &mut found.clusters;
    clusters.sort_by_key(|cluster| usize::MAX - cluster.members.len());
    found
}
