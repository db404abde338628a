//! What pages state about their articles, in several languages.

use crate::metadata::Metadata;
use crate::{ReadOptions, read};

const ENGLISH: &str = "<p>The third dam upstream is full, and the river below it is rising in every town of the valley.</p>\
    <p>The gates stay closed until the water falls, the river board said after its meeting on the hill.</p>";
const CHINESE: &str = "<p>上游第三座大坝已经蓄满，下游的水位还在上涨，沿岸各县今晨开始检查堤防，并通知低处的居民准备撤离。</p>\
    <p>闸门在水位回落之前都不会打开，河务局在会后说，各地的船只应当停在码头，不要靠近坝前的水面。</p>";

/// Eight paragraphs, none a copy of another.
fn paragraphs(text: &str) -> String {
    let words = ["river", "meadow", "bridge", "mill"];
    let other = |word: &&str| {
        text.replace("valley", word).replace("hill", &format!("{word} {word}")).replace("沿岸", &format!("沿岸{word}"))
    };
    let rest = words.iter().map(other).map(|text| text.replace("记者林一、周二", ""));
    text.to_owned() + &rest.collect::<String>()
}

fn stated(page: &str) -> Metadata {
    let page = format!("<meta charset=utf-8>{page}");
    let options = ReadOptions::new().url("https://paper.example/news/dam");
    read(page.as_bytes(), options).metadata
}

/// The statements on a page with this head, these lines between headline and text, and these below it.
fn around(language: &str, head: &str, above: &str, below: &str) -> Metadata {
    let (title, text) = match language {
        "zh" => ("第三座大坝今晨蓄满，沿岸检查堤防", CHINESE),
        _ => ("The third dam of the valley is full this morning", ENGLISH),
    };
    stated(&format!(
        "<html lang={language}><title>{title}</title>{head}<body><div class=top>今天是2026年5月9日 Welcome, 9 May 2026</div>\
         <article><h1>{title}</h1>{above}{}{below}</article></html>",
        paragraphs(text)
    ))
}

#[test]
fn a_visible_line_states_the_day() {
    for (language, line, published, modified) in [
        ("en", "<p>18 March 2026</p>", Some("2026-03-18"), None),
        (
            "en",
            "<div>Updated: 20 March 2026</div><div>Published: 18 March 2026</div>",
            Some("2026-03-18"),
            Some("2026-03-20"),
        ),
        ("en", "<p>Published March 18, 2026 | Updated March 20, 2026</p>", Some("2026-03-18"), Some("2026-03-20")),
        (
            "de",
            "<p>Aktualisiert am 20.03.2026, veröffentlicht am 18. März 2026 um 11:40 Uhr</p>",
            Some("2026-03-18T11:40"),
            Some("2026-03-20"),
        ),
        (
            "fr",
            "<p>Publié le 18 mars 2026 à 11h40, mis à jour le 20 mars 2026</p>",
            Some("2026-03-18T11:40"),
            Some("2026-03-20"),
        ),
        (
            "es",
            "<p>Actualizado: 20 de marzo de 2026</p><p>Publicado: 18 de marzo de 2026</p>",
            Some("2026-03-18"),
            Some("2026-03-20"),
        ),
        (
            "zh",
            "<p>发布时间：２０２６年３月１８日 １１：４０</p><p>更新时间：2026-03-20</p>",
            Some("2026-03-18T11:40"),
            Some("2026-03-20"),
        ),
        ("zh", "<p>中華民國115年3月18日</p>", Some("2026-03-18"), None),
        ("en", "<p>The board last met in the hall.</p>", None, None),
    ] {
        let metadata = around(language, "", line, "");
        assert_eq!(metadata.published.as_deref(), published, "{line}");
        assert_eq!(metadata.modified.as_deref(), modified, "{line}");
    }
}

#[test]
fn times_of_other_things_state_no_day() {
    for beside in [
        "<aside><a href=/9>An old storm</a> <time datetime=2025-11-02>2 Nov 2025</time></aside>",
        "<section class=comments><div class=comment><time datetime=2025-11-02>2 Nov 2025</time><p>I saw it.</p></div></section>",
        "<figure><img src=a.jpg><figcaption>The dam on 2 November 2025</figcaption></figure>",
        "<blockquote>Shared on 2 November 2025</blockquote>",
    ] {
        let own = "<p class=dl><time datetime=2026-03-18T11:40:00Z>18 March 2026</time></p>";
        for (above, below, expected) in [
            (format!("{beside}{own}"), String::new(), Some("2026-03-18T11:40+00:00")),
            (own.to_owned(), beside.to_owned(), Some("2026-03-18T11:40+00:00")),
            (String::new(), beside.to_owned(), None),
        ] {
            let metadata = around("en", "", &above, &below);
            assert_eq!(metadata.published.as_deref(), expected, "{above} {below}");
        }
    }
}

