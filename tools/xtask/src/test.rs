//! `cargo xtask test [PART …]`: runs the tests that must pass before a change is merged, or some of them.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::shown::output_shown;
use crate::toolchain::{Toolchain, target_dir};
use crate::{debian, engines, javascript, node, python, toolchain, wasm, words};

type Step = (&'static str, fn(&Shell, &mut Report) -> Result<()>);

const FORMAT: Step = ("format and words", |sh, _| {
    format(sh)?;
    words::check(sh)
});
const LINT: Step = ("lint", |sh, _| lint(sh, &["--workspace"]));
const LINT_CORE: Step = ("lint the core", |sh, _| lint(sh, &CORE));
const LINT_TOOLS: Step = ("lint the tools", |sh, _| lint(sh, &TOOLS));
const LINT_WASM: Step = ("lint for WebAssembly", |sh, _| lint_wasm(sh));
const DOCUMENTATION: Step = ("documentation", |sh, _| documentation(sh));
const RUST: Step = ("tests in Rust", |sh, report| {
    rust_tests(sh, report, &["--workspace"])
});
const RUST_CORE: Step = ("tests of the core", |sh, report| {
    rust_tests(sh, report, &CORE)
});
const RUST_TOOLS: Step = ("tests of the tools", |sh, report| {
    rust_tests(sh, report, &TOOLS)
});
// With these arguments, cargo reuses what the Rust tests have built.
const NATIVE: Step = ("native programs", |sh, _| {
    cmd!(sh, "cargo build --workspace --lib --bins --tests").run()?;
    methods(sh)
});
const NATIVE_ALONE: Step = ("native programs alone", |sh, _| {
    let packages = ["--package=offprint-cli", "--package=offprint-python"];
    cmd!(sh, "cargo build {packages...}").run()?;
    methods(sh)
});
const START_WASM: Step = ("start of WebAssembly", |_, report| report.start_wasm());
const WASM: Step = ("WebAssembly", |sh, report| report.finish_wasm(sh));
// It checks the generated bindings, too.
const JAVASCRIPT: Step = ("format, lint and types of JavaScript", |sh, _| {
    javascript::check(sh)
});
const EXTENSION: Step = ("extension", |sh, _| extension(sh));
const BROWSERS: Step = ("browsers", |sh, _| debian::prepare_browsers(sh));
const JAVA: Step = ("Java", |sh, _| debian::prepare_java(sh));
const ENGINES: Step = ("tests in query engines", engine_tests);
const PYTHON: Step = ("tests of the Python package", python_tests);
const PACK_CRATE: Step = ("package for crates.io", |sh, _| pack_crate(sh));
const PACK_NPM: Step = ("package for npm", |sh, _| pack_npm(sh));

/// The crates that `cargo test` tests: `default-members` of Cargo.toml.
const CORE: [&str; 0] = [];
const TOOLS: [&str; 5] = [
    "--workspace",
    "--exclude=offprint",
    "--exclude=offprint-cli",
    "--exclude=offprint-edge",
    "--exclude=offprint-report",
];

/// The steps of a part, and the folders with tests that Node runs after them.
struct Part {
    name: &'static str,
    steps: &'static [Step],
    folders: &'static [&'static str],
}

const PARTS: [Part; 10] = [
    Part {
        name: "core",
        steps: &[FORMAT, LINT_CORE, RUST_CORE, DOCUMENTATION],
        folders: &[],
    },
    Part {
        name: "tools",
        steps: &[FORMAT, LINT_TOOLS, RUST_TOOLS],
        folders: &[],
    },
    Part {
        name: "wasm",
        steps: &[FORMAT, LINT_WASM, WASM, NATIVE_ALONE, BROWSERS],
        folders: &["tests"],
    },
    Part {
        name: "javascript",
        steps: &[WASM, JAVASCRIPT],
        folders: &[],
    },
    Part {
        name: "package",
        steps: &[WASM, PACK_CRATE, PACK_NPM, BROWSERS],
        folders: &["pkg/test"],
    },
    Part {
        name: "worker",
        steps: &[WASM],
        folders: &["worker/test"],
    },
    Part {
        name: "extension",
        steps: &[WASM, EXTENSION, BROWSERS],
        folders: &["extension/test"],
    },
    Part {
        name: "site",
        steps: &[WASM, BROWSERS],
        folders: &["www/test"],
    },
    Part {
        name: "python",
        steps: &[NATIVE_ALONE, PYTHON],
        folders: &[],
    },
    Part {
        name: "engines",
        steps: &[NATIVE_ALONE, JAVA, ENGINES],
        folders: &[],
    },
];

