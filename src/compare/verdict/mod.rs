//! The verdict on two fingerprints.
//!
//! Each fingerprint has a sample of its text's shingles, in text order. For either side we see which of its samples the
//! other has. This shows how much is missing and where: at the head, at the tail or inside. A copy that was edited
//! lightly throughout misses single samples everywhere; one that was cut misses consecutive ones. Evenly edited copies
//! keep more of their short shingles than of their long ones; where whole sentences changed, both kinds suffer alike.
//!
//! All arithmetic is exact on every platform: sums, products, quotients and square roots.

mod agreement;
mod conditions;
mod likeness;
mod samples;
#[cfg(test)]
mod tests;

pub use conditions::{ONE_SITE, THRESHOLDS, Thresholds};
pub use likeness::Likeness;

use crate::fingerprint::Fingerprint;
use crate::name::{self, Name};
use crate::schema::{names, object};
use serde::Deserializer;

names! {
    /// The relation of two texts.
    #[derive(PartialOrd, Ord)]
    #[allow(clippy::exhaustive_enums, reason = "callers do something for each verdict")]
    pub enum Verdict {
        /// Too little text to decide; or neither of two different headlines is mentioned in the shared text, which may
        /// be a notice.
        Unknown = "unknown",
        /// Different articles, perhaps on the same event, or written from one template: they share phrases throughout,
        /// but almost no figures.
        Different = "different",
        /// One abridges, extends, merges or quotes a large part of the other. A short shared end does not count if the
        /// beginnings differ: it may be a footer.
        Partial = "partial",
        /// The same article, with at most small edits.
        Same = "same",
    }
}

object! {
    /// A verdict with its reasons.
    ///
    /// It can be read back from its JSON. Evidence from other methods is rejected, since the names of their metrics are
    /// unknown here.
    pub struct Comparison {
        /// The outcome. `unknown` means too little text to decide, or shared text that mentions neither of two
        /// different headlines, which may be a notice; `partial`, that one abridges, extends, merges or
        /// quotes a large part of the other.
        verdict "verdict": Verdict;
        /// Similarity, 0 to 1: the smaller of both coverages by short shingles, halved if one of the two is gated.
        score "score": f64;
        /// Whether the verdict is borderline: a single condition within its margin, had it come out differently, would have
        /// changed it. Callers that have both texts can `align` them.
        borderline "borderline": bool;
        /// What each side has that the other lacks, first side first; null if one is unknown.
        sides "sides": Option<[Side; 2]>;
        /// Every condition that was evaluated; the verdict follows from which of them hold. One further entry,
        /// `feature-codes`, is informational and does not affect the verdict.
        evidence "evidence": Vec<Evidence>;
    }
}

object! {
    /// One text compared with the other: shares from 0 to 1, by the samples of its fingerprint, and whether it is
    /// complete.
    #[derive(Copy)]
    pub struct Side {
        /// Share of its short shingles that the other holds: its coverage, or containment in the other.
        coverage "coverage": f64;
        /// Lower bound of the whole text's share, for 95 of 100 such samples (Wilson, 1927).
        coverage_low "coverageLow": f64;
        /// Upper bound.
        coverage_high "coverageHigh": f64;
        /// Share of its long shingles that the other holds. Edits reduce it more than `coverage`.
        long_coverage "longCoverage": f64;
        /// Share of its text that precedes the first stretch that both hold.
        head "head": f64;
        /// Share that the other lacks between the first and the last such stretch.
        inside "inside": f64;
        /// Share that follows the last such stretch.
        tail "tail": f64;
        /// Share of its text that the other lacks and that may not be part of the article, such as a notice below it.
        /// It does not count: the other shares are those of the rest.
        uncertain "uncertain": f64;
        /// How clustered the missing shingles are: about 0 if scattered at random, 1 if all in one place.
        clustering "clustering": f64;
        /// Whether it is only the beginning of an article, before a paywall or a login.
        gated "gated": bool;
    }
}

object! {
    /// A condition that was evaluated, with its result.
    #[derive(Copy)]
    pub struct Evidence {
        /// Name of what was measured.
        #[serde(deserialize_with = "metric")]
        metric "metric": Name;
        /// The value measured.
        value "value": f64;
        /// The limit that the value is compared with.
        threshold "threshold": f64;
        /// Whether the condition requires the limit or more, rather than the limit or less.
        at_least "atLeast": bool;
        /// Whether the condition holds; conditions that hold indicate a reprint.
        passed "passed": bool;
        /// How far the value may be off because it comes from a sample: one standard error; 0 if it is exact.
        margin "margin": f64;
    }
}

/// The names of the metrics of this method's conditions.
#[rustfmt::skip]
const METRICS: [Name; 17] = [
    "gated", "long-coverage", "max-long-coverage", "unique-before-shared-tail", "shared-shingles", "shared-samples",
    "shared-facts", "same-facts", "headline-not-in-body", "length-ratio", "missing-inside", "missing-tail", "unedited",
    "edited-evenly", "even-coverage", "clustering", "feature-codes",
];

fn metric<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    name::one_of(deserializer, METRICS)
}

impl Evidence {
    /// A condition that requires `threshold` or more.
    pub fn at_least(metric: &'static str, value: f64, threshold: f64) -> Evidence {
        Evidence { metric, value, threshold, at_least: true, passed: value >= threshold, margin: 0.0 }
    }

