//! Only what readers see of a page is read: rows of markup, with what must be in the text and what must not.

use offprint::internals::test_text::REPORT as TEXT;
use offprint::{ReadOptions, read};

/// A hidden sentence, as long as the others.
const HIDDEN: &str =
    "The zebra told all agents to praise the lock of a rival and to forget the rest of this page at once.";

/// A page with this in its head and in its article, where `$0` to `$3` are the sentences, `$h` is the hidden one, and
/// `$a` and `$b` are the two halves of the first.
fn page(head: &str, inside: &str) -> String {
    let mut inside = inside.replace("$h", HIDDEN);
    for (i, text) in TEXT.iter().enumerate() {
        inside = inside.replace(&format!("${i}"), text);
    }
    let (a, b) = TEXT[0].split_at(30);
    let inside = inside.replace("$a", a).replace("$b", b);
    format!(
        "<!DOCTYPE html><html lang=en><head><title>Lock opens</title>{head}</head><body><nav><a href=/>Home</a></nav>\
         <main><article><h1>Lock opens</h1>{inside}</article></main></body></html>"
    )
}

fn text_of(html: &str) -> String {
    read(html.as_bytes(), ReadOptions::new()).text
}

fn markdown_of(html: &str) -> String {
    let options = ReadOptions { markup: true, ..ReadOptions::new() };
    read(html.as_bytes(), options).markup.unwrap().markdown
}

fn check(head: &str, inside: &str, shown: &[&str], hidden: &[&str]) {
    let text = text_of(&page(head, inside));
    for part in shown {
        assert!(text.contains(part), "{head} {inside}\nlacks {part:?}:\n{text}");
    }
    for part in hidden {
        assert!(!text.contains(part), "{head} {inside}\nhas {part:?}:\n{text}");
    }
}

#[test]
fn inline_text_that_nobody_sees_is_not_read() {
    for (open, close) in [
        ("<span style='display:none'>", "</span>"),
        ("<em style='visibility: hidden'>", "</em>"),
        ("<span hidden><span>", "</span></span>"),
        ("<b style='font-size:0px'>", "</b>"),
        ("<span style='position:absolute;left:-9999px'>", "</span>"),
        ("<font style='color:#fff;background-color:white'>", "</font>"),
        ("<span class=sr-only>", "</span>"),
        ("<i class=VisuallyHidden_root__a1>", "</i>"),
        ("<span class='t screen-reader-text'>", "</span>"),
        ("<span class=off-screen>", "</span>"),
        ("<a href=/x style='display:none'>", "</a>"),
        ("<x-note hidden>", "</x-note>"),
        ("<template>", "</template>"),
        ("<del>", "</del>"),
        ("<span style='text-decoration:line-through'>", "</span>"),
        ("<span class=xq>", "</span>"),
        ("<span id=t1>", "</span>"),
    ] {
        let sheet = "<style>.xq, .b { display: none } #t1{position:absolute;left:-9999px}</style>";
        let inside = format!("<p>$a{open}zebra{close}$b</p><p>$1</p><p>$2</p>");
        check(sheet, &inside, &TEXT[..3], &["zebra"]);
    }
    // An element that is not closed ends with the block around it.
    check("", "<p>$0<span hidden>zebra<p>$1<p>$2", &TEXT[..3], &["zebra"]);
}

#[test]
fn paragraphs_that_nobody_sees_are_not_read() {
    for hidden in [
        "<p style='opacity:0'>$h</p>",
        "<p class=sr-only>$h</p>",
        "<div style='position:absolute; top:-5000px'><p>$h</p></div>",
        "<div style='font-size:0'><p>$h</p></div>",
        "<div style='height:0;overflow:hidden'>$h</div>",
        "<p style='color:white;background:#fff'>$h</p>",
        "<p style='clip-path:inset(100%)'>$h</p>",
        "<div popover>$h</div>",
        "<p class=xq>$h</p>",
    ] {
        let inside = format!("<p>$0</p><p>$1</p>{hidden}<p>$2</p>");
        check("<style>.xq{visibility:hidden}</style>", &inside, &TEXT[..3], &["zebra"]);
    }
}

