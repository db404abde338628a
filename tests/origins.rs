//! Clusters of many articles, and their independent origins.

#![allow(clippy::single_range_in_vec_init, reason = "a text is made of ranges of sentences, and one may be enough")]

#[path = "common/reports.rs"]
mod reports;

use offprint::article::CreditPlace;
use offprint::compare::{ArticleRecord, Verdict, Which, relate};
use offprint::index::{ClusterEvidence, Origins, origin, origins};
use offprint::internals::test_text;
use offprint::{Article, Fingerprint, Metadata};
use proptest::prelude::*;
use reports::{COURIER, GAZETTE, PORTAL};
use std::ops::Range;

fn page(sentences: impl IntoIterator<Item = Range<u32>>, about: Metadata) -> ArticleRecord {
    let text: String = sentences.into_iter().map(test_text::sentences).collect();
    ArticleRecord::new(Fingerprint::new("", &text), about)
}

/// A text without a page.
fn text(sentences: impl IntoIterator<Item = Range<u32>>) -> ArticleRecord {
    page(sentences, Metadata::default())
}

fn member(sentences: Range<u32>, published: &str) -> ArticleRecord {
    let published = Some(published.to_owned());
    page([sentences], Metadata { published, ..Metadata::default() })
}

fn at(url: &str, site: &str) -> Metadata {
    let some = |text: &str| Some(text.to_owned());
    Metadata { url: some(url), site: some(site), credit_place: Some(CreditPlace::Top), ..Metadata::default() }
}

fn sizes(found: &Origins) -> Vec<usize> {
    found.clusters.iter().map(|cluster| cluster.members.len()).collect()
}

/// The clusters, with the members of each ascending.
fn sorted(found: &Origins) -> Vec<Vec<usize>> {
    let mut clusters: Vec<Vec<usize>> = found.clusters.iter().map(|cluster| cluster.members.clone()).collect();
    clusters.iter_mut().for_each(|members| members.sort_unstable());
    clusters.sort();
    clusters
}

#[test]
fn copies_form_a_cluster_in_the_order_of_time() {
    let found = origins(&[
        member(0..20, "2026-03-03"),
        member(100..120, "2026-03-01"),
        member(0..20, "2026-03-01 08:00"),
        member(0..10, "no time at all"),
        ArticleRecord::default(),
    ]);
    let [cluster] = &found.clusters[..] else { panic!("{found:?}") };
    assert_eq!((cluster.original, &cluster.members[..]), (Some(2), &[2, 0, 3][..]));
    let kinds: Vec<_> = cluster.links.iter().map(|l| (l.copy, l.verdict)).collect();
    assert_eq!(kinds, [(0, Verdict::Same), (3, Verdict::Partial)]);
    assert_eq!(cluster.density, 1.0);
    assert_eq!((&found.unique[..], &found.unknown[..]), (&[1][..], &[4][..]));
    assert_eq!(found.sentence, "3 of 5 pages go back to one report; 1 is independent; 1 could not be judged.");
}

#[test]
fn statements_of_a_page_outweigh_its_time() {
    let paper = Metadata { published: Some("2026-03-02".to_owned()), ..at("https://daily.example/1", "岚溪日报") };
    let portal = Metadata {
        published: Some("2026-03-01".to_owned()),
        credit: Some("岚溪日报".to_owned()),
        canonical: Some("https://daily.example/1".to_owned()),
        ..at("https://portal.example/7", "河山门户")
    };
    let found = origins(&[portal, paper].map(|about| page([0..20], about)));
    let cluster = &found.clusters[0];
    assert_eq!((cluster.original, &cluster.members[..]), (Some(1), &[0, 1][..]));
    let link = &cluster.links[0];
    assert_eq!((link.copy, link.source), (0, 1));
    assert!(link.confidence > 50, "{link:?}");
    let [origin] = &found.origins[..] else { panic!("{found:?}") };
    assert_eq!((origin.original, origin.source.as_deref()), (Some(1), Some("岚溪日报")));
    assert_eq!(origin.evidence, [ClusterEvidence::Canonical, ClusterEvidence::Credit]);
    assert_eq!(found.sentence, "2 of 2 pages go back to one report by 岚溪日报.");
}

