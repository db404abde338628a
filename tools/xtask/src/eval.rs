//! `cargo xtask gate`, `measure`, `worst`, `fit-verdict`, `site-memory`, `evaluate`, `origins`, `rarities`,
//! `rewrites` and `terms`: what `tools/eval/` measures and makes.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

/// `flags` are those of `tools/eval/src/main.rs`.
pub fn eval(sh: &Shell, verb: &str, folder: &Path, flags: &[&str]) -> Result<()> {
    // Optimised: the pages are many, the pairs millions, and cross-validation fits ten models.
    let eval = cmd!(sh, "cargo run --release --quiet --package offprint-eval --");
    Ok(eval.arg(verb).arg(folder).args(flags).run()?)
}
