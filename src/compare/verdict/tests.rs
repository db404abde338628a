use super::samples::interval;
use super::*;
use proptest::prelude::*;

fn side() -> impl Strategy<Value = Side> {
    (prop::array::uniform6(0.0f64..=1.0), any::<bool>()).prop_map(
        |([coverage, long, head, inside, tail, clustering], gated)| Side {
            coverage,
            coverage_low: coverage,
            coverage_high: coverage,
            long_coverage: coverage * long,
            head,
            inside,
            tail,
            clustering,
            uncertain: 0.0,
            gated,
        },
    )
}

fn likeness() -> impl Strategy<Value = Likeness> {
    (side(), side(), 0u32..40, 0.0f64..400.0, 1.0f64..2.0, (0.0f64..1.2, any::<bool>()), 0u32..3).prop_map(
        |(a, b, shared, passage, length_ratio, (facts, facts_replaced), headline_not_in_body)| Likeness {
            sides: [a, b],
            shared,
            samples: 160,
            passage,
            facts,
            facts_replaced,
            length_ratio,
            headline_not_in_body,
        },
    )
}

#[test]
fn the_rank_of_two_texts_is_that_of_their_comparison() {
    use crate::test_text::sentences;
    let lengths = [4, 5, 9, 40, 200, 900];
    let print = |headline, length: u32, from| Fingerprint::new(headline, &sentences(from..from + length)).unwrap();
    let texts = lengths.map(|length| print("甲乙丙丁戊己庚辛壬癸", length, 0));
    let mut verdicts = Vec::new();
    for (from, length) in (0..900).step_by(7).flat_map(|from| lengths.map(|length| (from, length))) {
        for other in ["", "子丑寅卯辰巳午未申酉"].map(|headline| print(headline, length, from)) {
            for text in &texts {
                let Comparison { verdict, score, .. } = compare(text, &other);
                let expected = (verdict, if verdict > Verdict::Different { score } else { 0.0 });
                let (verdict, score) = rank_at(text, &other, &THRESHOLDS);
                assert_eq!((verdict, if verdict > Verdict::Different { score } else { 0.0 }), expected);
                verdicts.push(verdict);
            }
        }
    }
    verdicts.sort();
    verdicts.dedup();
    assert_eq!(verdicts.len(), 4, "each occurs");
}

#[test]
fn uncertain_text_that_is_not_shared_does_not_count() {
    use crate::test_text::sentences;
    use crate::text::normalize;
    use crate::text::script::Script;
    let article = sentences(0..30);
    let furnished = article.clone() + &sentences(50..70);
    let print = |text: &str, uncertain| {
        let mut text = normalize(text);
        text.mark_uncertain(std::iter::once(uncertain));
        Fingerprint::of_normal("", text, "", Script::Hani)
    };
    let [bare, sure, doubted, lost] = [
        print(&article, 0..0),
        print(&furnished, 0..0),
        print(&furnished, article.len()..furnished.len()),
        print(&article, 0..article.len() / 2),
    ]
    .map(Option::unwrap);
    let verdict = |a: &Fingerprint, b: &Fingerprint| compare(a, b).verdict;
    assert_eq!(verdict(&bare, &sure), Verdict::Partial);
    assert_eq!(verdict(&bare, &doubted), Verdict::Same);
    assert_eq!(verdict(&sure, &doubted), Verdict::Same);
    // Text that both have counts, uncertain or not.
    assert_eq!(verdict(&bare, &lost), Verdict::Same);
    assert!(print(&furnished, 0..furnished.len()).is_none(), "nothing is sure");
}

#[test]
fn a_verdict_is_close_if_a_condition_within_its_margin_would_change_it() {
    let judged = |inside: f64, long_coverage: f64| {
        let side = Side {
            coverage: 1.0 - inside,
            coverage_low: 0.8,
            coverage_high: 1.0,
            long_coverage,
            head: 0.0,
            inside,
            tail: 0.0,
            clustering: 0.5,
            uncertain: 0.0,
            gated: false,
        };
        let conditions = Likeness {
            sides: [side, side],
            shared: 140,
            samples: 160,
            passage: 140.0,
            facts: 1.0,
            facts_replaced: false,
            length_ratio: 1.0,
            headline_not_in_body: 0,
        }
        .conditions(&THRESHOLDS);
        (conditions.verdict(), conditions.is_borderline())
    };
    assert_eq!(judged(0.0, 0.95), (Verdict::Same, false));
    assert_eq!(judged(0.10, 0.85), (Verdict::Same, true));
    assert_eq!(judged(0.12, 0.85), (Verdict::Partial, true));
    // Whether the text was edited evenly does not matter if much is missing inside.
    assert_eq!(judged(0.25, 0.66), (Verdict::Partial, false));
}

