//! Finds the facts of a text in one pass and normalizes those that can be written in several ways.

mod days;
mod figures;

use super::numbers::{self, Amount};
use crate::hash::hash;
use crate::schema::names;
use crate::text::full_stop::FullStop;
use crate::text::{CharClass, fold_all};
use std::iter;

/// Longest quotation, in characters. Larger: an unclosed quotation mark turns more of the text into a quotation.
const LONGEST_QUOTATION: usize = 600;
/// Shortest quotation; shorter ones are titles and single words.
const SHORTEST_QUOTATION: usize = 8;

names! {
    /// The kind of a fact.
    #[derive(PartialOrd, Ord)]
    // Crates of this repository may match all.
    #[cfg_attr(not(feature = "internals"), non_exhaustive)]
    pub enum FactKind {
        /// A word without its endings, or two adjacent Han characters.
        Word = "word",
        /// A word with a capital inside a sentence, or a Latin one in Chinese text.
        Name = "name",
        /// A number, and whether it is a percentage.
        Number = "number",
        /// A date: month and day of the month.
        Date = "date",
    }
}

impl FactKind {
    /// Whether it is a number or a date. A word such as "3" may have the same form.
    pub fn is_figure(self) -> bool {
        matches!(self, FactKind::Number | FactKind::Date)
    }
}

/// An occurrence of a fact.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Hash of the form. A figure and a word have different hashes.
    pub key: u64,
    pub kind: FactKind,
    /// The normal form, if requested.
    pub form: String,
    pub start: u32,
    pub end: u32,
    /// Whether it is in a direct quotation.
    pub quoted: bool,
}

struct Char {
    folded: char,
    raw: char,
    start: u32,
    end: u32,
    class: CharClass,
}

impl Char {
    fn is_digit(&self) -> bool {
        self.folded.is_ascii_digit()
    }

    fn is_letter(&self) -> bool {
        self.class == CharClass::Letter && !self.is_digit()
    }

    fn is_capital(&self) -> bool {
        self.is_letter() && self.raw != self.small()
    }

    fn small(&self) -> char {
        crate::unicode::lowercase(self.raw)
    }
}

/// All facts in a text, in order. `with_forms` costs an allocation for each. `published` is the date that "yesterday"
/// and similar words refer to, in days since the beginning of 1970.
pub(crate) fn scan(text: &str, in_han: bool, published: Option<i64>, with_forms: bool) -> Vec<Found> {
    let chars = text.char_indices().flat_map(|(at, raw)| {
        let end = at + raw.len_utf8();
        // If a character becomes several letters, the first one covers it.
        let starts = iter::once(at).chain(iter::repeat(end));
        let letters = starts.zip(fold_all(raw));
        letters.map(move |(start, folded)| Char {
            folded,
            raw,
            start: start as u32,
            end: end as u32,
            class: CharClass::from_char(folded),
        })
    });
    let mut scanner = Scanner {
        chars: chars.collect(),
        in_han,
        published,
        with_forms,
        begins: true,
        quotation: None,
        found: Vec::new(),
        form: String::new(),
    };
    scanner.run();
    scanner.found
}

struct Scanner {
    chars: Vec<Char>,
    in_han: bool,
    published: Option<i64>,
    with_forms: bool,
    /// Whether a sentence begins here.
    begins: bool,
    /// Where an open quotation begins, and the number of facts before it.
    quotation: Option<(usize, usize)>,
    found: Vec<Found>,
    form: String,
}

impl Scanner {
    fn run(&mut self) {
        let mut at = 0;
        while let Some(c) = self.chars.get(at) {
            at = match c.class {
                CharClass::Other => {
                    self.mark(at);
                    at + 1
                }
                CharClass::Han => self.han(at),
                CharClass::Letter if c.is_digit() => self.figure(at),
                CharClass::Letter => self.word(at),
                CharClass::Kana | CharClass::Unspaced => at + 1,
            };
        }
    }

    fn mark(&mut self, at: usize) {
        let Char { raw, folded, .. } = self.chars[at];
        match raw {
            '“' | '「' | '『' => self.open(at),
            '”' | '」' | '』' => _ = self.close(at),
            '"' if !self.close(at) => self.open(at),
            ':' | '：' | '\n' => self.begins = true,
            // Spaces, quotation marks and brackets do not affect whether a sentence begins.
            ' ' | '"' | '\'' | '(' | '‘' | '’' => {}
            _ => self.begins = FullStop::from_char(folded).is_some_and(FullStop::precedes_capital),
        }
    }

    fn open(&mut self, at: usize) {
        self.quotation = Some((at, self.found.len()));
    }

    /// Ends a quotation; returns whether a quotation of suitable length was open.
    fn close(&mut self, at: usize) -> bool {
        let Some((from, before)) = self.quotation.take() else {
            return false;
        };
        if at - from > LONGEST_QUOTATION {
            return false;
        }
        if at - from > SHORTEST_QUOTATION {
            for found in &mut self.found[before..] {
                found.quoted = true;
            }
        }
        true
    }

