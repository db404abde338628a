//! `cargo xtask test [PART …]`: runs the tests that must pass before a change is merged, or some of them.

mod checks;
mod in_node;
mod packages;
mod report;

use std::process::{Command, Output};
use std::thread::{self, JoinHandle};

use anyhow::{Result, anyhow, ensure};
use xshell::{Shell, cmd};

use crate::shown::{lossy, output_shown};
use crate::toolchain::{RESEARCH, program};
use crate::{debian, engines, javascript, node, python, size, toolchain, work};
use report::Report;

const PARTS: [&str; 12] = [
    "core",
    "tools",
    "research",
    "wasm",
    "javascript",
    "package",
    "worker",
    "mcp",
    "extension",
    "site",
    "python",
    "engines",
];

/// The folders with tests that Node runs, and the part that each belongs to.
const FOLDERS: [(&str, &str); 6] = [
    ("wasm", "tests"),
    ("package", "pkg/test"),
    ("worker", "worker/test"),
    ("mcp", "mcp/test"),
    ("extension", "extension/test"),
    ("site", "www/test"),
];

struct Step {
    name: &'static str,
    /// The parts that need it; a step that lists none runs only if no part was named.
    parts: &'static [&'static str],
    run: fn(&mut Run) -> Result<()>,
}

const fn step(name: &'static str, parts: &'static [&'static str], run: fn(&mut Run) -> Result<()>) -> Step {
    Step { name, parts, run }
}

/// The steps in order; those that fail soonest come first. Linking the modules keeps one core busy, so if all parts
/// run, it runs alongside the Rust tests. The packed crates reuse what the lints checked, and the programs what the
/// tests built.
const STEPS: [Step; 20] = [
    step("format and size", &["core", "tools", "research", "wasm"], |run| {
        checks::format(run.sh)?;
        size::check(run.sh)
    }),
    step("lint for WebAssembly", &["wasm"], |run| checks::lint_wasm(run.sh)),
    step("start of WebAssembly", &[], |run| run.start_wasm()),
    step("lint", &["core", "tools"], |run| checks::lint(run.sh, "Cargo.toml", &run.packages())),
    step("lint of research", &["research"], |run| checks::lint(run.sh, RESEARCH, &[PROGRAM])),
    step("documentation", &["core"], |run| checks::documentation(run.sh)),
    step("packages for crates.io", &["package"], |run| packages::crates(run.sh)),
    step("the core to count", &["core"], |run| work::build_counted(run.sh)),
    step("tests in Rust", &["core", "tools"], |run| {
        let (sh, packages) = (run.sh, run.packages());
        let text = output_shown(cmd!(sh, "cargo test --no-fail-fast {packages...}"))?;
        run.report.add_rust(&text)
    }),
    step("tests of research", &["research"], |run| {
        let sh = run.sh;
        let text = output_shown(cmd!(sh, "cargo test --manifest-path {RESEARCH} --no-fail-fast {PROGRAM}"))?;
        run.report.add_rust(&text)
    }),
    step("native programs", &["wasm", "python", "engines"], |run| {
        let (sh, programs) = (run.sh, run.programs());
        Ok(cmd!(sh, "cargo build {programs...}").run()?)
    }),
    step("tests of the Python package", &["python"], |run| {
        run.report.count(python::test(run.sh, &program("offprint")?)?)
    }),
    // The engines also ask the worker.
    step("WebAssembly", &["wasm", "javascript", "package", "worker", "mcp", "extension", "site", "engines"], |run| {
        run.finish_wasm()
    }),
    // It also checks the generated bindings.
    step("format, lint and types of JavaScript", &["javascript"], |run| javascript::check(run.sh)),
    step("package for npm", &["package"], |run| packages::npm(run.sh)),
    step("extension", &["extension"], |run| extension(run.sh)),
    step("browsers", &["wasm", "package", "extension", "site"], |run| debian::prepare(run.sh, &debian::BROWSERS)),
    step("nginx and Caddy", &["worker"], |run| debian::prepare(run.sh, &debian::PROXIES)),
    step("tests in query engines", &["engines"], |run| {
        debian::prepare(run.sh, &debian::ENGINES)?;
        run.report.count(engines::test(run.sh, &program("offprint")?)?)
    }),
    step("tests in Node", &["wasm", "package", "worker", "mcp", "extension", "site"], |run| {
        let covered = FOLDERS.iter().filter(|(part, _)| run.covers(&[part]));
        let folders: Vec<&str> = covered.map(|(_, folder)| *folder).collect();
        in_node::run(&mut run.report, &folders)
    }),
];

/// Runs the parts, or all of them. A step that fails does not stop the later ones; the error names each that failed.
pub fn test(sh: &Shell, parts: &[&str]) -> Result<()> {
    check_names(parts)?;
    let warning = toolchain::warning(sh)?;
    let mut run = Run { sh, parts, report: Report::default(), wasm: None };
    let result = run.steps();
    run.report.print();
    if let Some(warning) = warning {
        eprintln!("{warning}");
    }
    result?;
    println!("{} passed, 0 failed", run.report.passed);
    Ok(())
}

fn check_names(parts: &[&str]) -> Result<()> {
    match parts.iter().find(|part| !PARTS.contains(part)) {
        Some(part) => Err(anyhow!("unknown part `{part}`; use one of {}", PARTS.join(", "))),
        None => Ok(()),
    }
}

struct Run<'a> {
    sh: &'a Shell,
    /// Those that were named; if empty, all parts run.
    parts: &'a [&'a str],
    report: Report,
    wasm: Option<JoinHandle<std::io::Result<Output>>>,
}

