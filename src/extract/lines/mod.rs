//! Rules on single lines: credits, editors, original titles, disclaimers, calls to action.
//!
//! They look at the words a line begins or ends with and at its length, never at the site. A line that is long enough
//! to be a paragraph is dropped only by a rule that is sure of it.

mod counts;
mod credit;
mod folded;
mod stamp;
mod words;

pub use counts::Counts;
pub(crate) use counts::weight;
pub use credit::credits;
pub use folded::plain;
pub(crate) use stamp::is_stamp;

use crate::languages::{self, Kinds, Phrase};
use crate::parse::block::unlinked;
use crate::parse::noise::Rule;
use crate::text::full_stop::ends_with_stop;
use crate::text::normalize;
use folded::folded;
use std::ops::Range;
use words::{HEADING, is_teaser};

/// Weight of the shortest block that votes fully for its container, in Latin letters.
pub const VOTE: u32 = 40;
/// Longest line, in Latin letters of weight, that may be a credit or a call to action of a few words.
pub const MAX_CREDIT_WEIGHT: u32 = 120;
/// Heaviest line that states who wrote a message and when, in Latin letters.
const STAMP: u32 = 150;

/// Distinct notice words that make a line a notice.
pub const NOTICE_COUNT: u32 = 3;
/// Largest weight per notice word of a line that is surely a notice. Larger: reports on networks and readers are taken
/// for calls to follow them.
const NOTICE_SPREAD: u32 = 60;
/// Longest word that a notice begins with and a sentence may, in bytes: four Han characters. Longer phrases are surer.
const MAX_NOTICE_WORD: usize = 12;
/// Smallest weight of a sentence that begins like a credit. Larger: more sentences are lost; smaller: more credits with
/// a full stop are kept.
const SENTENCE: u32 = 24;
/// Characters at the start of a notice that hold its year, if it has one.
const START_OF_NOTICE: usize = 16;

/// A headline, for recognizing lines that repeat it.
pub struct Headline {
    weight: u32,
    tokens: Vec<u64>,
}

impl Headline {
    pub(crate) fn new(headline: &str) -> Headline {
        Headline { weight: Counts::new(headline).weight, tokens: tokens(headline) }
    }

    /// Whether a line of this weight has the same tokens.
    fn is_repeated_by(&self, line: &str, weight: u32) -> bool {
        weight > 0 && weight == self.weight && tokens(line) == self.tokens
    }

    /// Whether this line, or several lines including this one, are the first heading and hold the headline and little
    /// else, such as a day.
    pub(crate) fn is_in(&self, line: &str, weight: u32, has_lines: bool) -> bool {
        let least = if has_lines { self.weight / 4 } else { self.weight };
        let may_be = (least..=2 * self.weight).contains(&weight);
        let line = if may_be { tokens(line) } else { Vec::new() };
        let (short, long) = if line.len() < self.tokens.len() { (&line, &self.tokens) } else { (&self.tokens, &line) };
        !short.is_empty() && long.windows(short.len()).any(|part| part == *short)
    }
}

fn tokens(text: &str) -> Vec<u64> {
    normalize(text).tokens.iter().map(|token| token.hash).collect()
}

/// Distinct words of dialogs that ask for consent in a line of any length.
pub fn consent_in(line: &str) -> u32 {
    let mut words = 0;
    languages::each_in(&folded(line, usize::MAX), &mut |kinds, _, is_first| {
        words += u32::from(is_first && kinds.has(Kinds::CONSENT));
    });
    words
}

/// Measurements of a line, made once for all rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Its weight: how much text it holds, in Latin letters; a Han character counts as three.
    pub weight: u32,
    /// The weight of its text outside links.
    pub prose: u32,
    /// Distinct words of notices and calls to action in it; 0 if it is too long for a notice.
    pub notices: u32,
    /// Distinct words of dialogs that ask for consent in it.
    pub(crate) consent: u32,
    pub(crate) counts: Counts,
    words: Kinds,
}

impl Line {
    /// Measures a line; `linked` of its `chars` characters are in links.
    pub fn new(line: &str, linked: u32, chars: u32) -> Line {
        let counts = Counts::new(line);
        let weight = counts.weight;
        let is_short = weight <= 4 * MAX_CREDIT_WEIGHT;
        let folded = folded(line, if is_short { usize::MAX } else { HEADING });
        let mut words = words::beginning(&folded);
        let (mut notices, mut consent) = (0, 0);
        if is_short {
            languages::each_in(&folded, &mut |kinds, end, is_first| {
                words.add(kinds);
                let is_teaser = linked > 0 && kinds.has(Kinds::READ_ON) && end == folded.len();
                words.add(if is_teaser { Kinds::TEASER } else { Kinds::NONE });
                notices += u32::from(is_first && kinds.has(Kinds::NOTICE_WORD));
                consent += u32::from(is_first && kinds.has(Kinds::CONSENT));
            });
        }
        if linked > 0 && !is_short && is_teaser(line) {
            words.add(Kinds::TEASER);
        }
        if weight <= STAMP && counts.digits > 0 && is_stamp(line) {
            words.add(Kinds::STAMP);
        }
        Line { weight, prose: unlinked(weight, linked, chars), notices, consent, counts, words }
    }

    /// Whether it is the beginning of another article with a link to the rest.
    pub(crate) fn is_teaser(self) -> bool {
        self.words.has(Kinds::TEASER)
    }

