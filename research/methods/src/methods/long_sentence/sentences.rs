//! Sentences: a body split at every mark, and which of them represent it.

use offprint::internals::normal::{CharClass, fold, normalize};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A stretch of a text between two marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    /// Its letters and digits without spaces, folded: all variants of a Han character become one
    /// of them.
    pub text: String,
    /// How many these are.
    pub characters: u32,
    /// Its [tokens](offprint::internals::normal): words, or characters where words are not written apart.
    pub tokens: u32,
}

/// Splits a text at every punctuation mark and every end of a paragraph.
///
/// # Complexity
/// Linear in the text.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut all: Vec<Sentence> = Vec::new();
    let mut end = 0;
    for token in normalize(text).tokens {
        let place = token.start as usize..token.end as usize;
        if all.is_empty() || text[end..place.start].chars().any(is_mark) {
            all.push(Sentence { text: String::new(), characters: 0, tokens: 0 });
        }
        end = place.end;
        if let Some(sentence) = all.last_mut() {
            let before = sentence.text.len();
            let folded = text[place].chars().filter_map(fold);
            let letters = folded.filter(|&c| CharClass::from_char(c) != CharClass::Other);
            sentence.text.extend(letters);
            sentence.characters += sentence.text[before..].chars().count() as u32;
            sentence.tokens += 1;
        }
    }
    all
}

/// Whether a character between two tokens separates sentences.
fn is_mark(c: char) -> bool {
    c == '\n' || fold(c).is_some_and(|c| !c.is_whitespace())
}

/// The sentences that are wholly in the middle of a text, with `percent` of its characters left out at either end.
pub(super) fn middle(all: Vec<Sentence>, percent: u32) -> Vec<Sentence> {
    let percent = u64::from(percent);
    let length: u64 = all.iter().map(|s| u64::from(s.characters)).sum();
    let mut end = 0;
    all.into_iter()
        .filter(|sentence| {
            let start = end;
            end += u64::from(sentence.characters);
            100 * start >= percent * length && 100 * end + percent * length <= 100 * length
        })
        .collect()
}

/// The `most` longest sentences without repetitions, the longest first and, among equals, the earlier.
pub(super) fn longest(all: Vec<Sentence>, most: usize) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut distinct = all;
    distinct.retain(|sentence| seen.insert(sentence.text.clone()));
    distinct.sort_by_key(|sentence| Reverse(sentence.characters));
    distinct.truncate(most);
    distinct.into_iter().map(|sentence| sentence.text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_specified_text_splits_as_specified() {
        let text = "首先,该算法对网页进行去杂处理,然后提取出文中的长句作为网页的特征。";
        let lengths: Vec<_> = sentences(text).into_iter().map(|s| (s.text, s.characters)).collect();
        let expected = [("首先", 2), ("该算法对网页进行去杂处理", 12), ("然后提取出文中的长句作为网页的特征", 17)];
        assert_eq!(lengths, expected.map(|(text, n)| (text.to_owned(), n)));
        let texts = |text| sentences(text).into_iter().map(|s| s.text).collect::<Vec<_>>();
        assert_eq!(texts("水库“蓄 满”。\n大坝"), ["水库", "蓄满", "大坝"]);
        assert_eq!(texts("It’s 1,000 metres; no more"), ["its1000metres", "nomore"]);
        assert!(texts("……").is_empty());
    }

    /// Sentences of these lengths in characters, each with another first character.
    fn texts(lengths: &[usize]) -> Vec<Sentence> {
        let text: Vec<String> = (0u32..)
            .zip(lengths)
            .map(|(i, &n)| {
                let first = char::from_u32(0x4E00 + i).expect("a Han character");
                format!("{first}{}", "水".repeat(n - 1))
            })
            .collect();
        sentences(&text.join("，"))
    }

    #[test]
    fn a_sentence_that_the_cut_meets_is_dropped() {
        let kept = |lengths: &[usize], percent| middle(texts(lengths), percent).len();
        assert_eq!(kept(&[10; 10], 10), 8);
        assert_eq!(kept(&[10; 10], 11), 6);
        assert_eq!(kept(&[10; 10], 0), 10);
        assert_eq!(kept(&[11, 80, 9], 10), 0, "the second ends in the last tenth");
        assert_eq!(kept(&[9, 81, 10], 10), 0, "and here begins in the first");
        assert_eq!(kept(&[10, 80, 10], 10), 1);
        assert_eq!(kept(&[10; 10], 51), 0);
        assert_eq!(kept(&[10; 10], u32::MAX), 0);
        assert!(middle(Vec::new(), 10).is_empty());
    }

    #[test]
    fn of_equally_long_sentences_the_earlier_are_kept() {
        let all = texts(&[8, 9, 8, 10, 8]);
        let [a, b, c, d, _] = [0, 1, 2, 3, 4].map(|i: usize| all[i].text.clone());
        assert_eq!(longest(all.clone(), 4), [d.clone(), b.clone(), a, c]);
        // A repetition takes no place.
        let twice = [all.clone(), all].concat();
        assert_eq!(longest(twice, 2), [d, b]);
    }
}
