//! An article has the same words as text and as Markdown.

use offprint::ReadOptions;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How often each word occurs.
type Words = BTreeMap<String, i32>;

fn add(words: &mut Words, text: &str, times: i32) {
    for word in text.split_whitespace() {
        *words.entry(word.to_owned()).or_default() += times;
    }
}

/// The words of Markdown, without descriptions of images. Signs of tables, lists and tasks are not words.
fn words_of(markdown: &str) -> Words {
    let github = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_FOOTNOTES;
    let (mut text, mut images) = (String::new(), 0);
    for event in Parser::new_ext(markdown, github) {
        match event {
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images -= 1,
            Event::Text(more) | Event::Code(more) if images == 0 => text.push_str(&more),
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link | TagEnd::Strikethrough) => {}
            Event::End(_) | Event::SoftBreak | Event::HardBreak => text.push(' '),
            _ => {}
        }
    }
    let mut words = Words::new();
    add(&mut words, &text, 1);
    words
}

/// Every page of this repository.
fn pages() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = |folder: &str| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(tests.join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let mut pages: Vec<PathBuf> = ["pages", "stubs"].into_iter().flat_map(files).collect();
    pages.iter_mut().for_each(|page| page.push("page.html"));
    pages.extend(files("kinds"));
    pages.push(tests.join("files/markup/page.html"));
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "html") && page.exists());
    pages
}

#[test]
fn markdown_has_the_words_of_the_text() {
    let pages = pages();
    assert!(pages.len() > 50);
    for page in pages {
        let html = std::fs::read(&page).unwrap();
        let article = offprint::read(&html, ReadOptions { markup: true, ..ReadOptions::new() });
        let markup = article.markup.unwrap();
        let mut words = words_of(&markup.markdown);
        add(&mut words, &article.text, -1);
        // Captions are part of the text only if their block was kept.
        for image in &markup.images {
            let mut caption = Words::new();
            add(&mut caption, image.caption.as_deref().unwrap_or_default(), 1);
            if caption.keys().all(|word| words.get(word).is_some_and(|&times| times > 0)) {
                caption.into_iter().for_each(|(word, times)| *words.get_mut(&word).unwrap() -= times);
            }
        }
        words.retain(|_, times| *times != 0);
        assert!(words.is_empty(), "{}: {words:?}", page.display());
    }
}
