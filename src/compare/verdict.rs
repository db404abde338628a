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

/// Costs of telling stretches that a text holds from stretches that it does not: a sample missing
/// in a held stretch, one found in a missing stretch, and each change between the two.
const MISSING_IN_HELD: u32 = 1;
const FOUND_IN_MISSING: u32 = 2;
const CHANGE: u32 = 2;
/// Share of an article that counts as known where only its beginning could be read. Larger: such a beginning stands
/// before whole copies that were lightly edited, and decides what a page is.
const BEFORE_GATE: f64 = 0.5;

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
    /// How alike the two are, 0 to 1: the smaller of both coverages by short shingles, and half of it if one of the
    /// two is gated.
    pub score: f64,
    /// What each side has that the other lacks, first side first; `None` if one is unknown.
    pub sides: Option<[Side; 2]>,
    /// Every condition that was asked: the verdict follows from which of them hold. One more,
    /// `feature-codes`, is told and decides nothing.
    pub evidence: Vec<Evidence>,
}

/// One text seen from the other: shares of 0 to 1, by the samples of its fingerprint, and whether it is whole.
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
    /// Whether it is only the beginning of an article, before a paywall or a login.
    pub gated: bool,
}

/// A condition that was asked, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// What was measured; the name that programs see.
    pub channel: &'static str,
    /// The value measured.
    pub value: f64,
    /// The limit that it is held to.
    pub threshold: f64,
    /// Whether the condition asks for the limit and more, rather than for values up to it.
    pub at_least: bool,
    /// Whether the condition holds: what it asks for speaks for a reprint.
    pub fired: bool,
}

impl Evidence {
    /// A condition that asks for `threshold` and more.
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

    /// A condition that asks for values up to `threshold`.
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

/// The limits of all conditions of a verdict. [`THRESHOLDS`] is what verdicts are made with; others are for
/// measuring.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Share of long shingles that the better covered text has in the other from which one holds much
    /// of the other. Larger: short quotations count as `different`; smaller: shared passages count as
    /// `partial`.
    pub partial_coverage: f64,
    /// Long shingles that must be shared at least, of those sampled. Larger: fewer chance finds, and
    /// short articles are found less often.
    pub least_shared: u32,
    /// Share of short shingles that each of two copies has in the other at least. Larger: heavily edited
    /// copies are `partial`.
    pub same_coverage: f64,
    /// Share of long shingles that each has in the other at least. Larger: the same.
    pub same_long_coverage: f64,
    /// Share of a text that may be missing at the head of a copy: credits, a summary, a lead. Larger:
    /// copies with a lead added or cut are `same`; smaller: they are `partial`.
    pub same_head: f64,
    /// Share that may be missing inside it. Larger: copies with passages cut are `same`.
    pub same_inside: f64,
    /// Share that may be missing at its tail. Larger: copies cut at the tail are `same`.
    pub same_tail: f64,
    /// Length ratio, longer to shorter, up to which two texts are the same article. Larger: longer
    /// additions are taken for furniture.
    pub same_length_ratio: f64,
    /// The same where the head differs by more than [`short_head`](Self::short_head).
    pub same_length_ratio_head: f64,
    /// Missing head from which it accounts for a different length. Larger: fewer differences in length
    /// are put down to the head.
    pub short_head: f64,
    /// Share of long shingles from which two texts are the same whatever kind of edits they bear. Larger:
    /// single edited sentences make a copy `partial`.
    pub same_unedited: f64,
    /// Most that texts which are edited evenly share of their long shingles; beyond it missing
    /// stretches are told one by one. Larger: lightly edited texts are also taken for evenly edited ones.
    pub even_coverage: f64,
    /// Length ratio up to which evenly edited texts are the same. Larger: shortened ones too.
    pub even_length_ratio: f64,
    /// How much their edits may be clustered: 0 if each shingle is missing on its own, 1 if all that
    /// are missing stand in one place. Larger: texts with whole passages replaced are `same`.
    pub even_clustering: f64,
}

/// The limits of verdicts on pages of different sites.
pub const THRESHOLDS: Thresholds = Thresholds {
    partial_coverage: 0.32,
    least_shared: 8,
    same_coverage: 0.26,
    same_long_coverage: 0.14,
    same_head: 0.40,
    same_inside: 0.10,
    same_tail: 0.17,
    same_length_ratio: 1.20,
    same_length_ratio_head: 1.40,
    short_head: 0.04,
    same_unedited: 0.75,
    even_coverage: 0.63,
    even_length_ratio: 1.09,
    even_clustering: 0.27,
};

/// The limits of verdicts on pages of one site, which share furniture, and whose series share
/// introductions: `partial` takes half of a text. Larger: abridgements that were also rewritten are
/// missed; smaller: furniture counts.
pub const ONE_SITE: Thresholds = Thresholds {
    partial_coverage: 0.50,
    ..THRESHOLDS
};