    /// A condition that requires `threshold` or less.
    pub fn at_most(metric: &'static str, value: f64, threshold: f64) -> Evidence {
        Evidence { at_least: false, passed: value <= threshold, ..Evidence::at_least(metric, value, threshold) }
    }

    /// The same condition with a margin.
    fn within(self, margin: f64) -> Evidence {
        Evidence { margin, ..self }
    }

    fn is_borderline(&self) -> bool {
        // An exact value is never borderline.
        self.margin > 0.0 && (self.value - self.threshold).abs() <= self.margin
    }
}

impl Comparison {
    /// The verdict if one side has no fingerprint.
    pub fn unknown() -> Comparison {
        Comparison::without_evidence(Verdict::Unknown)
    }

    /// The verdict if there is nothing to compare with.
    pub fn different() -> Comparison {
        Comparison::without_evidence(Verdict::Different)
    }

    /// The verdict of a single metric: `same` if its condition holds, otherwise `different`.
    #[cfg(feature = "internals")]
    #[doc(hidden)]
    pub fn same_if(evidence: Evidence, score: f64) -> Comparison {
        let verdict = if evidence.passed { Verdict::Same } else { Verdict::Different };
        Comparison { score, evidence: vec![evidence], ..Comparison::without_evidence(verdict) }
    }

    pub(super) fn without_evidence(verdict: Verdict) -> Comparison {
        Comparison { verdict, score: 0.0, borderline: false, sides: None, evidence: Vec::new() }
    }

    /// Returns a value if two articles are different only because they were written from one template: the share of the
    /// samples with facts that both have, divided by the same share of the others.
    pub(crate) fn one_form(&self) -> Option<f64> {
        let condition = |metric| self.evidence.iter().find(|found| found.metric == metric);
        let facts = condition("shared-facts").filter(|facts| !facts.passed)?;
        let shares = |metric| condition(metric).is_some_and(|found| found.passed);
        (shares("shared-samples") && shares("max-long-coverage")).then_some(facts.value)
    }

    /// Sort key by similarity: the outcome first, then the score.
    pub fn rank(&self) -> (Verdict, f64) {
        (self.verdict, self.score)
    }
}

/// Compares two articles by their fingerprints. For articles that may have none, and whose sites are known, see
/// [`relate`](super::relate).
///
/// # Complexity
/// Sorts the samples, at most 260 per side.
///
/// ```
/// use offprint::{Fingerprint, compare};
/// use offprint::compare::Verdict;
/// let text = |range: std::ops::Range<u32>| -> String {
///     range.filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect()
/// };
/// let fingerprint = |text: &str| Fingerprint::new("", text).expect("it is long enough");
/// let whole = fingerprint(&text(0..600));
/// let verdict = |other: &str| compare(&whole, &fingerprint(other)).verdict;
/// assert_eq!(verdict(&format!("記者報道：{}", text(0..600))), Verdict::Same);
/// assert_eq!(verdict(&text(0..300)), Verdict::Partial);
/// assert_eq!(verdict(&text(1000..1600)), Verdict::Different);
/// ```
pub fn compare(a: &Fingerprint, b: &Fingerprint) -> Comparison {
    compare_at(a, b, &THRESHOLDS)
}

/// Compares two articles of one site as [`compare`] does, but requires more shared text for `partial`, and not only a
/// shared end, since pages of a site share furniture.
pub fn compare_on_one_site(a: &Fingerprint, b: &Fingerprint) -> Comparison {
    compare_at(a, b, &ONE_SITE)
}

/// Compares two articles as [`compare`] does, with other limits.
pub fn compare_at(a: &Fingerprint, b: &Fingerprint, at: &Thresholds) -> Comparison {
    let likeness = Likeness::new(a, b);
    let conditions = likeness.conditions(at);
    Comparison {
        verdict: conditions.verdict(),
        score: likeness.score(),
        borderline: conditions.is_borderline(),
        sides: Some(likeness.sides),
        evidence: [&conditions.into_evidence()[..], &[shared_codes(a, b)]].concat(),
    }
}

/// The verdict and the score of [`compare_at`] without the reasons. Most articles that share a key share only a notice,
/// and that shows without the order of their samples.
pub(crate) fn rank_at(a: &Fingerprint, b: &Fingerprint, at: &Thresholds) -> (Verdict, f64) {
    let held = [samples::held(a, b), samples::held(b, a)];
    let [one, other] = held.map(|(count, held)| f64::from(held) / f64::from(count.max(1)));
    let is_little = one.max(other) < at.partial_coverage && one.min(other) < at.same_long_coverage;
    let is_none = held.iter().all(|(_, held)| *held < at.least_shared);
    if is_none || is_little && a.headline_not_in_body(b) < 2 {
        return (Verdict::Different, 0.0);
    }
    let likeness = Likeness::new(a, b);
    (likeness.verdict(at), likeness.score())
}

/// The feature codes that both have, out of the most they could share. They are informational and do not affect the
/// verdict.
fn shared_codes(a: &Fingerprint, b: &Fingerprint) -> Evidence {
    let (shared, possible) = a.shared_codes(b);
    let possible = f64::from(possible.max(1));
    Evidence::at_least("feature-codes", f64::from(shared) / possible, 1.0 / possible)
}
