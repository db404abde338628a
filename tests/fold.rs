//! Lists of results, folded.

use offprint::compare::ArticleRecord;
use offprint::index::{FoldedResults, Likeness, SearchResult, fold};
use offprint::internals::test_text::sentences;
use offprint::{Article, Metadata};
use proptest::prelude::*;

fn read(text: &str, about: Metadata) -> SearchResult {
    let article = Article::of_text(String::new(), text.to_owned());
    let mut listed = SearchResult::from(&article);
    listed.record.metadata = about;
    listed
}

fn shown(title: &str, url: &str, snippet: &str) -> SearchResult {
    SearchResult {
        record: ArticleRecord::new(None, Metadata { title: title.to_owned(), ..at(url) }),
        text: snippet.to_owned(),
    }
}

fn at(url: &str) -> Metadata {
    Metadata { url: Some(url.to_owned()), ..Metadata::default() }
}

/// The groups, each with its representative first.
fn groups(found: &FoldedResults) -> Vec<Vec<usize>> {
    let group = |group: &offprint::index::ResultGroup| {
        let others = group.others.iter().map(|other| other.result);
        [group.representative].into_iter().chain(others).collect()
    };
    found.groups.iter().map(group).collect()
}

const TITLE: &str = "下游三座水库已经蓄满，专家提醒注意堤防";

#[test]
fn the_original_stands_for_its_copies_and_excerpts() {
    let credited = Metadata { credit: Some("paper.example".to_owned()), ..at("https://portal.example/7") };
    let found = fold(&[
        read(&sentences(0..20), credited),
        read(&sentences(100..120), at("https://other.example/1")),
        read(&sentences(0..20), at("https://paper.example/1")),
        read(&sentences(0..10), at("https://excerpt.example/1")),
    ]);
    assert_eq!(groups(&found), [vec![2, 0, 3], vec![1]]);
    let first = &found.groups[0];
    assert_eq!(first.source.as_deref(), Some("paper.example"));
    assert!(first.confidence > 0);
    assert_eq!([0, 1].map(|at| first.others[at].likeness), [Likeness::Same, Likeness::Partial]);
    assert_eq!(found.independent_origins, 2);
    assert_eq!(found.sentence, "4 results go back to 2 independent origins.");
    assert!(found.unread.is_empty());
}

#[test]
fn snippets_and_titles_only_suggest() {
    let text = sentences(0..20);
    let cut = |from: usize| text.chars().skip(from).take(120).collect::<String>();
    let found = fold(&[
        shown(TITLE, "https://a.example/1", &cut(0)),
        shown("", "https://b.example/1", &cut(30)),
        // The same title and another place in the text.
        shown(TITLE, "https://c.example/1", &cut(400)),
        // Nothing but the title, followed by the name of another site.
        shown(&format!("{TITLE} - 江城新闻网"), "https://d.example/1", ""),
        // The same page at another of its addresses.
        shown("", "http://www.a.example/1/#top", ""),
    ]);
    assert_eq!(groups(&found), [vec![0, 1, 3, 4], vec![2]]);
    let others = &found.groups[0].others;
    let likeness: Vec<Likeness> = others.iter().map(|other| other.likeness).collect();
    assert_eq!(likeness, [Likeness::Similar, Likeness::Similar, Likeness::Same]);
    assert_eq!(found.unread, [0, 1, 2, 3, 4]);
    // The page of a result shows what its snippet could not.
    let found = fold(&[
        read(&text, at("https://a.example/1")),
        shown(TITLE, "https://c.example/1", &cut(400)),
        read(&text, at("https://d.example/1")),
    ]);
    assert_eq!(groups(&found), [[0, 1, 2]]);
}

#[test]
fn a_snippet_connects_no_articles_that_were_read() {
    let (first, second) = (sentences(0..20), sentences(100..120));
    let cut = |text: &str, letters: usize| text.chars().take(letters).collect::<String>();
    let both = cut(&first, 70) + &cut(&second, 60);
    let found = fold(&[
        shown("", "https://digest.example/1", &both),
        read(&first, at("https://a.example/1")),
        read(&second, at("https://b.example/1")),
    ]);
    assert_eq!(found.independent_origins, 2);
    assert_eq!(groups(&found), [vec![0, 1], vec![2]]);
}

#[test]
fn reports_of_one_publisher_count_once() {
    let found = fold(&[
        shown("", "https://paper.example/1", &sentences(0..3)),
        read(&sentences(50..70), at("https://paper.example/2")),
    ]);
    assert_eq!((found.groups.len(), found.independent_origins), (2, 1));
    assert_eq!(fold(&[]).sentence, "0 results go back to 0 independent origins.");
}

#[test]
fn a_result_may_be_written_in_several_ways() {
    let text = sentences(0..20);
    let json = serde_json::json!([
        {"url": "https://a.example/1", "title": TITLE, "snippet": "…"},
        {"address": "https://a.example/1", "text": text},
        {"html": format!("<title>{TITLE}</title><article><p>{text}</article>"), "url": "https://b.example/1"},
        {"article": Article::of_text(TITLE.to_owned(), text), "url": "https://c.example/1", "extra": [1]},
        {},
        {"title": null, "text": null, "html": "", "snippet": "短"},
    ]);
    let results: Vec<SearchResult> = serde_json::from_value(json).unwrap();
    let read: Vec<bool> = results.iter().map(|one| one.record.fingerprint.is_some()).collect();
    assert_eq!(read, [false, true, true, true, false, false]);
    let hosts: Vec<_> = results.iter().map(|one| one.record.metadata.host()).collect();
    assert_eq!(hosts[3].as_deref(), Some("c.example"));
    assert_eq!(groups(&fold(&results)), [vec![0, 1, 2, 3], vec![4], vec![5]]);
    let wrong = serde_json::from_value::<SearchResult>(serde_json::json!({"fingerprint": "AAAA"}));
    assert!(wrong.is_err());
}

/// Results made of few texts, so that many agree.
fn results() -> impl Strategy<Value = Vec<SearchResult>> {
    let one = (0u32..4, 0u32..12, 0u32..4, any::<bool>()).prop_map(|(story, from, host, is_read)| {
        let text = sentences(story * 50 + from..story * 50 + from + 8);
        let url = format!("https://{host}.example/{from}");
        if is_read { read(&text, at(&url)) } else { shown(TITLE, &url, &text.chars().take(90).collect::<String>()) }
    });
    prop::collection::vec(one, 0..24)
}

proptest! {
    #[test]
    fn each_result_is_in_one_group(results in results()) {
        let found = fold(&results);
        let mut all: Vec<usize> = groups(&found).concat();
        all.sort_unstable();
        prop_assert_eq!(all, (0..results.len()).collect::<Vec<_>>());
        prop_assert!(found.independent_origins <= found.groups.len());
        for group in &found.groups {
            let members: Vec<usize> = group.others.iter().map(|other| other.result).collect();
            for other in &group.others {
                prop_assert!(other.of != other.result);
                prop_assert!(other.of == group.representative || members.contains(&other.of));
                prop_assert!((0.0..=1.0).contains(&other.score));
                let unread = [other.result, other.of].iter().any(|one| found.unread.contains(one));
                prop_assert!(unread || other.likeness != Likeness::Similar);
            }
        }
        prop_assert_eq!(fold(&results), found);
    }
}
