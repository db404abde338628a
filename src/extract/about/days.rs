//! When an article was published, and when it was last changed.

use super::{BodyContext, Line};
use crate::languages::{self, Kinds};
use crate::metadata::candidate::{Candidate, Decision};
use crate::metadata::date::{self, Found};
use crate::parse::characters::start;
use crate::parse::head::{PART, Place, Statement, Subject, is_gap};
use crate::unicode::{is_alphanumeric, is_letter};

/// How much each kind of statement is trusted. Statements of several kinds that agree on a day add up, so that two that
/// agree beat one that does not.
mod trust {
    /// A marked element, or a line that says what the time refers to.
    pub const MARKED: u32 = 14;
    /// Another line around the headline.
    pub const LINE: u32 = 13;
    /// JSON-LD about this article.
    pub const JSON_LD: u32 = 12;
    /// A `<meta>` of the head.
    pub const HEAD: u32 = 11;
    /// `<time>` around the headline, or the page's address.
    pub const TIME: u32 = 7;
    /// A line of the body that is only a date.
    pub const DATELINE: u32 = 4;
    /// A line below the text.
    pub const END: u32 = 2;
}

/// Longest text before a date that is searched for such words, in bytes.
const LABEL: usize = 60;
/// Longest text before the day at the beginning of a text, in bytes.
const PLACE: usize = 24;
/// Fewest letters of a line with a date and a word for it.
const DATED: u32 = 12;
/// Most letters next to a date in a line of the body that states it.
const MAX_BESIDES_DATE: usize = 24;

/// The largest offset of a time zone ahead of UTC, in minutes.
const AHEAD: i64 = 14 * 60;
/// The largest offset of a time zone behind UTC, in minutes.
const BEHIND: i64 = 12 * 60;

/// A date that may be one of the article's.
#[derive(Clone)]
struct Dated {
    /// The number of its candidate.
    at: usize,
    found: Found,
    written: String,
    trust: u32,
}

/// The dates that a page states, and their candidates.
struct Dates<'a> {
    published: Vec<Dated>,
    modified: Vec<Dated>,
    all: &'a mut Vec<Candidate>,
}

impl Dates<'_> {
    /// Notes a date in a text, with its spelling there. A text without a date, or with one that is not trusted, is
    /// rejected.
    #[inline(never)]
    fn note(&mut self, subject: Subject, text: &str, place: Place, found: Option<(Found, &str)>, trust: Option<u32>) {
        let mut candidate = Candidate::new(subject, text.replace(PART, " "), place);
        match (found, trust) {
            (_, None) => candidate.decision = Decision::Elsewhere,
            (None, _) => candidate.decision = Decision::NoDate,
            (Some((found, written)), Some(trust)) => {
                let dates = if subject == Subject::Modified { &mut self.modified } else { &mut self.published };
                dates.push(Dated { at: self.all.len(), found, written: written.replace(PART, " "), trust });
            }
        }
        self.all.push(candidate);
    }

    /// Notes a day of publication found in a text.
    fn note_in(&mut self, text: &str, place: Place, found: Option<Found>, trust: u32) {
        if let Some(found) = found {
            self.note(Subject::Published, text, place, Some((found, &text[found.start..found.end])), Some(trust));
        }
    }
}

/// The two times of an article: the publication as ISO 8601 and as written, and the last change as ISO 8601.
type Days = (Option<(String, String)>, Option<String>);

#[inline(never)]
pub fn days(around: &BodyContext, url: Option<&str>, all: &mut Vec<Candidate>) -> Days {
    let (head, language) = (&around.page.head, around.language);
    let mut dates = Dates { published: Vec::new(), modified: Vec::new(), all };
    for statement in head.all(Subject::Published).chain(head.all(Subject::Modified)) {
        note_statement(around, statement, &mut dates);
    }
    for line in &around.lines {
        note_line(around, line, &mut dates);
    }
    for text in &around.opening {
        let text = start(text, LABEL + LABEL);
        dates.note_in(text, Place::Body, opening_day(text, language), trust::DATELINE);
    }
    dates.note_in(&head.title, Place::Title, day_at_end(&head.title, language), trust::END);
    if let Some(url) = url.or_else(|| head.first(Subject::Canonical)) {
        dates.note_in(url, Place::Address, date::of_address(url), trust::TIME);
    }
    if dates.published.is_empty() {
        note_sole_day(around, &mut dates);
    }
    let Dates { mut published, mut modified, all } = dates;
    // Data counts only if the page itself states nothing.
    let is_data = |date: &Dated| all[date.at].place == Place::Data;
    if !published.iter().all(is_data) {
        published.retain(|date| !is_data(date));
    }
    let mut own = published.clone();
    own.retain(|date| !is_change(date, &published, &modified, all));
    let first = best(&own, all);
    // An article does not change before it is published.
    if let Some(first) = first {
        modified.retain(|changed| day(&changed.found) >= day(&first.found));
    }
    let last = best(&modified, all).map(|date| date.found.iso());
    (first.map(|date| (date.found.iso(), date.written.clone())), last)
}

