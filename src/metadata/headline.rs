//! The headline of a page, chosen among the texts that may be it.
//!
//! A part of the title that the page repeats elsewhere is the headline; only if nothing is repeated is it guessed from
//! the title alone. The candidates with the decision on each are also the explanation of the choice.

use crate::metadata::title::guess;
use crate::parse::block::Page;
use crate::schema::names;
use crate::unicode::is_alphanumeric;

/// A text that may be the headline, and the decision on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// The text.
    pub text: &'a str,
    /// Where it is.
    pub source: Source,
    /// Whether it was taken, or why not.
    pub decision: Decision,
}

names! {
    /// Where a candidate is.
    pub enum Source {
        /// In the page's title, which it is a guess from.
        Title = "title",
        /// In a statement of the head: Open Graph, JSON-LD or the like.
        Head = "head",
        /// In a heading.
        Heading = "heading",
        /// In the data of a page whose article is there.
        Data = "data",
    }
}

names! {
    /// The decision on a candidate.
    pub enum Decision {
        /// It is the headline.
        Taken = "taken",
        /// The title does not contain it at the beginning of a word.
        NotInTitle = "not-in-title",
        /// It is less than half as long as the guess, like the name of a section.
        Short = "short",
        /// It is the name of the site.
        Site = "site",
        /// It is as long as the whole title, and so does not show its parts.
        WholeTitle = "whole-title",
        /// The title contains a longer one, or another comes first.
        Outranked = "outranked",
        /// It is a guess, and the page repeats a part of the title.
        Guess = "guess",
        /// The article is in the page's data, under another headline.
        OfPage = "of-page",
    }
}

/// The headline of a page.
#[cfg(any(test, feature = "internals"))]
pub fn headline(page: &Page) -> String {
    chosen(&candidates(page)).to_owned()
}

/// The candidate that was taken; empty without candidates.
pub(crate) fn chosen<'a>(candidates: &[Candidate<'a>]) -> &'a str {
    let taken = |candidate: &&Candidate| candidate.decision == Decision::Taken;
    candidates.iter().find(taken).map_or("", |taken| taken.text)
}

/// All candidates of a page, of which one is taken: the longest heading that the title contains, or the headline stated
/// in the head if the title holds more than that; otherwise a guess from the title itself. A heading can be the name of
/// the site or a section, so it must be about as long as the guess. Without a title it is the headline stated in the
/// head, else the first heading.
pub fn candidates(page: &Page) -> Vec<Candidate<'_>> {
    let title = page.head.title.as_str();
    let stated = page
        .head
        .headline
        .as_deref()
        .filter(|stated| !stated.is_empty());
    let headings = page
        .blocks
        .iter()
        .filter(|block| page.tag_of(block).is_heading())
        .map(|block| (page.text_of(block), Source::Heading));
    let outranked = |(text, source)| Candidate {
        text,
        source,
        decision: Decision::Outranked,
    };
    if title.is_empty() {
        let stated = stated.map(|stated| (stated, Source::Head));
        let mut all: Vec<Candidate> = stated.into_iter().chain(headings).map(outranked).collect();
        if let Some(first) = all.first_mut() {
            first.decision = Decision::Taken;
        }
        return all;
    }
    let site = page.head.site.as_deref().unwrap_or("");
    let guess = guess(title, site);
    let ends: &[char] = &[' ', '-', '–', '—', '_', '|', '｜'];
    let stated = stated.map(|stated| (stated.trim_end_matches(ends), Source::Head));
    let judged = |(text, source): (_, Source)| Candidate {
        text,
        source,
        decision: match () {
            () if source == Source::Head && text.len() >= title.len() => Decision::WholeTitle,
            () if text.is_empty() || 2 * text.len() < guess.len() => Decision::Short,
            () if !is_start(title, text) => Decision::NotInTitle,
            () if !site.is_empty() && text == site => Decision::Site,
            () => Decision::Outranked,
        },
    };
    let mut all: Vec<Candidate> = headings.chain(stated).map(judged).collect();
    let fits = |candidate: &&mut Candidate| candidate.decision == Decision::Outranked;
    let fitting = all.iter_mut().filter(fits);
    let longest = fitting.max_by_key(|candidate| candidate.text.len());
    let taken = longest.map(|longest| longest.decision = Decision::Taken);
    all.push(Candidate {
        text: guess,
        source: Source::Title,
        decision: taken.map_or(Decision::Taken, |()| Decision::Guess),
    });
    all
}

