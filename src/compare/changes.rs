//! What became of one text in another: which stretches were cut and added, and which of the two
//! holds the other.

use crate::compare::verdict::Side;
use serde::{Deserialize, Serialize};

/// Share of a text from which a stretch that the other lacks is reported. Larger: only long stretches
/// are; smaller: single sentences too, which a sample estimates badly.
pub const CHANGED: f64 = 0.05;
/// Share that a text may have for itself and still be contained in the other. Larger: more texts that
/// also add something are `contained`; smaller: they are `overlap`.
pub const OWN: f64 = 0.15;

/// What became of the first text in the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The second lacks the head of the first; shares of this and the next two are of the first.
    HeadCut,
    /// It lacks stretches inside the first.
    MiddleCut,
    /// It lacks the tail of the first.
    TailCut,
    /// The second has a head that the first lacks; shares of this and the next two are of the second.
    HeadAdded,
    /// It has stretches inside that the first lacks.
    Inserted,
    /// It has a tail that the first lacks.
    TailAdded,
    /// The first holds the second, but for 15 % at most, and more; the share is what it holds of it.
    Contained,
    /// The second holds the first and more; the share is what it holds of it.
    Contains,
    /// Either has a stretch for itself; the share is what both hold, of that text which has less
    /// for itself.
    Overlap,
}

/// A change and how large it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// What happened.
    pub kind: ChangeKind,
    /// Share of a text, 0 to 1; of which one the kind says.
    pub share: f64,
}

/// What became of the first text in the second, seen from the first: which stretches were cut and
/// added, each of 5 % at least, and then whether one holds the other or both overlap, if
/// either has more than 15 % for itself.
///
/// Texts that differ in single words only have no changes, however many words. Shares are estimated
/// from samples, a hundred or two of an ordinary article: ± 0.05.
///
/// ```
/// use offprint::compare::{ChangeKind, changes};
/// use offprint::{Fingerprint, compare};
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let half: String = text.chars().take(300).collect();
/// let [whole, half] = [text, half].map(|text| Fingerprint::of("", &text));
/// let kinds = |verdict: offprint::Comparison| -> Vec<ChangeKind> {
///     changes(&verdict.sides.unwrap()).iter().map(|change| change.kind).collect()
/// };
/// let cut = compare(whole.as_ref(), half.as_ref());
/// assert_eq!(kinds(cut), [ChangeKind::TailCut, ChangeKind::Contained]);
/// assert_eq!(kinds(compare(whole.as_ref(), whole.as_ref())), []);
/// ```
pub fn changes(sides: &[Side; 2]) -> Vec<Change> {
    let [first, second] = sides;
    let stretches = [
        (ChangeKind::HeadCut, first.head),
        (ChangeKind::MiddleCut, first.inside),
        (ChangeKind::TailCut, first.tail),
        (ChangeKind::HeadAdded, second.head),
        (ChangeKind::Inserted, second.inside),
        (ChangeKind::TailAdded, second.tail),
    ];
    stretches
        .into_iter()
        .filter(|&(_, share)| share >= CHANGED)
        .map(|(kind, share)| Change { kind, share })
        .chain(extent(sides))
        .collect()
}

/// Whether one text holds the other or both overlap; `None` if neither has more than 15 % for itself.
pub fn extent(sides: &[Side; 2]) -> Option<Change> {
    let [first, second] = sides.map(|side| side.head + side.inside + side.tail);
    let (kind, own) = match (first > OWN, second > OWN) {
        (false, false) => return None,
        (true, false) => (ChangeKind::Contained, second),
        (false, true) => (ChangeKind::Contains, first),
        (true, true) => (ChangeKind::Overlap, first.min(second)),
    };
    Some(Change {
        kind,
        share: 1.0 - own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::verdict::{Comparison, compare};
    use crate::fingerprint::Fingerprint;
    use crate::made_up::sentences as text;
    use ChangeKind::*;

    fn verdict(a: &str, b: &str) -> Comparison {
        let [a, b] = [a, b].map(|text| Fingerprint::of("", text));
        compare(a.as_ref(), b.as_ref())
    }

    fn kinds(a: &str, b: &str) -> Vec<ChangeKind> {
        let sides = verdict(a, b).sides.unwrap();
        changes(&sides).iter().map(|change| change.kind).collect()
    }

    #[test]
    fn every_change_has_its_name_and_its_mirror() {
        let whole = text(0..40);
        let cases = [
            (text(0..40), vec![], vec![]),
            (
                text(10..40),
                vec![HeadCut, Contained],
                vec![HeadAdded, Contains],
            ),
            (
                text(0..28),
                vec![TailCut, Contained],
                vec![TailAdded, Contains],
            ),
            (
                text(0..14) + &text(26..40),
                vec![MiddleCut, Contained],
                vec![Inserted, Contains],
            ),
            (
                text(10..40) + &text(100..112),
                vec![HeadCut, TailAdded, Overlap],
                vec![TailCut, HeadAdded, Overlap],
            ),
            (text(4..40), vec![HeadCut], vec![HeadAdded]),
        ];
        for (other, there, back) in cases {
            assert_eq!(kinds(&whole, &other), there);
            assert_eq!(kinds(&other, &whole), back);
        }
    }

    #[test]
    fn shares_are_those_of_the_texts() {
        let sides = verdict(&text(0..40), &text(0..24)).sides.unwrap();
        let [cut, contained] = changes(&sides)[..] else {
            panic!("{sides:?}")
        };
        assert!((cut.share - 0.4).abs() < 0.06, "{cut:?}");
        assert!(contained.share > 0.95, "{contained:?}");
    }
}
