//! The part of `encoding_rs` that the parser and the core need, for WebAssembly, where its tables are a third of a
//! module. Every charset of the WHATWG Encoding Standard is decoded exactly as by `encoding_rs`, as the tests show. The
//! tables are packed (`packed.rs`), and unpacked when a page needs them.
//!
//! Charsets are decoded only to UTF-8, and text is encoded only as UTF-8: the core gives the parser nothing else. An
//! item with the same name as one in `encoding_rs` behaves like it.
#![deny(unsafe_code, missing_docs)]

mod charsets;
mod decoder;
#[cfg(test)]
mod pack;
mod packed;
mod step;
mod tables;

pub use charsets::*;
pub use decoder::{CoderResult, Decoder};

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A charset. The statics of this crate are its only values.
pub struct Encoding {
    name: &'static str,
    kind: Kind,
    /// The labels that pages use for it, in small letters, separated by spaces.
    labels: &'static str,
}

/// How a charset is decoded.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Utf8,
    Utf16Le,
    Utf16Be,
    /// By a table of the upper 128 bytes.
    SingleByte(u8),
    Gb18030,
    Big5,
    EucJp,
    Iso2022Jp,
    ShiftJis,
    EucKr,
    UserDefined,
    Replacement,
}

impl Encoding {
    /// The charset for a label on a page.
    pub fn for_label(label: &[u8]) -> Option<&'static Encoding> {
        let label = str::from_utf8(label).ok()?.trim_matches(['\t', '\n', '\x0C', '\r', ' ']);
        ALL.iter().copied().find(|encoding| encoding.labels().any(|known| known.eq_ignore_ascii_case(label)))
    }

    /// The same, except for `replacement`, a charset that is never decoded, for safety.
    pub fn for_label_no_replacement(label: &[u8]) -> Option<&'static Encoding> {
        Encoding::for_label(label).filter(|&encoding| encoding != REPLACEMENT)
    }

    /// The charset that the byte-order mark at the start of the bytes indicates, and the length of the mark.
    pub fn for_bom(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
        match bytes {
            [0xEF, 0xBB, 0xBF, ..] => Some((UTF_8, 3)),
            [0xFF, 0xFE, ..] => Some((UTF_16LE, 2)),
            [0xFE, 0xFF, ..] => Some((UTF_16BE, 2)),
            _ => None,
        }
    }

    /// The name in the standard.
    pub fn name(&'static self) -> &'static str {
        self.name
    }

    /// The labels that pages use for it.
    pub fn labels(&'static self) -> impl Iterator<Item = &'static str> {
        self.labels.split(' ')
    }

    /// Whether ASCII bytes are always ASCII characters, and vice versa.
    pub fn is_ascii_compatible(&'static self) -> bool {
        !matches!(self.kind, Kind::Replacement | Kind::Utf16Le | Kind::Utf16Be | Kind::Iso2022Jp)
    }

    /// Whether each byte is a character.
    pub fn is_single_byte(&'static self) -> bool {
        matches!(self.kind, Kind::SingleByte(_) | Kind::UserDefined)
    }

    /// The charset in which text is encoded instead of this one.
    pub fn output_encoding(&'static self) -> &'static Encoding {
        match self.kind {
            Kind::Replacement | Kind::Utf16Le | Kind::Utf16Be => UTF_8,
            _ => self,
        }
    }

    /// A decoder for one text, which treats a byte-order mark as text.
    pub fn new_decoder_without_bom_handling(&'static self) -> Decoder {
        Decoder::new(self, false)
    }

    /// A decoder for one text, which drops the byte-order mark of this charset.
    pub fn new_decoder_with_bom_removal(&'static self) -> Decoder {
        Decoder::new(self, matches!(self.kind, Kind::Utf8 | Kind::Utf16Le | Kind::Utf16Be))
    }

    /// Decodes a whole text; a byte-order mark outweighs the charset. Also returns the charset used, and whether
    /// something had to be replaced.
    pub fn decode<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, &'static Encoding, bool) {
        let (encoding, mark) = Encoding::for_bom(bytes).unwrap_or((self, 0));
        let (text, replaced) = encoding.decode_without_bom_handling(&bytes[mark..]);
        (text, encoding, replaced)
    }

    /// Decodes a whole text, and returns whether something had to be replaced.
    pub fn decode_without_bom_handling<'a>(&'static self, bytes: &'a [u8]) -> (Cow<'a, str>, bool) {
        let passes = self.kind == Kind::Utf8 || self.is_ascii_compatible() && bytes.is_ascii();
        if passes && let Ok(text) = str::from_utf8(bytes) {
            return (text.into(), false);
        }
        let (text, replaced) = self.new_decoder_without_bom_handling().decode_whole(bytes);
        (text.into(), replaced)
    }

    /// Encodes a whole text. Characters that the charset lacks become numeric references, as in a form. Here, every
    /// charset except UTF-8 is taken to have only ASCII.
    pub fn encode<'a>(&'static self, text: &'a str) -> (Cow<'a, [u8]>, &'static Encoding, bool) {
        let output = self.output_encoding();
        if output == UTF_8 || text.is_ascii() {
            return (text.as_bytes().into(), output, false);
        }
        let references = text.chars().map(|c| if c.is_ascii() { c.to_string() } else { format!("&#{};", c as u32) });
        (references.collect::<String>().into_bytes().into(), output, true)
    }

    /// An encoder for one text.
    pub fn new_encoder(&'static self) -> Encoder {
        Encoder { encoding: self }
    }

    /// Length of the prefix that is ASCII.
    pub fn ascii_valid_up_to(bytes: &[u8]) -> usize {
        const STEP: usize = 16;
        const HIGH: u128 = u128::from_ne_bytes([0x80; STEP]);
        let (steps, _) = bytes.as_chunks::<STEP>();
        let sure = steps.iter().take_while(|step| u128::from_ne_bytes(**step) & HIGH == 0).count() * STEP;
        let rest = bytes[sure..].iter().take_while(|byte| byte.is_ascii());
        sure + rest.count()
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Encoding) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Encoding {}

impl Hash for Encoding {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Encodes text piece by piece, as [`Encoding::encode`] does.
pub struct Encoder {
    encoding: &'static Encoding,
}

impl Encoder {
    /// Whether the text so far ends within a sequence: never.
    pub fn has_pending_state(&self) -> bool {
        false
    }

    /// Encodes as much as fits. Also returns the bytes read and written, and whether something had to be replaced.
    pub fn encode_from_utf8(&mut self, text: &str, out: &mut [u8], _last: bool) -> (CoderResult, usize, usize, bool) {
        let (mut read, mut written, mut replaced) = (0, 0, false);
        let mut buffer = [0; 4];
        for c in text.chars() {
            let (bytes, _, reference) = self.encoding.encode(c.encode_utf8(&mut buffer));
            let Some(room) = out.get_mut(written..written + bytes.len()) else {
                return (CoderResult::OutputFull, read, written, replaced);
            };
            room.copy_from_slice(&bytes);
            read += c.len_utf8();
            written += bytes.len();
            replaced |= reference;
        }
        (CoderResult::InputEmpty, read, written, replaced)
    }
}
