//! What is kept of an article, without its text, to compare it with others.

use crate::article::{Article, NoFingerprintReason};
use crate::compare::rewriting::{Rewriting, rewriting};
use crate::compare::verdict::{Comparison, ONE_SITE, THRESHOLDS, Verdict, compare, compare_on_one_site, rank_at};
use crate::error::Error;
use crate::facts::Sketch;
use crate::fingerprint::packed::{put_varint, take, take_varint, whole_number};
use crate::fingerprint::{Fingerprint, key_texts};
use crate::hash::hash_str;
use crate::metadata::Metadata;
use std::cmp::Ordering;

/// What is kept of an article without its text; fields that were not kept are empty.
///
/// An [index](crate::index) keeps everything except the metadata; of that it keeps only the host.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ArticleRecord {
    /// The page's metadata.
    pub metadata: Metadata,
    /// Letters and digits in the body.
    pub length: u32,
    /// Its fingerprint.
    pub fingerprint: Option<Fingerprint>,
    /// Why it has no fingerprint.
    pub no_fingerprint_reason: Option<NoFingerprintReason>,
    /// The [digest](Article::digest) of its text, which finds an equal text, however short.
    pub digest: Option<u64>,
    /// Its facts, for finding rewritten articles.
    pub sketch: Option<Sketch>,
    /// The hash of its host, if its metadata was not kept.
    pub(crate) host: Option<u64>,
}

impl ArticleRecord {
    /// The record of an article with this fingerprint and metadata.
    pub fn new(fingerprint: Option<Fingerprint>, metadata: Metadata) -> ArticleRecord {
        ArticleRecord { fingerprint, metadata, ..ArticleRecord::default() }
    }

    /// The record of an article with its facts.
    ///
    /// An index stores four more keys for an article with facts, and a look-up reads up to eight more.
    pub fn with_facts(article: &Article) -> ArticleRecord {
        ArticleRecord { sketch: article.sketch(), ..ArticleRecord::from(article) }
    }

    /// The same record without the metadata that an index does not keep.
    pub fn without_metadata(self) -> ArticleRecord {
        ArticleRecord { host: self.host(), metadata: Metadata::default(), ..self }
    }

    /// Compares the words of two articles, with stricter limits if they have the same host. Equal texts without
    /// fingerprints are `same`, however short, because their digests are equal; otherwise the verdict is `unknown` if
    /// one has no fingerprint.
    pub fn compare(&self, other: &ArticleRecord) -> Comparison {
        self.compare_on(other, self.has_host_of(other))
    }

    /// The same if the caller knows whether they have the same host.
    pub(crate) fn compare_on(&self, other: &ArticleRecord, is_one_host: bool) -> Comparison {
        match (&self.fingerprint, &other.fingerprint) {
            (Some(a), Some(b)) if is_one_host => compare_on_one_site(a, b),
            (Some(a), Some(b)) => compare(a, b),
            _ if self.is_equal(other) => Comparison { score: 1.0, ..Comparison::without_evidence(Verdict::Same) },
            _ => Comparison::unknown(),
        }
    }

    /// The verdict and the score of [`compare`](Self::compare), in a fraction of the time for two articles that share
    /// little more than a key.
    pub(crate) fn rank(&self, other: &ArticleRecord) -> (Verdict, f64) {
        match (&self.fingerprint, &other.fingerprint) {
            (Some(a), Some(b)) => rank_at(a, b, if self.has_host_of(other) { &ONE_SITE } else { &THRESHOLDS }),
            _ => self.compare(other).rank(),
        }
    }

    /// Whether both have the same headline and text according to their digests. Digests can be forged, so the
    /// fingerprints must be equal, too.
    pub(crate) fn is_equal(&self, other: &ArticleRecord) -> bool {
        self.digest.is_some() && self.digest == other.digest && self.fingerprint == other.fingerprint
    }

    /// Whether it has the same text as an earlier article with its id: by their digests or, if one was not kept, by
    /// their fingerprints. If both lack them, nothing is known, so the two count as one.
    pub(crate) fn is_text_of(&self, earlier: &ArticleRecord) -> bool {
        match (self.digest, earlier.digest) {
            (Some(digest), Some(other)) => digest == other,
            (digest, other) => {
                let is_one = self.fingerprint == earlier.fingerprint;
                is_one && (self.fingerprint.is_some() || digest == other)
            }
        }
    }

    /// A number that tells its text from others: its digest or, if that was not kept, a hash of its fingerprint.
    pub(crate) fn text_number(&self) -> u64 {
        self.digest.or_else(|| Some(hash_str(&self.fingerprint.as_ref()?.to_string()))).unwrap_or(0)
    }

    /// Whether one of two articles rewrites the other, given their verdict. The result is `unknown` if the facts of one
    /// are unknown, unless the verdict says that they are copies. Articles [written from one
    /// template](super::ChangeKind::OneForm) are `independent`.
    pub fn rewriting(&self, other: &ArticleRecord, verdict: Verdict) -> Rewriting {
        match (&self.sketch, &other.sketch) {
            (Some(first), Some(second)) => rewriting(first, second, verdict).unless_one_form(|| self.compare(other)),
            _ => Rewriting::without_facts(verdict),
        }
    }

    /// The keys for looking the article up: the keys of its [fingerprint](Fingerprint::read_keys), of its
    /// [facts](Sketch::read_keys) and of its digest; at most 25.
    pub fn read_keys(&self) -> Vec<String> {
        key_texts(&self.read_numbers())
    }

    /// The keys for storing it, at most 9, all of them among [`read_keys`](Self::read_keys).
    pub fn write_keys(&self) -> Vec<String> {
        key_texts(&self.write_numbers())
    }