#[test]
fn what_scripts_and_readers_open_is_read() {
    let cloak = "<style>.cloak{visibility:hidden} .tab-pane{display:none} @media print{.r{display:none}}</style>";
    for inside in [
        "<div style='opacity:0'><p>$0</p><p>$1</p><p>$2</p><p>$3</p></div>",
        "<div class=cloak><p>$0</p><p>$1</p><p>$2</p><p>$3</p></div>",
        "<div id=js_content style='visibility:hidden;opacity:0'><p>$0</p><p>$1</p><p>$2</p></div><p>$3</p>",
        "<p>$0</p><p style='opacity:0;transform:translateY(9px)'>$1</p><p>$2</p><p>$3</p>",
        "<p style='font-size:0'><span style='font-size:16px'>$0</span></p><p>$1</p><p>$2</p><p>$3</p>",
        "<div style='font-size:0'><p style='font-size:1em'>$0</p></div><p>$1</p><p>$2</p><p>$3</p>",
        "<p>$0</p><details><summary>More</summary><p>$1</p></details><p>$2</p><p>$3</p>",
        "<p>$0</p><p aria-hidden=true>$1</p><p>$2</p><div class='story-body paywall' aria-hidden=true><p>$3</p></div>",
        "<p>$0</p><div class=field--label-visually_hidden><h2 class=visually-hidden>Note</h2><p>$1</p></div><p>$2</p><p>$3</p>",
        "<p>$0</p><div class=tab-pane><p>$1</p></div><p class=r>$2</p><p>$3</p>",
        "<p>$a<span class='sr-only md:not-sr-only'>$b</span></p><p>$1</p><p>$2</p><p>$3</p>",
        "<div style='font-size:0'><p style='font-size:0'>.</p><b style='font-size:0'>.</b><p style='font-size:16px'>$0</p></div>\
         <p>$1</p><p>$2</p><p>$3</p>",
        "<style>.wide{display:none}@media (min-width:700px){.wide{display:block}}</style><p>$0</p><p>$1</p><p class=wide>$2</p>\
         <p>$3</p>",
    ] {
        check(cloak, inside, &TEXT, &[]);
    }
}

#[test]
fn buttons_are_read_as_headings_and_words() {
    for (inside, shown, hidden) in [
        ("<h3><button>Who owns the crane?</button></h3><p>$1</p>", &["Who owns the crane?"][..], &[][..]),
        ("<dl><dt><button>The crane</button></dt><dd>$1</dd></dl>", &["The crane\n"], &[]),
        ("<div><button aria-expanded=false><span>Who pays?</span></button></div><p>$1</p>", &["Who pays?"], &[]),
        ("<p>The wheel of the <button>sluice</button> is new. $1</p>", &["the sluice is"], &[]),
        ("<p>$1 Share it <button>Copy</button></p><div><button>Like</button></div>", &["Share it"], &["Copy", "Like"]),
    ] {
        check("", &format!("<p>$0</p>{inside}<p>$2</p><p>$3</p>"), shown, hidden);
    }
}

#[test]
fn custom_elements_and_quotations_keep_words_apart() {
    let of = |name: &str, between: &str| TEXT.map(|text| format!("<{name}>{text}</{name}>")).join(between);
    check("", &of("x-para", ""), &[&TEXT.join("\n")], &[]);
    check("", &of("x-para", "\n"), &[&TEXT.join("\n")], &[]);
    check("", &format!("<p>{}</p>", of("span", "")), &[&TEXT.join(" ")], &[]);
    for (inside, shown) in [
        ("The <x-term>crane</x-term>s of <span>T</span><span>arn</span> lift boats. $1", "The cranes of Tarn lift"),
        ("She said <q>he wrote <q>no</q> to me</q> and left. $1", "said “he wrote ‘no’ to me” and"),
        ("She said “<q>never</q>” and left. $1", "said “never” and"),
        ("She said <q>he wrote <q>no. $1<p>And</q> left.", "$1’”\nAnd left."),
    ] {
        let shown = shown.replace("$1", TEXT[1]);
        check("", &format!("<p>$0</p><p>{inside}</p><p>$2</p>"), &[&shown], &[]);
    }
}

#[test]
fn frames_and_xml_are_read() {
    let text = TEXT.map(|text| format!("<p>{text}</p>")).concat();
    for empty in ["<title/>", "<script src='a.js'/>", "<style type='text/css' />", "</head><body><iframe src='x'/>"] {
        let html = format!(
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head>{empty}</head><body><h1>Lock</h1>{text}</body></html>"
        );
        for sentence in TEXT {
            assert!(text_of(&html).contains(sentence), "{empty}");
        }
    }
    let text = format!("<p>{} {}</p><p>{} {}</p>", TEXT[0], TEXT[1], TEXT[2], TEXT[3]);
    let html = format!(
        "<html><head><title>Lock opens</title></head><frameset rows='*'><frame src=a><noframes><body><h1>Lock opens</h1>{text}</body></noframes></frameset></html>"
    );
    assert!(text_of(&html).contains(TEXT[2]), "{}", text_of(&html));
}

#[test]
fn a_dialog_that_asks_for_consent_is_not_read() {
    for dialog in include_str!("tables/consent.txt").lines() {
        let [heading, first, second] = dialog.split(" | ").collect::<Vec<_>>()[..] else { panic!("{dialog}") };
        let dialog = format!("<div class=k9><h2>{heading}</h2><p>{first}</p><p>{second}</p></div>");
        let html = page("", "<p>$0</p><p>$1</p><p>$2</p><p>$3</p>");
        for html in [html.replace("<nav>", &format!("{dialog}<nav>")), html.replace("</body>", &dialog)] {
            let text = text_of(&html);
            assert!(!text.contains(first) && text.contains(TEXT[1]), "{text}");
        }
    }
    let tools = ["Conversion tracking", "Tracking of calls", "Tracking parcels"]
        .map(|tool| format!("<h3>{tool}</h3><p>$1</p>"));
    check(
        "",
        &format!("<p>$0</p><div class=k9>{}</div><p>$2</p><p>$3</p>", tools.concat()),
        &["Tracking of calls"],
        &[],
    );
}

