//! What could take more than linear work: pages that consist of one thing, long texts, many articles.

use crate::Case;
use offprint::compare::{ArticleRecord, align};
use offprint::index::{SearchResult, fold, origins};
use offprint::internals::{date, lines};
use offprint::{Fingerprint, Metadata, ReadOptions, Reader};
use offprint_edge::{Addresses, PageFacts, public_address};
use std::hint::black_box;
use std::ops::Range;

/// A text of a length, or the text of an article by its place.
type Text = fn(usize) -> String;

pub fn cases() -> Vec<Case> {
    let groups =
        [pages(), markup(), texts(), charsets(), lines_of_credits(), alignments(), articles(), lists(), addresses()];
    groups.into_iter().flatten().collect()
}

/// A case whose work grows quadratically, and one whose work does not.
pub fn controls() -> [Case; 2] {
    fn square(length: usize) {
        (0..length * length).for_each(|i| {
            black_box(i);
        });
    }
    [
        Case::new("square", 100, |length| move || square(length)),
        Case::new("line", 100, |length| move || (0..length).for_each(|_| square(20))),
    ]
}

/// A text repeated up to this many bytes.
fn filled(with: &str, length: usize) -> String {
    with.repeat(length / with.len() + 1)
}

fn word(i: usize) -> String {
    format!("w{:x} ", (i as u32).wrapping_mul(2_654_435_761))
}

/// No two passages are similar, so that nothing is found by chance.
fn words(range: Range<usize>) -> String {
    range.map(word).collect()
}

/// Endless Han characters; no two passages are similar.
fn han(length: usize) -> String {
    let one = |i: u32| char::from_u32(0x4E00 + i.wrapping_mul(2_654_435_761) % 20_000);
    (0..length as u32 / 3).filter_map(one).collect()
}

/// Endless short words; no two passages are similar.
fn short_words(length: usize) -> String {
    let one = |i: u32| format!("w{:x} ", i.wrapping_mul(2_654_435_761) >> 16);
    (0..length as u32 / 6).map(one).collect()
}

fn reading(html: String, options: ReadOptions) -> impl FnOnce() {
    move || drop(offprint::read(html.as_bytes(), options))
}

/// Pages that consist of one thing, a line for each: its name, the beginning, and between « and » what is repeated.
const PAGES: &str = include_str!("pages.txt");
/// Pages with invisible characters.
const OTHERS: [(&str, &str, &str, &str); 2] =
    [("spaces", "<p>", " \n\t\u{A0}", "text"), ("accents", "<p>e", "\u{301}", "")];

/// Pages that are read and cleaned of their noise.
fn pages() -> Vec<Case> {
    let case = |(name, start, repeated, end): (&str, &'static str, &'static str, &'static str)| {
        Case::new(name, 30_000, move |length| {
            let html = format!("{start}{}{end}", filled(repeated, length));
            move || {
                let mut reader = Reader::with_sink(ReadOptions::new(), |_| {});
                reader.feed(html.as_bytes());
                reader.end();
            }
        })
    };
    let line = |line: &'static str| {
        let (name, page) = line.split_once(": ").expect("a name");
        let (start, page) = page.split_once('«').expect("a beginning");
        let (repeated, end) = page.split_once('»').expect("an end");
        (name, start, repeated, end)
    };
    PAGES.lines().map(line).chain(OTHERS).map(case).collect()
}

/// Pages whose article is written as Markdown and HTML.
fn markup() -> Vec<Case> {
    let case = |(name, start, repeated): (&str, &'static str, &'static str), length| {
        Case::new(format!("markup of {name}"), length, move |length| {
            let html = format!("{start}{}", filled(repeated, length));
            reading(html, ReadOptions { markup: true, ..ReadOptions::new() })
        })
    };
    let boxes = ("boxes", "<ul><li>", "<input type=checkbox><div></div>");
    let mut all = vec![case(boxes, 400_000)];
    all.extend(
        [
            ("gutters", "<p>a", "<b>a</b><div class=gutter>1</div>"),
            ("numbers of lines", "<pre>", "<i>a</i><span class=ln>1</span>"),
            ("marks of formulas", "<p>", "\\[ \\( $ $$ a"),
            ("open formulas", "<p>", "\\( a"),
            ("pictures without scripts", "<p>a", "<noscript><img src=/a"),
            ("one noscript", "<p>a<noscript>", "<img src=/a srcset='a ,"),
            ("sets of addresses", "<p>a<img srcset='", "/a.png 1x, "),
            ("captions", "<p>a", "<img src=/a.png><figcaption>a</figcaption>"),
        ]
        .map(|page| case(page, 30_000)),
    );
    all
}

fn texts() -> Vec<Case> {
    let of = |name: &str, text: Text| {
        [
            Case::new(format!("one text of {name}"), 30_000, move |length| {
                reading(format!("<p>{}", text(length)), ReadOptions::default())
            }),
            Case::new(format!("sentences of {name} without a stop"), 30_000, move |length| {
                let text = text(length);
                move || drop(Fingerprint::new("", &text))
            }),
            Case::new(format!("paragraphs of {name}"), 30_000, move |length| {
                let html = format!("<p>{}", text(length).replace('1', "<p>"));
                reading(html, ReadOptions::default())
            }),
        ]
    };
    let one_word = Case::new("one word", 30_000, |length| {
        let text = filled("a", length);
        move || drop(Fingerprint::new("", &text))
    });
    let all = [of("Han", han), of("words", short_words)];
    all.into_iter().flatten().chain([one_word]).collect()
}

