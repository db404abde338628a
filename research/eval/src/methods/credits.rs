//! The measurements of the second paper, on the pages of the reprints with the true credit of each article ([`plant`]): in the
//! set as it is, a page keeps the credit of the article that its template had.

use super::plant::{DocRow, Planted, WRITINGS, decoded, plant, read};
use crate::pairs::rates::{Tally, Task};
use crate::pairs::sets::{self, Docs, Pair};
use crate::pairs::sign;
use anyhow::{Context, Result};
use offprint::Metadata;
use offprint::compare::{Comparison, Verdict, Which};
use offprint::internals::original::original;
use offprint_methods::methods::{Credit, FeatureCode, Method, Offprint, sources};
use serde::{Deserialize, Serialize};
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

/// What led to a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    Headline,
    Text,
    Code,
    Time,
}

impl By {
    const ALL: [(By, &str); 4] = [
        (By::Headline, "credit and headline"),
        (By::Text, "credit and code"),
        (By::Code, "code, without a credit"),
        (By::Time, "headline and time, without a credit"),
    ];

    fn of(found: &Comparison) -> By {
        let fired = |name: &str| found.evidence.iter().any(|e| e.channel == name && e.fired);
        match (fired("source"), fired("headline"), fired("main-code")) {
            (true, true, _) => By::Headline,
            (true, ..) => By::Text,
            (false, _, true) => By::Code,
            _ => By::Time,
        }
    }
}

/// Pairs reported as copies.
#[derive(Default, Clone, Copy)]
struct Counts {
    reported: usize,
    right: usize,
}

/// How many copies of one task exist and were found, in all or by one kind of evidence.
#[derive(Serialize, Deserialize)]
struct Found {
    task: String,
    by: Option<String>,
    existing: usize,
    reported: usize,
    correct: usize,
    precision: f64,
    recall: f64,
}

#[derive(Serialize, Deserialize)]
struct Rates {
    precision: f64,
    recall: f64,
}

/// One way to compare the pages of the set.
#[derive(Serialize, Deserialize)]
struct Way {
    way: String,
    whole: Rates,
    partial: Rates,
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
    found: Vec<Found>,
    ways: Vec<Way>,
    writings: Vec<Writing>,
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
    let code = Credit {
        headline: 2.0,
        ..credit
    };
    let second_chance = Credit {
        second_chance: true,
        ..credit
    };
    let by_time = Credit {
        by_time: true,
        ..credit
    };
    let credit_way = |name, method: &Credit| way(name, &docs, &pairs, method);
    Ok(Credits {
        pages: docs.docs.len(),
        found: found(&compared(&docs, &pairs, &credit), &pairs),
        ways: vec![
            credit_way("credit", &credit),
            credit_way(
                "credit, codes compared too where credits differ",
                &second_chance,
            ),
            credit_way("credit, headline and time without one", &by_time),
            credit_way("credit, confirmed by the code alone", &code),
            way("feature code", &docs, &pairs, &FeatureCode::default()),
            way(
                "feature code with length",
                &docs,
                &pairs,
                &FeatureCode::with_length(),
            ),
            way("offprint", &docs, &pairs, &Offprint),
        ],
        writings: writings(&docs, planted.into_inner().expect("no reader panics"))?,
    })
}

/// How often each writing is read.
fn writings(docs: &Docs, planted: BTreeMap<String, (usize, Planted)>) -> Result<Vec<Writing>> {
    let mut reads = vec![[Read::default(); 2]; WRITINGS.len() + 1];
    let signed = sign(&docs.docs, &Credit::default());
    for (id, (language, planted)) in planted {
        let of = &mut reads[planted.writing.unwrap_or(WRITINGS.len())][language];
        let place = docs.place(&id)?;
        let found = signed[place]
            .as_ref()
            .map_or(&[][..], |signed| &signed.sources);
        let is_original = |host: &str| original_at(host, &docs.docs[place].metadata);
        let [host, stranger] = planted.hosts;
        of.pages += 1;
        of.any += usize::from(!found.is_empty());
        of.right += usize::from(
            sources(planted.source)
                .iter()
                .any(|name| found.contains(name)),
        );
        of.originals += usize::from(is_original(host));
        of.wrong += usize::from(stranger != host && is_original(stranger));
    }
    let writing = |(i, [zh, en]): (usize, [Read; 2])| Writing {
        writing: WRITINGS.get(i).map(|written| written.map(str::to_owned)),
        zh: zh.shares(),
        en: en.shares(),
    };
    Ok(reads.into_iter().enumerate().map(writing).collect())
}

/// Whether [`original`] calls a page a copy of a source's page, with only the source's host known.
fn original_at(host: &str, page: &Metadata) -> bool {
    let at = |url| Metadata {
        url: Some(url),
        ..Metadata::default()
    };
    let copy = Metadata {
        credit: page.credit.clone(),
        ..at("https://portal.example/7".to_owned())
    };
    original(&at(format!("https://www.{host}/1")), &copy, None).which == Which::First
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
    let rates = |task| {
        let verdicts = compared.iter().map(|found| found.verdict);
        let tally = Tally::of(pairs.iter().zip(verdicts), task);
        Rates {
            precision: tally.precision(),
            recall: tally.recall(),
        }
    };
    Way {
        way: name.to_owned(),
        whole: rates(Task::Same),
        partial: rates(Task::Partial),
    }
}

/// The whole and partial copies that are found, by kind of evidence.
fn found(compared: &[Comparison], pairs: &[Pair]) -> Vec<Found> {
    let mut lines = Vec::new();
    for (name, task) in [
        ("whole copies", Task::Same),
        ("partial copies", Task::Partial),
    ] {
        let mut existing = 0;
        let mut all = Counts::default();
        let mut by: BTreeMap<By, Counts> = BTreeMap::new();
        for (pair, found) in pairs.iter().zip(compared) {
            if pair.label == sets::Label::Grey {
                continue;
            }
            existing += usize::from(task.is_right(pair.label, reports(task)));
            if found.verdict == reports(task) {
                for counts in [&mut all, by.entry(By::of(found)).or_default()] {
                    counts.reported += 1;
                    counts.right += usize::from(task.is_right(pair.label, found.verdict));
                }
            }
        }
        let line = |by: Option<&str>, counts: &Counts| {
            let share = |whole: usize| counts.right as f64 / whole.max(1) as f64;
            Found {
                task: name.to_owned(),
                by: by.map(str::to_owned),
                existing,
                reported: counts.reported,
                correct: counts.right,
                precision: share(counts.reported),
                recall: share(existing),
            }
        };
        lines.push(line(None, &all));
        let by_name = By::ALL
            .iter()
            .filter_map(|(of, name)| Some((name, by.get(of)?)));
        lines.extend(by_name.map(|(name, counts)| line(Some(name), counts)));
    }
    lines
}

/// The verdict that reports a pair of the task.
fn reports(task: Task) -> Verdict {
    match task {
        Task::Partial => Verdict::Partial,
        _ => Verdict::Same,
    }
}
