//! The fingerprint: an article in a few hundred bytes, and the keys for looking it up.

pub(crate) mod features;
mod layout;
#[cfg(any(test, feature = "internals"))]
pub(crate) mod layout_map;
pub(crate) mod packed;
pub(crate) mod sizes;

use sizes::{MAX_CODES, MAX_SAMPLES, MIN_SHINGLES, SAMPLES, WRITE_KEYS};

use crate::error::Error;
use crate::fingerprint::features::{KEY_RUNS, Shingle, Subject, keys, smallest, sorted_codes, words};
use crate::fingerprint::packed::{Cut, bytes_as_text};
use crate::hash::hash;
use crate::languages::{self, Kinds};
use crate::schema;
use crate::text::script::Script;
use crate::text::{NormalText, Token, normalize};
use std::ops::Range;

/// The version of the layout.
const VERSION: u8 = 4;
/// Most stretches of uncertain samples kept; the longest ones stay. Larger: more room for pages that are uncertain
/// throughout.
const MAX_UNCERTAIN: usize = 15;
/// One in this many shingles of a long text is sampled.
const SPARSE: u32 = 10;
/// Bits kept of a sample's hash, after the zeros that all samples share. Larger: fewer chance matches.
pub(crate) const HASH_BITS: u32 = 14;
/// Bits kept of its context's hash.
const CONTEXT_BITS: u32 = 5;
/// Smallest weight of a headline for which the body is checked, in tenths of a Han character.
const HEADLINE_WEIGHT: u32 = 60;
/// Largest percentage of a headline's words or pairs of characters in a body that does not mention it. Larger: more
/// bodies are taken for notices.
const MIN_MENTIONED_PERCENT: usize = 6;
/// Distinct short shingles of a body that is too long for a notice; promotions of a site reach 450. Larger: more copies
/// under other headlines are `unknown`; smaller: more notices are `same`.
const LONGEST_NOTICE: u32 = 500;
/// Fewest consecutive digits of an account or telephone number.
const SHORTEST_NUMBER: usize = 7;

/// What is kept of an article: enough to recognize it, in a few hundred bytes.
///
/// # Layout, version 4
///
/// | bytes | meaning |
/// |---|---|
/// | 1 | version, `4` |
/// | 1 | script (bits 0–3, see [`Script`]); bit 4: the body does not mention its headline; bit 5: it is gated; bit 6: it may be a notice, only with bit 4; bit 7: normalisation, `0` is that of `src/text` with Unicode 17.0.0 |
/// | 2 | only with bit 4: the leading 16 bits of the headline's hash, big-endian |
/// | varint | body length: letters and digits, without uncertain ones |
/// | varint | number `n` of distinct short shingles in the body |
/// | 3 | cut, only if `n` > 160: the shingles sampled are those with smaller hashes. The number of leading zero bits `z`, and the 16 bits that follow, big-endian; all bits below them are zero |
/// | 1 | number of feature codes kept, `c` ≤ 8 |
/// | 2 `c` | the smallest code hashes: their leading 16 bits, big-endian, strictly ascending |
/// | 80 | 16 keys of 40 bits, big-endian, in text order |
/// | varint | number of samples kept, `s` ≤ max(160, min(`n`/10, 248)) |
/// | 2.5 `s` | the samples, in text order: 14 bits of the hash after `z` zeros, 5 bits of the context's hash, and whether it has a fact: a figure, or a word of the headline; two samples in five bytes, a last one alone in three |
/// | varint | number of stretches of uncertain samples, `d` ≤ 15: those that may lie outside the article |
/// | 2 `d` varints | for each stretch, its distance in samples from the end of the last one, and its length in samples, at least 1 |
///
/// Varints are LEB128 without padding, at most 32 bits. Nothing follows; unused bits are zero. Hashes are those of
/// `src/hash.rs`. The text form is the same bytes in base64url without padding (RFC 4648 §5), which is safe in URLs,
/// headers and file names. An ordinary article takes about 500 bytes, the longest one 766, so that its text form also
/// stays below 1,024.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// Script of most of the body.
    pub(crate) script: Script,
    /// The leading bits of the headline's hash, if the body does not mention the headline. The body may be another
    /// article's teaser, but two such bodies under the same headline are not stray texts.
    headline: Option<u16>,
    /// Whether such a body may be a notice of the site, which appears under many headlines.
    is_notice: bool,
    /// Whether the body is only the beginning of an article, before a paywall or a login, so the whole is unknown. It
    /// is in the fingerprint so that no comparison can ignore it.
    pub(crate) gated: bool,
    /// Letters and digits in the body, without uncertain ones.
    pub(crate) length: u32,
    /// Distinct short shingles in the body.
    pub(crate) distinct: u32,
    /// Hashes below this bound are sampled; `None` if all shingles are sampled.
    cut: Option<Cut>,
    /// The leading 16 bits of the smallest code hashes, ascending.
    codes: Vec<u16>,
    /// Keys of 40 bits, in text order.
    keys: Vec<u64>,
    /// In text order.
    samples: Vec<Sample>,
}

