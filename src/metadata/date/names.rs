//! The words in times: names of months and zones, and the order of dates in digits by language.

use super::days;
use crate::languages::{self, Kinds};
use crate::parse::characters::has_word;

pub(super) struct Month {
    /// 1 to 12.
    number: u32,
    pub is_english: bool,
    /// Whether the name is not abbreviated.
    pub is_whole: bool,
    is_solar: bool,
}

impl Month {
    /// The month with a name or a number. In English, abbreviations from other languages do not count: `12th Gen 2021`
    /// is not a date.
    pub fn from_name(name: &str, lang: &str) -> Option<Month> {
        if let Ok(number) = name.parse() {
            return Some(Month { number, is_english: false, is_whole: true, is_solar: false });
        }
        let kinds = languages::whole_in(name, language(lang));
        let is_english = kinds.has(Kinds::ENGLISH);
        let is_whole = !kinds.has(Kinds::SHORT);
        let is_foreign = !is_english && !is_whole && has_word("en", language(lang));
        let number = kinds.month().filter(|_| !is_foreign)?;
        Some(Month { number, is_english, is_whole, is_solar: kinds.has(Kinds::SOLAR) })
    }

    /// Days from the beginning of 1970 to a day of the month.
    pub fn day(&self, year: u32, day: u32) -> Option<i64> {
        if self.is_solar { solar_days(year, self.number, day) } else { days(year, self.number, day) }
    }
}

/// Days from the beginning of 1970 to a day of the Persian calendar. Of 33 years, eight are leap years.
fn solar_days(year: u32, month: u32, day: u32) -> Option<i64> {
    let last = if month < 7 { 31 } else { 30 };
    ((1300..1500).contains(&year) && (1..=last).contains(&day)).then_some(())?;
    let (years, month, day) = (i64::from(year) - 1300, i64::from(month) - 1, i64::from(day) - 1);
    let leaps = (8 * years + 26) / 33;
    // The year 1300 began on 21 March 1921.
    Some(-17_818 + 365 * years + leaps + 31 * month - (month - 6).max(0) + day)
}

/// Minutes that zones are ahead of UTC, by name. Names of several zones, such as `CST`, are left out.
#[rustfmt::skip]
pub(super) const ZONES: [(&str, i64); 19] = [
    ("Z", 0), ("UTC", 0), ("GMT", 0), ("BST", 60), ("CET", 60), ("MEZ", 60), ("CEST", 120), ("MESZ", 120),
    ("EET", 120), ("EEST", 180), ("MSK", 180), ("МСК", 180), ("WIB", 420), ("JST", 540), ("KST", 540),
    ("EST", -300), ("EDT", -240), ("PST", -480), ("PDT", -420),
];

/// Whether pages in a language write `3/4/2012`, or with points `3.4.2012`, for the third of April; `None` if they may
/// mean either. In languages that use points, pages with slashes keep the order of their software.
pub(super) fn is_day_first(lang: &str, has_points: bool) -> Option<bool> {
    let region = region(lang);
    if !has_word("en", language(lang)) {
        let slashes = "ar ca el es fr gl he id it ms nl pl pt ro tr vi";
        let is_known = has_word(slashes, language(lang)) && !has_word("US CA PR", region);
        (has_points || is_known).then_some(true)
    } else if has_word("US", region) {
        (!has_points).then_some(false)
    } else {
        has_word("GB UK IE AU NZ IN ZA SG HK MY NG PK", region).then_some(true)
    }
}

/// Whether pages in a language write two-digit years, as in CLDR's short dates.
pub(super) fn has_short_years(lang: &str) -> bool {
    has_word("ca cs de el es gl it", language(lang)) || lang == "en-US"
}

fn language(lang: &str) -> &str {
    lang.split(['-', '_']).next().unwrap_or(lang)
}

/// The region of a tag, such as the `TW` of `zh-Hant-TW`; empty if it has none.
pub(super) fn region(lang: &str) -> &str {
    let mut parts = lang.split(['-', '_']).skip(1);
    parts.find(|part| part.len() == 2).unwrap_or("")
}
