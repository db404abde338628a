//! Where two texts differ: the stretches that only one of them has, and the sentences they share.

use offprint::compare::{SentenceKind, align};
use offprint::internals::features::{LONG_WEIGHT, hash_of, runs};
use offprint::text::{Token, normalize};
use serde::Serialize;
use std::collections::HashSet;
use std::ops::Range;

/// Passages told of each text, the longest ones.
const MOST: usize = 5;
/// Weight from which a stretch is told, in tenths of a Han character: twelve of them, or eight
/// words. Larger: only long stretches; smaller: also changed words.
const LEAST: u32 = 120;
/// Characters shown of a passage.
const SHOWN: usize = 48;

/// Where two texts differ, the first one first.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Passages {
    /// Number of sentences.
    pub sentences: [usize; 2],
    /// How many of them are sentences of the other one too.
    pub shared_sentences: [usize; 2],
    /// The longest stretches that only this one has, in the order of its text.
    pub only: [Vec<Passage>; 2],
}

/// A stretch of a text.
#[derive(Serialize)]
pub struct Passage {
    /// Where it begins, in characters.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// How it begins.
    pub text: String,
}

impl Passages {
    /// Compares two texts.
    pub fn of(first: &str, second: &str) -> Passages {
        let texts = [first, second];
        let normal = texts.map(normalize);
        let sentences = align(first, second);
        let shared = |of: usize| {
            let same = sentences[of].iter();
            same.filter(|sentence| sentence.kind == SentenceKind::Same)
                .count()
        };
        let only = |of: usize| only(texts[of], &normal[of].tokens, &normal[1 - of].tokens);
        Passages {
            shared_sentences: [shared(0), shared(1)],
            only: [only(0), only(1)],
            sentences: sentences.map(|sentences| sentences.len()),
        }
    }
}

/// The longest stretches of a text in which no long run of tokens stands in the other one.
fn only(text: &str, own: &[Token], other: &[Token]) -> Vec<Passage> {
    let known: HashSet<u64> = runs(other, LONG_WEIGHT)
        .map(|run| hash_of(&other[run]))
        .collect();
    let mut stretches: Vec<Range<usize>> = Vec::new();
    let mut end = 0;
    // A run that both hold ends the stretch before it; the next begins where the last such run ends.
    for run in runs(own, LONG_WEIGHT).filter(|run| known.contains(&hash_of(&own[run.clone()]))) {
        if run.start > end {
            stretches.push(end..run.start);
        }
        end = run.end;
    }
    stretches.push(end..own.len());
    let weight = |stretch: &Range<usize>| -> u32 {
        own[stretch.clone()]
            .iter()
            .map(|token| u32::from(token.weight))
            .sum()
    };
    stretches.retain(|stretch| weight(stretch) >= LEAST);
    stretches.sort_by_key(|stretch| std::cmp::Reverse(weight(stretch)));
    stretches.truncate(MOST);
    stretches.sort_by_key(|stretch| stretch.start);
    let passage = |stretch: Range<usize>| {
        let (start, end) = (
            own[stretch.start].start as usize,
            own[stretch.end - 1].end as usize,
        );
        Passage {
            start: text[..start].chars().count(),
            end: text[..end].chars().count(),
            text: text[start..end].chars().take(SHOWN).collect(),
        }
    };
    stretches.into_iter().map(passage).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_one_has_is_found_where_it_stands() {
        let common = "下游三座水库已经蓄满，专家提醒各县注意堤防安全。";
        let own = "市运动会昨天闭幕，共有两千名学生参加了比赛。";
        let found = Passages::of(&format!("{common}{own}"), common);
        assert_eq!((found.sentences, found.shared_sentences), ([2, 1], [1, 1]));
        let [passage] = &found.only[0][..] else {
            panic!("{} passages", found.only[0].len())
        };
        let length = common.chars().count();
        let end = length + own.chars().count() - 1;
        assert_eq!((passage.start, passage.end), (length, end));
        assert!(own.starts_with(&passage.text));
        assert!(found.only[1].is_empty());
        let nothing = Passages::of("", "");
        assert!(nothing.only.iter().all(Vec::is_empty));
    }
}
