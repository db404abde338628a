//! Judges a page against the known articles.

mod claims;
mod version;

use super::record::{Candidate, Record};
use super::standing::Place;
use super::url::{is_folder_of_other, is_one_site_of};
use claims::{is_named, is_taken_back, related};
use offprint::compare::{Change, Comparison, Original, Reason, Relation, Verdict, Which};
use offprint::index::{Class, Compared, nearest};
use offprint::internals::{address, hash::hash};
use offprint::{Article, Fingerprint};
use serde::Serialize;
use version::{Version, version};

pub use claims::{CLAIM, TAKES_BACK};

/// The prefix of keys in the store: the version of the fingerprint, then a slash.
const PREFIX: &str = "fp1/";

/// The judgement on a page. It can be kept, and answers later visits for as long as the page does not change.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// The verdict on the page and the most similar article of the store.
    pub verdict: Verdict,
    /// How similar the two are, 0 to 1.
    pub score: f64,
    /// That article, if the verdict is `same` or `partial`, and the page is not its original.
    pub original: Option<String>,
    /// That article, if the page is its original.
    pub copy: Option<String>,
    /// Whether that article is on the page's own site; `None` if there is no such article.
    pub place: Option<Place>,
    /// The confidence that `original` is the original, or that the page is the original of `copy`: 0 to 100, and 0 if
    /// it is open or favours the other one.
    pub confidence: u8,
    /// When that article was first seen: UTC, ISO 8601; `None` for an imported article, since the time in an import is
    /// only a claim.
    pub seen: Option<String>,
    /// Whether the store already holds this very page.
    pub known: bool,
    /// Whether its text has changed since; see `Version`.
    pub changed: bool,
    /// The address that the page states as its own, on whatever host: this is not verified.
    pub stated: Option<String>,
    /// Whether that is the address of another page than `original`.
    pub disowned: bool,
    /// Whether only the beginning of the article could be read, before a paywall or a login.
    pub gated: bool,
    /// A value that changes with the text of the page; see [`digest`].
    pub digest: Option<String>,
}

/// What the worker is to do about a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// The verdict with its reasons.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// How the stored article was changed in the page.
    pub changes: Vec<Change>,
    /// The reasons: `first` is the article, `second` the page.
    pub reasons: Vec<Reason>,
    /// The page compared with itself as it was stored, if its text has changed.
    pub version: Option<Version>,
    /// What the answer requires of the worker.
    pub finding: Finding,
    /// Whether records under the page's other keys would hardly change this: the page is a copy of one that was found,
    /// or it is stored with this text and the register found nothing similar to it.
    pub settled: bool,
    /// The keys under which to write [`record`](Self::record); keys that are taken are left out.
    pub write: Vec<String>,
    /// The record to write, if any.
    pub record: Option<Record>,
}

/// A text that changes whenever the headline or body of an article changes. `None` without a fingerprint, since the
/// text of such a page is then unknown.
///
/// ```
/// use offprint::Article;
/// use offprint_edge::digest;
/// let text: String = (0..60).map(|i| format!("Line {i} describes {} floods. ", i * 7919)).collect();
/// let of = |title: &str| digest(&Article::of_text(title.to_owned(), text.clone()));
/// assert_eq!(of("Dam"), of("Dam"));
/// assert_ne!(of("Dam"), of("Dams"));
/// assert_eq!(digest(&Article::of_text("Dam".into(), "Short.".into())), None);
/// ```
pub fn digest(article: &Article) -> Option<String> {
    article.fingerprint.as_ref()?;
    // This is not a character, so moving text from one field to the other changes the digest.
    let end = std::iter::once(u64::MAX);
    let [title, text] =
        [&article.metadata.title, &article.text].map(|text| text.chars().map(u64::from));
    Some(format!("{:016x}", hash(title.chain(end).chain(text))))
}

/// The similarity of a page and an article, 0 to 1, from which the page is its copy and no further records are read.
/// Larger: more keys are read, and of several articles the most similar one is found more often; smaller: the first one
/// found is enough.
const ALIKE: f64 = 0.8;
/// The register's keys to read for one article: at most 16.
pub fn read_keys(fingerprint: &Fingerprint) -> Vec<String> {
    prefixed(fingerprint.read_keys())
}

fn prefixed(keys: Vec<String>) -> Vec<String> {
    keys.into_iter()
        .map(|key| format!("{PREFIX}{key}"))
        .collect()
}

/// The keys of a record under which the store holds nothing yet.
fn free_keys(record: &Record, found: &[(String, Record)]) -> Vec<String> {
    let mut keys = prefixed(record.fingerprint.write_keys());
    keys.retain(|key| !found.iter().any(|(taken, _)| taken == key));
    keys
}

