//! The charsets of East Asia.

use super::{Step, found};
use crate::Kind;
use crate::tables::{BIG5, EUC_KR, GB18030, JIS0208, JIS0212, four_bytes};
use std::ops::RangeInclusive;

/// The character set that ISO-2022-JP has switched to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shift {
    set: Set,
    /// Whether it has just switched, with no character since.
    idle: bool,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Set {
    #[default]
    Ascii,
    Roman,
    Katakana,
    Kanji,
}

/// The next step, if the charset is one of these and treats these bytes specially.
pub(super) fn step(kind: Kind, bytes: &[u8], last: bool, shift: &mut Shift) -> Option<Step> {
    let (lead, rest) = bytes.split_first()?;
    Some(match (kind, *lead) {
        (Kind::Iso2022Jp, _) => iso_2022_jp(bytes, last, shift),
        (_, 0..0x80) => return None,
        (Kind::Gb18030, lead) => gb18030(lead, rest),
        (Kind::Big5, lead) => big5(lead, rest),
        (Kind::EucJp, lead) => euc_jp(lead, rest),
        (Kind::ShiftJis, lead) => shift_jis(lead, rest),
        (Kind::EucKr, lead) => two(lead, 0x81..=0xFE, rest, |trail| EUC_KR.get(lead, trail)),
        _ => return None,
    })
}

/// A lead byte and its trail. In an invalid pair, a trail that is ASCII stands for itself.
fn two(lead: u8, leads: RangeInclusive<u8>, rest: &[u8], find: impl Fn(u8) -> Option<char>) -> Step {
    match rest.first() {
        _ if !leads.contains(&lead) => Step::Error(1),
        None => Step::More,
        Some(&trail) => match find(trail) {
            Some(c) => Step::Char(c, 2),
            None => wrong_trail(1, trail),
        },
    }
}

fn wrong_trail(leads: usize, trail: u8) -> Step {
    Step::Error(leads + usize::from(!trail.is_ascii()))
}

fn gb18030(lead: u8, rest: &[u8]) -> Step {
    const DIGIT: RangeInclusive<u8> = b'0'..=b'9';
    const LETTER: RangeInclusive<u8> = 0x81..=0xFE;
    match *rest {
        _ if lead == 0x80 => Step::Char('€', 1),
        _ if lead == 0xFF => Step::Error(1),
        [b, c, d, ..] if DIGIT.contains(&b) && LETTER.contains(&c) && DIGIT.contains(&d) => {
            let [a, b, c, d] = [lead - 0x81, b - b'0', c - 0x81, d - b'0'].map(u32::from);
            found(four_bytes(((a * 10 + b) * 126 + c) * 10 + d), 4)
        }
        [b] if DIGIT.contains(&b) => Step::More,
        [b, c] if DIGIT.contains(&b) && LETTER.contains(&c) => Step::More,
        [b, ..] if DIGIT.contains(&b) => Step::Error(1),
        _ => two(lead, LETTER, rest, |trail| GB18030.get(lead, trail)),
    }
}

fn big5(lead: u8, rest: &[u8]) -> Step {
    // The only sequences that stand for two characters.
    let pair = match (lead, rest.first()) {
        (0x88, Some(0x62)) => Some(('Ê', '\u{304}')),
        (0x88, Some(0x64)) => Some(('Ê', '\u{30C}')),
        (0x88, Some(0xA3)) => Some(('ê', '\u{304}')),
        (0x88, Some(0xA5)) => Some(('ê', '\u{30C}')),
        _ => None,
    };
    match pair {
        Some((a, b)) => Step::Two(a, b, 2),
        None => two(lead, 0x81..=0xFE, rest, |trail| BIG5.get(lead, trail)),
    }
}

fn half_width_katakana(byte: u8) -> Option<char> {
    (0xA1..=0xDF).contains(&byte).then(|| char::from_u32(0xFF61 - 0xA1 + u32::from(byte)))?
}