    pub(crate) fn read_numbers(&self) -> Vec<u64> {
        self.key_numbers(Fingerprint::read_numbers, Sketch::read_numbers)
    }

    pub(crate) fn write_numbers(&self) -> Vec<u64> {
        self.key_numbers(Fingerprint::write_numbers, Sketch::write_numbers)
    }

    fn key_numbers(&self, words: fn(&Fingerprint) -> Vec<u64>, facts: fn(&Sketch) -> Vec<u64>) -> Vec<u64> {
        let mut keys = self.word_numbers(words);
        // The facts of a text that is too short to compare lead nowhere.
        keys.extend(self.sketch.iter().filter(|_| self.fingerprint.is_some()).flat_map(facts));
        keys
    }

    /// The keys of its words and its digest, without the keys of its facts.
    pub(crate) fn word_numbers(&self, words: fn(&Fingerprint) -> Vec<u64>) -> Vec<u64> {
        // The highest bit tells a digest from the other keys, which have 40 bits.
        let digest = self.digest.map(|digest| digest | 1 << 63);
        self.fingerprint.iter().flat_map(words).chain(digest).collect()
    }

    pub(crate) fn host(&self) -> Option<u64> {
        self.host.or_else(|| self.metadata.host().map(|host| hash_str(&host)))
    }

    fn has_host_of(&self, other: &ArticleRecord) -> bool {
        let host = self.host();
        host.is_some() && host == other.host()
    }

    /// What an index keeps of it, in bytes: which of the four parts it has, its digest, the hash of its host, the
    /// length of its fingerprint and the fingerprint, and its sketch.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let fingerprint = self.fingerprint.as_ref().map(Fingerprint::to_bytes);
        let sketch = self.sketch.as_ref().map(Sketch::to_bytes);
        let host = self.host();
        let has = [self.digest.is_some(), host.is_some(), fingerprint.is_some(), sketch.is_some()];
        let mut out = vec![has.iter().rev().fold(0, |flags, &has| flags << 1 | u8::from(has))];
        for number in [self.digest, host].into_iter().flatten() {
            out.extend(number.to_be_bytes());
        }
        if let Some(bytes) = fingerprint {
            put_varint(&mut out, bytes.len() as u32);
            out.extend(bytes);
        }
        out.extend(sketch.unwrap_or_default());
        out
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Result<ArticleRecord, Error> {
        let rest = &mut bytes;
        let cut = Error::FingerprintCorrupt;
        let [flags] = *take::<1>(rest, cut)?;
        let has = |part: u8| flags >> part & 1 == 1;
        let mut record = ArticleRecord::default();
        if has(0) {
            record.digest = Some(whole_number(take::<8>(rest, cut)?));
        }
        if has(1) {
            record.host = Some(whole_number(take::<8>(rest, cut)?));
        }
        if has(2) {
            let length = take_varint(rest, cut)? as usize;
            let (fingerprint, after) = rest.split_at_checked(length).ok_or(cut)?;
            record.fingerprint = Some(Fingerprint::from_own_bytes(fingerprint)?);
            *rest = after;
        }
        if has(3) {
            record.sketch = Some(Sketch::from_bytes(rest)?);
        }
        Ok(record)
    }

    /// Orders two articles that were published at the same time, or at unknown times: the longer first, then by
    /// address, and so on. Only articles that are equal in all of this are equal.
    pub(crate) fn order(&self, other: &ArticleRecord) -> Ordering {
        let [this, that] = [&self.fingerprint, &other.fingerprint].map(Option::as_ref);
        let [a, b] = [&self.metadata, &other.metadata];
        (that.map(|record| record.length).cmp(&this.map(|record| record.length)))
            .then_with(|| a.url.cmp(&b.url))
            .then_with(|| (this.map(Fingerprint::to_string)).cmp(&that.map(Fingerprint::to_string)))
            .then_with(|| a.stated().cmp(&b.stated()))
    }

    /// Whether it is only the beginning of an article, before a paywall or a login.
    pub(crate) fn is_gated(&self) -> bool {
        self.fingerprint.as_ref().is_some_and(|fingerprint| fingerprint.gated)
    }
}

impl From<&Article> for ArticleRecord {
    fn from(article: &Article) -> ArticleRecord {
        ArticleRecord {
            metadata: article.metadata.clone(),
            length: article.length,
            fingerprint: article.fingerprint.clone(),
            no_fingerprint_reason: article.no_fingerprint_reason,
            digest: article.digest(),
            ..ArticleRecord::default()
        }
    }
}

impl From<Fingerprint> for ArticleRecord {
    fn from(fingerprint: Fingerprint) -> ArticleRecord {
        ArticleRecord::new(Some(fingerprint), Metadata::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_text::sentences;

    #[test]
    fn the_bytes_of_a_record_hold_all_but_its_metadata() {
        let article = Article::of_text("Ferry".to_owned(), sentences(0..20));
        let mut whole = ArticleRecord::with_facts(&article);
        whole.metadata.url = Some("https://a.example/1".to_owned());
        for parts in 0..16 {
            let has = |part: u32| parts >> part & 1 == 1;
            let mut record = whole.clone();
            record.digest = record.digest.filter(|_| has(0));
            record.metadata.url = record.metadata.url.filter(|_| has(1));
            record.fingerprint = record.fingerprint.filter(|_| has(2));
            record.sketch = record.sketch.filter(|_| has(3));
            let bytes = record.to_bytes();
            let read = ArticleRecord::from_bytes(&bytes).expect("it was written here");
            assert_eq!(read.to_bytes(), bytes);
            assert_eq!(read, ArticleRecord { length: 0, no_fingerprint_reason: None, ..record.without_metadata() });
            for cut in 0..bytes.len() {
                let _ = ArticleRecord::from_bytes(&bytes[..cut]);
            }
        }
    }
}
