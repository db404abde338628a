//! Whether one article retells another in different words.
//!
//! Two independent reports of one event share the main names and figures. A rewritten one also shares the rare details,
//! adds few names of its own, gives the facts in almost the same order, and quotes the same passages. Notices made from
//! one formula, such as congratulations to two presidents, share all of that but have different subjects. A logistic
//! model weighs eleven measures; it was fitted to rewritten articles and to independent reports of the same events.
//!
//! If two texts share little besides passages that are identical word for word, such as a disclaimer or a box about the
//! author, those passages are left out: they show where the texts appeared, not that one retells the other.
//! `docs/rewrites.md` describes the method and its accuracy.
//!
//! All arithmetic is exact on every platform: sums, products, quotients and square roots.

#[path = "data/rewriting_weights.rs"]
mod weights;

use super::verdict::{Comparison, Verdict};
use crate::facts::find::{facts_on, rising, side_by_side};
use crate::facts::rarity::RAREST;
use crate::facts::sketch::Kept;
use crate::facts::{FactKind, SharedFacts, Sketch, SketchInput};
use crate::name::{self, Name};
use crate::schema::names;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use weights::MODELS;

/// Number of measures.
pub const MEASURES: usize = 11;
/// Their names in the output.
#[rustfmt::skip]
pub const NAMES: [&str; MEASURES] = [
    "rare-words", "figures", "details", "covered", "order", "own-names", "own-figures", "neighbours", "quotations",
    "lead", "own-subjects",
];
/// Smallest score of a rewritten article. Larger: fewer reports of the same event are called rewritten, but more
/// rewritten articles are missed.
pub const REWRITTEN: f64 = 0.95;
/// Smallest score of a doubtful pair. Larger: fewer doubts are reported, but more rewritten articles are not mentioned.
pub const MEDIUM_SCORE: f64 = 0.5;
/// Fewest comparable facts of the shorter article. Larger: more short notices are `unknown`.
const MIN_COMPARED: usize = 12;

/// Fewest consecutive facts that make a passage that is identical in both texts. Larger: short notices count as
/// evidence; smaller: closely rewritten sentences do not.
const PASSAGE: usize = 10;
/// Largest distance in either text between two facts of a passage: the fact between them may be known from an earlier
/// place. Larger: closely rewritten sentences are passages.
const PASSAGE_STEP: usize = 2;
/// Smallest share of the weight of all shared facts that makes passages most of what is shared. Larger: texts that
/// share more than a notice are judged by the notice; smaller: the quotations of rewritten articles are left out.
const MOSTLY_PASSAGES: f64 = 0.6;

/// Largest score of independent articles. Between the two limits the result is unknown, as it is for most digests and
/// some reports of one event. Larger: fewer are unknown, but more rewritten articles are called independent.
pub const INDEPENDENT: f64 = 0.2;

names! {
    /// Whether one article rewrites the other, judged by their facts.
    #[allow(clippy::exhaustive_enums, reason = "callers do something for each")]
    pub enum RewriteVerdict {
        /// Undecided: there are too few facts, they are in different scripts, or they are ambiguous.
        Unknown = "unknown",
        /// The two report different facts, perhaps on the same event.
        Independent = "independent",
        /// They have the same words; the [`Verdict`] states their relation.
        Copied = "copied",
        /// One retells the other in different words.
        Rewritten = "rewritten",
    }
}

names! {
    /// How likely it is that one article rewrites the other, in steps for people. `docs/rewrites.md` states the
    /// measured rate of each.
    #[derive(PartialOrd, Ord)]
    #[allow(clippy::exhaustive_enums, reason = "callers do something for each")]
    pub enum Likelihood {
        /// A likelihood below 0.5, or copies.
        Low = "low",
        /// At least 0.5: a doubt to look into, since reports of one event often reach it.
        Medium = "medium",
        /// At least 0.95: the two count as [`RewriteVerdict::Rewritten`].
        High = "high",
    }
}

/// Whether one of two articles was rewritten from the other, with the evidence.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Rewriting {
    /// The outcome.
    pub verdict: RewriteVerdict,
    /// Probability that one rewrites the other, 0 to 1, assuming that half of all pairs are independent reports of the
    /// same event; 0 for copies, and `None` if it cannot be measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// The score in steps; `None` if it cannot be measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub likelihood: Option<Likelihood>,
    /// Facts of the shorter article that were compared: a sample if one of the two is long.
    pub compared: usize,
    /// How many of them the longer article has.
    pub shared: usize,
    /// The measures and their weights; empty if nothing was measured.
    pub measures: Vec<Measure>,
    /// The facts themselves, if [`with_facts`](Self::with_facts) was called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub facts: Option<SharedFacts>,
}

