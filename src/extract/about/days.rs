//! When an article was published, and when it was last changed.

use super::BodyContext;
use crate::languages::{self, Kinds};
use crate::metadata::candidate::{Candidate, Decision};
use crate::metadata::date::{self, Found};
use crate::parse::characters::start;
use crate::parse::head::{Place, Statement, Subject};
use crate::unicode::{is_alphanumeric, is_letter};

/// How much each kind of statement is trusted. Those of several kinds that agree on a day add up, so that two that agree
/// beat one that does not.
mod trust {
    /// JSON-LD about this article.
    pub const JSON_LD: u32 = 12;
    /// A `<meta>` of the head.
    pub const HEAD: u32 = 11;
    /// A marked element, or a line that names what the time is of.
    pub const MARKED: u32 = 14;
    /// `<time>` around the headline.
    pub const TIME: u32 = 7;
    /// A line around the headline with a time of day.
    pub const CLOCK: u32 = 13;
    /// One without.
    pub const LINE: u32 = 13;
    /// A line of the body that is nothing but a date.
    pub const DATELINE: u32 = 4;
    /// A line below the text.
    pub const END: u32 = 2;
    /// The page's address.
    pub const ADDRESS: u32 = 7;
}

/// Longest text before a date that is read for such words, in bytes.
const LABEL: usize = 60;
/// Longest text before a day that a text begins with, in bytes.
const PLACE: usize = 24;
/// Fewest letters of a line with a date and a word for it.
const DATED: u32 = 12;
/// Most letters beside a date in a line of the body that states it.
const BESIDE: usize = 24;

/// The largest offsets of time zones ahead of UTC and behind it, in minutes.
const AHEAD: i64 = 14 * 60;
const BEHIND: i64 = 12 * 60;

/// A date that may be one of the article's.
#[derive(Clone)]
struct Dated {
    at: usize,
    found: Found,
    written: String,
    trust: u32,
}

/// The two times of an article: the publication as ISO 8601 and as written, and the last change as ISO 8601.
type Days = (Option<(String, String)>, Option<String>);

#[inline(never)]
pub fn days(around: &BodyContext, url: Option<&str>, all: &mut Vec<Candidate>) -> Days {
    let (mut published, mut modified) = (Vec::new(), Vec::new());
    for fact in [Subject::Published, Subject::Modified] {
        for statement in around.page.head.all(fact) {
            let dates = if fact == Subject::Published { &mut published } else { &mut modified };
            note_statement(around, statement, dates, all);
        }
    }
    for line in &around.lines {
        note_line(around, line, &mut published, &mut modified, all);
    }
    let openings = around.opening.iter().filter_map(|text| opening_day(start(text, LABEL + LABEL), around.language()));
    let title = around.page.head.title.as_str();
    let stated = openings.map(|(text, found)| (text, found, Place::Body, trust::DATELINE));
    let of_title = day_at_end(title, around.language()).map(|found| (title, found, Place::Title, trust::END));
    for (text, found, place, trust) in stated.chain(of_title) {
        published.push(Dated { at: all.len(), found, written: text[found.start..found.end].to_owned(), trust });
        all.push(Candidate::new(Subject::Published, text, place));
    }
    let own = url.or_else(|| around.page.head.first(Subject::Canonical));
    if let Some((url, found)) = own.and_then(|url| Some((url, date::of_address(url)?))) {
        all.push(Candidate::new(Subject::Published, url, Place::Address));
        published.push(Dated {
            at: all.len() - 1,
            found,
            written: url[found.start..found.end].to_owned(),
            trust: trust::ADDRESS,
        });
    }
    if published.is_empty() {
        sole_day(around, &mut published, all);
    }
    // A page that states only when it was changed has no older text to speak of.
    if published.is_empty() {
        published.clone_from(&modified);
    }
    // The data of a page counts only where the page itself states nothing.
    let is_data = |date: &Dated| all[date.at].place == Place::Data;
    if !published.iter().all(is_data) {
        published.retain(|date| !is_data(date));
    }
    let published = best(&published, all);
    // An article does not change before it is published.
    if let Some(published) = published {
        modified.retain(|changed| day(&changed.found) >= day(&published.found));
    }
    let modified = best(&modified, all).map(|date| date.found.iso());
    (published.map(|date| (date.found.iso(), date.written.clone())), modified)
}