#[test]
fn an_interval_narrows_with_the_sample_and_stays_between_nothing_and_all() {
    let close = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 0.001 && (b - d).abs() < 0.001;
    // The tables of Newcombe (1998).
    assert!(close(interval(81, 263), (0.255, 0.366)));
    assert!(close(interval(0, 20), (0.0, 0.161)));
    assert!(close(interval(1, 29), (0.006, 0.172)));
    assert_eq!(interval(160, 160).1, 1.0);
    assert_eq!(interval(0, 0), (0.0, interval(0, 1).1));
}

#[test]
fn one_text_under_two_headlines_that_it_does_not_mention_is_a_copy_unless_it_may_be_a_notice() {
    let text = crate::test_text::sentences(0..6);
    let verdict = |text: &str, headlines: [&str; 2]| {
        let [a, b] = headlines.map(|headline| Fingerprint::new(headline, text).unwrap());
        compare(&a, &b).verdict
    };
    let (one, other) = ("下游三座水库已经蓄满", "渡轮停航的岛上没有人");
    assert_eq!(verdict(&text, [one, other]), Verdict::Same);
    assert_eq!(verdict(&(text.clone() + "我加微信的人。"), [one, other]), Verdict::Same);
    for call in ["请加微信:88123456。", "关注公众号投稿。", "Newsletter: desk@paper.example"] {
        let notice = text.clone() + call;
        assert_eq!(verdict(&notice, [one, other]), Verdict::Unknown, "{call}");
        assert_eq!(verdict(&notice, [one, one]), Verdict::Same);
        assert_eq!(verdict(&notice, [one, "下游三座水庫，已經蓄滿！"]), Verdict::Same);
        assert_eq!(verdict(&notice, [one, &text.chars().take(12).collect::<String>()]), Verdict::Same);
    }
    let long = crate::test_text::sentences(0..30) + "关注公众号投稿。";
    assert_eq!(verdict(&long, [one, other]), Verdict::Same);
}

/// The verdict on two texts with different beginnings and `shared` sentences in common at the end.
fn with_a_shared_end(shared: u32, own: u32, at: &Thresholds) -> Verdict {
    use crate::test_text::sentences;
    let end = sentences(0..shared);
    let [a, b] = [1000, 2000].map(|i| Fingerprint::new("", &(sentences(i..i + own) + &end)).unwrap());
    compare_at(&a, &b, at).verdict
}

#[test]
fn a_short_end_that_two_texts_share_is_a_notice() {
    assert_eq!(with_a_shared_end(6, 6, &THRESHOLDS), Verdict::Different);
    assert_eq!(with_a_shared_end(30, 30, &THRESHOLDS), Verdict::Partial);
    assert_eq!(with_a_shared_end(60, 24, &ONE_SITE), Verdict::Different);
    // This is not an end: one of the two continues.
    let [a, b] = [
        crate::test_text::sentences(0..6) + &crate::test_text::sentences(1000..1006),
        crate::test_text::sentences(2000..2006) + &crate::test_text::sentences(0..6),
    ]
    .map(|text| Fingerprint::new("", &text).unwrap());
    assert_eq!(compare(&a, &b).verdict, Verdict::Partial);
}

