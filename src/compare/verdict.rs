//! The verdict on two fingerprints.
//!
//! Each fingerprint holds a sample of its text's shingles, in text order. For either side we see which of its samples
//! the other holds, so not only how much is missing, but where: at the head, at the tail or inside. A copy that was
//! edited lightly throughout misses single samples everywhere; one that was cut misses consecutive ones. Evenly edited
//! copies keep short shingles much better than long ones; where whole sentences changed, both kinds suffer alike.
//!
//! All arithmetic is exact on every platform: sums, products, quotients and square roots.

use crate::fingerprint::Fingerprint;
use crate::fingerprint::features::Shingle;
use crate::name::{self, Name};
use crate::schema::{names, object};
use serde::Deserializer;

/// Costs for separating stretches that the other text holds from stretches that it lacks: a missing sample in a held
/// stretch, a found sample in a missing stretch, and each switch between the two.
const MISSING_IN_HELD: u32 = 1;
const FOUND_IN_MISSING: u32 = 2;
const CHANGE: u32 = 2;
/// Share of an article that counts as known if only its beginning could be read. Larger: such a beginning ranks before
/// complete copies that were lightly edited, and decides the class of a page.
const BEFORE_GATE: f64 = 0.5;

names! {
    /// The relation of two texts.
    #[derive(PartialOrd, Ord)]
    pub enum Verdict {
        /// Too little text to decide.
        Unknown = "unknown",
        /// Different articles, perhaps on the same event.
        Different = "different",
        /// One abridges, extends, merges or quotes a large part of the other.
        Partial = "partial",
        /// The same article, with at most small edits.
        Same = "same",
    }
}

object! {
    /// A verdict with its reasons.
    ///
    /// It can be read back from its JSON, but evidence of other methods is rejected, since the names of their channels
    /// are unknown here.
    pub struct Comparison {
        /// The outcome. `unknown` means too little text to decide; `partial`, that one abridges, extends, merges or
        /// quotes a large part of the other.
        verdict "verdict": Verdict;
        /// Similarity, 0 to 1: the smaller of both coverages by short shingles, halved if one of the two is gated.
        score "score": f64;
        /// Whether the verdict was close: a single condition within its margin, had it come out differently, would have
        /// changed it. Callers that have both texts can `align` them.
        close "close": bool;
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
        held "held": f64;
        /// Lower bound of the whole text's share, for 95 of 100 such samples (Wilson, 1927).
        held_from "heldFrom": f64;
        /// Upper bound.
        held_to "heldTo": f64;
        /// Share of its long shingles that the other holds. Edits reduce it more than `held`.
        held_long "heldLong": f64;
        /// Share of its text that precedes the first stretch that both hold.
        head "head": f64;
        /// Share that the other lacks between the first and the last such stretch.
        inside "inside": f64;
        /// Share that follows the last such stretch.
        tail "tail": f64;
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
        #[serde(deserialize_with = "channel")]
        channel "channel": Name;
        /// The value measured.
        value "value": f64;
        /// The limit that the value is compared with.
        threshold "threshold": f64;
        /// Whether the condition requires the limit or more, rather than the limit or less.
        at_least "atLeast": bool;
        /// Whether the condition holds; conditions that hold indicate a reprint.
        fired "fired": bool;
        /// How far the value may be off because it comes from a sample: one standard error; 0 if it is exact.
        margin "margin": f64;
    }
}

/// Names of what this method's conditions measure.
const CHANNELS: [Name; 13] = [
    "gated",
    "long-coverage",
    "larger-long-coverage",
    "shared-samples",
    "unechoed-headlines",
    "length-ratio",
    "missing-inside",
    "missing-tail",
    "unedited",
    "edited-evenly",
    "even-coverage",
    "clustering",
    "feature-codes",
];

fn channel<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    name::one_of(deserializer, CHANNELS)
}

impl Evidence {
    /// A condition that requires `threshold` or more.
    pub fn at_least(channel: &'static str, value: f64, threshold: f64) -> Evidence {
        let fired = value >= threshold;
        Evidence {
            channel,
            value,
            threshold,
            at_least: true,
            fired,
            margin: 0.0,
        }
    }

