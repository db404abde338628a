//! No page can make reading slow: a page eight times as long takes about eight times the work, whatever it consists of.

use offprint::compare::align;
use offprint::index::{Listed, Member, fold, origins};
use offprint::internals::date;
use offprint::internals::lines;
use offprint::{Article, Fingerprint, Metadata, ReadOptions, Reader};
use std::hint::black_box;
use std::ops::Range;
use work::{assert_linear, filled, more_than_linear};

#[path = "common/work.rs"]
mod work;

#[test]
fn work_that_grows_by_the_square_is_reported() {
    let square = |length: usize| {
        (0..length * length).for_each(|i| {
            black_box(i);
        })
    };
    assert!(more_than_linear("square", 1000, square).is_some());
    let line = |length: usize| (0..length).for_each(|_| square(20));
    assert_eq!(more_than_linear("line", 1000, line), None);
}

fn read(html: &str) -> Article {
    offprint::read(html.as_bytes(), ReadOptions::default())
}

/// Endless Han characters; no two passages are similar.
fn han(length: usize) -> String {
    let one = |i: u32| char::from_u32(0x4E00 + i.wrapping_mul(2_654_435_761) % 20_000);
    (0..length as u32 / 3).filter_map(one).collect()
}

/// Endless words; no two passages are similar.
fn words(length: usize) -> String {
    let one = |i: u32| format!("w{:x} ", i.wrapping_mul(2_654_435_761) >> 16);
    (0..length as u32 / 6).map(one).collect()
}

/// The beginning, the repeated part, and the end.
const PAGES: [(&str, &str, &str, &str); 57] = [
    ("nested elements", "", "<div>", "text"),
    ("nested inline elements", "<p>", "<b>", "text"),
    (
        "elements that are never closed",
        "",
        "<p><a href=x><span>a",
        "",
    ),
    ("end tags alone", "<div>", "</p></b></section>", ""),
    ("crossed elements", "", "<b><p>a</b></p>", ""),
    ("tables in tables", "", "<table><tr><td>a", ""),
    ("lists in lists", "", "<ul><li>a", ""),
    ("attributes", "<p", " a=b", ">text"),
    (
        "different attributes without an end",
        "<p",
        " a b=c d='e'",
        "",
    ),
    ("classes", "<p class='", "share related ", "'>text"),
    ("styles", "<p style='", "display:none;", "'>text"),
    ("properties", "<p itemprop='", "author name ", "'>text"),
    ("short paragraphs", "", "<p>a", ""),
    ("lines", "<div>", "水库蓄满<br>", ""),
    (
        "links",
        "<ul>",
        "<li><a href=/1.html>又一座水库开始蓄水</a>",
        "",
    ),
    ("links of one line", "<p>", "<a href=/1.html>a</a> ", ""),
    ("headings", "", "<h2>a</h2>b", ""),
    ("references", "<p>", "&amp;", ""),
    ("references without a name", "<p>", "&", ""),
    (
        "references that go on",
        "<p>",
        "&CounterClockwiseContourIntegra",
        "",
    ),
    ("numeric references", "<p>", "&#x000000004e00;", ""),
    ("a reference of digits", "<p>&#", "0", ";"),
    (
        "references in an attribute",
        "<a href='",
        "&copy=1&lt",
        "'>text",
    ),
    ("less-than signs", "<p>", "<", ""),
    ("a comment", "<!--", "-- > <!-", ""),
    ("a script", "<script>", "</scrip", ""),
    (
        "a script in a comment",
        "<script><!--",
        "<script></script ",
        "",
    ),
    ("a title", "<title>", "a | b - ", ""),
    (
        "JSON-LD in brackets",
        "<script type=application/ld+json>",
        "[{\"a\":",
        "",
    ),
    (
        "scripts of JSON-LD",
        "",
        "<script type=application/ld+json>{\"@type\":\"Article\"}</script>",
        "",
    ),
    (
        "gates in JSON-LD",
        "<script type=application/ld+json>{\"@type\":\"Article\"",
        ",\"isAccessibleForFree\":\"a\"",
        "}</script>",
    ),
    (
        "data in brackets",
        "<script type=application/json>",
        "[{\"a\":",
        "</script>",
    ),
    (
        "articles in articles",
        "<script type=application/json>",
        "{\"title\":\"a\",\"b\":[\"It fell, and nobody saw that it fell. It lay.\",",
        "</script>",
    ),
    (
        "values by number",
        "<script type=application/json>[{\"a\":1},",
        "{\"title\":1,\"body\":[0,1,2]},",
        "\"It fell, and nobody saw that it fell.\"]</script>",
    ),
    (
        "one value by number",
        "<script type=application/json>[{\"a\":1},[",
        "2,",
        "],\"It fell, and nobody saw that it fell.\"]</script>",
    ),
    (
        "data in attributes",
        "",
        "<div data-preloaded='{\"a\":1}'></div>",
        "",
    ),
    (
        "posts of a thread",
        "<meta name=generator content=phpBB><main itemtype=DiscussionForumPosting>",
        "<div class=post><div>Wren, Jan 4, 2024</div><p>It fell, and nobody saw it.</p></div>",
        "",
    ),
    (
        "posts in posts",
        "<meta name=generator content=phpBB><main itemtype=DiscussionForumPosting>",
        "<div class=post><div>Wren, Jan 4, 2024</div><p>It fell, and nobody saw it.</p>",
        "",
    ),
    (
        "times in one post",
        "<meta name=generator content=phpBB><main itemtype=DiscussionForumPosting><p>It fell, and nobody saw it.</p>",
        "<div>Jan 4, 2024</div>",
        "<p>It fell, and nobody saw it.</p>",
    ),
    (
        "stated posts",
        "<meta name=generator content=phpBB><script type=application/ld+json>[",
        "{\"@type\":\"Comment\",\"text\":\"It fell, and nobody saw that it fell.\"},",
        "]</script>",
    ),
    (
        "strings of JSON",
        "<script type=application/json>[",
        "\"[{}]\",",
        "]</script>",
    ),
    (
        "strings in strings",
        "<script type=application/json>[\"",
        "{\\\"a\\\":",
        "\"]</script>",
    ),
    ("percents", "<script>__=\"%7B", "%22a%22%3A", "\"</script>"),
    (
        "rows of React",
        "<script>__next_f.push([1,\"",
        "1:T1,a2:[\\\"$1\\\"]\\n",
        "\"])</script>",
    ),
    (
        "calls of React",
        "<script>",
        "__next_f.push([1,",
        "\"</script>",
    ),
    (
        "a noscript",
        "<noscript>",
        "<p>It fell, and nobody saw that it fell.<",
        "</noscript>",
    ),
    ("templates", "", "<template><p>It fell.<template>", ""),
    (
        "meta elements",
        "<head>",
        "<meta name=author content=a>",
        "",
    ),
    ("times", "", "<time datetime=2026-03-18>a</time>", ""),
    (
        "credits",
        "<h1>a</h1>",
        "<p>来源：新江日报 2006年03月18日11:40</p>",
        "",
    ),
    ("gutters", "<p>a", "<div class=gutter>1</div>a", ""),
    ("gutters in gutters", "", "<div class=gutter>1", ""),
    (
        "numbers of lines",
        "<pre>",
        "<span class=lineno>1</span><b>a</b>",
        "",
    ),
    ("formulas", "", "<math><annotation encoding=tex>a", ""),
    ("spaces", "<p>", " \n\t\u{A0}", "text"),
    ("marks", "<p>", "。！？…,.", ""),
    ("accents", "<p>e", "\u{301}", ""),
];

