//! The way that the paper on long sentences rejects: how often each character occurs, and the cosine. There is no key
//! to find anything by, so every page is compared with all before it.

use offprint::Article;
use offprint::compare::{Comparison, Evidence, Verdict};
use offprint::internals::normal::{CharClass, fold};
use offprint_methods::methods::Method;
use std::collections::BTreeMap;

pub struct CharacterFrequency {
    /// From which cosine on two texts are the same.
    pub cosine: f64,
}

impl Default for CharacterFrequency {
    /// The best of those swept on the pairs of pages: the paper names none.
    fn default() -> CharacterFrequency {
        CharacterFrequency { cosine: 0.98 }
    }
}

impl Method for CharacterFrequency {
    type Signature = Vec<(char, u32)>;

    fn sign(&self, article: &Article) -> Option<Vec<(char, u32)>> {
        let mut counts: BTreeMap<char, u32> = BTreeMap::new();
        let folded = article.text.chars().filter_map(fold);
        for c in folded.filter(|&c| CharClass::of(c) != CharClass::Other) {
            *counts.entry(c).or_default() += 1;
        }
        (!counts.is_empty()).then(|| counts.into_iter().collect())
    }

    fn compare(&self, a: Option<&Vec<(char, u32)>>, b: Option<&Vec<(char, u32)>>) -> Comparison {
        let (Some(a), Some(b)) = (a, b) else {
            return Comparison::unknown();
        };
        let cosine = Evidence::at_least("character-cosine", cosine(a, b), self.cosine);
        Comparison {
            verdict: if cosine.passed { Verdict::Same } else { Verdict::Different },
            score: cosine.value,
            evidence: vec![cosine],
            ..Comparison::different()
        }
    }

    /// One for all.
    fn read_keys(&self, _signature: &Vec<(char, u32)>) -> Vec<String> {
        vec![String::new()]
    }

    fn write_keys(&self, signature: &Vec<(char, u32)>) -> Vec<String> {
        self.read_keys(signature)
    }

    /// A character and its count.
    fn size(&self, signature: &Vec<(char, u32)>) -> usize {
        6 * signature.len()
    }
}

fn cosine(a: &[(char, u32)], b: &[(char, u32)]) -> f64 {
    let square = |of: &[(char, u32)]| of.iter().map(|&(_, n)| u64::from(n).pow(2)).sum::<u64>() as f64;
    let (mut i, mut j, mut product) = (0, 0, 0u64);
    while let (Some(&(c, n)), Some(&(d, m))) = (a.get(i), b.get(j)) {
        if c == d {
            product += u64::from(n) * u64::from(m);
        }
        i += usize::from(c <= d);
        j += usize::from(d <= c);
    }
    (product as f64 / (square(a) * square(b)).sqrt()).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_characters_does_not_count() {
        let method = CharacterFrequency::default();
        let sign = |text: &str| method.sign(&Article::of_text(String::new(), text.to_owned()));
        let found = |a: &str, b: &str| method.compare(sign(a).as_ref(), sign(b).as_ref());
        assert_eq!(found("水库蓄满", "蓄满，水库！").verdict, Verdict::Same);
        let half = found("水库", "水坝");
        assert!((half.score - 0.5).abs() < 1e-9 && half.verdict == Verdict::Different);
        assert_eq!(found("水库", "。").verdict, Verdict::Unknown);
    }
}
