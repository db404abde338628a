//! React's data, which a page passes to its scripts in parts.

use super::MAX_DEPTH;
use crate::parse::characters::find;
use crate::parse::json::Reader;

/// The call that passes a part of React's data.
pub(super) const FLIGHT: &str = "__next_f.push(";

/// Appends the strings passed by the calls in a script.
pub(super) fn add_flight(script: &str, flight: &mut String) {
    let mut reader = Reader::new(script, MAX_DEPTH);
    while let Some(call) = find(&script[reader.at..], FLIGHT) {
        reader.at += call + FLIGHT.len();
        if reader.skip_to(|byte| !matches!(byte, b'[' | b',' | b'0'..=b'9' | b' ')) == Some(b'"')
            && let Some(string) = reader.string()
        {
            flight.push_str(&string.text());
        }
    }
}

/// A row of React's data.
pub(super) enum Row<'a> {
    /// A text, and the number by which other rows refer to it: `$1f`.
    Text(&'a str, &'a str),
    Json(&'a str),
}

/// The rows: a number, a colon, and either JSON up to the end of the line, or `T`, the length and a text.
pub(super) fn rows(flight: &str) -> impl Iterator<Item = Row<'_>> {
    let mut rest = flight;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let line = rest.find('\n').unwrap_or(rest.len());
        let text = find(&rest[..line], ":T").and_then(|colon| {
            let (id, after) = (&rest[..colon], &rest[colon + 2..line]);
            let (length, _) = after.split_once(',')?;
            let start = id.len() + 2 + length.len() + 1;
            let end = start.checked_add(u32::from_str_radix(length, 16).ok()? as usize)?;
            let is_id = id.len() <= 8 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
            is_id.then(|| (id, start, end.min(rest.len())))
        });
        match text {
            Some((id, start, end)) if rest.is_char_boundary(end) && start <= end => {
                let text = &rest[start..end];
                rest = &rest[end..];
                Some(Row::Text(id, text))
            }
            _ => {
                let row = &rest[..line];
                rest = rest.get(line + 1..).unwrap_or_default();
                Some(Row::Json(row))
            }
        }
    })
}
