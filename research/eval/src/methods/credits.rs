//! The measurements of the second paper, on the pages of the reprints with the true credit of each article ([`plant`]): in the
//! set as it is, a page keeps the credit of the article that its template had.

use super::plant::{DocRow, LABELLED, Planted, WRITINGS, decoded, plant, read};
use crate::pairs::rates::{self, Row, Tally, Task};
use crate::pairs::sets::{self, Docs, Label, Pair};
use crate::pairs::sign;
use anyhow::{Context, Result};
use offprint::Metadata;
use offprint::compare::{Comparison, Verdict, Which};
use offprint::internals::original::original;
use offprint_methods::methods::{Credit, FeatureCode, Method, Offprint, sources};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// How many credits of one writing were read.
#[derive(Default, Clone, Copy)]
struct Read {
    pages: usize,
    /// Pages with any source read.
    any: usize,
    /// Pages with the true source read.
    right: usize,
    /// Pages for which [`original`] names the source's page as the original.
    originals: usize,
    /// Pages for which it names another source's.
    wrong: usize,
}

/// The same as shares of the pages.
#[derive(Serialize, Deserialize)]
struct ReadShares {
    pages: usize,
    read: f64,
    right: f64,
    source: f64,
    stranger: f64,
}

impl Read {
    fn plus(self, other: Read) -> Read {
        Read {
            pages: self.pages + other.pages,
            any: self.any + other.any,
            right: self.right + other.right,
            originals: self.originals + other.originals,
            wrong: self.wrong + other.wrong,
        }
    }

