//! Articles that follow one another in a document.

mod common;

use common::compared;
use offprint::article::{PageType, Rule};
use offprint::compare::Verdict;
use offprint::internals::test_text;
use offprint::{Article, ReadOptions, read};
use std::ops::Range;

fn read_page(html: &str) -> Article {
    read(format!("<meta charset=utf-8>{html}").as_bytes(), ReadOptions::default())
}

fn paragraphs(sentences: Range<u32>) -> String {
    let paragraph = |from| format!("<p>{}</p>", test_text::sentences(from..from + 4));
    sentences.step_by(4).map(paragraph).collect()
}

const TITLE: &str = "<title>The night bus to Skarn - The Courier</title>";

/// An endless page: each article in an element of its own.
fn endless(open: &str, close: &str, heads: [&str; 3]) -> String {
    let of = |(i, head): (usize, &str)| {
        let from = 100 * i as u32;
        format!("{open}{head}{}{close}", paragraphs(from..from + 20))
    };
    let articles: String = heads.into_iter().enumerate().map(of).collect();
    format!("{TITLE}<nav><a href=/>Home</a></nav><main>{articles}</main>")
}

const H1: [&str; 3] = ["<h1>The night bus to Skarn</h1>", "<h1>The kettle of Oldmere</h1>", "<h1>Forty singers</h1>"];
const H2: [&str; 3] = ["<h2>The night bus to Skarn</h2>", "<h2>The kettle of Oldmere</h2>", "<h2>Forty singers</h2>"];

#[test]
fn only_the_article_under_the_headline_of_the_page_is_read() {
    let alone = read_page(&format!("{TITLE}<main>{}{}</main>", H1[0], paragraphs(0..20)));
    for (open, close, heads) in [
        ("<article>", "</article>", H1),
        ("<article>", "</article>", H2),
        ("<div><article>", "</article><p>Next</p></div>", H2),
        ("<div class=story>", "<p>Source: The Courier</p></div>", H1),
    ] {
        let page = endless(open, close, heads);
        let article = read_page(&page);
        assert_eq!(article.other_articles, 2, "{page}");
        assert_eq!(article.text, alone.text, "{page}");
        let dropped = |text: &str| {
            let block = article.blocks.iter().find(|block| block.text.contains(text));
            block.and_then(|block| block.rule)
        };
        assert_eq!(dropped(&test_text::sentences(100..101)), Some(Rule::Another));
        let verdict = compared(&article, &alone).verdict;
        assert_eq!(verdict, Verdict::Same, "{page}");
    }
}

/// The second article, once the page has its title.
#[test]
fn the_headline_of_the_page_decides_which() {
    let page =
        endless("<article>", "</article>", H1).replace(TITLE, "<title>The kettle of Oldmere - The Courier</title>");
    let article = read_page(&page);
    assert_eq!(article.metadata.title, "The kettle of Oldmere");
    assert_eq!(article.other_articles, 2);
    assert!(article.text.starts_with(&test_text::sentences(100..101)));
}

/// The page of an article may have another title than the article's headline, and so may the front page of a site.
#[test]
fn under_another_title_the_first_is_read_if_the_page_states_an_article() {
    let page = endless("<article>", "</article>", H1)
        .replace(TITLE, "<title>Why does nobody take the last ferry? - The Courier</title>");
    assert_eq!(read_page(&page).other_articles, 0);
    let stated = format!("<meta property=og:type content=article>{page}");
    let article = read_page(&stated);
    assert_eq!(article.other_articles, 2);
    let has = |sentence: u32| {
        let text = test_text::sentences(sentence..sentence + 1);
        article.text.contains(&text)
    };
    assert!(has(0) && has(19) && !has(100) && !has(200));
    let headed = stated.replace("<main>", "<h1>Why does nobody take the last ferry?</h1><main>");
    assert_eq!(read_page(&headed).other_articles, 0);
    // Sections in `<article>`, below a headline that differs a little from the title.
    let sections =
        endless("<article>", "</article>", H2).replace("<main>", "<main><h1>The night bus to Skarn, at last</h1>");
    let stated = format!("<meta property=og:type content=article>{sections}");
    let other = stated.replace(TITLE, "<title>Night buses to Skarn - The Courier</title>");
    assert_eq!(read_page(&other).other_articles, 0);
}

