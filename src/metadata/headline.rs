//! The headline of a page, chosen among the texts that may be the headline.
//!
//! A part of the title that the page repeats elsewhere is the headline. If the page repeats none, it is the heading
//! above the text: titles are cut off, written for search engines, or the same on all pages of a site. Only if there is
//! no such heading, it is what the head states, or a guess from the title alone. The candidates, with the decision on
//! each, also explain the choice.

use crate::metadata::candidate::{Candidate, Decision, taken};
use crate::metadata::date;
use crate::metadata::title::{ends, guess};
use crate::parse::block::{Block, Page};
use crate::parse::head::{Place, Subject, letters};
use crate::parse::noise::{Hints, Rule};
use crate::parse::tag::Tag;
use crate::unicode::is_alphanumeric;
use std::ops::Range;

/// Most lines of a heading; of a longer heading, only the first line counts.
const MAX_HEADING_LINES: usize = 5;
/// Most characters of a heading with several lines; of a longer one, only the first line counts.
const MAX_HEADING_CHARS: u32 = 240;
/// Most headings that are candidates.
const MAX_HEADINGS: usize = 60;
/// Shortest block outside headings that counts as text below the headline, in bytes outside links.
const MIN_TEXT_BYTES: u32 = 120;
/// Smallest weight of a headline in a heading when the head states nothing like it: a word weighs 2, a character of a
/// script written without spaces weighs 1. Larger: more slogans and names of sections are passed over, but so are more
/// short headlines.
const PLAIN: usize = 8;
/// Smallest weight of a headline that has a word in common with the title. Names of sections weigh less.
const ALIKE: usize = 4;
/// Largest weight of a heading that is a headline although the title says something else. Larger: more leads are
/// headlines.
const LONGEST: usize = 64;
/// Smallest part of the longer text, in hundredths, that a shorter text in it must make up for both to be one headline.
/// Smaller: sections before a headline, and dates after it, count as part of it.
const SAME: usize = 85;

/// The headline of a page.
#[cfg(any(test, feature = "internals"))]
pub fn headline(page: &Page) -> String {
    chosen(&candidates(page)).to_owned()
}

/// The candidate that was taken; empty if there is none.
pub(crate) fn chosen(candidates: &[Candidate]) -> &str {
    taken(candidates, Subject::Headline).unwrap_or_default()
}

/// All candidates of a page; one of them is taken.
///
/// # Complexity
/// Linear in the title times the headings.
pub fn candidates(page: &Page) -> Vec<Candidate> {
    let title = page.head.title.as_str();
    let whole = letters(title);
    let stated: Vec<String> = page.head.all(Subject::Headline).map(|statement| letters(&statement.value)).collect();
    let named = page.head.first(Subject::Site);
    let guessed = guess(without_end(title, named.unwrap_or_default()), named.unwrap_or_default());
    let parts = [guessed, ends(title).unwrap_or_default().0].map(letters);
    let headings = headings(page, &stated, &parts);
    let site = named.or_else(|| shown_site(page, &headings, &stated)).unwrap_or_default();
    let guess = guess(without_end(title, site), site);
    let folded_site = letters(site);
    let mut choice = Choice { title, folded_site, guess, whole, all: Vec::new(), folded: Vec::new() };
    for heading in &headings {
        choice.add(without_end(&heading.text, site), Place::Heading);
    }
    for statement in page.head.all(Subject::Headline) {
        choice.add(without_end(&statement.value, site), statement.place);
    }
    let best = choice.best(&headings);
    choice.end(best)
}

/// A statement without the name of the site at its end.
fn without_end<'a>(text: &'a str, site: &str) -> &'a str {
    let whole = text.trim();
    let text = whole.trim_end_matches(is_separator).trim_end_matches([')', '>']);
    match text.strip_suffix(site).filter(|_| !site.is_empty()) {
        Some(rest) if rest.trim_end().ends_with(is_separator) => rest.trim_end_matches(is_separator),
        _ => whole.trim_end_matches([' ', '-', '–', '—', '_', '|', '｜']),
    }
}

