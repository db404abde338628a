//! The parts of a page's title: the headline, and the names of the site and its sections.
//!
//! Sites add these with separators that also occur in headlines: `深度-江城大坝决堤 - 江城新闻网`.

use crate::text::CharClass;
use crate::unicode::is_alphanumeric;
use std::cmp::Reverse;
use std::ops::Range;

/// Shortest headline, in characters, that may be left without the site's name at the end.
const MIN_HEADLINE_CHARS: usize = 4;
/// Longest name of a section, or of a site recognized by its last word, in characters.
const MAX_NAME_CHARS: usize = 10;

/// Longest name of a site at the end of a title, in characters.
const NAME_OF_SITE: usize = 30;

/// Endings of the names of newspapers, agencies and sites.
pub const SOURCE_ENDS: &[&str] = &[
    "报", "報", "网", "網", "社", "台", "臺", "刊", "杂志", "雜誌", "新闻", "新聞", "在线", "在線", "频道", "頻道",
    "电视", "電視", "广播", "廣播", "讯", "訊",
];
/// Endings that only the names of sites have. The name of an agency or a kind of report can begin a headline and is
/// then part of it.
const SITE_ENDS: &[&str] = &["网", "網", "在线", "在線", "频道", "頻道", "论坛", "論壇", "数字报", "电子报", "電子報"];

/// The separator between two parts of a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Joint {
    /// A hyphen in a Chinese, Japanese or Korean title: between site and headline, or inside either.
    Tight,
    /// A separator.
    Loose,
}

/// A part of a title, and the separator before it.
struct Part<'a> {
    joint: Joint,
    text: &'a str,
    /// Where it begins in the title.
    start: usize,
    chars: usize,
}

impl Part<'_> {
    fn ends_with_any(&self, ends: &[&str]) -> bool {
        ends.iter().any(|end| self.text.ends_with(end))
    }
}

/// The name of the site: the last part of a title, after the headline. Dates and bylines do not count.
///
/// ```
/// use offprint::internals::title::site_name;
/// assert_eq!(site_name("三座水库今晨蓄满_国内新闻_江城网", "三座水库今晨蓄满"), Some("江城网"));
/// assert_eq!(site_name("The dam is full | The Grid", "The dam is full"), Some("The Grid"));
/// assert_eq!(site_name("The dam is full", "The dam is full"), None);
/// assert_eq!(site_name("The dam is full - 18 March 2026", "The dam is full"), None);
/// ```
pub fn site_name<'a>(title: &'a str, headline: &str) -> Option<&'a str> {
    let end = title.find(headline)? + headline.len();
    let part = parts(title).pop().filter(|part| part.start > end)?;
    let name = part.text;
    let is_short = (2..=NAME_OF_SITE).contains(&part.chars) && name.chars().any(is_alphanumeric);
    let is_other = name.starts_with("by ") || name.starts_with("By ") || name.ends_with('?') || has_year(name);
    (is_short && !is_other && !headline.is_empty()).then_some(name)
}

fn has_year(name: &str) -> bool {
    name.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() == 4)
}

/// The most probable headline in a title: its longest part and the parts that hyphens join to it, without the names of
/// sites and sections at the end.
pub(crate) fn guess<'a>(title: &'a str, site: &str) -> &'a str {
    let title = without_site(title, site);
    let mut parts = parts(title);
    while let [_, .., last] = &parts[..]
        && is_list_of_keywords(last.text)
    {
        parts.pop();
    }
    let is_stated = |Part { text, .. }: &Part| {
        !site.is_empty() && (text.contains(site) || site.len() < title.len() && site.starts_with(text))
    };
    let is_name =
        |part: &Part, ends: &[&str]| is_stated(part) || part.chars <= MAX_NAME_CHARS && part.ends_with_any(ends);
    let Some(mut last) = parts.len().checked_sub(1) else {
        return title;
    };
    // If the site names itself at one end, the other end is the headline.
    if let [first_part, last_part] = &parts[..]
        && is_stated(first_part) != is_stated(last_part)
    {
        return if is_stated(first_part) { last_part.text } else { first_part.text };
    }
    let other =
        longest(&parts[..last]).filter(|&i| parts[i].chars >= MIN_HEADLINE_CHARS && is_name(&parts[last], SOURCE_ENDS));
    let Some(longest) = other.or_else(|| longest(&parts)) else {
        return title;
    };

    let mut first = parts[..=longest].iter().rposition(|part| part.joint == Joint::Loose).unwrap_or(0);
    let after = parts[longest + 1..].iter().position(|part| part.joint == Joint::Loose);
    let is_set_off = after.is_some();
    let end = after.map_or(last, |i| longest + i);
    last = end;
    let mut before: usize = parts[first..=last].iter().map(|part| part.chars).sum();
    while last > longest {
        let own = parts[last].chars;
        before -= own;
        // The site comes after the last hyphen, the section before it.
        let is_name = is_name(&parts[last], SOURCE_ENDS);
        let is_shorter = own < before;
        let is_site = last == end && !is_set_off && (is_shorter || is_name && before >= MIN_HEADLINE_CHARS);
        let is_section = last < end && own <= MAX_NAME_CHARS && 2 * own <= before;
        if !(is_site || is_section || is_name && is_shorter) {
            break;
        }
        last -= 1;
    }
    // The site is named at only one end.
    let is_named = parts[last + 1..].iter().any(|part| is_name(part, SOURCE_ENDS));
    if first < longest && !is_named && is_name(&parts[first], SITE_ENDS) {
        first += 1;
    }
    &title[parts[first].start..parts[last].start + parts[last].text.len()]
}

