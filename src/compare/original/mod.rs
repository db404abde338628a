//! Which of two articles is the original, judging by what their pages state about each other and about time.
//!
//! A text does not show who wrote it first, but its page often does. A copy credits the site it was taken from (Ge et
//! al., 2012, group reprints by this line), states the original's address as canonical, says in its headline that it is
//! a reprint, or has a later time. Each reason supports one of the two with a weight. Contradicting reasons lower the
//! confidence; if it falls too low, there is no answer.
//!
//! All of these reasons come from the pages themselves, so the answer is only as reliable as they are. The time when a
//! page was read is not a reason: one set of pages has one answer, in whatever order they come.

mod statements;
#[cfg(test)]
mod tests;

pub(crate) use statements::{is_published_before, says_reprinted};

use crate::compare::changes::{ChangeKind, extent};
use crate::compare::verdict::Side;
use crate::metadata::Metadata;
use crate::schema::{names, object};
use statements::{canonical, is_credited, name_third};

/// Confidence, out of 100, if a page states the other's address as its own. Larger: such pages decide even if other
/// reasons contradict.
pub const CANONICAL_ADDRESS: u8 = 90;
/// Confidence if a page states an address on the other's site as its own.
pub const CANONICAL_SITE: u8 = 75;
/// Confidence if a page credits the other's site in its head or above its text. Smaller than for an address, since
/// names are shared and copied.
pub const CREDIT: u8 = 75;
/// Confidence if a page credits the other's site below its text or in an unknown place, where others may have written
/// it, such as readers in their comments. Larger: honest credits at the end decide more; smaller: strangers decide
/// less.
pub const CREDIT_AT_END: u8 = 45;
/// Largest confidence with such a credit, whatever else agrees. It is below 60, the confidence at which the edge acts.
/// Larger: a stranger's line turns a date into proof.
pub const MOST_WITH_END: u32 = 59;
/// Confidence if a headline says that the article is a reprint, but not of what.
pub const TITLE: u8 = 60;
/// Confidence if one was published earlier. Copies often state the time of their original, and originals the time of
/// their last change.
pub const PUBLISHED: u8 = 45;
/// Confidence if one contains the other and more. Usually the shorter one is abridged, but some copies add commentary.
pub const LONGER: u8 = 10;
/// Smallest confidence of an answer. Larger: fewer and surer answers.
pub const LEAST_CONFIDENCE: u8 = 15;

names! {
    /// One of two articles.
    #[allow(clippy::exhaustive_enums, reason = "there are two")]
    pub enum Which {
        /// The first of the two.
        First = "first",
        /// The second.
        Second = "second",
    }
}

names! {
    /// A kind of reason why one of two articles may be the original.
    #[non_exhaustive]
    pub enum OriginEvidence {
        /// The other states this one's address as its own.
        CanonicalAddress = "canonical-address",
        /// The other states an address on this one's site as its own, and is on another site.
        CanonicalSite = "canonical-site",
        /// The other credits this one's site, and is on another site.
        Credit = "credit",
        /// The other's headline says that it is a reprint.
        Title = "title",
        /// This one was published earlier.
        Published = "published",
        /// This one contains the other and more.
        Longer = "longer",
    }
}

impl OriginEvidence {
    /// Confidence from this evidence alone, 1 to 100; a credit at the end of a page gives less.
    pub fn weight(self) -> u8 {
        match self {
            OriginEvidence::CanonicalAddress => CANONICAL_ADDRESS,
            OriginEvidence::CanonicalSite => CANONICAL_SITE,
            OriginEvidence::Credit => CREDIT,
            OriginEvidence::Title => TITLE,
            OriginEvidence::Published => PUBLISHED,
            OriginEvidence::Longer => LONGER,
        }
    }
}

/// The doubt that the reasons for one candidate leave, out of 10,000. Reasons multiply it like independent chances.
#[derive(Clone, Copy)]
pub(crate) struct Doubt {
    left: u32,
    /// The doubt without credits at the end of pages.
    left_by_firm: u32,
}

impl Doubt {
    pub(crate) const FULL: Doubt = Doubt { left: 10_000, left_by_firm: 10_000 };

    /// Adds a reason; `is_firm` unless it is a credit at the end of a page.
    pub(crate) fn with_reason(mut self, weight: u32, is_firm: bool) -> Doubt {
        self.left = self.left * (100 - weight) / 100;
        if is_firm {
            self.left_by_firm = self.left_by_firm * (100 - weight) / 100;
        }
        self
    }

    pub(crate) fn confidence(self) -> u32 {
        let [any, firm] = [self.left, self.left_by_firm].map(|left| (10_000 - left) / 100);
        firm.max(any.min(MOST_WITH_END))
    }
}

