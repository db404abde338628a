//! The hash of everything that is stored: 64 bits, no seed, the same on every platform. It must never change.
//!
//! For a sequence of 64-bit values `v₁ … vₙ`, all arithmetic modulo 2⁶⁴:
//!
//! ```text
//! h₀ = 0x9E37_79B9_7F4A_7C15
//! hᵢ = (rotl(hᵢ₋₁, 5) XOR vᵢ) · 0x517C_C1B7_2722_0A95
//! result = f(hₙ XOR n)   with f the 64-bit finalizer of MurmurHash3:
//!     x ^= x >> 33;  x *= 0xFF51_AFD7_ED55_8CCD
//!     x ^= x >> 33;  x *= 0xC4CE_B9FE_1A85_EC53
//!     x ^= x >> 33
//! ```
//!
//! A character is represented by its Unicode scalar value, a word by the hash of its characters, a run of words by the
//! hash of the words' hashes. Fingerprints keep the leading bits. The hash is safe against chance, but not against an
//! adversary, who can make two texts collide.

/// The hash of a sequence of values.
///
/// # Complexity
/// One multiplication per value.
///
/// ```
/// use offprint::internals::hash::{hash, hash_str};
/// assert_eq!(hash([]), 0x9CA0_66F1_A4AB_2EEA);
/// assert_eq!(hash([1, 2, 3]), 0x7A1A_00F7_CBDE_63BC);
/// assert_eq!(hash_str("水库"), hash([0x6C34, 0x5E93]));
/// assert_ne!(hash([0]), hash([0, 0]));
/// ```
pub fn hash(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut hasher = Hasher::default();
    for value in values {
        hasher.push(value);
    }
    hasher.finish()
}

/// Hashes a sequence value by value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hasher {
    state: u64,
    count: u64,
}

impl Default for Hasher {
    fn default() -> Hasher {
        Hasher { state: 0x9E37_79B9_7F4A_7C15, count: 0 }
    }
}

impl Hasher {
    pub(crate) fn push(&mut self, value: u64) {
        self.state = (self.state.rotate_left(5) ^ value).wrapping_mul(0x517C_C1B7_2722_0A95);
        self.count += 1;
    }

    pub(crate) fn finish(self) -> u64 {
        finalize(self.state ^ self.count)
    }
}

/// The hash of a text: of its Unicode scalar values.
pub fn hash_str(text: &str) -> u64 {
    hash(text.chars().map(u64::from))
}

/// A hash of a text that processes eight bytes at a time.
pub(crate) fn hash_bytes(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut hasher = Hasher::default();
    for &whole in bytes.as_chunks().0 {
        hasher.push(u64::from_le_bytes(whole));
    }
    // The last eight bytes, which may overlap earlier ones, or all bytes if there are fewer.
    let fewer = || bytes.iter().fold(0, |all, &byte| all << 8 | u64::from(byte));
    hasher.push(bytes.last_chunk().map_or_else(fewer, |&last| u64::from_le_bytes(last)));
    hasher.push(text.len() as u64);
    hasher.finish()
}

fn finalize(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xFF51_AFD7_ED55_8CCD);
    x ^= x >> 33;
    x = x.wrapping_mul(0xC4CE_B9FE_1A85_EC53);
    x ^ (x >> 33)
}
