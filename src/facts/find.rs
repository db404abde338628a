//! Finds facts in texts and compares them.

use super::scan::{Found, scan};
use super::{Fact, FactKind, SharedFacts, rarity};
use crate::hash::hash;
use crate::metadata::date;
use crate::text::Script;
use std::collections::BTreeMap;

/// Smallest percentage of commonplace words in an English text; other languages have very few. Larger: headlines and
/// lists are taken for another language.
const COMMONPLACE: usize = 15;
/// Largest distance in bytes between two neighboring facts: a word, or a few Han characters. Larger: more facts about
/// different things are called altered.
const CLOSE: u32 = 12;
/// Number of facts before and after a fact that may be its neighbors.
const NEIGHBORS: usize = 4;
/// Number of leading letters by which a different form of a name is recognized.
const SAME_NAME: usize = 2;
/// Fewest letters of a name that is not taken for an abbreviation.
const WHOLE_NAME: usize = 4;
/// Most facts that are listed as altered: if there are more, it is a different story.
const MOST_ALTERED: usize = 20;

/// The facts of a text in order, without commonplace ones; empty if its language is not supported. The time of
/// publication, in any form that pages write, resolves 昨天, 本月3日, "yesterday" and "Monday" to dates.
///
/// # Complexity
/// Linear in the text.
pub fn facts_on(text: &str, published: Option<&str>) -> Vec<Fact> {
    let Some(in_han) = in_han(text) else {
        return Vec::new();
    };
    known(text, in_han, published, true)
        .into_iter()
        .map(|(Found { kind, form, start, end, quoted, .. }, rarity)| Fact { kind, form, rarity, start, end, quoted })
        .collect()
}

/// Whether a text is in Han rather than Latin letters; `None` if it is in neither.
pub fn in_han(text: &str) -> Option<bool> {
    match Script::from_text(text) {
        Script::Hani => Some(true),
        Script::Latn => Some(false),
        _ => None,
    }
}

/// The facts in a text of a supported language, with their rarity.
pub fn known(text: &str, in_han: bool, published: Option<&str>, with_forms: bool) -> Vec<(Found, u8)> {
    // In the page's own time zone: its date is what the writer calls today.
    let published = published.and_then(|time| date::of_statement(time, ""));
    let today = published.map(|found| (found.minutes + found.zone).div_euclid(24 * 60));
    let found = scan(text, in_han, today, with_forms);
    let words = found.iter().filter(|found| !found.kind.is_figure()).count();
    let kept: Vec<(Found, u8)> =
        found.into_iter().filter_map(|found| rarity::rarity(found.key).map(|rarity| (found, rarity))).collect();
    let rare = kept.iter().filter(|(found, _)| !found.kind.is_figure()).count();
    if in_han || (words - rare) * 100 >= COMMONPLACE * words { kept } else { Vec::new() }
}

#[cfg(feature = "internals")]
#[doc(hidden)]
pub fn keys_of(text: &str) -> Option<(bool, Vec<u64>)> {
    let in_han = in_han(text)?;
    let found = scan(text, in_han, None, false);
    Some((in_han, found.into_iter().map(|found| found.key).collect()))
}

impl Fact {
    /// The parts of a number: its digits without final zeros, since 40K is 40,000, and what it counts. Other facts are
    /// not split.
    fn number(&self) -> (&str, &str) {
        if self.kind != FactKind::Number {
            return (&self.form, "");
        }
        let unit = self.form.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let digits = &self.form[..self.form.len() - unit.len()];
        let is_year = self.form.len() == 4 && matches!(digits.get(..2), Some("18" | "19" | "20"));
        (digits.trim_end_matches(['0', '.']), if is_year { "year" } else { unit })
    }

    /// Whether another fact in its place states something else, rather than the same in a different form.
    fn is_altered_in(&self, other: &Fact) -> bool {
        self.kind == other.kind
            && match self.kind {
                FactKind::Word => false,
                // Europe and European are the same, and so are LA and Los Angeles.
                FactKind::Name => {
                    let are_whole = [self, other].iter().all(|fact| fact.form.chars().count() >= WHOLE_NAME);
                    are_whole && self.form.chars().take(SAME_NAME).ne(other.form.chars().take(SAME_NAME))
                }
                FactKind::Date => true,
                FactKind::Number => {
                    let ((digits, unit), (others, others_unit)) = (self.number(), other.number());
                    unit == others_unit && digits != others
                }
            }
    }

    /// The key that equal facts of two texts share.
    fn identity(&self) -> (bool, String) {
        (self.kind.is_figure(), self.form.clone())
    }
}

/// The index of each fact of a text among its distinct facts.
type Places = BTreeMap<(bool, String), usize>;

