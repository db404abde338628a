//! Tests the index on articles that share boilerplate.

use offprint::Fingerprint;
use offprint::compare::{ArticleRecord, Verdict, compare};
use offprint::index::{InMemory, Index, Judgement, Limits, Ranks};
use offprint::internals::test_text::characters as text;

const ARTICLES: u32 = 200;

/// An article with a paragraph in the middle that all articles have.
fn article(number: u32) -> Fingerprint {
    let own = [text(2 * number + 1, 300), text(2 * number + 2, 300)];
    let body = [&own[0], "\n", &text(0, 150), "\n", &own[1]];
    Fingerprint::new("", &body.map(|part| part.to_owned()).concat()).unwrap()
}

fn index(limits: Limits) -> InMemory {
    let mut index = InMemory::with(limits);
    for number in 0..ARTICLES {
        let alone = Judgement::unique(Verdict::Different);
        let Ok(()) = index.add(&number.to_string(), &alone, &article(number).into());
    }
    index
}

fn found(index: &InMemory, page: &Fingerprint) -> Vec<String> {
    let mut ids = Vec::new();
    let Ok(()) = index.visit(&page.clone().into(), &Ranks::default(), |found| ids.push(found.id.to_owned()));
    ids
}

#[test]
fn boilerplate_stops_counting_and_every_article_is_still_found() {
    let with = index(Limits::default());
    let without = index(Limits::NONE);
    let Ok(stats) = with.stats();
    assert!(stats.common_keys > 0, "the paragraph gives keys: {stats:?}");
    let Ok(all) = without.stats();
    assert!(stats.postings < all.postings, "a common key is not extended");
    for number in 0..ARTICLES {
        let page = article(number);
        let found_with = found(&with, &page);
        assert!(found_with.contains(&number.to_string()), "{number} is found");
        assert!(found_with.len() <= 8, "{number} finds {}", found_with.len());
        assert_eq!(found_with, found(&with, &page), "always the same");
    }
    let most = (0..ARTICLES).map(|number| found(&without, &article(number)).len());
    assert!(most.max().unwrap() > 20, "without limits it would find many");
}

#[test]
fn an_edited_copy_is_found_among_articles_with_its_boilerplate() {
    let index = index(Limits::default());
    for number in 0..ARTICLES {
        let body = [text(2 * number + 1, 280), text(2 * number + 2, 300)];
        let copy = Fingerprint::new("", &body.concat()).unwrap();
        let right = article(number);
        assert!(compare(&copy, &right).verdict >= Verdict::Partial);
        assert!(found(&index, &copy).contains(&number.to_string()), "{number}");
    }
}

#[test]
fn a_look_up_compares_no_more_than_its_limit_and_takes_the_most_similar() {
    let limits = Limits { classes: usize::MAX, candidates: 10, ..Limits::default() };
    let index = index(limits);
    for number in 0..ARTICLES {
        let found = found(&index, &article(number));
        assert!(found.len() <= 10 && found.contains(&number.to_string()));
    }
}

#[test]
fn a_forged_digest_makes_no_copy() {
    let record = |fingerprint: Option<Fingerprint>| {
        let mut record = fingerprint.map(ArticleRecord::from).unwrap_or_default();
        record.digest = Some(7);
        record
    };
    let mut index = InMemory::default();
    let mut add = |id: &str, fingerprint| {
        let Ok(insertion) = index.insert(id, &record(fingerprint));
        insertion.judgement.verdict
    };
    assert_eq!(add("victim", Some(article(1))), Verdict::Different);
    assert_eq!(add("forged", Some(article(2))), Verdict::Different);
    assert_eq!(add("short", None), Verdict::Unknown);
    assert_eq!(add("copy", Some(article(1))), Verdict::Same);
    let verdict = |a, b| record(a).compare(&record(b)).verdict;
    assert_eq!(verdict(Some(article(1)), Some(article(2))), Verdict::Different);
    assert_eq!(verdict(Some(article(1)), None), Verdict::Unknown);
    assert_eq!(verdict(None, None), Verdict::Same);
}
