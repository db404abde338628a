//! The register: decides which page was first, one page at a time.
//!
//! The worker judges a page by the store, which may lag behind. A page that seems new, or a copy, becomes a [`Claim`]
//! on the one object that holds all pages that the claim could concern. That object [`settle`]s the claim against its
//! records and publishes the result in the store.

use super::decide::{Decision, decide};
use super::record::{Candidate, Record};
use offprint::Fingerprint;
use offprint::article::Script;
use offprint::compare::{Comparison, Verdict};
use offprint::internals::address;
use offprint::internals::hash::hash_str;
use serde::{Deserialize, Serialize};

/// The most characters kept of a headline, name, credit or time. Larger: no real one is cut; smaller: a page made to
/// fill the register fills it more slowly.
pub const TEXT: usize = 300;
/// The longest address that is registered, in bytes. Larger: more pages are registered whose addresses hold a program's
/// state; smaller: fewer pages are registered at all.
pub const ADDRESS: usize = 2048;

/// A page as it is submitted to the register.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Claim {
    /// The object that settles it: the same for a copy as for its original.
    pub shard: String,
    /// The record to register. The object gives it its time.
    pub record: Record,
    /// Whether the store held neither the page nor an article that it copies.
    pub unseen: bool,
}

/// The register's answer on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// A new article, or a new version of one, registered now.
    New,
    /// A copy of an earlier one.
    Copy,
    /// Registered before.
    Known,
}

/// A page that has an article's text, in full or in part.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CopyEntry {
    /// Id of the article.
    pub article: String,
    /// Address of the page.
    pub url: String,
    /// Its headline.
    pub title: String,
    /// When it was seen first: UTC, ISO 8601.
    pub first_seen: String,
    /// `same` or `partial`.
    pub verdict: Verdict,
    /// Score of the verdict, 0 to 1.
    pub score: f64,
}

/// How a claim was settled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Settled {
    /// The answer on the page.
    pub outcome: Outcome,
    /// The id of the article that the page is, or copies.
    pub article: String,
    /// The record to store; `None` unless the page or its text is new.
    pub record: Option<Record>,
    /// The keys under which to store it, even if another record has them.
    pub write: Vec<String>,
    /// Ids of records of the same article at addresses that give way to this page's: they get its address.
    pub renamed: Vec<String>,
    /// The copy to enter, if one of the two pages copies the other, in full or in part.
    pub link: Option<CopyEntry>,
}

/// The name of the object that settles a fingerprint: the script of the text, in lower case.
///
/// Two copies of one article must meet in one object, whichever comes first and however they were edited. An article
/// has up to 16 keys anywhere in the space of keys, and a copy shares some of them, but which ones is unknown
/// beforehand; the script is the one thing that all copies share.
///
/// ```
/// use offprint::Fingerprint;
/// use offprint_edge::shard;
/// let text: String = (0..200).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
/// assert_eq!(shard(&Fingerprint::new("", &text).unwrap()), "hani");
/// ```
pub fn shard(fingerprint: &Fingerprint) -> String {
    name(fingerprint.script())
}

/// A number that depends only on an address, in 16 hexadecimal digits, and is the same everywhere. The register keeps
/// the copies of an article with the smallest numbers.
pub fn rank(url: &str) -> String {
    format!("{:016x}", hash_str(url))
}

/// All objects that can exist.
///
/// ```
/// assert!(offprint_edge::shards().contains(&"latn".to_owned()));
/// assert!(!offprint_edge::shards().contains(&"en".to_owned()));
/// ```
pub fn shards() -> Vec<String> {
    Script::ALL.map(name).to_vec()
}

fn name(script: Script) -> String {
    format!("{script:?}").to_ascii_lowercase()
}

/// The claim to submit for a page that was judged by the store. `None` if the page is known with its present text and
/// at this address, has too little text, is [withheld](super::Withheld), or has an address that is not a web address of
/// at most [`ADDRESS`] bytes.
///
/// `now` is the time, UTC in ISO 8601; `id` makes the record's name, which begins with the shard.
pub fn claim(page: &Candidate, decision: &Decision, now: &str, id: &str) -> Option<Claim> {
    let finding = &decision.finding;
    let is_new =
        decision.record.is_some() || !decision.renamed.is_empty() || (!finding.known && page.withheld.is_none());
    let fingerprint = page.fingerprint.as_ref().filter(|_| is_new)?;
    let shard = shard(fingerprint);
    let id = format!("{shard}-{id}");
    Some(Claim {
        record: bounded(page.record(fingerprint, now, &id))?,
        unseen: finding.original.is_none() && finding.copy.is_none() && !finding.known,
        shard,
    })
}