/// What is stored of a short shingle: [`HASH_BITS`] of its hash after the zeros that all samples of the fingerprint
/// share, [`CONTEXT_BITS`] of its context's hash, and whether it has a fact.
pub(crate) type Sample = Shingle<u16, u8>;

/// The most samples kept of `distinct` shingles.
fn most_samples(distinct: u32) -> u32 {
    (distinct / SPARSE).clamp(SAMPLES, MAX_SAMPLES)
}

impl Fingerprint {
    /// The version of the layout.
    pub const VERSION: u8 = VERSION;

    /// The fingerprint of an article; `None` if there is too little text to recognize it. An empty headline is ignored.
    ///
    /// # Complexity
    /// Linear in the body.
    ///
    /// ```
    /// use offprint::Fingerprint;
    /// let text: String = (0..200).filter_map(|i| char::from_u32(0x4E00 + 31 * i)).collect();
    /// let fingerprint = Fingerprint::new("", &text).unwrap();
    /// assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
    /// assert_eq!(Fingerprint::new("", "一句话太短。"), None);
    /// ```
    pub fn new(headline: &str, body: &str) -> Option<Fingerprint> {
        Fingerprint::of_normal(headline, normalize(body), body, Script::from_text(body))
    }

    /// The same, for the normal text of a body.
    pub(crate) fn of_normal(headline: &str, mut body: NormalText, text: &str, script: Script) -> Option<Fingerprint> {
        let (distinct, least) = smallest(&body, MAX_SAMPLES as usize + 1);
        if (distinct as usize) < MIN_SHINGLES {
            return None;
        }
        let headline = normalize(headline);
        let subject = Subject::new(&headline);
        let most = most_samples(distinct) as usize;
        let cut = least.get(most).map(|&(next, _)| Cut::at(next));
        let mut samples = samples(&body.tokens, &least, cut, &subject);
        forget_shortest_uncertain(&mut samples);
        // Keys, codes and length count only text that is certainly part of the article.
        body.forget_uncertain();
        let keys = keys(&body, KEY_RUNS);
        if keys.len() < KEY_RUNS {
            return None;
        }
        let unmentioned = unmentioned_headline_hash(&headline, &body);
        let mut codes: Vec<u16> = sorted_codes(&body).iter().map(|code| (code >> 48) as u16).collect();
        codes.dedup();
        codes.truncate(MAX_CODES);
        Some(Fingerprint {
            script,
            headline: unmentioned,
            is_notice: unmentioned.is_some() && distinct < LONGEST_NOTICE && calls_to_act(text),
            gated: false,
            length: body.length,
            distinct,
            cut,
            codes,
            keys: keys.iter().map(|key| key >> 24).collect(),
            samples,
        })
    }

    /// Script of most of the body.
    pub fn script(&self) -> Script {
        self.script
    }

    /// Letters and digits in the body, counting only text that is certainly part of the article.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Whether the body is only the beginning of an article, before a paywall or a login.
    pub fn is_gated(&self) -> bool {
        self.gated
    }

    /// The same fingerprint, for a body that is gated or complete. The verdict on a gated one is at most `partial`. No
    /// other field can be changed:
    ///
    /// ```compile_fail,E0616
    /// let mut fingerprint = offprint::Fingerprint::new("", "").unwrap();
    /// fingerprint.length = 0;
    /// ```
    pub fn with_gate(self, gated: bool) -> Fingerprint {
        Fingerprint { gated, ..self }
    }

