//! How far the facts of two texts agree: their figures, and the words of their headlines.
//!
//! Texts written from one template share its phrases and replace the facts between them. A copy keeps the facts,
//! however its words were edited.

use super::samples::{Match, count};
use std::cmp::Ordering;

/// Longest stretch of a text, in shingles, that counts as one place where two texts differ. Larger: replaced passages
/// count as replaced words.
const PLACE: f64 = 14.0;
/// Smallest value of the same limit, in samples.
const SHORTEST_PLACE: f64 = 4.0;
/// Share of these places where both texts must have facts for the facts to be what was replaced. Larger: fewer
/// templates and updates are recognized; smaller: edited copies are taken for updates.
const MOSTLY_FACTS: f64 = 0.45;
/// How much larger the share of facts must be in the replaced text than in the whole text.
const MORE_FACTS: f64 = 1.1;
/// In this many places a copy may state other facts by mistake. Larger: updates of long bulletins count as copies;
/// smaller: copies with errors in figures are updates.
const ERRORS: usize = 3;
/// Shared shingles between two such places up to which they are too close to be mistakes. Larger: copies with errors
/// are updates; smaller: templates with long phrases count as copies.
const BETWEEN_FIGURES: f64 = 40.0;
/// The same if words were replaced along with the figures, which no misprint does.
const BETWEEN_WORDS: f64 = 70.0;
/// The same if the texts lack each other's facts without replacing them. Larger: texts that were cut are taken for
/// templates.
const BETWEEN_OTHERS: f64 = 26.0;
/// Share of its samples that must have facts in a text that lacks the other's facts. Larger: templates with few figures
/// count as copies; smaller: single figures decide about articles.
const FACTS: f64 = 0.10;
/// Largest share of common facts that counts as none, if each text lacks the other's facts in several places. Larger: a
/// quotation without figures is `different`.
const NO_FACTS: f64 = 0.1;

pub(super) struct Agreement {
    /// The share of the samples with facts that the other text has, divided by the same share of the samples without
    /// facts, at most 1. About 1 in a copy, however it was edited, and small if both were written from one template.
    /// Also 1 if the facts show nothing.
    pub facts: f64,
    /// Whether both texts have facts in most places where they differ.
    pub is_replaced: bool,
}

impl Agreement {
    /// Measures the agreement of two texts when this share of their shingles is sampled.
    pub fn new(matches: &[Vec<Match>; 2], sampled: f64) -> Agreement {
        let sides = matches.each_ref().map(|matches| Facts::new(matches));
        let between = f64::max(sides[0].between(), sides[1].between()) / sampled;
        let is_replaced = Replaced::new(&sides, sampled).is_about_facts(&sides, between);
        let facts = if is_replaced || sides.iter().all(Facts::has_others) {
            f64::min(sides[0].ratio(), sides[1].ratio())
        } else if between <= BETWEEN_OTHERS {
            Facts::ratio_of_more_covered(&sides)
        } else {
            1.0
        };
        Agreement { facts, is_replaced }
    }
}

struct Facts {
    /// All samples, and those that the other text has.
    samples: usize,
    held: usize,
    /// The same for the samples with facts.
    facts: usize,
    held_facts: usize,
    /// The number of stretches that the other text has.
    stretches: usize,
    /// The stretches that the other text lacks.
    places: Vec<Place>,
}

/// A stretch of samples that the other text lacks, identified by the samples before and after it.
struct Place {
    before: Option<u16>,
    after: Option<u16>,
    samples: usize,
    facts: usize,
}

fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

