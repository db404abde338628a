//! For the fuzz targets alone: parts that the public functions reach only through a whole page.

use crate::charset::{CharsetSource, Decoder};
use crate::entity::{Context, decode};
use std::borrow::Cow;

/// The UTF-8 of a page that arrives in these chunks, its charset and how that was found.
pub fn decode_charset<'a>(
    content_type: Option<&str>,
    chunks: impl Iterator<Item = &'a [u8]>,
) -> (Vec<u8>, &'static str, CharsetSource) {
    let mut decoder = Decoder::new(content_type);
    let mut out = Vec::new();
    for chunk in chunks {
        decoder.decode(chunk, false, &mut out);
    }
    decoder.decode(&[], true, &mut out);
    let (charset, source) = decoder.charset();
    (out, charset, source)
}

/// A text with its character references replaced.
pub fn decode_text(text: &str) -> Cow<'_, str> {
    decode(text, Context::Text)
}

/// The same of an attribute's value.
pub fn decode_attribute(value: &str) -> Cow<'_, str> {
    decode(value, Context::Attribute)
}

/// What a script of JSON-LD states of its article: headline, time, author, site, source and address.
pub fn json_ld(script: &str) -> Option<[Option<String>; 6]> {
    let facts = crate::json_ld::facts(script)?;
    Some([
        facts.headline,
        facts.published,
        facts.author,
        facts.site,
        facts.source,
        facts.canonical,
    ])
}
