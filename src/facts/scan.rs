//! Finds the facts of a text in one pass, and brings those that can be written in several ways to one form.

use super::numbers::{self, Amount};
use crate::hash::hash;
use crate::metadata::date::date_of;
use crate::text::full_stop::FullStop;
use crate::text::{CharClass, fold};
use serde::{Deserialize, Serialize};

/// Longest quotation, in characters. Longer: an unclosed quotation mark turns the rest of the text into one.
const LONGEST_QUOTATION: usize = 600;
/// Shortest quotation; shorter ones are titles and single words.
const SHORTEST_QUOTATION: usize = 8;

/// The kind of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FactKind {
    /// A word without its endings, or two adjacent Han characters.
    Word,
    /// A word with a capital inside a sentence, or a Latin one in Chinese text.
    Name,
    /// A number, and whether it is a percentage.
    Number,
    /// A date: month and day of the month.
    Date,
}

impl FactKind {
    /// Whether it is a number or a date. A word may have the same form, such as "3", without being one.
    pub fn is_figure(self) -> bool {
        matches!(self, FactKind::Number | FactKind::Date)
    }
}

/// An occurrence of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Hash of the form; figures and words have different hashes.
    pub key: u64,
    pub kind: FactKind,
    /// The normal form, if requested.
    pub form: String,
    pub start: u32,
    pub end: u32,
    /// Whether it is in a direct quotation.
    pub quoted: bool,
}

/// A character of the text.
struct Char {
    folded: char,
    raw: char,
    start: u32,
    end: u32,
    class: CharClass,
}

impl Char {
    fn is_digit(&self) -> bool {
        self.folded.is_ascii_digit()
    }

    fn is_letter(&self) -> bool {
        self.class == CharClass::Letter && !self.is_digit()
    }

    fn is_capital(&self) -> bool {
        self.is_letter() && fold(self.raw) == Some(self.folded) && self.raw != self.small()
    }

    fn small(&self) -> char {
        crate::unicode::lowercase(self.raw)
    }
}

/// All facts in a text, in order. `with_forms` costs an allocation for each. `published` is the date that "yesterday"
/// and the like refer to, in days since the beginning of 1970.
pub(crate) fn scan(
    text: &str,
    in_han: bool,
    published: Option<i64>,
    with_forms: bool,
) -> Vec<Found> {
    let chars = text.char_indices().filter_map(|(at, raw)| {
        let folded = fold(raw)?;
        Some(Char {
            folded,
            raw,
            start: at as u32,
            end: (at + raw.len_utf8()) as u32,
            class: CharClass::of(folded),
        })
    });
    let mut scanner = Scanner {
        chars: chars.collect(),
        in_han,
        published,
        with_forms,
        begins: true,
        quotation: None,
        found: Vec::new(),
        form: String::new(),
    };
    scanner.run();
    scanner.found
}

struct Scanner {
    chars: Vec<Char>,
    in_han: bool,
    published: Option<i64>,
    with_forms: bool,
    /// Whether a sentence begins here.
    begins: bool,
    /// Where an open quotation begins, and the number of facts before it.
    quotation: Option<(usize, usize)>,
    found: Vec<Found>,
    form: String,
}

