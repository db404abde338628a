//! `cargo xtask test`: everything that must pass before a change is merged.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::run::{cargo, output, output_shown, run, target_dir};
use crate::toolchain::Toolchain;
use crate::{browsers, extension, node, python, wasm};

/// A step returns how many tests it ran.
type Step = fn() -> Result<u64>;

const STEPS: [(&str, Step); 13] = [
    ("format", format),
    ("lint", lint),
    ("lint for WebAssembly", lint_wasm),
    ("documentation", documentation),
    ("tests in Rust", rust_tests),
    ("WebAssembly", build_wasm),
    ("tests of native against WebAssembly", parity_tests),
    ("tests of the package", package_tests),
    ("tests of the worker", worker_tests),
    ("tests of the extension", extension_tests),
    ("tests of the site", site_tests),
    ("tests of the Python package", python_tests),
    ("packages", packages),
];

/// Runs the steps in order up to the first that fails.
pub fn all() -> Result<()> {
    let mut passed = 0;
    let mut times = Vec::new();
    for (name, step) in STEPS {
        println!("\n== {name}");
        let start = Instant::now();
        passed += step().with_context(|| format!("the step \"{name}\" failed"))?;
        times.push((name, start.elapsed()));
    }
    print_times(&times);
    println!("{passed} passed, 0 failed");
    Ok(())
}

fn print_times(times: &[(&str, Duration)]) {
    println!();
    for (name, time) in times {
        println!("{:>7.1} s  {name}", time.as_secs_f32());
    }
    println!();
}

fn format() -> Result<u64> {
    for workspace in ["Cargo.toml", "crates/wasm/module/Cargo.toml"] {
        run(cargo().args(["fmt", "--all", "--check", "--manifest-path", workspace])).with_context(
            || {
                format!(
                    "`cargo fmt --all --manifest-path {workspace}` puts it right; if fmt is missing, \
                     `rustup component add rustfmt`"
                )
            },
        )?;
    }
    Ok(0)
}

fn lint() -> Result<u64> {
    run(cargo().args([
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "-D",
        "warnings",
    ]))
    .context("if clippy is missing, `rustup component add clippy`")?;
    Ok(0)
}

fn lint_wasm() -> Result<u64> {
    // All that modules are built with; the dictionary would want a C compiler for this target.
    lint_for_wasm(&["--package", "offprint-wasm", "--features", "edge,report"])
}

fn lint_for_wasm(what: &[&str]) -> Result<u64> {
    run(Toolchain::find()?
        .clippy()
        .args(what)
        .args(["--lib", "--target-dir"])
        .arg(target_dir().join("wasm"))
        .args(["--", "-D", "warnings"]))?;
    Ok(0)
}

fn documentation() -> Result<u64> {
    run(cargo()
        .args([
            "doc",
            "--package",
            "offprint",
            "--all-features",
            "--no-deps",
        ])
        .env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(0)
}

fn rust_tests() -> Result<u64> {
    let text = output_shown(cargo().args(["test", "--workspace"]))?;
    at_least_one(passed_in_rust(&text))
}

fn build_wasm() -> Result<u64> {
    wasm::build()?;
    Ok(0)
}

/// These tests run the native program as well, and find it in the variable `OFFPRINT`.
fn parity_tests() -> Result<u64> {
    // With these words it is the one that the tests in Rust have built.
    run(cargo().args(["build", "--workspace", "--bins", "--tests"]))?;
    browsers::prepare()?;
    run_node_tests(node::command("node").env("OFFPRINT", native()?), "tests")
}

fn native() -> Result<PathBuf> {
    Ok(std::path::absolute(target_dir().join("debug/offprint"))?)
}

fn package_tests() -> Result<u64> {
    run_node_tests(&mut node::command("node"), "pkg/test")
}

fn worker_tests() -> Result<u64> {
    run_node_tests(&mut node::command("node"), "worker/test")
}

/// One file after the other: each starts browsers, and some measure.
fn extension_tests() -> Result<u64> {
    browsers::prepare()?;
    extension::build()?;
    run(node::command("node").args([
        "node_modules/addons-linter/bin/addons-linter",
        "--warnings-as-errors",
        "extension/dist/firefox",
    ]))?;
    run_node_tests(
        node::command("node").arg("--test-concurrency=1"),
        "extension/test",
    )
}

fn site_tests() -> Result<u64> {
    browsers::prepare()?;
    run_node_tests(&mut node::command("node"), "www/test")
}

fn python_tests() -> Result<u64> {
    at_least_one(python::test(&native()?)?)
}

/// The limit is for a file as well as for each of its tests.
fn run_node_tests(node: &mut Command, folder: &str) -> Result<u64> {
    node.args(["--test", "--test-reporter=spec", "--test-timeout=600000"])
        .args(test_files(folder)?);
    at_least_one(passed_in_node(&output_shown(node)?))
}

/// Node 20 does not expand patterns by itself.
fn test_files(folder: &str) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in Path::new(folder)
        .read_dir()
        .with_context(|| format!("cannot read {folder}"))?
    {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".test.mjs") {
            files.push(format!("{folder}/{name}"));
        }
    }
    files.sort();
    ensure!(!files.is_empty(), "{folder} holds no .test.mjs files");
    Ok(files)
}

