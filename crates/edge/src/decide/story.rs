//! The versions of one page, and since when the page has had a text.
//!
//! A page keeps its date while it changes: a page that had part of a text before another page had all of it, and later
//! has all of it too, is not a copy of that other page. Each earlier version is compared with the text in question
//! itself, not with the version after it. So a page cannot lend its date to another text by adding that to its own,
//! however gradually.

use super::super::record::Record;
use offprint::Fingerprint;
use offprint::compare::{Change, ChangeKind, Comparison, Verdict, changes, compare};
use offprint::internals::verdict::{ONE_SITE, compare_on_one_site};
use serde::Serialize;

/// The page compared with itself as it was stored, if its text has changed since: if one of the two texts has more than
/// 15 % that the other lacks, which is more than readings of one text differ by. A page is not a copy of itself, so
/// this is kept beside the verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Version {
    /// The verdict on the present text and the stored one.
    pub verdict: Verdict,
    /// How similar the two are, 0 to 1.
    pub score: f64,
    /// How the stored text was changed.
    pub changes: Vec<Change>,
}

/// What the register holds of the judged page.
pub(super) struct Life<'a> {
    /// The versions that agree with its present text; empty for a page that is new, or has another text now.
    pub versions: Vec<&'a Record>,
    /// The one with its present text; or, if a gate now hides part of it, a whole one.
    pub present: Option<&'a Record>,
    /// The comparison with the most similar one, if it has another text.
    pub version: Option<Version>,
}

impl<'a> Life<'a> {
    /// The life of a page with this text, from the records of its address.
    pub(super) fn new(own: impl Iterator<Item = &'a Record>, text: Option<&Fingerprint>) -> Self {
        let mut life = Life {
            versions: Vec::new(),
            present: None,
            version: None,
        };
        let Some(text) = text else {
            return life;
        };
        let page = shown(text);
        let mut score = -1.0;
        for own in own {
            let comparison = compare_on_one_site(Some(&shown(&own.fingerprint)), Some(&page));
            if life.versions.iter().any(|other| other.id == own.id) || !agrees(&comparison) {
                continue;
            }
            life.versions.push(own);
            if comparison.score > score {
                score = comparison.score;
                life.version = changed(&comparison);
                life.present = life.version.is_none().then_some(own);
            }
        }
        if text.gated && life.present.is_none() {
            let mut versions = life.versions.iter().copied();
            life.present = versions.find(|version| !version.fingerprint.gated);
        }
        life
    }

    /// Since when the page has had a text that agrees with another one; `None` if it did not before now.
    pub(super) fn since(&self, other: &Fingerprint) -> Option<&'a str> {
        let present = self.present.map(Record::since);
        let versions = self.versions.iter().copied().flat_map(|version| {
            let counts = !version.borrowed && has(&version.fingerprint, other);
            let earlier = earlier(version, other);
            counts.then_some(version.since()).into_iter().chain(earlier)
        });
        present.into_iter().chain(versions).min()
    }

    /// Its latest version.
    pub(super) fn latest(&self) -> Option<&'a Record> {
        self.versions
            .iter()
            .copied()
            .max_by_key(|version| version.since())
    }
}

/// Since when the page of a record has had a text that agrees with another one, which the record itself does.
pub(super) fn since<'a>(record: &'a Record, other: &Fingerprint) -> &'a str {
    earlier(record, other)
        .chain([record.since()])
        .min()
        .unwrap_or_default()
}

fn earlier<'a>(record: &'a Record, other: &Fingerprint) -> impl Iterator<Item = &'a str> {
    let earlier = record.story.iter().flat_map(|story| &story.earlier);
    earlier
        .filter(|earlier| has(&earlier.fingerprint, other))
        .map(|earlier| earlier.since.as_str())
}

/// The share of a text that an earlier version must have to date it, unless the text begins with what the version has.
/// Larger: a page that puts what is new on top, such as a live blog, loses its date if it is seldom read; smaller: a
/// page that consists of what a paper puts below all of its articles dates more of them.
const DATES: f64 = 1.0 / 3.0;
/// How much of a text may precede the beginning that an earlier version has. Larger: more may be put on top.
const BEGINS: f64 = 0.1;

/// Whether an earlier text agrees with another one, as a beginning of it or a large part.
fn has(earlier: &Fingerprint, other: &Fingerprint) -> bool {
    let comparison = compare(Some(&shown(earlier)), Some(&shown(other)));
    let sides = comparison.sides.as_ref();
    agrees(&comparison)
        && sides.is_some_and(|[_, side]| side.held_long >= DATES || side.head <= BEGINS)
}

/// Whether two texts have much in common, whatever their headlines and wherever it is: a page may change its headline
/// and its lead, and what it keeps is no notice or footer.
fn agrees(comparison: &Comparison) -> bool {
    let mut sides = comparison.sides.iter().flatten();
    let mut evidence = comparison.evidence.iter();
    match comparison.verdict {
        Verdict::Same | Verdict::Partial => true,
        Verdict::Unknown | Verdict::Different => {
            evidence.any(|found| found.channel == "shared-samples" && found.fired)
                && sides.any(|side| side.held_long >= ONE_SITE.partial_coverage)
        }
    }
}

/// A text as the page shows it: how much a gate hides does not matter here.
fn shown(of: &Fingerprint) -> Fingerprint {
    let mut shown = of.clone();
    shown.gated = false;
    shown
}

/// How a page has changed; `None` if it has not.
fn changed(comparison: &Comparison) -> Option<Version> {
    let sides = comparison.sides.as_ref();
    let version = Version {
        verdict: comparison.verdict,
        score: comparison.score,
        changes: sides.map(changes).unwrap_or_default(),
    };
    let extents = [
        ChangeKind::Contained,
        ChangeKind::Contains,
        ChangeKind::Overlap,
    ];
    let mut kinds = version.changes.iter().map(|change| change.kind);
    let has_own = kinds.any(|kind| extents.contains(&kind));
    let is_other = version.verdict == Verdict::Partial;
    (is_other || has_own).then_some(version)
}
