//! Judges a page against the known articles.

use super::record::{Candidate, Record};
use super::standing::Place;
use super::url::{is_folder_of_other, is_one_site_of};
use offprint::Fingerprint;
use offprint::compare::{Change, ChangeKind, Relation, changes, compare};
use offprint::compare::{Comparison, Verdict};
use offprint::compare::{Original, Reason, Which};
use offprint::index::{Class, Compared, nearest};
use offprint::internals::verdict::compare_on_one_site;
use offprint::internals::{address, hash::hash};
use offprint::{Article, Metadata};
use serde::Serialize;

/// The confidence that the page is the original from which it is not called a copy of a page that was seen before it.
/// Only a statement of the earlier page, such as a credit, reaches it. A date alone is not enough, since a page can
/// bear any date; nor is a headline that calls the page a reprint of something. Larger: originals that were seen late
/// lose their place in search engines to a copy; smaller: copies keep theirs.
pub const TAKES_BACK: u8 = 50;
/// The most that a name or a date counts that a page gives itself, of 100. Larger: a page that is backdated, or that
/// calls itself an agency, is sooner taken for the original; smaller: honest dates count for less.
pub const CLAIM: u8 = 10;
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

/// The page compared with itself as it was stored, if its text has changed since: if one of the two texts has more than
/// [`OWN`](offprint::compare::OWN) that the other lacks, which is more than readings of one text differ by. A page is
/// not a copy of itself, so this is kept beside the verdict.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Version {
    /// The verdict on the present text and the stored one.
    pub verdict: Verdict,
    /// How similar the two are, 0 to 1.
    pub score: f64,
    /// How the stored text was changed.
    pub changes: Vec<Change>,
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
    let disowned = stated
        .as_ref()
        .zip(original.as_ref())
        .is_some_and(|(stated, original)| !address::is_same_page(stated, original));
    let record = record.filter(|_| !is_copy && !known && page.withheld.is_none());
    let write = match &record {
        Some(record) => prefixed(record.fingerprint.write_keys())
            .into_iter()
            .filter(|key| !found.iter().any(|(taken, _)| taken == key))
            .collect(),
        None => Vec::new(),
    };
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
        write,
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

/// The page compared with the records of itself; `None` if one of them has its text, or there are no such records.
fn version<'a>(
    own: impl Iterator<Item = &'a Record>,
    fingerprint: &Fingerprint,
) -> Option<Version> {
    // Both are what the page shows, so a gate before it does not matter here.
    let shown = |of: &Fingerprint| {
        let mut shown = of.clone();
        shown.gated = false;
        shown
    };
    let page = shown(fingerprint);
    let versions = own.map(|own| {
        let comparison = compare_on_one_site(Some(&shown(&own.fingerprint)), Some(&page));
        let shares_text = comparison.verdict >= Verdict::Partial;
        let sides = comparison.sides.as_ref().filter(|_| shares_text);
        Version {
            verdict: comparison.verdict,
            score: comparison.score,
            changes: sides.map(changes).unwrap_or_default(),
        }
    });
    let nearest = versions.reduce(|nearest, other| match other.score > nearest.score {
        true => other,
        false => nearest,
    })?;
    let extents = [
        ChangeKind::Contained,
        ChangeKind::Contains,
        ChangeKind::Overlap,
    ];
    let has_own = nearest
        .changes
        .iter()
        .any(|change| extents.contains(&change.kind));
    (nearest.verdict != Verdict::Same || has_own).then_some(nearest)
}

/// Whether the earlier page itself states that the judged page is its original.
fn is_taken_back(original: &Original) -> bool {
    original.which == Which::Second && original.confidence >= TAKES_BACK
}

/// Whether the judged page names the earlier page. If the earlier page was gated and the judged one is whole, only if
/// one of the two states which is the original.
fn is_named(relation: &Relation) -> bool {
    let gated = relation.comparison.sides.map(|[a, b]| [a.gated, b.gated]);
    let says = |original: &Original| original.which == Which::First || is_taken_back(original);
    gated != Some([true, false]) || relation.original.as_ref().is_some_and(says)
}

