//! Measures speed and memory of reading pages, by the programs of `research/bench`, and records the results.

use crate::results;
use anyhow::{Context, Result, ensure};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::Command;

/// `flags` are passed to `research/bench/src/main.rs`.
pub fn measure(folder: &Path, flags: &[String]) -> Result<()> {
    let folder = std::path::absolute(folder)?;
    run(cargo(&["xtask", "wasm"]))?;
    let dist = ["--manifest-path", "research/Cargo.toml", "--profile", "dist"];
    let mut peers = cargo(&["build", "--locked", "--package", "offprint-bench-peers", "--target-dir", "target/peers"]);
    peers.args(dist);
    run(peers)?;
    let program = |name| {
        let mut program = cargo(&["run", "--quiet"]);
        program.args(dist).args(["--package", "offprint-bench", "--bin", name, "--"]).arg(&folder);
        program
    };
    let mut speed = program("offprint-bench");
    speed.args(["--rust", "target/peers/dist/offprint-bench-peers"]).args(flags);
    let results = json!({ "reading": output(speed)?, "memory": output(program("memory"))? });
    results::record("speed", &results)
}

/// `cargo` at the root of the repository.
fn cargo(words: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(words).current_dir(results::path(""));
    cargo
}

fn run(mut command: Command) -> Result<()> {
    let status = command.status()?;
    ensure!(status.success(), "{command:?} failed");
    Ok(())
}

/// The JSON that a program prints.
fn output(mut command: Command) -> Result<Json> {
    let output = command.stderr(std::process::Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{command:?} failed");
    serde_json::from_slice(&output.stdout).with_context(|| format!("{command:?} printed no JSON"))
}
