//! Which terms a method counts, and how rare they are.

use super::{IdfTable, Term, terms};

/// The terms that a text is split into. Signatures made of different terms cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TermKind {
    /// Every two adjacent Han characters, and the words of other text. Needs no dictionary.
    #[default]
    Bigrams,
    /// The words of Chinese text by a dictionary, if they have two or more characters. Other text as in
    /// [`Bigrams`](Self::Bigrams).
    #[cfg(feature = "segmenter")]
    Words,
}

impl TermKind {
    /// All there are.
    pub const ALL: &[TermKind] = &[
        TermKind::Bigrams,
        #[cfg(feature = "segmenter")]
        TermKind::Words,
    ];

    /// Its name, which is also the name of its table.
    pub fn name(self) -> &'static str {
        match self {
            TermKind::Bigrams => "bigrams",
            #[cfg(feature = "segmenter")]
            TermKind::Words => "words",
        }
    }

    /// The terms of a text, in order.
    pub fn terms(self, text: &str) -> Vec<Term> {
        match self {
            TermKind::Bigrams => terms(text),
            #[cfg(feature = "segmenter")]
            TermKind::Words => super::segmenter::words(text),
        }
    }

    /// How rare these terms are.
    pub fn idf(self) -> IdfTable<'static> {
        let bytes: &[u8] = match self {
            TermKind::Bigrams => include_bytes!("idf/bigrams.bin"),
            #[cfg(feature = "segmenter")]
            TermKind::Words => include_bytes!("idf/words.bin"),
        };
        IdfTable::read(bytes).expect("our own tables are whole")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::internals::hash::hash_str;

    #[test]
    fn common_terms_weigh_less_than_rare_ones() {
        for kind in TermKind::ALL {
            let table = kind.idf();
            assert!((4_000..=12_000).contains(&table.len()), "{kind:?}");
            let idf = |text: &str| table.idf(kind.terms(text)[0].hash);
            for (common, rare) in [("the", "reservoir"), ("我们", "水库"), ("Said", "brooches")] {
                assert!(idf(common) < idf(rare), "{kind:?}: {common}, {rare}");
            }
            // A word is the same term in both kinds, a made-up one is in neither.
            assert_eq!(table.idf(hash_str("qqzzxqj")), idf("qqzzxqj"));
            assert_eq!(idf("学习"), idf("學習"), "{kind:?}");
        }
    }
}
