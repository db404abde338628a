//! The verdict: what two fingerprints say of each other.
//!
//! The share of each text that the other holds (its *coverage*) is estimated from the shingles
//! that both sketches can speak for: the smallest of the union (Broder's resemblance and
//! containment, estimated bottom-k). The smaller coverage and the length ratio decide `same`, the
//! larger coverage decides `partial`.

use crate::fingerprint::{Fingerprint, MAX_SHINGLES};
use serde::{Deserialize, Serialize};

/// Smaller coverage from which two texts are the same article. Larger: edited copies become
/// `partial`; smaller: abridged ones become `same`.
pub const SAME_COVERAGE: f64 = 0.55;
/// Length ratio, longer to shorter, up to which two texts can be the same article. Larger: copies
/// with furniture left in still count, and so do copies with a paragraph cut.
pub const SAME_LENGTH_RATIO: f64 = 1.20;
/// Larger coverage from which one text holds much of the other. Larger: short quotations count as
/// `different`; smaller: shared passages and boilerplate count as `partial`.
pub const PARTIAL_COVERAGE: f64 = 0.30;

/// What two texts are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Too little body to say.
    Unknown,
    /// Different articles, be they on the same event.
    Different,
    /// One abridges, extends, merges or quotes a large part of the other.
    Partial,
    /// Basically the same article.
    Same,
}

impl Kind {
    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unknown => "unknown",
            Kind::Different => "different",
            Kind::Partial => "partial",
            Kind::Same => "same",
        }
    }
}

/// A judgement with its reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// The outcome.
    pub verdict: Kind,
    /// How alike the two are, 0 to 1: the mean of both coverages.
    pub score: f64,
    /// Every channel that was looked at.
    pub evidence: Vec<Evidence>,
}

/// What one channel found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Evidence {
    /// Name of the channel.
    pub channel: &'static str,
    /// What it measured.
    pub value: f64,
    /// The value it is compared with.
    pub threshold: f64,
    /// Whether it speaks for a reprint.
    pub fired: bool,
}

impl Verdict {
    /// The verdict where one side has no fingerprint.
    pub fn unknown() -> Verdict {
        Verdict::without_evidence(Kind::Unknown)
    }

    /// The verdict where there is nothing to compare with.
    pub fn different() -> Verdict {
        Verdict::without_evidence(Kind::Different)
    }

    fn without_evidence(verdict: Kind) -> Verdict {
        Verdict {
            verdict,
            score: 0.0,
            evidence: Vec::new(),
        }
    }

    /// Order of likeness: the outcome first, then the score.
    pub fn rank(&self) -> (Kind, f64) {
        (self.verdict, self.score)
    }
}

/// Compares two articles by their fingerprints; one without a fingerprint is `unknown`.
///
/// # Complexity
/// One merge of at most 64 + 64 values.
pub fn compare(a: Option<&Fingerprint>, b: Option<&Fingerprint>) -> Verdict {
    let (Some(a), Some(b)) = (a, b) else {
        return Verdict::unknown();
    };
    let (coverage_a, coverage_b) = coverages(a, b);
    let smaller = coverage_a.min(coverage_b);
    let larger = coverage_a.max(coverage_b);
    let ratio = length_ratio(a.length, b.length);
    let shared_codes = shared(&a.codes, &b.codes);
    let possible_codes = a.codes.len().min(b.codes.len()).max(1);

    let evidence = vec![
        Evidence {
            channel: "smaller-coverage",
            value: smaller,
            threshold: SAME_COVERAGE,
            fired: smaller >= SAME_COVERAGE,
        },
        Evidence {
            channel: "length-ratio",
            value: ratio,
            threshold: SAME_LENGTH_RATIO,
            fired: ratio <= SAME_LENGTH_RATIO,
        },
        Evidence {
            channel: "larger-coverage",
            value: larger,
            threshold: PARTIAL_COVERAGE,
            fired: larger >= PARTIAL_COVERAGE,
        },
        Evidence {
            channel: "feature-codes",
            value: shared_codes as f64 / possible_codes as f64,
            threshold: 0.0,
            fired: shared_codes > 0,
        },
    ];
    let verdict = if smaller >= SAME_COVERAGE && ratio <= SAME_LENGTH_RATIO {
        Kind::Same
    } else if larger >= PARTIAL_COVERAGE {
        Kind::Partial
    } else {
        Kind::Different
    };
    Verdict {
        verdict,
        score: (coverage_a + coverage_b) / 2.0,
        evidence,
    }
}

/// The shares of `a` held by `b` and of `b` held by `a`, 0 to 1, estimated from their sketches.
///
/// The `k` smallest shingles of the union are a fair sample of it, and whether one lies in both
/// texts can be read off both sketches; that estimates the resemblance (Jaccard), and with the two
/// set sizes the coverages.
pub fn coverages(a: &Fingerprint, b: &Fingerprint) -> (f64, f64) {
    let (mut i, mut j, mut both) = (0, 0, 0u32);
    let mut sampled = 0;
    // A sketch of a whole set has no end; one that was cut says nothing of what lies beyond it.
    while sampled < MAX_SHINGLES {
        let (x, y) = (a.shingles.get(i), b.shingles.get(j));
        match (x, y) {
            (None, None) => break,
            (None, _) if a.distinct as usize > a.shingles.len() => break,
            (_, None) if b.distinct as usize > b.shingles.len() => break,
            (Some(x), Some(y)) if x == y => {
                both += 1;
                i += 1;
                j += 1;
            }
            (Some(x), Some(y)) if x < y => i += 1,
            (Some(_), None) => i += 1,
            _ => j += 1,
        }
        sampled += 1;
    }
    let jaccard = f64::from(both) / f64::from(sampled.max(1) as u32);
    let (size_a, size_b) = (f64::from(a.distinct), f64::from(b.distinct));
    let common = jaccard / (1.0 + jaccard) * (size_a + size_b);
    ((common / size_a).min(1.0), (common / size_b).min(1.0))
}

/// Longer to shorter, at least 1.
fn length_ratio(a: u32, b: u32) -> f64 {
    f64::from(a.max(b)) / f64::from(a.min(b).max(1))
}

fn shared(a: &[u64], b: &[u64]) -> usize {
    a.iter()
        .filter(|code| b.binary_search(code).is_ok())
        .count()
}