/// Compares an earlier page, the first, with the judged page.
///
/// A page's statements count in full against itself and little for itself. They count in full if it credits another
/// page by its host, names it as canonical, or calls itself a reprint. Its own name and its own date are claims that
/// any page can make, and count [`CLAIM`].
fn related(earlier: &Record, page: &Record) -> Relation {
    let [first, second] = [&earlier.fingerprint, &page.fingerprint].map(Some);
    let comparison = match place(earlier, page) == Place::Same {
        true => compare_on_one_site(first, second),
        false => compare(first, second),
    };
    let proven = Relation::new(comparison.clone(), &unclaimed(earlier), &unclaimed(page)).original;
    let relation = Relation::new(comparison, &earlier.evidence(), &page.evidence());
    let proven = proven.map(|original| original.reasons).unwrap_or_default();
    let weight = |reason: &Reason| match proven.contains(reason) {
        true => reason.weight,
        false => reason.weight.min(CLAIM),
    };
    Relation {
        original: relation.original.map(|original| original.weighed(weight)),
        ..relation
    }
}

/// What is known of a page, without its claims in its own favour.
fn unclaimed(record: &Record) -> Metadata {
    let evidence = record.evidence();
    Metadata {
        site: None,
        published: None,
        credit: evidence.credit.filter(|credit| is_host_name(credit)),
        ..evidence
    }
}

