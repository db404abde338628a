//! The attributes of a start tag, found in place.
//!
//! Source: HTML Standard, 13.2.5.32 Before attribute name state, and the states after it.

use crate::bytes::{Bytes, WIDTH, find_near};
use std::ops::Range;

/// Where the name and the value of an attribute are in its tag; the value without quotes, entities still encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    pub name: Range<usize>,
    /// Empty if the attribute has none.
    pub value: Range<usize>,
}

/// The attributes of a start tag, up to its `>` or the end of the text, which may go on behind it. One whose quotes are
/// not closed is left out.
pub struct Attributes<'a> {
    tag: &'a [u8],
    /// Where the next one may begin.
    pub at: usize,
}

impl<'a> Attributes<'a> {
    /// Of a tag whose name ends at this position.
    pub fn new(tag: &'a [u8], at: usize) -> Attributes<'a> {
        Attributes { tag, at }
    }

    /// Moves on to the next byte that is not skipped, and returns it. The end of the text ends the tag.
    #[inline(always)]
    fn skip(&mut self, is_skipped: fn(u8) -> bool) -> u8 {
        while let Some(&byte) = self.tag.get(self.at) {
            if !is_skipped(byte) {
                return byte;
            }
            self.at += 1;
        }
        b'>'
    }

    /// Moves on to the end of a name.
    #[inline(always)]
    fn skip_name(&mut self) -> u8 {
        if let Some(next) = self.tag.get(self.at..).and_then(Bytes::first) {
            let ends = next.places(b'=') | next.places_within(0, b' ') | next.places(b'>') | next.places(b'/');
            self.at += (ends | 1 << WIDTH).trailing_zeros() as usize;
        }
        self.skip(|byte| !is_space(byte) && !matches!(byte, b'=' | b'>' | b'/'))
    }
}

#[inline(always)]
fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

impl Iterator for Attributes<'_> {
    type Item = Attribute;

    #[inline]
    fn next(&mut self) -> Option<Attribute> {
        if self.skip(|byte| is_space(byte) || byte == b'/') == b'>' {
            return None;
        }
        let start = self.at;
        // A name may begin with `=`.
        self.at += 1;
        self.skip_name();
        let name = start..self.at;
        if self.skip(is_space) != b'=' {
            return Some(Attribute { value: name.end..name.end, name });
        }
        self.at += 1;
        let value = match self.skip(is_space) {
            quote @ (b'"' | b'\'') => {
                let start = self.at + 1;
                let end = start + find_near(&self.tag[start..], quote)?;
                self.at = end + 1;
                start..end
            }
            _ => {
                let start = self.at;
                self.skip(|byte| !is_space(byte) && byte != b'>');
                start..self.at
            }
        };
        Some(Attribute { name, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(tag: &str) -> Vec<(&str, &str)> {
        let name = tag.find([' ', '/', '>']).unwrap_or(tag.len());
        let attributes = Attributes::new(tag.as_bytes(), name);
        attributes.map(|attribute| (&tag[attribute.name], &tag[attribute.value])).collect()
    }

    #[test]
    fn attributes_are_found_in_place() {
        for (tag, expected) in [
            ("<a href=/x title='a > b' CLASS = \"c\">", &[("href", "/x"), ("title", "a > b"), ("CLASS", "c")][..]),
            ("<input checked/disabled value>", &[("checked", ""), ("disabled", ""), ("value", "")]),
            ("<br/>", &[]),
            ("<a =x=y b==z c=>", &[("=x", "y"), ("b", "=z"), ("c", "")]),
            ("<a b=c/ d=\"e\"f=g>", &[("b", "c/"), ("d", "e"), ("f", "g")]),
            ("<a b = ><i c>", &[("b", "")]),
            ("<a b='c", &[]),
            ("<a b", &[("b", "")]),
        ] {
            assert_eq!(read(tag), expected, "{tag}");
        }
    }
}
