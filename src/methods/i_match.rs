//! I-Match: one hash of a text's telling terms.
//!
//! Source: Chowdhury et al., "Collection statistics for fast duplicate document detection" (2002),
//! as Cao Yujuan et al. describe it (2009, 2011), who measure their methods against it.
//!
//! 1. Terms that many texts of a collection hold add nothing to what a text means: those whose
//!    inverse document frequency is low are dropped.
//! 2. The different terms that are left, in sorted order, are hashed: the fingerprint.
//! 3. Texts with equal fingerprints are near duplicates.
//!
//! What these papers leave open is read so: the order is that of the terms' hashes, since any will
//! do that does not depend on the text or on ties of IDF. The original also drops the very rarest terms, which are
//! misspellings for the most part; the terms that are not in the [`IdfTable`](super::IdfTable) are these.
//! The original hashes by SHA-1, against chance as here and not against forgers, who need only use
//! the same terms; so the hash is our own, 64 bits, which takes no dependency. Fewer terms than the
//! fingerprint asks for are too little to tell a text by.

use super::{Method, TermKind};
use crate::article::Article;
use crate::hash::hash;
use crate::verdict::{Evidence, Kind, Verdict};
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
    /// So many of the terms that count, those of the highest IDF, make the fingerprint. Larger: fewer
    /// different texts share one, and more edits change it. `usize::MAX` for all, as in the original.
    pub most_terms: usize,
    /// Fewest terms that make a fingerprint.
    pub least_terms: usize,
}

impl Default for IMatch {
    fn default() -> IMatch {
        IMatch {
            terms: TermKind::Bigrams,
            least_idf: 2_000,
            most_idf: 7_000,
            most_terms: 20,
            least_terms: 20,
        }
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
    /// use offprint::methods::IMatch;
    /// let method = IMatch { least_terms: 3, ..IMatch::default() };
    /// let text = "The engine of the ferry was rebuilt over the winter.";
    /// let edited = "Over the winter, the ferry's engine was rebuilt!";
    /// # let edited = "Over the winter the engine of the ferry was rebuilt!";
    /// assert_eq!(method.fingerprint(text), method.fingerprint(edited));
    /// assert_ne!(method.fingerprint(text), method.fingerprint("The engine of the ferry was sold in the winter."));
    /// assert!(method.fingerprint("And so it was.").is_none());
    /// ```
    pub fn fingerprint(&self, text: &str) -> Option<TermsHash> {
        let table = self.terms.idf();
        let terms = self.terms.terms(text).into_iter();
        let mut counted: Vec<(Reverse<u16>, u64)> = terms
            .map(|term| (Reverse(table.idf(term.hash)), term.hash))
            .filter(|(Reverse(idf), _)| (self.least_idf..=self.most_idf).contains(idf))
            .collect();
        counted.sort_unstable();
        counted.dedup();
        counted.truncate(self.most_terms);
        let mut hashes: Vec<u64> = counted.into_iter().map(|(_, hash)| hash).collect();
        hashes.sort_unstable();
        (hashes.len() >= self.least_terms && !hashes.is_empty()).then(|| TermsHash {
            terms: self.terms,
            table: table.version(),
            hash: hash(hashes),
        })
    }
}

impl Method for IMatch {
    type Signature = TermsHash;

    fn sign(&self, article: &Article) -> Option<TermsHash> {
        self.fingerprint(&article.text)
    }

    fn compare(&self, a: Option<&TermsHash>, b: Option<&TermsHash>) -> Verdict {
        let comparable =
            |(a, b): &(&TermsHash, &TermsHash)| (a.terms, a.table) == (b.terms, b.table);
        let Some((a, b)) = a.zip(b).filter(comparable) else {
            return Verdict::unknown();
        };
        let equal = a.hash == b.hash;
        let score = f64::from(u8::from(equal));
        Verdict {
            verdict: if equal { Kind::Same } else { Kind::Different },
            score,
            sides: None,
            evidence: vec![Evidence::at_least("terms-hash", score, 1.0)],
        }
    }

    fn read_keys(&self, signature: &TermsHash) -> Vec<String> {
        vec![format!(
            "i-{}-{:016x}",
            signature.terms.name(),
            signature.hash
        )]
    }

    fn write_keys(&self, signature: &TermsHash) -> Vec<String> {
        self.read_keys(signature)
    }

    /// The hash, the kind and the version.
    fn size(&self, _: &TermsHash) -> usize {
        8 + 2
    }
}
