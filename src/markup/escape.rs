//! Text in Markdown, escaped only where it would be markup.
//!
//! `<` and `&` become references, not `\<`, since not every Markdown parser treats a backslash as an escape of HTML.

use crate::markup::inline::{Line, Run, continues_code, leading_code};
use crate::unicode::is_alphanumeric;

/// The context of text in a block.
#[derive(Clone, Copy)]
pub struct Place {
    /// At the beginning of a line, where a sign could begin a block.
    pub at_start: bool,
    pub in_heading: bool,
    pub in_table: bool,
    /// In the text of a link or the description of a picture.
    pub in_link: bool,
    /// Inside strong or emphasized text. If these are nested, only the outer one is marked.
    pub is_stressed: bool,
    pub signs: Signs,
}

pub const START: Place = Place {
    at_start: true,
    in_heading: false,
    in_table: false,
    in_link: false,
    is_stressed: false,
    signs: Signs::UNKNOWN,
};

/// Inside a line.
pub const INSIDE: Place = Place { at_start: false, ..START };

/// The signs that are markup in pairs.
const SIGNS: [char; 4] = ['*', '_', '~', '`'];

/// Which signs can be markup in a block.
#[derive(Clone, Copy)]
pub struct Signs {
    /// Which of [`SIGNS`] may have a partner. A sign without one is text.
    paired: [bool; SIGNS.len()],
    /// Whether the block could begin with the definition of a link.
    pub may_define: bool,
}

impl Signs {
    /// For an unknown block.
    const UNKNOWN: Signs = Signs { paired: [true; SIGNS.len()], may_define: false };

    /// The signs of a block with these lines.
    pub fn new(lines: &[Line]) -> Signs {
        let mut found = Found::default();
        for line in lines {
            found.before = None;
            found.line(line);
        }
        let paired = std::array::from_fn(|sign| found.places[sign] > 1 && found.ends[sign]);
        Signs { paired, may_define: lines.first().is_some_and(|line| may_define(line)) }
    }
}

/// Whether a block that begins with this line could begin with the definition of a link. Stress may be omitted, so it
/// does not count.
fn may_define(line: &[Run]) -> bool {
    match line.iter().find(|run| !matches!(run, Run::Text(text) if text.trim().is_empty())) {
        Some(Run::Text(text)) => text.trim_start().starts_with('['),
        Some(Run::Strong(inside) | Run::Emphasis(inside)) => may_define(inside),
        first => matches!(first, Some(Run::Link(..))),
    }
}

/// The signs found so far in a block.
#[derive(Default)]
struct Found {
    /// How many runs of each sign there are.
    places: [usize; SIGNS.len()],
    /// Whether each sign could be the second of a pair.
    ends: [bool; SIGNS.len()],
    /// The character before.
    before: Option<char>,
}

impl Found {
    fn line(&mut self, line: &[Run]) {
        for (i, run) in line.iter().enumerate() {
            match run {
                Run::Text(text) => self.text(text),
                Run::Code(_) if continues_code(line, i) => {}
                Run::Code(_) => {
                    self.markup("`");
                    let code = leading_code(&line[i..]);
                    // In some places this is written as text.
                    if code.contains("]:") || code.contains("\\|") {
                        self.text(&code);
                    }
                }
                Run::Formula(formula) => self.text(formula.tex),
                Run::Picture(picture) => {
                    self.before = Some('[');
                    self.text(picture.label());
                    self.before = Some(')');
                }
                Run::Strong(inside) | Run::Emphasis(inside) => {
                    // A tilde next to a star does not count, so the star is next to what follows.
                    self.markup("*~");
                    self.line(inside);
                    self.before = Some('*');
                }
                Run::Subscript(inside) | Run::Superscript(inside) => {
                    self.before = Some('>');
                    self.line(inside);
                    self.before = Some('>');
                }
                Run::Link(_, inside) => {
                    self.before = Some('[');
                    self.line(inside);
                    self.before = Some(')');
                }
            }
        }
    }

    fn markup(&mut self, signs: &str) {
        for (i, sign) in SIGNS.iter().enumerate() {
            if signs.contains(*sign) {
                self.places[i] += 2;
                self.ends[i] = true;
            }
        }
        self.before = signs.chars().next();
    }

    fn text(&mut self, text: &str) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let sign = SIGNS.iter().position(|&sign| c == sign);
            let Some(sign) = sign.filter(|_| self.before != Some(c)) else {
                self.before = Some(c);
                continue;
            };
            while chars.next_if_eq(&c).is_some() {}
            // A sign inside a word, as in `snake_case`.
            let begins_word = c == '_' && chars.peek().is_some_and(|&next| is_alphanumeric(next));
            self.places[sign] += 1;
            self.ends[sign] |= c == '`' || !is_space(self.before) && !begins_word;
            self.before = Some(c);
        }
    }
}

/// Whether there is a space, or nothing at the end of a line.
pub fn is_space(c: Option<char>) -> bool {
    matches!(c, None | Some(' '))
}

/// Whether there is a letter or a digit.
pub fn is_word(c: Option<char>) -> bool {
    c.is_some_and(is_alphanumeric)
}