fn euc_jp(lead: u8, rest: &[u8]) -> Step {
    let upper = |byte: u8| byte >= 0xA1;
    match *rest {
        [a] if lead == 0x8F && upper(a) && a != 0xFF => Step::More,
        [a, b, ..] if lead == 0x8F && upper(a) && a != 0xFF => match JIS0212.get(a, b) {
            Some(c) => Step::Char(c, 3),
            None => wrong_trail(2, b),
        },
        [trail, ..] if lead == 0x8E => match half_width_katakana(trail) {
            Some(c) => Step::Char(c, 2),
            None => wrong_trail(1, trail),
        },
        [] if lead == 0x8E || lead == 0x8F => Step::More,
        [trail, ..] if lead == 0x8F => wrong_trail(1, trail),
        _ => two(lead, 0xA1..=0xFE, rest, |trail| upper(trail).then(|| JIS0208.get(lead, trail))?),
    }
}

fn shift_jis(lead: u8, rest: &[u8]) -> Step {
    if lead == 0x80 {
        return Step::Char('\u{80}', 1);
    }
    if let Some(c) = half_width_katakana(lead) {
        return Step::Char(c, 1);
    }
    if lead == 0xA0 {
        return Step::Error(1);
    }
    two(lead, 0x81..=0xFC, rest, |trail| {
        let row = u32::from(lead) - if lead < 0xA0 { 0x81 } else { 0xC1 };
        let cell = match trail {
            0x40..=0x7E => u32::from(trail) - 0x40,
            0x80..=0xFC => u32::from(trail) - 0x41,
            _ => return None,
        };
        match row * 188 + cell {
            // User-defined characters.
            pointer @ 8836..=10715 => char::from_u32(0xE000 - 8836 + pointer),
            pointer => jis0208(pointer),
        }
    })
}

/// The character at a pointer of the standard's index. The rows beyond 94, which only Shift_JIS has, are stored before
/// the first row.
fn jis0208(pointer: u32) -> Option<char> {
    let (row, cell) = (pointer / 94, pointer % 94);
    let lead = if row < 94 { 0xA1 + row } else { 0x81 + row - 94 };
    JIS0208.get(u8::try_from(lead).ok()?, 0xA1 + cell as u8)
}

fn iso_2022_jp(bytes: &[u8], last: bool, shift: &mut Shift) -> Step {
    let byte = bytes[0];
    if byte == 0x1B {
        return escape(bytes, last, shift);
    }
    shift.idle = false;
    match shift.set {
        Set::Kanji => match (byte, bytes.get(1)) {
            (0x21..=0x7E, None) => Step::More,
            (0x21..=0x7E, Some(0x1B)) => Step::Error(1),
            (0x21..=0x7E, Some(&trail @ 0x21..=0x7E)) => found(JIS0208.get(byte + 0x80, trail + 0x80), 2),
            (0x21..=0x7E, Some(_)) => Step::Error(2),
            _ => Step::Error(1),
        },
        Set::Katakana => match byte {
            0x21..=0x5F => found(half_width_katakana(byte + 0x80), 1),
            _ => Step::Error(1),
        },
        Set::Ascii | Set::Roman => match byte {
            0x5C if shift.set == Set::Roman => Step::Char('¥', 1),
            0x7E if shift.set == Set::Roman => Step::Char('‾', 1),
            0x0E | 0x0F | 0x80.. => Step::Error(1),
            _ => Step::Char(byte as char, 1),
        },
    }
}

fn escape(bytes: &[u8], last: bool, shift: &mut Shift) -> Step {
    let set = match bytes[1..] {
        [b'(', b'B', ..] => Set::Ascii,
        [b'(', b'J', ..] => Set::Roman,
        [b'(', b'I', ..] => Set::Katakana,
        [b'$', b'@' | b'B', ..] => Set::Kanji,
        [] | [b'(' | b'$'] if !last => return Step::More,
        _ => {
            shift.idle = false;
            return Step::Error(1);
        }
    };
    shift.set = set;
    // Two switches in a row could hide text, so they are shown as an error.
    if std::mem::replace(&mut shift.idle, true) { Step::Error(3) } else { Step::Nothing(3) }
}
