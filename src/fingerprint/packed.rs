//! Compact encodings of numbers, cuts and samples, and base64url.

use crate::error::Error;

/// A bound on hashes: `zeros` leading zero bits, then the bits of `digits`, then zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    pub zeros: u8,
    pub digits: u16,
}

impl Cut {
    /// The bound itself, or one slightly below it.
    pub fn at(hash: u64) -> Cut {
        let zeros = hash.leading_zeros().min(48);
        Cut { zeros: zeros as u8, digits: (hash << zeros >> 48) as u16 }
    }

    pub fn hash(self) -> u64 {
        u64::from(self.digits) << 48 >> self.zeros
    }

    /// Whether [`at`](Self::at) can return this bound.
    pub fn is_valid(self) -> bool {
        self.zeros <= 48 && (self.digits >> 15 == 1 || self.zeros == 48)
    }

    /// For comparing samples below the first cut with samples below the second: how far the stored hashes, of `bits`
    /// bits, are shifted to the right, and the bound for the shifted hashes.
    pub fn common([own, other]: [Option<Cut>; 2], bits: u32) -> (u32, u64) {
        let zeros = |cut: Option<Cut>| cut.map_or(0, |cut| cut.zeros);
        let common = zeros(own).min(zeros(other));
        let cuts = own.into_iter().chain(other);
        let below = cuts.map(|cut| cut.hash() << common >> (64 - bits)).min();
        (u32::from(zeros(own) - common), below.unwrap_or(u64::MAX))
    }

    pub fn put(self, out: &mut Vec<u8>) {
        out.push(self.zeros);
        out.extend_from_slice(&self.digits.to_be_bytes());
    }

    pub fn take(rest: &mut &[u8], cut_short: Error) -> Result<Cut, Error> {
        let &[zeros, high, low] = take(rest, cut_short)?;
        let digits = u16::from_be_bytes([high, low]);
        Ok(Cut { zeros, digits })
    }
}

/// Bytes that this many samples of 20 bits take: two take five bytes, a last one alone takes three.
pub(crate) fn sample_bytes(samples: usize) -> usize {
    samples / 2 * 5 + samples % 2 * 3
}

/// Appends samples of 20 bits.
pub(crate) fn put_samples(out: &mut Vec<u8>, samples: &[u64]) {
    for pair in samples.chunks(2) {
        let bits = pair[0] << 20 | pair.get(1).unwrap_or(&0);
        out.extend_from_slice(&bits.to_be_bytes()[3..3 + sample_bytes(pair.len())]);
    }
}

/// The samples that [`put_samples`] wrote.
pub(crate) fn samples(bytes: &[u8]) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks(5).flat_map(|bytes| {
        let bits = whole_number(bytes);
        // A last sample alone leaves four unused bits.
        let (first, second) = if bytes.len() == 5 { (bits >> 20, Some(bits)) } else { (bits >> 4, None) };
        [Some(first), second].into_iter().flatten().map(|sample| sample & 0xF_FFFF)
    })
}

pub(crate) fn whole_number(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |n, &b| n << 8 | u64::from(b))
}

pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u32) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

pub(crate) fn take_varint(rest: &mut &[u8], cut: Error) -> Result<u32, Error> {
    let mut value = 0u64;
    for shift in (0..35).step_by(7) {
        let (&byte, after) = rest.split_first().ok_or(cut)?;
        *rest = after;
        value |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            let padded = byte == 0 && shift > 0;
            return u32::try_from(value).ok().filter(|_| !padded).ok_or(Error::FingerprintCorrupt);
        }
    }
    Err(Error::FingerprintCorrupt)
}

pub(crate) fn take<'a, const N: usize>(rest: &mut &'a [u8], cut: Error) -> Result<&'a [u8; N], Error> {
    let (taken, after) = rest.split_first_chunk().ok_or(cut)?;
    *rest = after;
    Ok(taken)
}

/// The crate `data-encoding` would make the module 1,432 bytes larger with gzip.
const BASE64URL: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Encodes bytes in base64url without padding (RFC 4648 §5).
pub(crate) fn base64url(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0u32, |bits, &b| bits << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for i in 0..=chunk.len() {
            text.push(BASE64URL[(bits >> (18 - 6 * i) & 63) as usize] as char);
        }
    }
    text
}

pub(crate) fn from_base64url(text: &str) -> Result<Vec<u8>, Error> {
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
        // This library never prints a lone digit, or bits beyond the last byte.
        if chunk.len() == 1 || unused.iter().any(|&b| b != 0) {
            return Err(Error::FingerprintText);
        }
        bytes.extend_from_slice(kept);
    }
    Ok(bytes)
}

/// Gives a type its text form, also for `serde`: its bytes in base64url.
macro_rules! bytes_as_text {
    ($type:ty) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&$crate::fingerprint::packed::base64url(&self.to_bytes()))
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::error::Error;

            fn from_str(text: &str) -> Result<$type, Self::Err> {
                <$type>::from_bytes(&$crate::fingerprint::packed::from_base64url(text)?)
            }
        }

        $crate::name::serde_as_text!($type);
    };
}
pub(crate) use bytes_as_text;
