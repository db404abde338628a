//! Days in addresses.

use super::{Cursor, Found, days};

/// The day in the path of an address: `/2026/03/18/mill`, `/2026-03-18-mill`, `/2026/0318/`, `t20260318_12.html`. It
/// must have a day of the month, must not be next to other digits, and must be in 1990 to 2099. Linear in the address.
pub fn of_address(url: &str) -> Option<Found> {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let address = &url[..end];
    let host = address.find("://").map_or(0, |scheme| scheme + 3);
    let path = host + address[host..].find('/')?;
    let digit = |at: usize| address.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    (path..end).filter(|&at| digit(at) && !digit(at - 1)).find_map(|start| {
        let (days, rest) = day(&address[start..])?;
        Some(Found::new(days, None, start..end - rest.len()))
    })
}

/// The day at the beginning of a path, in days since the beginning of 1970, and the rest of the path.
fn day(path: &str) -> Option<(i64, &str)> {
    let mut rest = Cursor { rest: path, lang: "", inner: None };
    let year = rest.digits(4).filter(|year| *year >= 1990)?;
    let first = rest.one_of("-/_.");
    let month = after(first, &mut rest)?;
    let second = rest.one_of("-/_.");
    let day = after(second, &mut rest)?;
    // `/2026/03/12-ways` and `/2026/1105.html` have names and numbers there.
    let is_folder = second == Some('/') || second.is_none() && first == Some('/');
    let ends = if is_folder { rest.rest.is_empty() || rest.rest.starts_with('/') } else { rest.run() == 0 };
    let days = days(year, month, day).filter(|_| ends)?;
    Some((days, rest.rest))
}

/// Takes a month or a day after a mark. Between slashes, leading zeros may be missing.
fn after(mark: Option<char>, rest: &mut Cursor) -> Option<u32> {
    rest.digits(2).or_else(|| (mark == Some('/')).then(|| rest.number(1..=2))?)
}
