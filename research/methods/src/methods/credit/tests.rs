use super::*;
use offprint::compare::Verdict;

fn signed(title: &str, text: &str) -> Credited {
    let article = Article::of_text(title.to_owned(), text.to_owned());
    Credit::default().sign(&article).expect("a signature")
}

fn compared(a: &Credited, b: &Credited) -> Verdict {
    Credit::default().compare(a, b).verdict
}

const BODY: &str = "下游三座水库已经蓄满，大坝安全。沿岸居民应当留意通知。";

#[test]
fn both_forms_of_a_credit_are_read() {
    let credits = [
        ("http://www.sina.com.cn 2006年03月18日11:40 人民网", "人民网"),
        ("www.hellobj.com.cn • 2006-1-4 9:49:52 • 来源: 新京报", "新京报"),
    ];
    for (line, source) in credits {
        let head = signed("水库蓄满", &format!("{line}\n{BODY}"));
        assert_eq!(head.sources, [source]);
        assert!(head.minutes.is_some());
        let foot = signed("水库蓄满", &format!("{BODY}\n{line}"));
        assert_eq!(foot.sources, [source]);
    }
}

#[test]
fn credits_above_the_body_count_before_that_below_it() {
    let text = format!("来源：江城晚报\n转自：河口日报\n{BODY}\n来源：山城早报");
    assert_eq!(signed("水库蓄满", &text).sources, ["江城晚报", "河口日报"]);
    let on_one_line = format!("来源：江城晚报 转自：河口日报\n{BODY}");
    assert_eq!(signed("水库蓄满", &on_one_line).sources, ["江城晚报", "河口日报"]);
    let below = format!("{BODY}\n来源：山城早报-河口日报");
    assert_eq!(signed("水库蓄满", &below).sources, ["山城早报", "河口日报"]);
    let inside = format!("{BODY}\n来源：江城晚报\n{BODY}");
    assert!(signed("水库蓄满", &inside).sources.is_empty());
    let nameless = signed("", &text);
    assert!(nameless.sources.is_empty(), "a source alone names no article");
}

#[test]
fn a_page_of_the_source_itself_needs_no_credit() {
    let body = BODY.repeat(4);
    let mut article = Article::of_text("水库蓄满".to_owned(), body.clone());
    article.metadata.url = Some("http://news.xinhuanet.com/politics/2006-03/18/c_1.htm".to_owned());
    let original = Credit::default().sign(&article).expect("a code");
    assert_eq!(original.site, ["newsxinhuanetcom", "新华社"]);
    let copy = signed("水库蓄满", &format!("来源：新华网\n{body}"));
    assert_eq!(compared(&original, &copy), Verdict::Same);
    // A copy of a copy names the page that it was taken from.
    let again = Credited { sources: vec!["江城晚报".to_owned()], ..copy.clone() };
    assert_eq!(compared(&copy, &again), Verdict::Different);
    let from = Credited { site: vec!["江城晚报".to_owned()], ..copy };
    assert_eq!(compared(&from, &again), Verdict::Same);
}

#[test]
fn an_address_tells_the_day() {
    let day = minutes("2006-03-18");
    for address in [
        "http://a.example/2006-03/18/content_4.htm",
        "http://a.example/2006/0318/1.html",
        "http://a.example/t20060318_1.htm",
        "http://a.example/2006/03/18/水库.html",
    ] {
        assert_eq!(day_of_address(address), day, "{address}");
    }
    for none in ["http://a.example/200603181.htm", "http://a.example/2006/13/18/", "2006-03", ""] {
        assert_eq!(day_of_address(none), None, "{none}");
    }
    let mut article = Article::of_text("水库蓄满".to_owned(), BODY.to_owned());
    article.metadata.url = Some("http://a.example/2006/0318/1.html".to_owned());
    assert_eq!(Credit::default().sign(&article).expect("a code").minutes, day);
}

fn credited(source: Option<&str>, headline: &str, length: u32) -> Credited {
    Credited {
        sources: source.map(str::to_owned).into_iter().collect(),
        site: Vec::new(),
        headline: headline.chars().collect(),
        minutes: None,
        code: None,
        length,
    }
}

#[test]
fn source_and_headline_make_a_copy_and_length_decides_which() {
    let paper = Some("江城晚报");
    let a = credited(paper, "下游三座水库蓄满", 1000);
    let vectors = [
        (credited(paper, "下游三座水库蓄满", 1100), Verdict::Same),
        (credited(paper, "下游三座水库蓄满", 1101), Verdict::Partial),
        // Eight of ten letters, and eight of eleven.
        (credited(paper, "下游三座水库昨天蓄满", 1000), Verdict::Same),
        (credited(paper, "下游三座水库昨天已蓄满", 1000), Verdict::Different),
        (credited(Some("河口日报"), "下游三座水库蓄满", 1000), Verdict::Different),
    ];
    for (b, expected) in vectors {
        assert_eq!(compared(&a, &b), expected, "{b:?}");
        assert_eq!(compared(&b, &a), expected, "{b:?}");
    }
}

