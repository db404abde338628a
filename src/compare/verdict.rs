//! The verdict: what two fingerprints say of each other.
//!
//! Each fingerprint holds a sample of its text's shingles, in the order of the text. Of either side
//! it can be seen which of its samples the other holds, so not only how much is missing, but where:
//! at the head, at the tail or inside. A copy that was edited lightly everywhere misses single
//! samples all over, one that was cut misses them in a row. Evenly edited copies keep short
//! shingles much better than long ones; where whole sentences changed, both suffer alike.
//!
//! All arithmetic is exact on every platform: sums, products, quotients and square roots.

use crate::fingerprint::Fingerprint;
use serde::{Deserialize, Serialize};

/// Share of long shingles that the better covered text has in the other from which one holds much
/// of the other. Larger: short quotations count as `different`; smaller: shared passages count as
/// `partial`.
pub const PARTIAL_COVERAGE: f64 = 0.32;
/// Long shingles that must be shared at least, of those sampled. Larger: fewer chance finds, and
/// short articles are found less often.
pub const LEAST_SHARED: u32 = 8;
/// Share of short shingles that each of two copies of an article has in the other at least.
pub const SAME_COVERAGE: f64 = 0.26;
/// Share of long shingles that each has in the other at least.
pub const SAME_LONG_COVERAGE: f64 = 0.14;
/// Share of a text that may be missing at the head of a copy: credits, a summary, a lead. Larger:
/// copies with a lead added or cut are `same`; smaller: they are `partial`.
pub const SAME_HEAD: f64 = 0.40;
/// Share that may be missing inside it.
pub const SAME_INSIDE: f64 = 0.10;
/// Share that may be missing at its tail. Larger: copies cut at the tail are `same`.
pub const SAME_TAIL: f64 = 0.17;
/// Length ratio, longer to shorter, up to which two texts are the same article.
pub const SAME_LENGTH_RATIO: f64 = 1.20;
/// The same where the head differs by more than [`SHORT_HEAD`].
pub const SAME_LENGTH_RATIO_HEAD: f64 = 1.40;
/// Missing head from which it accounts for a different length.
pub const SHORT_HEAD: f64 = 0.04;
/// Share of long shingles from which two texts are the same whatever kind of edits they bear.
pub const SAME_UNEDITED: f64 = 0.75;
/// Most that texts which are edited evenly share of their long shingles; beyond it missing
/// stretches are told one by one.
pub const EVEN_COVERAGE: f64 = 0.63;
/// Length ratio up to which they are the same.
pub const EVEN_LENGTH_RATIO: f64 = 1.09;
/// How much their edits may be clustered: 0 if each shingle is missing on its own, 1 if all that
/// are missing stand in one place.
pub const EVEN_CLUSTERING: f64 = 0.27;

/// Costs of telling stretches that a text holds from stretches that it does not: a sample missing
/// in a held stretch, one found in a missing stretch, and each change between the two.
const MISSING_IN_HELD: u32 = 1;
const FOUND_IN_MISSING: u32 = 2;
const CHANGE: u32 = 2;

/// What two texts are to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Too little body to say.
    Unknown,
    /// Different articles, be they on the same event.
    Different,
    /// One abridges, extends, merges or quotes a large part of the other.
    Partial,
    /// Basically the same article.
    Same,
}

impl Verdict {
    /// The name that programs see.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Unknown => "unknown",
            Verdict::Different => "different",
            Verdict::Partial => "partial",
            Verdict::Same => "same",
        }
    }
}

/// A judgement with its reasons.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// The outcome.
    pub verdict: Verdict,
    /// How alike the two are, 0 to 1: the smaller of both coverages by short shingles.
    pub score: f64,
    /// What each side has that the other lacks, first side first; `None` if one is unknown.
    pub sides: Option<[Side; 2]>,
    /// Every channel that was looked at.
    pub evidence: Vec<Evidence>,
}

/// One text seen from the other: shares of 0 to 1, by the samples of its fingerprint.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// Share of its short shingles that the other holds: its coverage.
    pub held: f64,
    /// Share of its long shingles that the other holds.
    pub held_long: f64,
    /// Share of it that the other lacks before the first stretch that both hold.
    pub head: f64,
    /// Share that the other lacks between the first and the last such stretch.
    pub inside: f64,
    /// Share that it lacks after the last.
    pub tail: f64,
    /// How much the missing shingles are clustered: about 0 if at random, 1 if in one place.
    pub clustering: f64,
}