    /// A condition that requires `threshold` or less.
    pub fn at_most(channel: &'static str, value: f64, threshold: f64) -> Evidence {
        let fired = value <= threshold;
        Evidence {
            channel,
            value,
            threshold,
            at_least: false,
            fired,
            margin: 0.0,
        }
    }

    /// The same condition with a margin.
    fn within(self, margin: f64) -> Evidence {
        Evidence { margin, ..self }
    }

    fn is_close(&self) -> bool {
        // An exact value is never close.
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

    /// The verdict of a single channel: `same` if its condition holds, else `different`.
    pub fn same_if(evidence: Evidence, score: f64) -> Comparison {
        Comparison {
            verdict: match evidence.fired {
                true => Verdict::Same,
                false => Verdict::Different,
            },
            score,
            close: false,
            sides: None,
            evidence: vec![evidence],
        }
    }

    fn without_evidence(verdict: Verdict) -> Comparison {
        Comparison {
            verdict,
            score: 0.0,
            close: false,
            sides: None,
            evidence: Vec::new(),
        }
    }

    /// Sort key by similarity: the outcome first, then the score.
    pub fn rank(&self) -> (Verdict, f64) {
        (self.verdict, self.score)
    }
}

/// The limits of all conditions of a verdict. Verdicts use [`THRESHOLDS`]; other values are for measurements.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Share of the better covered text's long shingles from which the other holds much of it. Larger: short quotations
    /// count as `different`; smaller: shared passages count as `partial`.
    pub partial_coverage: f64,
    /// Fewest long shingles that must be shared, among those sampled. Larger: fewer chance matches, and short articles
    /// are found less often.
    pub least_shared: u32,
    /// Share of its long shingles that each of two copies must have in the other. Larger: heavily edited copies are
    /// `partial`; smaller: reports written from one template are the same article.
    pub same_long_coverage: f64,
    /// Length ratio, longer to shorter, up to which two texts are the same article. Larger: longer additions are taken
    /// for furniture.
    pub same_length_ratio: f64,
    /// The same if the heads differ by more than [`short_head`](Self::short_head).
    pub same_length_ratio_head: f64,
    /// Missing head from which it explains a difference in length. Larger: fewer differences in length are attributed
    /// to the head.
    pub short_head: f64,
    /// Share of a text that may be missing inside a copy. Larger: copies with passages cut are `same`.
    pub same_inside: f64,
    /// Share that may be missing at its tail. Larger: copies cut at the tail are `same`.
    pub same_tail: f64,
    /// Share of long shingles from which two texts are the same, however they were edited. Larger: single edited
    /// sentences make a copy `partial`.
    pub same_unedited: f64,
    /// Largest share of long shingles that evenly edited texts have in common; above it, missing stretches are judged
    /// individually. Larger: lightly edited texts are also taken for evenly edited ones.
    pub even_coverage: f64,
    /// How clustered their edits may be: 0 if the missing shingles are scattered, 1 if all of them are in one place.
    /// Larger: texts with whole passages replaced are `same`.
    pub even_clustering: f64,
}

/// The limits of verdicts on pages of different sites.
pub const THRESHOLDS: Thresholds = Thresholds {
    partial_coverage: 0.32,
    least_shared: 8,
    same_long_coverage: 0.14,
    same_length_ratio: 1.20,
    same_length_ratio_head: 1.40,
    short_head: 0.04,
    same_inside: 0.11,
    same_tail: 0.17,
    same_unedited: 0.75,
    even_coverage: 0.63,
    even_clustering: 0.27,
};

/// The limits of verdicts on pages of one site, which share furniture, and whose series share introductions: `partial`
/// requires half of a text. Larger: abridgements that were also rewritten are missed; smaller: furniture counts.
pub const ONE_SITE: Thresholds = Thresholds {
    partial_coverage: 0.50,
    ..THRESHOLDS
};

/// Every condition of a verdict. The verdict depends only on which of them hold, so they are the evidence.
#[derive(Clone, Copy)]
struct Conditions {
    long_coverage: Evidence,
    partial_coverage: Evidence,
    shared: Evidence,
    unechoed_headlines: Evidence,
    gated: Evidence,
    length_ratio: Evidence,
    inside: Evidence,
    tail: Evidence,
    unedited: Evidence,
    edited_evenly: Evidence,
    even_coverage: Evidence,
    clustering: Evidence,
}

