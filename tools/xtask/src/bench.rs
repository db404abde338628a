//! `cargo xtask bench`: measures speed and memory of reading pages, and writes a page of the docs.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::toolchain::target_dir;
use crate::wasm;

const DOCS: &str = "docs/speed.md";

/// `flags` are those of `research/bench/src/main.rs`.
pub fn bench(sh: &Shell, folder: &Path, flags: &[&str]) -> Result<()> {
    wasm::build(sh)?;
    let target = std::path::absolute(target_dir().join("peers"))?;
    let manifest = "research/bench/peers/Cargo.toml";
    cmd!(
        sh,
        "cargo build --release --manifest-path {manifest} --locked --target-dir {target}"
    )
    .run()?;
    let program = |name| {
        cmd!(
            sh,
            "cargo run --release --quiet --package offprint-bench --bin {name} -- {folder}"
        )
    };
    let speed = program("offprint-bench")
        .arg("--rust")
        .arg(target.join("release/offprint-bench-peers"))
        .args(flags)
        .read()?;
    let memory = program("memory").read()?;
    let tried = sh.read_file("research/bench/tried.md")?;
    sh.write_file(DOCS, format!("{speed}\n{memory}\n\n{tried}"))?;
    println!("{DOCS} is written");
    Ok(())
}
