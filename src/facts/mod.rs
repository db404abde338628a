//! Facts: the parts of an article that survive rewriting.
//!
//! A rewritten article shares almost no shingles with its source, but it has the same names, figures and dates and
//! quotes the same people, mostly in the same order. Facts are found in a text and normalized, however they are
//! written: `3,000`, `三千` and `three thousand` are one number. [`Sketch`] keeps a sample of them in text order, in at
//! most 400 bytes. [`rewriting`](crate::compare::rewriting()) compares two sketches.
//!
//! Only Chinese and English texts have facts. For other languages it is unknown which words are common, so no facts are
//! reported.

pub(crate) mod find;
pub(crate) mod numbers;
pub(crate) mod rarity;
pub(crate) mod scan;
pub(crate) mod sketch;

pub use scan::FactKind;
pub use sketch::{Sketch, SketchInput};

use crate::positions::units_before;
use find::{facts_on, side_by_side};
use serde::{Deserialize, Serialize};

/// An occurrence of a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fact {
    /// The kind of fact.
    pub kind: FactKind,
    /// The normal form, the same for all spellings.
    pub form: String,
    /// How rare it is: from 0, for facts in about every fourth text, to 5.
    pub rarity: u8,
    /// Where it begins in the text, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
    /// Whether it is in a direct quotation.
    pub quoted: bool,
}

impl Fact {
    /// Converts its place from bytes to units, given the number of units before each byte.
    fn count_place(&mut self, before: &[usize]) {
        self.start = before[self.start as usize] as u32;
        self.end = before[self.end as usize] as u32;
    }
}

/// The facts of two texts side by side, for people to check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SharedFacts {
    /// Facts that both texts have, without duplicates, in the order of the first text: the first occurrence in each.
    pub shared: Vec<[Fact; 2]>,
    /// The longest sequence of shared facts with the same order in both texts, as indices into `shared`.
    pub in_order: Vec<usize>,
    /// Facts that only the first text has, without duplicates.
    pub only_first: Vec<Fact>,
    /// Facts that only the second text has, without duplicates.
    pub only_second: Vec<Fact>,
    /// Figures, days and names that one text has where the other has a different one, at most 20: the first text's and
    /// the second's. Each is also in `only_first` or `only_second`.
    pub altered: Vec<[Fact; 2]>,
}

impl SharedFacts {
    /// The facts of two texts, without commonplace ones; empty if a text's language is not supported. A fact is
    /// `quoted` if any of its occurrences in the text is in a quotation.
    ///
    /// # Complexity
    /// Sorts the facts.
    ///
    /// ```
    /// use offprint::facts::SharedFacts;
    /// let first = "暴风雨冲毁了Skarn的码头，维修需要18万克朗。";
    /// let second = "Skarn码头毁于暴风雨，修好它要花十八万克朗和六个星期。";
    /// let sides = SharedFacts::new(first, second);
    /// let forms: Vec<&str> = sides.shared.iter().map(|[fact, _]| &fact.form[..]).collect();
    /// assert!(forms.contains(&"180000") && forms.contains(&"skarn"));
    /// ```
    pub fn new(first: &str, second: &str) -> SharedFacts {
        side_by_side(facts_on(first, None), facts_on(second, None))
    }

    /// Converts byte offsets in the two texts to another unit; `units` gives the units of a character.
    ///
    /// ```
    /// let text = "潜水员在Skarn的码头旁边发现两根桩柱断裂。";
    /// let mut sides = offprint::facts::SharedFacts::new(text, text);
    /// sides.count_places([text, text], |_| 1);
    /// let [first, second] = sides.shared.iter().find(|[fact, _]| fact.form == "skarn").unwrap();
    /// assert_eq!((first.start, second.start), (4, 4));
    /// ```
    pub fn count_places(&mut self, texts: [&str; 2], units: fn(char) -> usize) {
        let [first, second] = texts.map(|text| units_before(text, units));
        for [one, other] in self.shared.iter_mut().chain(&mut self.altered) {
            one.count_place(&first);
            other.count_place(&second);
        }
        let only_first = self.only_first.iter_mut();
        only_first.for_each(|fact| fact.count_place(&first));
        let only_second = self.only_second.iter_mut();
        only_second.for_each(|fact| fact.count_place(&second));
    }
}
