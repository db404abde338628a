//! How many of the pairs recognised keys find.

use super::Judged;
use super::set::sketch_of;
use crate::pairs::sets::Docs;
use anyhow::Result;
use offprint::facts::Sketch;
use offprint::index::Limits;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Most articles that a key may lead to before it is passed over: those of an index, all of them being different.
const MOST_CANDIDATES: usize = Limits::WITH_FACTS.classes;
/// Articles among which one has to be found. Fewer are at hand, so a key is passed over if it leads to the same share of
/// them as that limit is of these.
const AMONG: usize = 20_000;

/// How many of the pairs recognised are also found by keys among other articles.
#[derive(Serialize, Deserialize)]
pub struct Found {
    found: usize,
    recognised: usize,
    among: usize,
}

impl Found {
    pub fn share(&self) -> f64 {
        self.found as f64 / self.recognised.max(1) as f64
    }

    pub fn of(judged: &Judged, folder: &Path) -> Result<Found> {
        let others = others(folder)?;
        let most = MOST_CANDIDATES * others.len().min(AMONG) / AMONG;
        let mut postings: BTreeMap<String, usize> = BTreeMap::new();
        for key in others.iter().flat_map(Sketch::write_keys) {
            *postings.entry(key).or_default() += 1;
        }
        let is_followed = |key: &&String| postings.get(*key).copied().unwrap_or(0) <= most;
        let (mut found, mut recognised) = (0, 0);
        for pair in judged.called().filter(|pair| pair.is_rewritten) {
            let [Some(a), Some(b)] = [pair.a, pair.b].map(|place| &judged.set.sketches[place]) else {
                continue;
            };
            let (written, read) = (a.write_keys(), b.read_keys());
            found += usize::from(read.iter().filter(is_followed).any(|key| written.contains(key)));
            recognised += 1;
        }
        Ok(Found { found, recognised, among: others.len() })
    }
}

/// The sketches of all texts at hand, each once: those listed by line, and those in folders `gold`.
fn others(folder: &Path) -> Result<Vec<Sketch>> {
    let folders = |name: &str| -> Result<Vec<PathBuf>> {
        let folder = folder.join(name);
        let entries = match folder.exists() {
            true => std::fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?,
            false => Vec::new(),
        };
        Ok(entries.into_iter().map(|entry| entry.path()).collect())
    };
    let mut lists = vec![folder.join("fp_pool/docs.jsonl")];
    let sets = folders("textpairs")?;
    lists.extend(sets.into_iter().map(|set| set.join("docs.jsonl")));
    lists.retain(|list| list.exists());
    let docs = Docs::of_texts_in(&lists)?;
    let mut sketches: Vec<Sketch> = docs.docs.par_iter().filter_map(sketch_of).collect();
    let mut golds = Vec::new();
    for name in ["extract", "wide"] {
        for set in folders(name)? {
            golds.extend(folders(&set.join("gold").to_string_lossy())?);
        }
    }
    let sketch = |path: &PathBuf| Sketch::of("", &std::fs::read_to_string(path).ok()?);
    sketches.par_extend(golds.par_iter().filter_map(sketch));
    sketches.par_sort_by_cached_key(Sketch::to_bytes);
    sketches.dedup();
    Ok(sketches)
}