impl Conditions {
    fn verdict(&self) -> Verdict {
        let all = |conditions: &[&Evidence]| conditions.iter().all(|condition| condition.fired);
        let alike = all(&[&self.long_coverage, &self.length_ratio]);
        let whole = all(&[&self.inside, &self.tail]);
        let solid = whole && (self.unedited.fired || self.edited_evenly.fired);
        let even = all(&[&self.even_coverage, &self.clustering]);
        if !self.shared.fired {
            Verdict::Different
        } else if !self.unechoed_headlines.fired {
            // Neither body mentions its headline: a notice that two sites share, not two copies of an article.
            Verdict::Unknown
        } else if alike && (solid || even) {
            match self.gated.fired {
                true => Verdict::Same,
                // Articles that begin alike may continue differently.
                false => Verdict::Partial,
            }
        } else if self.partial_coverage.fired {
            Verdict::Partial
        } else {
            Verdict::Different
        }
    }

    /// Whether the verdict would change if one of the close conditions had come out differently.
    fn is_close(&self) -> bool {
        let mut other = *self;
        let mut turn = |i: usize| {
            let condition = &mut *other.all_mut()[i];
            condition.fired ^= true;
            (condition.is_close(), other.verdict())
        };
        let verdict = self.verdict();
        (0..Conditions::COUNT).any(|i| {
            let (is_close, turned) = turn(i);
            turn(i);
            is_close && turned != verdict
        })
    }

    const COUNT: usize = 12;

    fn all_mut(&mut self) -> [&mut Evidence; Conditions::COUNT] {
        [
            &mut self.long_coverage,
            &mut self.partial_coverage,
            &mut self.shared,
            &mut self.unechoed_headlines,
            &mut self.gated,
            &mut self.length_ratio,
            &mut self.inside,
            &mut self.tail,
            &mut self.unedited,
            &mut self.edited_evenly,
            &mut self.even_coverage,
            &mut self.clustering,
        ]
    }

    fn into_evidence(mut self) -> [Evidence; Conditions::COUNT] {
        self.all_mut().map(|condition| *condition)
    }
}

/// How two texts resemble each other: everything that a verdict depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// What each side has that the other lacks.
    pub sides: [Side; 2],
    /// Long shingles that both hold, among those sampled.
    pub shared: u32,
    /// Samples of the side with fewer.
    pub samples: u32,
    /// Length ratio, longer to shorter.
    pub length_ratio: f64,
    /// How many of the two bodies do not mention their headline; a body without a headline is not counted.
    pub unechoed_headlines: u32,
}

impl Likeness {
    /// How two fingerprints resemble each other.
    pub fn of(a: &Fingerprint, b: &Fingerprint) -> Likeness {
        let samples = [a.common_samples(b), b.common_samples(a)];
        Likeness::of_samples(a, b, [&samples[0], &samples[1]])
    }

    /// The same from other samples of the two texts than those in their fingerprints: for both, the shingles below one
    /// hash, in text order.
    pub fn of_samples<H: Copy + Into<u64>, C: Copy + Into<u64>>(
        a: &Fingerprint,
        b: &Fingerprint,
        [x, y]: [&[Shingle<H, C>]; 2],
    ) -> Likeness {
        let matches = [matches(x, y), matches(y, x)];
        // Counts what is sure, and doubtful text unless it was left out.
        let length = |print: &Fingerprint, samples: &[Shingle<H, C>], matches: &[Match]| {
            let sure = samples.iter().filter(|sample| !sample.is_doubtful).count();
            f64::from(print.length) * matches.len().max(1) as f64 / sure.max(1) as f64
        };
        let lengths = [length(a, x, &matches[0]), length(b, y, &matches[1])];
        let shared = matches.iter().map(|side| count(side, Match::is_long)).max();
        Likeness {
            sides: [side(&matches[0], a.gated), side(&matches[1], b.gated)],
            shared: shared.unwrap_or(0) as u32,
            samples: matches[0].len().min(matches[1].len()) as u32,
            length_ratio: length_ratio(lengths),
            unechoed_headlines: u32::from(!a.echoes) + u32::from(!b.echoes),
        }
    }