/// Matches the facts of two texts.
pub fn side_by_side(first: Vec<Fact>, second: Vec<Fact>) -> SharedFacts {
    let all = [first, second];
    let once = all.each_ref().map(|facts| once(facts));
    let known = once.each_ref().map(|(_, places)| places);
    let altered = altered(&all, once.each_ref().map(|(facts, _)| &facts[..]), known);
    let [(first, _), (second, second_places)] = once;
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
        altered,
    }
}

/// What two texts state differently in one place: a figure, day or name that only one text has, where the other text
/// has a different one next to the same fact. If a neighbor has several such facts, they are paired in order, provided
/// the other text has as many.
fn altered(all: &[Vec<Fact>; 2], once: [&[Fact]; 2], known: [&Places; 2]) -> Vec<[Fact; 2]> {
    let [first, second] = [0, 1].map(|side| own_beside(&all[side], known[side], known[1 - side]));
    // Both places of a pair are in one number, so that only one kind of list is sorted.
    let facts = |pair: u64| [&once[0][(pair >> 32) as usize], &once[1][pair as u32 as usize]];
    let mut pairs: Vec<(u64, u64)> = Vec::new();
    for one in first.chunk_by(|a, b| a.0 == b.0) {
        let from = second.partition_point(|other| other.0 < one[0].0);
        let others: Vec<_> = second[from..].iter().take_while(|other| other.0 == one[0].0).collect();
        if one.len() == others.len() {
            pairs.extend(one.iter().zip(others).map(|(one, other)| (one.1 << 32 | other.1, 0)));
        }
    }
    pairs.retain(|&(pair, _)| {
        let [fact, other] = facts(pair);
        fact.is_altered_in(other)
    });
    pairs.sort_unstable();
    let mut ranked: Vec<(u64, u64)> =
        pairs.chunk_by(|a, b| a == b).map(|same| (u64::MAX - same.len() as u64, same[0].0)).collect();
    // Many names are next to the same fact, one after the other.
    ranked.retain(|&(rank, pair)| u64::MAX - rank > u64::from(facts(pair)[0].kind == FactKind::Name));
    ranked.sort_unstable();
    let mut altered: Vec<(u64, u64)> = Vec::new();
    for (_, pair) in ranked {
        let [fact, other] = facts(pair);
        // A number with its unit begins in the same place as the number alone.
        let is_known = altered.iter().any(|&(_, known)| {
            let [known_fact, known_other] = facts(known);
            fact.start == known_fact.start || other.start == known_other.start
        });
        if altered.len() < MOST_ALTERED && !is_known {
            altered.push((u64::from(fact.start), pair));
        }
    }
    altered.sort_unstable();
    altered.into_iter().map(|(_, pair)| facts(pair).map(Fact::clone)).collect()
}

/// The figures, days and names that only one text has, by the neighboring facts that both texts have: a hash of the
/// neighbor, its side, and the kind and unit of the fact; and the place of the fact.
fn own_beside(facts: &[Fact], known: &Places, others: &Places) -> Vec<(u64, u64)> {
    let mut beside = Vec::new();
    for (at, fact) in facts.iter().enumerate() {
        let identity = fact.identity();
        if fact.kind == FactKind::Word || others.contains_key(&identity) {
            continue;
        }
        let place = known.get(&identity).copied().unwrap_or_default() as u64;
        let before = facts[..at].iter().rev().take(NEIGHBORS).map(|neighbor| (true, neighbor));
        let after = facts[at + 1..].iter().take(NEIGHBORS).map(|neighbor| (false, neighbor));
        for (is_before, neighbor) in before.chain(after) {
            let (one, next) = if is_before { (neighbor, fact) } else { (fact, neighbor) };
            if next.start.checked_sub(one.end).is_none_or(|distance| distance > CLOSE) {
                continue;
            }
            if others.contains_key(&neighbor.identity()) {
                let tags = [u64::from(is_before), u64::from(neighbor.kind.is_figure()), fact.kind as u64];
                let texts = [fact.number().1, "|", &neighbor.form];
                let letters = texts.iter().flat_map(|text| text.chars().map(u64::from));
                beside.push((hash(tags.into_iter().chain(letters)), place));
            }
        }
    }
    beside.sort_unstable();
    beside.dedup();
    beside
}

/// Each fact once, at its first occurrence, with the index of each.
fn once(facts: &[Fact]) -> (Vec<Fact>, Places) {
    let mut places = Places::new();
    let mut kept: Vec<Fact> = Vec::new();
    for fact in facts {
        let place = *places.entry(fact.identity()).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(first) => first.quoted |= fact.quoted,
            None => kept.push(fact.clone()),
        }
    }
    (kept, places)
}

/// The indices of the longest increasing subsequence (patience sorting).
pub fn rising(row: &[usize]) -> Vec<usize> {
    // For each length, the index of the smallest last element of a subsequence of that length; and the predecessor of
    // each element.
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
    let mut longest: Vec<usize> = std::iter::successors(ends.last().copied(), |&place| before[place]).collect();
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
