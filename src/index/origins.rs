//! Counts the independent origins of many pages: forty pages with one agency's story have one.
//!
//! Articles that share their text form a cluster ([`clusters`](super::clusters)). Their pages indicate who wrote it:
//! they credit a source, state an address as the original's, or have times; if they disagree, the page most similar to
//! all others is most likely the one that they were copied from. Reports of one source then count once.
//!
//! All of this comes from the pages themselves, so it is only as reliable as they are.

use super::clusters::{Compares, Group, Member, in_order};
use crate::address;
use crate::compare::changes::Change;
use crate::compare::original::{
    CANONICAL_ADDRESS, CANONICAL_SITE, CREDIT, FIRST_SEEN, LEAST_CONFIDENCE, PUBLISHED, TITLE,
    Which, is_published_before, says_reprinted,
};
use crate::compare::relation::{Relation, relate};
use crate::compare::source::is_name;
use crate::compare::verdict::Verdict;
use crate::hash::hash_str;
use crate::metadata::Metadata;
use crate::text::{hash_of, normalize};
use serde::Serialize;
use std::cmp::Reverse;

/// Confidence, out of 100, from one page being the most similar to all others. It is what most were copied from, which
/// may itself be a copy.
pub const CENTRAL: u8 = 40;
/// How much more similar to the others the central page of a cluster must be than any other page to count as the one
/// they were copied from. Larger: fewer and surer answers.
pub const CENTRAL_LEAD: f64 = 0.005;
/// Fewest pages for one to be central: among fewer, each is as far from the others as they are from it.
pub const LEAST_PAGES: usize = 4;
/// Most distinct sources that the pages of a cluster may name. Larger: among thousands of pages, more are considered;
/// smaller: pages with made-up names cost less.
const SOURCES: usize = 64;

/// The clusters and origins of many articles, each given by index.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Origins {
    /// The result in one sentence.
    pub sentence: String,
    /// Independent origins: the one of most pages first; among equal ones, that of the earliest article.
    pub origins: Vec<Origin>,
    /// Clusters of articles that share their text: the largest first; among equal ones, that of the earliest article.
    pub clusters: Vec<Cluster>,
    /// Articles without copies, in time order.
    pub alone: Vec<usize>,
    /// Those without a fingerprint.
    pub unknown: Vec<usize>,
}

/// The evidence for an origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Pages state its address, or one on its site, as their own.
    Canonical,
    /// Pages credit it.
    Credit,
    /// It was published first.
    Published,
    /// It was seen first.
    FirstSeen,
    /// All other pages are most similar to its text: each differs from it in its own way.
    Central,
    /// Several reports come from one publisher, and count once.
    Publisher,
}

/// The common origin of some pages.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Origin {
    /// Its publisher: the site of the original, or the credited source; `None` if unknown.
    pub source: Option<String>,
    /// The original; `None` if it is unknown, or not among the pages.
    pub original: Option<usize>,
    /// Confidence in the original or source, 0 to 100; 0 if neither is known.
    pub confidence: u8,
    /// The evidence for it.
    pub grounds: Vec<Basis>,
    /// The pages, in time order.
    pub pages: Vec<usize>,
}

/// Articles that share their text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cluster {
    /// The one that no link calls a copy.
    pub original: usize,
    /// Confidence that this is the original, 0 to 100; 0 if only the order of arrival indicates it.
    pub confidence: u8,
    /// The one that each of the others was compared with, and shares its text with.
    pub representative: usize,
    /// Share of the pairs of its members that share text, 0 to 1. Low for excerpts or a digest.
    pub density: f64,
    /// All of them, in time order: those of unknown time last.
    pub members: Vec<usize>,
    /// One fewer than there are members: each is linked to its most similar earlier one.
    pub links: Vec<CopyLink>,
}

/// Two articles that share their text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CopyLink {
    /// The presumed copy: the later one, unless there is other evidence.
    pub copy: usize,
    /// Its presumed source.
    pub of: usize,
    /// Confidence that this one is the copy, 0 to 100: 0 if only the order of arrival indicates it.
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

