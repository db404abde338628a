//! The sketch of an article's facts: a sample in text order, and the keys for looking it up.
//!
//! # Layout, version 3
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | version, `3` |
//! | 1 | bit 0: the text is in Han characters, not in Latin ones; bit 1: not all of its facts are kept |
//! | varint | total weight of all facts, in tenths (see [`WEIGHTS`](super::WEIGHTS)) |
//! | varint | number `n` of distinct facts |
//! | 3 | cut, only if not all facts are kept: as in a [`Fingerprint`](crate::Fingerprint) |
//! | 1 | number of keys, at most 8 |
//! | 5 each | the keys, 40 bits, big-endian, the most significant first |
//! | varint | number of facts kept, `s` ≤ 138 |
//! | 2.5 `s` | the facts, in text order, 20 bits each; two in five bytes, a last one alone in three |
//!
//! A fact is stored as 13 bits of its hash after the zeros of the cut, 3 bits of rarity, 2 bits of kind, and one bit
//! each for whether it is quoted and whether it is repeated.
//!
//! A sketch takes at most 400 bytes, and together with its fingerprint at most 1,024. Its text form is the same bytes
//! in base64url.

use super::rarity::{RAREST, WEIGHTS};
use super::scan::{FactKind, Found};
use crate::article::Article;
use crate::error::Error;
use crate::fingerprint::packed::{
    Cut, bytes_as_text, put_samples, put_varint, samples, take, take_varint, whole_number,
};
use crate::fingerprint::{Fingerprint, key_texts};
use crate::hash::hash;
use crate::metadata::Metadata;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The version written by this release.
const VERSION: u8 = 3;
/// Flags of the second byte.
const IN_HAN: u8 = 1;
const IS_CUT: u8 = 2;
/// Most bytes of a fingerprint and its sketch together.
const MOST_BYTES: usize = 1024;
/// Most bytes of a sketch without its facts.
const OTHER_BYTES: usize = 58;
/// Most facts kept. Larger: long articles are compared more precisely, at two and a half bytes per fact.
const MOST_FACTS: usize = 138;
/// Fewest facts that identify an article. Larger: more short notices are unknown.
const LEAST_FACTS: usize = 16;
/// Keys for looking up a sketch.
pub const READ_KEYS: usize = 8;
/// Keys for storing it.
pub const WRITE_KEYS: usize = 4;
/// Bits kept of a fact's hash.
const HASH_BITS: u32 = 13;
/// Most occurrences of a fact that count in the choice of keys. Larger: keys come from the subject of a text rather
/// than its details.
const MOST_COUNTED: u32 = 8;
/// Keeps the keys of facts apart from the keys of shingles.
const KEY_TAG: u64 = 0xFAC7;

/// What is kept of an article's facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// Whether the text is in Han characters; Latin texts have different facts with different weights.
    pub(crate) in_han: bool,
    /// Total weight of all of its facts, in tenths.
    pub(crate) weight: u32,
    /// Distinct facts in the article.
    pub(crate) distinct: u32,
    cut: Option<Cut>,
    keys: Vec<u64>,
    facts: Vec<Kept>,
}

/// A fact of a sketch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kept {
    hash: u16,
    pub rarity: u8,
    pub kind: FactKind,
    pub quoted: bool,
    pub repeated: bool,
}

impl Kept {
    /// The parts that identify the fact.
    pub fn identity(&self) -> (u16, u8, bool) {
        (self.hash, self.rarity, self.kind.is_figure())
    }

    pub fn weight(&self) -> u32 {
        WEIGHTS[usize::from(self.rarity)]
    }

    /// Whether it is rare, and the text states it once.
    pub fn is_detail(&self) -> bool {
        self.rarity >= 4 && !self.repeated
    }

    fn bits(&self) -> u64 {
        u64::from(self.hash) << 7
            | u64::from(self.rarity) << 4
            | (self.kind as u64) << 2
            | u64::from(self.quoted) << 1
            | u64::from(self.repeated)
    }

    fn from_bits(bits: u64) -> Option<Kept> {
        use FactKind::{Date, Name, Number, Word};
        let kinds = [Word, Name, Number, Date];
        let rarity = (bits >> 4 & 7) as u8;
        (rarity <= RAREST).then_some(Kept {
            hash: (bits >> 7) as u16 & ((1 << HASH_BITS) - 1),
            rarity,
            kind: kinds[(bits >> 2 & 3) as usize],
            quoted: bits & 2 != 0,
            repeated: bits & 1 != 0,
        })
    }
}

/// All occurrences of a fact.
struct Gathered {
    key: u64,
    /// Its first occurrence: the number among all occurrences, and the bytes.
    first: u32,
    start: u32,
    end: u32,
    count: u32,
    rarity: u8,
    kind: FactKind,
    quoted: bool,
}

/// The inputs from which a sketch is made.
#[derive(Debug, Clone, Copy, Default)]
// Crates of this repository may list its fields.
#[cfg_attr(not(feature = "internals"), non_exhaustive)]
pub struct SketchInput<'a> {
    /// Its headline.
    pub headline: &'a str,
    /// Its body.
    pub body: &'a str,
    /// When it was published, in any form that pages write. Resolves "yesterday" to a date.
    pub published: Option<&'a str>,
    /// Its fingerprint. The two take at most 1,024 bytes together, so the longest articles have smaller sketches.
    pub fingerprint: Option<&'a Fingerprint>,
}

