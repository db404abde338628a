//! Judges a page against the known articles.

mod claims;
mod story;

use super::canonical_url::Place;
use super::record::{Candidate, FINGERPRINTS, Record};
use super::url::{Duplicate, address_key, is_folder_of_other, is_one_site_of, superseded_by};
use claims::{is_named, is_stated, related, retracts_claim};
use offprint::compare::{Change, Comparison, Original, Reason, Relation, Verdict, Which};
use offprint::index::{ClassId, Compared, rank};
use offprint::internals::{address, hash::hash, verdict::compare_on_one_site};
use offprint::{Article, Fingerprint};
use serde::Serialize;
use story::{Dates, PageHistory};

pub use claims::{CLAIM, RETRACTION_CONFIDENCE};
pub use story::Version;

/// The prefix of keys of addresses.
const ADDRESSES: &str = "at1/";

/// The judgement on a page. It can be kept, and answers later visits for as long as the page does not change.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
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
    pub site: Option<Place>,
    /// The confidence that `original` is the original, or that the page is the original of `copy`: 0 to 100, and 0 if
    /// it is undecided, or if the evidence favors the other page.
    pub confidence: u8,
    /// When that article was first seen: UTC, ISO 8601; `None` for an imported article, since the time in an import is
    /// only a claim.
    pub seen: Option<String>,
    /// Whether the store already holds this very page, with this text or one that agrees with it.
    pub known: bool,
    /// Whether its text has changed since; see [`Version`].
    pub changed: bool,
    /// The address that the page states as its own, on whatever host: this is not verified.
    pub stated: Option<String>,
    /// Whether that is the address of another page than `original`.
    pub canonical_conflict: bool,
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
    /// Whether reading records under the page's other keys is unlikely to change this: the register found nothing
    /// similar to the page, which is stored with this text, or to the article that it copies.
    pub settled: bool,
    /// The keys under which to write [`record`](Self::record). Keys that an earlier article has are left out.
    pub write: Vec<String>,
    /// The record to write, if any: of a new page, or of a new text of a known one.
    pub record: Option<Record>,
    /// Ids of records of this article at addresses of its host that give way to this one. This record replaces them.
    pub renamed: Vec<String>,
    /// Id of the record that already holds this page with its present text, if there is one.
    pub present: Option<String>,
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
    let [title, text] = [&article.metadata.title, &article.text].map(|text| text.chars().map(u64::from));
    Some(format!("{:016x}", hash(title.chain(end).chain(text))))
}

/// The least similarity of a page and an article, 0 to 1, at which the page is its copy and no further records are
/// read. Larger: more keys are read, and the most similar of several articles is found more often; smaller: the first
/// one found is enough.
const ALIKE: f64 = 0.8;

/// The register's keys to read for one page: at most 16 for its text, if it has enough, and [one for its
/// address](address_key).
pub fn read_keys(fingerprint: Option<&Fingerprint>, address: Option<u64>) -> Vec<String> {
    let texts = fingerprint.map(Fingerprint::read_keys);
    prefixed(texts.unwrap_or_default(), address)
}

fn prefixed(texts: Vec<String>, address: Option<u64>) -> Vec<String> {
    let texts = texts.into_iter().map(|key| format!("{FINGERPRINTS}{key}"));
    let address = address.map(|key| format!("{ADDRESSES}{key:010x}"));
    texts.chain(address).collect()
}

/// Another page with much of the judged page's text.
struct Similar<'a> {
    relation: Relation,
    record: &'a Record,
    /// Since when that page has had a text that agrees with the judged one.
    since: &'a str,
    precedence: Precedence,
}

/// Precedence between two pages with the same text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Precedence {
    /// It had the text first, and it also had part of it first.
    Earlier,
    /// It did not, and neither displaces the other. A page that had part of the text before may be a story that grew,
    /// or may have quoted the same source as the other.
    Open,
    /// One of the two is a list that shows the other one's article, or the folder above it.
    List,
}

/// Which of two pages comes first, by the times since when each has had the other's text.
fn precedence(page: &Candidate, own: &Dates<'_>, record: &Record, others: &Dates<'_>) -> Precedence {
    let [a, b] = [record.address(), page.address()];
    let duplicate = || superseded_by(&a, &b).or_else(|| superseded_by(&b, &a));
    let domains = [record.domain.as_deref(), page.domain.as_deref()];
    let is_first = |own: Option<&str>, other| own.is_none_or(|own| other < Some(own));
    if is_folder_of_other(a.url, b.url, domains) || duplicate() == Some(Duplicate::List) {
        Precedence::List
    } else if is_first(own.part, others.part) && is_first(own.whole, others.whole) {
        Precedence::Earlier
    } else {
        Precedence::Open
    }
}

