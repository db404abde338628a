//! Offprint's own method: it compares fingerprints.

use super::Method;
use super::explain::{Finding, Held, Mark, shown};
use offprint::compare::Comparison;
use offprint::internals::features::{self, SHORT_WEIGHT, runs};
use offprint::internals::lines;
use offprint::internals::normal::{NormalText, normalize};
use offprint::{Article, Fingerprint, compare};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// The method.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offprint;

impl Method for Offprint {
    type Signature = Fingerprint;

    fn sign(&self, article: &Article) -> Option<Fingerprint> {
        article.fingerprint.clone()
    }

    fn compare(&self, a: &Fingerprint, b: &Fingerprint) -> Comparison {
        compare(a, b)
    }

    fn read_keys(&self, fingerprint: &Fingerprint) -> Vec<String> {
        fingerprint.read_keys()
    }

    fn write_keys(&self, fingerprint: &Fingerprint) -> Vec<String> {
        fingerprint.write_keys()
    }

    fn size(&self, fingerprint: &Fingerprint) -> usize {
        fingerprint.to_bytes().len()
    }

    fn keeps_copies(&self) -> bool {
        true
    }

    /// All feature codes, those of the fingerprint as `kept-code`, and its samples, in the order of the text. A sample
    /// is held if it occurs anywhere in the other text.
    fn marks(&self, articles: [&Article; 2]) -> [Vec<Mark>; 2] {
        let reads = articles.map(Read::new);
        [0, 1].map(|side| {
            let other = &reads[1 - side].normal;
            let codes: HashSet<u64> = features::codes(other).map(|(_, hash)| hash).collect();
            let shingles = features::shingles(other).into_iter();
            let contexts: HashMap<u64, u64> = shingles.map(|shingle| (shingle.hash, shingle.context)).collect();
            let held = |finding: &Finding| match finding.key[..] {
                [sample, context] => match contexts.get(&sample) {
                    None => Held::No,
                    Some(&met) if met == context => Held::Long,
                    Some(_) => Held::Yes,
                },
                _ => Held::from(codes.contains(&finding.key[0])),
            };
            let found: Vec<Finding> = reads[side].codes().chain(reads[side].samples()).collect();
            shown(articles[side], &found, held)
        })
    }
}

/// A body as its fingerprint reads it: without lines of credits and the like.
struct Read<'a> {
    normal: NormalText,
    fingerprint: Option<&'a Fingerprint>,
    /// Where each line that was read begins: there, and in the body.
    lines: Vec<[usize; 2]>,
}

impl<'a> Read<'a> {
    fn new(article: &'a Article) -> Read<'a> {
        let body = &article.text;
        let mut text = String::with_capacity(body.len());
        let mut starts = Vec::new();
        for line in lines::of_body(&article.metadata.title, body) {
            if !text.is_empty() {
                text.push('\n');
            }
            starts.push([text.len(), line.start]);
            text.push_str(&body[line]);
        }
        Read { normal: normalize(&text), fingerprint: article.fingerprint.as_ref(), lines: starts }
    }

    /// The places of tokens in the body.
    fn place(&self, tokens: Range<usize>) -> Range<usize> {
        let tokens = &self.normal.tokens[tokens];
        let [start, end] = [tokens[0].start, tokens[tokens.len() - 1].end].map(|byte| {
            let byte = byte as usize;
            let line = self.lines.partition_point(|&[start, _]| start <= byte);
            let [start, origin] = self.lines[line.saturating_sub(1)];
            byte - start + origin
        });
        start..end
    }

    fn codes(&self) -> impl Iterator<Item = Finding> {
        features::codes(&self.normal).map(move |(stop, hash)| {
            let tokens = stop - features::CODE_SIDE..stop + features::CODE_SIDE;
            let role = if self.fingerprint.is_some_and(|kept| kept.keeps_code(hash)) { "kept-code" } else { "code" };
            Finding::at(role, hash, vec![self.place(tokens)])
        })
    }

    /// The sampled short shingles, at their first places.
    fn samples(&self) -> impl Iterator<Item = Finding> {
        let mut shingles = features::shingles(&self.normal).into_iter().peekable();
        runs(&self.normal.tokens, SHORT_WEIGHT).filter_map(move |run| {
            let hash = features::hash_of(&self.normal.tokens[run.clone()]);
            let shingle = shingles.next_if(|shingle| shingle.hash == hash)?;
            let is_sampled = self.fingerprint.is_some_and(|kept| kept.samples_hash(hash));
            is_sampled.then(|| Finding {
                key: vec![hash, shingle.context],
                ..Finding::at("sample", hash, vec![self.place(run)])
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edit_kills_the_code_at_its_stop_and_the_samples_near_it() {
        let text = crate::methods::explain::TEXT;
        let [whole, edited] = [text.to_owned(), text.replace("有人接听", "没人理睬")]
            .map(|text| Article::of_text("三座水库蓄满".to_owned(), text));
        let [marks, _] = Offprint.marks([&whole, &edited]);
        let of = |role: &'static str| marks.iter().filter(move |mark| mark.role == role);
        let lost: Vec<&str> = of("kept-code").filter(|m| m.held == Held::No).map(|m| &m.text[..]).collect();
        assert_eq!(lost, ["夜有人接听。专家认为水"]);
        assert!(of("kept-code").any(|mark| mark.held == Held::Yes));
        let lost = of("sample").filter(|mark| mark.held == Held::No);
        let lost: Vec<&str> = lost.map(|mark| &mark.text[..]).collect();
        assert!(lost.contains(&"有人接听") && lost.len() == 7, "{lost:?}");
        assert!(!of("sample").any(|mark| mark.text.contains("岚溪")), "a credit is not read");
    }
}