/// The day that a text begins with, alone or behind a place: `27.1.2022 - The council`, `Berlin, 27.1.2022: The`.
fn opening_day<'a>(text: &'a str, language: &str) -> Option<(&'a str, Found)> {
    let found = date::find_in(text, language)?;
    let before = text[..found.start].trim_end_matches([' ', ',', '(']);
    let after = text[found.end..].trim_start();
    let is_alone =
        before.is_empty() && !text[..found.end].contains(is_letter) && !after.starts_with(char::is_lowercase);
    let is_set_off = before.len() <= PLACE && after.starts_with(['-', '–', '—', '|', ':', '：', ')', '/']);
    (!after.is_empty() && (is_alone || is_set_off)).then_some((text, found))
}

/// The day at an end of a title, behind or before a sign that separates it.
fn day_at_end(title: &str, language: &str) -> Option<Found> {
    let found = date::find_in(title, language)?;
    let is_sign = |c: char| "|-–—(·•:".contains(c);
    let (before, after) = (title[..found.start].trim_end(), title[found.end..].trim_start_matches([' ', ')']));
    let is_end = after.is_empty() || before.is_empty();
    (is_end && (before.ends_with(is_sign) || after.starts_with(is_sign))).then_some(found)
}

/// Adds a marked time far from the headline, or one that a line names as that of a publication, if all of its kind on the
/// page are of one day.
#[inline(never)]
fn sole_day(around: &BodyContext, dates: &mut Vec<Dated>, all: &mut Vec<Candidate>) {
    let (page, language) = (around.page, around.language());
    let marked = page.head.all(Subject::Published).filter(|of| {
        let is_in_head = matches!(of.place, Place::JsonLd | Place::Meta | Place::Link);
        !is_in_head && around.is_of_article(of.block)
    });
    let marked = marked.filter_map(|of| Some((of.value.as_str(), of.place, date::of_statement(&of.value, language)?)));
    let lines = page.blocks.iter().enumerate().filter(|&(i, block)| {
        let line = page.text_of(block);
        let is_short = (DATED..=LABEL as u32).contains(&block.chars);
        is_short && date::find_in(line, language).is_some() && around.is_of_article(i)
    });
    let lines = lines.filter_map(|(_, block)| {
        let line = page.text_of(block);
        let is_day =
            languages::has(line, Kinds::PUBLISHED.and(Kinds::CHANGED)) && !languages::has(line, Kinds::OTHER_DAY);
        Some((line, Place::Body, date::find_in(line, language).filter(|_| is_day)?))
    });
    let (items, others): (Vec<_>, Vec<_>) = marked.partition(|(_, place, _)| *place == Place::Item);
    for mut of_kind in [items, others, lines.collect()] {
        let Some((text, place, found)) = of_kind.pop() else {
            continue;
        };
        if of_kind.iter().all(|(_, _, other)| day(other) == day(&found)) {
            dates.push(Dated {
                at: all.len(),
                found,
                written: text.get(found.start..found.end).unwrap_or(text).to_owned(),
                trust: trust::END,
            });
            all.push(Candidate::new(Subject::Published, text, place));
            return;
        }
    }
}

#[inline(never)]
fn note_statement(around: &BodyContext, statement: &Statement, dates: &mut Vec<Dated>, all: &mut Vec<Candidate>) {
    let place = statement.place;
    let (trust, is_in_head) = match place {
        Place::JsonLd => (trust::JSON_LD, true),
        Place::Time => (trust::TIME, false),
        Place::Item | Place::Class => (trust::MARKED, false),
        Place::Data => (trust::MARKED, true),
        _ => (trust::HEAD, true),
    };
    let mut candidate = Candidate::new(statement.subject, statement.value.as_str(), place);
    let part = if is_in_head { Some(Place::Top) } else { around.place_at(statement.block) };
    match date::of_statement(&statement.value, around.language()) {
        _ if part.is_none() => candidate.decision = Decision::Elsewhere,
        None => candidate.decision = Decision::NoDate,
        Some(found) => dates.push(Dated {
            at: all.len(),
            found,
            written: statement.value.clone(),
            trust: if part == Some(Place::End) { trust::END } else { trust },
        }),
    }
    all.push(candidate);
}

