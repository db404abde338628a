//! Parses one time from its start.

use super::names::{self, Month, ZONES, region};
use super::{Found, days};
use crate::languages::{self, Kinds, PART};
use crate::parse::characters::has_word;
use crate::unicode::is_letter;
use std::ops::RangeInclusive;

/// The value of a digit, in any script with digits of its own for dates.
pub(super) fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    // A quick test that covers most other characters.
    if matches!(c, '\u{80}'..'\u{660}' | '\u{104A}'..'\u{FF10}') {
        return None;
    }
    const ZEROS: [char; 11] = ['٠', '۰', '०', '০', '௦', '౦', '൦', '๐', '၀', '០', '０'];
    let place = ZEROS.map(|zero| u32::from(c).wrapping_sub(u32::from(zero)));
    place.into_iter().find(|&value| value < 10)
}

/// The value of a Chinese numeral below ten.
pub(super) fn numeral(c: char) -> Option<u32> {
    let value = match c {
        '〇' | '○' | '零' => 0,
        '一' => 1,
        '二' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        _ => return None,
    };
    Some(value)
}

/// Characters of words without spaces around them.
fn is_east_asian(c: char) -> bool {
    c >= '\u{2E80}'
}

fn is_space(c: char) -> bool {
    // Includes the marks of direction.
    c.is_whitespace() || matches!(c, PART | '\u{200E}' | '\u{200F}')
}

/// The text between a date and a time of day, including the days of the week in Chinese, Japanese and Korean.
const BETWEEN: &str = "T,،.|/·•-–—()（）星期周週曜一二三四五六日天月火水木金土요일월화수목금토";

/// A time of day in minutes, possibly outside the day if its zone shifts it, and the zone's offset from UTC in minutes.
pub(super) type Clock = (i64, Option<i64>);

/// The rest of a line. Every parsing method consumes what it parses, or nothing.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    pub rest: &'a str,
    /// The language of the page; empty if it is not known.
    pub lang: &'a str,
    /// The time of day within a date: `Mar 18 11:40:00 EDT 2026`.
    pub inner: Option<Clock>,
}

impl<'a> Cursor<'a> {
    /// The first time in a line, from a position on.
    pub fn next_in(line: &str, from: usize, lang: &str) -> Option<Found> {
        let mut before = line[..from].chars().next_back().unwrap_or(' ');
        for (at, c) in line[from..].char_indices() {
            // A time does not begin in the middle of a number or a word.
            let last = std::mem::replace(&mut before, c);
            let may_begin = match digit(c) {
                Some(_) => !last.is_ascii_alphanumeric() && digit(last).is_none() && !matches!(last, '-' | '/' | '.'),
                None if is_east_asian(c) => numeral(c).is_some() && numeral(last).is_none() || matches!(c, '民' | '令'),
                None => is_letter(c) && (!is_letter(last) || is_east_asian(last)),
            };
            if may_begin {
                let mut cursor = Cursor { rest: &line[from + at..], lang, inner: None };
                if let Some((days, clock)) = cursor.time() {
                    let end = line[..line.len() - cursor.rest.len()].trim_end_matches(is_space).len();
                    return Some(Found::new(days, clock, from + at..end));
                }
            }
        }
        None
    }

    /// Takes a date, in days since the beginning of 1970, and the time of day before or after it.
    fn time(&mut self) -> Option<(i64, Option<Clock>)> {
        match self.date() {
            Some(days) => Some((days, self.inner.take().or_else(|| self.clock()))),
            None => self.try_to(|ahead| {
                // Compact times are other numbers in that place.
                (1..=2).contains(&ahead.run()).then_some(())?;
                let clock = ahead.time_of_day(false)?;
                ahead.skip(",،|·•-–—");
                Some((ahead.date()?, Some(clock)))
            }),
        }
    }

