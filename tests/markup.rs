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
    let options = ReadOptions::new().markup(true).url("https://news.example/a/ferry.html");
    offprint::read(html.as_bytes(), options)
}

/// The markup of an article that has this beside its paragraphs.
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

#[test]
fn structure_is_kept() {
    let cases = [
        (
            "<h2>The <b>piles</b></h2><p>Two of <b>four</b> are broken, says <a href=/divers>the team of divers</a> from the <em>mainland</em>.</p>",
            "## The piles\n\nTwo of **four** are broken, says [the team of divers](https://news.example/divers) from the *mainland*.",
            "<h2>The piles</h2>\n<p>Two of <strong>four</strong> are broken, says <a href=\"https://news.example/divers\">the team of divers</a> from the <em>mainland</em>.</p>",
        ),
        (
            "<ul><li>The first boat leaves the old quay at seven in the morning.<li>The last boat of the day leaves at six, and in summer at nine.<ul><li>On Sundays there is no boat at all before ten in the morning.</ul></ul>",
            "- The first boat leaves the old quay at seven in the morning.\n- The last boat of the day leaves at six, and in summer at nine.\n  - On Sundays there is no boat at all before ten in the morning.",
            "<ul><li>The first boat leaves the old quay at seven in the morning.</li><li>The last boat of the day leaves at six, and in summer at nine.<ul><li>On Sundays there is no boat at all before ten in the morning.</li></ul></li></ul>",
        ),
        (
            "<ol><li>Anyone who wants to cross asks at the old quay for a number.<li>Anyone with a number waits until it is called by the skipper.</ol>",
            "1. Anyone who wants to cross asks at the old quay for a number.\n2. Anyone with a number waits until it is called by the skipper.",
            "<ol><li>Anyone who wants to cross asks at the old quay for a number.</li><li>Anyone with a number waits until it is called by the skipper.</li></ol>",
        ),
        (
            "<blockquote><p>We have never been without a ferry for longer than two days, said the mayor.</p><p>Not in the war, and not in the winter of 1963, when the sound was frozen.</p></blockquote>",
            "> We have never been without a ferry for longer than two days, said the mayor.\n>\n> Not in the war, and not in the winter of 1963, when the sound was frozen.",
            "<blockquote><p>We have never been without a ferry for longer than two days, said the mayor.</p><p>Not in the war, and not in the winter of 1963, when the sound was frozen.</p></blockquote>",
        ),
        (
            "<p>The wind is measured by a small program that the harbour master has written:</p><pre class=language-rust><code>fn wind() -&gt; u8 {\n    // ``` stays\n    <b>12</b>\n}\n</code></pre>",
            "The wind is measured by a small program that the harbour master has written:\n\n````rust\nfn wind() -> u8 {\n    // ``` stays\n    12\n}\n````",
            "<p>The wind is measured by a small program that the harbour master has written:</p>\n<pre><code class=\"language-rust\">fn wind() -&gt; u8 {\n    // ``` stays\n    12\n}</code></pre>",
        ),
        (
            "<table><tr><th>Boat<th>From the old quay<th>Passengers<tr><td>Morning boat<td>at seven o'clock<td>forty persons<tr><td>Evening boat<td><td>sixty | seventy persons</table>",
            "| Boat | From the old quay | Passengers |\n| --- | --- | --- |\n| Morning boat | at seven o'clock | forty persons |\n| Evening boat |  | sixty \\| seventy persons |",
            "<table><tr><th>Boat</th><th>From the old quay</th><th>Passengers</th></tr><tr><td>Morning boat</td><td>at seven o'clock</td><td>forty persons</td></tr><tr><td>Evening boat</td><td></td><td>sixty | seventy persons</td></tr></table>",
        ),
        (
            "<figure><img src=\"../pier (1).jpg\" alt='The \"pier\" [old]' width=800><figcaption>The pier in June. Photo: Ann Lee</figcaption></figure>",
            "![The \"pier\" \\[old\\]](https://news.example/pier%20%281%29.jpg)\n\nThe pier in June. Photo: Ann Lee",
            "<figure><img src=\"https://news.example/pier%20%281%29.jpg\" alt=\"The &quot;pier&quot; [old]\"><figcaption>The pier in June. Photo: Ann Lee</figcaption></figure>",
        ),
        (
            "<p>Roses are red<br>the ferry is blue<br>it lies on the ground, and so do you, sang the children on the quay on Monday.</p>",
            "Roses are red\\\nthe ferry is blue\\\nit lies on the ground, and so do you, sang the children on the quay on Monday.",
            "<p>Roses are red<br>the ferry is blue<br>it lies on the ground, and so do you, sang the children on the quay on Monday.</p>",
        ),
    ];
    for (html, markdown, expected) in cases {
        assert_eq!(inside(html), (markdown.to_owned(), expected.to_owned()), "{html}");
    }
}

