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
/// The file in which executions are added up.
const LOG: &str = "tools/fuzz/README.md";
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
    let log = fs::read_to_string(LOG).with_context(|| format!("cannot read {LOG}"))?;
    let all = targets(&log);
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        bail!("unknown target `{unknown}`; use one of {}", all.join(", "));
    }
    fuzz(sh, mode, "build").arg(PROGRAM).run().context(TOOLS)?;
    for name in if names.is_empty() { &all } else { names } {
        let executions = run_target(sh, mode, name, seconds)?;
        println!("{name}: {executions} executions in {seconds} s");
        let log = fs::read_to_string(LOG).with_context(|| format!("cannot read {LOG}"))?;
        fs::write(LOG, with_more(&log, name, executions)?)?;
    }
    match mode {
        Mode::Thorough => native_against_wasm(sh),
        Mode::Fast => Ok(()),
    }
}

/// The targets that have a line in the log.
fn targets(log: &str) -> Vec<&str> {
    log.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once("` |")?.0)).collect()
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

/// Runs a target; returns how many inputs it ran.
fn run_target(sh: &Shell, mode: Mode, name: &str, seconds: u64) -> Result<u64> {
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
        .args(["--", "-print_final_stats=1", "-rss_limit_mb=2048", "-timeout=20"])
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
    executions(&text).with_context(|| format!("{} states no number of executions", log.display()))
}

fn corpus(name: &str) -> PathBuf {
    Path::new("tools/fuzz/corpus").join(name)
}

/// `stat::number_of_executed_units: 12`.
fn executions(text: &str) -> Option<u64> {
    let (_, after) = text.split_once("stat::number_of_executed_units:")?;
    after.split_whitespace().next()?.parse().ok()
}

fn last_lines(text: &str, most: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(most)..].join("\n")
}

/// The log after more executions of a target, updated in its line and in the sum of all.
fn with_more(log: &str, name: &str, executions: u64) -> Result<String> {
    let mut found = 0;
    let start = format!("| `{name}` |");
    let lines = log
        .lines()
        .map(|line| {
            if !line.starts_with(&start) && !line.starts_with("| all |") {
                return Ok(line.to_owned());
            }
            let (before, count) =
                line.trim_end_matches([' ', '|']).rsplit_once("| ").context("a line of the table has no count")?;
            let count: u64 = count.replace(',', "").parse().context("a count is not a number")?;
            found += 1;
            Ok(format!("{before}| {} |", with_commas(count + executions)))
        })
        .collect::<Result<Vec<String>>>()?;
    ensure!(found == 2, "{LOG} has no line for `{name}`, or none for all");
    Ok(lines.join("\n") + "\n")
}

fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).expect("digits")).collect();
    groups.join(",")
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
    fn finds_the_number_of_executions() {
        let text = "Done 9 runs in 1 second(s)\nstat::number_of_executed_units: 912\nstat::x: 1\n";
        assert_eq!(executions(text), Some(912));
        assert_eq!(executions("killed"), None);
    }

    #[test]
    fn executions_are_added_up() {
        let log = "# Fuzzing\n\n| target | holds | executions |\n|---|---|---|\n| `a` | x | y | 1,000 |\n| `ab` | z | 0 |\n| all | | 1,000 |\n";
        let more = with_more(log, "ab", 1_234_567).unwrap();
        assert!(more.contains("| `ab` | z | 1,234,567 |\n| all | | 1,235,567 |\n"), "{more}");
        assert!(more.contains("| `a` | x | y | 1,000 |"), "{more}");
        assert!(with_more(log, "b", 1).is_err());
        assert_eq!(targets(log), ["a", "ab"]);
    }
}
