//! Weighs what two pages state about which of them is the original.

use super::super::record::Record;
use offprint::Metadata;
use offprint::compare::{Original, Relation, Which, compare};
use offprint::internals::verdict::compare_on_one_site;

/// If the judged page is the original with this confidence or more, it is not called a copy of the earlier page. Only a
/// statement of the earlier page, such as a credit above its text, reaches it. A date alone is not enough, since a page
/// can bear any date. Nor is a credit at the end, or a headline that calls the page a reprint, whatever its date.
/// Larger: originals that were seen late lose their place in search engines to a copy; smaller: copies keep theirs.
pub const RETRACTION_CONFIDENCE: u8 = 65;
/// The most that a page's own name or date counts, out of 100. Larger: a page that is backdated, or that calls itself
/// an agency, is sooner taken for the original; smaller: honest dates count for less.
pub const CLAIM: u8 = 10;

/// Compares an earlier page, the first, with the judged page. Which of them the register saw first does not count here.
///
/// A page's statements count in full against itself and little for itself. They count in full if it credits another
/// page by its host, names it as canonical, or calls itself a reprint. Its own name and its own date are claims that
/// any page can make, and count [`CLAIM`].
pub(super) fn related(earlier: &Record, page: &Record) -> Relation {
    let facts = [&earlier.metadata, &page.metadata];
    let [first, second] = [&earlier.fingerprint, &page.fingerprint];
    let hosts = facts.map(Metadata::host);
    let is_one_host = hosts[0].is_some() && hosts[0] == hosts[1];
    let comparison = if is_one_host { compare_on_one_site(first, second) } else { compare(first, second) };
    let [first, second] = facts.map(unclaimed);
    let without_claims = Relation::new(comparison.clone(), &first, &second).original;
    let proven = without_claims.map(|original| original.reasons).unwrap_or_default();
    let relation = Relation::new(comparison, facts[0], facts[1]);
    let original = relation.original.map(|original| {
        original.weighed(|reason| if proven.contains(reason) { reason.weight } else { reason.weight.min(CLAIM) })
    });
    Relation { original, ..relation }
}

/// What is known of a page, without its claims in its own favor.
fn unclaimed(facts: &Metadata) -> Metadata {
    let credit = facts.credit.as_ref();
    Metadata {
        site: None,
        published: None,
        credit: credit.filter(|credit| is_host_name(credit)).cloned(),
        ..facts.clone()
    }
}

/// Whether a credit is the name of a host, which has one owner. Any other name can be imitated: anybody can register a
/// host that resembles it.
fn is_host_name(credit: &str) -> bool {
    let named = credit.trim().split_once("://").map_or(credit.trim(), |(_, rest)| rest);
    named.contains('.') && !named.contains(char::is_whitespace) && named.is_ascii()
}

/// Whether the earlier page itself states that the judged page is its original.
pub(super) fn retracts_claim(original: &Original) -> bool {
    original.which == Some(Which::Second) && original.confidence >= RETRACTION_CONFIDENCE
}

/// Whether statements of the two pages show that the earlier one is the original.
pub(super) fn is_stated(relation: &Relation) -> bool {
    let says =
        |original: &Original| original.which == Some(Which::First) && original.confidence >= RETRACTION_CONFIDENCE;
    relation.original.as_ref().is_some_and(says)
}

/// Whether the judged page names the earlier page. If the earlier page was gated and the judged one is whole, one of
/// the two must also state which is the original.
pub(super) fn is_named(relation: &Relation) -> bool {
    let gated = relation.comparison.sides.map(|[a, b]| [a.gated, b.gated]);
    let says = |original: &Original| original.which == Some(Which::First) || retracts_claim(original);
    gated != Some([true, false]) || relation.original.as_ref().is_some_and(says)
}