/// Clusters articles, and counts their independent origins.
///
/// # Complexity
/// A look-up for each article in an index of all, and up to 16 comparisons with others of its cluster.
///
/// ```
/// use offprint::index::{Member, origins};
/// use offprint::{Fingerprint, Metadata};
/// let text = |from: u32| -> String {
///     (from..from + 600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect()
/// };
/// let member = |from, published: &str| Member {
///     fingerprint: Fingerprint::of("", &text(from)),
///     metadata: Metadata { published: Some(published.to_owned()), ..Metadata::default() },
///     ..Member::default()
/// };
/// let found = origins(&[member(0, "2026-03-02"), member(0, "2026-03-01"), member(900, "2026-03-01")]);
/// assert_eq!(found.clusters[0].members, [1, 0]);
/// assert_eq!(found.origins[0].original, Some(1));
/// assert_eq!(found.alone, [2]);
/// assert_eq!(found.sentence, "2 of 3 pages go back to one report; 1 is independent.");
/// ```
pub fn origins(members: &[Member]) -> Origins {
    let compares = Compares::of(members);
    let order = &compares.order;
    let is_unknown = |&member: &usize| members[member].fingerprint.is_none();
    let mut found = Origins {
        unknown: (0..members.len()).filter(is_unknown).collect(),
        ..Origins::default()
    };
    let mut reports = Vec::new();
    let mut clusters = Vec::new();
    for group in compares.groups() {
        let places = &group.places[..];
        if is_unknown(&order[places[0]]) {
            continue;
        }
        let pages: Vec<&Member> = places.iter().map(|&place| &members[order[place]]).collect();
        let report = Report::of(&pages, places, &group.likeness);
        match places {
            [only] => found.alone.push(order[*only]),
            _ => clusters.push((places[0], cluster(members, &compares, &group, &report))),
        }
        reports.push(report);
    }
    let rank = |at: usize| {
        let (first, cluster): &(usize, Cluster) = &clusters[at];
        (Reverse(cluster.members.len()), *first)
    };
    let ranked = in_order(clusters.len(), &|a, b| rank(a).cmp(&rank(b)));
    found.clusters = ranked
        .into_iter()
        .map(|at| clusters[at].1.clone())
        .collect();
    found.origins = independent(reports, order);
    found.sentence = found.told();
    found
}

/// A cluster with its links.
fn cluster(members: &[Member], compares: &Compares, group: &Group, report: &Report) -> Cluster {
    let order = &compares.order;
    let center = group.representative;
    let original = report.origin.original;
    let is_here = |other: usize| group.places.binary_search(&other).is_ok();
    let earlier = |place: usize| {
        let nearest = compares.nearest(place, |other| other < place && is_here(other));
        nearest.map(|(other, _)| other)
    };
    // An article similar to no earlier one is linked to the representative, unless the representative itself goes back
    // to it.
    let mut root = center;
    while let Some(other) = earlier(root) {
        root = other;
    }
    let mut links = Vec::with_capacity(group.places.len());
    for &place in &group.places {
        if place == root {
            continue;
        }
        let other = earlier(place).unwrap_or(center);
        let (first, second) = (place.min(other), place.max(other));
        links.push(link(
            members,
            [order[first], order[second]],
            original.map(|place| order[place]),
        ));
    }
    let mut first = order[original.unwrap_or(group.places[0])];
    // The links are a tree, so this ends.
    while let Some(link) = links.iter().find(|link| link.copy == first) {
        first = link.of;
    }
    Cluster {
        original: first,
        confidence: original.map_or(0, |_| report.origin.confidence),
        representative: order[center],
        density: group.density,
        members: group.places.iter().map(|&place| order[place]).collect(),
        links,
    }
}

/// Links an article and a later one. If one of them is the original of the cluster, it is not a copy.
fn link(members: &[Member], [earlier, later]: [usize; 2], original: Option<usize>) -> CopyLink {
    let relation = |first: usize, second: usize| -> Relation {
        let [a, b] = [&members[first], &members[second]];
        let fingerprints = [a.fingerprint.as_ref(), b.fingerprint.as_ref()];
        relate(fingerprints, [&a.metadata, &b.metadata])
    };
    let forward = relation(earlier, later);
    let told = forward.original.as_ref();
    let which = told.map_or(Which::Unsaid, |told| told.which);
    // The order of arrival alone does not make the beginning of an article the source of the whole.
    let is_stub = is_gated(&members[earlier]) && !is_gated(&members[later]);
    let turned = match original {
        Some(original) if original == earlier => false,
        Some(original) if original == later => true,
        _ => which == Which::Second || (which == Which::Unsaid && is_stub),
    };
    // If the rest of the cluster outweighs what the two pages state, the two alone prove nothing.
    let agrees = (which == Which::Second) == turned;
    let confidence = told.filter(|_| agrees).map_or(0, |told| told.confidence);
    let (of, copy, relation) = match turned {
        true => (later, earlier, relation(later, earlier)),
        false => (earlier, later, forward),
    };
    CopyLink {
        copy,
        of,
        confidence,
        verdict: relation.comparison.verdict,
        score: relation.comparison.score,
        version: relation.version,
        changes: relation.changes,
    }
}

fn is_gated(member: &Member) -> bool {
    let fingerprint = member.fingerprint.as_ref();
    fingerprint.is_some_and(|fingerprint| fingerprint.gated)
}

/// A cluster, or an article without copies, with its publisher.
struct Report {
    /// With pages given by position.
    origin: Origin,
    /// Reports that have one of these in common come from one publisher.
    publisher: Vec<u64>,
}

