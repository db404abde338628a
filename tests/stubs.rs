//! Pages with almost no visible text: the article is read from their data, or reported as gated.

mod common;

use common::{Fixture, compared, fixtures, fixtures_in};
use offprint::article::TextSource;
use offprint::compare::{ArticleRecord, Verdict, compare};
use offprint::index::{InMemory, Index};
use offprint::{Article, Fingerprint, ReadOptions};

fn stubs() -> Vec<Fixture> {
    fixtures_in("tests/stubs")
}

#[test]
fn every_stub_is_read_from_where_its_text_is() {
    for page in stubs() {
        let article = page.read();
        assert_eq!(article.text, page.body.trim_end(), "{}", page.slug);
        assert_eq!(article.text_source, page.meta.text_source, "{}", page.slug);
        assert_eq!(article.gated, page.meta.gated, "{}", page.slug);
        assert_eq!(article.metadata.title, page.meta.title, "{}", page.slug);
        assert_eq!(article.page_type, page.meta.page_type, "{}", page.slug);
    }
}

#[test]
fn any_chunking_reads_the_same() {
    for page in stubs() {
        let whole = serde_json::to_string(&page.read()).expect("an article is JSON");
        for sizes in [&[1][..], &[3, 1, 7], &[1024], &[16 * 1024 - 1, 2]] {
            let chunked = serde_json::to_string(&page.read_in_chunks(sizes));
            assert_eq!(chunked.expect("JSON"), whole, "{} by {sizes:?}", page.slug);
        }
    }
}

/// A gated stub is never taken for the whole article.
#[test]
fn stubs_are_compared_like_other_pages() {
    let pages = fixtures();
    for page in stubs() {
        let original =
            pages.iter().find(|other| other.meta.family == page.meta.family && other.meta.relation == "original");
        let original = original.expect("every family has an original").read();
        let comparison = compared(&original, &page.read());
        let expected = match page.meta.relation.as_str() {
            "same" => Verdict::Same,
            "partial" => Verdict::Partial,
            other => panic!("{}: {other}", page.slug),
        };
        assert_eq!(comparison.verdict, expected, "{}", page.slug);
        assert!(!page.meta.gated || expected == Verdict::Partial);
    }
}

/// The same text, once as a whole article and once as the beginning before a gate: the beginning is never the same as
/// the article or as another such beginning, and the evidence shows why.
#[test]
fn the_text_before_a_gate_is_never_the_same_article() {
    let page = |stated: &str| {
        let text = sentences(0, 9);
        read(&format!("<title>T</title>{stated}<article><p>{text}</p></article>"))
    };
    let whole = page("");
    let stub = page("<meta itemprop=isAccessibleForFree content=False>");
    assert!(stub.gated && !whole.gated);
    assert_eq!(stub.text, whole.text);
    // The store keeps its fingerprint as text.
    let kept = |article: &Article| -> Fingerprint {
        let text = article.fingerprint.as_ref().unwrap().to_string();
        text.parse().unwrap()
    };
    let judged = |a: &Article, b: &Article| {
        let comparison = compare(&kept(a), &kept(b));
        let gates = comparison
            .evidence
            .iter()
            .find(|e| e.metric == "gated")
            .map(|e| (e.value, e.passed))
            .expect("it was asked");
        (comparison.verdict, comparison.score, gates)
    };
    assert_eq!(judged(&whole, &whole), (Verdict::Same, 1.0, (0.0, true)));
    assert_eq!(judged(&whole, &stub), (Verdict::Partial, 0.5, (1.0, false)));
    assert_eq!(judged(&stub, &whole), (Verdict::Partial, 0.5, (1.0, false)));
    assert_eq!(judged(&stub, &stub), (Verdict::Partial, 0.5, (2.0, false)));
}

/// A page that is marked as gated and seen first does not keep two others from being recognized as one article.
#[test]
fn whole_articles_precede_gated_ones() {
    let page = |stated: &str, sentence: usize| {
        let text = sentences(0, 8) + &sentences(sentence, 1);
        read(&format!("<title>T</title>{stated}<article><p>{text}</p></article>")).fingerprint
    };
    let mut index = InMemory::new();
    let mut arrived = |id: &str, fingerprint: Option<Fingerprint>| {
        let record = fingerprint.map(ArticleRecord::from).unwrap_or_default();
        let Ok(insertion) = index.insert(id, &record);
        (insertion.judgement.verdict, insertion.judgement.of)
    };
    let gate = "<meta itemprop=isAccessibleForFree content=False>";
    assert_eq!(arrived("stub", page(gate, 8)).0, Verdict::Different);
    assert_eq!(arrived("edited", page("", 90)), (Verdict::Partial, Some("stub".to_owned())));
    // It equals the gated page exactly, and the other except for a sentence.
    assert_eq!(arrived("whole", page("", 8)), (Verdict::Same, Some("edited".to_owned())));
}

