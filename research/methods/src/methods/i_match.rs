//! I-Match: one hash of a text's distinctive terms.
//!
//! Source: Chowdhury et al., "Collection statistics for fast duplicate document detection" (2002),
//! as Cao Yujuan et al. describe it (2009, 2011), who measure their methods against it.
//!
//! 1. Terms that many texts of a collection hold add nothing to the meaning of a text: those whose
//!    inverse document frequency is low are dropped.
//! 2. The different terms that are left, in sorted order, are hashed: the fingerprint.
//! 3. Texts with equal fingerprints are near duplicates.
//!
//! What these papers leave open is settled as follows: the order is that of the terms' hashes, since any
//! order works that does not depend on the text or on ties of IDF. The original also drops the very rarest
//! terms, which are misspellings for the most part; the terms that are not in the
//! [`IdfTable`](super::IdfTable) are these. The original hashes by SHA-1, against chance as here and
//! not against forgers, who need only use the same terms; so the hash is our own, 64 bits, which
//! takes no dependency. Fewer terms than the fingerprint requires are too few to recognise a text by.

use super::{Finding, Method, Term, TermKind};
use offprint::Article;
use offprint::compare::{Comparison, Evidence, Verdict};
use offprint::internals::hash::hash;
use std::cmp::Reverse;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IMatch {
    /// What a term is.
    pub terms: TermKind,
    /// Least IDF of a term that counts, in thousandths. Larger: fewer terms count, so more edits
    /// leave the fingerprint alone, and more texts share one.
    pub least_idf: u16,
    /// Most IDF of a term that counts. Larger: misspellings count.
    pub most_idf: u16,
    /// The number of terms in the fingerprint: of those that count, the ones of the highest IDF. Larger: fewer
    /// different texts share one, and more edits change it. `usize::MAX` for all, as in the original.
    pub most_terms: usize,
    /// Fewest terms that make a fingerprint.
    pub least_terms: usize,
}

impl Default for IMatch {
    /// The 20 rarest of the bigrams with an IDF of 2.0 and more that the table knows.
    fn default() -> IMatch {
        IMatch { terms: TermKind::Bigrams, least_idf: 2_000, most_idf: 7_000, most_terms: 20, least_terms: 20 }
    }
}

/// The signature: a hash of the terms that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermsHash {
    /// What a term is.
    pub terms: TermKind,
    /// Version of the table that chose the terms.
    pub table: u8,
    /// The hash.
    pub hash: u64,
}

impl IMatch {
    /// The fingerprint of a text; `None` if too few of its terms count.
    ///
    /// # Complexity
    /// That of sorting the terms of the text.
    ///
    /// ```
    /// use offprint_methods::methods::IMatch;
    /// let method = IMatch { least_terms: 3, ..IMatch::default() };
    /// let fingerprint = |text| method.fingerprint(text);
    /// let text = "The engine of the train was built in the winter.";
    /// assert_eq!(fingerprint(text), fingerprint("In the winter, the TRAIN: its engine was built"));
    /// assert_ne!(fingerprint(text), fingerprint("The engine of the train was sold in the winter."));
    /// assert!(fingerprint("And so it was.").is_none());
    /// ```
    pub fn fingerprint(&self, text: &str) -> Option<TermsHash> {
        let counted = self.counted(&self.terms.terms(text));
        let mut hashes: Vec<u64> = counted.into_iter().map(|(_, hash)| hash).collect();
        hashes.sort_unstable();
        (hashes.len() >= self.least_terms && !hashes.is_empty()).then(|| TermsHash {
            terms: self.terms,
            table: self.terms.idf().version(),
            hash: hash(hashes),
        })
    }

    /// The terms that make the fingerprint, the rarest first: IDF and hash.
    fn counted(&self, terms: &[Term]) -> Vec<(Reverse<u16>, u64)> {
        let table = self.terms.idf();
        let mut counted: Vec<(Reverse<u16>, u64)> = terms
            .iter()
            .map(|term| (Reverse(table.idf(term.hash)), term.hash))
            .filter(|(Reverse(idf), _)| (self.least_idf..=self.most_idf).contains(idf))
            .collect();
        counted.sort_unstable();
        counted.dedup();
        counted.truncate(self.most_terms);
        counted
    }
}

