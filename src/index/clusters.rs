//! Many articles at once: which of them are copies of one, who took it from whom, and when.
//!
//! The articles arrive in the order in which they were published, and each is judged as it arrives
//! ([`dedupe`](crate::index::dedupe)). What is `same` or `partial` to an earlier one is linked to it, and
//! what hangs together is a cluster.

use crate::article::Article;
use crate::compare::changes::Change;
use crate::compare::method::Offprint;
use crate::compare::original::Which;
use crate::compare::relation::{Relation, relate};
use crate::compare::verdict::Verdict;
use crate::extract::quality::Abstention;
use crate::fingerprint::Fingerprint;
use crate::index::InMemory;
use crate::index::dedupe::arrive;
use crate::metadata::Metadata;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What is known of one article among many: what is left of it after its text.
#[derive(Debug, Clone, Default)]
pub struct Member {
    /// What the page says of it.
    pub metadata: Metadata,
    /// Letters and digits in the body.
    pub length: u32,
    /// Its fingerprint; one without is `unknown`.
    pub fingerprint: Option<Fingerprint>,
    /// Why it has none.
    pub abstention: Option<Abstention>,
}

impl From<&Article> for Member {
    fn from(article: &Article) -> Member {
        Member {
            metadata: article.metadata.clone(),
            length: article.length,
            fingerprint: article.fingerprint.clone(),
            abstention: article.abstention,
        }
    }
}

/// What became of many articles, each by its place among them.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Clusters {
    /// The largest first, and of equals that of the earliest article.
    pub clusters: Vec<Cluster>,
    /// Articles that nobody copies, in the order of time.
    pub alone: Vec<usize>,
    /// Those without a fingerprint.
    pub unknown: Vec<usize>,
}

/// Articles that hang together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cluster {
    /// The one that none of the links calls a copy, as far as they can be believed.
    pub original: usize,
    /// All of them, in the order of time: those of unknown time last.
    pub members: Vec<usize>,
    /// One less than there are members: each is linked to the nearest earlier one.
    pub links: Vec<CopyLink>,
}

/// Two articles that share their text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CopyLink {
    /// The one taken for the copy: the later one, if nothing else tells.
    pub copy: usize,
    /// The one taken for its source.
    pub of: usize,
    /// How sure it is which is the copy, 0 to 100: 0 if only the order of arrival tells.
    pub confidence: u8,
    /// `same` or `partial`.
    pub verdict: Verdict,
    /// How alike the two are, 0 to 1.
    pub score: f64,
    /// What became of the source in the copy.
    pub changes: Vec<Change>,
}

/// Clusters articles.
///
/// # Complexity
/// That of a look-up for each in an index of all.
///
/// ```
/// use offprint::index::{Member, clusters};
/// use offprint::{Fingerprint, Metadata};
/// let text = |from: u32| -> String {
///     (from..from + 600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect()
/// };
/// let member = |from, published: &str| Member {
///     fingerprint: Fingerprint::of("", &text(from)),
///     metadata: Metadata { published: Some(published.to_owned()), ..Metadata::default() },
///     ..Member::default()
/// };
/// let found = clusters(&[member(0, "2026-03-02"), member(0, "2026-03-01"), member(900, "2026-03-01")]);
/// assert_eq!(found.clusters[0].members, [1, 0]);
/// assert_eq!(found.clusters[0].original, 1);
/// assert_eq!(found.alone, [2]);
/// ```
pub fn clusters(members: &[Member]) -> Clusters {
    let order = in_order_of_time(members);
    let mut place = vec![0; members.len()];
    for (at, &member) in order.iter().enumerate() {
        place[member] = at;
    }
    let links = links(members, &order);
    let groups = groups(members.len(), &links);
    let mut found = Clusters::default();
    for (mut group, links) in groups {
        group.sort_by_key(|&member| place[member]);
        match group[..] {
            [only] if members[only].fingerprint.is_none() => found.unknown.push(only),
            [only] => found.alone.push(only),
            _ => found.clusters.push(Cluster {
                original: original(group[0], &links),
                members: group,
                links,
            }),
        }
    }
    found
        .clusters
        .sort_by_key(|cluster| (Reverse(cluster.members.len()), place[cluster.members[0]]));
    found.alone.sort_by_key(|&member| place[member]);
    found
}