fn is_separator(c: char) -> bool {
    " -–—−_|｜/:：,(<‹@⋆·•»".contains(c)
}

/// The name of the site: the first or last part of the title, if the page repeats it in its header, or as a brand in a
/// lower heading, before anything else.
fn shown_site<'a>(page: &'a Page, headings: &[Heading], stated: &[String]) -> Option<&'a str> {
    let (first, last) = ends(&page.head.title)?;
    let rank = headings.iter().map(|heading| heading.rank).min();
    let mut parts = vec![(first, letters(first)), (last, letters(last))];
    parts.retain(|(_, part)| {
        !stated.contains(part) && !headings.iter().any(|own| Some(own.rank) == rank && letters(&own.text) == *part)
    });
    let above = page.blocks.iter().take_while(|block| page.tag_of(block) != Tag::H1).take(MAX_HEADINGS);
    let mut of_site = above.filter(|block| {
        page.tag_of(block).is_heading()
            || page.up(block.container).any(|id| page.containers[id as usize].rule == Some(Rule::Landmark))
    });
    of_site.find_map(|block| {
        let line = letters(page.text_of(block));
        parts.iter().find(|(_, letters)| *letters == line).map(|(part, _)| *part)
    })
}

/// The candidates, and the title to compare them with.
struct Choice<'a> {
    title: &'a str,
    /// The letters of the title.
    whole: String,
    guess: &'a str,
    /// The letters of the site's name.
    folded_site: String,
    all: Vec<Candidate>,
    /// The letters of each candidate.
    folded: Vec<String>,
}