impl Method for IMatch {
    type Signature = TermsHash;

    fn sign(&self, article: &Article) -> Option<TermsHash> {
        self.fingerprint(&article.text)
    }

    fn compare(&self, a: Option<&TermsHash>, b: Option<&TermsHash>) -> Comparison {
        let comparable = |(a, b): &(&TermsHash, &TermsHash)| (a.terms, a.table) == (b.terms, b.table);
        let Some((a, b)) = a.zip(b).filter(comparable) else {
            return Comparison::unknown();
        };
        let equal = a.hash == b.hash;
        let score = f64::from(u8::from(equal));
        Comparison {
            borderline: false,
            verdict: if equal { Verdict::Same } else { Verdict::Different },
            score,
            sides: None,
            evidence: vec![Evidence::at_least("terms-hash", score, 1.0)],
        }
    }

    fn read_keys(&self, signature: &TermsHash) -> Vec<String> {
        vec![format!("i-{}-{:016x}", signature.terms.name(), signature.hash)]
    }

    /// The hash, the kind and the version.
    fn size(&self, _: &TermsHash) -> usize {
        8 + 2
    }

    /// The terms that make the fingerprint, and that.
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let terms = self.terms.terms(&article.text);
        let finding = |(Reverse(idf), hash): (Reverse<u16>, u64)| {
            let same = terms.iter().filter(|term| term.hash == hash);
            let places = same.map(|term| term.start as usize..term.end as usize);
            Finding { weight: Some(f64::from(idf) / 1000.0), ..Finding::at("term", hash, places.collect()) }
        };
        self.counted(&terms).into_iter().map(finding).collect()
    }

    fn slots(&self, signature: &TermsHash) -> Vec<u64> {
        vec![signature.hash]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn common_and_unheard_of_terms_do_not_count() {
        let method = IMatch { least_terms: 1, ..IMatch::default() };
        let text = "engine train winter";
        let fingerprint = method.fingerprint(text);
        assert!(fingerprint.is_some());
        assert_eq!(method.fingerprint("the engine of the train in winter, winter qqzzxqj"), fingerprint);
        let rare = IMatch { most_idf: u16::MAX, ..method };
        assert_ne!(rare.fingerprint(text), rare.fingerprint("engine train winter qqzzxqj"));
        assert!(method.fingerprint("the of in").is_none());
    }

    #[test]
    fn fingerprints_by_other_tables_cannot_be_compared() {
        let method = IMatch { least_terms: 1, ..IMatch::default() };
        let a = method.fingerprint("engine train winter").expect("text enough");
        let older = TermsHash { table: a.table.wrapping_sub(1), ..a };
        assert_eq!(method.compare(Some(&a), Some(&older)).verdict, Verdict::Unknown);
        assert_eq!(method.compare(Some(&a), Some(&a)).verdict, Verdict::Same);
    }

    proptest! {
        /// Fingerprints are equal where the sets of terms that count are.
        #[test]
        fn equal_fingerprints_are_equal_sets(
            a in "((train|engine|winter|the|of|qqzzxqj) ){0,6}",
            b in "((train|engine|winter|the|of|qqzzxqj) ){0,6}",
        ) {
            let method = IMatch { most_terms: usize::MAX, least_terms: 1, ..IMatch::default() };
            let counted = |text: &str| -> BTreeSet<String> {
                let words = text.split_whitespace();
                words.filter(|word| ["train", "engine", "winter"].contains(word)).map(str::to_owned).collect()
            };
            let fingerprints = [&a, &b].map(|text| method.fingerprint(text));
            prop_assert_eq!(fingerprints[0].is_none(), counted(&a).is_empty());
            prop_assert_eq!(fingerprints[0] == fingerprints[1], counted(&a) == counted(&b));
        }
    }
}
