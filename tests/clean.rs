//! A page without its noise.

mod common;

use common::{cleaned, paragraph, paragraphs};
use offprint::ReadOptions;

/// What a cleaned page has first.
const DECLARED: &str = "<meta charset=\"utf-8\">";
const MAX_BYTES: usize = 1 << 20;

fn options() -> ReadOptions {
    ReadOptions { max_bytes: MAX_BYTES, ..ReadOptions::new() }
}

#[test]
fn a_cleaned_page_keeps_what_is_not_noise() {
    let html = format!(
        "<html><head><meta charset=gb2312><script>x</script></head><body><nav>x</nav><div class=\"article share-free\">\
         <p class=a>{}</p></div><div class=sidebar>x</div><!-- kept --><footer>x</footer></body></html>",
        paragraph(1)
    );
    let expected = format!(
        "<html><head><meta charset=\"utf-8\"></head><body><div class=\"article share-free\">\
         <p class=a>{}</p></div><!-- kept --></body></html>",
        paragraph(1)
    );
    let (bytes, _, _) = encoding_rs::GBK.encode(&html);
    for step in [1, 1000] {
        assert_eq!(String::from_utf8(cleaned(&bytes, &options(), step)).unwrap(), expected);
    }
}

/// The text of `<i>` elements that a cleaned page lacks.
fn removed(html: &str) -> Vec<String> {
    let out = cleaned(html.as_bytes(), &options(), usize::MAX);
    let out = String::from_utf8(out).unwrap();
    let marked = html.split("<i>").skip(1).map(|rest| rest.split("</i>").next().unwrap());
    marked.filter(|text| !out.contains(&format!("<i>{text}</i>"))).map(str::to_owned).collect()
}

#[test]
fn what_is_known_at_an_end_tag_cleans_a_page() {
    let article = paragraphs(4);
    let links = "<li><a href=/1>a</a><li><a href=/2>b</a>";
    for (html, expected) in [
        // A list of links, and a heading that belongs to it alone.
        (format!("<div>{article}</div><div><h2><i>News</i></h2><ul><i>x</i>{links}</ul></div>"), &["News", "x"][..]),
        (format!("<div>{article}<h2><i>Parts</i></h2><p>{}</div>", paragraph(7)), &[]),
        // Links next to running text belong to it.
        (format!("<div>{article}<ul><i>x</i>{links}</ul></div>"), &[]),
        // The end tag of a paragraph may be missing.
        (format!("<p class=share><i>Share</i><p><i>kept</i>{article}"), &["Share"]),
        // The article is kept under any name, and so are credits and captions.
        (format!("<div class=sidebar><i>kept</i>{article}</div>"), &[]),
        (format!("<div>{article}</div><div class=sidebar><i>x</i>{}</div>", paragraph(7)), &["x"]),
        (
            format!("<div>{article}<p class=byline><i>By A. Reed</i></p><figcaption><i>A dam</i></figcaption></div>"),
            &[],
        ),
        (format!("<div>{article}<p><i>版权声明：本文为原创</i></p></div>"), &["版权声明：本文为原创"]),
        // A row keeps its cells.
        (format!("<table><tr><td><i>x</i>{links}</td><td>{article}</td></table>"), &["x"]),
        // A list that no article precedes may be what the page is for.
        (format!("<ul><li><a href=/1><i>{0}</i></a><li><a href=/2>{0}</a></ul>", paragraph(1)), &[]),
    ] {
        assert_eq!(removed(&html), expected, "{html}");
    }
    let row = cleaned(format!("<table><tr><td>{links}</td><td>{article}</td></table>").as_bytes(), &options(), 100);
    assert!(String::from_utf8(row).unwrap().contains("<tr><td></td><td>"));
}

#[test]
fn a_cleaned_page_comes_out_while_it_is_read() {
    let (mut reader, passed) = common::cleaning(options());
    reader.feed(b"<div><div class=menu>menu</div>");
    for seed in 0..40 {
        reader.feed(format!("<p>{}</p>", paragraph(seed)).as_bytes());
    }
    // The parser's window and the last paragraphs.
    let written = 40 * (paragraph(0).len() + 7);
    assert!(passed.borrow().len() + 20_000 > written);
    reader.feed("<p>end</p>".repeat(2_000).as_bytes());
    assert!(passed.borrow().len() >= written);
    // Before a decision, no more is held back than there is room for.
    let (mut reader, passed) = common::cleaning(options());
    reader.feed(format!("<div>{}", "<p>short</p>".repeat(20_000)).as_bytes());
    assert!(passed.borrow().len() > 20_000 * 12 - 128 * 1024);
}

#[test]
fn a_cleaned_page_declares_its_charset_once() {
    let out = |html: &str| String::from_utf8(cleaned(html.as_bytes(), &options(), 7)).unwrap();
    assert_eq!(out("<!doctype html><p>a"), format!("<!doctype html>{DECLARED}<p>a"));
    assert_eq!(
        out(
            "<html><HEAD><base href=/x/><meta http-equiv=Content-Type content='text/html; charset=gbk'><title>t</title>"
        ),
        format!("<html><HEAD>{DECLARED}<base href=/x/><title>t</title>")
    );
}

#[test]
fn a_script_at_the_limit_does_not_become_text() {
    let html = format!("<p>a</p><script>{}</script><p>end", "x();".repeat(2000));
    let out = cleaned(html.as_bytes(), &ReadOptions { max_bytes: 600, ..options() }, 100);
    let out = String::from_utf8(out).unwrap();
    assert!(out.contains("<p>a</p><script type=\"text/plain\" hidden>"), "{out}");
    assert!(out.ends_with("</script><p>end"));
}

#[test]
fn a_cleaned_page_goes_on_past_every_limit() {
    let long = format!("<article>{}</article><p>end", paragraphs(9_000));
    assert!(long.len() > MAX_BYTES);
    let out = cleaned(long.as_bytes(), &options(), 10_000);
    assert_eq!(out.len(), DECLARED.len() + long.len());
    let deep = format!("{}end", "<div>".repeat(1_000_000));
    assert!(cleaned(deep.as_bytes(), &options(), 10_000).ends_with(b"<div>end"));
}
