//! `cargo xtask gate`, `evaluate` and `terms`: what `train/` measures and makes.

use std::path::Path;

use anyhow::Result;

use crate::run::{cargo, run};

/// How well articles are read and copies told, against recorded floors. `flags` are those of
/// `train/src/gate.rs`.
pub fn gate(folder: &Path, flags: &[&str]) -> Result<()> {
    train("gate", folder, flags)
}

/// All methods side by side.
pub fn evaluate(folder: &Path) -> Result<()> {
    train("evaluate", folder, &[])
}

/// How rare terms are, from texts: the tables in `src/methods/idf`.
pub fn terms(folder: &Path) -> Result<()> {
    train("terms", folder, &[])
}

fn train(verb: &str, folder: &Path, flags: &[&str]) -> Result<()> {
    // Optimised: the pages are many, the pairs millions, and cross-validation fits ten models.
    run(cargo()
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "offprint-train",
            "--",
            verb,
        ])
        .arg(folder)
        .args(flags))
}
