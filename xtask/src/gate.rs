//! `cargo xtask gate`: how well articles are read and copies told, against recorded floors; and
//! `cargo xtask evaluate`: all methods side by side.

use std::path::Path;

use anyhow::Result;

use crate::run::{cargo, run};

/// `flags` are those of `train/src/gate.rs`.
pub fn hold(folder: &Path, flags: &[&str]) -> Result<()> {
    measure("gate", folder, flags)
}

pub fn evaluate(folder: &Path) -> Result<()> {
    measure("evaluate", folder, &[])
}

fn measure(verb: &str, folder: &Path, flags: &[&str]) -> Result<()> {
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
