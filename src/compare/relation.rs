//! What two pages are to each other: the verdict on their texts, what became of the one in the
//! other, and which is the original, with what is known of the pages beside their texts.

use crate::compare::changes::{Change, changes};
use crate::compare::original::{Facts, Original, original};
use crate::compare::verdict::{Kind, PARTIAL_COVERAGE, Verdict};
use serde::Serialize;

/// Share of long shingles that the better covered of two texts on one site has in the other from
/// which one holds much of the other, instead of [`PARTIAL_COVERAGE`]: pages of one site share
/// furniture, series share introductions. Larger: fewer pages of a site are `partial` to each
/// other, and abridgements that were also rewritten are missed; smaller: furniture counts.
pub const SAME_SITE_COVERAGE: f64 = 0.50;
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
/// use offprint::compare::Facts;
/// use offprint::compare::relate;
/// use offprint::compare::Verdict;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::original::Which;
    use crate::compare::verdict::compare;
    use crate::fingerprint::Fingerprint;

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
