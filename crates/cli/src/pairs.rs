//! `offprint pairs`: compares each pair of a list.

use crate::failure::{Failure, guard};
use crate::input::{Input, in_chunks};
use crate::output::{Lines, Output};
use crate::paths::Most;
use crate::progress::Progress;
use crate::rows::{At, Row, Rows};
use crate::tally::Cut;
use crate::{FAILED, warn};
use clap::Args;
use offprint::Fingerprint;
use offprint::compare::rewriting;
use offprint::facts::Sketch;
use offprint_report::{self as report, Form};
use rayon::prelude::*;
use serde::Deserialize;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pairs compared in one step.
const CHUNK: usize = 4096;

/// Compare the pairs of a list
#[derive(Args)]
#[command(after_help = "\
Prints a line for each pair, in the order of the list, {\"a\", \"b\", \"verdict\", \"score\", \"borderline\", \"gated\", \
\"rewritten\"}, or with --plain a line for people. `borderline`: a slightly different measurement would change the \
verdict. `gated`: one of the two is only the beginning of an article, before a paywall, so the verdict is at \
most partial. `rewritten`: how likely one rewrites the other, 0 to 1; absent if this is unknown, as for \
fingerprints without sketches. Each document is read once, and only if a pair names it. Other fields of the list are \
ignored.

Examples:
  offprint pairs --docs pages/ --pairs pairs.jsonl > verdicts.jsonl
  offprint pairs --fingerprints candidates.jsonl > verdicts.jsonl")]
pub struct Arguments {
    /// A folder of pages and .txt files, or a file of lines {"id", "title", "text"}
    #[arg(
        long,
        value_name = "FOLDER|FILE",
        required_unless_present = "fingerprints",
        requires = "pairs"
    )]
    docs: Option<PathBuf>,
    /// A file of lines {"a", "b"}, the ids of two documents
    #[arg(
        long,
        value_name = "FILE",
        required_unless_present = "fingerprints",
        requires = "docs"
    )]
    pairs: Option<PathBuf>,
    /// Instead of both, a file of lines {"a", "b", "a_fingerprint", "b_fingerprint"}, perhaps with "a_sketch" and
    /// "b_sketch", - for standard input, or a .parquet file with such columns
    #[arg(long, value_name = "FILE", conflicts_with_all = ["docs", "pairs"])]
    fingerprints: Option<PathBuf>,
    #[command(flatten)]
    most: Most,
    #[command(flatten)]
    lines: Lines,
    /// Report a pair as unknown if one of its documents is missing or cannot be read, instead of stopping
    #[arg(long)]
    keep_going: bool,
}

#[derive(Deserialize)]
struct PairRow {
    a: String,
    b: String,
}

impl Row for PairRow {
    const LIKE: &'static str = r#"{"a": "7", "b": "12"}"#;
}

/// The list of pairs, with each id stored once.
#[derive(Default)]
struct List {
    ids: Vec<String>,
    /// Where each id is first named.
    lines: Vec<u64>,
    /// Indices of the ids.
    pairs: Vec<(usize, usize)>,
}

impl List {
    fn read(path: &std::path::Path) -> Result<List, Failure> {
        let mut list = List::default();
        let mut indices = HashMap::new();
        for at in Rows::<PairRow>::open(path)? {
            let At { row, number, .. } = at?;
            let mut index = |id: String| {
                *indices.entry(id).or_insert_with_key(|id| {
                    list.ids.push(id.clone());
                    list.lines.push(number);
                    list.ids.len() - 1
                })
            };
            let pair = (index(row.a), index(row.b));
            list.pairs.push(pair);
        }
        Ok(list)
    }
}

/// Two fingerprints, perhaps with facts; a missing fingerprint makes the pair `unknown`.
#[derive(Deserialize)]
struct FingerprintRow {
    a: String,
    b: String,
    a_fingerprint: Option<Fingerprint>,
    b_fingerprint: Option<Fingerprint>,
    a_sketch: Option<Sketch>,
    b_sketch: Option<Sketch>,
}

impl Row for FingerprintRow {
    const LIKE: &'static str =
        r#"{"a": "7", "b": "12", "a_fingerprint": "…", "b_fingerprint": "…"}"#;
}

