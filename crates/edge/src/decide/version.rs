//! Compares a page with itself as it was stored.

use super::super::record::Record;
use offprint::Fingerprint;
use offprint::compare::{Change, ChangeKind, Verdict, changes};
use offprint::internals::verdict::compare_on_one_site;
use serde::Serialize;

/// The page compared with itself as it was stored, if its text has changed since: if one of the two texts has more than
/// [`OWN`](offprint::compare::OWN) that the other lacks, which is more than readings of one text differ by. A page is
/// not a copy of itself, so this is kept beside the verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Version {
    /// The verdict on the present text and the stored one.
    pub verdict: Verdict,
    /// How similar the two are, 0 to 1.
    pub score: f64,
    /// How the stored text was changed.
    pub changes: Vec<Change>,
}

/// The page compared with the records of itself; `None` if one of them has its text, or there are no such records.
pub(super) fn version<'a>(
    own: impl Iterator<Item = &'a Record>,
    fingerprint: &Fingerprint,
) -> Option<Version> {
    // Both are what the page shows, so a gate before it does not matter here.
    let shown = |of: &Fingerprint| {
        let mut shown = of.clone();
        shown.gated = false;
        shown
    };
    let page = shown(fingerprint);
    let versions = own.map(|own| {
        let comparison = compare_on_one_site(Some(&shown(&own.fingerprint)), Some(&page));
        let shares_text = comparison.verdict >= Verdict::Partial;
        let sides = comparison.sides.as_ref().filter(|_| shares_text);
        Version {
            verdict: comparison.verdict,
            score: comparison.score,
            changes: sides.map(changes).unwrap_or_default(),
        }
    });
    let nearest = versions.reduce(|nearest, other| match other.score > nearest.score {
        true => other,
        false => nearest,
    })?;
    let extents = [
        ChangeKind::Contained,
        ChangeKind::Contains,
        ChangeKind::Overlap,
    ];
    let has_own = nearest
        .changes
        .iter()
        .any(|change| extents.contains(&change.kind));
    (nearest.verdict != Verdict::Same || has_own).then_some(nearest)
}