    /// The smaller of both coverages by short shingles.
    pub fn held(&self) -> f64 {
        self.sides[0].held.min(self.sides[1].held)
    }

    /// Similarity of the two, for [`Comparison::score`].
    fn score(&self) -> f64 {
        match self.sides.iter().any(|side| side.gated) {
            true => self.held() * BEFORE_GATE,
            false => self.held(),
        }
    }

    fn held_long(&self) -> f64 {
        self.sides[0].held_long.min(self.sides[1].held_long)
    }

    /// The larger of both sides' values of `share`.
    fn most(&self, share: impl Fn(&Side) -> f64) -> f64 {
        share(&self.sides[0]).max(share(&self.sides[1]))
    }

    fn conditions(&self, at: &Thresholds) -> Conditions {
        let (held, held_long) = (self.held(), self.held_long());
        let most_long = self.most(|side| side.held_long);
        // The standard error of a share on the side with fewer samples.
        let error = |share: f64| (share * (1.0 - share) / f64::from(self.samples.max(1))).sqrt();
        let least =
            |channel, share, limit| Evidence::at_least(channel, share, limit).within(error(limit));
        let most =
            |channel, share, limit| Evidence::at_most(channel, share, limit).within(error(limit));
        let (inside, tail) = (self.most(|side| side.inside), self.most(|side| side.tail));
        let clustering = self.most(|side| side.clustering);
        let most_ratio = match self.most(|side| side.head) > at.short_head {
            true => at.same_length_ratio_head,
            false => at.same_length_ratio,
        };
        let least_shared = f64::from(at.least_shared);
        let shared = Evidence::at_least("shared-samples", self.shared.into(), least_shared);
        let gated = self.sides.iter().filter(|side| side.gated).count();
        Conditions {
            gated: Evidence::at_most("gated", gated as f64, 0.0),
            long_coverage: least("long-coverage", held_long, at.same_long_coverage),
            partial_coverage: least("larger-long-coverage", most_long, at.partial_coverage),
            shared: shared.within(least_shared.sqrt()),
            unechoed_headlines: Evidence::at_most(
                "unechoed-headlines",
                self.unechoed_headlines.into(),
                1.0,
            ),
            length_ratio: Evidence::at_most("length-ratio", self.length_ratio, most_ratio),
            inside: most("missing-inside", inside, at.same_inside),
            tail: most("missing-tail", tail, at.same_tail),
            unedited: least("unedited", held_long, at.same_unedited),
            edited_evenly: most("edited-evenly", held_long, evenly_edited(held)),
            even_coverage: most("even-coverage", most_long, at.even_coverage),
            clustering: most("clustering", clustering, at.even_clustering),
        }
    }

    /// The verdict on the two texts.
    #[cfg(any(test, feature = "internals"))]
    pub fn verdict(&self, at: &Thresholds) -> Verdict {
        self.conditions(at).verdict()
    }

    /// Whether the verdict is close; see [`Comparison::close`].
    #[cfg(any(test, feature = "internals"))]
    pub fn is_close(&self, at: &Thresholds) -> bool {
        self.conditions(at).is_close()
    }
}

/// Compares two articles by their fingerprints; the verdict is `unknown` if one has no fingerprint.
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

/// Compares two articles of one site as [`compare`] does, but requires more in common for `partial`, since pages of a
/// site share furniture.
pub fn compare_on_one_site(a: Option<&Fingerprint>, b: Option<&Fingerprint>) -> Comparison {
    compare_at(a, b, &ONE_SITE)
}

/// Compares two articles as [`compare`] does, with other limits.
pub fn compare_at(a: Option<&Fingerprint>, b: Option<&Fingerprint>, at: &Thresholds) -> Comparison {
    let (Some(a), Some(b)) = (a, b) else {
        return Comparison::unknown();
    };
    let likeness = Likeness::of(a, b);
    let conditions = likeness.conditions(at);
    Comparison {
        verdict: conditions.verdict(),
        score: likeness.score(),
        close: conditions.is_close(),
        sides: Some(likeness.sides),
        evidence: [&conditions.into_evidence()[..], &[shared_codes(a, b)]].concat(),
    }
}

