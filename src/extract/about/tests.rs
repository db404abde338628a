//! What pages state about their articles, in several languages.

use super::credits::dateline;
use crate::metadata::{CreditPlace, Metadata};
use crate::test_text::rows;
use crate::{ReadOptions, read};

const ENGLISH: &str = "<p>The third dam upstream is full, and the river below it is rising in every town of the valley.</p>\
    <p>The gates stay closed until the water falls, the river board said after its meeting on the hill.</p>";
const CHINESE: &str = "<p>上游第三座大坝已经蓄满，下游的水位还在上涨，沿岸各县今晨开始检查堤防，并通知低处的居民准备撤离。</p>\
    <p>闸门在水位回落之前都不会打开，河务局在会后说，各地的船只应当停在码头，不要靠近坝前的水面。</p>";

/// Eight paragraphs, all different.
fn paragraphs(text: &str) -> String {
    let words = ["river", "meadow", "bridge", "mill"];
    let other = |word: &&str| {
        text.replace("valley", word).replace("hill", &format!("{word} {word}")).replace("沿岸", &format!("沿岸{word}"))
    };
    let rest = words.iter().map(other).map(|text| text.replace("记者林一、周二", ""));
    text.to_owned() + &rest.collect::<String>()
}

fn at(url: &str) -> ReadOptions {
    ReadOptions { url: Some(url.to_owned()), ..ReadOptions::new() }
}

fn stated(page: &str) -> Metadata {
    let page = format!("<meta charset=utf-8>{page}");
    let options = at("https://paper.example/news/dam");
    read(page.as_bytes(), options).metadata
}

/// The statements on a page with this head, these lines between headline and text, and these below the text.
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
    for (row, days) in rows(include_str!("../../../tests/tables/days.txt")) {
        let (language, line) = row.split_once(' ').expect("a language");
        let Metadata { published, modified, .. } = around(language, "", line, "");
        let found = [published, modified].map(|day| day.unwrap_or_else(|| "-".to_owned())).join(" ");
        assert_eq!(found.trim_end_matches([' ', '-']), days, "{row}");
    }
}

