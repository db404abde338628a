//! What two pages are to each other: the verdict on their texts, what became of the one in the
//! other, and which is the original, with what is known of the pages beside their texts.

use crate::compare::changes::{Change, changes};
use crate::compare::original::{Original, original};
use crate::compare::verdict::{Comparison, PARTIAL_COVERAGE, Verdict};
use crate::metadata::Metadata;
use serde::Serialize;

/// Share of long shingles that the better covered of two texts on one site has in the other from
/// which one holds much of the other, instead of [`PARTIAL_COVERAGE`]: pages of one site share
/// furniture, series share introductions. Larger: fewer pages of a site are `partial` to each
/// other, and abridgements that were also rewritten are missed; smaller: furniture counts.
pub const SAME_SITE_COVERAGE: f64 = 0.50;
/// What two pages are to each other.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Relation {
    /// What their texts are to each other.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// What became of the first text in the second; empty unless it is `same` or `partial`.
    pub changes: Vec<Change>,
    /// Which one is the original; `None` unless it is `same` or `partial`.
    pub original: Option<Original>,
}

/// All that can be said of two pages: from the verdict on their texts, and what else is known.
///
/// ```
/// use offprint::Metadata;
/// use offprint::compare::relate;
/// use offprint::compare::Comparison;
/// let nothing = Metadata::default();
/// assert_eq!(relate(Comparison::different(), &nothing, &nothing).original, None);
/// ```
pub fn relate(comparison: Comparison, first: &Metadata, second: &Metadata) -> Relation {
    let host = first.host();
    let comparison = match host.is_some() && host == second.host() {
        true => on_one_site(comparison),
        false => comparison,
    };
    let shares_text = comparison.verdict >= Verdict::Partial;
    let sides = comparison.sides.as_ref();
    Relation {
        changes: sides
            .filter(|_| shares_text)
            .map(changes)
            .unwrap_or_default(),
        original: shares_text.then(|| original(first, second, sides)),
        comparison,
    }
}

/// The verdict on two pages of one site: `partial` needs [`SAME_SITE_COVERAGE`]. Others stay, and
/// so do those without sides, which are other methods'.
pub fn on_one_site(mut comparison: Comparison) -> Comparison {
    let Some([first, second]) = comparison.sides else {
        return comparison;
    };
    let most_long = first.held_long.max(second.held_long);
    for evidence in &mut comparison.evidence {
        if evidence.threshold == PARTIAL_COVERAGE && evidence.channel == "larger-long-coverage" {
            evidence.threshold = SAME_SITE_COVERAGE;
            evidence.fired = most_long >= SAME_SITE_COVERAGE;
        }
    }
    if comparison.verdict == Verdict::Partial && most_long < SAME_SITE_COVERAGE {
        comparison.verdict = Verdict::Different;
    }
    comparison
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

    fn verdict(a: &str, b: &str) -> Comparison {
        let [a, b] = [a, b].map(|text| Fingerprint::of("", text));
        compare(a.as_ref(), b.as_ref())
    }

    #[test]
    fn partial_on_one_site_takes_half_of_a_text() {
        let quoting = text(0..8) + &text(200..211);
        let partial = verdict(&text(0..40), &quoting);
        assert_eq!(partial.verdict, Verdict::Partial);
        let judged = on_one_site(partial.clone());
        assert_eq!(judged.verdict, Verdict::Different);
        let changed = |v: &Comparison| -> Vec<_> {
            let about = v
                .evidence
                .iter()
                .filter(|e| e.channel == "larger-long-coverage");
            about.map(|e| (e.threshold, e.fired)).collect()
        };
        assert_eq!(changed(&partial), [(PARTIAL_COVERAGE, true)]);
        assert_eq!(changed(&judged), [(SAME_SITE_COVERAGE, false)]);
        let abridged = verdict(&text(0..40), &text(0..20));
        assert_eq!(on_one_site(abridged).verdict, Verdict::Partial);
        let same = verdict(&text(0..40), &text(0..40));
        assert_eq!(on_one_site(same).verdict, Verdict::Same);
        assert_eq!(on_one_site(Comparison::unknown()), Comparison::unknown());

        let at = |url: &str| Metadata {
            url: Some(url.to_owned()),
            ..Metadata::default()
        };
        let judged = |a: &str, b: &str| relate(partial.clone(), &at(a), &at(b)).comparison.verdict;
        assert_eq!(
            judged("https://a.example/1", "http://www.a.example/2"),
            Verdict::Different
        );
        assert_eq!(
            judged("https://a.example/1", "https://b.example/2"),
            Verdict::Partial
        );
        assert_eq!(judged("", ""), Verdict::Partial);
    }

    #[test]
    fn only_copies_have_an_original() {
        let nothing = Metadata::default();
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
