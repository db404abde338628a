//! Counts the independent origins of many pages: forty pages with one agency's story have one origin.
//!
//! Articles that share their text form a cluster ([`clusters`](super::clusters)). Their pages indicate who wrote it:
//! they credit a source, state an address as the original's, or have dates. If they disagree, the page most similar to
//! all others is most likely the one that was copied. Reports from one source count once.
//!
//! All of this comes from the pages themselves, so it is only as reliable as they are.

mod links;
mod publishers;
mod report;
mod sentence;

use super::clusters::{Compares, in_order_of};
use super::rewritings::RewritingLink;
use crate::address;
use crate::compare::changes::Change;
use crate::compare::record::ArticleRecord;
use crate::compare::verdict::Verdict;
use crate::schema::names;
use links::cluster;
pub(super) use publishers::{independent, root};
pub(super) use report::Report;
use report::SOURCES;
use serde::Serialize;
use std::cmp::Reverse;

/// The clusters and origins of many articles, each given by index.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Origins {
    /// The result in one sentence.
    pub sentence: String,
    /// Independent origins: the one with the most pages first; of equal ones, the one with the earliest article.
    pub origins: Vec<Origin>,
    /// Clusters of articles that share their text: the largest first; of equal ones, the one with the earliest article.
    pub clusters: Vec<Cluster>,
    /// Articles that retell an earlier one in different words, if their facts are known ([`ArticleRecord::sketch`]).
    /// They have the same origin as the article that they rewrite.
    pub rewritings: Vec<RewritingLink>,
    /// Articles without copies, in time order.
    pub unique: Vec<usize>,
    /// Articles without a fingerprint, unless another has the same text.
    pub unknown: Vec<usize>,
}

names! {
    /// The evidence for an origin.
    #[non_exhaustive]
    pub enum ClusterEvidence {
        /// Pages state its address, or one on its site, as their own.
        Canonical = "canonical",
        /// Pages credit it.
        Credit = "credit",
        /// The headlines of all other pages call them reprints.
        Title = "title",
        /// It was published first.
        Published = "published",
        /// It contains the text of others, and more.
        Longer = "longer",
        /// All other pages are most similar to its text: each differs from it in its own way.
        Central = "central",
        /// Several reports come from one publisher, and count once.
        Publisher = "publisher",
        /// Some pages retell the report in different words ([`Origins::rewritings`]).
        Rewritten = "rewritten",
    }
}

/// The common origin of some pages.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Origin {
    /// Its publisher: the site of the original, or the credited source; `None` if unknown.
    pub source: Option<String>,
    /// The original; `None` if it is unknown, or not among the pages.
    pub original: Option<usize>,
    /// Confidence in the original or source, 0 to 100; 0 if neither is known.
    pub confidence: u8,
    /// The evidence for it.
    pub evidence: Vec<ClusterEvidence>,
    /// The pages, in time order.
    pub pages: Vec<usize>,
}

/// Articles that share their text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Cluster {
    /// The original, as in [`Origin`]: it does not depend on the order of the articles. `None` if the pages do not show
    /// it.
    pub original: Option<usize>,
    /// Confidence that this is the original, 0 to 100; 0 if there is none.
    pub confidence: u8,
    /// The article that each of the others was compared with, and shares text with.
    pub representative: usize,
    /// Share of the pairs of its members that share text, 0 to 1. Low for excerpts or a digest.
    pub density: f64,
    /// All members in time order; members of unknown time come last; of equal ones, the longest comes first.
    pub members: Vec<usize>,
    /// One fewer than there are members: each member is linked to its most similar earlier one.
    pub links: Vec<CopyLink>,
}

/// Two articles that share their text.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CopyLink {
    /// The presumed copy: the one that was published later, unless there is other evidence.
    pub copy: usize,
    /// Its presumed source.
    pub source: usize,
    /// Confidence that this one is the copy, 0 to 100; 0 if neither page shows it.
    pub confidence: u8,
    /// `same` or `partial`.
    pub verdict: Verdict,
    /// Similarity of the two, 0 to 1.
    pub score: f64,
    /// Whether the two are versions of one page, rather than a copy and its source.
    pub version: bool,
    /// How the copy differs from the source.
    pub changes: Vec<Change>,
}