/// The parts that fail soonest come first. Linking the modules keeps one core busy, so it runs beside the Rust tests.
const EVERYTHING: Part = Part {
    name: "everything",
    steps: &[
        FORMAT,
        LINT_WASM,
        START_WASM,
        LINT,
        DOCUMENTATION,
        RUST,
        NATIVE,
        PYTHON,
        PACK_CRATE,
        WASM,
        JAVASCRIPT,
        PACK_NPM,
        EXTENSION,
        BROWSERS,
        JAVA,
        ENGINES,
    ],
    folders: &[
        "tests",
        "pkg/test",
        "worker/test",
        "extension/test",
        "www/test",
    ],
};

/// Runs the parts, or all of them, until one fails.
pub fn test(sh: &Shell, names: &[&str]) -> Result<()> {
    let parts: Vec<&Part> = names.iter().map(|name| part(name)).collect::<Result<_>>()?;
    let parts = if parts.is_empty() {
        vec![&EVERYTHING]
    } else {
        parts
    };
    let warning = toolchain::warning(sh)?;
    let mut report = Report::default();
    let result = report.run(sh, &parts);
    report.print();
    if let Some(warning) = warning {
        eprintln!("{warning}");
    }
    result?;
    println!("{} passed, 0 failed", report.passed);
    Ok(())
}

fn part(name: &str) -> Result<&'static Part> {
    let found = PARTS.iter().find(|part| part.name == name);
    found.with_context(|| {
        let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
        format!("there is no part `{name}`, only {}", names.join(", "))
    })
}

/// The steps that have run, and the time that each took.
#[derive(Default)]
struct Report {
    passed: u64,
    steps: Vec<(&'static str, Duration)>,
    /// Test programs, and test files that Node ran.
    files: Vec<(String, Duration)>,
    /// Single tests in Node.
    tests: Vec<(String, Duration)>,
    wasm: Option<JoinHandle<std::io::Result<Output>>>,
}

/// How many of the slowest are printed.
const SLOWEST: usize = 10;

impl Report {
    fn run(&mut self, sh: &Shell, parts: &[&Part]) -> Result<()> {
        let mut done = Vec::new();
        for (name, step) in parts.iter().flat_map(|part| part.steps) {
            // Parts share steps.
            if !done.contains(name) {
                done.push(name);
                self.time(name, |report| step(sh, report))?;
            }
        }
        let files = test_files(parts.iter().flat_map(|part| part.folders))?;
        match files.is_empty() {
            true => Ok(()),
            false => self.time("tests in Node", |report| {
                report.node_tests(files, node_test)
            }),
        }
    }

    fn time(
        &mut self,
        name: &'static str,
        step: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        println!("\n== {name}");
        let start = Instant::now();
        let result = step(self);
        self.steps.push((name, start.elapsed()));
        result.with_context(|| format!("the step \"{name}\" failed"))
    }

    fn print(&mut self) {
        print_times("steps", &self.steps);
        for (what, times) in [("files", &mut self.files), ("tests", &mut self.tests)] {
            times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
            times.truncate(SLOWEST);
            print_times(&format!("slowest {what}"), times);
        }
        println!();
    }

    fn start_wasm(&mut self) -> Result<()> {
        let mut this = Command::new(std::env::current_exe()?);
        this.arg("wasm");
        self.wasm = Some(thread::spawn(move || this.output()));
        Ok(())
    }

    fn finish_wasm(&mut self, sh: &Shell) -> Result<()> {
        let Some(building) = self.wasm.take() else {
            return wasm::build(sh);
        };
        let output = building
            .join()
            .map_err(|_| anyhow!("building panicked"))??;
        print!("{}", lossy(&output));
        ensure!(output.status.success(), "`cargo xtask wasm` failed");
        Ok(())
    }

    fn count(&mut self, passed: u64) -> Result<()> {
        ensure!(passed > 0, "no test ran, so this shows nothing");
        self.passed += passed;
        Ok(())
    }