impl Rewriting {
    /// The result if one of the two articles has no sketch: unknown, unless they are copies.
    pub fn without_facts(verdict: Verdict) -> Rewriting {
        let is_copy = verdict >= Verdict::Partial;
        let score = is_copy.then_some(0.0);
        Rewriting {
            verdict: if is_copy { RewriteVerdict::Copied } else { RewriteVerdict::Unknown },
            score,
            likelihood: score.map(|_| Likelihood::Low),
            compared: 0,
            shared: 0,
            measures: Vec::new(),
            facts: None,
        }
    }

    /// The same, unless the words show that both were written from one template with different facts. `comparison`,
    /// which compares their words, is called only if it matters.
    pub(crate) fn unless_one_form(self, comparison: impl FnOnce() -> Comparison) -> Rewriting {
        if self.likelihood < Some(Likelihood::Medium) || comparison().one_form().is_none() {
            return self;
        }
        Rewriting { verdict: RewriteVerdict::Independent, score: Some(0.0), likelihood: Some(Likelihood::Low), ..self }
    }

    /// Adds the facts of both texts side by side, for a person to check. If nothing was measured, no facts are added;
    /// if neither rewrites the other, no facts are called altered.
    ///
    /// The facts come from the bodies, without the headlines.
    pub fn with_facts(self, first: &SketchInput, second: &SketchInput) -> Rewriting {
        if self.measures.is_empty() {
            return self;
        }
        let mut facts = side_by_side(facts_on(first.body, first.published), facts_on(second.body, second.published));
        if self.verdict != RewriteVerdict::Rewritten {
            facts.altered.clear();
        }
        Rewriting { facts: Some(facts), ..self }
    }
}

/// One measure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Measure {
    /// Its name in the output.
    #[serde(deserialize_with = "measure_name")]
    pub name: Name,
    /// The value, -1 to 1.
    pub value: f64,
    /// What it adds to the log odds.
    pub adds: f64,
}

fn measure_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Name, D::Error> {
    name::one_of(deserializer, NAMES)
}

/// Whether one of two articles rewrites the other, given the verdict on their fingerprints.
///
/// Articles whose verdict is `same` or `partial` have the same words: they are copies, not rewritings. The result is
/// unknown if too few facts can be compared, or if the scripts differ. If the verdict is unknown, the words may be the
/// same, so the result is never [`RewriteVerdict::Rewritten`], however high the score.
///
/// ```
/// use offprint::compare::{Likelihood, RewriteVerdict, Verdict, rewriting};
/// use offprint::facts::Sketch;
/// let sketch = |text: &str| Sketch::new("", text).unwrap();
/// let courier = sketch("The ferry to Skarn stopped on Sunday night after a storm had torn away its landing stage. \
///     Divers found two of the four piles broken, said Ines Dahl of the county. Repairs cost 180,000 crowns and take \
///     six weeks; until then the Havsula carries passengers from the old quay, but no cars.");
/// let portal = sketch("No boats for Skarn: the landing stage of the ferry was wrecked by a storm on Sunday night. Of \
///     its four piles two are broken, divers report. Ines Dahl of the county reckons with six weeks of repairs for \
///     180,000 crowns. Meanwhile passengers without cars go from the old quay on board the Havsula.");
/// let rewriting = rewriting(&courier, &portal, Verdict::Different);
/// assert!(rewriting.shared * 10 > rewriting.compared * 6);
/// assert_eq!((rewriting.verdict, rewriting.likelihood), (RewriteVerdict::Rewritten, Some(Likelihood::High)));
/// ```
pub fn rewriting(first: &Sketch, second: &Sketch, verdict: Verdict) -> Rewriting {
    let without_facts = Rewriting::without_facts(verdict);
    if without_facts.verdict == RewriteVerdict::Copied || first.in_han != second.in_han {
        return without_facts;
    }
    let whole = Pair::new(first, second);
    let is_one_form = whole.is_one_form();
    let pair = whole.outside_passages();
    if !pair.is_enough() {
        return without_facts;
    }
    let values = pair.measures();
    let (adds, odds) = odds(&values, first.in_han);
    let score = if is_one_form { 0.0 } else { logistic(odds) };
    let likelihood = match score {
        _ if score >= REWRITTEN && verdict != Verdict::Unknown => Likelihood::High,
        _ if score >= MEDIUM_SCORE => Likelihood::Medium,
        _ => Likelihood::Low,
    };
    Rewriting {
        verdict: match likelihood {
            Likelihood::High => RewriteVerdict::Rewritten,
            _ if score <= INDEPENDENT => RewriteVerdict::Independent,
            _ => RewriteVerdict::Unknown,
        },
        score: Some(score),
        likelihood: Some(likelihood),
        compared: pair.shorter.len(),
        shared: pair.shared.len(),
        measures: (0..MEASURES).map(|i| Measure { name: NAMES[i], value: values[i], adds: adds[i] }).collect(),
        facts: None,
    }
}

