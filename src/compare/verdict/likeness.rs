//! How two texts resemble each other, measured on the samples of their fingerprints.

#[cfg(doc)]
use super::Comparison;
#[cfg(any(test, feature = "internals"))]
use super::Verdict;
use super::conditions::{Conditions, Thresholds};
use super::samples::{Match, count, facts, matches, side};
use super::{Evidence, Side};
use crate::fingerprint::Fingerprint;
use crate::fingerprint::features::Shingle;

/// Share of an article that counts as known if only its beginning could be read. Larger: such a beginning ranks before
/// complete copies that were lightly edited, and decides the class of a page.
const BEFORE_GATE: f64 = 0.5;

/// How clustered the missing samples may be in the better of two texts that are written by one form: a passage that one
/// of two articles quotes is in one place. Larger: quotations of a text with many facts are `different`.
const FORM_CLUSTERING: f64 = 0.44;

/// How two texts resemble each other: everything that a verdict depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// What each side has that the other lacks.
    pub sides: [Side; 2],
    /// Long shingles that both hold, among those sampled.
    pub shared: u32,
    /// Samples of the side with fewer.
    pub samples: u32,
    /// Short shingles that both hold, estimated from the samples of the side with the fewer.
    pub passage: f64,
    /// Share of the samples with facts that the other text holds, divided by that of the others, in the text of which
    /// more is held: small in two texts that are written by one form.
    pub facts: f64,
    /// Length ratio, longer to shorter.
    pub length_ratio: f64,
    /// How many of the two bodies do not mention their headline; none counts if both have the same headline, nor does a
    /// body without one.
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
        let passage = |print: &Fingerprint, samples: usize, matches: &[Match]| {
            f64::from(print.distinct) * count(matches, Match::is_any) as f64 / samples.max(1) as f64
        };
        let sides = [
            side(&matches[0], x.len(), a.gated),
            side(&matches[1], y.len(), b.gated),
        ];
        let covered = |i: usize| (sides[i].held, matches[i].len());
        let facts = if sides[0].clustering.min(sides[1].clustering) > FORM_CLUSTERING {
            1.0
        } else if covered(0) == covered(1) {
            // The order of the two must not matter.
            facts(&matches[0]).max(facts(&matches[1]))
        } else {
            facts(&matches[usize::from(covered(0) < covered(1))])
        };
        Likeness {
            sides,
            facts,
            shared: shared.unwrap_or(0) as u32,
            samples: matches[0].len().min(matches[1].len()) as u32,
            passage: passage(a, x.len(), &matches[0]).min(passage(b, y.len(), &matches[1])),
            length_ratio: length_ratio(lengths),
            unechoed_headlines: a.unechoed_headlines(b),
        }
    }

    /// The smaller of both coverages by short shingles.
    pub fn held(&self) -> f64 {
        self.sides[0].held.min(self.sides[1].held)
    }

    /// Similarity of the two, for [`Comparison::score`].
    pub(super) fn score(&self) -> f64 {
        match self.sides.iter().any(|side| side.gated) {
            true => self.held() * BEFORE_GATE,
            false => self.held(),
        }
    }

    fn held_long(&self) -> f64 {
        self.sides[0].held_long.min(self.sides[1].held_long)
    }

    /// The share of its own that a text has before what both end with, in the one with less of it; 0 if one continues
    /// after that.
    fn before_shared_end(&self) -> f64 {
        /// Share of a text that may follow a passage that ends it: a date or a name. Larger: more shared passages are
        /// taken for endings.
        const AFTER_END: f64 = 0.02;
        match self.most(|side| side.tail) <= AFTER_END {
            true => self.sides[0].head.min(self.sides[1].head),
            false => 0.0,
        }
    }

    /// The larger of both sides' values of `share`.
    fn most(&self, share: impl Fn(&Side) -> f64) -> f64 {
        share(&self.sides[0]).max(share(&self.sides[1]))
    }

    pub(super) fn conditions(&self, at: &Thresholds) -> Conditions {
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
        let same_facts = |channel, limit| {
            let margin = if self.facts < 1.0 { error(limit) } else { 0.0 };
            Evidence::at_least(channel, self.facts, limit).within(margin)
        };
        let least_shared = f64::from(at.least_shared);
        let shared = Evidence::at_least("shared-samples", self.shared.into(), least_shared);
        let gated = self.sides.iter().filter(|side| side.gated).count();
        Conditions {
            gated: Evidence::at_most("gated", gated as f64, 0.0),
            long_coverage: least("long-coverage", held_long, at.same_long_coverage),
            partial_coverage: least("larger-long-coverage", most_long, at.partial_coverage),
            before_shared_end: most(
                "before-shared-end",
                self.before_shared_end(),
                at.before_shared_end,
            ),
            passage: Evidence::at_least("shared-shingles", self.passage, at.notice),
            shared: shared.within(least_shared.sqrt()),
            shared_facts: same_facts("shared-facts", at.shared_facts),
            same_facts: same_facts("same-facts", at.same_facts),
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
