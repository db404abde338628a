//! `cargo xtask bench`: how fast pages are read, and in how much memory, as a page of the docs.

use std::path::Path;

use anyhow::{Context, Result};

use crate::run::{cargo, output, run, target_dir};
use crate::wasm;

const DOCS: &str = "docs/speed.md";

/// `flags` are those of `tools/bench/src/main.rs`.
pub fn bench(folder: &Path, flags: &[&str]) -> Result<()> {
    wasm::build()?;
    let target = std::path::absolute(target_dir().join("peers"))?;
    run(cargo()
        .args([
            "build",
            "--release",
            "--manifest-path",
            "tools/bench/peers/Cargo.toml",
        ])
        .args(["--locked", "--target-dir"])
        .arg(&target))?;
    let speed = output(
        program("offprint-bench")
            .arg(folder)
            .arg("--rust")
            .arg(target.join("release/offprint-bench-peers"))
            .args(flags),
    )?;
    let memory = output(program("memory").arg(folder))?;
    std::fs::write(DOCS, speed + &memory).with_context(|| format!("cannot write {DOCS}"))?;
    println!("{DOCS} is written");
    Ok(())
}

fn program(name: &str) -> std::process::Command {
    let mut command = cargo();
    command.args([
        "run",
        "--release",
        "--quiet",
        "--package",
        "offprint-bench",
        "--bin",
        name,
        "--",
    ]);
    command
}
