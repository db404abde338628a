//! ISCC Text-Code.
//!
//! Source: ISO 24138:2024, International Standard Content Code, and its reference implementation.
//!
//! The text is decomposed (NFD), put in lower case, freed of white space, control characters, marks and punctuation,
//! and composed (NFKC). Each of its runs of 13 characters is hashed (xxh32), and the smallest value is taken under each
//! of 64 permutations that the standard lists. The code is the lowest bits of these minima: one of each for the usual
//! 64 bits, four of each for 256. For two texts with a Jaccard index `J`, a bit differs with a probability of `(1 − J)
//! / 2`.
//! texts with a Jaccard index `J` a bit differs with a probability of `(1 − J) / 2`.
//! It is an identifier that others can also make and read. The standard does not say up to which distance two texts are
//! the same, so that is calibrated here. The crate `iscc-lib`, whose author wrote the standard's reference
//! implementation, does the rest.
//! whose author wrote the standard's reference implementation.
//!
//! Signatures have 256 bits; the first 64 are the usual code: from 64 bits a Jaccard
//! index of 0.5 can be estimated within 0.11 (one standard error), from 256 within 0.08. A key is four
//! bits each of four minima, and there are 16. With `s = (1 + 15J) / 16` for the chance that four
//! bits agree, two texts share a key with a probability of `1 − (1 − s⁴)¹⁶`: 0.73 for `J = 0.5`,
//! 0.99 for 0.7, which is at the threshold, and 0.9999 for 0.8.

use super::{Method, keys, simhash::by_distance};
use offprint::Article;
use offprint::compare::Comparison;
use offprint::internals::hash::hash;

/// Characters in a run: a shorter text has one run, and no code worth comparing.
const NGRAM: u32 = 13;
/// Minima in a key, with four bits of each.
const ROWS: usize = 4;
/// Bits of a signature.
const BITS: u32 = 256;

/// The most differing bits, of 256, at which two are `same`. Larger: more edited copies; at 128 any two texts are.
const DISTANCE: u32 = 40;

/// The Iscc.
#[derive(Debug, Clone, Copy)]
pub struct Iscc;

/// The code of a text, as the standard writes it.
fn code(text: &str) -> String {
    let code = iscc_lib::gen_text_code_v0(text, BITS);
    code.expect("a length that the standard has").iscc
}

/// The 256 bits of a text's code.
fn digest(text: &str) -> [u8; 32] {
    let decoded = iscc_lib::iscc_decode(&code(text));
    let (.., digest) = decoded.expect("it was made by the same library");
    digest.try_into().expect("256 bits were asked for")
}

impl Method for Iscc {
    type Signature = [u8; 32];

    fn sign(&self, article: &Article) -> Option<[u8; 32]> {
        (article.length >= NGRAM).then(|| digest(&article.text))
    }

    fn compare(&self, a: &[u8; 32], b: &[u8; 32]) -> Comparison {
        let differing: u32 = a.iter().zip(b).map(|(x, y)| (x ^ y).count_ones()).sum();
        by_distance(differing, DISTANCE, BITS)
    }

    fn read_keys(&self, signature: &[u8; 32]) -> Vec<String> {
        // The bits of the i-th minimum are those at i, i + 64, i + 128 and i + 192.
        let bit = |at: usize| u64::from(signature[at / 8] >> (at % 8) & 1);
        let minimum = |i: usize| (0..4).fold(0, |bits, place| bits << 1 | bit(i + 64 * place));
        let bands = (0..64 / ROWS).map(|band| {
            let minima = band * ROWS..(band + 1) * ROWS;
            hash([band as u64].into_iter().chain(minima.map(minimum)))
        });
        keys(bands)
    }

    fn size(&self, _: &[u8; 32]) -> usize {
        32
    }

    /// The bits.
    fn slots(&self, signature: &[u8; 32]) -> Vec<u64> {
        let bits = |byte: &u8| (0..8).map(|bit| u64::from(byte >> bit & 1)).collect::<Vec<_>>();
        signature.iter().flat_map(bits).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use offprint::compare::Verdict;

    #[test]
    fn codes_are_those_of_the_reference_implementation() {
        // By iscc-core 1.5.0.
        for (text, expected) in [
            ("", "ISCC:EADSL4F2WZY7KBXBYUZPREWZ26IXUJJOPJJAQMXVSY5IZVHJU7RRFNI"),
            ("下游三座水库已经蓄满，大坝安全。", "ISCC:EAD5FFSZBGKMAVZJN2LMZWRNPANXJTLE425CWDBCDLRNPZHJUVI77EI"),
            (
                "Ｆｕｌｌ\u{3000}ｗｉｄｔｈ ①②③ \u{FB01}ne Café naïve\u{200B}\u{AD} İstanbul ΣΑΣ 각 ㍿ ½",
                "ISCC:EAD4YS426HRHQWMZ6FPOGRK6JQH2F2PKMW3TADGPMQEKCOX7KMB5ISQ",
            ),
        ] {
            assert_eq!(code(text), expected, "{text}");
        }
    }

    #[test]
    fn bits_that_differ_are_counted() {
        let verdict = |bytes| {
            let mut other = [0; 32];
            other[..bytes].fill(0xFF);
            Iscc.compare(&[0; 32], &other)
        };
        assert_eq!(verdict(5).verdict, Verdict::Same);
        assert_eq!(verdict(6).verdict, Verdict::Different);
        assert_eq!((verdict(8).score, verdict(32).score), (0.5, 0.0));
    }

    #[test]
    fn a_key_is_made_of_whole_minima() {
        let shared = |bit: usize| {
            let mut other = [0; 32];
            other[bit / 8] = 1 << (bit % 8);
            let written = Iscc.write_keys(&other);
            let read = Iscc.read_keys(&[0; 32]);
            read.iter().map(|key| written.contains(key)).collect::<Vec<_>>()
        };
        // The bits of minimum 9, in the third band.
        for bit in [9, 9 + 64, 9 + 128, 9 + 192] {
            let expected: Vec<bool> = (0..16).map(|band| band != 2).collect();
            assert_eq!(shared(bit), expected);
        }
    }

    #[test]
    fn text_shorter_than_a_run_has_no_signature() {
        let sign = |text: &str| Iscc.sign(&Article::of_text(String::new(), text.into()));
        assert!(sign("All three dam").is_none());
        assert!(sign("All three dams full").is_some());
    }
}
