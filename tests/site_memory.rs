//! Blocks that recur on other pages of a site are separated from the article. Whatever a site shows, they can take only
//! uncertain parts away from an article.

mod common;

use common::compared;
use offprint::compare::Verdict;
use offprint::internals::test_text::REPORT;
use offprint::{Article, Error, ReadOptions, Reader, SiteMemory};
use proptest::prelude::*;

/// Six reports of a fictitious newspaper.
const REPORTS: [[&str; 4]; 6] = [
    REPORT,
    [
        "Forty singers who had never met before filled the chapel of Oldmere on Saturday night and sang until two.",
        "Their conductor, a retired postman, had asked every household in the valley for a song nobody sang any more.",
        "He received three hundred letters, some with notes pressed between dried flowers, and one on a beer mat.",
        "The concert will be repeated in June, and the recording is sold for the benefit of the leaking chapel roof.",
    ],
    [
        "A flock of sheep stopped the night train to Harrow Bay for three hours, the railway said on Wednesday.",
        "The animals had pushed over a fence that the railway and the farmer have each called the other's since 1968.",
        "Passengers helped to drive them back, and a vet from the dining car looked after two lambs with sore feet.",
        "A court will decide in autumn whose fence it is; until then volunteers of the parish look after the wires.",
    ],
    [
        "The bakers of Tarn Street have agreed to share one oven after gas prices doubled within a single winter.",
        "Each of the four shops keeps its own dough and its own hours, and a rota on the door says who fires when.",
        "Customers noticed nothing but the warmer street, says the eldest baker, who has fired ovens since he was ten.",
        "The council wants to know whether other streets could follow and has set aside a small sum for a second oven.",
    ],
    [
        "Divers have found the bell of the frigate Constance at the foot of the Needle rocks, where she sank in 1807.",
        "It lay under two metres of shingle and carries the name of a shipyard that was not known to have built her.",
        "Historians will now look again through the books of the yard, which burnt twice and survive only in copies.",
        "The bell is being kept in sea water until a museum is found that can afford the years of careful cleaning.",
    ],
    [
        "Since last week the ferry to Skarn has been steered by a captain of twenty-three, the youngest on the coast.",
        "She learnt the channel from her grandmother, who ran the mail boat and knew every rock by a family nickname.",
        "The company had asked for ten years of practice and changed its mind after a storm that she brought them through.",
        "Her first wish was a new horn, since the old one frightens the seals on whose backs the tide can be read.",
    ],
];

const ABOUT: &str = "The Amble Courier has told the valley what happened since 1911, and its readers own it in full.";
const TEASER: &str =
    "Every Friday our gardener answers three letters, and last week she wrote about frost on young pear trees.";
const NOTICE: &str =
    "What is printed here was checked with care; who finds a fault in it is asked to ring the desk before noon.";

/// A page in the layout of the paper, with the blocks of all its pages in the same element as the report.
fn page(report: &[&str]) -> String {
    let all = report.iter().chain(&[ABOUT, TEASER, NOTICE]);
    let paragraphs: String = all.map(|text| format!("<p>{text}</p>")).collect();
    format!("<title>The Amble Courier</title><div><p>By our own reporter</p>{paragraphs}</div>")
}

/// The page as another site shows the report, with nothing around it.
fn bare(report: &[&str]) -> String {
    let paragraphs: String = report.iter().map(|text| format!("<p>{text}</p>")).collect();
    format!("<article>{paragraphs}</article>")
}

fn read_on(html: &str, site: &SiteMemory) -> (Article, SiteMemory) {
    read_in(html, site, html.len().max(1))
}

fn read_in(html: &str, site: &SiteMemory, step: usize) -> (Article, SiteMemory) {
    let mut reader = Reader::new(ReadOptions::default());
    for chunk in html.as_bytes().chunks(step) {
        reader.feed(chunk);
    }
    reader.end_with_site(site)
}

fn alone(html: &str) -> Article {
    offprint::read(html.as_bytes(), ReadOptions::default())
}