impl<'a> SketchInput<'a> {
    pub(crate) fn new(about: &'a Metadata, body: &'a str, fingerprint: Option<&'a Fingerprint>) -> SketchInput<'a> {
        SketchInput { headline: &about.title, body, published: about.published.as_deref(), fingerprint }
    }
}

impl<'a> From<&'a Article> for SketchInput<'a> {
    fn from(article: &'a Article) -> SketchInput<'a> {
        SketchInput::new(&article.metadata, &article.text, article.fingerprint.as_ref())
    }
}

impl Sketch {
    /// The version of the layout.
    #[cfg(feature = "file-index")]
    pub(crate) const VERSION: u8 = VERSION;

    /// The sketch of an article; `None` if it has too few facts, or its language is not supported.
    ///
    /// # Complexity
    /// Sorts the facts of the text.
    ///
    /// ```
    /// use offprint::facts::Sketch;
    /// let text = "A storm tore the landing stage of Skarn away on Sunday night. Divers found two of the four piles \
    ///     broken below the waterline; the county wants 180,000 crowns for repairs that take six weeks.";
    /// let sketch = Sketch::new("No ferry to Skarn", text).unwrap();
    /// assert_eq!(sketch.to_string().parse(), Ok(sketch));
    /// assert_eq!(Sketch::new("", "Too little."), None);
    /// ```
    pub fn new(headline: &str, body: &str) -> Option<Sketch> {
        Sketch::of_input(&SketchInput { headline, body, ..SketchInput::default() })
    }

    /// The same as [`new`](Self::new), with more inputs.
    pub fn of_input(input: &SketchInput) -> Option<Sketch> {
        let text = format!("{}\n{}", input.headline, input.body);
        let in_han = super::find::in_han(&text)?;
        let gathered = gathered(super::find::known(&text, in_han, input.published, false));
        if gathered.len() < LEAST_FACTS {
            return None;
        }
        let beside = input.fingerprint.map_or(0, |fingerprint| fingerprint.to_bytes().len());
        let left = MOST_BYTES.saturating_sub(OTHER_BYTES + beside);
        let most = MOST_FACTS.min(left * 2 / 5).max(LEAST_FACTS);
        let mut hashes: Vec<u64> = gathered.iter().map(|fact| fact.key).collect();
        let cut = (hashes.len() > most).then(|| Cut::at(*hashes.select_nth_unstable(most).1));
        let zeros = cut.map_or(0, |cut| cut.zeros);
        let kept = gathered.iter().filter(|fact| cut.is_none_or(|cut| fact.key < cut.hash())).map(|fact| Kept {
            hash: (fact.key << zeros >> (64 - HASH_BITS)) as u16,
            rarity: fact.rarity,
            kind: fact.kind,
            quoted: fact.quoted,
            repeated: fact.count > 1,
        });
        Some(Sketch {
            in_han,
            weight: (gathered.iter()).map(|fact| WEIGHTS[usize::from(fact.rarity)]).sum(),
            distinct: gathered.len() as u32,
            cut,
            keys: keys(&gathered),
            facts: kept.collect(),
        })
    }

    /// The total weight of all facts of the article, including facts that are not kept.
    ///
    /// ```
    /// use offprint::facts::Sketch;
    /// let text = "A storm tore the landing stage of Skarn away on Sunday night. Divers found two of the four piles \
    ///     broken below the waterline; the county wants 180,000 crowns for repairs that take six weeks.";
    /// let weight = |text: &str| Sketch::new("", text).map(|sketch| sketch.weight());
    /// assert!(weight(&format!("{text} Ines Dahl wants it by Whitsun.")) > weight(text));
    /// ```
    pub fn weight(&self) -> f64 {
        f64::from(self.weight) / 10.0
    }

    /// The facts of two sketches that both samples would contain if both texts did, with hashes shifted to the same
    /// bits.
    pub(crate) fn comparable(&self, other: &Sketch) -> [Vec<Kept>; 2] {
        [[self, other], [other, self]].map(|pair| {
            let (shift, below) = Cut::common(pair.map(|sketch| sketch.cut), HASH_BITS);
            let shifted =
                pair[0].facts.iter().map(|fact| Kept { hash: fact.hash.checked_shr(shift).unwrap_or(0), ..*fact });
            shifted.filter(|fact| u64::from(fact.hash) < below).collect()
        })
    }

    /// Share of the keys that two sketches have in common.
    pub(crate) fn common_keys(&self, other: &Sketch) -> f64 {
        let common = self.keys.iter().filter(|key| other.keys.contains(key));
        let most = self.keys.len().min(other.keys.len());
        // A forged sketch may repeat a key.
        f64::min(1.0, common.count() as f64 / most.max(1) as f64)
    }

    /// The keys for looking up the article, at most 8, each of 40 bits in hexadecimal. Each key represents one fact.
    pub fn read_keys(&self) -> Vec<String> {
        key_texts(&self.keys)
    }

