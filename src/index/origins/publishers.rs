//! Reports of one publisher count once, and so does everything that rewrites a report.

use super::report::Report;
use super::{ClusterEvidence, Origin};
use crate::index::clusters::{Compares, in_order, in_order_of};
use crate::index::rewritings::RewritingLink;
use std::cmp::Reverse;

/// Merges reports of one publisher, and reports that rewrite another one. The largest report determines the origin;
/// among rewritten reports, the earliest one does.
pub fn independent(reports: Vec<Report>, compares: &Compares, links: &[RewritingLink]) -> Vec<Origin> {
    let order = &compares.order;
    let by_size = in_order_of(reports.len(), |at| {
        let pages = &reports[at].origin.pages;
        (Reverse(pages.len()), pages[0])
    });
    let reports: Vec<&Report> = by_size.into_iter().map(|at| &reports[at]).collect();
    // For each article, its report, if it was judged.
    let mut report_of: Vec<Option<usize>> = vec![None; order.len()];
    for (number, report) in reports.iter().enumerate() {
        for &place in &report.origin.pages {
            report_of[place] = Some(number);
        }
    }
    let mut joins = of_one_publisher(&reports);
    joins.extend(links.iter().filter_map(|link| {
        let ends = [link.rewriting, link.source];
        let [a, b] = ends.map(|article| report_of[compares.places[article]]);
        Some(([a?, b?], ClusterEvidence::Rewritten))
    }));
    let (mut first, evidence) = merge(reports.len(), joins);
    // The report that determines the origin of each merged report.
    let mut heads: Vec<usize> = (0..reports.len()).collect();
    for (number, report) in reports.iter().enumerate() {
        let to = root(&mut first, number);
        let head = &reports[heads[to]].origin.pages;
        if evidence[to].contains(&ClusterEvidence::Rewritten) && report.origin.pages[0] < head[0] {
            heads[to] = number;
        }
    }
    let mut origins: Vec<Origin> = Vec::with_capacity(heads.len());
    for (&number, more) in heads.iter().zip(&evidence) {
        let head = &reports[number].origin;
        origins.push(Origin {
            original: head.original.map(|place| order[place]),
            evidence: head.evidence.iter().chain(more).copied().collect(),
            pages: Vec::new(),
            ..head.clone()
        });
    }
    let mut earliest = vec![usize::MAX; origins.len()];
    for (place, report) in report_of.into_iter().enumerate() {
        if let Some(report) = report {
            let to = root(&mut first, report);
            origins[to].pages.push(order[place]);
            earliest[to] = earliest[to].min(place);
        }
    }
    let by_pages = in_order_of(origins.len(), |at| (Reverse(origins[at].pages.len()), earliest[at]));
    let ranked = by_pages.into_iter().map(|at| origins[at].clone());
    ranked.filter(|origin| !origin.pages.is_empty()).collect()
}

/// Merges items that are joined. For each item, returns an earlier item that it is merged with; [`root`] finds the
/// first of all. For each first item, also returns the evidence.
fn merge(count: usize, mut joins: Vec<([usize; 2], ClusterEvidence)>) -> (Vec<usize>, Vec<Vec<ClusterEvidence>>) {
    joins.retain(|([a, b], _)| a != b);
    let mut first: Vec<usize> = (0..count).collect();
    for (ends, _) in &joins {
        let [a, b] = ends.map(|end| root(&mut first, end));
        first[a.max(b)] = a.min(b);
    }
    let mut evidence: Vec<Vec<ClusterEvidence>> = vec![Vec::new(); count];
    for ([a, _], kind) in joins {
        let kinds = &mut evidence[root(&mut first, a)];
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    (first, evidence)
}

/// Pairs of reports that share a publisher, by their numbers.
fn of_one_publisher(reports: &[&Report]) -> Vec<([usize; 2], ClusterEvidence)> {
    let mut keys: Vec<(u64, usize)> = Vec::new();
    for (number, report) in reports.iter().enumerate() {
        keys.extend(report.publisher.iter().map(|&key| (key, number)));
    }
    let by_key = in_order(keys.len(), &|a, b| keys[a].cmp(&keys[b]));
    by_key
        .windows(2)
        .map(|pair| [keys[pair[0]], keys[pair[1]]])
        .filter(|[a, b]| a.0 == b.0)
        .map(|[a, b]| ([a.1, b.1], ClusterEvidence::Publisher))
        .collect()
}

/// The first of the items that this one was merged with.
pub fn root(first: &mut [usize], mut of: usize) -> usize {
    while first[of] != of {
        first[of] = first[first[of]];
        of = first[of];
    }
    of
}
