//! The lines around the body that name the source and the time of an article.

use crate::address;
use crate::extract::body::Body;
use crate::extract::lines;
use crate::metadata::date;
use crate::metadata::title::SOURCE_ENDS;
use crate::parse::block::{Head, Page};
use crate::text::CharClass;
use crate::unicode::is_letter;

/// Blocks before the body that are searched for its credit and its time.
const BYLINES: usize = 12;
/// Blocks after the body that are searched for its credit, including the last of the body.
const AFTER: usize = 4;
/// First blocks of the body that may still belong to its heading and hold the credit or the dateline.
const OPENING: usize = 4;
/// Longest byline, in characters.
const BYLINE: usize = 120;
/// Longest beginning of a dateline, up to its agency or date, in bytes.
const PLACE: usize = 60;
/// Longest name of a source that a page states, in characters.
const NAME: usize = 40;

/// The sources that the page credits: in its head, else in labelled lines near the body, else in one after a time, else
/// in the dateline. An address is reduced to its host.
#[inline(never)]
pub fn credits(page: &Page, body: &Body, title: &str) -> Vec<String> {
    let first = body.kept.first().copied().unwrap_or(0);
    let last = body.kept.last().copied().unwrap_or(0);
    let line = |i: usize| page.blocks.get(i).map_or("", |block| page.text_of(block));
    let (before, after) = (first.saturating_sub(BYLINES), last..last + AFTER);
    let opening = first..first + OPENING;
    any(stated_credits(&page.head))
        .or_else(|| {
            let lines = (before..first + 1).chain(after).map(line);
            // The next line may name another.
            let labelled = lines
                .map(lines::credits)
                .skip_while(Vec::is_empty)
                .take_while(|credits| !credits.is_empty());
            any(labelled.flatten().collect())
        })
        .or_else(|| bylines(page, body, title).find_map(unlabelled))
        .or_else(|| {
            let mut short = opening
                .clone()
                .map(line)
                .filter(|line| is_short(line, BYLINE));
            short.find_map(|line| any(lines::credits(line)).or_else(|| unlabelled(line)))
        })
        .or_else(|| opening.clone().find_map(|i| Some(vec![dateline(line(i))?])))
        .unwrap_or_default()
}

/// The first of several sources, and the others as one text, each once.
pub fn first_and_others(credits: Vec<String>) -> (Option<String>, Option<String>) {
    let mut others: Vec<String> = Vec::new();
    let mut credits = credits.into_iter();
    let first = credits.next();
    for name in credits {
        if Some(&name) != first.as_ref() && !others.contains(&name) {
            others.push(name);
        }
    }
    let others = (!others.is_empty()).then(|| others.join(", "));
    (first, others)
}

fn any(names: Vec<String>) -> Option<Vec<String>> {
    (!names.is_empty()).then_some(names)
}

fn unlabelled(line: &str) -> Option<Vec<String>> {
    Some(vec![unlabelled_credit(line)?])
}

fn is_short(line: &str, longest: usize) -> bool {
    line.chars().nth(longest).is_none()
}

/// The sources credited in the head of a page. It may be an address, or include labels as a line does.
pub fn stated_credits(head: &Head) -> Vec<String> {
    let Some(source) = head.source.as_ref() else {
        return Vec::new();
    };
    let mut names = match address::host(source) {
        Some(host) => vec![host],
        None => lines::credits(source),
    };
    if names.is_empty() {
        names.push(source.clone());
    }
    names.retain(|name| name.chars().count() <= NAME);
    names
}

/// The author stated in the head of a page, without a label.
pub fn author(head: &Head) -> Option<String> {
    let author = head.author.as_deref()?;
    let labels = ["By ", "by ", "作者："];
    let label = labels.iter().find_map(|label| author.strip_prefix(label));
    let name = label.unwrap_or(author).trim_ascii_start();
    (!name.is_empty()).then(|| name.to_owned())
}

