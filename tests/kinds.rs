//! Pages of the kinds that are missing from `tests/pages`: which kind they are recognized as, and whether they have a
//! fingerprint.

use offprint::article::NoFingerprintReason;
use offprint::article::PageType;
use offprint::internals::make;
use offprint::internals::page_type::{self, Measures};
use offprint::internals::quality::{self};
use offprint::internals::{body, headline};
use offprint::{Article, ReadOptions, read};

fn page(file: &str) -> Article {
    let path = format!("{}/tests/kinds/{file}", env!("CARGO_MANIFEST_DIR"));
    read(&std::fs::read(path).expect("a fixture"), ReadOptions::default())
}

#[test]
fn each_page_type_is_recognized_in_both_languages_and_keeps_its_text() {
    let kinds = [
        ("documentation", PageType::Documentation, ["fixed-width files", "定宽文本"]),
        ("product", PageType::Product, ["burns for twenty hours", "可以燃烧二十小时"]),
        ("service", PageType::Service, ["inspect your boat", "检验师"]),
    ];
    for (name, kind, words) in kinds {
        for (language, words) in ["en", "zh"].into_iter().zip(words) {
            let article = page(&format!("{name}.{language}.html"));
            assert_eq!(article.page_type, kind, "{name} {language}");
            assert_ne!(article.no_fingerprint_reason, Some(NoFingerprintReason::List), "{name} {language}");
            assert!(article.text.contains(words), "{name} {language}: {}", article.text);
        }
    }
}

/// A page cannot hide its copy of a long article by imitating a list in its tags.
#[test]
fn an_article_that_is_taken_for_a_list_keeps_its_fingerprint() {
    for slug in ["en-kettle", "en-barrage-original", "zh-dam-original", "ar-press"] {
        let path = format!("{}/tests/pages/{slug}/page.html", env!("CARGO_MANIFEST_DIR"));
        let page = make::page(&std::fs::read(path).expect("a fixture"), &ReadOptions::new());
        let title = headline::headline(&page);
        let body = body::choose(&page, &title);
        let measures = Measures::new(&page, &body);
        let kind = page_type::decide(PageType::List, &page, &body, &title, &measures);
        assert_eq!(kind, PageType::List, "{slug}");
        assert_eq!(quality::no_fingerprint_reason(&page, &body, kind, &measures), None, "{slug}");
    }
}

#[test]
fn a_wall_before_a_site_has_no_fingerprint() {
    for row in include_str!("tables/walls.txt").lines().filter(|line| line.contains(" | ")) {
        let [what, title, paragraphs] = &row.splitn(3, " | ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let paragraphs = paragraphs.replace(" | ", "</p><p>");
        let page = format!(
            "<!doctype html><meta charset=utf-8><title>{title}</title><main><h1>{title}</h1><p>{paragraphs}</p></main>"
        );
        let article = read(page.as_bytes(), ReadOptions::default());
        assert_eq!(article.fingerprint.is_some(), *what == "article", "{title}: {:?}", article.page_type);
    }
}
