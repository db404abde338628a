//! What a page is to the articles known, and how it is answered.

use super::record::{Candidate, Record};
use crate::fingerprint::Fingerprint;
use crate::original::{Original, Reason, Which};
use crate::relation::{Change, Relation, relate};
use crate::verdict::{Kind, Verdict, compare};
use serde::{Deserialize, Serialize};

/// Confidence that the page is the original from which it is not called a copy of a page that was
/// seen before it. It takes what the earlier page says of itself, as a credit; a date alone is not
/// enough, since pages bear any, nor a headline that calls it a reprint of anything. Larger: originals that were seen late lose their place in search
/// engines to a copy; smaller: copies keep theirs.
pub const TAKES_BACK: u8 = 50;
/// What keys in the store begin with: version of the fingerprint, then a stroke.
const PREFIX: &str = "fp1/";

/// What a crawler gets for a copy of an article.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// The page, with headers that name the original: cannot hurt.
    #[default]
    Annotate,
    /// 303 to the original instead of the page.
    Answer,
}

/// What is to be done with a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Decision {
    /// What the page is to the likeliest article of the store.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What became of that article in the page.
    pub changes: Vec<Change>,
    /// That article, if the verdict is `same` or `partial`, and the page is not its original.
    pub original: Option<String>,
    /// That article, if the page is its original.
    pub copy: Option<String>,
    /// How sure it is that `original` is the original, or the page that of `copy`: 0 to 100, 0 if
    /// it is open or speaks for the other one.
    pub confidence: u8,
    /// Why: `first` is the article, `second` the page.
    pub reasons: Vec<Reason>,
    /// Whether the store holds this very page already.
    pub known: bool,
    /// Status of the answer that replaces the page; `None` forwards the page.
    pub status: Option<u16>,
    /// Headers to add.
    pub headers: Vec<(&'static str, String)>,
    /// Keys to write [`record`](Self::record) under; those taken already are left out.
    pub write: Vec<String>,
    /// What to write, if anything.
    pub record: Option<Record>,
}

/// The store's keys for one article, to read: at most 16.
pub fn read_keys(fingerprint: &Fingerprint) -> Vec<String> {
    prefixed(fingerprint.read_keys())
}

fn prefixed(keys: Vec<String>) -> Vec<String> {
    keys.into_iter()
        .map(|key| format!("{PREFIX}{key}"))
        .collect()
}

/// Judges a page against what the store holds under its [`read_keys`].
///
/// `found` pairs each key with its record; `now` is the time, UTC in ISO 8601; `id` names the
/// record that is written if the page is new.
///
/// Only a page that was seen before can be named as the original: a page never becomes a copy
/// because of one that came later, so what crawlers were told stays true. Evidence can take this
/// back but not turn it round: where the earlier page itself says that this one is its original, by
/// its credit, its canonical address, or a headline that calls it a reprint together with a later
/// date, with a confidence of [`TAKES_BACK`], the page is `same` or `partial` as before, but names the
/// other as its copy and is neither hidden from search engines nor redirected. The record that was
/// stored first keeps its keys.
pub fn decide(
    page: &Candidate,
    found: &[(String, Record)],
    policy: Policy,
    now: &str,
    id: &str,
) -> Decision {
    let address = page.address();
    let own = found
        .iter()
        .map(|(_, record)| record)
        .find(|record| record.url == address);
    // A page registered before its copy is not a copy of it.
    let before = own.map_or("\u{10FFFF}", |own| own.first_seen.as_str());
    let judged = page.fingerprint.as_ref().map(|fingerprint| {
        let record = page.record(fingerprint, own.map_or(now, |own| &own.first_seen), id);
        let best = found
            .iter()
            .map(|(_, earlier)| earlier)
            .filter(|earlier| earlier.url != address && earlier.first_seen.as_str() < before)
            .map(|earlier| (related(earlier, &record), earlier))
            .filter(|(relation, _)| relation.verdict.verdict >= Kind::Partial)
            .max_by(|(a, x), (b, y)| {
                let earlier = y.first_seen.cmp(&x.first_seen);
                let (a, b) = (&a.verdict, &b.verdict);
                a.verdict
                    .cmp(&b.verdict)
                    .then(a.score.total_cmp(&b.score))
                    .then(earlier)
            });
        (record, best)
    });
    let (record, best) = judged.unzip();
    let best = best.flatten();
    let stored = best.as_ref().map(|(_, stored)| stored.url.clone());
    let (verdict, changes, evidence) = match best {
        Some((relation, _)) => (relation.verdict, relation.changes, relation.original),
        None if record.is_none() => (Verdict::unknown(), Vec::new(), None),
        None => (Verdict::different(), Vec::new(), None),
    };
    let evidence = evidence.unwrap_or(Original {
        which: Which::Unsaid,
        confidence: 0,
        reasons: Vec::new(),
    });
    let taken_back = evidence.which == Which::Second && evidence.confidence >= TAKES_BACK;
    let (original, copy) = match taken_back {
        true => (None, stored),
        false => (stored, None),
    };
    let speaks = taken_back || evidence.which == Which::First;
    let is_copy = verdict.verdict == Kind::Same && original.is_some();
    let known = own.is_some();
    let record = record.filter(|_| !is_copy && !known);
    let write = match &record {
        Some(record) => prefixed(record.fingerprint.write_keys())
            .into_iter()
            .filter(|key| !found.iter().any(|(taken, _)| taken == key))
            .collect(),
        None => Vec::new(),
    };
    let mut decision = Decision {
        status: (is_copy && policy == Policy::Answer).then_some(303),
        headers: Vec::new(),
        verdict,
        changes,
        original,
        copy,
        confidence: if speaks { evidence.confidence } else { 0 },
        reasons: evidence.reasons,
        known,
        write,
        record,
    };
    decision.headers = headers(&decision);
    decision
}

