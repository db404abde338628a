//! Features of a normalized text: feature codes at its sentence ends, shingles in text order, keys, and its length.
//!
//! A *feature code* is the five tokens before and after a sentence end (Peng et al., c. 2004, after Zhang et al.,
//! 2002). *Shingles* (Broder, 1997) are all runs of tokens of a given weight. Short ones, four Han characters or three
//! words, survive edits nearby. Each also stores the longer run around it, its context, which shows whether the edits
//! are everywhere or leave long stretches unchanged. They stay in text order, so that we can see *where* two texts
//! differ.

pub use crate::text::hash_of;
use crate::text::{NormalText, Token};
use std::ops::Range;

/// Tokens on either side of a stop. Larger: fewer chance matches, but each edit destroys more codes.
pub const CODE_SIDE: usize = 5;
/// Weight of a short shingle: four Han characters or three words. Larger: fewer chance matches, but each edit destroys
/// more shingles.
pub const SHORT_WEIGHT: u32 = 40;
/// Weight of the run around a short shingle: eight Han characters or five words.
pub const LONG_WEIGHT: u32 = 80;
/// Weight of the shingles that keys are made from: six Han characters or four words. Larger: fewer articles share a key
/// by chance, but fewer copies do, too.
pub const KEY_WEIGHT: u32 = 60;
/// Number of equal stretches of a text, each with one key. Larger: more look-ups, but more partial copies are found.
pub const KEY_RUNS: usize = 16;

/// The largest weight of a token that is a character, not a word.
const CHARACTER_WEIGHT: u8 = 10;
/// Fewest letters of a word that says what a headline is about. Larger: fewer short names; smaller: more words that
/// occur in any text.
const LONG_WORD: u16 = 4;

/// Features of one text.
#[cfg(any(test, feature = "internals"))]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Features {
    /// Hashes of the feature codes, ascending, without duplicates.
    pub codes: Vec<u64>,
    /// The short shingles in text order, each at its first occurrence.
    pub shingles: Vec<Shingle>,
    /// The smallest hash of a shingle of `KEY_WEIGHT` in each of 16 equal stretches, in text order; fewer if the text
    /// has fewer shingles.
    pub keys: Vec<u64>,
    /// Letters and digits in the text.
    pub length: u32,
}

/// A short shingle, identified by its hash and its context's hash, or by some bits of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shingle<H = u64, C = u64> {
    /// Its hash.
    pub hash: H,
    /// Hash of the longer run around it, its context.
    pub context: C,
    /// Whether it has a fact: a figure, or a word of the headline.
    pub has_fact: bool,
    /// Whether one of its tokens is uncertain, so it may lie outside the article.
    pub is_uncertain: bool,
}

#[cfg(any(test, feature = "internals"))]
impl Features {
    /// The features of a text.
    ///
    /// # Complexity
    /// Linear in the number of tokens; uses a table of the shingles' hashes.
    ///
    /// ```
    /// use offprint::internals::normal::normalize;
    /// use offprint::internals::features::Features;
    /// let a = Features::new(&normalize("下游三座水库已经蓄满。专家提醒各县注意堤防。"));
    /// let b = Features::new(&normalize("记者获悉：下游三座水库已经蓄满。专家提醒各县注意堤防！"));
    /// let c = Features::new(&normalize("市运动会昨天闭幕。共有两千名学生参加了比赛。"));
    /// assert_eq!(a.codes, b.codes);
    /// assert_ne!(a.codes, c.codes);
    /// ```
    pub fn new(text: &NormalText) -> Features {
        Features {
            codes: sorted_codes(text),
            shingles: shingles(text),
            keys: keys(text, KEY_RUNS),
            length: text.length,
        }
    }
}

