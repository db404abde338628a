//! `offprint dedupe`: looks up each article, in the order of arrival, among the earlier ones.

use crate::against::Against;
use crate::document::{Document, Parsed, Text};
use crate::failure::{Failure, guard};
use crate::folder::Wanted;
use crate::index;
use crate::input::{Catalogue, Documents, IdRow, in_chunks};
use crate::keep;
use crate::kept::{self, Best, Rank};
use crate::met::Met;
use crate::output::{Lines, Output};
use crate::paths::Paths;
use crate::progress::Progress;
use crate::rows::{At, Rows};
use crate::sites::Sites;
use crate::tally::Tally;
use clap::Args;
use offprint::compare::{Signature, Verdict};
use offprint::index::{InMemory, Index, Judgement, Limits, insert};
use offprint::{Article, ReadOptions, SiteMemory};
use offprint_report as report;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
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

Prints a line for each article, {\"id\", \"verdict\", \"of\", \"reads\", \"score\", \"known\", \"gated\"}, or with --plain \
a line for people. `of` is the article that arrived earlier, null if the verdict is different or unknown; that \
says nothing about which is the original (see `origins`). `reads` is the number of keys looked up. `gated` is \
true if the article is only a beginning, before a paywall, and so at most partial; it is null if the page was \
not read or has too little text. An article without an earlier copy is different.

Each id is judged once. If it occurs in a later run with the same --index, its page is not read: the first \
verdict is printed again, with `known` true and no reads. An interrupted run can therefore be repeated, and no \
page is reported as a reprint of itself. Give a page whose content has changed a new id. If an id occurs again \
within a run, the same text is known, and counted on standard error. Another text is reported there, gets its \
place as its id, such as list.jsonl:17, and the exit code is 2. A line of a list without an id, or with a \
number, has its place as its id, too.

Documents whose headlines and texts differ only in case, punctuation and the like are the same, however \
short they are; to find them takes no reads.

The pages of a folder, or of an archive in a file, are read twice. Text that other articles of the same host \
also hold (disclaimers, teasers, \"about us\") counts less as part of an article, and the first reading finds \
it. The host is that of a page's address, or of the address that the page states. With --no-site-memory each \
page is read once, by itself; with --index too, since verdicts must not depend on which pages a run happens \
to hold.

Input that cannot be read is reported on standard error and left out. The rest is still judged, and the exit \
code is 2.

--keep and --clusters complete their files at the end of a successful run; until then the names end in \
.part. They list all documents of this run, including those already in the index.

Examples:
  offprint dedupe pages/ --index seen.offprint > verdicts.jsonl
  offprint dedupe articles.jsonl --keep unique.jsonl --clusters clusters.csv > verdicts.jsonl
  offprint dedupe https://example.org/feed.xml --index seen.offprint --plain")]
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
    /// Only look the articles up in this index, which stays as it is: they are not compared with each other
    #[arg(long, value_name = "INDEX", conflicts_with = "index")]
    against: Option<PathBuf>,
    /// Read each page by itself, without regard to other pages of its site
    #[arg(long)]
    no_site_memory: bool,
    /// Also report articles that rewrite an earlier one in other words, as `rewriting`, {"of", "score"}. The index stores
    /// the facts that this needs, of articles that are added with this option
    #[arg(long)]
    rewrites: bool,
    #[command(flatten)]
    lines: Lines,
    /// Also write the documents that are not the same as an earlier one to this file (.jsonl, .ndjson): lines of a list
    /// unchanged, except for an id that another text has; rows of Parquet as such lines; pages as `read --jsonl` prints
    /// them
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Which of the documents that are the same --keep writes
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Best::First, requires = "keep", conflicts_with = "clusters")]
    keep_best: Best,
    /// Also write a table of all documents with their clusters (.csv, .jsonl, .ndjson): id, cluster (the id of its first
    /// document), verdict, of, score, kept
    #[arg(long, value_name = "FILE")]
    clusters: Option<PathBuf>,
}

impl Arguments {
    fn has_site_memory(&self) -> bool {
        !self.no_site_memory && self.index.is_none() && self.against.is_none()
    }
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let limits = arguments.rewrites.then_some(Limits::WITH_FACTS);
    if let Some(path) = &arguments.against {
        return dedupe(&arguments, Against::of(keep::open(path)?));
    }
    match &arguments.index {
        Some(path) => dedupe(&arguments, index::open(path, limits)?),
        None => dedupe(&arguments, InMemory::with(limits.unwrap_or_default())),
    }
}

