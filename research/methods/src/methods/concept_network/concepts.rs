//! Words to concepts: formulas (5) to (7).
//!
//! `synonyms.bin` holds, for words of WordNet 3.1, how much their synonyms overlap. It is made by
//! `research/eval/src/bin/synonyms.rs`, which describes its content; `WORDNET-LICENSE` is its licence. All
//! numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | number of words `n` |
//! | 4 `n` | the words: leading 32 bits of the [hash](offprint::internals::hash::hash_str) of the [stem], ascending |
//! | `n` | for each word, with how many later words it has a relation |
//! | 3 each | the relations: which word the later is (2 bytes), and `Rel` in 200ths, rounded up |

use crate::methods::TermKind;
use offprint::article::Script;
use offprint::internals::features::hash_of;
use offprint::internals::hash::hash_str;
use offprint::internals::normal::{fold, normalize};
use offprint::internals::script::language;
use rust_stemmers::{Algorithm, Stemmer};
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

static SYNONYMS: &[u8] = include_bytes!("synonyms.bin");

/// `Rel` is stored in this many parts, rounded up. Rounding does not change whether it is greater than a multiple of a
/// part.
pub const RELATEDNESS_PARTS: u8 = 200;
/// The parts of `Rel`, 0.54, above which two words are one concept. Larger: fewer words are merged.
const RELATED: u8 = 108;

/// A text as a sequence of concepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concepts {
    /// Number of words (terms) of the text, including stop words.
    pub words: u32,
    /// The concepts in the order in which they first occur. A concept has the same number in every
    /// text, whichever of its words the text has.
    pub concepts: Vec<u64>,
    /// The words that are not stop words: which word of the text it is, and which concept.
    pub sequence: Vec<(u32, usize)>,
}

/// The concepts of a text: its words without stop words, stemmed, and synonyms merged if asked.
///
/// # Complexity
/// Linear in the text.
pub fn concepts(text: &str, terms: TermKind, merges_synonyms: bool) -> Concepts {
    let terms = terms.terms(text);
    let english = language("", Script::from_text(text), text) == "en";
    let mut numbers = HashMap::new();
    let mut concepts = Vec::new();
    let mut sequence = Vec::new();
    for term in &terms {
        let written = &text[term.start as usize..term.end as usize];
        if is_stop_word(term.hash, written) {
            continue;
        }
        let hash = if english { hash_str(&stem(written)) } else { term.hash };
        let known = if english && merges_synonyms { TABLE.find(hash) } else { None };
        let concept = known.map_or(hash, |word| u64::from(TABLE.words[REPRESENTATIVES[word]]) << 32);
        let number = *numbers.entry(concept).or_insert_with(|| {
            concepts.push(concept);
            concepts.len() - 1
        });
        sequence.push((term.position, number));
    }
    Concepts { words: terms.len() as u32, concepts, sequence }
}

/// The stem of an English word, by Snowball's English stemmer; other words are only folded.
///
/// ```
/// use offprint_methods::methods::stem;
/// assert_eq!(stem("Headaches"), stem("headache"));
/// // Irregular forms stay apart.
/// assert_ne!(stem("ate"), stem("eat"));
/// ```
pub fn stem(word: &str) -> String {
    let folded = word.chars().filter_map(fold);
    let letters: String = folded.filter(|c| c.is_alphanumeric()).collect();
    if letters.bytes().all(|byte| byte.is_ascii_lowercase()) {
        Stemmer::create(Algorithm::English).stem(&letters).into_owned()
    } else {
        letters
    }
}

/// The stop words of NLTK for English and Chinese, as hashes of terms. Longer lists contain words that the paper names
/// among the key concepts of its example, such as "take" and "like".
static STOP_WORDS: LazyLock<HashSet<u64>> = LazyLock::new(|| {
    let whole = |word: &&&str| !is_contraction(word) && !CONTRACTIONS.contains(&format!("{word}t"));
    STOP_LISTS.iter().filter(whole).map(|word| hash_of_word(word)).collect()
});

/// The same for "don't" and the like, without the apostrophe. A text must have it, or "ill", "well", "shed" and "won"
/// would not be words.
static CONTRACTIONS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let all = STOP_LISTS.iter().filter(|word| is_contraction(word));
    all.map(|word| word.replace(APOSTROPHES, "")).collect()
});

static STOP_LISTS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let lists = ["en", "zh"].into_iter().filter_map(stop_words::lookup);
    lists.flatten().copied().collect()
});

const APOSTROPHES: &[char] = &['\'', '’'];

fn is_contraction(word: &str) -> bool {
    word.contains(APOSTROPHES)
}

fn is_stop_word(hash: u64, written: &str) -> bool {
    if is_contraction(written) {
        let folded: String = written.chars().filter_map(fold).collect();
        CONTRACTIONS.contains(&folded.replace(APOSTROPHES, ""))
    } else {
        STOP_WORDS.contains(&hash)
    }
}

/// The hash of a word as a term.
fn hash_of_word(word: &str) -> u64 {
    match &normalize(word).tokens[..] {
        [token] => token.hash,
        tokens => hash_of(tokens),
    }
}

/// For each word of the table, the one that represents its concept.
///
/// `Rel` is not transitive, so the order matters. It must not depend on a text, or a concept would have another number
/// in each text. Words with many relations come first. Each joins the earlier representative that it is most related
/// to, or begins a new concept. Joining all words that a chain of relations connects would make one
/// concept of 936 words at 0.5.
static REPRESENTATIVES: LazyLock<Vec<usize>> = LazyLock::new(|| TABLE.representatives(RELATED));

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(SYNONYMS));

