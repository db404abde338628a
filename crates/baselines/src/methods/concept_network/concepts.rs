//! Words to concepts: formulas (5) to (7).
//!
//! `synonyms.bin` holds, for words of WordNet 3.1, how much their synonyms overlap. It is made by
//! `tools/eval/src/bin/synonyms.rs`, which says what is in it; `WORDNET-LICENSE` is its licence. All
//! numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 2 | number of words `n` |
//! | 4 `n` | the words: leading 32 bits of the [hash](offprint::internals::hash::hash_str) of the [stem], ascending |
//! | `n` | for each word, with how many later words it has a relation |
//! | 3 each | the relations: which word the later is (2 bytes), and `Rel` in 200ths, rounded up |

use crate::methods::terms;
use offprint::internals::hash::hash_str;
use offprint::text::fold;
use offprint::text::{Script, language};
use rust_stemmers::{Algorithm, Stemmer};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

static SYNONYMS: &[u8] = include_bytes!("synonyms.bin");

/// `Rel` is stored in such parts, rounded up: to be greater than a multiple of one is the same
/// before and after.
pub const RELATEDNESS_PARTS: u8 = 200;

/// A text as a sequence of concepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concepts {
    /// Number of words (terms) of the text, stop words among them.
    pub words: u32,
    /// The concepts in the order in which they first occur: the hash of the stem that came first.
    pub concepts: Vec<u64>,
    /// The words that are no stop words: which word of the text it is, and which concept.
    pub sequence: Vec<(u32, usize)>,
}

/// The concepts of a text: its words without stop words, stemmed, and those merged whose `Rel` is
/// more than `relatedness`. From 1 on nothing is merged; the least that works is 0.25.
///
/// # Complexity
/// Linear in the text.
///
/// ```
/// use offprint_baselines::methods::concepts;
/// let found = concepts("The lack of vitamins, the deficiency of the diet.", 0.5);
/// assert_eq!(found.words, 9);
/// assert_eq!(found.sequence, [(1, 0), (3, 1), (5, 0), (8, 2)]);
/// let words = concepts("The lack of vitamins, the deficiency of the diet.", 1.0);
/// assert_eq!(words.concepts.len(), 4);
/// ```
pub fn concepts(text: &str, relatedness: f64) -> Concepts {
    let terms = terms(text);
    let english = language("", Script::of(text), text) == "en";
    let mut numbers = HashMap::new();
    let mut stems = Vec::new();
    let mut sequence = Vec::new();
    for term in &terms {
        if STOP_WORDS.contains(&term.hash) {
            continue;
        }
        let hash = match english {
            true => hash_str(&stem(&text[term.start as usize..term.end as usize])),
            false => term.hash,
        };
        let number = *numbers.entry(hash).or_insert_with(|| {
            stems.push(hash);
            stems.len() - 1
        });
        sequence.push((term.position, number));
    }
    if english {
        merge(&mut stems, &mut sequence, relatedness);
    }
    Concepts {
        words: terms.len() as u32,
        concepts: stems,
        sequence,
    }
}

/// The stem of an English word, by Snowball's English stemmer; other words are only folded.
///
/// ```
/// use offprint_baselines::methods::stem;
/// assert_eq!(stem("Headaches"), stem("headache"));
/// // Irregular forms stay apart.
/// assert_ne!(stem("ate"), stem("eat"));
/// ```
pub fn stem(word: &str) -> String {
    let folded = word.chars().filter_map(fold);
    let letters: String = folded.filter(|c| c.is_alphanumeric()).collect();
    match letters.bytes().all(|byte| byte.is_ascii_lowercase()) {
        true => Stemmer::create(Algorithm::English)
            .stem(&letters)
            .into_owned(),
        false => letters,
    }
}

/// The stop words of NLTK for English and Chinese, as hashes of terms. Its short list suits: longer
/// ones hold words that the paper names among the key concepts of its example, such as "take" and
/// "like".
static STOP_WORDS: LazyLock<HashSet<u64>> = LazyLock::new(|| {
    let lists = ["en", "zh"].into_iter().filter_map(stop_words::lookup);
    let single = |word: &&str| match terms(word)[..] {
        [term] => Some(term.hash),
        _ => None,
    };
    lists.flatten().filter_map(single).collect()
});

/// Makes one concept of words whose `Rel` is more than `relatedness`. That is not transitive, so
/// the order counts: word by word as they first occur, each joins the earliest concept whose
/// first word it is related to, or begins one.
fn merge(stems: &mut Vec<u64>, sequence: &mut [(u32, usize)], relatedness: f64) {
    let related = related(stems, relatedness);
    let mut firsts = Vec::new();
    let mut concepts: Vec<usize> = Vec::new();
    for (number, &stem) in stems.iter().enumerate() {
        let earlier = related[number].iter().copied();
        let joined = earlier.filter(|&other| firsts[concepts[other]] == stems[other]);
        let concept = joined.map(|other| concepts[other]).min();
        concepts.push(concept.unwrap_or(firsts.len()));
        if concept.is_none() {
            firsts.push(stem);
        }
    }
    *stems = firsts;
    for (_, number) in sequence {
        *number = concepts[*number];
    }
}

