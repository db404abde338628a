//! The relation of two pages: the verdict on their texts, how the texts differ, and which page is the original, using
//! what is known of the pages beside their texts.

use crate::compare::changes::{Change, ChangeKind, changes};
use crate::compare::original::{Original, original};
use crate::compare::verdict::{Comparison, Verdict, compare, compare_on_one_site};
use crate::fingerprint::Fingerprint;
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

/// Relates two pages by their fingerprints and metadata. Pages of one host must have more in common to be `partial`.
///
/// ```
/// use offprint::Metadata;
/// use offprint::compare::relate;
/// let nothing = Metadata::default();
/// assert_eq!(relate([None, None], [&nothing, &nothing]).original, None);
/// ```
pub fn relate(fingerprints: [Option<&Fingerprint>; 2], about: [&Metadata; 2]) -> Relation {
    Relation::of_texts(fingerprints, [None; 2], about)
}

/// Compares two pages; their hosts may be unknown.
pub(crate) fn compare_pages([a, b]: [Option<&Fingerprint>; 2], [first, second]: [Option<&str>; 2]) -> Comparison {
    if first.is_some() && first == second { compare_on_one_site(a, b) } else { compare(a, b) }
}

impl Relation {
    /// Relates two pages as [`relate`] does, except that pages of one text, as their [digests](crate::Article::digest)
    /// tell, are `same`, however short it is.
    ///
    /// ```
    /// use offprint::{Article, compare::{Relation, Verdict}};
    /// let articles = ["Accept all cookies?", "ACCEPT ALL COOKIES"];
    /// let [a, b] = articles.map(|text| Article::of_text(String::new(), text.to_owned()));
    /// let of = |digests| Relation::of_texts([None, None], digests, [&a.metadata, &b.metadata]);
    /// assert_eq!(of([a.digest(), b.digest()]).comparison.verdict, Verdict::Same);
    /// assert_eq!(of([None, None]).comparison.verdict, Verdict::Unknown);
    /// ```
    pub fn of_texts(
        fingerprints: [Option<&Fingerprint>; 2],
        digests: [Option<u64>; 2],
        about: [&Metadata; 2],
    ) -> Relation {
        let hosts = about.map(Metadata::host);
        let comparison = compare_pages(fingerprints, hosts.each_ref().map(Option::as_deref));
        let comparison = comparison.of_texts(fingerprints, digests);
        Relation::new(comparison, about[0], about[1])
    }

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
        let [a, b] = [a, b].map(|text| Fingerprint::of("", text));
        let [first, second] = urls.map(|url| Metadata { url: Some(url.to_owned()), ..Metadata::default() });
        relate([a.as_ref(), b.as_ref()], [&first, &second])
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