#[test]
fn themes_state_other_languages() {
    let text = paragraphs(ENGLISH);
    let of = |head: &str, title: &str| {
        let page = stated(&format!("{head}<title>{title}</title><h1>{title}</h1><p>07.05.2026</p>{text}"));
        (page.language, page.published.unwrap_or_default())
    };
    let found = |language: &str, day: &str| (language.to_owned(), day.to_owned());
    assert_eq!(of("", "The dam is full"), found("en", "2026-05-07"));
    assert_eq!(of("<meta property=og:locale content=it_IT>", "La diga"), found("it", "2026-05-07"));
    assert_eq!(of("<html xml:lang=en-GB>", "The dam is full"), found("en", "2026-05-07"));
    assert_eq!(of("<html lang=en-US>", "The dam is full"), found("en", ""));
    assert_eq!(of("<html lang=en-US>", "Плотина у Орена полна"), found("en", "2026-05-07"));
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
fn a_list_has_the_one_day_below_its_headline() {
    let items = ["Bridges", "Mills", "Weirs", "Locks", "Barns", "Ferries", "Towers", "Harbours", "Meadows", "Kilns"].map(|item| {
        format!(
            "<article class=card><h2><a href=/w/{item}>{item} over the river</a></h2><p>The {item} of the valley open in \
             May, and all but one of them are free to see until the autumn storms.</p></article>"
        )
    });
    let of = |above: &str| {
        let title = "Places to see this summer";
        let items = items.concat();
        let page = format!("<html lang=en><title>{title} | The Grid</title><body><main>{above}{items}</main>");
        let article = read(page.as_bytes(), ReadOptions::new());
        assert_eq!(article.page_type, crate::article::PageType::List, "{above}");
        article.metadata.published
    };
    let h1 = "<h1>Places to see this summer</h1>";
    assert_eq!(of(&format!("{h1}<p>18 March 2026</p>")).as_deref(), Some("2026-03-18"));
    assert_eq!(of(&format!("{h1}<p>By Ann Mason · 18 March 2026</p>")).as_deref(), Some("2026-03-18"));
    assert_eq!(of(&format!("{h1}<p>18 March 2026</p><p>Shown on 20 March 2026</p>")), None);
    assert_eq!(of(&format!("{h1}<p>Open until 18 March 2026</p>")), None);
    assert_eq!(of("<p>18 March 2026</p>"), None);
}

#[test]
fn two_statements_of_a_day_beat_one() {
    let head = "<meta property=article:published_time content=2024-01-05T08:00:00Z>";
    let line = "<p>18 March 2026</p>";
    assert_eq!(around("en", head, "", "").published.as_deref(), Some("2024-01-05T08:00+00:00"));
    // Readers see the line.
    assert_eq!(around("en", head, line, "").published.as_deref(), Some("2026-03-18"));
    let page = format!("<title>The dam is full</title>{head}<h1>The dam is full</h1>{line}{}", paragraphs(ENGLISH));
    let published = |url: &str| read(page.as_bytes(), at(url)).metadata.published;
    assert_eq!(published("https://paper.example/2024/01/05/dam").as_deref(), Some("2024-01-05T08:00+00:00"));
    // A time in UTC falls on the day that readers see.
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
        (metadata.title, metadata.authors, metadata.published)
    };
    let stated = ("The dam is full".to_owned(), vec!["Ann Mason".to_owned()], Some("2026-03-18".to_owned()));
    assert_eq!(of("<form>", "</form>"), stated);
    assert_eq!(of("<div class=related-content>", "</div>"), stated);
    let comment = "<div class=comments><p>19 March 2026</p><p>By Bob Miller</p></div>";
    assert_eq!(of("<form>", comment), stated);
}

#[test]
fn lines_beside_the_headline_and_footers_state_the_day() {
    let (text, h1) = (paragraphs(ENGLISH), "<h1>The dam is full</h1>");
    for (row, day) in rows(include_str!("../../../tests/tables/days-around.txt")) {
        let (language, around) = row.split_once(' ').expect("a language");
        let around = around.replace("TEXT", &text).replace("H1", h1);
        let page = format!("<html lang={language}><title>The dam is full</title><p>Weather</p><div>{around}</div>");
        assert_eq!(stated(&page).published.unwrap_or_default(), day, "{row}");
    }
}

#[test]
fn bylines_and_metadata_name_every_author() {
    for (row, authors) in rows(include_str!("../../../tests/tables/bylines.txt")) {
        let (language, stated) = row.split_once(' ').expect("a language");
        let (head, above) = if stated.starts_with("<meta") { (stated, "") } else { ("", stated) };
        assert_eq!(around(language, head, above, "").authors.join("; "), authors, "{row}");
    }
    // A line below the text counts if nothing else names an author.
    let below = "<p>Written by Mira Tolland</p>";
    for (head, author) in [("", "Mira Tolland"), ("<meta name=author content='Jonas Pell'>", "Jonas Pell")] {
        assert_eq!(around("en", head, "", below).authors, [author]);
    }
    // So does the site's own name.
    let site = "<meta property=og:site_name content='Salt & Margin'><meta name=author content='Salt & Margin'>";
    assert_eq!(around("en", site, "", "").authors, ["Salt & Margin"]);
    assert_eq!(around("en", site, "<p>By Mira Tolland</p>", "").authors, ["Mira Tolland"]);
    assert_eq!(around("zh", "", "", "<p>水位仍在上涨。（林一 江城报道）</p>").authors, ["林一"]);
    let page = CHINESE.replacen("<p>", "<p>河山社河口3月18日电（记者林一、周二）", 1);
    let page = stated(&format!("<title>第三座大坝今晨蓄满</title><h1>第三座大坝今晨蓄满</h1>{}", paragraphs(&page)));
    assert_eq!((page.authors.join(" "), page.credit.as_deref()), ("林一 周二".to_owned(), Some("河山社")));
}