/// Whether a credit is the name of a host, which nobody else can bear. Anybody can have a host that merely reads like
/// the credited name.
fn is_host_name(credit: &str) -> bool {
    let named = credit
        .trim()
        .split_once("://")
        .map_or(credit.trim(), |(_, rest)| rest);
    named.contains('.') && !named.contains(char::is_whitespace) && named.is_ascii()
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
mod tests {
    use super::super::standing::Withheld;
    use super::*;
    use offprint::Article;
    use offprint::internals::made_up::sentences;

    /// An article of the sentences `from..to`, all different.
    fn fingerprint(from: u32, to: u32) -> Fingerprint {
        let text = sentences(from..to);
        Article::of_text(String::new(), text).fingerprint.unwrap()
    }

    fn page(url: &str, from: u32, to: u32) -> Candidate {
        Candidate {
            metadata: Metadata {
                url: Some(url.into()),
                title: "T".into(),
                ..Metadata::default()
            },
            fingerprint: Some(fingerprint(from, to)),
            digest: Some("d".into()),
            ..Candidate::default()
        }
    }

    /// A page that states one more fact about itself.
    fn stating(
        page: Candidate,
        field: fn(&mut Metadata) -> &mut Option<String>,
        text: &str,
    ) -> Candidate {
        let mut page = page;
        *field(&mut page.metadata) = Some(text.to_owned());
        page
    }

    /// A store that behaves as the worker does with KV.
    #[derive(Default)]
    struct Store(std::collections::BTreeMap<String, Record>, u32);

    impl Store {
        fn visit(&mut self, page: &Candidate) -> Decision {
            let keys = read_keys(page.fingerprint.as_ref().unwrap());
            let found: Vec<_> = keys
                .iter()
                .filter_map(|key| Some((key.clone(), self.0.get(key)?.clone())))
                .collect();
            self.1 += 1;
            let now = format!("2026-01-01T00:00:{:02}Z", self.1);
            let decision = decide(page, &found, &now, "id");
            for key in &decision.write {
                self.0.insert(key.clone(), decision.record.clone().unwrap());
            }
            decision
        }
    }

    #[test]
    fn a_new_page_is_registered_and_its_copy_names_it() {
        let mut store = Store::default();
        let first = store.visit(&page("https://a.example/1", 0, 20));
        assert_eq!(
            (first.comparison.verdict, first.write.len()),
            (Verdict::Different, 4)
        );
        assert_eq!((first.finding.seen, first.finding.known), (None, false));
        let copy = store.visit(&page("https://b.example/2", 0, 20));
        assert_eq!(copy.comparison.verdict, Verdict::Same);
        assert!(copy.write.is_empty() && copy.record.is_none());
        let copy = copy.finding;
        assert_eq!(copy.original.as_deref(), Some("https://a.example/1"));
        assert_eq!(
            (copy.verdict, copy.score, copy.confidence),
            (Verdict::Same, 1.0, 15)
        );
        assert_eq!(copy.seen.as_deref(), Some("2026-01-01T00:00:01Z"));
        assert_eq!(copy.digest.as_deref(), Some("d"));
    }

    #[test]
    fn a_gated_page_is_no_original_of_the_whole_article() {
        let gated = |mut page: Candidate| {
            page.fingerprint.as_mut().unwrap().gated = true;
            page
        };
        let mut store = Store::default();
        let stub = gated(page("https://paper.example/1", 0, 10));
        let stub = stating(stub, |of| &mut of.published, "2020-01-01");
        assert!(store.visit(&stub).finding.gated);
        let whole = store.visit(&page("https://b.example/2", 0, 30));
        let told = &whole.finding;
        assert_eq!((told.verdict, told.gated), (Verdict::Partial, false));
        assert_eq!((&told.original, &told.copy), (&None, &None));
        assert_eq!((told.place, &told.seen, told.confidence), (None, &None, 0));
        assert!(whole.record.is_some(), "it is an article of its own");
        // A copy of the whole article is found to be one.
        let copy = store.visit(&page("https://c.example/3", 0, 30)).finding;
        assert_eq!(copy.verdict, Verdict::Same);
        assert_eq!(copy.original.as_deref(), Some("https://b.example/2"));
        // A page that copies a whole text and states its source has credited it.
        let crediting = page("https://d.example/4", 0, 12);
        let crediting = stating(crediting, |of| &mut of.credit, "paper.example");
        let told = store.visit(&crediting).finding;
        assert_eq!(told.original.as_deref(), Some("https://paper.example/1"));
        assert_eq!(told.confidence, 75);

        // Marking a copy as gated keeps it from being `same`, but its original is still reported.
        let mut store = Store::default();
        store.visit(&page("https://a.example/1", 0, 30));
        for (url, to) in [("https://b.example/2", 30), ("https://c.example/3", 10)] {
            let copy = store.visit(&gated(page(url, 0, to)));
            assert_eq!(copy.comparison.verdict, Verdict::Partial);
            let named = copy.finding.original.as_deref();
            assert_eq!(named, Some("https://a.example/1"));
        }
    }

    #[test]
    fn a_page_whose_text_has_changed_is_a_version_of_itself() {
        let mut store = Store::default();
        let url = "https://a.example/1";
        let first = store.visit(&page(url, 0, 30));
        assert_eq!((first.version, first.finding.changed), (None, false));
        let again = store.visit(&page(url, 0, 30));
        assert_eq!((again.version, again.finding.changed), (None, false));
        let updated = store.visit(&page(url, 0, 45));
        let version = updated.version.unwrap();
        assert!(updated.finding.known && updated.finding.changed);
        assert_eq!(version.verdict, Verdict::Partial);
        let kinds: Vec<_> = version.changes.iter().map(|change| change.kind).collect();
        assert_eq!(kinds, [ChangeKind::TailAdded, ChangeKind::Contains]);
        assert_eq!(updated.comparison.verdict, Verdict::Different, "no copy");
        let elsewhere = store.visit(&page("https://b.example/2", 0, 45));
        assert_eq!(
            (elsewhere.version, elsewhere.finding.changed),
            (None, false)
        );
        assert_eq!(elsewhere.finding.verdict, Verdict::Partial);
    }

    #[test]
    fn a_gated_page_stays_gated_and_unchanged_when_it_is_known() {
        let mut store = Store::default();
        let mut stub = page("https://paper.example/1", 0, 10);
        stub.fingerprint.as_mut().unwrap().gated = true;
        for known in [false, true] {
            let finding = store.visit(&stub).finding;
            let told = (finding.known, finding.gated, finding.changed);
            assert_eq!(told, (known, true, false));
        }
    }

    #[test]
    fn a_page_is_no_copy_of_itself_nor_of_a_later_one() {
        let mut store = Store::default();
        store.visit(&page("https://a.example/1", 0, 30));
        let again = store.visit(&page("https://a.example/1", 0, 30));
        assert!(again.finding.known && again.record.is_none());
        assert_eq!(again.comparison.verdict, Verdict::Different);
        let abridged = store.visit(&page("https://b.example/2", 0, 15));
        assert_eq!(abridged.comparison.verdict, Verdict::Partial);
        let original = store.visit(&page("https://a.example/1", 0, 30));
        assert_eq!(
            original.comparison.verdict,
            Verdict::Different,
            "the abridgement came later"
        );
    }

    #[test]
    fn an_original_that_comes_late_is_not_called_a_copy() {
        let mut store = Store::default();
        let copy = page("https://b.example/2", 0, 20);
        let copy = stating(copy, |of| &mut of.credit, "www.daily-paper.example");
        assert_eq!(store.visit(&copy).write.len(), 4);
        let late = store.visit(&page("https://www.daily-paper.example/1", 0, 20));
        assert_eq!(late.comparison.verdict, Verdict::Same);
        assert_eq!(late.finding.original, None);
        assert_eq!(late.finding.copy.as_deref(), Some("https://b.example/2"));
        // 75 for the credit, 15 against for being seen later.
        assert_eq!((late.finding.confidence, late.reasons.len()), (60, 2));
        assert!(
            late.record.is_some() && late.write.is_empty(),
            "the keys are taken"
        );
        let again = store.visit(&copy);
        assert!(again.finding.known && again.finding.original.is_none());
    }

    #[test]
    fn a_name_or_a_date_that_a_page_gives_itself_is_a_claim() {
        let mut store = Store::default();
        // It credits an agency by its name, which any page can bear, and any host can read like it.
        let honest = page("https://b.example/2", 0, 20);
        let honest = stating(honest, |of| &mut of.credit, "Daily Paper");
        let honest = stating(honest, |of| &mut of.published, "2026-01-02");
        store.visit(&honest);
        let late = page("https://daily-paper.example/1", 0, 20);
        let late = stating(late, |of| &mut of.site, "The Daily Paper");
        let late = stating(late, |of| &mut of.published, "2020-01-01");
        let told = store.visit(&late);
        assert_eq!(
            (told.finding.original.as_deref(), told.finding.copy),
            (Some("https://b.example/2"), None)
        );
        assert_eq!(
            told.finding.confidence, 0,
            "the claims are told, and are not enough"
        );
        assert!(
            told.reasons
                .iter()
                .filter(|reason| reason.weight == CLAIM)
                .count()
                == 2
        );

        // An early date on a page that was seen first does not prove that it is the original.
        let mut store = Store::default();
        let dated = |url: &str, date: &str| stating(page(url, 0, 20), |of| &mut of.published, date);
        store.visit(&dated("https://scraper.example/3", "2020-01-01"));
        let honest = store.visit(&dated("https://paper.example/3", "2026-01-01"));
        assert_eq!(
            honest.finding.original.as_deref(),
            Some("https://scraper.example/3")
        );
        assert!(
            honest.finding.confidence < 30,
            "{}",
            honest.finding.confidence
        );
    }

    #[test]
    fn a_page_that_states_another_host_is_told_by_it() {
        let mut store = Store::default();
        let pointing = |url: &str| {
            stating(
                page(url, 0, 20),
                |of| &mut of.canonical,
                "https://a.example/1",
            )
        };
        let copy = pointing("https://b.example/2");
        let stored = store.visit(&copy).record.unwrap();
        assert_eq!(
            stored.metadata.canonical.as_deref(),
            Some("https://a.example/1")
        );
        let late = store.visit(&pointing("https://a.example/1")).finding;
        assert_eq!(
            (late.copy.as_deref(), late.confidence),
            (Some("https://b.example/2"), 75)
        );
    }

    #[test]
    fn an_address_variant_is_not_a_copy_of_itself() {
        let mut store = Store::default();
        store.visit(&page("http://a.example/1/", 0, 20));
        let own = store.visit(&page("https://www.a.example/1", 0, 20));
        assert!(own.finding.known && own.record.is_none());
        assert_eq!(own.finding.original, None);
        let of_domain = |url: &str, from, to| Candidate {
            domain: Some("paper.example".into()),
            ..page(url, from, to)
        };
        store.visit(&of_domain("https://old.paper.example/9", 30, 50));
        // The store knows the domain of its records only if it is given.
        for record in store.0.values_mut() {
            record.domain = Some("paper.example".into());
        }
        let moved = store.visit(&of_domain("https://new.paper.example/9", 30, 50));
        assert!(moved.finding.known, "{:?}", moved.finding);
    }

    #[test]
    fn a_front_page_is_neither_original_nor_copy_of_its_newest_article() {
        for (first, second) in [
            ("https://a.example/news/", "https://a.example/news/dam"),
            ("https://a.example/news/dam", "https://a.example/"),
        ] {
            let mut store = Store::default();
            store.visit(&page(first, 0, 20));
            let told = store.visit(&page(second, 0, 20));
            assert_eq!(
                told.comparison.verdict,
                Verdict::Different,
                "{first} {second}"
            );
            assert_eq!((told.finding.original, told.finding.copy), (None, None));
        }
    }

    #[test]
    fn a_withheld_page_is_judged_and_not_registered() {
        let mut store = Store::default();
        store.visit(&page("https://a.example/1", 0, 20));
        let withheld = |url: &str, from, to| Candidate {
            withheld: Some(Withheld::Noindex),
            ..page(url, from, to)
        };
        let new = store.visit(&withheld("https://a.example/2", 30, 50));
        assert!(new.record.is_none() && new.write.is_empty());
        assert_eq!(new.comparison.verdict, Verdict::Different);
        let copy = store.visit(&withheld("https://b.example/1", 0, 20));
        assert_eq!(
            copy.finding.original.as_deref(),
            Some("https://a.example/1")
        );
    }

    #[test]
    fn what_an_import_says_of_the_time_before_is_not_evidence() {
        let mut store = Store::default();
        let seen = store.visit(&page("https://paper.example/1", 0, 20));
        let mut imported = seen.record.unwrap();
        imported.metadata.url = Some("https://scraper.example/1".into());
        imported.metadata.first_seen = Some("2001-01-01T00:00:00Z".into());
        imported.imported = Some("2027-01-01T00:00:00Z".into());
        let key = store.0.keys().next().unwrap().clone();
        store.0.insert(key, imported.clone());
        let again = store.visit(&page("https://paper.example/1", 0, 20)).finding;
        assert_eq!((again.original, again.known), (None, true));
        // It may be the original of later pages; nobody here saw since when it has been online.
        for record in store.0.values_mut() {
            *record = imported.clone();
        }
        store.1 = 0;
        let found: Vec<_> = store.0.clone().into_iter().collect();
        let late = page("https://late.example/1", 0, 20);
        let late = decide(&late, &found, "2028-01-01T00:00:00Z", "id").finding;
        assert_eq!(late.original.as_deref(), Some("https://scraper.example/1"));
        assert_eq!(late.seen, None);
    }

    #[test]
    fn pages_of_one_site_share_furniture() {
        let quoting = |url: &str| {
            let mut store = Store::default();
            store.visit(&page("https://a.example/1", 0, 8));
            store.visit(&page(url, 5, 12)).comparison.verdict
        };
        assert_eq!(quoting("https://b.example/2"), Verdict::Partial);
        assert_eq!(quoting("https://a.example/2"), Verdict::Different);
    }

    #[test]
    fn too_little_body_is_unknown_and_not_registered() {
        let short = Candidate {
            fingerprint: None,
            ..page("https://a.example/", 0, 20)
        };
        let decision = decide(&short, &[], "2026", "1");
        assert_eq!(decision.comparison.verdict, Verdict::Unknown);
        assert!(decision.record.is_none() && decision.write.is_empty());
    }
}