/// Judges a page against the records that the store holds under its [`read_keys`].
///
/// `found` pairs each key with its record; `now` is the time, UTC in ISO 8601; `id` names the record that is written if
/// the page is new.
///
/// Which page was first is a fact: the time since when the register knows it. Which is the original, and with what
/// confidence, is a judgement on what the pages state. It is the same in whichever order they were seen.
///
/// Only a page that was seen before can be named as the original: a later page never turns an earlier one into a copy,
/// so that answers given to crawlers stay true. Evidence can withdraw such an answer but not reverse it. If the earlier
/// page itself states that this one is its original, by a credit above its text or by its canonical address, and the
/// confidence reaches [`RETRACTION_CONFIDENCE`], the page is `same` or `partial` as before. But it names the other as
/// its copy and is neither hidden from search engines nor redirected. The record that was stored first keeps its keys.
///
/// A page that was gated when it was seen is named as the original of a whole one only if the whole one itself says so:
/// a page that shows the beginning of an article may not have the rest.
///
/// "Before" means before this page itself had the text, or part of it. A page that the store knows by its address is
/// compared with all its stored versions, as `story.rs` explains. Nothing that another page shows later takes a stored
/// article away.
pub fn decide(page: &Candidate, found: &[(String, Record)], now: &str, id: &str) -> Decision {
    let records = || found.iter().map(|(_, record)| record);
    let is_own =
        |record: &Record| record.is_variant_of(page.url(), page.domain.as_deref()) || is_taken_over(record, page);
    let fingerprint = page.fingerprint.as_ref();
    let history = PageHistory::new(records().filter(|record| is_own(record)), fingerprint);
    let judged = fingerprint.map(|fingerprint| page.record(fingerprint, now, id));
    let others = records().filter(|other| !is_own(other));
    let similar = match &judged {
        Some(judged) => similar_pages(page, judged, &history, others),
        None => Vec::new(),
    };
    let nearest = most_similar(&similar);
    let relation = nearest.map(|nearest| nearest.relation.clone());
    let (comparison, changes, evidence) = match relation {
        Some(relation) => (relation.comparison, relation.changes, relation.original),
        None if judged.is_none() => (Comparison::unknown(), Vec::new(), None),
        None => (Comparison::different(), Vec::new(), None),
    };
    let evidence = evidence.unwrap_or(Original { which: None, confidence: 0, reasons: Vec::new() });
    let named = nearest.filter(|nearest| is_named(&nearest.relation));
    let finding = finding(page, &comparison, &evidence, named, &history);
    let is_copy = comparison.verdict == Verdict::Same && finding.original.is_some();
    let is_sure_copy = is_copy && comparison.score >= ALIKE;
    let of_copy = named.map(|named| named.record).filter(|_| is_sure_copy);
    let is_new = !is_copy && history.present.is_none() && page.withheld.is_none();
    let record = judged.filter(|_| is_new).map(|judged| Record {
        unique: similar.is_empty(),
        derived: finding.original.is_some() && finding.site == Some(Place::Cross),
        story: history.latest().map(Record::next),
        ..judged
    });
    let write = record.as_ref().map(|record| keys_to_write(record, found, &similar, is_own));
    Decision {
        settled: history.present.or(of_copy).is_some_and(|record| record.unique),
        renamed: renamed(page, &history),
        present: history.present.map(|present| present.id.clone()),
        finding,
        comparison,
        changes,
        reasons: evidence.reasons,
        version: history.version,
        write: write.unwrap_or_default(),
        record,
    }
}