/// Whether a date belongs to a `<time>` and the only line with that date calls it the last change.
fn is_change(date: &Dated, published: &[Dated], modified: &[Dated], all: &[Candidate]) -> bool {
    all[date.at].place == Place::Time && is_in_line(date, modified, all) && !is_in_line(date, published, all)
}

/// Whether one of these dates is in a line and on the same day.
fn is_in_line(date: &Dated, dates: &[Dated], all: &[Candidate]) -> bool {
    let mut lines = dates.iter().filter(|other| matches!(all[other.at].place, Place::Top | Place::Body | Place::End));
    lines.any(|other| is_same_day(&other.found, &date.found))
}

/// The day at the beginning of a text, alone or after a place: `27.1.2022 - The council`, `Berlin, 27.1.2022: The`.
fn opening_day(text: &str, language: &str) -> Option<Found> {
    let found = date::find_in(text, language)?;
    let before = text[..found.start].trim_end_matches([' ', ',', '(']);
    let rest = text[found.end..].trim_start();
    // An agency: `OLDMERE, March 18, 2026 (Harbour Wire) - The`.
    let agency = rest.strip_prefix('(').and_then(|agency| agency.split_once(')'));
    let after = agency.map_or(rest, |(_, after)| after.trim_start());
    let is_alone =
        before.is_empty() && !text[..found.end].contains(is_letter) && !after.starts_with(char::is_lowercase);
    let is_set_off = before.len() <= PLACE && after.starts_with(['-', '–', '—', '|', ':', '：', ')', '/']);
    (!after.is_empty() && (is_alone || is_set_off)).then_some(found)
}

/// The day at one end of a title, before or after a sign that separates it.
fn day_at_end(title: &str, language: &str) -> Option<Found> {
    let found = date::find_in(title, language)?;
    const SIGNS: [char; 8] = ['|', '-', '–', '—', '(', '·', '•', ':'];
    let (before, after) = (title[..found.start].trim_end(), title[found.end..].trim_start_matches([' ', ')']));
    let is_end = after.is_empty() || before.is_empty();
    (is_end && (before.ends_with(SIGNS) || after.starts_with(SIGNS))).then_some(found)
}

/// Notes a marked time far from the headline, or one that a line calls the publication, if all of its kind on the page
/// are on the same day.
#[inline(never)]
fn note_sole_day(around: &BodyContext, dates: &mut Dates) {
    let (page, language) = (around.page, around.language);
    let marked = page
        .head
        .all(Subject::Published)
        .filter(|day| !matches!(day.place, Place::JsonLd | Place::Meta | Place::Link))
        .filter(|day| around.is_of_article(day.block))
        .filter_map(|day| Some((day.value.as_str(), day.place, date::of_statement(&day.value, language)?)));
    let (items, others): (Vec<_>, Vec<_>) = marked.partition(|(_, place, _)| *place == Place::Item);
    let lines = page.blocks.iter().enumerate().filter_map(|(i, block)| {
        let line = page.text_of(block);
        let found = (DATED..=LABEL as u32).contains(&block.chars).then(|| date::find_in(line, language))??;
        let is_day = around.is_of_article(i) && languages::has(line, Kinds::PUBLISHED);
        (is_day && !languages::has(line, Kinds::CHANGED.and(Kinds::OTHER_DAY))).then_some((line, Place::Body, found))
    });
    for of_kind in [items, others, lines.collect()] {
        let Some((text, place, found)) = of_kind.last() else { continue };
        if of_kind.iter().all(|(_, _, other)| day(other) == day(found)) {
            let written = text.get(found.start..found.end).unwrap_or(text);
            return dates.note(Subject::Published, text, *place, Some((*found, written)), Some(trust::END));
        }
    }
}

