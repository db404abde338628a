//! The fingerprint: an article in a few hundred bytes, and the keys under which it is looked up.
//!
//! # Layout, version 0
//!
//! | bytes | what |
//! |---|---|
//! | 1 | version, `0` |
//! | varint | body length: letters and digits |
//! | varint | number of different shingles in the body |
//! | 1 | number of feature codes kept, `c` ≤ 16 |
//! | 1 | number of shingles kept, `s` ≤ 64 |
//! | 5 `c` | the smallest code hashes: their leading 40 bits, big-endian, strictly ascending |
//! | 4 `s` | the smallest shingle hashes: their leading 32 bits, big-endian, strictly ascending |
//!
//! Varints are LEB128 without padding, at most 32 bits. Nothing follows. Hashes are those of
//! [`crate::hash`]. The text form is the same bytes in base64url without padding (RFC 4648 §5),
//! which can stand in a URL, a header or a file name. An ordinary article takes about 340 bytes.

use crate::error::Error;
use crate::features::Features;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The version written by this release.
pub const VERSION: u8 = 0;
/// Feature codes kept. Larger: more keys to find a copy by, five bytes each.
pub const MAX_CODES: usize = 16;
/// Shingles kept. Larger: a finer measure of what two texts share, four bytes each.
pub const MAX_SHINGLES: usize = 64;
/// A body with fewer different shingles says too little to be recognised. Larger: more short
/// notices are `unknown`; smaller: chance and boilerplate decide about them.
pub const MIN_SHINGLES: usize = 40;
/// Keys read for one page.
pub const READ_KEYS: usize = 16;
/// Keys written for one article.
pub const WRITE_KEYS: usize = 4;

/// What is kept of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// Letters and digits in the body.
    pub length: u32,
    /// Different shingles in the body.
    pub distinct: u32,
    /// The smallest code hashes, leading 40 bits, ascending.
    pub codes: Vec<u64>,
    /// The smallest shingle hashes, leading 32 bits, ascending.
    pub shingles: Vec<u32>,
}

impl Fingerprint {
    /// The fingerprint of an article's features; `None` if there is too little to recognise.
    pub fn of(features: &Features) -> Option<Fingerprint> {
        if features.shingles.len() < MIN_SHINGLES {
            return None;
        }
        let mut codes: Vec<u64> = features.codes.iter().map(|h| h >> 24).collect();
        codes.dedup();
        codes.truncate(MAX_CODES);
        let mut shingles: Vec<u32> = features.shingles.iter().map(|h| (h >> 32) as u32).collect();
        shingles.dedup();
        let distinct = shingles.len() as u32;
        shingles.truncate(MAX_SHINGLES);
        Some(Fingerprint {
            length: features.length,
            distinct,
            codes,
            shingles,
        })
    }

    /// The bytes of the fingerprint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = vec![VERSION];
        put_varint(&mut out, self.length);
        put_varint(&mut out, self.distinct);
        out.push(self.codes.len() as u8);
        out.push(self.shingles.len() as u8);
        for code in &self.codes {
            out.extend_from_slice(&code.to_be_bytes()[3..]);
        }
        for shingle in &self.shingles {
            out.extend_from_slice(&shingle.to_be_bytes());
        }
        out
    }

    /// Reads a fingerprint from its bytes.
    ///
    /// # Errors
    /// [`Error::FingerprintVersion`], [`Error::FingerprintLength`] or [`Error::FingerprintCorrupt`];
    /// it accepts exactly what [`to_bytes`](Self::to_bytes) makes, so there is one form of each fingerprint.
    pub fn from_bytes(bytes: &[u8]) -> Result<Fingerprint, Error> {
        let cut = Error::FingerprintLength {
            expected: bytes.len() + 1,
            got: bytes.len(),
        };
        let (&version, mut rest) = bytes.split_first().ok_or(cut)?;
        if version != VERSION {
            return Err(Error::FingerprintVersion { got: version });
        }
        let length = take_varint(&mut rest, cut)?;
        let distinct = take_varint(&mut rest, cut)?;
        let (&[codes, shingles], rest) = rest.split_first_chunk().ok_or(cut)?;
        let (codes, shingles) = (usize::from(codes), usize::from(shingles));
        let expected = 5 * codes + 4 * shingles;
        if rest.len() != expected {
            return Err(Error::FingerprintLength {
                expected: bytes.len() - rest.len() + expected,
                got: bytes.len(),
            });
        }
        let (code_bytes, shingle_bytes) = rest.split_at(5 * codes);
        let (code_bytes, _) = code_bytes.as_chunks::<5>();
        let (shingle_bytes, _) = shingle_bytes.as_chunks::<4>();
        let fingerprint = Fingerprint {
            length,
            distinct,
            codes: code_bytes
                .iter()
                .map(|c| c.iter().fold(0, |code, &b| code << 8 | u64::from(b)))
                .collect(),
            shingles: shingle_bytes
                .iter()
                .map(|&c| u32::from_be_bytes(c))
                .collect(),
        };
        let whole = (distinct as usize).min(MAX_SHINGLES);
        let valid = codes <= MAX_CODES
            && shingles == whole
            && shingles >= MIN_SHINGLES
            && fingerprint.codes.is_sorted_by(|a, b| a < b)
            && fingerprint.shingles.is_sorted_by(|a, b| a < b);
        valid
            .then_some(fingerprint)
            .ok_or(Error::FingerprintCorrupt)
    }

    /// The keys to look the article up by, at most 16, the likeliest first: `c` or `s` for code or
    /// shingle, and the hash in hexadecimal.
    ///
    /// A copy of the article has most of its smallest hashes among these.
    pub fn read_keys(&self) -> Vec<String> {
        self.keys(12, READ_KEYS)
    }

    /// The keys to store the article under, at most 4, all of them among [`read_keys`](Self::read_keys).
    pub fn write_keys(&self) -> Vec<String> {
        self.keys(2, WRITE_KEYS)
    }

    /// `codes` code keys, as far as there are any, filled up to `total` with shingle keys.
    fn keys(&self, codes: usize, total: usize) -> Vec<String> {
        let codes = self
            .codes
            .iter()
            .take(codes)
            .map(|code| format!("c{code:010x}"));
        let shingles = self
            .shingles
            .iter()
            .map(|shingle| format!("s{shingle:08x}"));
        codes.chain(shingles).take(total).collect()
    }
}