#[test]
fn the_beginning_of_an_article_is_not_the_source_of_the_whole() {
    let gated = |mut member: ArticleRecord| {
        member.fingerprint = member.fingerprint.map(|whole| whole.with_gate(true));
        member
    };
    let stub = || gated(member(0..10, "2026-03-01"));
    let whole = || member(0..20, "2026-03-02");
    let found = origins(&[stub(), whole(), gated(member(0..10, "2026-03-03"))]);
    let cluster = &found.clusters[0];
    assert_eq!((cluster.original, cluster.members.len()), (None, 3));
    assert_eq!(found.origins[0].original, None, "its time does not speak for it");
    let links = cluster.links.iter();
    let links: Vec<_> = links.map(|l| (l.copy, l.source, l.verdict)).collect();
    assert_eq!(links[0], (0, 1, Verdict::Partial));
    assert!(links.iter().all(|link| link.2 == Verdict::Partial));
    let stubs = origins(&[stub(), stub()]);
    assert_eq!(stubs.clusters[0].original, None);
    assert_eq!(stubs.clusters[0].links[0].verdict, Verdict::Partial);
}

#[test]
fn the_largest_cluster_is_the_first() {
    let texts = [0, 40, 40, 80, 80, 80];
    let members = texts.map(|from| member(from..from + 20, "2026-03-01"));
    assert_eq!(sizes(&origins(&members)), [3, 2]);
    let nothing = origins(&[]);
    assert_eq!((nothing.origins.len(), &*nothing.sentence), (0, "No comparable articles (0 pages)."));
}

/// Each shares half with the next and nothing with the one after that.
#[test]
fn a_chain_does_not_connect_articles_that_share_nothing() {
    let links: Vec<ArticleRecord> = (0..40).map(|i| text([10 * i..10 * i + 20])).collect();
    let found = origins(&links);
    assert!(sizes(&found).iter().all(|&size| size <= 2), "{:?}", sorted(&found));
    for cluster in sorted(&found) {
        assert_eq!(cluster[0] + 1, cluster[1], "neighbours only");
    }
    assert!(sizes(&found).len() >= 15, "half of a text is still found in its neighbor: {:?}", sizes(&found));
    // Each is the same as the next and differs from the one ten positions on.
    let drifting: Vec<ArticleRecord> = (0..80).map(|i| text([i..i + 30])).collect();
    let found = origins(&drifting);
    for cluster in &found.clusters {
        let far = |&member: &usize| member.abs_diff(cluster.representative) >= 24;
        assert!(!cluster.members.iter().any(far), "{cluster:?}");
    }
    assert!(found.clusters.len() > 1, "{:?}", sorted(&found));
}

#[test]
fn a_digest_does_not_connect_its_articles() {
    let articles = |count: u32| (0..count).map(|i| 30 * i..30 * i + 20);
    for count in [2, 3, 4, 10] {
        for digest_first in [true, false] {
            let mut pages: Vec<ArticleRecord> = articles(count).map(|article| text([article])).collect();
            let place = if digest_first { 0 } else { pages.len() };
            pages.insert(place, text(articles(count)));
            let found = origins(&pages);
            let largest = sizes(&found).first().copied().unwrap_or(1);
            assert!(largest <= 2, "{count} articles: {:?}", sorted(&found));
            let origins = found.origins.len() as u32;
            assert!((count..=count + 1).contains(&origins), "{count} articles: {origins}");
        }
    }
    // It was copied too, but less often than what it quotes.
    let mut pages: Vec<ArticleRecord> =
        articles(3).flat_map(|article| [(); 3].map(|()| text([article.clone()]))).collect();
    pages.extend([(); 2].map(|()| text(articles(3))));
    let found = origins(&pages);
    assert_eq!(found.origins.len(), 3, "{:?}", sorted(&found));
    for article in [0..3, 3..6, 6..9] {
        let together = |cluster: &Vec<usize>| article.clone().all(|page| cluster.contains(&page));
        assert!(sorted(&found).iter().any(together), "{:?}", sorted(&found));
    }
}

