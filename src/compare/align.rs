//! Aligns the sentences of two texts, unchanged or edited, to show them next to a verdict. The alignment does not
//! affect the verdict.

use crate::facts::find::rising;
use crate::fingerprint::features::{Seen, hash_of, runs};
use crate::positions::units_before;
use crate::schema::names;
use crate::text::full_stop::is_stop;
use crate::text::{Token, fold, normalize};
use serde::Serialize;
use std::collections::HashMap;
use std::ops::Range;

/// Weight of the pieces that match edited sentences, in tenths of a Han character: one word, or two Han characters.
/// Larger: only sentences with longer phrases in common match; smaller: single Han characters match, and most sentences
/// share some.
const PIECE_WEIGHT: u32 = 16;
/// Share of the pieces that both sentences must have in common. Larger: fewer counterparts; smaller: different
/// sentences on the same subject are paired.
const LEAST_ALIKE: f32 = 0.5;
/// Share of the shorter sentence's pieces that the longer one must have if a sentence was split or two were joined.
const LEAST_HELD: f32 = 0.8;
/// Fewest pieces of the shorter sentence in that case. Smaller: phrases of a few words match any long sentence.
const LEAST_PIECES: usize = 6;
/// A piece is followed only if at most this many sentences have it; a more frequent piece is a word like "the". The
/// limit bounds the work on repetitive texts.
const MOST_HOLDERS: usize = 64;

/// Punctuation that belongs to the sentence after it.
const OPENING: [char; 12] = ['“', '‘', '「', '『', '《', '〈', '（', '【', '(', '[', '«', '—'];

names! {
    /// What became of a sentence in the other text.
    #[allow(clippy::exhaustive_enums, reason = "callers do something for each")]
    pub enum SentenceKind {
        /// The other text has it word for word; spaces, punctuation, case, width, and Traditional or Simplified forms
        /// may differ.
        Same = "same",
        /// The other text has it edited, split in two, or joined with another.
        Changed = "changed",
        /// The other text lacks it.
        Only = "only",
    }
}

/// A sentence of a text, as seen from another text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Sentence {
    /// Where it begins in its text, in bytes. Together the sentences cover everything except the spaces.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What became of it.
    pub kind: SentenceKind,
    /// Index of its counterpart among the sentences of the other text; `None` if it has none.
    pub other: Option<usize>,
    /// Whether its position is different in the other text, relative to the other shared sentences.
    pub moved: bool,
}

impl Sentence {
    /// Converts the positions in two aligned texts from bytes to another unit; `units` gives the units of a character.
    /// JavaScript counts in UTF-16 code units, [`char::len_utf16`], Python in characters, `|_| 1`.
    ///
    /// ```
    /// use offprint::compare::{Sentence, align};
    /// let texts = ["水位😀上升。 It fell.", ""];
    /// let mut aligned = align(texts[0], texts[1]);
    /// Sentence::count_places(&mut aligned, texts, char::len_utf16);
    /// assert_eq!((aligned[0][1].start, aligned[0][1].end), (8, 16));
    /// ```
    pub fn count_places(aligned: &mut [Vec<Sentence>; 2], texts: [&str; 2], units: fn(char) -> usize) {
        for (sentences, text) in aligned.iter_mut().zip(texts) {
            let before = units_before(text, units);
            for sentence in sentences {
                sentence.start = before[sentence.start];
                sentence.end = before[sentence.end];
            }
        }
    }
}

