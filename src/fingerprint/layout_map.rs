//! Which parts of a text are in its fingerprint, and where they are in the text, for display.

use super::{Cut, Fingerprint, HASH_BITS};
use crate::fingerprint::features::{self, CODE_SIDE, KEY_WEIGHT, SHORT_WEIGHT, hash_of, runs};
use crate::positions::units_before;
use crate::schema::names;
use crate::text::{NormalText, normalize};
use serde::Serialize;
use std::ops::Range;

/// The contents of a fingerprint, located in its text. All positions are in bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct LayoutMap {
    /// The feature codes, in text order; the fingerprint may not keep all of them.
    pub codes: Vec<Code>,
    /// The keys, in text order.
    pub keys: Vec<Key>,
    /// The samples, in text order.
    pub samples: Vec<Sampled>,
    /// The parts of the fingerprint's bytes: the kind of each, and where it ends.
    pub parts: Vec<PartEnd>,
}

/// A feature code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Code {
    /// The tokens before the stop.
    pub before: Range<usize>,
    /// The tokens after it.
    pub after: Range<usize>,
    /// Whether the fingerprint keeps it.
    pub kept: bool,
}

/// A key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Key {
    /// As returned by [`Fingerprint::read_keys`].
    pub key: String,
    /// Whether the article is stored under it.
    pub written: bool,
    /// The run of tokens that made it; `None` if the fingerprint belongs to another text.
    pub place: Option<Range<usize>>,
}

/// A sample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sampled {
    /// The stored bits of its hash, 0 to 16,383.
    pub hash: u16,
    /// The shingle in the text; `None` if the fingerprint belongs to another text.
    pub place: Option<Range<usize>>,
    /// Whether it may lie outside the article.
    #[serde(rename = "uncertain")]
    pub is_uncertain: bool,
}

/// A part of the fingerprint's bytes, and where it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PartEnd {
    pub name: Part,
    pub end: usize,
}

names! {
    /// A part of a fingerprint's bytes.
    pub enum Part {
        /// Version, script, and the hash of a headline that the body does not mention.
        Header = "header",
        /// Length, number of shingles, and the cut.
        Measures = "measures",
        /// Feature codes, with their number.
        Codes = "codes",
        /// Keys.
        Keys = "keys",
        /// Samples, with their number.
        Samples = "samples",
        /// Marks of uncertain samples.
        Uncertain = "uncertain",
    }
}

impl LayoutMap {
    /// The layout map of a text and its fingerprint; without a fingerprint it has only feature codes.
    ///
    /// ```
    /// use offprint::Fingerprint;
    /// use offprint::internals::layout_map::LayoutMap;
    /// let text = "下游三座水库已经蓄满。专家提醒各县注意堤防。";
    /// let layout_map = LayoutMap::new(None, text);
    /// let code = &layout_map.codes[0];
    /// assert_eq!((&text[code.before.clone()], &text[code.after.clone()]), ("库已经蓄满", "专家提醒各"));
    /// assert!(!code.kept && layout_map.samples.is_empty());
    /// ```
    pub fn new(fingerprint: Option<&Fingerprint>, text: &str) -> LayoutMap {
        let text = normalize(text);
        let Some(fingerprint) = fingerprint else {
            return LayoutMap { codes: codes(&text, &[]), ..LayoutMap::default() };
        };
        LayoutMap {
            codes: codes(&text, &fingerprint.codes),
            keys: keys(&text, fingerprint),
            samples: samples(&text, fingerprint),
            parts: parts(fingerprint),
        }
    }

    /// Converts all places from bytes of the text to another unit; `units` gives the units of a character.
    pub fn count_places(&mut self, text: &str, units: fn(char) -> usize) {
        let before = units_before(text, units);
        let codes = self.codes.iter_mut().flat_map(|code| [&mut code.before, &mut code.after]);
        let keys = self.keys.iter_mut().filter_map(|key| key.place.as_mut());
        let samples = self.samples.iter_mut().filter_map(|sample| sample.place.as_mut());
        for range in codes.chain(keys).chain(samples) {
            *range = before[range.start]..before[range.end];
        }
    }
}

fn codes(text: &NormalText, kept: &[u16]) -> Vec<Code> {
    let codes = features::codes(text).map(|(stop, hash)| Code {
        before: bytes(text, stop - CODE_SIDE..stop),
        after: bytes(text, stop..stop + CODE_SIDE),
        kept: kept.contains(&((hash >> 48) as u16)),
    });
    codes.collect()
}

fn keys(text: &NormalText, fingerprint: &Fingerprint) -> Vec<Key> {
    let written = fingerprint.write_keys();
    let places = places(text, KEY_WEIGHT);
    let mut ahead = &places[..];
    let keys = fingerprint.keys.iter().map(|&key| {
        let text = format!("{key:010x}");
        Key { written: written.contains(&text), key: text, place: find(&mut ahead, |hash| hash >> 24 == key) }
    });
    keys.collect()
}

fn samples(text: &NormalText, fingerprint: &Fingerprint) -> Vec<Sampled> {
    let zeros = fingerprint.cut.map_or(0, |cut| cut.zeros);
    let below = fingerprint.cut.map_or(u64::MAX, Cut::hash);
    let places = places(text, SHORT_WEIGHT);
    let mut ahead = &places[..];
    let samples = fingerprint.samples.iter().map(|sample| Sampled {
        hash: sample.hash,
        place: find(&mut ahead, |hash| {
            (fingerprint.cut.is_none() || hash < below) && (hash << zeros >> (64 - HASH_BITS)) as u16 == sample.hash
        }),
        is_uncertain: sample.is_uncertain,
    });
    samples.collect()
}

