//! `cargo xtask methods`, `render` and the verbs of `research/eval/src/main.rs`: measurements and comparisons.

use std::path::Path;

use anyhow::Result;
use xshell::{Cmd, Shell, cmd};

use crate::toolchain::{RESEARCH, target_dir};

/// `cargo run` in the workspace of `research/`. The paths are absolute, since the current folder may be another.
pub fn research<'a>(sh: &'a Shell, package: &str) -> Result<Cmd<'a>> {
    let manifest = std::path::absolute(RESEARCH)?;
    let target = std::path::absolute(target_dir())?;
    Ok(cmd!(sh, "cargo run --quiet --manifest-path {manifest} --target-dir {target} --package {package}"))
}

/// `words` are those of `research/methods/src/bin/methods.rs`; their paths are relative to `here`.
pub fn methods(sh: &Shell, here: &Path, words: &[&str]) -> Result<()> {
    let methods = research(sh, "offprint-methods")?.args(["--features", "program", "--"]);
    let _here = sh.push_dir(here);
    Ok(methods.args(words).run()?)
}

/// `words` are those of `research/eval/src/main.rs`; their paths are relative to `here`.
pub fn eval(sh: &Shell, here: &Path, words: &[&str]) -> Result<()> {
    // Optimised, because there are many pages and millions of pairs, and cross-validation fits ten models.
    let eval = research(sh, "offprint-eval")?.args(["--release", "--"]);
    let _here = sh.push_dir(here);
    Ok(eval.args(words).run()?)
}

/// Fills the figures of `research/results/` into the documents.
pub fn render(sh: &Shell) -> Result<()> {
    Ok(research(sh, "offprint-eval")?.args(["--", "render"]).run()?)
}
