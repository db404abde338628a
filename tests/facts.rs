//! Tests facts by kind in both languages, their sketch, and whether an article is a rewriting of another.

#[path = "common/reports.rs"]
mod reports;

use offprint::Fingerprint;
use offprint::compare::{ArticleRecord, Likelihood, RewriteVerdict, Verdict, rewriting};
use offprint::facts::{Fact, FactKind, SharedFacts, Sketch, SketchInput};
use offprint::internals::facts::facts_on;
use offprint::internals::sketch::{READ_KEYS, WRITE_KEYS};
use offprint::internals::test_text::rows;
use proptest::prelude::*;
use reports::{COURIER, GAZETTE, PORTAL};

/// Common words, so that the language is recognized.
const ENGLISH: &str = " It was not what they had said it would be when all of this was about to be done by them. ";

fn english(text: &str) -> Vec<Fact> {
    facts_on(&format!("{ENGLISH}{text}"), None)
}

fn forms(facts: &[Fact], kind: FactKind) -> Vec<&str> {
    let facts = facts.iter().filter(|fact| fact.kind == kind);
    facts.map(|fact| &fact.form[..]).collect()
}

#[test]
fn a_number_has_one_form_however_it_is_written() {
    for text in ["3,700 people", "3700 people", "three thousand, seven hundred"] {
        let found = english(text);
        let numbers = forms(&found, FactKind::Number);
        // Written in two parts, it counts as two numbers.
        assert!(numbers == ["3700"] || numbers == ["3000", "700"], "{text}: {numbers:?}");
    }
    for text in ["2.5 million", "2,500,000", "2.5mn"] {
        assert_eq!(forms(&english(text), FactKind::Number), ["2500000"], "{text}");
    }
    for text in ["约250万人受灾", "约二百五十万人受灾", "约2,500,000人受灾", "约２５０萬人受災"]
    {
        assert_eq!(forms(&facts_on(text, None), FactKind::Number), ["2500000"], "{text}");
    }
    assert_eq!(forms(&english("seventy-eight of 78 boats"), FactKind::Number), ["78", "78"]);
    assert_eq!(forms(&english("fell by 37 percent, 37 per cent or 37%"), FactKind::Number), ["37%"; 3]);
    assert_eq!(forms(&facts_on("下降了37%，即百分之三十七。", None), FactKind::Number), ["37%"; 2]);
}

#[test]
fn a_number_with_its_unit_has_one_form() {
    let united = |facts: &[Fact]| -> Vec<String> {
        let numbers = forms(facts, FactKind::Number).into_iter();
        let is_united = |form: &&str| form.ends_with(|c: char| c.is_alphabetic() || c == '2');
        numbers.filter(is_united).map(str::to_owned).collect()
    };
    for text in ["a 41 km wall", "a 41-kilometre wall", "forty-one kilometers of wall", "41,000 metres of it"] {
        assert_eq!(united(&english(text)), ["41000m"], "{text}");
    }
    for text in ["长41公里", "长四十一公里", "长4.1万米", "长41千米", "長４１公里"] {
        assert_eq!(united(&facts_on(text, None)), ["41000m"], "{text}");
    }
    for text in ["$2.5 million", "2.5 million dollars", "2,500,000 dollars"] {
        assert_eq!(united(&english(text)), ["2500000usd"], "{text}");
    }
    for text in ["损失250万美元", "损失二百五十万美元"] {
        assert_eq!(united(&facts_on(text, None)), ["2500000usd"], "{text}");
    }
    assert_eq!(united(&facts_on("修了三十七年，占地6平方公里", None)), ["37y", "6000000m2"]);
    assert_eq!(united(&facts_on("早在2011年就锈死了", None)), [""; 0], "a year counts nothing");
    assert!(!united(&english("41 boats")).contains(&"41boats".to_owned()));
    // The bare number agrees where the units do not.
    assert_eq!(forms(&facts_on("长4173米", None), FactKind::Number), ["4173", "4173m"]);
}

