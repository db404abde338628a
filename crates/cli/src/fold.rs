//! `offprint fold`: folds a list of results.

use crate::failure::{At, Failure, guard, warn};
use crate::list::Lines;
use crate::output::{FormArgs, Output};
use crate::source::Source;
use clap::Args;
use offprint::index::{SearchResult, fold};
use offprint_cli::failure::LOSSES;
use offprint_report as report;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// An example of a result.
const EXAMPLE: &str = r#"{"url": "https://paper.example/1", "title": "No ferry to Skarn", "snippet": "The ferry …"}"#;

/// Fold a list of results: ten that are one article become one, with the others under it
#[derive(Args)]
#[command(after_help = "\
The list is a JSON array or lines of JSON, the best result first. A result has any of `id`, `url` (or \
`address`), `title`, and what is known of its text: `text` or `html` if the page was read, `article` or the \
fields of one as `offprint read --jsonl` prints it, else `snippet`.

Prints a sentence, and below it each group: the likely original if the pages indicate one, else the best \
result, and under it the others. `same` and `partial` rest on the texts, `rewritten` on their facts. \
`similar` rests on titles and snippets alone: it is probably the same article, but only reading the page \
shows that. Groups of one publisher count as one origin.

--json prints an object: sentence; independentOrigins; groups with representative, source, confidence and \
others, each with result, of, likeness and score; unread. Results go by their id, else their address, else \
their number in the list.

A result that cannot be used is reported on standard error and left out; the exit code is then 3.

Examples:
  offprint fold results.json
  offprint read pages/ --jsonl | offprint fold - --json --rewrites")]
pub struct Arguments {
    /// The list; `-` for standard input
    list: PathBuf,
    /// Also put reports in other words together, by the facts of texts
    #[arg(long)]
    rewrites: bool,
    #[command(flatten)]
    form: FormArgs,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let mut list = List { rewrites: arguments.rewrites, ..List::default() };
    list.read(&arguments.list)?;
    let found = fold(&list.results);
    let mut out = Output::new();
    let text = report::folded(&list.ids, &list.results, &found, arguments.form.form());
    write!(out, "{text}")?;
    out.flush()?;
    Ok(ExitCode::from(if list.failed { LOSSES } else { 0 }))
}

/// The results that could be used.
#[derive(Default)]
struct List {
    ids: Vec<String>,
    results: Vec<SearchResult>,
    rewrites: bool,
    place: String,
    failed: bool,
}

impl List {
    fn read(&mut self, path: &Path) -> Result<(), Failure> {
        let source = Source::new(path)?;
        self.place = source.place.display().to_string();
        let mut from = BufReader::new(source.unpacked()?);
        let start = from.fill_buf().at(path)?;
        if start.trim_ascii_start().starts_with(b"[") {
            let mut json = serde_json::Deserializer::from_reader(from);
            let read = json.deserialize_seq(&mut *self).and_then(|()| json.end());
            if let Err(error) = read {
                let what = format!("the array ends after {} results ({error})", self.ids.len());
                let advice = "write it as one JSON array";
                self.fail(&Failure::new(what, path.display(), advice));
            }
            return Ok(());
        }
        for line in Lines::new(from, &source.place) {
            match line.and_then(|line| line.row(EXAMPLE)) {
                Ok((row, number)) => self.add(row, "line", number),
                Err(failure) => self.fail(&failure),
            }
        }
        Ok(())
    }

    fn add(&mut self, value: Value, unit: &str, number: u64) {
        let place = format!("{} {unit} {number}", self.place);
        let id = ["id", "url", "address"].iter().find_map(|field| match &value[*field] {
            Value::String(name) => Some(name.clone()),
            Value::Number(name) => Some(name.to_string()),
            _ => None,
        });
        match guard(&place, || listed(value, &place, self.rewrites)) {
            Ok(listed) => {
                self.ids.push(id.unwrap_or_else(|| number.to_string()));
                self.results.push(listed);
            }
            Err(failure) => self.fail(&failure),
        }
    }

    fn fail(&mut self, failure: &Failure) {
        warn(failure);
        self.failed = true;
    }
}

/// The result that a value describes.
fn listed(value: Value, place: &str, with_facts: bool) -> Result<SearchResult, Failure> {
    let unusable = |why: &dyn fmt::Display| {
        let what = format!("cannot use this result ({why})");
        Failure::new(what, place, format!("write it like {EXAMPLE}"))
    };
    let listed = SearchResult::deserialize(value).map_err(|error| unusable(&error))?;
    let about = &listed.record.metadata;
    let is_known = listed.record.fingerprint.is_some() || about.url.is_some();
    if !is_known && about.title.is_empty() && listed.text.is_empty() {
        return Err(unusable(&"no address, title or text"));
    }
    Ok(if with_facts { listed.with_facts() } else { listed })
}

/// Adds the elements of an array one by one, so that those before a fault are not lost.
impl<'de> Visitor<'de> for &mut List {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of results")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(value) = elements.next_element()? {
            number += 1;
            self.add(value, "result", number);
        }
        Ok(())
    }
}