/// The record, cut to the lengths that are kept, without what only the register states. `None` if its address cannot be
/// registered.
pub fn bounded(record: Record) -> Option<Record> {
    let mut record = Record { unique: false, derived: false, story: None, ..record };
    let fits = |url: &String| url.len() <= ADDRESS && address::host(url).is_some();
    let metadata = &mut record.metadata;
    if !metadata.url.as_ref().is_some_and(fits) {
        return None;
    }
    metadata.canonical = metadata.canonical.take().filter(fits);
    let texts = [&mut metadata.site, &mut metadata.credit, &mut metadata.published].into_iter().flatten();
    for text in texts.chain([&mut metadata.title]) {
        if let Some((end, _)) = text.char_indices().nth(TEXT) {
            text.truncate(end);
        }
    }
    Some(record)
}

/// Settles a claim: determines whether the page is the first of its text.
///
/// `held` pairs each of the page's keys that is taken with its record. `versions` are the records of the page's own
/// address. Only those whose text agrees with its present one count: if the text at an address changes, it is another
/// article. `now` must be later than all of them.
///
/// ```
/// use offprint::{Fingerprint, Metadata};
/// use offprint_edge::{Candidate, Outcome, settle};
/// let text: String = (0..200).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
/// let page = |id: &str, url: &str| {
///     let metadata = Metadata { url: Some(url.into()), ..Metadata::default() };
///     let fingerprint = Fingerprint::new("", &text).unwrap();
///     Candidate { metadata, ..Candidate::default() }.record(&fingerprint, "2026", id)
/// };
/// let first = settle(page("1", "https://a.example/"), &[], &[], "2026");
/// assert_eq!((first.outcome, first.write.len()), (Outcome::New, 5));
/// let held = [(first.write[0].clone(), first.record.unwrap())];
/// let second = settle(page("2", "https://b.example/"), &held, &[], "2027");
/// assert_eq!((second.outcome, second.article), (Outcome::Copy, "1".to_owned()));
/// ```
pub fn settle(page: Record, held: &[(String, Record)], versions: &[Record], now: &str) -> Settled {
    let mut found = held.to_vec();
    found.extend(versions.iter().map(|own| (String::new(), own.clone())));
    let decision = decide(&Candidate::from(&page), &found, now, &page.id);
    let original = decision.finding.original.as_ref().and_then(|url| record_at(url, &found));
    let copy = decision.finding.copy.as_ref().and_then(|url| record_at(url, &found));
    let (outcome, article) = match (&decision.record, &decision.present, original) {
        (Some(_), ..) => (Outcome::New, page.id.clone()),
        (None, Some(present), _) => (Outcome::Known, present.clone()),
        (None, None, Some(original)) => (Outcome::Copy, original.id.clone()),
        (None, None, None) => (Outcome::New, page.id.clone()),
    };
    let comparison = &decision.comparison;
    let link_to = match (outcome, original, copy) {
        (Outcome::Known, ..) => None,
        (_, Some(original), _) => Some(link(&original.id, &page, now, comparison)),
        (_, _, Some(copy)) => Some(link(&article, copy, copy.first_seen(), comparison)),
        _ => None,
    };
    Settled {
        outcome,
        renamed: decision.renamed,
        link: link_to,
        article,
        // Where it comes from does not affect the judgement of a page.
        record: decision.record.map(|record| Record { imported: page.imported, ..record }),
        write: decision.write,
    }
}

fn record_at<'a>(url: &str, found: &'a [(String, Record)]) -> Option<&'a Record> {
    found.iter().map(|(_, record)| record).find(|record| record.url() == url)
}

fn link(article: &str, copy: &Record, first_seen: &str, comparison: &Comparison) -> CopyEntry {
    CopyEntry {
        article: article.to_owned(),
        url: copy.url().to_owned(),
        title: copy.metadata.title.clone(),
        first_seen: first_seen.to_owned(),
        verdict: comparison.verdict,
        score: comparison.score,
    }
}

#[cfg(test)]
mod tests {
    use super::super::decide::read_keys;
    use super::super::url::address_key;
    use super::*;
    use offprint::article::CreditPlace;
    use offprint::compare::compare;
    use offprint::{Article, Metadata};
    use std::collections::BTreeMap;