/// The places of the articles by time, those of unknown time last; of equals the first given.
fn in_order_of_time(members: &[Member]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_cached_key(|&member| {
        let minutes = members[member].metadata.minutes();
        (minutes.is_none(), minutes)
    });
    order
}

/// Each article with the nearest earlier one, if it shares its text with one.
fn links(members: &[Member], order: &[usize]) -> Vec<CopyLink> {
    let mut index = InMemory::new();
    let link = |&member: &usize| {
        let fingerprint = members[member].fingerprint.clone();
        let id = member.to_string();
        let Ok(arrival) = arrive(&id, fingerprint, &Offprint, &mut index);
        let nearest = arrival.judgement.of?.parse().ok()?;
        link(members, nearest, member)
    };
    order.iter().filter_map(link).collect()
}

/// How an article and an earlier one are linked; `None` if they are pages of one site that share
/// too little.
fn link(members: &[Member], earlier: usize, later: usize) -> Option<CopyLink> {
    let relation = |first: usize, second: usize| -> Relation {
        let [a, b] = [&members[first], &members[second]];
        relate(
            &Offprint,
            [a.fingerprint.as_ref(), b.fingerprint.as_ref()],
            [&a.metadata, &b.metadata],
        )
    };
    let forward = relation(earlier, later);
    let original = forward.original.as_ref()?;
    let confidence = original.confidence;
    let is_gated = |member: usize| {
        let fingerprint = members[member].fingerprint.as_ref();
        fingerprint.is_some_and(|fingerprint| fingerprint.gated)
    };
    // The order of arrival alone makes the beginning of an article no source of the whole.
    let is_stub = original.which == Which::Unsaid && is_gated(earlier) && !is_gated(later);
    let (of, copy, relation) = match original.which == Which::Second || is_stub {
        true => (later, earlier, relation(later, earlier)),
        false => (earlier, later, forward),
    };
    Some(CopyLink {
        copy,
        of,
        confidence,
        verdict: relation.comparison.verdict,
        score: relation.comparison.score,
        changes: relation.changes,
    })
}

/// The articles that links hold together, with these links.
fn groups(count: usize, links: &[CopyLink]) -> Vec<(Vec<usize>, Vec<CopyLink>)> {
    let mut parent: Vec<usize> = (0..count).collect();
    for link in links {
        let [a, b] = [link.copy, link.of].map(|member| root(&mut parent, member));
        parent[a] = b;
    }
    let mut groups: BTreeMap<usize, (Vec<usize>, Vec<CopyLink>)> = BTreeMap::new();
    for member in 0..count {
        let root = root(&mut parent, member);
        groups.entry(root).or_default().0.push(member);
    }
    for link in links {
        let root = root(&mut parent, link.of);
        groups.entry(root).or_default().1.push(link.clone());
    }
    groups.into_values().collect()
}

fn root(parent: &mut [usize], mut member: usize) -> usize {
    while parent[member] != member {
        parent[member] = parent[parent[member]];
        member = parent[member];
    }
    member
}

