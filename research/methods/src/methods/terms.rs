//! Terms: what the methods that count words count.

use offprint::internals::normal::{CharClass, Token, fold, normalize};

/// A term of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Term {
    /// Hash of its folded characters.
    pub hash: u64,
    /// Which term of the text it is, counted from 0.
    pub position: u32,
    /// Where it begins in the text, in bytes.
    pub start: u32,
    /// Where it ends.
    pub end: u32,
}

/// The terms of a text in order: every two adjacent Han characters, kana or letters of scripts written without spaces
/// (a single one is a term too), and the words of other text. Folding is as in [`text`](offprint::internals::normal);
/// white space separates only words.
///
/// # Complexity
/// Linear in the text.
pub(super) fn terms(text: &str) -> Vec<Term> {
    let tokens = normalize(text).tokens;
    let single = |i: usize| {
        let first = text[tokens[i].start as usize..].chars().next();
        first.is_some_and(|c| CharClass::from_char(c) != CharClass::Letter)
    };
    let adjoin = |i: usize| single(i) && single(i + 1) && are_adjoining(text, &tokens[i], &tokens[i + 1]);
    let mut terms = Vec::with_capacity(tokens.len());
    let mut paired = false;
    for (i, token) in tokens.iter().enumerate() {
        let pair = i + 1 < tokens.len() && adjoin(i);
        // The last of a run is part of the pair before it.
        if pair || !paired {
            let (hash, end) = if pair {
                (offprint::internals::hash::hash([token.hash, tokens[i + 1].hash]), tokens[i + 1].end)
            } else {
                (token.hash, token.end)
            };
            terms.push(Term { hash, position: terms.len() as u32, start: token.start, end });
        }
        paired = pair;
    }
    terms
}

/// Whether nothing but white space and invisible characters is between two tokens: text that was set
/// wide or wrapped has them between any two characters.
pub(super) fn are_adjoining(text: &str, a: &Token, b: &Token) -> bool {
    let between = &text[a.end as usize..b.start as usize];
    between.chars().all(|c| fold(c).is_none_or(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_words_and_pairs_of_han_characters() {
        let of = |text: &'static str| -> Vec<&str> {
            terms(text).iter().map(|term| &text[term.start as usize..term.end as usize]).collect()
        };
        assert_eq!(of("水库蓄满，The dams"), ["水库", "库蓄", "蓄满", "The", "dams"]);
        assert_eq!(of("水 库，蓄满"), ["水 库", "蓄满"]);
        assert!(of("…").is_empty());
    }
}