/// A possible author of the text that the pages of a cluster share: one of them, or a source that is not among them.
struct Candidate {
    source: Option<String>,
    /// The doubt that the reasons for it leave, out of 10,000.
    open: u32,
    grounds: Vec<Basis>,
}

impl Candidate {
    fn new(source: Option<String>) -> Candidate {
        Candidate {
            source,
            open: 10_000,
            grounds: Vec::new(),
        }
    }

    /// Adds a reason of this weight, given by `votes` of the `of` pages that give a reason of this kind.
    fn speak(&mut self, basis: Basis, weight: u8, votes: usize, of: usize) {
        self.open = self.open * (100 - u32::from(weight) * votes as u32 / of as u32) / 100;
        if !self.grounds.contains(&basis) {
            self.grounds.push(basis);
        }
    }
}

impl Report {
    /// Evaluates the pages, in time order, and the similarity of each to the others.
    fn of(pages: &[&Member], places: &[usize], likeness: &[[f64; 2]]) -> Report {
        let facts: Vec<&Metadata> = pages.iter().map(|page| &page.metadata).collect();
        let facts = &facts[..];
        // The beginning of an article may be dated, and fetched, before the whole.
        let is_whole =
            |page: usize| !is_gated(pages[page]) || pages.iter().all(|page| is_gated(page));
        let hosts: Vec<Option<String>> = facts.iter().map(|about| about.host()).collect();
        let mut candidates: Vec<Candidate> = Vec::new();
        candidates.resize_with(facts.len(), || Candidate::new(None));
        let stated = facts.iter().filter_map(|about| about.points_to());
        for (stated, votes, of) in counted(stated) {
            let is_there = |about: &Metadata| {
                let elsewhere = about.points_to().is_some_and(|own| own == stated);
                !elsewhere && about.is_at(stated)
            };
            let site = address::site(stated);
            let mut weight = CANONICAL_ADDRESS;
            let mut named = places_of(facts, is_there);
            if named.is_empty() {
                weight = CANONICAL_SITE;
                named = (0..facts.len())
                    .filter(|&page| hosts[page] == site)
                    .collect();
            }
            speak(
                &mut candidates,
                named,
                (Basis::Canonical, weight),
                (votes, of),
                site,
            );
        }
        let credits = facts.iter().filter_map(|about| about.credits_another());
        for (credit, votes, of) in counted(credits) {
            let named = places_of(facts, |about| about.is_named_by(credit));
            let source = Some(credit.to_owned());
            speak(
                &mut candidates,
                named,
                (Basis::Credit, CREDIT),
                (votes, of),
                source,
            );
        }
        if let [first, second, ..] = facts {
            let dated = facts
                .iter()
                .filter(|about| about.minutes().is_some())
                .count();
            if is_whole(0) && is_published_before(first, second) {
                candidates[0].speak(Basis::Published, PUBLISHED, dated, facts.len());
            }
            let seen = |page: &usize| facts[*page].first_seen.as_deref();
            let known: Vec<usize> = (0..facts.len())
                .filter(|page| seen(page).is_some())
                .collect();
            let first = known.iter().min_by_key(|page| seen(page)).copied();
            let is_alone = |first: &usize| {
                known
                    .iter()
                    .filter(|page| seen(page) == seen(first))
                    .count()
                    == 1
            };
            if let Some(first) =
                first.filter(|&first| is_whole(first) && known.len() > 1 && is_alone(&first))
            {
                candidates[first].speak(Basis::FirstSeen, FIRST_SEEN, known.len(), facts.len());
            }
        }
        if facts.len() >= LEAST_PAGES {
            let lead = |page: usize, by: usize| {
                let others = (0..likeness.len()).filter(|&other| other != page);
                let most = others.map(|other| likeness[other][by]).fold(0.0, f64::max);
                likeness[page][by] - most
            };
            // Furniture mistaken for a part of an article is at its head and tail: a page that is central only because
            // of its furniture does not count.
            let most_similar = |a: &usize, b: &usize| likeness[*a][0].total_cmp(&likeness[*b][0]);
            let central = (0..facts.len()).max_by(most_similar);
            let central = central.filter(|&page| (0..2).all(|by| lead(page, by) >= CENTRAL_LEAD));
            if let Some(page) = central {
                candidates[page].speak(Basis::Central, CENTRAL, 1, 1);
            }
        }
        // A page that states that its text is from elsewhere is believed.
        let own_word = |page: usize| {
            let about = facts.get(page);
            let says = |holds: bool, weight: u8| if holds { 100 - u32::from(weight) } else { 100 };
            about.map_or(1_000_000, |about| {
                says(about.points_to().is_some(), CANONICAL_ADDRESS)
                    * says(about.credits_another().is_some(), CREDIT)
                    * says(says_reprinted(&about.title), TITLE)
            })
        };
        let sure =
            |page: usize| (10_000 - candidates[page].open) / 100 * own_word(page) / 1_000_000;
        let sure: Vec<u32> = (0..candidates.len()).map(sure).collect();
        let best = (0..sure.len())
            .rev()
            .max_by_key(|&page| sure[page])
            .unwrap_or(0);
        let host = |page: usize| hosts.get(page).and_then(Option::as_ref);
        // Pages of one publisher do not contradict each other.
        let others = (0..sure.len())
            .filter(|&page| page != best && (host(page).is_none() || host(page) != host(best)));
        let lead = sure[best]
            - others
                .map(|page| sure[page].min(sure[best]))
                .max()
                .unwrap_or(0);
        let is_said = lead >= u32::from(LEAST_CONFIDENCE);
        let named = candidates.swap_remove(best);
        let one_site = hosts.iter().all(|host| host.is_some() && *host == hosts[0]);
        let by = facts
            .get(best)
            .filter(|_| is_said || one_site || facts.len() == 1);
        let is_outside = is_said && by.is_none();
        let source = match by {
            Some(about) => about.source(),
            None => named.source.filter(|_| is_outside),
        };
        let publisher = match by {
            Some(about) => {
                let names = [
                    about.site.as_deref().map(name),
                    about.host().map(|host| hash_str(&host)),
                ];
                names.into_iter().flatten().collect()
            }
            None => source
                .iter()
                .flat_map(|source| [name(source), hash_str(&source.to_ascii_lowercase())])
                .collect(),
        };
        let is_here = by.is_some() && (is_said || facts.len() == 1);
        Report {
            origin: Origin {
                source,
                original: is_here.then(|| places[best]),
                confidence: if is_said { lead as u8 } else { 0 },
                grounds: if is_said { named.grounds } else { Vec::new() },
                pages: places.to_vec(),
            },
            publisher,
        }
    }
}