/// What one channel found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Name of the channel.
    pub channel: &'static str,
    /// What it measured.
    pub value: f64,
    /// The value it is compared with.
    pub threshold: f64,
    /// Whether a value of the threshold and more speaks for a reprint, rather than one up to it.
    pub at_least: bool,
    /// Whether it speaks for a reprint.
    pub fired: bool,
}

impl Evidence {
    /// Whether a value of the threshold and more was found.
    pub fn at_least(channel: &'static str, value: f64, threshold: f64) -> Evidence {
        let fired = value >= threshold;
        Evidence {
            channel,
            value,
            threshold,
            at_least: true,
            fired,
        }
    }

    /// Whether a value up to the threshold was found.
    pub fn at_most(channel: &'static str, value: f64, threshold: f64) -> Evidence {
        let fired = value <= threshold;
        Evidence {
            channel,
            value,
            threshold,
            at_least: false,
            fired,
        }
    }
}

impl Comparison {
    /// The verdict where one side has no fingerprint.
    pub fn unknown() -> Comparison {
        Comparison::without_evidence(Verdict::Unknown)
    }

    /// The verdict where there is nothing to compare with.
    pub fn different() -> Comparison {
        Comparison::without_evidence(Verdict::Different)
    }

    /// The verdict of a single channel: `same` if it speaks for a reprint, else `different`.
    pub fn same_if(evidence: Evidence, score: f64) -> Comparison {
        Comparison {
            verdict: match evidence.fired {
                true => Verdict::Same,
                false => Verdict::Different,
            },
            score,
            sides: None,
            evidence: vec![evidence],
        }
    }

    fn without_evidence(verdict: Verdict) -> Comparison {
        Comparison {
            verdict,
            score: 0.0,
            sides: None,
            evidence: Vec::new(),
        }
    }

    /// Order of likeness: the outcome first, then the score.
    pub fn rank(&self) -> (Verdict, f64) {
        (self.verdict, self.score)
    }
}

/// Where verdicts part: the constants of this module unless they are measured at other values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// [`PARTIAL_COVERAGE`]
    pub partial_coverage: f64,
    /// [`LEAST_SHARED`]
    pub least_shared: u32,
    /// [`SAME_COVERAGE`]
    pub same_coverage: f64,
    /// [`SAME_LONG_COVERAGE`]
    pub same_long_coverage: f64,
    /// [`SAME_HEAD`]
    pub same_head: f64,
    /// [`SAME_INSIDE`]
    pub same_inside: f64,
    /// [`SAME_TAIL`]
    pub same_tail: f64,
    /// [`SAME_LENGTH_RATIO`]
    pub same_length_ratio: f64,
    /// [`SAME_LENGTH_RATIO_HEAD`]
    pub same_length_ratio_head: f64,
    /// [`SHORT_HEAD`]
    pub short_head: f64,
    /// [`SAME_UNEDITED`]
    pub same_unedited: f64,
    /// [`EVEN_COVERAGE`]
    pub even_coverage: f64,
    /// [`EVEN_LENGTH_RATIO`]
    pub even_length_ratio: f64,
    /// [`EVEN_CLUSTERING`]
    pub even_clustering: f64,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds {
            partial_coverage: PARTIAL_COVERAGE,
            least_shared: LEAST_SHARED,
            same_coverage: SAME_COVERAGE,
            same_long_coverage: SAME_LONG_COVERAGE,
            same_head: SAME_HEAD,
            same_inside: SAME_INSIDE,
            same_tail: SAME_TAIL,
            same_length_ratio: SAME_LENGTH_RATIO,
            same_length_ratio_head: SAME_LENGTH_RATIO_HEAD,
            short_head: SHORT_HEAD,
            same_unedited: SAME_UNEDITED,
            even_coverage: EVEN_COVERAGE,
            even_length_ratio: EVEN_LENGTH_RATIO,
            even_clustering: EVEN_CLUSTERING,
        }
    }
}

/// How two texts resemble each other: all that a verdict rests on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// What each side has that the other lacks.
    pub sides: [Side; 2],
    /// Long shingles that both hold, of those sampled.
    pub shared: u32,
    /// Length ratio, longer to shorter.
    pub length_ratio: f64,
    /// Whether neither body speaks of its headline.
    pub mute: bool,
}

impl Likeness {
    /// How two fingerprints resemble each other.
    pub fn of(a: &Fingerprint, b: &Fingerprint) -> Likeness {
        let samples = [a.common_samples(b), b.common_samples(a)];
        Likeness::of_samples(a, b, [&samples[0], &samples[1]])
    }

