//! Numbers: digits and number words, with their multipliers and units.

use super::{Char, FactKind, Scanner};
use crate::facts::numbers::{self, Amount};
use crate::text::CharClass;

impl Scanner {
    /// Handles a number in digits, with everything that belongs to it.
    pub(super) fn figure(&mut self, at: usize) -> usize {
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
            if let Some((end, month)) = self.month_after(end).filter(|_| (1..=31).contains(&month)) {
                self.add_date(month, amount.as_whole().unwrap_or(1), at, end);
                return end;
            }
        }
        if let Some(day) = amount.as_whole()
            && let Some((days, end)) = self.day_of_month(at, end, day)
        {
            self.add_day(days, at, end);
            return end;
        }
        let (amount, end) = self.multiplied(amount, end);
        let (is_share, end) = self.percent(end);
        self.add_amount(amount, is_share, at, end);
        end
    }

    /// The ends of the groups of digits joined by hyphens.
    pub(super) fn groups(&self, at: usize) -> Vec<usize> {
        let mut ends = Vec::new();
        let mut place = at;
        loop {
            let digits = self.chars[place..].iter().take_while(|c| c.is_digit());
            place += digits.count();
            ends.push(place);
            let joined = self.chars.get(place).is_some_and(|c| c.folded == '-');
            if !joined || !self.chars.get(place + 1).is_some_and(Char::is_digit) {
                return ends;
            }
            place += 1;
        }
    }

    /// Handles digits with hyphens: a date, a range, or an identifier such as a telephone number.
    pub(super) fn hyphenated(&mut self, at: usize, ends: &[usize]) -> usize {
        let (mut numbers, mut from) = (Vec::new(), at);
        for &to in ends {
            let digits: String = self.chars[from..to].iter().map(|c| c.folded).collect();
            numbers.push(digits.parse::<u64>().unwrap_or(0));
            from = to + 1;
        }
        let (first_end, end) = (ends[0], ends[ends.len() - 1]);
        match numbers[..] {
            // Each end of a range is a separate number.
            [first, last] => {
                self.add_amount(Amount::whole(first), false, at, first_end);
                self.add_amount(Amount::whole(last), false, first_end + 1, end);
            }
            [year, month @ 1..=12, day @ 1..=31] if first_end - at == 4 => {
                self.add_amount(Amount::whole(year), false, at, first_end);
                self.add_date(month, day, first_end + 1, end);
            }
            _ => {}
        }
        end
    }

    /// Reads digits with commas between thousands, and a fraction.
    pub(super) fn digits(&self, at: usize) -> Option<(Amount, usize)> {
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
    pub(super) fn multiplied(&self, mut amount: Amount, mut at: usize) -> (Amount, usize) {
        let folded = |at: usize| self.chars.get(at).map(|c| c.folded);
        // As in 三十余万.
        if matches!((folded(at), folded(at + 1)), (Some('多' | '余'), Some('万' | '亿'))) {
            at += 1;
        }
        while let Some(power) = folded(at).and_then(numbers::han_power) {
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

    pub(super) fn percent(&self, at: usize) -> (bool, usize) {
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

    /// The value of consecutive number words; the first word ends here.
    pub(super) fn spelled(&self, end: usize) -> Option<(Amount, usize)> {
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

    pub(super) fn add_amount(&mut self, amount: Amount, is_share: bool, from: usize, to: usize) {
        let unit = if is_share { Some(("%", 0, to)) } else { self.unit(amount, from, to) };
        // Also adds the bare number, since the other text may use another counting word. A percentage is not a number
        // of things.
        let bare = (!is_share).then_some(("", 0, to));
        for (unit, power, end) in bare.into_iter().chain(unit) {
            self.form.clear();
            amount.times(power).write(&mut self.form);
            self.form.push_str(unit);
            let [start, end] = [self.chars[from].start, self.chars[end - 1].end];
            self.add(FactKind::Number, start, end);
        }
    }

    /// The unit of the number from `from` to `to`, its power of ten, and its end.
    pub(super) fn unit(&self, amount: Amount, from: usize, to: usize) -> Option<(&'static str, u32, usize)> {
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
        let next = self.chars.get(to).filter(|c| c.class == CharClass::Han)?;
        // 2018年 is a year, but 41年 is a duration.
        let whole = amount.as_whole();
        let is_year = whole.is_some_and(|year| (1000..2100).contains(&year));
        let mut units = numbers::HAN_UNITS
            .iter()
            .filter(|(word, _)| word.starts_with(next.folded) && !(is_year && *word == "年") && self.spells(to, word));
        let (word, (unit, power)) = units.next()?;
        Some((unit, *power, to + word.chars().count()))
    }
}
