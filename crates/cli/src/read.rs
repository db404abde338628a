//! `offprint read`: the article of a page, or of each page in a folder.

use crate::batch::for_each;
use crate::document::text_hash;
use crate::failure::Failure;
use crate::folder::Filter;
use crate::follow::follow;
use crate::input::Input;
use crate::outcome::Outcome;
use crate::output::Output;
use crate::paths::{Paths, check_outputs};
use crate::source::is_address;
use crate::table::Table;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use offprint::{ReadOptions, Structure};
use offprint_report::{self as report, BodyForm, Form, PageForm};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Read the article off a page: title, text, credit, fingerprint
#[derive(Args)]
#[command(after_help = "\
A folder means all pages in it and in its subfolders, sorted by path: files that end in .html, .htm, .xhtml, \
.xht or .shtml, and other files that begin like an HTML document. The id of a page is its path in the folder \
without the ending, or with the ending if two pages would have one id. With several paths, ids begin with \
the path as given. Skipped files are reported on standard error. A .txt file holds the text of an article, a list one on each \
line, {\"id\", \"title\", \"text\"}. \
Files compressed with gzip or zstd are unpacked. A Parquet file is a list, too.

A web archive, alone or in a folder, means its HTML responses with status 200, its HTML resources and its texts \
(WET); their id is their address. An id that occurs again with its text is counted and left out; with another text, \
`#` and a number of the text are added to it. A feed means the pages that it links to.

A file that is not a page, such as an image or a PDF, is `other`, and `mediaType` reports its type. A page \
or a record of an archive that cannot be read is reported on standard error; the others are still read, and \
the exit code is 3.

Examples:
  offprint read page.html
  curl -s https://example.org/news | offprint read - --url https://example.org/news --json
  offprint read https://example.org/news --json
  offprint read https://example.org/long-read --follow --markdown
  offprint read pages/ --jsonl > articles.jsonl
  offprint read 2026/*.html more/ --jsonl
  offprint read page.html --markdown --without links,images
  offprint read crawl.warc.gz --output pages.ndjson
  find . -name '*.html' -newer seen | offprint read --files-from - --jsonl")]
pub struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// Print one JSON object (one page only)
    #[arg(long, conflicts_with = "jsonl")]
    json: bool,
    /// Print one JSON object per line, one for each page
    #[arg(long)]
    jsonl: bool,
    /// The page's HTTP Content-Type header, such as "text/html; charset=gbk"; helps to find the charset
    #[arg(long, value_name = "VALUE")]
    content_type: Option<String>,
    /// The address of the page (one page only)
    #[arg(long)]
    url: Option<String>,
    /// Print all candidates for title, authors, day and credit, and all blocks, with the decision on each
    #[arg(long)]
    explain: bool,
    /// Print only the body, as Markdown; in JSON, add it to the other fields
    #[arg(long, group = "structured", conflicts_with_all = ["html", "explain"])]
    markdown: bool,
    /// Print only the body, as HTML without scripts, styles and classes; in JSON, add it to the other fields
    #[arg(long, group = "structured", conflicts_with = "explain")]
    html: bool,
    /// Write Markdown and HTML without links (their text stays), images or tables (each cell becomes a paragraph);
    /// several with commas between them
    #[arg(long, value_name = "WHAT", value_delimiter = ',', requires = "structured", value_parser = structures())]
    without: Vec<Structure>,
    /// Fetch the further pages of an article that its site splits over several, at most 20, and print all as one
    /// article (addresses only)
    #[arg(long, conflicts_with = "explain")]
    follow: bool,
    /// Write a table with a row for each page instead (.jsonl, .ndjson, .parquet); docs/sql/README.md has its columns
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "jsonl", "explain", "html"])]
    output: Option<PathBuf>,
    /// Add to the table a column `sketch` with the facts of each text, up to 540 characters, and the keys of these
    /// facts to its keys, so that rewritten articles are found, too
    #[arg(long, requires = "output")]
    rewrites: bool,
}

/// Takes the name of a structure.
fn structures() -> impl TypedValueParser<Value = Structure> {
    let names = PossibleValuesParser::new(Structure::NAMES);
    names.map(|name| Structure::from_name(&name).expect("one of the names"))
}

impl Arguments {
    fn options(&self) -> ReadOptions {
        let mut options = self.paths.limit.options();
        options.markup = self.markdown || self.html;
        options.content_type = self.content_type.clone();
        options.url = self.url.clone();
        options.without = self.without.clone();
        options
    }
}

/// Refuses options for one page if there are several.
fn check_one(arguments: &Arguments, path: &Path, is_one: bool) -> Result<(), Failure> {
    let option = match arguments {
        _ if is_one => return Ok(()),
        Arguments { json: true, .. } => "--json",
        Arguments { url: Some(_), .. } => "--url",
        _ => return Ok(()),
    };
    let advice = "name a page of this folder, or use --jsonl alone";
    Err(Failure::misuse(format!("{option} works only with one page"), path.display(), advice))
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let paths = arguments.paths.all()?;
    let path = &paths[0];
    // Whether the path is a folder is determined before the folder is searched.
    check_one(&arguments, path, paths.len() == 1 && !path.is_dir())?;
    let unfollowed = paths.iter().find(|path| !is_address(path));
    if let Some(path) = unfollowed.filter(|_| arguments.follow) {
        let advice = "name the address of its first page, or leave out --follow";
        let what = "--follow works only with addresses";
        return Err(Failure::misuse(what, path.display(), advice));
    }
    check_outputs(&paths, &[arguments.output.as_deref()])?;
    let input = Input::open(&paths, arguments.paths.opener(Filter::Pages)?)?;
    check_one(&arguments, path, input.is_one())?;
    let mut table = arguments.output.as_deref().map(|path| Table::create(path, arguments.rewrites)).transpose()?;
    let is_table = table.is_some();
    let options = arguments.options();
    let form = PageForm {
        form: Form::new(arguments.json, arguments.jsonl),
        headed: !input.is_one(),
        explain: arguments.explain,
        body: BodyForm::new(arguments.markdown, arguments.html),
    };
    let mut out = Output::new();
    let mut outcome = Outcome::new(&input);
    for_each(
        &input,
        &mut outcome,
        |document| {
            let mut article = document.read(&options)?;
            if arguments.follow {
                article = follow(article, &input.opener, &options);
            }
            // The printed text is also made in parallel.
            let page = if is_table { String::new() } else { report::page(&document.id, &article, form) };
            // The ids of files are not repeated.
            let text = document.path().is_none().then(|| text_hash(&article));
            Ok((page, article, text))
        },
        |outcome, mut document, (mut page, article, text)| {
            let id = document.id.clone();
            if text.is_some_and(|text| !outcome.is_new(&mut document, text)) {
                return Ok(());
            }
            if let Some(table) = &mut table {
                table.add(&document.id, &article)?;
            } else if document.id != id {
                page = report::page(&document.id, &article, form);
            }
            outcome.read(&document.id, false);
            write!(out, "{page}")?;
            out.flush()
        },
    )?;
    table.map_or(Ok(()), Table::end)?;
    Ok(outcome.end())
}
