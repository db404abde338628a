//! How one text differs from another: which stretches were cut or added, and whether one contains the other.

use crate::compare::verdict::Side;
use crate::schema::{names, object};

/// Smallest share of a text that is reported as a stretch missing from the other. Larger: only long stretches are
/// reported; smaller: single sentences are too, and samples estimate those poorly.
pub const CHANGED: f64 = 0.05;
/// Largest share of a text that may be missing from the other while the other still contains it. Larger: more texts
/// that also add something are `first-contains`; smaller: they are `overlap`.
pub const OWN: f64 = 0.15;

names! {
    /// What changed between the first text and the second.
    #[non_exhaustive]
    pub enum ChangeKind {
        /// The second lacks the head of the first; the share here and in the next two is of the first.
        HeadCut = "head-cut",
        /// It lacks stretches inside the first.
        MiddleCut = "middle-cut",
        /// It lacks the tail of the first.
        TailCut = "tail-cut",
        /// The second has a head that the first lacks; the share here and in the next two is of the second.
        HeadAdded = "head-added",
        /// It has stretches inside that the first lacks.
        Inserted = "inserted",
        /// It has a tail that the first lacks.
        TailAdded = "tail-added",
        /// The second lacks text of the first that may not be part of the article. The share is of the first; no other
        /// share includes it.
        UncertainCut = "uncertain-cut",
        /// It has text that the first lacks and that may not be part of the article; the share is of the second.
        UncertainAdded = "uncertain-added",
        /// The first contains at least 85 % of the second, and more. The share is the part of the second that it
        /// contains.
        FirstContains = "first-contains",
        /// The second contains the first, and more. The share is the part of the first that it contains.
        SecondContains = "second-contains",
        /// Each has a stretch that the other lacks. The share is what the text with less of its own has in common with
        /// the other.
        Overlap = "overlap",
        /// Both were written from one template with different facts, so they are different articles. The share is how
        /// many of the samples with facts (figures and words of the headline) are shared, divided by the same share of
        /// the others.
        OneForm = "one-form",
    }
}

object! {
    /// A change and how large it is.
    #[derive(Copy)]
    pub struct Change {
        /// What happened to the first text in the second. `first-contains`: the first contains the second and holds more;
        /// `second-contains`: the second contains the first; `overlap`: each has a stretch that the other lacks.
        /// `one-form`: two different articles are written by one form, with other facts.
        /// `uncertain-cut`, `uncertain-added`: text that may not be part of the article, which no other share includes.
        kind "kind": ChangeKind;
        /// Share of a text, 0 to 1: of the first for what was cut, of the second for what was added or inserted, of the
        /// text inside for `first-contains` and `second-contains`, of the one with less of its own for `overlap`; for `one-form`, of
        /// the samples with facts, divided by that of the others.
        share "share": f64;
    }
}

/// Lists how the second text differs from the first: the stretches that were cut or added, and the text that may not be
/// part of the article, each at least 5 %. If either has more than 15 % of its own, the last change says whether one
/// contains the other or both overlap.
///
/// Texts that differ only in single words have no changes, however many words differ. Shares are estimated from
/// samples, a hundred or two for an ordinary article, and are accurate to about ± 0.05.
///
/// ```
/// use offprint::compare::ChangeKind;
/// use offprint::internals::changes::changes;
/// use offprint::{Fingerprint, compare};
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let half: String = text.chars().take(300).collect();
/// let [whole, half] = [text, half].map(|text| Fingerprint::new("", &text).expect("it is long enough"));
/// let kinds = |verdict: offprint::Comparison| -> Vec<ChangeKind> {
///     changes(&verdict.sides.unwrap()).iter().map(|change| change.kind).collect()
/// };
/// let cut = compare(&whole, &half);
/// assert_eq!(kinds(cut), [ChangeKind::TailCut, ChangeKind::FirstContains]);
/// assert_eq!(kinds(compare(&whole, &whole)), []);
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
        (ChangeKind::UncertainCut, first.uncertain),
        (ChangeKind::UncertainAdded, second.uncertain),
    ];
    stretches
        .into_iter()
        .filter(|&(_, share)| share >= CHANGED)
        .map(|(kind, share)| Change { kind, share })
        .chain(extent(sides))
        .collect()
}

/// Whether one text contains the other or both overlap; `None` if neither has more than 15 % of its own.
pub fn extent(sides: &[Side; 2]) -> Option<Change> {
    let [first, second] = sides.map(|side| side.head + side.inside + side.tail);
    let (kind, own) = match (first > OWN, second > OWN) {
        (false, false) => return None,
        (true, false) => (ChangeKind::FirstContains, second),
        (false, true) => (ChangeKind::SecondContains, first),
        (true, true) => (ChangeKind::Overlap, first.min(second)),
    };
    Some(Change { kind, share: 1.0 - own })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::verdict::{Comparison, Verdict, compare};
    use crate::fingerprint::Fingerprint;
    use crate::test_text::sentences as text;
    use crate::text::normalize;
    use crate::text::script::Script;
    use ChangeKind::*;

    fn verdict(a: &str, b: &str) -> Comparison {
        compare(&Fingerprint::new("", a).unwrap(), &Fingerprint::new("", b).unwrap())
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
            (text(10..40), vec![HeadCut, FirstContains], vec![HeadAdded, SecondContains]),
            (text(0..28), vec![TailCut, FirstContains], vec![TailAdded, SecondContains]),
            (text(0..14) + &text(26..40), vec![MiddleCut, FirstContains], vec![Inserted, SecondContains]),
            (text(10..40) + &text(100..112), vec![HeadCut, TailAdded, Overlap], vec![TailCut, HeadAdded, Overlap]),
            (text(4..40), vec![HeadCut], vec![HeadAdded]),
        ];
        for (other, there, back) in cases {
            assert_eq!(kinds(&whole, &other), there);
            assert_eq!(kinds(&other, &whole), back);
        }
    }

    /// The reader is not sure whether a notice below one copy belongs to the article.
    #[test]
    fn uncertain_text_is_a_change_that_does_not_count() {
        let (article, notice) = (text(0..40), text(100..108));
        let mut normal = normalize(&(article.clone() + &notice));
        normal.mark_uncertain(std::iter::once(article.len()..article.len() + notice.len()));
        let with_notice = Fingerprint::of_normal("", normal, "", Script::Hani).unwrap();
        let without = Fingerprint::new("", &article).unwrap();
        let kinds = |a: &Fingerprint, b: &Fingerprint| -> Vec<ChangeKind> {
            let found = compare(a, b);
            assert_eq!(found.verdict, Verdict::Same);
            let changes = changes(&found.sides.unwrap());
            changes.iter().map(|change| change.kind).collect()
        };
        assert_eq!(kinds(&without, &with_notice), [UncertainAdded]);
        assert_eq!(kinds(&with_notice, &without), [UncertainCut]);
        assert_eq!(kinds(&with_notice, &with_notice), []);
    }

    #[test]
    fn shares_are_those_of_the_texts() {
        let sides = verdict(&text(0..40), &text(0..24)).sides.unwrap();
        let [cut, contained] = changes(&sides)[..] else { panic!("{sides:?}") };
        assert!((cut.share - 0.4).abs() < 0.06, "{cut:?}");
        assert!(contained.share > 0.95, "{contained:?}");
    }
}
