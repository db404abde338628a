//! Tests the look-up policy: a list of articles, and the verdict on each among the earlier ones. All stores are tested
//! against it: this file tests the index in memory, `crates/cli/tests/look_up.rs` the index in a
//! file, `crates/edge/tests/look_up.rs` the edge, and `tests/agreement.test.mjs` the stores in JavaScript.

use offprint::Fingerprint;
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{InMemory, Index};
use offprint::internals::test_text::{characters, edited, sentences};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const LIST: &str = "tests/golden/look-ups.jsonl";

/// An article of the list, and the expected verdict.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: String,
    fingerprint: Option<Fingerprint>,
    verdict: Verdict,
    /// The most similar earlier article.
    of: Option<String>,
    /// The first article in the class of that one, the only one that a store with one article per key finds.
    first: Option<String>,
}

/// Ids and texts, in order of arrival.
fn articles() -> Vec<(String, String)> {
    let boilerplate = characters(0, 150);
    let with_boilerplate = |n: u32| {
        let own = [characters(2 * n + 1, 300), characters(2 * n + 2, 300)];
        format!("{}\n{boilerplate}\n{}", own[0], own[1])
    };
    let dam = sentences(0..30);
    let bridge = sentences(100..130);
    let lightly = edited(&dam, 60);
    let mut articles = vec![
        ("dam".to_owned(), dam.clone()),
        ("bridge".to_owned(), bridge.clone()),
        ("short".to_owned(), "水库蓄满。".to_owned()),
        ("dam-copy".to_owned(), dam.clone()),
        ("dam-edited".to_owned(), lightly.clone()),
        ("dam-edited-again".to_owned(), edited(&lightly, 47)),
        ("dam-abridged".to_owned(), sentences(0..14)),
        ("dam-abridged-copy".to_owned(), edited(&sentences(0..14), 53)),
        ("bridge-quoted".to_owned(), sentences(100..115) + &sentences(200..220)),
        ("both".to_owned(), sentences(0..20) + &sentences(100..120)),
        ("short-again".to_owned(), "水库蓄满。".to_owned()),
        ("bridge-continued".to_owned(), bridge + &sentences(300..302)),
    ];
    let numbered = |n: u32| (format!("notice-{n}"), with_boilerplate(n));
    articles.extend((1..=40).map(numbered));
    for n in [1, 20, 40] {
        articles.push((format!("notice-{n}-copy"), with_boilerplate(n)));
        let own = [characters(2 * n + 1, 300), characters(2 * n + 2, 300)].concat();
        articles.push((format!("notice-{n}-without"), own));
    }
    articles
}

fn list() -> Vec<Row> {
    let list = std::fs::read_to_string(LIST).expect(LIST);
    let rows = list.lines().map(serde_json::from_str);
    rows.collect::<Result<_, _>>().expect(LIST)
}

/// The verdicts of the index in memory.
fn rows() -> Vec<Row> {
    let mut index = InMemory::new();
    let mut first_of_class = BTreeMap::new();
    let mut rows = Vec::new();
    for (id, text) in articles() {
        let fingerprint = Fingerprint::new("", &text);
        let class_of = |id: &str, index: &InMemory| {
            let Ok(judgement) = index.judgement(id);
            judgement.and_then(|judgement| judgement.class)
        };
        let Ok(insertion) = index.insert(&id, &fingerprint.clone().map(ArticleRecord::from).unwrap_or_default());
        if let Some(class) = class_of(&id, &index) {
            first_of_class.entry(class).or_insert_with(|| id.clone());
        }
        let of = insertion.judgement.of;
        let first = of.as_deref().map(|of| first_of_class[&class_of(of, &index).expect("it is stored")].clone());
        let verdict = insertion.judgement.verdict;
        rows.push(Row { id, fingerprint, verdict, of, first });
    }
    rows
}

#[test]
fn the_index_in_memory_finds_what_is_recorded() {
    let rows = rows();
    if std::env::var_os("OFFPRINT_RECORD").is_some() {
        let line = |row| serde_json::to_string(row).unwrap() + "\n";
        std::fs::write(LIST, rows.iter().map(line).collect::<String>()).unwrap();
    }
    let verdicts = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    assert_eq!(verdicts(Verdict::Unknown), 2);
    assert!(verdicts(Verdict::Same) >= 8 && verdicts(Verdict::Partial) >= 4);
    assert_eq!(rows, list());
}