/// The parts of `synonyms.bin`.
struct Table {
    words: Vec<u32>,
    /// Where the relations of each word begin; one more at the end.
    starts: Vec<usize>,
    relations: &'static [[u8; 3]],
}

impl Table {
    fn new(bytes: &'static [u8]) -> Table {
        let (count, rest) = bytes.split_at(2);
        let count = usize::from(u16::from_le_bytes([count[0], count[1]]));
        let (words, rest) = rest.split_at(4 * count);
        let (counts, relations) = rest.split_at(count);
        let (words, _) = words.as_chunks();
        let mut start = 0;
        let ends = counts.iter().map(|&count| {
            start += usize::from(count);
            start
        });
        Table {
            words: words.iter().map(|&word| u32::from_le_bytes(word)).collect(),
            starts: std::iter::once(0).chain(ends).collect(),
            relations: relations.as_chunks().0,
        }
    }

    /// Which word of the table has this stem.
    fn find(&self, stem: u64) -> Option<usize> {
        self.words.binary_search(&((stem >> 32) as u32)).ok()
    }

    /// The word that represents each word, counting only relations with more parts than this.
    fn representatives(&self, parts: u8) -> Vec<usize> {
        let mut related = vec![Vec::new(); self.words.len()];
        for word in 0..self.words.len() {
            for (later, rel) in self.later(word).filter(|&(_, rel)| rel > parts) {
                related[word].push((rel, later));
                related[later].push((rel, word));
            }
        }
        let mut order: Vec<usize> = (0..self.words.len()).collect();
        order.sort_by_key(|&word| Reverse(related[word].len()));
        let mut of: Vec<Option<usize>> = vec![None; self.words.len()];
        for word in order {
            let known = related[word].iter().filter(|&&(_, other)| of[other] == Some(other));
            let nearest = known.max_by_key(|&&(rel, other)| (rel, Reverse(other)));
            of[word] = Some(nearest.map_or(word, |&(_, other)| other));
        }
        of.into_iter().flatten().collect()
    }

    /// The later words it has a relation with, and the relation.
    fn later(&self, word: usize) -> impl Iterator<Item = (usize, u8)> {
        let relations = &self.relations[self.starts[word]..self.starts[word + 1]];
        relations.iter().map(|&[low, high, parts]| (usize::from(u16::from_le_bytes([low, high])), parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn concepts(text: &str) -> Concepts {
        super::concepts(text, TermKind::Bigrams, true)
    }

    /// Number of concepts of an English text, and of its words.
    fn count(text: &str) -> [usize; 2] {
        [true, false].map(|merges| super::concepts(&format!("The {text}"), TermKind::Bigrams, merges).concepts.len())
    }

    /// How many concepts the words have, if words are one concept when their `Rel` has more parts than this.
    fn classes(words: [&str; 2], parts: u8) -> usize {
        let of = TABLE.representatives(parts);
        let [a, b] = words.map(|word| of[TABLE.find(hash_str(&stem(word))).expect("a word of the table")]);
        if a == b { 1 } else { 2 }
    }

    #[test]
    fn the_table_is_that_of_wordnet() {
        assert_eq!(SYNONYMS.len(), 50_418);
        // {lack, want, deficiency}, from 4 and 5 synonyms: two thirds.
        assert_eq!([132, 134].map(|parts| classes(["lack", "deficiency"], parts)), [1, 2]);
        assert_eq!(count("orange citrus"), [2, 2]);
    }

    #[test]
    fn a_concept_is_the_same_in_every_text() {
        let id = |text: &str| concepts(&format!("The {text}")).concepts;
        assert_eq!(id("physician"), id("doctor"));
        assert_eq!(id("physician and the doctor"), id("doctor"));
        assert_eq!(id("automobile"), id("car"));
        assert_eq!(id("deficiency"), id("lack"));
        assert_ne!(id("doctor"), id("lack"));
        let words = super::concepts("The physician", TermKind::Bigrams, false).concepts;
        assert_eq!(words, [hash_str(&stem("physician"))]);
    }

    #[test]
    fn stop_words_take_a_position_and_no_place_in_the_sequence() {
        let found = concepts("The lack of vitamins, the deficiency of the diet.");
        assert_eq!(found.words, 9);
        assert_eq!(found.sequence, [(1, 0), (3, 1), (5, 0), (8, 2)]);
        assert!(concepts("The don’t isn't WOULDN'T of").concepts.is_empty());
    }

    #[test]
    fn a_contraction_is_one_only_with_its_apostrophe() {
        assert_eq!(count("ill well shed won shell"), [5, 5]);
        assert_eq!(count("we’ll she'd won’t"), [0, 0]);
    }

    #[test]
    fn only_english_is_stemmed() {
        assert_eq!(concepts("die Talsperre, der Talsperren").concepts.len(), 4);
        assert_eq!(count("dam dams"), [1, 1]);
    }

    proptest! {
        #[test]
        fn positions_and_concepts_are_in_range(text in "(the |\\PC|[a-z']{1,9} ){0,60}") {
            let found = concepts(&text);
            for (position, concept) in found.sequence {
                prop_assert!(position < found.words && concept < found.concepts.len());
            }
        }
    }

    /// Formula (7): two words are one concept only if their `Rel` to the word that represents it is enough.
    #[test]
    fn a_word_represents_words_that_it_is_related_to() {
        for parts in [100, RELATED, 150] {
            let of = TABLE.representatives(parts);
            for (word, &first) in of.iter().enumerate() {
                let (a, b) = (word.min(first), word.max(first));
                let mut relations = TABLE.later(a);
                assert!(word == first || relations.any(|(other, rel)| other == b && rel > parts));
                assert_eq!(of[first], first);
            }
        }
    }
}
