//! Formulas in text: TeX between dollar signs or similar marks, as authors write it and as [`parse`](crate::parse)
//! writes the formulas of a page.

/// Longest formula, in bytes.
const LONGEST: usize = 8 * 1024;

/// The marks around a formula, and whether they display it as a block; longer ones first.
const MARKS: [(&str, &str, bool); 4] =
    [("$$", "$$", true), ("$", "$", false), ("\\[", "\\]", true), ("\\(", "\\)", false)];

/// A formula.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Formula<'a> {
    /// The formula in the text, with its marks.
    pub written: &'a str,
    /// Its TeX source.
    pub tex: &'a str,
    /// Whether it is displayed as a block.
    pub is_display: bool,
}

/// A piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    Text(&'a str),
    Formula(Formula<'a>),
}

impl Formula<'_> {
    /// Its source between dollar signs. TeX ignores the spaces that keep it from being HTML or a link in Markdown
    /// parsers without formulas.
    pub fn markdown(&self, in_table: bool) -> String {
        let mark = if self.is_display { "$$" } else { "$" };
        let mut out = mark.to_owned();
        let mut chars = self.tex.trim().chars().peekable();
        while let Some(c) = chars.next() {
            if c == '|' && in_table {
                out.push('\\');
            }
            out.push(c);
            let parts = match (c, chars.peek()) {
                ('<', Some(next)) => next.is_ascii_alphabetic() || "/!?".contains(*next),
                ('&', Some(next)) => next.is_ascii_alphanumeric() || *next == '#',
                (']', Some('(')) => true,
                _ => false,
            };
            if parts {
                out.push(' ');
            }
        }
        out + mark
    }
}

/// The formulas of a text, and the text between them.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut at) = (0, 0);
    while let Some(found) = text[at..].find(['$', '\\']) {
        at += found;
        if let Some(formula) = formula(text, at) {
            if start < at {
                pieces.push(Piece::Text(&text[start..at]));
            }
            pieces.push(Piece::Formula(formula));
            at += formula.written.len();
            start = at;
        } else {
            at += length_of_sign(&text[at..]);
        }
    }
    if start < text.len() {
        pieces.push(Piece::Text(&text[start..]));
    }
    pieces
}

/// The formula that begins at a position.
fn formula(text: &str, at: usize) -> Option<Formula<'_>> {
    let rest = &text[at..];
    let &(start, end, is_display) = MARKS.iter().find(|(start, ..)| rest.starts_with(start))?;
    let length = length_of_tex(&rest[start.len()..], end)?;
    let written = &rest[..start.len() + length + end.len()];
    let tex = &rest[start.len()..][..length];
    let before = text[..at].chars().next_back();
    let after = rest[written.len()..].chars().next();
    let is_in_word = before.into_iter().chain(after).any(|c| c.is_ascii_alphanumeric());
    let is_tight = !tex.starts_with(' ') && !tex.ends_with(' ');
    // A lone dollar sign usually means money.
    let is_money = start == "$" && (is_in_word || !is_tight || !is_tex(tex));
    let is_formula = !is_money && !tex.trim().is_empty() && length <= LONGEST;
    is_formula.then_some(Formula { written, tex, is_display })
}

/// Length of the source before its end mark; `None` if another mark or code begins first.
fn length_of_tex(text: &str, end: &str) -> Option<usize> {
    let mut at = 0;
    loop {
        at += text[at..].find(['$', '\\', '`'])?;
        let rest = &text[at..];
        if rest.starts_with(end) {
            return Some(at);
        }
        if rest.starts_with('`') || MARKS.iter().any(|(start, ..)| rest.starts_with(start)) {
            return None;
        }
        at += length_of_sign(rest);
    }
}

/// Length of one or two dollar signs, or of a backslash with the character that it escapes.
fn length_of_sign(text: &str) -> usize {
    let is_double = text.starts_with("$$") || text.starts_with('\\');
    text.chars().take(1 + usize::from(is_double)).map(char::len_utf8).sum()
}

/// Whether text between single dollar signs may be TeX.
fn is_tex(tex: &str) -> bool {
    tex.contains(['\\', '^', '_', '{', '[', '(', '=', '<', '>', '+', '*', '/', '|']) || tex.len() <= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;

    fn found(text: &str) -> Vec<String> {
        let pieces = pieces(text);
        let written = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => *text,
            Piece::Formula(formula) => formula.written,
        });
        assert_eq!(written.collect::<String>(), text);
        let formulas = pieces.iter().filter_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Formula(formula) => Some(formula.markdown(false)),
        });
        formulas.collect()
    }

    #[test]
    fn formulas_are_told_from_money() {
        for (text, expected) in rows(include_str!("../../tests/tables/formulas.txt")) {
            assert_eq!(found(text).join(" and "), expected, "{text}");
        }
    }
}