#[test]
fn boilerplate_does_not_connect_articles() {
    let boilerplate = 500..506;
    let mut pages: Vec<ArticleRecord> = (0..12).map(|i| text([30 * i..30 * i + 23, boilerplate.clone()])).collect();
    pages.insert(5, text([boilerplate.clone()]));
    let found = origins(&pages);
    assert!(sizes(&found).iter().all(|&size| size <= 2), "{:?}", sorted(&found));
    assert!((12..=13).contains(&found.origins.len()));
}

#[test]
fn excerpts_of_one_article_form_a_cluster() {
    let whole = || text([0..40]);
    let excerpts = || [text([0..15]), text([25..40])];
    let [head, tail] = excerpts();
    let found = origins(&[head, whole(), tail, whole()]);
    assert_eq!(sizes(&found), [4]);
    assert!(found.clusters[0].density < 1.0);
    assert!([1, 3].contains(&found.clusters[0].representative));
    // A single page might be a digest of two, unless it precedes them.
    let [head, tail] = excerpts();
    assert_eq!(origins(&[head, whole(), tail]).origins.len(), 2);
    let dated = |sentences, day: &str| member(sentences, &format!("2026-03-{day}"));
    let found = origins(&[dated(0..15, "02"), dated(0..40, "01"), dated(25..40, "03")]);
    assert_eq!((sizes(&found), found.origins[0].original), (vec![3], Some(1)));
}

#[test]
fn the_text_most_similar_to_all_others_is_central() {
    let copies = (1..7).map(|i| text([0..5 * i, 200 + i..201 + i, 5 * i + 1..40]));
    let mut pages: Vec<ArticleRecord> = copies.collect();
    pages.insert(3, text([0..40]));
    let found = origins(&pages);
    let [origin] = &found.origins[..] else { panic!("{found:?}") };
    assert_eq!((origin.original, &origin.evidence[..]), (Some(3), &[ClusterEvidence::Central][..]));
    assert_eq!(found.clusters[0].original, Some(3));
    // Two identical articles are equally similar to the others.
    pages.push(text([0..40]));
    assert_eq!(origins(&pages).origins[0].original, None);
}

#[test]
fn a_source_that_is_not_among_the_pages_is_named() {
    let copy = |host: &str, credit: Option<&str>| {
        let url = format!("https://{host}.example/1");
        page([0..30], Metadata { credit: credit.map(str::to_owned), ..at(&url, host) })
    };
    let own = |host: &str, credit: &str, from: u32| {
        let about = Metadata { credit: Some(credit.to_owned()), ..at(&format!("https://{host}.example/2"), host) };
        page([from..from + 30], about)
    };
    let wire = Some("Meridian Wire");
    let mut pages = vec![copy("portal", wire), copy("courier", wire), copy("grid", None)];
    let found = origins(&pages);
    let origin = &found.origins[0];
    assert_eq!((origin.source.as_deref(), origin.original), (wire, None));
    assert!(origin.confidence >= 70 && origin.evidence == [ClusterEvidence::Credit], "{origin:?}");
    assert_eq!(found.clusters[0].confidence, 0);
    assert_eq!(found.sentence, "3 of 3 pages go back to one report by Meridian Wire.");
    // Another text from that source is not another origin, but one of its own is.
    pages.push(own("herald", "meridian wire", 100));
    pages.push(own("post", "post", 200));
    let found = origins(&pages);
    assert_eq!(found.origins.len(), 2);
    // They are ordered by their addresses, since none has a date.
    assert_eq!(found.origins[0].pages, [1, 2, 3, 0]);
    assert_eq!(found.origins[0].evidence, [ClusterEvidence::Credit, ClusterEvidence::Publisher]);
    assert_eq!(found.sentence, "4 of 5 pages go back to one publisher, Meridian Wire; 1 is independent.");
    // If as many pages name other sources, none is believed.
    let pages = ["Meridian Wire", "Harbour News", "The Ledger"].map(|credit| copy(credit, Some("x y z")));
    let named = pages.into_iter().zip(["a b c", "d e f", "g h i"]).map(|(mut page, credit)| {
        page.metadata.credit = Some(credit.to_owned());
        page
    });
    let found = origins(&named.collect::<Vec<_>>());
    assert_eq!((found.origins[0].source.as_deref(), found.origins[0].confidence), (None, 0));
}

