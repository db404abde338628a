//! The relation of two pages: the verdict on their texts, how the texts differ, and which page is the original,
//! including what is known of the pages apart from their texts.

use crate::compare::changes::{Change, ChangeKind, changes};
use crate::compare::original::{Original, original};
use crate::compare::record::ArticleRecord;
use crate::compare::verdict::{Comparison, Verdict};
use crate::metadata::Metadata;
use crate::schema::object;

object! {
    /// The relation of two pages.
    pub struct Relation {
        flatten comparison: Comparison = "The verdict on their texts.";
        /// How the second text differs from the first, if the verdict is `same` or `partial`; of different articles,
        /// whether they are written by one form.
        changes "changes": Vec<Change>;
        /// Which one is the original; null unless the verdict is `same` or `partial`.
        original "original": Option<Original>;
        /// Whether they share text and have the same address: then the later one is a new version, not a copy.
        version "version": bool;
    }
}

/// Relates two pages. Pages of one host must have more in common to be `partial`. Pages with equal digests have the
/// same text and are `same`, however short.
///
/// ```
/// use offprint::Article;
/// use offprint::compare::{ArticleRecord, Verdict, relate};
/// let record = |text: &str| ArticleRecord::from(&Article::of_text(String::new(), text.to_owned()));
/// let relation = relate(&record("Accept all cookies?"), &record("ACCEPT ALL COOKIES"));
/// assert_eq!(relation.comparison.verdict, Verdict::Same);
/// let relation = relate(&record("Accept all cookies?"), &record("Too short."));
/// assert_eq!((relation.comparison.verdict, relation.original), (Verdict::Unknown, None));
/// ```
pub fn relate(first: &ArticleRecord, second: &ArticleRecord) -> Relation {
    Relation::new(first.compare(second), &first.metadata, &second.metadata)
}

impl Relation {
    /// The relation of two pages whose texts have been compared.
    pub fn new(comparison: Comparison, first: &Metadata, second: &Metadata) -> Relation {
        let shares_text = comparison.verdict >= Verdict::Partial;
        let sides = comparison.sides.as_ref().filter(|_| shares_text);
        let one_form = comparison.one_form().map(|share| Change { kind: ChangeKind::OneForm, share });
        Relation {
            changes: sides.map_or_else(|| one_form.into_iter().collect(), changes),
            original: shares_text.then(|| original(first, second, sides)),
            version: (shares_text || one_form.is_some()) && first.is_version_of(second),
            comparison,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::verdict::{Evidence, ONE_SITE, THRESHOLDS};
    use crate::fingerprint::Fingerprint;
    use crate::test_text::sentences;

    /// The relation of two texts at two addresses.
    fn related([a, b]: [&str; 2], urls: [&str; 2]) -> Relation {
        let record = |text: &str, url: &str| ArticleRecord {
            fingerprint: Fingerprint::new("", text),
            metadata: Metadata { url: Some(url.to_owned()), ..Metadata::default() },
            ..ArticleRecord::default()
        };
        relate(&record(a, urls[0]), &record(b, urls[1]))
    }

    #[test]
    fn partial_on_one_site_takes_half_of_a_text() {
        let whole = sentences(0..40);
        let judged = |other: &str, urls: [&str; 2]| {
            let comparison = related([&whole, other], urls).comparison;
            let coverage = |e: &&Evidence| e.metric == "max-long-coverage";
            let coverage = comparison.evidence.iter().find(coverage);
            (comparison.verdict, coverage.map(|e| (e.threshold, e.passed)))
        };
        let one_site = ["https://a.example/1", "http://www.a.example/2"];
        let two_sites = ["https://a.example/1", "https://b.example/2"];
        let quoting = sentences(0..8) + &sentences(200..211);
        let [near, far] = [ONE_SITE, THRESHOLDS].map(|at| at.partial_coverage);
        assert_eq!(judged(&quoting, one_site), (Verdict::Different, Some((near, false))));
        for urls in [two_sites, ["", ""]] {
            assert_eq!(judged(&quoting, urls), (Verdict::Partial, Some((far, true))));
        }
        assert_eq!(judged(&sentences(0..20), one_site).0, Verdict::Partial);
        assert_eq!(judged(&whole, one_site).0, Verdict::Same);
        assert_eq!(judged("太短。", one_site), (Verdict::Unknown, None));
    }

    #[test]
    fn only_copies_have_an_original() {
        let copy = related([&sentences(0..40), &sentences(0..40)], ["", ""]);
        assert_eq!(copy.original.map(|original| original.which), Some(None));
        let other = related([&sentences(0..40), &sentences(100..140)], ["", ""]);
        assert_eq!((other.original, other.changes), (None, vec![]));
    }
}
