//! Feature code, and feature code with body length.
//!
//! Source: Peng Yuan, Zhao Tiejun, Zheng Dequan, Yu Hao, "Content Based Deletion Algorithm for
//! Large Scale Duplicated Web Pages" (Harbin Institute of Technology, c. 2004), which takes the code
//! from Zhang Gang et al. (2002).
//!
//! The full stop `。` is rare in navigation, so it finds the body. The *feature code* is the `L = 5` Han characters
//! before it and the 5 after it. Two codes are equal if their longest common subsequence misses at most 2 of the 10
//! characters. The paper adds the body length: pages with equal codes are copies if the ratio of their lengths is at
//! most `a = 1.10`.
//!
//! What the paper leaves open is settled as follows. The code is taken at the first stop with five Han characters on
//! both sides (punctuation, digits and other letters are skipped, paragraph ends are crossed); a body without such a
//! stop has no code. The tolerance counts over the whole code. The length counts characters other than white space.
//! Equality with a tolerance is not transitive and so cannot order the paper's search tree. Instead, keys are the
//! codes' 45 subsequences of 8: two codes share one exactly if they are equal. A pair with equal codes and lengths too
//! far apart is `partial` here; the paper only says that it is not a copy. Bodies that are not mostly Han characters
//! are outside the paper: there a token is a word and a stop is any sentence end.

use super::{Method, decided};
use offprint::Article;
use offprint::article::Script;
use offprint::compare::{Comparison, Evidence};
use offprint::internals::hash::hash;
use offprint::internals::normal::{CharClass, NormalText, fold, normalize};
use std::collections::BTreeSet;

/// Units on each side of the stop.
pub(super) const L: usize = 5;

/// A code: the tokens around a stop, `L` before and `L` after. A Han character is its scalar value,
/// a word the hash of its letters.
pub type Code = [u64; 2 * L];

/// Tokens, of the 10, that two equal codes may differ in. Larger: survives more edits near the stop.
const TOLERANCE: usize = 2;
/// Largest ratio of the lengths of two copies: the paper tries 1.05 to 1.14. Larger: abridged copies count as the same.
pub(super) const LENGTH_RATIO: f64 = 1.10;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FeatureCode {
    /// Most stops that give a code, evenly spread from the first to the last. Larger: finds more copies, and more
    /// shared quotations.
    pub stops: usize,
    /// Whether copies must also have similar lengths: the paper's own rule.
    pub with_length: bool,
}

impl Default for FeatureCode {
    /// The code of the first stop, the paper's way, without length.
    fn default() -> FeatureCode {
        FeatureCode { stops: 1, with_length: false }
    }
}

impl FeatureCode {
    /// The codes of a body and its length; `None` if no stop has enough tokens around it.
    ///
    /// ```
    /// use offprint_methods::methods::FeatureCode;
    /// let method = FeatureCode::default();
    /// let found = method.codes("作为网页的特征。实验结果表明它高效。").unwrap();
    /// let code: String = found.codes[0].iter().filter_map(|&c| char::from_u32(c as u32)).collect();
    /// assert_eq!(code, "网页的特征实验结果表");
    /// assert!(method.codes("没有句号的一段文字").is_none());
    /// ```
    pub fn codes(&self, body: &str) -> Option<Codes> {
        let all = if Script::from_text(body) == Script::Hani { han_stops(body) } else { word_stops(&normalize(body)) };
        let codes = spread(all, self.stops);
        (!codes.is_empty()).then(|| Codes { codes, length: body_length(body) })
    }
}

/// Hashes of all subsequences that leave out as many tokens as may differ. Two codes share one exactly if they are
/// equal (except for collisions).
fn neighbourhood(code: &Code) -> BTreeSet<u64> {
    let pairs = (0..code.len()).flat_map(|second| (0..second).map(move |first| [first, second]));
    let without = |left_out: [usize; TOLERANCE]| {
        let kept = code.iter().enumerate().filter(|(at, _)| !left_out.contains(at));
        hash(kept.map(|(_, &token)| token))
    };
    pairs.map(without).collect()
}

/// The signature: the codes of a body, and its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Codes {
    /// The codes, in the order of their stops.
    pub codes: Vec<Code>,
    /// Characters other than white space.
    pub length: u32,
}

impl Method for FeatureCode {
    type Signature = Codes;

    fn sign(&self, article: &Article) -> Option<Codes> {
        self.codes(&article.text)
    }

    fn compare(&self, a: &Codes, b: &Codes) -> Comparison {
        let pairs = a.codes.iter().flat_map(|x| b.codes.iter().map(move |y| longest_common_subsequence(x, y)));
        let Some(common) = pairs.max() else {
            return Comparison::unknown();
        };
        let code = Evidence::at_least("feature-code", common as f64, (2 * L - TOLERANCE) as f64);
        let mut evidence = vec![code];
        let mut near = true;
        if self.with_length {
            let ratio = length_evidence(a.length, b.length);
            near = ratio.passed;
            evidence.push(ratio);
        }
        let score = common as f64 / (2 * L) as f64 * if near { 1.0 } else { 0.5 };
        decided(code.passed && near, code.passed, score, evidence)
    }

    fn read_keys(&self, signature: &Codes) -> Vec<String> {
        let keys: BTreeSet<u64> = signature.codes.iter().flat_map(neighbourhood).collect();
        keys.into_iter().map(|key| format!("f{key:016x}")).collect()
    }

    /// Two bytes per token, as in the paper's character set, and four for the length.
    fn size(&self, signature: &Codes) -> usize {
        signature.codes.len() * 2 * L * 2 + 4
    }
}

