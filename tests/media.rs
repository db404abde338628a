//! Code, formulas, pictures and frames of an article: in its text once, and whole in Markdown and HTML.

#[path = "common/ferry.rs"]
mod ferry;

use ferry::{COUNTY, FERRY};
use offprint::article::Markup;
use offprint::{Article, ReadOptions};

/// The article that has this between its paragraphs, read with markup and without.
fn read(inside: &str) -> Article {
    let html = format!("<title>No ferry</title><body>{}", ferry::around(inside));
    let url = Some("https://news.example/a/ferry.html".to_owned());
    let options = ReadOptions { url, ..ReadOptions::new() };
    let plain = offprint::read(html.as_bytes(), options.clone());
    let mut article = offprint::read(html.as_bytes(), ReadOptions { markup: true, ..options });
    let markup = article.markup.take();
    assert_eq!(format!("{plain:?}"), format!("{article:?}"), "{inside}");
    article.markup = markup;
    article
}

/// What is between the paragraphs: in the text, in Markdown and in HTML.
fn inside(html: &str) -> [String; 3] {
    let article = read(html);
    let Markup { markdown, html, .. } = article.markup.clone().expect("it was asked for");
    let between = |text: &str, first: &str, rest: &str| {
        let start = text.find(first).unwrap_or_else(|| panic!("{text}")) + first.len();
        let end = text.find(rest).unwrap_or_else(|| panic!("{text}"));
        text[start..end].trim_matches('\n').to_owned()
    };
    let (start, end) = (format!("<p>{FERRY}</p>"), format!("<p>{COUNTY}"));
    [between(&article.text, FERRY, COUNTY), between(&markdown, FERRY, COUNTY), between(&html, &start, &end)]
}

const CODE: &str = "let boats = harbour.boats();\nfor boat in boats {\n    boat.moor(&quay, 12)?;\n\n\tprintln!(\"{boat} is moored at the old quay\");\n}";

/// The lines of the code, each in an element.
fn lines(element: impl Fn(&str) -> String) -> String {
    let escaped = CODE.replace('&', "&amp;").replace('<', "&lt;");
    escaped.split('\n').map(element).collect()
}

fn numbers(element: impl Fn(u32) -> String) -> String {
    (1..=6).map(element).collect()
}