#[test]
fn pages_of_one_publisher_count_once() {
    let pages = [
        page([0..20], at("https://daily.example/1", "Daily")),
        page([40..60], at("https://www.daily.example/2", "Daily")),
        page([80..100], at("https://zapp.example/3", "DAILY")),
        page([120..140], at("https://other.example/4", "Other")),
    ];
    let found = origins(&pages);
    assert_eq!(found.origins.len(), 2);
    assert_eq!(
        (&found.origins[0].pages[..], &found.origins[0].evidence[..]),
        (&[0, 1, 2][..], &[ClusterEvidence::Publisher][..])
    );
    assert_eq!(found.unique.len(), 4);
    assert_eq!(found.sentence, "3 of 4 pages go back to one publisher, Daily; 1 is independent.");
    // A page that copies one source and also has a text of its own counts as two sources.
    let pages = [
        page([0..20], Metadata { credit: Some("Other".to_owned()), ..at("https://daily.example/1", "Daily") }),
        page([0..20], at("https://other.example/4", "Other")),
        page([80..100], at("https://daily.example/3", "Daily")),
    ];
    assert_eq!(origins(&pages).origins.len(), 2);
}

/// Forty copies of a rewriting do not make it the original.
#[test]
fn a_rewriting_goes_back_to_what_it_rewrites() {
    let report = |text: &str, host: &str, published: &str| {
        let article = Article::of_text(String::new(), text.to_owned());
        let mut member = ArticleRecord::with_facts(&article);
        member.metadata = at(&format!("https://{host}.example/1"), host);
        member.metadata.published = Some(published.to_owned());
        member
    };
    let mut pages = vec![
        report(PORTAL, "Portal", "2026-03-02T09:00Z"),
        report(PORTAL, "Scraper", "2026-03-02T10:00Z"),
        report(COURIER, "Courier", "2026-03-01T20:00Z"),
        report(GAZETTE, "Gazette", "2026-03-01T19:00Z"),
    ];
    let found = origins(&pages);
    assert_eq!(found.clusters.len(), 1);
    assert_eq!(found.clusters[0].members, [0, 1]);
    let links = found.rewritings.iter();
    let links: Vec<_> = links.map(|link| (link.rewriting, link.source)).collect();
    assert_eq!(links, [(0, 2), (1, 2)]);
    assert!(found.rewritings.iter().all(|link| link.score >= 0.95));
    let [origin, other] = &found.origins[..] else { panic!("{:#?}", found.origins) };
    assert_eq!((&origin.pages[..], origin.original), (&[2, 0, 1][..], Some(2)));
    assert_eq!(origin.source.as_deref(), Some("Courier"));
    assert!(origin.evidence.contains(&ClusterEvidence::Rewritten));
    assert_eq!(other.pages, [3]);
    assert_eq!(
        found.sentence,
        "3 of 4 pages go back to one report by Courier, 2 of them in other words; 1 is independent."
    );
    // A late copy of the report rewrites nothing that was made from it.
    pages.push(report(COURIER, "Reprint", "2026-03-02T12:00Z"));
    let found = origins(&pages);
    let links = found.rewritings.iter();
    let links: Vec<_> = links.map(|link| (link.rewriting, link.source)).collect();
    assert_eq!(links, [(0, 2), (1, 2)]);
    pages.pop();
    // Without facts, nothing shows the rewriting.
    pages.iter_mut().for_each(|page| page.sketch = None);
    let found = origins(&pages);
    assert_eq!((found.origins.len(), found.rewritings.len()), (3, 0));
}

