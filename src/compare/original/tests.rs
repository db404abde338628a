use super::*;
use crate::compare::source;
use crate::metadata::CreditPlace;
use proptest::prelude::*;

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn at(url: &str) -> Metadata {
    Metadata { url: some(url), ..Metadata::default() }
}

fn paper() -> Metadata {
    Metadata { site: some("岚溪日报"), credit_place: Some(CreditPlace::Head), ..at("https://www.daily.example/1") }
}

fn portal() -> Metadata {
    Metadata { site: some("河山门户"), credit_place: Some(CreditPlace::Top), ..at("https://portal.example/7") }
}

/// The answer, its confidence, and the evidence for it.
fn decision(first: &Metadata, second: &Metadata) -> (Option<Which>, u8, Vec<OriginEvidence>) {
    let original = original(first, second, None);
    let evidence = original.reasons.iter().map(|reason| reason.evidence).collect();
    (original.which, original.confidence, evidence)
}

#[test]
fn without_statements_there_is_no_answer() {
    assert_eq!(decision(&Metadata::default(), &Metadata::default()), (None, 0, vec![]));
    assert_eq!(decision(&paper(), &portal()), (None, 0, vec![]));
}

#[test]
fn the_credited_site_has_the_original() {
    let crediting = |credit: &str| Metadata { credit: some(credit), ..portal() };
    for credit in ["岚溪日报", "嵐溪日報", "岚溪日报客户端", "www.daily.example", "Daily", "daily.example"]
    {
        let found = decision(&paper(), &crediting(credit));
        assert_eq!(found, (Some(Which::First), CREDIT, vec![OriginEvidence::Credit]), "{credit}");
    }
    for credit in ["岚溪晚报", "岚溪", "ly.example", "portal.example", "河山门户", "example", ""] {
        assert_eq!(decision(&paper(), &crediting(credit)).0, None, "{credit}");
    }
    // Sections of a site credit the site in the same way.
    let section = Metadata { credit: some("岚溪日报"), ..paper() };
    assert_eq!(decision(&paper(), &section).0, None);
}

#[test]
fn the_canonical_page_is_the_original() {
    let stating = |url: &str, canonical: &str| Metadata { canonical: some(canonical), ..at(url) };
    let copy = stating("https://portal.example/7", "http://daily.example/1/");
    let found = decision(&paper(), &copy);
    assert_eq!(found, (Some(Which::First), CANONICAL_ADDRESS, vec![OriginEvidence::CanonicalAddress]));
    let copy = stating("https://portal.example/7", "https://daily.example/2");
    let found = decision(&copy, &paper());
    assert_eq!(found, (Some(Which::Second), CANONICAL_SITE, vec![OriginEvidence::CanonicalSite]));
    // A page under two addresses of its site.
    let variant = stating("https://daily.example/1?print", "https://daily.example/1");
    assert_eq!(decision(&variant, &paper()).0, Some(Which::Second));
    // Two copies of a third article, and pages that state their own addresses.
    let another = stating("https://other.example/", "http://daily.example/1");
    let copy = stating("https://portal.example/7", "http://daily.example/1");
    assert_eq!(decision(&copy, &another).0, None);
    let own = stating("https://portal.example/7", "https://portal.example/7");
    assert_eq!(decision(&own, &paper()).0, None);
    let file = Metadata { url: None, ..copy.clone() };
    assert_eq!(decision(&file, &paper()).0, None, "it may be the page itself");
}

#[test]
fn of_two_copies_of_a_third_neither_is_the_original() {
    let dated = |day: &str, page: Metadata| Metadata { published: some(day), ..page };
    let crediting = |credit: &str, page: Metadata| Metadata { credit: some(credit), ..page };
    for [one, other] in [["新华社", "新华社"], ["AP", "Associated Press"], ["山城晚报", "山城晚报"]] {
        let [early, late] = [crediting(one, paper()), crediting(other, portal())];
        let found = decision(&dated("2026-03-01", early), &dated("2026-03-02", late));
        assert_eq!(found, (None, 0, vec![]), "{one}, {other}");
    }
    let stating = |page: Metadata| Metadata { canonical: some("https://third.example/3"), ..page };
    let found = decision(&dated("2026-03-01", stating(paper())), &dated("2026-03-02", stating(portal())));
    assert_eq!(found, (None, 0, vec![]));
    // Two credited sources are not one third source.
    let [early, late] = [crediting("新华社", paper()), crediting("山城晚报", portal())];
    let found = decision(&dated("2026-03-01", early), &dated("2026-03-02", late));
    assert_eq!((found.0, found.2), (None, vec![OriginEvidence::Published]), "what both state is weak");
}

#[test]
fn a_page_that_states_its_source_is_believed_before_its_date() {
    let copy = Metadata {
        credit: some("岚溪日报"),
        credit_place: Some(CreditPlace::End),
        published: some("2026-03-02T01:00Z"),
        ..portal()
    };
    let source = Metadata { published: some("2026-03-02T10:00Z"), ..paper() };
    assert_eq!(decision(&source, &copy).0, Some(Which::First));
}