/// Aligns the sentences of two texts and returns all sentences of each, in order. A line break also ends a sentence.
///
/// # Complexity
/// Linear in the texts, except for edited sentences: each is compared with the sentences that share one of its pieces,
/// at most 64 per piece.
///
/// ```
/// use offprint::compare::{align, SentenceKind};
/// let [first, second] = align("One dam filled. The gate was shut.", "Rain fell. ONE dam filled");
/// assert_eq!((first[0].kind, first[0].other), (SentenceKind::Same, Some(1)));
/// assert_eq!((first[1].kind, first[1].other), (SentenceKind::Only, None));
/// assert_eq!((second[0].kind, second[1].kind), (SentenceKind::Only, SentenceKind::Same));
/// ```
pub fn align(first: &str, second: &str) -> [Vec<Sentence>; 2] {
    let (first_units, second_units) = (normalize(first).tokens, normalize(second).tokens);
    let [mut a, mut b] = [sentences(first, &first_units), sentences(second, &second_units)];
    find_same(&mut a, &mut b);
    let changed = [counterparts(&a, &b), counterparts(&b, &a)];
    for (own, changed) in [&mut a, &mut b].into_iter().zip(changed) {
        for (at, other) in changed {
            own[at].shown.kind = SentenceKind::Changed;
            own[at].shown.other = Some(other);
        }
    }
    [a, b].map(|sentences| sentences.into_iter().map(|own| own.shown).collect())
}

/// A sentence, and the data that identifies it.
struct SentenceTokens<'a> {
    shown: Sentence,
    tokens: &'a [Token],
}

fn sentences<'a>(text: &str, tokens: &'a [Token]) -> Vec<SentenceTokens<'a>> {
    let mut sentences: Vec<SentenceTokens> = Vec::new();
    let (mut first, mut start) = (0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let end_of_word = token.end as usize;
        let end = match tokens.get(at + 1) {
            Some(next) => match end_of_sentence(&text[end_of_word..next.start as usize]) {
                Some(length) => end_of_word + length,
                None => continue,
            },
            // Punctuation after the last letter belongs to the last sentence.
            None => text.trim_end().len(),
        };
        sentences.push(sentence_tokens(text, start..end, &tokens[first..=at]));
        (first, start) = (at + 1, end);
    }
    sentences
}

fn sentence_tokens<'a>(text: &str, range: Range<usize>, tokens: &'a [Token]) -> SentenceTokens<'a> {
    let start = range.end - text[range.clone()].trim_start().len();
    let shown = Sentence { start, end: range.end, kind: SentenceKind::Only, other: None, moved: false };
    SentenceTokens { shown, tokens }
}

/// If a sentence ends between two tokens, how many of the bytes between them still belong to it.
fn end_of_sentence(between: &str) -> Option<usize> {
    let mut ends = false;
    let mut characters = between.char_indices().peekable();
    while let Some((at, c)) = characters.next() {
        let next = characters.peek().map_or(' ', |&(_, next)| next);
        if ends && (c.is_whitespace() || OPENING.contains(&c)) {
            return Some(at);
        }
        if c == '\n' {
            return Some(at);
        }
        ends |= is_stop(fold(c).unwrap_or(c), next);
    }
    ends.then_some(between.len())
}

/// The positions of each hash, in order. Sentences and pieces share this type, which keeps the module small.
type Places = HashMap<u64, Vec<usize>>;

/// Pairs identical sentences; repeated ones are paired in order.
fn find_same(a: &mut [SentenceTokens], b: &mut [SentenceTokens]) {
    let mut places = Places::new();
    for (at, sentence) in b.iter().enumerate().rev() {
        places.entry(hash_of(sentence.tokens)).or_default().push(at);
    }
    let mut pairs = Vec::new();
    for (at, sentence) in a.iter().enumerate() {
        let other = places.get_mut(&hash_of(sentence.tokens)).and_then(Vec::pop);
        pairs.extend(other.map(|other| (at, other)));
    }
    // Keeps the pairs whose positions ascend in both texts.
    let others: Vec<usize> = pairs.iter().map(|&(_, other)| other).collect();
    let mut staying = rising(&others).into_iter().peekable();
    for (pair, (at, other)) in pairs.into_iter().enumerate() {
        let stays = staying.next_if_eq(&pair).is_some();
        for (shown, other) in [(&mut a[at].shown, other), (&mut b[other].shown, at)] {
            shown.kind = SentenceKind::Same;
            shown.other = Some(other);
            shown.moved = !stays;
        }
    }
}

