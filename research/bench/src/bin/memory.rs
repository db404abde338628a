//! The part of `cargo research bench FOLDER-OF-PAGES` on memory: allocations, and the most heap that reading a page
//! takes. It is a separate program, since counting slows everything that it counts.

use anyhow::{Context, Result};
use offprint::ReadOptions;
use offprint_bench::{heap, pages, rounded, start_tags};
use serde_json::json;
use std::path::Path;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).context("usage: memory FOLDER-OF-PAGES")?;
    let mut worst = (0.0, 0, 0);
    let mut over = 0;
    let pages = pages(Path::new(&folder))?;
    let (mut whole, mut parsing) = (0, 0);
    for page in &pages {
        let (peak, _) = heap::peak(|| offprint::read(page, ReadOptions::default()));
        let share = peak as f64 / page.len() as f64;
        if share > worst.0 {
            worst = (share, peak, page.len());
        }
        over += usize::from(peak > offprint_bench::allowed(page.len()));
        whole += heap::allocations(|| offprint::read(page, ReadOptions::default())).0;
        parsing += heap::allocations(|| start_tags(page)).0;
    }
    let (share, peak, bytes) = worst;
    let bytes_read = pages.iter().map(Vec::len).sum::<usize>() as f64;
    let results = json!({
        "pages": pages.len(),
        "share": rounded(share),
        "peak": peak,
        "bytes": bytes,
        "over": over,
        "bytes_an_allocation": rounded(bytes_read / whole as f64),
        "parser_share": rounded(parsing as f64 / whole as f64),
    });
    println!("{results:#}");
    Ok(())
}
