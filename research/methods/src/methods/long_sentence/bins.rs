//! Length bins: pages of similar length are found together before their sentences are compared.

use crate::methods::feature_code::LENGTH_RATIO;

/// The bin of a length: the logarithm to the base 1.1, rounded down; `None` for 0. Lengths whose
/// ratio is at most 1.10 are in one bin or in neighbouring ones.
pub(super) fn length_bin(length: u32) -> Option<u32> {
    // Multiplied, since logarithms differ by platform. Only the length 1 is on an edge.
    let edges = std::iter::successors(Some(1.0), |edge| Some(edge * LENGTH_RATIO));
    let up_to = edges.take_while(|&edge| edge <= f64::from(length)).count();
    Some(up_to.checked_sub(1)? as u32)
}

/// A bin and its two neighbours.
pub(super) fn neighbours(bin: u32) -> std::ops::RangeInclusive<u32> {
    bin.saturating_sub(1)..=bin + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_specified_lengths_are_in_the_specified_bins() {
        let vectors = [(1000, 72), (1099, 73), (1100, 73), (1210, 74)];
        for (length, bin) in vectors {
            assert_eq!(length_bin(length), Some(bin), "{length}");
        }
        assert_eq!(length_bin(1), Some(0));
        assert_eq!((length_bin(0), length_bin(u32::MAX)), (None, Some(232)));
    }

    #[test]
    fn a_bin_is_the_logarithm() {
        for length in (1..5000).chain((0..32).map(|bit| 1 << bit)).skip(1) {
            let bin = (f64::from(length).ln() / 1.1f64.ln()).floor() as u32;
            assert_eq!(length_bin(length), Some(bin), "{length}");
        }
    }

    proptest::proptest! {
        /// No pair within the ratio is missed, however long the two are.
        #[test]
        fn near_lengths_are_in_neighbouring_bins(
            shift in 0u32..32, low in 1u32.., share in 0.0..=1.0f64,
        ) {
            let shorter = (low >> shift).max(1);
            let longest = (u64::from(shorter) * 11 / 10).min(u64::from(u32::MAX)) as u32;
            let longer = shorter + (f64::from(longest - shorter) * share) as u32;
            let bins = [shorter, longest, longer].map(|length| length_bin(length).unwrap());
            for bin in &bins[1..] {
                proptest::prop_assert!(neighbours(bins[0]).contains(bin));
                proptest::prop_assert!(neighbours(*bin).contains(&bins[0]));
            }
        }
    }
}