    /// Runs files in parallel, one per core, until one fails.
    fn node_tests(
        &mut self,
        files: VecDeque<String>,
        run: impl Fn(&str) -> Result<(String, Duration)> + Sync,
    ) -> Result<()> {
        let cores = thread::available_parallelism()?.get();
        let files = Mutex::new(files);
        let failed: Mutex<Option<Error>> = Mutex::new(None);
        let report = Mutex::new(self);
        // In the head of the loop, the lock would be held while the file runs.
        let next = || files.lock().unwrap().pop_front();
        thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    while let Some(file) = next() {
                        let result = run(&file);
                        let result = result.and_then(|ran| report.lock().unwrap().add(&file, ran));
                        if let Err(error) = result.context(file) {
                            files.lock().unwrap().clear();
                            failed.lock().unwrap().get_or_insert(error);
                        }
                    }
                });
            }
        });
        failed.into_inner().unwrap().map_or(Ok(()), Err)
    }

    fn add(&mut self, file: &str, (text, time): (String, Duration)) -> Result<()> {
        let passed = passed_in_node(&text);
        println!("{:>7.1} s  {file}: {passed} passed", time.as_secs_f32());
        self.files.push((file.to_owned(), time));
        let tests = text.lines().filter_map(timed_in_node);
        self.tests
            .extend(tests.map(|(name, time)| (format!("{file}: {name}"), time)));
        self.count(passed)
    }
}

fn print_times(what: &str, times: &[(impl AsRef<str>, Duration)]) {
    if !times.is_empty() {
        println!("\n{what}:");
    }
    for (name, time) in times {
        println!("{:>7.1} s  {}", time.as_secs_f32(), name.as_ref());
    }
}

fn format(sh: &Shell) -> Result<()> {
    for workspace in ["Cargo.toml", "crates/wasm/module/Cargo.toml"] {
        cmd!(sh, "cargo fmt --all --check --manifest-path {workspace}")
            .run()
            .with_context(|| {
                format!(
                    "run `cargo fmt --all --manifest-path {workspace}`; if fmt is missing, \
                     `rustup component add rustfmt`"
                )
            })?;
    }
    Ok(())
}

fn lint(sh: &Shell, packages: &[&str]) -> Result<()> {
    cmd!(
        sh,
        "cargo clippy --all-targets {packages...} -- -D warnings"
    )
    .run()
    .context("if clippy is missing, run `rustup component add clippy`")
}

fn lint_wasm(sh: &Shell) -> Result<()> {
    // All features of the modules; the dictionary would need a C compiler for this target. The build that reads no
    // pages leaves code out, so it is checked separately.
    for features in ["edge,methods,policy", "origins", "rewrites"] {
        lint_for_wasm(sh, &["--package", "offprint-wasm", "--features", features])?;
    }
    Ok(())
}

fn lint_for_wasm(sh: &Shell, what: &[&str]) -> Result<()> {
    Ok(Toolchain::find(sh)?
        .cargo(sh, "clippy")
        .args(what)
        .args(["--lib", "--target-dir"])
        .arg(target_dir().join("wasm"))
        .args(["--", "-D", "warnings"])
        .run()?)
}

/// The most public items of the core: structs, enums, traits and functions. Larger: more to learn and to maintain.
const MOST_ITEMS: usize = 90;

/// Builds the documentation as docs.rs does, without the internals; then that of the other crates.
fn documentation(sh: &Shell) -> Result<()> {
    cmd!(sh, "cargo clippy --package offprint -- -D warnings").run()?;
    let document = |what: &[&str]| {
        cmd!(sh, "cargo doc --no-deps {what...}")
            .env("RUSTDOCFLAGS", "-D warnings")
            .run()
    };
    document(&["--package", "offprint", "--features", "file-index"])?;
    let items = target_dir().join("doc/offprint/all.html");
    let items = fs::read_to_string(&items).with_context(|| items.display().to_string())?;
    let count = public_items(&items);
    println!("{count} public items");
    ensure!(
        (1..=MOST_ITEMS).contains(&count),
        "{count} public items where {MOST_ITEMS} are allowed: make what nobody outside needs `pub(crate)`"
    );
    let others = [
        "offprint-cli",
        "offprint-edge",
        "offprint-report",
        "offprint-methods",
    ];
    let others = others.map(|name| format!("--package={name}"));
    Ok(document(&others.each_ref().map(String::as_str))?)
}

