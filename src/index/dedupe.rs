//! Which of many articles are copies of each other.

use crate::compare::ArticleRecord;
use crate::compare::verdict::Verdict;
use crate::index::{InMemory, Index, Judgement};
use serde::Serialize;

/// Which of many articles are copies of each other; articles are given by index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Copies {
    /// Clusters of at least two articles that are the same, each in the order of arrival. The largest cluster comes
    /// first; of equal ones, the one that began first.
    pub clusters: Vec<Vec<usize>>,
    /// Articles without copies.
    pub unique: Vec<usize>,
    /// Articles without a fingerprint.
    pub unknown: Vec<usize>,
}

/// Clusters articles that arrive in this order and are the same, as judged by [`Index::insert`].
///
/// ```
/// use offprint::{Article, compare::ArticleRecord, index::dedupe};
/// let text = |step: u32| (0..600).filter_map(|i| char::from_u32(0x4E00 + i * step % 20000)).collect::<String>();
/// let [a, b, short] = [text(7919), text(104729), "Too short.".to_owned()];
/// let record = |text: &String| ArticleRecord::from(&Article::of_text(String::new(), text.clone()));
/// let found = dedupe(&[&a, &b, &short, &a, &short].map(record));
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
        let Ok(insertion) = index.insert(&place.to_string(), article);
        let Judgement { verdict, of, .. } = insertion.judgement;
        let first = of
            .filter(|_| verdict == Verdict::Same)
            .and_then(|of| firsts.get(of.parse::<usize>().ok()?).copied())
            .unwrap_or(place);
        firsts.push(first);
        clusters.push(Vec::new());
        is_unknown.push(article.fingerprint.is_none());
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
