//! The versions of one page, and since when the page has had a text.
//!
//! A page keeps its date while it changes. Take a page that had part of a text before another page had all of it, and
//! that later has all of it too: neither is a copy of the other. Each earlier version is compared with the text in
//! question itself, not with the version after it. So a page cannot lend its date to another text by adding it bit by
//! bit to its own.

use super::super::record::Record;
use offprint::Fingerprint;
use offprint::compare::{Change, ChangeKind, Comparison, Verdict, compare};
use offprint::internals::changes::changes;
use offprint::internals::verdict::{ONE_SITE, compare_on_one_site};
use serde::Serialize;

/// The page compared with itself as it was stored, if its text has changed since: if more than 15 % of one of the two
/// texts is missing from the other, which is more than readings of one text differ by. A page is not a copy of itself,
/// so this is kept with the verdict.
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
pub(super) struct PageHistory<'a> {
    /// The versions that agree with its present text; empty for a page that is new, or has another text now.
    pub versions: Vec<&'a Record>,
    /// The version with its present text or, if a gate now hides part of it, a whole one.
    pub present: Option<&'a Record>,
    /// The comparison with the most similar version, if it has another text.
    pub version: Option<Version>,
}

impl<'a> PageHistory<'a> {
    /// The history of a page with this text, from the records of its address.
    pub(super) fn new(own: impl Iterator<Item = &'a Record>, text: Option<&Fingerprint>) -> Self {
        let mut history = PageHistory { versions: Vec::new(), present: None, version: None };
        let Some(text) = text else {
            return history;
        };
        let page = without_gate(text);
        let mut score = -1.0;
        for own in own {
            let comparison = compare_on_one_site(&without_gate(&own.fingerprint), &page);
            if history.versions.iter().any(|other| other.id == own.id) || !agrees(&comparison) {
                continue;
            }
            history.versions.push(own);
            if comparison.score > score {
                score = comparison.score;
                history.version = changed(&comparison);
                history.present = history.version.is_none().then_some(own);
            }
        }
        if text.is_gated() && history.present.is_none() {
            let mut versions = history.versions.iter().copied();
            history.present = versions.find(|version| !version.fingerprint.is_gated());
        }
        history
    }

    /// Since when the page has had a text that agrees with another one. It now has the share `now` of that text.
    pub(super) fn dates(&self, other: &Fingerprint, now: f64) -> Dates<'a> {
        let versions = self.versions.iter().copied();
        let mut dates = Dates::new(versions.flat_map(texts), other, now);
        if let Some(present) = self.present {
            dates.add(present.since(), true);
        }
        dates
    }

    /// Its latest version.
    pub(super) fn latest(&self) -> Option<&'a Record> {
        self.versions.iter().copied().max_by_key(|version| version.since())
    }
}

/// Since when a page has had a text that agrees with another one; `None` if it did not before now.
#[derive(Default)]
pub(super) struct Dates<'a> {
    /// A beginning or a large part of it.
    pub part: Option<&'a str>,
    /// Nearly as much of it as now.
    pub whole: Option<&'a str>,
}

impl<'a> Dates<'a> {
    /// The dates of the page of a record, which itself has the share `now` of the other text.
    pub(super) fn of_record(record: &'a Record, other: &Fingerprint, now: f64) -> Self {
        let mut dates = Dates::new(texts(record), other, now);
        dates.add(record.since(), true);
        dates
    }

    /// A text that was derived from another site is not evidence, unless it is nearly all of the other text.
    fn new(texts: impl Iterator<Item = Text<'a>>, other: &Fingerprint, now: f64) -> Self {
        let mut dates = Dates::default();
        for (since, text, derived) in texts {
            let share = shared_with(text, other).filter(|share| !derived || *share >= NEARLY);
            if let Some(share) = share {
                dates.add(since, share >= NEARLY * now);
            }
        }
        dates
    }

    fn add(&mut self, since: &'a str, whole: bool) {
        let earliest = |known: Option<&'a str>| known.into_iter().chain([since]).min();
        self.part = earliest(self.part);
        if whole {
            self.whole = earliest(self.whole);
        }
    }
}

/// A text of a page: since when it is known, and whether much of it was derived.
type Text<'a> = (&'a str, &'a Fingerprint, bool);

/// The texts of a record and of the versions before it.
fn texts(record: &Record) -> impl Iterator<Item = Text<'_>> {
    let earlier = record.story.iter().flat_map(|story| &story.earlier);
    earlier.map(|earlier| (earlier.since.as_str(), &earlier.fingerprint, earlier.derived)).chain([(
        record.since(),
        &record.fingerprint,
        record.derived,
    )])
}

/// The share of a text that an earlier version must have to date it, unless the text begins with what the version has.
/// Larger: a page that puts new text on top, such as a live blog, loses its date if it is seldom read; smaller: a page
/// that holds only a paper's standing text below its articles dates more of them.
const DATES: f64 = 1.0 / 3.0;
/// How much of a text may precede the beginning that an earlier version has. Larger: more may be put on top.
const BEGINS: f64 = 0.1;

/// For a page to have had its present share of a text at an earlier time, the version from then must have had this part
/// of that share. Larger: a page that is edited a little loses its date sooner; smaller: a page that quoted much of a
/// source dates what others make of that source.
const NEARLY: f64 = 0.8;

/// The share of another text that an earlier one has; `None` unless it has its beginning or a large part.
fn shared_with(earlier: &Fingerprint, other: &Fingerprint) -> Option<f64> {
    let comparison = compare(&without_gate(earlier), &without_gate(other));
    let [_, side] = comparison.sides.filter(|_| agrees(&comparison))?;
    (side.long_coverage >= DATES || side.head <= BEGINS).then_some(side.long_coverage)
}

/// Samples that a preview must share with the article that it begins. Larger: shorter previews do not date it.
const PREVIEW: f64 = 4.0;

/// Whether an earlier text and a later one share much, whatever their headlines and wherever it is: a page may change
/// its headline and its lead, but what it keeps must be more than a notice or a footer. A preview is short, and the
/// article begins with all of it.
fn agrees(comparison: &Comparison) -> bool {
    let shared = comparison.evidence.iter().find(|found| found.metric == "shared-samples");
    let (Some([earlier, later]), Some(shared)) = (&comparison.sides, shared) else {
        return comparison.verdict >= Verdict::Partial;
    };
    let has_much = [earlier, later].iter().any(|side| side.long_coverage >= ONE_SITE.partial_coverage);
    let begins = earlier.long_coverage >= NEARLY && later.head <= BEGINS;
    comparison.verdict >= Verdict::Partial || shared.passed && has_much || shared.value >= PREVIEW && begins
}

/// A text as the page shows it: how much a gate hides does not matter here.
fn without_gate(fingerprint: &Fingerprint) -> Fingerprint {
    fingerprint.clone().with_gate(false)
}

/// How a page has changed; `None` if it has not.
fn changed(comparison: &Comparison) -> Option<Version> {
    let sides = comparison.sides.as_ref();
    let version = Version {
        verdict: comparison.verdict,
        score: comparison.score,
        changes: sides.map(changes).unwrap_or_default(),
    };
    let extents = [ChangeKind::FirstContains, ChangeKind::SecondContains, ChangeKind::Overlap];
    let mut kinds = version.changes.iter().map(|change| change.kind);
    let has_own = kinds.any(|kind| extents.contains(&kind));
    let is_other = version.verdict == Verdict::Partial;
    (is_other || has_own).then_some(version)
}
