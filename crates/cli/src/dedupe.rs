//! `offprint dedupe`: looks up each article, in the order of insertion, among the earlier ones.

use crate::batch::{Progress, in_chunks};
use crate::dedupe_outputs::{Best, Outputs, Rank};
use crate::document::{Document, Documents};
use crate::failure::{Failure, guard};
use crate::folder::Filter;
use crate::index;
use crate::input::{Catalog, Input, Total};
use crate::list::{rows, text_id};
use crate::outcome::{Numbers, Outcome};
use crate::output::Output;
use crate::paths::{Paths, check_outputs};
use crate::read_only_index::ReadOnlyIndex;
use crate::sites::{Reading, Sites, ToRecord};
use crate::table::unwritable;
use clap::Args;
use offprint::Article;
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{InMemory, Index, Insertion, Limits, Ranks};
use offprint_report as report;
use rayon::prelude::*;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Find the reprints in a stream of articles
#[derive(Args)]
#[command(after_help = "\
Articles arrive one by one. Each is looked up by its keys, compared with every earlier article found, and \
then stored under its own keys. The most similar earlier article decides, the earliest of equally similar \
ones; `same` also requires that no more of the articles found of its class are different than the same. \
Articles that are too short are found again only by an equal text.

Prints a line for each article, {\"id\", \"verdict\", \"of\", \"score\", \"known\", \"gated\"}. The verdict is `new` for \
an article without an earlier copy. `of` is the article that arrived earlier, null if the verdict is new or unknown; that \
says nothing about which is the original (see `origins`). `gated` is \
true if the article is only a beginning, before a paywall, and so at most partial; it is null if the article is \
known or has too little text.

An article is known if both its id and its text have arrived, in this run or in an earlier one with the same --index: its \
first verdict is printed again. An interrupted run can therefore be repeated, and no article is reported as a copy of \
itself. A text with the id of another one is an article of its own: `#` and a number of the text are added to its id, in \
--keep, too. A line without an id is named by its place and such a number, as list.jsonl:17#6b0a91c2. Standard error counts \
both.

Documents whose headlines and texts differ only in case, punctuation and the like are the same, however \
short they are.

The pages of a folder, or of an archive in a file, are read twice. Text that other articles of the same host \
also hold (disclaimers, teasers, \"about us\") counts less as part of an article, and the first reading finds \
it. The host is that of a page's address, or of the address that the page states. With --no-site-memory each \
page is read once, by itself; with --index too, since verdicts must not depend on which pages a run happens \
to hold.

Input that cannot be read is reported on standard error and left out. The rest is still judged, and the exit \
code is 3. The last line on standard error counts all: what was read was kept, is a copy, was repeated (its id and text \
occurred before in the run), or failed.

--keep and --clusters complete their files at the end of a successful run; until then the names end in \
.part. They list all documents of this run, including those already in the index.

Examples:
  offprint dedupe pages/ --index seen.offprint > verdicts.jsonl
  offprint dedupe articles.jsonl --keep unique.jsonl --clusters clusters.csv > verdicts.jsonl
  offprint dedupe https://example.org/feed.xml --index seen.offprint")]
pub struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// A file of lines {"id"}: judge only these articles, in this order. By default all are, files sorted by path and
    /// lines in their order
    #[arg(long, value_name = "FILE")]
    order: Option<PathBuf>,
    /// Keep the index in this file between runs; it is created if missing
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Only look the articles up in this index, which stays as it is: they are not compared with each other.
    /// Any number of runs may share it, also on a mount for reading only
    #[arg(long, value_name = "INDEX", conflicts_with = "index")]
    against: Option<PathBuf>,
    /// Read each page by itself, without regard to other pages of its site
    #[arg(long)]
    no_site_memory: bool,
    /// Also report articles that rewrite an earlier one in other words, as `rewriting`, {"of", "score"}. The index
    /// stores the facts that this needs, of articles that are added with this option
    #[arg(long)]
    rewrites: bool,
    /// Also write the documents that are not the same as an earlier one to this file (.jsonl, .ndjson, also .gz or
    /// .zst; or .parquet): lines of a list unchanged, except for an id that another text has; pages as `read --jsonl`
    /// prints them
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Which of the documents that are the same --keep writes; not with --clusters
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Best::First, requires = "keep", conflicts_with = "clusters")]
    keep_best: Best,
    /// Also write a table of all documents with their clusters (.csv, .jsonl, .ndjson, also .gz or .zst; or
    /// .parquet): id, cluster (the id of its first
    /// document), verdict, of, score, kept
    #[arg(long, value_name = "FILE")]
    clusters: Option<PathBuf>,
    /// Also write the numbers of the last line to this file, as JSON
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let limits = arguments.rewrites.then_some(Limits::WITH_FACTS);
    if let Some(path) = &arguments.against {
        return dedupe(&arguments, ReadOnlyIndex::new(index::read_only(path)?));
    }
    match &arguments.index {
        Some(path) => dedupe(&arguments, index::open(path, limits)?),
        None => dedupe(&arguments, InMemory::with(limits.unwrap_or_default())),
    }
}

