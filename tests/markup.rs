//! The article as Markdown and HTML: what it keeps of a page, and that a page cannot inject anything else.

mod common;
#[path = "common/ferry.rs"]
mod ferry;

use ferry::{COUNTY, FERRY, LAMBS, around};
use offprint::article::Markup;
use offprint::{Article, ReadOptions};
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag};

fn read(html: &str) -> Article {
    let url = Some("https://news.example/a/ferry.html".to_owned());
    let options = ReadOptions { markup: true, url, ..ReadOptions::new() };
    offprint::read(html.as_bytes(), options)
}

/// The markup of an article that has this next to its paragraphs.
fn markup(inside: &str) -> Markup {
    read(&format!("<title>No ferry</title>{}", around(inside))).markup.expect("it was asked for")
}

/// The markup between the first paragraph and the others.
fn inside(inside: &str) -> (String, String) {
    let Markup { markdown, html, .. } = markup(inside);
    let between = |text: &str, first: &str, rest: &str| {
        let text = text.strip_prefix(first).unwrap_or_else(|| panic!("{text}"));
        let end = text.find(rest).unwrap_or_else(|| panic!("{text}"));
        text[..end].trim().to_owned()
    };
    let rest = format!("<p>{COUNTY}");
    (between(&markdown, FERRY, COUNTY), between(&html, &format!("<p>{FERRY}</p>"), &rest))
}

/// The cases follow lines of `===`; their parts are separated by `---`.
#[test]
fn structure_is_kept() {
    let table = include_str!("tables/markup.txt");
    let is_comment = |line: &&str| line.starts_with("# ");
    let lines: Vec<&str> = table.lines().filter(|line| !is_comment(line)).collect();
    let lines = lines.join("\n");
    let mut count = 0;
    for case in lines.split("===\n").skip(1) {
        let parts: Vec<&str> = case.trim_end().split("\n---\n").collect();
        let (markdown, html) = inside(parts[0]);
        assert_eq!(markdown, parts[1], "{}", parts[0]);
        assert!(parts.get(2).is_none_or(|expected| *expected == html), "{}: {html}", parts[0]);
        count += 1;
    }
    assert!(count > 20, "{count} cases");
}

#[test]
fn a_layout_table_is_not_written_as_a_table() {
    let long = format!("{FERRY} {COUNTY} {LAMBS}");
    let html = format!("<table><tr><td>{long} {long}<td>{COUNTY}<tr><td>{LAMBS}</table>");
    let markup = read(&html).markup.unwrap();
    assert!(!markup.markdown.contains('|') && !markup.html.contains("<td>"), "{}", markup.markdown);
}

#[test]
fn emphasis_is_at_the_edges_of_words() {
    let escaped = |html: &str| inside(&format!("<p>{html} and nobody on the whole island knows why.</p>")).0;
    let end = " and nobody on the whole island knows why.";
    for (html, markdown) in [
        ("水库<b>「蓄满」</b>了", "水库「**蓄满**」了"),
        ("<b>Note:</b>the boat", "**Note**:the boat"),
        ("<b> two </b>boats", "**two** boats"),
        ("<b>one</b><b>two</b>", "**onetwo**"),
        ("a<b><a href=/x>link</a></b>b", "a[link](https://news.example/x)b"),
        ("<b>so <i>both</i> are</b>", "**so both are**"),
        ("<i></i><b> </b>nothing", "nothing"),
    ] {
        assert_eq!(escaped(html), format!("{markdown}{end}"), "{html}");
    }
}

