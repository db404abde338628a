//! Times as pages write them, in any line of text.
//!
//! | form | read |
//! |---|---|
//! | year first | `2026-03-18T11:40:00+08:00`, `2026/3/18`, `2026. 3. 18.`, `20260318`, `2026. március 18.` |
//! | East Asian | `2026年3月18日 上午11:40`, `2026년 3월 18일`, `二〇二六年三月十八日`, `民國115年3月18日`, `令和8年3月18日` |
//! | months by name | `March 18, 2026`, `18. März 2026`, `1er mars 2026`, `18 de marzo de 2026`, `18 марта 2026 г.` |
//! | day first | `18.03.2026`, `18/03/2026`, `18-03-2026`, and `3/18/2026` |
//! | clocks | `11:40 a.m.`, `11h40`, `11.40 Uhr`, `ore 11.40`, `11時40分`, `오후 2:05`; also before the date |
//!
//! Digits may be full-width, Arabic or Persian. Months have names in about thirty languages. `3/4/2026` is read only if
//! the order is known for the page's language, and years of two digits (`28.01.22`) only if the language uses them.
//! Days that do not exist, and years before 1900 or after 2099, are not read.

mod address;
mod names;
mod parse;

pub use address::of_address;
use parse::{Clock, Cursor, digit, numeral};
use std::iter::from_fn;
use std::ops::Range;

/// A time found in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Its start in the line, in bytes.
    pub start: usize,
    /// Its end.
    pub end: usize,
    /// Minutes since the beginning of 1970: in UTC if it names a zone, otherwise as written.
    pub minutes: i64,
    /// Whether it includes the time of day.
    pub has_clock: bool,
    /// Whether it names a zone. It never does without a time of day.
    pub has_zone: bool,
    /// How many minutes the zone is ahead of UTC; 0 if it names none.
    pub zone: i64,
}

impl Found {
    fn new(days: i64, clock: Option<Clock>, at: Range<usize>) -> Found {
        let (minutes, zone) = clock.unwrap_or_default();
        Found {
            start: at.start,
            end: at.end,
            minutes: days * 24 * 60 + minutes,
            has_clock: clock.is_some(),
            has_zone: zone.is_some(),
            zone: zone.unwrap_or(0),
        }
    }

    /// Whether it names UTC or a zone that is the same.
    pub fn is_utc(&self) -> bool {
        self.has_zone && self.zone == 0
    }

    /// The time in ISO 8601, as precise as in the text, but at most to the minute: a date, a time of day, an offset
    /// from UTC.
    pub fn iso(&self) -> String {
        let local = self.minutes + self.zone;
        let [year, month, day] = date_of(local.div_euclid(24 * 60));
        let clock = local.rem_euclid(24 * 60);
        let zone = self.zone.abs();
        let sign = if self.zone < 0 { '-' } else { '+' };
        let parts =
            [('-', month), ('-', day), ('T', clock / 60), (':', clock % 60), (sign, zone / 60), (':', zone % 60)];
        let known = 2 + 2 * usize::from(self.has_clock) + 2 * usize::from(self.has_zone);
        let mut out = String::new();
        push_two(&mut out, year / 100);
        push_two(&mut out, year % 100);
        for &(before, number) in &parts[..known] {
            out.push(before);
            push_two(&mut out, number);
        }
        out
    }
}

fn push_two(out: &mut String, number: i64) {
    out.extend([number / 10, number % 10].map(|digit| char::from(b'0' + digit as u8)));
}

/// Minutes since the beginning of 1970 for the first time in a text: in UTC if it names a zone, otherwise as written;
/// midnight if it has no time of day.
#[cfg(any(test, feature = "internals"))]
pub fn minutes(text: &str) -> Option<i64> {
    find(text).map(|found| found.minutes)
}

/// The first time in a line of any language.
pub fn find(line: &str) -> Option<Found> {
    find_in(line, "")
}

/// The first time in a line of a page in this language: a BCP 47 tag, or empty if unknown. Linear in the line.
///
/// ```
/// use offprint::internals::date::find_in;
/// let read = |line, lang| find_in(line, lang).map(|found| found.iso());
/// assert_eq!(read("le 18 mars 2026 à 11h40", "").as_deref(), Some("2026-03-18T11:40"));
/// assert_eq!(read("3/4/2026", "en-GB").as_deref(), Some("2026-04-03"));
/// assert_eq!(read("3/4/2026", "en-US").as_deref(), Some("2026-03-04"));
/// assert_eq!(read("3/4/2026", "en"), None);
/// ```
pub fn find_in(line: &str, lang: &str) -> Option<Found> {
    all_in(line, lang).next()
}

/// All times in a line, in order: see [`find_in`]. Together they are linear in the line.
///
/// ```
/// use offprint::internals::date::all_in;
/// let days = all_in("Updated March 20, 2026 · Published March 18, 2026", "en");
/// assert_eq!(days.map(|found| found.iso()).collect::<Vec<_>>(), ["2026-03-20", "2026-03-18"]);
/// assert_eq!(all_in("Updated on March 20", "en").next(), None);
/// ```
pub fn all_in<'a>(line: &'a str, lang: &'a str) -> impl Iterator<Item = Found> + Clone {
    let may_have = may_have_date(line) || names::has_short_years(lang) && has_short_day(line);
    let mut at = if may_have { 0 } else { line.len() };
    from_fn(move || {
        let found = Cursor::next_in(line, at, lang)?;
        at = found.end;
        Some(found)
    })
}