impl Choice<'_> {
    fn add(&mut self, text: &str, place: Place) {
        let title = self.title;
        let is_whole = place != Place::Heading && text.len() >= title.len() && !title.is_empty();
        let mut candidate = Candidate::new(Subject::Headline, text, place);
        let folded = letters(text);
        candidate.decision = if is_whole && is_start(text, title) {
            Decision::WholeTitle
        } else if self.is_site(text, &folded) {
            Decision::Site
        } else if text.is_empty() || 2 * text.len() < self.guess.len() {
            Decision::Short
        } else if !is_start(title, text) {
            Decision::NotInTitle
        } else {
            Decision::Outranked
        };
        self.all.push(candidate);
        self.folded.push(folded);
    }

    /// Whether a text with these letters names the site. The end of a title also does if it is the shorter part.
    #[inline(never)]
    fn is_site(&self, text: &str, folded: &str) -> bool {
        let whole = &self.whole;
        let is_end = whole.ends_with(folded) && 2 * folded.len() < whole.len();
        is_same(folded, &self.folded_site) || is_end && !folded.is_empty() && !is_start(self.guess, text)
    }

    fn is_stated(&self, at: usize) -> bool {
        let mut stated = self.all.iter().zip(&self.folded).filter(|(candidate, _)| candidate.place != Place::Heading);
        stated.any(|(_, folded)| is_same(folded, &self.folded[at]))
    }

    fn best(&self, headings: &[Heading]) -> Option<usize> {
        let main = self.main_heading(headings);
        let mut all = 0..headings.len();
        self.best_heading(headings, main)
            // A heading that the head also states, whatever the title says.
            .or_else(|| {
                all.find(|&at| !matches!(self.all[at].decision, Decision::Short | Decision::Site) && self.is_stated(at))
            })
            .or(main)
            .or_else(|| self.outranked(headings.len()..self.all.len()).max_by_key(|&at| self.all[at].text.len()))
            .or_else(|| self.stated_twice())
            .or_else(|| (self.title.is_empty() && !self.all.is_empty()).then_some(0))
    }

    /// Those of these candidates that nothing speaks against.
    fn outranked(&self, among: Range<usize>) -> impl Iterator<Item = usize> {
        among.filter(|&at| self.all[at].decision == Decision::Outranked)
    }

    /// The longest heading that may be the headline, given the one above the text.
    fn best_heading(&self, headings: &[Heading], main: Option<usize>) -> Option<usize> {
        let is_alike = main.is_some_and(|main| shares_word(&self.all[main].text, self.title));
        let is_stated = main.is_some_and(|main| self.is_stated(main));
        let guess = letters(self.guess);
        let fitting = self.outranked(0..headings.len()).filter(|&at| {
            let Some(main) = main else { return true };
            headings[at].rank == 1
                // There may be a slogan above the headline.
                || at < main && !is_alike
                // Below the headline, a heading may repeat a part of a title that was written for search engines.
                || !is_stated && (self.is_stated(at) || is_same(&guess, &self.folded[at]))
                // The title may consist of the site's title, which is in the first heading, and the article's.
                || at > main + 1 && self.whole.strip_suffix(&*self.folded[at]) == Some(&*self.folded[main])
        });
        // Prefers headings that do not link home.
        fitting.max_by_key(|&at| (!headings[at].is_link, self.all[at].text.len()))
    }

    /// Two statements that agree with each other when the title says something else.
    fn stated_twice(&self) -> Option<usize> {
        let first = |place| self.all.iter().position(|own| own.decision != Decision::Site && own.place == place);
        let (head, data) = (first(Place::Meta), first(Place::JsonLd));
        let agree = head.zip(data).is_some_and(|(head, data)| is_same(&self.folded[head], &self.folded[data]));
        let has_none = self.title.is_empty()
            || self.is_site(self.guess, &letters(self.guess))
            || self.is_site(self.title, &self.whole);
        head.or(data).filter(|_| agree || has_none)
    }

    /// The candidates, after taking the best one or a part of it.
    fn end(mut self, best: Option<usize>) -> Vec<Candidate> {
        if !self.title.is_empty() {
            let decision = best.map_or(Decision::Taken, |_| Decision::Guess);
            self.all.push(Candidate { decision, ..Candidate::new(Subject::Headline, self.guess, Place::Title) });
            self.folded.push(letters(self.guess));
        }
        let Some(best) = best else { return self.all };
        let best = self.narrower(best).unwrap_or(best);
        for (candidate, folded) in self.all.iter_mut().zip(&self.folded) {
            if is_same(folded, &self.folded[best]) && candidate.decision != Decision::WholeTitle {
                candidate.decision = Decision::Agrees;
            }
        }
        self.all[best].decision = Decision::Taken;
        self.all
    }

    /// The part of a heading that is the headline, if the title and the page also have it without the line above it or
    /// the section after it.
    fn narrower(&self, heading: usize) -> Option<usize> {
        let (text, inner) = (&self.all[heading].text, letters(self.guess));
        let is_inside = self.whole.contains(&self.folded[heading]) && self.whole != self.folded[heading];
        if weight(self.guess) < PLAIN || is_inside {
            return None;
        }
        self.all.iter().zip(&self.folded).position(|(candidate, folded)| {
            let is_part = match candidate.place {
                Place::Heading => text.starts_with(&candidate.text),
                _ => text.ends_with(&candidate.text),
            };
            // The rest must be longer than an article such as "the".
            let is_other = candidate.place != Place::Title && candidate.text.len() + 4 < text.len();
            is_other && is_part && *folded == inner
        })
    }

    /// The heading above the text, if it is a headline rather than the name of the site or a section.
    #[inline(never)]
    fn main_heading(&self, headings: &[Heading]) -> Option<usize> {
        let at = headings.iter().position(|heading| heading.is_main)?;
        let main = &self.all[at];
        let stated = self.all.iter().filter(|candidate| candidate.place != Place::Heading);
        let mut texts = stated.map(|candidate| candidate.text.as_str()).chain([self.title]);
        let least = if texts.any(|text| shares_word(&main.text, text)) { ALIKE } else { PLAIN };
        let own = weight(&main.text);
        let is_part = ends(self.title).is_some_and(|(first, _)| letters(first) == self.folded[at]);
        let fits = (own >= least || is_part) && own <= LONGEST && !self.is_site(&main.text, &self.folded[at]);
        fits.then_some(at)
    }
}

