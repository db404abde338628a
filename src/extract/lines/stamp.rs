//! Lines that state when a message was written.

/// Whether a line states a date and a time of day, in digits.
pub(crate) fn is_stamp(line: &str) -> bool {
    has_clock(line) && has_date(line)
}

/// Whether a line has a colon between two digits.
fn has_clock(line: &str) -> bool {
    let digits = line.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit());
    let mut after = digits.map(|(at, _)| &line[at + 1..]);
    after.any(|after| {
        let after = after.strip_prefix([':', '：']);
        after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
    })
}

fn has_date(line: &str) -> bool {
    let (mut date, mut year) = (false, 0);
    // A number after a colon is part of a time, or the first of a range.
    let mut is_time = false;
    let mut before = ' ';
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        let between = before.is_ascii_digit() && after.is_ascii_digit();
        let between_numbers = between && !is_time;
        is_time = matches!(c, ':' | '：') && between || is_time && c.is_ascii_digit();
        date |= between_numbers && matches!(c, '-' | '/' | '.' | '月') || c == '日' && before.is_ascii_digit();
        year = if c.is_ascii_digit() { year + 1 } else { 0 };
        date |= year == 4 && !after.is_ascii_digit();
        before = c;
    }
    date
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_states_date_and_time() {
        for line in [
            "# re: 水库蓄满 2024-12-27 12:46 林一",
            "【林一】08-11 16:06 298字",
            "林一 2月3日 16：06",
            "Ann (guest) 13.01.2012, 13:31",
            "Ann, Nov 18, 2019 at 5:45 pm",
        ] {
            assert!(is_stamp(line), "{line}");
        }
        for line in ["比分 3:1", "2024-12-27", "The year 2019", "比例 1:10", "Acts 16:11-40", "3:13–23", ""] {
            assert!(!is_stamp(line), "{line}");
        }
    }
}