/// The length of a body: its characters other than white space.
pub(super) fn body_length(body: &str) -> u32 {
    body.chars().filter(|c| !c.is_whitespace()).count() as u32
}

/// The ratio of two lengths as evidence. No length is near 0.
pub(super) fn length_evidence(a: u32, b: u32) -> Evidence {
    let (shorter, longer) = (f64::from(a.min(b)), f64::from(a.max(b)));
    // A ratio of exactly 1.10 counts, however binary fractions round it.
    let is_near = shorter > 0.0 && longer <= shorter * LENGTH_RATIO * (1.0 + 1e-9);
    Evidence { passed: is_near, ..Evidence::at_most("length-ratio", longer / shorter.max(1.0), LENGTH_RATIO) }
}

/// Length of the longest common subsequence: order kept, gaps allowed.
///
/// # Complexity
/// The product of the two lengths.
pub(super) fn longest_common_subsequence<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { diagonal + 1 } else { above.max(row[j]) };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// The codes at every `。` of a body of Han characters.
fn han_stops(body: &str) -> Vec<Code> {
    let mut han = Vec::new();
    let mut stops = Vec::new();
    for c in body.chars().filter_map(fold) {
        match CharClass::from_char(c) {
            CharClass::Han => han.push(u64::from(c)),
            _ if c == '。' || c == '｡' => stops.push(han.len()),
            _ => {}
        }
    }
    stops.dedup();
    codes_at(&han, stops)
}

/// The codes at every sentence end of a body of words.
fn word_stops(text: &NormalText) -> Vec<Code> {
    let tokens: Vec<u64> = text.tokens.iter().map(|token| token.hash).collect();
    codes_at(&tokens, text.stops.iter().map(|&stop| stop as usize))
}

fn codes_at(tokens: &[u64], stops: impl IntoIterator<Item = usize>) -> Vec<Code> {
    let around = |stop: usize| tokens.get(stop.checked_sub(L)?..stop + L)?.try_into().ok();
    stops.into_iter().filter_map(around).collect()
}

/// At most `max` of the codes, evenly spread, including the first and the last.
fn spread<T: Clone>(codes: Vec<T>, max: usize) -> Vec<T> {
    if codes.len() <= max || max < 2 {
        return codes.into_iter().take(max).collect();
    }
    let last = codes.len() - 1;
    (0..max).map(|i| codes[i * last / (max - 1)].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;
    use proptest::prelude::*;

    /// The running text of the specification's vectors.
    const TEXT: &str = "首先,该算法对网页进行去杂处理,然后提取出文中的长句作为网页的特征。\
        实验结果表明该算法能够高效,准确地去除重复的网页。";

    fn code(text: &str) -> Code {
        let tokens: Vec<u64> = text.chars().map(u64::from).collect();
        tokens.try_into().expect("ten characters")
    }

    #[test]
    fn the_code_surrounds_the_first_eligible_stop() {
        let all = FeatureCode { stops: 16, ..FeatureCode::default() };
        let codes = all.codes(TEXT).unwrap().codes;
        // The last stop has nothing after it.
        assert_eq!(codes, [code("网页的特征实验结果表")]);
        assert_eq!(FeatureCode::default().codes(TEXT).unwrap().codes, codes);
    }

    #[test]
    fn other_characters_and_paragraph_ends_are_skipped() {
        let method = FeatureCode::default();
        let spread_out = method.codes("作为 2 个网页的“特征”ABC。\n（实验）结果\n表，明该算法。").unwrap();
        assert_eq!(spread_out.codes, [code("网页的特征实验结果表")]);
    }

    #[test]
    fn the_specified_codes_compare_as_specified() {
        let base = code("网页的特征实验结果表");
        let vectors = [
            ("网页的特征实验结果表", 10),
            ("网页特征的实验结果表", 9),
            ("网页的特征新实验结果", 9),
            ("网页的特微实验结果表", 9),
            ("网页的恃微买验结果表", 7),
        ];
        for (other, expected) in vectors {
            let other = code(other);
            assert_eq!(longest_common_subsequence(&base, &other), expected);
            let keys = neighbourhood(&base).intersection(&neighbourhood(&other)).count();
            assert_eq!(keys > 0, expected >= 8, "{keys} shared");
        }
        assert_eq!(neighbourhood(&base).len(), 45);
    }

    #[test]
    fn length_decides_where_codes_agree() {
        let method = FeatureCode { with_length: true, ..FeatureCode::default() };
        let page = |length| Codes { codes: vec![code("网页的特征实验结果表")], length };
        let verdict = |a, b| method.compare(&page(a), &page(b)).verdict;
        assert_eq!(verdict(1000, 1100), Verdict::Same);
        assert_eq!(verdict(1000, 1101), Verdict::Partial);
        assert_eq!(verdict(1100, 1000), Verdict::Same);
        assert_eq!(verdict(0, 0), Verdict::Partial);
    }

    proptest! {
        /// Shared keys find all that comparing every pair finds.
        #[test]
        fn sharing_a_key_is_being_equal(a in "[甲乙丙丁]{10}", b in "[甲乙丙丁]{10}") {
            let page = |text: &str| Codes { codes: vec![code(text)], length: 100 };
            let (a, b) = (page(&a), page(&b));
            let method = FeatureCode::default();
            prop_assert_eq!(method.finds(&b, &a), method.compare(&a, &b).verdict == Verdict::Same);
        }
    }
}
