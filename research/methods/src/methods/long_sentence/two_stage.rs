//! De-duplication in two stages behind a filter, as a crawler does it.

use super::{LongSentence, LongSentences};
use crate::methods::Method;
use offprint::Article;
use offprint::compare::Verdict;
use offprint::internals::features::hash_of;
use offprint::internals::filter::KeyFilter;
use offprint::internals::normal::normalize;
use std::collections::BTreeMap;

/// Share of new contents that the filter lets through by mistake. Larger: more groups are looked
/// up in vain; smaller: more memory.
const MISTAKES: f64 = 0.01;

/// Finds pages whose whole content was seen before: first pages are grouped by a hash of their
/// content, then their features are compared inside the group, since different contents may have
/// one hash. A Bloom filter precedes the groups: content that it lacks is certainly new and
/// costs no look-up; content that it seems to hold is looked up and verified.
///
/// It finds no edited copy, be the edit a single character: that is the price of the first stage.
///
/// ```
/// use offprint::Article;
/// use offprint_methods::methods::{LongSentence, TwoStage};
/// let mut pages = TwoStage::new(LongSentence { trim: 0, ..LongSentence::default() }, 100);
/// let mut arrive = |text: &str| pages.arrive(&Article::of_text(String::new(), text.to_owned()));
/// assert_eq!(arrive("下游三座水库已经蓄满，大坝安全。"), Some(0));
/// assert_eq!(arrive("下游三座水庫 已經蓄滿,大壩安全"), Some(0));
/// assert_eq!(arrive("下游三座水库昨天蓄满，大坝安全。"), Some(1));
/// assert_eq!(arrive("大坝安全。"), None);
/// assert_eq!(pages.lookups(), 1);
/// ```
#[derive(Debug, Clone)]
pub struct TwoStage {
    method: LongSentence,
    seen: KeyFilter,
    /// From a content's hash to its pages: number and features, in order of arrival.
    groups: BTreeMap<u64, Vec<(usize, LongSentences)>>,
    pages: usize,
    lookups: usize,
}

impl TwoStage {
    /// Nothing seen yet. The filter has room for `room` pages; with more it saves fewer look-ups.
    pub fn new(method: LongSentence, room: u64) -> TwoStage {
        TwoStage { method, seen: filter(room, MISTAKES), groups: BTreeMap::new(), pages: 0, lookups: 0 }
    }

    /// The class of the next page, counted from 0: that of the page with its content, which is then
    /// not kept, else its own; `None` if it has no features to verify it by.
    ///
    /// # Complexity
    /// Linear in the page; for a content seen before `log n` and a comparison for each page that
    /// shares its hash.
    pub fn arrive(&mut self, article: &Article) -> Option<usize> {
        let features = self.method.sign(article)?;
        let tokens = normalize(&article.text).tokens;
        let content = hash_of(&tokens);
        Some(self.arrive_as(content, features))
    }

    fn arrive_as(&mut self, content: u64, features: LongSentences) -> usize {
        let key = format!("{content:016x}");
        if self.seen.may_hold(&key) {
            self.lookups += 1;
            let group = self.groups.get(&content).into_iter().flatten();
            for (page, other) in group {
                let verdict = self.method.compare(Some(other), Some(&features)).verdict;
                if verdict == Verdict::Same {
                    return *page;
                }
            }
        }
        self.seen.insert(&key);
        let group = self.groups.entry(content).or_default();
        group.push((self.pages, features));
        self.pages += 1;
        self.pages - 1
    }

    /// Groups looked up so far; the filter saved the others.
    pub fn lookups(&self) -> usize {
        self.lookups
    }
}

/// An empty filter for this many keys; when it is full, `share` of all other keys pass by mistake.
fn filter(keys: u64, share: f64) -> KeyFilter {
    let (bits, hashes) = dimensions(keys, share);
    KeyFilter::sized(keys, bits, hashes)
}