/// The memory of a host after its pages were read in this order.
fn after<'a>(pages: impl IntoIterator<Item = &'a str>) -> SiteMemory {
    let mut site = SiteMemory::default();
    for page in pages {
        let seen = read_on(page, &site).1;
        site.remember(&seen);
    }
    site
}

fn json(article: &Article) -> String {
    serde_json::to_string(article).unwrap()
}

fn pages() -> Vec<String> {
    REPORTS.iter().map(|report| page(report)).collect()
}

#[test]
fn the_first_page_of_a_site_is_read_as_without_a_memory() {
    for page in pages() {
        let (article, _) = read_on(&page, &SiteMemory::default());
        assert_eq!(json(&article), json(&alone(&page)));
    }
}

#[test]
fn a_memory_without_a_block_of_a_page_is_not_needed() {
    let pages = pages();
    let seen = |page: &str| read_on(page, &SiteMemory::default()).1;
    let of_itself = after([pages[0].as_str(); 3]);
    let of_others = after(pages[1..].iter().map(String::as_str));
    let foreign = bare(&REPORTS[0]);
    for (site, page, applies) in
        [(&of_itself, &pages[0], false), (&of_others, &pages[0], true), (&of_others, &foreign, false)]
    {
        assert_eq!(site.applies_to(&seen(page)), applies);
        let same = json(&read_on(page, site).0) == json(&alone(page));
        assert_eq!(same, !applies);
    }
}

#[test]
fn blocks_of_other_pages_count_less() {
    let pages = pages();
    let known = after(pages[1..].iter().map(String::as_str));
    let (before, after) = (alone(&pages[0]), read_on(&pages[0], &known).0);
    // All of the report is still there and counts.
    for text in REPORTS[0] {
        assert!(after.text.contains(text), "{text}");
    }
    let own: usize = REPORTS[0].iter().map(|text| text.chars().filter(|c| c.is_alphanumeric()).count()).sum();
    let distance = |article: &Article| (article.length as usize).abs_diff(own);
    assert!(distance(&after) < distance(&before), "{} {} {own}", before.length, after.length);
    let elsewhere = alone(&bare(&REPORTS[0]));
    let score = |article: &Article| compared(article, &elsewhere);
    assert_eq!(score(&after).verdict, Verdict::Same);
    assert!(score(&after).score > score(&before).score);
}

#[test]
fn the_answer_is_that_of_the_pages_remembered_in_any_chunks() {
    let pages = pages();
    let known = after(pages[1..].iter().map(String::as_str));
    let (article, seen) = read_on(&pages[0], &known);
    for step in [1, 7, 100] {
        let (other, also_seen) = read_in(&pages[0], &known, step);
        assert_eq!((json(&other), also_seen), (json(&article), seen.clone()));
    }
    let restored = SiteMemory::from_bytes(&known.to_bytes()).unwrap();
    assert_eq!(json(&read_on(&pages[0], &restored).0), json(&article));
}

#[test]
fn reading_a_page_again_changes_nothing() {
    let pages = pages();
    let mut site = after(pages[..3].iter().map(String::as_str));
    let first = read_on(&pages[4], &site);
    for _ in 0..5 {
        let (again, seen) = read_on(&pages[4], &site);
        assert_eq!(json(&again), json(&first.0));
        site.remember(&seen);
    }
    // Its print version and an update of it do not either.
    let print = bare(&REPORTS[4]);
    let update =
        page(&[&REPORTS[4][..], &["The museum of Harrow Bay offered on Thursday to take the bell at once."]].concat());
    for other in [&print, &update] {
        site.remember(&read_on(other, &site).1);
    }
    assert_eq!(json(&read_on(&pages[4], &site).0), json(&first.0));
}

/// Somebody posts paragraphs of an article on many other pages of its host, each with enough other text to be a
/// different article: all of the paragraphs, or half. The article must still be read and be found to be the same.
#[test]
fn an_article_posted_again_and_again_does_not_become_boilerplate() {
    let honest = bare(&REPORTS[0]);
    for halves in [1, 2] {
        let stolen = |n: usize| {
            let own = &REPORTS[1 + n % 5];
            let at = n % halves * 2;
            bare(&[&own[..], &REPORTS[0][at..at + 2]].concat())
        };
        let posts: Vec<String> = (0..200).map(stolen).collect();
        let site = after(posts.iter().map(String::as_str));
        let (article, _) = read_on(&honest, &site);
        assert_eq!(article.text, alone(&honest).text);
        assert_eq!(compared(&article, &alone(&honest)).verdict, Verdict::Same);
    }
}