#[test]
fn what_was_altered_is_paired_in_its_place() {
    let altered = |first: &str, second: &str| -> Vec<(String, String)> {
        let sides = SharedFacts::new(first, second);
        let given = |text: &str, fact: &Fact| text[fact.start as usize..fact.end as usize].to_owned();
        let pairs = sides.altered.iter();
        pairs.map(|[one, other]| (given(first, one), given(second, other))).collect()
    };
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    let courier = "The ferry to Skarn stopped after a storm on April 16 had torn away its landing stage. Divers found \
        two of the seven piles broken, said Ines Dahl of the county. Repairs cost 180,000 crowns and take six weeks.";
    let portal = "No boats for Skarn: the landing stage of the ferry was torn away by a storm on April 17. Of its nine \
        piles two are broken, divers report. Ines Holm of the county reckons with six weeks of repairs, for 180,000 \
        crowns.";
    assert_eq!(altered(courier, portal), [pair("April 16", "April 17"), pair("seven", "nine"), pair("Dahl", "Holm"),]);
    assert_eq!(
        altered(
            "截至4月16日，暴雨使三千七百名村民离家，堤坝决口41米，损失二百五十万元。",
            "到4月16日为止，暴雨令4200名村民离家，堤坝决口41米宽，损失达250万元。"
        ),
        [pair("三千七百", "4200")]
    );
    // Other figures next to other facts, a name in another form, and a number written in another way.
    for other in [
        "The ferry to Skarn does not sail after the storm. School was cancelled for 28 pupils on June 2, said Tor Lund.",
        "Of the 7 piles of its landing stage two are broken, and Skarn has no ferry: Ines Dahlen of the county reckons \
         with 180K crowns.",
    ] {
        assert_eq!(altered(courier, other), [], "{other}");
    }
    assert_eq!(altered(courier, courier), []);
    let counted = |goats: u8| -> String {
        let village = |i| format!("In Barr{}a they counted {} goats. ", char::from(i), 21 * u32::from(goats + i));
        ENGLISH.to_owned() + &(b'a'..=b'z').map(village).collect::<String>()
    };
    let (many, others) = (counted(7), counted(101));
    assert_eq!(altered(&many, &others).len(), 20);
}

#[test]
fn days_named_from_that_of_the_page_are_dates() {
    let on = |text: &str, published: &str| -> Vec<String> {
        let found = facts_on(text, Some(published));
        forms(&found, FactKind::Date).into_iter().map(str::to_owned).collect()
    };
    let published = "2018-04-17T00:30+08:00";
    for (text, day) in rows(include_str!("tables/named-days.txt")) {
        let sentence = if text.is_ascii() { format!("{ENGLISH}It {text}.") } else { text.to_owned() };
        assert_eq!(on(&sentence, published), [day], "{text}");
    }
    assert_eq!(on(&format!("{ENGLISH}It sails today."), "17 April 2018"), ["04-17"]);
    assert_eq!(on("渡轮3日内复航，4月16日停航", published), ["04-16"]);
    assert_eq!(on("渡轮昨天停航", "last week"), [""; 0], "the day is unknown");
    assert_eq!(forms(&facts_on("渡轮昨天停航", None), FactKind::Date), [""; 0]);
    assert_eq!(on("跨年夜昨天结束", "2019-01-01"), ["12-31"]);
    assert_eq!(on("渡轮29日停航", "2019-03-15"), [""; 0], "no February has one, and January is long ago");
}

#[test]
fn telephone_numbers_are_not_figures() {
    let found = english("Call 555-203-8847 or 1-800-555-8477.");
    assert_eq!(forms(&found, FactKind::Number), [""; 0]);
}

#[test]
fn a_day_has_one_form_however_it_is_written() {
    for text in ["on April 16", "on Apr. 16", "the 16th of April", "on 16 April", "at 2018-04-16"] {
        assert_eq!(forms(&english(text), FactKind::Date), ["04-16"], "{text}");
    }
    for text in ["截至4月16日零时", "截至四月十六日零时", "截至4月16号零时"] {
        assert_eq!(forms(&facts_on(text, None), FactKind::Date), ["04-16"], "{text}");
    }
    assert_eq!(forms(&english("may 16 boats sail in March 2018"), FactKind::Date), [""; 0]);
}

#[test]
fn names_are_recognized_by_their_capitals() {
    let found = english("Repairs, said Ines Dahl-Sund of the GNA, cost O'Brien's boat its mast.");
    assert_eq!(forms(&found, FactKind::Name), ["ine", "dahl", "sund", "gna", "obrien"]);
    assert!(forms(&found, FactKind::Word).contains(&"repair"), "{found:?}");
    let found = facts_on("受损的Havsula号渡轮由GNA公司运营。", None);
    assert_eq!(forms(&found, FactKind::Name), ["havsula", "gna"]);
}

#[test]
fn words_lose_their_endings_and_common_ones_are_not_facts() {
    let found = english("Divers were flooding the moorings while the moored boats flooded.");
    let words = forms(&found, FactKind::Word);
    assert_eq!(words.iter().filter(|word| **word == "flood").count(), 2, "{words:?}");
    assert_eq!(words.iter().filter(|word| **word == "moor").count(), 1, "{words:?}");
    assert!(!words.contains(&"the"));
    let found = facts_on("渡輪撞上浮冰", None);
    assert_eq!(forms(&found, FactKind::Word), ["渡轮", "轮撞", "撞上", "上浮", "浮冰"]);
}

