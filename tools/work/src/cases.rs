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
    fn count(steps: usize) {
        (0..steps).for_each(|i| {
            black_box(i);
        });
    }
    [Case::new("square", 100, |length| length * length, count), Case::new("line", 100, |length| length * 400, count)]
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

/// Pages that consist of one thing, a line for each: its name, the beginning, and between « and » what is repeated.
const PAGES: &str = include_str!("pages.txt");
/// Pages with invisible characters.
const OTHERS: [Page; 2] = [
    Page { name: "spaces", start: "<p>", repeated: " \n\t\u{A0}", end: "text" },
    Page { name: "accents", start: "<p>e", repeated: "\u{301}", end: "" },
];
/// Pages whose article is written as Markdown and HTML.
const WRITTEN: [Page; 8] = [
    Page { name: "gutters", start: "<p>a", repeated: "<b>a</b><div class=gutter>1</div>", end: "" },
    Page { name: "numbers of lines", start: "<pre>", repeated: "<i>a</i><span class=ln>1</span>", end: "" },
    Page { name: "marks of formulas", start: "<p>", repeated: "\\[ \\( $ $$ a", end: "" },
    Page { name: "open formulas", start: "<p>", repeated: "\\( a", end: "" },
    Page { name: "pictures without scripts", start: "<p>a", repeated: "<noscript><img src=/a", end: "" },
    Page { name: "one noscript", start: "<p>a<noscript>", repeated: "<img src=/a srcset='a ,", end: "" },
    Page { name: "sets of addresses", start: "<p>a<img srcset='", repeated: "/a.png 1x, ", end: "" },
    Page { name: "captions", start: "<p>a", repeated: "<img src=/a.png><figcaption>a</figcaption>", end: "" },
];
/// The same, but its work only shows its growth on long pages.
const BOXES: Page = Page { name: "boxes", start: "<ul><li>", repeated: "<input type=checkbox><div></div>", end: "" };

/// A page that consists of one thing.
struct Page {
    name: &'static str,
    start: &'static str,
    repeated: &'static str,
    end: &'static str,
}

impl Page {
    fn of_line(line: &'static str) -> Page {
        let (name, page) = line.split_once(": ").expect("a name");
        let (start, page) = page.split_once('«').expect("a beginning");
        let (repeated, end) = page.split_once('»').expect("an end");
        Page { name, start, repeated, end }
    }

    fn html(&self, length: usize) -> String {
        format!("{}{}{}", self.start, filled(self.repeated, length), self.end)
    }

    fn written(self, length: usize) -> Case {
        Case::new(format!("markup of {}", self.name), length, move |length| self.html(length), write)
    }
}

fn read(html: String) {
    offprint::read(html.as_bytes(), ReadOptions::default());
}

fn write(html: String) {
    offprint::read(html.as_bytes(), ReadOptions { markup: true, ..ReadOptions::new() });
}

fn clean(html: String) {
    let mut reader = Reader::with_sink(ReadOptions::new(), |_| {});
    reader.feed(html.as_bytes());
    reader.end();
}

fn fingerprint(text: String) {
    Fingerprint::new("", &text);
}

/// Pages that are read and cleaned of their noise.
fn pages() -> Vec<Case> {
    let all = PAGES.lines().map(Page::of_line).chain(OTHERS);
    all.map(|page| Case::new(page.name, 30_000, move |length| page.html(length), clean)).collect()
}

fn markup() -> Vec<Case> {
    let mut all = vec![BOXES.written(400_000)];
    all.extend(WRITTEN.map(|page| page.written(30_000)));
    all
}

fn texts() -> Vec<Case> {
    let mut all = vec![Case::new("one word", 30_000, |length| filled("a", length), fingerprint)];
    for (name, text) in [("Han", han as Text), ("words", short_words)] {
        let one = move |length| format!("<p>{}", text(length));
        let paragraphs = move |length| format!("<p>{}", text(length).replace('1', "<p>"));
        all.push(Case::new(format!("one text of {name}"), 30_000, one, read));
        all.push(Case::new(format!("sentences of {name} without a stop"), 30_000, text, fingerprint));
        all.push(Case::new(format!("paragraphs of {name}"), 30_000, paragraphs, read));
    }
    all
}

fn charsets() -> Vec<Case> {
    fn read(bytes: Vec<u8>) {
        offprint::read(&bytes, ReadOptions::default());
    }
    let all: [(&str, &[u8]); 3] =
        [("GBK", b"\xCB\xAE\xBF\xE2"), ("no charset", b"\xFF\x80a"), ("escapes", b"\x1B$B\x1B(J")];
    let case = |(name, repeated): (_, &'static [u8])| {
        Case::new(name, 30_000, |length| repeated.repeat(length / repeated.len()), read)
    };
    all.map(case).into()
}

fn lines_of_credits() -> Vec<Case> {
    fn credits(line: String) {
        black_box(lines::credits(&line));
    }
    fn dates(line: String) {
        black_box(date::all_in(&line, "").count());
        black_box(date::of_address(&line));
    }
    let mut all = Vec::new();
    for (name, repeated) in [
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
    ] {
        all.push(Case::new(format!("credits in {name}"), 10_000, |length| filled(repeated, length), credits));
        all.push(Case::new(format!("dates in {name}"), 10_000, |length| filled(repeated, length), dates));
    }
    all
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
    fn aligned((text, other): (String, String)) {
        align(&text, &other);
    }
    let case = |(name, text): (&str, Text)| {
        let two = move |length| (text(length), text(length).replace('a', "an"));
        Case::new(format!("{name}, aligned"), 10_000, two, aligned)
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
    fn member(i: usize, text: Text) -> ArticleRecord {
        let metadata = Metadata {
            url: Some(format!("https://a{i}.example/1")),
            canonical: Some(format!("https://b{i}.example/1")),
            credit: Some(format!("The {i}th Gazette")),
            ..Metadata::default()
        };
        ArticleRecord::new(Fingerprint::new("", &text(i)), metadata)
    }
    fn counted(members: Vec<ArticleRecord>) {
        origins(&members);
    }
    let case = |(name, text)| {
        let members = move |count| (0..count).map(|i| member(i, text)).collect();
        Case::new(format!("origins of {name}"), 100, members, counted)
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
    fn result(i: usize, shown: Shown) -> SearchResult {
        let (title, text) = shown(i);
        // Every third page was read.
        let fingerprint = Fingerprint::new("", &text).filter(|_| i.is_multiple_of(3));
        let metadata = Metadata { title, ..Metadata::default() };
        SearchResult { record: ArticleRecord::new(fingerprint, metadata), text }
    }
    fn folded(results: Vec<SearchResult>) {
        fold(&results);
    }
    let case = |(name, shown)| {
        let results = move |count| (0..count).map(|i| result(i, shown)).collect();
        Case::new(format!("a list of {name}"), 150, results, folded)
    };
    results.map(case).into()
}

/// Addresses that are read at the edge.
fn addresses() -> Vec<Case> {
    fn canonical(url: String) {
        public_address(&url, Some(&url));
        Addresses::default().canonical_url(&PageFacts { canonical: Some(url.clone()), url, ..PageFacts::default() });
    }
    let case = |repeated| {
        let url = move |length| format!("https://a.example/?{}", filled(repeated, length));
        Case::new(format!("an address of {repeated}"), 10_000, url, canonical)
    };
    ["https://", "&a=b", "%41", "@", ";jsessionid=", "utm_"].map(case).into()
}
