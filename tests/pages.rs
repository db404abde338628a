//! Every fixture page is read correctly, however it is divided into chunks.

mod common;

use common::{compared, fixtures};
use offprint::article::NoFingerprintReason;
use offprint::article::PageType;
use offprint::compare::{Verdict, compare};
use std::collections::BTreeMap;
use std::path::Path;

/// A body that is read this well differs from the true text by a few lines at most.
const FLOOR: f64 = 0.96;

/// The recorded accuracy of each fixture: its name and F1.
const RECORD: &str = "tests/golden/accuracy.txt";
/// Set this to record fixtures that are read better than before, or are new.
const UPDATE: &str = "OFFPRINT_RECORD";

/// This test never lowers a record. To give up accuracy on one page for another, edit the record by hand and give the
/// reason in the change.
#[test]
fn no_body_is_read_worse_than_before() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(RECORD);
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let before: BTreeMap<&str, &str> = text.lines().filter_map(|l| l.split_once(' ')).collect();
    let update = std::env::var_os(UPDATE).is_some();
    let (mut record, mut regressions) = (String::new(), String::new());
    // A list page has no body.
    for page in fixtures().iter().filter(|page| !page.body.is_empty()) {
        let read = page.read().text;
        let f1 = page.f1(&read);
        let now = format!("{f1:.4}");
        let floor = before.get(page.slug.as_str()).copied();
        assert!(floor.is_some() || update, "{}: not in {RECORD}: run with {UPDATE}=1", page.slug);
        // Times have one format, so that they sort as text.
        if f1 < FLOOR || floor.is_some_and(|floor| now.as_str() < floor) {
            let floor = floor.unwrap_or("none");
            regressions += &format!("{}: F1 {now}, on record {floor}\n--- read\n{read}\n", page.slug);
        }
        record += &format!("{} {now}\n", page.slug);
    }
    assert!(regressions.is_empty(), "read worse than on record, or below F1 {FLOOR}:\n{regressions}");
    if update {
        std::fs::write(&file, record).expect("the record can be written");
    }
}

#[test]
fn charset_language_and_title_are_found() {
    for page in fixtures() {
        let article = page.read();
        let label = |name: &str| encoding_rs::Encoding::for_label(name.as_bytes()).expect("a label");
        let canonical = |name: &str| match label(name).name() {
            "GBK" => "gb18030",
            name => name,
        };
        assert_eq!(
            canonical(article.charset).to_lowercase(),
            canonical(&page.meta.charset).to_lowercase(),
            "{}",
            page.slug
        );
        assert_eq!(article.metadata.language, page.meta.lang, "{}", page.slug);
        // Lists and messages have a name, but no headline.
        if matches!(page.meta.page_type, PageType::Article | PageType::Forum) {
            assert_eq!(article.metadata.title, page.meta.title, "{}", page.slug);
        }
    }
}

#[test]
fn every_page_is_of_its_type_and_only_articles_and_threads_have_a_fingerprint() {
    for page in fixtures() {
        let article = page.read();
        assert_eq!(article.page_type, page.meta.page_type, "{}", page.slug);
        assert_eq!(article.fingerprint.is_none(), article.no_fingerprint_reason.is_some(), "{}", page.slug);
        let expected = match page.meta.page_type {
            PageType::List => Some(NoFingerprintReason::List),
            PageType::Other => Some(NoFingerprintReason::NoArticle),
            // One sentence is too short.
            _ => (page.slug == "zh-notice").then_some(NoFingerprintReason::Short),
        };
        assert_eq!(article.no_fingerprint_reason, expected, "{}", page.slug);
        if article.fingerprint.is_some() {
            // The poem has the lowest value, since it has no sentences.
            assert!(article.quality >= 40, "{}: quality {}", page.slug, article.quality);
        }
    }
}

#[test]
fn any_chunking_reads_the_same() {
    for page in fixtures() {
        let whole = serde_json::to_string(&page.read()).expect("an article is JSON");
        for sizes in [&[1][..], &[2], &[3, 1, 7], &[1024], &[16 * 1024 - 1, 2]] {
            let chunked = serde_json::to_string(&page.read_in_chunks(sizes)).expect("an article is JSON");
            assert_eq!(chunked, whole, "{} in chunks of {sizes:?}", page.slug);
        }
    }
}

#[test]
fn the_members_of_a_family_are_distinguished() {
    let pages = fixtures();
    let mut wrong = String::new();
    for page in &pages {
        let original = pages
            .iter()
            .find(|other| other.meta.family == page.meta.family && other.meta.relation == "original")
            .expect("every family has an original");
        if original.slug == page.slug {
            continue;
        }
        let (a, b) = (original.read(), page.read());
        let comparison = compared(&a, &b);
        let expected: &[Verdict] = match page.meta.relation.as_str() {
            "same" => &[Verdict::Same],
            "partial" => &[Verdict::Partial],
            _ => &[Verdict::Different, Verdict::Unknown],
        };
        if !expected.contains(&comparison.verdict) {
            wrong += &format!("{}: {:?}, not {expected:?}: {:?}\n", page.slug, comparison.verdict, comparison.evidence);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn pages_of_different_families_are_different() {
    let pages = fixtures();
    for (i, a) in pages.iter().enumerate() {
        for b in &pages[i + 1..] {
            if a.meta.family != b.meta.family {
                let comparison = compared(&a.read(), &b.read());
                assert!(comparison.verdict <= Verdict::Different, "{} and {}: {comparison:?}", a.slug, b.slug);
            }
        }
    }
}

/// Only the beginning of a gated article is known, so it is `partial` even to itself.
#[test]
fn every_page_is_the_same_as_itself() {
    for page in fixtures() {
        let article = page.read();
        let Some(fingerprint) = &article.fingerprint else { continue };
        let expected = if article.gated { Verdict::Partial } else { Verdict::Same };
        assert_eq!(compare(fingerprint, fingerprint).verdict, expected, "{}", page.slug);
    }
}

#[test]
fn the_links_of_a_bar_are_words_of_their_own_and_those_of_a_sentence_stay() {
    let page =
        "<nav><a href=/a>Island vote</a><a href=/b>Storm watch</a></nav><p>A <a href=/a>link</a><a href=/b>ed</a> word";
    let blocks = offprint::read(page.as_bytes(), offprint::ReadOptions::default()).blocks;
    assert_eq!([&*blocks[0].text, &*blocks[1].text], ["Island vote Storm watch", "A linked word"]);
}