/// Fewest figures that show that two texts were written from one template. Larger: fewer templates are found.
const FORM_FIGURES: usize = 6;
/// Smallest share of their words that two such texts have in common. Larger: fewer templates are found.
const FORM_WORDS: f64 = 0.5;
/// Largest share of their figures that they have in common, relative to the share of words. Larger: rewritings with
/// other figures are taken for templates.
const FORM_SHARE: f64 = 0.75;

/// What each measure adds to the odds, and the odds.
fn odds(values: &[f64; MEASURES], in_han: bool) -> ([f64; MEASURES], f64) {
    let (base, weights) = MODELS[usize::from(in_han)];
    let adds = std::array::from_fn(|i| values[i] * f64::from(weights[i]) / 1000.0);
    (adds, adds.iter().fold(f64::from(base) / 1000.0, |sum, adds| sum + adds))
}

/// 1 ÷ (1 + e⁻ˣ), by products alone: (1 + x ÷ 1024)¹⁰²⁴ approximates eˣ closely enough.
fn logistic(odds: f64) -> f64 {
    let mut power = 1.0 + odds.clamp(-30.0, 30.0) / 1024.0;
    for _ in 0..10 {
        power *= power;
    }
    power / (1.0 + power)
}

/// The score of two sketches if passages that are identical in both count like others, as in copies.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub fn score_with_passages(first: &Sketch, second: &Sketch) -> Option<f64> {
    let pair = Pair::new(first, second);
    let is_comparable = first.in_han == second.in_han && pair.is_enough();
    is_comparable.then(|| if pair.is_one_form() { 0.0 } else { logistic(odds(&pair.measures(), first.in_han).1) })
}

/// The measures of two sketches.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub fn measures(first: &Sketch, second: &Sketch) -> [f64; MEASURES] {
    Pair::new(first, second).outside_passages().measures()
}

/// Two sketches matched with each other.
struct Pair {
    shorter: Vec<Kept>,
    longer: Vec<Kept>,
    /// The facts that both have, in the order of the shorter one, as indices into both.
    shared: Vec<(usize, usize)>,
    /// Share of their most distinctive facts that both have.
    distinctive: f64,
}

/// Consecutive facts in both texts: the indices of the first and the last, the number of facts, and their weight.
struct Passage {
    first: (usize, usize),
    last: (usize, usize),
    facts: usize,
    weight: u32,
}

/// A fact of the shorter text, and the same fact in the longer one.
type Held<'a> = (&'a Kept, Option<&'a Kept>);

impl Pair {
    fn new(first: &Sketch, second: &Sketch) -> Pair {
        // If the sizes are equal, either will do, but the choice must not depend on the order of the arguments.
        let size = |sketch: &Sketch| (sketch.weight, sketch.distinct, sketch.to_bytes());
        let (shorter, longer) = if size(first) <= size(second) { (first, second) } else { (second, first) };
        let distinctive = shorter.common_keys(longer);
        let [shorter, longer] = shorter.comparable(longer);
        Pair::matched(shorter, longer, distinctive)
    }

    fn matched(shorter: Vec<Kept>, longer: Vec<Kept>, distinctive: f64) -> Pair {
        let mut places = BTreeMap::new();
        for (place, fact) in longer.iter().enumerate() {
            places.entry(fact.identity()).or_insert(place);
        }
        let found = shorter.iter().enumerate().filter_map(|(at, fact)| {
            let place = places.get(&fact.identity())?;
            Some((at, *place))
        });
        Pair { shared: found.collect(), shorter, longer, distinctive }
    }

