//! Pages of each kind that the pages of `tests/pages` are not: what kind they are told to be, and what they
//! can be recognised by.

use offprint::internals::quality::Abstention;
use offprint::{Article, PageType, ReadOptions, read};

fn page(file: &str) -> Article {
    let path = format!("{}/tests/kinds/{file}", env!("CARGO_MANIFEST_DIR"));
    read(
        &std::fs::read(path).expect("a fixture"),
        ReadOptions::default(),
    )
}

#[test]
fn each_kind_is_told_in_both_languages_and_keeps_its_text() {
    let kinds = [
        (
            "documentation",
            PageType::Documentation,
            ["fixed-width files", "定宽文本"],
        ),
        (
            "product",
            PageType::Product,
            ["burns for twenty hours", "可以燃烧二十小时"],
        ),
        (
            "service",
            PageType::Service,
            ["inspect your boat", "检验师"],
        ),
    ];
    for (name, kind, words) in kinds {
        for (language, words) in ["en", "zh"].into_iter().zip(words) {
            let article = page(&format!("{name}.{language}.html"));
            assert_eq!(article.page_type, kind, "{name} {language}");
            assert_ne!(
                article.abstention,
                Some(Abstention::List),
                "{name} {language}"
            );
            assert!(
                article.text.contains(words),
                "{name} {language}: {}",
                article.text
            );
        }
    }
}

/// What a page writes into its tags to look like a list does not hide a copy of an article.
#[test]
fn no_class_hides_an_article_from_the_index() {
    let paragraphs: String = (0..12)
        .map(|i| {
            format!(
                "<div class=\"item card grid listing\"><p>The harbour board met for the {i}th time to hear what \
                 the divers had found under the old pier, and adjourned again without a word on who would pay for \
                 the repair of its footings.</p></div>"
            )
        })
        .collect();
    let plain = format!("<title>The old pier</title><body><h1>The old pier</h1>{paragraphs}");
    let types = r#"<script type="application/ld+json">{"@type":"CollectionPage","mainEntity":{"@type":"ItemList"}}</script>"#;
    let images = "<img src=\"a.png\">".repeat(60);
    let disguised = format!(
        "<title>All</title>{}<body class=\"archive items collections grid\"><h1>The old pier</h1>{images}{paragraphs}",
        types.repeat(9)
    );
    let [plain, disguised] =
        [plain, disguised].map(|html| read(html.as_bytes(), ReadOptions::default()));
    assert_eq!(disguised.page_type, PageType::List);
    assert_eq!(disguised.abstention, None);
    assert_eq!(disguised.text, plain.text);
    assert!(disguised.fingerprint.is_some());
}