/// A copy after an article of one's own is still found.
#[test]
fn nobody_hides_a_copy_behind_an_article() {
    let stolen = read_page(&format!("<title>Forty singers</title>{}{}", H1[2], paragraphs(200..220)));
    let page = read_page(&endless("<article>", "</article>", H1));
    assert!(!page.text.contains(&test_text::sentences(200..201)));
    let verdict = compared(&page, &stolen).verdict;
    assert_eq!(verdict, Verdict::Partial);
}

#[test]
fn sections_summaries_and_replies_stay_or_go_as_before() {
    let whole = |page: &str| {
        let article = read_page(page);
        assert_eq!(article.other_articles, 0, "{page}");
        article.text
    };
    // Chapters of one article, under headings of any rank.
    for heads in [H1, H2] {
        let text = whole(&endless("<section>", "</section>", heads));
        assert!(text.contains(&test_text::sentences(200..201)));
    }
    // Sections in `<article>` of an article that is not in one.
    let sections: String = [0, 100, 200]
        .map(|from| format!("<article><h3>Part {from}</h3>{}</article>", paragraphs(from..from + 20)))
        .concat();
    let text = whole(&format!("{TITLE}<main>{}<p>{}</p>{sections}</main>", H1[0], test_text::sentences(300..304)));
    assert!(text.contains(&test_text::sentences(200..201)));
    // An article with summaries of others.
    let summary =
        |from: u32| format!("<article><h2>Other</h2><p>{}</p></article>", test_text::sentences(from..from + 1));
    let summaries = [100, 200, 300].map(summary).concat();
    whole(&format!("{TITLE}<article>{}{}</article>{summaries}", H1[0], paragraphs(0..20)));
    // The page has a headline of its own.
    whole(
        &endless("<article>", "</article>", H1)
            .replace(TITLE, "<title>All news of today</title><h1>All news of today</h1>"),
    );
}

#[test]
fn many_articles_are_read_in_linear_time() {
    let many: String = (0..1000)
        .map(|i| {
            let text = paragraphs(8 * i..8 * i + 8);
            format!("<article><h1>Number {i}</h1>{text}</article>")
        })
        .collect();
    let article = read_page(&format!("<title>Number 0</title>{many}"));
    assert_eq!(article.other_articles, 999);
}

/// The replies of a thread belong to it, although each has an element and a heading of its own.
#[test]
fn replies_are_not_other_articles() {
    let thread = include_str!("pages/en-treadle-thread/page.html");
    let posts = thread.split_once("</h1>").unwrap().1.split("<div class=\"message\"");
    let post = |post: &str| {
        let (before, text) = post.split_once("<div class=\"bb\">").unwrap();
        let (text, after) = text.split_once("</div>").unwrap();
        let name = before.split_once("<a href=\"/u/").unwrap().1.split_once('"').unwrap().0;
        format!(
            "<article class=\"message\"><h4>{name}</h4><div{before}<div class=\"bb\">{}</div>{after}</article>",
            format!("<p>{text}</p>").repeat(3)
        )
    };
    let posts: Vec<String> = posts.skip(1).map(post).collect();
    let (head, _) = thread.split_once("<h1>").unwrap();
    let data = r#"<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>"#;
    let headline = "<h1>Treadle belt slips on thick cloth</h1>";
    let first = posts[0].replacen("<h4>tealeaf</h4>", headline, 1);
    let article = read_page(&format!("{head}{data}{first}{}", posts[1..].concat()));
    assert_eq!(article.page_type, PageType::Forum);
    assert_eq!(article.other_articles, 0);
    assert!(article.text.contains("rubber belting"), "{}", article.text);
}