/// When the article was published, as written: the time in the head, else the one in a line before the body. Times that
/// can be parsed take precedence.
pub fn published(page: &Page, body: &Body, title: &str) -> Option<String> {
    let stated = &page.head.published;
    let readable = stated.clone().filter(|time| date::minutes(time).is_some());
    readable
        .or_else(|| time(bylines(page, body, title)))
        .or_else(|| stated.clone())
}

/// The short lines between headline and body; empty if the page has no headline before its body.
fn bylines<'a>(page: &'a Page, body: &Body, title: &str) -> impl Iterator<Item = &'a str> + Clone {
    let first = body.kept.first().copied().unwrap_or(0);
    let line = |i: usize| page.text_of(&page.blocks[i]);
    let headline = (first.saturating_sub(BYLINES)..first)
        .rev()
        .find(|&i| !title.is_empty() && line(i).contains(title));
    let after = headline.map_or(first, |i| i + 1);
    (after..first)
        .filter(|&i| page.blocks[i].chars as usize <= BYLINE)
        .map(line)
}

/// The time stated in one of the lines, as written; lines with a time of day take precedence.
fn time<'a>(lines: impl Iterator<Item = &'a str> + Clone) -> Option<String> {
    let mut times = lines.filter_map(|line| Some((line, date::find(line)?)));
    let with_clock = times.clone().find(|(_, found)| found.has_clock);
    let (line, found) = with_clock.or_else(|| times.next())?;
    Some(line[found.start..found.end].to_owned())
}

/// The source in a line with a time and then a name without a label: `www.a.example 2006年03月18日11:40 人民晚报`. Only
/// Chinese pages have such lines.
pub fn unlabelled_credit(line: &str) -> Option<String> {
    let found = date::find(line).filter(|found| found.has_clock)?;
    let after = line[found.end..].trim_start();
    let name = after.split([' ', '|', '•', '·']).next()?;
    let chars = name.chars().count();
    let is_name = (2..=20).contains(&chars)
        && name.starts_with(|c: char| CharClass::of(c) == CharClass::Han)
        && name.chars().all(is_letter);
    // Without such an ending, the word after the time may be anything, such as a button.
    let names_a_source = SOURCE_ENDS.iter().any(|end| name.ends_with(end));
    (is_name && names_a_source).then(|| name.to_owned())
}

/// The agency or paper in the dateline at the start of a paragraph: `HARBOUR CITY, March 18 (Wire) -`, `江城社河口3月18日电`.
pub fn dateline(line: &str) -> Option<String> {
    latin_dateline(line).or_else(|| han_dateline(line))
}

fn latin_dateline(line: &str) -> Option<String> {
    let (place, rest) = line.split_once('(')?;
    let (name, rest) = rest.split_once(')')?;
    let city = place.split([' ', ',', '-']).next()?;
    let is_city = city.len() >= 2 && city.chars().all(|c| c.is_ascii_uppercase() || c == '.');
    let is_name = is_latin_name(name) && name.chars().all(|c| is_letter(c) || " .-".contains(c));
    let is_set_off = rest.trim_start().starts_with(['-', '–', '—', ':']);
    (is_city && place.len() <= PLACE && is_name && is_set_off).then(|| name.to_owned())
}

fn is_latin_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && (2..=NAME).contains(&name.chars().count())
}