/// The keys under which a record is written: those of its text and of its address, except keys of other pages. It takes
/// half of the keys of gated articles that a whole one contains, and of a page that neither displaces nor is displaced
/// by this one, so that a further copy leads to both. The last key stays.
fn keys_to_write(
    record: &Record,
    found: &[(String, Record)],
    similar: &[Similar<'_>],
    is_own: impl Fn(&Record) -> bool,
) -> Vec<String> {
    let address = address_key(record.url(), record.domain.as_deref());
    let mut keys = prefixed(record.fingerprint.write_keys(), address);
    keys.retain(|key| !found.iter().any(|(taken, by)| taken == key && !is_own(by)));
    let mut shared: Vec<&String> = Vec::new();
    for (key, by) in found.iter().filter(|(key, by)| key.starts_with(FINGERPRINTS) && !is_own(by)) {
        let Some(other) = similar.iter().find(|similar| similar.record.id == by.id) else {
            continue;
        };
        let only_it_is_gated = by.fingerprint.is_gated() && !record.fingerprint.is_gated();
        let stub = other.relation.comparison.sides.as_ref().filter(|_| only_it_is_gated);
        if other.precedence == Precedence::Open || stub.is_some_and(|[stub, _]| stub.coverage >= ALIKE) {
            shared.push(key);
        }
    }
    keys.extend(shared[..shared.len() / 2].iter().copied().cloned());
    keys
}

/// What to answer about a page, given its comparison with the most similar earlier page, and that page if the answer
/// names it.
fn finding(
    page: &Candidate,
    comparison: &Comparison,
    evidence: &Original,
    named: Option<&Similar<'_>>,
    history: &PageHistory<'_>,
) -> Finding {
    let url = named.map(|named| named.record.url().to_owned());
    let retracted = retracts_claim(evidence);
    let (original, copy) = if retracted { (None, url) } else { (url, None) };
    let speaks = retracted || evidence.which == Some(Which::First);
    let stated = page.metadata.canonical.clone();
    let canonical_conflict = match (&stated, &original) {
        (Some(stated), Some(original)) => !address::is_same_page(stated, original),
        _ => false,
    };
    let observed = named.filter(|named| named.record.imported.is_none());
    let domain = page.domain.as_deref();
    let fingerprint = page.fingerprint.as_ref();
    Finding {
        verdict: comparison.verdict,
        score: comparison.score,
        original,
        copy,
        site: named.map(|named| place(named.record, (page.url(), domain))),
        confidence: if speaks { evidence.confidence } else { 0 },
        seen: observed.map(|named| named.since.to_owned()),
        known: !history.versions.is_empty(),
        changed: history.version.is_some(),
        stated,
        canonical_conflict,
        gated: fingerprint.is_some_and(Fingerprint::is_gated),
        digest: page.digest.clone(),
    }
}

/// The pages of other addresses that have much of a page's text, in the order in which they had it. `judged` is the
/// page as a record.
fn similar_pages<'a>(
    page: &Candidate,
    judged: &Record,
    history: &PageHistory<'a>,
    others: impl Iterator<Item = &'a Record>,
) -> Vec<Similar<'a>> {
    let mut similar: Vec<Similar<'a>> = Vec::new();
    for record in others {
        let is_repeated = similar.iter().any(|similar| similar.record.id == record.id);
        let relation = related(record, judged);
        if is_repeated || relation.comparison.verdict < Verdict::Partial {
            continue;
        }
        let coverage = relation.comparison.sides.map(|sides| sides.map(|side| side.long_coverage));
        let [of_other, of_own] = coverage.unwrap_or_default();
        let dates = Dates::of_record(record, &judged.fingerprint, of_own);
        let own = history.dates(&record.fingerprint, of_other);
        similar.push(Similar {
            relation,
            record,
            since: dates.part.unwrap_or_default(),
            precedence: precedence(page, &own, record, &dates),
        });
    }
    similar.sort_by_key(|similar| similar.since);
    similar
}

/// Whether a record is of the page's article, at an address that gives way to the page's.
fn is_taken_over(record: &Record, page: &Candidate) -> bool {
    let is_same = |own| compare_on_one_site(&record.fingerprint, own).verdict == Verdict::Same;
    gives_way(record, page) && page.fingerprint.as_ref().is_some_and(is_same)
}

/// Whether the address of a record gives way to the page's.
fn gives_way(record: &Record, page: &Candidate) -> bool {
    page.withheld.is_none() && superseded_by(&record.address(), &page.address()).is_some()
}

/// Ids of the records of the page that will get its address, since none has it.
fn renamed(page: &Candidate, history: &PageHistory<'_>) -> Vec<String> {
    if history.versions.iter().any(|record| record.url() == page.url()) {
        return Vec::new();
    }
    history.versions.iter().filter(|record| gives_way(record, page)).map(|record| record.id.clone()).collect()
}

/// The earlier page that a page is most similar to; of equally similar ones, the first. If there are whole pages, gated
/// ones count only where statements show that they are the original: how they continue is unknown.
fn most_similar<'a, 'b>(similar: &'a [Similar<'b>]) -> Option<&'a Similar<'b>> {
    let mut earlier: Vec<_> = similar.iter().filter(|similar| similar.precedence == Precedence::Earlier).collect();
    if earlier.iter().any(|similar| !similar.record.fingerprint.is_gated()) {
        earlier.retain(|similar| !similar.record.fingerprint.is_gated() || is_stated(&similar.relation));
    }
    let compared = (0..).zip(&earlier).map(|(number, similar)| Compared {
        class: Some(ClassId(number)),
        verdict: similar.relation.comparison.verdict,
        score: similar.relation.comparison.score,
        rewriting: None,
    });
    let best = rank(&compared.collect::<Vec<_>>()).first()?.place;
    Some(earlier[best])
}

/// Whether a record is from the same site as a page with this address and registrable domain.
fn place(record: &Record, (url, domain): (&str, Option<&str>)) -> Place {
    if is_one_site_of(record.url(), url, [record.domain.as_deref(), domain]) { Place::Same } else { Place::Cross }
}

#[cfg(test)]
mod tests;
