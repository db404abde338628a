//! `offprint dedupe`: articles in the order of their arrival, each looked up among the earlier ones.

use crate::extractor::{self, Choice};
use crate::failure::Failure;
use crate::index;
use crate::input::{Document, Found, IdRow, Source, in_chunks};
use crate::method::by_name;
use crate::output::{Lines, Output};
use crate::paths::Paths;
use crate::progress::Progress;
use crate::rows::Rows;
use crate::{FAILED, warn};
use clap::Args;
use offprint::extract::Sites;
use offprint::index::arrive;
use offprint::index::{InMemory, Index};
use offprint::{ReadOptions, SiteMemory};
use offprint_baselines::extractors::Extractor;
use offprint_baselines::methods::{Method, Name, Offprint};
use offprint_report as report;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Find the reprints in a stream of articles
#[derive(Args)]
#[command(after_help = "\
Articles arrive one by one. Each is looked up by its keys and compared with every earlier article
found. The nearest decides (of equals the earliest); for `same`, half of those found of its class
must agree. Then it is stored under its own keys, in the class of what it is the same as, unless it
is too short. (The methods of the papers do not store copies.)

Prints a line for each article,
{\"id\", \"verdict\", \"of\", \"reads\", \"score\", \"known\", \"gated\"}, or with --plain one for people. `of` is the
earlier article, null if the verdict is different or unknown; `reads` is the number of keys looked up; `gated` says
that it is only the beginning of an article, before a paywall, and so partial at most (null if the page is not read or
has too little text). An article without a forerunner is different. With --method credit a line has `occurrences`
too: how many pages of its article have arrived, the page itself included.

An id is judged once. When it comes again, in this run or a later one with the same --index, the
page is not read: the first verdict is repeated, with `known` true and no reads. So an interrupted
run can be started again, and no page is taken for a reprint of itself. Give a page whose content
has changed a new id.

The pages of a folder are read twice. What stands on other articles of a host (disclaimers, teasers, \"about
us\") counts less as part of an article; the first reading finds out what that is. The host is that of the
address which the page states as its own. With --no-site-memory every page is read once, by itself, and so
it is with --index: which other pages there are must not depend on the run.

What cannot be read is told on standard error, and stays out; the others are still judged, and the
exit code is 2.

Example:
  offprint dedupe pages/ --index seen.offprint > verdicts.jsonl")]
pub struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// A file of lines {"id"}: the articles that arrive, in this order. Without it all do, files
    /// sorted by path, texts as listed
    #[arg(long, value_name = "FILE")]
    order: Option<PathBuf>,
    /// A file to keep the index in between runs, made if there is none (method and extractor
    /// offprint only)
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Read each page by itself, whatever stands on others of its site
    #[arg(long)]
    no_site_memory: bool,
    /// How to compare
    #[arg(long, value_parser = by_name(), value_name = "NAME", default_value_t = Name::Offprint)]
    method: Name,
    #[command(flatten)]
    extractor: Choice,
    #[command(flatten)]
    lines: Lines,
}

impl Arguments {
    fn has_site_memory(&self) -> bool {
        !self.no_site_memory && self.index.is_none()
    }
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let ours = arguments.extractor.name == extractor::Name::Offprint;
    match (&arguments.index, arguments.method) {
        (Some(path), Name::Offprint) if ours => {
            let index = index::open(path)?;
            dedupe(&arguments, &Offprint, index)
        }
        (Some(path), _) => {
            let what = "only the method and the extractor offprint can be kept in a file";
            Err(Failure::new(
                what,
                path.display(),
                "leave out --index, or --method and --extractor",
            ))
        }
        (None, name) => dedupe(&arguments, &name.method(), InMemory::with(name.limits())),
    }
}

fn dedupe<M, I>(arguments: &Arguments, method: &M, mut index: I) -> Result<ExitCode, Failure>
where
    M: Method + Sync,
    M::Signature: Clone + Send + Sync,
    I: Index<M::Signature>,
    Failure: From<I::Error>,
{
    let source = Source::of(&arguments.paths.all()?)?;
    let mut failed = source.failed();
    let is_folder = source.is_files();
    let (mut documents, total) = match &arguments.order {
        None => {
            let total = source.len();
            (source.all()?, total)
        }
        Some(order) => (ordered(source, order)?, None),
    };
    let options = arguments.paths.options();
    let extractor = arguments.extractor.extractor();
    let mut hosts = Hosts::new();
    if is_folder && extractor == Extractor::Offprint && arguments.has_site_memory() {
        let all: Vec<_> = documents.collect();
        hosts.read(&all, &options, method)?;
        documents = Box::new(all.into_iter());
    }
    let mut out = Output::new();
    let counted = arguments.method.counts_occurrences();
    let mut occurrences = counted.then(report::Occurrences::default);
    let mut progress = Progress::new(total);
    in_chunks(documents, |chunk| {
        let mut tell = |failure: Failure| {
            warn(&failure);
            failed = true;
        };
        let mut documents: Vec<Document> = Vec::with_capacity(chunk.len());
        for found in chunk {
            found.map_or_else(&mut tell, |document| documents.push(document));
        }
        let known: Vec<bool> = documents
            .iter()
            .map(|document| Ok(index.judgement(&document.id)?.is_some()))
            .collect::<Result<_, Failure>>()?;
        let signatures: Vec<Result<Option<M::Signature>, Failure>> = documents
            .par_iter()
            .zip(known)
            .map(|(document, known)| match known {
                true => Ok(None),
                false => {
                    if let Some(signature) = hosts.signatures.get(&document.id) {
                        return Ok(signature.clone());
                    }
                    let site = hosts.of(&document.id);
                    let (article, _) = document.read_on(site, &options, extractor)?;
                    Ok(method.sign(&article))
                }
            })
            .collect();
        let mut arrivals = Vec::with_capacity(documents.len());
        let mut articles = documents.iter().zip(signatures);
        let judged = articles.try_for_each(|(document, signature)| {
            match signature {
                Ok(signature) => {
                    let arrival = arrive(&document.id, signature, method, &mut index)?;
                    arrivals.push((&document.id, arrival));
                }
                Err(failure) => tell(failure),
            }
            Ok(())
        });
        // Before a failure is told, what was judged is kept; and it is saved before it is printed,
        // so that a printed line stays true.
        index.save()?;
        for (id, arrival) in &arrivals {
            let form = arguments.lines.form();
            let count = occurrences.as_mut().map(|counts| counts.count(id, arrival));
            write!(out, "{}", report::arrival(id, arrival, count, form))?;
        }
        progress.add(documents.len());
        out.flush()?;
        judged
    })?;
    Ok(ExitCode::from(if failed { FAILED } else { 0 }))
}

/// Signatures kept of the first reading. Larger: more pages of no known host are read once only; each takes half a
/// kilobyte.
const KEPT: usize = 100_000;

/// What stands on the pages of each host.
struct Hosts<S> {
    sites: Sites,
    /// The number of the host of each document, by its id.
    numbers: HashMap<String, usize>,
    /// Of documents of no known host: no second reading says more of them.
    signatures: HashMap<String, Option<S>>,
}

impl<S: Clone + Send> Hosts<S> {
    fn new() -> Hosts<S> {
        Hosts {
            sites: Sites::default(),
            numbers: HashMap::new(),
            signatures: HashMap::new(),
        }
    }

    /// Reads all documents. What cannot be read is told when it is its turn.
    fn read(
        &mut self,
        documents: &[Result<Found, Failure>],
        options: &ReadOptions,
        method: &(impl Method<Signature = S> + Sync),
    ) -> Result<(), Failure> {
        let nothing = SiteMemory::default();
        let mut progress = Progress::new(Some(documents.len()));
        let mut asked = HashSet::new();
        let found = documents.iter().map_while(|found| found.as_ref().ok());
        let found = found.filter_map(|found| found.as_ref().ok());
        let new = found.filter(|document| asked.insert(&document.id));
        in_chunks(new.map(Ok), |chunk| {
            let read: Vec<_> = chunk
                .par_iter()
                .map(|document| {
                    let read = document.read_on(Some(&nothing), options, Extractor::Offprint);
                    let (article, seen) = read.ok()?;
                    Some((method.sign(&article), article.metadata, seen))
                })
                .collect();
            for (document, read) in chunk.iter().zip(read) {
                let Some((signature, metadata, seen)) = read else {
                    continue;
                };
                let id = document.id.clone();
                if let Some(number) = self.sites.remember(&metadata, &seen) {
                    self.numbers.insert(id, number);
                } else if self.signatures.len() < KEPT {
                    self.signatures.insert(id, signature);
                }
            }
            progress.add(chunk.len());
            Ok(())
        })
    }

    /// What is known of the host of a document, if that was read before.
    fn of(&self, id: &str) -> Option<&SiteMemory> {
        self.sites.memory(*self.numbers.get(id)?)
    }
}

/// The documents that a file names, in its order.
fn ordered(
    source: Source,
    order: &Path,
) -> Result<Box<dyn Iterator<Item = Result<Found, Failure>>>, Failure> {
    let mut catalogue = source.catalogue()?;
    let path = order.to_owned();
    Ok(Box::new(Rows::<IdRow>::open(order)?.map(move |at| {
        let at = at?;
        let id = at.row.id;
        let found = catalogue.get(&id)?.ok_or_else(|| {
            let what = format!("no document with the id `{id}`");
            let place = format!("{} line {}", path.display(), at.number);
            Failure::new(what, place, "add the document or remove the line")
        });
        // An order without one of its articles would be another order.
        Ok(Ok(found?))
    })))
}
