//! Templates in `research/eval/forms/`, and how they are filled.
//!
//! A file holds the forms of one kind. `= ` begins a form, with its headline; lines up to the next are paragraphs. `+`
//! begins paragraphs that continue any text of the kind. A form for some months names them: `= [6-9] headline`.
//!
//! Slots are in braces: `{NAME=WHAT}` draws a value and names it, `{WHAT}` draws one, `{NAME}` repeats a value wherever
//! it is drawn. `WHAT` is a range of numbers (`08-17`, `1.25-9.75`, `1,000-9,999`, written as its least one is), words
//! (`rain|snow`) or a word of a list in `lists.txt` (`@city`). `{date}`, `{fulldate}`, `{year}`, `{month}`, `{day}` and
//! `{weekday}` are of one day; `{date+2}` is two days later.

use super::random::Random;
use crate::files::{named, text_of};
use crate::markdown::thousands;
use anyhow::{Context, Result, bail};
use offprint::internals::hash::{hash, hash_str};
use regex::Regex;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::LazyLock;

static SLOT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\{(?:(\w+)=)?([^{}]+)\}").expect("a pattern"));
static NUMBERS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^([\d.,]+)-([\d.,]+)$").expect("a pattern"));
static DAY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^(date|fulldate|year|month|day|weekday)([+-]\d+)?$").expect("a pattern"));
/// The lists of places. No two texts of a form share a word of one.
const PLACES: [&str; 6] = ["city", "county", "prov", "street", "estate", "enplace"];
/// Days since 1970 on which texts are dated: 2019 to 2024.
const DAYS: std::ops::Range<i64> = 17_897..20_089;
/// Days between two texts of a form. Not a multiple of 7, so that their weekdays differ.
const DAYS_APART: usize = 37;

/// Words to draw, by the name of their list.
type Lists = BTreeMap<String, Vec<String>>;

pub struct Templates {
    lists: Lists,
    pub kinds: Vec<Kind>,
}

/// The forms of one kind of text.
pub struct Kind {
    pub name: String,
    pub forms: Vec<Form>,
    /// Paragraphs that continue any text of the kind.
    pub filler: Vec<String>,
}

pub struct Form {
    /// The kind and the number.
    pub id: String,
    months: Option<(u32, u32)>,
    /// Headline and paragraphs, by line.
    template: String,
    /// What each name means.
    named: HashMap<String, String>,
    /// How many words of each list a text takes.
    takes: BTreeMap<String, usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Text {
    pub title: String,
    pub body: String,
    /// Words of lists of places.
    pub places: Vec<String>,
}

impl Templates {
    pub fn load(folder: &Path) -> Result<Templates> {
        let (mut drawn, mut kinds) = (Lists::new(), Vec::new());
        for (name, path) in named(folder, "txt")? {
            let text = text_of(&path)?;
            if name == "lists" {
                drawn = lists(&text);
                continue;
            }
            let (forms, filler) = sections(&text);
            let form = |(at, text): (usize, &String)| Form::read(format!("{name}-{}", at + 1), text);
            kinds.push(Kind { forms: forms.iter().enumerate().map(form).collect::<Result<_>>()?, filler, name });
        }
        Ok(Templates { lists: drawn, kinds })
    }

