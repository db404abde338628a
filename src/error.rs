//! The errors of the library. Each has a stable `code`, which the JavaScript side exposes.

use std::fmt;

/// Why a call failed. Pages never cause an error: any bytes can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text form of a fingerprint has characters that are not base64url.
    /// Pass it exactly as it was printed, without quotes or spaces.
    FingerprintText,
    /// The fingerprint ends early or has more bytes than its header declares: it was cut or joined.
    FingerprintLength {
        /// Length that the header requires, in bytes; `None` if the fingerprint ends before the header states it.
        expected: Option<usize>,
        /// Actual length in bytes.
        got: usize,
    },
    /// The fingerprint breaks an invariant of its layout (such as ascending values): it was damaged.
    FingerprintCorrupt,
    /// The fingerprint was made by a version that this one cannot read.
    /// Recompute it from the page, or update this library.
    FingerprintVersion {
        /// Version byte found.
        got: u8,
    },
    /// The bytes are not a site memory made by this release. Begin with an empty one.
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
            Error::FingerprintLength { expected, got } => match expected {
                Some(expected) => {
                    write!(f, "fingerprint of {got} bytes, but its header requires {expected}: it was cut or joined")
                }
                None => write!(f, "fingerprint of {got} bytes, which ends early: it was cut"),
            },
            Error::FingerprintCorrupt => {
                f.write_str("damaged fingerprint: its values violate the layout; compute it again from the page")
            }
            Error::FingerprintVersion { got } => write!(
                f,
                "fingerprint version {got} cannot be read by this release; compute it again from the page or update offprint"
            ),
            Error::SiteMemory => f.write_str("not a site memory: begin with an empty one"),
        }
    }
}

impl std::error::Error for Error {}
