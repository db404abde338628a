//! Facts: what of an article survives when somebody says it in other words.
//!
//! A rewritten article shares hardly a shingle with its source, but it has the same names, figures and days, quotes
//! the same people, and mostly in the same order. [`facts`] finds them in a text and brings each to one form, however
//! it is written: `3,000`, `三千` and `three thousand` are one number. [`Sketch`] keeps a sample of them in the order
//! of the text, in at most 400 bytes; [`rewriting`](crate::compare::rewriting()) compares two.
//!
//! Facts are known of Chinese and English texts. In another language it is not known which words are common, and so
//! nothing is said.

pub(crate) mod numbers;
pub(crate) mod rarity;
pub(crate) mod scan;
pub(crate) mod sketch;

pub use rarity::WEIGHTS;
pub use scan::FactKind;
pub use sketch::{Known, READ_KEYS, Sketch, WRITE_KEYS};

use crate::metadata::date;
use crate::text::Script;
use scan::{Found, scan};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Share of English words, in hundredths, that must be commonplace: of other languages hardly any is. Larger: headlines
/// and lists are taken for another language.
const COMMONPLACE: usize = 15;

/// A fact where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What kind of fact it is.
    pub kind: FactKind,
    /// The form that all ways of writing it have in common.
    pub form: String,
    /// How rare it is: 0 of what about every fourth text holds, up to 5.
    pub rarity: u8,
    /// Where it begins in the text, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Whether it stands in a direct quotation.
    pub quoted: bool,
}

/// The facts of a text in order, commonplace ones left out; none if its language is not known.
///
/// # Complexity
/// Linear in the text.
///
/// ```
/// use offprint::facts::{FactKind, facts};
/// let figures = |text: &str| -> Vec<String> {
///     let facts = facts(text).into_iter();
///     facts.filter(|fact| fact.kind == FactKind::Number && fact.rarity > 0).map(|fact| fact.form).collect()
/// };
/// assert_eq!(figures("The flood drove 3,700 people out of their homes on the night to Monday."), ["3700"]);
/// assert_eq!(figures("洪水使三千七百人在周一夜里离开家园。"), ["3700"]);
/// ```
pub fn facts(text: &str) -> Vec<Fact> {
    facts_on(text, None)
}

/// The same of a text that was published at a time, in any form that pages write: by it, 昨天, 本月3日, "yesterday" and
/// "Monday" are days.
///
/// ```
/// use offprint::facts::{FactKind, facts_on};
/// let text = "The ferry was to sail again yesterday, but it did not, and no one could say when it would.";
/// let facts = facts_on(text, Some("2018-04-17T08:00+02:00"));
/// assert!(facts.iter().any(|fact| fact.kind == FactKind::Date && fact.form == "04-16"));
/// ```
pub fn facts_on(text: &str, published: Option<&str>) -> Vec<Fact> {
    let Some(in_han) = in_han(text) else {
        return Vec::new();
    };
    let found = known(text, in_han, published, true).into_iter();
    let fact = |(found, rarity): (Found, u8)| Fact {
        kind: found.kind,
        form: found.form,
        rarity,
        start: found.start,
        end: found.end,
        quoted: found.quoted,
    };
    found.map(fact).collect()
}

/// Whether a text is in Han or in Latin letters; `None` if it is in others.
pub(crate) fn in_han(text: &str) -> Option<bool> {
    match Script::of(text) {
        Script::Hani => Some(true),
        Script::Latn => Some(false),
        _ => None,
    }
}

/// What is found in a text of a known language, and how rare it is.
pub(crate) fn known(
    text: &str,
    in_han: bool,
    published: Option<&str>,
    with_forms: bool,
) -> Vec<(Found, u8)> {
    // Where the page stands: that is what its writer calls today.
    let published = published.and_then(date::find);
    let published = published.map(|found| (found.minutes + found.zone).div_euclid(24 * 60));
    let found = scan(text, in_han, published, with_forms);
    let words = found.iter().filter(|found| !found.kind.is_figure()).count();
    let with_rarity = |found: Found| rarity::rarity(found.key).map(|rarity| (found, rarity));
    let figures = |kept: &[(Found, u8)]| {
        kept.iter()
            .filter(|(found, _)| found.kind.is_figure())
            .count()
    };
    let kept: Vec<(Found, u8)> = found.into_iter().filter_map(with_rarity).collect();
    let common = words - (kept.len() - figures(&kept));
    match in_han || common * 100 >= COMMONPLACE * words {
        true => kept,
        false => Vec::new(),
    }
}

#[cfg(feature = "internals")]
#[doc(hidden)]
pub fn keys_of(text: &str) -> Option<(bool, Vec<u64>)> {
    let in_han = in_han(text)?;
    let found = scan(text, in_han, None, false);
    Some((in_han, found.into_iter().map(|found| found.key).collect()))
}

