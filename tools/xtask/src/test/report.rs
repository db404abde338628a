//! The tests and steps that have run, and the time that each took, as the programs print them.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

/// The steps that have run, and the time that each took.
#[derive(Default)]
pub struct Report {
    pub passed: u64,
    steps: Vec<(&'static str, Duration)>,
}

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

    /// Prints how long the steps took.
    pub fn print(&self) {
        println!("\nsteps:");
        for (name, time) in &self.steps {
            println!("{:>7.1} s  {name}", time.as_secs_f32());
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
        self.count(passed_in_rust(text))
    }

    /// Adds the tests of a file that Node ran, by its output.
    pub fn add_node(&mut self, file: &str, (text, time): (String, Duration)) -> Result<()> {
        let passed = passed_in_node(&text);
        println!("{:>7.1} s  {file}: {passed} passed", time.as_secs_f32());
        self.count(passed)
    }
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
}
