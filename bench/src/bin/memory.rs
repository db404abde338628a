//! `cargo run --release -p offprint-bench --bin memory -- FOLDER-OF-PAGES`: the most heap that
//! reading a page takes.

use anyhow::{Context, Result};
use offprint::ReadOptions;
use offprint_bench::{heap, pages};
use std::path::Path;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1);
    let folder = folder.context("usage: memory FOLDER-OF-PAGES")?;
    let mut worst = (0.0, 0, 0);
    let mut over = 0;
    let pages = pages(Path::new(&folder))?;
    for page in &pages {
        let (peak, _) = heap::peak(|| offprint::read(page, ReadOptions::default()));
        let share = peak as f64 / page.len() as f64;
        if share > worst.0 {
            worst = (share, peak, page.len());
        }
        over += usize::from(peak > offprint_bench::allowed(page.len()));
    }
    let (share, peak, bytes) = worst;
    println!(
        "{} pages; the most for its size: {peak} bytes for a page of {bytes}, {share:.2} times",
        pages.len()
    );
    println!("{over} pages took more than allowed");
    Ok(())
}
