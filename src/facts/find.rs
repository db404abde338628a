//! Finds facts in texts and compares them.

use super::scan::{Found, scan};
use super::{Fact, SharedFacts, rarity};
use crate::metadata::date;
use crate::text::Script;
use std::collections::BTreeMap;

/// Share of commonplace words, in hundredths, that marks a text as English; other languages have hardly any. Larger:
/// headlines and lists are taken for another language.
const COMMONPLACE: usize = 15;

/// The facts of a text in order, without commonplace ones; empty if its language is not supported. With the time of
/// publication, in any form that pages write, 昨天, 本月3日, "yesterday" and "Monday" are resolved to dates.
///
/// # Complexity
/// Linear in the text.
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

/// Whether a text is in Han rather than Latin letters; `None` if it is in others.
pub fn in_han(text: &str) -> Option<bool> {
    match Script::of(text) {
        Script::Hani => Some(true),
        Script::Latn => Some(false),
        _ => None,
    }
}

/// The facts in a text of a supported language, with their rarity.
pub fn known(
    text: &str,
    in_han: bool,
    published: Option<&str>,
    with_forms: bool,
) -> Vec<(Found, u8)> {
    // In the page's own time zone: its date is what the writer calls today.
    let published = published.and_then(date::find);
    let published = published.map(|found| (found.minutes + found.zone).div_euclid(24 * 60));
    let found = scan(text, in_han, published, with_forms);
    let is_word = |found: &&Found| !found.kind.is_figure();
    let words = found.iter().filter(is_word).count();
    let with_rarity = |found: Found| rarity::rarity(found.key).map(|rarity| (found, rarity));
    let kept: Vec<(Found, u8)> = found.into_iter().filter_map(with_rarity).collect();
    let rare = kept.iter().map(|(found, _)| found).filter(is_word).count();
    match in_han || (words - rare) * 100 >= COMMONPLACE * words {
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
    /// The key that equal facts of two texts share.
    fn identity(&self) -> (bool, String) {
        (self.kind.is_figure(), self.form.clone())
    }
}

/// Matches the facts of two texts.
pub fn side_by_side(first: Vec<Fact>, second: Vec<Fact>) -> SharedFacts {
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

/// Each fact once, at its first occurrence.
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

/// The indices of the longest increasing subsequence of some numbers.
pub fn rising(row: &[usize]) -> Vec<usize> {
    // By length, the index of the smallest last element of a subsequence of that length; and the predecessor of each
    // element.
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