/// Whatever a page contains, none of it runs, and its text stays text.
#[test]
fn attacks_stay_text() {
    let attacks = [
        "<p>Click <a href='javascript:alert(1)'>here</a> to see the old quay in the evening sun.</p>",
        "<p>Click <a href=' JaVaScRiPt&colon;alert(1)'>here</a> to see the old quay in the evening sun.</p>",
        "<p>Click <a href='&#1;javascript:alert(1)'>here</a> to see the old quay in the evening sun.</p>",
        "<p>Click <a href='java&Tab;script:alert(1)'>here</a> to see the old quay in the evening sun.</p>",
        "<p>Click <a href='vbscript:x'>here</a> or <a href='data:text/html,<script>'>there</a> to see the old quay.</p>",
        "<p>Click <a href='//evil.example/\"onclick=\"alert(1)'>here</a> to see the old quay in the evening sun.</p>",
        "<p>Click <a href='https://a.example/)<script>alert(1)</script>'>here</a> to see the old quay in the sun.</p>",
        "<p onclick=alert(1)>Click <b onmouseover=alert(1) style='x'>here</b> to see the old quay in the evening sun.</p>",
        "<p>&lt;script&gt;alert(1)&lt;/script&gt; stood on the old quay in the evening, in letters of white paint.</p>",
        "<p>&lt;<b>script</b>&gt;alert(1)&lt;/<b>script</b>&gt; stood on the old quay, in letters of white paint.</p>",
        "<p>&amp;lt;script&amp;gt; and &amp;#60;img src=x&gt; stood on the old quay, in letters of white paint.</p>",
        "<p>[click](javascript:alert(1)) stood on the old quay in the evening, in letters of white paint.</p>",
        "<p>![x](https://evil.example/track.gif) stood on the old quay in the evening, in letters of paint.</p>",
        "<p><a href=/x>a](javascript:alert(1)) [b</a> stood on the old quay in the evening, in letters of paint.</p>",
        "<p># A line with a mark stood on the old quay in the evening, in letters of white paint.</p>",
        "<p>- no item, but a dash stood on the old quay in the evening, in letters of white paint.</p>",
        "<p>1986. A year that is no list stood on the old quay in the evening, in letters of white paint.</p>",
        "<p>```<br>code in a paragraph stood on the old quay in the evening, in letters of white paint.</p>",
        "<p>a | b<br>--- | ---<br>1 | 2 stood on the old quay in the evening, in letters of white paint.</p>",
        "<p>[x]: javascript:alert(1)<br>[x] stood on the old quay in the evening, in letters of white paint.</p>",
        "<pre>```\n[x](javascript:alert(1))\n</pre><p>This stood on the old quay in the evening, in white paint.</p>",
        "<img src=javascript:alert(1) alt=x><img src='x onerror=alert(1)' alt='\"&gt;&lt;script&gt;'>",
        "<img src=\"x&quot; onerror=&quot;alert(1)\" alt='](javascript:alert(1))'>",
    ];
    for attack in attacks {
        let markup = markup(attack);
        harmless(&markup);
        // Markdown must yield no more than what the HTML has.
        let Markup { markdown, html, .. } = markup;
        assert!(!markdown.contains("[x]:") && !markdown.contains("\n```\ncode"), "{markdown}");
        for tag in ["<script", "<style", " on", " style="] {
            let mut tags = html
                .split('<')
                .skip(1)
                .map(|tag| tag.split('>').next().unwrap_or_default())
                .map(|tag| format!("<{}", without_values(tag)));
            assert!(!tags.any(|found| found.contains(tag)), "{attack}: {html}");
        }
    }
}

fn without_values(tag: &str) -> String {
    tag.split('"').step_by(2).collect()
}

/// The extensions of CommonMark that the Markdown uses.
const EXTENSIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_TASKLISTS);

fn harmless(markup: &Markup) {
    for event in Parser::new_ext(&markup.markdown, EXTENSIONS) {
        match event {
            // Only whole tables are HTML, with the tags and attributes that the HTML has.
            Event::Html(table) if table.starts_with("<table>") => {
                let table = table.replace("&#10;", "\n");
                let table = table.trim_end().strip_suffix("</table>").expect("a whole table");
                assert!(markup.html.contains(table), "{table} in {}", markup.html);
            }
            Event::InlineHtml(html) if ["<br>", "<sub>", "</sub>", "<sup>", "</sup>"].contains(&&*html) => {}
            Event::Html(html) | Event::InlineHtml(html) => panic!("{html} in {}", markup.markdown),
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let scheme = dest_url.split(['/', '?', '#']).next().unwrap_or_default();
                let is_of_the_web = matches!(scheme, "http:" | "https:") || !scheme.contains(':');
                assert!(is_of_the_web, "{dest_url} in {}", markup.markdown);
            }
            _ => {}
        }
    }
    let addresses = markup.html.split(" href=\"").skip(1);
    for address in addresses.chain(markup.html.split(" src=\"").skip(1)) {
        let address = address.split('"').next().unwrap_or_default();
        let scheme = address.split(['/', '?']).next().unwrap_or_default();
        assert!(!scheme.contains("script:") && !scheme.contains("data:"), "{}", markup.html);
    }
}

/// The text in Markdown, without spaces.
fn visible_text(markdown: &str) -> String {
    let mut text = String::new();
    let mut images = 0;
    for event in Parser::new_ext(markdown, EXTENSIONS) {
        match event {
            Event::Html(table) => text.push_str(&shown(&table)),
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(pulldown_cmark::TagEnd::Image) => images -= 1,
            Event::Text(part) | Event::Code(part) if images == 0 => text.push_str(&part),
            _ => {}
        }
    }
    text.retain(|c| !c.is_whitespace());
    text
}