    fn is_enough(&self) -> bool {
        self.shorter.len().min(self.longer.len()) >= MIN_COMPARED
    }

    /// The pair without passages that are identical in both, if they make up most of what the two share.
    fn outside_passages(self) -> Pair {
        let passages = self.passages();
        let inside: u32 = passages.iter().map(|passage| passage.weight).sum();
        if passages.is_empty() || f64::from(inside) < MOSTLY_PASSAGES * f64::from(self.shared_weight()) {
            return self;
        }
        let shorter = outside(&self.shorter, &passages, |passage| passage.first.0..=passage.last.0);
        let longer = outside(&self.longer, &passages, |passage| passage.first.1..=passage.last.1);
        Pair::matched(shorter, longer, self.distinctive)
    }

    fn shared_weight(&self) -> u32 {
        self.shared.iter().map(|(at, _)| self.shorter[*at].weight()).sum()
    }

    /// The passages that are identical in both: facts that follow each other closely in both.
    fn passages(&self) -> Vec<Passage> {
        let mut rows: Vec<Passage> = Vec::new();
        for &(at, place) in &self.shared {
            let weight = self.shorter[at].weight();
            // Between two facts of a passage there may be one that the other text has elsewhere.
            let before = rows.iter_mut().rev().take(PASSAGE_STEP).find(|row| {
                let steps = 1..=PASSAGE_STEP;
                steps.contains(&(at - row.last.0)) && steps.contains(&place.wrapping_sub(row.last.1))
            });
            match before {
                Some(row) => {
                    row.last = (at, place);
                    row.facts += 1;
                    row.weight += weight;
                }
                None => rows.push(Passage { first: (at, place), last: (at, place), facts: 1, weight }),
            }
        }
        // A passage that begins both texts is their headline and lead.
        rows.retain(|row| row.facts >= PASSAGE && row.first != (0, 0));
        rows
    }

    fn measures(&self) -> [f64; MEASURES] {
        let mut facts: Vec<Held> = self.shorter.iter().map(|fact| (fact, None)).collect();
        for &(at, place) in &self.shared {
            facts[at].1 = Some(&self.longer[place]);
        }
        let all: u32 = self.longer.iter().map(Kept::weight).sum();
        let (mut quotes, mut requoted) = (2.0, 0.6);
        for (_, other) in facts.iter().filter(|(fact, _)| fact.quoted) {
            quotes += 1.0;
            requoted += f64::from(u8::from(other.is_some_and(|other| other.quoted)));
        }
        [
            contained(&facts, |fact| fact.kind == FactKind::Word && matches!(fact.rarity, 3 | 4)),
            contained(&facts, |fact| fact.kind.is_figure()),
            contained(&facts, |fact| !fact.repeated),
            f64::from(self.shared_weight()) / (f64::from(all) + 1.0),
            self.order(),
            own(&facts, |fact| fact.kind == FactKind::Name && fact.rarity >= 4),
            own(&facts, |fact| fact.kind.is_figure() && fact.rarity >= 3),
            self.neighbors(),
            requoted / quotes,
            self.lead(),
            self.own_subjects(),
        ]
    }

    /// Whether both were written from one template: they share words, but not figures. In a rewriting it is the
    /// reverse.
    fn is_one_form(&self) -> bool {
        let ((_, words), (all, figures)) = (self.share(false), self.share(true));
        all >= FORM_FIGURES && words >= FORM_WORDS && figures <= FORM_SHARE * words
    }

    /// How many figures, or other facts, the shorter article has, and the share of them that the other has, too.
    fn share(&self, is_figure: bool) -> (usize, f64) {
        let of_kind = |fact: &Kept| fact.kind.is_figure() == is_figure;
        let all = self.shorter.iter().filter(|fact| of_kind(fact)).count();
        let shared = self.shared.iter().filter(|(at, _)| of_kind(&self.shorter[*at])).count();
        (all, shared as f64 / all.max(1) as f64)
    }