/// The packages of the core: `default-members` of Cargo.toml, and the package that counts its work.
const CORE: [&str; 5] = ["offprint", "offprint-cli", "offprint-edge", "offprint-report", "offprint-work"];
/// The program of `research/methods` depends on more than its library, so it is a feature.
const PROGRAM: &str = "--features=offprint-methods/program";
/// The command line as it is published.
const FULL: &str = "--features=offprint-cli/full";

impl Run<'_> {
    fn steps(&mut self) -> Result<()> {
        let mut failed = Vec::new();
        for step in &STEPS {
            if self.covers(step.parts) {
                let start = self.report.start(step.name);
                let result = (step.run)(self);
                if let Err(error) = self.report.end(start, result) {
                    eprintln!("{error:#}");
                    failed.push(format!("{error:#}"));
                }
            }
        }
        ensure!(failed.is_empty(), "{}", failed.join("\n"));
        Ok(())
    }

    /// Whether it runs what these parts need.
    fn covers(&self, parts: &[&str]) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|part| parts.contains(part))
    }

    /// The packages to lint and test, as arguments of cargo.
    fn packages(&self) -> Vec<String> {
        let core = |option| CORE.map(|package| format!("--{option}={package}")).to_vec();
        let all = vec!["--workspace".to_owned()];
        match (self.covers(&["core"]), self.covers(&["tools"])) {
            (true, true) => all,
            (true, false) => core("package"),
            _ => [all, core("exclude")].concat(),
        }
    }

    /// The programs that tests in other languages run, as arguments of cargo. If all parts run, the
    /// arguments are those that reuse what the Rust tests have built.
    fn programs(&self) -> &'static [&'static str] {
        if self.parts.is_empty() {
            &["--workspace", FULL, "--lib", "--bins", "--tests"]
        } else {
            &["--package=offprint-cli", "--package=offprint-python", "--package=offprint-capi", "--features=full"]
        }
    }

    fn start_wasm(&mut self) -> Result<()> {
        let mut this = Command::new(std::env::current_exe()?);
        this.arg("wasm");
        self.wasm = Some(thread::spawn(move || this.output()));
        Ok(())
    }

    fn finish_wasm(&mut self) -> Result<()> {
        let Some(building) = self.wasm.take() else {
            return work::build_modules(self.sh);
        };
        let output = building.join().map_err(|_| anyhow!("building panicked"))??;
        print!("{}", lossy(&output));
        ensure!(output.status.success(), "`cargo xtask wasm` failed");
        Ok(())
    }
}

fn extension(sh: &Shell) -> Result<()> {
    node::command(sh, "node").arg("extension/build.mjs").run()?;
    Ok(node::command(sh, "node")
        .arg("node_modules/addons-linter/bin/addons-linter")
        .args(["--warnings-as-errors", "extension/dist/firefox"])
        .run()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_part_lists_the_known_ones() {
        assert!(check_names(&["core"]).is_ok() && check_names(&[]).is_ok());
        let error = check_names(&["core", "cores"]).unwrap_err().to_string();
        assert!(error.contains("`cores`") && error.contains("core, tools, research"), "{error}");
    }

    #[test]
    fn every_part_has_steps_and_every_step_known_parts() {
        let mut used: Vec<&str> = FOLDERS.iter().map(|(part, _)| *part).collect();
        used.extend(STEPS.iter().flat_map(|step| step.parts));
        check_names(&used).unwrap();
        for part in PARTS {
            assert!(used.contains(&part), "{part}");
        }
    }
}