/// Every condition of a verdict. What decides is whether they hold, so this is the evidence.
struct Conditions {
    shared: Evidence,
    echoed_headlines: Evidence,
    gated: Evidence,
    coverage: Evidence,
    long_coverage: Evidence,
    length_ratio: Evidence,
    head: Evidence,
    inside: Evidence,
    tail: Evidence,
    unedited: Evidence,
    edited_evenly: Evidence,
    even_coverage: Evidence,
    even_length_ratio: Evidence,
    clustering: Evidence,
    partial_coverage: Evidence,
}

impl Conditions {
    fn verdict(&self) -> Verdict {
        let all = |conditions: &[&Evidence]| conditions.iter().all(|condition| condition.fired);
        let covered = all(&[&self.coverage, &self.long_coverage]);
        let whole = all(&[&self.length_ratio, &self.head, &self.inside, &self.tail]);
        let solid = whole && (self.unedited.fired || self.edited_evenly.fired);
        let even = all(&[
            &self.even_coverage,
            &self.even_length_ratio,
            &self.clustering,
        ]);
        if !self.shared.fired {
            Verdict::Different
        } else if !self.echoed_headlines.fired {
            // Neither speaks of its headline: two sites' same notice, not two copies of an article.
            Verdict::Unknown
        } else if covered && (solid || even) {
            match self.gated.fired {
                true => Verdict::Same,
                // Articles that begin alike may go on differently.
                false => Verdict::Partial,
            }
        } else if self.partial_coverage.fired {
            Verdict::Partial
        } else {
            Verdict::Different
        }
    }

    fn into_evidence(self) -> [Evidence; 15] {
        [
            self.coverage,
            self.long_coverage,
            self.partial_coverage,
            self.shared,
            self.echoed_headlines,
            self.gated,
            self.length_ratio,
            self.head,
            self.inside,
            self.tail,
            self.unedited,
            self.edited_evenly,
            self.even_coverage,
            self.even_length_ratio,
            self.clustering,
        ]
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
    /// How many of the two bodies speak of their headlines.
    pub echoed_headlines: u32,
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
            sides: [side(&matches[0], a.gated), side(&matches[1], b.gated)],
            shared: shared.unwrap_or(0) as u32,
            length_ratio: length_ratio(a.length, b.length),
            echoed_headlines: u32::from(a.echoes) + u32::from(b.echoes),
        }
    }

    /// The smaller of both coverages by short shingles.
    pub fn held(&self) -> f64 {
        self.sides[0].held.min(self.sides[1].held)
    }

    /// How alike the two are, for [`Comparison::score`].
    fn score(&self) -> f64 {
        match self.sides.iter().any(|side| side.gated) {
            true => self.held() * BEFORE_GATE,
            false => self.held(),
        }
    }

    fn held_long(&self) -> f64 {
        self.sides[0].held_long.min(self.sides[1].held_long)
    }

    /// The larger of what `share` is of either side.
    fn most(&self, share: impl Fn(&Side) -> f64) -> f64 {
        share(&self.sides[0]).max(share(&self.sides[1]))
    }

    fn conditions(&self, at: &Thresholds) -> Conditions {
        let (held, held_long) = (self.held(), self.held_long());
        let most_long = self.most(|side| side.held_long);
        let head = self.most(|side| side.head);
        let ratio = self.length_ratio;
        let most_ratio = match head > at.short_head {
            true => at.same_length_ratio_head,
            false => at.same_length_ratio,
        };
        let gated = self.sides.iter().filter(|side| side.gated).count();
        let least = Evidence::at_least;
        let most = Evidence::at_most;
        Conditions {
            shared: least("shared-samples", self.shared.into(), at.least_shared.into()),
            echoed_headlines: least("echoed-headlines", self.echoed_headlines.into(), 1.0),
            gated: most("gated", gated as f64, 0.0),
            coverage: least("coverage", held, at.same_coverage),
            long_coverage: least("long-coverage", held_long, at.same_long_coverage),
            length_ratio: most("length-ratio", ratio, most_ratio),
            head: most("missing-head", head, at.same_head),
            inside: most(
                "missing-inside",
                self.most(|side| side.inside),
                at.same_inside,
            ),
            tail: most("missing-tail", self.most(|side| side.tail), at.same_tail),
            unedited: least("unedited", held_long, at.same_unedited),
            edited_evenly: most("edited-evenly", held_long, evenly_edited(held)),
            even_coverage: most("even-coverage", most_long, at.even_coverage),
            even_length_ratio: most("even-length-ratio", ratio, at.even_length_ratio),
            clustering: most(
                "clustering",
                self.most(|side| side.clustering),
                at.even_clustering,
            ),
            partial_coverage: least("larger-long-coverage", most_long, at.partial_coverage),
        }
    }

    /// What the two texts are to each other.
    pub fn verdict(&self, at: &Thresholds) -> Verdict {
        self.conditions(at).verdict()
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
    compare_at(a, b, &THRESHOLDS)
}

