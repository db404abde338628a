//! `cargo xtask methods`, `gate`, `cleaning`, `measure`, `meta`, `worst`, `fit-verdict`, `site-memory`, `evaluate`, `fold`,
//! `origins`, `rarities`, `rewrites`, `short`, `structure` and `terms`: the measurements and outputs of `research/eval/`.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

/// `words` are those of `research/methods/src/bin/methods.rs`; their paths are relative to `here`.
pub fn methods(sh: &Shell, here: &Path, words: &[&str]) -> Result<()> {
    let manifest = std::path::absolute("Cargo.toml")?;
    let _here = sh.push_dir(here);
    let methods = cmd!(
        sh,
        "cargo run --quiet --manifest-path {manifest} --package offprint-methods --features program --"
    );
    Ok(methods.args(words).run()?)
}

/// Fills the figures of `research/results/` into the documents.
pub fn render(sh: &Shell) -> Result<()> {
    Ok(cmd!(sh, "cargo run --quiet --package offprint-eval -- render").run()?)
}

/// `flags` are those of `research/eval/src/main.rs`.
pub fn eval(sh: &Shell, verb: &str, folder: &Path, flags: &[&str]) -> Result<()> {
    // Optimised, because there are many pages and millions of pairs, and cross-validation fits ten models.
    let eval = cmd!(sh, "cargo run --release --quiet --package offprint-eval --");
    Ok(eval.arg(verb).arg(folder).args(flags).run()?)
}