/// Whether a line has a day with a two-digit year: `28.01.22`, `2.1.22`.
fn has_short_day(line: &str) -> bool {
    [5, 6].iter().any(|&length| line.as_bytes().windows(length).any(is_short_day))
}

fn is_short_day(text: &[u8]) -> bool {
    let [first, mark, month @ .., again, year] = text else { return false };
    let mut digits = month.iter().chain([first, year]);
    b"./".contains(mark) && mark == again && digits.all(u8::is_ascii_digit)
}

/// Whether a line has four consecutive digits or numerals, as a year has, or the name of an era. Most lines have
/// neither.
fn may_have_date(line: &str) -> bool {
    let mut run = 0;
    let has_year = line.bytes().any(|byte| {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        run == 4
    });
    // Arabic, Persian, Indian, Chinese and full-width digits begin with these bytes.
    let has_others = !has_year && line.bytes().any(|byte| matches!(byte, 0xD9 | 0xDB | 0xE0..=0xEF));
    let (mut run, mut before) = (0, ' ');
    has_year
        || has_others
            && line.chars().any(|c| {
                let in_number = digit(c).is_some() || numeral(c).is_some();
                run = if in_number { run + 1 } else { 0 };
                let ends_era = matches!((before, c), ('民', '國' | '国') | ('令', '和'));
                before = c;
                run == 4 || ends_era
            })
}

/// Days from which clocks and tables count. They are stated if no day was set.
const UNSET: [[i64; 3]; 5] = [[1900, 1, 1], [1904, 1, 1], [1969, 12, 31], [1970, 1, 1], [1980, 1, 1]];

/// The time in a statement of the head, such as a `meta` element: the first time in its text, or a number of seconds or
/// milliseconds since the beginning of 1970, of 10 or 13 digits. Days that mean that none was set do not count.
///
/// ```
/// use offprint::internals::date::of_statement;
/// let read = |text| of_statement(text, "").map(|found| found.iso());
/// assert_eq!(read("1773834000").as_deref(), Some("2026-03-18T11:40+00:00"));
/// assert_eq!(read("18.03.2026, 11:40 Uhr").as_deref(), Some("2026-03-18T11:40"));
/// assert_eq!(read("177383400"), None);
/// assert_eq!(read("1970-01-01T00:00:00Z"), None);
/// ```
pub fn of_statement(text: &str, lang: &str) -> Option<Found> {
    stated(text, lang).filter(|found| !UNSET.contains(&date_of((found.minutes + found.zone).div_euclid(24 * 60))))
}

fn stated(text: &str, lang: &str) -> Option<Found> {
    let number = text.trim().trim_start_matches("/Date(").trim_end_matches(")/");
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let per_minute = match number.len() {
        10 if is_number => 60,
        13 if is_number => 60_000,
        _ => return find_in(text, lang),
    };
    // `2026031811` means an hour of a day rather than a second in 2034.
    let minutes = number.parse::<i64>().ok()? / per_minute;
    let is_time = find(&number[..8]).is_none() && date_of(minutes / (24 * 60))[0] < 2100;
    is_time.then(|| Found::new(0, Some((minutes, Some(0))), 0..text.len()))
}

// Both algorithms are by Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so a leap
// day is the last of its year, and are counted in eras of 400.

/// The days of an era.
const ERA: i64 = 146_097;

/// Days since the beginning of 1970 for an existing date, in years that occur on the web.
fn days(year: u32, month: u32, day: u32) -> Option<i64> {
    let date = [year, month, day].map(i64::from);
    let [year, month, day] = date;
    let (in_march, year) = ((month + 9) % 12, year - i64::from(month <= 2));
    let leaps = year / 4 - year / 100 + year / 400;
    let days = 365 * year + leaps + (153 * in_march + 2) / 5 + day - 1 - BEFORE_1970;
    ((1900..2100).contains(&date[0]) && date_of(days) == date).then_some(days)
}

/// The year, month and day for a number of days since the beginning of 1970: the inverse of [`days`].
pub(crate) fn date_of(days: i64) -> [i64; 3] {
    let days = days + BEFORE_1970;
    let (era, day) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (day - day / 1460 + day / 36_524 - day / (ERA - 1)) / 365;
    let of_year = day - (365 * year + year / 4 - year / 100);
    let in_march = (5 * of_year + 2) / 153;
    let month = (in_march + 2) % 12 + 1;
    let day = of_year - (153 * in_march + 2) / 5 + 1;
    [year + era * 400 + i64::from(month <= 2), month, day]
}

