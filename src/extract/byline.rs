//! The lines around the body that name the source and the time of an article.

use crate::extract::body::Body;
use crate::extract::lines;
use crate::metadata::title::SOURCE_ENDS;
use crate::metadata::{address, date};
use crate::parse::block::{Head, Page};
use crate::text::CharClass;
use crate::unicode::is_letter;

/// Blocks before the body in which its credit and its time are looked for.
const BYLINES: usize = 12;
/// Blocks after the body in which its credit is looked for, the last of the body counted.
const AFTER: usize = 4;
/// Longest line that is a byline, in characters.
const BYLINE: u32 = 120;
/// Longest name of a source that a page states, in characters.
const NAME: usize = 40;

/// The source that the page credits: in its head, else in a line near the body that has a label, else
/// in one after a time. An address stands for its host.
pub fn credit(page: &Page, body: &Body, title: &str) -> Option<String> {
    let first = body.kept.first().copied().unwrap_or(0);
    let last = body.kept.last().copied().unwrap_or(0);
    let line = |i: usize| page.blocks.get(i).map_or("", |block| page.text_of(block));
    let labelled = |mut lines: std::ops::Range<usize>| lines.find_map(|i| lines::credit(line(i)));
    stated_credit(&page.head)
        .or_else(|| labelled(first.saturating_sub(BYLINES)..first + 1))
        .or_else(|| labelled(last..last + AFTER))
        .or_else(|| bylines(page, body, title).find_map(unlabelled_credit))
}

/// The source that the head of a page credits. It may be an address, or hold its label as a line does.
pub fn stated_credit(head: &Head) -> Option<String> {
    let source = head.source.as_ref()?;
    let name = address::host(source)
        .or_else(|| lines::credit(source))
        .unwrap_or_else(|| source.clone());
    (name.chars().count() <= NAME).then_some(name)
}

/// The author that the head of a page states, without the word that says so.
pub fn author(head: &Head) -> Option<String> {
    let author = head.author.as_deref()?;
    let labels = ["by ", "By ", "BY ", "作者：", "作者:"];
    let label = labels.iter().find_map(|label| author.strip_prefix(label));
    let name = label.unwrap_or(author).trim_start();
    (!name.is_empty()).then(|| name.to_owned())
}

/// When the article was published, as written: what the head states, else what a line before the body
/// tells. A time that cannot be read goes behind one that can.
pub fn published(page: &Page, body: &Body, title: &str) -> Option<String> {
    let stated = &page.head.published;
    let readable = stated.clone().filter(|time| date::minutes(time).is_some());
    readable
        .or_else(|| time(bylines(page, body, title)))
        .or_else(|| stated.clone())
}

/// The short lines between headline and body; none where the page has no headline before its body.
fn bylines<'a>(page: &'a Page, body: &Body, title: &str) -> impl Iterator<Item = &'a str> + Clone {
    let first = body.kept.first().copied().unwrap_or(0);
    let line = |i: usize| page.text_of(&page.blocks[i]);
    let headline = (first.saturating_sub(BYLINES)..first)
        .rev()
        .find(|&i| !title.is_empty() && line(i).contains(title));
    let after = headline.map_or(first, |i| i + 1);
    (after..first)
        .filter(|&i| page.blocks[i].chars <= BYLINE)
        .map(line)
}

/// The time that one of the lines tells, as written; one with a time of day goes before others.
fn time<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let mut times = lines.filter_map(|line| Some((line, date::find(line)?)));
    let with_clock = times.clone().find(|(_, found)| found.has_clock);
    let (line, found) = with_clock.or_else(|| times.next())?;
    Some(line[found.start..found.end].to_owned())
}

/// The source in a line that tells a time and then a name, and no word that says what the name is:
/// `www.a.example 2006年03月18日11:40 人民晚报`. Only Chinese pages have such lines.
pub fn unlabelled_credit(line: &str) -> Option<String> {
    let found = date::find(line).filter(|found| found.has_clock)?;
    let after = line[found.end..].trim_start();
    let name = after.split([' ', '|', '•', '·']).next()?;
    let chars = name.chars().count();
    let is_name = (2..=20).contains(&chars)
        && name.starts_with(|c: char| CharClass::of(c) == CharClass::Han)
        && name.chars().all(is_letter);
    // Without such an end a word after the time may be anything, such as a button.
    let names_a_source = SOURCE_ENDS.iter().any(|end| name.ends_with(end));
    (is_name && names_a_source).then(|| name.to_owned())
}
