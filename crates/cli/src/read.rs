//! `offprint read`: the article of a page, or of each page in a folder.

use crate::extractor::Choice;
use crate::failure::Failure;
use crate::input::{Document, documents, in_chunks};
use crate::output::Output;
use crate::paths::Paths;
use crate::progress::Progress;
use crate::{FAILED, warn};
use clap::Args;
use offprint::ReadOptions;
use offprint_report as report;
use offprint_report::{self, BodyForm, Form, PageForm};
use rayon::prelude::*;
use std::process::ExitCode;

/// Read the article off a page: title, text, credit, fingerprint
#[derive(Args)]
#[command(after_help = "\
A folder stands for all pages in it and in its folders, sorted by path: files that end in .html, .htm,
.xhtml, .xht or .shtml, and any others that begin like a document of HTML. The id of a page is its path
in the folder without the ending, or with it if two would have the same. What was skipped is told on
standard error. Of several paths, ids begin with the path as it was given. - is standard input. A .txt
file is taken for the text of an article; what is packed by gzip is unpacked.

What is no page at all, an image or a PDF, is `other`, and `mediaType` says what it is. A page that
cannot be read is told on standard error, the others are still read, and the exit code is 2.

Examples:
  offprint read page.html
  curl -s https://example.org/news | offprint read - --url https://example.org/news --json
  offprint read pages/ --jsonl > articles.jsonl
  offprint read 2026/*.html more/ --jsonl
  find . -name '*.html' -newer seen | offprint read --files-from - --jsonl")]
pub struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Print one JSON object (one page only)
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Print one JSON object a line, one line a page
    #[arg(long)]
    jsonl: bool,
    /// The page's HTTP Content-Type header, say "text/html; charset=gbk": helps to find the charset
    #[arg(long, value_name = "VALUE")]
    content_type: Option<String>,
    /// The address of the page, for the record (one page only)
    #[arg(long)]
    url: Option<String>,
    #[command(flatten)]
    extractor: Choice,
    /// Show every block of the page, and by which rule it was dropped (extractors offprint and rules
    /// only)
    #[arg(long)]
    explain: bool,
    /// Print the body alone as Markdown; in JSON beside the rest
    #[arg(long, conflicts_with_all = ["html", "explain"])]
    markdown: bool,
    /// Print the body alone as HTML, without scripts, styles and classes; in JSON beside the rest
    #[arg(long, conflicts_with = "explain")]
    html: bool,
    /// Give the ISCC Text-Code of the body too (ISO 24138, 64 bits), for others to find it by
    #[arg(long)]
    iscc: bool,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let paths = arguments.paths.all()?;
    let path = &paths[0];
    let is_one = paths.len() == 1 && !path.is_dir();
    let of_one_page = [
        ("--json", arguments.json),
        ("--url", arguments.url.is_some()),
    ];
    if let Some((option, _)) = of_one_page.iter().find(|(_, given)| !is_one && *given) {
        let what = format!("{option} is for one page");
        return Err(Failure::new(
            what,
            path.display(),
            "name a page of this folder, or use --jsonl alone",
        ));
    }
    let extractor = arguments.extractor.extractor();
    if arguments.explain && !extractor.judges_blocks() {
        return Err(Failure::new(
            "--explain is for extractors that choose among the blocks of a page",
            path.display(),
            "leave out --explain, or take the extractor offprint or rules",
        ));
    }
    let wants_markup = arguments.markdown || arguments.html;
    if wants_markup && !extractor.judges_blocks() {
        return Err(Failure::new(
            "--markdown and --html are for extractors that choose among the blocks of a page",
            path.display(),
            "leave them out, or take the extractor offprint or rules",
        ));
    }
    let (documents, failed) = match &paths[..] {
        [path] if path.as_os_str() == "-" => (vec![Document::stdin()], false),
        [path] if is_one => (vec![Document::file(path)], false),
        paths => documents(paths)?,
    };
    let options = ReadOptions {
        content_type: arguments.content_type.clone(),
        url: arguments.url.clone(),
        markup: wants_markup,
        ..arguments.paths.options()
    };
    let form = PageForm {
        form: Form::of(arguments.json, arguments.jsonl),
        headed: !is_one,
        iscc: arguments.iscc,
        explain: arguments.explain,
        body: BodyForm::of(arguments.markdown, arguments.html),
    };
    let mut out = Output::new();
    let mut progress = Progress::new(Some(documents.len()));
    let mut code = ExitCode::from(if failed { FAILED } else { 0 });
    in_chunks(documents.into_iter().map(Ok), |chunk| {
        let articles: Vec<_> = chunk
            .par_iter()
            .map(|document| document.read(&options, extractor))
            .collect();
        for (document, article) in chunk.iter().zip(articles) {
            match article {
                Ok(article) => write!(out, "{}", report::page(&document.id, &article, form))?,
                Err(failure) => {
                    warn(&failure);
                    code = ExitCode::from(FAILED);
                }
            }
        }
        progress.add(chunk.len());
        out.flush()
    })?;
    Ok(code)
}
