//! Long sentences, with or without length bins.
//!
//! Source: Liu Siwei, Zhang Yi, Xia Yongming, Qian Songrong, "Web Page De-duplication Based on HTML Tags and Long
//! Sentences" (Fudan University; Microcomputer Applications, 2009). The bins come from a paper on key long sentences;
//! only fragments of it were at hand.
//!
//! 1. The body is the largest group of text of one look. Here it is the reader's own.
//! 2. The first and the last tenth of the body are dropped: reprinters add their text there.
//! 3. The rest is split at every punctuation mark. A long sentence has at least `k = 8` characters.
//! 4. The `m` longest are kept, each as its MD5: the feature set `F`.
//! 5. `Sim(A, B) = |F(A) ∩ F(B)| / |F(A) ∪ F(B)|`; above a threshold the pages are the same.
//! 6. A balanced tree leads from each feature to the pages that have it.
//!
//! What the paper leaves open, or our copy lacks, is settled as follows. `m` and the threshold are lost; here they are
//! 16 and 0.5. Equal sentences count once before the cut at `m`; of equally long ones the earlier is kept. The tenths
//! are counted in letters and digits, and a sentence that lies partly in one is dropped. Whatever is neither letter,
//! digit nor space is a mark, and so is the end of a paragraph; the comma in `1,000` and the apostrophe in `don’t` are
//! not. A sentence is hashed without white space, folded as in [`text`](offprint::internals::normal), in UTF-8.
//! Containment, of the smaller set in the larger, decides `partial`; the paper only has `same`.
//!
//! Scripts written in words are outside the paper: there a long sentence has at least five words,
//! which say about as much as eight Han characters.
//!
//! [`LongSentence::bins`] compares only pages whose lengths differ by at most a tenth, found
//! by [`length_bin`].

mod bins;
mod sentences;

use super::feature_code::{body_length, length_evidence};
use super::{Method, above, containment, decided, jaccard};
use bins::{length_bin, neighbours};
use md5::{Digest, Md5};
use offprint::Article;
use offprint::article::Script;
use offprint::compare::{Comparison, Evidence};
use sentences::{Sentence, longest, middle, sentences};

/// Percent of the body dropped at either end. Larger: additions disturb less, and less is left of a short body.
const TRIM: u32 = 10;
/// Least characters of a long sentence: the paper's `k`. Larger: fewer stock phrases, and fewer sentences.
const CHARACTERS: u32 = 8;
/// The same in words, for scripts written in words.
const WORDS: u32 = 5;
/// Most sentences kept: the paper's `m`. Larger: a finer measure, and more to store.
const MOST: usize = 16;
/// Two pages with a larger Jaccard index are the same. Larger: misses edited copies; smaller: abridged ones are the
/// same.
const SIMILARITY: f64 = 0.5;
/// The least containment at which one page holds much of the other. Larger: misses shorter abridgements; smaller:
/// shared quotations count.
const CONTAINMENT: f64 = 0.25;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LongSentence {
    /// Whether only pages are compared whose lengths differ by at most a tenth.
    pub bins: bool,
}

/// The signature: the long sentences of a body, and its length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LongSentences {
    /// The hashes of the sentences, ascending, none twice.
    pub features: Vec<u128>,
    /// Characters of the body other than white space.
    pub length: u32,
}

impl LongSentence {
    fn keys(&self, signature: &LongSentences, bins: impl IntoIterator<Item = u32>) -> Vec<String> {
        let prefixes: Vec<String> =
            if self.bins { bins.into_iter().map(|bin| format!("l{bin}-")).collect() } else { vec!["l".to_owned()] };
        let of = |prefix: &String| {
            let features = signature.features.iter();
            let keys = features.map(|feature| format!("{prefix}{feature:032x}"));
            keys.collect::<Vec<String>>()
        };
        prefixes.iter().flat_map(of).collect()
    }
}

/// The long sentences that represent a body, the longest first.
fn select(body: &str) -> Vec<String> {
    chosen(middle(sentences(body), TRIM), is_in_words(Script::from_text(body)))
}

fn chosen(mut all: Vec<Sentence>, in_words: bool) -> Vec<String> {
    all.retain(|sentence| if in_words { sentence.tokens >= WORDS } else { sentence.characters >= CHARACTERS });
    longest(all, MOST)
}

/// The feature of a sentence: its MD5.
fn feature(sentence: &str) -> u128 {
    u128::from_be_bytes(Md5::digest(sentence).into())
}

impl Method for LongSentence {
    type Signature = LongSentences;

    fn sign(&self, article: &Article) -> Option<LongSentences> {
        let mut features: Vec<u128> = select(&article.text).iter().map(|text| feature(text)).collect();
        features.sort_unstable();
        features.dedup();
        (!features.is_empty()).then(|| LongSentences { features, length: body_length(&article.text) })
    }

    fn compare(&self, a: &LongSentences, b: &LongSentences) -> Comparison {
        let similarity = jaccard(&a.features, &b.features);
        let held = containment(&a.features, &b.features);
        let mut evidence = vec![
            above("long-sentences", similarity, SIMILARITY),
            Evidence::at_least("contained-sentences", held, CONTAINMENT),
        ];
        let length = length_evidence(a.length, b.length);
        let is_near = !self.bins || length.passed;
        let [is_same, is_partial] = [0, 1].map(|at: usize| is_near && evidence[at].passed);
        evidence.extend(self.bins.then_some(length));
        decided(is_same, is_partial, if is_near { similarity } else { 0.0 }, evidence)
    }

