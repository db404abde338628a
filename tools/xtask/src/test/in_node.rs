//! Runs the test files of Node, in parallel.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use xshell::Shell;

use super::report::Report;
use crate::node;
use crate::shown::lossy;
use crate::toolchain::program;

/// Runs the test files of folders.
pub fn run(report: &mut Report, folders: &[&str]) -> Result<()> {
    run_files(report, test_files(folders)?, node_test)
}

/// Runs files in parallel, one more than there are cores, since they mostly wait for browsers and workers. The error
/// names each file that failed.
fn run_files(
    report: &mut Report,
    files: VecDeque<String>,
    run: impl Fn(&str) -> Result<(String, Duration)> + Sync,
) -> Result<()> {
    let cores = thread::available_parallelism()?.get();
    let files = Mutex::new(files);
    let failed = Mutex::new(Vec::new());
    let report = Mutex::new(report);
    // A closure, since the head of a loop would hold the lock while the file runs.
    let next = || files.lock().unwrap().pop_front();
    thread::scope(|scope| {
        for _ in 0..=cores {
            scope.spawn(|| {
                while let Some(file) = next() {
                    let result = run(&file).and_then(|ran| report.lock().unwrap().add_node(&file, ran));
                    if let Err(error) = result {
                        failed.lock().unwrap().push(format!("{file}: {error:#}"));
                    }
                }
            });
        }
    });
    let mut failed = failed.into_inner().unwrap();
    failed.sort();
    ensure!(failed.is_empty(), "{}", failed.join("\n"));
    Ok(())
}

/// The output of a test file, and how long it ran. The time limit is for the file as well as for each of its tests.
fn node_test(file: &str) -> Result<(String, Duration)> {
    let sh = Shell::new()?;
    let command = node::command(&sh, "node")
        .args(["--test", "--test-reporter=spec", "--test-timeout=600000"])
        .arg(file)
        // Some also run the native program.
        .env("OFFPRINT", program("offprint")?);
    let start = Instant::now();
    let output = Command::from(command).output().context("cannot start Node")?;
    let text = lossy(&output);
    if !output.status.success() {
        println!("{text}");
        bail!("failed");
    }
    Ok((text, start.elapsed()))
}

/// The files `*.test.mjs` of folders. The largest come first: they usually take longest, and none should start last.
fn test_files(folders: &[&str]) -> Result<VecDeque<String>> {
    let mut files = Vec::new();
    for folder in folders {
        let before = files.len();
        let entries = Path::new(folder).read_dir();
        for entry in entries.with_context(|| format!("cannot read {folder}"))? {
            let path = format!("{folder}/{}", entry?.file_name().display());
            if path.ends_with(".test.mjs") {
                files.push((std::cmp::Reverse(fs::metadata(&path)?.len()), path));
            }
        }
        ensure!(files.len() > before, "{folder} holds no .test.mjs files");
    }
    files.sort();
    Ok(files.into_iter().map(|(_, path)| path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_runs_and_each_that_fails_is_named() {
        let files = || ["a", "b", "c"].map(String::from).into();
        let passes = |_: &str| Ok(("ℹ pass 2".to_owned(), Duration::ZERO));
        let mut report = Report::default();
        run_files(&mut report, files(), passes).unwrap();
        assert_eq!(report.passed, 6);
        let fails = |file: &str| match file {
            "b" => passes(file),
            _ => bail!("broken"),
        };
        let error = run_files(&mut report, files(), fails).unwrap_err();
        assert_eq!(format!("{error:#}"), "a: broken\nc: broken");
        assert_eq!(report.passed, 8);
    }
}
