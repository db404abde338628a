//! `cargo run --release -p offprint-bench -- extract FOLDER-OF-PAGES`: how fast articles are read.
//!
//! Beside Offprint runs what bounds it, its parser with handlers that do nothing, and with
//! `--python` two other extractors. All take turns, round by round, so that whatever else the
//! machine does meets all alike; CPU seconds are counted where the system tells them.

mod peers;

use anyhow::{Context, Result, bail};
use lol_html::html_content::{Element, TextChunk};
use lol_html::{
    DocumentContentHandlers, ElementContentHandlers, HtmlRewriter, MemorySettings, Settings,
};
use offprint::{Parser, ReadOptions};
use peers::Peers;
use std::borrow::Cow;
use std::cell::Cell;
use std::hint::black_box;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

const USAGE: &str = "\
usage: offprint-bench extract FOLDER-OF-PAGES [--rounds N] [--python PROGRAM]

  --rounds   times that each is run, 20 by default; other extractors run every tenth time
  --python   a Python that has resiliparse and trafilatura, to run them too";

/// Bytes handed to the bare parser at a time, as Offprint does.
const WINDOW: usize = 16 * 1024;
/// Rounds of ours for one of the others, which are slow.
const SELDOM: usize = 10;

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [verb, folder, flags @ ..] = &words[..] else {
        bail!(USAGE);
    };
    if verb != "extract" {
        bail!(USAGE);
    }
    let (mut rounds, mut python) = (20, None);
    for flag in flags.chunks(2) {
        match flag {
            [name, value] if name == "--rounds" => rounds = value.parse().context("--rounds N")?,
            [name, value] if name == "--python" => python = Some(value),
            _ => bail!(USAGE),
        }
    }
    let folder = Path::new(folder);
    let pages = offprint_bench::pages(folder)?;
    let peers = python
        .map(|python| Peers::start(python, folder))
        .transpose()?;
    measure(&pages, rounds, peers)
}

fn measure(pages: &[Vec<u8>], rounds: usize, mut peers: Option<Peers>) -> Result<()> {
    let mut rows = [
        Row::new("parser with empty handlers"),
        Row::new("Offprint, blocks only"),
        Row::new("Offprint, whole"),
        Row::new("resiliparse"),
        Row::new("trafilatura"),
    ];
    for round in 0..rounds.max(1) {
        rows[0].add(timed(|| pages.iter().for_each(|page| bare(page))));
        rows[1].add(timed(|| pages.iter().for_each(|page| blocks(page))));
        rows[2].add(timed(|| pages.iter().for_each(|page| whole(page))));
        if let Some(peers) = &mut peers
            && round % SELDOM == 0
        {
            for row in &mut rows[3..] {
                row.add(peers.seconds(row.name)?);
            }
        }
    }
    let bytes: usize = pages.iter().map(Vec::len).sum();
    let megabytes = bytes as f64 / 1e6;
    println!(
        "{} pages, {megabytes:.1} MB; MB/s, and how many times as fast Offprint is\n",
        pages.len()
    );
    println!(
        "{:<28} {:>7} {:>7} {:>7} {:>7}",
        "", "best", "median", "best", "median"
    );
    let (best, median) = (rows[2].best(), rows[2].median());
    for row in rows.iter().filter(|row| !row.seconds.is_empty()) {
        println!(
            "{:<28} {:>7.1} {:>7.1} {:>7.2} {:>7.2}",
            row.name,
            megabytes / row.best(),
            megabytes / row.median(),
            row.best() / best,
            row.median() / median
        );
    }
    Ok(())
}

/// The seconds of each round.
struct Row {
    name: &'static str,
    seconds: Vec<f64>,
}

impl Row {
    fn new(name: &'static str) -> Row {
        Row {
            name,
            seconds: Vec::new(),
        }
    }

    fn add(&mut self, seconds: f64) {
        self.seconds.push(seconds);
        self.seconds.sort_by(f64::total_cmp);
    }

    fn best(&self) -> f64 {
        self.seconds[0]
    }

    fn median(&self) -> f64 {
        self.seconds[self.seconds.len() / 2]
    }
}

/// CPU seconds of this thread, else those on the wall.
fn timed(work: impl FnOnce()) -> f64 {
    let (wall, cpu) = (Instant::now(), cpu_time());
    work();
    match (cpu, cpu_time()) {
        (Some(start), Some(end)) => end - start,
        _ => wall.elapsed(),
    }
    .as_secs_f64()
}

/// What Linux tells of this thread.
fn cpu_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

fn blocks(page: &[u8]) {
    let mut parser = Parser::new(&ReadOptions::default());
    parser.write(page).expect("not ended");
    black_box(parser.end().expect("not ended"));
}

fn whole(page: &[u8]) {
    black_box(offprint::read(page, ReadOptions::default()));
}

/// The parser alone, told of every start tag, end tag and text.
fn bare(page: &[u8]) {
    let seen = Rc::new(Cell::new(0usize));
    let count = |seen: &Cell<usize>, n| seen.set(seen.get() + n);
    let elements = {
        let seen = Rc::clone(&seen);
        move |element: &mut Element<'_, '_>| {
            count(&seen, 1);
            let seen = Rc::clone(&seen);
            if let Some(handlers) = element.end_tag_handlers() {
                handlers.push(Box::new(move |_| {
                    count(&seen, 1);
                    Ok(())
                }));
            }
            Ok(())
        }
    };
    let text = {
        let seen = Rc::clone(&seen);
        move |chunk: &mut TextChunk<'_>| {
            count(&seen, chunk.as_str().len());
            Ok(())
        }
    };
    let mut rewriter = HtmlRewriter::new(
        Settings::new()
            .with_strict(false)
            .with_memory_settings(
                MemorySettings::new()
                    .with_max_allowed_memory_usage(ReadOptions::default().max_bytes)
                    .with_graceful_bail_out_on_memory_limit_exceeded(true),
            )
            .append_element_content_handler((
                Cow::Owned("*".parse().expect("the universal selector")),
                ElementContentHandlers::default().element(elements),
            ))
            .append_document_content_handler(DocumentContentHandlers::default().text(text)),
        |_: &[u8]| {},
    );
    for window in page.chunks(WINDOW) {
        rewriter.write(window).expect("a page within the limits");
    }
    rewriter.end().expect("a page within the limits");
    black_box(seen.get());
}