#[test]
fn an_update_is_a_version() {
    let first = Metadata { published: Some("2026-03-01".to_owned()), ..at("https://daily.example/1", "Daily") };
    let later = Metadata {
        published: Some("2026-03-02".to_owned()),
        canonical: Some("https://daily.example/1".to_owned()),
        ..at("http://daily.example/1?print=1", "Daily")
    };
    let found = origins(&[page([0..30], first.clone()), page([0..45], later)]);
    let link = &found.clusters[0].links[0];
    assert!(link.version && link.source == 0 && !link.changes.is_empty(), "{link:?}");
    let copy = page([0..45], at("https://portal.example/9", "Portal"));
    assert!(!origins(&[page([0..30], first), copy]).clusters[0].links[0].version);
}

#[test]
fn few_pages_have_a_sentence_too() {
    let of = |pages: &[ArticleRecord]| origins(pages).sentence;
    assert_eq!(of(&[text([0..20])]), "Only 1 page has an article, and there is nothing to compare it with.");
    assert_eq!(of(&[ArticleRecord::default()]), "No comparable articles (1 page).");
    assert_eq!(of(&[text([0..20]), text([40..60])]), "All 2 pages are independent.");
    let three = [0, 0, 0, 40, 40, 80].map(|from| text([from..from + 20]));
    assert_eq!(of(&three), "3 of 6 pages go back to one report; 3 others go back to 2 more.");
}

/// What was found, with pages instead of their numbers, as text.
fn report(pages: &[ArticleRecord]) -> String {
    let of = |&number: &usize| {
        let Metadata { url, published, .. } = &pages[number].metadata;
        format!("{url:?} {published:?} {}", pages[number].length)
    };
    let all = |numbers: &[usize]| numbers.iter().map(of).collect::<Vec<_>>();
    let found = origins(pages);
    let clusters = found.clusters.iter().map(|cluster| {
        let links = cluster.links.iter().map(|l| (of(&l.copy), of(&l.source), l.confidence, l.verdict, l.version));
        let original = cluster.original.as_ref().map(of);
        let about = (cluster.confidence, cluster.density, of(&cluster.representative));
        (original, about, all(&cluster.members), links.collect::<Vec<_>>())
    });
    let origins = found.origins.iter().map(|origin| {
        let original = origin.original.as_ref().map(of);
        (original, &origin.source, origin.confidence, &origin.evidence, all(&origin.pages))
    });
    let one = origin(pages);
    let one = (one.original.as_ref().map(of), one.confidence, &one.evidence);
    let (clusters, origins) = (clusters.collect::<Vec<_>>(), origins.collect::<Vec<_>>());
    format!("{clusters:#?} {origins:#?} {one:?} {}", found.sentence)
}

/// Swaps pages of a list by the digits of a number.
fn shuffled(pages: &[ArticleRecord], mut by: u64) -> Vec<ArticleRecord> {
    let mut left = pages.to_vec();
    let mut out = Vec::new();
    while !left.is_empty() {
        let many = left.len() as u64;
        out.push(left.swap_remove((by % many) as usize));
        by = by / many + by % many;
    }
    out
}

