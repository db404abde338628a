//! Starting other programs, and saying clearly which one failed.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Error, Result, anyhow, ensure};

/// The cargo that started this program.
pub fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Where that cargo puts what it builds.
pub fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from)
}

/// Runs a command whose output goes straight to the terminal.
pub fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .map_err(|error| not_started(command, &error))?;
    ensure!(status.success(), "`{}` failed ({status})", shown(command));
    Ok(())
}

/// Runs a command and returns what it wrote to standard output.
pub fn output(command: &mut Command) -> Result<String> {
    read(command, |_| ())
}

/// Runs a command and returns what it wrote to standard output, which is shown meanwhile.
pub fn output_shown(command: &mut Command) -> Result<String> {
    read(command, |line| print!("{line}"))
}

fn read(command: &mut Command, each_line: impl Fn(&str)) -> Result<String> {
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| not_started(command, &error))?;
    let mut stdout = BufReader::new(
        child
            .stdout
            .take()
            .context("standard output is not piped")?,
    );

    let mut text = String::new();
    let mut start = 0;
    while stdout.read_line(&mut text)? > 0 {
        each_line(&text[start..]);
        start = text.len();
    }

    let status = child.wait()?;
    ensure!(status.success(), "`{}` failed ({status})", shown(command));
    Ok(text)
}

/// The error for a program that could not even start.
pub fn not_started(command: &Command, error: &std::io::Error) -> Error {
    let program = command.get_program().display();
    match error.kind() {
        ErrorKind::NotFound => anyhow!("`{program}` was not found: install it or add it to PATH"),
        _ => anyhow!("cannot start `{program}`: {error}"),
    }
}

fn shown(command: &Command) -> String {
    let words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(OsStr::to_string_lossy)
        .collect();
    words.join(" ")
}
