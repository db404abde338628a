//! Deduplicates articles in the order of their arrival: each is looked up among the earlier ones.

use crate::compare::rewriting::RewriteVerdict;
use crate::compare::verdict::Verdict;
use crate::compare::{ArticleRecord, Signature};
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
pub struct Insertion {
    /// The judgement on it.
    pub judgement: Judgement,
    /// Keys looked up; `None` if it had arrived before.
    pub reads: Option<usize>,
    /// Whether it is only the beginning of an article, before a paywall or a login; `None` if it had arrived before, or
    /// has no signature.
    pub gated: Option<bool>,
    /// The earlier article that it most likely rewrites, if it is not a copy. Set only if
    /// the facts of both are known, and only when the article first arrives.
    pub rewrite_of: Option<RewriteOf>,
}

impl Insertion {
    fn without_look_up(judgement: Judgement, reads: Option<usize>) -> Insertion {
        Insertion { judgement, reads, gated: None, rewrite_of: None }
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
/// use offprint::index::insert;
/// use offprint::compare::{Signature, Verdict};
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let mut index = InMemory::default();
/// let article = || Fingerprint::of("", &text).map(Signature::from);
/// let mut add = |id| insert(id, None, article(), &mut index).unwrap();
/// assert_eq!(add("first").judgement.verdict, Verdict::Different);
/// assert_eq!(add("second").judgement.of.as_deref(), Some("first"));
/// assert_eq!(add("second").reads, None);
/// ```
pub fn insert<I: Index>(
    id: &str,
    digest: Option<u64>,
    signature: Option<Signature>,
    index: &mut I,
) -> Result<Insertion, I::Error> {
    if let Some(judgement) = index.judgement(id)? {
        return Ok(Insertion::without_look_up(judgement, None));
    }
    let unknown = Judgement::unique(Verdict::Unknown);
    let mut insertion = Insertion {
        gated: signature.as_ref().map(|of| of.fingerprint.gated),
        ..Insertion::without_look_up(unknown, Some(0))
    };
    let mut class = None;
    if let Some((of, its)) = index.equal(digest, signature.as_ref())? {
        class = its;
        insertion.judgement = Judgement { verdict: Verdict::Same, of: Some(of), score: 1.0 };
    } else if let Some(signature) = &signature {
        let keys = signature.read_keys();
        insertion.reads = Some(keys.len());
        let mut ids = Vec::new();
        let mut candidates = Vec::new();
        // Exact copies all compare alike, and a story may have hundreds of them.
        let mut of_equals = None;
        index.visit(&keys, |found| {
            let compare = || signature.compare(found.signature).rank();
            let (verdict, score) =
                if signature == found.signature { *of_equals.get_or_insert_with(compare) } else { compare() };
            let rewritten = signature
                .rewriting(found.signature, verdict)
                .filter(|rewriting| rewriting.verdict == RewriteVerdict::Rewritten)
                .and_then(|rewriting| rewriting.score);
            // The earliest of several equal ones.
            let most = insertion.rewrite_of.as_ref().map(|most| most.score);
            if let Some(score) = rewritten.filter(|score| most.is_none_or(|most| *score > most)) {
                let of = found.id.to_owned();
                insertion.rewrite_of = Some(RewriteOf { of, score });
            }
            ids.push(found.id.to_owned());
            candidates.push(Compared { class: found.class, verdict, score });
        })?;
        insertion.judgement = Judgement::unique(Verdict::Different);
        if let Some(Nearest { place, verdict }) = nearest(&candidates) {
            insertion.rewrite_of = None;
            insertion.judgement =
                Judgement { verdict, of: Some(ids.swap_remove(place)), score: candidates[place].score };
            class = (verdict == Verdict::Same).then_some(candidates[place].class);
        }
    }
    let stored = signature.map(|signature| Stored { class, ..signature.into() });
    index.add(id, &insertion.judgement, digest, stored)?;
    Ok(insertion)
}

/// Which of many articles are copies of each other; articles are given by index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Copies {
    /// The articles that are the same, in the order of their arrival, at least two: the largest cluster first; among
    /// equal ones, the one that began first.
    pub clusters: Vec<Vec<usize>>,
    /// Articles without copies.
    pub unique: Vec<usize>,
    /// Articles without a fingerprint.
    pub unknown: Vec<usize>,
}

/// Clusters articles that arrive in this order and are the same, using the results of [`insert`], by the digests of
/// their texts and their fingerprints, where they are known.
///
/// ```
/// use offprint::{Fingerprint, compare::ArticleRecord, index::dedupe};
/// let text = |step: u32| (0..600).filter_map(|i| char::from_u32(0x4E00 + i * step % 20000)).collect::<String>();
/// let [a, b] = [7919, 104729].map(|step| Fingerprint::of("", &text(step)));
/// let record = |digest, fingerprint: &Option<_>| {
///     ArticleRecord { digest, fingerprint: fingerprint.clone(), ..ArticleRecord::default() }
/// };
/// let short = record(Some(7), &None);
/// let found = dedupe(&[record(None, &a), record(None, &b), short.clone(), record(None, &a), short]);
/// assert_eq!(found.clusters, [[0, 3], [2, 4]]);
/// assert_eq!((found.unique, found.unknown), (vec![1], vec![]));
/// ```
pub fn dedupe(articles: &[ArticleRecord]) -> Copies {
    let mut index = InMemory::new();
    let mut found = Copies::default();
    // For each article, the first article of its cluster.
    let mut firsts: Vec<usize> = Vec::new();
    let mut clusters: Vec<Vec<usize>> = Vec::new();
    let mut is_unknown = Vec::new();
    for (place, article) in articles.iter().enumerate() {
        let (id, signature) = (place.to_string(), article.fingerprint.clone().map(Signature::from));
        let Ok(insertion) = insert(&id, article.digest, signature, &mut index);
        let Judgement { verdict, of, .. } = insertion.judgement;
        let first = of
            .filter(|_| verdict == Verdict::Same)
            .and_then(|of| firsts.get(of.parse::<usize>().ok()?).copied())
            .unwrap_or(place);
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
            _ => found.clusters.push(members),
        }
    }
    // The sort is stable: equal ones keep their order.
    found.clusters.sort_by_key(|members| usize::MAX - members.len());
    found
}
