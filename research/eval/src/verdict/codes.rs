//! What feature codes would add to a verdict, or do alone: the ablation of `docs/verdict.md`.

use crate::pairs::rates::{Tally, Task};
use crate::pairs::sets::{Docs, Pair};
use offprint::compare::{Evidence, Verdict, compare};

/// Classes of pairs by the letters and digits of the shorter body: each up to its bound.
pub const LENGTHS: [(&str, u32); 4] = [
    ("up to 400 letters", 400),
    ("up to 1,000", 1_000),
    ("up to 3,000", 3_000),
    ("longer", u32::MAX),
];

/// What decides whether two texts share any of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decider {
    /// One code in common is enough.
    OneCode,
    /// Half of the codes of the text that has fewer.
    HalfOfCodes,
    /// The verdict, made by shingles.
    Shingles,
    /// The one or the other.
    ShinglesOrHalf,
    /// Both the verdict and one code.
    ShinglesAndOne,
}

impl Decider {
    pub const ALL: [(Decider, &str); 5] = [
        (Decider::OneCode, "one code in common"),
        (Decider::HalfOfCodes, "half of the codes in common"),
        (Decider::Shingles, "shingles (in use)"),
        (Decider::ShinglesOrHalf, "shingles, or half of the codes"),
        (Decider::ShinglesAndOne, "shingles, and one code"),
    ];

    fn finds(self, reuse: bool, codes: f64) -> bool {
        match self {
            Decider::OneCode => codes > 0.0,
            Decider::HalfOfCodes => codes >= 0.5,
            Decider::Shingles => reuse,
            Decider::ShinglesOrHalf => reuse || codes >= 0.5,
            Decider::ShinglesAndOne => reuse && codes > 0.0,
        }
    }
}

/// Precision and recall of any reuse by each decider, among the pairs of each class.
pub type Ablation = [(usize, [Tally; Decider::ALL.len()]); LENGTHS.len()];

pub fn ablation(pairs: &[Pair], docs: &Docs) -> Ablation {
    std::array::from_fn(|i| {
        let above = i.checked_sub(1).map(|before| LENGTHS[before].1);
        let class = above.map_or(0, |above| above + 1)..=LENGTHS[i].1;
        let rows: Vec<(&Pair, bool, f64)> = pairs
            .iter()
            .filter_map(|pair| {
                let [a, b] = pair.docs.map(|doc| docs.docs[doc].fingerprint.as_ref());
                let shorter = a?.length.min(b?.length);
                let comparison = compare(a, b);
                let is_codes = |told: &&Evidence| told.channel == "feature-codes";
                let codes = comparison.evidence.iter().find(is_codes)?.value;
                let reuse = comparison.verdict >= Verdict::Partial;
                class.contains(&shorter).then_some((pair, reuse, codes))
            })
            .collect();
        let tally = |decider: Decider| {
            let verdict = |found| match found {
                true => Verdict::Partial,
                false => Verdict::Different,
            };
            let said = rows
                .iter()
                .map(|&(pair, reuse, codes)| (pair, verdict(decider.finds(reuse, codes))));
            Tally::of(said, Task::Reuse)
        };
        (rows.len(), Decider::ALL.map(|(decider, _)| tally(decider)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_shingles_decide_alone_or_together() {
        let found = |reuse, codes| Decider::ALL.map(|(decider, _)| decider.finds(reuse, codes));
        assert_eq!(found(false, 0.0), [false; 5]);
        assert_eq!(found(true, 0.0), [false, false, true, true, false]);
        assert_eq!(found(false, 0.2), [true, false, false, false, false]);
        assert_eq!(found(false, 0.5), [true, true, false, true, false]);
        assert_eq!(found(true, 1.0), [true; 5]);
    }
}
