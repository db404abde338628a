//! Days: a month with a day, and days relative to the date of the page.

use super::{FactKind, Scanner};
use crate::facts::numbers;
use crate::metadata::date::date_of;

impl Scanner {
    /// After a month: the end of its day, the month, and the day.
    pub(super) fn day_of_chinese_month(&self, at: usize, month: u64) -> Option<(usize, u64, u64)> {
        let rest = self.chars.get(at + 1..)?;
        if self.chars[at].folded != '月' || !(1..=12).contains(&month) {
            return None;
        }
        let run = |is: fn(char) -> bool| rest.iter().take_while(|c| is(c.folded)).count();
        let digits = run(|c| c.is_ascii_digit());
        let numerals = run(numbers::is_numeral);
        let length = digits.max(numerals);
        let figure: String = rest[..length].iter().map(|c| c.folded).collect();
        let day = if digits > 0 { figure.parse().ok() } else { numbers::chinese(&figure) }?;
        let end = rest.get(length)?;
        let is_day = matches!(end.folded, '日' | '号') && (1..=31).contains(&day);
        is_day.then_some((at + 2 + length, month, day))
    }

    /// Handles a date relative to the page's date: 昨天, 上周三.
    pub(super) fn relative_han(&mut self, at: usize) {
        // Most characters do not begin such a word.
        let may_begin = matches!(self.chars[at].folded, '今' | '昨' | '前' | '明' | '周' | '星' | '礼');
        let Some(published) = self.published.filter(|_| may_begin) else {
            return;
        };
        #[rustfmt::skip]
        const DAYS: [(&str, i64); 10] = [
            ("今天", 0), ("今日", 0), ("今晚", 0), ("今晨", 0), ("昨天", -1), ("昨日", -1), ("昨晚", -1), ("前天", -2),
            ("明天", 1), ("明日", 1),
        ];
        if let Some((word, days)) = DAYS.iter().find(|(word, _)| self.spells(at, word)) {
            self.add_day(published + days, at, at + word.chars().count());
            return;
        }
        let mut weeks = ["周", "星期", "礼拜"].iter();
        let Some(week) = weeks.find(|week| self.spells(at, week)) else {
            return;
        };
        let end = at + week.chars().count();
        let name = self.chars.get(end).map(|c| c.folded);
        let Some(day) = name.and_then(|name| "日一二三四五六".chars().position(|day| day == name)) else {
            return;
        };
        // Weeks begin on Mondays.
        let monday = published - (published + 3).rem_euclid(7);
        let of_week = monday + (day as i64 + 6) % 7;
        let days = if self.spells_before(at, "上") {
            of_week - 7
        } else if self.spells_before(at, "下") {
            of_week + 7
        } else if self.spells_before(at, "本") || of_week <= published {
            of_week
        } else {
            of_week - 7
        };
        self.add_day(days, at, end + 1);
    }

    /// The date of 16日 without its month, relative to the page's date: 本月16日, 上月16日, or the last 16th. In days since
    /// the beginning of 1970, and with its end.
    pub(super) fn day_of_month(&self, at: usize, end: usize, day: u64) -> Option<(i64, usize)> {
        let published = self.published?;
        let next = self.chars.get(end + 1).map(|c| c.folded);
        let names_a_day =
            self.spells(end, "日") && !next.is_some_and(|next| matches!(next, '内' | '后' | '前' | '游' | '均'));
        if !names_a_day || !(1..=31).contains(&day) {
            return None;
        }
        // Each month by the day before its first.
        let this_month = published - date_of(published)[2];
        let last_month = this_month - date_of(this_month)[2];
        // A page may announce tomorrow's events.
        let is_over = this_month + day as i64 <= published + 1;
        let is_in_this = self.spells_before(at, "本月") || is_over && !self.spells_before(at, "上月");
        let days = day as i64 + if is_in_this { this_month } else { last_month };
        // Not every month has a 31st.
        (date_of(days)[2] == day as i64).then_some((days, end + 1))
    }

    /// The month after a day, as in "4th of April".
    pub(super) fn month_after(&self, at: usize) -> Option<(usize, u64)> {
        let (mut word, mut end) = self.word_after(at)?;
        if matches!(&*word, "st" | "nd" | "rd" | "th") {
            (word, end) = self.word_after(end)?;
        }
        if word == "of" {
            (word, end) = self.word_after(end)?;
        }
        Some((end, numbers::month(&word)?))
    }

    /// Handles a date relative to the page's date: "yesterday", or "Monday", which means the last one.
    pub(super) fn relative_english(&mut self, at: usize, end: usize, capital: bool) {
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
                let is_next = self.spells_before(at, "next ");
                if is_next { 7 - back } else { -back }
            }),
        };
        if let Some(days) = days {
            let word = std::mem::take(&mut self.form);
            self.add_day(published + days, at, end);
            self.form = word;
        }
    }

    /// After the name of a month: adds the date with the day that follows, and returns its end.
    pub(super) fn english_day(&mut self, end: usize) -> Option<usize> {
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

    /// Adds a date given in days since the beginning of 1970.
    pub(super) fn add_day(&mut self, days: i64, from: usize, to: usize) {
        let [_, month, day] = date_of(days);
        self.add_date(month as u64, day as u64, from, to);
    }

    pub(super) fn add_date(&mut self, month: u64, day: u64, from: usize, to: usize) {
        self.form = format!("{month:02}-{day:02}");
        let [start, end] = [self.chars[from].start, self.chars[to - 1].end];
        self.add(FactKind::Date, start, end);
    }
}
