//! Offprint's own method: it compares fingerprints.

use super::Method;
use offprint::compare::Comparison;
use offprint::{Article, Fingerprint, compare};

/// The method.
#[derive(Debug, Clone, Copy, Default)]
pub struct Offprint;

impl Method for Offprint {
    type Signature = Fingerprint;

    fn sign(&self, article: &Article) -> Option<Fingerprint> {
        article.fingerprint.clone()
    }

    fn compare(&self, a: &Fingerprint, b: &Fingerprint) -> Comparison {
        compare(a, b)
    }

    fn read_keys(&self, fingerprint: &Fingerprint) -> Vec<String> {
        fingerprint.read_keys()
    }

    fn write_keys(&self, fingerprint: &Fingerprint) -> Vec<String> {
        fingerprint.write_keys()
    }

    fn size(&self, fingerprint: &Fingerprint) -> usize {
        fingerprint.to_bytes().len()
    }

    fn keeps_copies(&self) -> bool {
        true
    }
}
