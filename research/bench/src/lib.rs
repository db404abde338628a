//! Shared by the measurements of speed and memory.

mod bare;
pub mod heap;
pub mod times;

pub use bare::{all_tokens, start_tags};

use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The pages of a folder, in the order of their names.
pub fn pages(folder: &Path) -> Result<Vec<Vec<u8>>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
        .collect();
    paths.sort();
    ensure!(!paths.is_empty(), "no .html pages in {}", folder.display());
    let read = |path| std::fs::read(path).context("cannot read a page");
    paths.iter().map(read).collect()
}

/// The most heap that reading a page of this many bytes may take.
pub fn allowed(bytes: usize) -> usize {
    2 * bytes + (2 << 20)
}

/// A figure to four places: more would change on every run.
pub fn rounded(figure: f64) -> f64 {
    (figure * 10_000.0).round() / 10_000.0
}