    /// How many of the two bodies do not mention their headline; none if both have the same headline.
    pub(crate) fn headline_not_in_body(&self, other: &Fingerprint) -> u32 {
        if self.headline.is_some() && self.headline == other.headline || self.is_same_text(other) {
            return 0;
        }
        u32::from(self.headline.is_some()) + u32::from(other.headline.is_some())
    }

    /// Whether both bodies have the same text, which is not a notice, under any headlines.
    fn is_same_text(&self, other: &Fingerprint) -> bool {
        let mut samples = self.samples.iter().zip(&other.samples);
        !(self.is_notice || other.is_notice)
            && (self.length, self.distinct, self.cut) == (other.length, other.distinct, other.cut)
            && self.samples.len() == other.samples.len()
            && samples.all(|(a, b)| (a.hash, a.context) == (b.hash, b.context))
    }

    /// The number of feature codes that the two share, and the largest possible number.
    pub fn shared_codes(&self, other: &Fingerprint) -> (u32, u32) {
        let (a, b) = (&self.codes, &other.codes);
        let shared = a.iter().filter(|code| b.contains(code)).count();
        (shared as u32, a.len().min(b.len()) as u32)
    }

    /// The samples below the cuts of both fingerprints, with hashes shifted to the same bits.
    pub(crate) fn common_samples(&self, other: &Fingerprint) -> impl Iterator<Item = Sample> {
        let (shift, below) = Cut::common([self.cut, other.cut], HASH_BITS);
        let shifted = self
            .samples
            .iter()
            .map(move |sample| Sample { hash: sample.hash.checked_shr(shift).unwrap_or(0), ..*sample });
        shifted.filter(move |sample| u64::from(sample.hash) < below)
    }

    /// The bytes of the fingerprint.
    pub fn to_bytes(&self) -> Vec<u8> {
        layout::write(self)
    }

    /// Reads a fingerprint from its bytes.
    ///
    /// # Errors
    /// [`Error::FingerprintVersion`], [`Error::FingerprintLength`] or [`Error::FingerprintCorrupt`]. It accepts only
    /// output of [`to_bytes`](Self::to_bytes), so each fingerprint has exactly one form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Fingerprint, Error> {
        let fingerprint = layout::read(bytes)?;
        Some(fingerprint).filter(|fingerprint| fingerprint.to_bytes() == bytes).ok_or(Error::FingerprintCorrupt)
    }

    /// Reads a fingerprint from bytes that this library wrote, which takes less time.
    pub(crate) fn from_own_bytes(bytes: &[u8]) -> Result<Fingerprint, Error> {
        layout::read(bytes)
    }

    /// The keys for looking up the article, at most 16, each of 40 bits in hexadecimal.
    ///
    /// Each key represents a stretch of the text, so an article that contains only part of another shares some of its
    /// keys.
    pub fn read_keys(&self) -> Vec<String> {
        key_texts(&self.read_numbers())
    }

    /// The keys for storing the article, at most 4, all of them among [`read_keys`](Self::read_keys).
    pub fn write_keys(&self) -> Vec<String> {
        key_texts(&self.write_numbers())
    }

    pub(crate) fn read_numbers(&self) -> Vec<u64> {
        sorted(self.keys.clone())
    }

    pub(crate) fn write_numbers(&self) -> Vec<u64> {
        let quarters = self.keys.chunks(KEY_RUNS / WRITE_KEYS);
        sorted(quarters.filter_map(|keys| keys.iter().min().copied()).collect())
    }
}

fn sorted(mut keys: Vec<u64>) -> Vec<u64> {
    keys.sort_unstable();
    keys.dedup();
    keys
}

pub(crate) fn key_texts(keys: &[u64]) -> Vec<String> {
    keys.iter().map(|key| format!("{key:010x}")).collect()
}

