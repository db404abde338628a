//! Times as pages write them: ISO 8601, `2006年03月18日11:40`, `2006-1-4 9:49:52`, `2012/01/12`,
//! RFC 2822, and English months by name.
//!
//! Ambiguous forms (`3/4/2012`, two-digit years) are not parsed.

use crate::unicode::is_letter;

/// A time found in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Where it begins in the line, in bytes.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Minutes since the beginning of 1970: UTC if it names a zone, else as written.
    pub minutes: i64,
    /// Whether it includes the time of day.
    pub has_clock: bool,
    /// Whether it names a zone; never without a time of day.
    pub has_zone: bool,
    /// How many minutes the zone is ahead of UTC; 0 if it names none.
    pub zone: i64,
}

/// Minutes since the beginning of 1970 of the first time in a text: UTC if it names a zone, else as written; midnight
/// if it has no time of day.
///
/// ```
/// use offprint::internals::date::minutes;
/// assert_eq!(minutes("2006年03月18日11:40"), minutes("2006-3-18 11:40:59"));
/// assert_eq!(minutes("Sat, 18 Mar 2006 11:40:00 +0800"), minutes("2006-03-18T03:40:00Z"));
/// assert_eq!(minutes("March 18, 2006"), Some(13_225 * 24 * 60));
/// assert_eq!(minutes("3/4/2012"), None);
/// ```
pub fn minutes(text: &str) -> Option<i64> {
    find(text).map(|found| found.minutes)
}

/// The first time in a text as ISO 8601, as precise as in the text, but at most to the minute: a date, a time of day,
/// an offset from UTC.
///
/// ```
/// use offprint::internals::date::iso;
/// assert_eq!(iso("Sat, 18 Mar 2006 11:40:00 +0800").as_deref(), Some("2006-03-18T11:40+08:00"));
/// assert_eq!(iso("2006年03月18日11:40").as_deref(), Some("2006-03-18T11:40"));
/// assert_eq!(iso("March 18, 2006").as_deref(), Some("2006-03-18"));
/// assert_eq!(iso("last week"), None);
/// ```
pub fn iso(text: &str) -> Option<String> {
    let found = find(text)?;
    let local = found.minutes + found.zone;
    let [year, month, day] = date_of(local.div_euclid(24 * 60));
    let clock = local.rem_euclid(24 * 60);
    let zone = found.zone.abs();
    let sign = if found.zone < 0 { '-' } else { '+' };
    let parts = [
        ('-', month),
        ('-', day),
        ('T', clock / 60),
        (':', clock % 60),
        (sign, zone / 60),
        (':', zone % 60),
    ];
    let known = 2 + 2 * usize::from(found.has_clock) + 2 * usize::from(found.has_zone);
    let mut out = String::new();
    push_two(&mut out, year / 100);
    push_two(&mut out, year % 100);
    for &(before, number) in &parts[..known] {
        out.push(before);
        push_two(&mut out, number);
    }
    Some(out)
}

/// Writes two digits.
fn push_two(out: &mut String, number: i64) {
    out.extend([number / 10, number % 10].map(|digit| char::from(b'0' + digit as u8)));
}

/// The year, month and day for a number of days since the beginning of 1970: the inverse of [`days`].
pub(crate) fn date_of(mut days: i64) -> [i64; 3] {
    // From 1900 on; earlier dates are not parsed.
    days += 25_567;
    let mut year = 1900;
    let mut month = 0;
    loop {
        let length = i64::from(lengths(is_leap(year))[month]);
        if days < length {
            return [year, month as i64 + 1, days + 1];
        }
        days -= length;
        month += 1;
        if month == 12 {
            (year, month) = (year + 1, 0);
        }
    }
}

