//! Numbers, months and words, each in the one normal form of all its spellings.

/// A number of at most 18 digits: `digits` with the decimal point before the last `decimals`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Amount {
    digits: u64,
    decimals: u32,
}

/// The largest power of ten that multiplies an amount.
const MOST_POWERS: u32 = 18;

impl Amount {
    pub fn whole(digits: u64) -> Amount {
        Amount { digits, decimals: 0 }
    }

    /// The number with these digits; `None` if there are too many: then they are an identifier, not a quantity.
    pub fn new(digits: &str, decimals: usize) -> Option<Amount> {
        let short = digits.len() <= MOST_POWERS as usize;
        let digits = short.then(|| digits.parse().ok())??;
        let decimals = decimals as u32;
        Some(Amount { digits, decimals }.reduced())
    }

    /// Removes zeros at the end of the fraction.
    fn reduced(mut self) -> Amount {
        while self.decimals > 0 && self.digits.is_multiple_of(10) {
            self.digits /= 10;
            self.decimals -= 1;
        }
        self
    }

    pub fn as_whole(self) -> Option<u64> {
        (self.decimals == 0).then_some(self.digits)
    }

    /// The amount multiplied by this power of ten.
    pub fn times(self, power: u32) -> Amount {
        let fraction = power.min(self.decimals);
        let shift = 10u64.saturating_pow(power - fraction);
        Amount { digits: self.digits.saturating_mul(shift), decimals: self.decimals - fraction }
    }

    pub fn write(self, out: &mut String) {
        let power = 10u64.saturating_pow(self.decimals);
        out.push_str(&(self.digits / power).to_string());
        if self.decimals > 0 {
            let width = self.decimals as usize;
            out.push_str(&format!(".{:0width$}", self.digits % power));
        }
    }
}

const NUMERALS: &str = "〇一二三四五六七八九";

/// Whether a folded Han character is part of a numeral.
pub(crate) fn is_numeral(c: char) -> bool {
    matches!(
        c,
        '零' | '〇'
            | '一'
            | '二'
            | '两'
            | '三'
            | '四'
            | '五'
            | '六'
            | '七'
            | '八'
            | '九'
            | '十'
            | '百'
            | '千'
            | '万'
            | '亿'
    )
}

fn numeral(c: char) -> Option<u64> {
    match c {
        '零' => Some(0),
        '两' => Some(2),
        _ => NUMERALS.chars().position(|n| n == c).map(|n| n as u64),
    }
}

/// The power of ten of a unit.
pub(crate) fn han_power(c: char) -> Option<u32> {
    match c {
        '百' => Some(2),
        '千' => Some(3),
        '万' => Some(4),
        '亿' => Some(8),
        _ => None,
    }
}

/// The value of a Han numeral; `None` if it has none, such as a lone 千.
pub(crate) fn chinese(numerals: &str) -> Option<u64> {
    if numerals.chars().all(|c| numeral(c).is_some()) {
        // Digit by digit: 二〇一八.
        let digits = numerals.chars().filter_map(numeral);
        let short = numerals.chars().count() <= MOST_POWERS as usize;
        return (short && !numerals.is_empty()).then(|| digits.fold(0, |n, digit| 10 * n + digit));
    }
    let (mut total, mut section, mut ones, mut counted) = (0u64, 0u64, 0u64, false);
    for c in numerals.chars() {
        if let Some(digit) = numeral(c) {
            ones = digit;
            counted = true;
            continue;
        }
        let power = match c {
            '十' => {
                counted = true;
                1
            }
            _ => han_power(c)?,
        };
        if power < 4 {
            section = section.saturating_add(ones.max(1) * 10u64.pow(power));
        } else {
            let below = section.saturating_add(ones);
            let sum = total.saturating_add(below.max(u64::from(total == 0)));
            total = sum.saturating_mul(10u64.pow(power));
            section = 0;
        }
        ones = 0;
    }
    counted.then(|| total.saturating_add(section).saturating_add(ones))
}

/// The power of ten of an English word.
pub(crate) fn english_power(word: &str) -> Option<u32> {
    match word {
        "hundred" => Some(2),
        "thousand" => Some(3),
        "million" | "mn" => Some(6),
        "billion" | "bn" => Some(9),
        "trillion" => Some(12),
        _ => None,
    }
}

/// The value of one English number word. "One" has none, since it is usually a pronoun.
pub(crate) fn english(word: &str) -> Option<u64> {
    #[rustfmt::skip]
    const SMALL: [&str; 20] = [
        "zero", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ];
    #[rustfmt::skip]
    const TENS: [&str; 8] = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    let value = match SMALL.iter().position(|name| *name == word) {
        Some(small) => small,
        None => 10 * (TENS.iter().position(|name| *name == word)? + 2),
    };
    Some(value as u64)
}

/// The value of an English number word after tens, as in "forty-one".
pub(crate) fn english_ones(word: &str) -> Option<u64> {
    match word {
        "one" => Some(1),
        _ => english(word).filter(|ones| (1..10).contains(ones)),
    }
}