#[test]
fn lists_and_errors_are_not_articles() {
    let leads = REPORTS.iter().enumerate();
    let list: String = leads
        .map(|(n, report)| format!("<h3><a href=/{n}>Report number {n} of the day</a></h3><p>{}</p>", report[0]))
        .collect();
    let list = format!("<title>The Amble Courier</title><div>{list}</div>");
    assert!(alone(&list).fingerprint.is_none());
    assert_eq!(read_on(&list, &SiteMemory::default()).1, SiteMemory::default());
    let error = "<title>404 Not Found</title><p>The page is not here any more, and we cannot say where it went.";
    assert_eq!(after([error, &list]), SiteMemory::default());
}

#[test]
fn a_memory_is_bounded_and_keeps_blocks_of_all_pages() {
    let test_text = |n: u32| {
        let sentence = |i: u32| offprint::internals::test_text::sentences(n * 100 + i..n * 100 + i + 1);
        let paragraphs: String = (0..30).map(|i| format!("<p>{}</p>", sentence(i))).collect();
        format!("<article>{paragraphs}<p>{NOTICE}</p></article>")
    };
    let pages: Vec<String> = (0..60).map(test_text).collect();
    let site = after(pages.iter().map(String::as_str));
    assert!(site.to_bytes().len() <= 8193);
    // The notice was on every page, so it is recognized however many pages there were.
    let length = |site: &SiteMemory| {
        let html = bare(&[&REPORTS[5][..], &[NOTICE]].concat());
        read_on(&html, site).0.length
    };
    assert!(length(&site) < length(&SiteMemory::default()));
    // A page with very many blocks does not make the memory forget others.
    let flood: String = (0..2000)
        .map(|n| format!("<p>{}</p>", offprint::internals::test_text::sentences(n + 90_000..n + 90_001)))
        .collect();
    let seen = read_on(&flood, &site).1;
    let mut again = site.clone();
    again.remember(&seen);
    assert_eq!(again, site);
}

#[test]
fn what_is_seen_of_a_page_of_thousands_of_paragraphs_is_read_back() {
    let paragraphs: Vec<String> =
        (0..3000).map(|i| format!("On day {i} the ferry to Skarn carried {} passengers and a cow.", 7 * i)).collect();
    let paragraphs: Vec<&str> = paragraphs.iter().map(String::as_str).collect();
    let seen = read_on(&bare(&paragraphs), &SiteMemory::default()).1;
    assert!(seen.to_bytes().len() > 8193);
    assert_eq!(SiteMemory::from_bytes(&seen.to_bytes()), Ok(seen));
}

#[test]
fn other_bytes_are_refused() {
    let site = after(pages().iter().map(String::as_str));
    let bytes = site.to_bytes();
    let refused = |bytes: &[u8]| SiteMemory::from_bytes(bytes) == Err(Error::SiteMemory);
    assert!(refused(&[]) && refused(&bytes[..bytes.len() - 1]) && refused(&[&[2], &bytes[1..]].concat()));
    assert_eq!(Error::SiteMemory.code(), "site_memory");
}

proptest! {
    /// Whatever bytes a store returns, the result is an error or a memory with which a page can be read.
    #[test]
    fn any_bytes_are_a_memory_or_refused(mut bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        if let Some(first) = bytes.first_mut() {
            *first = u8::from(*first > 20);
        }
        if let Ok(mut site) = SiteMemory::from_bytes(&bytes) {
            prop_assert_eq!(site.to_bytes(), bytes);
            let (article, seen) = read_on(&page(&REPORTS[2]), &site);
            prop_assert!(article.fingerprint.is_some());
            site.remember(&seen);
            let other = site.clone();
            site.remember(&other);
            prop_assert!(site.to_bytes().len() <= 8193);
        }
    }
}
