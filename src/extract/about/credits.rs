//! The sources that a page credits.

use super::{BodyContext, Line, PARAGRAPHS};
use crate::address;
use crate::extract::lines;
use crate::metadata::CreditPlace;
use crate::metadata::candidate::{Candidate, Decision};
use crate::metadata::date;
use crate::metadata::title::SOURCE_ENDS;
use crate::parse::head::{PART, Place, Subject, is_gap};
use crate::text::CharClass;
use crate::unicode::is_letter;

/// Longest beginning of a dateline, up to its agency or date, in bytes.
const MAX_PLACE_BYTES: usize = 60;
/// Longest name of a source that a page states, in characters.
const MAX_SOURCE_CHARS: usize = 40;

/// The credited sources, and where the page credits them.
#[derive(Default)]
pub struct Credits {
    pub names: Vec<String>,
    pub place: Option<CreditPlace>,
}

impl Credits {
    /// Adds what a statement credits, unless a better one credits something. A line without a source is not a
    /// candidate.
    #[inline(never)]
    fn note(&mut self, text: &str, place: Place, names: Vec<String>, all: &mut Vec<Candidate>) {
        let is_stated = matches!(place, Place::JsonLd | Place::Meta);
        if names.is_empty() && !is_stated {
            return;
        }
        let mut candidate = Candidate::new(Subject::Source, text, place);
        if names.is_empty() {
            candidate.decision = Decision::NoName;
        } else if self.names.is_empty() {
            candidate.decision = Decision::Taken;
            self.names = names;
            self.place = Some(match place {
                _ if is_stated => CreditPlace::Head,
                Place::End => CreditPlace::End,
                _ => CreditPlace::Top,
            });
        }
        all.push(candidate);
    }

    /// The first source, and the others without repetition.
    pub fn first_and_others(self) -> (Option<String>, Vec<String>) {
        let mut names = self.names.into_iter();
        let first = names.next();
        let mut others = Vec::new();
        for name in names {
            if Some(&name) != first.as_ref() && !others.contains(&name) {
                others.push(name);
            }
        }
        (first, others)
    }
}

/// The sources that the page credits: in its head, otherwise in lines above the body or its first lines, otherwise in
/// the dateline, otherwise in the last lines. An address is reduced to its host.
#[inline(never)]
pub(super) fn credits(around: &BodyContext, all: &mut Vec<Candidate>) -> Credits {
    let mut best = Credits::default();
    for place in [Place::JsonLd, Place::Meta] {
        for stated in around.page.head.all(Subject::Source).filter(|statement| statement.place == place) {
            best.note(&stated.value, place, stated_credits(&stated.value), all);
        }
    }
    let (above, end): (Vec<&Line>, Vec<&Line>) = around.lines.iter().partition(|line| line.place != Place::End);
    let mut first: Option<(&Line, Vec<String>)> = None;
    for line in &above {
        let names = lines::credits(&line.undated);
        match &mut first {
            None if names.is_empty() => {}
            None => first = Some((line, names)),
            Some(_) if names.is_empty() => break,
            // The next line may name another.
            Some((_, all)) => all.extend(names),
        }
    }
    if let Some((line, names)) = first {
        best.note(line.text, line.place, names, all);
    }
    for line in above.iter().filter(|line| line.has_date()) {
        best.note(line.text, line.place, unlabeled_credit(&line.parted).into_iter().collect(), all);
    }
    for text in around.opening.iter().take(PARAGRAPHS) {
        best.note(super::authors::start(text), Place::Body, dateline(text).into_iter().collect(), all);
    }
    for line in end {
        best.note(line.text, Place::End, lines::credits(&line.undated), all);
    }
    best
}

/// The sources in a statement of the head. It may be an address, or include labels as a line does.
fn stated_credits(source: &str) -> Vec<String> {
    let mut names = match address::host(source) {
        Some(host) => vec![host],
        None => lines::credits(source),
    };
    if names.is_empty() {
        names.push(source.to_owned());
    }
    names.retain(|name| name.chars().count() <= MAX_SOURCE_CHARS);
    names
}

/// The source in a line with a time and then a name without a label: `www.a.example 2006年03月18日11:40 人民晚报`. Only
/// Chinese pages have such lines.
#[inline(never)]
pub fn unlabeled_credit(line: &str) -> Option<String> {
    let found = date::find(line).filter(|found| found.has_clock)?;
    let after = line[found.end..].trim_start_matches(is_gap);
    let name = after.split([' ', '|', '•', '·', PART]).next()?;
    let chars = name.chars().count();
    let is_name = (2..=20).contains(&chars)
        && name.starts_with(|c: char| CharClass::from_char(c) == CharClass::Han)
        && name.chars().all(is_letter);
    // Without such an ending, the word after the time may be anything, such as a button.
    let names_a_source = SOURCE_ENDS.iter().any(|end| name.ends_with(end));
    (is_name && names_a_source).then(|| name.to_owned())
}

/// The agency or paper in the dateline at the start of a paragraph: `HARBOUR CITY, March 18 (Wire) -`, `江城社河口3月18日电`.
#[inline(never)]
pub fn dateline(line: &str) -> Option<String> {
    latin_dateline(line).or_else(|| han_dateline(line))
}

fn latin_dateline(line: &str) -> Option<String> {
    let (place, rest) = line.split_once('(')?;
    let (name, rest) = rest.split_once(')')?;
    let city = place.split([' ', ',', '-']).next()?;
    // An agency alone in brackets may begin a text, too.
    let is_city = line.starts_with('(') || city.len() >= 2 && city.chars().all(|c| c.is_ascii_uppercase() || c == '.');
    let is_name = is_latin_name(name) && name.chars().all(|c| is_letter(c) || " .-".contains(c));
    let is_set_off = rest.trim_start().starts_with(['-', '–', '—', ':']);
    (is_city && place.len() <= MAX_PLACE_BYTES && is_name && is_set_off).then(|| name.to_owned())
}

fn is_latin_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) && (2..=MAX_SOURCE_CHARS).contains(&name.chars().count())
}

fn han_dateline(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['（', '(', '【', '[', '据', '據']);
    let (before, after) = line.split_once('日').filter(|(before, _)| before.len() <= MAX_PLACE_BYTES)?;
    let is_report = ["电", "電", "讯", "訊", "消息"].iter().any(|word| after.starts_with(word));
    let place = before.trim_end_matches(|c: char| c == '月' || c.is_ascii_digit() || ('０'..='９').contains(&c));
    let end = SOURCE_ENDS.iter().filter_map(|end| Some(place.find(end)? + end.len())).min()?;
    let name = &place[..end];
    // A paper refers to itself as 本报.
    let is_name = (3..=10).contains(&name.chars().count())
        && name.chars().all(|c| CharClass::from_char(c) == CharClass::Han)
        && !name.starts_with('本');
    (is_report && is_name && place.len() < before.len()).then(|| name.to_owned())
}
