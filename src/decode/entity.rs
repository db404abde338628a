//! Character references (`&amp;`, `&#20013;`, `&nbsp`) as the HTML standard reads them.
//!
//! The names are in a sorted table, which takes a third of the space of a hash table in WebAssembly. References are
//! rare enough for a binary search over lines.

use memchr::{memchr, memrchr};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Longest name of the standard, in letters.
const LONGEST: usize = 32;

/// For each first letter, A to Z and a to z, sorted lines of the rest of a name, a space, and what it stands for,
/// without the line feed. In the file, which `tools/scripts/entities.mjs` makes from the package character-entities
/// 2.0.2 (MIT), an empty line separates the letters.
const NAMES: [&str; 52] = {
    let mut rest = include_str!("data/entity_names.txt");
    let mut names = [""; 52];
    let mut letter = 0;
    while letter < 51 {
        let mut end = 1;
        while rest.as_bytes()[end - 1] != b'\n' || rest.as_bytes()[end] != b'\n' {
            end += 1;
        }
        names[letter] = rest.split_at(end).0;
        rest = rest.split_at(end + 1).1;
        letter += 1;
    }
    names[51] = rest;
    names
};

/// The names that need no semicolon.
#[rustfmt::skip]
const LEGACY: [&str; 106] = [
    "AElig", "AMP", "Aacute", "Acirc", "Agrave", "Aring", "Atilde", "Auml", "COPY", "Ccedil", "ETH", "Eacute", "Ecirc",
    "Egrave", "Euml", "GT", "Iacute", "Icirc", "Igrave", "Iuml", "LT", "Ntilde", "Oacute", "Ocirc", "Ograve", "Oslash",
    "Otilde", "Ouml", "QUOT", "REG", "THORN", "Uacute", "Ucirc", "Ugrave", "Uuml", "Yacute", "aacute", "acirc",
    "acute", "aelig", "agrave", "amp", "aring", "atilde", "auml", "brvbar", "ccedil", "cedil", "cent", "copy",
    "curren", "deg", "divide", "eacute", "ecirc", "egrave", "eth", "euml", "frac12", "frac14", "frac34", "gt",
    "iacute", "icirc", "iexcl", "igrave", "iquest", "iuml", "laquo", "lt", "macr", "micro", "middot", "nbsp", "not",
    "ntilde", "oacute", "ocirc", "ograve", "ordf", "ordm", "oslash", "otilde", "ouml", "para", "plusmn", "pound",
    "quot", "raquo", "reg", "sect", "shy", "sup1", "sup2", "sup3", "szlig", "thorn", "times", "uacute", "ucirc",
    "ugrave", "uml", "uuml", "yacute", "yen", "yuml",
];

/// Where a text comes from: in attributes, a few names without a semicolon stand for themselves, since they may be part
/// of an address (`?a=1&copy=2`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Context {
    Text,
    Attribute,
}

/// Replaces the character references of a text.
pub fn decode(text: &str, context: Context) -> Cow<'_, str> {
    let Some(first) = memchr(b'&', text.as_bytes()) else {
        return Cow::Borrowed(text);
    };
    let mut out = String::with_capacity(text.len());
    out.push_str(&text[..first]);
    let mut rest = &text[first..];
    while !rest.is_empty() {
        let used = reference(rest, context, &mut out).unwrap_or_else(|| {
            out.push('&');
            1
        });
        rest = &rest[used..];
        let next = rest.find('&').unwrap_or(rest.len());
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    Cow::Owned(out)
}

/// Decodes the reference at the start of `text`, which begins with `&`, and returns its length, or `None` if it is not
/// a reference.
fn reference(text: &str, context: Context, out: &mut String) -> Option<usize> {
    let after = &text[1..];
    if let Some(number) = after.strip_prefix('#') {
        return Some(2 + numeric(number, out)?);
    }
    let run = after.bytes().take(LONGEST).take_while(u8::is_ascii_alphanumeric).count();
    let (name, following) = after.split_at(run);
    if following.starts_with(';')
        && let Some(value) = lookup(name)
    {
        out.push_str(value);
        return Some(1 + run + 1);
    }
    let legacy = (2..=run).rev().find(|&length| LEGACY.binary_search(&&name[..length]).is_ok())?;
    let next = after.as_bytes().get(legacy).copied().unwrap_or(b' ');
    if context == Context::Attribute && (next == b'=' || next.is_ascii_alphanumeric()) {
        return None;
    }
    out.push_str(lookup(&name[..legacy])?);
    Some(1 + legacy)
}