/// A table is kept whole, whatever its cells hold.
#[test]
fn tables_are_whole() {
    let cases = [
        // Linked and short cells, a short head, an empty cell at the end.
        (
            "<table><thead><tr><td>Year<td>Boat<td>Crew</thead><tr><td>1993<td><a href=/a>Retroactive</a><td>4<tr><td>1994<td><a href=/b>Pilot</a><td></table>",
            "| Year | Boat | Crew |\n| --- | --- | --- |\n| 1993 | [Retroactive](https://news.example/a) | 4 |\n| 1994 | [Pilot](https://news.example/b) |  |",
            "<table><tr><th>Year</th><th>Boat</th><th>Crew</th></tr><tr><td>1993</td><td><a href=\"https://news.example/a\">Retroactive</a></td><td>4</td></tr><tr><td>1994</td><td><a href=\"https://news.example/b\">Pilot</a></td><td></td></tr></table>",
        ),
        // A caption, alignment, lines.
        (
            "<table><caption>Boats of the county in the summer</caption><tr><th>Boat<th align=center>Built in<th style='text-align: right'>Seats<tr><td>Morning boat<br>and ferry<td align=center>1986<td style='text-align: right'>forty</table>",
            "Boats of the county in the summer\n\n| Boat | Built in | Seats |\n| --- | :---: | ---: |\n| Morning boat<br>and ferry | 1986 | forty |",
            "<table><caption>Boats of the county in the summer</caption><tr><th>Boat</th><th align=\"center\">Built in</th><th align=\"right\">Seats</th></tr><tr><td>Morning boat<br>and ferry</td><td align=\"center\">1986</td><td align=\"right\">forty</td></tr></table>",
        ),
        // Spans.
        (
            "<table><tr><th rowspan=2>Boat<th colspan=2>Passengers of the boat<tr><th>in winter<th>in summer<tr><td>Morning boat<td>forty persons<td>sixty persons</table>",
            "| Boat | Passengers of the boat |  |\n| --- | --- | --- |\n|  | in winter | in summer |\n| Morning boat | forty persons | sixty persons |",
            "<table><tr><th rowspan=\"2\">Boat</th><th colspan=\"2\">Passengers of the boat</th></tr><tr><th>in winter</th><th>in summer</th></tr><tr><td>Morning boat</td><td>forty persons</td><td>sixty persons</td></tr></table>",
        ),
        // A list in a cell.
        (
            "<table><tr><th>Boat<th>Where it stops<tr><td>Morning boat<td><ul><li>the old quay<li>the landing stage</ul></table>",
            "<table><tr><th>Boat</th><th>Where it stops</th></tr><tr><td>Morning boat</td><td><ul><li>the old quay</li><li>the landing stage</li></ul></td></tr></table>",
            "<table><tr><th>Boat</th><th>Where it stops</th></tr><tr><td>Morning boat</td><td><ul><li>the old quay</li><li>the landing stage</li></ul></td></tr></table>",
        ),
        // A picture before the text of a cell.
        (
            "<table><tr><th>Boat<th>Hours of the boat<tr><td>Morning boat<td><table><tr><td>Monday<td>seven<tr><td>Sunday<td>ten</table></table>",
            "<table><tr><th>Boat</th><th>Hours of the boat</th></tr><tr><td>Morning boat</td><td><table><tr><td>Monday</td><td>seven</td></tr><tr><td>Sunday</td><td>ten</td></tr></table></td></tr></table>",
            "<table><tr><th>Boat</th><th>Hours of the boat</th></tr><tr><td>Morning boat</td><td><table><tr><td>Monday</td><td>seven</td></tr><tr><td>Sunday</td><td>ten</td></tr></table></td></tr></table>",
        ),
        (
            "<table><tr><th>Boat<th>Passengers<tr><td><img src=/boat.jpg alt=Boat>Morning boat<td>forty persons</table>",
            "| Boat | Passengers |\n| --- | --- |\n| ![Boat](https://news.example/boat.jpg)<br>Morning boat | forty persons |",
            "<table><tr><th>Boat</th><th>Passengers</th></tr><tr><td><figure><img src=\"https://news.example/boat.jpg\" alt=\"Boat\"></figure><p>Morning boat</p></td><td>forty persons</td></tr></table>",
        ),
    ];
    for (html, markdown, expected) in cases {
        let (found, shown) = inside(html);
        assert_eq!((&*found, &*shown), (markdown, expected), "{html}");
    }
}