#[inline(never)]
fn note_line(
    around: &BodyContext,
    line: &super::Line,
    published: &mut Vec<Dated>,
    modified: &mut Vec<Dated>,
    all: &mut Vec<Candidate>,
) {
    let text = line.text;
    let mut from = 0;
    for found in date::all_in(text, around.language()) {
        let before = &text[std::mem::replace(&mut from, found.end)..found.start];
        let label = &before[start(before, before.len().saturating_sub(LABEL)).len()..];
        let words = languages::all(label, Kinds::PUBLISHED.and(Kinds::CHANGED).and(Kinds::OTHER_DAY));
        let after = text[found.end..].trim_start();
        let last = |kinds| words.iter().rposition(|word| word.kinds.has(kinds));
        let is_changed = last(Kinds::CHANGED) > last(Kinds::PUBLISHED) || after.starts_with("更新");
        if last(Kinds::OTHER_DAY).is_some() {
            continue;
        }
        let is_labeled = last(Kinds::PUBLISHED).is_some() || label.trim_end().ends_with([':', '：']);
        let beside = text.chars().filter(|&c| is_alphanumeric(c)).count()
            - text[found.start..found.end].chars().filter(|&c| is_alphanumeric(c)).count();
        let trust = match line.place {
            // A line of a list may be a clock, or of an item.
            _ if around.is_list && !is_labeled => continue,
            Place::Top if is_labeled => trust::MARKED,
            Place::Top if found.has_clock => trust::CLOCK,
            Place::Top => trust::LINE,
            Place::Body if is_labeled || is_changed || beside <= BESIDE => trust::DATELINE,
            Place::End if is_labeled || beside <= BESIDE || languages::has(text, Kinds::PUBLISHED) => trust::END,
            _ => continue,
        };
        let field = if is_changed { Subject::Modified } else { Subject::Published };
        let dates = if is_changed { &mut *modified } else { &mut *published };
        dates.push(Dated { at: all.len(), found, written: text[found.start..found.end].to_owned(), trust });
        all.push(Candidate::new(field, text, line.place));
    }
}

fn day(found: &Found) -> i64 {
    (found.minutes + found.zone).div_euclid(24 * 60)
}

/// Whether two dates are of one day: the same as written, or that of a time in UTC in the zone of the other.
#[inline(never)]
fn is_same_day(a: &Found, b: &Found) -> bool {
    let is_utc = |date: &Found| date.has_zone && date.zone == 0;
    if day(a) == day(b) || is_utc(a) == is_utc(b) {
        return day(a) == day(b);
    }
    let (utc, local) = if is_utc(a) { (a, b) } else { (b, a) };
    // The zone is unknown: the time of day lies at most so far from that in UTC.
    let start = local.minutes + if local.has_zone { local.zone } else { 0 };
    let end = start + if local.has_clock { 0 } else { 24 * 60 - 1 };
    (start - AHEAD..=end + BEHIND).contains(&utc.minutes)
}

/// How far the statements of a date's day are trusted together.
fn agreement(date: &Dated, dates: &[Dated], all: &[Candidate]) -> u32 {
    // What the head states several times is one statement, and so is what readers see.
    let (mut stated, mut shown, mut others) = (0, 0, 0);
    for other in dates {
        if is_same_day(&other.found, &date.found) {
            let kind = match all[other.at].place {
                Place::JsonLd | Place::Meta => &mut stated,
                Place::Address => &mut others,
                _ => &mut shown,
            };
            *kind = other.trust.max(*kind);
        }
    }
    stated + shown + others
}

/// The date on whose day the most trusted statements agree, as precise as one of them states it.
#[inline(never)]
fn best<'a>(dates: &'a [Dated], all: &mut [Candidate]) -> Option<&'a Dated> {
    // Of several equal ones the first.
    let mut best = dates.iter().rev().max_by_key(|date| {
        let (agree, found) = (agreement(date, dates, all), &date.found);
        (agree, found.has_clock, found.has_zone, date.trust)
    })?;
    // Readers see the day of their zone.
    let local = dates.iter().filter(|date| {
        let is_shown = !matches!(all[date.at].place, Place::JsonLd | Place::Meta);
        is_shown && day(&date.found) != day(&best.found) && is_same_day(&date.found, &best.found)
    });
    best = local.max_by_key(|date| (date.found.has_clock, date.trust)).unwrap_or(best);
    for date in dates {
        if is_same_day(&date.found, &best.found) {
            all[date.at].decision = Decision::Agrees;
        }
    }
    all[best.at].decision = Decision::Taken;
    Some(best)
}