    /// The text that states the facts of a number. A later edition has the same places and names and is dated as many
    /// days later; half of its other values are drawn again.
    pub fn fill(&self, form: &Form, number: usize, edition: usize) -> Result<Text> {
        let mut filling = Filling {
            lists: &self.lists,
            form,
            number,
            edition,
            day: form.day(number) + edition as i64,
            taken: BTreeMap::new(),
            values: HashMap::new(),
            places: Vec::new(),
        };
        let mut text = String::with_capacity(2 * form.template.len());
        let mut end = 0;
        for (at, slot) in SLOT.captures_iter(&form.template).enumerate() {
            let [Some(whole), name, Some(what)] = [slot.get(0), slot.get(1), slot.get(2)] else {
                continue;
            };
            text.push_str(&form.template[end..whole.start()]);
            end = whole.end();
            let value = filling.value(name.map(|name| name.as_str()), what.as_str(), at);
            text.push_str(&value.with_context(|| format!("{}: {}", form.id, whole.as_str()))?);
        }
        text.push_str(&form.template[end..]);
        let (title, body) = text.split_once('\n').unwrap_or((&text, ""));
        Ok(Text { title: title.to_owned(), body: body.to_owned(), places: filling.places })
    }
}

impl Form {
    fn read(id: String, text: &str) -> Result<Form> {
        let mut months = None;
        let mut template = text;
        if let Some((range, rest)) = text.strip_prefix('[').and_then(|text| text.split_once("] ")) {
            let (first, last) = range.split_once('-').context("months are FIRST-LAST")?;
            months = Some((first.parse()?, last.parse()?));
            template = rest;
        }
        let mut named = HashMap::new();
        let mut takes = BTreeMap::new();
        for slot in SLOT.captures_iter(template) {
            if let Some(list) = slot[2].strip_prefix('@') {
                *takes.entry(list.to_owned()).or_default() += 1;
            }
            if let Some(name) = slot.get(1) {
                let twice = named.insert(name.as_str().to_owned(), slot[2].to_owned());
                if twice.is_some() {
                    bail!("{id} defines {} twice", name.as_str());
                }
            }
        }
        Ok(Form { id, months, template: template.to_owned(), named, takes })
    }

    fn day(&self, number: usize) -> i64 {
        let is_in_season = |&day: &i64| {
            let month = civil(day).1;
            self.months.is_none_or(|(first, last)| {
                if first <= last { (first..=last).contains(&month) } else { month >= first || month <= last }
            })
        };
        let days: Vec<i64> = DAYS.filter(is_in_season).collect();
        let first = Random::new(&self.id).below(days.len());
        days[(first + number * DAYS_APART) % days.len()]
    }
}

struct Filling<'a> {
    lists: &'a Lists,
    form: &'a Form,
    number: usize,
    edition: usize,
    day: i64,
    /// How many words of each list are taken.
    taken: BTreeMap<&'a str, usize>,
    values: HashMap<&'a str, String>,
    places: Vec<String>,
}

impl<'a> Filling<'a> {
    /// The value of the slot at a place of the form.
    fn value(&mut self, name: Option<&'a str>, what: &'a str, at: usize) -> Result<String> {
        if let Some(day) = DAY.captures(what) {
            let later = day.get(2).map_or(Ok(0), |days| days.as_str().parse())?;
            return Ok(self.dated(&day[1], self.day + later));
        }
        let (name, what) = match self.form.named.get_key_value(what) {
            Some((name, what)) => (Some(name.as_str()), what.as_str()),
            None => (name, what),
        };
        if let Some(value) = name.and_then(|name| self.values.get(name)) {
            return Ok(value.clone());
        }
        let key = name.map_or(at.to_string(), str::to_owned);
        let value = if let Some(list) = what.strip_prefix('@') { self.word(list)? } else { self.drawn(what, &key)? };
        if let Some(name) = name {
            self.values.insert(name, value.clone());
        }
        Ok(value)
    }

    /// The next word of a list that no other text of the form has.
    fn word(&mut self, list: &'a str) -> Result<String> {
        let words = self.lists.get(list).context("no such list")?;
        let form = hash_str(&self.form.id);
        let mut order: Vec<&String> = words.iter().collect();
        order.sort_by_key(|word| hash([form, hash_str(word)]));
        let taken = self.taken.entry(list).or_default();
        let at = self.number * self.form.takes[list] + *taken;
        *taken += 1;
        let word = order[at % order.len()].clone();
        if PLACES.contains(&list) {
            self.places.push(word.clone());
        }
        Ok(word)
    }

    fn drawn(&self, what: &str, key: &str) -> Result<String> {
        let name = |edition| format!("{} {} {key} {edition}", self.form.id, self.number);
        let renewed = self.edition > 0 && Random::new(&name(self.edition)).below(2) == 0;
        let mut random = Random::new(&name(if renewed { self.edition + 1 } else { 0 }));
        if let Some(range) = NUMBERS.captures(what) {
            return number(&range[1], &range[2], &mut random);
        }
        let words: Vec<&str> = what.split('|').collect();
        if words.len() < 2 {
            bail!("neither a name nor a range nor words to choose from");
        }
        Ok(words[random.below(words.len())].to_owned())
    }

