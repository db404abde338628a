//! Charsets, character references, lines and metadata.

use offprint::Fingerprint;
use offprint::article::CharsetSource;
use offprint::compare::SentenceKind;
use offprint::internals::charset::Decoder;
use offprint::internals::date;
use offprint::internals::entity::{Context, decode};
use offprint::internals::json_ld::{Graph, Name};
use offprint::internals::lines::Line;
use offprint::internals::normal as text;

/// The text of a page that arrives in these chunks, its charset and how that was determined.
fn decode_charset<'a>(
    content_type: Option<&str>,
    chunks: impl Iterator<Item = &'a [u8]>,
) -> (String, &'static str, CharsetSource) {
    let mut decoder = Decoder::new(content_type);
    let mut out = String::new();
    for chunk in chunks {
        decoder.decode(chunk, false, &mut out);
    }
    decoder.decode(&[], true, &mut out);
    let (charset, source) = decoder.charset();
    (out, charset, source)
}

/// Bytes become the same text in any chunks. The first byte chooses the header.
pub fn charset(input: &[u8]) {
    let Some((&choice, page)) = input.split_first() else {
        return;
    };
    let charsets = ["", "gbk", "big5", "utf-16le", "shift_jis", "utf-8", "iso-2022-jp", "x"];
    let content_type = format!("text/html; charset=\"{}\"", charsets[usize::from(choice & 7)]);
    let header = (choice & 8 == 0).then_some(content_type.as_str());
    let whole = decode_charset(header, std::iter::once(page));
    assert!(whole.0.len() <= 3 * page.len() + 3, "a byte becomes three at the most");
    for size in [1, 2 + usize::from(choice)] {
        assert_eq!(decode_charset(header, page.chunks(size)), whole, "in chunks of {size}");
    }
}

/// References are decoded as by a library that follows the standard, and escaped text can be decoded again.
pub fn entities(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    assert_eq!(decode(text, Context::Text), htmlize::unescape(text));
    assert_eq!(decode(text, Context::Attribute), htmlize::unescape_attribute(text));
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    assert_eq!(decode(&escaped, Context::Text), text);
    assert_eq!(decode(&escaped, Context::Attribute), text);
}

/// Lines, times, credits and sentences lie within the bounds that are reported.
pub fn lines(input: &[u8]) {
    let content = String::from_utf8_lossy(input);
    for line in content.lines() {
        let chars = line.chars().count() as u32;
        Line::new(line, chars / 2, chars);
        for credit in offprint::internals::lines::credits(line) {
            assert!(!credit.trim().is_empty(), "a credit says something");
        }
        if let Some(found) = date::find(line) {
            assert!(found.start < found.end && line.get(found.start..found.end).is_some());
            assert_eq!(date::minutes(line), Some(found.minutes));
            assert!(found.has_clock || !found.has_zone);
        }
    }
    let normal = text::normalize(&content);
    let mut end = 0;
    for sentence in normal.sentences() {
        assert!(sentence.start >= end && sentence.start < sentence.end);
        end = sentence.end;
    }
    for c in content.chars() {
        let folded = text::fold(c);
        assert!(folded.is_none_or(|folded| text::fold(folded) == Some(folded)), "{c:?} folds once");
    }
    if let Some(fingerprint) = Fingerprint::new("", &content) {
        assert_eq!(Fingerprint::from_bytes(&fingerprint.to_bytes()), Ok(fingerprint));
    }
}

/// Statements of JSON-LD are not empty.
pub fn json_ld(input: &[u8]) {
    let mut graph = Graph::default();
    graph.read(&String::from_utf8_lossy(input), str::to_owned, |_| {});
    let names = graph.names.iter().flat_map(|(id, name)| [id, name]);
    let addresses = graph.objects.iter().flat_map(|object| &object.addresses);
    for text in names.chain(addresses) {
        assert!(!text.is_empty(), "a statement says something");
    }
    for (_, name) in graph.objects.iter().flat_map(|object| &object.statements) {
        let (Name::Text(text) | Name::Reference(text)) = name;
        assert!(!text.is_empty(), "a statement says something");
    }
}

/// Two texts, with a line of dashes between them: their sentences cover them, and counterparts are mutual.
pub fn align(input: &[u8]) {
    let content = String::from_utf8_lossy(input);
    let (first, second) = content.split_once("\n--\n").unwrap_or((&content, ""));
    let aligned = offprint::compare::align(first, second);
    for (own, other, text) in [(0, 1, first), (1, 0, second)] {
        let mut end = 0;
        for sentence in &aligned[own] {
            let between = text.get(end..sentence.start).expect("they are in order");
            assert!(between.trim().is_empty(), "only spaces are left out");
            assert!(text.get(sentence.start..sentence.end).is_some_and(|shown| !shown.is_empty()));
            assert_eq!(sentence.kind == SentenceKind::Only, sentence.other.is_none());
            assert!(sentence.other.is_none_or(|at| at < aligned[other].len()));
            if sentence.kind == SentenceKind::Same {
                let back = &aligned[other][sentence.other.expect("it has one")];
                assert_eq!(back.kind, SentenceKind::Same);
            }
            end = sentence.end;
        }
    }
}