/// For each word the earlier ones with which `Rel` is more than `relatedness`.
fn related(stems: &[u64], relatedness: f64) -> Vec<Vec<usize>> {
    let mut related = vec![Vec::new(); stems.len()];
    let words = stems.iter().enumerate();
    let known: HashMap<usize, usize> = words
        .filter_map(|(number, &stem)| Some((TABLE.find(stem)?, number)))
        .collect();
    for (&word, &number) in &known {
        for (other, parts) in TABLE.later(word) {
            if let Some(&other) = known.get(&other)
                && f64::from(parts) / f64::from(RELATEDNESS_PARTS) > relatedness
            {
                related[number.max(other)].push(number.min(other));
            }
        }
    }
    related
}

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

    /// The later words it has a relation with, and the relation.
    fn later(&self, word: usize) -> impl Iterator<Item = (usize, u8)> {
        let relations = &self.relations[self.starts[word]..self.starts[word + 1]];
        relations
            .iter()
            .map(|&[low, high, parts]| (usize::from(u16::from_le_bytes([low, high])), parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Number of concepts of an English text.
    fn count(text: &str, relatedness: f64) -> usize {
        concepts(&format!("The {text}"), relatedness).concepts.len()
    }

    #[test]
    fn the_table_is_that_of_wordnet() {
        assert_eq!(SYNONYMS.len(), 77_670);
        // {lack, want, deficiency} of 4 and 5 synonyms: two thirds.
        assert_eq!(count("lack deficiency", 0.66), 1);
        assert_eq!(count("lack deficiency", 0.67), 2);
        assert_eq!(count("orange citrus", 0.25), 2);
    }

    #[test]
    fn the_earliest_word_stands_for_the_concept() {
        let found = concepts("The physician and the doctor", 0.5);
        assert_eq!(found.concepts, [hash_str(&stem("physician"))]);
        let found = concepts("The doctor and the physician", 0.5);
        assert_eq!(found.concepts, [hash_str(&stem("doctor"))]);
    }

    #[test]
    fn stop_words_take_a_position_and_no_place_in_the_sequence() {
        let found = concepts("The dam is the safest of the three.", 0.5);
        let positions: Vec<u32> = found
            .sequence
            .iter()
            .map(|&(position, _)| position)
            .collect();
        assert_eq!(positions, [1, 4, 7]);
        assert_eq!(found.words, 8);
        assert!(
            concepts("The don’t isn't WOULDN'T of", 0.5)
                .concepts
                .is_empty()
        );
    }

    #[test]
    fn only_english_is_stemmed() {
        assert_eq!(
            concepts("die Talsperre, der Talsperren", 0.5)
                .concepts
                .len(),
            4
        );
        assert_eq!(count("dam dams", 0.5), 1);
    }

    proptest! {
        /// Merging as defined, without the table's index: each word in turn against the first
        /// words of all concepts.
        #[test]
        fn merging_is_as_defined(words in proptest::collection::vec(0usize..12, 1..20), parts in 50u8..200) {
            const WORDS: [&str; 12] = [
                "lack", "deficiency", "want", "doctor", "physician", "car", "automobile", "begin",
                "start", "commence", "machine", "need",
            ];
            let relatedness = f64::from(parts) / f64::from(RELATEDNESS_PARTS);
            let text = words.iter().map(|&word| WORDS[word]).collect::<Vec<_>>().join(" ");
            let found = concepts(&format!("The {text}"), relatedness);
            let mut firsts: Vec<&str> = Vec::new();
            let sequence: Vec<usize> = words.iter().map(|&word| {
                let word = WORDS[word];
                let same = firsts.iter().position(|first| *first == word);
                let related = |first: &&str| count(&format!("{first} {word}"), relatedness) == 1;
                let concept = same.or_else(|| firsts.iter().position(related));
                concept.unwrap_or_else(|| {
                    firsts.push(word);
                    firsts.len() - 1
                })
            }).collect();
            let merged: Vec<usize> = found.sequence.iter().map(|&(_, concept)| concept).collect();
            prop_assert_eq!(merged, sequence);
        }

        #[test]
        fn no_text_panics(text in "(the |\\PC|[a-z']{1,9} ){0,60}", relatedness in 0.0..2.0) {
            let found = concepts(&text, relatedness);
            for (position, concept) in found.sequence {
                prop_assert!(position < found.words && concept < found.concepts.len());
            }
        }
    }
}