/// The normal form of a unit, and the power of ten that converts to it.
pub(crate) type Unit = (&'static str, u32);

/// Units that follow numbers in Chinese; of two with the same beginning, the longer one comes first.
#[rustfmt::skip]
pub(crate) const HAN_UNITS: [(&str, Unit); 31] = [
    ("平方公里", ("m2", 6)), ("平方千米", ("m2", 6)), ("平方米", ("m2", 0)), ("立方米", ("m3", 0)),
    ("公里", ("m", 3)), ("千米", ("m", 3)), ("厘米", ("cm", 0)), ("米", ("m", 0)),
    ("公顷", ("ha", 0)), ("亩", ("mu", 0)), ("公斤", ("kg", 0)), ("千克", ("kg", 0)),
    ("吨", ("t", 0)), ("升", ("l", 0)), ("度", ("°", 0)), ("美元", ("usd", 0)),
    ("美金", ("usd", 0)), ("欧元", ("eur", 0)), ("英镑", ("gbp", 0)), ("日元", ("jpy", 0)),
    ("元", ("cny", 0)), ("块钱", ("cny", 0)), ("岁", ("y", 0)), ("年", ("y", 0)),
    ("个月", ("mo", 0)), ("周", ("w", 0)), ("星期", ("w", 0)), ("天", ("d", 0)), ("小时", ("h", 0)),
    ("分钟", ("min", 0)), ("秒", ("s", 0)),
];

/// The unit that an English word means, without its endings.
pub(crate) fn english_unit(word: &str) -> Option<Unit> {
    let unit = match word {
        "km" | "kilometre" | "kilometres" | "kilometer" | "kilometers" => ("m", 3),
        "m" | "metre" | "metres" | "meter" | "meters" => ("m", 0),
        "cm" | "centimetre" | "centimetres" | "centimeter" | "centimeters" => ("cm", 0),
        "mile" | "miles" => ("mile", 0),
        "foot" | "feet" | "ft" => ("ft", 0),
        "hectare" | "hectares" | "ha" => ("ha", 0),
        "acre" | "acres" => ("acre", 0),
        "kg" | "kilogram" | "kilograms" | "kilo" | "kilos" => ("kg", 0),
        "ton" | "tons" | "tonne" | "tonnes" => ("t", 0),
        "litre" | "litres" | "liter" | "liters" => ("l", 0),
        "degree" | "degrees" => ("°", 0),
        "dollar" | "dollars" => ("usd", 0),
        "euro" | "euros" => ("eur", 0),
        "yuan" | "renminbi" => ("cny", 0),
        "yen" => ("jpy", 0),
        "year" | "years" => ("y", 0),
        "month" | "months" => ("mo", 0),
        "week" | "weeks" => ("w", 0),
        "day" | "days" => ("d", 0),
        "hour" | "hours" => ("h", 0),
        "minute" | "minutes" => ("min", 0),
        "second" | "seconds" => ("s", 0),
        _ => return None,
    };
    Some(unit)
}

/// The day of the week with this English name, counted from Sunday.
pub(crate) fn weekday(word: &str) -> Option<i64> {
    #[rustfmt::skip]
    const DAYS: [&str; 7] = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ];
    let place = DAYS.iter().position(|day| *day == word)?;
    Some(place as i64)
}

/// The month with this English name, complete or abbreviated.
pub(crate) fn month(word: &str) -> Option<u64> {
    #[rustfmt::skip]
    const MONTHS: [&str; 12] = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "november", "december",
    ];
    let may_be_short = (3..=4).contains(&word.len());
    let place = MONTHS.iter().position(|month| *month == word || may_be_short && month.starts_with(word))?;
    Some(place as u64 + 1)
}

/// Removes the endings of English words, so that "flooding" and "flooded" have the same form.
pub(crate) fn stem(word: &mut String) {
    if !word.is_ascii() {
        return;
    }
    let is_long = word.len() > 5;
    if is_long && word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if is_long && let Some(ending) = ["ing", "ed", "es", "ly", "er"].iter().find(|e| word.ends_with(**e)) {
        word.truncate(word.len() - ending.len());
    } else if word.len() > 3 && word.ends_with('s') && !word.ends_with("ss") {
        word.pop();
    }
    let bytes = word.as_bytes();
    let doubled = bytes.len() > 4 && bytes[bytes.len() - 1] == bytes[bytes.len() - 2];
    if doubled {
        word.pop();
    }
    if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn han_numerals_are_numbers() {
        let cases = [
            ("三千", 3000),
            ("十四", 14),
            ("二十", 20),
            ("二〇一八", 2018),
            ("两万五千", 25_000),
            ("三亿", 300_000_000),
            ("一百零五", 105),
            ("十万亿", 10_000_000_000_000),
        ];
        for (numerals, value) in cases {
            assert_eq!(chinese(numerals), Some(value), "{numerals}");
        }
        assert_eq!(["千", "万", "百万", ""].map(chinese), [None; 4]);
        assert!(chinese(&"九亿".repeat(40)).is_some(), "no overflow");
    }

    #[test]
    fn amounts_have_one_form() {
        let form = |digits: &str, decimals: usize, power: u32| {
            let mut form = String::new();
            let amount = Amount::new(digits, decimals).expect("short enough");
            amount.times(power).write(&mut form);
            form
        };
        assert_eq!(form("25", 1, 6), "2500000");
        assert_eq!(form("3000", 0, 0), "3000");
        assert_eq!(form("2500", 3, 0), "2.5");
        assert_eq!(form("1045", 2, 0), "10.45");
        assert_eq!(form("1005", 3, 1), "10.05");
        assert_eq!(Amount::new("1234567890123456789", 0), None);
    }

    #[test]
    fn months_are_written_in_two_ways() {
        let months = ["april", "apr", "sept", "may", "ma", "marching", "j"].map(month);
        assert_eq!(months, [Some(4), Some(4), Some(9), Some(5), None, None, None]);
    }

    #[test]
    fn endings_do_not_count() {
        let stem = |word: &str| {
            let mut word = word.to_owned();
            stem(&mut word);
            word
        };
        for words in [
            ["flooding", "flooded"],
            ["stopped", "stopping"],
            ["parties", "party"],
            ["bombs", "bomb"],
            ["houses", "house"],
        ] {
            assert_eq!(stem(words[0]), stem(words[1]));
        }
        assert_eq!(["press", "gas", "été"].map(stem), ["pres", "gas", "été"]);
    }
}
