//! The errors of the library. Each has a stable `code`, which is what the JavaScript side sees.

use std::fmt;

/// Why a call failed. Pages never cause one of these: any bytes at all can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text form of a fingerprint holds something that is not base64url.
    /// Pass it exactly as it was printed, without quotes or spaces.
    FingerprintText,
    /// The fingerprint ends early or holds more bytes than its header says: it was cut or joined.
    FingerprintLength {
        /// Bytes the header calls for.
        expected: usize,
        /// Bytes that are there.
        got: usize,
    },
    /// The fingerprint breaks an invariant of its layout (values not ascending, say): it was damaged.
    FingerprintCorrupt,
    /// The fingerprint was made by a version that this one cannot read.
    /// Make it again from the page, or update this library.
    FingerprintVersion {
        /// Version byte found.
        got: u8,
    },
    /// The ending of a key is something else than 1 to 10 hexadecimal digits in small letters.
    KeyEnding,
    /// The bytes are none of a memory of a site that this release made. Begin with an empty one.
    SiteMemory,
}

impl Error {
    /// The stable name of the error, for programs: it does not change between releases.
    pub fn code(self) -> &'static str {
        match self {
            Error::FingerprintText => "fingerprint_text",
            Error::FingerprintLength { .. } => "fingerprint_length",
            Error::FingerprintCorrupt => "fingerprint_corrupt",
            Error::FingerprintVersion { .. } => "fingerprint_version",
            Error::KeyEnding => "key_ending",
            Error::SiteMemory => "site_memory",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::FingerprintText => {
                f.write_str("not a fingerprint: use the text exactly as it was printed (base64url)")
            }
            Error::FingerprintLength { expected, got } => write!(
                f,
                "fingerprint of {got} bytes where its header calls for {expected}: it was cut or joined"
            ),
            Error::FingerprintCorrupt => f.write_str(
                "damaged fingerprint: its values break the layout; make it again from the page",
            ),
            Error::FingerprintVersion { got } => write!(
                f,
                "fingerprint version {got} is not one this release reads; make it again from the page or update offprint"
            ),
            Error::KeyEnding => {
                f.write_str("not the ending of a key: give its last digits, 1 to 10 of 0-9 and a-f")
            }
            Error::SiteMemory => f.write_str("not a memory of a site: begin with an empty one"),
        }
    }
}

impl std::error::Error for Error {}
