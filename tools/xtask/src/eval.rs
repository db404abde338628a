//! `cargo xtask gate`, `evaluate` and `terms`: what `tools/eval/` measures and makes.

use std::path::Path;

use anyhow::Result;

use crate::run::{cargo, run};

/// How well articles are read and copies told, against recorded floors. `flags` are those of
/// `tools/eval/src/gate.rs`.
pub fn gate(folder: &Path, flags: &[&str]) -> Result<()> {
    eval("gate", folder, flags)
}

/// All methods side by side.
pub fn evaluate(folder: &Path) -> Result<()> {
    eval("evaluate", folder, &[])
}

/// How rare terms are, from texts: the tables in `crates/baselines/src/methods/idf`.
pub fn terms(folder: &Path) -> Result<()> {
    eval("terms", folder, &[])
}

fn eval(verb: &str, folder: &Path, flags: &[&str]) -> Result<()> {
    // Optimised: the pages are many, the pairs millions, and cross-validation fits ten models.
    run(cargo()
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "offprint-eval",
            "--",
            verb,
        ])
        .arg(folder)
        .args(flags))
}