/// The text in HTML, without spaces.
fn shown(html: &str) -> String {
    let mut shown = String::new();
    for (i, part) in html.split('<').enumerate() {
        let text = if i == 0 { part } else { part.split_once('>').map_or("", |(_, text)| text) };
        shown.push_str(&htmlize::unescape(text));
    }
    shown.retain(|c| !c.is_whitespace());
    shown
}

fn without_spaces(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// Pages of this project: asking for markup changes no other field, and the markup has the same text.
#[test]
fn markup_has_the_same_text_and_changes_nothing_else() {
    for case in common::fixtures() {
        let plain = offprint::read(&case.html, case.options());
        let options = ReadOptions { markup: true, ..case.options() };
        let mut article = offprint::read(&case.html, options);
        let markup = article.markup.take().expect("it was asked for");
        assert_eq!(format!("{plain:?}"), format!("{article:?}"), "{}", case.slug);
        harmless(&markup);
        // Captions are not part of the text.
        if !markup.html.contains("<figcaption>") {
            assert_eq!(visible_text(&markup.markdown), without_spaces(&article.text), "{}", case.slug);
            assert_eq!(shown(&markup.html), without_spaces(&article.text), "{}", case.slug);
        }
    }
}

/// Markup that is nested, cut off and torn apart.
fn any_markup() -> impl Strategy<Value = String> {
    let tags = "(<img src=/i.png>|<br>|</?(b|i|a href=/x|a href=javascript:1|code|em|p|div|ul|ol|li|blockquote|h2|td|tr|table|pre|br|dt)>)";
    let signs = "[ a-c水库、.:#*_`~|<>&\\[\\]()!+=\\\\1-]{1,6}";
    let pattern = format!("({tags}|{signs}|&am|p;|&lt|script|&#60;|{{12}}){{0,60}}").replace("|{12}", "");
    proptest::string::string_regex(&pattern).expect("a pattern")
}

proptest! {
    #[test]
    fn any_page_stays_what_it_is(torn in any_markup(), cut in 1usize..40) {
        let html = format!("<article><p>{FERRY}</p><p>{COUNTY} {torn} {LAMBS}</p><p>{FERRY} {LAMBS}</p></article>");
        let url = Some("https://news.example/".to_owned());
        let options = |markup| ReadOptions { markup, url: url.clone(), ..ReadOptions::new() };
        let plain = offprint::read(html.as_bytes(), options(false));
        let mut reader = offprint::Reader::new(options(true));
        for chunk in html.as_bytes().chunks(cut) {
            reader.feed(chunk);
        }
        let mut article = reader.end();
        let markup = article.markup.take().unwrap();
        prop_assert_eq!(format!("{plain:?}"), format!("{article:?}"));
        harmless(&markup);
        prop_assert_eq!(visible_text(&markup.markdown), without_spaces(&article.text), "{}", markup.markdown);
        prop_assert_eq!(shown(&markup.html), without_spaces(&article.text), "{}", markup.html);
    }
}

/// Markup that ends in a space ends before it, since blocks do.
#[test]
fn markup_that_ends_in_a_space_ends_before_it() {
    for html in [
        "水库<b> </b><br>水库蓄满",
        "<i>水库<b> </b><br>水库蓄满</i>",
        "水库 <img src=/a.png><br>水库蓄满",
        "水库 <b>x </b><br>水库 <i> </i><br>蓄满",
    ] {
        let html = around(&format!("<p>{html}</p>"));
        let markup = read(&html).markup.unwrap();
        harmless(&markup);
        assert!(markup.markdown.contains("蓄满"), "{}", markup.markdown);
    }
}

/// Deep nesting needs no deep stack and no quadratic time.
#[test]
fn a_long_base_does_not_make_every_link_long() {
    let links = "<a href=x>No ferry</a> ".repeat(500);
    let base = "a/".repeat(2000);
    let page = format!(
        "<base href=https://news.example/{base}><article><p>{}</p><p>{links}</article>",
        "The ferry stopped. ".repeat(40)
    );
    let markup = read(&page).markup.expect("it was asked for");
    assert!(markup.markdown.len() < 4 * page.len() && markup.html.len() < 4 * page.len());
}

#[test]
fn deep_nesting_ends() {
    for open in ["<blockquote>", "<ul><li>", "<b>", "<table><tr><td>", "<a href=/x>", "<pre>", "<i><a href=/y>"] {
        let html = format!("<article><p>{FERRY}</p>{}<p>{COUNTY}</p><p>{LAMBS}</p>", open.repeat(20_000));
        let markup = read(&html).markup.unwrap();
        assert!(markup.markdown.len() < 20_000, "{open}");
    }
}