    fn shares(self) -> ReadShares {
        let share = |part: usize| part as f64 / self.pages.max(1) as f64;
        ReadShares {
            pages: self.pages,
            read: share(self.any),
            right: share(self.right),
            source: share(self.originals),
            stranger: share(self.wrong),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Rates {
    precision: f64,
    recall: f64,
}

/// Pairs that one way gets wrong, by kind, the most frequent first.
#[derive(Serialize, Deserialize)]
struct Wrong {
    pairs: usize,
    kinds: Vec<(String, usize)>,
}

/// One way to compare the pages of the set.
#[derive(Serialize, Deserialize)]
struct Way {
    way: String,
    /// Without the pairs of partial copies, as in the paper's set of whole copies.
    whole: Rates,
    partial: Rates,
    /// Whole copies that are not reported as such.
    missed: Wrong,
    /// Different articles that are reported as whole copies.
    mistaken: Wrong,
}

#[derive(Serialize, Deserialize)]
struct Writing {
    /// In Chinese and in English; `None` for the site's own form.
    writing: Option<[String; 2]>,
    zh: ReadShares,
    en: ReadShares,
}

/// All that is measured.
#[derive(Serialize, Deserialize)]
pub struct Credits {
    pages: usize,
    ways: Vec<Way>,
    writings: Vec<Writing>,
    /// All writings that have a label, in both languages.
    labelled: [ReadShares; 2],
    /// All pages.
    all: [ReadShares; 2],
}

pub fn measure(reprint: &Path) -> Result<Credits> {
    let rows: Vec<DocRow> = sets::lines(&reprint.join("docs.jsonl"))?;
    let rows: BTreeMap<&str, &DocRow> = rows.iter().map(|row| (&*row.id, row)).collect();
    let planted = Mutex::new(BTreeMap::new());
    let docs = Docs::read(&reprint.join("pages"), |id, bytes| {
        let row = rows.get(id).with_context(|| format!("no row for {id}"))?;
        let gold = reprint.join(format!("gold/{id}.txt"));
        let gold = std::fs::read_to_string(gold).unwrap_or_default();
        let (html, of) = plant(&decoded(bytes), row, &gold);
        let mut planted = planted.lock().expect("no reader panics");
        planted.insert(id.to_owned(), (usize::from(row.lang == "en"), of));
        drop(planted);
        Ok(read(html.as_bytes()))
    })?;
    let pairs = sets::pairs(&reprint.join("pairs.jsonl"), &docs)?;
    let credit = Credit::default();
    let second_chance = Credit::with_second_chance();
    let credit_way = |name, method: &Credit| way(name, &docs, &pairs, method);
    let reads = reads(&docs, planted.into_inner().expect("no reader panics"))?;
    Ok(Credits {
        pages: docs.docs.len(),
        labelled: total(&reads, |written| {
            written.is_some_and(|text| LABELLED.iter().any(|label| text.contains(label)))
        }),
        all: total(&reads, |_| true),
        ways: vec![
            credit_way("credit", &credit),
            credit_way("credit, codes compared too where credits differ", &second_chance),
            way("feature code", &docs, &pairs, &FeatureCode::default()),
            way("feature code with length", &docs, &pairs, &FeatureCode::with_length()),
            way("offprint", &docs, &pairs, &Offprint),
        ],
        writings: writings(&reads),
    })
}

/// How often each writing is read, the site's own form last, in both languages.
fn reads(docs: &Docs, planted: BTreeMap<String, (usize, Planted)>) -> Result<Vec<[Read; 2]>> {
    let mut reads = vec![[Read::default(); 2]; WRITINGS.len() + 1];
    let signed = sign(&docs.docs, &Credit::default());
    for (id, (language, planted)) in planted {
        let of = &mut reads[planted.writing.unwrap_or(WRITINGS.len())][language];
        let place = docs.place(&id)?;
        let found = signed[place].as_ref().map_or(&[][..], |signed| &signed.sources);
        let is_original = |host: &str| original_at(host, &docs.docs[place].metadata);
        let [host, stranger] = planted.hosts;
        of.pages += 1;
        of.any += usize::from(!found.is_empty());
        of.right += usize::from(sources(planted.source).iter().any(|name| found.contains(name)));
        of.originals += usize::from(is_original(host));
        of.wrong += usize::from(stranger != host && is_original(stranger));
    }
    Ok(reads)
}

/// The sum of the writings that are chosen by their text, in Chinese and in English; the site's own form has none.
fn total(reads: &[[Read; 2]], is_chosen: impl Fn(Option<&str>) -> bool) -> [ReadShares; 2] {
    [0, 1].map(|language| {
        let text = |i: usize| WRITINGS.get(i).map(|written| written[language]);
        let chosen = (0..reads.len()).filter(|&i| is_chosen(text(i)));
        let sum = chosen.fold(Read::default(), |sum, i| sum.plus(reads[i][language]));
        sum.shares()
    })
}

fn writings(reads: &[[Read; 2]]) -> Vec<Writing> {
    let writing = |(i, [zh, en]): (usize, &[Read; 2])| Writing {
        writing: WRITINGS.get(i).map(|written| written.map(str::to_owned)),
        zh: zh.shares(),
        en: en.shares(),
    };
    reads.iter().enumerate().map(writing).collect()
}

/// Whether [`original`] calls a page a copy of a source's page, with only the source's host known.
fn original_at(host: &str, page: &Metadata) -> bool {
    let at = |url| Metadata { url: Some(url), ..Metadata::default() };
    let copy = Metadata { credit: page.credit.clone(), ..at("https://portal.example/7".to_owned()) };
    original(&at(format!("https://www.{host}/1")), &copy, None).which == Some(Which::First)
}

fn compared<M>(docs: &Docs, pairs: &[Pair], method: &M) -> Vec<Comparison>
where
    M: Method + Sync,
    M::Signature: Send + Sync,
{
    let signatures = sign(&docs.docs, method);
    let compare = |pair: &Pair| {
        let [a, b] = pair.docs.map(|doc| signatures[doc].as_ref());
        method.compare(a, b)
    };
    pairs.iter().map(compare).collect()
}

fn way<M>(name: &str, docs: &Docs, pairs: &[Pair], method: &M) -> Way
where
    M: Method + Sync,
    M::Signature: Send + Sync,
{
    let compared = compared(docs, pairs, method);
    let verdicts = compared.iter().map(|found| found.verdict);
    let rows: Vec<Row> = pairs.iter().zip(verdicts).collect();
    let rates = |rows: &[Row], task| {
        let tally = Tally::of(rows.iter().copied(), task);
        Rates { precision: tally.precision(), recall: tally.recall() }
    };
    let is_same = |verdict: Verdict| verdict == Verdict::Same;
    Way {
        way: name.to_owned(),
        whole: rates(&rates::without_partial(&rows), Task::Same),
        partial: rates(&rows, Task::Partial),
        missed: wrong(&rows, |label, verdict| label == Label::Same && !is_same(verdict)),
        mistaken: wrong(&rows, |label, verdict| label == Label::Different && is_same(verdict)),
    }
}

fn wrong(rows: &[Row], is_wrong: impl Fn(Label, Verdict) -> bool) -> Wrong {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for (pair, _) in rows.iter().filter(|(pair, verdict)| is_wrong(pair.label, *verdict)) {
        *kinds.entry(&pair.kind).or_default() += 1;
    }
    let mut kinds: Vec<(String, usize)> = kinds.into_iter().map(|(kind, pairs)| (kind.to_owned(), pairs)).collect();
    kinds.sort_by_key(|&(_, pairs)| Reverse(pairs));
    Wrong { pairs: kinds.iter().map(|&(_, pairs)| pairs).sum(), kinds }
}