    /// Handles a Han character, which forms a word with the one before it and may begin a number.
    fn han(&mut self, at: usize) -> usize {
        self.begins = false;
        let before = at.checked_sub(1).map(|before| &self.chars[before]);
        let adjoining = before.filter(|before| before.class == CharClass::Han && before.end == self.chars[at].start);
        let follows_numeral = adjoining.is_some_and(|before| numbers::is_numeral(before.folded));
        if let Some(before) = adjoining {
            let start = before.start;
            self.form.clear();
            self.form.push(before.folded);
            self.form.push(self.chars[at].folded);
            self.add(FactKind::Word, start, self.chars[at].end);
        }
        self.relative_han(at);
        if !follows_numeral && numbers::is_numeral(self.chars[at].folded) {
            let rest = self.chars[at..].iter().map(|c| c.folded);
            let run = rest.take_while(|&c| numbers::is_numeral(c)).count();
            let numeral: String = self.chars[at..at + run].iter().map(|c| c.folded).collect();
            let Some(value) = numbers::chinese(&numeral) else {
                return at + 1;
            };
            if let Some((end, month, day)) = self.day_of_chinese_month(at + run, value) {
                self.add_date(month, day, at, end);
            } else if let Some((days, end)) = self.day_of_month(at, at + run, value) {
                self.add_day(days, at, end);
            } else if run > 1 || numeral != "一" {
                let is_share = self.spells_before(at, "百分之");
                self.add_amount(Amount::whole(value), is_share, at, at + run);
            }
        }
        at + 1
    }

    /// The next word in lower case, after at most one space or hyphen, and its end.
    fn word_after(&self, at: usize) -> Option<(String, usize)> {
        let first = self.chars.get(at);
        let joined = first.is_some_and(|c| matches!(c.folded, ' ' | '-'));
        let from = at + usize::from(joined);
        let letters = self.chars.get(from..)?.iter().take_while(|c| c.is_letter());
        let word: String = letters.map(|c| c.folded).collect();
        let end = from + word.chars().count();
        (end > from).then_some((word, end))
    }

    /// Handles a word; the parts of a hyphenated word are separate words.
    fn word(&mut self, at: usize) -> usize {
        let mut end = at;
        let mut all_capitals = true;
        self.form.clear();
        while let Some(c) = self.chars.get(end) {
            let next = self.chars.get(end + 1);
            let next_is_letter = next.is_some_and(Char::is_letter);
            match c.folded {
                _ if c.is_letter() => {
                    self.form.push(c.folded);
                    all_capitals &= c.is_capital();
                }
                '\'' if next_is_letter => {
                    let after = self.chars.get(end + 2);
                    let is_genitive =
                        next.is_some_and(|next| next.folded == 's') && !after.is_some_and(Char::is_letter);
                    if is_genitive {
                        end += 2;
                        break;
                    }
                }
                // As in U.S.
                '.' if next_is_letter
                    && self.form.chars().count() == (end - at).div_ceil(2)
                    && (end - at) % 2 == 1
                    && !self.chars.get(end + 2).is_some_and(Char::is_letter) => {}
                _ => break,
            }
            end += 1;
        }
        let capital = self.chars[at].is_capital();
        let begins = std::mem::replace(&mut self.begins, false);
        if capital && let Some(end) = self.english_day(end) {
            return end;
        }
        self.relative_english(at, end, capital);
        if let Some((amount, end)) = self.spelled(end) {
            let (is_share, end) = self.percent(end);
            self.add_amount(amount, is_share, at, end);
            return end;
        }
        numbers::stem(&mut self.form);
        let length = self.form.chars().count();
        if length > 1 {
            let is_name = self.in_han || capital && (!begins || all_capitals && length > 1);
            let kind = if is_name { FactKind::Name } else { FactKind::Word };
            self.add(kind, self.chars[at].start, self.chars[end - 1].end);
        }
        end
    }

    /// Whether these characters are at this position.
    fn spells(&self, at: usize, what: &str) -> bool {
        let here = self.chars[at..].iter().map(|c| c.folded);
        what.chars().eq(here.take(what.chars().count()))
    }

    /// Whether these characters end before this position.
    fn spells_before(&self, at: usize, what: &str) -> bool {
        at.checked_sub(what.chars().count()).is_some_and(|start| self.spells(start, what))
    }

    fn add(&mut self, kind: FactKind, start: u32, end: u32) {
        let tag = kind.is_figure().then_some(1);
        self.found.push(Found {
            key: hash(tag.into_iter().chain(self.form.chars().map(u64::from))),
            kind,
            form: if self.with_forms { self.form.clone() } else { String::new() },
            start,
            end,
            quoted: false,
        });
    }
}
