//! Whether terms have the same places in two texts, after Cao Yujuan et al. ("DWDCS", 2011).

/// How far the places of the terms of two texts are from differing by one shift a term: formulas
/// (10) to (13) of the paper, in positions; 0 if the places agree. `None` if no term is shared.
///
/// `pairs` holds the positions of each term that both texts have. The `j`-th in one text is paired
/// with the `j`-th in the other, as many as both have.
///
/// Formula (11) takes the mean of the distances without their sign, and (12) subtracts it from the signed ones. Taken
/// literally, the spread between a text and the same text with something put before it would be 0 or not, depending on
/// which text comes first. So the mean is signed here, which makes it 0 both ways.
///
/// For a term with one pair, (12) is 0 wherever it moved, so a short text in reverse order would be the text itself.
/// Such a term is compared with the middle shift of all terms.
pub(super) fn spread<'a>(pairs: impl Iterator<Item = (&'a [u32], &'a [u32])>) -> Option<f64> {
    let moved = pairs.map(|(a, b)| {
        let moved = a.iter().zip(b).map(|(&a, &b)| f64::from(a) - f64::from(b));
        moved.collect::<Vec<f64>>()
    });
    let moved: Vec<Vec<f64>> = moved.collect();
    let middle = median(moved.iter().filter(|moved| !moved.is_empty()).map(|moved| mean(moved)));
    let deviation = |moved: &Vec<f64>| {
        let about = match moved[..] {
            [_] => middle,
            _ => mean(moved),
        };
        let squares: Vec<f64> = moved.iter().map(|m| (m - about) * (m - about)).collect();
        mean(&squares).sqrt()
    };
    let mut deviations: Vec<f64> = moved.iter().map(deviation).collect();
    // Sorted so that the order of the terms does not matter, not even in the last bit.
    deviations.sort_unstable_by(f64::total_cmp);
    (!deviations.is_empty()).then(|| mean(&deviations))
}

/// 0 for an empty list.
fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    let half = values.len() / 2;
    match values.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => values[half],
        _ => f64::midpoint(values[half - 1], values[half]),
    }
}

/// 0 for an empty list.
fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Places = Vec<Vec<u32>>;

    fn pairs<'a>(a: &'a Places, b: &'a Places) -> impl Iterator<Item = (&'a [u32], &'a [u32])> {
        a.iter().map(Vec::as_slice).zip(b.iter().map(Vec::as_slice))
    }

    fn found(a: &Places, b: &Places) -> f64 {
        spread(pairs(a, b)).expect("shared terms")
    }

    #[test]
    fn the_specified_places_spread_as_specified() {
        let a = vec![vec![0, 10, 20], vec![5, 15]];
        let shifted = vec![vec![3, 13, 23], vec![8, 18]];
        let shuffled = vec![vec![20, 0, 10], vec![15, 5]];
        assert_eq!([found(&a, &shifted), found(&shifted, &a)], [0.0, 0.0]);
        assert!((found(&shuffled, &a) - 12.071).abs() < 5e-4);
    }

    #[test]
    fn terms_that_occur_once_must_move_together() {
        let a = vec![vec![0], vec![10], vec![20], vec![30]];
        let shifted = vec![vec![5], vec![15], vec![25], vec![35]];
        let reversed = vec![vec![30], vec![20], vec![10], vec![0]];
        assert_eq!(found(&a, &shifted), 0.0);
        assert_eq!(found(&a, &reversed), 20.0);
    }

    #[test]
    fn terms_are_paired_as_far_as_both_have_them() {
        assert_eq!(found(&vec![vec![1, 2, 90]], &vec![vec![4, 5]]), 0.0);
        assert_eq!(spread(std::iter::empty()), None);
        assert_eq!(found(&vec![vec![]], &vec![vec![7]]), 0.0);
    }

    proptest! {
        /// The order of the two texts does not matter, nor does a shift of one of them.
        #[test]
        fn it_is_symmetric_and_blind_to_shifts(
            places in prop::collection::vec(prop::collection::vec((0u32..9999, 0u32..9999), 1..9), 1..9),
            shift in 0u32..9999,
        ) {
            let side = |of: fn(&(u32, u32)) -> u32| -> Places {
                places.iter().map(|term| term.iter().map(of).collect()).collect()
            };
            let (a, b) = (side(|p| p.0), side(|p| p.1));
            let shifted: Places = b.iter().map(|t| t.iter().map(|p| p + shift).collect()).collect();
            prop_assert_eq!(found(&a, &b), found(&b, &a));
            prop_assert!((found(&a, &b) - found(&a, &shifted)).abs() < 1e-6);
        }
    }
}