/// What an earlier page, the first, and the page that is judged are to each other.
fn related(earlier: &Record, page: &Record) -> Relation {
    let verdict = compare(Some(&earlier.fingerprint), Some(&page.fingerprint));
    relate(verdict, &earlier.into(), &page.into())
}

/// The answer's headers. `Offprint` is an Item of Structured Fields (RFC 9651): the verdict as a
/// token, with parameters `score` (decimal, 0 to 1), `original` or `copy` (string), beside it
/// `confidence` (integer, 0 to 100), and `known` (boolean).
fn headers(decision: &Decision) -> Vec<(&'static str, String)> {
    let verdict = &decision.verdict;
    // Formatting floating-point numbers would make the module larger.
    let score = (verdict.score * 1000.0).round() as u32;
    let name = verdict.verdict.name();
    let mut field = format!("{name};score={}.{:03}", score / 1000, score % 1000);
    let [original, copy] =
        [&decision.original, &decision.copy].map(|url| url.as_deref().map(header_safe));
    for (parameter, url) in [("original", &original), ("copy", &copy)] {
        if let Some(url) = url {
            let confidence = decision.confidence;
            field.push_str(&format!(";{parameter}=\"{url}\";confidence={confidence}"));
        }
    }
    if decision.known {
        field.push_str(";known");
    }
    // A shared cache must not give a person what a crawler got.
    let mut headers = vec![("Offprint", field), ("Vary", "User-Agent".to_owned())];
    if let (Kind::Same, Some(url)) = (verdict.verdict, original) {
        headers.push(("Link", format!("<{url}>; rel=\"canonical\"")));
        headers.push(("X-Robots-Tag", "noindex".to_owned()));
        if decision.status.is_some() {
            headers.push(("Location", url));
        }
    }
    headers
}

