//! Min-hashing (Broder, 1997): a set as its smallest members under several permutations.
//!
//! The permutations are `x → hash([i, x])` with [our hash](offprint::internals::hash), which for a fixed `i` is
//! one-to-one. They are our own because crates for it draw theirs from random generators, and do not
//! promise the same values for ever.

use offprint::internals::hash::hash;

/// The smallest image of the set's members under each of `N` permutations of the 64-bit numbers;
/// `None` for an empty set. Two sets have the same smallest image with a probability equal to their
/// Jaccard index.
///
/// # Complexity
/// `N` hashes per member.
pub(super) fn minima<const N: usize>(set: &[u64]) -> Option<[u64; N]> {
    let smallest = |i: usize| set.iter().map(|&x| hash([i as u64, x])).min();
    let mut minima = [0; N];
    for (i, minimum) in minima.iter_mut().enumerate() {
        *minimum = smallest(i)?;
    }
    Some(minima)
}

/// At how many places two min-hashes are equal.
pub(super) fn equal<T: Eq>(a: &[T], b: &[T]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x == y).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of equal minima is the Jaccard index, within chance.
    #[test]
    fn equal_minima_estimate_the_jaccard_index() {
        for shared in [20u64, 50, 80] {
            let a: Vec<u64> = (0..100).map(|x| hash([x])).collect();
            let b: Vec<u64> = (100 - shared..200 - shared).map(|x| hash([x])).collect();
            let [a, b] = [a, b].map(|set| minima::<1024>(&set).unwrap());
            let jaccard = shared as f64 / (200 - shared) as f64;
            let estimate = equal(&a, &b) as f64 / 1024.0;
            assert!((estimate - jaccard).abs() < 0.05, "{estimate} for {jaccard}");
        }
    }
}
