//! What a list shows of a page that was not read: its address, its title and a snippet.
//!
//! A snippet is a few lines from anywhere in the article, often around the words of the query. Two snippets of one
//! article may therefore have nothing in common, and reports of one event may share a quotation or a phrase. So titles
//! and snippets only suggest that two pages have the same article.

use super::{Likeness, SearchResult};
use crate::address;
use crate::fingerprint::features::{SHORT_WEIGHT, hash_of, runs};
use crate::hash::{hash, hash_str};
use crate::metadata::title;
use crate::text::normalize;

/// Fewest runs of words of a title that can be compared: six words or seven Han characters. Larger: fewer articles with
/// a short title in common count as one.
const LEAST_TITLE: usize = 4;
/// Fewest runs of words of a snippet that can be compared.
const LEAST_TEXT: usize = 8;
/// Share of the shorter title that the other title must contain. Larger: fewer edited titles agree.
const MIN_TITLE_SHARE: f64 = 0.7;
/// Share of the shorter text that the other must contain. Larger: fewer overlapping snippets agree; smaller: more
/// snippets agree that share only a quotation or their first sentence.
const MIN_TEXT_SHARE: f64 = 0.5;
/// The same for results whose titles agree.
const TEXT_WITH_TITLE: f64 = 0.35;

/// The address, and the runs of words of title and text, as hashes; the hashes of runs ascend.
pub struct Shown {
    address: Option<u64>,
    title: Vec<u64>,
    text: Vec<u64>,
}

fn runs_of(text: &str) -> Vec<u64> {
    let tokens = normalize(text).tokens;
    let runs = runs(&tokens, SHORT_WEIGHT).map(|run| hash_of(&tokens[run]));
    let mut hashes: Vec<u64> = runs.collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes
}

impl Shown {
    pub fn new(listed: &SearchResult) -> Shown {
        let about = &listed.record.metadata;
        let site = about.site.as_deref().unwrap_or_default();
        Shown {
            address: about.own_address().map(|own| hash_str(&address::page_key(own))),
            title: runs_of(title::guess(&about.title, site)),
            text: runs_of(&listed.text),
        }
    }

    /// The keys that lead to results that may be the same.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        // A title is not part of a text.
        let title = self.title.iter().map(|&run| hash([run, 0]));
        let text = self.text.iter().copied();
        self.address.into_iter().chain(title).chain(text)
    }

    /// Whether two results may be one article, and how much of the shorter title or text they share, 0 to 1.
    pub fn compare(a: &Shown, b: &Shown) -> Option<(Likeness, f64)> {
        if a.address.is_some() && a.address == b.address {
            return Some((Likeness::Same, 1.0));
        }
        let title = common([&a.title, &b.title], LEAST_TITLE).unwrap_or(0.0);
        let agree = title >= MIN_TITLE_SHARE;
        let score = match common([&a.text, &b.text], LEAST_TEXT) {
            Some(text) => (text >= if agree { TEXT_WITH_TITLE } else { MIN_TEXT_SHARE }).then_some(text),
            // Titles alone decide only if nothing else is known.
            None => agree.then_some(title),
        };
        score.map(|score| (Likeness::Similar, score))
    }
}

/// The share of the shorter one that the longer one has; `None` if one has fewer than `least`.
fn common([a, b]: [&Vec<u64>; 2], least: usize) -> Option<f64> {
    let (shorter, longer) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let held = shorter.iter().filter(|&run| longer.binary_search(run).is_ok());
    (shorter.len() >= least).then(|| held.count() as f64 / shorter.len() as f64)
}