/// The feature codes that both hold, out of the most they could share. Informational: they do not affect the verdict.
fn shared_codes(a: &Fingerprint, b: &Fingerprint) -> Evidence {
    let shared = a.codes.iter().filter(|code| b.codes.contains(code)).count() as f64;
    let possible = a.codes.len().min(b.codes.len()).max(1) as f64;
    Evidence::at_least("feature-codes", shared / possible, 1.0 / possible)
}

/// Whether the other text holds a sample.
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

/// Which of a text's shingles the other holds. Doubtful ones that it lacks are ignored: either they are not part of the
/// article, or the other page's template left them out.
fn matches<H: Copy + Into<u64>, C: Copy + Into<u64>>(
    own: &[Shingle<H, C>],
    other: &[Shingle<H, C>],
) -> Vec<Match> {
    // Samples are narrow, and these bits are enough to distinguish whole hashes.
    let key = |shingle: &Shingle<H, C>| {
        shingle.hash.into() << 32 | shingle.context.into() & u64::from(u32::MAX)
    };
    let mut known: Vec<u64> = other.iter().map(key).collect();
    known.sort_unstable();
    let found = |own: &Shingle<H, C>| {
        let own = key(own);
        let start = known.partition_point(|known| known >> 32 < own >> 32);
        let same = known[start..]
            .iter()
            .take_while(|&known| known >> 32 == own >> 32);
        same.fold(Match::No, |found, &known| {
            if known == own || found.is_long() {
                Match::Long
            } else {
                Match::Short
            }
        })
    };
    own.iter()
        .map(|shingle| (found(shingle), shingle.is_doubtful))
        .filter(|&(found, is_doubtful)| found.is_any() || !is_doubtful)
        .map(|(found, _)| found)
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
    let (held_from, held_to) = interval(count(matches, Match::is_any), n);
    Side {
        held: share(count(matches, Match::is_any)),
        held_from,
        held_to,
        held_long: share(count(matches, Match::is_long)),
        head: share(head),
        inside: share(missing - head - tail),
        tail: share(tail),
        clustering: clustering(&found),
        gated,
    }
}

/// Interval for the share in the whole text, given that of a sample: right 95 times of 100 (Wilson, 1927).
fn interval(found: usize, samples: usize) -> (f64, f64) {
    /// Width of the interval in standard errors.
    const WIDTH: f64 = 1.96;
    let n = samples.max(1) as f64;
    let share = found as f64 / n;
    let middle = share + WIDTH * WIDTH / (2.0 * n);
    let half = WIDTH * (share * (1.0 - share) / n + WIDTH * WIDTH / (4.0 * n * n)).sqrt();
    let whole = 1.0 + WIDTH * WIDTH / n;
    (
        ((middle - half) / whole).max(0.0),
        ((middle + half) / whole).min(1.0),
    )
}

