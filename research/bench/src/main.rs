//! `cargo research bench FOLDER-OF-PAGES`: prints how fast articles are read, as JSON for
//! `research/results/speed.json`.
//!
//! It runs Offprint and, as a bound, its parser with handlers that do nothing; its WebAssembly in Node; and other
//! extractors if they are installed. All take turns, round by round, so that other work on the machine affects all
//! alike. CPU seconds are counted where the system reports them.

mod peers;
mod stages;

use anyhow::{Context, Result, bail};
use offprint::ReadOptions;
use offprint::internals::make;
use offprint_bench::times::{Read, Round, Row};
use offprint_bench::{all_tokens, rounded, start_tags};
use peers::Peers;
use serde_json::{Value as Json, json};
use std::hint::black_box;
use std::path::Path;
use std::process::Command;

const USAGE: &str = "\
usage: offprint-bench FOLDER-OF-PAGES [--rounds N] [--rust PROGRAM] [--python PROGRAM] [--node FOLDER]

  --rounds   times that Offprint and its parser are run, 20 by default; other extractors every fifth time
  --rust     the program of research/bench/peers, to run extractors written in Rust too
  --python   a Python that has resiliparse, trafilatura and lxml_html_clean, to run them too
  --node     a folder whose node_modules has @mozilla/readability, linkedom, jsdom and defuddle";

/// Our rounds for each round of the other extractors, which are slow.
const SELDOM: usize = 5;
/// The native readers. All others are compared with the last one.
const NATIVE: [(&str, Read); 4] = [
    ("lol_html, start tags", start_tags),
    ("lol_html, text and end tags, too", all_tokens),
    ("Offprint, blocks only", blocks),
    ("Offprint", whole),
];
/// The name by which a peer reports the start times of the module.
const START: &str = "start";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [folder, flags @ ..] = &words[..] else {
        bail!(USAGE);
    };
    let (mut rounds, mut rust, mut python, mut packages) = (20, None, None, None);
    for flag in flags.chunks(2) {
        match flag {
            [name, value] if name == "--rounds" => rounds = value.parse().context("--rounds N")?,
            [name, value] if name == "--rust" => rust = Some(value),
            [name, value] if name == "--python" => python = Some(value),
            [name, value] if name == "--node" => packages = Some(value),
            _ => bail!(USAGE),
        }
    }
    let folder = Path::new(folder);
    let pages = offprint_bench::pages(folder)?;
    let command = |program: &str, words: &[&Path]| {
        let mut command = Command::new(program);
        command.args(words).arg(folder);
        command
    };
    let script = |name: &str| Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let in_node = || command("node", &[&script("peers.mjs")]);
    let extractors = [
        packages.map(|packages| {
            let mut node = in_node();
            node.arg(packages);
            node
        }),
        rust.map(|program| command(program, &[])),
        python.map(|python| command(python, &[&script("peers.py")])),
    ];
    let mut peers = vec![Peers::start(in_node(), 1)?];
    for program in extractors.into_iter().flatten() {
        peers.push(Peers::start(program, SELDOM)?);
    }
    let parser = peers::locked(include_str!("../../Cargo.lock"), "lol_html");
    let mut versions = vec![format!("lol_html {}", parser.context("no lol_html")?)];
    versions.extend(peers.iter().flat_map(|peers| peers.versions.clone()));
    let rounds = rounds.max(1);
    let rows = measure(&pages, rounds, &mut peers)?;
    let results = results(&pages, rounds, &rows, &versions);
    println!("{results:#}");
    Ok(())
}

/// The rounds of each, the native ones first.
fn measure(pages: &[Vec<u8>], rounds: usize, peers: &mut [Peers]) -> Result<Vec<Row>> {
    let mut native = NATIVE.map(|(name, _)| Row::new(name));
    let rows = |peers: &Peers| peers.names.iter().map(|name| Row::new(name)).collect();
    let mut others: Vec<Vec<Row>> = peers.iter().map(rows).collect();
    for round in 0..rounds {
        for (row, (_, read)) in native.iter_mut().zip(NATIVE) {
            row.rounds.push(Round::new(pages, read));
        }
        for (peers, rows) in peers.iter_mut().zip(&mut others) {
            if round % peers.every == 0 {
                for row in rows {
                    row.rounds.push(peers.round(&row.name)?);
                }
            }
        }
    }
    Ok(native.into_iter().chain(others.into_iter().flatten()).collect())
}

fn results(pages: &[Vec<u8>], rounds: usize, rows: &[Row], versions: &[String]) -> Json {
    let megabytes = megabytes(pages);
    let (timed, starts): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row.name != START);
    let ours = rows[NATIVE.len() - 1].median();
    let row = |row: &Row| {
        json!({
            "name": row.name,
            "best": rounded(megabytes / row.best()),
            "median": rounded(megabytes / row.median()),
            "times": rounded(row.median() / ours),
            "p50": rounded(row.page(50)),
            "p95": rounded(row.page(95)),
        })
    };
    json!({
        "pages": pages.len(),
        "megabytes": rounded(megabytes),
        "rounds": rounds,
        "rows": timed.into_iter().map(row).collect::<Vec<_>>(),
        "versions": versions,
        "start_ms": starts.first().map(|row| rounded(row.page(50))),
        "steps": stages::steps(pages, rounds),
        "long": long(rounds),
    })
}

fn megabytes(pages: &[Vec<u8>]) -> f64 {
    pages.iter().map(Vec::len).sum::<usize>() as f64 / 1e6
}

/// Paragraphs of the longest article that is measured.
const PARAGRAPHS: u32 = 16_000;

/// The cost of an article that is only text. No character of a page costs more.
fn long(rounds: usize) -> Json {
    let paragraph = |i: u32| {
        let (year, water) = (i * 7919, i % 97);
        format!("<p>第{i}段：水库在{year}年修复，下游的居民说，他们看到了第{water}次放水。</p>\n")
    };
    let text: String = (0..PARAGRAPHS).map(paragraph).collect();
    let page = vec![format!("<!doctype html><meta charset=utf-8><title>水库</title><article>{text}").into_bytes()];
    let best = |read| {
        let rounds = (0..rounds).map(|_| Round::new(&page, read).seconds);
        1e3 * rounds.fold(f64::INFINITY, f64::min)
    };
    json!({
        "megabytes": rounded(megabytes(&page)),
        "paragraphs": PARAGRAPHS,
        "ms": rounded(best(whole)),
        "blocks_ms": rounded(best(blocks)),
    })
}

fn blocks(page: &[u8]) {
    black_box(make::page(page, &ReadOptions::new()));
}

fn whole(page: &[u8]) {
    black_box(offprint::read(page, ReadOptions::default()));
}