    /// Whether it begins like a notice of the site, and goes on like one.
    pub(crate) fn is_notice(self) -> bool {
        self.words.has(Kinds::NOTICE) && self.notices > 0
    }

    /// Whether it states when a message was written, and perhaps by whom: a short line with a date and a time of day.
    pub(crate) fn is_stamp(self) -> bool {
        self.words.has(Kinds::STAMP)
    }

    /// The rule for everything after it, if it is the heading of other articles or of comments.
    pub(crate) fn section_rule(self) -> Option<Rule> {
        if self.words.has(Kinds::RELATED) {
            Some(Rule::Related)
        } else if self.words.has(Kinds::COMMENTS) {
            Some(Rule::Comments)
        } else {
            None
        }
    }
}

/// A text without the lines that a rule drops because of their words.
pub fn without_furniture(headline: &str, text: &str) -> String {
    let lines: Vec<&str> = of_body(headline, text).map(|line| &text[line]).collect();
    lines.join("\n")
}

/// Byte ranges of the lines of a text that no rule drops because of their words.
pub fn of_body(headline: &str, text: &str) -> impl Iterator<Item = Range<usize>> {
    let headline = Headline::new(headline);
    let mut end = 0;
    let lines = text.split_inclusive('\n').map(move |whole| {
        let start = end;
        end += whole.len();
        let line = whole.strip_suffix('\n').unwrap_or(whole);
        start..start + line.strip_suffix('\r').unwrap_or(line).len()
    });
    lines.filter(move |line| {
        let line = &text[line.clone()];
        matches!(rule_of(line, Line::new(line, 0, 1), &headline), None | Some(Rule::Notice))
    })
}

/// The rule that drops a line because of its words, if any.
pub fn rule_of(text: &str, line: Line, headline: &Headline) -> Option<Rule> {
    let Line { weight, words, .. } = line;
    if weight > 4 * MAX_CREDIT_WEIGHT {
        return None;
    }
    if weight <= 3 * MAX_CREDIT_WEIGHT && words.has(Kinds::ORIGINAL_TITLE) {
        return Some(Rule::OriginalTitle);
    }
    if words.has(Kinds::NOTICE) && (line.notices > 1 || !is_sentence_on_rights(text, weight)) {
        return Some(Rule::Disclaimer);
    }
    if weight <= MAX_CREDIT_WEIGHT && words.has(Kinds::CONTACT) {
        return Some(Rule::Promo);
    }
    if line.notices >= NOTICE_COUNT {
        let dense = weight <= line.notices * NOTICE_SPREAD;
        return Some(if dense { Rule::Promo } else { Rule::Notice });
    }
    if weight > MAX_CREDIT_WEIGHT {
        return None;
    }
    if headline.is_repeated_by(text, weight) {
        return Some(Rule::Headline);
    }
    // In an interview, a name before a question is the interviewer's.
    let is_question = || text.trim_end().ends_with(['?', '？']);
    if (words.has(Kinds::BYLINE) || words.has(Kinds::SOURCE) && !is_sentence(text, weight)) && !is_question() {
        return Some(Rule::Credit);
    }
    // A reporter signs with a mail address.
    let has_mail = 2 * weight <= MAX_CREDIT_WEIGHT && text.contains('@');
    if has_mail && languages::has(text, Kinds::AUTHOR.and(Kinds::AFTER_AUTHOR)) && !ends_like_sentence(text) {
        return Some(Rule::Credit);
    }
    if words.has(Kinds::EDITOR) && !is_sentence(text, weight) {
        return Some(Rule::Editor);
    }
    let names_photographer = words.has(Kinds::PHOTO) && !ends_like_sentence(text);
    if words.has(Kinds::CAPTION) || names_photographer {
        return Some(Rule::Caption);
    }
    words.has(Kinds::PROMO.and(Kinds::ADVERTISEMENT)).then_some(Rule::Promo)
}

/// Whether a line is a sentence, although it begins like a credit or a notice: `Sources say …`.
fn is_sentence(text: &str, weight: u32) -> bool {
    weight >= SENTENCE && ends_like_sentence(text) && !text.contains([':', '：', '©', '】'])
}

/// Whether a line that begins like a notice is a sentence: `Copyright law …`.
fn is_sentence_on_rights(text: &str, weight: u32) -> bool {
    let is_word = |phrase: Phrase| phrase.end - phrase.start <= MAX_NOTICE_WORD;
    let has_year = || text.chars().take(START_OF_NOTICE).any(|c| c.is_ascii_digit());
    is_sentence(text, weight) && !has_year() && languages::beginning(text, 0, Kinds::NOTICE).is_some_and(is_word)
}

/// Whether a line ends like a sentence, or like the part of one before a list or a quotation.
pub fn ends_like_sentence(line: &str) -> bool {
    let line = line.trim_end_matches(['”', '"', '’', '\'', '」', '』', '）', ')', ' ']);
    ends_with_stop(line) || line.ends_with(['：', ':', '；', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::rows;

    #[test]
    fn rules_recognize_lines_by_their_words() {
        let rule = |text: &str| rule_of(text, Line::new(text, 0, 1), &Headline::new("下游三座水库蓄满"));
        for (text, expected) in rows(include_str!("../../../tests/tables/rules.txt")) {
            let found = rule(text).map_or_else(String::new, |rule| format!("{rule:?}"));
            assert_eq!(found, expected, "{text}");
        }
    }
}