/// `test result: ok. 12 passed; 0 failed; …`, once per test program.
fn passed_in_rust(text: &str) -> u64 {
    text.lines()
        .filter(|line| line.starts_with("test result:"))
        .filter_map(|line| {
            line.split_once(" passed;")?
                .0
                .rsplit(' ')
                .next()?
                .parse::<u64>()
                .ok()
        })
        .sum()
}

/// `ℹ pass 12`, once.
fn passed_in_node(text: &str) -> u64 {
    text.lines()
        .filter_map(|line| line.strip_prefix("ℹ pass ")?.parse::<u64>().ok())
        .sum()
}

fn at_least_one(passed: u64) -> Result<u64> {
    ensure!(passed > 0, "no test ran, so this step shows nothing");
    Ok(passed)
}

/// What would be published, to crates.io and to npm.
fn packages() -> Result<u64> {
    pack_crate()?;
    pack_npm()?;
    Ok(0)
}

fn pack_crate() -> Result<()> {
    let package = || {
        let mut cargo = cargo();
        cargo.args([
            "package",
            "--package",
            "offprint",
            "--allow-dirty",
            "--offline",
        ]);
        cargo
    };
    let listing = output(package().arg("--list"))?;
    let stray = stray_in_crate(&listing);
    ensure!(
        stray.is_empty(),
        "the crate would carry {}: see `include` in Cargo.toml",
        stray.join(", ")
    );
    print!("{listing}");
    // The tests have compiled these files already.
    run(package().arg("--no-verify"))
}

/// The crate is its sources and the files at the top, such as the licences.
fn stray_in_crate(listing: &str) -> Vec<&str> {
    let mut stray: Vec<&str> = listing
        .lines()
        .filter_map(|file| file.split_once('/'))
        .map(|(folder, _)| folder)
        .filter(|folder| *folder != "src")
        .collect();
    stray.dedup();
    stray
}

fn pack_npm() -> Result<()> {
    let listing = output(node::command("npm").args(["pack", "--dry-run", "--json", "./pkg"]))?;
    let files = packed_files(&listing)?;
    println!("{}", files.join("\n"));
    for needed in [
        "dist/offprint.wasm",
        "dist/glue.js",
        "dist/glue.d.ts",
        "dist/integrity.json",
        "offprint.d.ts",
        "core.d.ts",
        "index/store-test.js",
        "edge/offprint.d.ts",
        "dist/edge/offprint.wasm",
        "dist/edge/glue.js",
        "methods/offprint.d.ts",
        "dist/methods/offprint.wasm",
        "dist/methods/glue.js",
        "dist/cli.js",
        "dist/cli-licences.txt",
    ] {
        ensure!(
            files.iter().any(|file| file == needed),
            "the npm package would lack {needed}: see \"files\" in pkg/package.json"
        );
    }
    Ok(())
}

fn packed_files(listing: &str) -> Result<Vec<String>> {
    let listing: Value = serde_json::from_str(listing)?;
    let files = listing[0]["files"]
        .as_array()
        .context("`npm pack` listed no files")?;
    Ok(files
        .iter()
        .filter_map(|file| file["path"].as_str().map(String::from))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_the_rust_tests() {
        let text = "\
running 3 tests
test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s
test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: ok. 12 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.04s
";
        assert_eq!(passed_in_rust(text), 15);
    }

    #[test]
    fn finds_the_node_tests() {
        assert_eq!(
            passed_in_node("✔ reads (1ms)\nℹ tests 7\nℹ pass 7\nℹ fail 0\n"),
            7
        );
    }

    #[test]
    fn a_step_without_tests_fails() {
        assert!(at_least_one(passed_in_rust("running 0 tests")).is_err());
        assert!(at_least_one(passed_in_node("ℹ pass 0")).is_err());
    }

    #[test]
    fn lists_what_npm_would_pack() {
        let listing = r#"[{ "files": [{ "path": "index.js" }, { "path": "dist/glue.js" }] }]"#;
        assert_eq!(packed_files(listing).unwrap(), ["index.js", "dist/glue.js"]);
    }

    #[test]
    fn names_the_folders_that_do_not_belong_in_the_crate() {
        assert!(stray_in_crate("Cargo.toml\nREADME.md\nsrc/lib.rs\n").is_empty());
        let listing = "Cargo.toml\npkg/a.js\npkg/b.js\nsrc/lib.rs\nwww/index.html\n";
        assert_eq!(stray_in_crate(listing), ["pkg", "www"]);
    }

    #[test]
    fn unsafe_code_is_forbidden_everywhere() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
        let manifest = read("Cargo.toml");
        assert!(manifest.contains("[workspace.lints.rust]\nunsafe_code = \"forbid\""));
        let (_, members) = manifest.split_once("members = [").unwrap();
        let members = members.split_once(']').unwrap().0;
        for member in members.split('"').skip(1).step_by(2) {
            let forbidden = match member {
                // The allocator that counts.
                "tools/bench" => continue,
                "tools/fuzz" => read("tools/fuzz/src/lib.rs").contains("#![forbid(unsafe_code)]"),
                // But for one place that says why.
                "crates/encoding" => {
                    read("crates/encoding/src/lib.rs").contains("#![deny(unsafe_code")
                }
                _ => read(&format!("{member}/Cargo.toml")).contains("[lints]\nworkspace = true"),
            };
            assert!(
                forbidden,
                "{member} may hold unsafe code: give it the lints of the workspace"
            );
        }
    }
}