fn dedupe<I>(arguments: &Arguments, mut index: I) -> Result<ExitCode, Failure>
where
    I: Index,
    Failure: From<I::Error>,
{
    let sign: Sign = if arguments.rewrites {
        Signature::with_facts
    } else {
        Signature::of
    };
    let paths = arguments.paths.all()?;
    let source = arguments.paths.input(&paths, Wanted::Documents)?;
    let mut tally = Tally::of(&source);
    let come_again = source.is_files();
    let total = source.len().filter(|_| arguments.order.is_none());
    let order = match arguments.order.as_deref() {
        Some(order) => Some((source.clone().catalogue()?, order)),
        None => None,
    };
    let arriving = || match &order {
        Some((catalogue, order)) => ordered(catalogue, order),
        None => source.all(),
    };
    let options = arguments.paths.options();
    let mut hosts = Hosts::new();
    if come_again && arguments.has_site_memory() {
        hosts.read(arriving()?, total, &options, sign)?;
    }
    let documents = arriving()?;
    let mut files = Files::create(arguments)?;
    let mut met = Met::default();
    let mut pending = Pending::of(arguments, &paths);
    let mut progress = Progress::new(total);
    let run = in_chunks(documents, |chunk| {
        let documents = tally.sift(chunk);
        let count = documents.len();
        let signatures = signatures(&documents, &index, &met, &mut hosts, &options, sign)?;
        let mut insertions = Vec::with_capacity(count);
        let mut articles = documents.into_iter().zip(signatures);
        let judged = articles.try_for_each(|(mut document, signed)| {
            match signed {
                Ok(signed) => {
                    let is_new = met.takes(&mut document, signed.text, &mut tally);
                    if signed.is_cut {
                        tally.cut.add(&document.id);
                    }
                    let digest = signed.text.and_then(|text| text.digest);
                    let rank = signed.rank;
                    let insertion = insert(&document.id, digest, signed.signature, &mut index)?;
                    insertions.push((document, insertion, is_new.then_some(rank)));
                    tally.read();
                }
                Err(failure) => tally.fail(failure),
            }
            Ok(())
        });
        for (document, insertion, _) in &insertions {
            let form = arguments.lines.form();
            pending.lines += &report::insertion(&document.id, insertion, form);
        }
        let new = insertions.iter().filter_map(|(document, insertion, rank)| {
            Some((document, &insertion.judgement, (*rank)?))
        });
        let failures = files.add(new.collect(), &index, &hosts, &options)?;
        failures.into_iter().for_each(|failure| tally.fail(failure));
        progress.add(count);
        if pending.is_due() {
            pending.save(&mut index)?;
        }
        judged
    });
    // Before a failure is reported, the judgements are saved.
    let saved = pending.save(&mut index);
    run.and(saved)?;
    files.end()?;
    Ok(tally.end())
}

/// Most seconds between two savings of the index, for files: all the work that is lost if the program is killed. Larger:
/// fewer bytes are written, since each page of the file that changes is rewritten, and lines are printed later.
const FILES: u64 = 30;
/// The same for streams, whose next document may be long in coming.
const STREAMS: u64 = 1;

/// Verdicts that are printed when the index is saved, and no earlier, so that a printed line stays true.
struct Pending {
    out: Output,
    lines: String,
    begun: Instant,
    saved: Instant,
    /// The longest time between two savings.
    most: Duration,
}

impl Pending {
    fn of(arguments: &Arguments, paths: &[PathBuf]) -> Pending {
        let is_stream = |path: &PathBuf| !path.is_file() && !path.is_dir();
        let most = match paths.iter().any(is_stream) {
            _ if arguments.index.is_none() => 0,
            true => STREAMS,
            false => FILES,
        };
        Pending {
            out: Output::new(),
            lines: String::new(),
            begun: Instant::now(),
            saved: Instant::now(),
            most: Duration::from_secs(most),
        }
    }

    /// At first more often, so that no more than half of the work is ever lost.
    fn is_due(&self) -> bool {
        self.saved.elapsed() >= self.most.min(self.begun.elapsed() / 2)
    }

    fn save<I: Index>(&mut self, index: &mut I) -> Result<(), Failure>
    where
        Failure: From<I::Error>,
    {
        index.save()?;
        self.out.verdicts(&std::mem::take(&mut self.lines))?;
        self.saved = Instant::now();
        self.out.flush()
    }
}