#[test]
fn two_statements_of_a_day_beat_one() {
    let head = "<meta property=article:published_time content=2024-01-05T08:00:00Z>";
    let line = "<p>18 March 2026</p>";
    assert_eq!(around("en", head, "", "").published.as_deref(), Some("2024-01-05T08:00+00:00"));
    // Readers see the line.
    assert_eq!(around("en", head, line, "").published.as_deref(), Some("2026-03-18"));
    let page = format!("<title>The dam is full</title>{head}<h1>The dam is full</h1>{line}{}", paragraphs(ENGLISH));
    let at = |url: &str| read(page.as_bytes(), ReadOptions::new().url(url)).metadata.published;
    assert_eq!(at("https://paper.example/2024/01/05/dam").as_deref(), Some("2024-01-05T08:00+00:00"));
    // A time in UTC is of the day that readers see.
    let late = head.replace("2024-01-05T08", "2026-03-19T02");
    assert_eq!(around("en", &late, line, "").published.as_deref(), Some("2026-03-18"));
}

#[test]
fn what_is_around_the_whole_article_is_the_article_s() {
    let text = paragraphs(ENGLISH);
    let lines = "<p>18 March 2026</p><p>By Ann Mason</p>";
    let of = |open: &str, close: &str| {
        let page = format!("<html lang=en><title>News</title><body>{open}<h1>The dam is full</h1>{lines}{text}{close}");
        let metadata = read(page.as_bytes(), ReadOptions::new()).metadata;
        (metadata.title, metadata.author, metadata.published)
    };
    let stated = ("The dam is full".to_owned(), Some("Ann Mason".to_owned()), Some("2026-03-18".to_owned()));
    assert_eq!(of("<form>", "</form>"), stated);
    assert_eq!(of("<div class=related-content>", "</div>"), stated);
    let comment = "<div class=comments><p>19 March 2026</p><p>By Bob Miller</p></div>";
    assert_eq!(of("<form>", comment), stated);
}

#[test]
fn a_link_to_the_page_of_an_author_names_him() {
    for (line, author) in [
        ("<p><a href=/author/ann-mason>Ann Mason</a></p>", Some("Ann Mason")),
        ("<p><a href=/authors/ann-mason/>Ann Mason</a></p>", Some("Ann Mason")),
        ("<p><a href=/authors/>All authors</a></p>", None),
        ("<p class=card__author-info__name>Ann Mason</p>", Some("Ann Mason")),
        ("<p class=author-info>Ann Mason</p>", None),
        ("<p class=comment-author__name>Ann Mason</p>", None),
        ("<p class=authorName>Podium Staff</p>", Some("Podium Staff")),
        ("<p class=authorName>Staff</p>", None),
    ] {
        let metadata = around("en", "", line, "");
        assert_eq!(metadata.author.as_deref(), author, "{line}");
    }
}

#[test]
fn bylines_and_metadata_name_every_author() {
    for (language, head, line, authors) in [
        ("en", "", "<p class=byline>By Mira Tolland</p>", &["Mira Tolland"][..]),
        (
            "en",
            "",
            "<p>By <a rel=author href=/m>Mira Tolland</a> and <a href=/j>Jonas Pell</a>, Staff Writer</p>",
            &["Mira Tolland", "Jonas Pell"],
        ),
        ("en", "", "<p>Written by</p><p>Mira Tolland</p>", &["Mira Tolland"]),
        (
            "en",
            "<meta name=author content='Mira Tolland, PhD'><meta name=author content='Jonas Pell'>",
            "",
            &["Mira Tolland", "Jonas Pell"],
        ),
        ("en", "<meta name=author content='mira@paper.example'>", "", &[]),
        ("en", "<meta property=og:site_name content='The Paper'><meta name=author content='The Paper'>", "", &[]),
        ("en", "<meta name=author content=admin>", "", &[]),
        ("en", "<meta name=author content='Mira (Ann) Tolland'>", "", &["Mira (Ann) Tolland"]),
        (
            "en",
            "<meta name=twitter:label1 content='Written by'><meta name=twitter:data1 content='Mira Tolland'>\
             <meta name=twitter:label2 content='Reading time'><meta name=twitter:data2 content='Five minutes'>",
            "",
            &["Mira Tolland"],
        ),
        (
            "en",
            "<meta name=twitter:label1 content='Reading time'><meta name=twitter:data1 content='Mira Tolland'>",
            "",
            &[],
        ),
        ("en", "", "<h3>Author</h3><p>Mira Tolland</p>", &["Mira Tolland"]),
        ("zh", "", "<p>本报记者林一发自河口</p>", &["林一"]),
        ("zh", "", "<p>河山网河口频道 记者 伊琳 林一</p>", &["伊琳", "林一"]),
        ("zh", "", "<p class=author>人气(23925)</p>", &[]),
        ("de", "<meta name=author content='Von Jonas Pell'>", "", &["Jonas Pell"]),
        ("de", "", "<p>Von Jonas Pell und Mira Tolland</p>", &["Jonas Pell", "Mira Tolland"]),
        ("fr", "", "<p>Par Jeanne Moral et Luc Petit</p>", &["Jeanne Moral", "Luc Petit"]),
        ("es", "", "<p>Por Ana Ruiz</p>", &["Ana Ruiz"]),
        (
            "en",
            "",
            "<div itemprop=author itemscope><span itemprop=name>Mira Tolland</span> <b itemprop=jobTitle>Reporter</b></div>",
            &["Mira Tolland"],
        ),
        (
            "zh",
            "",
            "<div><span>2026-03-18 11:40</span><span>来源：石浦晚报</span><span>作者：张三</span><span>责任编辑：王二</span></div>",
            &["张三"],
        ),
        ("zh", "", "<p>文/林一 周二</p>", &["林一", "周二"]),
        ("zh", "", "<p>記者林一／台北報導</p>", &["林一"]),
        ("en", "", "<p>The board last met in the hall.</p>", &[]),
    ] {
        assert_eq!(around(language, head, line, "").authors(), authors, "{head} {line}");
    }
    // A line below the text counts if nothing else names an author.
    let below = "<p>Written by Mira Tolland</p>";
    for (head, author) in [("", "Mira Tolland"), ("<meta name=author content='Jonas Pell'>", "Jonas Pell")] {
        assert_eq!(around("en", head, "", below).authors(), [author]);
    }
    let page = CHINESE.replacen("<p>", "<p>河山社河口3月18日电（记者林一、周二）", 1);
    let page = stated(&format!("<title>第三座大坝今晨蓄满</title><h1>第三座大坝今晨蓄满</h1>{}", paragraphs(&page)));
    assert_eq!((page.authors().join(" "), page.credit.as_deref()), ("林一 周二".to_owned(), Some("河山社")));
}