/// The runs of a text with their hashes.
fn places(text: &NormalText, weight: u32) -> Vec<(u64, Range<usize>)> {
    runs(&text.tokens, weight).map(|run| (hash_of(&text.tokens[run.clone()]), bytes(text, run))).collect()
}

/// The next occurrence of a hash. If it is missing, nothing is skipped.
fn find(ahead: &mut &[(u64, Range<usize>)], is: impl Fn(u64) -> bool) -> Option<Range<usize>> {
    let at = ahead.iter().position(|&(hash, _)| is(hash))?;
    let place = ahead[at].1.clone();
    *ahead = &ahead[at + 1..];
    Some(place)
}

fn bytes(text: &NormalText, run: Range<usize>) -> Range<usize> {
    text.tokens[run.start].start as usize..text.tokens[run.end - 1].end as usize
}

fn parts(fingerprint: &Fingerprint) -> Vec<PartEnd> {
    let all = fingerprint.to_bytes().len();
    let mut uncertain_bytes = Vec::new();
    super::layout::put_uncertain(&mut uncertain_bytes, &fingerprint.samples);
    let uncertain = all - uncertain_bytes.len();
    let samples = super::packed::sample_bytes(fingerprint.samples.len());
    // Lengths are known from the end; the number of samples takes one byte up to 127, and two bytes above.
    let count = 1 + usize::from(fingerprint.samples.len() > 127);
    let keys = uncertain - samples - count;
    let codes = keys - 5 * fingerprint.keys.len();
    let measures = codes - 2 * fingerprint.codes.len() - 1;
    let header = 2 + 2 * usize::from(fingerprint.headline.is_some());
    let ends = [
        (Part::Header, header),
        (Part::Measures, measures),
        (Part::Codes, codes),
        (Part::Keys, keys),
        (Part::Samples, uncertain),
        (Part::Uncertain, all),
    ];
    ends.map(|(name, end)| PartEnd { name, end }).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text without repetitions, with a stop after every 25 characters.
    fn text(characters: u32) -> String {
        let text = (0..characters).filter_map(|i| char::from_u32(0x4E00 + i * 7 % 20_000));
        text.enumerate().flat_map(|(i, c)| [Some(c), (i % 25 == 24).then_some('。')]).flatten().collect()
    }

    fn mapped(text: &str) -> (Fingerprint, LayoutMap) {
        let fingerprint = Fingerprint::new("", text).unwrap();
        let layout_map = LayoutMap::new(Some(&fingerprint), text);
        (fingerprint, layout_map)
    }

    #[test]
    fn everything_a_fingerprint_keeps_is_found_in_its_text() {
        for characters in [60, 300, 2500] {
            let text = text(characters);
            let (fingerprint, layout_map) = mapped(&text);
            assert_eq!(layout_map.samples.len(), fingerprint.samples.len());
            assert_eq!(layout_map.keys.len(), fingerprint.keys.len());
            let kept = layout_map.codes.iter().filter(|code| code.kept).count();
            assert_eq!(kept, fingerprint.codes.len());
            let written = layout_map.keys.iter().filter(|key| key.written).count();
            assert_eq!(written, fingerprint.write_keys().len());
            let samples = layout_map.samples.iter().map(|sample| sample.place.clone());
            let samples: Vec<_> = samples.map(Option::unwrap).collect();
            assert!(samples.is_sorted_by(|a, b| a.start < b.start));
            assert_eq!(text[samples[0].clone()].chars().filter(|&c| c != '。').count(), 4);
            let keys: Vec<_> = layout_map.keys.iter().map(|key| key.place.clone()).map(Option::unwrap).collect();
            assert!(keys.is_sorted_by(|a, b| a.start < b.start));
            assert_eq!(text[keys[0].clone()].chars().filter(|&c| c != '。').count(), 6);
        }
    }

    #[test]
    fn other_texts_share_no_parts() {
        let (fingerprint, _) = mapped(&text(300));
        let layout_map = LayoutMap::new(Some(&fingerprint), "Ten words that the other text does not hold. Not one.");
        assert_eq!(layout_map.keys.len(), fingerprint.keys.len());
        assert!(layout_map.keys.iter().all(|key| key.place.is_none()));
        assert!(layout_map.codes.is_empty());
    }

    #[test]
    fn the_parts_are_those_of_the_bytes() {
        for characters in [60, 300, 2500] {
            let (fingerprint, layout_map) = mapped(&text(characters));
            let bytes = fingerprint.to_bytes();
            let [
                (Part::Header, 2),
                (Part::Measures, codes),
                (Part::Codes, keys),
                (Part::Keys, count),
                (Part::Samples, uncertain),
                (Part::Uncertain, end),
            ] = layout_map.parts.iter().map(|part| (part.name, part.end)).collect::<Vec<_>>()[..]
            else {
                panic!("{:?}", layout_map.parts);
            };
            assert_eq!(usize::from(bytes[codes]), fingerprint.codes.len());
            assert_eq!(keys - codes, 1 + 2 * fingerprint.codes.len());
            let first = fingerprint.keys[0].to_be_bytes();
            assert_eq!(bytes[keys..keys + 5], first[3..]);
            assert_eq!((bytes[uncertain], end), (0, bytes.len()));
            let mut rest = &bytes[count..];
            let samples = super::super::packed::take_varint(&mut rest, crate::Error::FingerprintCorrupt);
            assert_eq!(samples.unwrap() as usize, fingerprint.samples.len());
        }
    }
}