/// Copies of one story: the true one, which most copies point to, abridgements, and some that state nothing.
fn story() -> Vec<ArticleRecord> {
    let of = |host: &str, sentences: Range<u32>, published: Option<&str>, credit: Option<&str>| {
        let some = |text: Option<&str>| text.map(str::to_owned);
        let about = at(&format!("https://{host}.example/1"), host);
        let length = 100 * sentences.len() as u32;
        let (published, credit) = (some(published), some(credit));
        let about = Metadata { published, credit, ..about };
        let mut record = page([sentences], about);
        record.length = length;
        record
    };
    vec![
        of("abridged", 0..14, Some("2026-03-02"), None),
        of("courier", 0..40, Some("2026-03-01"), None),
        of("portal", 0..40, Some("2026-03-02"), Some("courier.example")),
        of("grid", 0..40, None, Some("courier.example")),
        of("cut", 0..20, None, None),
        of("mirror", 0..40, None, None),
        of("weekly", 10..40, Some("2026-03-08"), Some("courier.example")),
        of("undated", 0..38, None, None),
    ]
}

#[test]
fn one_set_of_pages_has_one_original_in_any_order() {
    let mut pages = story();
    let expected = report(&pages);
    for by in 0..600 {
        assert_eq!(report(&shuffled(&pages, by * 7919)), expected, "{by}");
    }
    let name = |pages: &[ArticleRecord]| {
        let found = origin(pages);
        let original = found.original.and_then(|page| pages[page].metadata.url.clone());
        (original, found.confidence)
    };
    let courier = Some("https://courier.example/1".to_owned());
    assert_eq!(name(&pages).0, courier);
    assert!(name(&pages).1 >= 60);
    // When each was read is not evidence.
    for (minute, page) in pages.iter_mut().enumerate() {
        page.metadata.first_seen = Some(format!("2026-03-09T10:0{minute}:00Z"));
    }
    assert_eq!(report(&pages), expected);
    // Without statements, no page is named, not even the first.
    for page in &mut pages {
        page.metadata.published = None;
        page.metadata.credit = None;
    }
    for by in 0..40 {
        assert_eq!(name(&shuffled(&pages, by * 7919)), (None, 0));
    }
}

#[test]
fn among_articles_of_an_agency_the_original_is_the_one_that_others_point_to() {
    let of = |host: &str, day: &str, credit: &str| {
        let about = at(&format!("https://{host}.example/1"), host);
        let [published, credit] = [format!("2026-03-{day}"), credit.to_owned()].map(Some);
        page([0..40], Metadata { published, credit, ..about })
    };
    let first = of("first", "01", "Meridian Wire");
    let paper = of("paper", "02", "Meridian Wire");
    let copy = of("copy", "03", "paper.example");
    let found = origin(&[first.clone(), copy, paper.clone()]);
    assert_eq!(found.original, Some(2), "{found:?}");
    assert_eq!(origin(&[first, paper]).original, Some(0), "by its date");
}

#[test]
fn an_abridgement_counts_less_than_what_it_abridges() {
    let of = |host: &str, sentences: Range<u32>, day: Option<&str>| {
        let published = day.map(|day| format!("2026-03-{day}"));
        let about = at(&format!("https://{host}.example/1"), host);
        page([sentences], Metadata { published, ..about })
    };
    let named = |abridged: Option<&str>, whole: Option<&str>| {
        let pages = [of("cut", 0..15, abridged), of("whole", 0..40, whole)];
        let found = origin(&pages);
        let related = relate(&pages[0], &pages[1]);
        let pair = related.original.expect("they share text").which;
        let pair = [Which::First, Which::Second].iter().position(|&which| Some(which) == pair);
        assert_eq!(pair, found.original, "two pages are a set, too");
        (found.original, found.confidence)
    };
    assert_eq!(named(None, None), (None, 0), "length alone is too little");
    let (original, sure) = named(Some("02"), Some("01"));
    assert_eq!(original, Some(1));
    let (original, less) = named(Some("01"), Some("02"));
    assert_eq!(original, Some(0));
    assert!(less < sure, "{less} {sure}");
}