    /// Han characters, the same for the same seed.
    fn text(seed: u32, length: u32) -> Vec<char> {
        let mut state = u64::from(seed) + 1;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            char::from_u32(0x4E00 + (state >> 33) as u32 % 20000).unwrap()
        };
        (0..length).map(|i| if i % 30 == 29 { '。' } else { next() }).collect()
    }

    fn record(id: &str, url: &str, text: &[char]) -> Record {
        let article = Article::of_text("T".into(), text.iter().collect());
        Record {
            id: id.into(),
            metadata: Metadata { url: Some(url.into()), ..article.metadata },
            imported: None,
            unique: false,
            derived: false,
            story: None,
            states_itself: false,
            domain: None,
            fingerprint: article.fingerprint.unwrap(),
        }
    }

    /// How many of the keys come from the text.
    fn of_text(write: &[String]) -> usize {
        write.iter().filter(|key| key.starts_with(crate::record::FINGERPRINTS)).count()
    }

    /// What the object does with its tables.
    #[derive(Default)]
    struct Register {
        keys: BTreeMap<String, Record>,
        articles: Vec<Record>,
        links: Vec<CopyEntry>,
    }

    impl Register {
        fn claim(&mut self, page: Record) -> Settled {
            let keys = read_keys(Some(&page.fingerprint), address_key(page.url(), None));
            let held: Vec<_> = keys.iter().filter_map(|key| Some((key.clone(), self.keys.get(key)?.clone()))).collect();
            let own: Vec<_> = self.articles.iter().filter(|r| r.url() == page.url()).cloned().collect();
            let now = format!("2026-01-01T00:00:{:02}Z", self.articles.len() + self.links.len());
            let settled = settle(page, &held, &own, &now);
            if let Some(record) = &settled.record {
                for key in &settled.write {
                    self.keys.insert(key.clone(), record.clone());
                }
                self.articles.push(record.clone());
            }
            self.links.extend(settled.link.clone());
            settled
        }
    }

    #[test]
    fn the_first_is_new_the_second_its_copy_and_either_is_known_again() {
        let mut register = Register::default();
        let a = text(1, 600);
        let first = register.claim(record("1", "https://a.example/1", &a));
        assert_eq!((first.outcome, first.article.as_str()), (Outcome::New, "1"));
        assert_eq!(first.record.unwrap().first_seen(), "2026-01-01T00:00:00Z");
        let copy = register.claim(record("2", "https://b.example/2", &a));
        assert_eq!((copy.outcome, copy.article.as_str()), (Outcome::Copy, "1"));
        assert!(copy.record.is_none() && copy.write.is_empty());
        let link = copy.link.unwrap();
        assert_eq!((link.article.as_str(), link.url.as_str()), ("1", "https://b.example/2"));
        assert_eq!((link.verdict, link.score), (Verdict::Same, 1.0));
        let again = register.claim(record("3", "https://a.example/1", &a));
        assert_eq!((again.outcome, again.article.as_str()), (Outcome::Known, "1"));
        assert!(again.record.is_none() && again.link.is_none() && again.write.is_empty());
    }

    #[test]
    fn an_abridgement_is_an_article_of_its_own_and_linked_to_the_whole() {
        let mut register = Register::default();
        let a = text(1, 900);
        register.claim(record("1", "https://a.example/1", &a));
        let half = register.claim(record("2", "https://b.example/2", &a[..450]));
        assert_eq!((half.outcome, half.article.as_str()), (Outcome::New, "2"));
        let link = half.link.unwrap();
        assert_eq!((link.article.as_str(), link.verdict), ("1", Verdict::Partial));
    }

    #[test]
    fn a_late_original_is_registered_without_keys_of_its_text_and_known_the_next_time() {
        let mut register = Register::default();
        let a = text(1, 600);
        let mut crediting = record("1", "https://b.example/2", &a);
        crediting.metadata.credit = Some("daily-paper.example".into());
        crediting.metadata.credit_place = Some(CreditPlace::Top);
        register.claim(crediting);
        let paper = || record("2", "https://www.daily-paper.example/1", &a);
        let late = register.claim(paper());
        assert_eq!((late.outcome, of_text(&late.write)), (Outcome::New, 0));
        let link = late.link.unwrap();
        assert_eq!((link.article.as_str(), link.url.as_str()), ("2", "https://b.example/2"));
        assert_eq!(link.first_seen, "2026-01-01T00:00:00Z");
        let again = register.claim(paper());
        assert_eq!((again.outcome, again.article.as_str()), (Outcome::Known, "2"));
    }

    #[test]
    fn a_page_without_keys_of_its_own_is_still_known() {
        let mut register = Register::default();
        // A body that may be a notice, under two headlines that it does not mention: the verdict is `unknown`.
        let body = [text(1, 150), "请扫描二维码，关注我们的公众号。".chars().collect()].concat();
        let page = |id: &str, url: &str, headline: &str| {
            let article = Article::of_text(headline.into(), body.iter().collect());
            let fingerprint = article.fingerprint.unwrap();
            Record { fingerprint, ..record(id, url, &body) }
        };
        register.claim(page("1", "https://a.example/", "下游三座水库已经蓄满"));
        let second = register.claim(page("2", "https://b.example/", "渡轮停航的岛上没有人"));
        assert_eq!((second.outcome, of_text(&second.write)), (Outcome::New, 0));
        let again = register.claim(page("3", "https://b.example/", "渡轮停航的岛上没有人"));
        assert_eq!((again.outcome, again.article.as_str()), (Outcome::Known, "2"));
    }

    #[test]
    fn another_text_at_the_same_address_is_another_article() {
        let mut register = Register::default();
        register.claim(record("1", "https://a.example/", &text(1, 600)));
        let changed = register.claim(record("2", "https://a.example/", &text(2, 600)));
        assert_eq!((changed.outcome, of_text(&changed.write)), (Outcome::New, 4));
        let copy = register.claim(record("3", "https://b.example/", &text(2, 600)));
        assert_eq!((copy.outcome, copy.article.as_str()), (Outcome::Copy, "2"));
    }

    #[test]
    fn claims_only_what_the_store_does_not_know() {
        let a = text(1, 600);
        let page = |url: &str| Candidate::from(&record("", url, &a));
        let judged = |page: &Candidate, found: &[(String, Record)]| {
            let decision = decide(page, found, "2026", "");
            claim(page, &decision, "2026", "7")
        };
        let new = judged(&page("https://a.example/1"), &[]).unwrap();
        assert_eq!((new.shard.as_str(), new.record.id.as_str()), ("hani", "hani-7"));
        assert!(new.unseen);
        let held = [("k".to_owned(), new.record)];
        let copy = judged(&page("https://b.example/1"), &held).unwrap();
        assert!(!copy.unseen);
        assert_eq!(judged(&page("https://a.example/1"), &held), None, "known");
        let short = Candidate { fingerprint: None, ..page("https://a.example/1") };
        assert_eq!(judged(&short, &[]), None);
        for url in ["data:text/html,x", "https://", &format!("https://a.example/{:2048}", "")] {
            assert_eq!(judged(&page(url), &[]), None, "{url}");
        }
    }

    #[test]
    fn names_in_the_store_carry_the_version_of_the_fingerprint() {
        assert_eq!(crate::record::FINGERPRINTS, format!("fp{}/", Fingerprint::VERSION));
    }

    #[test]
    fn cuts_long_values() {
        let long = "水".repeat(TEXT + 1);
        let mut record = record("1", "https://a.example/", &text(1, 600));
        record.metadata.title = long.clone();
        record.metadata.credit = Some(long.clone());
        record.metadata.canonical = Some(format!("https://c.example/{long}{long}{long}"));
        let bounded = bounded(record).unwrap().metadata;
        assert_eq!(bounded.title.chars().count(), TEXT);
        assert_eq!(bounded.credit.unwrap().chars().count(), TEXT);
        assert_eq!((bounded.canonical, bounded.site), (None, None));
    }

    /// The share of second copies, each made by replacing characters in a first copy, that the article's keys find, and
    /// the share that the first copy's keys would also find.
    fn found(replaced: u32) -> (usize, usize) {
        let edited = |text: &[char], seed: u32| -> Vec<char> {
            let other = self::text(seed, text.len() as u32);
            let spare = |i: usize| (i as u32 * 7919 + seed * 104_729) % 1000 < replaced;
            let replace = |(i, &c): (usize, &char)| if c != '。' && spare(i) { other[i] } else { c };
            text.iter().enumerate().map(replace).collect()
        };
        let (mut own, mut with_copies) = (0, 0);
        for seed in 0..100 {
            let article = text(seed, 600);
            let copy = edited(&article, seed + 1000);
            let second = edited(&copy, seed + 2000);
            let [article, copy, second] =
                [&article, &copy, &second].map(|text| record("", "https://a.example/", text).fingerprint);
            let keys = second.read_keys();
            let hits = |fingerprint: &Fingerprint| fingerprint.write_keys().iter().any(|key| keys.contains(key));
            let alike = compare(&article, &second).verdict >= Verdict::Partial;
            own += usize::from(alike && hits(&article));
            with_copies += usize::from(alike && (hits(&article) || hits(&copy)));
        }
        (own, with_copies)
    }

    /// This shows why the keys of copies are not stored.
    #[test]
    fn the_keys_of_a_copy_would_find_hardly_more() {
        let measured = [0, 10, 30, 50].map(found);
        println!("{measured:?}");
        for (own, with_copies) in measured {
            assert!(with_copies - own <= 5, "{measured:?}");
        }
        assert!(measured[0] == (100, 100));
    }
}