fn lookup(name: &str) -> Option<&'static str> {
    if name == "NewLine" {
        return Some("\n");
    }
    let (first, rest) = name.as_bytes().split_first()?;
    let mut lines = match first {
        b'A'..=b'Z' => NAMES[usize::from(first - b'A')],
        b'a'..=b'z' => NAMES[usize::from(first - b'a') + 26],
        _ => return None,
    };
    // Binary search over lines; each ends with a line feed.
    while !lines.is_empty() {
        let bytes = lines.as_bytes();
        let middle = bytes.len() / 2;
        let start = memrchr(b'\n', &bytes[..middle]).map_or(0, |end| end + 1);
        let length = memchr(b'\n', &bytes[start..])?;
        let line = &lines[start..start + length];
        let space = memchr(b' ', line.as_bytes())?;
        let (end, value) = (&line[..space], &line[space + 1..]);
        match rest.cmp(end.as_bytes()) {
            Ordering::Less => lines = &lines[..start],
            Ordering::Equal => return Some(value),
            Ordering::Greater => lines = &lines[start + length + 1..],
        }
    }
    None
}

/// Decodes what follows `&#` and returns its length, or `None` if there is no digit.
fn numeric(text: &str, out: &mut String) -> Option<usize> {
    let (prefix, radix) = match text.as_bytes().first() {
        Some(b'x' | b'X') => (1, 16),
        _ => (0, 10),
    };
    let (mut code, mut end) = (0u32, prefix);
    for digit in text[prefix..].chars().map_while(|c| c.to_digit(radix)) {
        code = code.saturating_mul(radix).saturating_add(digit);
        end += 1;
    }
    if end == prefix {
        return None;
    }
    out.push(match code {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => WINDOWS_1252[code as usize - 0x80],
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    });
    Some(end + usize::from(text.as_bytes().get(end) == Some(&b';')))
}

/// The characters for the numbers 128 to 159.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8D}', 'Ž', '\u{8F}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9D}', 'ž', 'Ÿ',
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn references_are_read_as_the_standard_says() {
        let vectors = [
            ("a &amp; b", "a & b"),
            ("&amp;lt;", "&lt;"),
            ("&nbsp&copy2026", "\u{A0}©2026"),
            ("&notit; &notin;", "¬it; ∉"),
            ("&#150;&#x4E2d&#0;&#xD800;&#99999999999;", "–中\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&;&#;&#x;&unknown; & &", "&;&#;&#x;&unknown; & &"),
            ("&NewLine;&Tab;&fjlig;", "\n\tfj"),
        ];
        for (text, expected) in vectors {
            assert_eq!(decode(text, Context::Text), expected, "{text}");
        }
        assert_eq!(decode("?a&copy=1&amp=2&copy;&reg", Context::Attribute), "?a&copy=1&amp=2©®");
    }

    #[test]
    fn the_tables_are_whole() {
        assert!(LEGACY.is_sorted());
        assert!(LEGACY.iter().all(|name| lookup(name).is_some()));
        let names = ('A'..='Z')
            .chain('a'..='z')
            .zip(NAMES)
            .flat_map(|(first, lines)| lines.lines().map(move |line| (first, line)));
        let found = names.map(|(first, line)| {
            let (end, value) = line.split_once(' ').unwrap();
            assert_eq!(lookup(&format!("{first}{end}")), Some(value), "{first}{line}");
        });
        assert_eq!(found.count(), 2124);
    }

    proptest! {
        /// Agrees with a library that follows the standard.
        #[test]
        fn a_library_reads_the_same(
            text in "(&(#x?[0-9a-f]{0,6}|amp|lt|copy|not|notin|eacute|hellip|ZeroWidthSpace|Afr|[a-zA-Z]{1,4})[;=a ]?|x| ){0,12}"
        ) {
            prop_assert_eq!(decode(&text, Context::Text), htmlize::unescape(text.as_str()));
            prop_assert_eq!(decode(&text, Context::Attribute), htmlize::unescape_attribute(text.as_str()));
        }
    }
}