#[test]
fn a_headline_may_say_that_it_is_a_reprint() {
    for title in ["【转载】老坝拆除", "[转] 老坝拆除", "轉載：老壩拆除", "(Repost) The dam", "reprint: the dam"]
    {
        assert!(says_reprinted(title), "{title}");
    }
    for title in ["转载费上涨", "老坝拆除[转]", "Reprints sell well", "[图]老坝拆除", "", "转", "【"] {
        assert!(!says_reprinted(title), "{title}");
    }
    let marked = Metadata { title: "[转] 老坝拆除".to_owned(), ..portal() };
    assert_eq!(decision(&paper(), &marked), (Some(Which::First), TITLE, vec![OriginEvidence::Title]));
    assert_eq!(decision(&marked, &marked).0, None);
}

#[test]
fn the_earlier_is_the_original() {
    let earlier = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|time| Metadata { published: some(time), ..Metadata::default() });
        decision(&a, &b)
    };
    let first = (Some(Which::First), PUBLISHED, vec![OriginEvidence::Published]);
    for (a, b) in [
        ("2026-03-12 18:40", "2026-03-12 19:10"),
        ("2026-03-12", "2026年3月13日 00:11"),
        ("2026-03-12", "2026-03-13"),
        ("2026-03-12T18:40:00+08:00", "2026-03-12T11:40:00Z"),
        ("2026-03-12T18:40:00+08:00", "2026-03-13 09:22"),
    ] {
        assert_eq!(earlier(a, b), first, "{a}, {b}");
        assert_eq!(earlier(b, a).0, Some(Which::Second), "{a}, {b}");
    }
    for (a, b) in [
        ("2026-03-12 18:40", "2026-03-12 18:50"),
        ("2026-03-12", "2026-03-12"),
        ("2026-03-12", "2026-03-12 23:59"),
        ("2026-03-12T18:40:00+08:00", "2026-03-12 19:40"),
        ("2026-03-12", "yesterday"),
    ] {
        assert_eq!(earlier(a, b).0, None, "{a}, {b}");
    }
    let seen = |time: &str| Metadata { first_seen: some(time), ..Metadata::default() };
    let [a, b] = ["2026-03-12T10:00:00Z", "2026-03-12T10:00:01Z"].map(seen);
    let nothing = (None, 0, vec![]);
    assert_eq!(decision(&b, &a), nothing, "that one was read first is no evidence");
}

/// A side whose text the other has, except for its tail.
fn side(tail: f64, gated: bool) -> Side {
    Side {
        coverage: 1.0 - tail,
        coverage_low: 1.0 - tail,
        coverage_high: 1.0 - tail,
        long_coverage: 1.0 - tail,
        head: 0.0,
        inside: 0.0,
        tail,
        clustering: 0.0,
        uncertain: 0.0,
        gated,
    }
}

#[test]
fn the_longer_one_alone_is_not_enough() {
    let sides = [side(0.5, false), side(0.0, false)];
    let nothing = Metadata::default();
    let alone = original(&nothing, &nothing, Some(&sides));
    assert_eq!((alone.which, alone.confidence), (None, 0));
    assert_eq!(alone.reasons[0].evidence, OriginEvidence::Longer);
    let dated = |time: &str| Metadata { published: some(time), ..Metadata::default() };
    let [march, april] = ["2026-03-01", "2026-04-01"].map(dated);
    let with = original(&march, &april, Some(&sides));
    assert_eq!((with.which, with.confidence), (Some(Which::First), 50));
    let against = original(&april, &march, Some(&sides));
    assert_eq!((against.which, against.confidence), (Some(Which::Second), 35));
}

#[test]
fn a_credit_below_the_text_is_never_sure() {
    let crediting = |credit_place, published: &str| Metadata {
        credit: some("www.daily.example"),
        credit_place,
        published: some(published),
        ..portal()
    };
    let sides = [side(0.3, false), side(0.0, false)];
    let end = Some(CreditPlace::End);
    for place in [None, end] {
        let copy = crediting(place, "yesterday");
        let found = decision(&paper(), &copy);
        assert_eq!(found, (Some(Which::First), CREDIT_AT_END, vec![OriginEvidence::Credit]));
        let dated = Metadata { published: some("2026-03-01"), ..paper() };
        let all = original(&dated, &crediting(place, "2026-03-02"), Some(&sides));
        assert_eq!((all.which, all.reasons.len()), (Some(Which::First), 3), "{place:?}");
        assert_eq!(u32::from(all.confidence), MOST_WITH_END, "{place:?}");
    }
    // Without the credit, the head's statement is believed as it is.
    let stating = Metadata { canonical: some("https://www.daily.example/1"), ..crediting(end, "2026-03-02") };
    assert_eq!(decision(&paper(), &stating).1, CANONICAL_ADDRESS);
}