/// Adds votes for the named candidates, or for a source that is not among them.
fn speak(
    candidates: &mut Vec<Candidate>,
    named: Vec<usize>,
    (basis, weight): (Basis, u8),
    (votes, of): (usize, usize),
    source: Option<String>,
) {
    for &page in &named {
        candidates[page].speak(basis, weight, votes, of);
    }
    let (true, Some(source)) = (named.is_empty(), source) else {
        return;
    };
    let is_it = |candidate: &Candidate| {
        let known = candidate.source.as_deref();
        known.is_some_and(|known| is_name(known, &source) || is_name(&source, known))
    };
    let at = candidates.iter().position(is_it).unwrap_or_else(|| {
        candidates.push(Candidate::new(Some(source)));
        candidates.len() - 1
    });
    candidates[at].speak(basis, weight, votes, of);
}

fn places_of(facts: &[&Metadata], holds: impl Fn(&Metadata) -> bool) -> Vec<usize> {
    (0..facts.len())
        .filter(|&page| holds(facts[page]))
        .collect()
}

/// Each text with the number of its occurrences and that of all texts; only the first [`SOURCES`] texts.
fn counted<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(&'a str, usize, usize)> {
    let texts: Vec<&str> = texts.collect();
    let order = in_order(texts.len(), &|a, b| texts[a].cmp(texts[b]));
    let different = order.chunk_by(|&a, &b| texts[a] == texts[b]);
    different
        .map(|same| (texts[same[0]], same.len(), texts.len()))
        .take(SOURCES)
        .collect()
}

/// A hash that ignores case, width, variants and spaces of names.
fn name(of: &str) -> u64 {
    hash_of(&normalize(of).tokens)
}