/// The number of items on rustdoc's list of all items; each is one item of an HTML list.
fn public_items(list: &str) -> usize {
    let (_, items) = list.split_once("id=\"structs\"").unwrap_or_default();
    items.matches("<li><a href=").count()
}

fn rust_tests(sh: &Shell, report: &mut Report, packages: &[&str]) -> Result<()> {
    let text = output_shown(cmd!(sh, "cargo test {packages...}"))?;
    report.files.extend(timed_in_rust(&text));
    report.count(passed_in_rust(&text))
}

fn python_tests(sh: &Shell, report: &mut Report) -> Result<()> {
    report.count(python::test(sh, &program("offprint")?)?)
}

fn engine_tests(sh: &Shell, report: &mut Report) -> Result<()> {
    report.count(engines::test(sh, &program("offprint")?)?)
}

/// What a step of [`NATIVE`] has built.
fn program(name: &str) -> Result<PathBuf> {
    Ok(std::path::absolute(target_dir().join("debug").join(name))?)
}

/// The program of `research/methods`, which depends on more than the library does.
fn methods(sh: &Shell) -> Result<()> {
    let package = ["--package=offprint-methods", "--features=program"];
    Ok(cmd!(sh, "cargo build {package...}").run()?)
}

fn extension(sh: &Shell) -> Result<()> {
    node::command(sh, "node").arg("extension/build.mjs").run()?;
    Ok(node::command(sh, "node")
        .arg("node_modules/addons-linter/bin/addons-linter")
        .args(["--warnings-as-errors", "extension/dist/firefox"])
        .run()?)
}