impl Fact {
    /// What two texts have in common if they say the same.
    fn identity(&self) -> (bool, String) {
        (self.kind.is_figure(), self.form.clone())
    }
}

/// The facts of two texts set side by side, for people to check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SharedFacts {
    /// What both say, each once, in the order of the first text: where it first stands in either.
    pub shared: Vec<[Fact; 2]>,
    /// Which of these come in one order in both texts, by their places in `shared`: the longest such row.
    pub in_order: Vec<usize>,
    /// What only the first says, each once.
    pub only_first: Vec<Fact>,
    /// What only the second says.
    pub only_second: Vec<Fact>,
}

impl SharedFacts {
    /// Counts places otherwise than in bytes: each text has a function that tells what a byte is.
    ///
    /// ```
    /// use offprint::facts::{facts, shared};
    /// let text = "潜水员在Skarn的码头旁边发现两根桩柱断裂。";
    /// let mut sides = shared(facts(text), facts(text));
    /// sides.count_places(|byte| text[..byte].chars().count(), |byte| byte);
    /// let [first, second] = sides.shared.iter().find(|[fact, _]| fact.form == "skarn").unwrap();
    /// assert_eq!((first.start, second.start), (4, 12));
    /// ```
    pub fn count_places(
        &mut self,
        first: impl Fn(usize) -> usize,
        second: impl Fn(usize) -> usize,
    ) {
        let count = |fact: &mut Fact, place: &dyn Fn(usize) -> usize| {
            for end in [&mut fact.start, &mut fact.end] {
                *end = place(*end as usize) as u32;
            }
        };
        for [one, other] in &mut self.shared {
            count(one, &first);
            count(other, &second);
        }
        self.only_first
            .iter_mut()
            .for_each(|fact| count(fact, &first));
        self.only_second
            .iter_mut()
            .for_each(|fact| count(fact, &second));
    }
}

/// Sets the [`facts`] of two texts side by side. A fact is `quoted` if it stands in a quotation anywhere in its text.
///
/// # Complexity
/// That of sorting the facts.
///
/// ```
/// use offprint::facts::{facts, shared};
/// let first = facts("暴风雨冲毁了Skarn的码头，维修需要18万克朗。");
/// let second = facts("Skarn码头毁于暴风雨，修好它要花十八万克朗和六个星期。");
/// let sides = shared(first, second);
/// let forms: Vec<&str> = sides.shared.iter().map(|[fact, _]| &fact.form[..]).collect();
/// assert!(forms.contains(&"180000") && forms.contains(&"skarn"));
/// ```
pub fn shared(first: Vec<Fact>, second: Vec<Fact>) -> SharedFacts {
    let [first, second] = [first, second].map(once);
    let identities = second.iter().map(Fact::identity);
    let second_places: BTreeMap<(bool, String), usize> = identities.zip(0..).collect();
    let mut left: Vec<Option<Fact>> = second.into_iter().map(Some).collect();
    let (mut shared, mut places, mut only_first) = (Vec::new(), Vec::new(), Vec::new());
    for fact in first {
        match second_places.get(&fact.identity()) {
            Some(&place) => {
                places.push(place);
                shared.extend(left[place].take().map(|other| [fact, other]));
            }
            None => only_first.push(fact),
        }
    }
    SharedFacts {
        shared,
        in_order: rising(&places),
        only_first,
        only_second: left.into_iter().flatten().collect(),
    }
}

/// Each fact once, where it first stands.
fn once(facts: Vec<Fact>) -> Vec<Fact> {
    let mut places: BTreeMap<(bool, String), usize> = BTreeMap::new();
    let mut kept: Vec<Fact> = Vec::new();
    for fact in facts {
        let place = *places.entry(fact.identity()).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(first) => first.quoted |= fact.quoted,
            None => kept.push(fact),
        }
    }
    kept
}

/// The places in a row of numbers of the longest row of rising ones among them.
pub(crate) fn rising(row: &[usize]) -> Vec<usize> {
    // By length, the place where the row of that length ends that has the smallest end; and what comes before each.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(row.len());
    for (place, &number) in row.iter().enumerate() {
        let length = ends.partition_point(|&end| row[end] < number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = place,
            None => ends.push(place),
        }
    }
    let mut longest: Vec<usize> =
        std::iter::successors(ends.last().copied(), |&place| before[place]).collect();
    longest.reverse();
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rising_row_is_found() {
        assert!(rising(&[]).is_empty());
        assert_eq!(rising(&[4, 0, 1, 9, 2, 3]), [1, 2, 4, 5]);
        assert_eq!(rising(&[3, 2, 1]), [2]);
    }
}
