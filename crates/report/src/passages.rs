//! Where two texts differ: the passages that only one of them has, and the sentences they share.

use offprint::compare::{SentenceKind, align, passages};
use serde::Serialize;
use std::ops::Range;

/// Characters shown of a passage.
const SHOWN: usize = 48;

/// The differences of two texts, the first text first.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Passages {
    /// Number of sentences.
    pub sentences: [usize; 2],
    /// How many of them are also sentences of the other.
    pub shared_sentences: [usize; 2],
    /// The longest passages that only this text has, in the order of the text.
    pub only: [Vec<Passage>; 2],
}

/// A passage of a text.
#[derive(Serialize)]
pub struct Passage {
    /// Where it begins, in characters.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Its first characters.
    pub text: String,
}

impl Passages {
    /// Compares two texts.
    pub fn new(first: &str, second: &str) -> Passages {
        let sentences = align(first, second);
        let same = sentences.each_ref().map(|side| side.iter().filter(|one| one.kind == SentenceKind::Same).count());
        let [only_first, only_second] = passages(first, second);
        Passages {
            shared_sentences: same,
            only: [shown(first, only_first), shown(second, only_second)],
            sentences: sentences.map(|sentences| sentences.len()),
        }
    }
}

fn shown(text: &str, passages: Vec<Range<usize>>) -> Vec<Passage> {
    let shown = passages.into_iter().map(|place| Passage {
        start: text[..place.start].chars().count(),
        end: text[..place.end].chars().count(),
        text: text[place].chars().take(SHOWN).collect(),
    });
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_where_the_passages_of_one_text_are() {
        let common = "下游三座水库已经蓄满，专家提醒各县注意堤防安全。";
        let own = "市运动会昨天闭幕，共有两千名学生参加了比赛。";
        let found = Passages::new(&format!("{common}{own}"), common);
        assert_eq!((found.sentences, found.shared_sentences), ([2, 1], [1, 1]));
        let [passage] = &found.only[0][..] else { panic!("{} passages", found.only[0].len()) };
        let length = common.chars().count();
        let end = length + own.chars().count() - 1;
        assert_eq!((passage.start, passage.end), (length, end));
        assert!(own.starts_with(&passage.text));
        assert!(found.only[1].is_empty());
        let nothing = Passages::new("", "");
        assert!(nothing.only.iter().all(Vec::is_empty));
    }
}
