//! `cargo xtask bench`: measures speed and memory of reading pages, and records the results.

use std::path::Path;

use anyhow::Result;
use xshell::{Shell, cmd};

use crate::eval;
use crate::toolchain::target_dir;
use crate::wasm;

const RESULTS: &str = "research/results/speed.json";

/// `flags` are those of `research/bench/src/main.rs`.
pub fn bench(sh: &Shell, folder: &Path, flags: &[&str]) -> Result<()> {
    wasm::build(sh)?;
    let target = std::path::absolute(target_dir().join("peers"))?;
    let manifest = "research/bench/peers/Cargo.toml";
    cmd!(sh, "cargo build --release --manifest-path {manifest} --locked --target-dir {target}").run()?;
    let program = |name: &str| {
        let program = eval::research(sh, "offprint-bench")?;
        let program = program.args(["--profile", "dist", "--bin", name, "--"]);
        Ok::<_, anyhow::Error>(program.arg(folder))
    };
    let speed =
        program("offprint-bench")?.arg("--rust").arg(target.join("release/offprint-bench-peers")).args(flags).read()?;
    let memory = program("memory")?.read()?;
    let results = format!("{{\n\"reading\": {speed},\n\"memory\": {memory}\n}}\n");
    sh.write_file(RESULTS, results)?;
    println!("{RESULTS} is written");
    eval::render(sh)
}
