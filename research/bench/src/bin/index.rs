//! `cargo run --release --manifest-path research/Cargo.toml --package offprint-bench --bin index -- [ARTICLES]`: how an
//! index grows, in memory and in a file. What it prints is `docs/index.md`. The largest of the indexes has a million
//! articles by default, and takes 2 GB of memory and of disk.

use anyhow::{Context, Result, ensure};
use offprint::Fingerprint;
use offprint::compare::{ArticleRecord, Verdict};
use offprint::index::{Candidate, InMemory, Index, Judgement, Ranks};
use offprint::internals::hash::hash;
use offprint_bench::heap;
use offprint_bench::times::percentile;
use offprint_cli::index::OnFile;
use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

/// Look-ups of each kind.
const LOOK_UPS: u64 = 2_000;
/// Articles between two saves of a file. Larger: quicker to build, more is lost to a failure.
const CHUNK: u64 = 4_096;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

fn main() -> Result<()> {
    let given = std::env::args().nth(1);
    let most: u64 = given.map_or(Ok(1_000_000), |most| most.parse()).context("usage: index [ARTICLES]")?;
    ensure!(most >= 1_000, "an index of 1000 articles is the smallest");
    println!("{HEAD}");
    let mut sizes = (3..).map(|power| 10u64.pow(power)).take_while(|&n| n <= most);
    let folder = std::env::temp_dir().join(format!("offprint-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).context("cannot make a folder for the index")?;
    let grown = sizes.try_for_each(|n| grow(n, &folder.join("index")));
    std::fs::remove_dir_all(&folder).context("cannot remove the folder of the index")?;
    grown
}

const HEAD: &str = "\
# The index

Written by `cargo run --release --manifest-path research/Cargo.toml --package offprint-bench --bin index > docs/index.md`; do not edit.

For those who plan an index, this says how long look-ups take, and what an article costs in memory or in a file.

The articles are made up: random hashes in the form of fingerprints of 160 samples, each in a class of its own, with 4
keys written and 16 read. A *hit* looks up an article that is there, a *miss* one that is not. Both are the wall-clock
time of one look-up in microseconds, median (p50) and 95th percentile (p95), without making the fingerprint. A hit in a
file also reads and decodes the stored fingerprint. *Build* includes making the articles up, about 20 µs each. *Bytes*
are those of the allocator, or of the file, which grows in steps and is saved every 4,096 articles. Up to 256 MiB of a
file stay in memory, besides the system's page cache. *Opening* checks the whole file and makes the filter.

The *filter*, a Bloom filter over the keys, takes 10 bits a key in memory. In a file, a miss takes four to seven times as
long without it.

| articles | store | build, µs an article | bytes an article | opening, ms | hit p50 | hit p95 | miss p50 | miss p95 |
|--:|---|--:|--:|--:|--:|--:|--:|--:|";

/// Fills indexes of one size, and prints what that takes and how quickly they answer.
fn grow(articles: u64, path: &Path) -> Result<()> {
    let mut in_memory = InMemory::new();
    let start = Instant::now();
    let (bytes, Ok(())) = heap::kept(|| fill(&mut in_memory, articles));
    let build = start.elapsed().as_secs_f64() * 1e6 / articles as f64;
    let row = |store: &str, cells: [String; 3], measured: [[f64; 2]; 2]| {
        let times: Vec<String> = measured.as_flattened().iter().map(|t| format!("{t:.0}")).collect();
        println!("| {articles} | {store} | {} | {} |", cells.join(" | "), times.join(" | "));
    };
    let bytes = bytes as u64 / articles;
    let cells = [format!("{build:.0}"), bytes.to_string(), "–".to_owned()];
    row("memory", cells, times(&in_memory, articles));
    drop(in_memory);

    let _ = std::fs::remove_file(path);
    let error = |failure| anyhow::anyhow!("{failure}");
    let mut on_file = OnFile::open(path).map_err(error)?;
    let start = Instant::now();
    fill(&mut on_file, articles).map_err(error)?;
    let build = start.elapsed().as_secs_f64() * 1e6 / articles as f64;
    drop(on_file);
    let start = Instant::now();
    let on_file = OnFile::open(path).map_err(error)?;
    let opening = start.elapsed().as_secs_f64() * 1e3;
    let bytes = std::fs::metadata(path)?.len() / articles;
    let cells = [format!("{build:.0}"), bytes.to_string(), format!("{opening:.0}")];
    row("file", cells, times(&on_file, articles));
    Ok(())
}

fn fill<I: Index>(index: &mut I, articles: u64) -> Result<(), I::Error> {
    let alone = Judgement::unique(Verdict::Different);
    for number in 0..articles {
        index.add(&format!("article-{number}"), &alone, &test_text(number).into())?;
        if number % CHUNK == CHUNK - 1 {
            index.save()?;
        }
    }
    index.save()
}

/// The times that half and 95 of 100 look-ups stay below: hits and misses.
fn times<I: Index>(index: &I, articles: u64) -> [[f64; 2]; 2] {
    let take = |candidate: Candidate<'_>| {
        black_box(candidate.record);
    };
    let look_up = |record: &ArticleRecord| assert!(index.visit(record, &Ranks::default(), take).is_ok());
    [percentiles(|i| hash([i, 1]) % articles, look_up), percentiles(|i| articles + 1 + i, look_up)]
}

fn percentiles(article: impl Fn(u64) -> u64, look_up: impl Fn(&ArticleRecord)) -> [f64; 2] {
    let time = |i| {
        let record = test_text(article(i)).into();
        let start = Instant::now();
        look_up(&record);
        start.elapsed().as_secs_f64() * 1e6
    };
    let times: Vec<f64> = (0..LOOK_UPS).map(time).collect();
    [50, 95].map(|percent| percentile(&times, percent))
}

/// A fingerprint of random hashes, in the layout that `offprint::fingerprint` documents: 900 Han characters with 800
/// different shingles, 160 of them sampled.
fn test_text(number: u64) -> Fingerprint {
    let mut state = hash([number]);
    let mut random = || {
        state = hash([state]);
        state
    };
    let mut bytes = vec![Fingerprint::VERSION, 1];
    bytes.extend([0x84, 0x07, 0xA0, 0x06]); // 900 letters, 800 shingles
    bytes.extend([2, 0xCC, 0xCC]); // a fifth of them below the cut
    bytes.push(0);
    for _ in 0..16 {
        // A key is the smallest of some fifty hashes.
        let key = (0..50).map(|_| random()).min().unwrap_or(0) >> 24;
        bytes.extend(&key.to_be_bytes()[3..]);
    }
    bytes.extend([0xA0, 0x01]); // 160 samples
    while bytes.len() < 9 + 1 + 80 + 2 + 400 {
        bytes.push(random() as u8);
    }
    bytes.push(0); // nothing uncertain
    Fingerprint::from_bytes(&bytes).expect("bytes in the documented layout")
}