    fn dated(&self, part: &str, day: i64) -> String {
        let (year, month, date) = civil(day);
        let weekday = (day + 3).rem_euclid(7) as usize;
        let is_english = self.form.id.starts_with("en");
        let name = MONTHS[month as usize - 1];
        match (part, is_english) {
            ("year", _) => year.to_string(),
            ("day", _) => date.to_string(),
            ("month", false) => month.to_string(),
            ("month", true) => name.to_owned(),
            ("weekday", false) => format!("星期{}", ["一", "二", "三", "四", "五", "六", "日"][weekday]),
            ("weekday", true) => WEEKDAYS[weekday].to_owned(),
            ("date", false) => format!("{month}月{date}日"),
            ("date", true) => format!("{name} {date}"),
            (_, false) => format!("{year}年{month}月{date}日"),
            (_, true) => format!("{name} {date}, {year}"),
        }
    }
}

#[rustfmt::skip]
const MONTHS: [&str; 12] = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
];
const WEEKDAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// A number of a range, with the decimals, leading zeros and separators of its least one.
fn number(least: &str, most: &str, random: &mut Random) -> Result<String> {
    let decimals = least.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let digits = |number: &str| number.replace([',', '.'], "").parse::<usize>();
    let (low, high) = (digits(least)?, digits(most)?);
    if high < low {
        bail!("an empty range");
    }
    let drawn = low + random.below(high - low + 1);
    let width = if least.starts_with('0') { least.replace([',', '.'], "").len() } else { decimals + 1 };
    let drawn = format!("{drawn:0width$}");
    let (whole, rest) = drawn.split_at(drawn.len() - decimals);
    let whole = if least.contains(',') { thousands(whole) } else { whole.to_owned() };
    Ok(if decimals > 0 { format!("{whole}.{rest}") } else { whole })
}

/// Year, month and day of a number of days since 1970, not before 2000-03-01.
fn civil(day: i64) -> (i64, u32, u32) {
    // Years that begin in March, so that a leap day is the last of its year.
    let since = day - 11_017;
    let year = (since * 4 + 3) / 1461;
    let of_year = since - year * 365 - year / 4;
    let month = (of_year * 5 + 2) / 153;
    let date = of_year - (month * 153 + 2) / 5 + 1;
    let is_next = i64::from(month >= 10);
    (2000 + year + is_next, (month + 3 - 12 * is_next) as u32, date as u32)
}

/// The sections that begin with `= `, and the lines after `+`.
fn sections(text: &str) -> (Vec<String>, Vec<String>) {
    let mut sections: Vec<String> = Vec::new();
    let mut filler = Vec::new();
    let mut is_filler = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        if line == "+" {
            is_filler = true;
        } else if is_filler {
            filler.push(line.to_owned());
        } else if let Some(headline) = line.strip_prefix("= ") {
            sections.push(headline.to_owned());
        } else if let Some(section) = sections.last_mut() {
            section.push('\n');
            section.push_str(line);
        }
    }
    (sections, filler)
}

/// Lists: `@NAME`, and a line of words.
fn lists(text: &str) -> Lists {
    let mut lists = Lists::new();
    let mut name = "";
    for line in text.lines() {
        if let Some(next) = line.strip_prefix('@') {
            name = next;
        } else {
            let words = line.split(['、', ',']).map(|word| word.trim().to_owned());
            lists.entry(name.to_owned()).or_default().extend(words);
        }
    }
    lists
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar() {
        assert_eq!(civil(DAYS.start), (2019, 1, 1));
        assert_eq!(civil(DAYS.end - 1), (2024, 12, 31));
        assert_eq!(civil(19_782), (2024, 2, 29));
        assert_eq!(civil(19_783), (2024, 3, 1));
    }

    #[test]
    fn numbers_are_written_as_their_least_one() {
        let draw = |least, most| number(least, most, &mut Random::new("a")).unwrap();
        assert_eq!(draw("07", "07"), "07");
        assert_eq!(draw("0.05", "0.05"), "0.05");
        assert_eq!(draw("1,200,000", "1,200,000"), "1,200,000");
        assert_eq!(draw("9.5", "9.5"), "9.5");
        assert!(number("5", "4", &mut Random::new("a")).is_err());
    }
}
