//! Extractors that are run and timed by programs of their own: `research/bench/peers/`, `research/bench/peers.mjs`,
//! `research/bench/peers.py`.

use anyhow::{Context, Result, bail};
use offprint_bench::times::Round;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Peers {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// The extractors that it can run.
    pub names: Vec<String>,
    /// The packages that it uses, each with its version.
    pub versions: Vec<String>,
    /// They run once in this many rounds.
    pub every: usize,
}

impl Peers {
    /// Starts a program. Once it has read the pages, it lists what it can run.
    pub fn start(mut program: Command, every: usize) -> Result<Peers> {
        let shown = program.get_program().to_string_lossy().into_owned();
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {shown}"))?;
        let asks = child.stdin.take().context("standard input is piped")?;
        let answers = child.stdout.take().context("standard output is piped")?;
        let mut peers =
            Peers { child, asks, answers: BufReader::new(answers), names: Vec::new(), versions: Vec::new(), every };
        let line = peers.line()?;
        let Some((names, versions)) = ready(&line) else {
            bail!("{shown} cannot run what it was given");
        };
        (peers.names, peers.versions) = (names, versions);
        Ok(peers)
    }

    /// Reads all pages with one extractor.
    pub fn round(&mut self, name: &str) -> Result<Round> {
        writeln!(self.asks, "{name}")?;
        Round::of_line(&self.line()?)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        Ok(line.trim().to_owned())
    }
}

/// The first line of a program, `ready NAME, NAME; PACKAGE VERSION, PACKAGE VERSION`; `None` for any other line.
fn ready(line: &str) -> Option<(Vec<String>, Vec<String>)> {
    let (names, versions) = line.strip_prefix("ready ")?.split_once("; ")?;
    let list = |text: &str| text.split(", ").map(str::to_owned).collect();
    Some((list(names), list(versions)))
}

/// The version of a crate in a `Cargo.lock`.
pub fn locked(lock: &str, name: &str) -> Option<String> {
    let (_, package) = lock.split_once(&format!("name = \"{name}\"\nversion = \""))?;
    Some(package.split_once('"')?.0.to_owned())
}

impl Drop for Peers {
    fn drop(&mut self) {
        // Nothing is lost: it only waits for the next request.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::ready;

    #[test]
    fn programs_name_what_they_run_and_its_versions() {
        let (names, versions) = ready("ready a on c, b; a 1.2.3, c 4.5").unwrap();
        assert_eq!(names, ["a on c", "b"]);
        assert_eq!(versions, ["a 1.2.3", "c 4.5"]);
        assert!(ready("ready a on c, b").is_none());
        assert!(ready("ModuleNotFoundError").is_none());
    }
}