/// Judges a page against the records that the store holds under its [`read_keys`].
///
/// `found` pairs each key with its record; `now` is the time, UTC in ISO 8601; `id` names the record that is written if
/// the page is new.
///
/// Only a page that was seen before can be named as the original: a later page never turns an earlier one into a copy,
/// so that answers given to crawlers stay true. Evidence can withdraw such an answer but not reverse it. If the earlier
/// page itself states that this one is its original, by its credit, by its canonical address, or by a headline that
/// calls it a reprint together with a later date, and the confidence reaches [`TAKES_BACK`], the page is `same` or
/// `partial` as before, but it names the other as its copy and is neither hidden from search engines nor redirected.
/// The record that was stored first keeps its keys.
///
/// A page that was gated when it was seen is named as the original of a whole one only if the whole one itself states
/// so: a page that shows the beginning of an article may not have the rest.
pub fn decide(page: &Candidate, found: &[(String, Record)], now: &str, id: &str) -> Decision {
    let records = || found.iter().map(|(_, record)| record);
    let is_own = |record: &&Record| record.is_variant_of(page.url(), page.domain.as_deref());
    let own = records().find(is_own);
    // A page registered before its copy is not a copy of it.
    let before = own.map_or("\u{10FFFF}", Record::since);
    let judged = page.fingerprint.as_ref().map(|fingerprint| {
        let record = page.record(fingerprint, own.map_or(now, Record::since), id);
        let earlier = records().filter(|earlier| !is_own(earlier) && earlier.since() < before);
        let best = most_similar(&record, page.url(), earlier);
        (record, best)
    });
    let (record, best) = judged.unzip();
    let best = best.flatten();
    let named = best.as_ref().filter(|(relation, _)| is_named(relation));
    let stored = named.map(|(_, stored)| stored.url().to_owned());
    let seen = named
        .filter(|(_, stored)| stored.imported.is_none())
        .map(|(_, stored)| stored.first_seen().to_owned());
    let place = named
        .zip(record.as_ref())
        .map(|((_, stored), record)| place(stored, record));
    let (comparison, changes, evidence) = match best {
        Some((relation, _)) => (relation.comparison, relation.changes, relation.original),
        None if record.is_none() => (Comparison::unknown(), Vec::new(), None),
        None => (Comparison::different(), Vec::new(), None),
    };
    let evidence = evidence.unwrap_or(Original {
        which: Which::Unsaid,
        confidence: 0,
        reasons: Vec::new(),
    });
    let taken_back = is_taken_back(&evidence);
    let (original, copy) = match taken_back {
        true => (None, stored),
        false => (stored, None),
    };
    let speaks = taken_back || evidence.which == Which::First;
    let is_copy = comparison.verdict == Verdict::Same && original.is_some();
    let known = own.is_some();
    let fingerprint = page.fingerprint.as_ref();
    let version = fingerprint.and_then(|of| version(records().filter(is_own), of));
    // The record states that the page was alone; its text may have changed since.
    let is_alone = own.is_some_and(|own| own.alone) && version.is_none();
    let settled = (is_copy && comparison.score >= ALIKE) || is_alone;
    let stated = page.metadata.canonical.clone();
    let disowned = match (&stated, &original) {
        (Some(stated), Some(original)) => !address::is_same_page(stated, original),
        _ => false,
    };
    let record = record.filter(|_| !is_copy && !known && page.withheld.is_none());
    let write = record.as_ref().map(|record| free_keys(record, found));
    Decision {
        finding: Finding {
            verdict: comparison.verdict,
            score: comparison.score,
            original,
            copy,
            place,
            confidence: if speaks { evidence.confidence } else { 0 },
            seen,
            known,
            changed: version.is_some(),
            stated,
            disowned,
            gated: fingerprint.is_some_and(|fingerprint| fingerprint.gated),
            digest: page.digest.clone(),
        },
        comparison,
        changes,
        reasons: evidence.reasons,
        version,
        settled,
        write: write.unwrap_or_default(),
        record,
    }
}

/// The earlier record that a page is most similar to, of equally similar ones the first, and their relation.
fn most_similar<'a>(
    record: &Record,
    url: &str,
    earlier: impl Iterator<Item = &'a Record>,
) -> Option<(Relation, &'a Record)> {
    let mut earlier: Vec<&Record> = earlier
        .filter(|earlier| !is_folder_of_other(earlier.url(), url, domains(earlier, record)))
        .collect();
    earlier.sort_by_key(|earlier| earlier.since());
    let mut relations: Vec<Relation> = earlier
        .iter()
        .map(|earlier| related(earlier, record))
        .collect();
    let compared = (0..).zip(&relations).map(|(number, relation)| Compared {
        class: Class(number),
        verdict: relation.comparison.verdict,
        score: relation.comparison.score,
    });
    let best = nearest(&compared.collect::<Vec<_>>())?;
    Some((relations.swap_remove(best.place), earlier[best.place]))
}

fn domains<'a>(a: &'a Record, b: &'a Record) -> [Option<&'a str>; 2] {
    [a.domain.as_deref(), b.domain.as_deref()]
}

/// Whether two pages are on one site.
fn place(a: &Record, b: &Record) -> Place {
    match is_one_site_of(a.url(), b.url(), domains(a, b)) {
        true => Place::Same,
        false => Place::Cross,
    }
}

#[cfg(test)]
mod tests;
