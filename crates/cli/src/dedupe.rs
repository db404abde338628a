//! `offprint dedupe`: looks up each article, in the order of arrival, among the earlier ones.

use crate::document::{Document, Parsed};
use crate::failure::{Failure, guard};
use crate::index;
use crate::input::{Catalogue, Documents, IdRow, Source, Wanted, in_chunks};
use crate::kept;
use crate::output::{Lines, Output};
use crate::paths::Paths;
use crate::progress::Progress;
use crate::rows::Rows;
use crate::sites::Sites;
use crate::tally::Tally;
use clap::Args;
use offprint::compare::{Method, Offprint, Signature, Verdict};
use offprint::index::{InMemory, Index, Judgement, Limits, arrive};
use offprint::{Article, ReadOptions, SiteMemory};
use offprint_report as report;
use rayon::prelude::*;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Find the reprints in a stream of articles
#[derive(Args)]
#[command(after_help = "\
Articles arrive one by one. Each is looked up by its keys and compared with every earlier article \
found. The nearest decides (of equals the earliest); for `same`, half of those found of its class \
must agree. Then it is stored under its own keys, in the class of what it is the same as, unless it \
is too short.

Prints a line for each article, \
{\"id\", \"verdict\", \"of\", \"reads\", \"score\", \"known\", \"gated\"}, or with --plain one for people. `of` is the \
earlier article, null if the verdict is different or unknown; `reads` is the number of keys looked up; `gated` says \
that it is only the beginning of an article, before a paywall, and so partial at most (null if the page is not read or \
has too little text). An article without a forerunner is different.

An id is judged once. When it comes again, in this run or a later one with the same --index, the \
page is not read: the first verdict is repeated, with `known` true and no reads. So an interrupted \
run can be started again, and no page is taken for a reprint of itself. Give a page whose content \
has changed a new id.

The pages of a folder or of an archive in a file are read twice. What stands on other articles of a host \
(disclaimers, teasers, \"about us\") counts less as part of an article; the first reading finds out what \
that is. The host is that of a page's address, or else of the address which it states as its own. With \
--no-site-memory every page is read once, by itself, and so it is with --index: which other pages there \
are must not depend on the run.

What cannot be read is reported on standard error, and stays out; the others are still judged, and the \
exit code is 2.

--keep and --clusters write their files when the run has ended well; until then they end in .part. They hold \
the documents of this run, those that an index knows included.

Examples:
  offprint dedupe pages/ --index seen.offprint > verdicts.jsonl
  offprint dedupe articles.jsonl --keep unique.jsonl --clusters clusters.csv > verdicts.jsonl
  offprint dedupe https://example.org/feed.xml --index seen.offprint --plain")]
pub struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// A file of lines {"id"}: the articles that arrive, in this order. Without it all do, files
    /// sorted by path, texts as listed
    #[arg(long, value_name = "FILE")]
    order: Option<PathBuf>,
    /// A file to keep the index in between runs, made if there is none
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,
    /// Read each page by itself, whatever stands on others of its site
    #[arg(long)]
    no_site_memory: bool,
    /// Also say which articles tell an earlier one in other words, as `rewriting`, {"of", "score"}. An index keeps
    /// what that takes of the articles that come in such a run
    #[arg(long)]
    rewrites: bool,
    #[command(flatten)]
    lines: Lines,
    /// Also write the documents that are not the same as an earlier one into this file (.jsonl, .ndjson): the lines of a
    /// list as they are, pages as `read --jsonl` prints them
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// Also write a table of all documents with their clusters (.csv, .jsonl, .ndjson): id, cluster (the id of its first
    /// document), verdict, of, score, kept
    #[arg(long, value_name = "FILE")]
    clusters: Option<PathBuf>,
}

impl Arguments {
    fn has_site_memory(&self) -> bool {
        !self.no_site_memory && self.index.is_none()
    }
}

pub fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    let limits = arguments.rewrites.then_some(Limits::WITH_FACTS);
    match &arguments.index {
        Some(path) => dedupe(&arguments, index::open(path, limits)?),
        None => dedupe(&arguments, InMemory::with(limits.unwrap_or_default())),
    }
}

