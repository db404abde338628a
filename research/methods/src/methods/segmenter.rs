//! The words of Chinese text, by the dictionary and the model of the segmenter jieba.

use super::terms::are_adjoining;
use super::{Term, terms};
use jieba_rs::Jieba;
use offprint::article::Script;
use offprint::internals::features::hash_of;
use offprint::internals::normal::{CharClass, Token, fold, normalize};
use std::sync::LazyLock;

/// Loading the dictionary takes about a tenth of a second, and 25 MB.
static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// The terms of a text: in Chinese the words of two or more Han characters and all other tokens, in other languages
/// those of [`terms`]. Single Han characters are mostly particles.
///
/// A word has the hash of its characters, like a bigram. The words are taken from the folded text, so they are the same
/// in Traditional and in Simplified script. The segmenter takes logarithms when it starts: where two ways to cut a text
/// are almost equally likely, platforms could differ.
pub(super) fn words(text: &str) -> Vec<Term> {
    if Script::from_text(text) != Script::Hani {
        return terms(text);
    }
    let tokens = normalize(text).tokens;
    let is_run = |a: &Token, b: &Token| han(text, a).and(han(text, b)).is_some() && are_adjoining(text, a, b);
    let mut words: Vec<&[Token]> = Vec::with_capacity(tokens.len());
    for run in tokens.chunk_by(is_run) {
        match han(text, &run[0]) {
            None => words.push(run),
            Some(_) => cut(text, run, &mut words),
        }
    }
    let term = |(position, word): (usize, &[Token])| Term {
        hash: match word {
            [token] => token.hash,
            _ => hash_of(word),
        },
        position: position as u32,
        start: word[0].start,
        end: word[word.len() - 1].end,
    };
    words.into_iter().enumerate().map(term).collect()
}

/// The folded character of a token, if it is a Han character.
fn han(text: &str, token: &Token) -> Option<char> {
    let c = text[token.start as usize..].chars().next().and_then(fold)?;
    (CharClass::from_char(c) == CharClass::Han).then_some(c)
}

/// Adds the words of a run of Han characters.
fn cut<'a>(text: &str, run: &'a [Token], words: &mut Vec<&'a [Token]>) {
    let folded: String = run.iter().filter_map(|token| han(text, token)).collect();
    let mut rest = run;
    for word in JIEBA.cut(&folded, true) {
        let length = word.word.chars().count().min(rest.len());
        let (word, after) = rest.split_at(length);
        rest = after;
        if word.len() > 1 {
            words.push(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let piece = |term: &Term| &text[term.start as usize..term.end as usize];
        words(text).iter().map(piece).collect()
    }

    #[test]
    fn chinese_text_is_cut_into_words() {
        let text = "我们在水库检查了闸门，A4 纸 3 张。";
        assert_eq!(pieces(text), ["我们", "水库", "检查", "闸门", "A4", "3"]);
        assert!(pieces("的").is_empty());
        let hashes = |text: &str| words(text).iter().map(|term| term.hash).collect::<Vec<_>>();
        assert_eq!(hashes("我們在水庫檢查了閘門"), hashes("我们在水库检查了闸门"));
        assert_eq!(hashes("水库"), [terms("水库")[0].hash]);
        assert_eq!(hashes("我们在水库"), hashes("我 们 在\u{3000}水\n库"));
    }

    #[test]
    fn other_text_has_the_terms_it_has_without() {
        for text in ["The dams are full.", "ダムの貯水量が回復した", ""] {
            assert_eq!(words(text), terms(text));
        }
    }

    proptest::proptest! {
        #[test]
        fn words_are_numbered_and_han_words_do_not_overlap(text in "[我们在水库龘𠀀㐀豈。，a1 \u{200B}\u{FE00}ーの]{0,60}") {
            let words = words(&text);
            let places = words.iter().enumerate();
            proptest::prop_assert!(places.into_iter().all(|(i, word)| word.position as usize == i));
            proptest::prop_assert!(words.windows(2).all(|pair| pair[0].end <= pair[1].start || Script::from_text(&text) != Script::Hani));
        }
    }
}
