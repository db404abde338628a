use super::super::canonical_url::Withheld;
use super::super::record::EARLIER;
use super::*;
use offprint::Metadata;
use offprint::article::CreditPlace;
use offprint::compare::ChangeKind;
use offprint::internals::test_text::sentences;

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
            credit_place: Some(CreditPlace::Top),
            ..Metadata::default()
        },
        fingerprint: Some(fingerprint(from, to)),
        digest: Some("d".into()),
        ..Candidate::default()
    }
}

/// A page that states one more fact about itself.
fn stating(page: Candidate, field: fn(&mut Metadata) -> &mut Option<String>, text: &str) -> Candidate {
    let mut page = page;
    *field(&mut page.metadata) = Some(text.to_owned());
    page
}

/// A page that shows only the beginning of its article.
fn gated(mut page: Candidate) -> Candidate {
    page.fingerprint = page.fingerprint.map(|whole| whole.with_gate(true));
    page
}

impl Decision {
    /// The address that the answer names as the original.
    fn original(&self) -> Option<&str> {
        self.finding.original.as_deref()
    }
}

/// How many of the keys come from the text.
fn of_text(write: &[String]) -> usize {
    write.iter().filter(|key| key.starts_with(FINGERPRINTS)).count()
}

/// A store that behaves as the worker does with KV.
#[derive(Default)]
struct Store(std::collections::BTreeMap<String, Record>, u32);

