//! The tests and steps that have run, and the time that each took, as the programs print them.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// The steps that have run, and the time that each took.
#[derive(Default)]
pub struct Report {
    pub passed: u64,
    steps: Vec<(&'static str, Duration)>,
    /// Test programs, and test files that Node ran.
    pub files: Vec<(String, Duration)>,
    /// Single tests in Node.
    tests: Vec<(String, Duration)>,
}

/// How many of the slowest are printed.
const SLOWEST: usize = 10;

impl Report {
    pub fn start(&self, name: &'static str) -> (&'static str, Instant) {
        println!("\n== {name}");
        (name, Instant::now())
    }

    /// Ends a step, and returns its result.
    pub fn end(&mut self, (name, start): (&'static str, Instant), result: Result<()>) -> Result<()> {
        self.steps.push((name, start.elapsed()));
        result.with_context(|| format!("the step \"{name}\" failed"))
    }

    /// Prints how long the steps took, and which files and tests took longest.
    pub fn print(&mut self) {
        print_times("steps", &self.steps);
        for (what, times) in [("files", &mut self.files), ("tests", &mut self.tests)] {
            times.sort_by_key(|(_, time)| std::cmp::Reverse(*time));
            times.truncate(SLOWEST);
            print_times(&format!("slowest {what}"), times);
        }
        println!();
    }

    /// Adds tests that passed.
    pub fn count(&mut self, passed: u64) -> Result<()> {
        ensure!(passed > 0, "no test ran");
        self.passed += passed;
        Ok(())
    }

    /// Adds the tests of Rust programs, by the output of cargo.
    pub fn add_rust(&mut self, text: &str) -> Result<()> {
        self.files.extend(timed_in_rust(text));
        self.count(passed_in_rust(text))
    }

    /// Adds the tests of a file that Node ran, by its output.
    pub fn add_node(&mut self, file: &str, (text, time): (String, Duration)) -> Result<()> {
        let passed = passed_in_node(&text);
        println!("{:>7.1} s  {file}: {passed} passed", time.as_secs_f32());
        self.files.push((file.to_owned(), time));
        let tests = text.lines().filter_map(timed_in_node);
        self.tests.extend(tests.map(|(name, time)| (format!("{file}: {name}"), time)));
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
        if let Some(running) = line.strip_prefix("Running ").or(line.strip_prefix("Doc-tests ")) {
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
        .filter_map(|line| line.split_once(" passed;")?.0.rsplit(' ').next()?.parse::<u64>().ok())
        .sum()
}

/// `ℹ pass 12`, once.
fn passed_in_node(text: &str) -> u64 {
    text.lines().filter_map(|line| line.strip_prefix("ℹ pass ")?.parse::<u64>().ok()).sum()
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
        assert_eq!(passed_in_node("✔ reads (1ms)\nℹ tests 7\nℹ pass 7\nℹ fail 0\n"), 7);
    }

    #[test]
    fn an_output_without_tests_fails() {
        let mut report = Report::default();
        assert!(report.count(passed_in_rust("running 0 tests")).is_err());
        assert!(report.count(passed_in_node("ℹ pass 0")).is_err());
        report.count(passed_in_node("ℹ pass 2")).unwrap();
        assert_eq!(report.passed, 2);
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
}
