//! What is kept of an article, beside its text, to relate it to others.

use crate::article::{Article, NoFingerprintReason};
use crate::compare::rewriting::{Rewriting, rewriting};
use crate::compare::verdict::{Comparison, Verdict, compare, compare_on_one_site};
use crate::facts::Sketch;
use crate::fingerprint::Fingerprint;
use crate::metadata::Metadata;
use std::cmp::Ordering;

/// The data kept for an article without its text; whatever was not kept is left empty.
#[derive(Debug, Clone, Default)]
pub struct ArticleRecord {
    /// The page's metadata.
    pub metadata: Metadata,
    /// Letters and digits in the body.
    pub length: u32,
    /// Its fingerprint.
    pub fingerprint: Option<Fingerprint>,
    /// Why it has no fingerprint.
    pub no_fingerprint_reason: Option<NoFingerprintReason>,
    /// The [digest](Article::digest) of its text, by which a text too short for a fingerprint is known to be repeated.
    pub digest: Option<u64>,
    /// Its facts, if rewritten articles are to be found, too.
    pub sketch: Option<Sketch>,
}

impl ArticleRecord {
    /// The record of an article with its facts.
    pub fn with_facts(article: &Article) -> ArticleRecord {
        ArticleRecord { sketch: article.sketch(), ..ArticleRecord::from(article) }
    }

    /// Compares the words of two articles, by stricter limits if they have one host. If neither has a fingerprint, the
    /// verdict is `same` for equal digests; if only one has, `unknown`.
    pub fn compare(&self, other: &ArticleRecord) -> Comparison {
        let records = [self, other];
        let hosts = records.map(|record| record.metadata.host());
        let fingerprints = records.map(|record| record.fingerprint.as_ref());
        match compare_pages(fingerprints, hosts.each_ref().map(Option::as_deref)) {
            Some(comparison) => comparison,
            None if fingerprints == [None, None] && self.digest.is_some() && self.digest == other.digest => {
                Comparison { score: 1.0, ..Comparison::without_evidence(Verdict::Same) }
            }
            None => Comparison::unknown(),
        }
    }

    /// Whether one of two articles rewrites the other, given their verdict; `unknown` if the facts of one are, unless
    /// the verdict says that they are copies.
    pub fn rewriting(&self, other: &ArticleRecord, verdict: Verdict) -> Rewriting {
        match (&self.sketch, &other.sketch) {
            (Some(first), Some(second)) => rewriting(first, second, verdict),
            _ => Rewriting::without_facts(verdict),
        }
    }

    /// The order of two articles that were published at one time, or at unknown ones, by what is known of them: the longer
    /// first, then by address, and so on. Only articles that are alike in all of this are equal.
    pub(crate) fn order(&self, other: &ArticleRecord) -> Ordering {
        let [this, that] = [&self.fingerprint, &other.fingerprint].map(Option::as_ref);
        let [a, b] = [&self.metadata, &other.metadata];
        (that.map(|of| of.length).cmp(&this.map(|of| of.length)))
            .then_with(|| a.url.cmp(&b.url))
            .then_with(|| (this.map(Fingerprint::to_string)).cmp(&that.map(Fingerprint::to_string)))
            .then_with(|| a.stated().cmp(&b.stated()))
    }

    /// Whether it is only the beginning of an article, before a paywall or a login.
    pub(crate) fn is_gated(&self) -> bool {
        let fingerprint = self.fingerprint.as_ref();
        fingerprint.is_some_and(|fingerprint| fingerprint.gated)
    }
}

impl From<&Article> for ArticleRecord {
    fn from(article: &Article) -> ArticleRecord {
        ArticleRecord {
            metadata: article.metadata.clone(),
            length: article.length,
            fingerprint: article.fingerprint.clone(),
            no_fingerprint_reason: article.no_fingerprint_reason,
            // Equal texts with fingerprints are `same` by these, and long texts take a while.
            digest: if article.fingerprint.is_none() { article.digest() } else { None },
            sketch: None,
        }
    }
}

/// Compares two pages, whose hosts may be unknown; `None` if one has no fingerprint.
pub fn compare_pages([a, b]: [Option<&Fingerprint>; 2], [first, second]: [Option<&str>; 2]) -> Option<Comparison> {
    let (a, b) = (a?, b?);
    Some(if first.is_some() && first == second { compare_on_one_site(a, b) } else { compare(a, b) })
}
