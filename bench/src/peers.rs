//! Other extractors, which `bench/peers.py` runs and times.

use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Peers {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Peers {
    pub fn start(python: &str, folder: &Path) -> Result<Peers> {
        let mut child = Command::new(python)
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/peers.py"))
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {python}"))?;
        let asks = child.stdin.take().context("standard input is piped")?;
        let answers = child.stdout.take().context("standard output is piped")?;
        let mut peers = Peers {
            child,
            asks,
            answers: BufReader::new(answers),
        };
        if peers.line()? != "ready" {
            bail!("{python} cannot run the other extractors");
        }
        Ok(peers)
    }

    /// CPU seconds that a tool takes for all pages.
    pub fn seconds(&mut self, tool: &str) -> Result<f64> {
        writeln!(self.asks, "{tool}")?;
        self.line()?.parse().context("no number of seconds")
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
