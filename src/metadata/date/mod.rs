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
//! Digits may be full-width, Arabic or Persian. Months have names in some thirty languages. `3/4/2026` is read only if
//! the page's language tells the order. Years of two digits, days that do not exist, and years before 1900 or after 2099
//! are not read.

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

impl Found {
    fn of(days: i64, clock: Option<Clock>, at: Range<usize>) -> Found {
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

    /// The time as ISO 8601, as precise as in the text, but at most to the minute: a date, a time of day, an offset from
    /// UTC.
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

/// Writes two digits.
fn push_two(out: &mut String, number: i64) {
    out.extend([number / 10, number % 10].map(|digit| char::from(b'0' + digit as u8)));
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
#[cfg(any(test, feature = "internals"))]
pub fn minutes(text: &str) -> Option<i64> {
    find(text).map(|found| found.minutes)
}

/// The first time in a line of any language.
pub fn find(line: &str) -> Option<Found> {
    find_in(line, "")
}

/// The first time in a line of a page in this language, a BCP 47 tag, or empty if it is not known. It takes time linear
/// in the line.
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

/// All times in a line in their order: see [`find_in`]. Together they take time linear in the line.
///
/// ```
/// use offprint::internals::date::all_in;
/// let days = all_in("Updated March 20, 2026 · Published March 18, 2026", "en");
/// assert_eq!(days.map(|found| found.iso()).collect::<Vec<_>>(), ["2026-03-20", "2026-03-18"]);
/// assert_eq!(all_in("Updated on March 20", "en").next(), None);
/// ```
pub fn all_in<'a>(line: &'a str, lang: &'a str) -> impl Iterator<Item = Found> + Clone {
    let mut at = if may_have_date(line) { 0 } else { line.len() };
    from_fn(move || {
        let found = Cursor::next_in(line, at, lang)?;
        at = found.end;
        Some(found)
    })
}

/// Whether a line has four digits or numerals in a row, as a year has, or an era that years are counted in. Most lines
/// have none.
fn may_have_date(line: &str) -> bool {
    let mut run = 0;
    let mut bytes = line.bytes();
    let has_year = bytes.any(|byte| {
        run = if byte.is_ascii_digit() { run + 1 } else { 0 };
        run == 4
    });
    // Arabic, Persian, Chinese and full-width digits begin with these.
    let mut bytes = line.bytes();
    let has_others = !has_year && bytes.any(|byte| matches!(byte, 0xD9 | 0xDB | 0xE2..=0xEF));
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

/// The time in a statement of the head, such as that of a `meta` element: the first in its text, or a number of seconds
/// or milliseconds since the beginning of 1970, of 10 or 13 digits.
///
/// ```
/// use offprint::internals::date::of_statement;
/// let read = |text| of_statement(text, "").map(|found| found.iso());
/// assert_eq!(read("1773834000").as_deref(), Some("2026-03-18T11:40+00:00"));
/// assert_eq!(read("18.03.2026, 11:40 Uhr").as_deref(), Some("2026-03-18T11:40"));
/// assert_eq!(read("177383400"), None);
/// ```
pub fn of_statement(text: &str, lang: &str) -> Option<Found> {
    let number = text.trim();
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let per_minute = match number.len() {
        10 if is_number => 60,
        13 if is_number => 60_000,
        _ => return find_in(text, lang),
    };
    // `2026031811` is an hour of a day rather than a second of 2034.
    let minutes = number.parse::<i64>().ok()? / per_minute;
    let is_time = find(&number[..8]).is_none() && date_of(minutes / (24 * 60))[0] < 2100;
    is_time.then(|| Found::of(0, Some((minutes, Some(0))), 0..text.len()))
}

// Both by Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, so that a leap day is the
// last of its year, and are counted in eras of 400.

/// The days of an era.
const ERA: i64 = 146_097;

/// Days since the beginning of 1970 for a date that exists, in years that occur on the web.
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
    let day = day - (365 * year + year / 4 - year / 100);
    let in_march = (5 * day + 2) / 153;
    let month = (in_march + 2) % 12 + 1;
    let day = day - (153 * in_march + 2) / 5 + 1;
    [year + era * 400 + i64::from(month <= 2), month, day]
}

/// Days from the beginning of March in the year 0 to that of 1970.
const BEFORE_1970: i64 = 719_468;

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
            assert_eq!((found.minutes, found.has_clock), (NOON - 700, false), "{text}");
        }
        let has_zone = |text| find(text).is_some_and(|found| found.has_zone);
        assert!(has_zone("2006-03-18T11:40Z") && has_zone("2006-03-18 11:40 GMT+8"));
        assert!(!has_zone("2006-03-18T11:40") && !has_zone("2006-03-18"));
        assert_eq!(minutes("2006-03-18 11:40 PM"), Some(NOON + 12 * 60));
        assert_eq!(minutes("2006-03-18 下午3:20"), Some(NOON + 220));
        assert_eq!(minutes("2006-03-18 12:05 am"), Some(NOON - 700 + 5));
    }

    fn read(line: &str, lang: &str) -> Option<String> {
        find_in(line, lang).map(|found| found.iso())
    }

    #[test]
    #[rustfmt::skip]
    fn pages_in_any_language_are_read() {
        const DAY: &str = "2026-03-18";
        const CLOCK: &str = "2026-03-18T11:40";
        for (time, lines) in [
            (CLOCK, &[
                // German
                "18. März 2026, 11:40 Uhr", "Stand: 18.03.2026 11.40 Uhr", "Am 18. Mär. 2026 um 11:40", "18.3.2026 – 11:40 h",
                // French
                "Publié le 18 mars 2026 à 11h40", "18 MARS 2026 - 11 h 40", "18 mars 2026 à 11:40:07",
                // Spanish, Catalan, Portuguese, Italian, Romanian
                "18 de marzo de 2026, 11:40 h", "18 mar. 2026 a las 11:40 a. m.", "Marzo 18, 2026 11:40 am",
                "18 de març del 2026 a les 11:40", "18 de março de 2026 às 11h40", "18 mar 2026, 11h40",
                "18 marzo 2026, ore 11.40", "18 Marzo 2026 alle ore 11:40", "18 martie 2026, 11:40",
                // Dutch, Danish, Norwegian, Swedish, Finnish
                "18 mrt 2026 om 11:40", "18. marts 2026 kl. 11.40", "18. mars 2026 kl 11:40", "18.3.2026 klo 11.40",
                // Polish, Czech, Hungarian
                "18 marca 2026, godz. 11:40", "18 mar 2026 o 11:40", "18. března 2026 11:40", "18. 3. 2026 11:40",
                "2026. március 18., 11:40",
                // Russian, Ukrainian, Bulgarian, Greek
                "18 марта 2026, 11:40", "18 марта 2026 г. в 11:40", "11:40, 18 марта 2026", "18 березня 2026 р., 11:40",
                "18 март 2026, 11:40", "18 Μαρτίου 2026, 11:40", "18 Μαρ 2026 στις 11:40",
                // Turkish, Indonesian, Vietnamese
                "18 Mart 2026 11:40", "18.03.2026 saat 11:40", "18 Maret 2026 pukul 11.40", "18/03/2026 - 11:40",
                "11:40 | 18/03/2026", "18 tháng 3, 2026 lúc 11:40", "ngày 18 tháng 3 năm 2026 11:40",
                // Korean, Japanese, Chinese
                "입력 2026년 3월 18일 11:40", "2026.03.18 11:40", "2026. 3. 18. 오전 11:40", "2026년3월18일(수) 11시 40분",
                "2026年3月18日 11時40分", "2026年3月18日(水) 午前11:40", "2026年3月18日（水）11時40分05秒", "令和8年3月18日 11:40",
                "２０２６年３月１８日 １１：４０", "民國115年3月18日 11:40", "中華民國一一五年三月十八日上午11:40",
                // Arabic, Persian digits
                "١٨ مارس ٢٠٢٦، ١١:٤٠", "18 مارس 2026 - 11:40 ص", "۱۸/۰۳/۲۰۲۶ ۱۱:۴۰",
            ][..]),
            (DAY, &[
                "18.03.2026", "18-03-2026", "03/18/2026", "3-18-2026", "18/3/2026", "Mittwoch, 18.Mär 2026",
                "le mercredi 18 mars 2026", "18 de marzo de 2026", "mercoledì 18 marzo 2026", "18º de março de 2026",
                "woensdag 18 maart 2026", "18 marca 2026 r.", "Środa, 18 Marca 2026", "18 марта 2026 года", "18 Мар 2026",
                "18 березня 2026 року", "18 Mart 2026 Çarşamba", "den 18 mars 2026", "18. maaliskuuta 2026", "18. marca 2026",
                "二〇二六年三月十八日", "二○二六年三月一八日", "2026年三月十八日", "民国115年3月18日", "2026년 3월 18일", "２０２６／３／１８",
                "٢٠٢٦/٠٣/١٨", "١٨ آذار ٢٠٢٦", "18 March 2026 (CST)", "2026 March 18", "18/Mar/2026", "Wed, 2026-Mar-18",
            ]),
            ("2026-03-01", &["1er mars 2026", "1º de marzo de 2026", "1. März 2026", "March 1st, 2026", "1.3.2026"]),
            ("2026-05-03", &["3 mai 2026", "3 mei 2026", "3 maja 2026", "3 мая 2026", "3 mag 2026", "3 May 2026", "3 Mayıs 2026"]),
            ("2026-08-03", &["3 août 2026", "3 ago 2026", "3 sierpnia 2026", "3 srpna 2026", "3 Ağustos 2026", "3 серпня 2026"]),
            ("2026-07-03", &["3 juil. 2026", "3 lipca 2026", "3. července 2026", "3 Ιουλίου 2026", "3 липня 2026"]),
            ("2026-06-03", &["3 juin 2026", "3 czerwca 2026", "3. června 2026", "3 Haz 2026", "3 июня 2026"]),
            ("2026-12-31", &["31 déc. 2026", "31 dez. 2026", "31 grudnia 2026", "31 Aralık 2026"]),
            ("2026-03-18T14:05", &["2026. 3. 18. 오후 2:05", "2026年3月18日 午後2時5分", "18 mar 2026, 2:05 p. m.", "18 Μαρ 2026, 2:05 μμ"]),
            ("2026-03-18T11:40-05:00", &["March 18, 2026 11:40 EST", "Mar 18, 2026, 11:40 a.m. (EST)"]),
            ("2026-03-18T11:40+01:00", &["18.03.2026 11:40 Uhr MEZ", "18 March 2026 11:40 BST", "2026-03-18T11:40:00.123456+01:00"]),
            ("2026-03-18T11:40+03:00", &["18 марта 2026, 11:40 МСК", "11:40 (MSK), 18.03.2026", "18 Mar 2026 11:40 GMT+3"]),
        ] {
            for line in lines {
                assert_eq!(read(line, "").as_deref(), Some(time), "{line}");
            }
        }
    }

    #[test]
    fn what_no_zone_or_clock_is_stays_out() {
        for (line, time) in [
            ("March 18, 2026 11:40 CST", "2026-03-18T11:40"),
            ("March 18, 2026 11:40 IST", "2026-03-18T11:40"),
            ("18 mars 2026, 11:40 est", "2026-03-18T11:40"),
            ("18 marca 2026 11:40 z Warszawy", "2026-03-18T11:40"),
            ("18 March 2026 11:40 -5 comments", "2026-03-18T11:40"),
            ("18 March 2026 11:40 amid rain", "2026-03-18T11:40"),
            ("18.03.2026 11.40 euros", "2026-03-18"),
            ("18.03.2026 - 19.03.2026", "2026-03-18"),
            ("18 mars 2026 à 3 heures", "2026-03-18"),
            ("18 March 2026 24:10", "2026-03-18"),
        ] {
            assert_eq!(read(line, "").as_deref(), Some(time), "{line}");
        }
        let indian = read("March 18, 2026 11:40 IST", "en-IN");
        assert_eq!(indian.as_deref(), Some("2026-03-18T11:40+05:30"));
    }

    #[test]
    fn text_with_no_date_is_not_read() {
        for text in [
            "",
            "3/4/2012",
            "3-4-2012",
            "18/03/26",
            "2006-13-01",
            "2006-02-29",
            "31.04.2026",
            "18.13.2026",
            "18 March 1899",
            "18 March 2100",
            "1.2006-03-18",
            "12006-03-18",
            "march on",
            "version 1.2.11.2006",
            "version 2.11.2006.4",
            "市政字2006第18号",
            "115年3月18日",
            "一九年三月八日",
            "三月十八日",
            "民國115年",
            "March 2026",
            "18 Marines 2026",
            "18 market 2026",
            "12th Gen 2021",
            "iPad Pro 11 2021",
            "Gen 8 2020",
            "18th mars 2026",
            "১৮ মার্চ 2026",
            "1773834000",
            "11:40",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn the_language_decides_what_may_mean_two_days() {
        for (line, lang, time) in [
            ("03/04/2026", "en-US", Some("2026-03-04")),
            ("03/04/2026", "en-GB", Some("2026-04-03")),
            ("03/04/2026", "en_AU", Some("2026-04-03")),
            ("3-4-2026", "nl", Some("2026-04-03")),
            ("03/04/2026", "FR-fr", Some("2026-04-03")),
            ("03/04/2026", "uz-Latn-TR", None),
            ("03/04/2026", "de", None),
            ("03.04.2026", "de", Some("2026-04-03")),
            ("03/04/2026", "fr-CA", None),
            ("03/04/2026", "es-US", None),
            ("03/04/2026", "en", None),
            ("03/04/2026", "zh-Hant-TW", None),
            ("04/04/2026", "en", Some("2026-04-04")),
            ("03.04.2026", "", Some("2026-04-03")),
            ("03.04.2026", "en-IE", Some("2026-04-03")),
            ("03.04.2026", "en", None),
            ("03.04.2026", "en-US", None),
            ("18.03.2026", "en-US", Some("2026-03-18")),
            ("3 gen 2021", "it", Some("2021-01-03")),
            ("3 gen 2021", "en-US", None),
            ("3 gennaio 2021", "en-US", Some("2021-01-03")),
            ("3. listopada 2026.", "pl", Some("2026-11-03")),
            ("3. listopada 2026.", "hr", None),
        ] {
            assert_eq!(read(line, lang).as_deref(), time, "{line} {lang}");
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
        assert_eq!(read(" 1773834000000 ").as_deref(), Some("2026-03-18T11:40+00:00"));
        assert_eq!(read("20260318").as_deref(), Some("2026-03-18"));
        for text in ["2026031811", "9999999999", "177383400", "1773834000 ago", "1.77383400"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn addresses_name_days() {
        let read = |url| of_address(url).map(|found| found.iso());
        for url in [
            "https://a.example/2026/03/18/mill",
            "https://a.example/2026/3/18/",
            "https://a.example/news/2026/03/18",
            "https://a.example/2026-03-18-mill.html",
            "https://a.example/news/mill-2026-03-18",
            "https://a.example/20260318/c12.html",
            "https://a.example/202603/18/c12.html",
            "https://a.example/2026-03/18/c_1.htm",
            "https://a.example/n1/2026/0318/c1-2.html",
            "https://a.example/art/t20260318_123.html",
            "https://a.example/a/20260318A01BC?from=2020-01-01#2020-01-01",
            "https://2020.example/2020/x/20260318/y/20250101/",
        ] {
            assert_eq!(read(url).as_deref(), Some("2026-03-18"), "{url}");
        }
        for url in [
            "",
            "https://20260318.example",
            "https://a.example/2026/03/",
            "https://a.example/2026/03/12-ways-to-mill",
            "https://a.example/2026/1105.html",
            "https://a.example/202603181",
            "https://a.example/120260318",
            "https://a.example/20260231/",
            "https://a.example/1989-03-18/",
            "https://a.example/2100-03-18/",
            "https://a.example/?day=2026-03-18",
        ] {
            assert_eq!(read(url), None, "{url}");
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