/// A heading, and whether the text of the page may begin below it.
struct Heading {
    text: String,
    rank: u8,
    is_link: bool,
    is_main: bool,
}

/// The headings of a page. The main one is the heading of the first rank above the most text.
#[inline(never)]
fn headings(page: &Page, stated: &[String], parts: &[String]) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    // The last heading of the first rank, and the main one so far, with the amount of text below it.
    let (mut current, mut main) = (None, (0, None));
    let (mut below, mut all) = (0, 0);
    let beside = beside(page);
    let mut rest = &page.blocks[..];
    while let Some(block) = rest.first() {
        let is_beside = beside[block.container as usize];
        let lines = lines_of_heading(page, rest);
        rest = &rest[lines.max(1)..];
        if lines == 0 {
            if block.unlinked() >= MIN_TEXT_BYTES && !is_beside {
                below += block.unlinked();
                all += block.unlinked();
            }
            if current.is_some() && below > main.0 {
                main = (below, current);
            }
        } else if headings.len() < MAX_HEADINGS {
            let rank = page.heading_rank(block).unwrap_or_default();
            if rank == 1 && !is_beside {
                (current, below) = (Some(headings.len()), 0);
                main.1 = main.1.or(current);
            }
            let lines = &page.blocks[page.blocks.len() - rest.len() - lines..][..lines];
            let text = text_of_heading(page, lines, stated, parts);
            headings.push(Heading { text, rank, is_link: block.is_link(), is_main: false });
        }
    }
    // A page with several articles has no main heading.
    if let (text, Some(main)) = main
        && 3 * text >= 2 * all
    {
        headings[main].is_main = true;
    }
    headings
}

/// How many of the first blocks belong to one heading. If the heading was never closed, only the first does.
fn lines_of_heading(page: &Page, blocks: &[Block]) -> usize {
    let around =
        |block: &Block| page.up(block.container).take(3).find(|&id| page.containers[id as usize].tag.is_heading());
    let Some(heading) = around(&blocks[0]) else { return 0 };
    let lines = blocks.iter().take(MAX_HEADING_LINES + 1).take_while(|block| around(block) == Some(heading)).count();
    let chars: u32 = blocks[..lines].iter().map(|block| block.chars).sum();
    if lines <= MAX_HEADING_LINES && chars <= MAX_HEADING_CHARS {
        lines
    } else {
        usize::from(page.tag_of(&blocks[0]).is_heading())
    }
}

/// The headline in a heading: the lines and elements that the page also states elsewhere; otherwise everything except a
/// day, or a first element that nothing joins to the headline.
fn text_of_heading(page: &Page, lines: &[Block], stated: &[String], of_title: &[String]) -> String {
    // The text, and the start and end of each element with words.
    let (mut whole, mut parts) = (String::new(), Vec::new());
    for line in lines {
        whole.push_str(if whole.is_empty() { "" } else { " " });
        for part in page.parts(line) {
            let start = whole.len();
            whole.push_str(part);
            parts.extend(part.contains(is_alphanumeric).then_some((start, whole.len())));
        }
    }
    let mut text = whole.trim_start_matches(is_mark).trim_end_matches(['¶', '🔗', ' ']);
    if let [(_, end), (second, _), ..] = parts[..] {
        let halves = parts[1..].iter().take(MAX_HEADING_LINES).flat_map(|&(at, _)| [&whole[..at], &whole[at..]]);
        let is_stated = stated.contains(&letters(&whole));
        let forms = halves.map(|half| half.trim_end_matches(is_mark)).filter(|form| {
            let letters = letters(form);
            weight(form) >= ALIKE && (stated.contains(&letters) || !is_stated && of_title.contains(&letters))
        });
        let (first, rest) = whole.split_at(second);
        let is_kicker = first.len() < rest.len()
            && parts.len() == 2
            && whole[..end].ends_with(is_alphanumeric)
            && !whole[end..second].contains(':')
            && weight(rest) >= PLAIN
            && rest.starts_with(|c: char| c.is_uppercase() || "„«“\"".contains(c))
            // The next line continues the first, unless the title separates them.
            && (lines.len() == 1 || is_stated || of_title.contains(&letters(&whole)))
            && !page.head.title.contains(&whole);
        if let Some(form) = forms.min_by_key(|form| form.len()) {
            text = form;
        } else if is_kicker || date::find(first).is_some_and(|day| day.end - day.start + 1 >= first.trim().len()) {
            text = rest;
        }
    }
    text.to_owned()
}