/// The original of articles that are known to share their text, such as those of one cluster; it does not depend on
/// their order. Sources that are not among the articles do not count, although [`origins`] would name them.
///
/// # Complexity
/// Compares each article with up to 16 others.
///
/// ```
/// use offprint::compare::ArticleRecord;
/// use offprint::index::origin;
/// let dated = |published: &str| {
///     let mut article = ArticleRecord::default();
///     article.metadata.published = Some(published.to_owned());
///     article
/// };
/// assert_eq!(origin(&[dated("2026-03-02"), dated("2026-03-01")]).original, Some(1));
/// assert_eq!(origin(&[dated("2026-03-01"), dated("2026-03-01")]).original, None);
/// ```
pub fn origin(members: &[ArticleRecord]) -> Origin {
    let (compares, group) = Compares::of_one_group(members);
    let mut pages: Vec<ArticleRecord> = compares.order.iter().map(|&at| members[at].clone()).collect();
    leave_third(&mut pages);
    let found = Report::new(&pages.iter().collect::<Vec<_>>(), &group.places, &group.likeness).origin;
    Origin { original: found.original.map(|place| compares.order[place]), pages: compares.order, ..found }
}

/// Removes statements about sources that are not among the articles.
fn leave_third(pages: &mut [ArticleRecord]) {
    let hosts: Vec<Option<String>> = pages.iter().map(|page| page.metadata.host()).collect();
    let mut credits: Vec<String> = Vec::new();
    let stated = pages.iter().filter_map(|page| page.metadata.credits_another());
    for credit in stated {
        if credits.len() < SOURCES && !credits.iter().any(|known| known == credit) {
            credits.push(credit.to_owned());
        }
    }
    credits.retain(|credit| pages.iter().any(|page| page.metadata.is_named_by(credit)));
    for page in pages {
        let site = page.metadata.points_to().and_then(address::site);
        let about = &mut page.metadata;
        about.credit.take_if(|credit| !credits.contains(credit));
        if site.is_some() && !hosts.contains(&site) {
            about.canonical = None;
        }
    }
}

/// Clusters articles, and counts their independent origins. The result depends only on the articles; their order
/// matters only between articles that are equal in everything.
///
/// # Complexity
/// Looks each article up in an index of all of them, and compares it with up to 16 others of its cluster.
///
/// ```
/// use offprint::compare::ArticleRecord;
/// use offprint::index::origins;
/// use offprint::Fingerprint;
/// let text = |from: u32| -> String {
///     (from..from + 600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect()
/// };
/// let member = |from, published: &str| {
///     let mut article = ArticleRecord::default();
///     article.fingerprint = Fingerprint::new("", &text(from));
///     article.metadata.published = Some(published.to_owned());
///     article
/// };
/// let found = origins(&[member(0, "2026-03-02"), member(0, "2026-03-01"), member(900, "2026-03-01")]);
/// assert_eq!(found.clusters[0].members, [1, 0]);
/// assert_eq!(found.origins[0].original, Some(1));
/// assert_eq!(found.unique, [2]);
/// assert_eq!(found.sentence, "2 of 3 pages go back to one report; 1 is independent.");
/// ```
pub fn origins(members: &[ArticleRecord]) -> Origins {
    let compares = Compares::new(members);
    let order = &compares.order;
    let mut found = Origins::default();
    let mut reports = Vec::new();
    let mut clusters = Vec::new();
    let mut classes = vec![0; members.len()];
    for group in compares.groups() {
        let places = &group.places[..];
        for &place in places {
            classes[order[place]] = group.representative;
        }
        if let [only] = places
            && members[order[*only]].fingerprint.is_none()
        {
            found.unknown.push(order[*only]);
            continue;
        }
        let pages: Vec<&ArticleRecord> = places.iter().map(|&place| &members[order[place]]).collect();
        let report = Report::new(&pages, places, &group.likeness);
        match places {
            [only] => found.unique.push(order[*only]),
            _ => clusters.push((places[0], cluster(members, &compares, &group, &report))),
        }
        reports.push(report);
    }
    found.unknown.sort_unstable();
    let ranked = in_order_of(clusters.len(), |at| {
        let (first, cluster): &(usize, Cluster) = &clusters[at];
        (Reverse(cluster.members.len()), *first)
    });
    found.clusters = ranked.into_iter().map(|at| clusters[at].1.clone()).collect();
    found.rewritings = compares.rewritings(order.iter().copied(), &classes);
    found.origins = independent(reports, &compares, &found.rewritings);
    found.sentence = sentence::describe(&found);
    found
}