/// For each sample, whether it lies in a stretch that both texts hold: the cheapest sequence of held and missing
/// stretches (Viterbi, 1967).
fn held_stretches(found: &[bool]) -> Vec<bool> {
    let (mut held, mut missing) = (0, 0);
    // Whether the cheapest path to each state came from the other one.
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

/// How clustered the missing samples are: the share that is missing, minus the share that is missing right after a
/// found one.
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

/// Largest share of long shingles for evenly edited texts that share so many short ones: independent edits of
/// characters leave `held^1.5` or less, edited or replaced sentences leave more. The limit is `held^1.375`.
fn evenly_edited(held: f64) -> f64 {
    let fourth_root = held.sqrt().sqrt();
    held * fourth_root * fourth_root.sqrt()
}

/// Ratio of the longer to the shorter, at least 1.
fn length_ratio([a, b]: [f64; 2]) -> f64 {
    a.max(b) / a.min(b).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn side() -> impl Strategy<Value = Side> {
        (prop::array::uniform6(0.0f64..=1.0), any::<bool>()).prop_map(
            |([held, long, head, inside, tail, clustering], gated)| Side {
                held,
                held_from: held,
                held_to: held,
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
            |(a, b, shared, length_ratio, unechoed_headlines)| Likeness {
                sides: [a, b],
                shared,
                samples: 160,
                length_ratio,
                unechoed_headlines,
            },
        )
    }

    #[test]
    fn what_is_doubtful_and_not_shared_is_no_evidence() {
        use crate::made_up::sentences;
        use crate::text::normalize;
        use crate::text::script::Script;
        let article = sentences(0..30);
        let furnished = article.clone() + &sentences(50..70);
        let print = |text: &str, doubtful| {
            let mut text = normalize(text);
            text.doubt(std::iter::once(doubtful));
            Fingerprint::of_normal("", text, Script::Hani)
        };
        let [bare, sure, doubted] = [
            print(&article, 0..0),
            print(&furnished, 0..0),
            print(&furnished, article.len()..furnished.len()),
        ];
        let verdict = |a: &Option<Fingerprint>, b: &Option<Fingerprint>| {
            compare(a.as_ref(), b.as_ref()).verdict
        };
        assert_eq!(verdict(&bare, &sure), Verdict::Partial);
        assert_eq!(verdict(&bare, &doubted), Verdict::Same);
        assert_eq!(verdict(&sure, &doubted), Verdict::Same);
        // Text that both hold counts, doubtful or not.
        let all_doubted = print(&furnished, 0..furnished.len());
        assert!(all_doubted.is_none(), "nothing is sure");
        let lost = print(&article, 0..article.len() / 2);
        assert_eq!(verdict(&bare, &lost), Verdict::Same);
    }

    #[test]
    fn a_verdict_is_close_if_a_condition_within_its_margin_would_change_it() {
        let judged = |inside: f64, held_long: f64| {
            let side = Side {
                held: 1.0 - inside,
                held_from: 0.8,
                held_to: 1.0,
                held_long,
                head: 0.0,
                inside,
                tail: 0.0,
                clustering: 0.5,
                gated: false,
            };
            let conditions = Likeness {
                sides: [side, side],
                shared: 140,
                samples: 160,
                length_ratio: 1.0,
                unechoed_headlines: 0,
            }
            .conditions(&THRESHOLDS);
            (conditions.verdict(), conditions.is_close())
        };
        assert_eq!(judged(0.0, 0.95), (Verdict::Same, false));
        assert_eq!(judged(0.10, 0.85), (Verdict::Same, true));
        assert_eq!(judged(0.12, 0.85), (Verdict::Partial, true));
        // Whether the text was edited evenly does not matter as long as much is missing inside.
        assert_eq!(judged(0.25, 0.66), (Verdict::Partial, false));
    }

    #[test]
    fn an_interval_narrows_with_the_sample_and_stays_between_nothing_and_all() {
        let close =
            |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 0.001 && (b - d).abs() < 0.001;
        // The tables of Newcombe (1998).
        assert!(close(interval(81, 263), (0.255, 0.366)));
        assert!(close(interval(0, 20), (0.0, 0.161)));
        assert!(close(interval(1, 29), (0.006, 0.172)));
        assert_eq!(interval(160, 160).1, 1.0);
        assert_eq!(interval(0, 0), (0.0, interval(0, 1).1));
    }

    proptest! {
        /// The evidence alone determines the verdict.
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
            let whole = holds("missing-inside") && holds("missing-tail");
            let even = holds("even-coverage") && holds("clustering");
            let same = holds("long-coverage")
                && holds("length-ratio")
                && (even || whole && (holds("unedited") || holds("edited-evenly")));
            let verdict = match (holds("shared-samples"), holds("unechoed-headlines")) {
                (false, _) => Verdict::Different,
                (true, false) => Verdict::Unknown,
                _ if same && holds("gated") => Verdict::Same,
                _ if same => Verdict::Partial,
                _ if holds("larger-long-coverage") => Verdict::Partial,
                _ => Verdict::Different,
            };
            prop_assert_eq!(likeness.verdict(&at), verdict);
        }

        /// The whole of an article is unknown if only its beginning is, even if the other one is its beginning too.
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

        /// The order of the two articles does not matter.
        #[test]
        fn the_two_may_be_swapped(likeness in likeness()) {
            let [a, b] = likeness.sides;
            let swapped = Likeness { sides: [b, a], ..likeness };
            prop_assert_eq!(swapped.verdict(&THRESHOLDS), likeness.verdict(&THRESHOLDS));
        }
    }
}