/// Compares two articles as [`compare`] does, with other limits: those of [`ONE_SITE`], or to measure.
pub fn compare_at(a: Option<&Fingerprint>, b: Option<&Fingerprint>, at: &Thresholds) -> Comparison {
    let (Some(a), Some(b)) = (a, b) else {
        return Comparison::unknown();
    };
    let likeness = Likeness::of(a, b);
    let conditions = likeness.conditions(at);
    Comparison {
        verdict: conditions.verdict(),
        score: likeness.score(),
        sides: Some(likeness.sides),
        evidence: [&conditions.into_evidence()[..], &[shared_codes(a, b)]].concat(),
    }
}

/// The feature codes that both hold, of as many as they could. Told to whoever looks; it decides nothing.
fn shared_codes(a: &Fingerprint, b: &Fingerprint) -> Evidence {
    let shared = a.codes.iter().filter(|code| b.codes.contains(code)).count() as f64;
    let possible = a.codes.len().min(b.codes.len()).max(1) as f64;
    Evidence::at_least("feature-codes", shared / possible, 1.0 / possible)
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

fn side(matches: &[Match], gated: bool) -> Side {
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
        gated,
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

/// The most that texts which share so many short shingles share of long ones if they are edited evenly
/// rather than sentence by sentence: independent edits of characters leave `held^1.5` and less, sentences
/// that are edited or replaced leave more. The limit is `held^1.375`.
fn evenly_edited(held: f64) -> f64 {
    let fourth_root = held.sqrt().sqrt();
    held * fourth_root * fourth_root.sqrt()
}

/// Longer to shorter, at least 1.
fn length_ratio(a: u32, b: u32) -> f64 {
    f64::from(a.max(b)) / f64::from(a.min(b).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn side() -> impl Strategy<Value = Side> {
        (prop::array::uniform6(0.0f64..=1.0), any::<bool>()).prop_map(
            |([held, long, head, inside, tail, clustering], gated)| Side {
                held,
                held_long: held * long,
                head,
                inside,
                tail,
                clustering,
                gated,
            },
        )
    }

    fn likeness() -> impl Strategy<Value = Likeness> {
        (side(), side(), 0u32..40, 1.0f64..2.0, 0u32..3).prop_map(
            |(a, b, shared, length_ratio, echoed_headlines)| Likeness {
                sides: [a, b],
                shared,
                length_ratio,
                echoed_headlines,
            },
        )
    }

    proptest! {
        /// Whoever sees the evidence alone comes to the same verdict.
        #[test]
        fn the_verdict_follows_from_the_evidence(likeness in likeness(), on_one_site: bool) {
            let at = if on_one_site { ONE_SITE } else { THRESHOLDS };
            let evidence = likeness.conditions(&at).into_evidence();
            for condition in &evidence {
                let Evidence { value, threshold, .. } = *condition;
                let holds = if condition.at_least { value >= threshold } else { value <= threshold };
                prop_assert_eq!(condition.fired, holds, "{:?}", condition);
            }
            let holds = |channel: &str| {
                evidence.iter().find(|condition| condition.channel == channel).unwrap().fired
            };
            let whole = ["length-ratio", "missing-head", "missing-inside", "missing-tail"].iter().all(|c| holds(c));
            let even = ["even-coverage", "even-length-ratio", "clustering"].iter().all(|c| holds(c));
            let same = holds("coverage")
                && holds("long-coverage")
                && (even || whole && (holds("unedited") || holds("edited-evenly")));
            let verdict = match (holds("shared-samples"), holds("echoed-headlines")) {
                (false, _) => Verdict::Different,
                (true, false) => Verdict::Unknown,
                _ if same && holds("gated") => Verdict::Same,
                _ if same => Verdict::Partial,
                _ if holds("larger-long-coverage") => Verdict::Partial,
                _ => Verdict::Different,
            };
            prop_assert_eq!(likeness.verdict(&at), verdict);
        }

        /// Of the beginning of an article nobody knows what the whole is, be the other its beginning too.
        #[test]
        fn what_is_gated_is_never_the_same(likeness in likeness()) {
            let gated = likeness.sides.iter().any(|side| side.gated);
            let whole = Likeness { sides: likeness.sides.map(|side| Side { gated: false, ..side }), ..likeness };
            let expected = match whole.verdict(&THRESHOLDS) {
                Verdict::Same if gated => Verdict::Partial,
                verdict => verdict,
            };
            prop_assert_eq!(likeness.verdict(&THRESHOLDS), expected);
        }

        /// The order of the two does not matter.
        #[test]
        fn the_two_may_be_swapped(likeness in likeness()) {
            let [a, b] = likeness.sides;
            let swapped = Likeness { sides: [b, a], ..likeness };
            prop_assert_eq!(swapped.verdict(&THRESHOLDS), likeness.verdict(&THRESHOLDS));
        }
    }
}
