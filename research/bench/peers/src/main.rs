//! Extractors written in Rust on the same pages, with the protocol of `research/bench/peers.py`.

use std::fs;
use std::hint::black_box;
use std::io::{Write, stdin, stdout};
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use offprint_bench_peers::locked;

/// Reads a page, or fails to: both are timed.
type Extract = fn(&str);

const TOOLS: [(&str, Extract); 2] = [
    ("dom_smoothie", |page| {
        let readability = dom_smoothie::Readability::new(page, None, None);
        let _ = black_box(readability.and_then(|mut readability| readability.parse()));
    }),
    ("rs-trafilatura", |page| {
        let _ = black_box(rs_trafilatura::extract(page));
    }),
];

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("name a folder of pages")?;
    let mut paths = Vec::<PathBuf>::new();
    for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {folder}"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            paths.push(path);
        }
    }
    paths.sort();
    let page = |path| Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned());
    let pages = paths.iter().map(page).collect::<Result<Vec<String>>>()?;
    let names = TOOLS.map(|(name, _)| name);
    let versions = names.map(|name| format!("{name} {}", locked(name).unwrap_or("?")));
    println!("ready {}; {}", names.join(", "), versions.join(", "));
    for line in stdin().lines() {
        let line = line?;
        let known = TOOLS.iter().find(|(name, _)| *name == line);
        let (_, extract) = known.with_context(|| format!("unknown extractor {line}"))?;
        let (wall, cpu) = (Instant::now(), cpu_seconds());
        let each: Vec<String> = pages.iter().map(|page| milliseconds(extract, page)).collect();
        let seconds = match (cpu, cpu_seconds()) {
            (Some(start), Some(end)) => end - start,
            _ => wall.elapsed().as_secs_f64(),
        };
        println!("{seconds} {}", each.join(" "));
        stdout().flush()?;
    }
    Ok(())
}

fn milliseconds(extract: &Extract, page: &str) -> String {
    let start = Instant::now();
    extract(page);
    (start.elapsed().as_secs_f64() * 1e3).to_string()
}

/// CPU seconds of this thread, where Linux reports them.
fn cpu_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = stat.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}