/// The first of the longest parts.
fn longest(parts: &[Part]) -> Option<usize> {
    (0..parts.len()).min_by_key(|&i| Reverse(parts[i].chars))
}

/// The first and the last part of a title, if it has several.
pub(crate) fn ends(title: &str) -> Option<(&str, &str)> {
    let parts = parts(title);
    let [first, .., last] = &parts[..] else { return None };
    Some((first.text, last.text))
}

/// A title without the name of the site at its beginning: `The Grid: The dam is full`.
fn without_site<'a>(title: &'a str, site: &str) -> &'a str {
    let rest = title.strip_prefix(site).and_then(|rest| rest.strip_prefix([':', '：'])).map(str::trim);
    rest.filter(|rest| !site.is_empty() && rest.chars().count() >= MIN_HEADLINE_CHARS).unwrap_or(title)
}

/// Whether a part was written for search engines: Chinese words separated by ASCII commas, which headlines never
/// contain.
fn is_list_of_keywords(part: &str) -> bool {
    let commas = part.matches(',').count();
    commas >= 3 && part.chars().any(is_cjk) && !part.contains(char::is_whitespace)
}

/// The non-empty parts of a title between its separators.
fn parts(title: &str) -> Vec<Part<'_>> {
    let is_cjk = title.chars().any(is_cjk);
    let mut parts = Vec::new();
    let mut joint = Joint::Loose;
    let mut start = 0;
    let mut rest = title;
    while let Some(c) = rest.chars().next() {
        let at = title.len() - rest.len();
        let after = rest.trim_start_matches(c);
        let is_single = rest.len() - after.len() == c.len_utf8();
        let before = &title[..at];
        rest = after;
        let is_spaced = before.ends_with(' ') && after.starts_with(' ');
        let found = match c {
            '_' | '|' | '｜' => Joint::Loose,
            '»' | '«' | '›' | '•' if is_spaced => Joint::Loose,
            ':' if is_spaced && !is_single => Joint::Loose,
            '-' | '–' | '—' | '·' if is_spaced => Joint::Loose,
            // A double hyphen separates, as spaces do; a double dash is a Chinese dash.
            '-' if is_cjk && !is_single => Joint::Loose,
            '-' | '－' | '—' if is_cjk && is_single && !is_inside_word(before, after) => Joint::Tight,
            _ => continue,
        };
        // Of separators with nothing between them, the looser one counts.
        joint = if push_part(&mut parts, title, start..at, joint) { found } else { found.max(joint) };
        start = title.len() - after.len();
    }
    push_part(&mut parts, title, start..title.len(), joint);
    parts
}

/// Adds a part of a title unless it is empty.
fn push_part<'a>(parts: &mut Vec<Part<'a>>, title: &'a str, range: Range<usize>, joint: Joint) -> bool {
    let start = range.end - title[range.clone()].trim_start().len();
    let text = title[range].trim();
    if !text.is_empty() {
        parts.push(Part { joint, text, start, chars: text.chars().count() });
    }
    !text.is_empty()
}

/// Whether a hyphen between two texts is part of a word, as in COVID-19.
fn is_inside_word(before: &str, after: &str) -> bool {
    before.ends_with(|c: char| c.is_ascii_alphanumeric()) && after.starts_with(|c: char| c.is_ascii_alphanumeric())
}

/// Whether a character belongs to a script whose titles have separators without spaces.
pub(crate) fn is_cjk(c: char) -> bool {
    matches!(CharClass::from_char(c), CharClass::Han | CharClass::Kana) || matches!(c, '\u{AC00}'..='\u{D7A3}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;

    #[test]
    fn sites_and_sections_are_cut_off_the_title() {
        for (title, expected) in rows(include_str!("../../tests/tables/titles.txt")) {
            assert_eq!(guess(title, ""), expected, "{title}");
        }
    }
}