    /// The same by other samples of the two texts than those in their fingerprints: of both the
    /// shingles below one hash, in the order of the text, each as its hash and that of its context.
    pub fn of_samples<H: Ord + Copy, C: Ord + Copy>(
        a: &Fingerprint,
        b: &Fingerprint,
        [x, y]: [&[(H, C)]; 2],
    ) -> Likeness {
        let matches = [matches(x, y), matches(y, x)];
        let shared = matches.iter().map(|side| count(side, Match::is_long)).max();
        Likeness {
            sides: [side(&matches[0]), side(&matches[1])],
            shared: shared.unwrap_or(0) as u32,
            length_ratio: length_ratio(a.length, b.length),
            mute: !a.echoes && !b.echoes,
        }
    }

    /// The smaller of both coverages by short shingles.
    pub fn held(&self) -> f64 {
        self.sides[0].held.min(self.sides[1].held)
    }

    fn held_long(&self) -> f64 {
        self.sides[0].held_long.min(self.sides[1].held_long)
    }

    /// The larger of what `share` is of either side.
    fn most(&self, share: impl Fn(&Side) -> f64) -> f64 {
        share(&self.sides[0]).max(share(&self.sides[1]))
    }

    /// What the two texts are to each other.
    pub fn kind(&self, at: &Thresholds) -> Verdict {
        let (held, held_long) = (self.held(), self.held_long());
        let most_long = self.most(|side| side.held_long);
        let head = self.most(|side| side.head);
        let ratio = self.length_ratio;

        let length = ratio <= at.same_length_ratio
            || ratio <= at.same_length_ratio_head && head > at.short_head;
        let whole = self.most(|side| side.inside) <= at.same_inside
            && self.most(|side| side.tail) <= at.same_tail
            && head <= at.same_head
            && length;
        let solid = whole && (held_long >= at.same_unedited || is_edited_evenly(held, held_long));
        let even = most_long <= at.even_coverage
            && ratio <= at.even_length_ratio
            && self.most(|side| side.clustering) <= at.even_clustering;
        let covered = held >= at.same_coverage && held_long >= at.same_long_coverage;
        if self.shared < at.least_shared {
            Verdict::Different
        } else if self.mute {
            // Neither speaks of its headline: two sites' same notice, not two copies of an article.
            Verdict::Unknown
        } else if covered && (solid || even) {
            Verdict::Same
        } else if most_long >= at.partial_coverage {
            Verdict::Partial
        } else {
            Verdict::Different
        }
    }
}

/// Compares two articles by their fingerprints; one without a fingerprint is `unknown`.
///
/// # Complexity
/// Sorting the samples, 360 a side at the most.
///
/// ```
/// use offprint::{Fingerprint, compare};
/// use offprint::compare::Verdict;
/// let text = |range: std::ops::Range<u32>| -> String {
///     range.filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect()
/// };
/// let fingerprint = |text: &str| Fingerprint::of("", text);
/// let whole = fingerprint(&text(0..600));
/// let verdict = |other: &str| compare(whole.as_ref(), fingerprint(other).as_ref()).verdict;
/// assert_eq!(verdict(&format!("記者報道：{}", text(0..600))), Verdict::Same);
/// assert_eq!(verdict(&text(0..300)), Verdict::Partial);
/// assert_eq!(verdict(&text(1000..1600)), Verdict::Different);
/// assert_eq!(verdict("太短。"), Verdict::Unknown);
/// ```
pub fn compare(a: Option<&Fingerprint>, b: Option<&Fingerprint>) -> Comparison {
    let (Some(a), Some(b)) = (a, b) else {
        return Comparison::unknown();
    };
    let like = Likeness::of(a, b);
    let codes = a.codes.iter().filter(|code| b.codes.contains(code)).count();
    let possible_codes = a.codes.len().min(b.codes.len()).max(1);
    let most = |share: fn(&Side) -> f64| like.most(share);
    let evidence = vec![
        Evidence::at_least("coverage", like.held(), SAME_COVERAGE),
        Evidence::at_least("long-coverage", like.held_long(), SAME_LONG_COVERAGE),
        Evidence::at_least(
            "larger-long-coverage",
            most(|side| side.held_long),
            PARTIAL_COVERAGE,
        ),
        Evidence::at_least(
            "shared-samples",
            f64::from(like.shared),
            f64::from(LEAST_SHARED),
        ),
        Evidence::at_most("length-ratio", like.length_ratio, SAME_LENGTH_RATIO),
        Evidence::at_most("missing-head", most(|side| side.head), SAME_HEAD),
        Evidence::at_most("missing-inside", most(|side| side.inside), SAME_INSIDE),
        Evidence::at_most("missing-tail", most(|side| side.tail), SAME_TAIL),
        Evidence::at_most("clustering", most(|side| side.clustering), EVEN_CLUSTERING),
        Evidence::at_least(
            "feature-codes",
            codes as f64 / possible_codes as f64,
            1.0 / possible_codes as f64,
        ),
    ];
    Comparison {
        verdict: like.kind(&Thresholds::default()),
        score: like.held(),
        sides: Some(like.sides),
        evidence,
    }
}