/// Writes text so that none of it is markup; `after` is the first character of what follows it on its line.
pub fn escape(text: &str, place: Place, after: Option<char>, out: &mut String) {
    // The last sign, and whether its run is escaped: a run of one sign is markup as a whole, or not at all.
    let mut last = None;
    for (at, c) in text.char_indices() {
        let rest = &text[at + c.len_utf8()..];
        escape_before(c, place, out);
        let sign = SIGNS.iter().position(|&sign| sign == c);
        let is_markup = match last {
            Some((of, is_markup)) if of == c => is_markup,
            _ if place.at_start && text[..at].trim_start().is_empty() && begins_block(&text[at..], after) => true,
            _ => match sign {
                Some(sign) => place.signs.paired[sign] && pairs(c, rest, place, after, out),
                None => is_alone_markup(c, &text[..at], rest, place, after, out),
            },
        };
        last = sign.map(|_| (c, is_markup));
        match c {
            '<' if is_markup => out.push_str("&lt;"),
            '&' if is_markup => out.push_str("&amp;"),
            c if is_markup => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
}

/// Escapes the last character if the next one, `c`, would make it markup: a bracket that would end the text of a link
/// or the name of a definition, or begin a footnote. Brackets alone are not markup.
fn escape_before(c: char, place: Place, out: &mut String) {
    let is_made_markup = match c {
        '(' => !place.in_link && out.ends_with(']'),
        ':' => !place.in_link && place.signs.may_define && out.ends_with(']'),
        '^' => out.ends_with('['),
        _ => false,
    };
    if is_made_markup && place.in_link {
        // The bracket begins the link.
        out.push('\\');
    } else if is_made_markup {
        escape_last(out);
    }
}

/// Escapes the last character.
pub fn escape_last(out: &mut String) {
    if let Some(last) = out.pop() {
        out.extend(['\\', last]);
    }
}

/// Whether a line that begins with this text would begin or end a block.
fn begins_block(line: &str, after: Option<char>) -> bool {
    let ends_word = |rest: &str| is_space(rest.chars().next().or(after));
    let consists_of = |signs: &str| line.chars().all(|c| signs.contains(c));
    let begins_with = |c: char| line.chars().take_while(|&next| next == c).count();
    match line.chars().next() {
        Some('#') => begins_with('#') <= 6 && ends_word(line.trim_start_matches('#')),
        Some('>') => true,
        Some('-') => ends_word(&line[1..]) || consists_of("-:| "),
        Some('*') => ends_word(&line[1..]) || consists_of("* "),
        Some('+') => ends_word(&line[1..]),
        Some('|' | ':') => consists_of("-:| "),
        Some('_') => consists_of("_ "),
        Some('=') => consists_of("= "),
        Some(c @ ('~' | '`')) => begins_with(c) >= 3,
        Some('[') => matches!(line.get(..3), Some("[ ]" | "[x]" | "[X]")),
        _ => false,
    }
}

/// Whether a sign can be the first of a pair. The second need not be escaped, unless it could belong to markup.
fn pairs(sign: char, rest: &str, place: Place, after: Option<char>, out: &str) -> bool {
    let before = out.chars().next_back();
    let next = rest.trim_start_matches(sign).chars().next().or(after);
    match sign {
        '`' => true,
        '~' => !is_space(next) || before == Some('*'),
        '_' => !is_space(next) && !is_word(before),
        // Next to the stars of stressed text, it would become one of them.
        '*' if place.is_stressed || before == Some('*') || next == Some('*') => !is_space(next) || !is_space(before),
        // Versions of CommonMark differ in what counts as punctuation, but all count these characters.
        _ => !(is_space(next) || is_word(before) && next.is_some_and(|c| c.is_ascii_punctuation())),
    }
}

/// Whether a character is markup without a partner.
fn is_alone_markup(c: char, before: &str, rest: &str, place: Place, after: Option<char>, out: &str) -> bool {
    let next = rest.chars().next().or(after);
    match c {
        '\\' => next.is_none_or(|c| c.is_ascii_punctuation()),
        // Signs may be left over from markup.
        '<' => next.is_some_and(|c| c.is_ascii_alphabetic() || "/!?*`".contains(c)),
        '&' => begins_reference(rest, after),
        '[' | ']' => place.in_link,
        '|' => place.in_table,
        // At the end of a heading, after a space.
        '#' if place.in_heading => {
            let is_last = rest.chars().all(|c| "# ".contains(c));
            is_last && matches!(after, None | Some('#')) && is_space(out.chars().next_back())
        }
        '.' | ')' if place.at_start => {
            let is_number = before.bytes().all(|c| c.is_ascii_digit());
            is_number && (1..=9).contains(&before.len()) && is_space(next)
        }
        _ => false,
    }
}

/// Whether what follows `&` makes it a character reference.
fn begins_reference(rest: &str, after: Option<char>) -> bool {
    let name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '#');
    match name.chars().next() {
        None => after.is_some(),
        Some(next) => next == ';' && name.len() < rest.len(),
    }
}