/// The feature codes of a text: the number of tokens before the stop, and the code's hash. A stop with fewer than five
/// tokens on either side has no code.
pub fn codes(text: &NormalText) -> impl Iterator<Item = (usize, u64)> + '_ {
    text.stops.iter().filter_map(|&stop| {
        let stop = stop as usize;
        let tokens = text.tokens.get(stop.checked_sub(CODE_SIDE)?..stop + CODE_SIDE)?;
        Some((stop, hash_of(tokens)))
    })
}

/// The hashes of a text's feature codes, ascending, without duplicates.
#[inline(never)]
pub fn sorted_codes(text: &NormalText) -> Vec<u64> {
    let mut codes: Vec<u64> = codes(text).map(|(_, hash)| hash).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// Runs of tokens: from each token, the shortest run that weighs enough. Tokens near the end, with too little text
/// after them, do not start a run.
///
/// ```
/// use offprint::internals::normal::normalize;
/// use offprint::internals::features::{SHORT_WEIGHT, runs};
/// let runs = |text| runs(&normalize(text).tokens, SHORT_WEIGHT).collect::<Vec<_>>();
/// assert_eq!(runs("下游水库，蓄满"), [0..4, 1..5, 2..6]);
/// assert_eq!(runs("下游"), []);
/// ```
pub fn runs(tokens: &[Token], least: u32) -> impl Iterator<Item = Range<usize>> + '_ {
    let (mut end, mut weight) = (0, 0);
    (0..tokens.len()).map_while(move |start| {
        while weight < least {
            weight += u32::from(tokens.get(end)?.weight);
            end += 1;
        }
        weight -= u32::from(tokens[start].weight);
        Some(start..end)
    })
}

/// The short shingles in text order, each at its first occurrence.
#[cfg(any(test, feature = "internals"))]
pub fn shingles(text: &NormalText) -> Vec<Shingle> {
    let mut seen = Seen::new(text.tokens.len());
    short_runs(&text.tokens)
        .filter(|(hash, _)| seen.insert(*hash))
        .map(|(hash, run)| Shingle::new(&text.tokens, hash, run))
        .collect()
}

/// The runs of a text that form short shingles, with their hashes, including repetitions.
fn short_runs(tokens: &[Token]) -> impl Iterator<Item = (u64, Range<usize>)> + '_ {
    runs(tokens, SHORT_WEIGHT).map(|run| (hash_of(&tokens[run.clone()]), run))
}

/// The number of distinct short shingles of a text, and their smallest hashes, at most `most`, ascending, each with the
/// first token where it begins.
///
/// It stores only the hashes, so a hostile page's long text takes little memory besides its tokens.
#[inline(never)]
pub fn smallest(text: &NormalText, most: usize) -> (u32, Vec<(u64, u32)>) {
    // There is one run from each token.
    let hashes: Vec<u64> = short_runs(&text.tokens).map(|(hash, _)| hash).collect();
    let mut sorted = hashes.clone();
    sorted.sort_unstable();
    sorted.dedup();
    let distinct = sorted.len() as u32;
    sorted.truncate(most);
    let mut least: Vec<(u64, u32)> = sorted.into_iter().map(|hash| (hash, u32::MAX)).collect();
    let largest = least.last().map_or(0, |last| last.0);
    for (start, &hash) in hashes.iter().enumerate().filter(|(_, hash)| **hash <= largest) {
        if let Ok(at) = least.binary_search_by_key(&hash, |of| of.0) {
            least[at].1 = least[at].1.min(start as u32);
        }
    }
    (distinct, least)
}

impl Shingle {
    /// The shingle with this hash that starts at a token, in an article whose headline has these words.
    pub fn at(tokens: &[Token], hash: u64, start: usize, subject: &Subject) -> Option<Shingle> {
        let end = start + runs(&tokens[start..], SHORT_WEIGHT).next()?.end;
        let mut shingle = Shingle::new(tokens, hash, start..end);
        shingle.has_fact |= subject.is_in(&tokens[start..end]);
        Some(shingle)
    }

