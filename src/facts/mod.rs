//! Facts: what of an article survives when somebody says it in other words.
//!
//! A rewritten article shares hardly a shingle with its source, but it has the same names, figures and days, quotes
//! the same people, and mostly in the same order. Facts are found in a text and brought to one form, however they are
//! written: `3,000`, `三千` and `three thousand` are one number. [`Sketch`] keeps a sample of them in the order
//! of the text, in at most 400 bytes; [`rewriting`](crate::compare::rewriting()) compares two.
//!
//! Facts are known of Chinese and English texts. In another language it is not known which words are common, and so
//! nothing is said.

pub(crate) mod find;
pub(crate) mod numbers;
pub(crate) mod rarity;
pub(crate) mod scan;
pub(crate) mod sketch;

pub use scan::FactKind;
pub use sketch::{Known, Sketch};

use find::{facts_on, side_by_side};
use serde::{Deserialize, Serialize};

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
    /// let text = "潜水员在Skarn的码头旁边发现两根桩柱断裂。";
    /// let mut sides = offprint::facts::shared(text, text);
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

/// Sets the facts of two texts side by side, commonplace ones left out; there are none if a text's language is not known.
/// A fact is `quoted` if it stands in a quotation anywhere in its text.
///
/// # Complexity
/// That of sorting the facts.
///
/// ```
/// use offprint::facts::shared;
/// let first = "暴风雨冲毁了Skarn的码头，维修需要18万克朗。";
/// let second = "Skarn码头毁于暴风雨，修好它要花十八万克朗和六个星期。";
/// let sides = shared(first, second);
/// let forms: Vec<&str> = sides.shared.iter().map(|[fact, _]| &fact.form[..]).collect();
/// assert!(forms.contains(&"180000") && forms.contains(&"skarn"));
/// ```
pub fn shared(first: &str, second: &str) -> SharedFacts {
    side_by_side(facts_on(first, None), facts_on(second, None))
}
