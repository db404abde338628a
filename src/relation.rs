//! What two pages are to each other: the verdict on their texts, what became of the one in the
//! other, and which is the original, with what is known of the pages beside their texts.

use crate::original::{Facts, Original, original};
use crate::verdict::{Kind, PARTIAL_COVERAGE, Side, Verdict};
use serde::Serialize;

/// Share of long shingles that the better covered of two texts on one site has in the other from
/// which one holds much of the other, instead of [`PARTIAL_COVERAGE`]: pages of one site share
/// furniture, series share introductions. Larger: fewer pages of a site are `partial` to each
/// other, and abridgements that were also rewritten are missed; smaller: furniture counts.
pub const SAME_SITE_COVERAGE: f64 = 0.50;
/// Share of a text from which a stretch that the other lacks is told. Larger: only long stretches
/// are told; smaller: also single sentences, which a sample tells badly.
pub const CHANGED: f64 = 0.05;
/// Share that a text may have for itself and be contained in the other. Larger: more texts that
/// also add something are `contained`; smaller: they are `overlap`.
pub const OWN: f64 = 0.15;

/// What became of the first text in the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
    /// The first holds the second, but for [`OWN`], and more; the share is what it holds of it.
    Contained,
    /// The second holds the first and more; the share is what it holds of it.
    Contains,
    /// Either has a stretch for itself; the share is what both hold, of that text which has less
    /// for itself.
    Overlap,
}

/// A change and how large it is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Change {
    /// What happened.
    pub kind: ChangeKind,
    /// Share of a text, 0 to 1; of which one the kind says.
    pub share: f64,
}

/// What two pages are to each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Relation {
    /// The verdict on their texts.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What became of the first text in the second; empty unless it is `same` or `partial`.
    pub changes: Vec<Change>,
    /// Which one is the original; `None` unless it is `same` or `partial`.
    pub original: Option<Original>,
}

/// All that can be said of two pages: from the verdict on their texts, and what else is known.
///
/// ```
/// use offprint::{original::Facts, relation::relate, verdict::Verdict};
/// let nothing = Facts::default();
/// assert_eq!(relate(Verdict::different(), &nothing, &nothing).original, None);
/// ```
pub fn relate(verdict: Verdict, first: &Facts, second: &Facts) -> Relation {
    let host = first.host();
    let verdict = match host.is_some() && host == second.host() {
        true => on_one_site(verdict),
        false => verdict,
    };
    let shares_text = verdict.verdict >= Kind::Partial;
    let sides = verdict.sides.as_ref();
    Relation {
        changes: sides
            .filter(|_| shares_text)
            .map(changes)
            .unwrap_or_default(),
        original: shares_text.then(|| original(first, second, sides)),
        verdict,
    }
}

/// The verdict on two pages of one site: `partial` needs [`SAME_SITE_COVERAGE`]. Others stay, and
/// so do those without sides, which are other methods'.
pub fn on_one_site(mut verdict: Verdict) -> Verdict {
    let Some([first, second]) = verdict.sides else {
        return verdict;
    };
    let most_long = first.held_long.max(second.held_long);
    for evidence in &mut verdict.evidence {
        if evidence.threshold == PARTIAL_COVERAGE && evidence.channel == "larger-long-coverage" {
            evidence.threshold = SAME_SITE_COVERAGE;
            evidence.fired = most_long >= SAME_SITE_COVERAGE;
        }
    }
    if verdict.verdict == Kind::Partial && most_long < SAME_SITE_COVERAGE {
        verdict.verdict = Kind::Different;
    }
    verdict
}

/// What became of the first text in the second, seen from the first: which stretches were cut and
/// added, each of [`CHANGED`] at least, and then how the whole of the one lies to the whole of the
/// other, if either has more than [`OWN`] for itself.
///
/// Nothing is told of texts that differ in single words only, however many. Shares are estimated
/// from samples, a hundred or two of an ordinary article: ± 0.05.
///
/// ```
/// use offprint::relation::{ChangeKind, changes};
/// use offprint::{Fingerprint, compare};
/// let text: String = (0..600).filter_map(|i| char::from_u32(0x4E00 + i * 7919 % 20000)).collect();
/// let half: String = text.chars().take(300).collect();
/// let [whole, half] = [text, half].map(|text| Fingerprint::of("", &text));
/// let kinds = |verdict: offprint::Verdict| -> Vec<ChangeKind> {
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

/// How the whole of the one lies to the whole of the other: contained, contains or overlap; `None`
/// if neither has more than [`OWN`] for itself.
pub(crate) fn extent(sides: &[Side; 2]) -> Option<Change> {
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
    use crate::fingerprint::Fingerprint;
    use crate::original::Which;
    use crate::verdict::compare;
    use ChangeKind::*;

    /// Sentences of thirty characters, each its own.
    fn text(sentences: std::ops::Range<u32>) -> String {
        let character =
            |i: u32, n: u32| char::from_u32(0x4E00 + (i * 97 + n * 389) % 20000).unwrap();
        let sentence = |i| (0..30).map(move |n| character(i, n)).chain(['。']);
        sentences.flat_map(sentence).collect()
    }

    fn verdict(a: &str, b: &str) -> Verdict {
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

    #[test]
    fn partial_on_one_site_takes_half_of_a_text() {
        let quoting = text(0..8) + &text(200..211);
        let partial = verdict(&text(0..40), &quoting);
        assert_eq!(partial.verdict, Kind::Partial);
        let judged = on_one_site(partial.clone());
        assert_eq!(judged.verdict, Kind::Different);
        let changed = |v: &Verdict| -> Vec<_> {
            let about = v
                .evidence
                .iter()
                .filter(|e| e.channel == "larger-long-coverage");
            about.map(|e| (e.threshold, e.fired)).collect()
        };
        assert_eq!(changed(&partial), [(PARTIAL_COVERAGE, true)]);
        assert_eq!(changed(&judged), [(SAME_SITE_COVERAGE, false)]);
        let abridged = verdict(&text(0..40), &text(0..20));
        assert_eq!(on_one_site(abridged).verdict, Kind::Partial);
        let same = verdict(&text(0..40), &text(0..40));
        assert_eq!(on_one_site(same).verdict, Kind::Same);
        assert_eq!(on_one_site(Verdict::unknown()), Verdict::unknown());

        let at = |url: &str| Facts {
            url: Some(url.to_owned()),
            ..Facts::default()
        };
        let judged = |a: &str, b: &str| relate(partial.clone(), &at(a), &at(b)).verdict.verdict;
        assert_eq!(
            judged("https://a.example/1", "http://www.a.example/2"),
            Kind::Different
        );
        assert_eq!(
            judged("https://a.example/1", "https://b.example/2"),
            Kind::Partial
        );
        assert_eq!(judged("", ""), Kind::Partial);
    }

    #[test]
    fn only_copies_have_an_original() {
        let nothing = Facts::default();
        let related = |a: &str, b: &str| relate(verdict(a, b), &nothing, &nothing);
        let copy = related(&text(0..40), &text(0..40));
        assert_eq!(
            copy.original.map(|original| original.which),
            Some(Which::Unsaid)
        );
        let other = related(&text(0..40), &text(100..140));
        assert_eq!((other.original, other.changes), (None, vec![]));
    }
}