#[test]
fn quotations_are_marked() {
    let quoted = |facts: Vec<Fact>, form: &str| {
        let found = facts.iter().find(|fact| fact.form == form);
        found.unwrap_or_else(|| panic!("{form} in {facts:?}")).quoted
    };
    for text in ["“The pontoon sank at the quay,” a diver told.", "\"The pontoon sank at the quay,\" a diver told."]
    {
        assert!(quoted(english(text), "pontoon"), "{text}");
        assert!(!quoted(english(text), "diver"), "{text}");
    }
    let text = "潜水员说：“浮桥在码头旁边沉没了，谁也没有料到。”县里派来了驳船。";
    assert!(quoted(facts_on(text, None), "浮桥"));
    assert!(!quoted(facts_on(text, None), "驳船"));
}

#[test]
fn facts_have_their_places_in_the_text() {
    for text in
        ["洪水冲走了Skarn的浮桥，损失18万元。", "On Sunday the flood took the landing of Skarn for 180,000 crowns."]
    {
        for fact in facts_on(text, None) {
            let there = &text[fact.start as usize..fact.end as usize];
            let is_figure = matches!(fact.kind, FactKind::Number | FactKind::Date);
            assert!(is_figure || there.to_lowercase().starts_with(&fact.form[..3]), "{fact:?}: {there}");
        }
    }
}

#[test]
fn other_languages_are_not_judged() {
    let texts = [
        "Die Fähre nach Skarn fährt seit Sonntag nicht mehr, weil ein Sturm den halben Anleger weggerissen hat.",
        "Паром в Скарн не ходит с воскресенья: шторм снёс половину причала.",
        "スカルン行きのフェリーは日曜日の夜から運休している。",
        "",
    ];
    for text in texts {
        assert_eq!(facts_on(text, None), [], "{text}");
    }
}

fn sketch(text: &str) -> Sketch {
    Sketch::new("", text).expect("it has enough facts")
}

/// A text of unknown date.
fn undated(body: &str) -> SketchInput<'_> {
    SketchInput { headline: "", body, published: None, fingerprint: None }
}

#[test]
fn a_rewritten_article_is_distinguished_from_another_report() {
    let [courier, portal, gazette] = [COURIER, PORTAL, GAZETTE].map(sketch);
    let verdict = |a: &Sketch, b: &Sketch| rewriting(a, b, Verdict::Different);
    let rewritten = verdict(&courier, &portal);
    assert_eq!(rewritten.verdict, RewriteVerdict::Rewritten, "{rewritten:#?}");
    assert_eq!(verdict(&portal, &courier), rewritten);
    let other = verdict(&courier, &gazette);
    assert_eq!(other.verdict, RewriteVerdict::Independent, "{other:#?}");
    assert!(other.score < Some(0.2), "{other:#?}");
}

#[test]
fn the_facts_of_both_can_be_checked() {
    let [courier, portal] = [COURIER, PORTAL].map(sketch);
    let found = rewriting(&courier, &portal, Verdict::Different);
    let facts = found.with_facts(&undated(COURIER), &undated(PORTAL)).facts.expect("measured");
    let agree = |form: &str| facts.shared.iter().position(|[fact, _]| fact.form == form);
    let of = |form: &str| agree(form).unwrap_or_else(|| panic!("{form} in {facts:#?}"));
    let [lambs, quoted] = &facts.shared[of("lamb")];
    assert!(lambs.quoted && quoted.quoted);
    assert!(agree("41").is_some() && agree("brimir").is_some());
    let only = |facts: &[Fact], form: &str| facts.iter().any(|fact| fact.form == form);
    assert!(only(&facts.only_second, "promis") && !only(&facts.only_first, "promis"));
    // The freighter comes last in both, the ferry first in one.
    assert!(facts.in_order.contains(&of("brimir")));
    assert!(facts.in_order.len() < facts.shared.len());
    let starts = facts.in_order.iter().map(|&place| facts.shared[place].each_ref().map(|fact| fact.start));
    assert!(starts.is_sorted_by(|a, b| a[0] <= b[0] && a[1] <= b[1]));
    // Nothing is called altered in reports that are not rewritten.
    let gazette = sketch(GAZETTE);
    let other = rewriting(&courier, &gazette, Verdict::Different).with_facts(&undated(COURIER), &undated(GAZETTE));
    assert_eq!(other.facts.map(|facts| facts.altered), Some(Vec::new()));
}