#[test]
fn a_credit_ends_with_its_element() {
    for line in [
        "<div><span>2026-03-18 11:40</span><span>来源：石浦晚报</span><span>责任编辑：王二</span></div>",
        "<p>来源：石浦晚报2026-03-18</p>",
        "<p>来源：<a href=/>石浦晚报</a>作者：张三</p>",
        "<p><b>来源</b>：<i>石浦晚报</i><a>写评论</a></p>",
        "<p>来源：石浦晚报责任编辑：王二</p>",
    ] {
        let metadata = around("zh", "", line, "");
        assert_eq!(metadata.credit.as_deref(), Some("石浦晚报"), "{line}");
        assert_eq!(metadata.credit_place.as_deref(), Some("top"), "{line}");
    }
    let line = "<p>Source: <a href=/>Harbour Wire</a><span>3 min read</span></p>";
    assert_eq!(around("en", "", line, "").credit.as_deref(), Some("Harbour Wire"));
}

#[test]
fn nobody_else_credits_an_article() {
    let source = "<p>Source: evil.example</p>";
    for (above, below) in [
        (
            String::new(),
            format!(
                "<section id=comments class=comments><h2>Comments</h2><ol><li class=comment>{source}</ol></section>"
            ),
        ),
        (String::new(), format!("<div class=comment-list>{source}</div>")),
        (format!("<aside>{source}</aside>"), String::new()),
        ("<figure><img src=a.jpg><figcaption>Source: evil.example</figcaption></figure>".to_owned(), String::new()),
        (String::new(), format!("<div class=related><h3>More</h3>{source}</div>")),
    ] {
        let metadata = around("en", "", &above, &below);
        assert_eq!(metadata.credit, None, "{above} {below}");
    }
    // A comment without any sign of one is a credit at the end, which is weak.
    let metadata = around("en", "", "", source);
    assert_eq!((metadata.credit.as_deref(), metadata.credit_place.as_deref()), (Some("evil.example"), Some("end")));
}

#[test]
fn each_candidate_has_a_reason() {
    let page = format!(
        "<title>The dam is full</title><meta name=author content='The Paper'><meta property=og:site_name content='The Paper'>\
         <h1>The dam is full</h1><p class=byline>By Mira Tolland</p><p>18 March 2026</p>{}",
        paragraphs(ENGLISH)
    );
    let article = read(page.as_bytes(), ReadOptions::new());
    let found: Vec<_> = article
        .candidates
        .iter()
        .map(|of| (of.subject.name(), of.place.name(), of.decision.name(), of.text.as_str()))
        .collect();
    for expected in [
        ("title", "heading", "taken", "The dam is full"),
        ("author", "top", "taken", "By Mira Tolland"),
        ("author", "meta", "site", "The Paper"),
        ("published", "top", "taken", "18 March 2026"),
    ] {
        assert!(found.contains(&expected), "{expected:?} in {found:?}");
    }
}