object! {
    /// A reason why one of two articles may be the original.
    #[derive(Copy, Eq)]
    pub struct Reason {
        /// What was found: the other article states this one's address or a page of its site as its own, credits its
        /// site, or says in its headline that it is a reprint; or this one was published earlier, or holds the other and
        /// more.
        evidence "evidence": OriginEvidence;
        /// The article that this reason supports as the original.
        favors "favors": Which;
        /// Confidence from this reason alone, 1 to 100.
        weight "weight": u8;
    }
}

object! {
    /// Which of two articles is the original, and why.
    #[derive(Eq)]
    pub struct Original {
        /// The answer; null if it is undetermined.
        which "which": Option<Which>;
        /// How sure it is, 0 to 100; at least 15 if there is an answer, else 0. Contradicting reasons lower it.
        confidence "confidence": u8;
        /// All reasons found: those for the first, then those for the second.
        reasons "reasons": Vec<Reason>;
    }
}

/// Decides which of two articles that share text is the original. `sides` is the comparison of the two texts, if known;
/// [`relate`](crate::compare::relate) calls this only for copies.
///
/// Reasons for one side combine like independent chances: the remaining doubts are multiplied. The confidence is the
/// difference between the sides. All arithmetic is in whole numbers, so the result is the same on every platform.
/// Swapping the articles swaps the answer.
///
/// A page that says its text is from elsewhere is believed: its date and its length count less. They do not count at
/// all if both pages name the same third source, which is then the original.
///
/// The rest of a gated article is unknown. It is the original of a complete one only if the other page says so: its own
/// date does not support it, and their lengths are not compared.
///
/// ```
/// use offprint::Metadata;
/// use offprint::article::CreditPlace;
/// use offprint::compare::Which;
/// use offprint::internals::original::original;
/// let paper = Metadata { url: Some("https://paper.example/1".into()), ..Metadata::default() };
/// let (credit, credit_place) = (Some("www.paper.example".into()), Some(CreditPlace::Top));
/// let copy = Metadata { url: Some("https://portal.example/7".into()), credit, credit_place, ..Metadata::default() };
/// assert_eq!(original(&paper, &copy, None).which, Some(Which::First));
/// assert_eq!(original(&paper, &paper, None).which, None);
/// ```
pub fn original(first: &Metadata, second: &Metadata, sides: Option<&[Side; 2]>) -> Original {
    let gated = sides.map_or([false; 2], |sides| sides.each_ref().map(|side| side.gated));
    let longer = sides.and_then(longer);
    let is_third = name_third(first, second);
    let mut reasons = Vec::new();
    for (this, other, favors, is_stub) in
        [(first, second, Which::First, gated == [true, false]), (second, first, Which::Second, gated == [false, true])]
    {
        let canonical = canonical(this, other).map(|evidence| (evidence, evidence.weight()));
        let credit = is_credited(this, other).then(|| (OriginEvidence::Credit, other.credit_weight()));
        let found = [
            (says_reprinted(&other.title), OriginEvidence::Title),
            (!is_stub && is_published_before(this, other), OriginEvidence::Published),
            (longer == Some(favors), OriginEvidence::Longer),
        ];
        let compared = found.into_iter().filter(|(holds, _)| *holds && !is_third).map(|(_, evidence)| {
            let weight = u32::from(evidence.weight()) * this.own_word() / 1_000_000;
            (evidence, weight.max(1) as u8)
        });
        let all = canonical.into_iter().chain(credit).chain(compared);
        reasons.extend(all.map(|(evidence, weight)| Reason { evidence, favors, weight }));
    }
    combine_reasons(reasons)
}

/// Which of two texts contains the other and more. How a gated one continues is unknown.
pub(crate) fn longer(sides: &[Side; 2]) -> Option<Which> {
    let whole = Some(sides).filter(|[a, b]| !a.gated && !b.gated);
    match whole.and_then(extent).map(|extent| extent.kind) {
        Some(ChangeKind::FirstContains) => Some(Which::First),
        Some(ChangeKind::SecondContains) => Some(Which::Second),
        _ => None,
    }
}

impl Original {
    /// The answer with other weights for the reasons.
    pub fn weighed(mut self, weight: impl Fn(&Reason) -> u8) -> Original {
        for reason in &mut self.reasons {
            reason.weight = weight(reason);
        }
        combine_reasons(self.reasons)
    }
}

fn combine_reasons(reasons: Vec<Reason>) -> Original {
    let [mut first, mut second] = [Doubt::FULL; 2];
    for reason in &reasons {
        let doubt = match reason.favors {
            Which::First => &mut first,
            Which::Second => &mut second,
        };
        let is_firm = reason.evidence != OriginEvidence::Credit || reason.weight >= CREDIT;
        *doubt = doubt.with_reason(reason.weight.into(), is_firm);
    }
    let (first, second) = (first.confidence(), second.confidence());
    let confidence = first.abs_diff(second) as u8;
    let surer = if first > second { Which::First } else { Which::Second };
    let which = (confidence >= LEAST_CONFIDENCE).then_some(surer);
    Original { which, confidence: if which.is_some() { confidence } else { 0 }, reasons }
}