fn charsets() -> Vec<Case> {
    let case = |(name, repeated): (&str, &'static [u8])| {
        Case::new(name, 30_000, move |length| {
            let bytes = repeated.repeat(length / repeated.len());
            move || drop(offprint::read(&bytes, ReadOptions::default()))
        })
    };
    [("GBK", &b"\xCB\xAE\xBF\xE2"[..]), ("no charset", b"\xFF\x80a"), ("escapes", b"\x1B$B\x1B(J")].map(case).into()
}

fn lines_of_credits() -> Vec<Case> {
    let cases = |(name, repeated): (&str, &'static str)| {
        [
            Case::new(format!("credits in {name}"), 10_000, move |length| {
                let line = filled(repeated, length);
                move || drop(lines::credits(&line))
            }),
            Case::new(format!("dates in {name}"), 10_000, move |length| {
                let line = filled(repeated, length);
                move || {
                    black_box(date::all_in(&line, "").count());
                    black_box(date::of_address(&line));
                }
            }),
        ]
    };
    [
        ("credits", "来源："),
        ("names", "By Jane Doe "),
        ("digits", "2006"),
        ("dates", "2006-1-"),
        ("Chinese dates", "2006年1"),
        ("months", "March 18 "),
        ("days and months", "18. März 2026 um "),
        ("numerals", "二〇二六年一"),
        ("eras", "民國一"),
        ("points and years", "18. 3. 2026. "),
        ("clocks", "11:40, 2026"),
        ("brackets", "（来源 "),
        ("sources", "来源：江城 "),
    ]
    .map(cases)
    .into_iter()
    .flatten()
    .collect()
}

fn alignments() -> Vec<Case> {
    fn sentence(i: usize) -> String {
        short_words(60 + i % 7).replace("w0", &format!("v{i:x}")) + ". "
    }
    let texts: [(&str, Text); 5] = [
        ("sentences", |length| (0..length / 60).map(sentence).collect()),
        ("one sentence", short_words),
        ("one sentence over and over", |length| filled("The dam is full. ", length)),
        ("sentences of one beginning", |length| (0..length / 20).map(|i| format!("The dam is full {i}. ")).collect()),
        ("stops", |length| filled("a. ", length)),
    ];
    let case = |(name, text): (&str, Text)| {
        Case::new(format!("{name}, aligned"), 10_000, move |length| {
            let text = text(length);
            let other = text.replace('a', "an");
            move || drop(align(&text, &other))
        })
    };
    texts.map(case).into()
}

/// Articles whose origins are counted.
fn articles() -> Vec<Case> {
    let texts: [(&str, Text); 5] = [
        ("copies", |_| words(0..100)),
        ("edited copies", |i| words(0..100) + &words(100 * i + 100..100 * i + 110)),
        ("strangers", |i| words(100 * i..100 * i + 100)),
        ("a chain", |i| words(50 * i..50 * i + 100)),
        ("boilerplate", |i| words(0..100) + &words(200 * i + 100..200 * i + 300)),
    ];
    let case = |(name, text): (&str, Text)| {
        let member = move |i: usize| {
            let metadata = Metadata {
                url: Some(format!("https://a{i}.example/1")),
                canonical: Some(format!("https://b{i}.example/1")),
                credit: Some(format!("The {i}th Gazette")),
                ..Metadata::default()
            };
            ArticleRecord::new(Fingerprint::new("", &text(i)), metadata)
        };
        Case::new(format!("origins of {name}"), 100, move |count| {
            let members: Vec<ArticleRecord> = (0..count).map(member).collect();
            move || drop(origins(&members))
        })
    };
    texts.map(case).into()
}

/// Lists of results, folded.
fn lists() -> Vec<Case> {
    /// The title and the snippet of a result.
    type Shown = fn(usize) -> (String, String);
    let results: [(&str, Shown); 5] = [
        ("copies", |_| (words(0..8), words(0..40))),
        ("one title", |i| (words(0..8), words(40 * i..40 * i + 40))),
        ("one sentence", |i| (String::new(), words(0..15) + &words(40 * i..40 * i + 30))),
        ("strangers", |i| (words(50 * i + 40..50 * i + 50), words(50 * i..50 * i + 40))),
        ("a chain", |i| (String::new(), words(20 * i..20 * i + 40))),
    ];
    let case = |(name, shown): (&str, Shown)| {
        let listed = move |i: usize| {
            let (title, text) = shown(i);
            // Every third page was read.
            let fingerprint = Fingerprint::new("", &text).filter(|_| i.is_multiple_of(3));
            let metadata = Metadata { title, ..Metadata::default() };
            SearchResult { record: ArticleRecord::new(fingerprint, metadata), text }
        };
        Case::new(format!("a list of {name}"), 150, move |count| {
            let results: Vec<SearchResult> = (0..count).map(listed).collect();
            move || drop(fold(&results))
        })
    };
    results.map(case).into()
}

/// Addresses that are read at the edge.
fn addresses() -> Vec<Case> {
    let case = |repeated: &'static str| {
        Case::new(format!("an address of {repeated}"), 10_000, move |length| {
            let url = format!("https://a.example/?{}", filled(repeated, length));
            move || {
                public_address(&url, Some(&url));
                Addresses::default().canonical_url(&PageFacts {
                    canonical: Some(url.clone()),
                    url,
                    ..PageFacts::default()
                });
            }
        })
    };
    ["https://", "&a=b", "%41", "@", ";jsessionid=", "utm_"].map(case).into()
}
