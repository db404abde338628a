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
//! What these papers leave open is settled as follows. Terms are in the order of their hashes, since any order works
//! that does not depend on the text or on ties of IDF. The original also drops the very rarest terms, which are mostly
//! misspellings; here these are the terms that are not in the [`IdfTable`](super::IdfTable). The original hashes by
//! SHA-1. Here as there, the hash guards against chance, not against forgers, who need only use the same terms; so the
//! hash is our own, has 64 bits, and takes no dependency. The original hashes all terms that count, here it is the 20
//! with the highest IDF; a text with fewer cannot be recognised by them.

use super::{Finding, Method, Term, TermKind, keys, terms};
use offprint::Article;
use offprint::compare::{Comparison, Evidence};
use offprint::internals::hash::hash;
use std::cmp::Reverse;

/// Least IDF of a term that counts, in thousandths. Larger: fewer terms count, so more edits leave the fingerprint
/// alone, and more texts share one.
const LEAST_IDF: u16 = 2_000;
/// The highest IDF of a term that counts. Terms with a higher one are not in the table.
const MOST_IDF: u16 = 7_000;
/// Terms in the fingerprint: the ones with the highest IDF; a text with fewer has none. Larger: fewer different texts
/// share one, and more edits change it.
const TERMS: usize = 20;

/// The method.
#[derive(Debug, Clone, Copy, Default)]
pub struct IMatch;

/// The terms of a text that count, the rarest first, each once: IDF and hash.
fn counted(terms: &[Term]) -> Vec<(Reverse<u16>, u64)> {
    let table = TermKind::Bigrams.idf();
    let mut counted: Vec<(Reverse<u16>, u64)> = terms
        .iter()
        .map(|term| (Reverse(table.idf(term.hash)), term.hash))
        .filter(|(Reverse(idf), _)| (LEAST_IDF..=MOST_IDF).contains(idf))
        .collect();
    counted.sort_unstable();
    counted.dedup();
    counted
}

impl Method for IMatch {
    type Signature = u64;

    fn sign(&self, article: &Article) -> Option<u64> {
        let counted = counted(&terms(&article.text));
        let mut hashes: Vec<u64> = counted.get(..TERMS)?.iter().map(|&(_, hash)| hash).collect();
        hashes.sort_unstable();
        Some(hash(hashes))
    }

    fn compare(&self, a: &u64, b: &u64) -> Comparison {
        let score = f64::from(u8::from(a == b));
        Comparison::same_if(Evidence::at_least("terms-hash", score, 1.0), score)
    }

    fn read_keys(&self, signature: &u64) -> Vec<String> {
        keys([*signature].into_iter())
    }

    /// The hash, the kind of terms and the version of their table.
    fn size(&self, _: &u64) -> usize {
        8 + 2
    }

    /// The terms that make the fingerprint, and the fingerprint.
    fn findings(&self, article: &Article) -> Vec<Finding> {
        let terms = terms(&article.text);
        let finding = |(Reverse(idf), hash): (Reverse<u16>, u64)| {
            let same = terms.iter().filter(|term| term.hash == hash);
            let places = same.map(|term| term.start as usize..term.end as usize);
            Finding { weight: Some(f64::from(idf) / 1000.0), ..Finding::at("term", hash, places.collect()) }
        };
        counted(&terms).into_iter().take(TERMS).map(finding).collect()
    }

    fn slots(&self, signature: &u64) -> Vec<u64> {
        vec![*signature]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::explain::TEXT;

    #[test]
    fn common_and_unheard_of_terms_do_not_count() {
        let of = |text: &str| counted(&terms(text));
        assert_eq!(of("engine train winter").len(), 3);
        assert_eq!(of("the engine of the train in winter, winter qqzzxqj"), of("engine train winter"));
        assert!(of("the of in").is_empty());
    }

    #[test]
    fn the_order_of_the_terms_does_not_count() {
        let sign = |lines: &[&str]| IMatch.sign(&Article::of_text(String::new(), lines.join("\n")));
        let lines: Vec<&str> = TEXT.lines().skip(1).collect();
        let turned: Vec<&str> = lines.iter().rev().copied().collect();
        assert!(sign(&lines).is_some());
        assert_eq!(sign(&turned), sign(&lines));
        assert_ne!(sign(&lines[1..]), sign(&lines));
        assert!(sign(&["engine train winter"]).is_none());
    }
}