fn han_dateline(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['（', '(', '【', '[', '据', '據']);
    let (before, after) = line
        .split_once('日')
        .filter(|(before, _)| before.len() <= PLACE)?;
    let is_report = ["电", "電", "讯", "訊", "消息"]
        .iter()
        .any(|word| after.starts_with(word));
    let place = before
        .trim_end_matches(|c: char| c == '月' || c.is_ascii_digit() || ('０'..='９').contains(&c));
    let end = SOURCE_ENDS
        .iter()
        .filter_map(|end| Some(place.find(end)? + end.len()))
        .min()?;
    let name = &place[..end];
    // A paper refers to itself as 本报.
    let is_name = (3..=10).contains(&name.chars().count())
        && name.chars().all(|c| CharClass::of(c) == CharClass::Han)
        && !name.starts_with('本');
    (is_report && is_name && place.len() < before.len()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    #[test]
    fn a_dateline_names_its_agency() {
        let vectors = [
            ("HARBOUR CITY (Wire) - The dam is full.", Some("Wire")),
            (
                "PORT SAINT-ANNE, Isle, March 18 (Harbour Wire) — The dam is full.",
                Some("Harbour Wire"),
            ),
            ("江城社河口3月18日电 三座水库今晨蓄满。", Some("江城社")),
            ("（江城网3月18日讯）三座水库今晨蓄满。", Some("江城网")),
            (
                "據江城社河口３月１８日電（記者林一）三座水庫今晨蓄滿。",
                Some("江城社"),
            ),
            ("本报河口3月18日电 三座水库今晨蓄满。", None),
            ("江城社区3月18日起停水，电话已通知。", None),
            ("江城网3月的一个节日电视转播。", None),
            ("HARBOUR CITY (population 3,000) - The dam is full.", None),
            ("NASA (the agency) said so.", None),
            ("The dam (Harbour Wire) - is full.", None),
            ("", None),
        ];
        for (line, expected) in vectors {
            assert_eq!(dateline(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn labelled_values_precede_those_in_the_text() {
        let body = "<p>HARBOUR CITY (Harbour Wire) - The third dam upstream is full, and the river is rising.</p>"
            .to_owned()
            + &"<p>The gates stay closed until the water falls, the river board said on Monday.</p>".repeat(4);
        let credit = |html: &str| read(html.as_bytes(), Default::default()).metadata.credit;
        let page = |lines: &str| credit(&format!("<h1>The third dam is full</h1>{lines}{body}"));
        assert_eq!(page("").as_deref(), Some("Harbour Wire"));
        assert_eq!(
            page("<p>Source: River Post</p>").as_deref(),
            Some("River Post")
        );
        assert_eq!(
            page("<p>Image source: Ann Example</p>").as_deref(),
            Some("Harbour Wire")
        );
        let noted = credit(&format!(
            "<h1>The third dam is full</h1>{body}<p>This article was originally published on River Post.</p>"
        ));
        assert_eq!(noted.as_deref(), Some("River Post"));
    }

    #[test]
    fn all_sources_of_a_credit_are_read() {
        let body = "<p>上游第三座大坝已经蓄满，下游的水位还在上涨，沿岸各县今晨开始检查堤防。</p>"
            .repeat(8);
        let of = |head: &str, lines: &str| {
            let page = format!("<meta charset=utf-8>{head}<h1>第三座大坝蓄满</h1>{lines}{body}");
            let metadata = read(page.as_bytes(), Default::default()).metadata;
            (
                metadata.credit.unwrap_or_default(),
                metadata.via.unwrap_or_default(),
            )
        };
        let two = ("江城晚报".to_owned(), "河口网".to_owned());
        let info = |text: &str| format!("<p>2026-03-18 11:40 {text}</p>");
        assert_eq!(of("", &info("来源：江城晚报 转自：河口网")), two);
        assert_eq!(of("", "<p>来源：江城晚报</p><p>转自：河口网</p>"), two);
        assert_eq!(
            of(
                "<meta name=source content='来源：江城晚报 转自：河口网'>",
                ""
            ),
            two
        );
        let one = ("江城晚报".to_owned(), String::new());
        assert_eq!(of("", &info("来源：江城晚报 转自：江城晚报")), one);
        assert_eq!(
            of(
                "",
                "<p>来源：江城晚报</p><p>第三座大坝</p><p>来源：河口网</p>"
            ),
            one
        );
        assert_eq!(
            of("<meta name=source content=江城晚报>", "<p>来源：河口网</p>"),
            one
        );
    }
}