impl Store {
    fn visit(&mut self, page: &Candidate) -> Decision {
        let address = address_key(page.url(), page.domain.as_deref());
        let keys = read_keys(page.fingerprint.as_ref(), address);
        let found: Vec<_> = keys.iter().filter_map(|key| Some((key.clone(), self.0.get(key)?.clone()))).collect();
        self.1 += 1;
        let now = format!("2026-01-01T00:00:{:02}Z", self.1);
        let decision = decide(page, &found, &now, page.url());
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
    assert_eq!((first.comparison.verdict, of_text(&first.write)), (Verdict::Different, 4));
    assert_eq!((first.finding.seen, first.finding.known), (None, false));
    let copy = store.visit(&page("https://b.example/2", 0, 20));
    assert_eq!(copy.comparison.verdict, Verdict::Same);
    assert!(copy.write.is_empty() && copy.record.is_none());
    let copy = copy.finding;
    assert_eq!(copy.original.as_deref(), Some("https://a.example/1"));
    assert_eq!((copy.verdict, copy.score, copy.confidence), (Verdict::Same, 1.0, 0));
    assert_eq!(copy.seen.as_deref(), Some("2026-01-01T00:00:01Z"));
    assert_eq!(copy.digest.as_deref(), Some("d"));
}

#[test]
fn a_gated_page_is_not_the_original_of_the_whole_article() {
    let mut store = Store::default();
    let stub = gated(page("https://paper.example/1", 0, 10));
    let stub = stating(stub, |of| &mut of.published, "2020-01-01");
    assert!(store.visit(&stub).finding.gated);
    let whole = store.visit(&page("https://b.example/2", 0, 30));
    let found = &whole.finding;
    assert_eq!((found.verdict, found.gated), (Verdict::Partial, false));
    assert_eq!((&found.original, &found.copy), (&None, &None));
    assert_eq!((found.site, &found.seen, found.confidence), (None, &None, 0));
    assert!(whole.record.is_some(), "it is an article of its own");
    // A copy of the whole article is found to be one.
    let copy = store.visit(&page("https://c.example/3", 0, 30)).finding;
    assert_eq!(copy.verdict, Verdict::Same);
    assert_eq!(copy.original.as_deref(), Some("https://b.example/2"));
    // A page that copies a whole text and states its source has credited it.
    let crediting = page("https://d.example/4", 0, 12);
    let crediting = stating(crediting, |of| &mut of.credit, "paper.example");
    let found = store.visit(&crediting).finding;
    assert_eq!(found.original.as_deref(), Some("https://paper.example/1"));
    assert_eq!(found.confidence, 75);

    // Marking a copy as gated keeps it from being `same`, but its original is still reported.
    let mut store = Store::default();
    store.visit(&page("https://a.example/1", 0, 30));
    for (url, to) in [("https://b.example/2", 30), ("https://c.example/3", 10)] {
        let copy = store.visit(&gated(page(url, 0, to)));
        assert_eq!(copy.comparison.verdict, Verdict::Partial);
        assert_eq!(copy.original(), Some("https://a.example/1"));
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
    assert_eq!(kinds, [ChangeKind::TailAdded, ChangeKind::SecondContains]);
    assert_eq!(updated.comparison.verdict, Verdict::Different, "no copy");
    let elsewhere = store.visit(&page("https://b.example/2", 0, 45));
    assert_eq!((elsewhere.version, elsewhere.finding.changed), (None, false));
    assert_eq!(elsewhere.finding.verdict, Verdict::Same, "as it is now");
    let again = store.visit(&page(url, 0, 45));
    assert_eq!((again.finding.changed, again.record), (false, None));
}

#[test]
fn a_page_keeps_its_date_while_it_grows() {
    for parts in [2, 8, 16, 30] {
        let mut store = Store::default();
        store.visit(&page("https://paper.example/1", 0, parts));
        let scraped = store.visit(&page("https://scraper.example/1", 0, 60));
        assert!(scraped.record.is_some());
        let grown = store.visit(&page("https://paper.example/1", 0, 60));
        assert_eq!(grown.finding.original, None, "{parts} of 60");
        assert!(grown.finding.known && grown.finding.changed);
        let copy = store.visit(&page("https://copies.example/1", 0, 60));
        assert_eq!(copy.original(), Some("https://paper.example/1"));
        assert_eq!(copy.finding.seen.as_deref(), Some("2026-01-01T00:00:01Z"));
        assert!(!copy.settled, "its other keys may lead to the scraper alone");
    }
}

/// The page of a common source, such as a press release, and later an article that quotes it.
#[test]
fn a_registered_article_is_not_taken_by_a_page_that_had_its_source_first() {
    let both = |url: &str, from: u32, quote: std::ops::Range<u32>, first: bool| {
        let [own, quoted] = [sentences(from..from + 60), sentences(quote)];
        let text = if first { quoted + &own } else { own + &quoted };
        Candidate { fingerprint: Fingerprint::new("", &text), ..page(url, 0, 20) }
    };
    let [scraper, paper] = ["https://scraper.example/1", "https://paper.example/1"];
    for (quoted, first) in [(40, false), (32, false), (11, true), (20, true), (60, true)] {
        let quote = 500..500 + quoted;
        let article = |url| both(url, 0, quote.clone(), first);
        let mut store = Store::default();
        store.visit(&page(scraper, quote.start, quote.end));
        assert!(store.visit(&article(paper)).record.is_some(), "{quoted}");
        store.visit(&article(scraper));
        for _ in 0..2 {
            let found = store.visit(&article(paper)).finding;
            let verdict = (found.known, found.verdict == Verdict::Same);
            assert_eq!(verdict, (true, false), "{quoted} {found:?}");
        }
        // The same holds once the paper has changed it.
        let changed = both(paper, 12, quote.clone(), first);
        for _ in 0..2 {
            let found = store.visit(&changed).finding;
            assert!(found.verdict < Verdict::Same && found.known, "{quoted} {found:?}");
        }
        let left = store.0.values().filter(|record| record.url() == paper);
        assert!(left.count() > 1, "the last key of its text stays");
    }
}

#[test]
fn a_page_keeps_its_date_when_its_lead_is_rewritten() {
    let with_lead = |url: &str| Candidate {
        fingerprint: Fingerprint::new("", &(sentences(200..220) + &sentences(20..60))),
        ..page(url, 0, 60)
    };
    let mut store = Store::default();
    store.visit(&page("https://paper.example/1", 0, 60));
    store.visit(&with_lead("https://scraper.example/1"));
    let rewritten = store.visit(&with_lead("https://paper.example/1"));
    assert_eq!(rewritten.finding.original, None);
    assert!(rewritten.finding.known && rewritten.finding.changed);
    let copy = store.visit(&with_lead("https://copies.example/1"));
    assert_eq!(copy.original(), Some("https://paper.example/1"));
}

#[test]
fn an_old_address_lends_its_date_to_no_other_text() {
    // The scraper has an old page, and puts the article before, after or in place of its text.
    let scraper = "https://scraper.example/1";
    for (from, to) in [(20, 60), (40, 60)] {
        let mut store = Store::default();
        store.visit(&page(scraper, 50, 60));
        store.visit(&page("https://paper.example/1", 0, 50));
        store.visit(&page(scraper, from, to));
        store.visit(&page(scraper, 0, 60));
        let paper = store.visit(&page("https://paper.example/1", 0, 50));
        assert_eq!(paper.finding.original, None, "{from}..{to}");
        let copy = store.visit(&page("https://copies.example/1", 0, 50));
        assert_eq!(copy.original(), Some("https://paper.example/1"), "{from}..{to}");
    }
}

#[test]
fn a_text_taken_from_another_site_dates_nothing() {
    let mut store = Store::default();
    store.visit(&page("https://agency.example/1", 0, 30));
    let quoting = store.visit(&page("https://scraper.example/1", 0, 10));
    assert!(quoting.record.unwrap().derived);
    store.visit(&page("https://paper.example/1", 0, 10));
    let first = store.visit(&page("https://paper.example/2", 2, 60));
    assert!(first.record.is_some());
    let grown = store.visit(&page("https://scraper.example/1", 0, 60));
    assert!(grown.finding.original.is_some());
}

#[test]
fn text_below_an_article_does_not_date_it() {
    let mut store = Store::default();
    store.visit(&page("https://scraper.example/1", 52, 60));
    store.visit(&page("https://paper.example/1", 0, 60));
    let stolen = store.visit(&page("https://scraper.example/1", 0, 60));
    assert_eq!(stolen.original(), Some("https://paper.example/1"));
    assert!(stolen.record.is_none());
}

#[test]
fn a_whole_article_is_named_rather_than_a_stub() {
    let mut store = Store::default();
    let stub = |url: &str| gated(page(url, 0, 10));
    store.visit(&stub("https://scraper.example/1"));
    store.visit(&page("https://paper.example/1", 0, 40));
    let second = store.visit(&stub("https://b.example/2")).finding;
    assert_eq!(second.verdict, Verdict::Partial);
    assert_eq!(second.original.as_deref(), Some("https://paper.example/1"));
}

#[test]
fn a_stub_does_not_take_the_place_of_its_whole() {
    let mut store = Store::default();
    let whole = page("https://paper.example/1", 0, 40);
    store.visit(&whole);
    let found = store.visit(&gated(page("https://paper.example/1", 0, 10)));
    assert!(found.finding.known && found.record.is_none());
    assert!(found.present.is_some());
}

#[test]
fn a_story_holds_its_first_text_and_the_latest() {
    let mut store = Store::default();
    for to in [10, 13, 17, 22, 29, 38, 50, 65, 85, 110] {
        store.visit(&page("https://paper.example/1", 0, to));
    }
    let key = address_key("https://paper.example/1", None).unwrap();
    let story = store.0[&format!("{ADDRESSES}{key:010x}")].story.clone().unwrap();
    assert_eq!((story.version, story.earlier.len()), (10, EARLIER));
    let since: Vec<_> = story.earlier.iter().map(|earlier| &earlier.since[17..19]).collect();
    assert_eq!(since, ["01", "08", "09"]);
}

#[test]
fn a_gated_page_stays_gated_and_unchanged_when_it_is_known() {
    let mut store = Store::default();
    let stub = gated(page("https://paper.example/1", 0, 10));
    for known in [false, true] {
        let finding = store.visit(&stub).finding;
        let found = (finding.known, finding.gated, finding.changed);
        assert_eq!(found, (known, true, false));
    }
}

#[test]
fn a_page_is_not_a_copy_of_itself_or_of_a_later_page() {
    let mut store = Store::default();
    store.visit(&page("https://a.example/1", 0, 30));
    let again = store.visit(&page("https://a.example/1", 0, 30));
    assert!(again.finding.known && again.record.is_none());
    assert_eq!(again.comparison.verdict, Verdict::Different);
    let abridged = store.visit(&page("https://b.example/2", 0, 15));
    assert_eq!(abridged.comparison.verdict, Verdict::Partial);
    let original = store.visit(&page("https://a.example/1", 0, 30));
    assert_eq!(original.comparison.verdict, Verdict::Different, "the abridgement came later");
}

#[test]
fn an_original_that_comes_late_is_not_called_a_copy() {
    let mut store = Store::default();
    let copy = page("https://b.example/2", 0, 20);
    let copy = stating(copy, |of| &mut of.credit, "www.daily-paper.example");
    assert_eq!(of_text(&store.visit(&copy).write), 4);
    let late = store.visit(&page("https://www.daily-paper.example/1", 0, 20));
    assert_eq!(late.comparison.verdict, Verdict::Same);
    assert_eq!(late.finding.original, None);
    assert_eq!(late.finding.copy.as_deref(), Some("https://b.example/2"));
    assert_eq!((late.finding.confidence, late.reasons.len()), (75, 1));
    assert!(late.record.is_some() && of_text(&late.write) == 0, "the keys are taken");
    let again = store.visit(&copy);
    assert!(again.finding.known && again.finding.original.is_none());
}

#[test]
fn which_was_first_says_nothing_of_which_is_the_original() {
    let original = page("https://paper.example/1", 0, 20);
    let copy = stating(page("https://b.example/2", 0, 20), |of| &mut of.credit, "paper.example");
    let (original_at, copy_at) = (original.url().to_owned(), copy.url().to_owned());
    let second = |[first, second]: [&Candidate; 2]| {
        let mut store = Store::default();
        store.visit(first);
        store.visit(second).finding
    };
    let copy_second = second([&original, &copy]);
    let copy_first = second([&copy, &original]);
    assert_eq!((copy_second.original, copy_second.copy), (Some(original_at), None));
    assert_eq!((copy_first.original, copy_first.copy), (None, Some(copy_at)));
    assert_eq!([copy_second.confidence, copy_first.confidence], [75; 2]);
    // Without a statement, who was first is reported, and nobody is the original.
    let silent = page("https://c.example/3", 0, 20);
    for pages in [[&original, &silent], [&silent, &original]] {
        let found = second(pages);
        assert_eq!((found.original.as_deref(), found.confidence), (Some(pages[0].url()), 0));
        assert!(found.seen.is_some());
    }
}

#[test]
fn a_credit_at_the_end_takes_nothing_back_and_is_not_sure() {
    let honest = |place| {
        let page = stating(page("https://paper.example/1", 0, 20), |of| &mut of.credit, "evil.example");
        let mut page = stating(page, |of| &mut of.published, "2026-01-02");
        page.metadata.credit_place = place;
        page
    };
    let evil = page("https://evil.example/2", 0, 20);
    let evil = stating(evil, |of| &mut of.published, "2020-01-01");
    for place in [Some(CreditPlace::End), None] {
        let mut store = Store::default();
        store.visit(&evil);
        let found = store.visit(&honest(place)).finding;
        assert!((1..60).contains(&found.confidence), "{place:?}: {}", found.confidence);
        let mut store = Store::default();
        store.visit(&honest(place));
        let found = store.visit(&evil).finding;
        assert_eq!((found.copy, found.confidence), (None, 0), "{place:?}");
    }
    let mut store = Store::default();
    store.visit(&honest(Some(CreditPlace::Top)));
    assert!(store.visit(&evil).finding.copy.is_some());
}

#[test]
fn a_name_or_a_date_that_a_page_gives_itself_is_a_claim() {
    let mut store = Store::default();
    // It credits an agency by name. Any page can bear that name, and any host can resemble it.
    let honest = page("https://b.example/2", 0, 20);
    let honest = stating(honest, |of| &mut of.credit, "Daily Paper");
    let honest = stating(honest, |of| &mut of.published, "2026-01-02");
    store.visit(&honest);
    let late = page("https://daily-paper.example/1", 0, 20);
    let late = stating(late, |of| &mut of.site, "The Daily Paper");
    let late = stating(late, |of| &mut of.published, "2020-01-01");
    let found = store.visit(&late);
    assert_eq!((found.finding.original.as_deref(), found.finding.copy), (Some("https://b.example/2"), None));
    assert_eq!(found.finding.confidence, 0, "the claims are reported, and are not enough");
    assert!(found.reasons.iter().filter(|reason| reason.weight == CLAIM).count() == 2);

    // An early date on a page that was seen first does not prove that it is the original.
    let mut store = Store::default();
    let dated = |url: &str, date: &str| stating(page(url, 0, 20), |of| &mut of.published, date);
    store.visit(&dated("https://scraper.example/3", "2020-01-01"));
    let honest = store.visit(&dated("https://paper.example/3", "2026-01-01"));
    assert_eq!(honest.original(), Some("https://scraper.example/3"));
    assert!(honest.finding.confidence < 30, "{}", honest.finding.confidence);
}

#[test]
fn a_page_that_states_another_host_is_its_copy() {
    let mut store = Store::default();
    let pointing = |url: &str| stating(page(url, 0, 20), |of| &mut of.canonical, "https://a.example/1");
    let copy = pointing("https://b.example/2");
    let stored = store.visit(&copy).record.unwrap();
    assert_eq!(stored.metadata.canonical.as_deref(), Some("https://a.example/1"));
    let late = store.visit(&pointing("https://a.example/1")).finding;
    assert_eq!((late.copy.as_deref(), late.confidence), (Some("https://b.example/2"), 90));
}

#[test]
fn an_address_variant_is_not_a_copy_of_itself() {
    let mut store = Store::default();
    store.visit(&page("http://a.example/1/", 0, 20));
    let own = store.visit(&page("https://www.a.example/1", 0, 20));
    assert!(own.finding.known && own.record.is_none());
    assert_eq!(own.finding.original, None);
    let of_domain = |url: &str, from, to| Candidate { domain: Some("paper.example".into()), ..page(url, from, to) };
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
        let found = store.visit(&page(second, 0, 20));
        assert_eq!(found.comparison.verdict, Verdict::Different, "{first} {second}");
        assert_eq!((found.finding.original, found.finding.copy), (None, None));
    }
}

#[test]
fn a_list_or_spelling_that_is_seen_first_gives_way_to_the_article() {
    let article = "https://a.example/2026/dam";
    for first in ["https://a.example/latest", "https://a.example/2026//Dam.html"] {
        let mut store = Store::default();
        store.visit(&page(first, 0, 20));
        let found = store.visit(&page(article, 0, 20));
        assert_eq!((&found.finding.original, &found.finding.copy), (&None, &None));
        assert!(found.finding.known && found.record.is_none(), "{first}");
        assert_eq!(found.renamed, [first]);
        // Records with another text, on another host, or seen at a page that is withheld are not renamed.
        assert!(store.visit(&page(article, 18, 60)).renamed.is_empty());
        let elsewhere = store.visit(&page("https://b.example/2026/dam", 0, 20));
        assert_eq!(elsewhere.original(), Some(first));
        let withheld = Candidate { withheld: Some(Withheld::Query), ..page(article, 0, 20) };
        assert!(store.visit(&withheld).renamed.is_empty());
    }
    // The other way round, a spelling is a copy, but a list is not.
    let mut store = Store::default();
    store.visit(&page(article, 0, 20));
    let spelling = store.visit(&page("https://a.example/2026//Dam.html", 0, 20));
    assert_eq!(spelling.original(), Some(article));
    for parts in [20, 60] {
        let list = store.visit(&page("https://a.example/latest", 0, parts));
        assert_eq!((list.finding.original, list.finding.copy), (None, None));
        assert!(list.renamed.is_empty());
    }
}

#[test]
fn a_withheld_page_is_judged_and_not_registered() {
    let mut store = Store::default();
    store.visit(&page("https://a.example/1", 0, 20));
    let withheld = |url: &str, from, to| Candidate { withheld: Some(Withheld::Noindex), ..page(url, from, to) };
    let new = store.visit(&withheld("https://a.example/2", 30, 50));
    assert!(new.record.is_none() && new.write.is_empty());
    assert_eq!(new.comparison.verdict, Verdict::Different);
    let copy = store.visit(&withheld("https://b.example/1", 0, 20));
    assert_eq!(copy.original(), Some("https://a.example/1"));
}

#[test]
fn times_in_an_import_are_not_evidence() {
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
    // It may be the original of later pages, but no register here saw when it went online.
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
    let short = Candidate { fingerprint: None, ..page("https://a.example/", 0, 20) };
    let decision = decide(&short, &[], "2026", "1");
    assert_eq!(decision.comparison.verdict, Verdict::Unknown);
    assert!(decision.record.is_none() && decision.write.is_empty());
}
