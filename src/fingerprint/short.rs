//! The short fingerprint: the length of an article and its feature codes, without sample and keys.

use super::layout::take_codes;
use super::packed::{bytes_as_text, put_varint, take, take_varint};
use super::{Fingerprint, MAX_CODES};
use crate::error::Error;

/// The first byte: the version of the fingerprint that the rest is taken from, with the highest bit set.
pub(super) const VERSION: u8 = 0x80 | super::VERSION;

/// The length of an article and its feature codes: some 20 bytes for an ETag, a header, a column or a QR code.
///
/// Two of them say whether the articles are the [`same`](crate::compare::ShortComparison), less often and less surely
/// than two [`Fingerprint`]s. They have no keys, so an article cannot be looked up by one.
///
/// # Layout
///
/// | bytes | meaning |
/// |---|---|
/// | 1 | `0x82`: short, of a fingerprint of version 2 |
/// | 1 | number of feature codes, `c` ≤ 8 (bits 0–3); bits 4–7 as in a [`Fingerprint`] |
/// | 2 | only with bit 6: the leading 16 bits of the headline's hash |
/// | varint | body length |
/// | 2 `c` | the feature codes |
///
/// These are at most 25 bytes, and 34 characters of text: the same bytes in base64url without padding.
///
/// ```
/// use offprint::{Fingerprint, ShortFingerprint};
/// let text: String = (0..200).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
/// let whole = Fingerprint::of("", &text).unwrap();
/// let short = whole.short();
/// assert!(short.to_bytes().len() < 25);
/// assert_eq!(short.to_string().parse(), Ok(short.clone()));
/// assert_eq!(whole.to_string().parse(), Ok(short));
/// assert!("A whole sentence".parse::<ShortFingerprint>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShortFingerprint {
    /// As in [`Fingerprint`], like all fields.
    echoes: bool,
    headline: Option<u16>,
    pub(crate) gated: bool,
    pub(crate) length: u32,
    codes: Vec<u16>,
}

impl Fingerprint {
    /// The part of it that is kept where there is little room.
    pub fn short(&self) -> ShortFingerprint {
        ShortFingerprint {
            echoes: self.echoes,
            headline: self.headline,
            gated: self.gated,
            length: self.length,
            codes: self.codes.clone(),
        }
    }
}

impl ShortFingerprint {
    /// Its bytes, at most 25.
    pub fn to_bytes(&self) -> Vec<u8> {
        let flags = super::flags(self.echoes, self.gated, self.headline);
        let mut out = vec![VERSION, self.codes.len() as u8 | flags];
        out.extend(self.headline.into_iter().flat_map(u16::to_be_bytes));
        put_varint(&mut out, self.length);
        out.extend(self.codes.iter().flat_map(|code| code.to_be_bytes()));
        out
    }

    /// Reads a short fingerprint from its bytes, or shortens a whole one, given in its bytes.
    ///
    /// # Errors
    /// Those of [`Fingerprint::from_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<ShortFingerprint, Error> {
        if bytes.first() != Some(&VERSION) {
            return Ok(Fingerprint::from_bytes(bytes)?.short());
        }
        let cut_short = Error::FingerprintLength {
            expected: bytes.len() + 1,
            got: bytes.len(),
        };
        let mut rest = &bytes[1..];
        let &[header] = take(&mut rest, cut_short)?;
        let headline = match header & 64 != 0 {
            true => Some(u16::from_be_bytes(*take(&mut rest, cut_short)?)),
            false => None,
        };
        let length = take_varint(&mut rest, cut_short)?;
        let codes = take_codes(&mut rest, header & 15, cut_short)?;
        if !rest.is_empty() {
            return Err(Error::FingerprintLength {
                expected: bytes.len() - rest.len(),
                got: bytes.len(),
            });
        }
        let short = ShortFingerprint {
            echoes: header & 16 == 0,
            headline,
            gated: header & 32 != 0,
            length,
            codes,
        };
        let valid = !(short.echoes && headline.is_some())
            && short.codes.len() <= MAX_CODES
            && short.codes.is_sorted_by(|a, b| a < b)
            && short.to_bytes() == bytes;
        valid.then_some(short).ok_or(Error::FingerprintCorrupt)
    }

    /// As of [`Fingerprint`].
    pub(crate) fn shared_codes(&self, other: &ShortFingerprint) -> (u32, u32) {
        super::shared_codes([&self.codes, &other.codes])
    }

    /// As of [`Fingerprint`].
    pub(crate) fn unechoed_headlines(&self, other: &ShortFingerprint) -> u32 {
        super::unechoed_headlines([self.echoes, other.echoes], [self.headline, other.headline])
    }
}

bytes_as_text!(ShortFingerprint);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    prop_compose! {
        fn any_short()(
            echoes: bool, gated: bool, length: u32, headline: Option<u16>,
            codes in prop::collection::btree_set(any::<u16>(), 0..=MAX_CODES),
        ) -> ShortFingerprint {
            let codes = codes.into_iter().collect();
            ShortFingerprint { echoes, headline: headline.filter(|_| !echoes), gated, length, codes }
        }
    }

    proptest! {
        #[test]
        fn bytes_and_text_round_trip(short in any_short()) {
            let bytes = short.to_bytes();
            prop_assert!(bytes.len() <= 25 && short.to_string().len() <= 34);
            prop_assert_eq!(ShortFingerprint::from_bytes(&bytes), Ok(short.clone()));
            prop_assert_eq!(short.to_string().parse(), Ok(short));
            for end in 0..bytes.len() {
                prop_assert!(ShortFingerprint::from_bytes(&bytes[..end]).is_err());
            }
        }

        #[test]
        fn any_bytes_are_an_error_or_have_one_form(bytes in prop::collection::vec(any::<u8>(), 0..30)) {
            let bytes = [&[VERSION], &bytes[..]].concat();
            if let Ok(short) = ShortFingerprint::from_bytes(&bytes) {
                prop_assert_eq!(short.to_bytes(), bytes);
            }
        }
    }

    /// Stored ones must stay readable, and be made alike by every later release.
    #[test]
    fn the_text_is_that_of_version_2() {
        let body = crate::made_up::sentences(0..9);
        let short = Fingerprint::of("", &body).unwrap().short();
        assert_eq!(short.to_string(), "ggiOAiMxUEJtzXBDgVmKMpPQpVI");
    }

    #[test]
    fn a_short_fingerprint_is_not_taken_for_a_whole_one() {
        let short = [VERSION, 0, 60];
        assert!(ShortFingerprint::from_bytes(&short).is_ok());
        let error = Fingerprint::from_bytes(&short).unwrap_err();
        assert_eq!(error.code(), "fingerprint_short");
        let error = ShortFingerprint::from_bytes(&[9, 0, 60]).unwrap_err();
        assert_eq!(error.code(), "fingerprint_version");
    }
}
