//! `offprint read`: the article of a page, or of each page in a folder.

use crate::extractor::Choice;
use crate::failure::Failure;
use crate::input::{self, Document, PAGES, in_chunks};
use crate::output::{Output, Plain, name};
use crate::progress::Progress;
use crate::{FAILED, warn};
use clap::Args;
use offprint::article::Judged;
use offprint::methods::iscc_text_code;
use offprint::quality::Abstention;
use offprint::{Article, ReadOptions};
use rayon::prelude::*;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

/// Read the article off a page: title, text, credit, fingerprint
#[derive(Args)]
#[command(after_help = "\
A folder stands for all .html and .htm files in it and in its folders, sorted by path; the id of a
page is its path in the folder without the ending. A .txt file is taken for the text of an article.
A page that cannot be read is told on standard error, the others are still read, and the exit code
is 2.

Examples:
  offprint read page.html
  curl -s https://example.org/news | offprint read - --url https://example.org/news --json
  offprint read pages/ --jsonl > articles.jsonl")]
pub struct Arguments {
    /// A page, a folder of pages, or - for standard input
    #[arg(value_name = "PAGE")]
    path: PathBuf,
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
    /// Give the ISCC Text-Code of the body too (ISO 24138, 64 bits), for others to find it by
    #[arg(long)]
    iscc: bool,
    /// Read no more than this of a page
    #[arg(long, value_name = "BYTES", default_value_t = ReadOptions::default().max_bytes)]
    max_bytes: usize,
}

/// A page as JSON.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    #[serde(flatten)]
    article: &'a Article,
    #[serde(skip_serializing_if = "Option::is_none")]
    iscc: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<&'a [Judged]>,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let path = &arguments.path;
    let is_folder = path.is_dir();
    let of_one_page = [
        ("--json", arguments.json),
        ("--url", arguments.url.is_some()),
    ];
    if let Some((option, _)) = of_one_page.iter().find(|(_, given)| is_folder && *given) {
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
    let documents = if is_folder {
        input::folder(path, PAGES)?
    } else if path.as_os_str() == "-" {
        vec![Document::stdin()]
    } else {
        vec![Document::file(path)]
    };

    let options = ReadOptions {
        content_type: arguments.content_type.clone(),
        url: arguments.url.clone(),
        max_bytes: arguments.max_bytes,
        ..ReadOptions::default()
    };
    let mut out = Output::new();
    let mut progress = Progress::new(Some(documents.len()));
    let mut code = ExitCode::SUCCESS;
    in_chunks(documents.into_iter().map(Ok), |chunk| {
        let articles: Vec<_> = chunk
            .par_iter()
            .map(|document| document.read(&options, extractor))
            .collect();
        for (document, article) in chunk.iter().zip(articles) {
            match article {
                Ok(article) => print(&arguments, is_folder, &document.id, &article, &mut out)?,
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

fn print(
    arguments: &Arguments,
    is_folder: bool,
    id: &str,
    article: &Article,
    out: &mut Output,
) -> Result<(), Failure> {
    // All empty bodies have the same code.
    let coded = arguments.iscc && !article.text.is_empty();
    let iscc = coded.then(|| iscc_text_code(&article.text));
    if !arguments.json && !arguments.jsonl {
        if is_folder {
            writeln!(out, "=== {} ===\n", Plain(id))?;
        }
        return print_plain(article, iscc, arguments.explain, out);
    }
    let line = Line {
        id,
        article,
        iscc,
        blocks: arguments.explain.then_some(&article.blocks[..]),
    };
    if arguments.json {
        out.json(&line)
    } else {
        out.json_line(&line)
    }
}

fn print_plain(
    article: &Article,
    iscc: Option<String>,
    explain: bool,
    out: &mut Output,
) -> Result<(), Failure> {
    let title = Some(article.title.as_str()).filter(|title| !title.is_empty());
    writeln!(out, "{}\n", Plain(title.unwrap_or("(no title)")))?;
    let iscc = iscc.map(|code| ("ISCC", code));
    for (fact, value) in facts(article).into_iter().chain(iscc) {
        writeln!(out, "{fact:<12}{}", Plain(&value))?;
    }
    if explain {
        writeln!(out, "\nBlocks, + kept, - dropped:\n")?;
        for block in &article.blocks {
            match block.rule {
                None => writeln!(out, "+ {}", Plain(&block.text))?,
                Some(rule) => writeln!(out, "- [{}] {}", name(rule), Plain(&block.text))?,
            }
        }
    } else {
        writeln!(out, "\n{}", Plain(&article.text))?;
    }
    writeln!(out)
}

/// What is known of an article beside its title and text.
fn facts(article: &Article) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let stated = [
        ("Credit", &article.credit),
        ("Author", &article.author),
        ("Site", &article.site),
        ("Published", &article.published),
        ("Canonical", &article.canonical),
        ("Address", &article.url),
    ];
    for (fact, value) in stated {
        facts.extend(value.clone().map(|value| (fact, value)));
    }
    let script = name(article.script);
    facts.push(("Language", format!("{}, script {script}", article.language)));
    let charset = match article.charset_source {
        Some(source) => format!("{}, from {}", article.charset, name(source)),
        None => article.charset.to_owned(),
    };
    facts.push(("Charset", charset));
    facts.push(("Length", format!("{} letters and digits", article.length)));
    if article.truncated {
        facts.push((
            "Cut",
            "not read to its end: longer than --max-bytes, nested without end, or in too many parts".to_owned(),
        ));
    }
    let page_type = name(article.page_type);
    facts.push((
        "Page",
        format!("{page_type}, quality {} of 100", article.quality),
    ));
    let fingerprint = match (&article.fingerprint, article.abstention) {
        (Some(fingerprint), _) => fingerprint.to_string(),
        (None, why) => format!("none: {}; any comparison will say unknown", reason(why)),
    };
    facts.push(("Fingerprint", fingerprint));
    facts
}

/// Why a page has no fingerprint.
fn reason(why: Option<Abstention>) -> &'static str {
    match why {
        Some(Abstention::Unreadable) => "this is not text, or in a charset that could not be found",
        Some(Abstention::List) => "this is a list of pages, and no article",
        Some(Abstention::NoArticle) => "there is nothing to read here but a message",
        Some(Abstention::Boilerplate) => {
            "the body is notices and calls to action, which any page of the site may hold"
        }
        _ => "too little text",
    }
}