/// For each sentence without an identical one, the most similar sentence of the other text.
fn counterparts(own: &[SentenceTokens], others: &[SentenceTokens]) -> Vec<(usize, usize)> {
    let (own, others) = (unmatched(own), unmatched(others));
    let mut holders = Places::new();
    for (place, (_, pieces)) in others.iter().enumerate() {
        for &piece in pieces {
            holders.entry(piece).or_default().push(place);
        }
    }
    let mut found = Vec::new();
    let mut shared = vec![0; others.len()];
    for (at, pieces) in &own {
        let known =
            pieces.iter().filter_map(|piece| holders.get(piece)).filter(|holders| holders.len() <= MOST_HOLDERS);
        let mut best = None;
        for &place in known.clone().flatten() {
            shared[place] += 1;
            let likeness = likeness(pieces.len(), others[place].1.len(), shared[place]);
            if likeness.is_some_and(|likeness| best.is_none_or(|(best, _)| likeness > best)) {
                best = likeness.map(|likeness| (likeness, place));
            }
        }
        found.extend(best.map(|(_, place)| (*at, others[place].0)));
        for &place in known.flatten() {
            shared[place] = 0;
        }
    }
    found
}

/// The places and pieces of the sentences without an identical one.
fn unmatched(sentences: &[SentenceTokens]) -> Vec<(usize, Vec<u64>)> {
    let rest = sentences.iter().enumerate().filter(|(_, sentence)| sentence.shown.kind == SentenceKind::Only);
    rest.map(|(at, sentence)| (at, pieces(sentence.tokens))).collect()
}

/// The distinct pieces of a sentence.
fn pieces(tokens: &[Token]) -> Vec<u64> {
    let mut seen = Seen::new(tokens.len());
    let pieces = runs(tokens, PIECE_WEIGHT).map(|run| hash_of(&tokens[run]));
    pieces.filter(|&piece| seen.insert(piece)).collect()
}

