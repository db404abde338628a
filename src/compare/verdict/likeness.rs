//! How similar two texts are, measured on the samples of their fingerprints.

#[cfg(doc)]
use super::Comparison;
use super::agreement::Agreement;
use super::conditions::{Conditions, Thresholds};
use super::samples::{Match, count, matches, side};
use super::{Evidence, Side, Verdict};
use crate::fingerprint::{Fingerprint, Sample};

/// Share of an article that counts as known if only its beginning could be read. Larger: such a beginning ranks above
/// complete copies that were lightly edited, and decides the class of a page.
const BEFORE_GATE: f64 = 0.5;

/// How clustered missing samples must be to count as one place, as a share of the most clustered they could be. Larger:
/// more series with one frame count as abridged texts.
const ONE_PLACE: f64 = 0.9;

/// How similar two texts are: everything that a verdict depends on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// What each side has that the other lacks.
    pub sides: [Side; 2],
    /// Sampled long shingles that both texts have.
    pub shared: u32,
    /// Number of samples on the side with fewer.
    pub samples: u32,
    /// Short shingles that both texts have, estimated from the side with fewer samples.
    pub passage: f64,
    /// Share of the samples with facts that the other text has, divided by the same share of the other samples. Small
    /// if both texts were written from one template.
    pub facts: f64,
    /// Whether both texts have facts in most places where they differ.
    pub facts_replaced: bool,
    /// Length ratio, longer to shorter.
    pub length_ratio: f64,
    /// How many of the two bodies do not mention their headline. None counts if both have the same headline; a body
    /// without a headline does not count.
    pub headline_not_in_body: u32,
}

impl Likeness {
    /// Measures how similar two fingerprints are.
    pub fn new(a: &Fingerprint, b: &Fingerprint) -> Likeness {
        let [x, y]: [Vec<Sample>; 2] = [a.common_samples(b).collect(), b.common_samples(a).collect()];
        let matches = [matches(&x, &y), matches(&y, &x)];
        let lengths = [length(a, &x, &matches[0]), length(b, &y, &matches[1])];
        let shared = matches.iter().map(|side| count(side, Match::is_long)).max();
        let sides = [side(&matches[0], x.len(), a.gated), side(&matches[1], y.len(), b.gated)];
        let sampled = |print: &Fingerprint, samples: &[Sample]| samples.len() as f64 / f64::from(print.distinct.max(1));
        let Agreement { facts, is_replaced } = Agreement::new(&matches, sampled(a, &x).min(sampled(b, &y)));
        Likeness {
            sides,
            facts,
            facts_replaced: is_replaced,
            shared: shared.unwrap_or(0) as u32,
            samples: matches[0].len().min(matches[1].len()) as u32,
            passage: passage(a, x.len(), &matches[0]).min(passage(b, y.len(), &matches[1])),
            length_ratio: length_ratio(lengths),
            headline_not_in_body: a.headline_not_in_body(b),
        }
    }

    /// The smaller of both coverages by short shingles.
    pub fn coverage(&self) -> f64 {
        self.sides[0].coverage.min(self.sides[1].coverage)
    }

    /// Similarity of the two, for [`Comparison::score`].
    pub(super) fn score(&self) -> f64 {
        if self.sides.iter().any(|side| side.gated) { self.coverage() * BEFORE_GATE } else { self.coverage() }
    }

    fn long_coverage(&self) -> f64 {
        self.sides[0].long_coverage.min(self.sides[1].long_coverage)
    }

    /// For the text with less of its own, the share of its own text before the shared end; 0 if either text continues
    /// after that. Differences in one place inside, between two shared passages, count half.
    fn unique_before_shared_tail(&self) -> f64 {
        /// Share of a text that may follow its last passage: a date or a name. Larger: more shared passages count as
        /// endings.
        const AFTER_END: f64 = 0.02;
        if self.max_of_sides(|side| side.tail) > AFTER_END {
            return 0.0;
        }
        let is_in_one_place = self.sides.iter().all(|side| side.clustering >= ONE_PLACE * (1.0 - side.coverage));
        let inside = if is_in_one_place { 0.5 } else { 0.0 };
        let own = self.sides.map(|side| side.head + inside * side.inside);
        own[0].min(own[1])
    }

    fn max_of_sides(&self, share: impl Fn(&Side) -> f64) -> f64 {
        share(&self.sides[0]).max(share(&self.sides[1]))
    }

