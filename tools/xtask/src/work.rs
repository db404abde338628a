//! `cargo xtask work REASON`: what reading costs. `tools/work/record.txt` has a line for each change that moved it: the
//! day; instructions of WebAssembly for the first page that a module reads, and for the English, Chinese and other pages
//! among the fixtures and shapes; bytes of `offprint`, `full`, `edge` and the methods with gzip; and the reason. Tests fail
//! if a figure exceeds that of the last line by more than a hundredth.

use std::fs;

use anyhow::{Context, Result, ensure};
use xshell::{Shell, cmd};

use crate::toolchain::{Toolchain, target_dir};
use crate::wasm;

const RECORD: &str = "tools/work/record.txt";
/// How many of the figures are instructions; `tools/work/tests/record.rs` checks these.
const INSTRUCTIONS: usize = 4;
const FIGURES: usize = INSTRUCTIONS + 4;

/// The figures of the last line.
fn recorded() -> Result<Vec<u64>> {
    figures(&fs::read_to_string(RECORD).with_context(|| format!("cannot read {RECORD}"))?)
}

fn figures(record: &str) -> Result<Vec<u64>> {
    let last = record.lines().last().unwrap_or_default();
    let mut words = last.split_whitespace().skip(1);
    let figures: Vec<u64> = words.by_ref().take(FIGURES).filter_map(|word| word.parse().ok()).collect();
    ensure!(figures.len() == FIGURES && words.next().is_some(), "{RECORD}: not {FIGURES} figures and a reason: {last}");
    Ok(figures)
}

/// Fails if a figure exceeds the recorded one.
fn check(name: &str, now: u64, recorded: u64) -> Result<()> {
    ensure!(
        100 * now <= 101 * recorded,
        "{name}: {now}, {recorded} recorded: make it smaller, or record it with the reason, what it buys and who asked for \
         it: `cargo xtask work REASON`"
    );
    Ok(())
}

/// Builds the modules of the package, and fails if one is larger than recorded.
pub fn build_modules(sh: &Shell) -> Result<()> {
    let recorded = recorded()?;
    let mut sizes = wasm::build(sh)?.into_iter().zip(&recorded[INSTRUCTIONS..]);
    sizes.try_for_each(|((name, size), most)| check(&name, size, *most))
}

/// Builds what the tests of `tools/work` run.
pub fn build_counted(sh: &Shell) -> Result<()> {
    let build = Toolchain::find(sh)?.cargo(sh, "build");
    let build = build.args(["--package=offprint-work", "--lib", "--release", "--target-dir"]);
    Ok(build.arg(target_dir().join("wasm")).env("RUSTFLAGS", wasm::flags()?).run()?)
}

/// Measures, and adds a line.
pub fn record(sh: &Shell, reason: &str) -> Result<()> {
    ensure!(!reason.is_empty(), "say which change moved the figures, what it buys and who asked for it");
    let sizes = wasm::build(sh)?.into_iter().map(|(_, size)| size);
    build_counted(sh)?;
    let test = cmd!(sh, "cargo test --package=offprint-work --test=record -- --nocapture");
    let printed = test.env("OFFPRINT_RECORD", "1").read()?;
    let counted =
        printed.lines().find_map(|line| line.strip_prefix("instructions: ")).context("nothing was counted")?;
    let day = cmd!(sh, "date +%F").read()?;
    let mut record = fs::read_to_string(RECORD)?;
    let sizes: String = sizes.map(|size| format!("{size} ")).collect();
    record += &format!("{day} {counted} {sizes}{reason}\n");
    figures(&record)?;
    Ok(fs::write(RECORD, record)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_needs_a_reason_and_a_rise_a_line() {
        assert_eq!(figures("day 1 2 3 4 5 6 7 8 core: a reason").unwrap(), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert!(figures("day 1 2 3 4 5 6 7 8").is_err());
        assert!(check("", 101, 100).is_ok() && check("", 102, 100).is_err());
    }
}
