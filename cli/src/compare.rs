//! `offprint compare`: the verdict on two articles.

use crate::extractor::Choice;
use crate::failure::Failure;
use crate::input::Document;
use crate::method::by_name;
use crate::output::{Output, Plain, name};
use crate::passages::{Passage, Passages};
use crate::words;
use clap::Args;
use offprint::methods::{Method, Name};
use offprint::relation::{Relation, relate};
use offprint::verdict::Kind;
use offprint::{Article, Fingerprint, ReadOptions};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compare two articles and say why
#[derive(Args)]
#[command(after_help = "\
Each side is a page, a .txt file with the text of an article, or a fingerprint as `offprint read`
prints it. What names an existing file is that file, anything else is taken for a fingerprint.

Of `same` and `partial` it also says what became of the first in the second, and which one is the
original, by what the pages state: canonical address, credit, site, headline and time. Where both
texts are at hand it lists the longest stretches that only one of them has. Two pages of one site,
by their canonical addresses, need more in common to be partial, since they share furniture.

Exit codes: 0 same or partial, 1 different, 2 failed, 3 unknown (too little text).

Examples:
  offprint compare page.html copy.html
  offprint compare page.html \"$(offprint read copy.html --json | jq -r .fingerprint)\"")]
pub struct Arguments {
    /// A page, a .txt file or a fingerprint
    a: PathBuf,
    /// Another
    b: PathBuf,
    /// Print a JSON object
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Print a JSON object in one line
    #[arg(long)]
    jsonl: bool,
    /// How to compare
    #[arg(long, value_parser = by_name(), value_name = "NAME", default_value_t = Name::Offprint)]
    method: Name,
    #[command(flatten)]
    extractor: Choice,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    relation: Relation,
    /// Where the texts differ; `None` without both texts, or if they are no copies.
    passages: Option<Passages>,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let a = article(&arguments.a, &arguments)?;
    let b = article(&arguments.b, &arguments)?;
    let method = arguments.method.method();
    let verdict = method.compare(method.sign(&a).as_ref(), method.sign(&b).as_ref());
    let relation = relate(verdict, &(&a).into(), &(&b).into());
    let texts = !a.text.is_empty() && !b.text.is_empty() && relation.original.is_some();
    let report = Report {
        passages: texts.then(|| Passages::of(&a.text, &b.text)),
        relation,
    };
    let mut out = Output::new();
    if arguments.json {
        out.json(&report)?;
    } else if arguments.jsonl {
        out.json_line(&report)?;
    } else {
        print(&report, [(&arguments.a, &a), (&arguments.b, &b)], &mut out)?;
    }
    out.flush()?;
    Ok(match report.relation.verdict.verdict {
        Kind::Same | Kind::Partial => ExitCode::SUCCESS,
        Kind::Different => ExitCode::from(1),
        Kind::Unknown => ExitCode::from(3),
    })
}

/// The article of one side; of a fingerprint nothing else is known.
fn article(side: &Path, arguments: &Arguments) -> Result<Article, Failure> {
    if side.exists() {
        return Document::file(side).read(&ReadOptions::default(), arguments.extractor.extractor());
    }
    let text = side.to_string_lossy();
    let fingerprint: Fingerprint = text.parse().map_err(|reason| {
        let what = match reason {
            offprint::Error::FingerprintText => "neither a file nor a fingerprint".to_owned(),
            reason => format!("no file, and no good fingerprint ({reason})"),
        };
        let advice = "check the path, or paste the whole fingerprint";
        Failure::new(what, short(&text), advice)
    })?;
    if arguments.method != Name::Offprint {
        let what = "a fingerprint of the method offprint";
        let advice = "name the page it was made from, or leave out --method";
        return Err(Failure::new(what, short(&text), advice));
    }
    let mut article = Article::of_text(String::new(), String::new());
    article.length = fingerprint.length;
    article.fingerprint = Some(fingerprint);
    Ok(article)
}

fn print(
    report: &Report,
    sides: [(&PathBuf, &Article); 2],
    out: &mut Output,
) -> Result<(), Failure> {
    let Report { relation, passages } = report;
    let verdict = &relation.verdict;
    writeln!(
        out,
        "{}, score {:.3}\n",
        name(verdict.verdict),
        verdict.score
    )?;
    for (side, article) in sides {
        let side = short(&side.to_string_lossy());
        writeln!(
            out,
            "{}  {} letters and digits  {}",
            Plain(&side),
            article.length,
            Plain(&article.title)
        )?;
    }
    if let Some(original) = &relation.original {
        writeln!(out)?;
        if verdict.sides.is_some() {
            writeln!(out, "{}", words::changes(&relation.changes))?;
        }
        for line in words::original(original) {
            writeln!(out, "{line}")?;
        }
    }
    if let Some(passages) = passages {
        print_passages(passages, out)?;
    }
    if verdict.evidence.is_empty() {
        return writeln!(
            out,
            "\nOne of them holds too little text to say, or is not text at all."
        );
    }
    writeln!(
        out,
        "\n{:<22}{:>8}  {:<16}  speaks for a reprint",
        "evidence", "value", "threshold"
    )?;
    for evidence in &verdict.evidence {
        let fired = if evidence.fired { "yes" } else { "no" };
        let bound = if evidence.at_least {
            "at least"
        } else {
            "at most"
        };
        let (channel, value, threshold) = (evidence.channel, evidence.value, evidence.threshold);
        writeln!(
            out,
            "{channel:<22}{value:>8.3}  {bound:<8} {threshold:>7.3}  {fired}"
        )?;
    }
    Ok(())
}

fn print_passages(passages: &Passages, out: &mut Output) -> Result<(), Failure> {
    for (of, side) in ["first", "second"].into_iter().enumerate() {
        let (shared, all) = (passages.shared_sentences[of], passages.sentences[of]);
        let other = ["second", "first"][of];
        writeln!(
            out,
            "{shared} of {all} sentences of the {side} stand in the {other}."
        )?;
    }
    for (side, passages) in ["first", "second"].into_iter().zip(&passages.only) {
        if !passages.is_empty() {
            writeln!(out, "\nOnly in the {side}, by characters of its text:")?;
        }
        for passage in passages {
            let Passage { start, end, text } = passage;
            let more = if text.chars().count() < end - start {
                "…"
            } else {
                ""
            };
            let (range, text) = (format!("{start}–{end}"), text.replace('\n', " "));
            writeln!(out, "  {range:<13}{}{more}", Plain(&text))?;
        }
    }
    Ok(())
}

/// A path, or as much of a fingerprint as can be told apart.
fn short(text: &str) -> String {
    const SHOWN: usize = 60;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
