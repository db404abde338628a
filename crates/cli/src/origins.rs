//! `offprint origins`: counts the independent origins of many pages.

use crate::batch::for_each;
use crate::document::text_hash;
use crate::failure::Failure;
use crate::folder::Filter;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::output::{FormArgs, Output};
use crate::paths::Paths;
use clap::Args;
use offprint::compare::ArticleRecord;
use offprint::index::origins;
use offprint_report as report;
use std::process::ExitCode;

/// Count the independent origins of many pages: forty with one agency's story have one
#[derive(Args)]
#[command(after_help = "\
Prints a sentence, and below it each origin with its pages. Pages that share their text form a cluster. Its \
origin is decided by what its pages state (canonical addresses, credits, dates) and by the text that is \
closest to all others; it is left open where these decide nothing. The order of the pages never counts. Pages \
of one publisher count once. The pages state all of this themselves, so the answer is only as reliable as they are.

With --rewrites, pages that have a report in other words go back to its origin, too. They stay apart from its \
copies: nothing shows this as surely as common text.

--json prints an object: sentence; origins with source, original, confidence, evidence and pages; clusters \
with original, representative, size, density, members and links, which show who copied whom; rewritings with \
rewriting, source and score; unique; unknown. --csv prints a table with a row for each page.

Input that cannot be read is reported on standard error and left out; the exit code is then 3.

A file may also hold lines that `offprint read --jsonl` has printed; these articles are not read again.

Examples:
  offprint origins pages/
  offprint origins crawl.warc.gz --json
  offprint read pages/ --jsonl > articles.jsonl; offprint origins articles.jsonl --json")]
pub struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Also find pages that rewrite another one, by the facts of their texts
    #[arg(long)]
    rewrites: bool,
    #[command(flatten)]
    form: FormArgs,
    /// Print a table of all pages (RFC 4180)
    #[arg(long, conflicts_with_all = ["json", "jsonl"])]
    csv: bool,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let paths = arguments.paths.all()?;
    let input = Input::open(&paths, arguments.paths.opener(Filter::Documents)?)?;
    let mut outcome = Outcome::new(&input);
    let options = arguments.paths.limit.options();
    let mut pages = Vec::new();
    for_each(
        &input,
        &mut outcome,
        |document| {
            let article = document.read(&options)?;
            let member =
                if arguments.rewrites { ArticleRecord::with_facts(&article) } else { ArticleRecord::from(&article) };
            Ok((member, text_hash(&article), article.truncated))
        },
        |outcome, mut document, (member, text, is_cut)| {
            // A document that occurs again is not another page.
            if outcome.is_new(&mut document, text) {
                outcome.read(&document.id, is_cut);
                pages.push((document.id, member));
            }
            Ok(())
        },
    )?;
    // Pages that tie in everything keep their given order, here the order of their ids.
    pages.sort_by(|(a, _), (b, _)| a.cmp(b));
    let (ids, members): (Vec<String>, Vec<ArticleRecord>) = pages.into_iter().unzip();
    let found = origins(&members);
    let form = arguments.form.form();
    let text = if arguments.csv {
        report::clusters(&ids, &members, &found, form)
    } else {
        report::origins(&ids, &members, &found, form)
    };
    let mut out = Output::new();
    write!(out, "{text}")?;
    out.flush()?;
    Ok(outcome.end())
}