    /// The features; with bins, each with the bin of the body and its two neighbours.
    fn read_keys(&self, signature: &LongSentences) -> Vec<String> {
        let near = length_bin(signature.length).map(neighbours);
        self.keys(signature, near.into_iter().flatten())
    }

    /// The features; with bins, each with the bin of the body.
    fn write_keys(&self, signature: &LongSentences) -> Vec<String> {
        self.keys(signature, length_bin(signature.length))
    }

    /// The features, and four bytes for the length.
    fn size(&self, signature: &LongSentences) -> usize {
        signature.features.len() * 16 + 4
    }
}

/// Whether a script is written in words.
fn is_in_words(script: Script) -> bool {
    !matches!(script, Script::Hani | Script::Jpan | Script::Thai | Script::Zyyy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;

    /// The two long sentences of the specification's text.
    const LONG: [&str; 2] = ["该算法对网页进行去杂处理", "然后提取出文中的长句作为网页的特征"];

    #[test]
    fn the_specified_sentences_have_the_specified_md5() {
        let md5 = LONG.map(feature);
        assert_eq!(md5, [0x4861_21f0_a46f_d087_2955_27fa_a83f_9daf, 0x9a17_ce34_0b4a_5039_476e_0f82_8dae_71b5]);
        // The paper has them in the charset of its pages.
        let paper = LONG.map(|text| {
            let (bytes, ..) = encoding_rs::GBK.encode(text);
            u128::from_be_bytes(Md5::digest(&bytes).into())
        });
        assert_eq!(paper, [0x91eb_7f50_9711_5325_8e4b_870b_cc0e_b1e5, 0x6ec6_5d05_9bdd_8777_64e2_032a_26e2_8222]);
    }

    fn page(features: &[u128], length: u32) -> LongSentences {
        LongSentences { features: features.to_vec(), length }
    }

    #[test]
    fn half_is_not_the_same_yet() {
        let method = LongSentence::default();
        let verdict = |a: &[u128], b: &[u128]| {
            let verdict = method.compare(&page(a, 1000), &page(b, 1000));
            (verdict.verdict, verdict.score)
        };
        assert_eq!(verdict(&[1, 2], &[1, 2, 3]), (Verdict::Same, 2.0 / 3.0));
        assert_eq!(verdict(&[1], &[1, 2]), (Verdict::Partial, 0.5));
        let sixteen: Vec<u128> = (0..16).collect();
        let shifted = |by: u128| (by..16 + by).collect::<Vec<u128>>();
        // Eleven shared of 21, ten of 22; four of sixteen, three of sixteen.
        assert_eq!(verdict(&sixteen, &shifted(5)).0, Verdict::Same);
        assert_eq!(verdict(&sixteen, &shifted(6)).0, Verdict::Partial);
        assert_eq!(verdict(&sixteen, &shifted(12)).0, Verdict::Partial);
        assert_eq!(verdict(&sixteen, &shifted(13)).0, Verdict::Different);
    }

    #[test]
    fn with_bins_only_near_lengths_are_compared() {
        let method = LongSentence { bins: true };
        let a = page(&[1, 2, 3], 1000);
        for (length, expected) in [(1100, Verdict::Same), (1101, Verdict::Different)] {
            let b = page(&[1, 2, 3], length);
            assert_eq!(method.compare(&a, &b).verdict, expected);
            assert!(method.finds(&a, &b));
        }
        assert_eq!(method.read_keys(&a).len(), 9);
        assert!(!method.finds(&a, &page(&[1, 2, 3], 2000)));
    }

    #[test]
    fn both_ends_of_a_body_are_left_out() {
        let text = "昨天中午，下游的水库已经全部蓄满，记者从现场看到工作人员正在检查闸门。";
        let whole = chosen(sentences(text), false);
        assert_eq!(whole, ["记者从现场看到工作人员正在检查闸门", "下游的水库已经全部蓄满"]);
        // The first tenth ends before the second sentence, the last one begins inside the third.
        assert_eq!(select(text), ["下游的水库已经全部蓄满"]);
    }

    #[test]
    fn a_long_sentence_of_words_has_five() {
        let of = |text| chosen(sentences(text), true);
        assert_eq!(of("The dams are full. The gates hold, and nobody doubts it!"), [""; 0]);
        let text = "The three dams are full. The gates hold, and nobody here doubts it!";
        assert_eq!(of(text), ["andnobodyheredoubtsit", "thethreedamsarefull"]);
    }

    proptest::proptest! {
        /// The keys find all that comparing every pair finds, with bins and without.
        #[test]
        fn pages_that_are_alike_share_a_key(
            a in proptest::collection::btree_set(0u128..9, 1..6),
            b in proptest::collection::btree_set(0u128..9, 1..6),
            lengths in [1u32..300, 1u32..300],
            bins: bool,
        ) {
            let method = LongSentence { bins };
            let signed = |set, length| LongSentences { features: Vec::from_iter(set), length };
            let (a, b) = (signed(a, lengths[0]), signed(b, lengths[1]));
            let alike = method.compare(&a, &b).verdict != Verdict::Different;
            proptest::prop_assert!(method.finds(&b, &a) || !alike);
        }
    }
}