/// Whether the title contains a text at a position where a word of the title may begin.
fn is_start(title: &str, text: &str) -> bool {
    title.match_indices(text).any(|(at, _)| {
        let before = title[..at].chars().next_back();
        before.is_none_or(|c| !is_alphanumeric(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Parser, ReadOptions};

    fn page(html: &str) -> Page {
        let mut parser = Parser::new(&ReadOptions::new(), None);
        parser.write(b"<meta charset=utf-8>");
        parser.write(html.as_bytes());
        parser.end()
    }

    /// Titles, other parts of their pages, and the headlines.
    const CASES: &[(&str, &str, &str)] = &[
        // (title, elsewhere on the page, headline)
        ("江城-海州 - 江城新闻网", "<h1>江城-海州</h1>", "江城-海州"),
        (
            "高铁今日开通：江城-海州",
            "<h1>高铁今日开通：江城-海州</h1>",
            "高铁今日开通：江城-海州",
        ),
        (
            "高铁今日开通：江城-海州-江城网",
            "<meta property=og:title content=高铁今日开通：江城-海州>",
            "高铁今日开通：江城-海州",
        ),
        (
            "深度|江城大坝决堤 - 江城新闻网",
            "<h1>深度|江城大坝决堤</h1>",
            "深度|江城大坝决堤",
        ),
        (
            "深度-江城大坝决堤 - 江城新闻网",
            "<h1>江城大坝决堤</h1>",
            "江城大坝决堤",
        ),
        (
            "U.S. - China talks resume - The Grid",
            "<h1>U.S. - China talks resume</h1>",
            "U.S. - China talks resume",
        ),
        (
            "Dam breaks - The Grid",
            "<meta property=og:title content='Dam breaks -'>",
            "Dam breaks",
        ),
        // The repeated part is not the headline.
        (
            "深度-江城大坝决堤 - 江城新闻网",
            "<meta property=og:title content='深度-江城大坝决堤 - 江城新闻网'>",
            "深度-江城大坝决堤",
        ),
        (
            "江城大坝决堤 - 江城新闻网",
            "<meta property=og:site_name content=江城新闻网><h1>江城新闻网</h1>",
            "江城大坝决堤",
        ),
        (
            "Dam breaks | Meridian Wire",
            "<meta property=og:site_name content='Meridian Wire'><h1>Meridian Wire</h1><h2>Dam breaks</h2>",
            "Dam breaks",
        ),
        (
            "江城大坝决堤，三座水库告急",
            "<h1>江城大坝决堤，三座水库告急</h1><h2>大坝决堤，三座水库告急</h2>",
            "江城大坝决堤，三座水库告急",
        ),
        (
            "江城大坝决堤，三座水库告急",
            "<h2>大坝决堤，三座水库告急</h2>",
            "江城大坝决堤，三座水库告急",
        ),
        // The site states its name.
        (
            "江城大坝决堤-云梯_国内",
            "<meta property=og:site_name content=云梯>",
            "江城大坝决堤",
        ),
        (
            "云梯-江城大坝决堤，三座水库告急",
            "<meta property=og:site_name content=云梯>",
            "江城大坝决堤，三座水库告急",
        ),
    ];

    #[test]
    fn a_part_that_the_page_repeats_precedes_a_guess() {
        for (title, elsewhere, expected) in CASES {
            let html = format!("<title>{title}</title>{elsewhere}<p>正文。");
            assert_eq!(headline(&page(&html)), *expected, "{html}");
        }
    }

    #[test]
    fn without_a_title_the_head_then_a_heading_names_the_page() {
        for (html, expected) in [
            ("<meta property=og:title content=决堤><h1>大坝</h1>", "决堤"),
            ("<h1>大坝</h1><h1>决堤</h1>", "大坝"),
            ("<p>大坝", ""),
        ] {
            assert_eq!(headline(&page(html)), expected, "{html}");
        }
    }

    #[test]
    fn each_candidate_has_a_reason() {
        let page = page(
            "<title>Dam breaks in the night | The Grid</title><meta property=og:site_name content='The Grid'>\
             <meta property=og:title content='Dam breaks in the night | The Grid'>\
             <h1>Dam breaks in the night</h1><h2>Dam breaks in the</h2><h2>The Grid</h2><h2>Also today</h2>\
             <h2>Three villages are cut off</h2>",
        );
        let all = candidates(&page);
        let found: Vec<_> = all
            .iter()
            .map(|c| (c.text, c.source.name(), c.decision.name()))
            .collect();
        assert_eq!(
            found,
            [
                ("Dam breaks in the night", "heading", "taken"),
                ("Dam breaks in the", "heading", "outranked"),
                ("The Grid", "heading", "short"),
                ("Also today", "heading", "short"),
                ("Three villages are cut off", "heading", "not-in-title"),
                ("Dam breaks in the night | The Grid", "head", "whole-title"),
                ("Dam breaks in the night", "title", "guess"),
            ]
        );
    }
}