/// The signatures of documents; empty for those that earlier runs judged.
fn signatures<I>(
    documents: &[Document],
    index: &I,
    met: &Met,
    hosts: &mut Hosts,
    options: &ReadOptions,
    sign: Sign,
) -> Result<Vec<Result<Signed, Failure>>, Failure>
where
    I: Index,
    Failure: From<I::Error>,
{
    let mut here = HashSet::new();
    let state = |document: &Document| {
        // A document that has an id of this run again may be another text.
        let is_again = met.has(&document.id) || !here.insert(document.id.clone());
        Ok(if is_again {
            State::Unread
        } else if index.judgement(&document.id)?.is_some() {
            State::Known
        } else {
            hosts.state(&document.id)
        })
    };
    let states: Result<Vec<State>, Failure> = documents.iter().map(state).collect();
    let signed = |(document, state): (&Document, State)| {
        let parsed = match state {
            State::Signed(signed) => return Ok(signed),
            State::Parsed(parsed) => Some(parsed),
            State::Unread => None,
            State::Known => {
                return Ok(Signed {
                    text: document.listed_text(),
                    ..Signed::default()
                });
            }
        };
        guard(&document.id, || {
            let parsed = match parsed {
                Some(parsed) => parsed,
                None => document.parse(options)?,
            };
            Ok(Signed::of(&parsed.judge(hosts.of(&document.id)).0, sign))
        })
    };
    Ok(documents.par_iter().zip(states?).map(signed).collect())
}

/// The files of `--keep` and `--clusters`.
struct Files {
    kept: Option<kept::Kept>,
    clusters: Option<kept::Clusters>,
    firsts: kept::Firsts,
}

impl Files {
    fn create(arguments: &Arguments) -> Result<Files, Failure> {
        let Arguments { keep, clusters, .. } = arguments;
        let clusters = clusters.as_deref().map(kept::Clusters::create);
        let kept = keep
            .as_deref()
            .map(|path| kept::Kept::create(path, arguments.keep_best));
        Ok(Files {
            kept: kept.transpose()?,
            clusters: clusters.transpose()?,
            firsts: kept::Firsts::default(),
        })
    }

    /// Adds documents that have arrived. Returns the failures of those that can no longer be read.
    fn add<I>(
        &mut self,
        new: Vec<(&Document, &Judgement, Rank)>,
        index: &I,
        hosts: &Hosts,
        options: &ReadOptions,
    ) -> Result<Vec<Failure>, Failure>
    where
        I: Index,
        Failure: From<I::Error>,
    {
        if self.kept.is_none() && self.clusters.is_none() {
            return Ok(Vec::new());
        }
        let mut chosen = Vec::new();
        for (document, judgement, rank) in new {
            let earlier = |id: &str| Ok(index.judgement(id)?);
            let cluster = self.firsts.cluster(&document.id, judgement, earlier)?;
            if let Some(clusters) = &mut self.clusters {
                clusters.add(&document.id, &cluster, judgement)?;
            }
            let is_same = judgement.verdict == Verdict::Same;
            if let Some(kept) = &mut self.kept
                && kept.takes(cluster, is_same, rank)
            {
                chosen.push(document);
            }
        }
        let Some(kept) = &mut self.kept else {
            return Ok(Vec::new());
        };
        let read = |document: &Document, site: Option<&SiteMemory>| {
            let parsed = document.parse(options)?;
            Ok(parsed.judge(site).0)
        };
        kept.add(&chosen, |id| hosts.of(id), read)
    }

    fn end(self) -> Result<(), Failure> {
        self.kept.map_or(Ok(()), kept::Kept::end)?;
        self.clusters.map_or(Ok(()), kept::Clusters::end)
    }
}

/// Bytes of memory for results of the first reading. Larger: fewer pages are read twice.
const KEPT: usize = 256 << 20;

/// Approximate bytes of a signature.
const SIGNATURE: usize = 1 << 10;

/// How the signature of an article is made.
type Sign = fn(&Article) -> Option<Signature>;

/// The part of a document that is looked up.
#[derive(Default)]
struct Signed {
    signature: Option<Signature>,
    /// Its text, if it was read.
    text: Option<Text>,
    /// The page was cut off at the limit.
    is_cut: bool,
    rank: Rank,
}

impl Signed {
    fn of(article: &Article, sign: Sign) -> Signed {
        Signed {
            signature: sign(article),
            text: Some(Text::of(article)),
            is_cut: article.truncated,
            rank: (article.length, article.quality.into()),
        }
    }
}

