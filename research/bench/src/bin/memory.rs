//! The part of `cargo xtask bench FOLDER-OF-PAGES` on memory: allocations, and the most heap that reading
//! a page takes. A program of its own, since counting slows all it counts.

use anyhow::{Context, Result};
use offprint::ReadOptions;
use offprint_bench::{heap, pages, start_tags};
use std::path::Path;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1);
    let folder = folder.context("usage: memory FOLDER-OF-PAGES")?;
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
    let kibibytes = pages.iter().map(Vec::len).sum::<usize>() as f64 / 1024.0;
    println!("\n## Memory\n");
    println!(
        "Of {} pages, the one that needs most memory for its size needs {share:.2} times its size: {peak} bytes for \
         {bytes}.",
        pages.len()
    );
    println!(
        "{over} need more than `research/bench/tests/memory.rs` allows, which bounds hostile pages too."
    );
    println!(
        "There is one allocation for every {:.0} bytes read; the parser alone, told of start tags, makes {:.0} % as many.",
        1024.0 * kibibytes / whole as f64,
        100.0 * parsing as f64 / whole as f64
    );
    Ok(())
}
