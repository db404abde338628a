//! How many pairs of unrelated articles are called rewritten.

use super::set::sketch_of;
use crate::files::lines;
use crate::pairs::pairs_of;
use crate::pairs::sets::Docs;
use anyhow::Result;
use offprint::compare::{Verdict, rewriting};
use offprint::facts::Sketch;
use rayon::prelude::*;
use serde::Deserialize;
use std::path::Path;

/// Pairs of documents that share little with each other, and the score of the model in use for each.
pub struct Strangers {
    /// For each document, whether it was collected with others for the event that it reports on.
    are_collected: Vec<bool>,
    scored: Vec<(f64, [usize; 2])>,
}

impl Strangers {
    /// `None` if the folder holds no such documents.
    pub fn read(folder: &Path) -> Result<Option<Strangers>> {
        #[derive(Deserialize)]
        struct Row {
            source: String,
        }
        let path = folder.join("fp_pool/docs.jsonl");
        if !path.exists() {
            return Ok(None);
        }
        let rows: Vec<Row> = lines(&path)?;
        let docs = Docs::of_texts(&path)?;
        let sketches: Vec<Option<Sketch>> = docs.docs.par_iter().map(sketch_of).collect();
        let scored = pairs_of(sketches.len()).filter_map(|pair| {
            let [a, b] = pair.map(|place| sketches[place].as_ref());
            let score = rewriting(a?, b?, Verdict::Different).score?;
            let is_copy = score >= 0.5 && docs.verdict(pair) >= Verdict::Partial;
            Some((if is_copy { 0.0 } else { score }, pair))
        });
        Ok(Some(Strangers {
            scored: scored.collect(),
            are_collected: rows.iter().map(|row| row.source == "zh_events").collect(),
        }))
    }

    /// How many pairs there are, and how many score at least `limit`: of all pairs, and of those that are not both
    /// reports collected by event.
    pub fn called(&self, limit: f64) -> [[usize; 2]; 2] {
        let mut counts = [[0; 2]; 2];
        for (score, pair) in &self.scored {
            let is_apart = !pair.iter().all(|&place| self.are_collected[place]);
            for count in counts.iter_mut().take(1 + usize::from(is_apart)) {
                count[0] += 1;
                count[1] += usize::from(*score >= limit);
            }
        }
        counts
    }
}
