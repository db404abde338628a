//! `offprint clean`: a page without its noise, or each page of a folder.

use crate::batch::for_each;
use crate::document::Document;
use crate::failure::Failure;
use crate::folder::Filter;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::output::Output;
use crate::paths::Paths;
use clap::Args;
use offprint::ReadOptions;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print a page without its noise: navigation, lists of links, notices, scripts
#[derive(Args)]
#[command(after_help = "\
The page stays HTML, in UTF-8 and with its head, its pictures and its JSON-LD. Anything that may be content is kept. \
One page is printed while it is read; the rest of a page that is longer than --max-bytes is printed as it is. \
Paths mean what they mean for `read`. Texts, and files that are not pages, are reported on standard error; the \
others are still cleaned, and the exit code is 3.

Examples:
  offprint clean page.html > cleaned.html
  curl -s https://example.org/news | offprint clean -
  offprint clean pages/ --jsonl > cleaned.jsonl")]
pub struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Print one JSON object per line, one for each page: its id and its HTML
    #[arg(long)]
    jsonl: bool,
    /// The page's HTTP Content-Type header, such as "text/html; charset=gbk"; helps to find the charset
    #[arg(long, value_name = "VALUE")]
    content_type: Option<String>,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let paths: Vec<PathBuf> = arguments.paths.all()?;
    let check_one = |is_one: bool| {
        let what = "several pages cannot be printed as one";
        let advice = "name one page, or use --jsonl";
        let failure = Failure::new(what, paths[0].display(), advice);
        (is_one || arguments.jsonl).then_some(()).ok_or(failure)
    };
    check_one(paths.len() == 1 && !paths[0].is_dir())?;
    let input = Input::open(&paths, arguments.paths.opener(Filter::Pages)?)?;
    check_one(input.is_one())?;
    let mut options = arguments.paths.limit.options();
    options.content_type = arguments.content_type.clone();
    let mut out = Output::new();
    let mut outcome = Outcome::new(&input);
    if arguments.jsonl {
        let clean = |document: &Document| row(document, &options);
        for_each(&input, &mut outcome, clean, |outcome, document, (row, is_cut)| {
            writeln!(out, "{row}")?;
            outcome.read(&document.id, is_cut);
            out.flush()
        })?;
        return Ok(outcome.end());
    }
    for document in input.all() {
        let cleaned = document.and_then(|document| {
            let is_cut = document.clean(&options, |bytes| out.bytes(bytes))?;
            Ok((document.id, is_cut))
        });
        match cleaned {
            Ok((id, is_cut)) => outcome.read(&id, is_cut),
            Err(failure) => outcome.fail(failure)?,
        }
    }
    out.flush()?;
    Ok(outcome.end())
}

/// The line of a page, and whether reading stopped before its end.
fn row(document: &Document, options: &ReadOptions) -> Result<(String, bool), Failure> {
    let mut html = Vec::new();
    let is_cut = document.clean(options, |bytes| {
        html.extend_from_slice(bytes);
        Ok(())
    })?;
    let (id, html) = (json!(document.id), json!(String::from_utf8_lossy(&html)));
    Ok((format!("{{\"id\":{id},\"html\":{html}}}"), is_cut))
}
