//! The links of a cluster: each page, and the earlier page that it was most likely copied from.

use super::report::Report;
use super::{Cluster, CopyLink};
use crate::compare::original::Which;
use crate::compare::record::ArticleRecord;
use crate::compare::relation::relate;
use crate::index::clusters::{Compares, Group};

/// A cluster with its links.
pub(super) fn cluster(members: &[ArticleRecord], compares: &Compares, group: &Group, report: &Report) -> Cluster {
    let order = &compares.order;
    let center = group.representative;
    let original = report.origin.original;
    let earlier = |place: usize| {
        let nearest = compares.nearest(place, |other| other < place && group.places.binary_search(&other).is_ok());
        nearest.map(|(other, _)| other)
    };
    // An article that is similar to no earlier one is linked to the representative, unless the representative itself
    // goes back to it.
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
        links.push(link(members, [order[first], order[second]], original.map(|place| order[place])));
    }
    Cluster {
        original: original.map(|place| order[place]),
        confidence: original.map_or(0, |_| report.origin.confidence),
        representative: order[center],
        density: group.density,
        members: group.places.iter().map(|&place| order[place]).collect(),
        links,
    }
}

/// Links an article and a later one. The original of the cluster is never a copy.
fn link(members: &[ArticleRecord], [earlier, later]: [usize; 2], original: Option<usize>) -> CopyLink {
    let forward = relate(&members[earlier], &members[later]);
    let stated = forward.original.as_ref();
    let which = stated.and_then(|stated| stated.which);
    // Time order alone does not make the beginning of an article the source of the whole.
    let is_stub = members[earlier].is_gated() && !members[later].is_gated();
    let turned = match original {
        Some(original) if original == earlier => false,
        Some(original) if original == later => true,
        _ => which == Some(Which::Second) || (which.is_none() && is_stub),
    };
    // If the rest of the cluster outweighs what the two pages state, the two alone prove nothing.
    let agrees = (which == Some(Which::Second)) == turned;
    let confidence = stated.filter(|_| agrees).map_or(0, |stated| stated.confidence);
    let (source, copy, relation) =
        if turned { (later, earlier, relate(&members[later], &members[earlier])) } else { (earlier, later, forward) };
    CopyLink {
        copy,
        source,
        confidence,
        verdict: relation.comparison.verdict,
        score: relation.comparison.score,
        version: relation.version,
        changes: relation.changes,
    }
}