/// Whether a sample stands in the other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Match {
    No,
    Short,
    /// With its context.
    Long,
}

impl Match {
    fn is_any(self) -> bool {
        self != Match::No
    }

    fn is_long(self) -> bool {
        self == Match::Long
    }
}

/// Which of a text's shingles the other holds, each given by its hash and that of its context.
fn matches<H: Ord + Copy, C: Ord + Copy>(own: &[(H, C)], other: &[(H, C)]) -> Vec<Match> {
    let mut known = other.to_vec();
    known.sort_unstable();
    own.iter()
        .map(|&(hash, context)| {
            let start = known.partition_point(|&(other, _)| other < hash);
            let same = known[start..]
                .iter()
                .take_while(|&&(other, _)| other == hash);
            same.fold(Match::No, |found, &(_, other)| {
                if other == context || found.is_long() {
                    Match::Long
                } else {
                    Match::Short
                }
            })
        })
        .collect()
}

fn count(matches: &[Match], is: impl Fn(Match) -> bool) -> usize {
    matches.iter().filter(|&&m| is(m)).count()
}

fn side(matches: &[Match]) -> Side {
    let n = matches.len();
    let share = |count: usize| count as f64 / n.max(1) as f64;
    let found: Vec<bool> = matches.iter().map(|m| m.is_any()).collect();
    let held = held_stretches(&found);
    let missing = held.iter().filter(|held| !**held).count();
    let head = held.iter().take_while(|held| !**held).count();
    let tail = match head == n {
        true => 0,
        false => held.iter().rev().take_while(|held| !**held).count(),
    };
    Side {
        held: share(count(matches, Match::is_any)),
        held_long: share(count(matches, Match::is_long)),
        head: share(head),
        inside: share(missing - head - tail),
        tail: share(tail),
        clustering: clustering(&found),
    }
}

/// For each sample whether it lies in a stretch that both texts hold: the cheapest sequence of
/// held and missing stretches (Viterbi, 1967).
fn held_stretches(found: &[bool]) -> Vec<bool> {
    let (mut held, mut missing) = (0, 0);
    // Whether the cheapest way to each state came from the other one.
    let mut changes: Vec<[bool; 2]> = Vec::with_capacity(found.len());
    for &found in found {
        let into_held = missing + CHANGE < held;
        let into_missing = held + CHANGE < missing;
        let cost = match found {
            true => [0, FOUND_IN_MISSING],
            false => [MISSING_IN_HELD, 0],
        };
        (held, missing) = (
            held.min(missing + CHANGE) + cost[0],
            missing.min(held + CHANGE) + cost[1],
        );
        changes.push([into_held, into_missing]);
    }
    let mut is_held = held <= missing;
    let mut stretches = vec![true; found.len()];
    for (stretch, change) in stretches.iter_mut().zip(changes).rev() {
        *stretch = is_held;
        is_held ^= change[usize::from(!is_held)];
    }
    stretches
}

/// How much what is missing is clustered: the share that is missing, less the share that would be
/// missing after a found one if each were missing on its own.
fn clustering(found: &[bool]) -> f64 {
    let n = found.len();
    let held = found.iter().filter(|found| **found).count();
    if n < 3 {
        return 0.0;
    }
    if held == 0 {
        return 1.0;
    }
    let held = held as f64 / n as f64;
    let changes = found.windows(2).filter(|pair| pair[0] != pair[1]).count();
    1.0 - held - changes as f64 / (2.0 * held * (n - 1) as f64)
}

/// Whether two texts are edited evenly rather than sentence by sentence: independent edits of
/// characters leave `held^1.5` and less of the long shingles, sentences that are edited or replaced
/// leave more. The limit is `held^1.375`.
fn is_edited_evenly(held: f64, held_long: f64) -> bool {
    let fourth_root = held.sqrt().sqrt();
    held_long <= held * fourth_root * fourth_root.sqrt()
}

/// Longer to shorter, at least 1.
fn length_ratio(a: u32, b: u32) -> f64 {
    f64::from(a.max(b)) / f64::from(a.min(b).max(1))
}