fn of_fingerprints(path: &Path, form: Form) -> Result<(), Failure> {
    let mut out = Output::new();
    for at in Rows::<FingerprintRow>::open(path)? {
        let At { row, .. } = at?;
        let [a, b] = [&row.a_fingerprint, &row.b_fingerprint].map(Option::as_ref);
        let verdict = offprint::compare(a, b);
        let [x, y] = [&row.a_sketch, &row.b_sketch].map(Option::as_ref);
        let rewriting = rewriting(x, y, verdict.verdict);
        let ids = [&*row.a, &*row.b];
        out.verdicts(&report::pair(ids, &verdict, Some(&rewriting), form))?;
    }
    out.flush()
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let (Some(docs), Some(pairs)) = (&arguments.docs, &arguments.pairs) else {
        let path = arguments.fingerprints.as_deref().unwrap_or(Path::new("-"));
        of_fingerprints(path, arguments.lines.form())?;
        return Ok(ExitCode::SUCCESS);
    };
    let list = List::read(pairs)?;
    let source = Input::named(docs, arguments.most.options().max_bytes)?;
    let is_whole = source.reported().is_empty();
    let code = ExitCode::from(if is_whole { 0 } else { FAILED });
    compare(&arguments, source, &list)?;
    Ok(code)
}

fn compare(arguments: &Arguments, source: Input, list: &List) -> Result<(), Failure> {
    let signed = sign(arguments, source, list)?;
    let form = arguments.lines.form();
    let mut out = Output::new();
    for chunk in list.pairs.chunks(CHUNK) {
        let verdicts: Vec<_> = chunk
            .par_iter()
            .map(|&(a, b)| {
                let [a, b] = [&signed[a], &signed[b]];
                let prints = [a, b].map(|signed| signed.fingerprint.as_ref());
                let verdict = offprint::compare(prints[0], prints[1]);
                let verdict = verdict.of_texts(prints, [a.digest, b.digest]);
                let [x, y] = [a, b].map(|signed| signed.sketch.as_ref());
                let rewriting = rewriting(x, y, verdict.verdict);
                (verdict, rewriting)
            })
            .collect();
        for (&(a, b), (verdict, rewriting)) in chunk.iter().zip(verdicts) {
            let ids = [&*list.ids[a], &*list.ids[b]];
            let line = report::pair(ids, &verdict, Some(&rewriting), form);
            out.verdicts(&line)?;
        }
    }
    out.flush()
}

/// The part of a document that is compared.
#[derive(Default)]
struct Signed {
    fingerprint: Option<Fingerprint>,
    digest: Option<u64>,
    sketch: Option<Sketch>,
    /// The page was cut off at the limit.
    is_cut: bool,
}

/// What is compared of each document of the list.
fn sign(arguments: &Arguments, source: Input, list: &List) -> Result<Vec<Signed>, Failure> {
    let catalogue = source.catalogue()?;
    let options = arguments.most.options();
    let mut progress = Progress::new(Some(list.ids.len()));
    let mut all = Vec::with_capacity(list.ids.len());
    let mut cut = Cut::default();
    let named = list.ids.iter().zip(&list.lines).map(|(id, line)| {
        let found = catalogue.get(id)?.ok_or_else(|| {
            let [docs, pairs] = [&arguments.docs, &arguments.pairs]
                .map(|path| path.as_deref().unwrap_or(Path::new("-")).display());
            let what = format!("no document with the id `{id}` in {docs}");
            let place = format!("{pairs} line {line}");
            let advice = match arguments.keep_going {
                true => "its pairs are reported as unknown",
                false => "add it, or pass --keep-going to report its pairs as unknown",
            };
            Failure::new(what, place, advice)
        });
        // The code below decides whether a missing document ends the run.
        Ok(found)
    });
    in_chunks(named, |chunk| {
        let signed: Vec<Result<_, Failure>> = chunk
            .into_par_iter()
            .map(|found| {
                let document = found?;
                guard(&document.id, || {
                    let article = document.read(&options)?;
                    Ok(Signed {
                        sketch: article.sketch(),
                        digest: article.digest(),
                        fingerprint: article.fingerprint,
                        is_cut: article.truncated,
                    })
                })
            })
            .collect();
        progress.add(signed.len());
        for signed in signed {
            match signed {
                Ok(signed) => {
                    if signed.is_cut {
                        cut.add(&list.ids[all.len()]);
                    }
                    all.push(signed);
                }
                Err(failure) if arguments.keep_going => {
                    warn(&failure);
                    all.push(Signed::default());
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    })?;
    cut.note();
    Ok(all)
}
