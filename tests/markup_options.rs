//! The lists that come with Markdown and HTML, and the options by which both are written.

#[path = "common/ferry.rs"]
mod ferry;

use ferry::around;
use offprint::{Article, ReadOptions, Structure};

fn options() -> ReadOptions {
    let url = Some("https://news.example/a/ferry.html".to_owned());
    ReadOptions { markup: true, url, ..ReadOptions::new() }
}

fn read(inside: &str, options: ReadOptions) -> Article {
    let html = format!(
        "<title>No \"ferry\"</title><meta name=author content='Ann Lee'>\
         <meta property=article:published_time content=2026-03-01T08:00:00Z>\
         {}",
        around(inside)
    );
    offprint::read(html.as_bytes(), options)
}

const LINKED: &str = "<p>Two of four are broken, says <a href=../divers>the team of <b>divers</b></a>, and \
    <a href='javascript:alert(1)'>no diver</a> says why. See <a href=https://skarn.example/>https://skarn.example/</a> \
    or <a href='#note'>the note</a> at the end.</p>\
    <figure><img src=/pier.jpg alt='The pier' width=800><figcaption>The pier in June.</figcaption></figure>";

#[test]
fn links_and_images_are_listed() {
    let markup = read(LINKED, options()).markup.unwrap();
    let links = markup.links.iter().map(|link| (&link.text[..], &link.href[..]));
    assert_eq!(
        links.collect::<Vec<_>>(),
        [("the team of divers", "https://news.example/divers"), ("https://skarn.example/", "https://skarn.example/"),]
    );
    let [image] = &markup.images[..] else { panic!("{:?}", markup.images) };
    assert_eq!(
        (&image.src[..], &image.alt[..], image.caption.as_deref()),
        ("https://news.example/pier.jpg", "The pier", Some("The pier in June."))
    );
    // A link that shows its address is written as one, and the text of one that leads nowhere stays.
    assert!(markup.markdown.contains("no diver says why. See https://skarn.example/ or"), "{}", markup.markdown);
    let plain = read(LINKED, ReadOptions { markup: false, ..options() });
    assert_eq!(plain.markup, None);
    let json = serde_json::to_value(&plain).unwrap();
    assert!(json.get("links").is_none() && json.get("images").is_none());
}

/// They are separate from the body, and do not change it.
#[test]
fn comments_are_a_field() {
    let comment = "I have taken this boat for thirty years, and it never was on time, said nobody but me.";
    let section = format!("<div class=comments><h3>1 comment</h3><b>Ole</b><p>{comment}</p></div>");
    let article = read("", options());
    assert_eq!(article.markup.expect("it was asked for").comments, "");
    let article = read(&section, options());
    let markup = article.markup.expect("it was asked for");
    assert!(!article.text.contains(comment) && !markup.markdown.contains(comment));
    assert_eq!(markup.comments, format!("1 comment\nOle\n{comment}"));
    let numbered =
        |n: u32| format!("<div class=comment><b>Ole</b> <time>2026-03-01 10:00</time><p>{n}: {comment}</p></div>");
    let many: String = (0..4000).map(numbered).collect();
    let article = read(&format!("<div class=comments>{many}</div>"), options());
    let comments = article.markup.expect("it was asked for").comments;
    assert!(article.text.starts_with(ferry::FERRY) && !article.text.contains(comment));
    assert!((150_000..=200_000).contains(&comments.len()) && comments.ends_with(comment));
}

#[test]
fn lists_are_bounded() {
    let link = |n: usize| format!("<a href=/boat/{n}>boat {n}</a> ");
    let image = "<img src=/pier.jpg width=800>";
    let many = (0..1100).map(link).collect::<String>();
    let html = format!("<p>All boats of the county sail from the old quay. {many}{}</p>", image.repeat(300));
    let markup = read(&html, options()).markup.unwrap();
    assert!(markup.links.len() <= 1000 && markup.images.len() <= 200);
}

#[test]
fn structure_can_be_left_out() {
    let table = "<table><tr><th>Boat<th>Passengers<tr><td>Morning boat<td>forty persons<tr><td>Evening boat\
        <td>sixty persons</table>";
    let inside = format!("{LINKED}{table}");
    let whole = read(&inside, options()).markup.unwrap();
    assert!(
        whole.markdown.contains("](https://") && whole.markdown.contains("| Boat |") && whole.html.contains("<img")
    );
    let without = |structure| {
        let article = read(&inside, ReadOptions { without: vec![structure], ..options() });
        let markup = article.markup.unwrap();
        assert_eq!((&markup.links, &markup.images), (&whole.links, &whole.images), "the lists stay");
        (markup.markdown, markup.html)
    };
    let (markdown, html) = without(Structure::Links);
    assert!(!html.contains("<a ") && !markdown.contains("(https://news.example/divers)"), "{markdown}");
    assert!(markdown.contains("says the team of **divers**, and"), "{markdown}");
    let (markdown, html) = without(Structure::Images);
    assert!(!html.contains("<img") && !markdown.contains("!["), "{markdown}");
    let (markdown, html) = without(Structure::Tables);
    assert!(!html.contains("<table") && !markdown.contains('|'), "{markdown}");
    assert!(html.contains("<p>forty persons</p>"), "{html}");
}