#[test]
fn pages_that_point_at_each_other_in_a_circle_have_no_original() {
    let of = |host: &str, credit: &str| {
        let about = at(&format!("https://{host}.example/1"), host);
        let credit = Some(format!("{credit}.example"));
        page([0..40], Metadata { credit, ..about })
    };
    let circle = [of("anna", "bert"), of("bert", "carl"), of("carl", "anna")];
    for by in 0..6 {
        let found = origin(&shuffled(&circle, by));
        assert_eq!((found.original, found.confidence), (None, 0));
    }
}

#[test]
fn a_credit_at_the_end_of_a_page_is_never_sure() {
    let of = |host: &str, day: &str, credit: Option<&str>, credit_place| {
        let about = Metadata {
            published: Some(format!("2026-03-{day}")),
            credit: credit.map(str::to_owned),
            credit_place,
            ..at(&format!("https://{host}.example/1"), host)
        };
        page([0..40], about)
    };
    let sure = |place| {
        let pages = [of("evil", "01", None, None), of("paper", "02", Some("evil.example"), place)];
        origin(&pages).confidence
    };
    for place in [Some(CreditPlace::End), None] {
        assert_eq!(sure(place), 59, "{place:?}");
    }
    for place in [Some(CreditPlace::Top), Some(CreditPlace::Head)] {
        assert!(sure(place) > 75, "{place:?}");
    }
}

proptest! {
    #[test]
    fn no_order_changes_what_is_found(
        pages in prop::collection::vec((0u32..3, 8u32..20, 0u32..4, 0u32..5, 0u32..5), 2..9),
        by in any::<u32>(),
    ) {
        let pages: Vec<ArticleRecord> = pages.iter().map(|&(from, many, day, host, credit)| {
            let about = at(&format!("https://h{host}.example/{from}"), &format!("h{host}"));
            let published = (day > 0).then(|| format!("2026-03-0{day}"));
            let credit = (credit > 0).then(|| format!("h{credit}.example"));
            let length = 100 * many;
            let about = Metadata { published, credit, ..about };
            let mut record = page([from * 4..from * 4 + many], about);
            record.length = length;
            record
        }).collect();
        prop_assert_eq!(report(&shuffled(&pages, by.into())), report(&pages));
    }

    /// Every article appears exactly once, and each cluster is a tree around its representative.
    #[test]
    fn every_article_has_its_place(texts in prop::collection::vec((0u32..6, 4u32..20, 0u32..4), 0..24)) {
        let members: Vec<ArticleRecord> = texts
            .iter()
            .map(|&(from, length, day)| member(from * 10..from * 10 + length, &format!("2026-03-0{}", day + 1)))
            .collect();
        let found = origins(&members);
        let places = (0..members.len()).collect::<Vec<_>>();
        let sorted = |mut all: Vec<usize>| {
            all.sort_unstable();
            all
        };
        let clustered = found.clusters.iter().flat_map(|cluster| &cluster.members);
        let all = clustered.chain(&found.unique).chain(&found.unknown).copied().collect();
        prop_assert_eq!(sorted(all), &places[..]);
        let all = found.origins.iter().flat_map(|origin| &origin.pages).chain(&found.unknown);
        prop_assert_eq!(sorted(all.copied().collect()), &places[..]);
        for cluster in &found.clusters {
            prop_assert_eq!(cluster.links.len() + 1, cluster.members.len());
            if let Some(original) = cluster.original {
                prop_assert!(cluster.members.contains(&original));
                prop_assert!(cluster.links.iter().all(|link| link.copy != original));
            }
            prop_assert_eq!(cluster.original.is_none(), cluster.confidence == 0);
            prop_assert!((0.0..=1.0).contains(&cluster.density));
            let center = &members[cluster.representative];
            for &member in cluster.members.iter().filter(|&&member| member != cluster.representative) {
                prop_assert!(center.compare(&members[member]).verdict >= Verdict::Partial);
            }
        }
    }
}
