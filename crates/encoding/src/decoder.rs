//! Decodes bytes as they arrive.

use crate::step::{Shift, Step, step};
use crate::{Encoding, Kind};

/// The longest sequence that encodes a character.
const LONGEST: usize = 4;

/// Why decoding or encoding stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoderResult {
    /// Everything has been read.
    InputEmpty,
    /// There is no room for the next character.
    OutputFull,
}

/// Decodes one text, in pieces of any size.
pub struct Decoder {
    encoding: &'static Encoding,
    /// The bytes of an incomplete sequence.
    held: [u8; LONGEST],
    held_len: usize,
    /// Whether a byte-order mark may come next and is to be dropped.
    at_mark: bool,
    shift: Shift,
}

impl Decoder {
    pub(crate) fn new(encoding: &'static Encoding, at_mark: bool) -> Decoder {
        Decoder { encoding, held: [0; LONGEST], held_len: 0, at_mark, shift: Shift::default() }
    }

    /// The charset.
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// A buffer size that is enough for this many more bytes.
    pub fn max_utf8_buffer_length(&self, bytes: usize) -> Option<usize> {
        bytes.checked_add(2 * LONGEST)?.checked_mul(3)
    }

    /// How many of the bytes are plain ASCII; 0 in the middle of a character.
    pub fn latin1_byte_compatible_up_to(&self, bytes: &[u8]) -> Option<usize> {
        (self.held_len == 0 && !self.at_mark && self.encoding.is_ascii_compatible())
            .then(|| Encoding::ascii_valid_up_to(bytes))
    }

    /// Decodes as much as fits. Also returns the bytes read and written, and whether something had to be replaced.
    pub fn decode_to_utf8(&mut self, bytes: &[u8], out: &mut [u8], last: bool) -> (CoderResult, usize, usize, bool) {
        let (mut read, mut written, mut replaced) = (0, 0, false);
        loop {
            let plain = self.plain_prefix(&bytes[read..], out.len() - written);
            out[written..written + plain].copy_from_slice(&bytes[read..read + plain]);
            read += plain;
            written += plain;
            let rest = &bytes[read..];
            if rest.is_empty() && (self.held_len == 0 || !last) {
                return (CoderResult::InputEmpty, read, written, replaced);
            }

            let mut joined = [0; 2 * LONGEST];
            let window = self.window(rest, &mut joined);
            let whole = window.len() == self.held_len + rest.len();
            let mut shift = self.shift;
            let next = step(self.encoding.kind, window, last && whole, &mut shift);
            let (text, length) = match next {
                Step::More => {
                    self.held[..window.len()].copy_from_slice(window);
                    self.held_len = window.len();
                    read = bytes.len();
                    continue;
                }
                Step::Char('\u{FEFF}', length) if self.at_mark => ([None, None], length),
                Step::Char(c, length) => ([Some(c), None], length),
                Step::Two(a, b, length) => ([Some(a), Some(b)], length),
                Step::Nothing(length) => ([None, None], length),
                Step::Error(length) => ([Some('\u{FFFD}'), None], length),
            };
            let size: usize = text.iter().flatten().map(|c| c.len_utf8()).sum();
            if out.len() - written < size {
                return (CoderResult::OutputFull, read, written, replaced);
            }
            for c in text.into_iter().flatten() {
                written += c.encode_utf8(&mut out[written..]).len();
            }
            self.shift = shift;
            self.at_mark = false;
            replaced |= matches!(next, Step::Error(_));
            read += self.consume(length);
        }
    }

    /// The same, into text.
    pub fn decode_to_str(&mut self, bytes: &[u8], out: &mut str, last: bool) -> (CoderResult, usize, usize, bool) {
        // SAFETY: Only whole characters are written, and if the front of an old character was overwritten, so is the
        // rest of it.
        #[expect(unsafe_code, reason = "there is no safe way to write into a `str`")]
        let out = unsafe { out.as_bytes_mut() };
        let done = self.decode_to_utf8(bytes, out, last);
        let cut = out[done.2..].iter_mut().take_while(|byte| **byte & 0xC0 == 0x80);
        cut.for_each(|byte| *byte = 0);
        done
    }

    /// Decodes a whole text.
    pub(crate) fn decode_whole(mut self, bytes: &[u8]) -> (String, bool) {
        let (mut text, mut read, mut replaced) = (Vec::new(), 0, false);
        loop {
            let start = text.len();
            let room = (bytes.len() - read).saturating_add(2 * LONGEST).saturating_mul(3);
            text.resize(start + room, 0);
            let (result, more, written, errors) = self.decode_to_utf8(&bytes[read..], &mut text[start..], true);
            text.truncate(start + written);
            read += more;
            replaced |= errors;
            if result == CoderResult::InputEmpty {
                return (String::from_utf8_lossy(&text).into_owned(), replaced);
            }
        }
    }

    /// How many bytes are copied unchanged, at most as many as there is room for.
    fn plain_prefix(&self, bytes: &[u8], room: usize) -> usize {
        let bytes = &bytes[..bytes.len().min(room)];
        if self.held_len > 0 || self.at_mark {
            0
        } else if self.encoding.kind == Kind::Utf8 {
            match str::from_utf8(bytes) {
                Ok(text) => text.len(),
                Err(error) => error.valid_up_to(),
            }
        } else if self.encoding.is_ascii_compatible() {
            Encoding::ascii_valid_up_to(bytes)
        } else {
            0
        }
    }

    /// The held bytes and those that come next: at least as many as the longest sequence has, if there are that many.
    fn window<'a>(&self, rest: &'a [u8], joined: &'a mut [u8; 2 * LONGEST]) -> &'a [u8] {
        let held = self.held_len;
        if held == 0 {
            return &rest[..rest.len().min(LONGEST)];
        }
        let more = rest.len().min(LONGEST);
        joined[..held].copy_from_slice(&self.held[..held]);
        joined[held..held + more].copy_from_slice(&rest[..more]);
        &joined[..held + more]
    }

    /// Drops the first `length` of the held bytes and those that come next. Returns how many of the dropped bytes were
    /// not held.
    fn consume(&mut self, length: usize) -> usize {
        let held = self.held_len.min(length);
        self.held.copy_within(held.., 0);
        self.held_len -= held;
        length - held
    }
}
