//! How far apart the positions of shared terms are: formulas (10) to (13) of the network of
//! concepts.

/// The mean, over terms that two texts share, of the standard deviation of their displacements:
/// the `j`-th place in the one less the `j`-th in the other. 0 if all are displaced alike; `None`
/// if nothing is shared.
///
/// The mean displacement has its sign. The paper's has not, so that the spread would depend on
/// which text comes first.
pub(super) fn spread<'a>(pairs: impl Iterator<Item = (&'a [u32], &'a [u32])>) -> Option<f64> {
    let (mut sum, mut terms) = (0.0, 0u32);
    for (a, b) in pairs {
        let count = a.len().min(b.len()).max(1) as f64;
        let displacements = || a.iter().zip(b).map(|(&a, &b)| f64::from(a) - f64::from(b));
        let mean = displacements().sum::<f64>() / count;
        let squares = displacements().map(|d| (d - mean) * (d - mean));
        sum += (squares.sum::<f64>() / count).sqrt();
        terms += 1;
    }
    (terms > 0).then(|| sum / f64::from(terms))
}