/// How much of the work on a document is done when it arrives.
enum State {
    Unread,
    /// Judged by an earlier run, so that its signature is not needed.
    Known,
    /// Its blocks are still to be judged by the other pages of its host.
    Parsed(Parsed),
    Signed(Signed),
}

/// What the first reading of a document leaves in memory.
struct Kept {
    /// The signature of the document by itself and, if it has a fingerprint, what was seen of the page.
    judged: Option<(Signed, SiteMemory)>,
    parsed: Option<Parsed>,
}

impl Kept {
    fn size(&self) -> usize {
        let judged = self.judged.as_ref();
        let judged = judged.map_or(0, |(_, seen)| SIGNATURE + seen.size());
        judged + self.parsed.as_ref().map_or(0, Parsed::size)
    }
}

/// The memories of hosts: which blocks their pages share.
struct Hosts {
    sites: Sites,
    /// The number of the host of each document, by its id.
    numbers: HashMap<String, usize>,
    /// The results of the first reading by id, and the bytes of memory that are left for more.
    kept: HashMap<String, Kept>,
    room: usize,
}

impl Hosts {
    fn new() -> Hosts {
        Hosts {
            sites: Sites::default(),
            numbers: HashMap::new(),
            kept: HashMap::new(),
            room: KEPT,
        }
    }

    /// Reads all documents. A document that cannot be read is reported when its turn comes.
    fn read(
        &mut self,
        documents: Documents<'_>,
        total: Option<usize>,
        options: &ReadOptions,
        sign: Sign,
    ) -> Result<(), Failure> {
        let nothing = SiteMemory::default();
        let mut progress = Progress::new(total);
        let mut asked = HashSet::new();
        let found = documents.map_while(Result::ok).filter_map(Result::ok);
        let new = found.filter(|document| asked.insert(document.id.clone()));
        in_chunks(new.map(Ok), |chunk| {
            let read: Vec<_> = chunk
                .par_iter()
                .map(|document| {
                    let read = guard(&document.id, || {
                        let parsed = document.parse(options)?;
                        let (article, seen) = parsed.judge(Some(&nothing));
                        let signed = Signed::of(&article, sign);
                        Ok((parsed, signed, article, seen))
                    });
                    read.ok()
                })
                .collect();
            for (document, read) in chunk.iter().zip(read) {
                let Some((parsed, signed, article, seen)) = read else {
                    continue;
                };
                let id = document.id.clone();
                let host = self.sites.remember(&article.metadata, &seen);
                let is_seen = host.is_none() || article.fingerprint.is_some();
                let mut kept = Kept {
                    judged: is_seen.then_some((signed, seen)),
                    parsed: host.is_some().then_some(parsed),
                };
                if let Some(number) = host {
                    self.numbers.insert(id.clone(), number);
                }
                // Half of the room goes to small results, each of which saves as much work as a large one.
                if self.room < KEPT / 2 + kept.size() {
                    kept.parsed = None;
                }
                if let Some(room) = self.room.checked_sub(kept.size()) {
                    self.room = room;
                    self.kept.insert(id, kept);
                }
            }
            progress.add(chunk.len());
            Ok(())
        })
    }

    /// How much of the work on a document is done.
    fn state(&mut self, id: &str) -> State {
        let Some(Kept { judged, parsed }) = self.kept.remove(id) else {
            return State::Unread;
        };
        let site = self.of(id);
        match (judged, parsed) {
            (Some((signed, seen)), _) if site.is_none_or(|site| !site.applies_to(&seen)) => {
                State::Signed(signed)
            }
            (_, Some(parsed)) => State::Parsed(parsed),
            _ => State::Unread,
        }
    }

    /// The memory of a document's host, if the document was read before.
    fn of(&self, id: &str) -> Option<&SiteMemory> {
        self.sites.memory(*self.numbers.get(id)?)
    }
}

/// Only the documents that a file names, in its order.
fn ordered<'a>(catalogue: &'a Catalogue, order: &'a Path) -> Result<Documents<'a>, Failure> {
    Ok(Box::new(Rows::<IdRow>::open(order)?.map(move |at| {
        let At { row, number } = at?;
        let found = catalogue.get(&row.id)?.ok_or_else(|| {
            let what = format!("no document with the id `{}`", row.id);
            let place = format!("{} line {number}", order.display());
            Failure::new(what, place, "add the document or remove the line")
        });
        // Leaving one of its articles out would change the order.
        Ok(Ok(found?))
    })))
}