/// The first time in a line.
pub fn find(line: &str) -> Option<Found> {
    let bytes = line.as_bytes();
    // Every date that can be parsed has a year of four digits, and most lines have none.
    let is_year = |four: &[u8]| four.iter().all(u8::is_ascii_digit);
    if !bytes.windows(4).any(is_year) {
        return None;
    }
    let may_begin = |&(_, byte): &(usize, u8)| byte.is_ascii_alphanumeric();
    for (start, byte) in line.bytes().enumerate().filter(may_begin) {
        // Not in the middle of a number or a word; each Han character is a word.
        let before = start.checked_sub(1).map_or(b' ', |before| bytes[before]);
        let inside = match byte.is_ascii_digit() {
            true => before.is_ascii_alphanumeric() || matches!(before, b'-' | b'/' | b'.'),
            false => before.is_ascii_alphabetic(),
        };
        if inside {
            continue;
        }
        let mut cursor = Cursor(&line[start..]);
        if let Some(days) = cursor.date() {
            let clock = cursor.clock();
            return Some(Found {
                start,
                end: line.len() - cursor.0.len(),
                minutes: days * 24 * 60 + clock.map_or(0, |(minutes, _)| minutes),
                has_clock: clock.is_some(),
                has_zone: clock.is_some_and(|(_, zone)| zone.is_some()),
                zone: clock.and_then(|(_, zone)| zone).unwrap_or(0),
            });
        }
    }
    None
}