fn lossy(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The output of a test file, and how long it ran. The time limit is for the file as well as for each of its tests.
fn node_test(file: &str) -> Result<(String, Duration)> {
    let sh = Shell::new()?;
    let command = node::command(&sh, "node")
        .args(["--test", "--test-reporter=spec", "--test-timeout=600000"])
        .arg(file)
        // Some also run the native program.
        .env("OFFPRINT", program("offprint")?)
        .env("METHODS", program("methods")?);
    let start = Instant::now();
    let output = Command::from(command)
        .output()
        .context("cannot start Node")?;
    let text = lossy(&output);
    if !output.status.success() {
        println!("{text}");
        bail!("failed");
    }
    Ok((text, start.elapsed()))
}

/// The files `*.test.mjs` of folders. The largest come first: they usually take longest, and none should start last.
fn test_files<'a>(folders: impl Iterator<Item = &'a &'a str>) -> Result<VecDeque<String>> {
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

/// The milliseconds in a line `✔ name (12.3ms)`.
fn timed_in_node(line: &str) -> Option<(String, Duration)> {
    let (name, time) = line.trim_start().strip_prefix("✔ ")?.rsplit_once(" (")?;
    let time: f64 = time.strip_suffix("ms)")?.parse().ok()?;
    Some((name.to_owned(), Duration::from_secs_f64(time / 1e3)))
}

/// `Running tests/a.rs (target/debug/deps/a-0123)` or `Doc-tests a`, and the `finished in 0.12s` that follows.
fn timed_in_rust(text: &str) -> Vec<(String, Duration)> {
    let mut program = String::new();
    let mut times = Vec::new();
    for line in text.lines().map(str::trim_start) {
        if let Some(running) = line
            .strip_prefix("Running ")
            .or(line.strip_prefix("Doc-tests "))
        {
            program = running.to_owned();
        } else if let Some((_, time)) = line.rsplit_once("; finished in ")
            && let Some(Ok(time)) = time.strip_suffix('s').map(str::parse)
        {
            times.push((program.clone(), Duration::from_secs_f64(time)));
        }
    }
    times
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

/// Lists the files for crates.io, and builds the crate from them as a user would.
fn pack_crate(sh: &Shell) -> Result<()> {
    let package = "cargo package --package offprint --allow-dirty --offline";
    let package = || sh.cmd("cargo").args(package.split(' ').skip(1));
    let listing = package().arg("--list").read()?;
    let stray = stray_in_crate(&listing);
    ensure!(
        stray.is_empty(),
        "the crate would carry {}: see `include` in Cargo.toml",
        stray.join(", ")
    );
    println!("{listing}");
    // The documentation was built from these files without the internals, so they compile.
    Ok(package().arg("--no-verify").run()?)
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

fn pack_npm(sh: &Shell) -> Result<()> {
    let listing = node::command(sh, "npm")
        .args(["pack", "--dry-run", "--json", "./pkg"])
        .read()?;
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
        "markup/offprint.d.ts",
        "dist/markup/offprint.wasm",
        "dist/markup/glue.js",
        "methods/offprint.d.ts",
        "dist/methods/offprint.wasm",
        "dist/methods/glue.js",
        "origins/offprint.d.ts",
        "dist/origins/offprint.wasm",
        "dist/origins/glue.js",
        "dist/rewrites/offprint.wasm",
        "dist/rewrites/glue.js",
        "bin/offprint.js",
        "bin/wasm.js",
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
    fn counts_the_public_items() {
        let list = "<li><a href=x>menu</a><h3 id=\"structs\"><ul><li><a href=a>A</a></li><li><a href=b>B</a></li></ul>";
        assert_eq!(public_items(list), 2);
        assert_eq!(public_items(""), 0);
    }

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
    fn what_runs_no_test_fails() {
        let mut report = Report::default();
        assert!(report.count(passed_in_rust("running 0 tests")).is_err());
        assert!(report.count(passed_in_node("ℹ pass 0")).is_err());
        report.count(passed_in_node("ℹ pass 2")).unwrap();
        assert_eq!(report.passed, 2);
    }

    #[test]
    fn files_run_until_one_fails() {
        let files = || ["a", "b", "c"].map(String::from).into();
        let passes = |_: &str| Ok(("ℹ pass 2".to_owned(), Duration::ZERO));
        let mut report = Report::default();
        report.node_tests(files(), passes).unwrap();
        assert_eq!((report.passed, report.files.len()), (6, 3));
        let fails = |file: &str| match file {
            "a" => bail!("broken"),
            _ => passes(file),
        };
        let error = report.node_tests(files(), fails).unwrap_err();
        assert_eq!(format!("{error:#}"), "a: broken");
    }

    #[test]
    fn finds_how_long_tests_took() {
        let (name, time) = timed_in_node("  ✔ reads (in bits) (1234.5ms)").unwrap();
        assert_eq!((name.as_str(), time.as_millis()), ("reads (in bits)", 1234));
        assert_eq!(timed_in_node("✖ reads (1ms)"), None);
        let text = "     Running tests/a.rs (target/debug/deps/a-01)\n\nrunning 3 tests\n\
                    test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.25s\n";
        let name = "tests/a.rs (target/debug/deps/a-01)".to_owned();
        assert_eq!(timed_in_rust(text), [(name, Duration::from_millis(250))]);
    }

    #[test]
    fn an_unknown_part_is_told_the_known_ones() {
        assert_eq!(part("core").unwrap().name, "core");
        let error = part("cores").err().unwrap().to_string();
        assert!(
            error.contains("`cores`") && error.contains("core, tools, wasm"),
            "{error}"
        );
    }

    #[test]
    fn everything_runs_what_each_part_runs() {
        let everything: Vec<&str> = EVERYTHING.steps.iter().map(|(name, _)| *name).collect();
        for part in &PARTS {
            for folder in part.folders {
                assert!(EVERYTHING.folders.contains(folder), "{folder}");
            }
            for (name, _) in part.steps {
                let whole = [
                    " the core",
                    " the tools",
                    " of the core",
                    " of the tools",
                    " alone",
                ]
                .iter()
                .find_map(|of| name.strip_suffix(of));
                let found = everything.iter().any(|step| match whole {
                    Some(whole) => step.starts_with(whole),
                    None => step == name,
                });
                assert!(found, "{}: {name}", part.name);
            }
        }
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
                "research/bench" => continue,
                "tools/fuzz" => read("tools/fuzz/src/lib.rs").contains("#![forbid(unsafe_code)]"),
                // Except for one place, which gives the reason.
                "crates/encoding" => {
                    read("crates/encoding/src/lib.rs").contains("#![deny(unsafe_code")
                }
                // Except for the pointers of its callers.
                "crates/capi" => read("crates/capi/Cargo.toml").contains("unsafe_code = \"deny\""),
                _ => read(&format!("{member}/Cargo.toml")).contains("[lints]\nworkspace = true"),
            };
            assert!(
                forbidden,
                "{member} may hold unsafe code: give it the lints of the workspace"
            );
        }
    }
}