#[test]
fn the_site_of_a_page_without_a_credit_is_its_source() {
    let copy = credited(Some("江城晚报"), "下游三座水库蓄满", 1000);
    let original =
        Credited { site: vec!["江城晚报".to_owned()], ..credited(None, "下游三座水库蓄满", 1000) };
    assert_eq!(compared(&copy, &original), Verdict::Same);
    let elsewhere = Credited { site: vec!["河口日报".to_owned()], ..original };
    assert_eq!(compared(&copy, &elsewhere), Verdict::Unknown, "neither has a code");
}

#[test]
fn time_supports_and_never_decides() {
    let at = |hours: Option<i64>| Credited {
        minutes: hours.map(|hours| hours * 60),
        ..credited(Some("江城晚报"), "下游三座水库蓄满", 1000)
    };
    let verdict = |hours| Credit::default().compare(&at(Some(0)), &at(hours));
    for hours in [None, Some(48), Some(49), Some(-48), Some(i64::MAX / 60)] {
        assert_eq!(verdict(hours).verdict, Verdict::Same);
    }
    assert_eq!(verdict(None).score, verdict(Some(-48)).score);
    assert!(verdict(Some(49)).score < verdict(Some(48)).score);
    // The least likely copy stays before the likeliest partial one, however far apart in time.
    const { assert!(LIKE_HEADLINE * 0.99 > 0.75 && 0.75 * LIKE_HEADLINE * 0.99 > 0.5) };
}

#[test]
fn one_source_and_one_text_are_the_same_under_another_headline() {
    let text = "文中的长句作为网页的特征。实验结果表明它高效。";
    let page = |title: &str, source: &str| signed(title, &format!("来源：{source}\n{text}"));
    let a = page("特征", "江城晚报");
    let b = page("一种高效的方法问世", "江城晚报");
    let found = Credit::default().compare(&a, &b);
    assert_eq!((found.verdict, found.score), (Verdict::Same, 1.0));
    let other = page("一种高效的方法问世", "河口日报");
    assert_eq!(compared(&a, &other), Verdict::Different);
    assert!(Credit::default().finds(&b, &a));
    let another = signed("一种高效的方法问世", &format!("来源：江城晚报\n{BODY}"));
    assert_eq!(compared(&a, &another), Verdict::Different);
}

#[test]
fn without_a_credit_the_codes_decide() {
    let page = |text: &str| signed("", text);
    let a = page("文中的长句作为网页的特征。实验结果表明它高效。");
    let strong = Credit::default().compare(&a, &a);
    assert_eq!((strong.verdict, strong.score), (Verdict::Same, 1.0));
    // One error in the auxiliary code.
    let b = page("文中的长句作为网页的特征。实验结构表明它高效。");
    let weak = Credit::default().compare(&a, &b);
    assert_eq!((weak.verdict, weak.score), (Verdict::Same, 0.9));
    // Two errors there, and one in the main code.
    let c = page("文中的长句作为网页的特征。试验结构表明它高效。");
    assert_eq!(compared(&a, &c), Verdict::Different);
    let d = page("文中的长句作为网页的特微。实验结果表明它高效。");
    assert_eq!(compared(&a, &d), Verdict::Different);
    let long = page(&format!("文中的长句作为网页的特征。实验结果表明它高效。{BODY}"));
    assert_eq!(compared(&a, &long), Verdict::Partial);
}

#[test]
fn a_page_has_all_the_sources_of_its_credit() {
    let body = "上游第三座大坝已经蓄满，下游的水位还在上涨，沿岸各县今晨开始检查堤防。".repeat(8);
    let of = |credit: &str| {
        let page = format!("<meta charset=utf-8><h1>第三座大坝蓄满</h1><p>2026-03-18 11:40 {credit}<p>{body}");
        let article = offprint::read(page.as_bytes(), Default::default());
        Credit::default().sign(&article).expect("a credit")
    };
    let copy = of("来源：江城晚报 转自：河口日报");
    assert_eq!(copy.sources, ["江城晚报", "河口日报"]);
    for source in ["江城晚报", "河口日报"] {
        assert_eq!(compared(&copy, &of(&format!("来源：{source}"))), Verdict::Same);
    }
    assert_eq!(compared(&copy, &of("来源：山城早报")), Verdict::Different);
}

proptest::proptest! {
    /// The keys find all that comparing every pair finds, as long as one end of the headline is unchanged.
    #[test]
    fn a_headline_edited_at_one_end_is_found(head in "[甲乙丙丁]{8,20}", tail in "[子丑]{0,2}", front: bool) {
        let paper = Some("江城晚报");
        let edited = if front { format!("{tail}{head}") } else { format!("{head}{tail}") };
        let (a, b) = (credited(paper, &head, 100), credited(paper, &edited, 100));
        proptest::prop_assert_eq!(compared(&a, &b), Verdict::Same);
        proptest::prop_assert!(Credit::default().finds(&b, &a));
    }
}