/// Days from the beginning of March in the year 0 to the beginning of 1970.
const BEFORE_1970: i64 = 719_468;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;
    use proptest::prelude::*;

    /// 18 March 2006, 11:40.
    const NOON: i64 = 13_225 * 24 * 60 + 11 * 60 + 40;

    fn read(line: &str, lang: &str) -> String {
        find_in(line, lang).map_or_else(String::new, |found| found.iso())
    }

    #[test]
    fn times_are_read_in_any_language() {
        assert_eq!(find(""), None);
        for (line, time) in rows(include_str!("../../../tests/tables/dates.txt")) {
            assert_eq!(read(line, ""), time, "{line}");
        }
    }

    /// Since 1970, in UTC if the zone is known; days begin at midnight.
    #[test]
    fn times_are_minutes() {
        for line in ["2006-03-18T19:40:00+08:00", "2006-03-18T06:40:00-0500", "20060318T114000Z"] {
            let found = find(line).expect("a time");
            assert_eq!((found.minutes, found.has_clock, found.has_zone), (NOON, true, true), "{line}");
        }
        let here = find("2006-03-18 11:40").expect("a time");
        assert_eq!((here.minutes, here.has_clock, here.has_zone), (NOON, true, false));
        let day = find("2006-03-18").expect("a day");
        assert_eq!((day.minutes, day.has_clock, day.has_zone), (NOON - 700, false, false));
        assert_eq!(minutes("2006-03-18 11:40 PM"), Some(NOON + 12 * 60));
    }

    #[test]
    fn the_language_decides_what_may_mean_two_days() {
        for (row, time) in rows(include_str!("../../../tests/tables/dates-by-language.txt")) {
            let (lang, line) = row.split_once(' ').expect("a language");
            assert_eq!(read(line, lang.trim_matches('-')), time, "{row}");
        }
    }

    #[test]
    fn addresses_name_days() {
        for (url, day) in rows(include_str!("../../../tests/tables/dates-in-addresses.txt")) {
            assert_eq!(of_address(url).map_or_else(String::new, |found| found.iso()), day, "{url}");
        }
    }

    #[test]
    fn all_times_of_a_line_are_found() {
        let line = "Updated March 20, 2026 · Published March 18, 2026 11:40, first 2026-03-17/16";
        let times: Vec<String> = all_in(line, "en").map(|found| found.iso()).collect();
        assert_eq!(times, ["2026-03-20", "2026-03-18T11:40", "2026-03-17"]);
        let line = "Closed in 2019. March 18, 2026 saw it open; v1.2.3.2024";
        let times: Vec<String> = all_in(line, "").map(|found| found.iso()).collect();
        assert_eq!(times, ["2026-03-18"]);
    }

    #[test]
    fn statements_may_be_numbers() {
        let read = |text| of_statement(text, "").map(|found| found.iso());
        for number in [" 1773834000000 ", "/Date(1773834000000)/"] {
            assert_eq!(read(number).as_deref(), Some("2026-03-18T11:40+00:00"));
        }
        assert_eq!(read("20260318").as_deref(), Some("2026-03-18"));
        let unset =
            ["1970-01-01T08:00:00+08:00", "1969-12-31 16:00", "1900-01-01", "0001-01-01T00:00:00", "0000000000"];
        assert_eq!(unset.map(read), [const { None }; 5]);
        for text in ["2026031811", "9999999999", "177383400", "1773834000 ago", "1.77383400"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_is_found_with_its_start_and_end() {
        let line = "www.a.example 2006年03月18日11:40 人民晚报";
        let found = find(line).expect("a time");
        assert_eq!(&line[found.start..found.end], "2006年03月18日11:40");
    }

    #[test]
    #[cfg_attr(miri, ignore = "counts 73,000 days")]
    fn days_are_counted_one_by_one() {
        let mut expected = -25_567;
        for year in 1900..2100 {
            for month in 0..=13 {
                for day in (0..=32).filter(|&day| days(year, month, day).is_some()) {
                    assert_eq!(days(year, month, day), Some(expected), "{year}-{month}-{day}");
                    let date = [year, month, day].map(i64::from);
                    assert_eq!(date_of(expected), date);
                    expected += 1;
                }
            }
        }
        assert_eq!(expected, 47_482);
        assert_eq!(days(1970, 1, 1), Some(0));
    }

    proptest! {
        #[test]
        fn any_line_is_read(
            line in "([0-9]{1,4}|[-/:.,T() ]|[年月日년월일h]|Mar|März|de |мая|PM|오후|民國|[〇一十٠-٩０-９]|EST|\\+|\\PC){0,16}",
            lang in "|en|en-US|de|hr|pt-BR",
        ) {
            let mut end = 0;
            for found in all_in(&line, &lang) {
                prop_assert!(found.start >= end && line.get(found.start..found.end).is_some());
                end = found.end;
                let written = found.iso();
                let again = find(&written).expect("a time");
                prop_assert_eq!(again.minutes, found.minutes, "{}", written);
                prop_assert_eq!((again.has_clock, again.zone), (found.has_clock, found.zone));
                prop_assert_eq!(again.end, written.len());
            }
            let day = of_address(&line).map(|found| found.iso());
            prop_assert!(day.is_none_or(|day| find(&day).is_some()));
        }
    }
}
