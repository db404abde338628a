//! `cargo xtask fuzz`: runs cargo-fuzz on every target for some time, then compares native and WebAssembly results on
//! the pages that it made.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xshell::{Cmd, Shell, cmd};

use crate::toolchain::{nightly, target_dir};
use crate::{node, wasm};

const TOOLS: &str = "fuzzing needs a nightly Rust and cargo-fuzz: `rustup toolchain install nightly --profile \
                     minimal` and `cargo install cargo-fuzz`";
/// The program that runs any target.
const PROGRAM: &str = "any";
/// The document with a table of the targets.
const TARGETS: &str = "tools/fuzz/README.md";
const SECONDS: u64 = 60;

/// What a fuzzer is built for.
#[derive(Clone, Copy)]
enum Mode {
    /// Detection: long inputs, with programs that detect each invalid memory access and trace both sides of each
    /// comparison.
    Thorough,
    /// Speed: programs that detect only panics and the paths that the code takes, and short pages. This runs twenty
    /// times as many inputs.
    Fast,
}

impl Mode {
    /// Longest input of a target, in bytes. Larger: more of a page at once, and fewer inputs per second.
    fn longest(self, name: &str) -> usize {
        match (self, name) {
            (Mode::Fast, "reader" | "charset") => 1024,
            // These bytes choose the pieces of a page, which is longer.
            (Mode::Fast, "markup" | "small") => 256,
            _ => 8192,
        }
    }

    /// The build folder of its programs: each mode builds all crates with different options.
    fn folder(self) -> PathBuf {
        target_dir().join(match self {
            Mode::Thorough => "fuzz",
            Mode::Fast => "fuzz-fast",
        })
    }
}

/// `words`: an optional `--fast`, the seconds for each target, and the targets, if not all.
pub fn run_targets(sh: &Shell, words: &[&str]) -> Result<()> {
    let (mode, words) = match words.split_first() {
        Some((&"--fast", rest)) => (Mode::Fast, rest),
        _ => (Mode::Thorough, words),
    };
    let (seconds, names) = match words.split_first() {
        Some((first, rest)) if first.bytes().all(|byte| byte.is_ascii_digit()) => {
            (first.parse().context("that is too long")?, rest)
        }
        _ => (SECONDS, words),
    };
    let table = fs::read_to_string(TARGETS).with_context(|| format!("cannot read {TARGETS}"))?;
    let all = targets(&table);
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        bail!("unknown target `{unknown}`; use one of {}", all.join(", "));
    }
    fuzz(sh, mode, "build").arg(PROGRAM).run().context(TOOLS)?;
    for name in if names.is_empty() { &all } else { names } {
        println!("{name}: {}", run_target(sh, mode, name, seconds)?);
    }
    match mode {
        Mode::Thorough => native_against_wasm(sh),
        Mode::Fast => Ok(()),
    }
}

fn targets(table: &str) -> Vec<&str> {
    table.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once("` |")?.0)).collect()
}

/// A cargo-fuzz command. Either mode has debug assertions and overflow checks, but no optimization across crates, which
/// takes minutes more for each target.
fn fuzz<'a>(sh: &'a Shell, mode: Mode, verb: &str) -> Cmd<'a> {
    let quick: &[&str] = match mode {
        Mode::Thorough => &[],
        Mode::Fast => &["--sanitizer", "none", "--no-trace-compares"],
    };
    nightly(sh, "fuzz")
        .arg(verb)
        .args(["--fuzz-dir", "tools/fuzz", "--features", "libfuzzer"])
        .args(quick)
        .env("CARGO_TARGET_DIR", mode.folder())
        .env("CARGO_PROFILE_RELEASE_LTO", "false")
}

/// Runs a target; returns the last line of its log, which says how many inputs it ran.
fn run_target(sh: &Shell, mode: Mode, name: &str, seconds: u64) -> Result<String> {
    let corpus = std::path::absolute(corpus(name))?;
    fs::create_dir_all(&corpus)?;
    let found = std::path::absolute(format!("tools/fuzz/found/{name}"))?;
    let artifacts = std::path::absolute(format!("tools/fuzz/artifacts/{name}"))?;
    fs::create_dir_all(&artifacts)?;
    let log = mode.folder().join(format!("{name}.log"));
    let command = fuzz(sh, mode, "run")
        .arg(PROGRAM)
        .arg(&corpus)
        .args(found.exists().then_some(&found))
        .args(["--", "-rss_limit_mb=2048", "-timeout=20"])
        .arg(format!("-max_len={}", mode.longest(name)))
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        .env("OFFPRINT_TARGET", name)
        .env("OFFPRINT_SEEDS", &corpus);
    let ended = std::process::Command::from(command)
        .stderr(File::create(&log).with_context(|| format!("cannot write {}", log.display()))?)
        .status()?;
    let text = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
    ensure!(
        ended.success(),
        "{}\n`{name}` failed, and the input is in tools/fuzz/artifacts/{name}. Fix the fault; then move the input to \
         tools/fuzz/found/{name}, under a name that describes it, so that the tests include it",
        last_lines(&text, 60)
    );
    Ok(last_lines(&text, 1))
}

fn corpus(name: &str) -> PathBuf {
    Path::new("tools/fuzz/corpus").join(name)
}

fn last_lines(text: &str, most: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(most)..].join("\n")
}

/// The native program and the WebAssembly in Node read the pages that the fuzzer kept, because each took a new path
/// through the parser, and must give the same results.
fn native_against_wasm(sh: &Shell) -> Result<()> {
    if !corpus("reader").exists() {
        println!("`reader` has never run here, so native and WebAssembly results were not compared");
        return Ok(());
    }
    let folder = target_dir().join("fuzz/pages");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for file in fs::read_dir(corpus("reader"))? {
        let file = file?;
        // The first byte only chooses how the page is read.
        let page = fs::read(file.path())?;
        let name = file.file_name().to_string_lossy().into_owned();
        fs::write(folder.join(name + ".html"), page.get(1..).unwrap_or_default())?;
    }
    cmd!(sh, "cargo build --package offprint-cli").run()?;
    wasm::build(sh)?;
    let native = target_dir().join("debug/offprint");
    Ok(node::command(sh, "node")
        .args(["--test", "--test-reporter=spec", "--test-name-pattern=^Node"])
        .arg("tests/parity.test.mjs")
        .env("OFFPRINT_PAGES", std::path::absolute(folder)?)
        .env("OFFPRINT", std::path::absolute(native)?)
        .run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_in_a_table() {
        assert_eq!(targets("# Fuzzing\n\n| target | holds |\n|---|---|\n| `a` | x |\n| `ab` | z |\n"), ["a", "ab"]);
    }
}