    /// The facts of either article, in order, each with whether the other has it.
    fn sides(&self) -> [Vec<(&Kept, bool)>; 2] {
        let mut sides =
            [&self.shorter, &self.longer].map(|facts| facts.iter().map(|fact| (fact, false)).collect::<Vec<_>>());
        for &(at, place) in &self.shared {
            sides[0][at].1 = true;
            sides[1][place].1 = true;
        }
        sides
    }

    /// Share of the rare names and words at the beginning of each text that the other has anywhere, shrunk towards 0.3.
    /// It stays high when later facts were altered.
    fn lead(&self) -> f64 {
        /// Number of facts in a headline and the first sentences.
        const LEAD: usize = 20;
        let (mut all, mut both) = (2.0, 0.6);
        for side in self.sides() {
            for (_, held) in side.iter().take(LEAD).filter(|(fact, _)| fact.rarity >= 4 && !fact.kind.is_figure()) {
                all += 1.0;
                both += f64::from(u8::from(*held));
            }
        }
        both / all
    }

    /// How much each is about a subject of its own: the rarest names and words that it repeats and the other lacks,
    /// saturating, times the share of their most distinctive facts that is not common. Two reports of one event have
    /// subjects in common besides their own; two notices from one formula have none.
    fn own_subjects(&self) -> f64 {
        let [first, second] = self.sides().map(|side| {
            let own = side.iter().filter(|(fact, held)| !held && !fact.kind.is_figure());
            saturated(own.filter(|(fact, _)| fact.repeated && fact.rarity == RAREST).count())
        });
        (first + second) / 2.0 * (1.0 - self.distinctive)
    }

    /// How much more often than by chance the rare details keep their order; 0 is chance. The measure is the longest
    /// run in order; by chance its length is about twice the square root of their number.
    fn order(&self) -> f64 {
        let mut places = Vec::new();
        for &(at, place) in &self.shared {
            if self.shorter[at].is_detail() && self.longer[place].is_detail() {
                places.push(place);
            }
        }
        let count = places.len() as f64;
        (rising(&places).len() as f64 - 2.0 * f64::sqrt(count)) / (count + 6.0)
    }

    /// How much more often than by chance shared facts that are close together in one text are also close in the other;
    /// 0 is chance.
    fn neighbors(&self) -> f64 {
        /// Largest distance between facts that are close.
        const CLOSE: usize = 3;
        let places: Vec<usize> =
            self.shared.iter().filter(|(at, _)| self.shorter[*at].rarity >= 2).map(|(_, place)| *place).collect();
        let mut sorted = places.clone();
        sorted.sort_unstable();
        let ranks: Vec<usize> = places.iter().map(|place| sorted.partition_point(|other| other < place)).collect();
        let (mut close, mut both) = (0.0, 0.0);
        for (i, &rank) in ranks.iter().enumerate() {
            for other in ranks.iter().skip(i + 1).take(CLOSE) {
                close += 1.0;
                both += f64::from(u8::from(rank.abs_diff(*other) <= CLOSE));
            }
        }
        let others = ranks.len().saturating_sub(1).max(1) as f64;
        let chance = f64::min(1.0, 2.0 * CLOSE as f64 / others);
        (both - chance * close) / (close + 6.0)
    }
}

/// The facts outside all passages; `ends` gives the range of a passage in their text.
fn outside(facts: &[Kept], passages: &[Passage], ends: fn(&Passage) -> RangeInclusive<usize>) -> Vec<Kept> {
    let kept = (0..facts.len()).filter(|at| !passages.iter().any(|passage| ends(passage).contains(at)));
    kept.map(|at| facts[at]).collect()
}

/// Share of the facts of a kind that the other text has, by weight, shrunk towards 0.3 as if by the weight of some rare
/// facts.
fn contained(facts: &[Held], is: fn(&Kept) -> bool) -> f64 {
    let (mut all, mut both) = (50, 15);
    for (fact, other) in facts.iter().filter(|(fact, _)| is(fact)) {
        all += fact.weight();
        both += other.map_or(0, |_| fact.weight());
    }
    f64::from(both) / f64::from(all)
}

/// The facts of a kind that the other text lacks.
fn own(facts: &[Held], is: fn(&Kept) -> bool) -> f64 {
    saturated(facts.iter().filter(|(fact, other)| other.is_none() && is(fact)).count())
}

/// The step from no facts of its own to three is as large as the step from three to any number.
fn saturated(own: usize) -> f64 {
    own as f64 / (own as f64 + 3.0)
}