fn dedupe<I>(arguments: &Arguments, mut index: I) -> Result<ExitCode, Failure>
where
    I: Index<Signature>,
    Failure: From<I::Error>,
{
    let sign: Sign = match arguments.rewrites {
        true => Signature::with_facts,
        false => |article| Offprint.sign(article),
    };
    let paths = arguments.paths.all()?;
    let source = Source::of(&paths, &arguments.paths, Wanted::Documents)?;
    let mut tally = Tally::of(&source);
    let come_again = source.is_files();
    let arriving = Arriving::of(source, arguments.order.as_deref())?;
    let total = arriving.len();
    let options = arguments.paths.options();
    let mut hosts = Hosts::new();
    if come_again && arguments.has_site_memory() {
        hosts.read(arriving.all()?, total, &options, sign)?;
    }
    let documents = arriving.all()?;
    let mut kept = arguments
        .keep
        .as_deref()
        .map(kept::Kept::create)
        .transpose()?;
    let clusters = arguments.clusters.as_deref();
    let mut clusters = clusters.map(kept::Clusters::create).transpose()?;
    let mut written = HashSet::new();
    let mut out = Output::new();
    let mut progress = Progress::new(total);
    in_chunks(documents, |chunk| {
        let mut documents: Vec<Document> = Vec::with_capacity(chunk.len());
        for found in chunk {
            found.map_or_else(
                |failure| tally.fail(failure),
                |document| documents.push(document),
            );
        }
        let states: Vec<State> = documents
            .iter()
            .map(|document| {
                Ok(match index.judgement(&document.id)? {
                    Some(_) => State::Signed(Signed::default()),
                    None => hosts.state(&document.id),
                })
            })
            .collect::<Result<_, Failure>>()?;
        let signatures: Vec<Result<Signed, Failure>> = documents
            .par_iter()
            .zip(states)
            .map(|(document, state)| {
                let parsed = match state {
                    State::Signed(signed) => return Ok(signed),
                    State::Parsed(parsed) => Some(parsed),
                    State::Unread => None,
                };
                guard(&document.id, || {
                    let parsed = match parsed {
                        Some(parsed) => parsed,
                        None => document.parse(&options)?,
                    };
                    Ok(Signed {
                        signature: sign(&parsed.judge(hosts.of(&document.id)).0),
                        is_cut: parsed.is_cut(),
                    })
                })
            })
            .collect();
        let mut arrivals = Vec::with_capacity(documents.len());
        let mut articles = documents.iter().zip(signatures);
        let judged = articles.try_for_each(|(document, signature)| {
            match signature {
                Ok(Signed { signature, is_cut }) => {
                    if is_cut {
                        tally.cut.add(&document.id);
                    }
                    let arrival = arrive(&document.id, signature, &Offprint, &mut index)?;
                    arrivals.push((document, arrival));
                    tally.read();
                }
                Err(failure) => tally.fail(failure),
            }
            Ok(())
        });
        // Before a failure is reported, the judgements are saved, and they are saved before they are printed, so that a
        // printed line stays true.
        index.save()?;
        let mut new = Vec::new();
        for (document, arrival) in &arrivals {
            let id = &document.id;
            let form = arguments.lines.form();
            out.verdicts(&report::arrival(id, arrival, form))?;
            if (kept.is_some() || clusters.is_some()) && written.insert(id.clone()) {
                new.push((*document, &arrival.judgement));
            }
        }
        if let Some(clusters) = &mut clusters {
            for (document, judgement) in &new {
                clusters.add(&document.id, judgement, |id| Ok(index.judgement(id)?))?;
            }
        }
        if let Some(kept) = &mut kept {
            let is_kept = |(_, judgement): &(_, &Judgement)| judgement.verdict != Verdict::Same;
            let new = new.into_iter().filter(is_kept);
            let new: Vec<&Document> = new.map(|(document, _)| document).collect();
            let read = |document: &Document, site: Option<&SiteMemory>| {
                let parsed = document.parse(&options)?;
                Ok(parsed.judge(site).0)
            };
            let failures = kept.add(&new, |id| hosts.of(id), read)?;
            failures.into_iter().for_each(|failure| tally.fail(failure));
        }
        progress.add(documents.len());
        out.flush()?;
        judged
    })?;
    kept.map_or(Ok(()), kept::Kept::end)?;
    clusters.map_or(Ok(()), kept::Clusters::end)?;
    Ok(tally.end())
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
    /// The page was cut off at the limit.
    is_cut: bool,
}

/// How much of the work on a document is done when it arrives.
enum State {
    Unread,
    /// Its blocks are still to be judged by the other pages of its host.
    Parsed(Parsed),
    /// Finished; or judged by an earlier run, so that its signature is not needed.
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
                        let signed = Signed {
                            signature: sign(&article),
                            is_cut: parsed.is_cut(),
                        };
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
            (Some((signed, seen)), _) if site.is_none_or(|site| !site.tells_of(&seen)) => {
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

/// The documents in the order of their arrival.
enum Arriving {
    AsFound(Source),
    /// Only the documents that a file names, in its order.
    Ordered(RefCell<Catalogue>, PathBuf),
}

impl Arriving {
    fn of(source: Source, order: Option<&Path>) -> Result<Arriving, Failure> {
        Ok(match order {
            None => Arriving::AsFound(source),
            Some(order) => Arriving::Ordered(RefCell::new(source.catalogue()?), order.to_owned()),
        })
    }

    fn len(&self) -> Option<usize> {
        match self {
            Arriving::AsFound(source) => source.len(),
            Arriving::Ordered(..) => None,
        }
    }

    fn all(&self) -> Result<Documents<'_>, Failure> {
        let (catalogue, order) = match self {
            Arriving::AsFound(source) => return source.all(),
            Arriving::Ordered(catalogue, order) => (catalogue, order),
        };
        Ok(Box::new(Rows::<IdRow>::open(order)?.map(move |at| {
            let at = at?;
            let id = at.row.id;
            let found = catalogue.borrow_mut().get(&id)?.ok_or_else(|| {
                let what = format!("no document with the id `{id}`");
                let place = format!("{} line {}", order.display(), at.number);
                Failure::new(what, place, "add the document or remove the line")
            });
            // Leaving one of its articles out would change the order.
            Ok(Ok(found?))
        })))
    }
}