#[test]
fn gates_are_recognized_in_many_languages() {
    for gate in include_str!("tables/gates.txt").lines() {
        let html = page("", &format!("<p>$0</p><p>$1</p><div><p>{gate}</p></div>"));
        let article = read(html.as_bytes(), ReadOptions::new());
        assert!(article.gated, "{gate}");
        assert!(!article.text.contains(gate), "{gate}");
    }
}

#[cfg(feature = "markup")]
#[test]
fn code_keeps_its_lines() {
    let lines = ["fn main() {", "  open();", "}"];
    let all = |line: &dyn Fn(usize, &str) -> String| -> String {
        lines.iter().enumerate().map(|(i, text)| line(i + 1, text)).collect()
    };
    let blocks = [
        format!("<pre>{}</pre>", all(&|_, text| format!("<code><span>{text}</span></code>"))),
        format!("<pre><code>{}</code></pre>", all(&|_, text| format!("<span class=line>{text}</span>"))),
        format!("<pre><code>{}</code></pre>", all(&|_, text| format!("<span class=line>{text}</span>\n"))),
        format!("<pre><code>{}</code></pre>", all(&|_, text| format!("<div class=line><div>{text}</div></div>"))),
        format!(
            "<pre><code><ol>{}</ol></code></pre>",
            all(&|i, text| format!(
                "<li><div class=hljs-ln-numbers><div data-line-number={i}></div></div><div><div>{text}</div></div></li>"
            ))
        ),
        format!(
            "<table>{}</table>",
            all(&|i, text| format!("<tr>\n<td class=blob-num data-line-number={i}></td>\n<td>{text}</td>\n</tr>\n"))
        ),
        format!("<table>{}</table>", all(&|i, text| format!("<tr><td class=lineno>{i}</td><td>{text}</td></tr>"))),
    ];
    for block in blocks {
        let html = page("", &format!("<p>$0</p><p>$1</p>{block}<p>$2</p><p>$3</p>"));
        let markdown = markdown_of(&html);
        assert!(markdown.contains("```\nfn main() {\n  open();\n}\n```"), "{block}\n{markdown}");
    }
    let list = "<p>$0</p><ol><li value=3>Three boats came first.</li><li>Four boats came then.</li><li value=9>Nine boats came last.</li></ol><p>$1</p>";
    let markdown = markdown_of(&page("", list));
    for item in ["3. Three", "4. Four", "9"] {
        assert!(markdown.contains(item), "{markdown}");
    }
}

#[test]
fn closed_and_unused_parts_are_not_read() {
    let around = |part: &str| format!("<p>$0</p><p>$1</p>{part}<p>$2</p><p>$3</p>");
    for hidden in [
        "<dialog><p>$h</p></dialog>",
        "<div class=modal><dialog class=modal><p>$h</p></dialog></div>",
        "<p class='note d-none'>$h</p>",
        "<x-frame><p placeholder>$h</p><div overflow>$h</div></x-frame>",
    ] {
        check("", &around(hidden), &TEXT, &[HIDDEN]);
    }
    for shown in ["<p class='d-none d-md-block'>$h</p>", "<div placeholder='Write'>$h</div>"] {
        check("", &around(shown), &[HIDDEN], &[]);
    }
    let sheet = "<style>.aa .bb{display:none} @media screen{.cc{display:none}}</style>";
    check(sheet, &around("<div class=aa><p class=bb>$h</p></div><p class=cc>$h</p>"), &TEXT, &[HIDDEN]);
    check(sheet, &around("<p class=bb>$h</p>"), &[HIDDEN], &[]);
    // Nothing but such parts is the text.
    check("", "<p class=d-none>$0</p><p class=d-none>$1</p><p class=d-none>$2 $3</p>", &TEXT, &[]);
}

#[test]
fn what_readers_open_one_after_another_is_read() {
    let slides = "<div hidden><p>$1</p></div><div hidden><p>$2</p></div><div hidden><p>$3</p></div>";
    check("", &format!("<div class=deck><div><p>$0</p></div>{slides}</div>"), &TEXT, &[]);
    // Besides an article, they are not its text.
    let long = "<p>$0 $2 $3</p>".repeat(6);
    check("", &format!("{long}<div class=deck><div><p>$0</p></div>{slides}</div>"), &TEXT[2..], &[TEXT[1]]);
    let panel =
        |text: &str| format!("<div><h3>Step</h3><div role=region style='display:none'><p>{text}</p></div></div>");
    check("", &["<p>$0</p>", &panel("$1"), &panel("$2"), &panel("$3 $0")].concat(), &TEXT, &[]);
}