impl Facts {
    fn new(matches: &[Match]) -> Facts {
        let (mut stretches, mut places, mut at) = (0, Vec::new(), 0_usize);
        for stretch in matches.chunk_by(|a, b| a.is_any() == b.is_any()) {
            let before = at.checked_sub(1).map(|before| matches[before].hash);
            at += stretch.len();
            if stretch[0].is_any() {
                stretches += 1;
                continue;
            }
            let after = matches.get(at).map(|after| after.hash);
            places.push(Place { before, after, samples: stretch.len(), facts: count(stretch, |m| m.has_fact) });
        }
        Facts {
            samples: matches.len(),
            held: count(matches, Match::is_any),
            facts: count(matches, |m| m.has_fact),
            held_facts: count(matches, |m| m.has_fact && m.is_any()),
            stretches,
            places,
        }
    }

    /// Average number of samples in a stretch that the other text has.
    fn between(&self) -> f64 {
        share(self.held, self.stretches)
    }

    /// The share of the samples with facts that the other text has, divided by the same share of the others, at most 1.
    fn ratio(&self) -> f64 {
        let others = share(self.held - self.held_facts, self.samples - self.facts);
        if self.facts == 0 || others == 0.0 { 1.0 } else { (share(self.held_facts, self.facts) / others).min(1.0) }
    }

    /// The ratio of the text that is better covered; 1 if it has few facts.
    fn ratio_of_more_covered(sides: &[Facts; 2]) -> f64 {
        let [first, second] =
            sides.each_ref().map(|side| if share(side.facts, side.samples) < FACTS { 1.0 } else { side.ratio() });
        let [covered, other] = sides.each_ref().map(|side| (share(side.held, side.samples), side.samples));
        match covered.partial_cmp(&other) {
            Some(Ordering::Less) => second,
            Some(Ordering::Greater) => first,
            // The order of the two must not matter.
            _ => first.max(second),
        }
    }

    /// Whether the other text lacks its facts, in several places.
    fn has_others(&self) -> bool {
        let places = self.places.iter().filter(|place| place.facts > 0);
        self.held_facts as f64 <= NO_FACTS * self.facts as f64 && places.count() > 1
    }
}

/// The places where two texts differ between the same words.
#[derive(Default)]
struct Replaced {
    places: usize,
    /// Places where both texts have facts, and whether both have more than facts in one of them.
    with_facts: usize,
    with_words: bool,
    /// Samples of either text in these places, and how many of them have facts.
    samples: [usize; 2],
    facts: [usize; 2],
}

impl Replaced {
    fn new([first, second]: &[Facts; 2], sampled: f64) -> Replaced {
        let longest = (PLACE * sampled).max(SHORTEST_PLACE);
        let mut replaced = Replaced::default();
        for place in &first.places {
            let ends = (place.before, place.after);
            let same_ends = second.places.iter().find(|other| (other.before, other.after) == ends);
            let Some(other) = same_ends.filter(|_| ends != (None, None)) else {
                continue;
            };
            if place.samples.max(other.samples) as f64 > longest {
                continue;
            }
            replaced.places += 1;
            for (side, place) in [place, other].into_iter().enumerate() {
                replaced.samples[side] += place.samples;
                replaced.facts[side] += place.facts;
            }
            if place.facts > 0 && other.facts > 0 {
                replaced.with_facts += 1;
                replaced.with_words |= place.facts < place.samples && other.facts < other.samples;
            }
        }
        replaced
    }

    /// Whether the facts were replaced on purpose, rather than by a few mistakes. `between` is the number of shared
    /// shingles between two places.
    fn is_about_facts(&self, sides: &[Facts; 2], between: f64) -> bool {
        let has_more = |side: usize| {
            let all = share(sides[side].facts, sides[side].samples);
            share(self.facts[side], self.samples[side]) >= MORE_FACTS * all
        };
        let most = if self.with_words { BETWEEN_WORDS } else { BETWEEN_FIGURES };
        let has_none = sides.iter().any(|side| side.facts > 1 && side.held_facts == 0);
        self.with_facts > 0
            && share(self.with_facts, self.places) >= MOSTLY_FACTS
            && (has_more(0) || has_more(1))
            && (self.with_facts > ERRORS || between <= most || has_none)
    }
}
