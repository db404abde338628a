//! Lines in the form that tables of words are compared with.

use crate::bytes::push_ascii;
use crate::text::{fold, han};

/// Marks before the items of lists.
#[rustfmt::skip]
const BULLETS: [char; 20] = [
    '•', '·', '●', '■', '◆', '▲', '▼', '▶', '►', '☞',
    '★', '※', '*', '-', '–', '—', '#', '>', '|', '/',
];
/// Replacement for each ASCII character in a folded line; zero for white space and brackets, which are removed.
static FOLDED: [u8; 128] = {
    let mut folded = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        if !matches!(byte, b'\t'..=b'\r' | b' ' | b'(' | b'[' | b'<') {
            folded[byte as usize] = byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    folded
};

/// Whether a folded line keeps a character.
fn counts(c: char) -> bool {
    match c {
        '\0'..='\x7F' => FOLDED[c as usize] > 0,
        '\u{C0}'..='\u{7FF}' => true,
        _ => !c.is_whitespace() && !matches!(c, '（' | '【' | '〔' | '「' | '『' | '《'),
    }
}

/// A line in the form that the tables are compared with: the first `most` characters, folded, without bullets, spaces
/// and brackets.
pub(super) fn folded(line: &str, most: usize) -> String {
    let mut rest = line.trim_start_matches(|c: char| BULLETS.contains(&c) || c.is_whitespace());
    let mut left = most;
    // An estimate that avoids growing.
    let mut out = String::with_capacity(rest.len().min(most.saturating_mul(4)));
    loop {
        rest = push_ascii(&mut out, rest, &mut left, |byte| FOLDED[usize::from(byte & 0x7F)]);
        let run = han::standard_run(rest).min(left.saturating_mul(3));
        out.push_str(&rest[..run]);
        rest = &rest[run..];
        left -= run / 3;
        let mut chars = rest.chars();
        let Some(c) = chars.next().filter(|_| left > 0) else {
            return out;
        };
        if !c.is_ascii() {
            rest = chars.as_str();
            if let Some(c) = fold(c).filter(|&c| counts(c)) {
                out.push(c);
                left -= 1;
            }
        }
    }
}

/// A text in lower case and half width, without spaces, for word searches.
pub fn plain(text: &str) -> String {
    folded(text, usize::MAX)
}