/// A URL in which nothing can end a header's string or line: other than visible ASCII, and
/// `"`, `\`, `<`, `>`, percent-encoded.
fn header_safe(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for byte in url.bytes() {
        if byte.is_ascii_graphic() && !b"\"\\<>".contains(&byte) {
            out.push(byte as char);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Article;

    /// An article of sentences `from..to`, each its own.
    fn fingerprint(from: u32, to: u32) -> Fingerprint {
        let sentence = |i| {
            let word = |n: u32| char::from_u32(0x4E00 + (i * 97 + n * 389) % 20000).unwrap();
            (0..30).map(word).chain(['。']).collect::<String>()
        };
        let text = (from..to).map(sentence).collect();
        Article::of_text(String::new(), text).fingerprint.unwrap()
    }

    fn page(url: &str, from: u32, to: u32) -> Candidate {
        Candidate {
            url: url.into(),
            canonical: None,
            title: "T".into(),
            site: None,
            credit: None,
            published: None,
            fingerprint: Some(fingerprint(from, to)),
        }
    }

    /// A store that does what the worker does with KV.
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
            let decision = decide(page, &found, Policy::Annotate, &now, "id");
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
            (first.verdict.verdict, first.write.len()),
            (Kind::Different, 4)
        );
        let copy = store.visit(&page("https://b.example/2", 0, 20));
        assert_eq!(copy.verdict.verdict, Kind::Same);
        assert_eq!(copy.original.as_deref(), Some("https://a.example/1"));
        assert!(copy.write.is_empty() && copy.status.is_none());
        let value = |name| {
            copy.headers
                .iter()
                .find(|(n, _)| *n == name)
                .map(|(_, v)| v.as_str())
        };
        assert_eq!(
            value("Offprint"),
            Some("same;score=1.000;original=\"https://a.example/1\";confidence=15")
        );
        assert_eq!(
            value("Link"),
            Some("<https://a.example/1>; rel=\"canonical\"")
        );
        assert_eq!(value("X-Robots-Tag"), Some("noindex"));
    }

    #[test]
    fn a_page_is_no_copy_of_itself_nor_of_a_later_one() {
        let mut store = Store::default();
        store.visit(&page("https://a.example/1", 0, 30));
        let again = store.visit(&page("https://a.example/1", 0, 30));
        assert!(again.known && again.record.is_none());
        assert_eq!(again.verdict.verdict, Kind::Different);
        let abridged = store.visit(&page("https://b.example/2", 0, 15));
        assert_eq!(abridged.verdict.verdict, Kind::Partial);
        let original = store.visit(&page("https://a.example/1", 0, 30));
        assert_eq!(
            original.verdict.verdict,
            Kind::Different,
            "the abridgement came later"
        );
    }

    #[test]
    fn an_original_that_comes_late_is_not_called_a_copy() {
        let mut store = Store::default();
        let copy = Candidate {
            credit: Some("Daily Paper".into()),
            ..page("https://b.example/2", 0, 20)
        };
        assert_eq!(store.visit(&copy).write.len(), 4);
        let late = Candidate {
            site: Some("The Daily Paper".into()),
            ..page("https://www.daily-paper.example/1", 0, 20)
        };
        let late = store.visit(&late);
        assert_eq!(late.verdict.verdict, Kind::Same);
        assert_eq!((late.original, late.status), (None, None));
        assert_eq!(late.copy.as_deref(), Some("https://b.example/2"));
        // 75 for the credit, 15 against for being seen later.
        assert_eq!((late.confidence, late.reasons.len()), (60, 2));
        let expected = "same;score=1.000;copy=\"https://b.example/2\";confidence=60";
        assert_eq!(late.headers[0].1, expected);
        assert_eq!(late.headers.len(), 2, "neither Link nor X-Robots-Tag");
        assert!(
            late.record.is_some() && late.write.is_empty(),
            "the keys are taken"
        );
        let again = store.visit(&copy);
        assert!(again.known && again.original.is_none());

        // Any page can bear an early date.
        let dated = |url: &str, date: &str| Candidate {
            published: Some(date.into()),
            ..page(url, 100, 120)
        };
        store.visit(&dated("https://b.example/3", "2026-01-02"));
        let decision = store.visit(&dated("https://c.example/3", "2026-01-01"));
        assert_eq!(decision.original.as_deref(), Some("https://b.example/3"));
        assert_eq!((decision.confidence, decision.reasons.len()), (0, 2));
    }

    #[test]
    fn a_page_that_states_another_host_is_told_by_it() {
        let mut store = Store::default();
        let copy = Candidate {
            canonical: Some("https://a.example/1".into()),
            ..page("https://b.example/2", 0, 20)
        };
        let stored = store.visit(&copy).record.unwrap();
        assert_eq!(stored.canonical.as_deref(), Some("https://a.example/1"));
        let own = Candidate {
            canonical: Some("https://a.example/1".into()),
            ..page("https://a.example/1?page=1", 0, 20)
        };
        let late = store.visit(&own);
        assert_eq!(
            (late.copy.as_deref(), late.confidence),
            (Some("https://b.example/2"), 75)
        );
    }

    #[test]
    fn pages_of_one_site_share_furniture() {
        let quoting = |url: &str| {
            let mut store = Store::default();
            store.visit(&page("https://a.example/1", 0, 8));
            store.visit(&page(url, 5, 12)).verdict.verdict
        };
        assert_eq!(quoting("https://b.example/2"), Kind::Partial);
        assert_eq!(quoting("https://a.example/2"), Kind::Different);
    }

    #[test]
    fn a_page_goes_by_the_address_it_states_on_its_own_host() {
        let stating = |canonical: &str| {
            let page = Candidate {
                canonical: Some(canonical.into()),
                ..page("https://a.example/1?session=9#top", 0, 20)
            };
            page.address().to_owned()
        };
        assert_eq!(stating("https://A.example/1"), "https://A.example/1");
        for other in [
            "https://b.example/1",
            "/1",
            "javascript:alert(1)",
            "ftp://a.example/",
            "https://a.example@b.example/",
        ] {
            assert_eq!(stating(other), "https://a.example/1?session=9", "{other}");
        }
    }

    #[test]
    fn an_answer_sends_the_crawler_to_the_original() {
        let copied = Record {
            id: "1".into(),
            url: "https://a.example/\u{6C34}\"\r\n".into(),
            title: String::new(),
            canonical: None,
            site: None,
            credit: None,
            published: None,
            first_seen: "2026".into(),
            fingerprint: fingerprint(0, 20),
        };
        let found = [("k".to_owned(), copied)];
        let decision = decide(
            &page("https://b.example/", 0, 20),
            &found,
            Policy::Answer,
            "2027",
            "2",
        );
        assert_eq!(decision.status, Some(303));
        let location = decision
            .headers
            .iter()
            .find(|(name, _)| *name == "Location")
            .unwrap();
        assert_eq!(location.1, "https://a.example/%E6%B0%B4%22%0D%0A");
    }

    #[test]
    fn too_little_body_is_unknown_and_not_registered() {
        let short = Candidate {
            fingerprint: None,
            ..page("https://a.example/", 0, 20)
        };
        let decision = decide(&short, &[], Policy::Annotate, "2026", "1");
        assert_eq!(decision.verdict.verdict, Kind::Unknown);
        assert!(decision.record.is_none() && decision.write.is_empty());
    }
}
