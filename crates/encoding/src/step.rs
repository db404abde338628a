//! The next character of some bytes, for each charset as the Encoding Standard decodes it.

use crate::Kind;
use crate::tables::single_byte;

mod multibyte;

/// The meaning of the next bytes, and their number.
pub(crate) enum Step {
    Char(char, usize),
    Two(char, char, usize),
    Error(usize),
    /// They change how later bytes are decoded.
    Nothing(usize),
    /// They may be the beginning of a longer sequence.
    More,
}

/// How earlier bytes change the decoding of later ones.
#[derive(Clone, Copy, Default)]
pub(crate) struct Shift {
    japanese: multibyte::Shift,
    /// Whether the one error of a text in `replacement` has been reported.
    refused: bool,
}

/// The next step over at least one byte; `last` if no more will come.
pub(crate) fn step(kind: Kind, bytes: &[u8], last: bool, shift: &mut Shift) -> Step {
    match any_step(kind, bytes, last, shift) {
        Step::More if last => Step::Error(bytes.len()),
        step => step,
    }
}

fn any_step(kind: Kind, bytes: &[u8], last: bool, shift: &mut Shift) -> Step {
    if let Some(step) = multibyte::step(kind, bytes, last, &mut shift.japanese) {
        return step;
    }
    match (kind, bytes[0]) {
        (Kind::Utf8, _) => utf8(bytes),
        (Kind::Utf16Le, _) => utf16(bytes, u16::from_le_bytes),
        (Kind::Utf16Be, _) => utf16(bytes, u16::from_be_bytes),
        (Kind::Replacement, _) => replacement(bytes, shift),
        (_, byte @ 0..0x80) => Step::Char(byte as char, 1),
        (Kind::SingleByte(charset), byte) => found(single_byte(charset, byte), 1),
        (Kind::UserDefined, byte) => found(char::from_u32(0xF780 - 0x80 + u32::from(byte)), 1),
        // Charsets of several bytes are decoded above.
        _ => Step::Error(1),
    }
}

/// The character that a table or a formula gives for a sequence, if any.
fn found(c: Option<char>, length: usize) -> Step {
    c.map_or(Step::Error(length), |c| Step::Char(c, length))
}

fn utf8(bytes: &[u8]) -> Step {
    let chunk = bytes.utf8_chunks().next();
    let Some(chunk) = chunk else {
        return Step::More;
    };
    match (chunk.valid().chars().next(), str::from_utf8(bytes)) {
        (Some(c), _) => Step::Char(c, c.len_utf8()),
        (None, Err(error)) if error.error_len().is_none() => Step::More,
        (None, _) => Step::Error(chunk.invalid().len()),
    }
}

fn utf16(bytes: &[u8], read: fn([u8; 2]) -> u16) -> Step {
    let unit = |at: usize| Some(read([*bytes.get(at)?, *bytes.get(at + 1)?]));
    match (unit(0), unit(2)) {
        (None, _) | (Some(0xD800..0xDC00), None) => Step::More,
        (Some(high @ 0xD800..0xDC00), Some(low @ 0xDC00..0xE000)) => {
            let c = 0x10000 + (u32::from(high - 0xD800) << 10) + u32::from(low - 0xDC00);
            found(char::from_u32(c), 4)
        }
        (Some(unit), _) => found(char::from_u32(unit.into()), 2),
    }
}

fn replacement(bytes: &[u8], shift: &mut Shift) -> Step {
    if std::mem::replace(&mut shift.refused, true) { Step::Nothing(bytes.len()) } else { Step::Error(bytes.len()) }
}