/// The rest of a line. Every parsing method consumes what it has parsed, or nothing.
#[derive(Clone, Copy)]
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    /// Runs a parsing method; on `None` nothing is consumed.
    fn try_to<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut ahead = *self;
        let value = read(&mut ahead)?;
        *self = ahead;
        Some(value)
    }

    fn skip(&mut self, of: &str) {
        self.0 = self.0.trim_start_matches(|c| of.contains(c));
    }

    /// Takes one of the given characters.
    fn one_of(&mut self, of: &str) -> Option<char> {
        let c = self.0.chars().next().filter(|&c| of.contains(c))?;
        self.0 = &self.0[c.len_utf8()..];
        Some(c)
    }

    /// Takes one of the given words, ignoring case, and returns its index in the list.
    fn word(&mut self, of: &[&str]) -> Option<usize> {
        let starts = |word: &&str| {
            let start = self.0.get(..word.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let place = of.iter().position(starts)?;
        self.0 = &self.0[of[place].len()..];
        Some(place)
    }

    /// Takes a run of digits.
    fn digits(&mut self) -> Option<&'a str> {
        let length = self.0.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.0.split_at(length);
        self.0 = rest;
        (length > 0).then_some(digits)
    }

    /// Takes a number of one or two digits.
    fn small(&mut self) -> Option<u32> {
        self.digits()
            .filter(|digits| digits.len() <= 2)?
            .parse()
            .ok()
    }

    /// Takes a year of four digits.
    fn year(&mut self) -> Option<i64> {
        self.digits()
            .filter(|digits| digits.len() == 4)?
            .parse()
            .ok()
    }

    /// Takes the English name of a month, complete or abbreviated to three letters: 1 to 12.
    fn month(&mut self) -> Option<u32> {
        let place = self.word(&[
            "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        ])?;
        let rests = [
            "uary", "ruary", "ch", "il", "", "e", "y", "ust", "tember", "ober", "ember", "ember",
        ];
        self.word(&[rests[place], "t"]);
        self.one_of(".");
        let ends = !self.0.starts_with(is_letter);
        ends.then_some(place as u32 + 1)
    }

    /// Takes a day of the month as written in English: `18`, `18th`.
    fn ordinal(&mut self) -> Option<u32> {
        let day = self.small()?;
        self.word(&["st", "nd", "rd", "th"]);
        Some(day)
    }

    /// Takes a date: days since the beginning of 1970.
    fn date(&mut self) -> Option<i64> {
        // Names of months begin with a letter, everything else with a digit.
        if !self.0.starts_with(|c: char| c.is_ascii_digit()) {
            return self.try_to(Self::month_first);
        }
        self.try_to(Self::year_first)
            .or_else(|| self.try_to(Self::compact))
            .or_else(|| self.try_to(Self::day_first))
    }

    fn year_first(&mut self) -> Option<i64> {
        let year = self.year()?;
        self.skip(" ");
        self.one_of("-/.年")?;
        self.skip(" ");
        let month = self.small()?;
        self.skip(" ");
        self.one_of("-/.月")?;
        self.skip(" ");
        let day = self.small()?;
        self.try_to(|ahead| {
            ahead.skip(" ");
            ahead.one_of("日号號")
        });
        days(year, month, day)
    }

    /// `20060318`, also at the start of `20060318114000`.
    fn compact(&mut self) -> Option<i64> {
        let all = self.0;
        let digits = self.digits()?;
        if digits.len() != 8 && digits.len() != 14 {
            return None;
        }
        self.0 = &all[8..];
        days(
            digits[..4].parse().ok()?,
            digits[4..6].parse().ok()?,
            digits[6..8].parse().ok()?,
        )
    }

    fn month_first(&mut self) -> Option<i64> {
        let month = self.month()?;
        self.skip(" ");
        let day = self.ordinal()?;
        self.skip(" ,");
        days(self.year()?, month, day)
    }

    fn day_first(&mut self) -> Option<i64> {
        let day = self.ordinal()?;
        self.skip(" -");
        self.word(&["of "]);
        let month = self.month()?;
        self.skip(" ,-");
        days(self.year()?, month, day)
    }

    /// Takes the time of day that follows a date, in minutes, possibly outside the day if a zone shifts it, and the
    /// zone's offset from UTC in minutes.
    fn clock(&mut self) -> Option<(i64, Option<i64>)> {
        self.try_to(|ahead| {
            ahead.skip(" \u{3000}T,|·•-–—()（）星期周週一二三四五六日天");
            ahead.word(&["at "]);
            let early = ahead.half_of_day();
            ahead.skip(" ");
            let (hour, minute) = match ahead.try_to(Self::compact_clock) {
                Some(clock) => clock,
                None => ahead.plain_clock()?,
            };
            let half = early.or_else(|| {
                ahead.try_to(|ahead| {
                    ahead.skip(" ");
                    ahead.half_of_day()
                })
            });
            let hour = match half {
                Some(half) if hour <= 12 => hour % 12 + 12 * half,
                _ => hour,
            };
            let minutes = i64::from(hour * 60 + minute);
            (hour < 24 && minute < 60).then(|| {
                let zone = ahead.zone();
                (minutes - zone.unwrap_or(0), zone)
            })
        })
    }

    /// 0 before noon, 1 after.
    fn half_of_day(&mut self) -> Option<u32> {
        let place = self.word(&[
            "am", "a.m.", "上午", "凌晨", "早上", "pm", "p.m.", "下午", "晚上", "中午",
        ])?;
        Some(u32::from(place >= 5))
    }

    fn compact_clock(&mut self) -> Option<(u32, u32)> {
        let digits = self.digits().filter(|digits| digits.len() == 6)?;
        Some((digits[..2].parse().ok()?, digits[2..4].parse().ok()?))
    }

    fn plain_clock(&mut self) -> Option<(u32, u32)> {
        let hour = self.small()?;
        self.one_of(":：时時点點")?;
        let minute = self.digits().filter(|digits| digits.len() == 2)?;
        self.one_of("分");
        self.try_to(|ahead| {
            ahead.one_of(":：")?;
            ahead.small()
        });
        self.one_of("秒");
        self.try_to(|ahead| {
            ahead.one_of(".,")?;
            ahead.digits()
        });
        Some((hour, minute.parse().ok()?))
    }

    /// Takes a zone and returns its offset from UTC in minutes.
    fn zone(&mut self) -> Option<i64> {
        self.try_to(|ahead| {
            ahead.skip(" ");
            let named = ahead.word(&["Z", "UTC", "GMT"]);
            if ahead.0.starts_with(is_letter) {
                return None;
            }
            let shift = ahead.try_to(|ahead| {
                let sign = if ahead.one_of("+-")? == '+' { 1 } else { -1 };
                let digits = ahead.digits()?;
                let (hours, minutes): (i64, i64) = match digits.len() {
                    4 => (digits[..2].parse().ok()?, digits[2..].parse().ok()?),
                    1 | 2 => {
                        let minutes = ahead.one_of(":").and_then(|_| ahead.small());
                        (digits.parse().ok()?, i64::from(minutes.unwrap_or(0)))
                    }
                    _ => return None,
                };
                (hours <= 14).then_some(sign * (hours * 60 + minutes))
            });
            shift.or(named.map(|_| 0))
        })
    }
}

/// Days since the beginning of 1970 for a date that exists, in years that occur on the web.
fn days(year: i64, month: u32, day: u32) -> Option<i64> {
    let lengths = lengths(is_leap(year));
    let place = (month as usize).checked_sub(1)?;
    let length = *lengths.get(place)?;
    if !(1900..2100).contains(&year) || !(1..=length).contains(&day) {
        return None;
    }
    let before: u32 = lengths[..place].iter().sum::<u32>() + day - 1;
    let last = year - 1;
    // Leap years before this one; 477 of them precede 1970.
    let leaps = last / 4 - last / 100 + last / 400 - 477;
    Some((year - 1970) * 365 + leaps + i64::from(before))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

/// The days of each month.
fn lengths(is_leap: bool) -> [u32; 12] {
    let february = 28 + u32::from(is_leap);
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// 18 March 2006, 11:40.
    const NOON: i64 = 13_225 * 24 * 60 + 11 * 60 + 40;

    #[test]
    fn the_usual_forms_are_read() {
        let clock = [
            "2006年03月18日11:40",
            "http://www.a.example 2006年03月18日11:40 人民晚报",
            "2006-3-18 11:40:52",
            "2006/03/18 11:40",
            "2006.03.18 11:40",
            "2006-03-18T11:40",
            "2006-03-18T11:40:00.000Z",
            "2006-03-18T19:40:00+08:00",
            "2006-03-18T06:40:00-0500",
            "20060318114000",
            "20060318T114000Z",
            "2006年3月18日 星期六 11时40分",
            "2006 年 3 月 18 日 上午11:40",
            "Sat, 18 Mar 2006 19:40:00 +0800",
            "Sat, 18 Mar 2006 11:40:00 GMT",
            "Posted at March 18, 2006 11:40 a.m.",
            "Mar. 18th, 2006, 11:40AM",
            "18 March 2006 at 11:40",
            "18-Mar-2006 11:40",
        ];
        for text in clock {
            let found = find(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((found.minutes, found.has_clock), (NOON, true), "{text}");
        }
        for text in [
            "2006-03-18",
            "2006/3/18",
            "2006年3月18日 讯",
            "20060318",
            "Saturday, March 18 2006",
            "18th of March, 2006",
        ] {
            let found = find(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                (found.minutes, found.has_clock),
                (NOON - 700, false),
                "{text}"
            );
        }
        let has_zone = |text| find(text).is_some_and(|found| found.has_zone);
        assert!(has_zone("2006-03-18T11:40Z") && has_zone("2006-03-18 11:40 GMT+8"));
        assert!(!has_zone("2006-03-18T11:40") && !has_zone("2006-03-18"));
        assert_eq!(minutes("2006-03-18 11:40 PM"), Some(NOON + 12 * 60));
        assert_eq!(minutes("2006-03-18 下午3:20"), Some(NOON + 220));
        assert_eq!(minutes("2006-03-18 12:05 am"), Some(NOON - 700 + 5));
    }

    #[test]
    fn text_with_no_date_or_two_is_not_read() {
        for text in [
            "",
            "3/4/2012",
            "2006-13-01",
            "2006-02-29",
            "1.2006-03-18",
            "12006-03-18",
            "march on",
            "version 2.11.2006",
            "市政字2006第18号",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn the_end_is_reported() {
        let line = "www.a.example 2006年03月18日11:40 人民晚报";
        let found = find(line).expect("a time");
        assert_eq!(&line[found.start..found.end], "2006年03月18日11:40");
    }

    #[test]
    #[cfg_attr(miri, ignore = "counts 73,000 days")]
    fn days_are_counted_one_by_one() {
        let mut expected = -25_567;
        for year in 1900..2100 {
            for month in 1..=12 {
                for day in (1..=31).filter(|&day| days(year, month, day).is_some()) {
                    assert_eq!(
                        days(year, month, day),
                        Some(expected),
                        "{year}-{month}-{day}"
                    );
                    let date = [year, i64::from(month), i64::from(day)];
                    assert_eq!(date_of(expected), date);
                    expected += 1;
                }
            }
        }
        assert_eq!(days(1970, 1, 1), Some(0));
    }

    proptest! {
        #[test]
        fn any_line_is_read(line in "([0-9]{1,4}|[-/:.T ]|年|月|日|Mar|AM|\\+|\\PC){0,16}") {
            if let Some(found) = find(&line) {
                prop_assert!(line.get(found.start..found.end).is_some());
                let written = iso(&line).expect("a time");
                let again = find(&written).expect("a time");
                prop_assert_eq!(again.minutes, found.minutes, "{}", written);
                prop_assert_eq!((again.has_clock, again.zone), (found.has_clock, found.zone));
            }
        }
    }
}