fn dedupe<I>(arguments: &Arguments, index: I) -> Result<ExitCode, Failure>
where
    I: Index<Error: Send> + Sync,
    Failure: From<I::Error>,
{
    let to_record: ToRecord =
        if arguments.rewrites { ArticleRecord::with_facts } else { |article| ArticleRecord::from(article) };
    let paths = arguments.paths.all()?;
    let (keep, clusters) = (arguments.keep.as_deref(), arguments.clusters.as_deref());
    check_outputs(&paths, &[keep, clusters, arguments.stats.as_deref()])?;
    let input = Input::open(&paths, arguments.paths.opener(Filter::Documents)?)?;
    let order = arguments.order.as_deref().map(|path| Order::read(path, &input)).transpose()?;
    let arriving = || order.as_ref().map_or_else(|| input.all(), Order::documents);
    let total = || if order.is_some() { Total::Unknown } else { input.total() };
    let options = arguments.paths.limit.options();
    let mut sites = Sites::new();
    let is_by_itself = arguments.index.is_some() || arguments.against.is_some();
    if input.is_files() && !arguments.no_site_memory && !is_by_itself {
        sites.read(arriving(), total(), &options, to_record)?;
    }
    // Keep the order of the documents, since several may have the same id.
    let documents = arriving().map(|found| found.map(|document| (sites.take(&document.id), document)));
    let mut run = Run {
        outputs: Outputs::create(keep, arguments.keep_best, clusters)?,
        pending: Pending::new(arguments, &paths),
        progress: Progress::new(total()),
        outcome: Outcome::new(&input),
        numbers: Numbers::default(),
        index,
    };
    let work = |found: Result<_, Failure>| {
        let (first, document): (_, Document) = found?;
        let reading = guard(&document.id, || sites.reading(&document, first, &options, to_record))?;
        Ok((document, reading))
    };
    let judged = in_chunks(documents, work, |chunk| run.judge(chunk, |document| sites.article(document, &options)));
    // Save the judgements before reporting a failure.
    let saved = run.pending.save(&mut run.index);
    judged.and(saved)?;
    run.outputs.end()?;
    let code = run.outcome.end_with(&mut run.numbers);
    if let Some(path) = &arguments.stats {
        let numbers = serde_json::to_string(&run.numbers).expect("numbers are JSON") + "\n";
        std::fs::write(path, numbers).map_err(|error| unwritable(&error, path))?;
    }
    Ok(code)
}

/// What a run knows so far, and what it writes.
struct Run<I> {
    index: I,
    outcome: Outcome,
    numbers: Numbers,
    outputs: Outputs,
    pending: Pending,
    progress: Progress,
}

