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
pub use sketch::{READ_KEYS, Sketch, WRITE_KEYS};

use crate::text::Script;
use scan::{Found, scan};
use serde::Serialize;
use std::collections::BTreeSet;

/// Share of English words, in hundredths, that must be commonplace: of other languages hardly any is. Larger: headlines
/// and lists are taken for another language.
const COMMONPLACE: usize = 20;

/// A fact where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
    let found = known(text, true).into_iter();
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

/// What is found in a text of a known language, and how rare it is.
pub(crate) fn known(text: &str, with_forms: bool) -> Vec<(Found, u8)> {
    let in_han = match Script::of(text) {
        Script::Hani => true,
        Script::Latn => false,
        _ => return Vec::new(),
    };
    let found = scan(text, in_han, with_forms);
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
    let in_han = match Script::of(text) {
        Script::Hani => true,
        Script::Latn => false,
        _ => return None,
    };
    let found = scan(text, in_han, false);
    Some((in_han, found.into_iter().map(|found| found.key).collect()))
}

/// The facts of two texts set side by side, for people to check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SharedFacts {
    /// What both say, each once, in the order of the first text: where it first stands in either.
    pub shared: Vec<[Fact; 2]>,
    /// What only the first says, each once.
    pub only_first: Vec<Fact>,
    /// What only the second says.
    pub only_second: Vec<Fact>,
}

/// Sets the [`facts`] of two texts side by side.
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
    let once = |facts: Vec<Fact>| {
        let mut seen = BTreeSet::new();
        let mut facts = facts;
        facts.retain(|fact| seen.insert((fact.kind.is_figure(), fact.form.clone())));
        facts
    };
    let mut left = once(second);
    let mut sides = SharedFacts {
        shared: Vec::new(),
        only_first: Vec::new(),
        only_second: Vec::new(),
    };
    for fact in once(first) {
        let is_same = |other: &Fact| {
            other.form == fact.form && other.kind.is_figure() == fact.kind.is_figure()
        };
        match left.iter().position(is_same) {
            Some(place) => sides.shared.push([fact, left.remove(place)]),
            None => sides.only_first.push(fact),
        }
    }
    sides.only_second = left;
    sides
}
