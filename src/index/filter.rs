//! A filter that rules out most missing keys without reading the store.

use crate::hash::hash;

/// Bits per key. Larger: fewer missing keys pass (here one in a hundred), but more memory.
const BITS: u64 = 10;
/// Fewest spare keys in a filter made for existing keys; a larger filter has room for as many again. Larger: it is
/// rebuilt less often, at the cost of a pass over all keys.
const ROOM: u64 = 1024;
/// Bits that each key sets: the optimum for this size.
const HASHES: u64 = 7;

/// A set of keys that reports one in a hundred missing keys as present, but never misses a key (Bloom, 1970).
///
/// It is worth its memory, 10 bits per key, if a look-up costs more than a microsecond, as in a file: see
/// `docs/index.md`. Keys cannot be removed; if many are removed from the store, rebuild the filter from time to time.
#[derive(Debug, Clone)]
pub struct KeyFilter {
    words: Vec<u64>,
    room: u64,
    held: u64,
}

impl KeyFilter {
    /// An empty filter for this many keys. With more room it fills up later.
    pub fn with_room(keys: u64) -> KeyFilter {
        KeyFilter { words: vec![0; (keys * BITS).div_ceil(64).max(1) as usize], room: keys, held: 0 }
    }

    /// An empty filter for this many keys, and more to come.
    pub fn beyond(keys: u64) -> KeyFilter {
        KeyFilter::with_room(keys + keys.max(ROOM))
    }

    /// Adds a key.
    pub fn insert(&mut self, key: u64) {
        for (word, bit) in self.places(key) {
            self.words[word] |= bit;
        }
        self.held += 1;
    }

    /// Whether a key may have been added; `false` is certain.
    ///
    /// # Complexity
    /// A hash of the key, and seven bits.
    pub fn may_hold(&self, key: u64) -> bool {
        self.places(key).all(|(word, bit)| self.words[word] & bit != 0)
    }

    /// Whether it has as many keys as it has room for. Beyond that, more missing keys pass.
    pub fn is_full(&self) -> bool {
        self.held >= self.room
    }

    /// Two hashes generate all positions (Kirsch, Mitzenmacher, 2006).
    fn places(&self, key: u64) -> impl Iterator<Item = (usize, u64)> + use<> {
        let bits = 64 * self.words.len() as u64;
        // Keys are hashes of 40 bits.
        let first = hash([key]);
        let step = hash([first]) | 1;
        (0..HASHES).map(move |i| {
            let place = first.wrapping_add(i.wrapping_mul(step)) % bits;
            ((place / 64) as usize, 1 << (place % 64))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_misses_no_key_and_one_other_in_a_hundred_passes() {
        let key = |i: u64| hash([i]) >> 24;
        let mut filter = KeyFilter::with_room(10_000);
        (0..10_000).for_each(|i| filter.insert(key(i)));
        assert!((0..10_000).all(|i| filter.may_hold(key(i))));
        let passed = (10_000..20_000).filter(|&i| filter.may_hold(key(i))).count();
        assert!((50..150).contains(&passed), "{passed} of 10000");
        assert!(filter.is_full());
    }

    #[test]
    fn without_room_it_still_misses_none() {
        let mut filter = KeyFilter::with_room(0);
        assert!(filter.is_full() && !filter.may_hold(7));
        filter.insert(7);
        assert!(filter.may_hold(7));
    }
}