    /// The keys for storing it, at most 4: the first of [`read_keys`](Self::read_keys).
    pub fn write_keys(&self) -> Vec<String> {
        key_texts(&self.write_numbers())
    }

    pub(crate) fn read_numbers(&self) -> Vec<u64> {
        self.keys.clone()
    }

    pub(crate) fn write_numbers(&self) -> Vec<u64> {
        self.keys[..self.keys.len().min(WRITE_KEYS)].to_vec()
    }

    /// The bytes of the sketch.
    pub fn to_bytes(&self) -> Vec<u8> {
        let flags = (u8::from(self.in_han) * IN_HAN) | (u8::from(self.cut.is_some()) * IS_CUT);
        let mut out = vec![VERSION, flags];
        put_varint(&mut out, self.weight);
        put_varint(&mut out, self.distinct);
        if let Some(cut) = self.cut {
            cut.put(&mut out);
        }
        out.push(self.keys.len() as u8);
        for key in &self.keys {
            out.extend_from_slice(&key.to_be_bytes()[3..]);
        }
        put_varint(&mut out, self.facts.len() as u32);
        put_samples(&mut out, &self.facts.iter().map(Kept::bits).collect::<Vec<_>>());
        out
    }

    /// Reads a sketch from its bytes.
    /// # Errors
    /// The errors of [`Fingerprint::from_bytes`](crate::Fingerprint::from_bytes). It accepts only output of
    /// [`to_bytes`](Self::to_bytes).
    pub fn from_bytes(bytes: &[u8]) -> Result<Sketch, Error> {
        let cut_short = Error::FingerprintLength { expected: None, got: bytes.len() };
        let mut rest = bytes;
        let &[version] = take(&mut rest, cut_short)?;
        if version != VERSION {
            return Err(Error::FingerprintVersion { got: version });
        }
        let &[flags] = take(&mut rest, cut_short)?;
        let weight = take_varint(&mut rest, cut_short)?;
        let distinct = take_varint(&mut rest, cut_short)?;
        let cut = if flags & IS_CUT != 0 { Some(Cut::take(&mut rest, cut_short)?) } else { None };
        let &[key_count] = take(&mut rest, cut_short)?;
        let mut keys = Vec::new();
        for _ in 0..key_count {
            let key: &[u8; 5] = take(&mut rest, cut_short)?;
            keys.push(whole_number(key));
        }
        let count = take_varint(&mut rest, cut_short)? as usize;
        if count > MOST_FACTS {
            return Err(Error::FingerprintCorrupt);
        }
        let facts: Vec<Kept> =
            samples(rest).map(Kept::from_bits).collect::<Option<_>>().ok_or(Error::FingerprintCorrupt)?;
        let sketch = Sketch { in_han: flags & IN_HAN != 0, weight, distinct, cut, keys, facts };
        let kept = match cut {
            None => count == distinct as usize,
            Some(cut) => cut.is_valid() && count < distinct as usize,
        };
        let valid = kept
            && sketch.facts.len() == count
            && sketch.keys.len() <= READ_KEYS
            && distinct as usize >= LEAST_FACTS
            && sketch.to_bytes() == bytes;
        valid.then_some(sketch).ok_or(Error::FingerprintCorrupt)
    }
}

/// The distinct facts of a text, in the order of their first occurrences.
fn gathered(known: Vec<(Found, u8)>) -> Vec<Gathered> {
    let mut facts: BTreeMap<u64, Gathered> = BTreeMap::new();
    for (place, (found, rarity)) in known.into_iter().enumerate() {
        let fact = facts.entry(found.key).or_insert(Gathered {
            key: found.key,
            first: place as u32,
            start: found.start,
            end: found.end,
            count: 0,
            rarity,
            kind: found.kind,
            quoted: false,
        });
        fact.count += 1;
        fact.quoted |= found.quoted;
        // A word at the start of a sentence may be a name elsewhere.
        fact.kind = fact.kind.max(found.kind);
    }
    let mut in_order: Vec<Gathered> = facts.into_values().collect();
    in_order.sort_unstable_by_key(|fact| fact.first);
    in_order
}

/// The keys of the most significant facts: rare ones that the text repeats. Overlapping pairs of Han characters in a
/// name are equally significant, so only the first of overlapping facts gets a key.
fn keys(facts: &[Gathered]) -> Vec<u64> {
    let mut ranked: Vec<&Gathered> = facts.iter().collect();
    ranked.sort_unstable_by_key(|fact| {
        let weight = fact.count.min(MOST_COUNTED) * WEIGHTS[usize::from(fact.rarity)];
        (Reverse(weight), fact.key)
    });
    let mut chosen: Vec<&Gathered> = Vec::new();
    for fact in ranked {
        let overlaps = chosen.iter().any(|other| fact.start < other.end && other.start < fact.end);
        if chosen.len() < READ_KEYS && !overlaps {
            chosen.push(fact);
        }
    }
    chosen.iter().map(|fact| hash([KEY_TAG, fact.key]) >> 24).collect()
}

bytes_as_text!(Sketch);
