//! Pages are read, judged as they arrive, and indexed; a query finds each article once.

use offprint::ReadOptions;
use offprint::compare::{Offprint, Signature, Verdict};
use offprint::index::{InMemory, arrive};
use offprint_tantivy::{Folded, FoldedDoc};
use tantivy::query::QueryParser;
use tantivy::schema::{FAST, STORED, Schema, TEXT, Value};
use tantivy::{DocAddress, Index, IndexWriter, TantivyDocument, doc};

const FERRY: &str = "The ferry to Skarn stopped running on Sunday night, after a storm had torn away half of its landing \
    stage. Divers found two of the four piles broken below the waterline, and a third that leans. The county says that \
    repairs will take at least six weeks, and that a smaller boat will carry passengers, but no cars, from the old quay \
    until then. Farmers on the island fear for their lambs, which were to be shipped to market before Easter.";
const CHOIR: &str = "Forty singers who had never met before filled the chapel of Oldmere on Saturday evening. They had \
    learned their parts at home, from recordings that the organist made in her kitchen, and rehearsed together for an \
    hour. One of them had come by ferry. The collection goes to the roof, which has leaked above the vestry since the \
    gale in February.";

/// What an index of these pages finds: for each article the place of its page and the number of copies. Each page is a
/// segment of its own, or all are in one.
fn search(pages: &[&str], query: &str, limit: usize, apart: bool) -> Vec<(u64, usize)> {
    let mut schema = Schema::builder();
    let text = schema.add_text_field("text", TEXT);
    let cluster = schema.add_u64_field("cluster", FAST);
    let place = schema.add_u64_field("place", STORED);
    let index = Index::create_in_ram(schema.build());
    let mut writer: IndexWriter = index.writer_with_num_threads(1, 20_000_000).unwrap();
    writer.set_merge_policy(Box::new(tantivy::merge_policy::NoMergePolicy));

    let mut known = InMemory::default();
    for (at, page) in (0u64..).zip(pages) {
        let html = format!("<!doctype html><title>News</title><article><p>{page}</p></article>");
        let article = offprint::read(html.as_bytes(), ReadOptions::new());
        let mut fields = doc!(text => article.text.as_str(), place => at);
        // A page without a fingerprint has no number.
        if let Some(fingerprint) = article.fingerprint {
            let arrival = arrive(
                &at.to_string(),
                Some(Signature::from(fingerprint)),
                &Offprint,
                &mut known,
            )
            .unwrap();
            let judgement = arrival.judgement;
            let of = judgement.of.filter(|_| judgement.verdict == Verdict::Same);
            fields.add_u64(cluster, of.map_or(at, |of| of.parse().unwrap()));
        }
        writer.add_document(fields).unwrap();
        if apart {
            writer.commit().unwrap();
        }
    }
    writer.commit().unwrap();

    let searcher = index.reader().unwrap().searcher();
    assert_eq!(
        searcher.segment_readers().len(),
        if apart {
            pages.len()
        } else {
            pages.len().min(1)
        }
    );
    let query = QueryParser::for_index(&index, vec![text])
        .parse_query(query)
        .unwrap();
    let folded = Folded {
        cluster: "cluster".to_owned(),
        limit,
    };
    let place_of = |doc: DocAddress| {
        let stored: TantivyDocument = searcher.doc(doc).unwrap();
        stored.get_first(place).unwrap().as_u64().unwrap()
    };
    let found = searcher.search(&query, &folded).unwrap();
    assert!(found.is_sorted_by(|a: &FoldedDoc, b| a.score >= b.score));
    found
        .iter()
        .map(|found| (place_of(found.doc), found.copies))
        .collect()
}

#[test]
fn each_article_is_found_once() {
    let ferries = format!("Ferry, ferry, ferry. {FERRY}");
    let short = "The ferry is late.";
    let pages = [FERRY, CHOIR, &ferries, short, FERRY, short];
    for apart in [true, false] {
        let mut found = search(&pages, "ferry", 9, apart);
        let alone = found
            .iter()
            .filter(|(place, _)| [3, 5].contains(place))
            .count();
        assert_eq!(
            alone, 2,
            "pages without a fingerprint stand alone: {found:?}"
        );
        found.retain(|(place, _)| ![3, 5].contains(place));
        assert_eq!(
            found,
            [(2, 2), (1, 0)],
            "the best of three pages stands for all"
        );
        assert_eq!(search(&pages, "ferry", 1, apart).len(), 1);
        assert_eq!(search(&pages, "chapel", 9, apart), [(1, 0)]);
        assert_eq!(search(&pages, "barge", 9, apart), []);
        assert_eq!(search(&pages, "ferry", 0, apart), []);
    }
}

#[test]
fn of_equal_pages_the_first_stands_for_all() {
    assert_eq!(search(&[FERRY, FERRY], "ferry", 9, false), [(0, 1)]);
    assert_eq!(search(&[], "ferry", 9, false), []);
}
