//! Features of a normal text: feature codes at its stops, shingles, and its length.
//!
//! A *feature code* is five units before and five after a sentence end (seed paper: Peng et al.,
//! c. 2004, after Zhang et al., 2002): few, aligned with what copies keep, good as keys. *Shingles*
//! (Broder, 1997) are all runs of eight Han characters or five words: many, good as a measure. Both
//! are sampled by content, the smallest hashes being kept, so that two copies choose the same ones
//! whatever was added before or after (bottom-k sampling).

use crate::hash::hash;
use crate::text::NormalText;

/// Units on either side of a stop. Larger: rarer chance agreement, more codes lost to each edit.
pub const CODE_SIDE: usize = 5;
/// Weight of a shingle, eight Han characters or five words. Larger: rarer chance agreement, more
/// shingles lost to each edit.
pub const SHINGLE_WEIGHT: u32 = 80;

/// Features of one text, as sets.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    /// Hashes of the feature codes, ascending, each once.
    pub codes: Vec<u64>,
    /// Hashes of the shingles, ascending, each once.
    pub shingles: Vec<u64>,
    /// Letters and digits in the text.
    pub length: u32,
}

impl Features {
    /// The features of a text.
    ///
    /// # Complexity
    /// Sorting the shingles: `n log n` in the number of units.
    ///
    /// ```
    /// use offprint::{features::Features, text::normalize};
    /// let a = Features::of(&normalize("下游三座水库已经蓄满。专家提醒各县注意堤防。"));
    /// let b = Features::of(&normalize("记者获悉：下游三座水库已经蓄满。专家提醒各县注意堤防！"));
    /// let c = Features::of(&normalize("市运动会昨天闭幕。共有两千名学生参加了比赛。"));
    /// assert_eq!(a.codes, b.codes);
    /// assert_ne!(a.codes, c.codes);
    /// ```
    pub fn of(text: &NormalText) -> Features {
        let codes = codes(text).map(|(_, hash)| hash);
        Features {
            codes: set(codes),
            shingles: set(shingles(text)),
            length: text.length,
        }
    }
}

/// The feature codes of a text: the number of units before the stop, and the code's hash.
/// A stop with fewer than five units on either side has no code.
pub fn codes(text: &NormalText) -> impl Iterator<Item = (usize, u64)> + '_ {
    text.stops.iter().filter_map(|&stop| {
        let stop = stop as usize;
        let units = text
            .units
            .get(stop.checked_sub(CODE_SIDE)?..stop + CODE_SIDE)?;
        Some((stop, hash(units.iter().map(|u| u.hash))))
    })
}

/// The shingles of a text: from each unit on, the shortest run that weighs enough.
fn shingles(text: &NormalText) -> impl Iterator<Item = u64> + '_ {
    let units = &text.units;
    let (mut end, mut weight) = (0, 0);
    (0..units.len()).map_while(move |start| {
        while weight < SHINGLE_WEIGHT {
            weight += u32::from(units.get(end)?.weight);
            end += 1;
        }
        weight -= u32::from(units[start].weight);
        Some(hash(units[start..end].iter().map(|u| u.hash)))
    })
}

fn set(values: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut values: Vec<u64> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::normalize;

    #[test]
    fn a_stop_without_five_units_on_both_sides_has_no_code() {
        assert_eq!(codes(&normalize("一二三四。五六七八九")).count(), 0);
        assert_eq!(codes(&normalize("一二三四五。六七八九")).count(), 0);
        assert_eq!(codes(&normalize("一二三四五。六七八九十")).count(), 1);
    }

    #[test]
    fn shingles_are_eight_characters_or_five_words() {
        assert_eq!(shingles(&normalize("一二三四五六七")).count(), 0);
        assert_eq!(shingles(&normalize("一二三四五六七八九")).count(), 2);
        assert_eq!(shingles(&normalize("one two three four")).count(), 0);
        assert_eq!(
            shingles(&normalize("one two three four five six")).count(),
            2
        );
    }
}
