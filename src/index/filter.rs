//! A filter that rules out most keys that do not exist without reading the store.

use crate::hash::{hash, hash_str};

/// Bits per key. Larger: fewer keys pass by mistake (one in a hundred here), and more memory.
const BITS: u64 = 10;
/// Bits that a key sets: the optimum for this size.
const HASHES: u32 = 7;

/// A set of keys that may report a key that it does not hold, one in a hundred by default, but never misses one (Bloom,
/// 1970).
///
/// It is worth its memory, 10 bits per key, if a look-up costs more than a microsecond, as in a file: see
/// `docs/index.md`. Keys cannot be removed; rebuild the filter now and then if many are removed from the store.
///
/// ```
/// use offprint::internals::filter::KeyFilter;
/// let mut filter = KeyFilter::with_room(100);
/// filter.insert("0001fe73ab");
/// assert!(filter.may_hold("0001fe73ab"));
/// assert!(!filter.may_hold("0001fe73ac"));
/// ```
#[derive(Debug, Clone)]
pub struct KeyFilter {
    words: Vec<u64>,
    hashes: u32,
    room: u64,
    held: u64,
}

impl KeyFilter {
    /// An empty filter for this many keys. Larger: fills up later.
    pub fn with_room(keys: u64) -> KeyFilter {
        KeyFilter::sized(keys, keys * BITS, HASHES)
    }

    /// An empty filter for this many keys; when it is full, `share` of all other keys pass by mistake. Larger: more
    /// needless look-ups, less memory.
    ///
    #[cfg(any(test, feature = "internals"))]
    pub fn with_mistakes(keys: u64, share: f64) -> KeyFilter {
        let (bits, hashes) = dimensions(keys, share);
        KeyFilter::sized(keys, bits, hashes)
    }

    fn sized(keys: u64, bits: u64, hashes: u32) -> KeyFilter {
        KeyFilter {
            words: vec![0; bits.div_ceil(64).max(1) as usize],
            hashes,
            room: keys,
            held: 0,
        }
    }

    /// Its size in memory.
    #[cfg(any(test, feature = "internals"))]
    pub fn bytes(&self) -> u64 {
        8 * self.words.len() as u64
    }

    /// Adds a key.
    pub fn insert(&mut self, key: &str) {
        for (word, bit) in self.places(key) {
            self.words[word] |= bit;
        }
        self.held += 1;
    }

    /// Whether a key may have been added; `false` is certain.
    ///
    /// # Complexity
    /// A hash of the key, and seven bits unless the filter was made for another share of mistakes.
    pub fn may_hold(&self, key: &str) -> bool {
        self.places(key)
            .all(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Whether it holds as many keys as it has room for; with more, more pass by mistake.
    pub fn is_full(&self) -> bool {
        self.held >= self.room
    }

    /// Two hashes generate all positions (Kirsch, Mitzenmacher, 2006).
    fn places(&self, key: &str) -> impl Iterator<Item = (usize, u64)> + use<> {
        let bits = 64 * self.words.len() as u64;
        let first = hash_str(key);
        let step = hash([first]) | 1;
        (0..u64::from(self.hashes)).map(move |i| {
            let place = first.wrapping_add(i.wrapping_mul(step)) % bits;
            ((place / 64) as usize, 1 << (place % 64))
        })
    }
}

/// The bits of a filter, `-n ln p / (ln 2)²` for `n` keys and a share `p` of mistakes, and the bits that a key sets,
/// `(bits / n) ln 2`, which is the binary logarithm of `1 / p`. The share is clamped to between 1e-9 and one half.
#[cfg(any(test, feature = "internals"))]
fn dimensions(keys: u64, share: f64) -> (u64, u32) {
    const LN_2: f64 = std::f64::consts::LN_2;
    let hashes = binary_logarithm(1.0 / share.clamp(1e-9, 0.5));
    let bits = keys as f64 * hashes / LN_2;
    (bits as u64 + 1, (hashes + 0.5) as u32)
}

/// The binary logarithm of a number of at least 1, computed digit by digit so that it is the same on every platform,
/// unlike the library's.
#[cfg(any(test, feature = "internals"))]
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
        let megabytes = |share| KeyFilter::with_mistakes(1_000_000, share).bytes() as f64 / 1e6;
        assert_eq!((megabytes(0.01) * 1e3).round(), 1198.0);
        assert_eq!((megabytes(0.001) * 1e3).round(), 1797.0);
        for share in [f64::NAN, f64::INFINITY, 2.0, 0.0, -1.0] {
            let mut filter = KeyFilter::with_mistakes(10, share);
            filter.insert("k");
            assert!(filter.may_hold("k") && filter.bytes() < 100, "{share}");
        }
    }

    #[test]
    fn one_key_in_a_thousand_passes_if_told_so() {
        let mut filter = KeyFilter::with_mistakes(20_000, 0.001);
        (0..20_000).for_each(|i| filter.insert(&i.to_string()));
        assert!((0..20_000).all(|i| filter.may_hold(&i.to_string())));
        let passed = (20_000..120_000).filter(|i| filter.may_hold(&i.to_string()));
        let passed = passed.count();
        assert!((50..200).contains(&passed), "{passed} of 100000");
    }

    #[test]
    fn it_misses_no_key_and_one_other_in_a_hundred_passes() {
        let key = |i: u64| format!("{:010x}", hash([i]) >> 24);
        let mut filter = KeyFilter::with_room(10_000);
        (0..10_000).for_each(|i| filter.insert(&key(i)));
        assert!((0..10_000).all(|i| filter.may_hold(&key(i))));
        let passed = (10_000..20_000).filter(|&i| filter.may_hold(&key(i)));
        let passed = passed.count();
        assert!((50..150).contains(&passed), "{passed} of 10000");
        assert!(filter.is_full());
    }

    #[test]
    fn without_room_it_still_misses_none() {
        let mut filter = KeyFilter::with_room(0);
        assert!(filter.is_full() && !filter.may_hold("k"));
        filter.insert("k");
        assert!(filter.may_hold("k"));
    }
}