#[test]
fn copies_are_not_rewritten_and_too_little_is_unknown() {
    let courier = sketch(COURIER);
    for verdict in [Verdict::Same, Verdict::Partial] {
        let found = rewriting(&courier, &courier, verdict);
        assert_eq!((found.verdict, found.score), (RewriteVerdict::Copied, Some(0.0)));
        assert_eq!(found.likelihood, Some(Likelihood::Low));
    }
    let record = |sketch| {
        let mut record = ArticleRecord::default();
        record.sketch = sketch;
        record
    };
    let unknown = |other: Option<Sketch>| {
        let found = record(Some(courier.clone())).rewriting(&record(other), Verdict::Unknown);
        (found.verdict, found.score, found.likelihood) == (RewriteVerdict::Unknown, None, None)
    };
    assert!(unknown(None));
    let chinese =
        sketch("暴风雨冲毁斯卡恩岛码头，渡轮停航。潜水员发现四根桩柱中有两根断裂，维修需要十八万克朗和六个星期。");
    assert!(unknown(Some(chinese)));
}

#[test]
fn texts_whose_words_may_be_the_same_are_never_called_rewritten() {
    let courier = sketch(COURIER);
    let outcome = |verdict| {
        let found = rewriting(&courier, &courier, verdict);
        (found.verdict, found.likelihood)
    };
    assert_eq!(outcome(Verdict::Different), (RewriteVerdict::Rewritten, Some(Likelihood::High)));
    assert_eq!(outcome(Verdict::Unknown), (RewriteVerdict::Unknown, Some(Likelihood::Medium)));
}

#[test]
fn a_sketch_is_small_and_has_one_form() {
    let long: String =
        (0..900).map(|i| format!("{ENGLISH} Zork{} met Quill{} near {}. ", 7 * i, i % 97, 13 * i)).collect();
    let fingerprint = Fingerprint::new("", &long);
    let left = 1024 - fingerprint.as_ref().expect("text enough").to_bytes().len();
    assert!(left < 400, "its sketch has to be smaller");
    let beside = Sketch::of_input(&SketchInput {
        headline: "",
        body: &long,
        published: None,
        fingerprint: fingerprint.as_ref(),
    });
    let bytes = beside.expect("facts enough").to_bytes();
    assert!((left - 10..=left).contains(&bytes.len()), "{} of {left}", bytes.len());
    assert!(Sketch::from_bytes(&bytes).is_ok());
    for text in [COURIER, GAZETTE, &long] {
        let sketch = sketch(text);
        let bytes = sketch.to_bytes();
        assert!(bytes.len() <= 400, "{}", bytes.len());
        assert_eq!(Sketch::from_bytes(&bytes), Ok(sketch.clone()));
        assert_eq!(sketch.to_string().parse(), Ok(sketch.clone()));
        let (read, write) = (sketch.read_keys(), sketch.write_keys());
        assert_eq!([read.len(), write.len()], [READ_KEYS, WRITE_KEYS]);
        assert_eq!(read[..WRITE_KEYS], write);
        for end in 0..bytes.len() {
            assert!(Sketch::from_bytes(&bytes[..end]).is_err(), "{end}");
        }
    }
    assert_eq!(Sketch::new("", "Too little to tell."), None);
}

/// If this fails, stored sketches are no longer comparable: raise the version.
#[test]
fn sketches_are_the_same_bytes_for_ever() {
    let golden = include_str!("golden/sketches.txt");
    let dam = "截至4月16日，暴雨使三千七百名村民离家，堤坝决口四十一米，损失二百五十万元。水利局工程师何伟称，\
        “闸门早在2011年就已锈死，没有人来修理过它。”";
    let lines: String = [COURIER, PORTAL, GAZETTE, dam].map(|text| format!("{}\n", sketch(text))).concat();
    assert_eq!(lines, golden);
}

proptest! {
    #[test]
    fn facts_lie_in_the_text_and_sketches_read_back(text in "[A-Za-z0-9 .,'’\"“”%\\-一二三四万亿百分之年月日号水库闸門ａ１。\n]{0,200}") {
        let found = facts_on(&text, None);
        let stands = |fact: &Fact| text.get(fact.start as usize..fact.end as usize).is_some();
        prop_assert!(found.iter().all(stands));
        let padded = format!("{COURIER}{text}");
        let sketch = Sketch::new(&text, &padded).expect("facts enough");
        prop_assert!(sketch.to_bytes().len() <= 400);
        prop_assert_eq!(Sketch::from_bytes(&sketch.to_bytes()), Ok(sketch));
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..420), flip in 0usize..400, to in any::<u8>()) {
        if let Ok(sketch) = Sketch::from_bytes(&bytes) {
            prop_assert_eq!(sketch.to_bytes(), bytes);
        }
        let mut changed = Sketch::new("", COURIER).expect("facts enough").to_bytes();
        let place = flip % changed.len();
        changed[place] = to;
        if let Ok(sketch) = Sketch::from_bytes(&changed) {
            prop_assert_eq!(sketch.to_bytes(), changed);
        }
    }
}