/// Code of every highlighter is one block with its language, without line numbers in it or in the text.
#[test]
fn code_is_one_block_without_numbers() {
    let plain = CODE.replace('&', "&amp;");
    let divs = lines(|line| format!("<div class=line>{line}</div>"));
    let broken = lines(|line| format!("<span class=line>{line}</span><br>"));
    let cases = [
        format!("<pre class='brush: rust; toolbar: false'>\n{plain}\n</pre>"),
        format!("<pre><code class='hljs rust'>{plain}</code></pre>"),
        format!("<div class='highlight-rust notranslate'><div class=highlight><pre>{plain}\n</pre></div></div>"),
        format!(
            "<pre data-lang=rust class=shiki><code>{}</code></pre>",
            lines(|line| format!("<span class=line>{line}</span>\n"))
        ),
        // Hexo.
        format!(
            "<figure class='highlight rust'><table><tr><td class=gutter><pre>{}</pre></td><td class=code><pre>{broken}</pre></td></tr></table></figure>",
            numbers(|number| format!("<span class=line>{number}</span><br>")),
        ),
        // Rouge.
        format!(
            "<div class='language-rust highlighter-rouge'><div class=highlight><pre class=highlight><code><table class=rouge-table><tbody><tr><td class='rouge-gutter gl'><pre class=lineno>{}</pre></td><td class=rouge-code><pre>{plain}\n</pre></td></tr></tbody></table></code></pre></div></div>",
            numbers(|number| format!("{number}\n")),
        ),
        // Chroma, in a table and in line.
        format!(
            "<div class=highlight><table class=lntable><tr><td class=lntd><pre class=chroma><code>{}</code></pre></td><td class=lntd><pre class=chroma><code class=language-rust>{plain}</code></pre></td></tr></table></div>",
            numbers(|number| format!("<span class=lnt>{number}\n</span>")),
        ),
        {
            let mut number = 0;
            let line = |line: &str| format!("<span class=line><span class=cl>{line}</span></span>\n");
            let mut lines = String::new();
            for text in plain.split('\n') {
                number += 1;
                lines += &format!("<span class=ln>{number:2} </span>{}", line(text));
            }
            format!("<pre><code class=language-rust>{lines}</code></pre>")
        },
        // VuePress.
        format!(
            "<div class='language-rust line-numbers-mode'><pre class=language-rust><code>{plain}</code></pre><div class=line-numbers-wrapper>{}</div></div>",
            numbers(|number| format!("<span class=line-number>{number}</span><br>")),
        ),
        // A line for each element, with buttons.
        format!("<pre class=language-rust><button>Copy</button><code>{divs}</code></pre>"),
        format!(
            "<pre class='prettyprint lang-rust'><ol class=linenums>{}</ol></pre>",
            lines(|line| format!("<li>{line}</li>"))
        ),
        format!("<pre lang=en class=language-rust>\r\n{}</pre>", plain.replace('\n', "\r\n")),
    ];
    for html in cases {
        let [text, markdown, written] = inside(&html);
        assert_eq!(markdown, format!("```rust\n{CODE}\n```"), "{html}");
        let escaped = CODE.replace('&', "&amp;").replace('"', "&quot;");
        assert_eq!(written, format!("<pre><code class=\"language-rust\">{escaped}</code></pre>"), "{html}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&text), words(CODE), "{html}");
    }
}

/// Numbers that do not count lines stay.
#[test]
fn a_toolbar_around_code_leaves_the_code() {
    let [text, ..] = inside(&format!("<div class=code-toolbar><pre><code>{CODE}</code></pre></div>"));
    assert!(text.contains("harbour.boats"), "{text}");
}

#[test]
fn other_numbers_stay() {
    let [text, ..] =
        inside("<div class=numbers><p>In March 42 boats called at the old quay of Skarn, in April 17.</p></div>");
    assert_eq!(text, "In March 42 boats called at the old quay of Skarn, in April 17.");
    let [text, markdown, _] = inside(
        "<pre class=line-numbers><code><span class='token number'>42</span> boats\n<span class='token number'>17</span> boats at the old quay</code></pre>",
    );
    assert_eq!(text, "42 boats 17 boats at the old quay");
    assert_eq!(markdown, "```\n42 boats\n17 boats at the old quay\n```");
}

/// Whatever forms a page holds of a formula, its source is in the text once.
#[test]
fn formulas_become_tex_once() {
    let annotated = "<math><semantics><mrow><mi>a</mi><mo>&lt;</mo><msup><mi>b</mi><mn>2</mn></msup></mrow><annotation encoding='application/x-tex'>a &lt; b^2</annotation><annotation encoding='application/json'>{}</annotation></semantics></math>";
    let around = |formula: &str| format!("<p>The load {formula} holds wherever the old quay rests on its piles.</p>");
    let cases = [
        annotated.to_owned(),
        "<math alttext='a &lt; b^2'><mi>a</mi></math>".to_owned(),
        // KaTeX.
        format!("<span class=katex><span class=katex-mathml>{annotated}</span><span class=katex-html aria-hidden=true><span class=base><span class=mord>a</span><svg><path/></svg><span>b<span>2</span></span></span></span></span>"),
        // MathJax.
        "<script src=/MathJax.js></script><span class=MathJax_Preview>a b</span><span class=MathJax><nobr><span class=math>a<span>&lt;</span>b2</span></nobr><span class=MJX_Assistive_MathML><math><mi>a</mi></math></span></span><script type='math/tex'>a < b^2</script>".to_owned(),
        "<span class=MathJax_Preview>a b</span><span class=MathJax><nobr><span class=math>a<span>&lt;</span>b2</span></nobr><span class=MJX_Assistive_MathML><math><mi>a</mi></math></span></span><script type='math/tex'>a < b^2</script>".to_owned(),
        "<script type='math/tex'>% <![CDATA[\na < b^2 %]]></script>".to_owned(),
        // Wikipedia, and makers of pictures.
        "<span><span style='display: none'><math alttext='{\\displaystyle a&lt;b^2}'><mi>a</mi></math></span><img src=/w.svg class=mwe-math-fallback-image-inline alt='{\\displaystyle a&lt;b^2}'></span>".to_owned(),
        "<img class=latex src=/latex.php?latex=x alt='a &lt; b^2'>".to_owned(),
        "$a &lt; b^2$".to_owned(),
    ];
    for formula in cases {
        let [text, markdown, html] = inside(&around(&formula));
        let expected = around("$a < b^2$").replace("<p>", "").replace("</p>", "");
        let spaced = |text: &str| text.replace("a<b", "a < b");
        assert_eq!(spaced(&text), expected, "{formula}");
        assert_eq!(spaced(&markdown).replace("a< b", "a < b"), expected, "{formula}");
        assert_eq!(html.replace("a&lt;b", "a &lt; b"), around("$a &lt; b^2$"), "{formula}");
    }
    // The formula as authors write it.
    let [text, markdown, _] = inside(&around("\\(a_1 * b_2\\)"));
    assert!(text.contains("\\(a_1 * b_2\\)") && markdown.contains("$a_1 * b_2$"), "{markdown}");
    // Displayed formulas.
    for formula in [
        "<script type='math/tex; mode=display'>a_1 * b</script>",
        "<math display=block><semantics><mi>a</mi><annotation encoding='application/x-tex'>a_1 * b</annotation></semantics></math>",
        "\\[ a_1 * b \\]",
        "$$a_1 * b$$",
    ] {
        let [_, markdown, _] = inside(&around(formula));
        assert!(markdown.contains("The load $$a_1 * b$$ holds"), "{markdown}");
    }
    // A formula without TeX becomes its text.
    let [text, markdown, _] = inside(&around(
        "<mjx-container><mjx-math aria-hidden=true></mjx-math><mjx-assistive-mml><math><mi>a</mi><mo>+</mo><mn>2</mn></math></mjx-assistive-mml></mjx-container>",
    ));
    assert!(text.contains("The load a+2 holds") && markdown.contains("The load a+2 holds"), "{text}");
    // Prices are not formulas, and neither are pictures.
    let [_, markdown, _] = inside(&around("of $5 to $10 [a_ship_ *or* two]"));
    assert!(markdown.contains("$5 to $10 [a_ship_ \\*or* two]"), "{markdown}");
    let [text, ..] = inside(&around("<img src=/latex-gloves.jpg alt='Latex gloves'>"));
    assert!(!text.contains("gloves"), "{text}");
}

/// Each picture once, by its own address.
#[test]
fn pictures_are_found_where_scripts_look() {
    let shown = |html: &str| {
        let [_, markdown, _] = inside(html);
        markdown.replace("https://news.example", "")
    };
    for html in [
        "<figure><img src=data:image/gif;base64,R0 data-lazy-src=/pier.jpg alt=Pier></figure>",
        "<img src=data:image/gif;base64,R0 alt=Pier><noscript><img src=/pier.jpg alt=Pier></noscript>",
        "<img src=data:image/gif;base64,R0 alt=Pier><noscript><img src=/pier.jpg></noscript>",
        "<noscript><img src=/pier.jpg alt=Pier></noscript><img src=/pier.jpg alt=Pier>",
        "<img src=/pier.jpg alt=Pier data-x=1><noscript><img src=/pier-large.jpg alt=Pier></noscript>",
        "<picture><source data-srcset='/pier-small.jpg 300w, /pier.jpg 900w'><source srcset=/pier.webp><img src=data:image/gif;base64,R0 alt=Pier></picture>",
        "<div class=slide><button><img src=/pier.jpg alt=Pier></button></div>",
        "<div class=widget><figure><img src=/pier.jpg alt=Pier></figure></div>",
        "<div class='editor-img-box'><img src=/pier.jpg alt=Pier></div>",
        "<img src=/pier.jpg alt=Pier><img src='https://count.example/p?x' width=1 height=1><img class=emoji src=/1f600.png alt=x>",
        "<img src=/pier.jpg alt=Pier width=640><div><img src=/pier.jpg?w=2000 alt=Pier></div>",
    ] {
        assert_eq!(shown(html), "![Pier](/pier.jpg)", "{html}");
    }
    assert_eq!(
        shown("<aside class=related><a href=/b><img src=/b.jpg alt=B></a><a href=/b>Another ship is late</a></aside>"),
        ""
    );
}

/// A picture whose address only a script knows has its description, and is not in the list.
#[test]
fn pictures_without_an_address_are_described() {
    let html = "<figure><img src=data:image/gif;base64,R0 alt='The pier'></figure>";
    let [text, markdown, written] = inside(html);
    assert_eq!([text, markdown], ["", "![The pier]()"]);
    assert_eq!(written, "<figure><img alt=\"The pier\"></figure>");
    let markup = read(html).markup.expect("it was asked for");
    assert_eq!(markup.images, []);
}

/// Frames become links to what they show.
#[test]
fn frames_and_players_become_links() {
    let shown = |html: &str| {
        let [_, markdown, html] = inside(html);
        (markdown, html)
    };
    let (markdown, html) =
        shown("<iframe src='//www.youtube.com/embed/x?a=1&amp;b=2' title='The storm [video]'></iframe>");
    assert_eq!(markdown, "[The storm \\[video\\]](https://www.youtube.com/embed/x?a=1&b=2)");
    assert_eq!(html, "<figure><a href=\"https://www.youtube.com/embed/x?a=1&amp;b=2\">The storm [video]</a></figure>");
    let (markdown, _) =
        shown("<video controls><source src=/storm.webm><source src=/storm.mp4></video><audio src=/gale.mp3></audio>");
    assert_eq!(
        markdown,
        "[https://news.example/storm.webm](https://news.example/storm.webm)\n\n[https://news.example/gale.mp3](https://news.example/gale.mp3)"
    );
    for other in [
        "<iframe src=https://ads.example/banner.html title=Advertisement></iframe>",
        "<iframe src=https://youtube.com.evil.example/embed/x></iframe>",
        "<iframe src='javascript:alert(1)//youtube.com/'></iframe>",
        "<iframe></iframe><video></video>",
    ] {
        assert_eq!(shown(other).0, "", "{other}");
    }
    let (markdown, _) = shown(
        "<blockquote class=twitter-tweet><p>We have never been without a ferry for so long, not even in the war. <a href=https://t.example/x>pic</a></p>&mdash; Harbour of Skarn <a href=https://t.example/s/1>June 3</a></blockquote><script src=w.js></script>",
    );
    assert!(
        markdown.starts_with("> We have never") && markdown.contains("[June 3](https://t.example/s/1)"),
        "{markdown}"
    );
}

#[test]
fn subscripts_superscripts_and_readings() {
    let [text, markdown, html] = inside(
        "<p>The tank held 40 m<sup>3</sup> of CO<sub>2</sub> when the pier of <ruby>港<rp>(</rp><rt>みなと</rt><rp>)</rp></ruby> fell.</p>",
    );
    assert_eq!(text, "The tank held 40 m3 of CO2 when the pier of 港 fell.");
    assert_eq!(markdown, "The tank held 40 m<sup>3</sup> of CO<sub>2</sub> when the pier of 港 fell.");
    assert_eq!(html, format!("<p>{markdown}</p>"));
    // The last end tag of a reading may be missing.
    let [text, ..] =
        inside("<p>The pier of <ruby>港<rt>みなと</rt>町<rt>まち</ruby> fell when the wind turned to the north.</p>");
    assert_eq!(text, "The pier of 港町 fell when the wind turned to the north.");
}

#[test]
fn markup_shown_as_it_is_written_is_code() {
    let [text, markdown, _] = inside("<xmp>moor(\"<barge>\") &amp; wait();</xmp>");
    assert_eq!(text, "moor(\"<barge>\") &amp; wait();");
    assert_eq!(markdown, "```\nmoor(\"<barge>\") &amp; wait();\n```");
}
