//! `cargo xtask work REASON`: what reading costs. `tools/work/record.txt` has a line for each change that moved it: the
//! day; instructions of WebAssembly for the first page that a module reads, and for the English, Chinese and other
//! pages among the fixtures and shapes; bytes of `offprint`, `full` and `edge` with gzip; and the reason.
//! Tests fail if a figure exceeds that of the last line by more than a hundredth.

#[path = "../../work/src/record.rs"]
mod record;

use std::fs;

use anyhow::{Context, Error, Result, ensure};
use record::{INSTRUCTIONS, check, figures};
use xshell::{Shell, cmd};

use crate::toolchain::{Toolchain, target_dir};
use crate::wasm;

const RECORD: &str = "tools/work/record.txt";

/// Builds the modules of the package, and fails if one is larger than recorded.
pub fn build_modules(sh: &Shell) -> Result<()> {
    let recorded = figures(&fs::read_to_string(RECORD)?).context("the record needs figures and a reason")?;
    let mut sizes = wasm::build(sh)?.into_iter().zip(&recorded[INSTRUCTIONS..]);
    sizes.try_for_each(|((name, size), most)| check(&name, size, *most).map_err(Error::msg))
}

/// Builds what the tests of `tools/work` run.
pub fn build_counted(sh: &Shell) -> Result<()> {
    let build =
        Toolchain::find(sh)?.cargo(sh, "build").args(["--package=offprint-work", "--lib", "--release", "--target-dir"]);
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
    figures(&record).context("not all was measured")?;
    Ok(fs::write(RECORD, record)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_needs_a_reason_and_a_rise_a_line() {
        assert_eq!(figures("day 1 2 3 4 5 6 7 core: a reason"), Some(vec![1, 2, 3, 4, 5, 6, 7]));
        assert_eq!(figures("day 1 2 3 4 5 6 7"), None);
        assert!(check("", 101, 100).is_ok() && check("", 102, 100).is_err());
    }
}