impl<I: Index<Error: Send> + Sync> Run<I>
where
    Failure: From<I::Error>,
{
    /// Judges documents in their order; those before a failure of the index are still written.
    fn judge(
        &mut self,
        read: Vec<Result<(Document, Reading), Failure>>,
        article: impl Fn(&Document) -> Result<Article, Failure> + Sync,
    ) -> Result<(), Failure> {
        let count = read.len();
        let mut inserted = Vec::with_capacity(count);
        // Comparing takes most of the time of an insertion. With one thread, this would only find everything twice.
        let with_earlier = read.par_iter().map(|read| match read {
            Ok((_, reading)) if rayon::current_num_threads() > 1 => self.index.ranks(&reading.record),
            _ => Ok(Ranks::default()),
        });
        let ranks: Vec<_> = with_earlier.collect();
        let judged = read.into_iter().zip(ranks).try_for_each(|(read, ranks)| {
            match read {
                Ok((document, reading)) => inserted.push(self.insert(document, reading, ranks?)?),
                Err(failure) => self.outcome.fail(failure)?,
            }
            Ok(())
        });
        for Inserted { insertion, rank, .. } in &inserted {
            self.pending.lines += &report::insertion(insertion);
            if rank.is_some() {
                let is_copy = insertion.judgement.verdict == Verdict::Same;
                self.numbers.copies += usize::from(is_copy);
                self.numbers.kept += usize::from(!is_copy);
                self.numbers.known += usize::from(insertion.known);
            }
        }
        let new = inserted.iter().filter_map(|one| Some((&one.document, &one.insertion.judgement, one.rank?)));
        let failures = self.outputs.add(new, &self.index, article)?;
        failures.into_iter().try_for_each(|failure| self.outcome.fail(failure))?;
        self.progress.add(count);
        if self.pending.is_due() {
            self.pending.save(&mut self.index)?;
        }
        judged
    }

    fn insert(&mut self, mut document: Document, reading: Reading, ranks: Ranks) -> Result<Inserted, Failure> {
        // An index cannot tell such a text from another one.
        let named = reading.text.map(|text| self.outcome.is_new(&mut document, text));
        let insertion = self.index.insert_ranked(&document.id, &reading.record, &ranks)?;
        if insertion.id != document.id {
            self.outcome.rename(&mut document, insertion.id.clone());
        }
        let is_new = named.unwrap_or_else(|| {
            let is_first = self.outcome.is_first(&document.id) || !insertion.known;
            if !is_first {
                self.outcome.repeat(&document.id);
            }
            is_first
        });
        if is_new {
            self.outcome.read(&document.id, reading.is_cut);
        }
        Ok(Inserted { document, insertion, rank: is_new.then_some(reading.rank) })
    }
}

/// A document that was inserted.
struct Inserted {
    /// Under the id that it is kept by.
    document: Document,
    insertion: Insertion,
    /// `None` unless it is new in this run.
    rank: Option<Rank>,
}

/// The most seconds between two saves of the index when files are read: the work lost if the program is killed. Larger:
/// fewer bytes are written, since a save rewrites each changed page of the file, but lines are printed later.
const FILES: u64 = 30;
/// The same for streams, whose next document may take long to arrive.
const STREAMS: u64 = 1;

/// Verdicts that are printed when the index is saved, and no earlier, so that a printed line stays true.
struct Pending {
    out: Output,
    lines: String,
    begun: Instant,
    saved: Instant,
    /// The longest time between two saves.
    most: Duration,
}

impl Pending {
    fn new(arguments: &Arguments, paths: &[PathBuf]) -> Pending {
        let most = if arguments.index.is_none() {
            0
        } else if paths.iter().any(|path| !path.is_file() && !path.is_dir()) {
            STREAMS
        } else {
            FILES
        };
        Pending {
            out: Output::new(),
            lines: String::new(),
            begun: Instant::now(),
            saved: Instant::now(),
            most: Duration::from_secs(most),
        }
    }

    /// More often at first, so that at most half of the work is ever lost.
    fn is_due(&self) -> bool {
        self.saved.elapsed() >= self.most.min(self.begun.elapsed() / 2)
    }

    fn save<I: Index>(&mut self, index: &mut I) -> Result<(), Failure>
    where
        Failure: From<I::Error>,
    {
        index.save()?;
        write!(self.out, "{}", std::mem::take(&mut self.lines))?;
        self.saved = Instant::now();
        self.out.flush()
    }
}

/// A line of `--order`, which is read only for its id.
#[derive(Deserialize)]
struct IdRow {
    #[serde(deserialize_with = "text_id")]
    id: String,
}

/// Only the documents that a file names, in its order.
struct Order<'a> {
    path: &'a Path,
    /// The file is read once, since it may be a pipe, and the documents perhaps twice.
    rows: Vec<Result<(IdRow, u64), Failure>>,
    catalog: Catalog,
}

impl Order<'_> {
    fn read<'a>(path: &'a Path, input: &Input) -> Result<Order<'a>, Failure> {
        let catalog = input.catalog()?;
        Ok(Order { path, rows: rows(path, r#"{"id": "7"}"#)?.collect(), catalog })
    }

    fn documents(&self) -> Documents<'_> {
        // Leaving one of its articles out would change the order.
        Box::new(self.rows.iter().map(|row| self.find(row).map_err(Failure::fatal)))
    }

    fn find(&self, row: &Result<(IdRow, u64), Failure>) -> Result<Document, Failure> {
        let (IdRow { id }, number) = row.as_ref().map_err(Failure::clone)?;
        self.catalog.get(id)?.ok_or_else(|| {
            let what = format!("no document with the id `{id}`");
            let place = format!("{} line {number}", self.path.display());
            Failure::new(what, place, "add the document or remove the line")
        })
    }
}