#[inline(never)]
fn note_statement(around: &BodyContext, statement: &Statement, dates: &mut Dates) {
    let Statement { subject, place, value, .. } = statement;
    let (trust, is_in_head) = match place {
        Place::JsonLd => (trust::JSON_LD, true),
        Place::Time => (trust::TIME, false),
        Place::Item | Place::Class => (trust::MARKED, false),
        Place::Data => (trust::MARKED, true),
        _ => (trust::HEAD, true),
    };
    let part = if is_in_head { Some(Place::Top) } else { around.place_at(statement.block) };
    // The headline may come after a list of other articles.
    let is_above = *place == Place::Time && !around.belongs(statement.block);
    let trust = part.map(|part| if part == Place::End || is_above { trust::END } else { trust });
    let found = date::of_statement(value, around.language);
    dates.note(*subject, value, *place, found.map(|found| (found, value.as_str())), trust);
}

#[inline(never)]
fn note_line(around: &BodyContext, line: &Line, dates: &mut Dates) {
    // Text of different elements is not one word: `Ann Mason`, `3.11.2026`.
    let text = if line.has_date() { line.parted.as_str() } else { line.text };
    let is_glued = line.has_date() && date::find_in(line.text, around.language).is_none();
    let mut from = 0;
    for found in date::all_in(text, around.language) {
        let before = &text[std::mem::replace(&mut from, found.end)..found.start];
        let label = &before[start(before, before.len().saturating_sub(LABEL)).len()..];
        let words = languages::all(label, Kinds::PUBLISHED.and(Kinds::CHANGED).and(Kinds::OTHER_DAY));
        let last = |kinds| words.iter().rposition(|word| word.kinds.has(kinds));
        let after = text[found.end..].trim_start_matches(|c| is_gap(c) || c == ',');
        let is_changed = last(Kinds::CHANGED) > last(Kinds::PUBLISHED) || languages::whole(after).has(Kinds::CHANGED);
        let is_labeled = last(Kinds::PUBLISHED).is_some() || label.trim_end_matches(is_gap).ends_with([':', '：']);
        let is_short = || {
            let others = text[..found.start].chars().chain(text[found.end..].chars());
            others.filter(|&c| is_alphanumeric(c)).count() <= MAX_BESIDES_DATE
        };
        let trust = match line.place {
            _ if last(Kinds::OTHER_DAY).is_some() => None,
            // On a list, a line may be a clock or belong to an item, unless it is the only one above.
            _ if around.is_list && !is_labeled => {
                let dated = around.lines.iter().filter(|line| line.place == Place::Top && line.has_date());
                (line.place == Place::Top && dated.count() == 1).then_some(trust::DATELINE)
            }
            Place::Top if is_labeled => Some(trust::MARKED),
            // A day glued to a long text belongs to a link.
            Place::Top => (is_short() || !is_glued).then_some(trust::LINE),
            Place::Body => (is_labeled || is_changed || is_short()).then_some(trust::DATELINE),
            _ => (is_labeled || is_short() || found.has_clock || languages::has(text, Kinds::PUBLISHED))
                .then_some(trust::END),
        };
        let subject = if is_changed { Subject::Modified } else { Subject::Published };
        dates.note(subject, line.text, line.place, Some((found, &text[found.start..found.end])), trust);
    }
}

fn day(found: &Found) -> i64 {
    (found.minutes + found.zone).div_euclid(24 * 60)
}

/// Whether two dates are on the same day: as written, or when a time in UTC is moved to the zone of the other.
#[inline(never)]
fn is_same_day(a: &Found, b: &Found) -> bool {
    if day(a) == day(b) || a.is_utc() == b.is_utc() {
        return day(a) == day(b);
    }
    let (utc, local) = if a.is_utc() { (a, b) } else { (b, a) };
    // If the zone is unknown, the time differs from UTC by at most the largest offsets.
    let start = local.minutes + if local.has_zone { local.zone } else { 0 };
    let end = start + if local.has_clock { 0 } else { 24 * 60 - 1 };
    (start - AHEAD..=end + BEHIND).contains(&utc.minutes)
}

/// How far all statements of a date's day are trusted together.
fn agreement(date: &Dated, dates: &[Dated], all: &[Candidate]) -> u32 {
    // Several statements of the head count as one, and so do several that readers see.
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

/// The date on the day that the most trusted statements agree on, as precise as one of them states it.
#[inline(never)]
fn best<'a>(dates: &'a [Dated], all: &mut [Candidate]) -> Option<&'a Dated> {
    // The first of several equal ones.
    let mut best = dates.iter().rev().max_by_key(|date| {
        let (agree, found) = (agreement(date, dates, all), &date.found);
        (agree, found.has_clock, found.has_zone, date.trust)
    })?;
    // Readers see the day in their zone.
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