    pub(super) fn conditions(&self, at: &Thresholds) -> Conditions {
        let (coverage, long_coverage) = (self.coverage(), self.long_coverage());
        let most_long = self.max_of_sides(|side| side.long_coverage);
        // The standard error of a share on the side with fewer samples.
        let error = |share: f64| (share * (1.0 - share) / f64::from(self.samples.max(1))).sqrt();
        let least = |metric, share, limit| Evidence::at_least(metric, share, limit).within(error(limit));
        let most = |metric, share, limit| Evidence::at_most(metric, share, limit).within(error(limit));
        let inside = self.max_of_sides(|side| side.inside);
        let tail = self.max_of_sides(|side| side.tail);
        let clustering = self.max_of_sides(|side| side.clustering);
        let most_ratio = if self.max_of_sides(|side| side.head) > at.short_head {
            at.same_length_ratio_head
        } else {
            at.same_length_ratio
        };
        let facts = |metric, limit| {
            let margin = if self.facts < 1.0 { error(limit) } else { 0.0 };
            Evidence::at_least(metric, self.facts, limit).within(margin)
        };
        // If one text is almost entirely in the other, they are two states of one text, unless most facts differ.
        let is_update = self.max_of_sides(|side| side.coverage) >= at.updated;
        let [shared_facts, same_facts] = match self.facts_replaced {
            true if is_update => [at.shared_facts, at.same_facts],
            true => [at.replaced_facts, at.same_facts],
            false => [at.shared_facts; 2],
        };
        let least_shared = f64::from(at.least_shared);
        let shared = Evidence::at_least("shared-samples", self.shared.into(), least_shared);
        let gated = self.sides.iter().filter(|side| side.gated).count();
        Conditions {
            gated: Evidence::at_most("gated", gated as f64, 0.0),
            long_coverage: least("long-coverage", long_coverage, at.same_long_coverage),
            partial_coverage: least("max-long-coverage", most_long, at.partial_coverage),
            unique_before_shared_tail: most(
                "unique-before-shared-tail",
                self.unique_before_shared_tail(),
                at.unique_before_shared_tail,
            ),
            passage: Evidence::at_least("shared-shingles", self.passage, at.notice),
            shared: shared.within(least_shared.sqrt()),
            shared_facts: facts("shared-facts", shared_facts),
            same_facts: facts("same-facts", same_facts),
            headline_not_in_body: Evidence::at_most("headline-not-in-body", self.headline_not_in_body.into(), 1.0),
            length_ratio: Evidence::at_most("length-ratio", self.length_ratio, most_ratio),
            inside: most("missing-inside", inside, at.same_inside),
            tail: most("missing-tail", tail, at.same_tail),
            unedited: least("unedited", long_coverage, at.same_unedited),
            edited_evenly: most("edited-evenly", long_coverage, evenly_edited(coverage)),
            even_coverage: most("even-coverage", most_long, at.even_coverage),
            clustering: most("clustering", clustering, at.even_clustering),
        }
    }

    /// The verdict on the two texts.
    pub fn verdict(&self, at: &Thresholds) -> Verdict {
        self.conditions(at).verdict()
    }

    /// Whether the verdict is borderline; see [`Comparison::borderline`].
    #[cfg(any(test, feature = "internals"))]
    pub fn is_borderline(&self, at: &Thresholds) -> bool {
        self.conditions(at).is_borderline()
    }
}

/// The length of the certain text, and of the uncertain text unless the other page left it out.
fn length(print: &Fingerprint, samples: &[Sample], matches: &[Match]) -> f64 {
    let sure = samples.iter().filter(|sample| !sample.is_uncertain).count();
    f64::from(print.length) * matches.len().max(1) as f64 / sure.max(1) as f64
}

/// Short shingles that the other text has, estimated from the samples.
fn passage(print: &Fingerprint, samples: usize, matches: &[Match]) -> f64 {
    f64::from(print.distinct) * count(matches, Match::is_any) as f64 / samples.max(1) as f64
}

/// Largest share of long shingles in evenly edited texts with this share of short ones: independent edits of characters
/// leave `coverage^1.5` or less, edited or replaced sentences leave more. The limit is `coverage^1.375`.
fn evenly_edited(coverage: f64) -> f64 {
    let fourth_root = coverage.sqrt().sqrt();
    coverage * fourth_root * fourth_root.sqrt()
}

/// Ratio of the longer to the shorter, at least 1.
fn length_ratio([a, b]: [f64; 2]) -> f64 {
    a.max(b) / a.min(b).max(1.0)
}