#[test]
fn pages_of_one_thing_are_read_and_cleaned_in_linear_time() {
    let options = ReadOptions::new();
    assert_linear(PAGES.map(|(name, start, repeated, end)| {
        more_than_linear(name, 60_000, |length| {
            let html = format!("{start}{}{end}", filled(repeated, length));
            let mut reader = Reader::with_sink(options.clone(), |_| {});
            reader.write(html.as_bytes());
            reader.end();
        })
    }));
}

#[cfg(feature = "markup")]
#[test]
fn markup_is_written_in_linear_time() {
    let options = ReadOptions::new().markup(true);
    let boxes = more_than_linear("boxes of a task", 800_000, |length| {
        let html = filled("<input type=checkbox><div></div>", length);
        offprint::read(format!("<ul><li>{html}").as_bytes(), options.clone());
    });
    assert_linear([boxes]);
    assert_linear(
        [
            ("gutters", "<p>a", "<b>a</b><div class=gutter>1</div>"),
            (
                "numbers of lines",
                "<pre>",
                "<i>a</i><span class=ln>1</span>",
            ),
            ("marks of formulas", "<p>", "\\[ \\( $ $$ a"),
            ("open formulas", "<p>", "\\( a"),
            ("pictures without scripts", "<p>a", "<noscript><img src=/a"),
            ("one noscript", "<p>a<noscript>", "<img src=/a srcset='a ,"),
            ("sets of addresses", "<p>a<img srcset='", "/a.png 1x, "),
            (
                "captions",
                "<p>a",
                "<img src=/a.png><figcaption>a</figcaption>",
            ),
        ]
        .map(|(name, start, repeated)| {
            more_than_linear(name, 60_000, |length| {
                let html = format!("{start}{}", filled(repeated, length));
                offprint::read(html.as_bytes(), options.clone());
            })
        }),
    );
}

#[test]
fn long_texts_take_linear_time() {
    for (name, text) in [("Han", han as fn(usize) -> String), ("words", words)] {
        assert_linear([
            more_than_linear(&format!("one text of {name}"), 60_000, |length| {
                read(&format!("<p>{}", text(length)));
            }),
            more_than_linear(
                &format!("sentences of {name} without a stop"),
                60_000,
                |length| {
                    Fingerprint::of("", &text(length));
                },
            ),
            more_than_linear(&format!("paragraphs of {name}"), 60_000, |length| {
                read(&format!("<p>{}", text(length).replace('1', "<p>")));
            }),
        ]);
    }
    assert_linear([more_than_linear("one word", 60_000, |length| {
        Fingerprint::of("", &filled("a", length));
    })]);
}