/// The bits of a filter, `-n ln p / (ln 2)²` for `n` keys and a share `p` of mistakes, and the bits that a key sets,
/// `(bits / n) ln 2`, which is the binary logarithm of `1 / p`. The share is clamped to between 1e-9 and one half.
fn dimensions(keys: u64, share: f64) -> (u64, u32) {
    const LN_2: f64 = std::f64::consts::LN_2;
    let hashes = binary_logarithm(1.0 / share.clamp(1e-9, 0.5));
    let bits = keys as f64 * hashes / LN_2;
    (bits as u64 + 1, (hashes + 0.5) as u32)
}

/// The binary logarithm of a number of at least 1, computed digit by digit so that it is the same on every platform,
/// unlike the library's.
fn binary_logarithm(mut x: f64) -> f64 {
    let mut whole = 0.0;
    while x >= 2.0 {
        (x, whole) = (x / 2.0, whole + 1.0);
    }
    let mut digit = 1.0;
    for _ in 0..40 {
        (x, digit) = (x * x, digit / 2.0);
        if x >= 2.0 {
            (x, whole) = (x / 2.0, whole + digit);
        }
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_sized_by_the_formulas() {
        let mbit = |share| (dimensions(1_000_000, share).0 as f64 / 1e3).round() / 1e3;
        assert_eq!((mbit(0.01), dimensions(1_000_000, 0.01).1), (9.585, 7));
        assert_eq!((mbit(0.001), dimensions(1_000_000, 0.001).1), (14.378, 10));
        let megabytes = |share| filter(1_000_000, share).bytes() as f64 / 1e6;
        assert_eq!((megabytes(0.01) * 1e3).round(), 1198.0);
        assert_eq!((megabytes(0.001) * 1e3).round(), 1797.0);
        for share in [f64::NAN, f64::INFINITY, 2.0, 0.0, -1.0] {
            let mut filter = filter(10, share);
            filter.insert("k");
            assert!(filter.may_hold("k") && filter.bytes() < 100, "{share}");
        }
    }

    #[test]
    fn the_share_of_false_positives_is_configurable() {
        let mut filter = filter(20_000, 0.001);
        (0..20_000).for_each(|i| filter.insert(&i.to_string()));
        assert!((0..20_000).all(|i| filter.may_hold(&i.to_string())));
        let passed = (20_000..120_000).filter(|i| filter.may_hold(&i.to_string()));
        let passed = passed.count();
        assert!((50..200).contains(&passed), "{passed} of 100000");
    }

    fn page(features: &[u128]) -> LongSentences {
        LongSentences { features: features.to_vec(), length: 100 }
    }

    #[test]
    fn features_distinguish_contents_of_one_hash() {
        let mut pages = TwoStage::new(LongSentence::default(), 100);
        assert_eq!(pages.arrive_as(7, page(&[1, 2, 3])), 0);
        assert_eq!(pages.arrive_as(7, page(&[4, 5, 6])), 1);
        assert_eq!(pages.arrive_as(7, page(&[4, 5, 6])), 1);
        assert_eq!(pages.arrive_as(7, page(&[1, 2, 3])), 0);
        assert_eq!(pages.arrive_as(8, page(&[1, 2, 3])), 2);
        assert_eq!(pages.lookups(), 3);
    }

    #[test]
    fn false_positives_of_the_filter_are_still_new() {
        let mut pages = TwoStage::new(LongSentence::default(), 0);
        for content in 0..200 {
            assert_eq!(pages.arrive_as(content, page(&[1, 2])), content as usize);
        }
        assert!(pages.lookups() > 100, "the filter is overfull");
    }

    proptest::proptest! {
        /// The two stages find all that keeping every content finds.
        #[test]
        fn equal_contents_are_one_class(contents in proptest::collection::vec(0u64..30, 0..60)) {
            let mut pages = TwoStage::new(LongSentence::default(), 10);
            let mut kept: Vec<u64> = Vec::new();
            for content in contents {
                let class = kept.iter().position(|&other| other == content);
                let arrived = pages.arrive_as(content, page(&[u128::from(content)]));
                proptest::prop_assert_eq!(arrived, class.unwrap_or(kept.len()));
                if class.is_none() {
                    kept.push(content);
                }
            }
        }
    }
}
