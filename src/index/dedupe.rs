//! Deduplicates articles in the order of their arrival: each is looked up among the earlier ones.

use crate::compare::method::{Method, Offprint, Signature};
use crate::compare::rewriting::RewriteVerdict;
use crate::compare::verdict::Verdict;
use crate::fingerprint::Fingerprint;
use crate::index::{Compared, InMemory, Index, Judgement, Nearest, Stored, nearest};
use serde::Serialize;

/// An earlier article that a new one rewrites.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RewriteOf {
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
    pub retold: Option<RewriteOf>,
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

/// Judges an article, and adds it to the index: by its text if an earlier one has the same, as the
/// [`digest`](crate::Article::digest) tells, otherwise by its signature, if it has one.
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
/// let mut arrive = |id| arrive(id, None, article(), &Offprint, &mut index).unwrap();
/// assert_eq!(arrive("first").judgement.verdict, Verdict::Different);
/// assert_eq!(arrive("second").judgement.of.as_deref(), Some("first"));
/// assert_eq!(arrive("second").reads, None);
/// ```
pub fn arrive<M: Method, I: Index<M::Signature>>(
    id: &str,
    digest: Option<u64>,
    signature: Option<M::Signature>,
    method: &M,
    index: &mut I,
) -> Result<Arrival, I::Error> {
    if let Some(judgement) = index.judgement(id)? {
        return Ok(Arrival::without_look_up(judgement, None));
    }
    let unknown = Judgement::alone(Verdict::Unknown);
    let mut arrival = Arrival {
        gated: signature.as_ref().map(|of| method.is_gated(of)),
        ..Arrival::without_look_up(unknown, Some(0))
    };
    let mut class = None;
    if let Some((of, its)) = index.equal(digest, signature.as_ref(), method)? {
        class = its;
        arrival.judgement = Judgement {
            verdict: Verdict::Same,
            of: Some(of),
            score: 1.0,
        };
    } else if let Some(signature) = &signature {
        let keys = method.read_keys(signature);
        arrival.reads = Some(keys.len());
        let mut ids = Vec::new();
        let mut candidates = Vec::new();
        // Exact copies all compare alike, and a story may have hundreds of them.
        let mut of_equals = None;
        index.visit(&keys, |found| {
            let compare = || {
                method
                    .compare(Some(signature), Some(found.signature))
                    .rank()
            };
            let (verdict, score) = match method.is_equal(signature, found.signature) {
                true => *of_equals.get_or_insert_with(compare),
                false => compare(),
            };
            let rewriting = method.rewriting(signature, found.signature, verdict);
            let rewriting =
                rewriting.filter(|rewriting| rewriting.verdict == RewriteVerdict::Rewritten);
            let rewritten = rewriting.and_then(|rewriting| rewriting.score);
            // The earliest of several equal ones.
            let most = arrival.retold.as_ref().map(|most| most.score);
            if let Some(score) = rewritten.filter(|score| most.is_none_or(|most| *score > most)) {
                let of = found.id.to_owned();
                arrival.retold = Some(RewriteOf { of, score });
            }
            ids.push(found.id.to_owned());
            candidates.push(Compared {
                class: found.class,
                verdict,
                score,
            });
        })?;
        arrival.judgement = Judgement::alone(Verdict::Different);
        if let Some(Nearest { place, verdict }) = nearest(&candidates) {
            arrival.retold = None;
            arrival.judgement = Judgement {
                verdict,
                of: Some(ids.swap_remove(place)),
                score: candidates[place].score,
            };
            class = (verdict == Verdict::Same).then_some(candidates[place].class);
        }
    }
    let is_copy = arrival.judgement.verdict == Verdict::Same;
    let stored = signature.filter(|_| method.keeps_copies() || !is_copy);
    let stored = stored.map(|signature| Stored {
        class,
        keys: method.write_keys(&signature),
        signature,
    });
    index.add(id, &arrival.judgement, digest, stored)?;
    Ok(arrival)
}

/// Which of many articles are copies of each other; articles are given by index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Copies {
    /// The largest first; among equal ones, the one that began first.
    pub clusters: Vec<CopyCluster>,
    /// Articles without copies.
    pub unique: Vec<usize>,
    /// Articles without a fingerprint.
    pub unknown: Vec<usize>,
}

/// Articles that are the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CopyCluster {
    /// In the order of their arrival; at least two.
    pub members: Vec<usize>,
}

/// Clusters articles that arrive in this order and are the same, using the results of [`arrive`]. An article is given by
/// the digest of its text and its fingerprint, where they are known.
///
/// ```
/// use offprint::{Fingerprint, index::copies};
/// let text = |step: u32| (0..600).filter_map(|i| char::from_u32(0x4E00 + i * step % 20000)).collect::<String>();
/// let [a, b] = [7919, 104729].map(|step| Fingerprint::of("", &text(step)));
/// let found = copies([(None, a.as_ref()), (None, b.as_ref()), (Some(7), None), (None, a.as_ref()), (Some(7), None)]);
/// let clusters: Vec<_> = found.clusters.iter().map(|cluster| &cluster.members[..]).collect();
/// assert_eq!(clusters, [[0, 3], [2, 4]]);
/// assert_eq!((found.unique, found.unknown), (vec![1], vec![]));
/// ```
pub fn copies<'a>(
    articles: impl IntoIterator<Item = (Option<u64>, Option<&'a Fingerprint>)>,
) -> Copies {
    let mut index = InMemory::new();
    let mut found = Copies::default();
    // For each article, the first article of its cluster.
    let mut firsts: Vec<usize> = Vec::new();
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    let mut is_unknown = Vec::new();
    for (place, (digest, fingerprint)) in articles.into_iter().enumerate() {
        let (id, signature) = (place.to_string(), fingerprint.cloned().map(Signature::from));
        let Ok(arrival) = arrive(&id, digest, signature, &Offprint, &mut index);
        let Judgement { verdict, of, .. } = arrival.judgement;
        let of = of.filter(|_| verdict == Verdict::Same);
        let first = of.and_then(|of| firsts.get(of.parse::<usize>().ok()?).copied());
        let first = first.unwrap_or(place);
        firsts.push(first);
        clusters.push(Vec::new());
        is_unknown.push(verdict == Verdict::Unknown);
        clusters[first].push(place);
    }
    for members in clusters {
        match members[..] {
            [] => {}
            [alone] if is_unknown[alone] => found.unknown.push(alone),
            [alone] => found.unique.push(alone),
            _ => found.clusters.push(CopyCluster { members }),
        }
    }
    // The sort is stable: equal ones keep their order.
    let clusters = &mut found.clusters;
    clusters.sort_by_key(|cluster| usize::MAX - cluster.members.len());
    found
}
