//! ISCC Text-Code.
//!
//! Source: ISO 24138:2024, International Standard Content Code, and its reference implementation.
//!
//! The text is decomposed (NFD), put in lower case, freed of white space, control characters, marks
//! and punctuation, and composed (NFKC). Each of its runs of 13 characters is hashed (xxh32), and
//! the smallest value taken under each of 64 permutations that the standard lists. The code is the
//! lowest bits of these minima, one of each for the usual 64 bits, four of each for 256. Of two
//! texts with a Jaccard index `J` a bit differs with a probability of `(1 − J) / 2`.
//!
//! It is an identifier that others can make and read as well. The standard does not say from which
//! distance on two texts are the same: that is calibrated here. All is left to the crate `iscc-lib`,
//! whose author wrote the standard's reference implementation.
//!
//! Signatures are the 256 bits, of which the first 64 are the usual code: 64 bits tell the Jaccard
//! index within 0.12 (one standard error at 0.5) only, 256 within 0.06. A key is four bits each of
//! four minima, and there are 16. With `s = (1 + 15J) / 16` for the chance that four bits agree, two
//! texts share a key with a probability of `1 − (1 − s⁴)¹⁶`: 0.78 for `J = 0.5`, 0.97 for 0.65,
//! and 0.9995 for 0.8.

use super::{Method, keys};
use crate::article::Article;
use crate::hash::hash;
use crate::verdict::{Evidence, Verdict};

/// Characters in a run: a shorter text has one run, and no code worth comparing.
const NGRAM: u32 = 13;
/// Minima of which four bits each make a key.
const ROWS: usize = 4;
/// Bits of a signature.
const BITS: u32 = 256;

/// The method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Iscc {
    /// Differing bits, of 256, up to which two are `same`. Larger: more edited copies; at 128 any
    /// two texts are.
    pub distance: u32,
}

impl Default for Iscc {
    fn default() -> Iscc {
        Iscc { distance: 64 }
    }
}

/// The ISCC Text-Code of a text, of 64 bits, as the standard writes it. Any text has one, even an
/// empty one.
///
/// # Complexity
/// 64 multiplications a character.
///
/// ```
/// use offprint::methods::iscc_text_code;
/// let code = iscc_text_code("下游三座水库已经蓄满，大坝安全。");
/// assert!(code.starts_with("ISCC:EAA"));
/// assert_eq!(code, iscc_text_code("下游三座水库已经蓄满 大坝安全"));
/// assert_ne!(code, iscc_text_code("下游三座水库尚未蓄满，大坝安全。"));
/// ```
pub fn iscc_text_code(text: &str) -> String {
    code(text, 64)
}

fn code(text: &str, bits: u32) -> String {
    let code = iscc_lib::gen_text_code_v0(text, bits);
    code.expect("a length that the standard has").iscc
}

/// The 256 bits of a text's code.
fn digest(text: &str) -> [u8; 32] {
    let decoded = iscc_lib::iscc_decode(&code(text, BITS));
    let (.., digest) = decoded.expect("it was made by the same library");
    digest.try_into().expect("256 bits were asked for")
}

impl Method for Iscc {
    type Signature = [u8; 32];

    fn sign(&self, article: &Article) -> Option<[u8; 32]> {
        (article.length >= NGRAM).then(|| digest(&article.text))
    }

    fn compare(&self, a: Option<&[u8; 32]>, b: Option<&[u8; 32]>) -> Verdict {
        let (Some(a), Some(b)) = (a, b) else {
            return Verdict::unknown();
        };
        let differing: u32 = a.iter().zip(b).map(|(x, y)| (x ^ y).count_ones()).sum();
        let evidence = Evidence::at_most(
            "hamming-distance",
            f64::from(differing),
            f64::from(self.distance),
        );
        // Codes of unlike texts differ in half of their bits.
        let half = BITS / 2;
        Verdict::same_if(
            evidence,
            1.0 - f64::from(differing.min(half)) / f64::from(half),
        )
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

    fn write_keys(&self, signature: &[u8; 32]) -> Vec<String> {
        self.read_keys(signature)
    }

    fn size(&self, _: &[u8; 32]) -> usize {
        32
    }
}
