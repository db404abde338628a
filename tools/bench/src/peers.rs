//! What is run and timed by a program of its own: `tools/bench/peers/`, `tools/bench/peers.mjs`, `tools/bench/peers.py`.

use anyhow::{Context, Result, bail};
use offprint_bench::times::Round;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Peers {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// What it can run.
    pub names: Vec<String>,
    /// They are run in the first of so many rounds.
    pub every: usize,
}

impl Peers {
    /// Starts a program. It says what it can run once it has read the pages.
    pub fn start(mut program: Command, every: usize) -> Result<Peers> {
        let shown = program.get_program().to_string_lossy().into_owned();
        let mut child = program
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {shown}"))?;
        let asks = child.stdin.take().context("standard input is piped")?;
        let answers = child.stdout.take().context("standard output is piped")?;
        let mut peers = Peers {
            child,
            asks,
            answers: BufReader::new(answers),
            names: Vec::new(),
            every,
        };
        let line = peers.line()?;
        let Some(names) = line.strip_prefix("ready ") else {
            bail!("{shown} cannot run what it was given");
        };
        peers.names = names.split(", ").map(str::to_owned).collect();
        Ok(peers)
    }

    /// All pages by one of them.
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

impl Drop for Peers {
    fn drop(&mut self) {
        // Nothing is lost: it only waits for the next ask.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