/// From the earliest on to what it is a copy of, and so on. The links are a tree, so this ends.
fn original(earliest: usize, links: &[CopyLink]) -> usize {
    let mut original = earliest;
    while let Some(link) = links.iter().find(|link| link.copy == original) {
        original = link.of;
    }
    original
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up;
    use proptest::prelude::*;

    fn member(sentences: std::ops::Range<u32>, published: &str) -> Member {
        Member {
            fingerprint: Fingerprint::of("", &made_up::sentences(sentences)),
            metadata: Metadata {
                published: Some(published.to_owned()),
                ..Metadata::default()
            },
            ..Member::default()
        }
    }

    #[test]
    fn copies_hang_together_in_the_order_of_time() {
        let found = clusters(&[
            member(0..20, "2026-03-03"),
            member(100..120, "2026-03-01"),
            member(0..20, "2026-03-01 08:00"),
            member(0..10, "no time at all"),
            Member::default(),
        ]);
        let [cluster] = &found.clusters[..] else {
            panic!("{found:?}")
        };
        assert_eq!(
            (cluster.original, &cluster.members[..]),
            (2, &[2, 0, 3][..])
        );
        let kinds: Vec<_> = cluster.links.iter().map(|l| (l.copy, l.verdict)).collect();
        assert_eq!(kinds, [(0, Verdict::Same), (3, Verdict::Partial)]);
        assert_eq!((&found.alone[..], &found.unknown[..]), (&[1][..], &[4][..]));
    }

    #[test]
    fn what_a_page_says_of_itself_goes_before_its_time() {
        let mut paper = member(0..20, "2026-03-02");
        paper.metadata.site = Some("岚溪日报".to_owned());
        paper.metadata.url = Some("https://daily.example/1".to_owned());
        let mut portal = member(0..20, "2026-03-01");
        portal.metadata.credit = Some("岚溪日报".to_owned());
        portal.metadata.url = Some("https://portal.example/7".to_owned());
        portal.metadata.canonical = Some("https://daily.example/1".to_owned());
        let found = clusters(&[portal, paper]);
        let cluster = &found.clusters[0];
        assert_eq!((cluster.original, &cluster.members[..]), (1, &[0, 1][..]));
        let link = &cluster.links[0];
        assert_eq!((link.copy, link.of), (0, 1));
        assert!(link.confidence > 50, "{link:?}");
    }

    #[test]
    fn the_beginning_of_an_article_is_not_the_source_of_the_whole() {
        let gated = |mut member: Member| {
            if let Some(fingerprint) = &mut member.fingerprint {
                fingerprint.gated = true;
            }
            member
        };
        let stub = || gated(member(0..10, "2026-03-01"));
        let whole = || member(0..20, "2026-03-02");
        let found = clusters(&[stub(), whole(), gated(member(0..10, "2026-03-03"))]);
        let cluster = &found.clusters[0];
        assert_eq!((cluster.original, cluster.members.len()), (1, 3));
        let links = cluster.links.iter();
        let links: Vec<_> = links.map(|l| (l.copy, l.of, l.verdict)).collect();
        assert_eq!(links[0], (0, 1, Verdict::Partial));
        assert!(links.iter().all(|link| link.2 == Verdict::Partial));
        let stubs = clusters(&[stub(), stub()]);
        assert_eq!(stubs.clusters[0].original, 0);
        assert_eq!(stubs.clusters[0].links[0].verdict, Verdict::Partial);
    }

    #[test]
    fn the_largest_cluster_is_the_first() {
        let texts = [0, 40, 40, 80, 80, 80];
        let members = texts.map(|from| member(from..from + 20, "2026-03-01"));
        let sizes = |found: &Clusters| -> Vec<usize> {
            found.clusters.iter().map(|c| c.members.len()).collect()
        };
        assert_eq!(sizes(&clusters(&members)), [3, 2]);
        assert_eq!(clusters(&[]), Clusters::default());
    }

    proptest! {
        /// Every article is somewhere, once, and each cluster is a tree.
        #[test]
        fn every_article_has_its_place(texts in prop::collection::vec((0u32..6, 4u32..20, 0u32..4), 0..24)) {
            let members: Vec<Member> = texts
                .iter()
                .map(|&(from, length, day)| member(from * 10..from * 10 + length, &format!("2026-03-0{}", day + 1)))
                .collect();
            let found = clusters(&members);
            let clustered = found.clusters.iter().flat_map(|cluster| &cluster.members);
            let mut all: Vec<usize> = clustered.chain(&found.alone).chain(&found.unknown).copied().collect();
            all.sort_unstable();
            prop_assert_eq!(all, (0..members.len()).collect::<Vec<_>>());
            for cluster in &found.clusters {
                prop_assert_eq!(cluster.links.len() + 1, cluster.members.len());
                prop_assert!(cluster.members.contains(&cluster.original));
                prop_assert!(cluster.links.iter().all(|link| link.copy != cluster.original));
            }
        }
    }
}