#[test]
fn charsets_are_found_in_linear_time() {
    let cases = [
        ("GBK", &b"\xCB\xAE\xBF\xE2"[..]),
        ("no charset", b"\xFF\x80a"),
        ("escapes", b"\x1B$B\x1B(J"),
    ];
    assert_linear(cases.map(|(name, repeated)| {
        more_than_linear(name, 60_000, |length| {
            let bytes = repeated.repeat(length / repeated.len());
            offprint::read(&bytes, ReadOptions::default());
        })
    }));
}

#[test]
fn lines_are_judged_in_linear_time() {
    for (name, repeated) in [
        ("credits", "来源："),
        ("names", "By Jane Doe "),
        ("digits", "2006"),
        ("dates", "2006-1-"),
        ("Chinese dates", "2006年1"),
        ("months", "March 18 "),
        ("brackets", "（来源 "),
        ("sources", "来源：江城 "),
    ] {
        assert_linear([
            more_than_linear(name, 20_000, |length| {
                lines::credits(&filled(repeated, length));
            }),
            more_than_linear(name, 20_000, |length| {
                date::find(&filled(repeated, length));
            }),
        ]);
    }
}

#[test]
fn texts_are_aligned_in_linear_time() {
    let sentence = |i: u32| words(60 + i as usize % 7).replace("w0", &format!("v{i:x}")) + ". ";
    let sentences = |length: usize| (0..length as u32 / 60).map(sentence).collect::<String>();
    for (name, text) in [
        ("sentences", &sentences as &dyn Fn(usize) -> String),
        ("one sentence", &words),
        ("one sentence over and over", &|length| {
            filled("The dam is full. ", length)
        }),
        ("sentences of one beginning", &|length| {
            (0..length / 20)
                .map(|i| format!("The dam is full {i}. "))
                .collect()
        }),
        ("stops", &|length| filled("a. ", length)),
    ] {
        assert_linear([more_than_linear(name, 20_000, |length| {
            let text = text(length);
            align(&text, &text.replace("a", "an"));
        })]);
    }
}

#[test]
fn origins_are_counted_in_linear_time() {
    // No two passages are similar, so that nothing is found by chance.
    let word = |i: usize| format!("w{:x} ", (i as u32).wrapping_mul(2_654_435_761));
    let words = |range: Range<usize>| range.map(word).collect::<String>();
    let text = |i: usize, name: &str| match name {
        "copies" => words(0..100),
        "edited copies" => words(0..100) + &words(100 * i + 100..100 * i + 110),
        "strangers" => words(100 * i..100 * i + 100),
        "a chain" => words(50 * i..50 * i + 100),
        "boilerplate" => words(0..100) + &words(200 * i + 100..200 * i + 300),
        _ => unreachable!("{name}"),
    };
    for name in [
        "copies",
        "edited copies",
        "strangers",
        "a chain",
        "boilerplate",
    ] {
        let member = |i: usize| Member {
            fingerprint: Fingerprint::of("", &text(i, name)),
            metadata: Metadata {
                url: Some(format!("https://a{i}.example/1")),
                canonical: Some(format!("https://b{i}.example/1")),
                credit: Some(format!("The {i}th Gazette")),
                ..Metadata::default()
            },
            ..Member::default()
        };
        let members: Vec<Member> = (0..8 * 150).map(member).collect();
        assert_linear([more_than_linear(name, 150, |count| {
            origins(&members[..count]);
        })]);
    }
}

#[test]
fn lists_are_folded_in_linear_time() {
    let word = |i: usize| format!("w{:x} ", (i as u32).wrapping_mul(2_654_435_761));
    let words = |range: Range<usize>| range.map(word).collect::<String>();
    // The title and the snippet of each result.
    let shown = |i: usize, name: &str| match name {
        "copies" => (words(0..8), words(0..40)),
        "one title" => (words(0..8), words(40 * i..40 * i + 40)),
        "one sentence" => (String::new(), words(0..15) + &words(40 * i..40 * i + 30)),
        "strangers" => (words(50 * i + 40..50 * i + 50), words(50 * i..50 * i + 40)),
        "a chain" => (String::new(), words(20 * i..20 * i + 40)),
        _ => unreachable!("{name}"),
    };
    for name in [
        "copies",
        "one title",
        "one sentence",
        "strangers",
        "a chain",
    ] {
        let listed = |i: usize| {
            let (title, text) = shown(i, name);
            // Every third page was read.
            let fingerprint = Fingerprint::of("", &text).filter(|_| i.is_multiple_of(3));
            let metadata = Metadata {
                title,
                ..Metadata::default()
            };
            Listed {
                member: Member {
                    metadata,
                    fingerprint,
                    ..Member::default()
                },
                text,
            }
        };
        let results: Vec<Listed> = (0..8 * 150).map(listed).collect();
        assert_linear([more_than_linear(name, 150, |count| {
            fold(&results[..count]);
        })]);
    }
}