/// The text form.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.to_bytes().chunks(3) {
            let bits = chunk.iter().fold(0u32, |bits, &b| bits << 8 | u32::from(b))
                << (8 * (3 - chunk.len()));
            for i in 0..=chunk.len() {
                let digit = BASE64URL[(bits >> (18 - 6 * i) & 63) as usize];
                fmt::Write::write_char(f, digit as char)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Fingerprint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Fingerprint, Error> {
        let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
        for chunk in text.as_bytes().chunks(4) {
            let mut bits = 0u32;
            for &digit in chunk {
                let value = BASE64URL.iter().position(|&d| d == digit);
                bits = bits << 6 | value.ok_or(Error::FingerprintText)? as u32;
            }
            bits <<= 6 * (4 - chunk.len());
            let decoded = bits.to_be_bytes();
            let (kept, unused) = decoded[1..].split_at(chunk.len() - 1);
            // A lone digit or bits beyond the last byte: not something this library printed.
            if chunk.len() == 1 || unused.iter().any(|&b| b != 0) {
                return Err(Error::FingerprintText);
            }
            bytes.extend_from_slice(kept);
        }
        Fingerprint::from_bytes(&bytes)
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fingerprint, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn take_varint(rest: &mut &[u8], cut: Error) -> Result<u32, Error> {
    let mut value = 0u64;
    for shift in (0..35).step_by(7) {
        let (&byte, after) = rest.split_first().ok_or(cut)?;
        *rest = after;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            let padded = byte == 0 && shift > 0;
            return u32::try_from(value)
                .ok()
                .filter(|_| !padded)
                .ok_or(Error::FingerprintCorrupt);
        }
    }
    Err(Error::FingerprintCorrupt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn features(
        codes: impl IntoIterator<Item = u64>,
        shingles: impl IntoIterator<Item = u64>,
    ) -> Features {
        let set = |values: Vec<u64>| {
            std::collections::BTreeSet::from_iter(values)
                .into_iter()
                .collect()
        };
        Features {
            codes: set(codes.into_iter().collect()),
            shingles: set(shingles.into_iter().collect()),
            length: 1234,
        }
    }

    proptest! {
        #[test]
        fn bytes_and_text_round_trip(
            codes in prop::collection::vec(any::<u64>(), 0..40),
            shingles in prop::collection::vec(any::<u64>(), 50..200),
        ) {
            let fingerprint = Fingerprint::of(&features(codes, shingles)).unwrap();
            prop_assert_eq!(Fingerprint::from_bytes(&fingerprint.to_bytes()), Ok(fingerprint.clone()));
            prop_assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint.clone()));
            prop_assert!(fingerprint.to_bytes().len() <= 512);
            prop_assert!(fingerprint.write_keys().len() == WRITE_KEYS);
            let read = fingerprint.read_keys();
            prop_assert!(read.len() <= READ_KEYS);
        }

        #[test]
        fn any_bytes_decode_to_an_error_or_to_themselves(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            if let Ok(fingerprint) = Fingerprint::from_bytes(&bytes) {
                prop_assert_eq!(fingerprint.to_bytes(), bytes);
            }
        }

        #[test]
        fn any_text_decodes_to_an_error_or_to_itself(text in "[A-Za-z0-9_=+-]{0,80}") {
            if let Ok(fingerprint) = text.parse::<Fingerprint>() {
                prop_assert_eq!(fingerprint.to_string(), text);
            }
        }

        #[test]
        fn a_changed_byte_is_noticed_or_read_as_another(at in 0usize..300, bit in 0u8..8) {
            let fingerprint = Fingerprint::of(&features(1u64..20, (1u64..100).map(|i| i << 50))).unwrap();
            let mut bytes = fingerprint.to_bytes();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            prop_assert_ne!(Fingerprint::from_bytes(&bytes), Ok(fingerprint));
        }
    }

    #[test]
    fn too_little_text_has_no_fingerprint() {
        assert_eq!(
            Fingerprint::of(&features([], 0..MIN_SHINGLES as u64 - 1)),
            None
        );
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let good = Fingerprint::of(&features(1u64..20, (1u64..100).map(|i| i << 50))).unwrap();
        let bytes = good.to_bytes();
        let decode = |bytes: &[u8]| Fingerprint::from_bytes(bytes).unwrap_err().code();
        assert_eq!(decode(&[]), "fingerprint_length");
        assert_eq!(decode(&bytes[..bytes.len() - 1]), "fingerprint_length");
        assert_eq!(decode(&[&[9], &bytes[1..]].concat()), "fingerprint_version");
        assert_eq!(
            "A*".parse::<Fingerprint>().unwrap_err().code(),
            "fingerprint_text"
        );
    }
}