fn is_mark(c: char) -> bool {
    ":-–|¶🔗".contains(c) || c.is_whitespace()
}

/// For each container, whether it is in a part of the page that is certainly not the article and has less than half of
/// the text.
#[inline(never)]
fn beside(page: &Page) -> Vec<bool> {
    let containers = &page.containers;
    let text = page.subtree_sums(&|i| page.blocks[i].unlinked());
    let mut beside = vec![false; containers.len()];
    for (id, container) in containers.iter().enumerate().skip(1) {
        let hints = container.hints;
        let is_part = hints.contains(Hints::COMMENTS)
            || hints.contains(Hints::RELATED)
            || container.rule == Some(Rule::Hidden)
            || matches!(container.tag, Tag::Nav | Tag::Aside | Tag::Footer);
        beside[id] = beside[container.parent as usize] || is_part && 2 * text[id] < text[0];
    }
    beside
}

/// The length of a text: 2 for each word, 1 for each character of a script written without spaces.
#[inline(never)]
fn weight(text: &str) -> usize {
    let words = text.split_whitespace().filter(|word| word.contains(is_alphanumeric));
    words.map(|word| word.chars().filter(|&c| c >= '\u{2E80}').count().max(2)).sum()
}

/// Whether two texts share a word of four letters, or two characters of a script written without spaces.
#[inline(never)]
fn shares_word(a: &str, b: &str) -> bool {
    let b = letters(b);
    let words = a.split(|c: char| !is_alphanumeric(c)).filter(|word| word.chars().count() >= 4);
    words.map(letters).any(|word| {
        if !word.contains(|c| c >= '\u{2E80}') {
            return b.contains(&word);
        }
        let chars: Vec<char> = word.chars().collect();
        let mut pairs = chars.windows(2);
        pairs.any(|pair| b.contains(&pair.iter().collect::<String>()))
    })
}

/// Whether two texts with these letters are one headline: one makes up most of the other.
#[inline(never)]
fn is_same(a: &str, b: &str) -> bool {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    !short.is_empty() && 100 * short.len() >= SAME * long.len() && long.contains(short)
}

/// Whether the title contains a text at a position where a word may begin.
#[inline(never)]
fn is_start(title: &str, text: &str) -> bool {
    text.len() <= title.len()
        && title.match_indices(text).any(|(at, _)| {
            let before = title[..at].chars().next_back();
            before.is_none_or(|c| !is_alphanumeric(c))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::{Parser, ReadOptions};
    use crate::test_text::rows;

    fn page(html: &str) -> Page {
        let mut parser = Parser::new(&ReadOptions::new(), None);
        parser.write(b"<meta charset=utf-8>");
        parser.write(html.as_bytes());
        parser.end()
    }

    #[test]
    fn pages_have_their_headlines() {
        for (html, expected) in rows(include_str!("../../tests/tables/headlines.txt")) {
            assert_eq!(headline(&page(&format!("{html}<p>正文。"))), expected, "{html}");
        }
    }
}