    /// Runs a parsing method; on `None` nothing is consumed.
    fn try_to<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let value = read(&mut ahead)?;
        *self = ahead;
        Some(value)
    }

    /// Skips spaces and these characters.
    fn skip(&mut self, set: &str) {
        self.rest = self.rest.trim_start_matches(|c| is_space(c) || set.contains(c));
    }

    pub fn one_of(&mut self, set: &str) -> Option<char> {
        let c = self.rest.chars().next().filter(|&c| set.contains(c))?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Takes one of the given words, ignoring ASCII case, and returns its index in the list.
    fn word(&mut self, words: &[&str]) -> Option<usize> {
        words.iter().position(|word| {
            let start = self.rest.get(..word.len());
            let starts = start.is_some_and(|start| start.eq_ignore_ascii_case(word));
            if starts {
                self.rest = &self.rest[word.len()..];
            }
            starts
        })
    }

    /// Takes a phrase of certain kinds, with the space after it.
    fn phrase(&mut self, kinds: Kinds) -> Option<Kinds> {
        let rest = self.rest.trim_start_matches(is_space);
        let phrase = languages::beginning(rest, 0, kinds)?;
        self.rest = rest[phrase.end..].trim_start_matches(is_space);
        Some(phrase.kinds)
    }

    /// The number of digits here.
    pub fn run(&self) -> usize {
        self.rest.chars().take_while(|&c| digit(c).is_some()).count()
    }

    /// Takes this many digits.
    pub fn digits(&mut self, count: usize) -> Option<u32> {
        self.try_to(|ahead| {
            (0..count).try_fold(0, |number, _| {
                let c = ahead.rest.chars().next()?;
                ahead.rest = &ahead.rest[c.len_utf8()..];
                Some(10 * number + digit(c)?)
            })
        })
    }

    /// Takes a number with this many digits.
    pub fn number(&mut self, digits: RangeInclusive<usize>) -> Option<u32> {
        let run = self.run();
        digits.contains(&run).then(|| self.digits(run))?
    }

    /// Takes a number of one or two digits.
    fn small(&mut self) -> Option<u32> {
        self.number(1..=2)
    }

    fn year(&mut self) -> Option<u32> {
        self.number(4..=4)
    }

    /// Takes a number in Chinese numerals: 二〇二六, 十八.
    fn numerals(&mut self) -> Option<u32> {
        let (mut number, mut after_ten) = (None, false);
        while let Some(c) = self.rest.chars().next() {
            let so_far = number.unwrap_or(0);
            number = match numeral(c) {
                Some(one) if after_ten => Some(so_far + one),
                Some(one) if so_far < 1000 => Some(10 * so_far + one),
                None if c == '十' && so_far < 10 => Some(10 * so_far.max(1)),
                _ => break,
            };
            after_ten = c == '十';
            self.rest = &self.rest[c.len_utf8()..];
        }
        number
    }

    /// Takes a word that may be the name of a month; it is looked up only if the rest is a date.
    fn name(&mut self) -> Option<&'a str> {
        let is_number = self.word(&["tháng ", "thg "]).is_some();
        // Longer words are ignored.
        let mut chars = self.rest.char_indices().take(24);
        let (end, _) = chars.find(|&(_, c)| {
            // Signs of Indian and other scripts are not letters.
            let is_part = is_letter(c) || matches!(c, '\u{900}'..='\u{109F}' | '\u{200C}' | '\u{200D}');
            !(is_part && digit(c).is_none() || is_number && c.is_ascii_digit())
        })?;
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix('.').unwrap_or(rest);
        (end > 0).then_some(name)
    }

    /// Takes a date: days since the beginning of 1970.
    fn date(&mut self) -> Option<i64> {
        if self.run() == 0 {
            let by_name = self.try_to(Self::month_first);
            return by_name.or_else(|| self.try_to(Self::year_first));
        }
        self.try_to(Self::year_first)
            .or_else(|| self.try_to(Self::compact))
            .or_else(|| self.try_to(Self::day_first))
            .or_else(|| self.try_to(Self::by_order))
    }

    /// `2026-03-18`, `2026년 3월 18일`, `2026. március 18.`, 民國一一五年三月十八日.
    fn year_first(&mut self) -> Option<i64> {
        let in_digits = self.run() > 0;
        let year = match self.word(&["民國", "民国", "令和"]) {
            Some(era) => {
                self.skip("");
                let first = self.one_of("元").map(|_| 1);
                let year = first.or_else(|| self.number(1..=3)).or_else(|| self.numerals())?;
                year + if era == 2 { 2018 } else { 1911 }
            }
            None if in_digits => self.year()?,
            None => self.numerals()?,
        };
        let by_name = self.try_to(|ahead| {
            ahead.phrase(Kinds::OF);
            ahead.skip("-.");
            let name = ahead.name()?;
            ahead.skip("-");
            let day = ahead.small()?;
            // A sentence may end with a year, and the next one may begin with a date.
            ahead.skip(",");
            let ends = ahead.year().is_none();
            Month::from_name(name, ahead.lang)?.day(year, day).filter(|_| ends)
        });
        if in_digits && by_name.is_some() {
            return by_name;
        }
        self.skip("");
        self.one_of(if in_digits { "-/.．／－年년" } else { "年" })?;
        let month = self.small_or_numerals()?;
        self.skip("");
        self.one_of("-/.．／－月월")?;
        let day = self.small_or_numerals()?;
        self.try_to(|ahead| {
            ahead.skip("");
            ahead.one_of("日号號일")
        });
        days(year, month, day)
    }

    fn small_or_numerals(&mut self) -> Option<u32> {
        self.skip("");
        self.small().or_else(|| self.numerals())
    }

    /// `20260318`, also at the start of `20260318114000`.
    fn compact(&mut self) -> Option<i64> {
        matches!(self.run(), 8 | 14).then_some(())?;
        days(self.digits(4)?, self.digits(2)?, self.digits(2)?)
    }

    /// `March 18, 2026`. Other languages do not abbreviate a month that comes first.
    fn month_first(&mut self) -> Option<i64> {
        let name = self.name()?;
        self.skip("-");
        let day = self.small()?;
        self.word(&["st", "nd", "rd", "th"]);
        self.skip(",-");
        let year = self.year().or_else(|| {
            self.inner = Some(self.clock()?);
            self.skip("");
            self.year()
        })?;
        let month = Month::from_name(name, self.lang)?;
        (month.is_english || month.is_whole).then(|| month.day(year, day))?
    }

    /// `18 March 2026`, `18. März 2026`, `1er mars 2026`, `18 de marzo de 2026`, `18 марта 2026 г.`
    fn day_first(&mut self) -> Option<i64> {
        let day = self.small()?;
        let is_english = self.word(&["st", "nd", "rd", "th"]).is_some();
        self.word(&["er", "º", "ª", "°"]);
        self.skip("-./");
        self.phrase(Kinds::OF);
        let name = self.name()?;
        self.skip(",،.-/");
        // Levantine pages name a month twice.
        self.try_to(|ahead| {
            Month::from_name(ahead.name()?, ahead.lang)?;
            ahead.skip("");
            Some(())
        });
        let is_thai = self.rest.starts_with("พ.ศ.");
        self.phrase(Kinds::OF);
        let stated = self.year()?;
        let year = if is_thai || stated > 2400 { stated.checked_sub(543)? } else { stated };
        self.phrase(Kinds::OF);
        let month = Month::from_name(name, self.lang)?;
        (month.is_english || !is_english).then(|| month.day(year, day))?
    }

    /// `18.03.2026`, `18/03/2026`, `3-18-2026`: the numbers, the points or the language show the order.
    fn by_order(&mut self) -> Option<i64> {
        let first = self.small()?;
        let mark = self.mark()?;
        let second = self.small()?;
        self.mark().filter(|&again| again == mark)?;
        let year = match self.year() {
            None if names::has_short_years(self.lang) => 2000 + self.number(2..=2).filter(|year| *year < 40)?,
            year => year?,
        };
        // With more numbers, it is a version.
        let goes_on = self.try_to(|ahead| {
            ahead.mark().filter(|&again| again == mark)?;
            ahead.number(1..=9)
        });
        if goes_on.is_some() {
            return None;
        }
        let is_day_first = match (first > 12, second > 12) {
            (false, false) if first == second => true,
            (false, false) => names::is_day_first(self.lang, mark == '.')?,
            (is_day, _) => is_day,
        };
        if is_day_first { days(year, second, first) } else { days(year, first, second) }
    }

    /// Takes the mark between the numbers of a date.
    fn mark(&mut self) -> Option<char> {
        let mark = self.one_of("./-．／－")?;
        if mark == '.' {
            self.skip("");
        }
        Some(mark)
    }

    /// Takes the time of day that follows a date.
    fn clock(&mut self) -> Option<Clock> {
        self.try_to(|ahead| {
            ahead.skip(BETWEEN);
            let is_marked = ahead.phrase(Kinds::AT).is_some();
            ahead.time_of_day(is_marked)
        })
    }

    fn time_of_day(&mut self, is_marked: bool) -> Option<Clock> {
        let early = self.half_of_day();
        let (hour, minute) = match self.run() {
            6 => {
                let clock = (self.digits(2)?, self.digits(2)?);
                self.digits(2)?;
                clock
            }
            _ => self.plain_clock(is_marked)?,
        };
        let hour = match early.or_else(|| self.half_of_day()) {
            Some(half) if hour <= 12 => hour % 12 + 12 * half,
            _ => hour,
        };
        let zone = self.zone();
        let minutes = i64::from(hour * 60 + minute) - zone.unwrap_or(0);
        (hour < 24 && minute < 60).then_some((minutes, zone))
    }

    /// 0 before noon, 1 after noon.
    fn half_of_day(&mut self) -> Option<u32> {
        let half = self.phrase(Kinds::AM.and(Kinds::PM))?;
        Some(u32::from(half.has(Kinds::PM)))
    }

    /// `11:40:05`, `11h40`, `11時40分`, and `11.40` if a word marks it.
    fn plain_clock(&mut self, is_marked: bool) -> Option<(u32, u32)> {
        self.skip("");
        let hour = self.small()?;
        let mark = match self.one_of(":：.") {
            Some(mark) => mark,
            None => {
                self.skip("");
                self.one_of("hH時时点點시").inspect(|_| self.skip(""))?
            }
        };
        let digits = self.run();
        let minute = self.small()?;
        let is_named = self.one_of("分분").is_some();
        self.try_to(|ahead| {
            if !is_named {
                ahead.one_of(":：")?;
            }
            ahead.skip("");
            ahead.small()?;
            (ahead.one_of("秒초").is_some() || !is_named).then_some(())
        });
        self.try_to(|ahead| {
            ahead.one_of(".,")?;
            ahead.number(1..=9)
        });
        let names_hour = self.try_to(|ahead| {
            ahead.skip("");
            ahead.word(&["Uhr", "hs", "hrs", "h"])?;
            (!ahead.rest.starts_with(is_letter)).then_some(())
        });
        let is_clock = match mark {
            '.' => is_marked || names_hour.is_some(),
            _ => digits == 2 || is_named,
        };
        is_clock.then_some((hour, minute))
    }

    /// Takes a zone and returns its offset from UTC in minutes.
    fn zone(&mut self) -> Option<i64> {
        self.try_to(|ahead| {
            let is_glued = ahead.rest.starts_with(['+', '-']);
            ahead.skip("");
            let is_bracketed = ahead.one_of("(").is_some();
            let is_indian = has_word("IN", region(ahead.lang));
            let indian = is_indian.then_some(("IST", 330));
            let named = ZONES.into_iter().chain(indian).find_map(|(name, offset)| {
                ahead.rest = ahead.rest.strip_prefix(name)?;
                Some(offset)
            });
            if ahead.rest.starts_with(is_letter) || is_bracketed && named.is_none() {
                return None;
            }
            if is_bracketed {
                ahead.one_of(")");
            }
            if named.is_some_and(|offset| offset != 0) {
                return named;
            }
            let shift = ahead.try_to(|ahead| {
                let sign = if ahead.one_of("+-")? == '+' { 1 } else { -1 };
                let (hours, minutes) = match ahead.run() {
                    4 => (ahead.digits(2)?, ahead.digits(2)?),
                    _ => {
                        let hours = ahead.small()?;
                        let minutes = ahead.one_of(":").and_then(|_| ahead.small());
                        // `11:40 -5 comments` has no zone.
                        (minutes.is_some() || is_glued || named.is_some()).then_some(())?;
                        (hours, minutes.unwrap_or(0))
                    }
                };
                (hours <= 14 && minutes < 60).then_some(sign * i64::from(hours * 60 + minutes))
            });
            shift.or(named)
        })
    }
}