/// The samples below the cut, in text order; `least` has their hashes, ascending, and the tokens where they begin.
fn samples(tokens: &[Token], least: &[(u64, u32)], cut: Option<Cut>, subject: &Subject) -> Vec<Sample> {
    let zeros = cut.map_or(0, |cut| cut.zeros);
    let sampled = least.iter().take_while(|(hash, _)| cut.is_none_or(|cut| *hash < cut.hash()));
    // The position is in the high bits and the rank in the low bits: this type is already sorted elsewhere, so the
    // module stays small.
    let mut order: Vec<u64> = (0..).zip(sampled).map(|(rank, &(_, place))| u64::from(place) << 32 | rank).collect();
    order.sort_unstable();
    let mut samples = Vec::with_capacity(order.len());
    for packed in order {
        let (hash, place) = least[packed as u32 as usize];
        samples.extend(Shingle::at(tokens, hash, place as usize, subject).map(|shingle| Sample {
            hash: (shingle.hash << zeros >> (64 - HASH_BITS)) as u16,
            context: (shingle.context & ((1 << CONTEXT_BITS) - 1)) as u8,
            has_fact: shingle.has_fact,
            is_uncertain: shingle.is_uncertain,
        }));
    }
    samples
}

/// The stretches of uncertain samples.
fn uncertain(samples: &[Sample]) -> Vec<Range<usize>> {
    let mut start = 0;
    let stretches = samples.chunk_by(|a, b| a.is_uncertain == b.is_uncertain);
    let ranges = stretches.map(|stretch| {
        let range = start..start + stretch.len();
        start = range.end;
        range
    });
    ranges.filter(|range| samples[range.start].is_uncertain).collect()
}

/// If there are more stretches of uncertain samples than are kept, the shortest ones count as certain, which makes
/// verdicts stricter.
fn forget_shortest_uncertain(samples: &mut [Sample]) {
    loop {
        let uncertain = uncertain(samples);
        if uncertain.len() <= MAX_UNCERTAIN {
            return;
        }
        let shortest = uncertain.into_iter().min_by_key(Range::len);
        for sample in &mut samples[shortest.unwrap_or_default()] {
            sample.is_uncertain = false;
        }
    }
}

/// The leading bits of the headline's hash if the body does not mention the headline: if the body contains too few of
/// its words, or of its pairs of characters. Short headlines are not checked.
#[inline(never)]
fn unmentioned_headline_hash(headline: &NormalText, body: &NormalText) -> Option<u16> {
    if Token::weigh(&headline.tokens) < HEADLINE_WEIGHT {
        return None;
    }
    let mut headline_words: Vec<u64> = words(&headline.tokens, 1).collect();
    headline_words.sort_unstable();
    headline_words.dedup();
    let enough = MIN_MENTIONED_PERCENT * headline_words.len() / 100;
    let mut mentioned = Vec::with_capacity(enough + 1);
    // Most bodies repeat enough of it in their first lines.
    let is_mentioned = words(&body.tokens, 1).any(|word| {
        if !mentioned.contains(&word) && headline_words.binary_search(&word).is_ok() {
            mentioned.push(word);
        }
        mentioned.len() > enough
    });
    (!is_mentioned).then(|| (hash(headline.tokens.iter().map(|token| token.hash)) >> 48) as u16)
}

/// Whether a text calls on its reader to act: with two words of notices, or one and an address or a number.
fn calls_to_act(text: &str) -> bool {
    let folded: String = text.chars().filter_map(languages::folded).collect();
    let has_number = folded.split(|c: char| !c.is_ascii_digit()).any(|digits| digits.len() >= SHORTEST_NUMBER);
    let mut signs = u32::from(has_number || folded.contains('@'));
    languages::each_in(&folded, &mut |kinds, _, is_first| {
        signs += u32::from(is_first && kinds.has(Kinds::NOTICE_WORD));
    });
    signs >= 2
}

impl schema::Value for Fingerprint {
    const KIND: schema::Kind = schema::Kind::Text;
}