#[test]
fn the_dates_of_a_gated_page_do_not_support_it() {
    let dated = |metadata: Metadata, time: &str| Metadata { published: some(time), first_seen: some(time), ..metadata };
    let stub = dated(portal(), "2026-03-01");
    let whole = dated(paper(), "2026-03-02");
    let decision = |stub: &Metadata, whole: &Metadata, gated: [bool; 2]| {
        let sides = [side(0.0, gated[0]), side(0.6, gated[1])];
        let original = original(stub, whole, Some(&sides));
        let evidence: Vec<OriginEvidence> = original.reasons.iter().map(|r| r.evidence).collect();
        (original.which, evidence)
    };
    let times = vec![OriginEvidence::Published];
    let with_length = vec![OriginEvidence::Published, OriginEvidence::Longer];
    assert_eq!(decision(&stub, &whole, [false; 2]), (Some(Which::First), with_length));
    assert_eq!(decision(&stub, &whole, [true, false]), (None, vec![]), "it may be dated and fetched early");
    for gated in [[false, true], [true, true]] {
        assert_eq!(decision(&stub, &whole, gated), (Some(Which::First), times.clone()), "which is longer is unknown");
    }
    let crediting = Metadata { credit: some("河山门户"), ..whole };
    assert_eq!(
        decision(&stub, &crediting, [true, false]),
        (Some(Which::First), vec![OriginEvidence::Credit]),
        "the other states this itself"
    );
}

#[test]
fn contradictions_lower_the_confidence() {
    let copy = Metadata { credit: some("岚溪日报"), published: some("2026-03-12"), ..portal() };
    let published = |time: &str| Metadata { published: some(time), ..paper() };
    let agreeing = decision(&published("2026-03-11"), &copy);
    assert_eq!((agreeing.0, agreeing.1), (Some(Which::First), 86));
    let contradicting = decision(&published("2026-03-13"), &copy);
    assert_eq!((contradicting.0, contradicting.1), (Some(Which::First), 64));
    let mutual = Metadata { credit: some("河山门户"), ..paper() };
    let found = original(&mutual, &copy, None);
    assert_eq!((found.which, found.confidence, found.reasons.len()), (None, 0, 2));
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let one_of = |values: &'static [&'static str]| {
        prop::option::of(prop::sample::select(values)).prop_map(|text| text.map(str::to_owned))
    };
    let url = one_of(&["https://a.example/1", "https://b.example/2", "https://m.a.example/3", "x"]);
    let canonical = one_of(&["https://a.example/1", "https://b.example/2", "https://c.example/"]);
    let title = prop::sample::select(&["", "[转] 老坝", "老坝", "转：老坝"][..]);
    let name = || one_of(&["岚溪日报", "河山门户", "a.example", "b.example", ""]);
    let published = one_of(&["2026-03-12", "2026-03-12T18:40Z", "2026-03-13 07:05", "?"]);
    let first_seen = one_of(&["2026-03-12T10:00:00Z", "2026-03-12T10:00:01Z"]);
    let all = (url, canonical, title, name(), name(), published, first_seen);
    all.prop_map(|(url, canonical, title, site, credit, published, first_seen)| Metadata {
        url,
        canonical,
        title: title.to_owned(),
        site,
        credit,
        published,
        first_seen,
        ..Metadata::default()
    })
}

fn swapped(which: Which) -> Which {
    match which {
        Which::First => Which::Second,
        Which::Second => Which::First,
    }
}

proptest! {
    #[test]
    fn the_order_of_the_two_does_not_matter(
        a in metadata(),
        b in metadata(),
        own in [(0.0..0.5f64, any::<bool>()), (0.0..0.5, any::<bool>())],
    ) {
        let side = |(tail, gated)| Side {
            coverage: 1.0,
            coverage_low: 1.0,
            coverage_high: 1.0,
            long_coverage: 1.0,
            head: 0.0,
            inside: 0.0,
            tail,
            clustering: 0.0,
            uncertain: 0.0,
            gated,
        };
        let sides = own.map(side);
        let there = original(&a, &b, Some(&sides));
        let back = original(&b, &a, Some(&[sides[1], sides[0]]));
        prop_assert_eq!(there.which, back.which.map(swapped));
        prop_assert_eq!(there.confidence, back.confidence);
        prop_assert_eq!(there.confidence == 0, there.which.is_none());
        prop_assert!(there.confidence <= 100);
        let speaking = |of: &Original, which| -> Vec<OriginEvidence> {
            let reasons = of.reasons.iter().filter(|reason| reason.favors == which);
            reasons.map(|reason| reason.evidence).collect()
        };
        for which in [Which::First, Which::Second] {
            prop_assert_eq!(speaking(&there, which), speaking(&back, swapped(which)));
        }
    }

    #[test]
    fn any_text_is_read(text in "[\\[【转:a.水]{0,6}", other in "\\PC{0,12}") {
        says_reprinted(&text);
        says_reprinted(&other);
        source::is(&text, Some(&other), Some(&other));
    }
}
