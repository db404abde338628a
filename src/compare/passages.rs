//! Passages that only one of two texts has.

use crate::fingerprint::features::{LONG_WEIGHT, hash_of, runs};
use crate::text::{Token, normalize};
use std::collections::HashSet;
use std::ops::Range;

/// Most passages reported per text; the longest ones are kept.
const MAX_PASSAGES: usize = 5;
/// Smallest weight of a reported stretch, in tenths of a Han character: twelve characters, or eight words. Larger: only
/// long stretches; smaller: changed words too.
const MIN_WEIGHT: u32 = 120;

/// The longest passages that only one of two texts has, at most five per text, in text order, as byte ranges.
///
/// # Complexity
/// Linear in the texts.
///
/// ```
/// use offprint::compare::passages;
/// let ferry = "The ferry to Skarn stopped running on Sunday night, after a storm. ";
/// let divers = "Divers found two of the four piles broken below the waterline.";
/// let whole = format!("{ferry}{divers}");
/// let [of_whole, of_part] = passages(&whole, ferry);
/// assert_eq!(&whole[of_whole[0].clone()], divers.trim_end_matches('.'));
/// assert!(of_part.is_empty());
/// ```
pub fn passages(first: &str, second: &str) -> [Vec<Range<usize>>; 2] {
    let [a, b] = [first, second].map(|text| normalize(text).tokens);
    [only(&a, &b), only(&b, &a)]
}

/// The longest stretches of a text that share no long run of tokens with the other one.
fn only(own: &[Token], other: &[Token]) -> Vec<Range<usize>> {
    let known: HashSet<u64> = runs(other, LONG_WEIGHT).map(|run| hash_of(&other[run])).collect();
    let mut stretches: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    // A shared run ends the stretch before it; the next stretch begins after the last consecutive shared run.
    for run in runs(own, LONG_WEIGHT).filter(|run| known.contains(&hash_of(&own[run.clone()]))) {
        if run.start > end {
            stretches.push(end..run.start);
        }
        end = run.end;
    }
    stretches.push(end..own.len());
    let weight = |stretch: &Range<usize>| Token::weigh(&own[stretch.clone()]);
    stretches.retain(|stretch| weight(stretch) >= MIN_WEIGHT);
    stretches.sort_by_key(|stretch| std::cmp::Reverse(weight(stretch)));
    stretches.truncate(MAX_PASSAGES);
    stretches.sort_by_key(|stretch| stretch.start);
    stretches.iter().map(|run| own[run.start].start as usize..own[run.end - 1].end as usize).collect()
}
