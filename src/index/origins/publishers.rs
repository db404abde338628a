//! Reports of one publisher count once.

use super::report::Report;
use super::{Basis, Origin};
use crate::index::clusters::in_order;
use std::cmp::Reverse;

/// Merges reports of one publisher; the largest of them determines what they go back to.
pub fn independent(reports: Vec<Report>, order: &[usize]) -> Vec<Origin> {
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

/// The first of those that an item was merged with.
pub fn root(first: &mut [usize], mut of: usize) -> usize {
    while first[of] != of {
        first[of] = first[first[of]];
        of = first[of];
    }
    of
}