#[test]
fn chinese_lines_written_by_hand_name_their_authors() {
    let mut wrong = Vec::new();
    for (row, authors) in rows(include_str!("../../../tests/tables/bylines-zh.txt")) {
        let (above, below) = row.split_once('~').unwrap_or((row, ""));
        let line = |text: &str| if text.is_empty() { String::new() } else { format!("<p>{}</p>", text.trim()) };
        let found = around("zh", "", &line(above), &line(below)).authors.join("; ");
        if found != authors {
            wrong.push(format!("{row}: {found}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_dateline_names_its_agency() {
    for (line, expected) in rows(include_str!("../../../tests/tables/datelines.txt")) {
        assert_eq!(dateline(line).unwrap_or_default(), expected, "{line}");
    }
}

#[test]
fn a_page_credits_its_sources() {
    for (row, expected) in rows(include_str!("../../../tests/tables/credits.txt")) {
        let (language, stated) = row.split_once(' ').expect("a language");
        let (head, lines) =
            if stated.starts_with("<meta") { stated.split_once('~').unwrap_or((stated, "")) } else { ("", stated) };
        let (above, below) = lines.split_once('|').unwrap_or((lines, ""));
        let metadata = around(language, head, above, below);
        let names: Vec<String> = metadata.credit.into_iter().chain(metadata.via).collect();
        let place = metadata.credit_place.map_or("", CreditPlace::name);
        assert_eq!([place, &names.join("; ")].join(" ").trim(), expected, "{row}");
    }
    // Labeled values precede those in the text.
    let text = "<p>HARBOUR CITY (Harbour Wire) - The third dam upstream is full, and the river is rising.</p>";
    for (above, credit) in [("", "Harbour Wire"), ("<p>Source: River Post</p>", "River Post")] {
        let metadata = around("en", "", &[above, text].concat(), "");
        assert_eq!(metadata.credit.as_deref(), Some(credit), "{above}");
    }
}

#[test]
fn each_candidate_has_a_reason() {
    let page = format!(
        "<title>Dam breaks in the night | The Grid</title><meta property=og:site_name content='The Grid'>\
         <meta property=og:title content='Dam breaks in the night | The Grid'><meta name=author content='The Grid'>\
         <meta name=author content=https://social.example/grid><meta name=source content='{}'><h1>Dam breaks in the night</h1>\
         <p class=byline>By Mira Tolland</p><p>18 March 2026</p><p>Open until 20 March 2026</p>\
         {}<h2>The Grid</h2><h2>Dam breaks in the</h2><h2>Also today</h2><h2>Three villages are cut off</h2>",
        "of all rivers ".repeat(8),
        paragraphs(ENGLISH)
    );
    let article = read(page.as_bytes(), ReadOptions::new());
    let candidates = article.candidates.iter();
    let found: Vec<String> = candidates
        .map(|by| [by.subject.name(), by.place.name(), by.decision.name(), &by.text[..by.text.len().min(40)]].join(" "))
        .collect();
    let expected = [
        "title heading taken Dam breaks in the night",
        "title heading outranked Dam breaks in the",
        "title heading site The Grid",
        "title heading short Also today",
        "title heading not-in-title Three villages are cut off",
        "title meta agrees Dam breaks in the night",
        "title title agrees Dam breaks in the night",
        "credit meta no-name of all rivers of all rivers of all river",
        "authors top taken By Mira Tolland",
        "authors meta site The Grid",
        "authors meta no-name https://social.example/grid",
        "published top taken 18 March 2026",
        "published top elsewhere Open until 20 March 2026",
    ];
    for expected in expected {
        assert!(found.iter().any(|line| line == expected), "{expected:?} in {found:#?}");
    }
}