impl Scanner {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(c) = self.chars.get(at) {
            at = match c.class {
                CharClass::Other => {
                    self.mark(at);
                    at + 1
                }
                CharClass::Han => self.han(at),
                CharClass::Letter if c.is_digit() => self.figure(at),
                CharClass::Letter => self.word(at),
                CharClass::Kana | CharClass::Unspaced => at + 1,
            };
        }
    }

    fn mark(&mut self, at: usize) {
        let Char { raw, folded, .. } = self.chars[at];
        match raw {
            '“' | '「' | '『' => self.open(at),
            '”' | '」' | '』' => _ = self.close(at),
            '"' if !self.close(at) => self.open(at),
            ':' | '：' | '\n' => self.begins = true,
            // Spaces, quotation marks and brackets do not affect whether a sentence begins.
            ' ' | '"' | '\'' | '(' | '‘' | '’' => {}
            _ => self.begins = FullStop::of(folded).is_some_and(FullStop::precedes_capital),
        }
    }

    fn open(&mut self, at: usize) {
        self.quotation = Some((at, self.found.len()));
    }

    /// Ends a quotation; returns whether one of suitable length was open.
    fn close(&mut self, at: usize) -> bool {
        let Some((from, before)) = self.quotation.take() else {
            return false;
        };
        if at - from > LONGEST_QUOTATION {
            return false;
        }
        if at - from > SHORTEST_QUOTATION {
            self.found[before..]
                .iter_mut()
                .for_each(|found| found.quoted = true);
        }
        true
    }

    /// Handles a Han character: with the one before it, it forms a word, and it may begin a number.
    fn han(&mut self, at: usize) -> usize {
        self.begins = false;
        let before = at.checked_sub(1).map(|before| &self.chars[before]);
        let adjoining = before
            .filter(|before| before.class == CharClass::Han && before.end == self.chars[at].start);
        let follows_numeral = adjoining.is_some_and(|before| numbers::is_numeral(before.folded));
        if let Some(before) = adjoining {
            let start = before.start;
            self.form.clear();
            self.form.push(before.folded);
            self.form.push(self.chars[at].folded);
            self.add(FactKind::Word, start, self.chars[at].end);
        }
        self.relative_han(at);
        if !follows_numeral && numbers::is_numeral(self.chars[at].folded) {
            let rest = self.chars[at..].iter().map(|c| c.folded);
            let run = rest.take_while(|&c| numbers::is_numeral(c)).count();
            let numeral: String = self.chars[at..at + run].iter().map(|c| c.folded).collect();
            let day = numbers::chinese(&numeral)
                .and_then(|month| self.day_of_chinese_month(at + run, month));
            if let Some((end, month, day)) = day {
                self.add_date(month, day, at, end);
            } else if let Some((days, end)) =
                numbers::chinese(&numeral).and_then(|day| self.day_of_month(at, at + run, day))
            {
                self.add_day(days, at, end);
            } else if let Some(value) =
                numbers::chinese(&numeral).filter(|_| run > 1 || numeral != "一")
            {
                let is_share = at >= 3 && self.spells(at - 3, "百分之");
                self.add_amount(Amount::whole(value), is_share, at, at + run);
            }
        }
        at + 1
    }

    /// After a month: where its day ends, with the month and the day.
    fn day_of_chinese_month(&self, at: usize, month: u64) -> Option<(usize, u64, u64)> {
        let rest = self.chars.get(at + 1..)?;
        if self.chars[at].folded != '月' || !(1..=12).contains(&month) {
            return None;
        }
        let run = |is: fn(char) -> bool| rest.iter().take_while(|c| is(c.folded)).count();
        let digits = run(|c| c.is_ascii_digit());
        let numerals = run(numbers::is_numeral);
        let length = digits.max(numerals);
        let figure: String = rest[..length].iter().map(|c| c.folded).collect();
        let day = match digits > 0 {
            true => figure.parse().ok(),
            false => numbers::chinese(&figure),
        }?;
        let end = rest.get(length)?;
        (matches!(end.folded, '日' | '号') && (1..=31).contains(&day)).then_some((
            at + 2 + length,
            month,
            day,
        ))
    }

    /// Handles a number in digits, with what belongs to it.
    fn figure(&mut self, at: usize) -> usize {
        self.begins = false;
        let groups = self.groups(at);
        if groups.len() > 1 {
            return self.hyphenated(at, &groups);
        }
        let Some((amount, end)) = self.digits(at) else {
            return at + 1;
        };
        if let Some(month) = amount.as_whole() {
            if let Some((end, month, day)) = self.day_of_chinese_month(end, month) {
                self.add_date(month, day, at, end);
                return end;
            }
            if let Some((end, month)) = self.month_after(end).filter(|_| (1..=31).contains(&month))
            {
                self.add_date(month, amount.as_whole().unwrap_or(1), at, end);
                return end;
            }
        }
        let day = amount
            .as_whole()
            .and_then(|day| self.day_of_month(at, end, day));
        if let Some((days, end)) = day {
            self.add_day(days, at, end);
            return end;
        }
        let (amount, end) = self.multiplied(amount, end);
        let (is_share, end) = self.percent(end);
        self.add_amount(amount, is_share, at, end);
        end
    }

    /// Handles a date relative to that of the page: 昨天, 上周三.
    fn relative_han(&mut self, at: usize) {
        // Most characters do not begin such a word.
        let may_begin = matches!(
            self.chars[at].folded,
            '今' | '昨' | '前' | '明' | '周' | '星' | '礼'
        );
        let Some(published) = self.published.filter(|_| may_begin) else {
            return;
        };
        const DAYS: [(&str, i64); 10] = [
            ("今天", 0),
            ("今日", 0),
            ("今晚", 0),
            ("今晨", 0),
            ("昨天", -1),
            ("昨日", -1),
            ("昨晚", -1),
            ("前天", -2),
            ("明天", 1),
            ("明日", 1),
        ];
        if let Some((word, days)) = DAYS.iter().find(|(word, _)| self.spells(at, word)) {
            self.add_day(published + days, at, at + word.chars().count());
            return;
        }
        let Some(week) = ["周", "星期", "礼拜"]
            .iter()
            .find(|week| self.spells(at, week))
        else {
            return;
        };
        let end = at + week.chars().count();
        let name = self.chars.get(end).map(|c| c.folded);
        let Some(day) = name.and_then(|name| "日一二三四五六".chars().position(|day| day == name))
        else {
            return;
        };
        // Weeks begin on Mondays.
        let monday = published - (published + 3).rem_euclid(7);
        let of_week = monday + (day as i64 + 6) % 7;
        let is_before = |word: &str| at >= 1 && self.spells(at - 1, word);
        let days = match () {
            () if is_before("上") => of_week - 7,
            () if is_before("下") => of_week + 7,
            () if is_before("本") || of_week <= published => of_week,
            () => of_week - 7,
        };
        self.add_day(days, at, end + 1);
    }

    /// The date that 16日 means without its month, relative to that of the page: 本月16日, 上月16日, or the last 16th; in days
    /// since the beginning of 1970, and where it ends.
    fn day_of_month(&self, at: usize, end: usize, day: u64) -> Option<(i64, usize)> {
        let published = self.published?;
        let next = self.chars.get(end + 1).map(|c| c.folded);
        let names_a_day = self.spells(end, "日")
            && !next.is_some_and(|next| matches!(next, '内' | '后' | '前' | '游' | '均'));
        if !names_a_day || !(1..=31).contains(&day) {
            return None;
        }
        let is_before = |word: &str| at >= 2 && self.spells(at - 2, word);
        let this_month = published + 1 - date_of(published)[2];
        let last_month = this_month - date_of(this_month - 1)[2];
        let in_month = |first: i64| first + day as i64 - 1;
        // A page may announce tomorrow's events.
        let is_over = in_month(this_month) <= published + 1;
        let days = match is_before("本月") || is_over && !is_before("上月") {
            true => in_month(this_month),
            false => in_month(last_month),
        };
        // Not every month has a 31st.
        (date_of(days)[2] == day as i64).then_some((days, end + 1))
    }

    /// Where the groups of digits joined by hyphens end.
    fn groups(&self, at: usize) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut place = at;
        loop {
            place += self.chars[place..]
                .iter()
                .take_while(|c| c.is_digit())
                .count();
            ends.push(place);
            let joined = self.chars.get(place).is_some_and(|c| c.folded == '-');
            if !joined || !self.chars.get(place + 1).is_some_and(Char::is_digit) {
                return ends;
            }
            place += 1;
        }
    }

    /// Handles digits with hyphens: a date, a range, or an identifier such as a telephone number.
    fn hyphenated(&mut self, at: usize, ends: &[usize]) -> usize {
        let mut from = at;
        let groups = ends.iter().map(|&end| {
            let digits: String = self.chars[from..end].iter().map(|c| c.folded).collect();
            from = end + 1;
            digits
        });
        let groups: Vec<String> = groups.collect();
        let number = |i: usize| groups[i].parse::<u64>().unwrap_or(0);
        let end = ends[ends.len() - 1];
        if groups.len() == 2 {
            // A range: each end is a number of its own.
            let mut from = at;
            for (i, &to) in ends.iter().enumerate() {
                self.add_amount(Amount::whole(number(i)), false, from, to);
                from = to + 1;
            }
        } else if groups.len() == 3 && groups[0].len() == 4 {
            let is_date = (1..=12).contains(&number(1)) && (1..=31).contains(&number(2));
            if is_date {
                self.add_amount(Amount::whole(number(0)), false, at, ends[0]);
                self.add_date(number(1), number(2), ends[0] + 1, end);
            }
        }
        end
    }

    /// Reads digits with commas between thousands, and a fraction.
    fn digits(&self, at: usize) -> Option<(Amount, usize)> {
        let mut figures = String::new();
        let mut fraction = None;
        let mut place = at;
        while let Some(c) = self.chars.get(place) {
            let ahead = |n: usize| self.chars.get(place + n).is_some_and(Char::is_digit);
            match c.folded {
                digit if digit.is_ascii_digit() => figures.push(digit),
                ',' if fraction.is_none() && ahead(1) && ahead(2) && ahead(3) && !ahead(4) => {}
                '.' if fraction.is_none() && ahead(1) => fraction = Some(figures.len()),
                _ => break,
            }
            place += 1;
        }
        let decimals = fraction.map_or(0, |before| figures.len() - before);
        Some((Amount::new(&figures, decimals)?, place))
    }

    /// Multiplies a number by the thousands, millions and 万 that follow it.
    fn multiplied(&self, mut amount: Amount, mut at: usize) -> (Amount, usize) {
        // As in 三十余万.
        if self
            .chars
            .get(at)
            .is_some_and(|c| matches!(c.folded, '多' | '余'))
            && self
                .chars
                .get(at + 1)
                .is_some_and(|c| matches!(c.folded, '万' | '亿'))
        {
            at += 1;
        }
        while let Some(power) = self
            .chars
            .get(at)
            .and_then(|c| numbers::han_power(c.folded))
        {
            amount = amount.times(power);
            at += 1;
        }
        while let Some((word, end)) = self.word_after(at) {
            let Some(power) = numbers::english_power(&word) else {
                break;
            };
            amount = amount.times(power);
            at = end;
        }
        (amount, at)
    }

    fn percent(&self, at: usize) -> (bool, usize) {
        if self.chars.get(at).is_some_and(|c| c.folded == '%') {
            return (true, at + 1);
        }
        match self.word_after(at) {
            Some((word, end)) if word == "percent" => (true, end),
            Some((word, end)) if word == "per" => match self.word_after(end) {
                Some((word, end)) if word == "cent" => (true, end),
                _ => (false, at),
            },
            _ => (false, at),
        }
    }

    /// The next word in lower case, after at most one space or hyphen, and where it ends.
    fn word_after(&self, at: usize) -> Option<(String, usize)> {
        let joined = self
            .chars
            .get(at)
            .is_some_and(|c| matches!(c.folded, ' ' | '-'));
        let from = at + usize::from(joined);
        let letters = self.chars.get(from..)?.iter().take_while(|c| c.is_letter());
        let word: String = letters.map(|c| c.folded).collect();
        let end = from + word.chars().count();
        (end > from).then_some((word, end))
    }

    /// The month after a day, as in "4th of April".
    fn month_after(&self, at: usize) -> Option<(usize, u64)> {
        let (mut word, mut end) = self.word_after(at)?;
        if matches!(&*word, "st" | "nd" | "rd" | "th") {
            (word, end) = self.word_after(end)?;
        }
        if word == "of" {
            (word, end) = self.word_after(end)?;
        }
        Some((end, numbers::month(&word)?))
    }

    /// Handles a word; the parts of a hyphenated one are separate words.
    fn word(&mut self, at: usize) -> usize {
        let mut end = at;
        let mut all_capitals = true;
        self.form.clear();
        while let Some(c) = self.chars.get(end) {
            let next = self.chars.get(end + 1);
            let next_is_letter = next.is_some_and(Char::is_letter);
            match c.folded {
                _ if c.is_letter() => {
                    self.form.push(c.folded);
                    all_capitals &= c.is_capital();
                }
                '\'' | '’' if next_is_letter => {
                    let after = self.chars.get(end + 2);
                    let is_genitive = next.is_some_and(|next| next.folded == 's')
                        && !after.is_some_and(Char::is_letter);
                    if is_genitive {
                        end += 2;
                        break;
                    }
                }
                // As in U.S.
                '.' if next_is_letter
                    && self.form.chars().count() == (end - at).div_ceil(2)
                    && (end - at) % 2 == 1
                    && !self.chars.get(end + 2).is_some_and(Char::is_letter) => {}
                _ => break,
            }
            end += 1;
        }
        let capital = self.chars[at].is_capital();
        let begins = std::mem::replace(&mut self.begins, false);
        if capital && let Some(end) = self.english_day(end) {
            return end;
        }
        self.relative_english(at, end, capital);
        if let Some((amount, end)) = self.spelled(end) {
            let (is_share, end) = self.percent(end);
            self.add_amount(amount, is_share, at, end);
            return end;
        }
        numbers::stem(&mut self.form);
        let length = self.form.chars().count();
        if length > 1 {
            let is_name = self.in_han || capital && (!begins || all_capitals && length > 1);
            let kind = match is_name {
                true => FactKind::Name,
                false => FactKind::Word,
            };
            self.add(kind, self.chars[at].start, self.chars[end - 1].end);
        }
        end
    }

    /// Handles a date relative to that of the page: "yesterday", or "Monday", which means the last one.
    fn relative_english(&mut self, at: usize, end: usize, capital: bool) {
        let Some(published) = self.published else {
            return;
        };
        let days = match &*self.form {
            "yesterday" => Some(-1),
            "today" | "tonight" => Some(0),
            "tomorrow" => Some(1),
            word => numbers::weekday(word).filter(|_| capital).map(|day| {
                // The first day of 1970 was a Thursday.
                let back = (published + 4 - day).rem_euclid(7);
                let is_next = at >= 5 && self.spells(at - 5, "next ");
                if is_next { 7 - back } else { -back }
            }),
        };
        if let Some(days) = days {
            let word = std::mem::take(&mut self.form);
            self.add_day(published + days, at, end);
            self.form = word;
        }
    }

    /// After the name of a month: adds the date with the day that follows, and returns where it ends.
    fn english_day(&mut self, end: usize) -> Option<usize> {
        let month = numbers::month(&self.form)?;
        let dot = usize::from(self.chars.get(end)?.folded == '.');
        let from = end + dot + 1;
        if self.chars.get(end + dot)?.folded != ' ' || !self.chars.get(from)?.is_digit() {
            return None;
        }
        let (amount, to) = self.digits(from)?;
        let day = amount.as_whole().filter(|day| (1..=31).contains(day))?;
        let start = end - self.form.chars().count();
        self.add_date(month, day, start, to);
        Some(to)
    }

    /// The value of number words that begin with the one ending here.
    fn spelled(&self, end: usize) -> Option<(Amount, usize)> {
        let mut value = numbers::english(&self.form)?;
        let mut end = end;
        if value >= 20
            && self.chars.get(end).is_some_and(|c| c.folded == '-')
            && let Some((word, to)) = self.word_after(end)
            && let Some(ones) = numbers::english_ones(&word)
        {
            value += ones;
            end = to;
        }
        Some(self.multiplied(Amount::whole(value), end))
    }

    /// Whether these characters are at this position.
    fn spells(&self, at: usize, what: &str) -> bool {
        let here = self.chars[at..].iter().map(|c| c.folded);
        what.chars().eq(here.take(what.chars().count()))
    }

    fn add_amount(&mut self, amount: Amount, is_share: bool, from: usize, to: usize) {
        let unit = match is_share {
            true => Some(("%", 0, to)),
            false => self.unit(amount, from, to),
        };
        // Also the bare number, since the other text may use another counting word. A percentage, however, is not a
        // number of things.
        let bare = (!is_share).then_some(("", 0, to));
        for (unit, power, end) in bare.into_iter().chain(unit) {
            self.form.clear();
            amount.times(power).write(&mut self.form);
            self.form.push_str(unit);
            let [start, end] = [self.chars[from].start, self.chars[end - 1].end];
            self.add(FactKind::Number, start, end);
        }
    }

    /// The unit of the number from `from` to `to`, with the power of ten by which it multiplies, and where it ends.
    fn unit(&self, amount: Amount, from: usize, to: usize) -> Option<(&'static str, u32, usize)> {
        let before = from.checked_sub(1).map(|before| self.chars[before].folded);
        let currency = match before {
            Some('$') => Some("usd"),
            Some('€') => Some("eur"),
            Some('£') => Some("gbp"),
            Some('¥') => Some("cny"),
            _ => None,
        };
        if let Some(currency) = currency {
            return Some((currency, 0, to));
        }
        if let Some((word, end)) = self.word_after(to)
            && let Some((unit, power)) = numbers::english_unit(&word)
        {
            return Some((unit, power, end));
        }
        let next = self
            .chars
            .get(to)
            .filter(|c| c.class == CharClass::Han)?
            .folded;
        // 2018年 is a year, but 41年 is a duration.
        let is_year = amount
            .as_whole()
            .is_some_and(|year| (1000..2100).contains(&year));
        let units = numbers::HAN_UNITS
            .iter()
            .filter(|(word, _)| word.starts_with(next) && (!is_year || *word != "年"));
        let mut units = units.filter(|(word, _)| self.spells(to, word));
        let (word, (unit, power)) = units.next()?;
        Some((unit, *power, to + word.chars().count()))
    }

    /// Adds a date given in days since the beginning of 1970.
    fn add_day(&mut self, days: i64, from: usize, to: usize) {
        let [_, month, day] = date_of(days);
        self.add_date(month as u64, day as u64, from, to);
    }

    fn add_date(&mut self, month: u64, day: u64, from: usize, to: usize) {
        self.form = format!("{month:02}-{day:02}");
        self.add(
            FactKind::Date,
            self.chars[from].start,
            self.chars[to - 1].end,
        );
    }

    fn add(&mut self, kind: FactKind, start: u32, end: u32) {
        let tag = kind.is_figure().then_some(1);
        self.found.push(Found {
            key: hash(tag.into_iter().chain(self.form.chars().map(u64::from))),
            kind,
            form: match self.with_forms {
                true => self.form.clone(),
                false => String::new(),
            },
            start,
            end,
            quoted: false,
        });
    }
}