    fn new(tokens: &[Token], hash: u64, run: Range<usize>) -> Shingle {
        Shingle {
            hash,
            has_fact: tokens[run.clone()].iter().any(|token| token.is_figure),
            is_uncertain: tokens[run.clone()].iter().any(|token| token.is_uncertain),
            context: hash_of(&tokens[context(tokens, run)]),
        }
    }
}

/// The words with at least this many letters, then the pairs of adjacent characters.
pub fn words(tokens: &[Token], letters: u16) -> impl Iterator<Item = u64> + '_ {
    let words = tokens.iter().filter(move |token| is_word(token) && token.letters >= letters);
    let pairs = tokens.windows(2).filter(move |pair| !pair.iter().any(is_word));
    words.map(|token| token.hash).chain(pairs.map(hash_of))
}

fn is_word(token: &Token) -> bool {
    token.weight > CHARACTER_WEIGHT
}

/// What a headline is about: its words of four letters or more, and its pairs of adjacent characters.
#[derive(Default)]
pub struct Subject(Vec<u64>);

impl Subject {
    /// The subject of an article with this headline.
    pub fn new(headline: &NormalText) -> Subject {
        let mut words: Vec<u64> = words(&headline.tokens, LONG_WORD).collect();
        words.sort_unstable();
        Subject(words)
    }

    fn is_in(&self, tokens: &[Token]) -> bool {
        words(tokens, LONG_WORD).any(|word| self.0.binary_search(&word).is_ok())
    }
}

/// A set of hashes. They are already uniform, so their last bits serve as positions in the table; the first bits of
/// hashes below a bound are alike. The standard library would hash them again, and make the module 739 bytes larger
/// with gzip.
pub struct Seen {
    table: Vec<u64>,
    zero: bool,
}

impl Seen {
    /// A set with room for `most` hashes.
    pub(crate) fn new(most: usize) -> Seen {
        // At most three quarters full, so that a free slot is near.
        let places = (most + most / 3 + 1).next_power_of_two();
        Seen { table: vec![0; places], zero: false }
    }

    /// Adds a hash; returns whether it is new.
    pub(crate) fn insert(&mut self, hash: u64) -> bool {
        if hash == 0 {
            return !std::mem::replace(&mut self.zero, true);
        }
        let last = self.table.len() - 1;
        let mut place = hash as usize & last;
        while self.table[place] != 0 {
            if self.table[place] == hash {
                return false;
            }
            place = (place + 1) & last;
        }
        self.table[place] = hash;
        true
    }
}

/// The run extended by one token at a time, right and left in turn, until it weighs enough; at an end of the text, only
/// on the other side.
fn context(tokens: &[Token], run: Range<usize>) -> Range<usize> {
    let Range { mut start, mut end } = run;
    let mut weight = Token::weigh(&tokens[start..end]);
    let mut right = true;
    while weight < LONG_WEIGHT {
        let grown = if end < tokens.len() && (right || start == 0) {
            end += 1;
            end - 1
        } else if start > 0 {
            start -= 1;
            start
        } else {
            break;
        };
        weight += u32::from(tokens[grown].weight);
        right = !right;
    }
    start..end
}

/// The smallest hash of a shingle of [`KEY_WEIGHT`] in each of `stretches` equal stretches, in text order; fewer if the
/// text has fewer shingles. [`Features::keys`] uses [`KEY_RUNS`] stretches.
#[inline(never)]
pub fn keys(text: &NormalText, stretches: usize) -> Vec<u64> {
    let mut after = 0;
    let too_late = text.tokens.iter().rev().take_while(|token| {
        after += u32::from(token.weight);
        after < KEY_WEIGHT
    });
    let count = text.tokens.len() - too_late.count();
    let bound = |i: usize| i * count / stretches;
    let mut hashes = runs(&text.tokens, KEY_WEIGHT).map(|run| hash_of(&text.tokens[run]));
    (0..stretches).filter_map(|i| hashes.by_ref().take(bound(i + 1) - bound(i)).min()).collect()
}

#[cfg(test)]
mod tests;