fn read(html: &str) -> Article {
    offprint::read(html.as_bytes(), ReadOptions::default())
}

fn sentences(from: usize, count: usize) -> String {
    let one = |i: usize| {
        let word = |n: usize| format!("word{}", (i * 7919 + n * 389) % 5000);
        (0..10).map(word).collect::<Vec<_>>().join(" ") + ". "
    };
    (from..from + count).map(one).collect()
}

#[test]
fn a_text_of_another_title_is_not_taken() {
    let page = |stated: &str, title: &str| {
        let text = sentences(0, 20);
        read(&format!(
            r#"<title>Bridge closed for repair</title>{stated}<p>Loading</p>
            <script type=application/json>{{"title":"{title}","body":"{text}"}}</script>"#
        ))
        .text_source
    };
    let stated = r#"<meta property=og:title content="Bridge closed for repair">"#;
    assert_eq!(page(stated, "Bridge closed for repair"), TextSource::Data);
    assert_eq!(page(stated, "Bridge closed for repair | News"), TextSource::Data);
    assert_eq!(page(stated, "Harbour opened"), TextSource::Page);
    // A page that has only the name of the site.
    assert_eq!(page("", "Harbour opened"), TextSource::Data);
}

/// A sentence may end where its paragraph does, and no space follows.
#[test]
fn markup_may_have_one_sentence_in_each_paragraph() {
    let paragraphs = |[begin, end]: [&str; 2]| {
        let paragraph = |i| format!("{begin}{}{end}", sentences(i, 1).trim());
        (0..8).map(paragraph).collect::<String>()
    };
    let html = paragraphs(["<p>", "</p>"]);
    for data in [
        format!("<script type=text/template>{html}</script>"),
        format!("<noscript>{html}</noscript>"),
        format!("<template>{html}</template>"),
        format!("<script type=text/template>{html}</script><noscript>{html}</noscript>"),
        format!(r#"<script type=application/json>{{"title":"Bridge closed for repair","body":"{html}"}}</script>"#),
    ] {
        let article = read(&format!("<title>Bridge closed for repair</title><h1>Bridge closed for repair</h1>{data}"));
        assert_eq!(article.text, paragraphs(["", "\n"]).trim(), "{data}");
        assert!(article.fingerprint.is_some());
    }
}

/// What scripts would draw is on the page a second time, for browsers without them.
#[test]
fn markup_under_the_title_precedes_data_without_it() {
    let posts: Vec<String> = (0..5).map(|post| sentences(10 * post, 5).trim().to_owned()).collect();
    let markup = |post: &String| format!("<article><h3>somebody</h3><div><p>{post}</p></div></article>");
    let data = |post: &String| format!(r#"{{"type":"posts","attributes":{{"contentHtml":"<p>{post}</p>"}}}}"#);
    let page = |headline: &str, title: &str| {
        let shown: String = posts.iter().map(markup).collect();
        let stored: Vec<String> = posts.iter().map(data).collect();
        read(&format!(
            r#"<title>What is a lock for? - Barge talk</title><p>Loading</p>
            <noscript><div><h1 class=title>{headline}</h1>{shown}</div></noscript>
            <script type=application/json>{{{title}"resources":[{}]}}</script>"#,
            stored.join(",")
        ))
    };
    let thread = page("What is <i>a lock</i> for?", "");
    assert_eq!(thread.text_source, TextSource::Inert);
    assert_eq!(thread.metadata.title, "What is a lock for?");
    assert!(posts.iter().all(|post| thread.text.contains(post)), "{}", thread.text);
    assert_eq!(page("Barge talk", "").text_source, TextSource::Page);
    // Data with the title hold nothing else.
    let titled = page("What is a lock for?", r#""title":"What is a lock for?","#);
    assert_eq!(titled.text_source, TextSource::Data);
}

#[test]
fn of_several_texts_without_an_agreeing_title_none_is_taken() {
    let [a, b] = [sentences(0, 20), sentences(100, 20)];
    let item = |title: &str, text: &str| format!(r#"{{"title":"{title}","body":"{text}"}}"#);
    let page = |items: &str| {
        read(&format!(r#"<title>The Post</title><p>Loading</p><script type=application/json>[{items}]</script>"#))
    };
    let one = page(&item("Harbour opened", &a));
    assert_eq!(one.metadata.title, "Harbour opened");
    assert_eq!(one.text_source, TextSource::Data);
    let two = page(&format!("{},{}", item("Harbour opened", &a), item("Bridge closed", &b)));
    assert_eq!((two.text_source, two.fingerprint), (TextSource::Page, None));
}

#[test]
fn data_that_is_not_an_article_is_not_taken() {
    let text = sentences(0, 30);
    let page = |field: &str, text: &str| {
        let data = format!(r#"{{"title":"Bridge closed for repair","{field}":"{text}"}}"#);
        read(&format!(
            "<title>Bridge closed for repair</title><p>Loading</p><script type=application/json>{data}</script>"
        ))
    };
    assert_eq!(page("body", &text).text_source, TextSource::Data);
    for field in ["comments", "privacyPolicy", "relatedHtml"] {
        assert_eq!(page(field, &text).text_source, TextSource::Page, "{field}");
    }
    let code = "var a=b.c(d);".repeat(80);
    let encoded = "QUJDREVGRw/x".repeat(80);
    for text in [code, encoded] {
        assert_eq!(page("body", &text).text_source, TextSource::Page, "{text}");
    }
}

#[test]
fn damaged_data_are_read_as_far_as_they_go() {
    let text = sentences(0, 40);
    let title = "Bridge closed for repair";
    for torn in ["", "\"", "\"It goes on", "[[{", "{\"a\":[[", "}}]}\"", "\\", "null,,:"] {
        let page = format!(
            r#"<title>{title}</title><script type=application/json>{{"title":"{title}","body":["{text}",{torn}</script>"#
        );
        assert_eq!(read(&page).text, text.trim(), "{torn}");
    }
}

#[test]
fn data_are_kept_up_to_a_limit() {
    let filler = "x".repeat(1000);
    let page = |thousands: usize| {
        read(&format!(
            r#"<title>Bridge closed for repair</title><script type=application/json>["{}"]</script>
            <script type=application/json>{{"title":"Bridge closed for repair","body":"{}"}}</script>"#,
            filler.repeat(thousands),
            sentences(0, 20)
        ))
        .text_source
    };
    assert_eq!(page(400), TextSource::Data);
    assert_eq!(page(600), TextSource::Page);
}

#[test]
fn a_gate_needs_a_short_body() {
    let page = |body: usize, around: &str| {
        read(&format!("<title>T</title><article><p>{}</p></article>{around}", sentences(0, body).trim())).gated
    };
    let stated = r#"<meta itemprop=isAccessibleForFree content=False>"#;
    let says = "<p>Subscribe to continue reading</p>";
    let both = format!("{stated}{says}");
    // Ten words per sentence.
    for (around, longest) in [("", 0), (stated, 10), (says, 10), (&both, 28)] {
        for body in [6, 10, 12, 20, 28, 60, 200] {
            assert_eq!(page(body, around), body <= longest, "{body} {around}");
        }
    }
    assert!(!page(6, r#"<meta property="article:content_tier" content=free>"#));
    assert!(page(6, r#"<meta property="article:content_tier" content=locked>"#));
}

#[test]
fn chinese_gates_are_detected() {
    let body = "下游三座水库已经蓄满，沿岸的村庄接到了通知，渡口停航三天。".repeat(2);
    for (gate, gated) in [
        ("付费阅读全文", true),
        ("登录后阅读全文", true),
        ("本文剩余67%未读", true),
        ("剩余的部分明天刊出", false),
        ("责任编辑：林一", false),
    ] {
        let article = read(&format!("<title>水库</title><div><p>{body}</p><p>{gate}</p></div>"));
        assert_eq!(article.gated, gated, "{gate}");
    }
}

/// Fields next to the text of an article state its author and its time, if nothing else on the page does.
#[test]
fn fields_beside_a_text_are_its_author_and_time() {
    let read = |head: &str, fields: &str| {
        let text = sentences(0, 20);
        let article = read(&format!(
            r#"<title>Bridge closed for repair</title>{head}<p>Loading</p>
            <script type=application/json>{{"author":"Site Team","date":"2020-01-01","page":
            {{"title":"Bridge closed for repair",{fields},"body":"{text}"}}}}</script>"#
        ));
        assert_eq!(article.text, text.trim());
        (article.metadata.authors, article.metadata.published)
    };
    let some = |author: &str, time: &str| (vec![author.to_owned()], Some(time.to_owned()));
    let ann = some("Ann Example", "2026-03-18T11:40+00:00");
    let time = r#""publishedAt":"2026-03-18T11:40:00Z""#;
    for author in [
        r#""author":"Ann Example""#,
        r#""author":{"id":7,"name":"Ann Example"}"#,
        r#""byline":"By Ann Example""#,
        r#""authors":[{"name":"Ann Example","links":["/a"]}]"#,
    ] {
        assert_eq!(read("", &format!("{author},{time}")), ann, "{author}");
    }
    for other in [
        r#""author":"5f3e21","publishedAt":1773834000"#,
        r#""author":"https://a.example/ann","date":"soon""#,
        r#""author":{"_ref":"ann"},"date":null"#,
    ] {
        assert_eq!(read("", other), (vec![], None), "{other}");
    }
    let stated = "<meta name=author content='Wren Stone'><meta property=article:published_time content=2026-03-17>";
    let fields = format!(r#""author":"Ann Example",{time}"#);
    assert_eq!(read(stated, &fields), some("Wren Stone", "2026-03-17"));
}