/// Merges reports of one publisher; the largest of them determines what they go back to.
fn independent(reports: Vec<Report>, order: &[usize]) -> Vec<Origin> {
    let rank = |at: usize| {
        let pages = &reports[at].origin.pages;
        (Reverse(pages.len()), pages[0])
    };
    let reports: Vec<&Report> = in_order(reports.len(), &|a, b| rank(a).cmp(&rank(b)))
        .into_iter()
        .map(|at| &reports[at])
        .collect();
    let mut keys: Vec<(u64, usize)> = Vec::new();
    for (number, report) in reports.iter().enumerate() {
        keys.extend(report.publisher.iter().map(|&key| (key, number)));
    }
    // For each report, the first one that it is merged with.
    let mut first: Vec<usize> = (0..reports.len()).collect();
    let by_key = in_order(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    for pair in by_key
        .windows(2)
        .filter(|pair| keys[pair[0]].0 == keys[pair[1]].0)
    {
        let [a, b] = [pair[0], pair[1]].map(|key| root(&mut first, keys[key].1));
        first[a.max(b)] = a.min(b);
    }
    // For each article, the report that it goes back to, if it was judged.
    let mut goes_to: Vec<Option<usize>> = vec![None; order.len()];
    let mut origins: Vec<Origin> = Vec::with_capacity(reports.len());
    for (number, report) in reports.iter().enumerate() {
        let to = root(&mut first, number);
        for &place in &report.origin.pages {
            goes_to[place] = Some(to);
        }
        if let Some(origin) = origins.get_mut(to)
            && !origin.grounds.contains(&Basis::Publisher)
        {
            origin.grounds.push(Basis::Publisher);
        }
        origins.push(Origin {
            original: report.origin.original.map(|place| order[place]),
            pages: Vec::new(),
            ..report.origin.clone()
        });
    }
    let mut earliest = vec![usize::MAX; origins.len()];
    for (place, to) in goes_to.into_iter().enumerate() {
        if let Some(to) = to {
            origins[to].pages.push(order[place]);
            earliest[to] = earliest[to].min(place);
        }
    }
    let rank = |at: usize| (Reverse(origins[at].pages.len()), earliest[at]);
    let ranked = in_order(origins.len(), &|a, b| rank(a).cmp(&rank(b)));
    let ranked = ranked
        .into_iter()
        .filter(|&at| !origins[at].pages.is_empty());
    ranked.map(|at| origins[at].clone()).collect()
}

fn root(first: &mut [usize], mut of: usize) -> usize {
    while first[of] != of {
        first[of] = first[first[of]];
        of = first[of];
    }
    of
}

impl Origins {
    fn told(&self) -> String {
        let unknown = self.unknown.len();
        let judged: usize = self.origins.iter().map(|origin| origin.pages.len()).sum();
        let all = judged + unknown;
        let pages = |count: usize| if count == 1 { "page" } else { "pages" };
        let are = |count: usize| if count == 1 { "is" } else { "are" };
        let mut told = match self.origins.first() {
            None => return format!("None of {all} {} has an article to compare.", pages(all)),
            Some(_) if judged == 1 => {
                "Only 1 page has an article, and there is nothing to compare it with".to_owned()
            }
            Some(_) if self.origins.len() == judged => {
                format!("All {judged} pages are independent")
            }
            Some(Origin {
                source,
                pages: of,
                grounds,
                ..
            }) => {
                let one = match grounds.contains(&Basis::Publisher) {
                    true => "publisher",
                    false => "report",
                };
                // One line, whatever the page writes.
                let by = source.as_ref().map(|source| {
                    let source: Vec<&str> = source.split_whitespace().collect();
                    let before = if one == "report" { " by " } else { ", " };
                    before.to_owned() + &source.join(" ")
                });
                let (others, rest) = (self.origins.len() - 1, judged - of.len());
                let mut told = format!(
                    "{} of {all} pages go back to one {one}{}",
                    of.len(),
                    by.unwrap_or_default()
                );
                if others == rest && others > 0 {
                    told += &format!("; {others} {} independent", are(others));
                } else if others > 0 {
                    told += &format!("; {rest} others go back to {others} more");
                }
                told
            }
        };
        if unknown > 0 {
            told += &format!("; {unknown} could not be judged");
        }
        told + "."
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::single_range_in_vec_init,
        reason = "a text is made of ranges of sentences, and one may be enough"
    )]

    use super::*;
    use crate::fingerprint::Fingerprint;
    use crate::made_up;
    use proptest::prelude::*;
    use std::ops::Range;

    fn page(sentences: impl IntoIterator<Item = Range<u32>>, about: Metadata) -> Member {
        let text: String = sentences.into_iter().map(made_up::sentences).collect();
        Member {
            fingerprint: Fingerprint::of("", &text),
            metadata: about,
            ..Member::default()
        }
    }

    /// A text without a page.
    fn text(sentences: impl IntoIterator<Item = Range<u32>>) -> Member {
        page(sentences, Metadata::default())
    }

    fn member(sentences: Range<u32>, published: &str) -> Member {
        let published = Some(published.to_owned());
        page(
            [sentences],
            Metadata {
                published,
                ..Metadata::default()
            },
        )
    }

    fn at(url: &str, site: &str) -> Metadata {
        let some = |text: &str| Some(text.to_owned());
        Metadata {
            url: some(url),
            site: some(site),
            ..Metadata::default()
        }
    }

    fn sizes(found: &Origins) -> Vec<usize> {
        found
            .clusters
            .iter()
            .map(|cluster| cluster.members.len())
            .collect()
    }

    /// The clusters, with the members of each ascending.
    fn sorted(found: &Origins) -> Vec<Vec<usize>> {
        let mut clusters: Vec<Vec<usize>> = found
            .clusters
            .iter()
            .map(|cluster| cluster.members.clone())
            .collect();
        clusters
            .iter_mut()
            .for_each(|members| members.sort_unstable());
        clusters.sort();
        clusters
    }

    #[test]
    fn copies_hang_together_in_the_order_of_time() {
        let found = origins(&[
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
        assert_eq!(cluster.density, 1.0);
        assert_eq!((&found.alone[..], &found.unknown[..]), (&[1][..], &[4][..]));
        assert_eq!(
            found.sentence,
            "3 of 5 pages go back to one report; 1 is independent; 1 could not be judged."
        );
    }

    #[test]
    fn what_a_page_says_of_itself_goes_before_its_time() {
        let paper = Metadata {
            published: Some("2026-03-02".to_owned()),
            ..at("https://daily.example/1", "岚溪日报")
        };
        let portal = Metadata {
            published: Some("2026-03-01".to_owned()),
            credit: Some("岚溪日报".to_owned()),
            canonical: Some("https://daily.example/1".to_owned()),
            ..at("https://portal.example/7", "河山门户")
        };
        let found = origins(&[portal, paper].map(|about| page([0..20], about)));
        let cluster = &found.clusters[0];
        assert_eq!((cluster.original, &cluster.members[..]), (1, &[0, 1][..]));
        let link = &cluster.links[0];
        assert_eq!((link.copy, link.of), (0, 1));
        assert!(link.confidence > 50, "{link:?}");
        let [origin] = &found.origins[..] else {
            panic!("{found:?}")
        };
        assert_eq!(
            (origin.original, origin.source.as_deref()),
            (Some(1), Some("岚溪日报"))
        );
        assert_eq!(origin.grounds, [Basis::Canonical, Basis::Credit]);
        assert_eq!(
            found.sentence,
            "2 of 2 pages go back to one report by 岚溪日报."
        );
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
        let found = origins(&[stub(), whole(), gated(member(0..10, "2026-03-03"))]);
        let cluster = &found.clusters[0];
        assert_eq!((cluster.original, cluster.members.len()), (1, 3));
        assert_eq!(
            found.origins[0].original, None,
            "its time does not speak for it"
        );
        let links = cluster.links.iter();
        let links: Vec<_> = links.map(|l| (l.copy, l.of, l.verdict)).collect();
        assert_eq!(links[0], (0, 1, Verdict::Partial));
        assert!(links.iter().all(|link| link.2 == Verdict::Partial));
        let stubs = origins(&[stub(), stub()]);
        assert_eq!(stubs.clusters[0].original, 0);
        assert_eq!(stubs.clusters[0].links[0].verdict, Verdict::Partial);
    }

    #[test]
    fn the_largest_cluster_is_the_first() {
        let texts = [0, 40, 40, 80, 80, 80];
        let members = texts.map(|from| member(from..from + 20, "2026-03-01"));
        assert_eq!(sizes(&origins(&members)), [3, 2]);
        let nothing = origins(&[]);
        assert_eq!(
            (nothing.origins.len(), &*nothing.sentence),
            (0, "None of 0 pages has an article to compare.")
        );
    }

    /// Each shares half with the next and nothing with the one after that.
    #[test]
    fn a_chain_ties_nobody_to_strangers() {
        let links: Vec<Member> = (0..40).map(|i| text([10 * i..10 * i + 20])).collect();
        let found = origins(&links);
        assert!(
            sizes(&found).iter().all(|&size| size <= 2),
            "{:?}",
            sorted(&found)
        );
        for cluster in sorted(&found) {
            assert_eq!(cluster[0] + 1, cluster[1], "neighbours only");
        }
        assert!(
            sizes(&found).len() >= 15,
            "half of a text is still found in its neighbour: {:?}",
            sizes(&found)
        );
        // Each is the same as the next and differs from the one ten positions on.
        let drifting: Vec<Member> = (0..80).map(|i| text([i..i + 30])).collect();
        let found = origins(&drifting);
        for cluster in &found.clusters {
            let far = |&member: &usize| member.abs_diff(cluster.representative) >= 24;
            assert!(!cluster.members.iter().any(far), "{cluster:?}");
        }
        assert!(found.clusters.len() > 1, "{:?}", sorted(&found));
    }

    #[test]
    fn a_digest_ties_no_articles_together() {
        let articles = |count: u32| (0..count).map(|i| 30 * i..30 * i + 20);
        for count in [2, 3, 4, 10] {
            for digest_first in [true, false] {
                let mut pages: Vec<Member> =
                    articles(count).map(|article| text([article])).collect();
                let place = if digest_first { 0 } else { pages.len() };
                pages.insert(place, text(articles(count)));
                let found = origins(&pages);
                let largest = sizes(&found).first().copied().unwrap_or(1);
                assert!(largest <= 2, "{count} articles: {:?}", sorted(&found));
                let origins = found.origins.len() as u32;
                assert!(
                    (count..=count + 1).contains(&origins),
                    "{count} articles: {origins}"
                );
            }
        }
        // It was copied too, but less often than what it quotes.
        let mut pages: Vec<Member> = articles(3)
            .flat_map(|article| [(); 3].map(|()| text([article.clone()])))
            .collect();
        pages.extend([(); 2].map(|()| text(articles(3))));
        let found = origins(&pages);
        assert_eq!(found.origins.len(), 3, "{:?}", sorted(&found));
        for article in [0..3, 3..6, 6..9] {
            let together =
                |cluster: &Vec<usize>| article.clone().all(|page| cluster.contains(&page));
            assert!(sorted(&found).iter().any(together), "{:?}", sorted(&found));
        }
    }

    #[test]
    fn boilerplate_ties_no_articles_together() {
        let boilerplate = 500..506;
        let mut pages: Vec<Member> = (0..12)
            .map(|i| text([30 * i..30 * i + 23, boilerplate.clone()]))
            .collect();
        pages.insert(5, text([boilerplate.clone()]));
        let found = origins(&pages);
        assert!(
            sizes(&found).iter().all(|&size| size <= 2),
            "{:?}",
            sorted(&found)
        );
        assert!((12..=13).contains(&found.origins.len()));
    }

    #[test]
    fn excerpts_that_share_nothing_hang_together_by_what_they_are_of() {
        let whole = || text([0..40]);
        let excerpts = || [text([0..15]), text([25..40])];
        let [head, tail] = excerpts();
        let found = origins(&[head, whole(), tail, whole()]);
        assert_eq!(sizes(&found), [4]);
        assert!(found.clusters[0].density < 1.0);
        assert!([1, 3].contains(&found.clusters[0].representative));
        // A single page might be a digest of two, unless it precedes them.
        let [head, tail] = excerpts();
        assert_eq!(origins(&[head, whole(), tail]).origins.len(), 2);
        let dated = |sentences, day: &str| member(sentences, &format!("2026-03-{day}"));
        let found = origins(&[dated(0..15, "02"), dated(0..40, "01"), dated(25..40, "03")]);
        assert_eq!(
            (sizes(&found), found.origins[0].original),
            (vec![3], Some(1))
        );
    }

    #[test]
    fn the_text_that_all_come_closest_to_is_central() {
        let copies = (1..7).map(|i| text([0..5 * i, 200 + i..201 + i, 5 * i + 1..40]));
        let mut pages: Vec<Member> = copies.collect();
        pages.insert(3, text([0..40]));
        let found = origins(&pages);
        let [origin] = &found.origins[..] else {
            panic!("{found:?}")
        };
        assert_eq!(
            (origin.original, &origin.grounds[..]),
            (Some(3), &[Basis::Central][..])
        );
        assert_eq!(found.clusters[0].original, 3);
        // Two identical articles are equally similar to the others.
        pages.push(text([0..40]));
        assert_eq!(origins(&pages).origins[0].original, None);
    }

    #[test]
    fn a_source_that_is_not_among_the_pages_is_named() {
        let copy = |host: &str, credit: Option<&str>| {
            let url = format!("https://{host}.example/1");
            page(
                [0..30],
                Metadata {
                    credit: credit.map(str::to_owned),
                    ..at(&url, host)
                },
            )
        };
        let own = |host: &str, credit: &str, from: u32| {
            let about = Metadata {
                credit: Some(credit.to_owned()),
                ..at(&format!("https://{host}.example/2"), host)
            };
            page([from..from + 30], about)
        };
        let wire = Some("Meridian Wire");
        let mut pages = vec![
            copy("portal", wire),
            copy("courier", wire),
            copy("grid", None),
        ];
        let found = origins(&pages);
        let origin = &found.origins[0];
        assert_eq!((origin.source.as_deref(), origin.original), (wire, None));
        assert!(
            origin.confidence >= 70 && origin.grounds == [Basis::Credit],
            "{origin:?}"
        );
        assert_eq!(found.clusters[0].confidence, 0);
        assert_eq!(
            found.sentence,
            "3 of 3 pages go back to one report by Meridian Wire."
        );
        // Another text from that source is not another origin, but one of its own is.
        pages.push(own("herald", "meridian wire", 100));
        pages.push(own("post", "post", 200));
        let found = origins(&pages);
        assert_eq!(found.origins.len(), 2);
        assert_eq!(found.origins[0].pages, [0, 1, 2, 3]);
        assert_eq!(found.origins[0].grounds, [Basis::Credit, Basis::Publisher]);
        assert_eq!(
            found.sentence,
            "4 of 5 pages go back to one publisher, Meridian Wire; 1 is independent."
        );
        // If as many pages name other sources, none is believed.
        let pages = ["Meridian Wire", "Harbour News", "The Ledger"]
            .map(|credit| copy(credit, Some("x y z")));
        let named = pages
            .into_iter()
            .zip(["a b c", "d e f", "g h i"])
            .map(|(mut page, credit)| {
                page.metadata.credit = Some(credit.to_owned());
                page
            });
        let found = origins(&named.collect::<Vec<_>>());
        assert_eq!(
            (
                found.origins[0].source.as_deref(),
                found.origins[0].confidence
            ),
            (None, 0)
        );
    }

    #[test]
    fn pages_of_one_publisher_count_once() {
        let pages = [
            page([0..20], at("https://daily.example/1", "Daily")),
            page([40..60], at("https://www.daily.example/2", "Daily")),
            page([80..100], at("https://app.example/3", "DAILY")),
            page([120..140], at("https://other.example/4", "Other")),
        ];
        let found = origins(&pages);
        assert_eq!(found.origins.len(), 2);
        assert_eq!(
            (&found.origins[0].pages[..], &found.origins[0].grounds[..]),
            (&[0, 1, 2][..], &[Basis::Publisher][..])
        );
        assert_eq!(found.alone.len(), 4);
        assert_eq!(
            found.sentence,
            "3 of 4 pages go back to one publisher, Daily; 1 is independent."
        );
        // A page that copies one source and also has a text of its own counts as two sources.
        let pages = [
            page(
                [0..20],
                Metadata {
                    credit: Some("Other".to_owned()),
                    ..at("https://daily.example/1", "Daily")
                },
            ),
            page([0..20], at("https://other.example/4", "Other")),
            page([80..100], at("https://daily.example/3", "Daily")),
        ];
        assert_eq!(origins(&pages).origins.len(), 2);
    }

    #[test]
    fn an_update_is_a_version() {
        let first = Metadata {
            published: Some("2026-03-01".to_owned()),
            ..at("https://daily.example/1", "Daily")
        };
        let later = Metadata {
            published: Some("2026-03-02".to_owned()),
            canonical: Some("https://daily.example/1".to_owned()),
            ..at("http://daily.example/1?print=1", "Daily")
        };
        let found = origins(&[page([0..30], first.clone()), page([0..45], later)]);
        let link = &found.clusters[0].links[0];
        assert!(
            link.version && link.of == 0 && !link.changes.is_empty(),
            "{link:?}"
        );
        let copy = page([0..45], at("https://portal.example/9", "Portal"));
        assert!(!origins(&[page([0..30], first), copy]).clusters[0].links[0].version);
    }

    #[test]
    fn few_pages_have_a_sentence_too() {
        let of = |pages: &[Member]| origins(pages).sentence;
        assert_eq!(
            of(&[text([0..20])]),
            "Only 1 page has an article, and there is nothing to compare it with."
        );
        assert_eq!(
            of(&[Member::default()]),
            "None of 1 page has an article to compare."
        );
        assert_eq!(
            of(&[text([0..20]), text([40..60])]),
            "All 2 pages are independent."
        );
        let three = [0, 0, 0, 40, 40, 80].map(|from| text([from..from + 20]));
        assert_eq!(
            of(&three),
            "3 of 6 pages go back to one report; 3 others go back to 2 more."
        );
    }

    proptest! {
        /// Every article appears exactly once, and each cluster is a tree around its representative.
        #[test]
        fn every_article_has_its_place(texts in prop::collection::vec((0u32..6, 4u32..20, 0u32..4), 0..24)) {
            let members: Vec<Member> = texts
                .iter()
                .map(|&(from, length, day)| member(from * 10..from * 10 + length, &format!("2026-03-0{}", day + 1)))
                .collect();
            let found = origins(&members);
            let places = (0..members.len()).collect::<Vec<_>>();
            let sorted = |mut all: Vec<usize>| {
                all.sort_unstable();
                all
            };
            let clustered = found.clusters.iter().flat_map(|cluster| &cluster.members);
            let all = clustered.chain(&found.alone).chain(&found.unknown).copied().collect();
            prop_assert_eq!(sorted(all), &places[..]);
            let all = found.origins.iter().flat_map(|origin| &origin.pages).chain(&found.unknown);
            prop_assert_eq!(sorted(all.copied().collect()), &places[..]);
            for cluster in &found.clusters {
                prop_assert_eq!(cluster.links.len() + 1, cluster.members.len());
                prop_assert!(cluster.members.contains(&cluster.original));
                prop_assert!(cluster.links.iter().all(|link| link.copy != cluster.original));
                prop_assert!((0.0..=1.0).contains(&cluster.density));
                let center = &members[cluster.representative];
                for &member in cluster.members.iter().filter(|&&member| member != cluster.representative) {
                    let [a, b] = [center, &members[member]].map(|member| member.fingerprint.as_ref());
                    prop_assert!(crate::compare::verdict::compare(a, b).verdict >= Verdict::Partial);
                }
            }
        }
    }
}
