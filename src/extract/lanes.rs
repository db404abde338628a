//! One number for each of several blocks, and a set for each: the same is done to all at once, without a branch.
//!
//! Compilers turn loops over `arrays` into vectors of the processor. WebAssembly has no vectors that every browser knows,
//! so there (`packed`) four numbers share one of 64 bits.

#[cfg(not(target_arch = "wasm32"))]
pub use arrays::{Sets, Values};
#[cfg(target_arch = "wasm32")]
pub use packed::{Sets, Values};

/// How many blocks: as many as two registers of SSE2 hold numbers.
pub const LANES: usize = 16;

/// What a number may be compared with.
#[cfg(test)]
pub const LIMITS: std::ops::Range<i16> = -0x4000..0x3FFF;

#[cfg(any(test, not(target_arch = "wasm32")))]
mod arrays {
    use super::LANES;

    /// A number for each block.
    #[derive(Clone, Copy, Default)]
    pub struct Values([i16; LANES]);

    impl Values {
        pub fn of(values: [i16; LANES]) -> Values {
            Values(values)
        }
    }

    /// A set for each block.
    pub struct Sets([u16; LANES]);

    impl Sets {
        /// The same set for all.
        pub fn all(set: u16) -> Sets {
            Sets([set; LANES])
        }

        /// Adds a set to those whose number is larger than a limit.
        pub fn add_beyond(&mut self, values: &Values, limit: i16, set: u16) {
            for (sum, &value) in self.0.iter_mut().zip(&values.0) {
                *sum |= set & u16::from(value > limit).wrapping_neg();
            }
        }

        /// The set of each.
        pub fn each(self) -> [u16; LANES] {
            self.0
        }
    }
}

#[cfg(any(test, target_arch = "wasm32"))]
mod packed {
    use super::LANES;

    /// The lowest bit of each lane, and the highest.
    const LOW: u64 = 0x0001_0001_0001_0001;
    const HIGH: u64 = LOW << 15;
    const IN_ONE: usize = 4;

    /// A number as one of 15 bits that is as large beside others as it was; what is beyond all limits is as large as it
    /// can be.
    fn lane(value: i16) -> u16 {
        const MIDDLE: i16 = 0x4000;
        (value.clamp(-MIDDLE, MIDDLE - 1) + MIDDLE) as u16
    }

    /// A number for each block.
    #[derive(Clone, Copy, Default)]
    pub struct Values([u16; LANES]);

    impl Values {
        pub fn of(values: [i16; LANES]) -> Values {
            Values(values.map(lane))
        }
    }

    /// A set for each block.
    pub struct Sets([u64; LANES / IN_ONE]);

    impl Sets {
        /// The same set for all.
        pub fn all(set: u16) -> Sets {
            Sets([u64::from(set) * LOW; LANES / IN_ONE])
        }

        /// Adds a set to those whose number is larger than a limit.
        pub fn add_beyond(&mut self, values: &Values, limit: i16, set: u16) {
            let limits = (u64::from(lane(limit)) * LOW) | HIGH;
            let (values, _) = values.0.as_chunks::<IN_ONE>();
            for (sums, values) in self.0.iter_mut().zip(values) {
                let pack = |packed, &value| (packed << 16) | u64::from(value);
                let values = values.iter().rev().fold(0, pack);
                // The highest bit of a lane is gone where the number was larger than the limit.
                let beyond = (!(limits - values) >> 15) & LOW;
                *sums |= beyond * u64::from(set);
            }
        }

        /// The set of each.
        pub fn each(self) -> [u16; LANES] {
            std::array::from_fn(|i| (self.0[i / IN_ONE] >> (16 * (i % IN_ONE))) as u16)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::array::uniform16;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn packed_numbers_are_compared_like_others(
            values in uniform16(any::<i16>()),
            near in LIMITS,
            first in any::<u16>(),
            decisions in prop::collection::vec((LIMITS, any::<u16>()), 0..8),
        ) {
            for values in [values, values.map(|value| near.saturating_add(value % 2))] {
                let mut one = arrays::Sets::all(first);
                let mut other = packed::Sets::all(first);
                for &(limit, set) in decisions.iter().chain([&(near, 0x0F0F)]) {
                    one.add_beyond(&arrays::Values::of(values), limit, set);
                    other.add_beyond(&packed::Values::of(values), limit, set);
                }
                prop_assert_eq!(one.each(), other.each());
            }
        }
    }
}