#[test]
fn lists_keep_what_they_state() {
    let cases = [
        (
            "<ol start=3><li>Anyone who wants to cross asks at the old quay for a number.<li>Anyone with a number waits until it is called by the skipper.</ol>",
            "3. Anyone who wants to cross asks at the old quay for a number.\n4. Anyone with a number waits until it is called by the skipper.",
            "<ol start=\"3\"><li>Anyone who wants to cross asks at the old quay for a number.</li><li>Anyone with a number waits until it is called by the skipper.</li></ol>",
        ),
        (
            "<ul><li><input type=checkbox checked disabled> The piles of the landing stage have been drawn.<li><p><label><input type=checkbox> The crane has been lent to the county by the circus.</label></ul>",
            "- [x] The piles of the landing stage have been drawn.\n- [ ] The crane has been lent to the county by the circus.",
            "<ul><li><input type=\"checkbox\" disabled checked> The piles of the landing stage have been drawn.</li><li><input type=\"checkbox\" disabled> The crane has been lent to the county by the circus.</li></ul>",
        ),
        (
            "<dl><dt>Landing stage<dd><p>The floor that the ferry is moored to, on four piles.<p>It is owned by the county, and was built in 1986.<dt>Old quay<dd>The stones where the boats of the farmers lie.</dl>",
            "**Landing stage**\n\nThe floor that the ferry is moored to, on four piles.\n\nIt is owned by the county, and was built in 1986.\n\n**Old quay**\n\nThe stones where the boats of the farmers lie.",
            "<dl><dt>Landing stage</dt><dd>The floor that the ferry is moored to, on four piles.<p>It is owned by the county, and was built in 1986.</p></dd><dt>Old quay</dt><dd>The stones where the boats of the farmers lie.</dd></dl>",
        ),
    ];
    for (html, markdown, expected) in cases {
        let (found, shown) = inside(html);
        assert_eq!((&*found, &*shown), (markdown, expected), "{html}");
    }
}

/// Links to places on the page stay, except those that only mark a place.
#[test]
fn links_on_the_page_stay() {
    let cases = [
        (
            "<h2 id=a>The piles<a class=headerlink href='#a'>¶</a></h2><p>Two of four are broken<sup><a href='#fn:1'>1</a></sup>, say the divers from the mainland. <a href='#fnref:1'>↩︎</a></p>",
            "## The piles\n\nTwo of four are broken<sup>[1](https://news.example/a/ferry.html#fn:1)</sup>, say the divers from the mainland.",
        ),
        (
            "<p>The wind is measured by <code>Wind&lt;<a href=/t>Table</a>&gt;</code>, a program that the harbour master has written.</p>",
            "The wind is measured by `Wind<`[`Table`](https://news.example/t)`>`, a program that the harbour master has written.",
        ),
    ];
    for (html, markdown) in cases {
        assert_eq!(inside(html).0, markdown, "{html}");
    }
}

#[test]
fn titles_of_details_and_notes_are_bold() {
    let cases = [
        (
            "<details><summary>What the divers found</summary><p>Two of the four piles are broken below the waterline, they say.</p></details>",
            "**What the divers found**\n\nTwo of the four piles are broken below the waterline, they say.",
        ),
        (
            "<div class='admonition note'><p class=admonition-title>Note</p><p>The smaller boat carries no cars, and no more than forty passengers.</p></div>",
            "> **Note**\n>\n> The smaller boat carries no cars, and no more than forty passengers.",
        ),
    ];
    for (html, markdown) in cases {
        assert_eq!(inside(html).0, markdown, "{html}");
    }
}

#[test]
fn a_layout_table_is_not_written_as_a_table() {
    let long = format!("{FERRY} {COUNTY} {LAMBS}");
    let html = format!("<table><tr><td>{long} {long}<td>{COUNTY}<tr><td>{LAMBS}</table>");
    let markup = read(&html).markup.unwrap();
    assert!(!markup.markdown.contains('|') && !markup.html.contains("<td>"), "{}", markup.markdown);
}

/// Marks continue after a line break, but a mark that is never closed ends with its paragraph.
#[test]
fn marks_continue_after_a_line_break() {
    let cases = [
        (
            "<p><code>let boat = moor();<br>boat.wait()</code><br>That is all.</p>",
            "`let boat = moor();`\\\n`boat.wait()`\\\nThat is all.",
        ),
        (
            "<p>The <b>morning boat<br>and the evening</b> boat leave</p><p>from the old quay.</p>",
            "The **morning boat**\\\n**and the evening** boat leave\n\nfrom the old quay.",
        ),
        (
            "<p>The <b>morning boat</p><br><p>leaves at seven<br>or at ten.</p>",
            "The **morning boat**\n\nleaves at seven\\\nor at ten.",
        ),
    ];
    for (html, expected) in cases {
        assert_eq!(inside(html).0, expected, "{html}");
    }
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
        // Markdown must yield no more than the HTML has.
        let Markup { markdown, html, .. } = markup;
        assert!(!markdown.contains("[x]:") && !markdown.contains("\n```\ncode"), "{markdown}");
        for tag in ["<script", "<style", " on", " style="] {
            let tags = html.split('<').skip(1).map(|tag| tag.split('>').next().unwrap_or_default());
            let mut tags = tags.map(|tag| format!("<{}", without_values(tag)));
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
        let options = case.options().markup(true);
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
        let options = |markup| ReadOptions::new().markup(markup).url("https://news.example/");
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
fn deep_nesting_ends() {
    for open in ["<blockquote>", "<ul><li>", "<b>", "<table><tr><td>", "<a href=/x>", "<pre>", "<i><a href=/y>"] {
        let html = format!("<article><p>{FERRY}</p>{}<p>{COUNTY}</p><p>{LAMBS}</p>", open.repeat(20_000));
        let markup = read(&html).markup.unwrap();
        assert!(markup.markdown.len() < 20_000, "{open}");
    }
}