proptest! {
    /// A text is the same as itself, and shares a part with a text that contains it and is up to five times as long. In
    /// a longer text, too few shingles are sampled to be sure.
    #[test]
    fn a_text_is_found_in_itself_and_more(
        sentences in 4u32..60, before in 0u32..=2, after in 0u32..=2, headline in "[一-三水库堤防]{0,12}",
    ) {
        use crate::test_text::sentences as test_text;
        let text = test_text(1000..1000 + sentences);
        let [before, after] = [0..before * sentences, 2000..2000 + after * sentences].map(test_text);
        let more = before + &text + &after;
        let [text, more] = [text, more].map(|text| Fingerprint::new(&headline, &text).unwrap());
        let verdict = |a: &Fingerprint, b: &Fingerprint| {
            let comparison = compare(a, b);
            (comparison.verdict, comparison.score)
        };
        prop_assert_eq!(verdict(&text, &text).0, Verdict::Same);
        prop_assert!(verdict(&text, &more).0 >= Verdict::Partial);
        prop_assert_eq!(verdict(&text, &more), verdict(&more, &text));
    }

    /// The evidence alone determines the verdict.
    #[test]
    fn the_verdict_follows_from_the_evidence(likeness in likeness(), on_one_site: bool) {
        let at = if on_one_site { ONE_SITE } else { THRESHOLDS };
        let evidence = likeness.conditions(&at).into_evidence();
        for condition in &evidence {
            let Evidence { value, threshold, .. } = *condition;
            let holds = if condition.at_least { value >= threshold } else { value <= threshold };
            prop_assert_eq!(condition.passed, holds, "{:?}", condition);
        }
        let holds = |metric: &str| {
            evidence.iter().find(|condition| condition.metric == metric).unwrap().passed
        };
        let whole = holds("missing-inside") && holds("missing-tail");
        let even = holds("even-coverage") && holds("clustering");
        let same = holds("long-coverage")
            && holds("length-ratio")
            && (even || whole && (holds("unedited") || holds("edited-evenly")));
        let shared = holds("shared-samples") && holds("shared-facts");
        let verdict = match (shared, holds("headline-not-in-body")) {
            (false, _) => Verdict::Different,
            (true, false) => Verdict::Unknown,
            _ if same && holds("gated") && holds("same-facts") => Verdict::Same,
            _ if same => Verdict::Partial,
            _ if holds("max-long-coverage")
                && (holds("unique-before-shared-tail") || holds("shared-shingles")) => Verdict::Partial,
            _ => Verdict::Different,
        };
        prop_assert_eq!(likeness.verdict(&at), verdict);
    }

    /// If only the beginning of an article is known, the whole is unknown, even if the other is its beginning too.
    #[test]
    fn a_gated_article_is_never_the_same(likeness in likeness()) {
        let gated = likeness.sides.iter().any(|side| side.gated);
        let whole = Likeness { sides: likeness.sides.map(|side| Side { gated: false, ..side }), ..likeness };
        let expected = match whole.verdict(&THRESHOLDS) {
            Verdict::Same if gated => Verdict::Partial,
            verdict => verdict,
        };
        prop_assert_eq!(likeness.verdict(&THRESHOLDS), expected);
    }

    /// The order of the two articles does not matter.
    #[test]
    fn the_two_may_be_swapped(likeness in likeness()) {
        let [a, b] = likeness.sides;
        let swapped = Likeness { sides: [b, a], ..likeness };
        prop_assert_eq!(swapped.verdict(&THRESHOLDS), likeness.verdict(&THRESHOLDS));
    }
}

/// A report from a template with these figures, and a name after every other figure.
fn report(mut figure: impl FnMut(u32) -> u32, names: u32) -> String {
    (0..12)
        .map(|i| {
            let phrase = crate::test_text::sentences(i..i + 1);
            let name: String = crate::test_text::sentences(names + i..names + i + 1).chars().take(2).collect();
            format!("{phrase}{name}为{}度，比昨天多{}度。", figure(2 * i), figure(2 * i + 1))
        })
        .collect()
}

#[test]
fn texts_written_by_one_form_are_different() {
    let verdict =
        |a: &str, b: &str| compare(&Fingerprint::new("", a).unwrap(), &Fingerprint::new("", b).unwrap()).verdict;
    let known = report(|i| 100 + 37 * i, 100);
    let other = report(|i| 111 + 29 * i, 200);
    assert_eq!(verdict(&known, &known), Verdict::Same);
    assert_eq!(verdict(&known, &other), Verdict::Different);
    assert_eq!(verdict(&other, &known), Verdict::Different);
    // A copy with errors in three figures, and one that uses another word for the units in some lines.
    let errors = |i| if i % 8 == 3 { 99 } else { 100 + 37 * i };
    assert_eq!(verdict(&known, &report(errors, 100)), Verdict::Same);
    let (first, rest) = known.split_at(known.len() / 3 * 3 / 4);
    let units = first.replace('度', "摄氏度") + rest;
    assert_eq!(verdict(&known, &units), Verdict::Same);
    // An update changes half of the figures.
    let update = |i| {
        if i % 2 == 0 { 100 + 37 * i } else { 111 + 29 * i }
    };
    assert_ne!(verdict(&known, &report(update, 100)), Verdict::Same);
    // A quotation is in one place.
    let half: String = known.chars().take(known.chars().count() / 2).collect();
    let quoting = crate::test_text::sentences(300..312) + &half;
    assert_eq!(verdict(&known, &quoting), Verdict::Partial);
}
