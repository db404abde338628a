//! How much two sets share.

use std::cmp::Ordering;

/// The Jaccard index of two sets, each sorted and without repetitions: shared members by all
/// members, 0 to 1; 0 if both are empty.
///
/// # Complexity
/// Linear in the sets.
pub(super) fn jaccard<T: Ord>(a: &[T], b: &[T]) -> f64 {
    let shared = shared(a, b);
    share(shared, a.len() + b.len() - shared)
}

/// The containment of two sets, each sorted and without repetitions: shared members by members of
/// the smaller, 0 to 1; 0 if one is empty.
///
/// # Complexity
/// Linear in the sets.
pub(super) fn containment<T: Ord>(a: &[T], b: &[T]) -> f64 {
    share(shared(a, b), a.len().min(b.len()))
}

/// Members that two sorted sets share.
pub(super) fn shared<T: Ord>(a: &[T], b: &[T]) -> usize {
    let (mut i, mut j, mut shared) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        let order = x.cmp(y);
        i += usize::from(order != Ordering::Greater);
        j += usize::from(order != Ordering::Less);
        shared += usize::from(order == Ordering::Equal);
    }
    shared
}

fn share(part: usize, all: usize) -> f64 {
    match all {
        0 => 0.0,
        _ => part as f64 / all as f64,
    }
}
