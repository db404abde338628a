//! `offprint compare`: the verdict on two articles.

use crate::document::{Content, Document, id_of_file};
use crate::failure::Failure;
use crate::output::{FormArgs, Output};
use crate::paths::{FetchArgs, LimitArgs};
use crate::source::is_address;
use crate::web::Web;
use clap::Args;
use offprint::compare::Verdict;
use offprint::{Article, Fingerprint};
use offprint_report::{self as report, short};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Compare two articles and explain the verdict
#[derive(Args)]
#[command(after_help = "\
Each side is a page, a .txt file with the text of an article, or a fingerprint as `offprint read` prints it. \
The name of an existing file means that file, an address that begins with http:// or https:// is fetched, \
and anything else is read as a fingerprint.

For `same` and `partial` it also prints how the second differs from the first, and which one is the \
original, judging by what the pages state: canonical address, credit, site, headline and time. If both texts \
are at hand, it lists the longest stretches that only one of them has. Two pages of one site, by their \
canonical addresses, need more in common to be partial, since they share boilerplate.

For the other verdicts it also reports whether one rewrites the other, with the names, figures and words \
that agree and those that only one has: `rewritten`, `independent` or `unknown`. This does not change the \
verdict (in JSON it is `rewriting`), and it needs both texts.

Exit codes: 0 same or partial, 1 different or unknown, rewritten or not.

Examples:
  offprint compare page.html copy.html
  offprint compare page.html https://example.org/copy
  offprint compare page.html \"$(offprint read copy.html --json | jq -r .fingerprint)\"")]
pub struct Arguments {
    /// A page, its address, a .txt file or a fingerprint
    a: PathBuf,
    /// The other page, in any of these forms
    b: PathBuf,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    fetch: FetchArgs,
    #[command(flatten)]
    limit: LimitArgs,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let a = article(&arguments.a, &arguments)?;
    let b = article(&arguments.b, &arguments)?;
    let names = [&arguments.a, &arguments.b].map(|side| side.to_string_lossy());
    let sides = [(&*names[0], &a), (&*names[1], &b)];
    let (verdict, text) = report::comparison(sides, arguments.form.form());
    let mut out = Output::new();
    out.verdicts(&text)?;
    out.flush()?;
    Ok(match verdict {
        Verdict::Same | Verdict::Partial => ExitCode::SUCCESS,
        Verdict::Different | Verdict::Unknown => ExitCode::from(1),
    })
}

/// The article of one side. For a fingerprint, only that is known.
fn article(side: &Path, arguments: &Arguments) -> Result<Article, Failure> {
    let options = arguments.limit.options();
    if side.exists() {
        return Document::new(id_of_file(side), Content::File(side.to_owned())).read(&options);
    }
    let text = side.to_string_lossy();
    if is_address(side) {
        let response = Web::new(arguments.fetch.timeout).fetch(&text)?;
        return response.document(options.max_bytes)?.read(&options);
    }
    let fingerprint: Fingerprint = text.parse().map_err(|reason| {
        let what = match reason {
            offprint::Error::FingerprintText => "neither a file nor a fingerprint".to_owned(),
            reason => format!("not a file, and an invalid fingerprint ({reason})"),
        };
        let advice = "check the path, or paste the whole fingerprint";
        Failure::new(what, short(&text), advice)
    })?;
    Ok(report::of_fingerprint(fingerprint))
}
