//! Sixteen bytes of a text at a time, classified in parallel.

use memchr::memchr;
use wide::u8x16;

/// Bytes in one chunk.
pub const WIDTH: usize = 16;

/// A set of positions in a chunk: the lowest bit is the first byte.
pub type Places = u32;

/// Splits a text into chunks of sixteen bytes, each with its offset; the last is padded with zeros.
pub fn chunks(text: &[u8]) -> impl Iterator<Item = (usize, Bytes)> {
    let (whole, rest) = text.as_chunks::<WIDTH>();
    let last = (!rest.is_empty()).then(|| Bytes::padded(rest));
    let all = whole.iter().map(|&bytes| Bytes(u8x16::new(bytes))).chain(last);
    (0..).step_by(WIDTH).zip(all)
}

/// Applies `of` to the ASCII characters at the start of a text and appends the results, without zeros. At most `most`
/// are appended, and their number is subtracted from it. Returns the rest of the text.
#[inline]
pub fn push_ascii<'a>(out: &mut String, text: &'a str, most: &mut usize, of: impl Fn(u8) -> u8) -> &'a str {
    const PART: usize = 64;
    let mut run = 0;
    loop {
        // Written without a branch, and appended at once.
        let (mut part, mut length, before) = ([0; PART], 0, run);
        let bytes = text.as_bytes()[run..].iter().take(PART).take_while(|byte| byte.is_ascii());
        for &byte in bytes {
            let becomes = of(byte);
            part[length % PART] = becomes;
            length += usize::from(becomes > 0);
            run += 1;
        }
        length = length.min(*most);
        *most -= length;
        out.push_str(std::str::from_utf8(&part[..length]).unwrap_or_default());
        if run < before + PART || *most == 0 {
            return &text[run..];
        }
    }
}

/// A chunk of sixteen bytes.
#[derive(Clone, Copy)]
pub struct Bytes(u8x16);

impl Bytes {
    /// The first sixteen bytes; `None` if there are fewer, or if the first is not ASCII, since only ASCII is classified
    /// in parallel.
    #[inline]
    pub fn first(bytes: &[u8]) -> Option<Bytes> {
        let first = bytes.first_chunk().filter(|bytes| bytes[0].is_ascii());
        first.map(|&bytes| Bytes(u8x16::new(bytes)))
    }

    /// The first sixteen bytes, or fewer and zeros.
    #[inline]
    pub fn padded(bytes: &[u8]) -> Bytes {
        let first = bytes.first_chunk().copied();
        Bytes(u8x16::new(first.unwrap_or_else(|| {
            let mut padded = [0; WIDTH];
            padded[..bytes.len()].copy_from_slice(bytes);
            padded
        })))
    }

    /// Positions of a byte.
    #[inline]
    pub fn places(self, byte: u8) -> Places {
        self.0.simd_eq(u8x16::splat(byte)).to_bitmask()
    }

    /// Positions of bytes from `first` to `last`.
    #[inline]
    pub fn places_within(self, first: u8, last: u8) -> Places {
        let beyond = self.0 - u8x16::splat(first);
        let most = u8x16::splat(last - first);
        beyond.min(most).simd_eq(beyond).to_bitmask()
    }

    /// Positions of ASCII letters.
    #[inline]
    pub fn letters(self) -> Places {
        self.small().places_within(b'a', b'z')
    }

    /// Positions of ASCII digits.
    #[inline]
    pub fn digits(self) -> Places {
        self.places_within(b'0', b'9')
    }

    /// The same bytes with ASCII letters in lower case. Other bytes may change, but never into a letter.
    #[inline]
    pub fn small(self) -> Bytes {
        Bytes(self.0 | u8x16::splat(0x20))
    }
}

/// The position of a byte that is likely to be near: `memchr` takes longer to find it there.
#[inline]
pub fn find_near(bytes: &[u8], byte: u8) -> Option<usize> {
    const NEAR: usize = 4 * WIDTH;
    let mut from = 0;
    while let Some(&chunk) = bytes[from..].first_chunk()
        && from < NEAR
    {
        let places = Bytes(u8x16::new(chunk)).places(byte);
        if places != 0 {
            return Some(from + places.trailing_zeros() as usize);
        }
        from += WIDTH;
    }
    Some(from + memchr(byte, &bytes[from..])?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// Positions of the bytes that `is_wanted` accepts, found one by one.
    fn naive(bytes: &[u8], is_wanted: impl Fn(u8) -> bool) -> Places {
        let wanted = bytes.iter().enumerate().filter(|&(_, &byte)| is_wanted(byte));
        wanted.map(|(place, _)| 1 << place).sum()
    }

    proptest! {
        #[test]
        fn places_are_those_of_each_byte(
            bytes in any::<[u8; WIDTH]>(),
            (first, last) in any::<(u8, u8)>().prop_map(|(a, b)| (a.min(b), a.max(b))),
            which in 0..WIDTH,
        ) {
            let (_, all) = chunks(&bytes).next().unwrap();
            let within = |byte| (first..=last).contains(&byte);
            prop_assert_eq!(all.places_within(first, last), naive(&bytes, within));
            prop_assert_eq!(all.places(bytes[which]), naive(&bytes, |byte| byte == bytes[which]));
            let letters = naive(&bytes, |byte| byte.is_ascii_alphabetic());
            prop_assert_eq!(all.letters(), letters);
            prop_assert_eq!(all.digits(), naive(&bytes, |byte| byte.is_ascii_digit()));
        }

        #[test]
        fn chunks_hold_every_byte_once(text in vec(1u8.., 0..50)) {
            let mut held = Vec::new();
            for (start, bytes) in chunks(&text) {
                prop_assert_eq!(start, held.len());
                held.extend_from_slice(&bytes.0.to_array());
            }
            let filled = held.split_off(text.len());
            prop_assert_eq!(held, text);
            prop_assert!(filled.len() < WIDTH && filled.iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn the_first_are_sixteen_that_begin_with_ascii() {
        assert!(Bytes::first(&[b'a'; WIDTH]).is_some());
        assert!(Bytes::first(&[b'a'; WIDTH - 1]).is_none());
        assert!(Bytes::first("水库蓄满，大坝开闸。".as_bytes()).is_none());
    }
}