bytes_as_text!(Fingerprint);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::features::Features;
    use proptest::prelude::*;

    /// A text of Han characters in sentences of length `every`, generated from a seed.
    fn text(seed: u32, length: u32, every: u32) -> String {
        let mut state = seed;
        (0..length)
            .flat_map(|i| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let stop = (i % every == every - 1).then_some('。');
                char::from_u32(0x4E00 + (state >> 8) % 20_000).into_iter().chain(stop)
            })
            .collect()
    }

    proptest! {
        #[test]
        fn bytes_and_text_round_trip(seed: u32, length in 60u32..6000, every in 5u32..60, gated: bool) {
            let fingerprint = Fingerprint::new("", &text(seed, length, every)).unwrap();
            let fingerprint = Fingerprint { gated, ..fingerprint };
            let bytes = fingerprint.to_bytes();
            prop_assert_eq!(Fingerprint::from_bytes(&bytes), Ok(fingerprint.clone()));
            prop_assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint.clone()));
            prop_assert!(bytes.len() <= 766);
            let (read, write) = (fingerprint.read_keys(), fingerprint.write_keys());
            prop_assert!(read.len() <= KEY_RUNS && write.len() <= WRITE_KEYS);
            prop_assert!(write.iter().all(|key| read.contains(key)));
        }

        #[test]
        fn any_bytes_decode_to_an_error_or_to_themselves(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            let mut bytes = bytes;
            for version in [None, Some(VERSION)] {
                if let (Some(version), Some(first)) = (version, bytes.first_mut()) {
                    *first = version;
                }
                if let Ok(fingerprint) = Fingerprint::from_bytes(&bytes) {
                    prop_assert_eq!(fingerprint.to_bytes(), bytes.clone());
                }
            }
        }

        #[test]
        fn any_text_decodes_to_an_error_or_to_itself(text in "[A-Za-z0-9_=+-]{0,80}") {
            if let Ok(fingerprint) = text.parse::<Fingerprint>() {
                let again: Fingerprint = fingerprint.to_string().parse().unwrap();
                prop_assert_eq!(again, fingerprint);
            }
        }

        #[test]
        fn a_changed_byte_is_noticed_or_read_as_another(seed: u32, at: usize, bit in 0u8..8) {
            let fingerprint = Fingerprint::new("", &text(seed, 900, 30)).unwrap();
            let mut bytes = fingerprint.to_bytes();
            let at = at % bytes.len();
            bytes[at] ^= 1 << bit;
            if let Ok(other) = Fingerprint::from_bytes(&bytes) {
                prop_assert_ne!(other, fingerprint);
                prop_assert_eq!(Fingerprint::from_bytes(&bytes).map(|f| f.to_bytes()), Ok(bytes));
            }
        }
    }

    #[test]
    fn any_cuts_can_be_compared() {
        let fingerprint = Fingerprint::new("", &text(1, 900, 30)).unwrap();
        let with = |zeros| Fingerprint { cut: Some(Cut { zeros, digits: 0xFFFF }), ..fingerprint.clone() };
        for (a, b) in [(0, 48), (48, 0), (0, 15), (48, 48)] {
            let verdict = crate::compare(&with(a), &with(b));
            assert!((0.0..=1.0).contains(&verdict.score));
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "reads a book")]
    fn an_ordinary_article_takes_half_a_kilobyte_and_a_book_one() {
        let size = |length| Fingerprint::new("", &text(1, length, 30)).unwrap().to_bytes().len();
        assert!((480..=512).contains(&size(900)), "{}", size(900));
        assert!(size(100) < size(900));
        assert!((700..=735).contains(&size(100_000)), "{}", size(100_000));
    }

    /// Fingerprints a text with some uncertain stretches, given in bytes.
    fn with_uncertain(text: &str, stretches: impl IntoIterator<Item = Range<usize>>) -> Fingerprint {
        let mut body = normalize(text);
        body.mark_uncertain(stretches);
        Fingerprint::of_normal("", body, "", Script::Hani).unwrap()
    }

    #[test]
    fn uncertain_stretches_are_kept_and_the_shortest_of_many_forgotten() {
        let text = text(3, 6000, 30);
        // Stretches of increasing length, at least 300 bytes.
        let stretches = |n: usize| (0..n).map(|i| 900 * i..900 * i + 300 + 25 * i);
        for n in [0, 1, 15, 20] {
            let fingerprint = with_uncertain(&text, stretches(n));
            let bytes = fingerprint.to_bytes();
            assert_eq!(Fingerprint::from_bytes(&bytes), Ok(fingerprint.clone()));
            assert!(bytes.len() <= 766 && fingerprint.to_string().len() < 1024);
            let uncertain = uncertain(&fingerprint.samples);
            assert!(uncertain.len() <= n.min(MAX_UNCERTAIN), "{n}: {uncertain:?}");
            assert_eq!(uncertain.is_empty(), n == 0);
        }
        let many = uncertain(&with_uncertain(&text, stretches(20)).samples);
        let few = uncertain(&with_uncertain(&text, stretches(5)).samples);
        assert_eq!(many.len(), MAX_UNCERTAIN);
        assert!(many[0].start > few[0].start, "{many:?}, {few:?}");
    }

    #[test]
    fn keys_and_codes_are_made_of_sure_text() {
        let text = text(3, 1200, 30);
        let half = text.char_indices().nth(620).unwrap().0;
        let (sure, _) = text.split_at(half);
        let fingerprint = with_uncertain(&text, std::iter::once(half..text.len()));
        let of_sure = Fingerprint::new("", sure).unwrap();
        assert_eq!(fingerprint.read_keys(), of_sure.read_keys());
        assert_eq!(fingerprint.codes, of_sure.codes);
        assert!(fingerprint.distinct > of_sure.distinct);
    }

    #[test]
    fn samples_are_those_below_the_cut() {
        let text = text(7, 5000, 30);
        let fingerprint = Fingerprint::new("", &text).unwrap();
        let cut = fingerprint.cut.unwrap();
        let hashes = Features::new(&normalize(&text)).shingles;
        let below = hashes.iter().filter(|s| s.hash < cut.hash()).count();
        assert_eq!(fingerprint.samples.len(), below);
        let most = most_samples(fingerprint.distinct) as usize;
        assert!(below <= most && most - below < 3, "{below} of {most}");
        assert!(Fingerprint::new("", &self::text(7, 100, 30)).unwrap().cut.is_none());
    }

    #[test]
    fn too_little_text_has_no_fingerprint() {
        assert_eq!(Fingerprint::new("", &text(1, MIN_SHINGLES as u32 + 2, 30)), None);
        assert!(Fingerprint::new("", &text(1, MIN_SHINGLES as u32 + 3, 30)).is_some());
    }

    #[test]
    fn a_body_that_does_not_speak_of_its_headline_is_marked() {
        let body = text(1, 200, 30);
        let headline: String = body.chars().skip(12).take(9).collect();
        let print = |headline: &str| Fingerprint::new(headline, &body).unwrap();
        let mentions_title = |headline: &str| print(headline).headline.is_none();
        assert!(mentions_title(&headline));
        assert!(!mentions_title("下游三座水库已经蓄满"));
        assert!(mentions_title("水库") && mentions_title(""));
        // The hash of such a headline is kept; it is the hash of the normal text.
        let [one, same, other] =
            ["下游三座水库已经蓄满", "下游三座水庫，已經蓄滿！", "渡轮停航的岛上没有人"].map(print);
        assert_eq!(one.headline, same.headline);
        assert!(one.headline.is_some() && one.headline != other.headline);
        // Fingerprints may also lack it.
        let without = Fingerprint { headline: None, ..one.clone() };
        for print in [one, other, without] {
            assert_eq!(Fingerprint::from_bytes(&print.to_bytes()), Ok(print));
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let bytes = Fingerprint::new("", &text(1, 900, 30)).unwrap().to_bytes();
        let decode = |bytes: &[u8]| Fingerprint::from_bytes(bytes).unwrap_err().code();
        assert_eq!(decode(&[]), "fingerprint_length");
        assert_eq!(decode(&bytes[..bytes.len() - 1]), "fingerprint_length");
        assert_eq!(decode(&[&[9], &bytes[1..]].concat()), "fingerprint_version");
        // Declares 2³² − 1 samples, but holds none.
        let samples = bytes.len() - packed::sample_bytes(SAMPLES as usize) - 3;
        let many = [&bytes[..samples], &[0xFF, 0xFF, 0xFF, 0xFF, 0x0F]].concat();
        assert_eq!(decode(&many), "fingerprint_corrupt");
        assert_eq!(decode(&[&[VERSION, 0x80 | bytes[1]], &bytes[2..]].concat()), "fingerprint_corrupt");
        // The hash of a headline that the body mentions.
        assert_eq!(decode(&[&[VERSION, 0x40 | bytes[1], 0, 0], &bytes[2..]].concat()), "fingerprint_corrupt");
        assert_eq!("A*".parse::<Fingerprint>().unwrap_err().code(), "fingerprint_text");
    }
}