/// Similarity of two sentences, 0 to 1; `None` if they have too little in common.
fn likeness(first: usize, second: usize, shared: usize) -> Option<f32> {
    let shorter = first.min(second);
    let alike = 2.0 * shared as f32 / (first + second) as f32;
    let held = shorter >= LEAST_PIECES && shared as f32 >= LEAST_HELD * shorter as f32;
    (held || alike >= LEAST_ALIKE).then_some(alike)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The kind of each sentence, and its counterpart.
    fn aligned(first: &str, second: &str) -> [Vec<(String, SentenceKind, Option<usize>)>; 2] {
        let [a, b] = align(first, second);
        [(first, a), (second, b)].map(|(text, sentences)| {
            let parts = |s: Sentence| (text[s.start..s.end].to_string(), s.kind, s.other);
            sentences.into_iter().map(parts).collect()
        })
    }

    #[test]
    fn sentences_hold_their_marks() {
        let text = "标题《水库》\n他说：“满了。”“真的？”  Then it fell 3.5 m. \"Stop!\" (So it did.) 完";
        let [sentences, _] = aligned(text, "");
        let texts: Vec<&str> = sentences.iter().map(|(text, ..)| &text[..]).collect();
        let expected =
            ["标题《水库》", "他说：“满了。”", "“真的？”", "Then it fell 3.5 m.", "\"Stop!\"", "(So it did.)", "完"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn an_edited_reprint_is_set_beside_its_source() {
        let source = "三座水库昨天已经蓄满。\n专家提醒各县注意堤防安全。\n市里今天上午派出了两支检查队。";
        let copy = "三座水庫昨天已經蓄滿！\n專家今天提醒各縣注意堤防安全。\n編輯：林木。";
        let [source, copy] = aligned(source, copy);
        let kinds = |of: &[(String, SentenceKind, Option<usize>)]| -> Vec<_> {
            of.iter().map(|&(_, kind, other)| (kind, other)).collect()
        };
        let first_two = [(SentenceKind::Same, Some(0)), (SentenceKind::Changed, Some(1)), (SentenceKind::Only, None)];
        assert_eq!(kinds(&source), first_two);
        assert_eq!(kinds(&copy), first_two);
    }

    #[test]
    fn a_sentence_that_was_cut_in_two_is_found_from_both_sides() {
        let whole = "The dam was built in the dry years and it has never once been filled to the brim.";
        let halves = "The dam was built in the dry years. And it has never once been filled to the brim.";
        let [whole, halves] = align(whole, halves);
        assert_eq!(whole[0].kind, SentenceKind::Changed);
        let found: Vec<_> = halves.iter().map(|s| (s.kind, s.other)).collect();
        assert_eq!(found, [(SentenceKind::Changed, Some(0)); 2]);
    }

    #[test]
    fn moved_sentences_are_marked() {
        let moved = |first, second| align(first, second).map(|s| s.iter().map(|s| s.moved).collect::<Vec<_>>());
        assert_eq!(
            moved("One fell. Two rose. Three stood.", "Three stood. One fell. Two rose."),
            [[false, false, true].to_vec(), [true, false, false].to_vec()]
        );
    }

    #[test]
    fn a_repeated_sentence_is_compared_in_linear_time() {
        let text = |word: &str| format!("the dam is {word} now. ").repeat(20_000);
        let [first, _] = align(&text("full"), &text("empty"));
        assert_eq!(first.len(), 20_000);
    }

    proptest! {
        #[test]
        fn sentences_cover_their_texts_and_point_at_each_other(
            first in "[一二三ab .。！“”\n]{0,60}", second in "[一二三ab .。！“”\n]{0,60}",
        ) {
            let both = align(&first, &second);
            for (side, text) in [&first, &second].into_iter().enumerate() {
                let mut end = 0;
                for sentence in &both[side] {
                    prop_assert!(text[end..sentence.start].trim().is_empty());
                    end = sentence.end;
                    let other = sentence.other.map(|at| &both[1 - side][at]);
                    match sentence.kind {
                        SentenceKind::Only => prop_assert!(other.is_none() && !sentence.moved),
                        SentenceKind::Changed => prop_assert_eq!(other.map(|o| o.kind != SentenceKind::Same), Some(true)),
                        SentenceKind::Same => {
                            let hashes = |text: &str, s: &Sentence| -> Vec<u64> {
                                normalize(&text[s.start..s.end]).tokens.iter().map(|u| u.hash).collect()
                            };
                            let other = other.unwrap();
                            prop_assert_eq!(other.moved, sentence.moved);
                            let texts = [&first, &second];
                            prop_assert_eq!(hashes(text, sentence), hashes(texts[1 - side], other));
                        }
                    }
                }
                // A text without letters has no sentences.
                prop_assert!(both[side].is_empty() || text[end..].trim().is_empty());
            }
        }

        #[test]
        fn the_longest_ascending_stretch_is_the_naive_one(seconds in prop::collection::vec(0usize..12, 0..9)) {
            let pairs: Vec<_> = seconds.iter().copied().enumerate().collect();
            let kept: Vec<usize> = rising(&seconds).into_iter().map(|at| seconds[at]).collect();
            prop_assert!(kept.windows(2).all(|two| two[0] < two[1]));
            let longest = (0u32..1 << pairs.len()).filter_map(|set| {
                let chosen: Vec<usize> = (0..pairs.len()).filter(|at| set >> at & 1 == 1).map(|at| pairs[at].1).collect();
                chosen.windows(2).all(|two| two[0] < two[1]).then_some(chosen.len())
            });
            prop_assert_eq!(longest.max(), Some(kept.len()));
        }
    }
}
